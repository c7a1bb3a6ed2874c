"""Runs with rows of results: what every command makes of them."""
from __future__ import annotations

import json
import shutil

import numpy as np
import pytest
from commands import answer, arknova
from runs import one_sentence, play, tree

from arknova_fast import RunDataError
from arknova_fast.io import schema
from arknova_fast.io.rundir import load
from arknova_fast.runs import simulate_into

NAMES = [column.name for column in schema.RESULTS]
SOLO = {"players": 1, "policies": ["random"], "solo_difficulty": "normal"}
FOUR = {"players": 4, "policies": ["greedy", "random", "greedy", "random"], "map_mode": "draft"}


@pytest.mark.parametrize("fmt", schema.FORMATS)
@pytest.mark.parametrize("settings", [{"turn_limit": 140}, SOLO, FOUR], ids=["unfinished", "solo", "four"])
def test_values_are_those_of_the_full_rows(tmp_path, fmt, settings):
    few = play(tmp_path / "few", rows="results", format=fmt, games=20, settings=settings)
    full = play(tmp_path / "full", rows="games", format="parquet", games=20, settings=settings)
    found = few.tables("results")
    assert found.equals(full.tables("games").select(NAMES))
    if "turn_limit" in settings:  # some games were stopped, and some ended before
        stopped = 40 - sum(found["finished"].to_pylist())
        assert 0 < stopped < 40
        assert found["win_share"].null_count == found["end_seat"].null_count == stopped


def test_the_command_and_python_make_the_same_bytes_on_any_number_of_threads(tmp_path):
    line = ["run", "-n", 300, "--seed", 3, "--part-games", 128, "--rows", "results", "-q"]
    for jobs in (1, 2, 3):
        assert arknova(*line, "-j", jobs, "-o", tmp_path / str(jobs)).returncode == 0
    simulate_into(tmp_path / "python", 300, seed=3, rows="results", part_games=128, jobs=2)
    trees = [tree(tmp_path / name) for name in ("1", "2", "3", "python")]
    assert trees[0] == trees[1] == trees[2] == trees[3]
    assert sorted(name for name in trees[0] if "part" in name) == [
        f"results/part-{first:012d}.parquet" for first in (0, 128, 256)]


def test_a_run_is_resumed_with_its_level_and_with_no_other(tmp_path):
    line = ["run", "-o", tmp_path / "run", "--part-games", 16, "--seed", 2, "-q"]
    assert arknova(*line, "-n", 20, "--rows", "results").returncode == 0
    one_sentence(arknova(*line, "-n", 40, "--resume", "--rows", "games"), 3, "rows is 'results', not 'games'")
    assert arknova(*line, "-n", 40, "--resume").returncode == 0  # the level is taken from the run
    simulate_into(tmp_path / "whole", 40, seed=2, rows="results", part_games=16)
    assert tree(tmp_path / "run") == tree(tmp_path / "whole")


@pytest.mark.parametrize("source", ["file", "environment"])
def test_the_level_can_be_a_default(tmp_path, monkeypatch, source):
    if source == "file":
        (tmp_path / "arknova.toml").write_text("[run]\nrows = 'results'\n")
    else:
        monkeypatch.setenv("ARKNOVA_RUN_ROWS", "results")
    assert arknova("run", "-n", 5, "--seed", 1, "-o", "made", "-q", cwd=tmp_path).returncode == 0
    assert load(tmp_path / "made").info.rows == "results"


def test_a_game_is_replayed_from_its_row(tmp_path):
    run = play(tmp_path / "run", rows="results", games=20)
    found = answer("replay", tmp_path / "run", "--game", 17, "--check")
    assert found["check"]["equal"]
    assert found["state_hash"] == f"{int(run.record(17)['state_hash'][0]):016x}"


def test_other_programs_read_the_files_as_they_are(tmp_path):
    import duckdb
    import polars

    run = play(tmp_path / "run", rows="results", games=40)
    files = str(run.path / "results" / "*.parquet")
    frame = polars.read_parquet(files)
    assert frame.columns == NAMES and frame.height == 80
    shares = duckdb.sql(f"SELECT map, sum(win_share) FROM '{files}' WHERE finished GROUP BY map").fetchall()
    assert sum(share for _, share in shares) == pytest.approx(40)
    records = run.plan().play(0, 40)
    for name in ("score", "turns", "breaks", "money", "state_hash"):
        assert np.array_equal(frame[name].to_numpy(), records[name])


def test_a_report_of_solo_results(tmp_path):
    play(tmp_path / "run", rows="results", games=20, settings=SOLO)
    done = arknova("report", tmp_path / "run")
    assert done.returncode == 0, done.stderr
    assert "Solo games won" in done.stdout


@pytest.mark.parametrize("fmt", schema.FORMATS)
def test_a_damaged_part_is_refused_by_every_command(tmp_path, fmt):
    play(tmp_path / "good", rows="results", format=fmt, games=40)
    name = f"results/part-000000000016.{fmt}"
    data = (tmp_path / "good" / name).read_bytes()
    other = (tmp_path / "good" / f"results/part-000000000000.{fmt}").read_bytes()
    flipped = data[: len(data) // 3] + bytes([data[len(data) // 3] ^ 1]) + data[len(data) // 3 + 1 :]
    path = tmp_path / "run"
    shutil.copytree(tmp_path / "good", path)
    for bad in (b"", data[: len(data) // 2], other, flipped, None):
        (path / name).unlink() if bad is None else (path / name).write_bytes(bad)
        for line in (["report", path], ["merge", path, "-o", tmp_path / "whole"], ["run", "--resume", "-q", "-o", path],
                     ["export", path, "--to", "csv", "-o", tmp_path / "x.csv"]):
            one_sentence(arknova(*line), 3, f"part-000000000016.{fmt}")


def test_a_directory_whose_level_was_changed_by_hand_is_refused(tmp_path):
    for before, after in (("results", "games"), ("games", "results")):
        path = tmp_path / before
        play(path, rows=before, games=20)
        body = json.loads((path / "run.json").read_text())
        (path / "run.json").write_text(json.dumps(body | {"rows": after}))
        with pytest.raises(RunDataError):
            run = load(path)
            run.tables(after)
