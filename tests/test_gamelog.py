"""Game logs: what they hold, that they replay exactly, and that damaged ones are refused by line."""
import copy
import json
import random

import pytest
from commands import arknova

from arknova_fast import Game, Ruleset
from arknova_fast.api import batch_plan
from arknova_fast.errors import ArkNovaError, GameLogError, LogMismatchError, StateDataError
from arknova_fast.io.gamelog import (
    Recorder,
    hexadecimal,
    overlay_of,
    plan_options,
    record_game,
    table_hash,
    write_log,
)
from arknova_fast.io.readlog import first_position, log_steps, read_log, replay_log
from arknova_fast.io.steps import take_step

PATCH = {"animals": {"A401": {"cost": 15}}, "setup": {"money": 30}, "rulings": {"determination": "optional"}}
PLANS = {
    "two players": {"players": 2, "seed": 5},
    "solo": {"players": 1, "seed": 3, "solo_difficulty": "hardest", "maps": "A"},
    "four players, pick of two maps, face down": {"players": 4, "seed": 8, "map_mode": "pick2",
                                                  "face_down_discard": True},
    "three players, draft, peaceful": {"players": 3, "seed": 4, "map_mode": "draft", "peaceful": True},
    "at the limit": {"players": 2, "seed": 1, "turn_limit": 20},
    "a patched ruleset": {"players": 2, "seed": 1, "ruleset": Ruleset.default().patch(PATCH)},
}


@pytest.mark.parametrize("name", PLANS)
def test_a_log_replays_to_the_hash_of_the_batch_from_its_stream_and_from_its_outcomes(name, tmp_path):
    plan = batch_plan(**PLANS[name])
    path = tmp_path / "game.jsonl"
    for number in (0, 1, 51):
        log = record_game(plan, number)
        assert log.result["state_hash"] == hexadecimal(int(plan.play(number, 1)["state_hash"][0]))
        write_log(path, log)
        found = read_log(path)
        assert (found.header, found.steps, found.result) == (log.header, log.steps, log.result)
        game, forced = replay_log(path), replay_log(path, force=True)
        assert table_hash(game) == table_hash(forced) == log.result["table_hash"]
        assert game.ruleset == plan.ruleset
        assert forced.view()["rng"].tolist() != game.view()["rng"].tolist()


def test_the_outcomes_of_chance_are_in_the_log():
    log = record_game(batch_plan(2, seed=5), 26)
    told = [outcome for entry in log.steps for outcome in entry.get("chance", ())]
    assert {kind for outcome in told for kind in outcome} == {"pick", "shuffle"}
    drawn = [key for entry in log.steps for key in entry.get("drawn", ())]
    deck = log.header["position"]["deck"]
    assert len(deck) == 212 - 6 - 2 * 8  # all zoo cards but the display and two hands
    assert drawn[: len(deck)] == deck  # until the first new deck the cards come in the stored order
    shuffled = next(outcome["shuffle"] for outcome in told if "shuffle" in outcome)
    assert drawn[len(deck):][: len(shuffled)] == shuffled[: len(drawn) - len(deck)]


def test_forcing_needs_no_seed(tmp_path):
    log = record_game(batch_plan(2, seed=5), 26)
    log.header["stream"] = ["0" * 15 + "1"] * 4
    write_log(tmp_path / "game.jsonl", log)
    assert table_hash(replay_log(tmp_path / "game.jsonl", force=True)) == log.result["table_hash"]
    with pytest.raises(LogMismatchError, match="chance: the log says"):
        replay_log(tmp_path / "game.jsonl")


def test_the_header_says_where_the_game_came_from():
    plan = batch_plan(2, ["3", "A"], "random", 9, turn_limit=3)
    header = record_game(plan, 4).header
    assert header["schema"] == "arknova-fast/game-log" and header["version"] == 1
    assert (header["seed"], header["game"], header["policies"]) == (9, 4, ["random", "random"])
    assert header["options"] == plan_options(plan) == {
        "maps": ["3", "A"], "map_mode": "fixed", "peaceful": False, "solo_difficulty": "normal",
        "face_down_discard": False, "turn_limit": 3}
    assert header["overlay"] is None and "rng" not in header["position"]
    options = {name: value for name, value in header["options"].items() if name != "turn_limit"}
    assert first_position(record_game(plan, 4)) == Game.new(2, header["seed"], header["game"], **options)


