"""Many estimates at once: which of them are flagged, and how far the extreme ones are believed."""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from arknova_fast.analysis.stats import LEVEL, Estimate, normal_quantile
from arknova_fast.errors import UsageError


def benjamini_hochberg(p_values: np.ndarray, rate: float = 0.05) -> tuple[np.ndarray, np.ndarray]:
    """Which of many hypotheses to reject so that the expected share of false rejections is at most ``rate``.

    Returns
    -------
    flagged : numpy.ndarray
        Booleans in the order given; NaN p values are never flagged and do not count as hypotheses.
    adjusted : numpy.ndarray
        Adjusted p values (NaN stays NaN).
    """
    p_values = np.asarray(p_values, float)
    flagged, adjusted = np.zeros(len(p_values), bool), np.full(len(p_values), np.nan)
    known = ~np.isnan(p_values)
    if known.any():
        from statsmodels.stats.multitest import fdrcorrection

        flagged[known], adjusted[known] = fdrcorrection(p_values[known], rate)
    return flagged, adjusted


def flags(estimates: Sequence[Estimate | None], null: float = 0.0, rate: float = 0.05) -> list[dict[str, Any]]:
    """Which of many estimates differ from ``null``, by Benjamini and Hochberg: plain values, ready for JSON."""
    p_values = [math.nan if estimate is None else estimate.p_value(null) for estimate in estimates]
    flagged, adjusted = benjamini_hochberg(np.array(p_values), rate)
    return [{"p_adjusted": None if math.isnan(p) else float(p), "flagged": bool(flag)}
            for p, flag in zip(adjusted, flagged, strict=True)]


@dataclass(frozen=True)
class Shrunk:
    """Estimates pulled toward their common mean; arrays of shape (n,), NaN where there was no estimate."""

    value: np.ndarray
    se: np.ndarray
    mean: float
    tau: float

    def interval(self, level: float = LEVEL) -> tuple[np.ndarray, np.ndarray]:
        z = normal_quantile(0.5 + level / 2)
        return self.value - z * self.se, self.value + z * self.se


def shrink(values: np.ndarray, errors: np.ndarray) -> Shrunk:
    """Empirical Bayes for many estimates of the same kind (normal-normal model).

    The true values are taken to spread around a common mean with standard deviation tau, both estimated from all
    estimates (Paule and Mandel); each estimate then moves toward the mean by its share of noise
    ``se**2 / (se**2 + tau**2)``.

    Parameters
    ----------
    values, errors : numpy.ndarray
        Estimates and their standard errors, shape (n,). NaN, infinite or zero errors: no estimate.

    Raises
    ------
    UsageError
        With fewer than three estimates.
    """
    from statsmodels.stats.meta_analysis import combine_effects

    values, errors = np.asarray(values, float), np.asarray(errors, float)
    known = np.isfinite(values) & np.isfinite(errors) & (errors > 0)
    if known.sum() < 3:
        raise UsageError(f"shrinkage needs at least 3 estimates with a standard error, not {known.sum()}")
    found = combine_effects(values[known], errors[known] ** 2, method_re="iterated")
    tau2 = max(0.0, float(found.tau2))
    weights = 1 / (errors[known] ** 2 + tau2)
    mean = float(weights @ values[known] / weights.sum())
    keep = tau2 / (tau2 + errors**2)
    value = np.where(known, mean + keep * (values - mean), np.nan)
    # The last term: the common mean is an estimate too.
    variance = keep * errors**2 + (1 - keep) ** 2 / weights.sum()
    return Shrunk(value, np.where(known, np.sqrt(variance), np.nan), mean, math.sqrt(tau2))
