"""How many games buy which precision, before a run.

All figures are for means of independent games with a known standard deviation (normal approximation). Pairing by deal
makes real intervals narrower, so they err on the safe side.
"""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from arknova_fast.analysis.stats import LEVEL, normal_quantile
from arknova_fast.errors import UsageError, counted

# Standard deviations that are planned with, at the upper end of what games show; docs/methods.md says whence.
MARGIN_SD = 42.0
SCORE_SD = 13.0
COMPARED = ("win share", "score margin")


def share_sd(players: int) -> float:
    """Standard deviation of the win points of one game among equal players.

    Examples
    --------
    >>> share_sd(2)
    0.5
    """
    return math.sqrt(players - 1) / players


def check_rate(value: float, what: str) -> float:
    if not 0 < value < 1:
        raise UsageError(f"{what} must lie between 0 and 1, not {value:g}")
    return value


def half_width(games: int, sd: float, level: float = LEVEL) -> float:
    """Half of the width of the confidence interval of a mean of so many games."""
    return normal_quantile(0.5 + check_rate(level, "the confidence level") / 2) * sd / math.sqrt(games)


def games_for_half_width(width: float, sd: float, level: float = LEVEL) -> int:
    """Games after which the interval reaches ``width`` to either side."""
    if not width > 0:
        raise UsageError(f"a half-width must be above 0, not {width:g}")
    return math.ceil((normal_quantile(0.5 + check_rate(level, "the confidence level") / 2) * sd / width) ** 2)


def detectable(games: int, sd: float, level: float = LEVEL, power: float = 0.8) -> float:
    """The difference of a mean from a fixed value that a two-sided test finds with the given power."""
    reach = normal_quantile(0.5 + check_rate(level, "the confidence level") / 2) + normal_quantile(
        check_rate(power, "the power"))
    return reach * sd / math.sqrt(games)


def games_for_difference(difference: float, sd: float, level: float = LEVEL, power: float = 0.8) -> int:
    """Games that a two-sided test needs to find such a difference with the given power."""
    if not difference > 0:
        raise UsageError(f"a difference to be found must be above 0, not {difference:g}")
    return math.ceil((detectable(1, sd, level, power) / difference) ** 2)


def planned(players: int) -> dict[str, float]:
    """What an experiment measures, and the standard deviation of one game that is planned with."""
    return {"win share": share_sd(players), "score margin": MARGIN_SD, "mean score": SCORE_SD}


def plan_figures(games: int, players: int, arms: int = 1, names: Sequence[str] = COMPARED) -> dict[str, Any]:
    """What so many games per arm buy; a difference of two arms has the error of both.

    Parameters
    ----------
    games : int
        Games of each arm.
    players : int
    arms : int
        1 for a mean against a fixed value, 2 for a difference of two arms.
    names : sequence of str
        Keys of ``planned``.
    """
    factor = math.sqrt(arms)
    rows = [{"quantity": name, "sd": planned(players)[name], "half_width": half_width(games, factor * sd),
             "detectable": detectable(games, factor * sd)}
            for name, sd in planned(players).items() if name in names]
    return {"games": games, "players": players, "arms": arms, "quantities": rows}


def plan_line(games: int, players: int, arms: int = 1, names: Sequence[str] = COMPARED) -> str:
    """The line that commands print before they play; arguments as ``plan_figures``."""
    parts = []
    for row in plan_figures(games, players, arms, names)["quantities"]:
        share = "share" in row["quantity"]
        scale, unit = (100, " points") if share else (1, "")
        if share and row["detectable"] > 1:  # more than any share can differ
            continue
        parts.append(f"{row['quantity']} to within {scale * row['half_width']:.2f}{unit} "
                     f"({scale * row['detectable']:.2f} is found 8 times in 10)")
    of_each = " of each arm" if arms > 1 else ""
    verb = "buys" if games == 1 else "buy"
    return f"{counted(games, 'game')}{of_each} {verb} at least: {', '.join(parts)}"