def test_an_overlay_makes_the_ruleset_again():
    rules = Ruleset.default().patch(PATCH)
    assert overlay_of(Ruleset.default()) is None
    assert Ruleset.default().patch(overlay_of(rules)) == rules != Ruleset.default()


def test_a_game_of_any_position_can_be_logged(tmp_path):
    game = Game.from_text("ark1 turn=1 | money=40 hand=[A401] | map=A appeal=7")
    recorder = Recorder(game, ["person", "person"], {"turn_limit": 0})
    rng = random.Random(1)
    for number in range(60):
        recorder.note(take_step(game, rng.choice(game.legal_actions()), number))
    write_log(tmp_path / "game.jsonl", recorder.log(game))
    assert replay_log(tmp_path / "game.jsonl") == game
    assert recorder.header["seed"] is None


def test_the_table_hash_sees_hands_but_not_the_stream():
    game = Game.new(seed=1)
    dump = game.to_dict()
    assert table_hash(Game.from_dict(dump | {"rng": [1, 2, 3, 4]})) == table_hash(game)
    dump["players"][0]["hand"], dump["players"][1]["hand"] = dump["players"][1]["hand"], dump["players"][0]["hand"]
    assert table_hash(Game.from_dict(dump)) != table_hash(game)


def test_a_log_that_cannot_be_written_leaves_nothing_behind(tmp_path):
    log = record_game(batch_plan(1, seed=1, turn_limit=1), 0)
    with pytest.raises(StateDataError, match="cannot write"):
        write_log(tmp_path / "no" / "game.jsonl", log)
    (tmp_path / "folder").mkdir()
    with pytest.raises(StateDataError, match="cannot write"):
        write_log(tmp_path / "folder", log)
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


# --- damaged logs ---------------------------------------------------------------------------------------------------

PLAN = batch_plan(2, seed=5, turn_limit=6)
GOOD = record_game(PLAN, 0)
LAST = len(GOOD.steps) + 2


def lines_of(log=GOOD) -> list[dict]:
    return copy.deepcopy([log.header, *log.steps, log.result])


def text_of(lines: list) -> bytes:
    return b"".join((json.dumps(line) if not isinstance(line, bytes) else line.decode("latin-1")).encode("latin-1")
                    + b"\n" for line in lines)


def changed(line: int, **fields) -> bytes:
    """The log with other fields in a line (from 1); None as a value of DROP takes a field out."""
    lines = lines_of()
    for name, value in fields.items():
        if value is DROP:
            del lines[line - 1][name]
        else:
            lines[line - 1][name] = value
    return text_of(lines)


def edited(function) -> bytes:
    lines = lines_of()
    return text_of(function(lines) or lines)


