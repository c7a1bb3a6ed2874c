"""A run that was cut short goes on and ends with the bytes of one that was not."""
from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress

import pytest
from commands import ENVIRONMENT, arknova, command, process
from runs import info, one_sentence, play, tree

from arknova_fast.io import files, opening, writer
from arknova_fast.io.rundir import load
from arknova_fast.report.summary import run_summary

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals and locks")


class Killed(BaseException):
    """Stands for a SIGKILL: nothing catches it, nothing is cleaned up."""


class Killer:
    """Lets a number of system calls of the writer through, then kills at every further one."""

    def __init__(self, monkeypatch, allowed: int):
        self.left = allowed
        for name in ("open", "fsync", "replace"):
            monkeypatch.setattr(files.os, name, self.counting(getattr(os, name)))

    def counting(self, call):
        def counted(*args, **kwargs):
            self.left -= 1
            if self.left < 0:
                raise Killed
            return call(*args, **kwargs)
        return counted


@pytest.mark.parametrize("rows", ["none", "results", "turns"])
def test_a_kill_at_any_system_call_costs_nothing(tmp_path, monkeypatch, rows):
    """Every fsync and rename of a whole run is once the last that happened."""
    fields = {"games": 5, "part_games": 4, "start": 1, "rows": rows}
    play(tmp_path / "whole", chunk=2, checkpoint=0, **fields)
    expected, kills = tree(tmp_path / "whole"), 0
    for allowed in range(1000):
        path = tmp_path / f"killed-{allowed}"
        with monkeypatch.context() as patch:
            Killer(patch, allowed)
            try:
                play(path, chunk=2, checkpoint=0, **fields)
                done = True
            except Killed:
                kills, done = kills + 1, False
        run = play(path, chunk=3, **fields)
        assert tree(path) == expected, f"after {allowed} calls"
        assert run.complete
        if done:
            break
    assert kills > 20
    assert done


@pytest.mark.parametrize("fmt", ["parquet", "csv", "jsonl", "npz"])
def test_stopping_anywhere_and_going_on_gives_the_same_bytes(tmp_path, fmt):
    fields = {"games": 40, "rows": "decisions", "format": fmt, "start": 5}
    play(tmp_path / "whole", **fields)
    for stop in (9, 16, 30):
        play(tmp_path / "cut", stop=stop, **fields)
        assert load(tmp_path / "cut").finished == [(5, stop)]
    play(tmp_path / "cut", chunk=3, **fields)
    assert tree(tmp_path / "cut") == tree(tmp_path / "whole")


@pytest.mark.parametrize("seed", [1, 2])
def test_sigkill_at_random_moments(tmp_path, seed):
    """The command is killed again and again at seeded moments and resumed until it is done."""
    chance = random.Random(seed)
    # Long enough that no attempt comes near the end before it is killed.
    rows, games = (("games", 8000), ("decisions", 4000))[seed - 1]
    options = ["--seed", "9", "--part-games", "150", "--rows", rows, "-n", games, "-q"]
    whole = arknova("run", *options, "-o", tmp_path / "whole")
    assert whole.returncode == 0, whole.stderr
    path, kills = tmp_path / "killed", 0
    for _ in range(4):
        process = subprocess.Popen(command("run", *options, "-o", path, "--resume"), stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, env=ENVIRONMENT)
        # Most kills fall into the writing of games, some into the start.
        before, until = games_in(path), time.monotonic() + 20
        while chance.random() < 0.99 and games_in(path) == before and process.poll() is None \
                and time.monotonic() < until:
            time.sleep(0.01)
        time.sleep(chance.random() * 0.3)
        process.send_signal(signal.SIGKILL)
        _, err = process.communicate(timeout=60)
        kills += process.returncode == -signal.SIGKILL
        assert process.returncode in (0, -signal.SIGKILL), err
    last = arknova("run", *options, "-o", path, "--resume", "--json")
    assert last.returncode == 0, last.stderr
    assert kills >= 1
    assert tree(path) == tree(tmp_path / "whole")


def games_in(path) -> int:
    """The games that count as finished, as the file of the aggregates stands now."""
    try:
        return load(path).games
    except Exception:
        return 0


def test_the_summary_of_a_resumed_run_is_that_of_an_uninterrupted_one(tmp_path):
    play(tmp_path / "whole")
    play(tmp_path / "cut", stop=21)
    play(tmp_path / "cut")
    assert run_summary(load(tmp_path / "cut")) == run_summary(load(tmp_path / "whole"))


