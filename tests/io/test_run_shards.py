"""Shards and their merging: together they are one run, byte for byte."""
from __future__ import annotations

import json
import shutil
from itertools import pairwise

import pytest
from commands import arknova
from hypothesis import given
from hypothesis import strategies as st
from runs import info, one_sentence, play, tree

from arknova_fast.errors import RunDataError, UsageError
from arknova_fast.io.merge import merge
from arknova_fast.io.rundir import load
from arknova_fast.io.shards import shard_range
from arknova_fast.report.summary import run_summary


@given(start=st.integers(0, 2**40), games=st.integers(1, 10**7), of=st.integers(1, 60), size=st.integers(1, 10**5))
def test_shards_cover_every_game_once(start, games, of, size):
    at = start
    for k in range(1, of + 1):
        first, count = shard_range(start, games, k, of, size)
        assert first == at
        assert count >= 0
        at += count
        if k < of and games >= of * size:
            assert at % size == 0
    assert at == start + games


def pieces(tmp_path, cuts, **fields):
    """Runs of the games between the cuts."""
    found = []
    for first, end in pairwise(cuts):
        path = tmp_path / f"part-{first}"
        play(path, start=first, games=end - first, **fields)
        found.append(path)
    return found


@pytest.mark.parametrize("fmt", ["parquet", "csv", "jsonl", "npz"])
@pytest.mark.parametrize("cuts", [(0, 16, 32, 50), (0, 5, 40, 50), (3, 4, 5, 50)])
def test_merged_shards_are_one_run(tmp_path, cuts, fmt):
    shards = pieces(tmp_path, cuts, rows="turns", format=fmt)
    play(tmp_path / "one", start=cuts[0], games=cuts[-1] - cuts[0], rows="turns", format=fmt)
    run = merge(shards[::-1], tmp_path / "whole")
    assert run.complete
    assert tree(tmp_path / "whole") == tree(tmp_path / "one")
    assert run_summary(run) == run_summary(load(tmp_path / "one"))


def test_merged_shards_of_results_are_one_run(tmp_path):
    shards = pieces(tmp_path, (0, 5, 40, 50), rows="results")
    play(tmp_path / "one", games=50, rows="results")
    assert merge(shards, tmp_path / "whole").complete
    assert tree(tmp_path / "whole") == tree(tmp_path / "one")
    play(tmp_path / "other", start=50, games=10, rows="games")
    with pytest.raises(RunDataError, match="rows is 'results', not 'games'"):
        merge([tmp_path / "whole", tmp_path / "other"], tmp_path / "mixed")


