"""The summary of a run: the figures made from its integer tensors (``arknova_fast.io.aggregates``)."""
from __future__ import annotations

import math
from collections.abc import Iterable
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np

from arknova_fast.io.aggregates import FIELDS, SOLO_GOAL, Aggregates, Histogram

if TYPE_CHECKING:
    from arknova_fast.core.tables import Ruleset
    from arknova_fast.io.rundir import Run

SCHEMA = "arknova-fast/run-summary/1"
QUANTILES = (5, 25, 50, 75, 95)
Z95 = NormalDist().inv_cdf(0.975)
END_NAMES = {1: "turn", 2: "break", 3: "solo_rounds"}  # EndCause, unfinished games aside


def wilson(successes: float, n: float, z: float = Z95) -> tuple[float, float] | None:
    """The Wilson score interval of a share.

    Parameters
    ----------
    successes : float
        Number of successes; shared wins may add fractions. The interval is then a little too wide, because shares
        vary less than wins and losses do.
    n : float
        Number of trials.
    z : float
        Normal quantile, by default for 95 %.

    Returns
    -------
    tuple of float or None
        Lower and upper end; ``None`` without trials.

    Examples
    --------
    >>> low, high = wilson(5, 10)
    >>> round(low, 4), round(high, 4)
    (0.2366, 0.7634)
    """
    if n == 0:
        return None
    p = successes / n
    middle = p + z * z / (2 * n)
    reach = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)


def histogram_figures(histogram: Histogram) -> dict[str, Any]:
    """n, mean, standard deviation, extremes and quantiles as plain numbers."""
    pairs = histogram.pairs
    return {
        "n": histogram.n, "mean": histogram.mean, "sd": histogram.sd,
        "min": pairs[0][0] if pairs else None, "max": pairs[-1][0] if pairs else None,
        "quantiles": {str(q): histogram.quantile(q) for q in QUANTILES},
    }  # fmt: skip


def win_figures(n: int, by_winners: np.ndarray) -> dict[str, Any]:
    """Wins of one group (a seat, a map) with n finished games.

    A victory shared by k players counts 1/k for each of them; ``by_winners[k]`` is the number of those.
    """
    counts = by_winners.tolist()
    points = sum(count / winners for winners, count in enumerate(counts) if winners)
    return share(points, n) | {"won_alone": counts[1], "shared": sum(counts[2:])}


def share(points: float, n: int) -> dict[str, Any]:
    interval = wilson(points, n)
    return {"n": n, "wins": points, "share": points / n if n else None,
            "interval_95": list(interval) if interval else None}


class Summary:
    """Accumulates the records of a run and makes figures of them.

    Parameters
    ----------
    ruleset : Ruleset
        Names the maps.
    players : int
        Players of each game.
    aggregates : Aggregates, optional
        Those of a run; without them it starts empty.

    Examples
    --------
    >>> from arknova_fast.core.tables import Ruleset
    >>> from arknova_fast.search.batch import BatchPlan
    >>> ruleset = Ruleset.default()
    >>> summary = Summary(ruleset, 2)
    >>> summary.add(BatchPlan(ruleset, 2, [3], "cycle", ["random", "random"], 1).play(0, 20))
    >>> summary.figures()["games"]["played"]
    20
    """

    def __init__(self, ruleset: Ruleset, players: int, aggregates: Aggregates | None = None):
        self.ruleset, self.players = ruleset, players
        self.aggregates = Aggregates(players) if aggregates is None else aggregates

    def add(self, records: np.ndarray) -> None:
        """Fold in the records of complete games (``RECORD_DTYPE``, game by game, seat by seat)."""
        self.aggregates.add(records)

    @property
    def played(self) -> int:
        return self.aggregates.played

    @property
    def unfinished(self) -> int:
        return self.aggregates.unfinished

    def figures(self) -> dict[str, Any]:
        """All figures as plain numbers, ready for JSON; ``None`` where there is too little data."""
        tensors, finished = self.aggregates, self.played - self.unfinished
        found: dict[str, Any] = {
            "games": {"played": self.played, "finished": finished, "unfinished": self.unfinished,
                      "unfinished_share": self.unfinished / self.played if self.played else None},
            "choices_per_game": tensors.choices / self.played if self.played else None,
            "decisions_per_game": tensors.decisions / self.played if self.played else None,
            "end_triggers": {name: int(tensors.ends[cause]) for cause, name in END_NAMES.items()}
            | {"unfinished": self.unfinished},
        }
        if self.players == 1:
            found["solo"] = share(tensors.solo_wins, finished) | {"goal": SOLO_GOAL}
        else:
            found["seats"] = [{"seat": seat} | win_figures(int(n), tensors.seat_wins[seat])
                              for seat, n in enumerate(tensors.seat_games)]
        found |= {name: histogram_figures(tensors.histograms[name]) for name in (*FIELDS, "breaks")}
        found["maps"] = [self.map_figures(index) for index in sorted(tensors.map_scores)]
        return found

    def map_figures(self, index: int) -> dict[str, Any]:
        zoos = int(self.aggregates.map_games[index])
        code = self.ruleset.map_code(index)
        found = {"map": code, "name": self.ruleset.data["maps"][code]["name"], "zoos": zoos}
        if self.players > 1:
            found["wins"] = win_figures(zoos, self.aggregates.map_wins[index])
        return found | {"score": histogram_figures(self.aggregates.map_scores[index])}


def whole_summary(ruleset: Ruleset, settings: dict[str, Any], seed: int, start: int, requested: int,
                  aggregates: Aggregates) -> dict[str, Any]:
    """The summary object that ``arknova run --json`` prints, without the times."""
    import arknova_fast
    from arknova_fast.policies import describe_policy

    figures = Summary(ruleset, settings["players"], aggregates).figures()
    figures["games"] = {"requested": requested} | figures["games"] | {"interrupted": aggregates.played < requested}
    policies = {name: describe_policy(name) for name in settings["policies"]}
    return {
        "schema": SCHEMA, "package_version": arknova_fast.__version__, "ruleset": ruleset.content_hash, "seed": seed,
        "start": start, "settings": settings, "policies": policies, **figures,
    }  # fmt: skip


def run_summary(run: Run) -> dict[str, Any]:
    """The summary of a run directory, as its ``summary.json`` has it."""
    info = run.info
    return whole_summary(run.ruleset, info.settings, info.seed, info.start, info.games, run.aggregates)


def number(value: float | None, digits: int = 1) -> str:
    """A figure for a table; a dash where there is none."""
    return "-" if value is None else f"{value:,.{digits}f}"


def percent(value: float | None, digits: int = 2) -> str:
    return "-" if value is None else f"{100 * value:.{digits}f} %"


def interval_text(interval: Iterable[float] | None) -> str:
    return "-" if interval is None else " to ".join(percent(end) for end in interval)
