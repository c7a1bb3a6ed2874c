"""The shared fields of a position that are no cards: phase, break, boards, variants, end, solo."""
from __future__ import annotations

from typing import Any

from arknova_fast.cards.vocabulary import CONTINENTS
from arknova_fast.positions.names import Flag, Int, Name, Names, Seat
from arknova_fast.positions.player import Field, const
from arknova_fast.positions.reader import Reader

PHASES = ["setup", "play", "break", "final", "over"]
END_CAUSES = ["none", "turn", "break", "solo", "limit"]


def any_at_ten(facts, reader, seat, raw) -> int:
    return int(any(player["conservation"] >= facts.cons_discard_at for player in raw["players"]))


FIELDS = (
    Field("phase", "phase", Name(PHASES, "phase"), const(1)),
    Field("n_turns", "turn", Int(0, 65535),
          lambda facts, reader, seat, raw: reader.turn + 1),
    Field("open_player", "open_player", Seat(), lambda facts, reader, seat, raw: reader.turn),
    Field("break_left", "break_left", Int(0, 255), lambda facts, reader, seat, raw: facts.break_start[reader.players]),
    Field("break_pending", "break_pending", Flag(), const(0)),
    Field("break_causer", "break_causer", Seat(), const(0)),
    Field("breaks", "breaks", Int(0, 255), const(0)),
    Field("partner_board", "partner_board", Names(list(CONTINENTS), "continent"), const(31)),
    Field("university_board", "university_board", Names("universities", "university"), const(7)),
    Field("donations", "donations", Int(0, 255), const(0)),
    Field("cons10_done", "cons10_done", Flag(), any_at_ten),
    Field("venom_removed", "venom_removed", Flag(), const(0)),
    Field("peaceful", "peaceful", Flag(), const(0)),
    Field("face_down_discard", "face_down_discard", Flag(), const(0)),
    Field("map_mode", "map_mode", Name(["fixed", "pick2", "draft"], "map mode"), const(0)),
    Field("map_pool", "map_pool", Names("maps", "map"), const(0)),
    Field("display_hidden", "display_hidden", Flag(), const(0)),
)


def load_shared(reader: Reader, data: dict, players: list[dict]) -> dict:
    """Raw shared fields that are no cards."""
    raw: dict[str, Any] = {"players": players}
    for field in FIELDS:
        value = field.codec.load(reader, field.key, data[field.key]) if field.key in data else None
        raw[field.raw] = field.default(reader.facts, reader, 0, raw) if value is None else value
    start = reader.facts.break_start[reader.players]
    if raw["break_left"] > start:
        reader.fault("break_left", f"{raw['break_left']} is beyond the start of the break token, {start}")
    most = reader.facts.n_donations[reader.players]
    if raw["donations"] > most:
        reader.fault("donations", f"{raw['donations']} is out of range, there are {most} spaces")
    load_end(reader, data, raw)
    load_solo(reader, data, raw)
    raw["map_pool_lo"], raw["map_pool_hi"] = raw["map_pool"] & 255, raw["map_pool"] >> 8 & 255
    return raw


def load_end(reader: Reader, data: dict, raw: dict) -> None:
    raw["end_cause"] = raw["end_player"] = raw["turns_left"] = 0
    if data.get("end") is None:
        return
    end = reader.mapping("end", data["end"], ("cause", "player", "turns_left"))
    if isinstance(data["end"], dict) and "cause" not in end:
        reader.fault("end", f"needs a 'cause', one of {', '.join(END_CAUSES)}")
    raw["end_cause"] = Name(END_CAUSES, "cause").load(reader, "end.cause", end.get("cause", "turn")) or 0
    raw["end_player"] = Seat().load(reader, "end.player", end.get("player", 0)) or 0
    default = reader.players - 1
    raw["turns_left"] = Int(0, 255).load(reader, "end.turns_left", end.get("turns_left", default)) or 0


def load_solo(reader: Reader, data: dict, raw: dict) -> None:
    alone = reader.players == 1
    raw["solo_round"], raw["solo_left"] = (1, reader.facts.solo_turns[0]) if alone else (0, 0)
    if "solo" not in data:
        return
    if not alone:
        reader.fault("solo", f"is for one player, there are {reader.players}")
        return
    solo = reader.mapping("solo", data["solo"], ("round", "left"))
    number = Int(1, reader.facts.solo_rounds).load(reader, "solo.round", solo.get("round", 1)) or 1
    turns = reader.facts.solo_turns[number - 1]
    left = Int(0, turns).load(reader, "solo.left", solo.get("left", turns))
    raw["solo_round"], raw["solo_left"] = number, turns if left is None else left


def dump_shared(reader: Reader, raw: dict) -> dict:
    facts = reader.facts
    data: dict[str, Any] = {}
    for field in FIELDS:
        if raw[field.raw] != field.default(facts, reader, 0, raw):
            data[field.key] = field.codec.dump(facts, raw[field.raw])
    if raw["end_cause"] or raw["end_player"] or raw["turns_left"]:
        data["end"] = {"cause": END_CAUSES[raw["end_cause"]], "player": raw["end_player"],
                       "turns_left": raw["turns_left"]}
    if reader.players == 1 and (raw["solo_round"], raw["solo_left"]) != (1, facts.solo_turns[0]):
        data["solo"] = {"round": raw["solo_round"], "left": raw["solo_left"]}
    return data