def test_the_commands_make_and_join_shards(tmp_path):
    options = ["-n", "600", "--seed", "3", "--players", "3", "--part-games", "64"]
    for k in (1, 2, 3):
        done = arknova("run", *options, "--shard", f"{k}/3", "-o", tmp_path / f"s{k}", "--json")
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["games"]["played"] in (192, 216)
    done = arknova("merge", *(tmp_path / f"s{k}" for k in (3, 1, 2)), "-o", tmp_path / "whole", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["finished"] == [[0, 600]]
    assert arknova("run", *options, "-o", tmp_path / "one").returncode == 0
    assert tree(tmp_path / "whole") == tree(tmp_path / "one")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["one", "s1", "s2", "s3", "whole"]
    longer = arknova("run", "-n", "700", "-o", tmp_path / "whole", "--resume")
    assert longer.returncode == 0, longer.stderr


def test_a_shard_plays_the_same_games_without_a_directory():
    whole = json.loads(arknova("run", "-n", "90", "--seed", "3", "--json").stdout)
    shards = [json.loads(arknova("run", "-n", "90", "--seed", "3", "--shard", f"{k}/2", "--json").stdout)
              for k in (1, 2)]
    assert [shard["start"] for shard in shards] == [0, 45]
    assert sum(shard["seats"][0]["won_alone"] for shard in shards) == whole["seats"][0]["won_alone"]


def test_an_interrupted_shard_is_a_gap(tmp_path):
    one, two = pieces(tmp_path, (0, 20, 50))
    shutil.rmtree(one)
    play(one, games=20, stop=13)
    with pytest.raises(RunDataError, match="games 13 to 19 are missing"):
        merge([one, two], tmp_path / "whole")
    run = merge([one, two], tmp_path / "whole", allow_gaps=True)
    assert run.finished == [(0, 13), (20, 50)]
    assert not run.complete
    assert run.tables("games")["game"].to_pylist()[::2] == [*range(13), *range(20, 50)]
    assert run.record(20)["game"].tolist() == [20, 20]
    with pytest.raises(UsageError, match="has no game 13, it has 0 to 12, 20 to 49"):
        run.record(13)
    one_sentence(arknova("run", "--resume", "-o", tmp_path / "whole"), 3, "has gaps")
    play(tmp_path / "rest", start=13, games=7)
    whole = merge([tmp_path / "whole", tmp_path / "rest"], tmp_path / "full")
    play(tmp_path / "plain", games=50)
    assert whole.complete
    assert tree(tmp_path / "full") == tree(tmp_path / "plain")


def test_a_missing_last_shard_is_noticed(tmp_path):
    shard = {"index": 1, "of": 2, "start": 0, "games": 40}
    play(tmp_path / "s1", games=20, shard=shard)
    with pytest.raises(RunDataError, match="games 20 to 39 are missing"):
        merge([tmp_path / "s1"], tmp_path / "whole")


def test_overlaps_are_refused(tmp_path):
    play(tmp_path / "a", games=20)
    play(tmp_path / "b", start=19, games=20)
    with pytest.raises(RunDataError, match="overlap: both hold game 19"):
        merge([tmp_path / "a", tmp_path / "b"], tmp_path / "whole", allow_gaps=True)
    one_sentence(arknova("merge", tmp_path / "a", tmp_path / "a", "-o", tmp_path / "whole"), 3, "overlap")
    assert not (tmp_path / "whole").exists()


@pytest.mark.parametrize(("fields", "word"), [
    ({"seed": 2}, "seed"), ({"settings": {"map": "all"}}, "map"), ({"settings": {"turn_limit": 9}}, "turn_limit"),
    ({"rows": "turns"}, "rows"), ({"format": "csv"}, "format"), ({"part_games": 8}, "part_games"),
    ({"settings": {"players": 3, "policies": ["random"] * 3}}, "players"),
    ({"settings": {"policies": ["random", "greedy"]}}, "policies"),
])  # fmt: skip
def test_runs_that_do_not_belong_together_are_refused(tmp_path, fields, word):
    play(tmp_path / "a", games=8)
    play(tmp_path / "b", start=8, games=8, **fields)
    with pytest.raises(RunDataError, match=word):
        merge([tmp_path / "a", tmp_path / "b"], tmp_path / "whole")


def test_another_ruleset_is_refused(tmp_path):
    rules = tmp_path / "rich.toml"
    rules.write_text("setup.money = 60\n")
    play(tmp_path / "a", games=8)
    done = arknova("run", "-n", "8", "--start", "8", "--seed", "1", "--part-games", "16", "--rules", rules, "-o",
                   tmp_path / "b")
    assert done.returncode == 0, done.stderr
    one_sentence(arknova("merge", tmp_path / "a", tmp_path / "b", "-o", tmp_path / "whole"), 3, "ruleset")


def test_merge_never_overwrites(tmp_path):
    play(tmp_path / "a", games=8)
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "x").write_text("mine")
    one_sentence(arknova("merge", tmp_path / "a", "-o", tmp_path / "there"), 3, "exists already")
    one_sentence(arknova("merge", "-o", tmp_path / "there"), 2, "DIR")
    (tmp_path / "empty").mkdir()
    assert merge([tmp_path / "a"], tmp_path / "empty").complete


def test_a_merge_that_was_killed_is_begun_anew(tmp_path):
    play(tmp_path / "a", games=8)
    work = tmp_path / ".whole.merging" / "games"
    work.mkdir(parents=True)
    (work / "part-000000009984.parquet").write_bytes(b"left")
    merge([tmp_path / "a"], tmp_path / "whole")
    assert tree(tmp_path / "whole") == tree(tmp_path / "a")
    assert not (tmp_path / ".whole.merging").exists()


def test_more_shards_than_games():
    one_sentence(arknova("run", "-n", "2", "--shard", "1/3"), 2, "is empty")
    for shard in ("0/3", "4/3", "1", "a/b", "1/0"):
        one_sentence(arknova("run", "-n", "2", "--shard", shard), 2, shard, "K/N")


def test_without_rows_only_the_figures_are_merged(tmp_path):
    for first, name in ((0, "a"), (20, "b")):
        play(tmp_path / name, start=first, games=20, rows="none")
    play(tmp_path / "one", games=40, rows="none")
    merge([tmp_path / "a", tmp_path / "b"], tmp_path / "whole")
    assert tree(tmp_path / "whole") == tree(tmp_path / "one")


def test_the_info_of_a_small_run_reads_back():
    from arknova_fast.io.info import RunInfo

    one = info(games=5, settings={"peaceful": True})
    assert RunInfo.of_json(one.to_json()) == one
