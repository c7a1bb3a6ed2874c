"""``arknova bench`` and what it measures with. No time is asserted, only results and what is made of them."""
import copy
import json

import numpy as np
import pytest

from arknova_fast.api import batch_plan
from arknova_fast.cli import CHECK, DATA, DONE, USAGE, run_command
from arknova_fast.core.types import FrameKind
from arknova_fast.game import Game
from arknova_fast.report import speed, speedgames
from arknova_fast.search import bench, timing


@pytest.fixture(scope="module")
def result():
    return speed.measure(players=[1, 2], seconds=0.01, quick=True)


@pytest.fixture
def plan():
    return batch_plan(2, "all", seed=1)


def test_checked_games_are_the_games_of_the_fast_driver(plan):
    hashes, decisions, choices = bench.checked_games(plan, 5, 10)
    rows = plan.play(5, 10)[::2]
    assert hashes.tolist() == rows["state_hash"].tolist()
    assert (decisions, choices) == (rows["decisions"].sum(), rows["choices"].sum())


def test_stepped_games_are_those_of_a_loop_in_python(plan):
    hashes, decisions, _ = timing.stepped_games(plan, 3, 1)
    game, i = Game.new(2, 1, 3, "all"), 0
    while not game.is_terminal:
        actions = game.legal_actions()
        game.apply(actions[i % len(actions)])
        i += 1
    assert (hashes[0], decisions) == (game.hash, i)


def test_profile_sees_every_decision_once(plan):
    kinds, rows = timing.profile(plan, 0, 20), plan.play(0, 20)[::2]
    assert sum(row["seen"] for row in kinds.values()) == rows["decisions"].sum()
    assert all(row["options"] >= row["seen"] for row in kinds.values())
    assert kinds[FrameKind.FRAME_START_HAND]["seen"] == 40


def test_record_counts_all_decisions_and_keeps_an_even_sample(plan):
    found = bench.record(plan, 20, 50)
    assert sum(positions.seen for positions in found.values()) == plan.play(0, 20)["decisions"][::2].sum()
    main = found[FrameKind.FRAME_MAIN]
    turns = [Game.from_box(plan.ruleset, main.box(i)).view()["turn"] for i in range(len(main))]
    assert len(main) == 50
    assert max(turns) > 100 and min(turns) < 20


def test_recorded_actions_are_legal_in_their_positions(plan):
    for positions in bench.record(plan, 20, 5).values():
        for i in range(len(positions)):
            assert positions.action(i) in Game.from_box(plan.ruleset, positions.box(i)).legal_actions()


@pytest.mark.parametrize("name", bench.LOOPS)
def test_a_timed_loop_gives_the_value_of_the_careful_way(name, plan):
    found = bench.record(plan, 20, 20, "stage" if name in ("scan", "pick", "places", "kinds", "phase") else "kind")
    for key, positions in found.items():
        if name == "phase" and key == 0:
            continue
        times, check = positions.time(name, 2, 3)
        assert check == positions.verify(name)
        assert len(times) == 2


def test_positions_know_their_bounds(plan):
    positions = next(iter(bench.record(plan, 2, 3).values()))
    for wrong in (-1, len(positions)):
        with pytest.raises(IndexError, match="there are"):
            positions.box(wrong)
        with pytest.raises(IndexError, match="there are"):
            positions.action(wrong)


def test_set_up_sums_the_hashes_of_new_games(plan):
    assert timing.time_set_up(plan, 0, 7)[1] == sum(Game.new(2, 1, g, "all").hash for g in range(7)) % 2**64


def test_yardsticks_depend_on_their_arguments_only():
    for part in timing.CALIBRATIONS:
        assert timing.calibrate(part, 100)[1] == timing.calibrate(part, 100)[1] != timing.calibrate(part, 101)[1]
    first, again = timing.shape_model(20), timing.shape_model(20)
    assert first["check"] == again["check"]
    assert 550 < first["choices"] / 20 < 650


def test_sizes_are_those_of_the_python_views():
    from arknova_fast.core.state import sizeof_state
    from arknova_fast.search.batch import RECORD_DTYPE

    assert timing.sizes()["state"] == sizeof_state()
    assert timing.sizes()["record"] == RECORD_DTYPE.itemsize


def test_a_wrong_result_is_no_figure(monkeypatch):
    monkeypatch.setattr(bench, "checked_games", lambda plan, start, count: (np.zeros(count, np.uint64), 1, 1))
    with pytest.raises(AssertionError, match="playouts with 2 players"):
        speedgames.Playouts(None, 2, 0.1)


