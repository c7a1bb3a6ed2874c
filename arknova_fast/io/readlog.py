"""Reading game logs: every line is checked, and the game can be played again to check what it says."""
from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arknova_fast.errors import (
    ArkNovaError,
    GameLogError,
    IllegalActionError,
    LogMismatchError,
    NotationError,
    ScriptError,
    StateDataError,
    counted,
    shown,
)
from arknova_fast.io.gamelog import SCHEMA, VERSION, GameLog, result_of
from arknova_fast.io.steps import Step, take_step

if TYPE_CHECKING:
    from arknova_fast.core.tables import Ruleset
    from arknova_fast.game import Game

HEX = frozenset("0123456789abcdef")


def whole(value: Any, low: int = 0, high: int = 2**64 - 1) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def word64(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 16 and set(value) <= HEX


def texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(entry, str) for entry in value)


def chances(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(entry, dict) and (
            (list(entry) == ["pick"] and isinstance(entry["pick"], str))
            or (list(entry) == ["shuffle"] and texts(entry["shuffle"])))
        for entry in value)  # fmt: skip


Check = tuple[str, Callable[[Any], bool], str]
HEADER: tuple[Check, ...] = (
    ("package_version", lambda value: isinstance(value, str), "a text"),
    ("ruleset", lambda value: isinstance(value, str) and len(value) == 64 and set(value) <= HEX, "64 hex digits"),
    ("overlay", lambda value: value is None or isinstance(value, dict), "null or an object"),
    ("players", lambda value: whole(value, 1, 4), "1 to 4"),
    ("policies", texts, "a list of names"),
    ("seed", lambda value: value is None or whole(value), "null or 0 to 2**64 - 1"),
    ("game", lambda value: value is None or whole(value), "null or 0 to 2**64 - 1"),
    ("options", lambda value: isinstance(value, dict) and whole(value.get("turn_limit"), 0, 10000),
     "an object with the turn limit, 0 to 10000"),
    ("stream", lambda value: texts(value) and len(value) == 4 and all(map(word64, value)),
     "four words of 16 hex digits"),
    ("position", lambda value: isinstance(value, dict), "an object"),
)
ENTRY: tuple[Check, ...] = (
    ("i", whole, "a whole number"), ("turn", lambda value: whole(value, 0, 65535), "a whole number"),
    ("player", lambda value: whole(value, 0, 3), "a seat"), ("kind", lambda value: isinstance(value, str), "a text"),
    ("options", lambda value: whole(value, 1), "a whole number from 1"),
    ("action", lambda value: isinstance(value, str), "a text"),
    ("code", lambda value: whole(value, 0, 2**32 - 1), "0 to 2**32 - 1"),
    ("drawn", texts, "a list of cards"), ("chance", chances, "a list of {\"pick\": card} and {\"shuffle\": [cards]}"),
)
OPTIONAL = ("drawn", "chance")
RESULT: tuple[Check, ...] = (
    ("result", lambda value: isinstance(value, dict), "an object"), ("decisions", whole, "a whole number"),
    ("state_hash", word64, "16 hex digits"), ("table_hash", word64, "16 hex digits"),
)


def check_fields(path: str, line: int, what: str, values: dict, checks: tuple[Check, ...]) -> None:
    for name, fits, expected in checks:
        if name not in values:
            if name in OPTIONAL:
                continue
            raise GameLogError(path, line, f"the {what} has no field {name!r}")
        if not fits(values[name]):
            raise GameLogError(path, line, f"{name} must be {expected}, not {shown(values[name])}")
    extra = [name for name in values if name not in {check[0] for check in checks}]
    if extra:
        raise GameLogError(path, line, f"the {what} has the unknown field {shown(extra[0])}")


def parsed(path: str, line: int, data: bytes, cut: bool) -> dict[str, Any]:
    """The object of a line; ``cut``: the line does not end with a line feed."""
    try:
        value = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        reason = "the last line is cut off" if cut else f"no JSON: {str(error) or 'nested too deeply'}"
        raise GameLogError(path, line, reason) from None
    if not isinstance(value, dict):
        raise GameLogError(path, line, f"expected an object, not {shown(value)}")
    return value


