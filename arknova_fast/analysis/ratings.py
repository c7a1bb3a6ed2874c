"""Strengths of entrants (policies, maps) from the games of many line-ups, with the effect of the seat taken out.

The model is that of Bradley and Terry, for more players the first choice of Plackett and Luce: an entrant e in seat s
wins with a probability proportional to ``exp(strength[e] + seat[s])``. Shared wins enter as fractions.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from arknova_fast.analysis.pentanomial import ELO_SCALE
from arknova_fast.analysis.stats import LEVEL, Moments, normal_p, normal_quantile
from arknova_fast.errors import UsageError

# Each entrant also drew so many virtual games against one of mean strength: without them one that won or lost every
# game would have no finite strength. Beside thousands of games it moves nothing that the errors would show.
PRIOR = 1.0
# With fewer points won, or lost, than this the spread between games says little about the error (it is 0 for an
# entrant that lost every game); the errors of all entrants are then those of the model.
FEW = 20


@dataclass(frozen=True)
class Strengths:
    """Fitted strengths; natural logarithms, each family sums to 0.

    Parameters
    ----------
    value : numpy.ndarray
        Strength of each entrant, shape (entrants,).
    covariance : numpy.ndarray
        Of the strengths, shape (entrants, entrants).
    seats : numpy.ndarray
        Effect of each seat, shape (players,).
    seat_covariance : numpy.ndarray
        Shape (players, players).
    robust : bool
        The covariances come from the spread between independent units, not from the model (see ``FEW``).
    """

    value: np.ndarray
    covariance: np.ndarray
    seats: np.ndarray
    seat_covariance: np.ndarray
    robust: bool = True

    @property
    def se(self) -> np.ndarray:
        return np.sqrt(np.diag(self.covariance))

    def differences(self) -> tuple[np.ndarray, np.ndarray]:
        """All differences ``strength[i] - strength[j]`` and their standard errors, shape (entrants, entrants)."""
        variance = np.diag(self.covariance)
        spread = variance[:, None] + variance[None, :] - 2 * self.covariance
        return self.value[:, None] - self.value[None, :], np.sqrt(np.maximum(spread, 0))

    def elo(self, level: float = LEVEL) -> list[dict[str, Any]]:
        """Strength of each entrant on the Elo scale (0 is the mean), with standard error and interval."""
        return [elo_of_strength(value, se, level) for value, se in zip(self.value, self.se, strict=True)]

    def over(self, first: int, second: int) -> dict[str, Any]:
        """By how much the first entrant is stronger than the second, as ``elo``; known better than either rating."""
        gap, error = self.differences()
        return elo_of_strength(gap[first, second], error[first, second], LEVEL)


def elo_of_strength(value: float, se: float, level: float) -> dict[str, Any]:
    z = normal_quantile(0.5 + level / 2)
    return {"elo": float(ELO_SCALE * value), "se": float(ELO_SCALE * se),
            "interval_95": [float(ELO_SCALE * (value - z * se)), float(ELO_SCALE * (value + z * se))]}


class Design:
    """Line-ups as regression rows over a basis in which strengths, and seat effects, sum to 0.

    Parameters
    ----------
    lineups : numpy.ndarray
        Entrant in each seat, integers of shape (line-ups, players).
    n_entrants : int
    """

    def __init__(self, lineups: np.ndarray, n_entrants: int):
        self.n_entrants, self.players = n_entrants, lineups.shape[1]
        width = n_entrants + self.players
        plain = np.zeros((*lineups.shape, width))
        rows, seats = np.indices(lineups.shape)
        plain[rows, seats, lineups] = 1
        plain[rows, seats, n_entrants + seats] += 1
        self.basis = np.zeros((width, width - 2))
        self.basis[:n_entrants, : n_entrants - 1] = centred(n_entrants)
        self.basis[n_entrants:, n_entrants - 1 :] = centred(self.players)
        self.rows = plain @ self.basis

    def shares(self, beta: np.ndarray) -> np.ndarray:
        """Expected win share of each seat of each line-up."""
        power = self.rows @ beta
        power = np.exp(power - power.max(1, keepdims=True))
        return power / power.sum(1, keepdims=True)


def centred(n: int) -> np.ndarray:
    """An orthonormal basis of the vectors of length n that sum to 0, shape (n, n - 1)."""
    return np.linalg.svd(np.eye(n) - 1 / n)[0][:, : n - 1]


def fit_strengths(
    lineups: np.ndarray,
    points: np.ndarray,
    games: np.ndarray,
    n_entrants: int,
    spread: Moments | np.ndarray,
    *,
    unit: float = 1.0,
    prior: float = PRIOR,
) -> Strengths:
    """Maximum likelihood strengths with a covariance that is robust to what the games of a deal have in common.

    Parameters
    ----------
    lineups : numpy.ndarray
        Entrant in each seat, integers of shape (line-ups, players).
    points : numpy.ndarray
        Win points of each seat, in ``1 / unit`` of a win, shape (line-ups, players).
    games : numpy.ndarray
        Finished games of each line-up, shape (line-ups,).
    n_entrants : int
    spread : Moments or numpy.ndarray
        The cross products of the counts behind points and games. Moments: one vector per deal, line-up by line-up the
        points of the seats and the number of games (deals are independent, line-ups of a deal are not). An array of
        shape (blocks, k, k): the same products within each block of as many consecutive line-ups, summed over the
        deals of the block (all deals are independent, the line-ups of a block share theirs); with one line-up per
        block all games are independent.
    unit : float
        What one win counts in ``points``.
    prior : float
        Virtual drawn games of each entrant, see ``PRIOR``.

    Raises
    ------
    UsageError
        If the line-ups do not connect all entrants and seats.
    """
    from scipy.optimize import minimize

    design = Design(lineups, n_entrants)
    won, played = np.asarray(points, float) / unit, np.asarray(games, float)
    entrants = design.basis[:n_entrants]

    def loss(beta: np.ndarray) -> float:
        strength = entrants @ beta
        virtual = np.logaddexp(0, strength) + np.logaddexp(0, -strength)
        return -float((won * np.log(design.shares(beta))).sum()) + prior * float(virtual.sum()) / 2

    def slope(beta: np.ndarray) -> np.ndarray:
        short = played[:, None] * design.shares(beta) - won
        return np.einsum("ls,lsb->b", short, design.rows) + prior * np.tanh(entrants @ beta / 2) @ entrants / 2

    def bend(beta: np.ndarray) -> np.ndarray:
        return information(design, beta, played) + prior * virtual_information(entrants, beta)

    size = design.basis.shape[1]
    # Without the virtual games, which would give a strength to whatever the games leave open.
    if np.linalg.matrix_rank(information(design, np.zeros(size), played), tol=1e-9 * max(1.0, played.sum())) < size:
        raise UsageError("the games do not connect all entrants and seats; let every entrant play in several seats")
    beta = minimize(loss, np.zeros(size), jac=slope, hess=bend, method="trust-exact",
                    options={"gtol": 1e-9 * max(1.0, played.sum())}).x
    inverse = np.linalg.inv(bend(beta))
    robust = not few_points(lineups, won, played, n_entrants)
    inner = inverse @ meat(design, beta, spread, unit) @ inverse if robust else inverse
    whole = design.basis @ inner @ design.basis.T
    value = design.basis @ beta
    return Strengths(value[:n_entrants], whole[:n_entrants, :n_entrants], value[n_entrants:],
                     whole[n_entrants:, n_entrants:], robust)


def few_points(lineups: np.ndarray, won: np.ndarray, played: np.ndarray, n_entrants: int) -> bool:
    """Did an entrant win, or lose, almost nothing?"""
    points = np.bincount(lineups.ravel(), won.ravel(), n_entrants)
    games = np.bincount(lineups.ravel(), np.repeat(played, lineups.shape[1]), n_entrants)
    return bool(np.minimum(points, games - points).min() < FEW)


def information(design: Design, beta: np.ndarray, played: np.ndarray) -> np.ndarray:
    shares = design.shares(beta)
    gaps = design.rows - np.einsum("ls,lsb->lb", shares, design.rows)[:, None, :]
    return np.einsum("l,ls,lsb,lsc->bc", played, shares, gaps, gaps, optimize=True)


def virtual_information(entrants: np.ndarray, beta: np.ndarray) -> np.ndarray:
    drawn = 1 / (4 * np.cosh(entrants @ beta / 2) ** 2)
    return entrants.T @ (drawn[:, None] * entrants)


def meat(design: Design, beta: np.ndarray, spread: Moments | np.ndarray, unit: float) -> np.ndarray:
    """The middle of the sandwich: the variance of the slope, from the spread between independent units."""
    shares = design.shares(beta)
    counts = -np.einsum("ls,lsb->lb", shares, design.rows)[:, None, :]
    weights = np.concatenate([design.rows / unit, counts], axis=1)
    if isinstance(spread, Moments):
        flat = weights.reshape(-1, weights.shape[2])
        return flat.T @ spread.products.astype(float) @ flat * (spread.n / (spread.n - 1))
    blocks = weights.reshape(len(spread), -1, weights.shape[2])
    return np.einsum("lib,lij,ljc->bc", blocks, np.asarray(spread, float), blocks, optimize=True)


def tiers(strengths: Strengths, rate: float = 0.05) -> np.ndarray:
    """The tier of each entrant, 0 the best: a border only where the data support it.

    In the order of strength, a border stands between two places where every entrant above is stronger than every
    entrant below in a test at the level ``rate`` for all pairs together (Holm).
    """
    from statsmodels.stats.multitest import multipletests

    n = len(strengths.value)
    order = np.argsort(-strengths.value, kind="stable")
    gap, error = strengths.differences()
    firsts, seconds = np.triu_indices(n, 1)
    p = np.array([normal_p(gap[i, j] / error[i, j]) if error[i, j] > 0 else float(gap[i, j] == 0)
                  for i, j in zip(firsts, seconds, strict=True)])
    stronger = np.zeros((n, n), bool)
    if len(p):
        stronger[firsts, seconds] = stronger[seconds, firsts] = multipletests(p, rate, method="holm")[0]
    stronger = stronger[np.ix_(order, order)]
    found = np.zeros(n, int)
    tier = 0
    for place in range(1, n):
        tier += bool(stronger[:place, place:].all())
        found[order[place]] = tier
    return found


def holm_tiers(strengths: Strengths, names: Sequence[str]) -> list[list[str]]:
    """The names of each tier, best first."""
    place = tiers(strengths)
    order = np.argsort(-strengths.value, kind="stable")
    return [[names[i] for i in order if place[i] == tier] for tier in range(int(place.max()) + 1)]
