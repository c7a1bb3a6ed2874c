"""Run directories made from Python are those of the command."""
from __future__ import annotations

import numpy as np
import pytest
from commands import process
from runs import tree

from arknova_fast import Ruleset, RunDataError, UsageError, simulate
from arknova_fast.policies import python_policy
from arknova_fast.runs import simulate_into


def test_the_directory_is_that_of_the_command_byte_for_byte(tmp_path):
    done = process("run", "-n", 60, "-p", 3, "--map", "3,A,5", "--policy", "greedy,random,random", "--seed", 3,
                   "--part-games", 16, "--rows", "turns", "-o", tmp_path / "command", "-q")
    assert done.returncode == 0, done.stderr
    run = simulate_into(tmp_path / "python", 60, 3, ["3", "A", "5"], ["greedy", "random", "random"], 3, rows="turns",
                        part_games=16, jobs=2)
    assert run.complete and tree(tmp_path / "python") == tree(tmp_path / "command")


def test_the_rows_are_the_records_of_simulate(tmp_path):
    run = simulate_into(tmp_path / "run", 20, seed=5, start=7, map_mode="pick2", turn_limit=60)
    records = simulate(20, seed=5, start=7, map_mode="pick2", turn_limit=60)
    assert (run.rows(run.parts()[0]).records == records).all()
    assert np.unique(records["game"])[0] == 7


def test_a_longer_run_goes_on_and_equals_one_in_one_go(tmp_path):
    told = []
    options = {"seed": 2, "part_games": 16}
    simulate_into(tmp_path / "run", 20, **options)
    with pytest.raises(UsageError, match="already holds a run"):
        simulate_into(tmp_path / "run", 40, **options)
    with pytest.raises(RunDataError, match="seed is 2, not 3"):
        simulate_into(tmp_path / "run", 40, seed=3, part_games=16, resume=True)
    simulate_into(tmp_path / "run", 40, **options, resume=True, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (40, 40)
    simulate_into(tmp_path / "whole", 40, **options)
    assert tree(tmp_path / "run") == tree(tmp_path / "whole")


def test_a_changed_ruleset_and_solo_games(tmp_path):
    changed = Ruleset.default().patch({"setup": {"money": 30}})
    run = simulate_into(tmp_path / "run", 4, 1, seed=1, ruleset=changed, solo_difficulty="hard")
    assert run.ruleset.content_hash == changed.content_hash
    assert (run.settings["solo_difficulty"], run.plan().play(0, 1)["state_hash"][0]) == (
        "hard", run.record(0)["state_hash"][0])


@pytest.mark.parametrize(("arguments", "message"), [
    ({"rows": "game"}, "unknown level of rows 'game'.*did you mean 'games'"),
    ({"format": "xlsx"}, "unknown format 'xlsx', known are parquet"), ({"n": 0}, "number of games must be 1 to"),
    ({"players": 5}, "players must be 1 to 4"), ({"part_games": -1}, "part_games must be 1 to"),
    ({"policies": python_policy(lambda game, actions: 0, "mine")}, "has none; put it into a file"),
    ({"map_mode": "pick"}, "unknown map mode 'pick'"),
    ({"map_mode": "pick2", "maps": "3"}, "does not go with map_mode"),
    ({"seed": -1}, "seed must be"), ({"resume": 1}, "resume must be"),
    ({"solo_difficulty": "easy", "players": 1}, "unknown solo difficulty 'easy'"), ({"jobs": 0}, "jobs must be"),
    ({"start": -1}, "start must be"), ({"maps": 3.5}, "maps"),
    ({"solo_difficulty": "hard"}, "belongs to games with players=1"),
])  # fmt: skip
def test_wrong_arguments_are_named_and_leave_nothing_behind(tmp_path, arguments, message):
    with pytest.raises(UsageError, match=message):
        simulate_into(tmp_path / "run", **({"n": 3} | arguments))
    assert not (tmp_path / "run").exists()
