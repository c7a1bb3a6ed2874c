"""What all games of an experiment have in common."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from arknova_fast.core.tables import Ruleset
from arknova_fast.search.batch import BatchPlan
from arknova_fast.seating import parse_maps, parse_policies


@dataclass(frozen=True)
class Setting:
    """Ruleset, table and seed of an experiment.

    Parameters
    ----------
    ruleset : Ruleset
    players : int
        2 to 4.
    seed : int
    maps : str
        As ``parse_maps`` reads it.
    turn_limit : int
        Turns of one player after which a game counts as unfinished.
    """

    ruleset: Ruleset
    players: int
    seed: int
    maps: str = "random"
    turn_limit: int = 500

    def plan(self, policies: Sequence[Any], shift: int = 0, **bonds: Any) -> BatchPlan:
        """The plan with one policy for each seat; ``shift`` moves maps that belong to seats on by so many seats."""
        pool, map_plan = parse_maps(self.ruleset, self.maps, self.players)
        if map_plan == "per_seat":
            pool = pool[shift:] + pool[:shift]
        return BatchPlan(self.ruleset, self.players, pool, map_plan, list(policies), self.seed,
                         turn_limit=self.turn_limit, **bonds)

    def map_shifts(self) -> range:
        """The shifts after which every seat has had every map of the seats."""
        pool, map_plan = parse_maps(self.ruleset, self.maps, self.players)
        return range(self.players if map_plan == "per_seat" and len(set(pool)) > 1 else 1)


def one_policy(spec: Any) -> Any:
    """One policy from the text or function that names it."""
    return parse_policies([spec], 1)[0]
