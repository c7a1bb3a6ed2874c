"""Runs that stop by a rule: the schedule decides, never threads or chunks."""
from __future__ import annotations

import pytest

from arknova_fast import Ruleset
from arknova_fast.analysis.paired import UNIT, Arm, Totals, focal_measure, play_arms
from arknova_fast.analysis.sequential import looks, play_until, se_below
from arknova_fast.search.batch import BatchPlan

RULES = Ruleset.default()


def arm(upgrade: int | None) -> Arm:
    plan = BatchPlan(RULES, 2, [], "random", ["random"] * 2, 8, first_upgrade=[upgrade, None])
    return Arm(str(upgrade), (plan,), focal_measure([0]))


@pytest.mark.parametrize("limit", [1, 99, 100, 101, 5000])
def test_looks_rise_to_the_limit(limit: int) -> None:
    found = list(looks(limit))
    assert found[-1] == limit and found == sorted(set(found))
    assert found[0] == min(100, limit)


def test_a_run_stops_at_the_first_look_that_suffices() -> None:
    arms = [arm(None), arm(1)]
    rule = se_below("margin", 1, 0, UNIT, 3.5)
    ended = play_until(arms, rule, 2000, jobs=2)
    assert ended.reached and not ended.interrupted
    schedule = list(looks(2000))
    assert ended.totals.deals == schedule[ended.n_looks - 1]
    assert rule(play_arms(arms, ended.totals.deals))
    assert not rule(play_arms(arms, schedule[ended.n_looks - 2]))


def test_the_stopping_point_does_not_depend_on_threads_or_chunks() -> None:
    arms = [arm(None), arm(1)]
    rule = se_below("margin", 1, 0, UNIT, 5)
    found = {play_until(arms, rule, 2000, jobs=jobs, chunk=chunk).totals.deals
             for jobs, chunk in ((1, 100), (2, 33), (4, 7))}
    assert len(found) == 1


def test_a_limit_ends_the_run_without_the_target() -> None:
    ended = play_until([arm(None), arm(1)], se_below("margin", 1, 0, UNIT, 0.001), 150)
    assert not ended.reached and not ended.interrupted and ended.totals.deals == 150


def test_an_interrupted_run_says_so() -> None:
    seen: list[Totals | int] = []
    ended = play_until([arm(None)], lambda totals: False, 10_000, stopped=lambda: len(seen) > 3, chunk=10,
                       progress=seen.append)
    assert ended.interrupted and not ended.reached and 0 < ended.totals.deals < 10_000
