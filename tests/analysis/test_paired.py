"""The engine of paired experiments: exact pairing, and nothing that depends on threads, chunks or shards."""
from __future__ import annotations

import numpy as np
import pytest

from arknova_fast import Ruleset, UsageError
from arknova_fast.analysis.paired import (
    UNIT,
    Arm,
    Totals,
    deals_of,
    focal_measure,
    play_arms,
    score_margins,
    win_points,
)
from arknova_fast.policies import numba_policy
from arknova_fast.search.batch import RECORD_DTYPE, BatchPlan

RULES = Ruleset.default()


@numba_policy
def last_action(tables, state, actions, n, rng, data):
    return n - 1


@numba_policy
def wasteful_last_action(tables, state, actions, n, rng, data):
    for _ in range(5):
        rng[0] = rng[0] * 6364136223846793005 + 1442695040888963407
    return n - 1


def arm(name: str, players: int = 2, hero: object = "random", other: object = "random", **options: object) -> Arm:
    """One player with a policy of its own, in every seat."""
    plans = tuple(
        BatchPlan(RULES, players, [], "random", [hero if p == at else other for p in range(players)], 3, **options)
        for at in range(players)
    )
    return Arm(name, plans, focal_measure(range(players)))


def same(a: Totals, b: Totals) -> bool:
    return a.deals == b.deals and list(a.metrics) == list(b.metrics) and all(
        (a.metrics[name].sums == b.metrics[name].sums).all()
        and (a.metrics[name].products == b.metrics[name].products).all()
        for name in a.metrics
    )


def rows(scores: list[int], ranks: list[int]) -> np.ndarray:
    """The records of one finished game."""
    records = np.zeros(len(scores), RECORD_DTYPE)
    records["score"], records["rank"] = scores, ranks
    records["winners"], records["n_players"] = ranks.count(0), len(scores)
    records["end_cause"] = 1
    return records


@pytest.mark.parametrize(
    ("ranks", "points"),
    [([0, 1], [12, 0]), ([0, 0], [6, 6]), ([2, 0, 0], [0, 6, 6]), ([0, 0, 0], [4, 4, 4]), ([0, 0, 0, 0], [3, 3, 3, 3]),
     ([3, 0, 1, 2], [0, 12, 0, 0])],
)
def test_a_shared_win_is_divided(ranks: list[int], points: list[int]) -> None:
    assert win_points(rows([0] * len(ranks), ranks), len(ranks)).tolist() == [points]
    assert sum(points) == UNIT


def test_the_margin_is_the_lead_over_the_mean_of_the_others() -> None:
    assert (score_margins(rows([110, 104], [0, 1]), 2) / UNIT).tolist() == [[6, -6]]
    assert (score_margins(rows([110, 104, 93], [0, 1, 2]), 3) / UNIT).tolist() == [[11.5, 2.5, -14]]
    assert score_margins(rows([1, 2, 3, 8], [3, 2, 1, 0]), 4).tolist() == [[-40, -24, -8, 72]]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_player_like_the_others_gets_exactly_its_share(players: int) -> None:
    """All rotations of equal players are the same game, in which each seat counts once."""
    totals = play_arms([arm("same", players)], 20)
    mean = totals.mean("points", scale=UNIT)
    assert mean is not None and mean.value == pytest.approx(1 / players, abs=1e-15) and mean.se == 0
    assert totals.total("margin") == 0
    assert totals.count("points") == 20 * players


def test_threads_chunks_and_shards_change_no_number() -> None:
    arms = [arm("random"), arm("last", hero=last_action)]
    whole = play_arms(arms, 90, jobs=1, chunk=90)
    for jobs, chunk in ((1, 7), (3, 16), (8, 1)):
        assert same(play_arms(arms, 90, jobs=jobs, chunk=chunk), whole)
    parts = play_arms(arms, 40, jobs=2)
    parts.merge(play_arms(arms, 50, 40, jobs=2))
    assert same(parts, whole)
    assert same(play_arms(arms, 50, 40, totals=play_arms(arms, 40)), whole)


def test_other_arms_are_not_merged() -> None:
    with pytest.raises(UsageError, match="cannot be added"):
        Totals(["a"]).merge(Totals(["b"]))


def test_a_policy_that_draws_more_random_numbers_does_not_change_the_deal() -> None:
    plain = play_arms([arm("a", hero=last_action)], 30)
    wasteful = play_arms([arm("a", hero=wasteful_last_action)], 30)
    assert same(plain, wasteful)


def test_equal_arms_differ_by_exactly_nothing() -> None:
    totals = play_arms([arm("a", hero=last_action), arm("b", hero=wasteful_last_action)], 30)
    for metric in ("points", "margin", "score"):
        difference = totals.difference(metric, "b", "a")
        assert difference is not None and difference.value == 0 and difference.se == 0


def test_unfinished_games_are_counted_apart() -> None:
    totals = play_arms([arm("short", turn_limit=3)], 10)
    assert totals.total("unfinished") == totals.count("unfinished") == 20
    for metric in ("points", "margin", "score"):
        assert totals.count(metric) == totals.total(metric) == 0 and totals.mean(metric) is None


def test_pairing_equals_the_differences_of_single_deals() -> None:
    deals = 40
    totals = play_arms([arm("a"), arm("b", hero=last_action)], deals)
    scores = []
    for hero in ("random", last_action):
        plans = arm("x", hero=hero).plans
        scores.append(sum(plan.play(0, deals)["score"][seat::2].astype(int) for seat, plan in enumerate(plans)) / 2)
    d = scores[1] - scores[0]
    found = totals.difference("score", "b", "a")
    assert found is not None
    assert found.value == pytest.approx(d.mean())
    assert found.se == pytest.approx(d.std(ddof=1) / deals**0.5)


def test_games_are_rounded_up_to_whole_deals() -> None:
    assert [deals_of(games, 3) for games in (1, 3, 4)] == [1, 1, 2]