def check_header(path: str, header: dict[str, Any]) -> None:
    if header.get("schema") != SCHEMA:
        raise GameLogError(path, 1, f"this is no game log: its schema is {shown(header.get('schema'))}, not {SCHEMA!r}")
    if not whole(header.get("version"), 1):
        raise GameLogError(path, 1, f"version must be a whole number, not {shown(header.get('version'))}")
    if header["version"] > VERSION:
        raise GameLogError(path, 1, f"the log has version {header['version']}, this package reads up to {VERSION}; "
                           "use a newer one")
    rest = {name: value for name, value in header.items() if name not in ("schema", "version")}
    check_fields(path, 1, "header", rest, HEADER)
    if len(header["policies"]) != header["players"]:
        raise GameLogError(path, 1, f"{len(header['policies'])} policies for {counted(header['players'], 'player')}")


def read_log(path: str | os.PathLike) -> GameLog:
    """Read a log and check the form of every line.

    Raises
    ------
    GameLogError
        Naming the line: unreadable file, cut off or damaged line, wrong schema, newer version, missing or malformed
        field, lines missing or in the wrong order.
    """
    name = str(path)
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise GameLogError(name, 0, f"cannot be read: {error.strerror}") from None
    lines = data.split(b"\n")
    cut = lines[-1] != b""
    if not cut:
        lines.pop()
    if not lines:
        raise GameLogError(name, 0, "the file is empty")
    last = len(lines)
    values = [parsed(name, i, line, cut and i == last) for i, line in enumerate(lines, 1)]
    check_header(name, values[0])
    if last == 1 or "result" not in values[-1]:
        raise GameLogError(name, last, "the log ends without a result line: it is incomplete")
    for i, entry in enumerate(values[1:-1]):
        check_entry(name, i, entry, values[0]["players"])
    check_fields(name, last, "result line", values[-1], RESULT)
    if values[-1]["decisions"] != last - 2:
        raise GameLogError(name, last, f"the result counts {values[-1]['decisions']} decisions, the log has {last - 2}")
    return GameLog(values[0], values[1:-1], values[-1], name)


def check_entry(path: str, i: int, entry: dict[str, Any], players: int) -> None:
    line = i + 2
    if "result" in entry:
        raise GameLogError(path, line, "a result line stands before the last line")
    check_fields(path, line, "decision", entry, ENTRY)
    if entry["i"] != i:
        raise GameLogError(path, line, f"decision {entry['i']} stands where decision {i} belongs")
    if entry["player"] >= players:
        raise GameLogError(path, line, f"there is no seat {entry['player']} in a game of {players}")


def ruleset_of_log(log: GameLog, ruleset: Ruleset | None = None) -> Ruleset:
    """The ruleset a log was written with.

    Raises
    ------
    GameLogError
        If the given ruleset, or the base game with the log's overlay, is another one.
    """
    from arknova_fast.core.tables import Ruleset

    wanted = log.header["ruleset"]
    if ruleset is None:
        ruleset = Ruleset.default()
        if log.header["overlay"] is not None:
            try:
                ruleset = ruleset.patch(log.header["overlay"])
            except ArkNovaError as error:
                raise GameLogError(log.path, 1, f"the overlay does not fit: {error}") from None
    if ruleset.content_hash != wanted:
        raise GameLogError(log.path, 1, f"the log was written with ruleset {wanted[:16]}, this is ruleset "
                           f"{ruleset.content_hash[:16]}")
    return ruleset


def first_position(log: GameLog, ruleset: Ruleset | None = None, stream: bool = True) -> Game:
    """The game at the first decision of a log, with its chance stream or with another one."""
    from arknova_fast.game import Game

    ruleset = ruleset_of_log(log, ruleset)
    words = {"rng": [int(word, 16) for word in log.header["stream"]]} if stream else {}
    try:
        game = Game.from_dict(log.header["position"] | words, ruleset)
    except (StateDataError, ScriptError) as error:
        raise GameLogError(log.path, 1, f"the position is impossible: {error}") from None
    if game.players != log.header["players"]:
        raise GameLogError(log.path, 1, f"the position has {counted(game.players, 'player')}, the header "
                                        f"{log.header['players']}")
    return game


