"""Cards outside the zoos: deck, display, projects, piles, bonus tiles, script.

Everything that is named is claimed first; the rest is dealt afterwards.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arknova_fast.errors import shown
from arknova_fast.positions.names import (
    NO_CARD,
    Cards,
    Flag,
    Int,
    Name,
    Seat,
    cards_of,
    read_card,
    read_final,
    words_of,
)
from arknova_fast.positions.reader import Reader, final_key

SLOTS = 6
BLOCKED = 255
NO_TILE = 255
BASE_PROJECT = 3
MAX_ROW = 5
MAX_DECK = 224
MAX_SCRIPT = 16
MAX_POUCHED = 8
CARD_KEYS = ("deck", "display", "discard", "limbo", "aside", "pouched", "removed", "base_projects", "base_pile",
             "projects", "final_pile", "final_limbo", "tiles", "script", "script_at", "script_error", "rest")



def load_row(reader: Reader, path: str, value: object, most: int, base: bool) -> list[tuple[int, list[int] | None]]:
    """Projects of one row as (card, slots); slots are None where they are not given."""
    row = []
    for at, item in reader.items(path, value, most):
        data = reader.mapping(at, item, ("card", "slots")) if isinstance(item, dict) else {"card": item}
        if "card" not in data:
            reader.fault(at, "needs a 'card'")
            continue
        card = read_card(reader, at, data["card"])
        if card is None:
            continue
        if reader.facts.types[card] not in ((BASE_PROJECT,) if base else (2, BASE_PROJECT)):
            reader.fault(at, f"{reader.facts.keys[card]} is no {'base ' if base else 'conservation '}project")
        elif reader.claim(card, at):
            row.append((card, load_slots(reader, f"{at}.slots", data["slots"]) if "slots" in data else None))
    return row


def load_slots(reader: Reader, path: str, value: object) -> list[int]:
    slots = [0, 0, 0]
    items = reader.items(path, value, 3)
    if len(items) != 3:
        reader.fault(path, "must hold three entries: null, \"blocked\" or a seat")
    for i, (at, item) in enumerate(items):
        if item == "blocked":
            slots[i] = BLOCKED
        elif item is not None:
            seat = Seat().load(reader, at, item)
            slots[i] = 0 if seat is None else seat + 1
    return slots


def load_pile(reader: Reader, path: str, value: object) -> list[int]:
    """Final scoring cards of a pile, each claimed."""
    found = []
    for at, item in reader.items(path, value):
        card = read_final(reader, at, item)
        if card is not None and reader.claim_final(card, at):
            found.append(card)
    return found


def load_display(reader: Reader, value: object) -> list[int | None]:
    """Named slots; an empty one is NO_CARD, one that is left to the default None."""
    slots: list[int | None] = []
    for at, item in reader.items("display", value, SLOTS):
        if item is None:
            slots.append(NO_CARD)
            continue
        card = read_card(reader, at, item)
        slots.append(card if card is not None and reader.claim(card, at) else None)
    return slots + [None] * (SLOTS - len(slots))


def load_pouched(reader: Reader, value: object, raw: dict) -> None:
    """Pairs [card, host] of cards under animals."""
    cards, hosts = [], []
    for at, item in reader.items("pouched", value, MAX_POUCHED):
        if not isinstance(item, list | tuple) or len(item) != 2:
            reader.fault(at, f"must be a pair [card, animal above it], not {shown(item)}")
            continue
        card, host = read_card(reader, f"{at}[0]", item[0]), read_card(reader, f"{at}[1]", item[1])
        if card is None or host is None or not reader.claim(card, at):
            continue
        if not any(host in cards_of(player["zoo"]) for player in raw["players"]):
            reader.fault(f"{at}[1]", f"{reader.facts.keys[host]} is in no zoo")
        cards.append(card)
        hosts.append(host)
    raw["n_pouched"] = len(cards)
    raw["pouched"] = cards
    raw["pouch_card"] = cards + [0] * (MAX_POUCHED - len(cards))
    raw["pouch_host"] = hosts + [0] * (MAX_POUCHED - len(hosts))


def load_script(reader: Reader, data: dict, raw: dict) -> None:
    cards = Cards(exclusive=False).read(reader, "script", data.get("script", []), MAX_SCRIPT)
    at = Int(0, len(cards)).load(reader, "script_at", data.get("script_at", 0)) or 0
    raw["n_script"], raw["script_at"] = len(cards), at
    raw["script"] = cards + [0] * (MAX_SCRIPT - len(cards))
    raw["script_error"] = Flag().load(reader, "script_error", data.get("script_error", False)) or 0


def load_removed(reader: Reader, value: object) -> None:
    """Cards and final scoring cards outside of the game."""
    for at, item in reader.items("removed", value):
        if str(item).upper().startswith("F"):
            card = read_final(reader, at, item)
            if card is not None:
                reader.claim_final(card, at)
        else:
            card = read_card(reader, at, item)
            if card is not None:
                reader.claim(card, at)


def load_tiles(reader: Reader, value: object) -> list[int | None]:
    """The four bonus tiles: NO_TILE when taken, None where the default is meant."""
    facts = reader.facts
    tiles: list[int | None] = [None] * 4
    spaces = {str(at): 2 * i for i, at in enumerate(facts.tile_spaces)}
    for space, pair in reader.mapping("tiles", value, spaces).items():
        items = reader.items(f"tiles.{space}", pair, 2)
        for i, (at, item) in enumerate(items):
            tile = NO_TILE if item is None else Name("tiles", "bonus tile").load(reader, at, item)
            if tile is not None and tile != NO_TILE and tile in tiles:
                reader.fault(at, f"{shown(item)} is named twice")
            else:
                tiles[spaces[space] + i] = tile
    return tiles


def load_cards(reader: Reader, data: dict, raw: dict, shuffle: Callable[[list], list]) -> None:
    """Raw fields of all cards outside the zoos. ``shuffle`` puts a default pile in its order."""
    facts = reader.facts
    load_removed(reader, data.get("removed", []))
    for key in ("discard", "limbo"):
        raw[key] = words_of(Cards().read(reader, key, data.get(key, [])))
    load_pouched(reader, data.get("pouched", []), raw)
    raw["aside"] = words_of(raw.pop("pouched") + Cards().read(reader, "aside", data.get("aside", [])))
    above = load_row(reader, "projects", data.get("projects", []), facts.n_above[reader.players], False)
    base = load_row(reader, "base_projects", data["base_projects"], MAX_ROW, True) if "base_projects" in data else None
    Cards(types=(BASE_PROJECT,), what="base project").read(reader, "base_pile", data.get("base_pile", []))
    display = load_display(reader, data.get("display", []))
    deck = Cards().read(reader, "deck", data.get("deck", []))
    pile = load_pile(reader, "final_pile", data.get("final_pile", []))
    limbo = load_pile(reader, "final_limbo", data.get("final_limbo", []))
    tiles = load_tiles(reader, data.get("tiles", {}))
    load_script(reader, data, raw)
    raw["final_limbo"] = sum(1 << card for card in limbo)
    deal_deck(reader, raw, deck, display, shuffle, data.get("rest", "deck"))
    deal_projects(reader, raw, base, above, shuffle)
    rest = [i for i in range(facts.n_finals) if facts.final_enabled[i] and i not in reader.final_claims]
    pile = (pile + shuffle(rest))[::-1]
    raw["n_final"], raw["final_pile"] = len(pile), pile + [NO_CARD] * (16 - len(pile))
    free = shuffle([i for i in range(len(facts.tiles)) if i not in tiles])
    raw["tile"] = [tile if tile is not None else free.pop(0) for tile in tiles]


def unclaimed(reader: Reader, base: bool) -> list[int]:
    facts = reader.facts
    return [card for card in range(len(facts.keys))
            if facts.enabled[card] and (facts.types[card] == BASE_PROJECT) == base and card not in reader.claims]


def deal_deck(reader: Reader, raw: dict, deck: list, display: list, shuffle: Callable, rest_to: object) -> None:
    """Cards nobody named fill the display, then lie under the named cards of the deck (or on the discard pile)."""
    rest = shuffle(unclaimed(reader, False))
    display = [card if card is not None else (rest.pop(0) if rest else NO_CARD) for card in display]
    if rest_to == "discard":
        raw["discard"] = words_of(cards_of(raw["discard"]) + rest)
        rest = []
    elif rest_to != "deck":
        reader.fault("rest", f"must be \"deck\" or \"discard\", not {shown(rest_to)}")
    deck = (deck + rest)[::-1]
    raw["display"], raw["n_deck"], raw["deck"] = display, len(deck), deck + [NO_CARD] * (MAX_DECK - len(deck))


def deal_projects(reader: Reader, raw: dict, base: list | None, above: list, shuffle: Callable) -> None:
    """Base projects below the board, the rest of them in their pile; with two players one slot each is blocked."""
    rest = shuffle(unclaimed(reader, True))
    if base is None:
        n = reader.facts.n_base[reader.players]
        base, rest = [(card, None) for card in rest[:n]], rest[n:]
    base = [(card, blocked_slots(reader, i) if slots is None else slots) for i, (card, slots) in enumerate(base)]
    above = [(card, slots or [0, 0, 0]) for card, slots in above]
    named = [card for card, path in reader.claims.items() if path.startswith("base_pile")]
    raw["base_pile"] = sum(1 << (card - reader.facts.base_first) for card in rest + named)
    for name, row in (("base", base), ("above", above)):
        raw[f"n_{name}"] = len(row)
        raw[f"{name}_card"] = [card for card, _ in row] + [NO_CARD] * (MAX_ROW - len(row))
        raw[f"{name}_slot"] = [slots for _, slots in row] + [[0, 0, 0]] * (MAX_ROW - len(row))


def blocked_slots(reader: Reader, i: int) -> list[int]:
    slots = [0, 0, 0]
    if reader.players == 2 and i < 3:
        slots[i] = BLOCKED
    return slots


# --- writing ----------------------------------------------------------------------------------------------------------


def leading(cards: list[int]) -> list[int]:
    """The cards before the longest ascending end of a pile: the end follows by default."""
    n = len(cards)
    while n > 0 and (n == len(cards) or cards[n - 1] < cards[n]):
        n -= 1
    return cards[:n]


def dump_cards(reader: Reader, raw: dict) -> dict:
    """All cards outside the zoos, without what the default gives."""
    facts = reader.facts
    data: dict[str, Any] = {}
    for key in ("discard", "limbo"):
        if any(raw[key]):
            data[key] = Cards().dump(facts, raw[key])
    pouched = list(zip(raw["pouch_card"], raw["pouch_host"], strict=True))[: raw["n_pouched"]]
    if pouched:
        data["pouched"] = [[facts.keys[card], facts.keys[host]] for card, host in pouched]
    aside = [card for card in cards_of(raw["aside"]) if card not in {card for card, _ in pouched}]
    if aside:
        data["aside"] = [facts.keys[card] for card in aside]
    dump_deck(facts, raw, data)
    dump_projects(reader, raw, data)
    pile = raw["final_pile"][: raw["n_final"]][::-1]
    if leading(pile):
        data["final_pile"] = [final_key(card) for card in leading(pile)]
    if raw["final_limbo"]:
        data["final_limbo"] = [final_key(i) for i in range(facts.n_finals) if raw["final_limbo"] >> i & 1]
    if raw["tile"] != [0, 1, 2, 3]:
        names = [None if tile == NO_TILE else facts.tiles[tile] for tile in raw["tile"]]
        data["tiles"] = {str(at): names[2 * i : 2 * i + 2] for i, at in enumerate(facts.tile_spaces)}
    if raw["n_script"]:
        data["script"] = [facts.keys[card] for card in raw["script"][: raw["n_script"]]]
    for key in ("script_at", "script_error"):
        if raw[key]:
            data[key] = bool(raw[key]) if key == "script_error" else raw[key]
    removed = missing_cards(facts, raw)
    if removed:
        data["removed"] = removed
    return data


def dump_deck(facts, raw: dict, data: dict) -> None:
    deck = raw["deck"][: raw["n_deck"]][::-1]
    shown = [card for card in raw["display"] if card != NO_CARD]
    # A base project played from a hand can come back through the discard pile; by default it lies in its own pile.
    base = [facts.types[card] == BASE_PROJECT for card in deck]
    named = deck[: max(len(leading(deck)), len(deck) - base[::-1].index(True) if True in base else 0)]
    # Naming a few more cards of the deck may spare the whole display.
    for n in range(len(named), min(len(named) + SLOTS, len(deck)) + 1):
        if (sorted(deck[n:] + shown) + [NO_CARD] * SLOTS)[:SLOTS] == raw["display"]:
            named = deck[:n]
            break
    display = (sorted(deck[len(named) :] + shown) + [NO_CARD] * SLOTS)[:SLOTS]
    if named:
        data["deck"] = [facts.keys[card] for card in named]
    if raw["display"] != display or any(facts.types[card] == BASE_PROJECT for card in shown):
        data["display"] = [None if card == NO_CARD else facts.keys[card] for card in raw["display"]]


def dump_projects(reader: Reader, raw: dict, data: dict) -> None:
    facts = reader.facts
    row = list(zip(raw["base_card"], raw["base_slot"], strict=True))[: raw["n_base"]]
    known = sorted([card for card, _ in row] + [facts.base_first + i for i in range(16) if raw["base_pile"] >> i & 1])
    n = facts.n_base[reader.players]
    if row != [(card, blocked_slots(reader, i)) for i, card in enumerate(known[:n])]:
        data["base_projects"] = [project_text(facts, card, slots) for card, slots in row]
    row = list(zip(raw["above_card"], raw["above_slot"], strict=True))[: raw["n_above"]]
    if row:
        data["projects"] = [project_text(facts, card, slots) for card, slots in row]


def project_text(facts, card: int, slots: list[int]) -> dict:
    words = [None if slot == 0 else "blocked" if slot == BLOCKED else slot - 1 for slot in slots]
    return {"card": facts.keys[card], "slots": words}


def missing_cards(facts, raw: dict) -> list[str]:
    """Cards of the ruleset that are in no place of the game."""
    found = set(raw["deck"][: raw["n_deck"]]) | set(raw["display"])
    found |= set(raw["base_card"][: raw["n_base"]]) | set(raw["above_card"][: raw["n_above"]])
    found |= {facts.base_first + i for i in range(16) if raw["base_pile"] >> i & 1}
    zoos = [player[key] for player in raw["players"] for key in ("hand", "zoo")]
    for words in [raw["discard"], raw["limbo"], raw["aside"], *zoos]:
        found |= set(cards_of(words))
    finals = raw["final_limbo"] | sum(1 << card for card in raw["final_pile"][: raw["n_final"]])
    for player in raw["players"]:
        finals |= player["finals"]
    missing = [facts.keys[card] for card in range(len(facts.keys)) if facts.enabled[card] and card not in found]
    return missing + [final_key(i) for i in range(facts.n_finals) if facts.final_enabled[i] and not finals >> i & 1]
