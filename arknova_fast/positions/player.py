"""The fields of one player: key in the dict, field of the state, codec, default."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from arknova_fast.cards.vocabulary import ACTION_CARDS, CONTINENTS, SPECIAL_KINDS, TASKS
from arknova_fast.errors import shown
from arknova_fast.positions.buildings import dump_buildings, load_buildings
from arknova_fast.positions.names import (
    Cards,
    Counts,
    Finals,
    Flag,
    Int,
    Name,
    Names,
    Numbers,
    Order,
    cards_of,
    read_card,
)
from arknova_fast.positions.reader import Reader

ACTIONS = list(ACTION_CARDS)
TASK_NAMES = list(TASKS)
CARDS_ACTION = ACTION_CARDS["cards"]
LEFT_TOKENS = 7
FIRST_SPECIAL = 7  # Kind of the petting zoo


class Field(NamedTuple):
    """One entry of the table. ``default(facts, reader, seat number, raw)`` may look at fields further up."""

    key: str
    raw: str
    codec: Any
    default: Callable


def const(value) -> Callable:
    return lambda facts, reader, seat, raw: value


def fact(name: str) -> Callable:
    return lambda facts, reader, seat, raw: getattr(facts, name)


def thresholds_reached(facts, reader, seat, raw) -> int:
    return sum(1 << i for i, at in enumerate(facts.thresholds) if raw["conservation"] >= at)


def full_tokens(facts, reader, seat, raw) -> list[int]:
    tokens = [0] * 4
    for card in cards_of(raw["zoo"]):
        if facts.token_slot[card] < 4:
            tokens[facts.token_slot[card]] = facts.token_n[card]
    return tokens


def idle_workers(facts, reader, seat, raw) -> int:
    return max(facts.n_workers - raw["workers"] - sum(raw["workers_on"]), 0)


def start_appeal(facts, reader, seat, raw) -> int:
    return facts.start_appeal[reader.players][seat]


class CardTokens:
    """Tokens on sponsors by card, ``{"S215": 2}``."""

    def load(self, reader: Reader, path: str, value: object) -> list[int] | None:
        facts, tokens = reader.facts, [0] * 4
        known = [facts.keys[card] for card in range(len(facts.keys)) if facts.token_slot[card] < 4]
        for key, n in reader.mapping(path, value, known).items():
            card = read_card(reader, path, key)
            if card is not None:
                tokens[facts.token_slot[card]] = Int(0, 255).load(reader, f"{path}.{key}", n) or 0
        return tokens

    def dump(self, facts, raw) -> dict[str, int]:
        slots = {slot: facts.keys[card] for card, slot in enumerate(facts.token_slot) if slot < 4}
        return {key: int(raw[slot]) for slot, key in slots.items() if raw[slot]}


class MapOffer:
    """The two maps offered in expert variant 1."""

    def load(self, reader: Reader, path: str, value: object) -> list[int] | None:
        maps = [Name("maps", "map").load(reader, at, item) for at, item in reader.items(path, value, 2)]
        if len(maps) != 2:
            reader.fault(path, "must be a list of two maps")
            return None
        return None if None in maps else [i for i in maps if i is not None]

    def dump(self, facts, raw) -> list[str]:
        return [facts.maps[int(i)] for i in raw]


FIELDS = (
    Field("map", "map", Name("maps", "map"), fact("default_map")),
    Field("zoo", "zoo", Cards(types=(0, 1), what="animal or sponsor"), const([0, 0, 0, 0])),
    Field("money", "money", Int(0, 32767), fact("start_money")),
    Field("appeal", "appeal", Int(0, "max_appeal"), start_appeal),
    Field("conservation", "conservation", Int(0, "max_conservation"), const(0)),
    Field("reputation", "reputation", Int(0, "max_reputation"), fact("reputation_start")),
    Field("x_tokens", "x_tokens", Int(0, "max_x_tokens"), const(0)),
    Field("hand", "hand", Cards(), const([0, 0, 0, 0])),
    Field("seen", "seen", Cards(exclusive=False), const([0, 0, 0, 0])),
    Field("finals", "finals", Finals(), const(0)),
    Field("actions", "order", Order(ACTIONS, "action card"), const([0, 1, 2, 3, 4])),
    Field("upgraded", "upgraded", Names(ACTIONS, "action card"), const(0)),
    Field("venom", "venom", Names(ACTIONS, "action card"), const(0)),
    Field("constriction", "constriction", Names(ACTIONS, "action card"), const(0)),
    Field("multiplier", "multiplier", Counts(ACTIONS, Int(0, 255), "action card"), const([0] * 5)),
    Field("special_used", "special_used", Counts(list(SPECIAL_KINDS), Int(0, 255), "enclosure"), const([0] * 3)),
    Field("workers", "workers", Int(0, "n_workers"), const(1)),
    Field("workers_on", "workers_on", Counts(TASK_NAMES, Int(0, 3), "task"), const([0] * 4)),
    Field("workers_idle", "workers_idle", Int(0, "n_workers"), idle_workers),
    Field("partner_zoos", "partner_zoos", Names(list(CONTINENTS), "continent"), const(0)),
    Field("universities", "universities", Names("universities", "university"), const(0)),
    Field("left_tokens", "left_tokens", Numbers(list(range(LEFT_TOKENS))), const(127)),
    Field("supported", "supported", Int(0, 255),
          lambda facts, reader, seat, raw: LEFT_TOKENS - raw["left_tokens"].bit_count()),
    Field("thresholds", "thresholds", Numbers("thresholds"), thresholds_reached),
    Field("card_tokens", "card_tokens", CardTokens(), full_tokens),
    Field("waza", "waza_class", Name(["none", "small", "large"], "size class"), const(0)),
    Field("harbor_used", "harbor_used", Flag(), const(0)),
    Field("base_seen", "base_seen", Flag(), const(0)),
    Field("map_offer", "map_offer", MapOffer(), const([0, 0])),
    Field("released", "released", Int(0, 255), const(0)),
)
PLAYER_KEYS = [field.key for field in FIELDS] + ["buildings", "map_laid_out"]


def load_fields(reader: Reader, path: str, seat: int, data: dict, fields, raw: dict) -> None:
    for field in fields:
        value = field.codec.load(reader, f"{path}.{field.key}", data[field.key]) if field.key in data else None
        raw[field.raw] = field.default(reader.facts, reader, seat, raw) if value is None else value


def load_player(reader: Reader, seat: int, value: object) -> dict:
    """The raw fields of one player, the derived ones left out."""
    path = f"players[{seat}]"
    data = reader.mapping(path, value, PLAYER_KEYS)
    raw: dict = {}
    load_fields(reader, path, seat, data, FIELDS, raw)
    raw["zoo_cards"] = cards_of(raw["zoo"])
    load_buildings(reader, f"{path}.buildings", data.get("buildings"), raw)
    del raw["zoo_cards"]
    laid_out = data.get("map_laid_out", True)
    if not isinstance(laid_out, bool):
        reader.fault(f"{path}.map_laid_out", f"must be true or false, not {shown(laid_out)}")
    raw["map_laid_out"] = laid_out is not False
    check_player(reader, path, raw)
    return raw


def check_player(reader: Reader, path: str, raw: dict) -> None:
    """What the fields of a player must fulfil together."""
    facts = reader.facts
    for task, n in zip(TASK_NAMES, raw["workers_on"], strict=True):
        if n == 2:
            reader.fault(f"{path}.workers_on.{task}", "2 workers are impossible, a task holds 0, 1 or 3")
    total = raw["workers"] + raw["workers_idle"] + sum(raw["workers_on"])
    if total != facts.n_workers:
        reader.fault(f"{path}.workers", f"{raw['workers']} active, {sum(raw['workers_on'])} on tasks and "
                     f"{raw['workers_idle']} idle workers make {total}, a player has {facts.n_workers}")
    if raw["reputation"] > facts.reputation_cap and not raw["upgraded"] >> CARDS_ACTION & 1:
        reader.fault(f"{path}.reputation", f"more than {facts.reputation_cap} needs the cards action upgraded")
    if raw["partner_zoos"].bit_count() > 4:
        reader.fault(f"{path}.partner_zoos", "a zoo map holds 4 partner zoos")
    if raw["supported"] != LEFT_TOKENS - raw["left_tokens"].bit_count() and not facts.support_without_token:
        reader.fault(f"{path}.supported", f"{raw['supported']} projects do not go with "
                     f"{raw['left_tokens'].bit_count()} tokens left of {LEFT_TOKENS}")
    for i, at in enumerate(facts.thresholds):
        if raw["thresholds"] >> i & 1 and raw["conservation"] < at:
            reader.fault(f"{path}.thresholds", f"space {at} is taken with conservation {raw['conservation']}")
    check_special(reader, path, raw)
    full = full_tokens(facts, reader, 0, raw)
    for card, slot in enumerate(facts.token_slot):
        if slot < 4 and raw["card_tokens"][slot] > full[slot]:
            reader.fault(f"{path}.card_tokens", f"{facts.keys[card]} holds at most {full[slot]} tokens here, "
                         f"not {raw['card_tokens'][slot]}")


def check_special(reader: Reader, path: str, raw: dict) -> None:
    facts = reader.facts
    kinds = {facts.place_kind[pid] for pid in raw["multi"][: raw["n_multi"]]}
    for i, used in enumerate(raw["special_used"]):
        kind = FIRST_SPECIAL + i
        capacity = facts.kind_capacity[kind] if kind in kinds else 0
        if used > capacity:
            reader.fault(f"{path}.special_used.{facts.kinds[kind]}", f"{used} spaces are used, there are {capacity}")


def dump_player(reader: Reader, seat: int, raw: dict) -> dict:
    """The dict of one player without what equals the default; ``reader`` gives the number of players and the turn."""
    facts = reader.facts
    data: dict[str, Any] = {}
    for field in FIELDS:
        if raw[field.raw] == field.default(facts, reader, seat, raw):
            continue
        data[field.key] = field.codec.dump(facts, raw[field.raw])
    buildings = dump_buildings(facts, raw)
    if buildings is not None:
        data["buildings"] = buildings
    return data
