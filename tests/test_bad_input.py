"""Malformed input of every kind gets a typed error in one sentence; nothing crashes, hangs or changes."""
from __future__ import annotations

import faulthandler
import json
import pickle
import random
import subprocess
import sys

import pytest
from bad_input import generated, handmade

from arknova_fast.cli import run_command
from arknova_fast.core.tables import Ruleset
from arknova_fast.errors import (
    ArkNovaError,
    CardDataError,
    IllegalActionError,
    NotationError,
    StateDataError,
    UsageError,
)
from arknova_fast.game import Game
from arknova_fast.notation import action_to_string, dict_to_action, string_to_action

RULES = Ruleset.default()
SECONDS = 60
LONGEST = 20_000  # a position names all that is wrong with it, each value in part only


@pytest.fixture(autouse=True)
def watchdog():
    """Compiled loops do not answer to signals: a hang ends the whole process, with the place where it was."""
    faulthandler.dump_traceback_later(SECONDS, exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()


def refused(call, *errors: type[Exception]) -> None:
    with pytest.raises(errors) as caught:
        call()
    sentence(caught.value)


def sentence(error: Exception) -> None:
    text = str(error)
    assert text.strip(), f"{type(error).__name__} without a message"
    assert "\n" not in text
    assert len(text) < LONGEST


def shown(value) -> str:
    try:
        return repr(value)[:60]
    except ValueError:  # Python writes no whole number of more than 4300 digits
        return "huge"


def test_the_corpus_is_large():
    made_by_hand = (handmade.POSITIONS, handmade.TEXTS, handmade.ACTION_TEXTS, handmade.ACTION_DICTS,
                    handmade.ACTION_CODES, handmade.OVERLAYS, handmade.CALLS, handmade.COMMANDS)
    assert sum(map(len, made_by_hand)) >= 300


# --- positions ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("position", handmade.POSITIONS, ids=shown)
def test_malformed_positions(position):
    refused(lambda: Game.from_dict(position), StateDataError)


@pytest.mark.parametrize("text", handmade.TEXTS, ids=shown)
def test_malformed_position_texts(text):
    refused(lambda: Game.from_text(text), StateDataError, NotationError)


def test_damaged_dumps():
    for position in generated.damaged_positions(120):
        refused(lambda position=position: Game.from_dict(position), StateDataError)


def whole_or_refused(call, *errors: type[Exception]) -> bool:
    """Whether something was refused; if not, the game has to be whole and play on."""
    try:
        game = call()
    except errors as error:
        sentence(error)
        return True
    chance = random.Random(1)
    for _ in range(40):
        assert game.check() == []
        if game.is_terminal:
            break
        game.apply(chance.choice(game.legal_actions()))
    return False


def test_dumps_with_noise():
    noisy = generated.noisy_positions(400)
    found = [whole_or_refused(lambda one=one: Game.from_dict(one), StateDataError) for one in noisy]
    assert sum(found) > 200


def test_position_texts_with_noise():
    found = [whole_or_refused(lambda one=one: Game.from_text(one), StateDataError, NotationError)
             for one in generated.noisy_texts(300)]
    assert sum(found) > 150


# --- state blobs --------------------------------------------------------------------------------------------------


NO_BLOBS = [b"", b"A", b"ARKNOVA\0", bytes(40), bytes(10_000), None, 5, "ARKNOVA", [1], {}]


@pytest.mark.parametrize("data", NO_BLOBS, ids=shown)
def test_malformed_blobs(data):
    refused(lambda: Game.from_bytes(data), StateDataError)


def test_damaged_blobs():
    for data in generated.damaged_blobs(200):
        refused(lambda data=data: Game.from_bytes(data), StateDataError)


def test_hostile_blobs_with_a_fitting_checksum():
    blobs = generated.hostile_blobs(1500)
    found = [whole_or_refused(lambda one=one: Game.from_bytes(one), StateDataError) for one in blobs]
    assert sum(found) > 500


def test_a_blob_of_another_ruleset_is_refused():
    data = Game.new(seed=1).to_bytes()
    refused(lambda: Game.from_bytes(data, RULES.patch({"setup": {"money": 26}})), StateDataError)


def test_a_damaged_pickle_is_refused():
    data = pickle.dumps(Game.new(seed=1))
    at = data.index(b"ARKNOVA\0") + 100
    refused(lambda: pickle.loads(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]), StateDataError)


