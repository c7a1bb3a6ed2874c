"""The estimators against closed forms, hand-worked numbers, scipy and statsmodels, and in simulation."""
from __future__ import annotations

import math

import numpy as np
import pytest

from arknova_fast.analysis.many import benjamini_hochberg, shrink
from arknova_fast.analysis.stats import (
    Estimate,
    Moments,
    contrast,
    mean_estimate,
    paired_difference,
    ratio,
    share_interval,
)
from arknova_fast.errors import UsageError
from arknova_fast.report.summary import wilson


def moments_of(*columns: np.ndarray) -> Moments:
    moments = Moments(len(columns))
    moments.add(np.stack(columns, axis=1))
    return moments


@pytest.mark.parametrize(("wins", "n"), [(0, 20), (3, 20), (50, 100), (999, 1000), (7, 7)])
def test_the_wilson_interval_is_that_of_statsmodels(wins: int, n: int) -> None:
    from statsmodels.stats.proportion import proportion_confint

    assert wilson(wins, n) == pytest.approx(proportion_confint(wins, n, method="wilson"), abs=1e-12)


def test_a_mean_has_the_standard_error_and_interval_of_scipy() -> None:
    from scipy import stats

    values = np.random.default_rng(1).normal(3, 2, 12)
    found = mean_estimate(values)
    assert found is not None
    assert found.se == pytest.approx(stats.sem(values))
    assert found.interval() == pytest.approx(stats.t.interval(0.95, 11, values.mean(), stats.sem(values)))
    assert found.p_value(2.5) == pytest.approx(stats.ttest_1samp(values, 2.5).pvalue)


def test_cluster_robust_errors_are_those_of_statsmodels() -> None:
    import statsmodels.api as sm

    rng = np.random.default_rng(2)
    clusters = rng.integers(0, 30, 200)
    values = rng.integers(-20, 20, 200) + 5 * clusters
    fit = sm.OLS(values, np.ones(200)).fit(cov_type="cluster", cov_kwds={"groups": clusters})
    g = len(np.unique(clusters))
    # statsmodels multiplies by (n - 1) / (n - k) = 1 and by g / (g - 1), as documented for its small-sample correction.
    sums, sizes = np.bincount(clusters, values).astype(int), np.bincount(clusters)
    for found in (mean_estimate(values, clusters), ratio(moments_of(sums[sizes > 0], sizes[sizes > 0]), 0, 1)):
        assert found is not None and found.units == g
        assert found.value == pytest.approx(fit.params[0])
        assert found.se == pytest.approx(fit.bse[0])


def test_a_paired_difference_is_the_paired_t_test() -> None:
    from scipy import stats

    rng = np.random.default_rng(3)
    a = rng.integers(50, 150, 40)
    b = a + rng.integers(-5, 9, 40)
    one = np.ones(40, int)
    for found in (paired_difference(a, b), contrast(moments_of(a, one, b, one), [(1, 0, 1), (-1, 2, 3)])):
        assert found is not None
        assert found.p_value() == pytest.approx(stats.ttest_rel(a, b).pvalue)


def test_equal_arms_differ_by_exactly_nothing() -> None:
    a, one = np.arange(1, 1000) ** 2 % 997, np.ones(999, int)
    found = contrast(moments_of(a, one, a, one), [(1, 0, 1), (-1, 2, 3)])
    assert found is not None and found.value == 0 and found.se == 0 and found.p_value() == 1


def test_moments_add_up_whatever_the_parts() -> None:
    data = np.random.default_rng(4).integers(-1000, 1000, (500, 3))
    whole, parts = Moments(3), Moments(3)
    whole.add(data)
    for part in np.split(data, [7, 100, 101, 480]):
        other = Moments(3)
        other.add(part)
        parts.merge(other)
    assert whole.n == parts.n == 500
    assert (whole.sums == parts.sums).all() and (whole.products == parts.products).all()
    assert whole.products.tolist() == (data.T @ data).tolist()


def test_sums_stay_exact_beyond_64_bits() -> None:
    moments = Moments(1)
    moments.add(np.full((1000, 1), 2**23))
    for _ in range(40):
        moments.merge(moments)
    assert moments.n == 1000 * 2**40
    assert int(moments.products[0, 0]) == 1000 * 2**40 * 2**46


def test_too_little_data_gives_no_estimate() -> None:
    assert mean_estimate(np.array([1.0])) is None
    assert ratio(moments_of(np.array([1]), np.array([1])), 0, 1) is None
    assert ratio(moments_of(np.zeros(5, int), np.zeros(5, int)), 0, 1) is None


@pytest.mark.parametrize("p", [0.02, 0.3, 0.5])
def test_share_intervals_of_clustered_games_cover_the_truth(p: float) -> None:
    """Pairs of correlated games: the two games of a deal share a luck that moves both."""
    rng = np.random.default_rng(int(1000 * p))
    trials, deals, covered = 2000, 60, 0
    for _ in range(trials):
        # A game copies the first game of its deal with probability 0.4, so that every game has share p.
        wins = rng.random((deals, 2)) < p
        wins[:, 1] = np.where(rng.random(deals) < 0.4, wins[:, 0], wins[:, 1])
        found = ratio(moments_of(12 * wins.sum(1), np.full(deals, 2)), 0, 1, 12, share=True)
        assert found is not None
        low, high = found.interval()
        covered += low <= p <= high
    # Binomial(2000, 0.95) has a standard deviation of 0.5 points; Wilson's interval may cover more for rare wins.
    assert 0.935 <= covered / trials <= (0.965 if p > 0.1 else 1)


