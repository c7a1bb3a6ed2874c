"""How many games buy which precision, before a run.

All figures are for means of independent games with a known standard deviation (normal approximation). Pairing by deal
makes real intervals narrower, so they err on the safe side.
"""
from __future__ import annotations

import math
from typing import Any

from arknova_fast.analysis.stats import LEVEL, normal_quantile
from arknova_fast.errors import UsageError

# Standard deviation of a score margin that is planned with when nothing better is known; docs/methods.md says whence.
MARGIN_SD = 40.0


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


def plan_figures(games: int, players: int, arms: int = 1) -> dict[str, Any]:
    """What so many games per arm are planned to buy; a comparison of two arms has the error of both.

    Parameters
    ----------
    games : int
        Games of each arm.
    players : int
    arms : int
        1 for a mean against a fixed value, 2 for a difference of two arms.
    """
    factor = math.sqrt(arms)
    share, margin = factor * share_sd(players), factor * MARGIN_SD
    return {
        "games": games, "players": players,
        "share_half_width": half_width(games, share), "share_detectable": detectable(games, share),
        "margin_half_width": half_width(games, margin), "margin_detectable": detectable(games, margin),
    }  # fmt: skip


def plan_line(games: int, players: int, arms: int = 1) -> str:
    """The line that commands print before they play."""
    plan = plan_figures(games, players, arms)
    return (f"{games:,} games buy at least: win share to within {100 * plan['share_half_width']:.2f} points, score "
            f"margin to within {plan['margin_half_width']:.2f} (95 %); a share {100 * plan['share_detectable']:.2f} "
            "points off is found 8 times in 10")
