"""What the engine is doing in a position: frames, open and deferred effects, the running action, statistics.

The short form never needs these: it says ``decision`` instead (see ``load_decision``).
"""
from __future__ import annotations

from typing import Any

from arknova_fast.cards.vocabulary import (
    ACTION_CARDS,
    BONUSES,
    EFFECT_OPS,
    ICONS,
    KIOSK_OR_PAVILION,
    OPS,
    SPECIAL_ENCLOSURE,
    TRIGGERS,
)
from arknova_fast.errors import shown
from arknova_fast.positions.names import NO_CARD, CardOrNull, Flag, Int, Name, Names, Seat
from arknova_fast.positions.player import ACTIONS
from arknova_fast.positions.reader import Reader, accepted

MAX_FRAMES, MAX_OPEN, MAX_DEFERRED = 14, 22, 10
FRAMES = (
    "none setup turn break final action map_pick start_hand main extra repeat open deferred cards build animals "
    "association sponsors snap refill discard build_place free_building move_in empty house take upgrade cons_choice "
    "cons_tile final_discard multiplier partner_zoo university sponsor_for_money sponsor_place project left_token "
    "release victim pilfer hunter keep dig sell pouch assertion resistance clever boost waza archaeologist extra_small "
    "take_small end_of_turn"
).split()
OP_NAMES = list(OPS)
OPTIONAL = {spec.op or name for name, spec in EFFECT_OPS.items() if spec.optional} | {
    bonus.op for bonus in BONUSES.values() if bonus.optional}
ARGUMENT_WORDS = {**ACTION_CARDS, **ICONS}
ABILITY_NAMES = "none observation_tower outdoor_area harbor restaurant institute parlors hollywood".split()

# Steps of the frames, the same as in rules/turn.pyx and rules/breaks.pyx.
TURN_DEFERRED, TURN_END, TURN_NEXT = 1, 2, 3
BREAK_START, BREAK_INCOME = 0, 2

Byte = Int(0, 255)
ITEM = (("op", Name(OP_NAMES, "effect")), ("n", Byte), ("arg", Byte), ("card", CardOrNull()), ("optional", Flag()),
        ("times", Byte), ("effect", Int(0, 65535)))
FRAME = (("kind", Name(FRAMES, "frame")), ("player", Seat()), ("card", CardOrNull()), ("step", Byte), ("a", Byte),
         ("b", Byte), ("d", Int(0, 65535)))
ACTION = (
    ("card", Name(ACTIONS, "action card")), ("owner", Seat()), ("side", Int(0, 1)), ("slot_strength", Int(-128, 127)),
    ("strength", Byte), ("is_x_token", Flag()), ("executions", Byte), ("multipliers", Byte), ("left", Byte),
    ("count", Byte), ("only_small", Flag()), ("extra_used", Flag()), ("donated", Flag()), ("tasks", Int(0, 15)),
    ("kinds", Int(0, 65535)), ("n_projects", Int(0, 4)), ("hypnosis", Flag()),
    ("upgraded", Names(ACTIONS, "action card")),
    ("active", Flag()))


def item_default(name: str, op: int) -> int:
    """Default of a field of an effect with that opcode."""
    if name == "optional":
        return int(OP_NAMES[op] in OPTIONAL)
    return {"n": 1, "times": 1, "card": NO_CARD}.get(name, 0)


def effect_argument(reader: Reader, path: str, value: object) -> object:
    """The number of an argument that may be written as a word: an action card, an icon, a building."""
    if not isinstance(value, str):
        return value
    words = {**ARGUMENT_WORDS, **{name: i for i, name in enumerate(reader.facts.kinds)},
             "kiosk_or_pavilion": KIOSK_OR_PAVILION, "special_enclosure": SPECIAL_ENCLOSURE}
    if value not in words:
        reader.fault(path, f"unknown argument {shown(value)}{accepted(value, words)}")
        return 0
    return words[value]