def test_resume_takes_left_out_options_from_the_run(tmp_path):
    path = tmp_path / "run"
    first = arknova("run", "-n", "40", "--players", "3", "--map", "all", "--seed", "8", "-o", path, "--json")
    again = arknova("run", "-o", path, "--resume", "--json")
    assert again.returncode == 0, again.stderr
    one, two = json.loads(first.stdout), json.loads(again.stdout)
    del one["timing"], two["timing"]
    assert one == two
    longer = json.loads(arknova("run", "-n", "60", "-o", path, "--resume", "--json").stdout)
    assert longer["games"]["played"] == 60
    straight = json.loads(arknova("run", "-n", "60", "--players", "3", "--map", "all", "--seed", "8", "--json").stdout)
    assert longer["score"] == straight["score"]
    assert len(json.loads((path / "progress.json").read_text())["sessions"]) == 3


def test_a_run_with_a_changed_ruleset_carries_it(tmp_path):
    rules = tmp_path / "rich.toml"
    rules.write_text("setup.money = 60\n")
    path = tmp_path / "run"
    assert arknova("run", "-n", "40", "--seed", "8", "--rules", rules, "-o", path).returncode == 0
    rules.unlink()
    run = load(path)
    assert run.info.overlay == {"setup": {"money": 60}}
    assert run.ruleset.data["boards"]["setup"]["money"] == 60
    assert run.plan().play(3, 1)["state_hash"].tolist() == run.record(3)["state_hash"].tolist()
    assert arknova("run", "-n", "50", "-o", path, "--resume").returncode == 0


OTHERS = [
    (["--players", "3"], "players is 2, not 3"),
    (["--seed", "2"], "seed is 1, not 2"),
    (["--map", "3"], "map is 'random', not '3'"),
    (["--policy", "random,greedy"], "policies"),
    (["--turn-limit", "400"], "turn_limit is 500, not 400"),
    (["--peaceful"], "peaceful is False, not True"),
    (["--rows", "turns"], "rows is 'games', not 'turns'"),
    (["--format", "csv"], "format is 'parquet', not 'csv'"),
    (["--part-games", "99"], "part_games is 32768, not 99"),
    (["-n", "10"], "games is 30, not 10"),
    (["--start", "5"], "start is 0, not 5"),
    (["--shard", "1/2"], "shard is None"),
]


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    path = tmp_path_factory.mktemp("small") / "run"
    assert arknova("run", "-n", "30", "--seed", "1", "-o", path).returncode == 0
    return path


@pytest.mark.parametrize(("options", "words"), OTHERS, ids=[" ".join(options) for options, _ in OTHERS])
def test_resume_refuses_other_settings_and_names_them(small, options, words, capfd):
    from arknova_fast.cli import run_command

    before = tree(small)
    assert run_command(["run", "-o", str(small), "--resume", *options]) == 3
    out, err = capfd.readouterr()
    assert (out, len(err.strip().splitlines())) == ("", 1)
    assert words in err
    assert tree(small) == before


def test_a_complete_run_has_nothing_left_to_play(small):
    done = arknova("run", "-o", small, "--resume")
    assert done.returncode == 0, done.stderr
    assert "nothing was left to play" in done.stdout
    assert "0 games/s" not in done.stdout


def test_another_ruleset_is_refused(small, tmp_path):
    rules = tmp_path / "rich.toml"
    rules.write_text("setup.money = 60\n")
    one_sentence(arknova("run", "-o", small, "--resume", "--rules", rules), 3, "ruleset")


def test_a_run_is_never_overwritten(small, tmp_path):
    before = tree(small)
    one_sentence(arknova("run", "-o", small), 2, "already holds a run", "--resume")
    (tmp_path / "mine.txt").write_text("mine")
    one_sentence(arknova("run", "-o", tmp_path), 3, "not empty", "mine.txt")
    one_sentence(arknova("run", "-o", tmp_path, "--resume"), 3, "not empty", "mine.txt")
    one_sentence(arknova("run", "-o", tmp_path / "mine.txt"), 3, "is a file")
    one_sentence(arknova("run", "-o", tmp_path / "x.json"), 2, "--summary")
    one_sentence(arknova("run", "-o", small / "inner"), 2, "inside the run directory")
    for name in ("run.json", "summary.json", "games/part-000000000000.parquet"):
        one_sentence(arknova("run", "-n", "5", "--summary", small / name), 2, "inside the run directory")
    one_sentence(arknova("run", "-n", "5", "-o", tmp_path / "new", "--summary", tmp_path / "new" / "run.json"), 2,
                 "inside the directory of the run")
    assert not (tmp_path / "new").exists()
    assert tree(small) == before
    one_sentence(arknova("run", "--resume"), 2, "-o DIR")
    one_sentence(arknova("run", "--rows", "turns"), 2, "--rows", "-o DIR")


