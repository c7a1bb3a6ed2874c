"""Pairs of games of the same deal with the seats swapped: pentanomial figures, Elo, the sequential test.

The five outcomes of a pair are 0, 1/2, 1, 3/2 and 2 points for the first player. Their variance is that of the pairs,
so the luck of the deal that helps a seat cancels; treating the games as independent would overstate the error.
"""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from arknova_fast.analysis.paired import UNIT
from arknova_fast.analysis.stats import Estimate
from arknova_fast.errors import UsageError

OUTCOMES = (0.0, 0.5, 1.0, 1.5, 2.0)
SCORES = np.array(OUTCOMES) / 2  # share of the points of a pair
ELO_SCALE = 400 / math.log(10)
# Empty cells of a pair count get this many pairs in the likelihood ratio, so that it exists from the first look on.
REGULARISATION = 1e-3


def pair_counts(points: np.ndarray) -> np.ndarray:
    """Count the pairs by outcome from their points in twelfths, shape (5,)."""
    found = np.bincount(np.asarray(points) // (UNIT // 2), minlength=5)
    return found.astype(np.int64)


def mean_of_pairs(counts: Sequence[int]) -> Estimate | None:
    """The share of points of the first player, from pentanomial counts."""
    n = int(sum(counts))
    if n < 2:
        return None
    total = sum(i * int(count) for i, count in enumerate(counts))
    squares = sum(i * i * int(count) for i, count in enumerate(counts))
    variance = (n * squares - total * total) / (16 * n * (n - 1))
    return Estimate(total / (4 * n), math.sqrt(variance / n), 2 * n, n, share=True)


def elo_of(share: float) -> float | None:
    """The Elo difference at which this share of points is expected (logistic curve); ``None`` at 0 and 1."""
    return ELO_SCALE * math.log(share / (1 - share)) if 0 < share < 1 else None


def share_of(elo: float) -> float:
    """The share of points expected at an Elo difference.

    Examples
    --------
    >>> round(share_of(400), 4)
    0.9091
    """
    return 1 / (1 + math.exp(-elo / ELO_SCALE))


def elo_figures(share: Estimate) -> dict[str, Any]:
    """Elo difference with the interval of the share carried over; ``None`` for an end that is unbounded."""
    return {"value": elo_of(share.value), "interval_95": [elo_of(end) for end in share.interval()]}


def tilted(weights: np.ndarray, mean: float) -> np.ndarray:
    """The distribution over ``SCORES`` that is most likely given the counts among those of the given mean.

    It is ``weights / (1 + x * (score - mean))`` with the x at which its mean is right (Owen's empirical likelihood).
    """
    from scipy.optimize import brentq

    gap = SCORES - mean

    def off(x: float) -> float:
        return float((weights * gap / (1 + x * gap)).sum())

    # All masses are positive between the poles, where the sum falls from +inf to -inf.
    low, high = -1 / gap.max(), -1 / gap.min()
    edge = 1e-9 * (high - low)
    return weights / (1 + brentq(off, low + edge, high - edge, xtol=1e-14, rtol=1e-13) * gap)


def log_likelihood_ratio(counts: Sequence[int], share0: float, share1: float) -> float:
    """Generalised log-likelihood ratio of an expected share of ``share1`` against ``share0``.

    The distribution over the five outcomes is unknown: under each hypothesis it is the most likely one with the given
    mean (generalised sequential probability ratio test, Van den Bergh).
    """
    raw = np.asarray(counts, float)
    n = raw.sum()
    if n == 0:
        return 0.0
    raw = np.where(raw == 0, REGULARISATION, raw)
    weights = raw / raw.sum()
    return float(n * (weights * np.log(tilted(weights, share1) / tilted(weights, share0))).sum())


@dataclass(frozen=True)
class Sprt:
    """Wald's sequential test of two Elo differences with stated error rates.

    Parameters
    ----------
    elo0, elo1 : float
        The hypotheses H0 and H1, ``elo0 < elo1``.
    alpha, beta : float
        Chance to accept H1 although H0 is true, and H0 although H1 is true; upper bounds up to the overshoot of the
        last step (Wald), approached as the pairs become many.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and -2000 <= self.elo0 < self.elo1 <= 2000):
            raise UsageError(f"a sequential test needs two Elo differences, the smaller one first, from -2000 to 2000, "
                             f"not {self.elo0:g} and {self.elo1:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise UsageError(f"error rates must lie between 0 and 0.5, not {self.alpha:g} and {self.beta:g}")

    @property
    def bounds(self) -> tuple[float, float]:
        """Log-likelihood ratios at which H0 and H1 are accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Sequence[int]) -> float:
        return log_likelihood_ratio(counts, share_of(self.elo0), share_of(self.elo1))

    def decision(self, counts: Sequence[int]) -> str | None:
        """``"H0"``, ``"H1"``, or ``None`` as long as neither bound is reached."""
        ratio = self.ratio(counts)
        low, high = self.bounds
        return "H0" if ratio <= low else "H1" if ratio >= high else None

    def figures(self, counts: Sequence[int]) -> dict[str, Any]:
        return {"elo0": self.elo0, "elo1": self.elo1, "alpha": self.alpha, "beta": self.beta,
                "ratio": self.ratio(counts), "bounds": list(self.bounds), "accepted": self.decision(counts)}

