"""arknova replay, and the examples of docs/replay.md."""
import doctest
import json
import os
import re
import shutil
import subprocess
import sys
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from commands import ENVIRONMENT, answer, arknova
from helpers import effect, p, position, take

import arknova_fast.io
from arknova_fast import Game, UsageError
from arknova_fast.api import batch_plan
from arknova_fast.io.gamelog import record_game, write_log
from arknova_fast.io.readlog import read_log
from arknova_fast.io.steps import plan_steps, take_step
from arknova_fast.report.replay import TRACKS, main_strength, tracks_of, turns_of

DOC = Path(__file__).resolve().parents[1] / "docs" / "replay.md"
IMAGES = DOC.parent / "img"


# --- turns ----------------------------------------------------------------------------------------------------------


def test_the_turns_of_a_game_follow_each_other_and_their_tracks_join():
    turns = [turn for turn, _ in turns_of(plan_steps(batch_plan(3, seed=2), 0))]
    assert [turn.number for turn in turns] == list(range(len(turns)))
    assert [turn.player for turn in turns[1:]] == [i % 3 for i in range(len(turns) - 1)]
    for earlier, later in pairwise(turns):
        assert earlier.after == later.before
    assert sum(len(turn.steps) for turn in turns) == len(record_game(batch_plan(3, seed=2), 0).steps)


def test_the_last_turn_ends_with_the_tracks_of_the_record():
    plan = batch_plan(2, seed=3)
    *_, (last, end) = turns_of(plan_steps(plan, 4))
    for row, after in zip(plan.play(4, 1), last.after, strict=True):
        assert [int(row[name]) for name in TRACKS] == [after[name] for name in TRACKS]
    assert end.is_terminal and last.events[-1] == "final scoring"


def test_breaks_and_the_end_are_events():
    plan = batch_plan(2, seed=3)
    events = [event for turn, _ in turns_of(plan_steps(plan, 4)) for event in turn.events]
    breaks = int(plan.play(4, 1)["breaks"][0])
    assert [event.split(",")[0] for event in events if event.startswith("break ")] == [
        f"break {i}" for i in range(1, breaks + 1)]
    assert sum("the counters of player" in event for event in events) == 1


def test_a_break_names_who_caused_it():
    game = position(p(actions=["animals", "association", "build", "cards", "sponsors"]), p(), break_left=5, turn=0)
    steps = [take_step(game, text, i) for i, text in enumerate(["act sponsors", "break"])]
    (turn, _), = turns_of(steps)
    assert turn.events == ["break 1, caused by player 0"]
    assert turn.what == "sponsors 5: break option"


@pytest.mark.parametrize("constriction, x, strength", [([], 0, 4), ([], 2, 6), (["build"], 2, 4)])
def test_the_strength_is_slot_less_constriction_plus_x_tokens(constriction, x, strength):
    game = position(p(x_tokens=3, constriction=constriction,
                      actions=["animals", "association", "cards", "build", "sponsors"]))
    assert main_strength(game, "build", x) == strength
    take(game, f"act build +{x}x")
    assert int(game.view()["act"]["strength"]) == strength


def test_words_for_what_is_done():
    order = ["build", "association", "cards", "sponsors", "animals"]
    game = position(p(map="3", money=40, hand=["A401"], buildings=["enclosure_5@4,7"], actions=order), p())
    steps = [take_step(game, text, i) for i, text in enumerate(["act animals", "play A401"])]
    (turn, _), = turns_of(steps)
    assert turn.what.startswith("animals 5: Cheetah") and (turn.card, turn.strength) == ("animals", 5)


def test_a_stolen_card_is_told():
    game = position(p(hand=["A401"]), p(hand=["A405", "A406"], money=20, appeal=9),
                    decision=effect(op="pilfering", n=1))
    step = take_step(game, "give card", 0)
    (turn, _), = turns_of([step])
    assert turn.steps[0]["chance"] == [{"pick": step.outcomes[0][1]}]
    assert tracks_of(game)[0]["hand"] == 2


# --- the command ----------------------------------------------------------------------------------------------------


