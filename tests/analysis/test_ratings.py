"""Strengths against closed forms, statsmodels and known truths."""
from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from arknova_fast.analysis.ratings import Strengths, fit_strengths, holm_tiers, tiers
from arknova_fast.analysis.stats import Moments
from arknova_fast.errors import UsageError


def fit_games(lineups: np.ndarray, winners: np.ndarray, n_entrants: int, **options: float) -> Strengths:
    """Independent games: the line-up and the winning seat of each."""
    players = lineups.shape[1]
    kinds, index = np.unique(lineups, axis=0, return_inverse=True)
    vectors = np.concatenate([winners[:, None] == np.arange(players), np.ones((len(winners), 1), bool)], 1).astype(int)
    points = np.zeros((len(kinds), players + 1), int)
    np.add.at(points, index.ravel(), vectors)
    blocks = np.zeros((len(kinds), players + 1, players + 1))
    np.add.at(blocks, index.ravel(), vectors[:, :, None] * vectors[:, None, :])
    return fit_strengths(kinds, points[:, :-1], points[:, -1], n_entrants, blocks, **options)


def play(strength: np.ndarray, seat: np.ndarray, lineups: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    power = np.exp(strength[lineups] + seat)
    bound = np.cumsum(power / power.sum(1, keepdims=True), axis=1)
    return (rng.random(len(lineups))[:, None] > bound).sum(1)


def test_two_entrants_have_the_closed_form() -> None:
    """60 of 100 in the first seat and 70 of 100 in the second: log odds are strength gap plus or minus the seat gap."""
    lineups = np.array([[0, 1]] * 100 + [[1, 0]] * 100)
    winners = np.array([0] * 60 + [1] * 40 + [1] * 70 + [0] * 30)
    found = fit_games(lineups, winners, 2, prior=0.0)
    first, second = math.log(60 / 40), math.log(70 / 30)
    assert found.value[0] - found.value[1] == pytest.approx((first + second) / 2, abs=1e-6)
    assert found.seats[0] - found.seats[1] == pytest.approx((first - second) / 2, abs=1e-6)
    # Each log odds has variance 1 / (n p (1 - p)), and the model is saturated, so the sandwich adds nothing.
    error = math.sqrt(1 / 24 + 1 / 21) / 2
    assert found.differences()[1][0, 1] == pytest.approx(error, rel=1e-6)


def test_pairs_agree_with_the_robust_logistic_regression_of_statsmodels() -> None:
    import statsmodels.api as sm

    rng = np.random.default_rng(1)
    lineups = np.array([rng.permutation(4)[:2] for _ in range(600)])
    winners = play(np.array([0.6, 0.1, -0.2, -0.5]), np.array([0.15, -0.15]), lineups, rng)
    found = fit_games(lineups, winners, 4, prior=0.0)
    rows = np.zeros((600, 4))
    for column in range(3):  # entrant 3 is the reference
        rows[:, column] = (lineups[:, 0] == column).astype(int) - (lineups[:, 1] == column)
    rows[:, 3] = 1
    fit = sm.Logit(winners == 0, rows).fit(disp=0, cov_type="HC0")
    gap, error = found.differences()
    assert gap[:3, 3] == pytest.approx(fit.params[:3], abs=1e-5)
    assert error[:3, 3] == pytest.approx(fit.bse[:3], rel=1e-4)
    assert found.seats[0] - found.seats[1] == pytest.approx(fit.params[3], abs=1e-5)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_known_strengths_are_recovered_and_their_intervals_cover(players: int) -> None:
    strength = np.array([0.7, 0.3, 0.0, -0.3, -0.7])
    seat = np.linspace(0.3, -0.3, players)
    every = np.array(list(itertools.permutations(range(5), players)))
    covered, trials = 0, 60
    for trial in range(trials):
        rng = np.random.default_rng([players, trial])
        lineups = every[np.arange(1200) % len(every)]
        found = fit_games(lineups, play(strength, seat, lineups, rng), 5)
        covered += int((np.abs(found.value - strength) <= 1.96 * found.se).sum())
        assert np.abs(found.seats - seat).max() < 0.35
    # 300 intervals, correlated within a trial.
    assert 0.91 <= covered / (5 * trials) <= 0.985


def test_deals_with_a_common_luck_need_the_clustered_error() -> None:
    """Every deal is played twice with the same outcome: the error must be that of half as many games."""
    rng = np.random.default_rng(3)
    first = rng.random(500) < 0.55
    second = rng.random(500) < 0.5
    one = np.ones(500, int)
    lineups = np.array([[0, 1], [1, 0]])
    vectors = np.stack([first, ~first, one, second, ~second, one], 1).astype(int)
    errors = []
    for repeat in (1, 2):
        moments = Moments(6)
        moments.add(vectors * repeat)
        sums = moments.sums.astype(int).reshape(2, 3)
        errors.append(fit_strengths(lineups, sums[:, :2], sums[:, 2], 2, moments, prior=0.0).se[0])
    assert errors[1] == pytest.approx(errors[0], rel=1e-6)


def test_clustered_errors_are_those_of_the_clustered_logistic_regression() -> None:
    """Pairs of games of a deal with the seats swapped; a deal helps one entrant in both games."""
    import statsmodels.api as sm

    rng = np.random.default_rng(4)
    deals = 300
    luck = rng.normal(0, 1.5, deals)
    wins = rng.random((deals, 2)) < 1 / (1 + np.exp(-(0.4 + luck[:, None] + np.array([0.2, -0.2]))))
    one = np.ones(deals, int)
    vectors = np.stack([wins[:, 0], ~wins[:, 0], one, ~wins[:, 1], wins[:, 1], one], 1).astype(int)
    moments = Moments(6)
    moments.add(vectors)
    sums = moments.sums.astype(int).reshape(2, 3)
    found = fit_strengths(np.array([[0, 1], [1, 0]]), sums[:, :2], sums[:, 2], 2, moments, prior=0.0)
    # Entrant 0 wins; the second column is the seat it has.
    rows = np.stack([np.ones(2 * deals), np.tile([1.0, -1.0], deals)], 1)
    fit = sm.Logit(wins.ravel(), rows).fit(
        disp=0, cov_type="cluster", cov_kwds={"groups": np.repeat(np.arange(deals), 2), "use_correction": False})
    gap, error = found.differences()
    assert gap[0, 1] == pytest.approx(fit.params[0], abs=1e-6)
    assert error[0, 1] == pytest.approx(fit.bse[0] * math.sqrt(deals / (deals - 1)), rel=1e-6)


def test_an_entrant_that_lost_every_game_gets_a_finite_strength() -> None:
    lineups = np.array([[0, 1], [1, 0]] * 50)
    found = fit_games(lineups, np.array([0, 1] * 50), 2)
    assert 2 < found.value[0] - found.value[1] < 12
    # Its true strength could be much lower or somewhat higher, and the error says so.
    assert not found.robust and found.differences()[1][0, 1] > 0.5


def test_games_that_do_not_connect_the_seats_are_refused() -> None:
    with pytest.raises(UsageError, match="connect"):
        fit_games(np.array([[0, 1]] * 10), np.array([0, 1] * 5), 2)


def tier_case(values: list[float], error: float) -> Strengths:
    value = np.array(values)
    return Strengths(value, np.eye(len(value)) * error**2, np.zeros(2), np.zeros((2, 2)))


def test_a_border_of_tiers_needs_every_pair_across_it() -> None:
    assert tiers(tier_case([0.0, 3.0, 2.9, -0.1], 0.1)).tolist() == [1, 0, 0, 1]
    # A chain: each neighbour is close, so no border stands although the ends differ beyond doubt.
    assert tiers(tier_case([0.4, 0.2, 0.0, -0.2], 0.1)).tolist() == [0, 0, 0, 0]
    assert tiers(tier_case([9.0, 5.0, 1.0], 10)).tolist() == [0, 0, 0]
    assert holm_tiers(tier_case([0.0, 3.0, 2.9], 0.1), ["c", "a", "b"]) == [["a", "b"], ["c"]]