def load_item(reader: Reader, path: str, value: object) -> dict:
    data = reader.mapping(path, value, [name for name, _ in ITEM])
    if "op" not in data:
        reader.fault(path, "needs an 'op'")
    if "arg" in data:
        data["arg"] = effect_argument(reader, f"{path}.arg", data["arg"])
    raw: dict[str, Any] = {}
    for name, codec in ITEM:
        got = codec.load(reader, f"{path}.{name}", data[name]) if name in data else None
        raw[name] = item_default(name, raw.get("op", 0)) if got is None else got
    return raw


def load_frame(reader: Reader, path: str, value: object) -> dict:
    data = reader.mapping(path, value, [name for name, _ in FRAME])
    if "kind" not in data:
        reader.fault(path, "needs a 'kind'")
    raw = {}
    for name, codec in FRAME:
        got = codec.load(reader, f"{path}.{name}", data[name]) if name in data else None
        raw[name] = {"player": reader.turn, "card": NO_CARD}.get(name, 0) if got is None else got
    return raw


def default_frames(phase: int, turn: int) -> list[dict]:
    """The stack at the main choice of a turn; empty when the game is over."""
    if phase == 4:
        return []
    blank = {"player": turn, "card": NO_CARD, "a": 0, "b": 0, "d": 0}
    return [{"kind": FRAMES.index("turn"), "step": TURN_DEFERRED, **blank},
            {"kind": FRAMES.index("main"), "step": 0, **blank}]


def load_action(reader: Reader, value: object) -> dict:
    data = reader.mapping("action", value, [name for name, _ in ACTION] + ["projects"])
    raw: dict[str, Any] = {}
    for name, codec in ACTION:
        got = codec.load(reader, f"action.{name}", data[name]) if name in data else None
        raw[name] = (1 if name == "active" and value else 0) if got is None else got
    cards = [CardOrNull().load(reader, at, item) for at, item in
             reader.items("action.projects", data.get("projects", []), 4)]
    raw["projects"] = [0 if card is None else card for card in cards] + [0] * (4 - len(cards))
    return raw


def load_stack(reader: Reader, data: dict, raw: dict) -> None:
    """Frames, open and deferred effects, action and counters as raw rows."""
    raw["open"] = [load_item(reader, at, item) for at, item in
                   reader.items("open", data.get("open", []), MAX_OPEN)]
    raw["deferred"] = [load_item(reader, at, item) for at, item in
                       reader.items("deferred", data.get("deferred", []), MAX_DEFERRED)]
    raw["act"] = load_action(reader, data.get("action", {}))
    if "frames" in data:
        raw["frame"] = [load_frame(reader, at, item) for at, item in
                        reader.items("frames", data["frames"], MAX_FRAMES)]
    else:
        raw["frame"] = default_frames(raw["phase"], reader.turn)
        if raw["phase"] in (0, 2, 3) and "decision" not in data:
            reader.fault("phase", "a set-up, break or final scoring needs 'frames'; "
                         "\"decision\": {\"break\": \"now\"} or {\"final\": true} starts one")
    load_counters(reader, data.get("counters", {}), raw)


COUNTERS = (("ops_run", Names(OP_NAMES, "effect"), 0), ("abilities_run", Names(ABILITY_NAMES, "ability"), 0),
            ("deepest_frames", Byte, 2), ("deepest_open", Byte, 0))


def load_counters(reader: Reader, value: object, raw: dict) -> None:
    data = reader.mapping("counters", value, [name for name, _, _ in COUNTERS])
    for name, codec, default in COUNTERS:
        got = codec.load(reader, f"counters.{name}", data[name]) if name in data else None
        raw[name] = default if got is None else got


def dump_row(facts, raw: dict, fields, default) -> dict:
    row = {}
    for name, codec in fields:
        if raw[name] != default(name) or name in ("op", "kind"):
            row[name] = codec.dump(facts, raw[name])
    return row


