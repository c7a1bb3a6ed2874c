"""Power against price: which cards give more or less than what they cost lets expect.

The value of the cards of one kind is regressed on their price by robust regression (Huber's M-estimate), so that a
few odd cards do not move the line; the residual of a card is what it gives beyond its price.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from arknova_fast.analysis.many import benjamini_hochberg
from arknova_fast.analysis.stats import Estimate

# What a card of a kind asks for besides the conditions, the first one is the price on the plot.
TERMS = {"animal": ("cost", "size", "conditions"), "sponsor": ("level", "conditions")}
LEAST = 12  # cards of a kind below which no line is fitted


def conditions_of(card: dict[str, Any]) -> int:
    """How many conditions a card has: icons, partner zoos, an upgraded action, reputation, little appeal, rock, water.

    Examples
    --------
    >>> conditions_of({"rock": 1, "water": 0, "requires": {"icons": {"science": 2}, "partner_zoo": True}})
    4
    """
    needs = card.get("requires", {})
    count = sum(needs.get("icons", {}).values()) + int(needs.get("partner_zoo", 0)) + needs.get("partner_zoos", 0)
    count += bool(needs.get("upgraded")) + bool(needs.get("reputation")) + (needs.get("max_appeal") is not None)
    return int(count + bool(card.get("rock")) + bool(card.get("water")))


def price_of(kind: str, card: dict[str, Any]) -> dict[str, int] | None:
    """The terms of the regression for a card; ``None`` for kinds without a price."""
    if kind == "animal":
        return {"cost": card["cost"], "size": card["size"] or 0, "conditions": conditions_of(card)}
    if kind == "sponsor":
        return {"level": card["level"], "conditions": conditions_of(card)}
    return None


@dataclass(frozen=True)
class PriceLine:
    """The line of one kind and the residuals of its cards.

    Parameters
    ----------
    terms : tuple of str
    coefficients : dict of Estimate
        By term, ``"constant"`` among them: value per unit of the term.
    residuals : list of Estimate
        In the order of the cards; the standard error covers the value and the line.
    flagged : numpy.ndarray
        Residuals that stand out (Benjamini-Hochberg at 5 %).
    adjusted : numpy.ndarray
        Their adjusted p values.
    """

    terms: tuple[str, ...]
    coefficients: dict[str, Estimate]
    residuals: list[Estimate]
    flagged: np.ndarray
    adjusted: np.ndarray


def price_line(kind: str, prices: list[dict[str, int]], values: list[Estimate]) -> PriceLine | None:
    """Fit the line of one kind; ``None`` with too few cards or where all cards cost the same."""
    from statsmodels.robust.norms import HuberT
    from statsmodels.robust.robust_linear_model import RLM

    if len(values) < LEAST:
        return None
    terms = [name for name in TERMS[kind] if len({price[name] for price in prices}) > 1]
    x = np.array([[1.0, *(price[name] for name in terms)] for price in prices])
    if np.linalg.matrix_rank(x) < x.shape[1] or not terms:
        return None
    y, se = np.array([value.value for value in values]), np.array([value.se for value in values])
    fit = RLM(y, x, M=HuberT()).fit()
    covariance = np.asarray(fit.bcov_scaled)
    errors = np.sqrt(se**2 + np.einsum("ij,jk,ik->i", x, covariance, x))
    units = [value.units for value in values]
    residuals = [Estimate(float(r), float(e), value.n, n)
                 for r, e, value, n in zip(y - x @ fit.params, errors, values, units, strict=True)]
    flagged, adjusted = benjamini_hochberg(np.array([residual.p_value() for residual in residuals]))
    coefficients = {name: Estimate(float(b), float(e), len(y), len(y) - x.shape[1] + 1)
                    for name, b, e in zip(["constant", *terms], fit.params, fit.bse, strict=True)}
    return PriceLine(tuple(terms), coefficients, residuals, flagged, adjusted)
