"""Estimates with standard errors and intervals, from exact integer sums.

``Moments`` holds the sums and cross products of integer vectors, one vector per independent unit (a deal). All
estimates here are functions of such sums, so they do not depend on the order, the chunks or the shards of a run.
"""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any

import numpy as np

LEVEL = 0.95
FEW_UNITS = 30  # independent units below which intervals and tests are rough


def normal_quantile(probability: float) -> float:
    from scipy.special import ndtri

    return float(ndtri(probability))


def normal_p(z: float) -> float:
    """Two-sided p value of a standard normal statistic."""
    return math.erfc(abs(z) / math.sqrt(2))


def student_quantile(probability: float, df: float) -> float:
    """Quantile of Student's t; the normal one for an infinite number of degrees of freedom."""
    from scipy.special import stdtrit

    return normal_quantile(probability) if math.isinf(df) else float(stdtrit(df, probability))


@dataclass(frozen=True)
class Estimate:
    """A figure with its standard error.

    Parameters
    ----------
    value : float
    se : float
        Standard error.
    n : int
        Observations (games, zoos) behind the value.
    units : int
        Independent units (deals) behind the standard error; the interval uses Student's t with ``units - 1``.
    share : bool
        A share of something, between 0 and 1: its interval is Wilson's at the effective sample size.
    """

    value: float
    se: float
    n: int
    units: int
    share: bool = False

    def interval(self, level: float = LEVEL) -> tuple[float, float]:
        """The confidence interval of the value."""
        t = student_quantile(0.5 + level / 2, self.units - 1)
        if self.share:
            return share_interval(self.value, self.se, self.units, t)
        return self.value - t * self.se, self.value + t * self.se

    @property
    def half_width(self) -> float:
        low, high = self.interval()
        return (high - low) / 2

    def p_value(self, null: float = 0.0) -> float:
        """Two-sided p value of the hypothesis that the true value is ``null``.

        Student's t. For a share the score test, whose acceptance region is the interval: it is below 5 % just where
        ``null`` lies outside. Where all units are exactly alike no spread is known; then the sign test,
        ``2 ** (1 - units)``.
        """
        from scipy.special import stdtr

        if self.value == null:
            return 1.0
        if self.share and 0 < null < 1:
            error = math.sqrt(null * (1 - null) / share_trials(self.value, self.se, self.units))
        elif self.se == 0:
            return math.ldexp(1.0, 1 - self.units)
        else:
            error = self.se
        return float(2 * stdtr(self.units - 1, -abs(self.value - null) / error))

    def figures(self) -> dict[str, Any]:
        """Plain numbers, ready for JSON."""
        return {"value": self.value, "se": self.se, "interval_95": list(self.interval()), "n": self.n,
                "deals": self.units}


def figures(estimate: Estimate | None) -> dict[str, Any] | None:
    """``estimate.figures()``; ``None`` where there is too little data."""
    return None if estimate is None else estimate.figures()


def share_interval(p: float, se: float, units: int, z: float) -> tuple[float, float]:
    """Wilson's interval of a share that has the standard error ``se``, ends within 0 and 1; see ``share_trials``."""
    from arknova_fast.report.summary import wilson

    trials = share_trials(p, se, units)
    found = wilson(p * trials, trials, z)
    assert found is not None
    return found


def share_trials(p: float, se: float, units: int) -> float:
    """The number of independent trials at which a share would have the standard error ``se``.

    One unit of the largest possible variance is added before, so that a few equal units do not look like certainty;
    where the share is 0 or 1 every unit counts as one trial.
    """
    spread = p * (1 - p)
    if spread <= 0:
        return float(units)
    variance = (units * se * se * (units - 1) + spread) / units
    return units * spread / variance