def test_an_engine_that_plays_otherwise_does_not_go_on(tmp_path):
    play(tmp_path / "run", stop=20)
    path = tmp_path / "run" / "run.json"
    body = json.loads(path.read_text())
    body["probe"]["state_hash"] = "0" * 16
    path.write_text(json.dumps(body))
    one_sentence(arknova("run", "-o", tmp_path / "run", "--resume"), 3, "the version is the same", "seed")
    body["package_version"] = "0.0.1"
    path.write_text(json.dumps(body))
    one_sentence(arknova("run", "-o", tmp_path / "run", "--resume"), 3, "this version plays other games", "0.0.1")


def test_a_changed_policy_file_is_named(tmp_path):
    policy = tmp_path / "mine.py"
    policy.write_text("def choose(game, actions):\n    return actions[0]\n")
    options = ["--policy", f"{policy}:choose", "--seed", "1", "-o", tmp_path / "run"]
    assert arknova("run", "-n", "4", *options).returncode == 0
    policy.write_text("def choose(game, actions):\n    return actions[-1]\n")
    one_sentence(arknova("run", "--resume", "-o", tmp_path / "run"), 3, "mine.py:choose", "must have changed")


# --- two processes, Ctrl-C ------------------------------------------------------------------------------------------


def test_the_second_process_is_refused(small):
    before = tree(small)
    with files.locked(small):
        one_sentence(arknova("run", "-o", small, "--resume", "-n", "99"), 3, "another process")
    assert tree(small) == before


def test_the_death_of_a_process_frees_the_lock(tmp_path):
    path = tmp_path / "run"
    process = started(path, "-n", "100m")
    one_sentence(arknova("run", "-o", path, "--resume"), 3, "another process")
    process.kill()
    process.communicate(timeout=60)
    with files.locked(path):
        pass


def test_two_signals_at_once_are_one_request(tmp_path):
    """timeout signals the process and then its group; nothing is lost."""
    process = started(tmp_path / "run", "-n", "100m")
    # Two signals, as two of one number would be one, to a stopped process: it finds both at the same moment.
    for number in (signal.SIGSTOP, signal.SIGINT, signal.SIGTERM, signal.SIGCONT):
        process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "stopped" not in err
    assert json.loads(out)["games"]["interrupted"]


def started(path, *options) -> subprocess.Popen:
    """A run that has begun to write."""
    process = subprocess.Popen(command("run", "--seed", "4", "--part-games", "256", "-o", path, "--json", *options),
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
    until = time.monotonic() + 60
    while not (path / "aggregates.npz").exists():
        assert process.poll() is None, process.stderr.read()
        assert time.monotonic() < until
        time.sleep(0.02)
    return process


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_once_writes_all_games_that_were_played(tmp_path, number):
    """So does SIGTERM, which schedulers send before they kill."""
    path = tmp_path / "run"
    process = started(path, "-n", "100m", "--rows", "turns")
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    result = json.loads(out)
    assert "Traceback" not in err
    run = load(path)
    played = result["games"]["played"]
    assert run.games == played > 0
    assert result["games"]["interrupted"]
    assert len(run.tables("games")) == 2 * played
    assert run_summary(run)["score"] == result["score"]
    assert json.loads((path / "summary.json").read_text())["games"] == result["games"]
    # What a shorter run of the same games writes, but for the number of games asked for.
    done = arknova("run", "--seed", "4", "--part-games", "256", "-n", played, "--rows", "turns", "-o",
                   tmp_path / "short")
    assert done.returncode == 0, done.stderr
    one, two = tree(path), tree(tmp_path / "short")
    for name in ("run.json", "summary.json"):
        del one[name], two[name]
    assert one == two


def test_ctrl_c_twice_stops_at_once_and_leaves_a_whole_run(tmp_path):
    path = tmp_path / "run"
    process = started(path, "-n", "100m", "-p", "4", "--rows", "decisions")
    process.send_signal(signal.SIGINT)
    time.sleep(0.6)  # what follows sooner counts as the same request
    with suppress(ProcessLookupError):
        process.send_signal(signal.SIGINT)
    began = time.monotonic()
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert time.monotonic() - began < 20
    assert "Traceback" not in err
    assert out == "" or json.loads(out)["games"]["interrupted"]
    run = load(path)
    assert run.games > 0
    assert len(run.tables("games")) == 4 * run.games
    with files.locked(path):
        pass


# --- no room --------------------------------------------------------------------------------------------------------


def test_a_limit_on_the_size_of_files_is_one_sentence(tmp_path):
    """As a full disk: a part cannot be written; what was finished stays and the run goes on later."""
    import resource

    path, options = tmp_path / "run", ["--seed", "4", "-n", "400", "--part-games", "100", "--rows", "decisions"]
    assert arknova("run", *options, "-o", tmp_path / "whole").returncode == 0
    assert arknova("run", *options[:2], "-n", "100", *options[4:], "-o", path).returncode == 0

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, 150_000))

    done = process("run", "-n", "400", "-o", path, "--resume", preexec_fn=limit)
    one_sentence(done, 3, "cannot write", "too large", "--resume")
    assert load(path).finished == [(0, 100)]
    assert len(load(path).tables("decisions")) > 0
    assert arknova("run", "-o", path, "--resume").returncode == 0
    assert tree(path) == tree(tmp_path / "whole")


