"""Positions written by hand: the dict form, its defaults and checks, the one-line text form.

``read_position`` turns a dict into raw fields of the state, ``write_position`` is the inverse; the compiled module
``arknova_fast.editor`` puts them into a state. The format is described in ``docs/positions.md``.
"""
from __future__ import annotations

from collections.abc import Callable

from arknova_fast.positions.names import Int, Seat
from arknova_fast.positions.piles import CARD_KEYS, dump_cards, load_cards
from arknova_fast.positions.player import dump_player, load_player
from arknova_fast.positions.reader import Reader
from arknova_fast.positions.shared import FIELDS, dump_shared, load_shared
from arknova_fast.positions.stack import dump_stack, load_decision, load_stack
from arknova_fast.positions.text import dict_from_text, text_from_dict

__all__ = ["Reader", "dict_from_text", "read_position", "text_from_dict", "write_position"]

STACK_KEYS = ("frames", "open", "deferred", "action", "counters")
KEYS = ("players", "turn", "seed", "rng", "solo", "end", "decision", *(field.key for field in FIELDS), *CARD_KEYS,
        *STACK_KEYS)
WORD = 2**64 - 1


def read_position(facts, position: object, seed_rng: Callable, shuffle: Callable) -> tuple[Reader, dict, dict | None]:
    """Raw fields of a position.

    Parameters
    ----------
    facts : Facts
        What the ruleset says, see ``arknova_fast.positions.facts``.
    position : dict
    seed_rng : callable
        Starts the chance stream of a seed.
    shuffle : callable
        Shuffles a list with that stream.

    Returns
    -------
    (Reader, dict, dict or None)
        The reader with all problems, the raw fields, the checked ``decision`` if there is one.
    """
    reader = Reader(facts)
    if isinstance(position, dict) and "decision" in position:
        clash = [key for key in ("frames", "open", "deferred", "action") if key in position]
        if clash:
            reader.fault("decision", f"cannot stand beside {clash[0]!r}")
    data = reader.mapping("", position, KEYS)
    players = load_players(reader, data)
    reader.players = len(players)
    reader.turn = (Seat().load(reader, "turn", data["turn"]) or 0) if "turn" in data else 0
    seats = [load_player(reader, seat, value) for seat, value in enumerate(players)]
    seed = Int(0, WORD).load(reader, "seed", data["seed"]) if data.get("seed") is not None else None
    seed_rng(seed or 0)
    raw = load_shared(reader, data, seats)
    load_cards(reader, data, raw, list if seed is None else shuffle)
    load_stack(reader, data, raw)
    raw["rng"] = load_rng(reader, data.get("rng"))
    decision = load_decision(reader, data["decision"]) if data.get("decision") is not None else None
    if decision is not None and raw["phase"] != 1:
        reader.fault("decision", "starts from phase \"play\" only")
    return reader, raw, decision


def load_players(reader: Reader, data: dict) -> list:
    players = data.get("players", 2)
    if type(players) is int:
        players = [{}] * players if 1 <= players <= 4 else players
    if not isinstance(players, list | tuple) or not 1 <= len(players) <= 4:
        reader.fault("players", f"must be a list of 1 to 4 players or their number, not {players!r:.60}")
        return [{}, {}]
    return list(players)


def load_rng(reader: Reader, value: object) -> list[int] | None:
    """The four words of the chance stream; ``None`` keeps the seeded one."""
    if value is None:
        return None
    words = [Int(0, WORD).load(reader, at, item) or 0 for at, item in reader.items("rng", value, 4)]
    if len(words) != 4:
        reader.fault("rng", "must hold four words")
        return None
    return words


def write_position(facts, raw: dict, start_rng: list[int]) -> dict:
    """The dict of raw fields, without what equals the default; the inverse of ``read_position``."""
    reader = Reader(facts)
    reader.players, reader.turn = len(raw["players"]), raw["turn_owner"]
    data: dict = {}
    if reader.turn:
        data["turn"] = reader.turn
    data |= dump_shared(reader, raw)
    data |= dump_cards(reader, raw)
    data |= dump_stack(reader, raw)
    if raw["rng"] != start_rng:
        data["rng"] = raw["rng"]
    data["players"] = []
    for seat, player in enumerate(raw["players"]):
        data["players"].append(dump_player(reader, seat, player))
        if not player["map_laid_out"]:
            data["players"][seat]["map_laid_out"] = False
    return data