class Moments:
    """Sums and cross products of integer vectors, exact.

    Parameters
    ----------
    size : int
        Length of the vectors.

    Examples
    --------
    >>> moments = Moments(2)
    >>> moments.add(np.array([[1, 2], [3, 4]]))
    >>> moments.n, moments.sums.tolist(), moments.products.tolist()
    (2, [4, 6], [[10, 14], [14, 20]])
    """

    def __init__(self, size: int):
        self.n = 0
        # Python integers inside: sums of squares of a long run would leave 64 bits.
        self.sums = np.zeros(size, object)
        self.products = np.zeros((size, size), object)

    def add(self, vectors: np.ndarray) -> None:
        """Add integer vectors, shape (units, size), entries below 2**24 in size."""
        vectors = np.asarray(vectors, np.int64)
        self.n += len(vectors)
        self.sums += vectors.sum(0).astype(object)
        self.products += (vectors.T @ vectors).astype(object)

    def merge(self, other: Moments) -> None:
        """Add what another one holds."""
        self.n += other.n
        self.sums = self.sums + other.sums
        self.products = self.products + other.products


def ratio(moments: Moments, top: int, bottom: int, scale: float = 1.0, share: bool = False) -> Estimate | None:
    """The mean ``sum(top) / sum(bottom)`` of clustered observations, with a cluster-robust standard error.

    Parameters
    ----------
    moments : Moments
        One vector per cluster.
    top, bottom : int
        Components: the sum of the observations of the cluster, and their number.
    scale : float
        The unit of the observations (12 where they are counted in twelfths).
    share : bool
        See ``Estimate``.

    Returns
    -------
    Estimate or None
        ``None`` below two clusters or without observations.
    """
    return contrast(moments, [(1.0, top, bottom)], scale, share)


def contrast(moments: Moments, terms: Sequence[tuple[float, int, int]], scale: float = 1.0,
             share: bool = False) -> Estimate | None:
    """A weighted sum of ratios of the same clusters: a difference of two paired means, for example.

    Parameters
    ----------
    terms : sequence of (float, int, int)
        Weight and the two components of each ratio, as in ``ratio``.

    Notes
    -----
    Linearisation (the delta method): a cluster contributes ``w * (top - mean * bottom) / sum(bottom)`` for each term,
    and the clusters are independent. With one cluster size this is the standard error of the mean of the cluster
    means; with one term it equals the cluster-robust covariance of a regression on a constant (HC with G / (G - 1)).
    """
    counts = [int(moments.sums[bottom]) for _, _, bottom in terms]
    if moments.n < 2 or min(counts) <= 0:
        return None
    # Rational numbers until the last step: units that are all alike have a standard error of exactly 0.
    value, weights = Fraction(0), dict.fromkeys(chain.from_iterable(term[1:] for term in terms), Fraction(0))
    for (w, top, bottom), count in zip(terms, counts, strict=True):
        mean = Fraction(int(moments.sums[top]), count)
        value += Fraction(w) * mean
        weights[top] += Fraction(w) / count
        weights[bottom] -= Fraction(w) * mean / count
    squares = sum(weights[i] * weights[j] * int(moments.products[i, j]) for i in weights for j in weights)
    se = math.sqrt(squares * moments.n / (moments.n - 1))
    return Estimate(float(value) / scale, se / scale, min(counts), moments.n, share)


def mean_estimate(values: np.ndarray, clusters: np.ndarray | None = None) -> Estimate | None:
    """The mean of integer or floating values with its standard error, cluster-robust when clusters are given.

    Parameters
    ----------
    values : numpy.ndarray
        Shape (n,).
    clusters : numpy.ndarray, optional
        Shape (n,): the independent unit of each value; without it every value is one.
    """
    values = np.asarray(values, float)
    if clusters is None:
        index, units = np.arange(len(values)), len(values)
    else:
        names, index = np.unique(clusters, return_inverse=True)
        units = len(names)
    if units < 2:
        return None
    mean = float(values.mean())
    residuals = np.bincount(index, values - mean, units)
    se = math.sqrt(units / (units - 1) * float(residuals @ residuals)) / len(values)
    return Estimate(mean, se, len(values), units)


def paired_difference(a: np.ndarray, b: np.ndarray) -> Estimate | None:
    """The mean of ``a - b`` for values of the same deals, shape (deals,)."""
    return mean_estimate(np.asarray(a, float) - np.asarray(b, float))
