"""Pairs of games: figures worked by hand, and the error rates of the sequential test in simulation."""
from __future__ import annotations

import math

import numpy as np
import pytest

from arknova_fast.analysis.pentanomial import (
    SCORES,
    Sprt,
    elo_figures,
    elo_of,
    log_likelihood_ratio,
    mean_of_pairs,
    pair_counts,
    share_of,
    tilted,
)
from arknova_fast.analysis.stats import Estimate
from arknova_fast.errors import UsageError

# Chances of the five outcomes of a pair between equal players, correlated within the pair.
EQUAL = np.array([0.15, 0.1, 0.5, 0.1, 0.15])


def chances(elo: float) -> np.ndarray:
    """The outcomes of pairs whose expected share of points is that of an Elo difference."""
    shift = (share_of(elo) - 0.5) / (SCORES @ SCORES - 5 * 0.25)
    found = EQUAL + shift * (SCORES - 0.5)
    assert found @ SCORES == pytest.approx(share_of(elo)) and found.min() > 0
    return found


def test_points_in_twelfths_are_counted_by_outcome() -> None:
    assert pair_counts(np.array([0, 6, 12, 12, 18, 24, 24])).tolist() == [1, 1, 2, 1, 2]


def test_mean_and_error_are_those_of_the_pairs() -> None:
    pairs = np.repeat(SCORES, [10, 20, 40, 25, 15])
    found = mean_of_pairs([10, 20, 40, 25, 15])
    assert found is not None and (found.n, found.units) == (220, 110)
    assert found.value == pytest.approx(pairs.mean())
    assert found.se == pytest.approx(pairs.std(ddof=1) / math.sqrt(110))
    assert mean_of_pairs([0, 0, 1, 0, 0]) is None


def test_elo_is_the_logistic_curve_and_back() -> None:
    assert elo_of(10 / 11) == pytest.approx(400)
    assert elo_of(0.5) == 0
    assert share_of(elo_of(0.37)) == pytest.approx(0.37)
    assert elo_of(1.0) is None


def test_a_sweep_has_an_elo_bounded_from_below_only() -> None:
    found = elo_figures(Estimate(1.0, 0.0, 40, 20, True))
    assert found["value"] is None and found["interval_95"][1] is None
    assert found["interval_95"][0] > 200


def test_pentanomial_intervals_cover_the_truth() -> None:
    rng = np.random.default_rng(1)
    p = chances(20)
    trials = 3000
    covered = 0
    for counts in rng.multinomial(200, p, trials):
        found = mean_of_pairs(counts)
        assert found is not None
        low, high = found.interval()
        covered += low <= p @ SCORES <= high
    assert 0.937 <= covered / trials <= 0.963


def test_the_tilted_distribution_has_its_mean_and_is_the_most_likely_one() -> None:
    from scipy.optimize import minimize

    weights = np.array([0.1, 0.2, 0.3, 0.25, 0.15])
    found = tilted(weights, 0.6)
    assert found.sum() == pytest.approx(1) and found @ SCORES == pytest.approx(0.6)
    direct = minimize(lambda p: -(weights @ np.log(p)), weights, method="SLSQP", bounds=[(1e-6, 1)] * 5, tol=1e-12,
                      constraints=[{"type": "eq", "fun": lambda p: p.sum() - 1},
                                   {"type": "eq", "fun": lambda p: p @ SCORES - 0.6}]).x
    assert found == pytest.approx(direct, abs=1e-4)


def test_the_likelihood_ratio_of_win_or_loss_pairs_is_that_of_the_binomial() -> None:
    """With pairs of 0 or 2 points only, the generalised ratio is the exact one of Wald's test."""
    expected = 60 * math.log(0.6 / 0.5) + 40 * math.log(0.4 / 0.5)
    assert log_likelihood_ratio([40, 0, 0, 0, 60], 0.5, 0.6) == pytest.approx(expected, abs=0.01)


def test_bounds_are_walds() -> None:
    assert Sprt(0, 5, alpha=0.05, beta=0.1).bounds == pytest.approx((math.log(0.1 / 0.95), math.log(0.9 / 0.05)))
    assert Sprt(0, 5).decision([0, 0, 0, 0, 0]) is None


@pytest.mark.parametrize("arguments", [(5, 0), (5, 5), (math.nan, 1), (0, 5, 0.7), (0, 5, 0.05, 0)])
def test_wrong_tests_are_refused(arguments: tuple[float, ...]) -> None:
    with pytest.raises(UsageError):
        Sprt(*arguments)


@pytest.mark.parametrize(("elo", "wrong"), [(0, "H1"), (60, "H0")])
def test_the_sequential_test_errs_no_more_than_stated(elo: float, wrong: str) -> None:
    """Looks after every 10 pairs; 5 % of 400 runs err with a standard deviation of 1.1 points."""
    test = Sprt(0, 60, 0.05, 0.05)
    rng = np.random.default_rng(int(elo))
    errors = 0
    for _ in range(400):
        counts = np.zeros(5, int)
        decision = None
        while decision is None and counts.sum() < 5000:
            counts += rng.multinomial(10, chances(elo))
            decision = test.decision(counts)
        assert decision is not None
        errors += decision == wrong
    assert errors / 400 <= 0.05 + 3 * 0.011