DROP = object()
MAIN = next(i for i, entry in enumerate(GOOD.steps) if entry["kind"] == "MAIN") + 2
DRAWS = next(i for i, entry in enumerate(GOOD.steps) if "drawn" in entry) + 2
OTHER = next(i for i, entry in enumerate(GOOD.steps) if entry["player"] == 1 and entry["kind"] == "MAIN") + 2
BYTES = text_of(lines_of())
UNREADABLE = {  # name: (bytes, line, message)
    "empty file": (b"", 0, "is empty"),
    "only a line feed": (b"\n", 1, "no JSON"),
    "header alone": (text_of(lines_of()[:1]), 1, "without a result line"),
    "result line missing": (text_of(lines_of()[:-1]), LAST - 1, "without a result line"),
    "last line cut off": (BYTES[:-20], LAST, "cut off"),
    "cut within a decision": (BYTES[: len(BYTES) // 2], None, "cut off"),
    "no JSON": (edited(lambda lines: [*lines[:3], b"{nonsense", *lines[3:]]), 4, "no JSON"),
    "no UTF-8": (edited(lambda lines: [*lines[:3], b'{"i": "\xff"}', *lines[3:]]), 4, "no JSON"),
    "blank line": (edited(lambda lines: [*lines[:3], b"", *lines[3:]]), 4, "no JSON"),
    "a list as a line": (edited(lambda lines: [*lines[:3], [1], *lines[3:]]), 4, "expected an object"),
    "nested without end": (edited(lambda lines: [*lines[:3], b"[" * 100_000, *lines[3:]]), 4, "no JSON"),
    "no log at all": (b'{"name": "x"}\n{"result": {}}\n', 1, "this is no game log"),
    "another schema": (changed(1, schema="arknova-fast/run-summary/1"), 1, "this is no game log"),
    "newer version": (changed(1, version=2), 1, "has version 2, this package reads up to 1"),
    "version as text": (changed(1, version="1"), 1, "version must be a whole number"),
    "header without position": (changed(1, position=DROP), 1, "no field 'position'"),
    "unknown header field": (changed(1, colour="red"), 1, "unknown field 'colour'"),
    "five players": (changed(1, players=5), 1, "players must be 1 to 4"),
    "policies missing": (changed(1, policies=["random"]), 1, "1 policies for 2 players"),
    "ruleset no hash": (changed(1, ruleset="base"), 1, "64 hex digits"),
    "stream too short": (changed(1, stream=["0" * 16]), 1, "four words"),
    "options without limit": (changed(1, options={}), 1, "turn limit"),
    "seed negative": (changed(1, seed=-1), 1, "seed must be"),
    "decision without code": (changed(MAIN, code=DROP), MAIN, "no field 'code'"),
    "code as text": (changed(MAIN, code="7"), MAIN, "code must be"),
    "code too large": (changed(MAIN, code=2**32), MAIN, "code must be"),
    "action as number": (changed(MAIN, action=7), MAIN, "action must be a text"),
    "player true": (changed(MAIN, player=True), MAIN, "player must be a seat"),
    "seat that is not there": (changed(MAIN, player=2), MAIN, "no seat 2"),
    "unknown decision field": (changed(MAIN, why="?"), MAIN, "unknown field 'why'"),
    "drawn as text": (changed(DRAWS, drawn="A401"), DRAWS, "drawn must be a list"),
    "chance malformed": (changed(MAIN, chance=[{"roll": 6}]), MAIN, "chance must be a list"),
    "decision left out": (edited(lambda lines: lines[:4] + lines[5:]), 5, "stands where decision 3 belongs"),
    "decision twice": (edited(lambda lines: lines[:4] + lines[3:]), 5, "stands where decision 3 belongs"),
    "result too early": (edited(lambda lines: [*lines[:4], lines[-1], *lines[4:]]), 5, "before the last line"),
    "result without hash": (changed(LAST, state_hash=DROP), LAST, "no field 'state_hash'"),
    "hash too short": (changed(LAST, table_hash="12"), LAST, "16 hex digits"),
    "wrong number of decisions": (changed(LAST, decisions=1), LAST, "counts 1 decisions"),
    "other ruleset": (changed(1, ruleset="0" * 64), 1, "was written with ruleset 0000"),
    "overlay missing": (changed(1, ruleset=Ruleset.default().patch(PATCH).content_hash), 1, "was written with"),
    "overlay wrong": (changed(1, overlay={"animals": {"999": {}}}), 1, "overlay does not fit"),
    "position impossible": (changed(1, position={"players": [{"money": -1}, {}]}), 1, "position is impossible"),
    "position of three": (changed(1, position={"players": 3}), 1, "3 players, the header 2"),
}
MISMATCHING = {
    "illegal action": (changed(MAIN, action="act animals +5x", code=GOOD.steps[MAIN - 2]["code"]), MAIN, "code"),
    "action not legal": (changed(MAIN, action="pass", code=0), MAIN, "not legal now"),
    "unknown action": (changed(MAIN, action="dance"), MAIN, "dance"),
    "code of another action": (changed(MAIN, code=0), MAIN, "has the code"),
    "another kind": (changed(MAIN, kind="BUILD"), MAIN, "asked is MAIN"),
    "another player": (changed(MAIN, player=1), MAIN, "of player 1, asked is MAIN of player 0"),
    "other options": (changed(MAIN, options=1), MAIN, "options: the log says 1"),
    "another turn": (changed(MAIN, turn=9), MAIN, "turn: the log says 9"),
    "card not drawn": (changed(DRAWS, drawn=DROP), DRAWS, "drawn: the log says"),
    "another card drawn": (changed(DRAWS, drawn=["A401"]), DRAWS, "drawn: the log says"),
    "chance that never was": (changed(MAIN, chance=[{"pick": "A401"}]), MAIN, "chance"),
    "other state hash": (changed(LAST, state_hash="0" * 16), LAST, "the state has the hash"),
    "other table hash": (changed(LAST, table_hash="0" * 16), LAST, "the table has the hash"),
    "other scores": (changed(LAST, result=GOOD.result["result"] | {"scores": [1, 2]}), LAST, "scores: the log says"),
    "other end": (changed(LAST, result=GOOD.result["result"] | {"end_cause": "turn"}), LAST, "end_cause"),
    "other deck": (changed(1, position=GOOD.header["position"] | {
        "deck": GOOD.header["position"]["deck"][::-1]}), DRAWS, "drawn"),
}  # fmt: skip


def test_the_good_log_is_good(tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_bytes(BYTES)
    replay_log(path)
    path.write_bytes(BYTES[:-1])  # an editor that drops the last line feed does no harm
    replay_log(path, force=True)


@pytest.mark.parametrize("name", UNREADABLE)
def test_an_unreadable_log_is_refused_with_its_line(name, tmp_path):
    data, line, message = UNREADABLE[name]
    path = tmp_path / "bad.jsonl"
    path.write_bytes(data)
    with pytest.raises(GameLogError, match=message) as caught:
        replay_log(path)
    assert not isinstance(caught.value, LogMismatchError)
    assert caught.value.line == line or line is None
    assert str(path) in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("name", MISMATCHING)
def test_a_log_that_tells_another_game_is_refused_with_its_line(name, tmp_path):
    data, line, message = MISMATCHING[name]
    path = tmp_path / "bad.jsonl"
    path.write_bytes(data)
    read_log(path)
    with pytest.raises(LogMismatchError, match=message) as caught:
        replay_log(path)
    assert caught.value.line == line


def test_a_finished_game_has_no_further_decisions(tmp_path):
    log = record_game(batch_plan(2, seed=5), 0)
    log.steps.append(log.steps[-1] | {"i": len(log.steps)})
    log.result["decisions"] += 1
    write_log(tmp_path / "game.jsonl", log)
    with pytest.raises(LogMismatchError, match="over already"):
        replay_log(tmp_path / "game.jsonl")


@pytest.mark.parametrize("name", ["last line cut off", "other ruleset"])
def test_the_command_refuses_unreadable_logs_with_exit_code_3(name, tmp_path):
    path = tmp_path / "bad.jsonl"
    path.write_bytes(UNREADABLE[name][0])
    done = arknova("replay", path)
    assert done.returncode == 3 and done.stderr.count("\n") == 1 and UNREADABLE[name][2] in done.stderr


@pytest.mark.parametrize("name", ["action not legal", "other state hash"])
def test_the_command_answers_a_mismatch_with_exit_code_4(name, tmp_path):
    path = tmp_path / "bad.jsonl"
    path.write_bytes(MISMATCHING[name][0])
    done = arknova("replay", path)
    assert done.returncode == 4 and MISMATCHING[name][2] in done.stderr


def test_files_that_are_not_there_or_no_files_are_refused(tmp_path):
    for path in (tmp_path / "none.jsonl", tmp_path):
        with pytest.raises(GameLogError, match="cannot be read"):
            read_log(path)


def test_random_damage_is_always_a_typed_error(tmp_path):
    """Bytes flipped, dropped and doubled: either the log still tells the same game, or the error is ours."""
    rng, path, refused = random.Random(7), tmp_path / "bad.jsonl", 0
    for _ in range(150):
        data = bytearray(BYTES)
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(data))
            kind = rng.randrange(3)
            if kind == 0:
                data[at] ^= 1 << rng.randrange(8)
            elif kind == 1:
                del data[at:at + rng.randint(1, 40)]
            else:
                data[at:at] = data[at:at + rng.randint(1, 40)]
        path.write_bytes(bytes(data))
        try:
            replay_log(path)
        except ArkNovaError as error:
            refused += isinstance(error, GameLogError)
    assert refused > 100


def test_steps_are_checked_one_by_one():
    steps = log_steps(GOOD)
    first = next(steps)
    assert (first.number, first.kind, first.action) == (0, "START_HAND", GOOD.steps[0]["action"])