def test_result_is_complete(result):
    assert result["schema"] == "arknova-fast/bench/1"
    assert [row["players"] for row in result["playouts"]] == [1, 2]
    assert set(result["calibration"]) == {"draw", "scan", "copy", "shape"}
    assert result["threads"][0]["threads"] == 1
    assert sum(row["share"] for row in result["kinds"]["rows"]) == pytest.approx(1)
    assert sum(row["time_share"] for row in result["kinds"]["rows"]) == pytest.approx(1)
    for row in result["playouts"]:
        assert row["ratio"] == pytest.approx(row["ns_per_choice"] / result["calibration"]["copy"])
        assert row["shape_ratio"] == pytest.approx(row["ns_per_choice"] / result["calibration"]["shape"])
    assert {row["group"] for row in result["figures"]} == {"kernel", "python", "process"}
    json.dumps(result)


def test_comparison_looks_at_ratios_only(result):
    faster_machine = copy.deepcopy(result)
    for row in faster_machine["playouts"] + faster_machine["figures"]:
        row["ns"] = 0.001
    assert not any(row["failed"] for row in speed.compare(result, faster_machine, 0.0))
    slower = copy.deepcopy(result)
    slower["playouts"][1]["ratio"] *= 1.2
    rows = speed.compare(result, slower, 0.1)
    assert [row["name"] for row in rows if row["failed"]] == ["playouts, 2 players"]
    assert not any(row["failed"] for row in speed.compare(result, slower, 0.25))
    assert not any(row["failed"] for row in speed.compare(slower, result, 0.0))


def test_quick_and_full_results_do_not_compare(fixed, tmp_path, capsys):
    file = tmp_path / "before.json"
    file.write_text(json.dumps(fixed))
    assert run_command(["bench", "--compare", str(file)]) == DATA
    assert "was measured with --quick" in capsys.readouterr().err


@pytest.fixture
def fixed(monkeypatch, result):
    """The command with a measurement that is over already."""
    monkeypatch.setattr(speed, "measure", lambda *arguments: copy.deepcopy(result))
    return result


def test_json_output_can_be_compared_with(fixed, tmp_path, capsys):
    assert run_command(["bench", "--quick", "--json"]) == DONE
    file = tmp_path / "before.json"
    file.write_text(capsys.readouterr().out)
    assert run_command(["bench", "--quick", "--compare", str(file), "--fail-above", "10%"]) == DONE
    assert "+0.0%" in capsys.readouterr().out


def test_slower_than_allowed_is_exit_code_4(fixed, tmp_path, capsys):
    before = copy.deepcopy(fixed)
    before["playouts"][0]["ratio"] /= 1.3
    before["behaviour"] = "0" * 16
    file = tmp_path / "before.json"
    file.write_text(json.dumps(before))
    assert run_command(["bench", "--quick", "--compare", str(file)]) == DONE
    capsys.readouterr()
    assert run_command(["bench", "--quick", "--compare", str(file), "--fail-above", "0.1"]) == CHECK
    shown = capsys.readouterr()
    assert "above the limit" in shown.out
    assert "playouts, 1 player +30.0%" in shown.err
    assert "other games are played" in shown.err


def test_tables_name_every_figure(fixed, capsys):
    assert run_command(["bench"]) == DONE
    shown = capsys.readouterr().out
    for row in fixed["figures"]:
        assert row["name"] in shown
    for row in fixed["kinds"]["rows"]:
        assert row["kind"].lower() in shown


def test_a_wrong_result_is_exit_code_4(monkeypatch, capsys):
    def measure(*arguments):
        raise AssertionError("loop 'apply': something")

    monkeypatch.setattr(speed, "measure", measure)
    assert run_command(["bench"]) == CHECK
    assert "wrong result: loop 'apply'" in capsys.readouterr().err


@pytest.mark.parametrize(("arguments", "words"), [
    (["--seconds", "0"], "'0' is no time"),
    (["--seconds", "nan"], "'nan' is no time"),
    (["--players", "5"], "'5' names no player counts"),
    (["--jobs", "0"], "number of threads"),
    (["--fail-above", "10%"], "--compare"),
    (["--compare", "x", "--fail-above", "ten"], "'ten' is no share"),
    (["--compare", "x", "--fail-above", "-1"], "'-1' is no share"),
])
def test_wrong_usage(arguments, words, capsys):
    assert run_command(["bench", *arguments]) == USAGE
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(("content", "words"), [
    (None, "cannot read"),
    ("{", "no JSON file"),
    ("[]", "has the schema None"),
    ('{"schema": "arknova-fast/run/1"}', "has the schema 'arknova-fast/run/1'"),
    ('{"schema": "arknova-fast/bench/1", "playouts": [{}], "figures": []}', "lacks ratios"),
    ('{"schema": "arknova-fast/bench/1", "playouts": [{"players": 2, "ratio": 0}], "figures": []}', "lacks ratios"),
    ('{"schema": "arknova-fast/bench/1", "playouts": 3, "figures": []}', "lacks ratios"),
])
def test_a_file_that_is_no_result(content, words, tmp_path, capsys):
    file = tmp_path / "before.json"
    if content is not None:
        file.write_text(content)
    assert run_command(["bench", "--compare", str(file)]) == DATA
    assert words in capsys.readouterr().err