def dump_stack(reader: Reader, raw: dict) -> dict:
    facts = reader.facts
    data: dict[str, Any] = {}
    if raw["frame"] != default_frames(raw["phase"], reader.turn) or raw["phase"] in (0, 2, 3):
        defaults = {"player": reader.turn, "card": NO_CARD}
        data["frames"] = [dump_row(facts, row, FRAME, lambda name: defaults.get(name, 0)) for row in raw["frame"]]
    for key in ("open", "deferred"):
        if raw[key]:
            data[key] = [dump_row(facts, row, ITEM, lambda name, op=row["op"]: item_default(name, op))
                         for row in raw[key]]
    act = raw["act"]
    if any(act[name] for name, _ in ACTION) or any(act["projects"]):
        data["action"] = dump_row(facts, act, ACTION, lambda name: 1 if name == "active" else 0)
        data["action"].setdefault("card", ACTIONS[act["card"]])
        if any(act["projects"]):
            data["action"]["projects"] = [CardOrNull().dump(facts, card) for card in act["projects"]]
    counters = {name: codec.dump(facts, raw[name]) for name, codec, default in COUNTERS if raw[name] != default}
    if counters:
        data["counters"] = counters
    return data


# --- the short form's way into the middle of a turn ------------------------------------------------------------

DECISION_KEYS = ("action", "effect", "break", "income", "final", "end_turn")


def load_decision(reader: Reader, value: object) -> dict:
    """The ``decision`` of a short-form position, checked.

    Returns
    -------
    dict
        ``action``: (card, strength or None, side or None); ``effects``: list of raw items or (card, trigger) pairs;
        ``break``: "pending", "now" or "income"; ``final`` and ``end_turn``: flags.
    """
    data = reader.mapping("decision", value, DECISION_KEYS)
    found: dict[str, Any] = {"action": None, "effects": [], "break": None, "final": 0, "end_turn": 0}
    if "action" in data:
        found["action"] = load_started(reader, data["action"])
    if "effect" in data:
        found["effects"] = load_effects(reader, data["effect"])
    if "income" in data:
        data["break"] = "income" if Flag().load(reader, "decision.income", data["income"]) else data.get("break")
    if data.get("break"):
        word = {True: "pending"}.get(data["break"], data["break"])
        if Name(["pending", "now", "income"], "kind of break").load(reader, "decision.break", word) is not None:
            found["break"] = word
    for key in ("final", "end_turn"):
        if key in data:
            found[key] = Flag().load(reader, f"decision.{key}", data[key]) or 0
    starts = [key for key in ("action", "final", "end_turn") if found[key]]
    starts += ["break"] * (found["break"] in ("now", "income"))
    starts += ["effect"] * bool(found["effects"])
    if len(starts) > 1:
        reader.fault("decision", f"{' and '.join(starts)} cannot start together")
    return found


def load_started(reader: Reader, value: object) -> tuple | None:
    data = {"card": value} if isinstance(value, str) else value
    data = reader.mapping("decision.action", data, ("card", "strength", "side"))
    if "card" not in data:
        reader.fault("decision.action", "needs a 'card'")
        return None
    card = Name(ACTIONS, "action card").load(reader, "decision.action.card", data["card"])
    strength = side = None
    if "strength" in data:
        strength = Int(1, 10).load(reader, "decision.action.strength", data["strength"])
    if "side" in data:
        side = Int(1, 2).load(reader, "decision.action.side", data["side"])
    return None if card is None else (card, strength, side)


def load_effects(reader: Reader, value: object) -> list:
    """Raw items, or (card, trigger) where all effects of a card under one trigger are meant."""
    found: list = []
    single = not isinstance(value, list | tuple)
    for at, item in [("decision.effect", value)] if single else reader.items("decision.effect", value):
        data = {"card": item} if isinstance(item, str | int) else item
        if isinstance(data, dict) and "op" in data:
            found.append(load_item(reader, at, data))
            continue
        data = reader.mapping(at, data, ("op", "card", "trigger"))
        if "card" not in data:
            reader.fault(at, "needs an 'op', or a 'card' whose effects are meant")
            continue
        card = CardOrNull().load(reader, f"{at}.card", data["card"])
        trigger = Name(list(TRIGGERS), "trigger").load(reader, f"{at}.trigger", data.get("trigger", "play"))
        if card == NO_CARD:
            reader.fault(f"{at}.card", "must be a card, not null")
        elif card is not None and trigger is not None:
            found.append((card, trigger))
    return found


assert FRAMES[8] == "main" and len(FRAMES) == 55
