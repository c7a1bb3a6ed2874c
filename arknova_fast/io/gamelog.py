"""Game logs: one game as JSON lines, complete enough to be played again without its seed.

The first line is the header with the position at the first decision, the deck in its order included; then comes a line
for each decision with the action and what chance did; the last line is the result. ``docs/replay.md`` lists the
fields.
"""
from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import arknova_fast
from arknova_fast.errors import StateDataError
from arknova_fast.io.steps import Step, deck_keys, policy_steps

if TYPE_CHECKING:
    from arknova_fast.core.tables import Ruleset
    from arknova_fast.game import Game
    from arknova_fast.search.batch import BatchPlan

SCHEMA = "arknova-fast/game-log"
VERSION = 1
OPTIONS = ("maps", "map_mode", "peaceful", "solo_difficulty", "face_down_discard", "turn_limit")
# Parts of a dump that say how chance was made, not what lies on the table.
STREAM_PARTS = ("rng", "script", "script_at", "script_error")


@dataclass
class GameLog:
    """The parsed lines of a log.

    Attributes
    ----------
    header : dict
    steps : list of dict
        One per decision.
    result : dict
    path : str
        Where it was read, for messages.
    """

    header: dict[str, Any]
    steps: list[dict[str, Any]] = field(default_factory=list)
    result: dict[str, Any] = field(default_factory=dict)
    path: str = "game log"


def hexadecimal(word: int) -> str:
    """64 bits as 16 hexadecimal digits: JSON readers of other languages lose bits of such numbers."""
    return f"{word:016x}"