def test_a_full_disk_is_one_sentence_and_the_run_goes_on_with_more_room(tmp_path):
    """A file system in memory of one megabyte."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk], capture_output=True)
    if mounted.returncode:
        pytest.skip("cannot mount a small file system here")
    try:
        options = ["--seed", "4", "-n", "500", "--part-games", "50", "--rows", "decisions"]
        done = arknova("run", *options, "-o", disk / "run")
        one_sentence(done, 3, "cannot write", "No space left on device", "--resume")
        kept = load(disk / "run")
        assert 0 < kept.games < 500
        assert len(kept.tables("games")) == 2 * kept.games
        assert not [entry for entry in (disk / "run").rglob(".*.tmp")]
        more = subprocess.run(["mount", "-o", "remount,size=8m", disk], capture_output=True)
        assert more.returncode == 0, more.stderr
        assert arknova("run", "-o", disk / "run", "--resume").returncode == 0
        assert arknova("run", *options, "-o", tmp_path / "whole").returncode == 0
        assert tree(disk / "run") == tree(tmp_path / "whole")
    finally:
        subprocess.run(["umount", disk], check=True)


@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write everywhere")
def test_an_unwritable_folder_is_one_sentence(tmp_path):
    (tmp_path / "closed").mkdir(mode=0o500)
    one_sentence(arknova("run", "-o", tmp_path / "closed" / "run"), 3, "cannot write")


def test_a_folder_that_cannot_be_made_is_one_sentence():
    one_sentence(arknova("run", "-n", "5", "-o", "/proc/nothing/run"), 3, "cannot write", "/proc/nothing/run")


def test_leftovers_of_a_killed_process_are_taken_away(tmp_path):
    play(tmp_path / "run", stop=20)
    left = [tmp_path / "run" / name for name in ("games/.part-000000000016.parquet.tmp", ".aggregates.npz.tmp")]
    for part in left:
        part.write_bytes(b"half")
    play(tmp_path / "run")
    assert not any(part.exists() for part in left)
    early = tmp_path / "early" / ".run.json.tmp"
    early.parent.mkdir()
    early.write_bytes(b"half")
    assert play(tmp_path / "early").complete
    assert not early.exists()


def test_a_folder_of_something_else_is_left_as_it_is(tmp_path):
    """Whatever its files are called, and those below it."""
    mine = [tmp_path / name for name in (".notes.tmp", "deep/.draft.tmp", "games/.part-1.tmp")]
    for path in mine:
        path.parent.mkdir(exist_ok=True)
        path.write_text("mine")
    for options in ([], ["--resume"]):
        one_sentence(arknova("run", "-n", "5", "-o", tmp_path, *options), 3, "not empty")
    assert sorted(path for path in tmp_path.rglob("*") if path.is_file()) == sorted(mine)
    one_sentence(arknova("run", "-n", "5", "-o", "/"), 3, "not empty")


def test_a_failing_disk_does_not_hang_the_writer(tmp_path, monkeypatch):
    """An error in the thread of the disk reaches the caller at the latest when the run is finished."""
    from arknova_fast.errors import RunDataError

    def full(*args):
        raise OSError(28, "No space left on device")

    with opening.opened(tmp_path / "run", info(), resume=True) as run:
        one = writer.RunWriter(run)
        play_some = writer.player(run.plan(), "games")
        monkeypatch.setattr(files.os, "replace", full)
        with pytest.raises(RunDataError, match="No space left on device"):
            for first in range(0, 48, 8):
                one.add(play_some(first, 8))
            one.finish()
        one.close()
    monkeypatch.undo()
    assert load(tmp_path / "run").games == 0