def test_replay_as_json_agrees_with_the_record():
    found = answer("replay", "--seed", 5, "--game", 2, "--players", 3, "--map", "all", "--check")
    plan = batch_plan(3, "all", "random", 5)
    rows = plan.play(2, 1)
    assert found["schema"] == "arknova-fast/replay/1"
    assert (found["seed"], found["game"], found["players"], found["policies"]) == (5, 2, 3, ["random"] * 3)
    assert found["result"]["scores"] == rows["score"].tolist() and found["result"]["ranks"] == rows["rank"].tolist()
    assert found["state_hash"] == f"{int(rows['state_hash'][0]):016x}" and found["check"]["equal"]
    assert found["decisions"] == int(rows["decisions"][0]) == sum(len(turn["decisions"]) for turn in found["turns"])


def test_replay_of_a_log_tells_the_same_turns_as_that_of_its_seed(tmp_path):
    path = tmp_path / "game.jsonl"
    by_seed = arknova("replay", "--seed", 5, "--game", 2, "--players", 1, "--solo-difficulty", "hard", "--full",
                      "--log", path)
    by_log = arknova("replay", path, "--full")
    assert by_seed.returncode == by_log.returncode == 0 and by_seed.stdout == by_log.stdout
    assert read_log(path).header["options"]["solo_difficulty"] == "hard"


def test_a_replayed_log_can_be_written_again(tmp_path):
    write_log(tmp_path / "one.jsonl", record_game(batch_plan(2, seed=5, turn_limit=9), 0))
    assert arknova("replay", tmp_path / "one.jsonl", "--log", tmp_path / "two.jsonl").returncode == 0
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()


class FakeRun:
    """A run directory of ten games; ``shift`` spoils its stored hashes."""

    shift = 0

    def plan(self):
        return batch_plan(2, seed=5)

    def part_of(self, number):
        if number >= 10:
            raise UsageError(f"no game {number}")

    def record(self, number):
        rows = self.plan().play(number, 1)
        rows["state_hash"] += np.uint64(self.shift)
        return rows


@pytest.mark.parametrize("shift, code", [(0, 0), (1, 4)])
def test_a_game_of_a_run_is_checked_with_its_stored_hash(shift, code, tmp_path, monkeypatch):
    run = FakeRun()
    run.shift = shift
    monkeypatch.setattr(arknova_fast.io, "rundir", SimpleNamespace(load=lambda path: run), raising=False)
    done = arknova("replay", tmp_path, "--game", 2, "--check")
    assert done.returncode == code
    assert ("equals the stored one" if code == 0 else "differs from the stored one") in done.stdout.splitlines()[-1]
    plain = arknova("replay", tmp_path, "--game", 2)
    assert plain.stdout.splitlines() == arknova("replay", "--seed", 5, "--game", 2).stdout.splitlines()
    assert arknova("replay", tmp_path, "--game", 10).returncode == 2


def test_one_turn_shows_its_decisions_and_the_zoo(tmp_path):
    done = arknova("replay", "--seed", 7, "--game", 3, "--turn", 5)
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines if re.match(r" *#", line)] == ["#10", "#11", "#12"]
    assert "Zoo of player 0 on map 7: Ice Cream Parlors" in lines and "  kiosk @5,0" in lines
    found = answer("replay", "--seed", 7, "--game", 3, "--turn", 5)
    assert [turn["turn"] for turn in found["turns"]] == [5]


def test_a_patched_ruleset_is_replayed_with_its_overlay(tmp_path):
    rules = tmp_path / "rules.toml"
    rules.write_text("setup.money = 40\n")
    path = tmp_path / "game.jsonl"
    done = arknova("replay", "--seed", 1, "--rules", rules, "--turn-limit", 3, "--log", path)
    assert done.returncode == 0 and "left unfinished at the turn limit" in done.stdout
    assert arknova("replay", path, "--check").returncode == 0
    other = tmp_path / "other.toml"
    other.write_text("setup.money = 41\n")
    refused = arknova("replay", path, "--rules", other)
    assert refused.returncode == 3 and "was written with ruleset" in refused.stderr


