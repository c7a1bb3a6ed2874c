"""What an ``arknova run`` is asked to play: the options, completed from the run that is to be resumed."""
from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from arknova_fast.cli.common import fresh_seed, ruleset_of
from arknova_fast.cli.gameoptions import check_map_mode
from arknova_fast.errors import UsageError, shown

if TYPE_CHECKING:
    from arknova_fast.core.tables import Ruleset
    from arknova_fast.io.info import RunInfo
    from arknova_fast.search.batch import BatchPlan


class Shard(click.ParamType):
    """One of several equal shares of the games: 2/8."""

    name = "shard"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        if isinstance(value, tuple):
            return value
        found = re.fullmatch("([0-9]{1,6})/([0-9]{1,6})", value.strip())
        if not found or not 1 <= int(found.group(1)) <= int(found.group(2)):
            self.fail(f"{shown(value)} is no shard, expected K/N with K from 1 to N, such as 2/8", param, ctx)
        return int(found.group(1)), int(found.group(2))


class Request:
    """What the command line asks for, completed from the run that is to be resumed.

    Parameters
    ----------
    options : dict
        Values of the options by parameter name.
    given : set of str
        Those that were really given: the others are taken from ``stored``.
    stored : RunInfo or None
        The run to go on with.
    """

    def __init__(self, options: dict[str, Any], given: set[str], stored: RunInfo | None):
        self.options, self.given, self.stored = options, given, stored
        self.rules_file = options["rules_file"] if stored is None or "rules_file" in given else None
        self.ruleset, self.overlay = self.choose_ruleset()
        self.seed = self.pick("seed", stored.seed if stored else None)
        self.seed = fresh_seed() if self.seed is None else self.seed
        self.settings = self.choose_settings()
        self.rows = self.pick("rows", stored.rows if stored else None)
        self.part_games = self.choose_part_games()
        self.start, self.games, self.shard = self.choose_games()

    def pick(self, name: str, kept: Any) -> Any:
        return kept if self.stored and name not in self.given else self.options[name]

    def choose_ruleset(self) -> tuple[Ruleset, dict]:
        from arknova_fast.cards.overlay import load_overlay_file

        path = self.rules_file
        if path == "":
            raise UsageError("--rules is empty, name a TOML file or leave the option out")
        if self.stored and path is None:
            return self.stored.chosen_ruleset(), self.stored.overlay
        return ruleset_of(path), load_overlay_file(path) if path else {}

    def choose_settings(self) -> dict[str, Any]:
        from arknova_fast.policies import policy_text
        from arknova_fast.seating import parse_policies

        old = self.stored.settings if self.stored else {}
        players = self.pick("players", old.get("players"))
        difficulty = self.pick("solo_difficulty", old.get("solo_difficulty"))
        if difficulty is not None and players != 1:
            raise UsageError(f"--solo-difficulty {difficulty!r} needs --players 1, got {players}")
        if self.stored and "policy" not in self.given:
            policies = old["policies"]
        else:
            policies = [policy_text(policy) for policy in parse_policies(self.options["policy"], players)]
        return {"players": players, "map": self.pick("map_text", old.get("map")),
                "map_mode": self.pick("map_mode", old.get("map_mode")), "policies": policies,
                "peaceful": self.pick("peaceful", old.get("peaceful")),
                "solo_difficulty": (difficulty or "normal") if players == 1 else None,
                "turn_limit": self.pick("turn_limit", old.get("turn_limit"))}

    def choose_part_games(self) -> int:
        from arknova_fast.io.schema import PART_GAMES

        return self.pick("part_games", self.stored.part_games if self.stored else None) or PART_GAMES[self.rows]

    def choose_games(self) -> tuple[int, int, dict | None]:
        """First game, number of games, and the shard as ``run.json`` describes it."""
        from arknova_fast.io.shards import shard_range

        old = self.stored
        whole = (old.shard or {"start": old.start, "games": old.games}) if old else {}
        start, games = self.pick("start", whole.get("start")), self.pick("count", whole.get("games"))
        shard = self.options["shard"]
        if old and "shard" not in self.given:
            shard = (old.shard["index"], old.shard["of"]) if old.shard else None
        if shard is None:
            return start, games, None
        first, share = shard_range(start, games, shard[0], shard[1], self.part_games)
        if share == 0:
            raise UsageError(f"shard {shard[0]}/{shard[1]} of {games} games is empty; use fewer shards")
        return first, share, {"index": shard[0], "of": shard[1], "start": start, "games": games}

    def plan(self) -> BatchPlan:
        from arknova_fast.io.info import plan_of

        check_map_mode(self.settings["map_mode"], self.settings["map"])
        return plan_of(self.ruleset, self.settings, self.seed)

    def info(self) -> RunInfo:
        """The ``run.json`` of a new run, or what that of a resumed one has to agree with."""
        import arknova_fast
        from arknova_fast.io.info import RunInfo, state_hash

        old = self.stored
        probe = old.probe if old else {"game": self.start, "state_hash": state_hash(self.plan(), self.start)}
        return RunInfo(
            ruleset=self.ruleset.content_hash, overlay=self.overlay, seed=self.seed, settings=self.settings,
            start=self.start, games=self.games, shard=self.shard, rows=self.rows,
            format=self.pick("format", old.format if old else None), part_games=self.part_games, probe=probe,
            package_version=old.package_version if old else arknova_fast.__version__,
        )  # fmt: skip


def explicit(ctx: click.Context) -> set[str]:
    """The options given on the command line, not by the environment or a configuration file."""
    from click.core import ParameterSource

    return {name for name in ctx.params if ctx.get_parameter_source(name) == ParameterSource.COMMANDLINE}


def stored_run(out: str | None, resume: bool) -> RunInfo | None:
    """The run to go on with, if there is one."""
    if out is None or not resume:
        return None
    from pathlib import Path

    from arknova_fast.io.layout import is_run
    from arknova_fast.io.rundir import load

    return load(out).info if is_run(Path(out)) else None