def test_mean_intervals_cover_the_truth_at_the_stated_rate() -> None:
    rng = np.random.default_rng(5)
    trials = 4000
    covered = 0
    for _ in range(trials):
        sizes = rng.integers(1, 4, 25)
        luck = rng.normal(0, 3, 25)
        sums = np.rint(100 * (sizes * (7 + luck) + rng.normal(0, 2, 25) * np.sqrt(sizes))).astype(int)
        found = ratio(moments_of(sums, sizes), 0, 1, 100)
        assert found is not None
        covered += found.interval()[0] <= 7 <= found.interval()[1]
    assert 0.93 <= covered / trials <= 0.965


def test_a_share_interval_of_independent_games_is_close_to_wilsons() -> None:
    p, n = 0.31, 400
    se = math.sqrt(p * (1 - p) / (n - 1))
    assert share_interval(p, se, n, 1.96) == pytest.approx(wilson(p * n, n, 1.96), abs=2e-4)


def test_a_clean_sweep_is_not_certain() -> None:
    assert Estimate(1.0, 0.0, 20, 10, True).interval()[0] < 0.85
    assert Estimate(0.0, 0.0, 20, 10, True).interval()[0] == 0
    low, high = Estimate(0.5, 0.0, 4, 2, True).interval()
    assert low < 0.2 and high > 0.8


@pytest.mark.parametrize(("wins", "n"), [(0, 4), (4, 4), (1, 6), (11, 30), (2, 30), (700, 1300), (0, 2)])
@pytest.mark.parametrize("null", [0.25, 1 / 3, 0.5])
def test_a_share_is_significant_just_where_its_interval_leaves_the_null_out(wins: int, n: int, null: float) -> None:
    p = wins / n
    for se in (0.0, math.sqrt(p * (1 - p) / (n - 1)), 2 * math.sqrt(p * (1 - p) / n)):
        found = Estimate(p, se, n, n, True)
        low, high = found.interval()
        assert (found.p_value(null) < 0.05) == (not low <= null <= high)


def test_four_games_won_by_one_seat_prove_nothing() -> None:
    """The score test: z = (0 - 1/2) / sqrt(1/4 / 4) = -2, with 3 degrees of freedom; the binomial test says 0.125."""
    from scipy import stats

    lost = ratio(moments_of(np.zeros(4, int), np.ones(4, int)), 0, 1, share=True)
    assert lost is not None and lost.p_value(0.5) == pytest.approx(2 * stats.t.cdf(-2, 3))
    assert lost.p_value(0.5) == pytest.approx(stats.binomtest(0, 4).pvalue, abs=0.02)


def test_equal_differences_of_few_deals_have_the_p_value_of_the_sign_test() -> None:
    from scipy import stats

    found = mean_estimate(np.full(4, 3.0))
    assert found is not None and found.se == 0
    assert found.p_value() == stats.binomtest(4, 4).pvalue
    assert found.p_value(3.0) == 1


def test_benjamini_hochberg_on_the_example_of_the_paper() -> None:
    """The fifteen p values of section 3.2 of Benjamini and Hochberg (1995): four are rejected at 0.05."""
    p = np.array([0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719,
                  0.6528, 0.7590, 1.0])
    flagged, adjusted = benjamini_hochberg(np.append(p[::-1], np.nan))
    assert flagged.tolist() == [False] * 11 + [True] * 4 + [False]
    assert adjusted[14] == pytest.approx(0.0015) and math.isnan(adjusted[15])


def test_shrinkage_recovers_the_spread_and_beats_the_raw_estimates() -> None:
    rng = np.random.default_rng(6)
    truth = rng.normal(2, 1.5, 300)
    errors = rng.uniform(0.5, 3, 300)
    raw = truth + rng.normal(0, errors)
    found = shrink(raw, errors)
    assert found.mean == pytest.approx(2, abs=0.4)
    assert found.tau == pytest.approx(1.5, abs=0.3)
    assert ((found.value - truth) ** 2).mean() < 0.6 * ((raw - truth) ** 2).mean()
    low, high = found.interval()
    assert 0.91 <= ((low <= truth) & (truth <= high)).mean() <= 0.985


def test_shrinkage_of_pure_noise_leaves_nothing() -> None:
    found = shrink(np.array([1.0, 1.1, 0.9, 1.05, np.nan]), np.array([1.0, 1, 1, 1, 1]))
    assert found.tau == 0
    assert found.value[:4] == pytest.approx(np.full(4, 1.0125))
    assert math.isnan(found.value[4])


def test_shrinkage_needs_three_estimates() -> None:
    with pytest.raises(UsageError, match="at least 3"):
        shrink(np.array([1.0, 2.0]), np.array([1.0, 1.0]))