def table_hash(game: Game) -> str:
    """A hash of everything on the table and in hands, without the chance stream.

    It is taken from the canonical JSON of the exact dump, so it does not depend on the layout of the state.
    """
    dump = {name: value for name, value in game.to_dict().items() if name not in STREAM_PARTS}
    text = json.dumps(dump, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def overlay_of(ruleset: Ruleset) -> dict[str, Any] | None:
    """An overlay that makes the ruleset out of the base game; None for the base game itself."""
    from arknova_fast.core.tables import Ruleset

    base = Ruleset.default()
    if ruleset == base:
        return None
    found = {
        section: {key: record for key, record in records.items() if record != base.data[section].get(key)}
        for section, records in ruleset.data.items()
    }
    overlay = {section: records for section, records in found.items() if records}
    if base.patch(overlay) != ruleset:
        raise StateDataError("the ruleset is no change of the base game that an overlay can describe, so a game log "
                             "cannot hold it; make it with Ruleset.default().patch(...)")
    return overlay


def position_of(game: Game) -> dict[str, Any]:
    """The exact dump of a position without its chance stream, with every card of the deck."""
    return {name: value for name, value in game.to_dict().items() if name != "rng"} | {"deck": deck_keys(game)}


def header_of(game: Game, policies: Iterable[Any], options: dict[str, Any]) -> dict[str, Any]:
    """The header of the log of a game that stands at its first decision.

    Parameters
    ----------
    game : Game
    policies : iterable
        A policy for each seat, None or ``"person"`` where a person decides.
    options : dict
        ``OPTIONS`` as given to ``Game.new``; they tell where the position came from.
    """
    seed, number = game.origin or (None, None)
    return {
        "schema": SCHEMA, "version": VERSION, "package_version": arknova_fast.__version__,
        "ruleset": game.ruleset.content_hash, "overlay": overlay_of(game.ruleset), "players": game.players,
        "policies": [policy if isinstance(policy, str) else "custom" for policy in policies],
        "seed": seed, "game": number, "options": options,
        "stream": [hexadecimal(int(word)) for word in game.view()["rng"]], "position": position_of(game),
    }  # fmt: skip


def entry_of(step: Step) -> dict[str, Any]:
    """The line of a decision."""
    entry = {"i": step.number, "turn": int(step.before.view()["turn"]), "player": step.player, "kind": step.kind,
             "options": step.options, "action": step.action, "code": step.code}
    if step.drawn:
        entry["drawn"] = step.drawn
    if step.outcomes:
        entry["chance"] = [{kind: what} for kind, what in step.outcomes]
    return entry


def end_cause(game: Game, turn_limit: int = 0) -> str:
    from arknova_fast.core.types import EndCause
    from arknova_fast.search.stepper import past_limit

    if past_limit(game, turn_limit):
        return "limit"
    return EndCause(int(game.view()["end_cause"])).name.removeprefix("END_").lower()


def result_of(game: Game, decisions: int, turn_limit: int = 0) -> dict[str, Any]:
    """The last line: how the game stands or ended, and the hashes of the state."""
    from arknova_fast.search.stepper import record_hash

    over = game.is_terminal
    return {
        "result": {
            "finished": over, "end_cause": end_cause(game, turn_limit), "turns": int(game.view()["turn"]),
            "maps": [game.ruleset.map_code(int(m)) for m in game.view()["player"]["map"][: game.players]],
            "scores": game.scores().tolist(), "victory_points": game.victory_points().tolist(),
            "ranks": game.ranks() if over else None, "winners": game.winners(),
        },
        "decisions": decisions, "state_hash": hexadecimal(record_hash(game, turn_limit)),
        "table_hash": table_hash(game),
    }  # fmt: skip


class Recorder:
    """Builds the log of a game while it is played; with the header of an earlier log it continues that one.

    Examples
    --------
    >>> from arknova_fast import Game
    >>> from arknova_fast.io.steps import take_step
    >>> game = Game.new(seed=1)
    >>> recorder = Recorder(game, ["person", "random"], {"turn_limit": 500})
    >>> recorder.note(take_step(game, "keep 1,2,3,4", 0))
    >>> recorder.log(game).steps[0]["kind"]
    'START_HAND'
    """

    def __init__(self, game: Game, policies: Iterable[Any], options: dict[str, Any],
                 header: dict[str, Any] | None = None):
        self.header = header_of(game, policies, options) if header is None else header
        self.entries: list[dict[str, Any]] = []

    def note(self, step: Step) -> None:
        self.entries.append(entry_of(step))

    def log(self, game: Game) -> GameLog:
        """The log up to now; ``game`` is the game as it stands."""
        result = result_of(game, len(self.entries), self.header["options"]["turn_limit"])
        return GameLog(self.header, list(self.entries), result)


def plan_options(plan: BatchPlan) -> dict[str, Any]:
    """The options of a plan by name."""
    from arknova_fast.game import DIFFICULTIES, MAP_MODES

    ruleset, _, maps, map_plan, _, _, peaceful, mode, difficulty, limit, face_down = plan.arguments[:11]
    named = {"random": "random", "cycle": "all"}.get(map_plan) or [ruleset.map_code(m) for m in maps]
    return dict(zip(OPTIONS, (named, MAP_MODES[mode], bool(peaceful), DIFFICULTIES[difficulty], bool(face_down), limit),
                    strict=True))


def record_game(plan: BatchPlan, number: int) -> GameLog:
    """The log of game ``number`` of a plan."""
    from arknova_fast.search.stepper import begin_game

    game, seats = begin_game(plan, number)
    options = plan_options(plan)
    recorder = Recorder(game, [str(policy) for policy in seats.policies], options)
    for step in policy_steps(game, seats, options["turn_limit"]):
        recorder.note(step)
    return recorder.log(game)


def may_replace(path: str | os.PathLike) -> bool:
    """Whether a log may be written there: nothing is lost but another game log or an empty file."""
    target = Path(path)
    if not target.is_file() or not target.stat().st_size:
        return True
    try:
        with open(target, "rb") as file:
            header = json.loads(file.readline(2**20))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(header, dict) and header.get("schema") == SCHEMA


def write_log(path: str | os.PathLike, log: GameLog) -> None:
    """Write a log; the file appears complete or not at all.

    Raises
    ------
    StateDataError
        If the file cannot be written.
    """
    target = Path(path)
    part = target.with_name(target.name + ".part")
    regular = target.is_file() or not target.exists()
    try:
        with open(part if regular else target, "w", encoding="utf-8") as file:
            for line in (log.header, *log.steps, log.result):
                file.write(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n")
            if regular:
                file.flush()
                os.fsync(file.fileno())
        if regular:
            os.replace(part, target)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise StateDataError(f"cannot write {str(path)!r}: {error.strerror}; name a file in a folder you may write "
                             "to") from None