# --- actions ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def standing() -> list[Game]:
    return [Game.new(seed=1), *generated.games(6, 11)]


@pytest.mark.parametrize("text", handmade.ACTION_TEXTS, ids=shown)
def test_malformed_action_texts(standing, text):
    for game in standing[:3]:
        before = game.to_bytes()
        refused(lambda game=game: game.apply(text), NotationError, IllegalActionError)
        assert game.to_bytes() == before
    try:
        code = string_to_action(RULES, text)
    except NotationError as error:
        sentence(error)
    else:  # well formed, but not legal above
        assert string_to_action(RULES, action_to_string(RULES, code)) == code


@pytest.mark.parametrize("values", handmade.ACTION_DICTS, ids=shown)
def test_malformed_action_dicts(standing, values):
    refused(lambda: dict_to_action(RULES, values), NotationError)
    refused(lambda: dict_to_action(standing[0], values), NotationError)


@pytest.mark.parametrize("code", handmade.ACTION_CODES, ids=shown)
def test_malformed_action_codes(standing, code):
    for game in standing:
        before = game.to_bytes()
        refused(lambda game=game: game.apply(code), IllegalActionError)
        assert game.to_bytes() == before


def test_action_texts_with_noise(standing):
    for text in generated.noisy_action_texts(150):
        for game in standing:
            before, legal = game.to_bytes(), game.legal_actions()
            other = game.clone()
            try:
                other.apply(text)
            except (NotationError, IllegalActionError) as error:
                sentence(error)
                assert other.to_bytes() == before
            else:
                assert string_to_action(game, text) in legal
                assert other.check() == []


# --- rules --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", handmade.OVERLAYS, ids=shown)
def test_malformed_overlay_files(tmp_path, text):
    path = tmp_path / "rules.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    refused(lambda: Ruleset.load(path), CardDataError)


def test_overlays_that_are_no_files(tmp_path):
    for path in (tmp_path, tmp_path / "none.toml", tmp_path / ("x" * 300)):
        refused(lambda path=path: Ruleset.load(path), CardDataError)
    for overlay in (None, 5, "x", [], {"animals": None}, {5: {}}, {"animals": {None: {}}}):
        refused(lambda overlay=overlay: RULES.patch(overlay), CardDataError)


def test_overlays_with_noise():
    refusals = 0
    for overlay in generated.noisy_overlays(300):
        try:
            ruleset = RULES.patch(overlay)
        except CardDataError as error:
            sentence(error)
            refusals += 1
        else:
            assert Game.new(seed=3, ruleset=ruleset).play().check() == []
    assert refusals > 150


# --- arguments and command lines ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("method", "arguments"), handmade.CALLS, ids=shown)
def test_malformed_arguments(method, arguments):
    game = Game.new(seed=1)
    before = game.to_bytes()
    refused(lambda: getattr(game, method)(**arguments), UsageError, ArkNovaError)
    assert game.to_bytes() == before


@pytest.mark.parametrize(("words", "code"), handmade.COMMANDS, ids=shown)
def test_malformed_command_lines(words, code, capsys):
    assert run_command(words) == code
    said = capsys.readouterr()
    assert said.err.strip()
    assert "Traceback" not in said.err + said.out
    assert len(said.err.strip().splitlines()) == 1 or "Usage" in said.err + said.out


def test_malformed_rules_files_on_the_command_line(tmp_path, capsys):
    path = tmp_path / "rules.toml"
    for text in handmade.OVERLAYS:
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        assert run_command(["info", "--rules", str(path)]) == handmade.DATA
        said = capsys.readouterr()
        assert len(said.err.strip().splitlines()) == 1, said.err
        assert said.out == ""


def test_malformed_results_to_compare_with(tmp_path, capsys):
    path = tmp_path / "bench.json"
    for text in ("", "{", "[]", "null", "{}", json.dumps({"schema": "x"}), "\x00"):
        path.write_text(text)
        assert run_command(["bench", "--quick", "--compare", str(path)]) == handmade.DATA
        assert len(capsys.readouterr().err.strip().splitlines()) == 1


@pytest.mark.parametrize(("words", "code"), handmade.COMMANDS[::15], ids=shown)
def test_malformed_command_lines_in_a_process_of_their_own(words, code):
    command = [sys.executable, "-m", "arknova_fast", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    assert done.returncode == code
    assert "Traceback" not in done.stderr