@pytest.mark.parametrize("arguments, message", [
    ([], "what is to be replayed"), (["LOG", "--seed", "1"], "--seed goes with the options"),
    (["LOG", "--game", "1"], "holds one game"), (["LOG", "--players", "3"], "--players goes with --seed"),
    (["LOG", "--map", "3"], "--map goes with --seed"), (["--seed", "1", "--turn", "999"], "there is no turn 999"),
    (["--seed", "1", "--map", "3", "--map-mode", "draft"], "does not go with --map-mode"),
    (["--seed", "1", "--solo-difficulty", "hard"], "--players 1"),
    (["--seed", "1", "--policy", "randon"], "did you mean"),
    (["RUN"], "choose one with --game"), (["--seed", "x"], "expected a whole number"),
])  # fmt: skip
def test_what_does_not_fit_together_is_a_usage_error(arguments, message, tmp_path):
    path = tmp_path / "game.jsonl"
    write_log(path, record_game(batch_plan(2, seed=5, turn_limit=2), 0))
    run = tmp_path / "run"
    if "RUN" in arguments:
        assert arknova("run", "-n", 2, "--seed", 5, "-q", "-o", run).returncode == 0
    done = arknova("replay", *[{"LOG": path, "RUN": run}.get(word, word) for word in arguments], cwd=tmp_path)
    assert done.returncode == 2 and message in done.stderr and "Traceback" not in done.stderr


def test_control_characters_of_a_log_do_not_reach_the_terminal(tmp_path):
    path = tmp_path / "game.jsonl"
    assert arknova("replay", "--seed", 3, "--turn-limit", 3, "--log", path).returncode == 0
    lines = path.read_text().splitlines(keepends=True)
    header = json.loads(lines[0])
    header["policies"] = ["gr\x1b[2Jeedy", "a\nb\u202e"]
    path.write_text(json.dumps(header) + "\n" + "".join(lines[1:]))
    done = arknova("replay", path)
    assert done.returncode == 0
    assert done.stdout.startswith(r"2 players (gr\x1b[2Jeedy, a\nb\u202e)")


def test_an_unwritable_log_is_refused_before_anything_is_played(tmp_path):
    done = arknova("replay", "--seed", 1, "--log", tmp_path / "no" / "game.jsonl")
    assert done.returncode == 3 and done.stdout == "" and "cannot write" in done.stderr


def test_a_directory_that_is_no_run_is_refused_in_one_sentence(tmp_path):
    done = arknova("replay", tmp_path, "--game", 0)
    assert done.returncode in (2, 3) and done.stderr.count("\n") == 1


# --- the page -------------------------------------------------------------------------------------------------------


def matches(wanted: list[str], found: list[str]) -> bool:
    """Lines of an example, ``...`` alone for any number of lines, within a line for any text."""
    return doctest.OutputChecker().check_output("\n".join(wanted) + "\n", "\n".join(found) + "\n", doctest.ELLIPSIS)


def examples() -> list[list[tuple[str, list[str]]]]:
    blocks = re.findall(r"^```console\n(.*?)^```", DOC.read_text(), re.M | re.S)
    return [[(part.split("\n")[0], part.rstrip("\n").split("\n")[1:]) for part in block.split("$ ")[1:]]
            for block in blocks]


@pytest.mark.parametrize("commands", examples(), ids=lambda commands: commands[0][0][:40])
def test_the_console_examples_of_the_page_print_what_they_say(commands, tmp_path):
    shutil.copy(IMAGES / "zoo.txt", tmp_path)
    script = tmp_path / "arknova"
    script.write_text(f'#!/bin/sh\nexec {sys.executable} -m arknova_fast "$@"\n')
    script.chmod(0o755)
    environment = ENVIRONMENT | {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    for command, wanted in commands:
        done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, cwd=tmp_path, env=environment,
                              timeout=120)
        assert done.returncode == 0, done.stderr
        found = [line.rstrip() for line in done.stdout.splitlines()]
        assert matches([line.rstrip() for line in wanted], found), f"{command}\n{done.stdout}"


def test_the_python_examples_of_the_page_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = doctest.testfile(str(DOC), module_relative=False)
    assert result.attempted >= 7 and result.failed == 0


def test_the_page_lists_every_field_of_a_log():
    page = DOC.read_text()
    log = record_game(batch_plan(2, seed=5), 51)
    names = {*log.header, *log.result, *(name for entry in log.steps for name in entry)}
    assert [name for name in names if f"`{name}`" not in page] == []
    assert json.loads(json.dumps(log.header)) == log.header


def test_a_game_needs_no_log_to_be_told():
    game = Game.new(players=1, seed=1)
    (turn, _), = turns_of([take_step(game, game.legal_actions()[0], 0)])
    assert (turn.number, turn.player, turn.what) == (0, None, "")


@pytest.mark.parametrize("name", ["io.gamelog", "io.readlog", "report.cardwords", "drawing"])
def test_the_examples_in_the_docstrings_are_true(name):
    result = doctest.testmod(import_module(f"arknova_fast.{name}"))
    assert result.attempted > 2 and result.failed == 0
