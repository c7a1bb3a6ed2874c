"""Complete random games, per choice."""
import numpy as np
import pytest

from arknova_fast.api import batch_plan
from arknova_fast.core.tables import Ruleset
from arknova_fast.search import bench, timing

GAMES = {1: 500, 2: 50, 3: 40, 4: 30}
MAPS = list(Ruleset.default().data["maps"])


def measured(plan, count, each):
    hashes, decisions, choices = bench.checked_games(plan, 0, count)
    rows = each(plan.play, choices, 0, count)
    assert rows["state_hash"][:: plan.players].tolist() == hashes.tolist()
    assert rows["decisions"][:: plan.players].sum() == decisions
    assert not (rows["end_cause"] == 4).any()


@pytest.mark.benchmark(group="playout by players, a choice", max_time=0.5)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_players(players, each):
    measured(batch_plan(players, "all", seed=1), GAMES[players], each)


@pytest.mark.benchmark(group="playout by map, 2 players, a choice", max_time=0.5)
@pytest.mark.parametrize("code", MAPS)
def test_map(code, each):
    measured(batch_plan(2, code, seed=1), 30, each)


@pytest.mark.benchmark(group="playout by variant, 2 players, a choice", max_time=0.5)
@pytest.mark.parametrize("option", [{}, {"map_mode": "pick2"}, {"map_mode": "draft"}, {"peaceful": True}],
                         ids=["plain", "pick2", "draft", "peaceful"])
def test_variant(option, each):
    measured(batch_plan(2, "random", seed=1, **option), 30, each)


@pytest.mark.benchmark(group="playout, no policy, a decision", max_time=0.5)
def test_stepped(each):
    plan = batch_plan(2, "all", seed=1)
    hashes, decisions, _ = timing.stepped_games(plan, 0, 30)
    assert np.array_equal(each(timing.stepped_games, decisions, plan, 0, 30)[0], hashes)


@pytest.mark.benchmark(group="playout by policy, 2 players, a choice", max_time=0.5)
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_policy(policy, each):
    plan = batch_plan(2, "all", policy, seed=1)
    expected = plan.play(0, 30)
    rows = each(plan.play, int(expected["choices"][::2].sum()), 0, 30)
    assert np.array_equal(rows, expected)
