"""The summary of a run: integer accumulators filled chunk by chunk, and the figures made from them.

Everything inside is an integer count, so the result does not depend on the order of the chunks, and memory does not
grow with the number of games.
"""
from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from arknova_fast.core.tables import Ruleset

SCHEMA = "arknova-fast/run-summary/1"
QUANTILES = (5, 25, 50, 75, 95)
Z95 = NormalDist().inv_cdf(0.975)
SOLO_GOAL = 100  # a solo game is won with a score of at least 100 (R27.17)
END_NAMES = {1: "turn", 2: "break", 3: "solo_rounds"}  # EndCause, unfinished games aside
# Histograms kept for all players together: name in the records -> over finished games only.
FIELDS = ("score", "appeal", "conservation", "reputation", "money", "turns", "supported", "animals", "sponsors")


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


class Histogram:
    """Counts of integer values, exact for any number of them."""

    def __init__(self) -> None:
        self.counts: Counter[int] = Counter()

    def add(self, values: np.ndarray) -> None:
        """Count an array of integers."""
        for value, count in zip(*np.unique(values, return_counts=True), strict=True):
            self.counts[int(value)] += int(count)
        self.__dict__.pop("pairs", None)

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """``(value, count)`` in ascending order."""
        return sorted(self.counts.items())

    @property
    def n(self) -> int:
        return sum(self.counts.values())

    @property
    def mean(self) -> float | None:
        return sum(value * count for value, count in self.pairs) / self.n if self.counts else None

    @property
    def sd(self) -> float | None:
        """Sample standard deviation (n - 1); ``None`` below two values."""
        n = self.n
        if n < 2:
            return None
        total = sum(value * count for value, count in self.pairs)
        squares = sum(value * value * count for value, count in self.pairs)
        return math.sqrt((n * squares - total * total) / (n * (n - 1)))

    def quantile(self, percent: int) -> int | None:
        """The least value that at least ``percent`` % of all values do not exceed."""
        need, seen = self.n * percent, 0
        for value, count in self.pairs:
            seen += 100 * count
            if seen >= need:
                return value
        return None

    def figures(self) -> dict[str, Any]:
        """n, mean, standard deviation, extremes and quantiles as plain numbers."""
        pairs = self.pairs
        return {
            "n": self.n, "mean": self.mean, "sd": self.sd,
            "min": pairs[0][0] if pairs else None, "max": pairs[-1][0] if pairs else None,
            "quantiles": {str(q): self.quantile(q) for q in QUANTILES},
        }  # fmt: skip


class Wins:
    """Wins of one group (a seat, a map), outright and shared; n is the number of its finished games."""

    def __init__(self) -> None:
        self.n = 0
        self.by_winners: Counter[int] = Counter()

    def add(self, rows: np.ndarray) -> None:
        self.n += len(rows)
        for winners, count in zip(*np.unique(rows["winners"][rows["rank"] == 0], return_counts=True), strict=True):
            self.by_winners[int(winners)] += int(count)

    def figures(self) -> dict[str, Any]:
        """A victory shared by k players counts 1/k for each of them."""
        points = sum(count / winners for winners, count in sorted(self.by_winners.items()))
        shared = sum(count for winners, count in self.by_winners.items() if winners > 1)
        return share(points, self.n) | {"won_alone": self.by_winners[1], "shared": shared}


def share(points: float, n: int) -> dict[str, Any]:
    interval = wilson(points, n)
    return {"n": n, "wins": points, "share": points / n if n else None,
            "interval_95": list(interval) if interval else None}


class Summary:
    """Accumulates the records of a run.

    Parameters
    ----------
    ruleset : Ruleset
        Names the maps.
    players : int
        Players of each game.

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

    def __init__(self, ruleset: Ruleset, players: int):
        self.ruleset, self.players = ruleset, players
        self.played = self.unfinished = self.choices = self.decisions = self.solo_wins = 0
        self.histograms = {name: Histogram() for name in FIELDS}
        self.breaks = Histogram()
        self.ends: Counter[int] = Counter()
        self.seats = [Wins() for _ in range(players)]
        self.maps: dict[int, tuple[Wins, Histogram]] = {}

    def add(self, records: np.ndarray) -> None:
        """Fold in the records of complete games (``RECORD_DTYPE``, game by game, seat by seat)."""
        games = records[:: self.players]
        open_ = games["end_cause"] == 4
        self.played += len(games)
        self.unfinished += int(open_.sum())
        self.choices += int(games["choices"].sum(dtype=np.uint64))
        self.decisions += int(games["decisions"].sum(dtype=np.uint64))
        rows, games = records[np.repeat(~open_, self.players)], games[~open_]
        for name, histogram in self.histograms.items():
            histogram.add(rows[name])
        self.breaks.add(games["breaks"])
        self.ends.update(games["end_cause"].tolist())
        self.solo_wins += int((games["score"] >= SOLO_GOAL).sum()) if self.players == 1 else 0
        for seat, wins in enumerate(self.seats):
            wins.add(rows[seat :: self.players])
        for index in np.unique(rows["map"]).tolist():
            wins, scores = self.maps.setdefault(index, (Wins(), Histogram()))
            here = rows[rows["map"] == index]
            wins.add(here)
            scores.add(here["score"])

    def figures(self) -> dict[str, Any]:
        """All figures as plain numbers, ready for JSON; ``None`` where there is too little data."""
        finished = self.played - self.unfinished
        found: dict[str, Any] = {
            "games": {"played": self.played, "finished": finished, "unfinished": self.unfinished,
                      "unfinished_share": self.unfinished / self.played if self.played else None},
            "choices_per_game": self.choices / self.played if self.played else None,
            "decisions_per_game": self.decisions / self.played if self.played else None,
            "end_triggers": {name: self.ends[cause] for cause, name in END_NAMES.items()}
            | {"unfinished": self.unfinished},
        }
        if self.players == 1:
            found["solo"] = share(self.solo_wins, finished) | {"goal": SOLO_GOAL}
        else:
            found["seats"] = [{"seat": seat} | wins.figures() for seat, wins in enumerate(self.seats)]
        found |= {name: histogram.figures() for name, histogram in self.histograms.items()}
        found["breaks"] = self.breaks.figures()
        found["maps"] = [self.map_figures(index) for index in sorted(self.maps)]
        return found

    def map_figures(self, index: int) -> dict[str, Any]:
        wins, scores = self.maps[index]
        code = self.ruleset.map_code(index)
        found = {"map": code, "name": self.ruleset.data["maps"][code]["name"], "zoos": wins.n}
        if self.players > 1:
            found["wins"] = wins.figures()
        return found | {"score": scores.figures()}


def number(value: float | None, digits: int = 1) -> str:
    """A figure for a table; a dash where there is none."""
    return "-" if value is None else f"{value:,.{digits}f}"


def percent(value: float | None, digits: int = 2) -> str:
    return "-" if value is None else f"{100 * value:.{digits}f} %"


def interval_text(interval: Iterable[float] | None) -> str:
    return "-" if interval is None else " to ".join(percent(end) for end in interval)