def log_steps(log: GameLog, ruleset: Ruleset | None = None, force: bool = False,
              game: Game | None = None) -> Iterator[Step]:
    """Play a log again, decision by decision, and check each line.

    Parameters
    ----------
    log : GameLog
    ruleset : Ruleset, optional
        Default: the one the log describes.
    force : bool
        Take the chance outcomes from the log instead of from its chance stream; the stream is another one then.
    game : Game, optional
        The first position, as ``first_position`` gives it.

    Raises
    ------
    LogMismatchError
        Naming the line: another decision is due, the action is not legal, chance did something else, or the game
        stands otherwise at the end.
    """
    game = first_position(log, ruleset, not force) if game is None else game
    for i, entry in enumerate(log.steps):
        yield checked_step(log, game, entry, i, force)
    check_result(log, game, force)


def checked_step(log: GameLog, game: Game, entry: dict[str, Any], i: int, force: bool) -> Step:
    line = i + 2
    kind, player, _ = game.decision()
    if game.is_terminal:
        raise LogMismatchError(log.path, line, "the game is over already")
    if (kind, player) != (entry["kind"], entry["player"]):
        raise LogMismatchError(log.path, line, f"the log says {entry['kind']} of player {entry['player']}, asked is "
                               f"{kind} of player {player}")
    told = [next(iter(outcome.items())) for outcome in entry.get("chance", ())]
    try:
        code = game.code_of(entry["action"])
        if code != entry["code"]:
            raise LogMismatchError(log.path, line, f"{shown(entry['action'])} has the code {code}, not {entry['code']}")
        step = take_step(game, code, i, told if force else None)
    except (IllegalActionError, NotationError, ScriptError) as error:
        raise LogMismatchError(log.path, line, str(error)) from None
    for name, mine, theirs in (
        ("options", step.options, entry["options"]), ("turn", int(step.before.view()["turn"]), entry["turn"]),
        ("chance", step.outcomes, told), ("drawn", step.drawn, entry.get("drawn", [])),
    ):  # fmt: skip
        if mine != theirs:
            raise LogMismatchError(log.path, line, f"{name}: the log says {shown(theirs)}, the game {shown(mine)}")
    return step


def check_result(log: GameLog, game: Game, force: bool) -> None:
    line = len(log.steps) + 2
    mine = result_of(game, len(log.steps), log.header["options"]["turn_limit"])
    for name, value in mine["result"].items():
        if log.result["result"].get(name) != value:
            raise LogMismatchError(log.path, line, f"{name}: the log says {shown(log.result['result'].get(name))}, the "
                                   f"game {shown(value)}")
    if mine["table_hash"] != log.result["table_hash"]:
        raise LogMismatchError(log.path, line, f"the table has the hash {mine['table_hash']}, not "
                               f"{log.result['table_hash']}")
    if not force and mine["state_hash"] != log.result["state_hash"]:
        raise LogMismatchError(log.path, line, f"the state has the hash {mine['state_hash']}, not "
                               f"{log.result['state_hash']}")


def replay_log(path: str | os.PathLike, ruleset: Ruleset | None = None, force: bool = False) -> Game:
    """Read a log, play its game again and check every line.

    Parameters
    ----------
    path : path
    ruleset : Ruleset, optional
        Default: the one the log describes.
    force : bool
        Take the chance outcomes from the log; otherwise they come from the stored chance stream and are compared.

    Returns
    -------
    Game
        The game as it stands after the last decision.

    Raises
    ------
    GameLogError
        If the log cannot be read.
    LogMismatchError
        If the game does not go as the log says.

    Examples
    --------
    >>> import os, tempfile
    >>> from arknova_fast.api import batch_plan
    >>> from arknova_fast.io.gamelog import record_game, write_log
    >>> path = os.path.join(tempfile.mkdtemp(), "game.jsonl")
    >>> write_log(path, record_game(batch_plan(seed=1), 0))
    >>> replay_log(path).is_terminal, replay_log(path, force=True).is_terminal
    (True, True)
    """
    log = read_log(path)
    game = first_position(log, ruleset, not force)
    for _ in log_steps(log, force=force, game=game):
        pass
    return game
