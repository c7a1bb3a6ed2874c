"""``arknova tune``: the space of the weights, reproducible searches, accepted challengers, the command."""
import json
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from arknova_fast import Ruleset
from arknova_fast.analysis.pentanomial import Sprt
from arknova_fast.analysis.tune import (
    Search,
    duel,
    policy_of,
    starting_weights,
    to_point,
    to_weights,
    tunable,
    tune,
    weights_toml,
)
from arknova_fast.errors import UsageError
from arknova_fast.search.policy import checked_policy
from arknova_fast.search.weights import GREEDY_WEIGHTS

SMALL = Search(Ruleset.default(), 5, ("appeal", "money"), generations=2, population=4, deals=4, test_deals=12)
# Money worth more than anything it buys: hardly anything is ever played.
MISER = {"money": 5.0, "appeal": 0.1}


def test_weights_become_a_point_and_come_back():
    names = tunable(None)
    assert "noise" not in names and len(names) == len(GREEDY_WEIGHTS) - 1
    back = to_weights(names, to_point(names, {"money": 0.35, "cover": -0.5}), {})
    for weight in GREEDY_WEIGHTS:
        expected = {"money": 0.35, "cover": -0.5}.get(weight.name, weight.default)
        if weight.name in names and expected:
            assert back[weight.name] == pytest.approx(expected, rel=1e-3)


def test_a_step_is_a_factor_and_stays_in_the_range():
    assert to_weights(("money",), to_point(("money",), {"money": 0.2}) + np.log(2), {}) == {"money": 0.4}
    assert to_weights(("money",), np.array([50.0]), {}) == {"money": 5.0}
    assert to_weights(("ahead",), np.array([9.0]), {"card": 2.0}) == {"card": 2.0, "ahead": 1.0}


def test_equal_policies_split_every_pair_evenly():
    points, margins = duel(SMALL, "greedy", "greedy", 0, 10)
    assert points.tolist() == [12] * 10 and margins.tolist() == [0] * 10


def test_a_search_is_the_same_for_any_number_of_jobs():
    runs = [[entry.figures() | entry.best for entry in tune(replace(SMALL, jobs=jobs))] for jobs in (1, 3)]
    assert runs[0] == runs[1]
    assert runs[0] != [entry.figures() | entry.best for entry in tune(replace(SMALL, seed=6))]


def test_deals_are_counted():
    # Two mirrored pairs of 4 deals and a test of 12 deals, two games each.
    assert [entry.games for entry in tune(SMALL)] == [2 * (8 + 12), 4 * (8 + 12)]
    assert [entry.number for entry in tune(replace(SMALL, max_games=30))] == [1]


def test_a_bad_start_is_improved_and_the_test_accepts_it():
    search = replace(SMALL, start=MISER, generations=6, population=8, deals=6, spread=1.0, rate=1.0, test_deals=200,
                     sprt=Sprt(0.0, 60.0))
    found = list(tune(search))
    assert any(entry.accepted for entry in found)
    assert found[-1].best["money"] < MISER["money"]
    points, _ = duel(search, policy_of(found[-1].best), policy_of(MISER), 10_000, 30)
    assert points.mean() > 12


def test_a_weights_file_leads_back_to_the_weights(tmp_path):
    file = tmp_path / "weights.toml"
    file.write_text(weights_toml({"money": 0.35, "cover": -0.5}, ["a comment"]))
    assert starting_weights(f"greedy:@{file}") == {"money": 0.35, "cover": -0.5}
    assert checked_policy(f"greedy:@{file}") == policy_of({"money": 0.35, "cover": -0.5})


def test_what_cannot_be_tuned_is_refused():
    with pytest.raises(UsageError, match="unknown weight 'mony'; did you mean 'money'"):
        tunable("appeal,mony")
    with pytest.raises(UsageError, match="only the weights of greedy"):
        starting_weights("random")
    with pytest.raises(UsageError, match="even number"):
        list(tune(replace(SMALL, population=3)))


def test_the_command_prints_json_and_writes_a_file_that_run_understands(tmp_path):
    file = tmp_path / "weights.toml"
    command = [sys.executable, "-m", "arknova_fast"]
    done = subprocess.run([*command, "tune", "--weights", "money,card", "--generations", "1", "--population", "2",
                           "--deals", "2", "--test-deals", "4", "--seed", "1", "--json", "-o", str(file)],
                          capture_output=True, text=True, timeout=120)  # fmt: skip
    assert done.returncode == 0 and done.stderr == ""
    result = json.loads(done.stdout)
    assert result["schema"] == "arknova-fast/tune/1" and result["seed"] == 1
    assert result["settings"]["weights"] == ["money", "card"]
    assert result["generations"][0]["games"] == 2 * (2 + 4)
    found_by, counts = file.read_text().splitlines()[:2]
    again = "tune --weights money,card --generations 1 --population 2 --deals 2 --test-deals 4 --seed 1"
    assert found_by == f"# weights of greedy found by: arknova {again}"
    assert counts.startswith("# 1 generation, 12 games")
    repeated = subprocess.run([*command, *again.split(), "--json"], capture_output=True, text=True, timeout=120)
    assert json.loads(repeated.stdout) == result
    played = subprocess.run([*command, "run", "-n", "1", "--policy", f"greedy:@{file},random", "--seed", "1"],
                            capture_output=True, text=True, timeout=120)  # fmt: skip
    assert played.returncode == 0, played.stderr


@pytest.mark.parametrize("arguments", [["--spread", "0"], ["--start", "random"], ["--weights", "x"],
                                       ["--population", "3"], ["--elo", "-1"]])
def test_the_command_refuses_wrong_settings_with_exit_code_2(arguments):
    done = subprocess.run([sys.executable, "-m", "arknova_fast", "tune", *arguments], capture_output=True, text=True,
                          timeout=120)  # fmt: skip
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.count("\n") == 1
