"""Every animal card (A401-A528): just playable, and not with a condition, a money or a size less (animals.json)."""
from functools import cache

import pytest
from helpers import act, asked, legal, me, p, position, take
from rules.map_play import ANIMALS_SECOND, PROJECTS, bits, can_act, write, zoo_map
from rules.printed import ANIMALS
from rules.sponsor_play import around, footprints

from arknova_fast.cards.vocabulary import ICONS

CONTINENTS = ("africa", "americas", "asia", "australia", "europe")
CAPACITY = {"petting_zoo": 3, "reptile_house": 5, "large_bird_aviary": 5}
SPECIAL = list(CAPACITY)
SCIENCE = {0: [], 1: ["science_reputation"], 2: ["two_science"]}  # universities with so many science icons
LATER = ("deferred", "clever", "boost", "extra", "main", "over")  # after finishing, or the turn is over


def cards(*, when=lambda card: True) -> list[str]:
    """The keys of all animals, or of those of a kind."""
    return [key for key, card in ANIMALS.items() if when(card)]


# --- a position in which the animal is just playable ------------------------------------------------------------------


@cache
def helpers_for(key: str) -> tuple[str, ...]:
    """Animals that bring exactly the required icons: small ones that bring no other required icon."""
    wanted = ANIMALS[key]["requires"].get("icons", {})
    found: list[str] = []
    for icon, n in wanted.items():
        fit = [other for other, card in ANIMALS.items() if other != key and card["size"]
               and [i for i in card["icons"] if i in wanted] == [icon]]
        found += sorted(fit, key=lambda other: ANIMALS[other]["size"])[:n]
    return tuple(found)


@cache
def enclosure(size: int, rock: int, water: int) -> dict | None:
    """An empty standard enclosure of map 0 next to exactly so much rock and water, to more if there is none."""
    zoo = zoo_map("0")
    found = []
    for cells in footprints(f"enclosure_{size}") if size else ():
        near = around(cells)
        spare = len(near & zoo.rock) - rock, len(near & zoo.water) - water
        if cells <= zoo.plain and min(spare) >= 0:
            found.append((sum(spare), sorted(cells)))
    return {"kind": f"enclosure_{size}", "cells": [list(cell) for cell in min(found)[1]]} if found else None


@cache
def lacking(size: int, terrain: str, n: int) -> dict | None:
    """An enclosure of this size at one space of rock or water fewer than ``n``, as much of the other as possible."""
    zoo = zoo_map("0")
    other = zoo.water if terrain == "rock" else zoo.rock
    found = [(len(around(cells) & other), sorted(cells)) for cells in footprints(f"enclosure_{size}")
             if cells <= zoo.plain and len(around(cells) & getattr(zoo, terrain)) == n - 1]
    return {"kind": f"enclosure_{size}", "cells": [list(cell) for cell in max(found)[1]]} if found else None


def house(card: dict) -> dict | None:
    """The special enclosure of an animal next to the rock and water it needs."""
    zoo = zoo_map("0")
    for cells in sorted(map(sorted, footprints(card["special"]["kind"]))):
        near = around(set(cells))
        if set(cells) <= zoo.plain and len(near & zoo.rock) >= card["rock"] and len(near & zoo.water) >= card["water"]:
            return {"kind": card["special"]["kind"], "cells": [list(cell) for cell in cells]}
    return None


def just(key: str, **changes) -> dict:
    """The fields of a player who meets the conditions exactly and has exactly the money, housing apart."""
    card = ANIMALS[key]
    needs = card["requires"]
    zoos = [icon for icon in card["icons"] if icon in CONTINENTS][:1] if needs.get("partner_zoo") else []
    # R12.12, R12.13: 3 money for each icon of the continent of the partner zoo.
    cost = card["cost"] - 3 * sum(icon in zoos for icon in card["icons"])
    zoo = list(helpers_for(key))
    for icon in zoos:  # the partner zoo is an icon too
        if icon in needs.get("icons", {}):
            zoo.remove(next(other for other in zoo if icon in ANIMALS[other]["icons"]))
    return {
        "money": cost, "zoo": zoo, "partner_zoos": zoos, "universities": SCIENCE[needs.get("science", 0)],
        "upgraded": ["animals"] if needs.get("animals_upgraded") else [],
        "conservation": 2, "thresholds": [2], "reputation": 5, **changes,
    }  # fmt: skip


def housed(key: str) -> list[dict]:
    """The smallest housing: a fitting standard enclosure, for petting zoo animals the petting zoo."""
    card = ANIMALS[key]
    return [enclosure(card["size"], card["rock"], card["water"]) if card["size"] else house(card)]


def icons_of(card: dict) -> dict[str, int]:
    """The icons of an animal, rock and water included (R21.2)."""
    names = [{"petting_zoo": "petting_zoo_animal"}.get(icon, icon) for icon in card["icons"]]
    names += ["rock"] * card["rock"] + ["water"] * card["water"]
    return {name: names.count(name) for name in names}


def extra(key: str, zoo: list[str], zoos: list[str]) -> dict[str, int]:
    """What the abilities add to the counters in this position: nobody else has an icon, hand and discard are empty,
    and what may be declined is declined (animal-abilities.md)."""
    everything = [icon for other in (*zoo, key) for icon in ANIMALS[other]["icons"]] + zoos
    gained = {"money": 0, "appeal": 0, "x_tokens": 0, "workers": 0}
    for ability in ANIMALS[key]["abilities"]:
        name, n, target = ability["name"], ability["n"], ability["target"]
        if name == "pack":
            gained["appeal"] += everything.count("predator")
        elif name == "petting_zoo_animal":
            gained["appeal"] += 3 * everything.count("petting_zoo")
        elif name == "iconic_animal":
            gained["appeal"] += min(8, everything.count(target))
        elif name == "jumping":
            gained["money"] += n
        elif name == "full_throated":
            gained["workers"] += 1
        elif name == "inventive" and target == "bear":
            gained["x_tokens"] += min(3, everything.count("bear"))
        elif name == "inventive" and target == "primate":
            gained["x_tokens"] += sum(everything.count("primate") >= step for step in (1, 3, 5))
        elif name == "inventive":
            gained["x_tokens"] += n
    return gained


# --- the tests --------------------------------------------------------------------------------------------------------


@pytest.mark.covers("A401-A528")
@pytest.mark.parametrize("key", cards())
def test_an_animal_with_its_conditions_money_and_enclosure_is_played_and_gives_what_it_says(key):
    card, fields = ANIMALS[key], just(key, buildings=housed(key))
    game = position(p(hand=[key], actions=ANIMALS_SECOND, **fields), display=PROJECTS)
    before = me(game)
    act(game, "animals")
    assert legal(game) == [f"play {key}"]
    take(game, f"play {key}")
    assert me(game).money == 0
    cells = {tuple(cell) for cell in fields["buildings"][0]["cells"]}
    assert legal(game) == ["house special" if card["size"] is None else f"house @{write(min(cells))}"]
    take(game, legal(game)[0])
    while game.current_player() == 0 and asked(game) not in LATER:
        take(game, "pass" if "pass" in legal(game) else legal(game)[0])
    after, more = me(game), extra(key, fields["zoo"], fields["partner_zoos"])
    gained = {name: getattr(after, name) - getattr(before, name)
              for name in ("appeal", "conservation", "reputation", "x_tokens", "workers")}
    assert gained == {"appeal": card["appeal"] + more["appeal"], "conservation": card["conservation"],
                      "reputation": card["reputation"], "x_tokens": more["x_tokens"], "workers": more["workers"]}
    assert after.money == more["money"]
    assert after.zoo == sorted([key, *fields["zoo"]])
    added = {name: after.icons[i] - before.icons[i] for name, i in ICONS.items() if after.icons[i] != before.icons[i]}
    assert added == icons_of(card)
    if card["size"] is None:
        assert (after.occupied, after.special_used) == (0, [1, 0, 0])
    else:
        assert (bits(game, after.occupied), after.special_used) == (cells, [0, 0, 0])


@pytest.mark.covers("A401-A528")
@pytest.mark.parametrize("key", cards())
def test_an_animal_is_not_played_with_one_money_less(key):
    fields = just(key, buildings=housed(key))
    assert can_act(key, **fields)
    assert not can_act(key, **{**fields, "money": fields["money"] - 1})


@pytest.mark.parametrize("key", cards(when=lambda card: card["requires"].get("icons")))
def test_an_animal_is_not_played_with_one_required_icon_less(key):
    fields = just(key, buildings=housed(key), money=60)
    assert fields["zoo"] and can_act(key, **fields)
    for other in fields["zoo"]:
        assert not can_act(key, **{**fields, "zoo": [card for card in fields["zoo"] if card != other]})


@pytest.mark.parametrize("key", cards(when=lambda card: set(card["requires"]) - {"icons"}))
def test_an_animal_is_not_played_without_its_other_conditions(key):
    needs, fields = ANIMALS[key]["requires"], just(key, buildings=housed(key), money=60)
    assert can_act(key, **fields)
    if needs.get("science"):
        assert not can_act(key, **{**fields, "universities": SCIENCE[needs["science"] - 1]})
    if needs.get("partner_zoo"):
        # Only the zoo is missing: another animal brings the icon of the continent.
        other = next(continent for continent in CONTINENTS if continent not in ANIMALS[key]["icons"])
        assert not can_act(key, **{**fields, "partner_zoos": [other], "zoo": list(helpers_for(key))})
    if needs.get("animals_upgraded"):
        assert not can_act(key, **{**fields, "upgraded": ["build", "cards", "association", "sponsors"]})


@pytest.mark.parametrize("key", cards(when=lambda card: card["size"]))
def test_an_animal_is_not_played_in_a_smaller_enclosure_or_with_less_rock_or_water(key):
    card, fields = ANIMALS[key], just(key, money=60)
    smaller = enclosure(card["size"] - 1, card["rock"], card["water"]) if card["size"] > 1 else "kiosk"
    # No smaller enclosure of map 0 has as much rock and water: then take any.
    assert not can_act(key, buildings=[smaller or f"enclosure_{card['size'] - 1}"], **fields)
    if card["size"] < 5:
        larger = enclosure(card["size"] + 1, card["rock"], card["water"])
        assert larger and can_act(key, buildings=[larger], **fields)
    for terrain in ("rock", "water"):
        if card[terrain]:
            place = lacking(card["size"], terrain, card[terrain])
            assert place and not can_act(key, buildings=[place], **fields)


@pytest.mark.parametrize("key", cards(when=lambda card: card["special"]))
def test_an_animal_fills_its_spaces_of_the_special_enclosure(key):
    card = ANIMALS[key]
    kind, spaces = card["special"]["kind"], card["special"]["spaces"]
    rest = CAPACITY[kind] - spaces
    fields = just(key, buildings=[house(card)], money=60)
    game = position(p(hand=[key], actions=ANIMALS_SECOND, special_used={kind: rest}, **fields), display=PROJECTS)
    act(game, "animals")
    take(game, f"play {key}")
    assert legal(game) == ["house special"]
    take(game, "house special")
    assert me(game).special_used[SPECIAL.index(kind)] == CAPACITY[kind]
    assert me(game).occupied == 0
    if spaces:
        assert not can_act(key, special_used={kind: rest + 1}, **fields)
    elsewhere = next(other for other in CAPACITY if other != kind)
    assert not can_act(key, **{**fields, "buildings": [elsewhere]})


@pytest.mark.parametrize("key", cards(when=lambda card: not card["special"]))
def test_other_animals_use_no_special_enclosure(key):
    assert not can_act(key, **just(key, buildings=list(CAPACITY), money=60))


@pytest.mark.covers("A401-A528")
@pytest.mark.parametrize("key", cards())
def test_partner_zoos_of_its_continents_lower_the_price_of_an_animal(key):
    # R12.12: 3 money for each icon of an owned continent, never below 0.
    card, fields = ANIMALS[key], just(key, buildings=housed(key))
    continents = sorted({icon for icon in card["icons"] if icon in CONTINENTS})
    others = [continent for continent in CONTINENTS if continent not in continents]
    price = max(0, card["cost"] - 3 * sum(icon in CONTINENTS for icon in card["icons"]))
    fields |= {"partner_zoos": [*continents, *others[: 4 - len(continents)]], "zoo": list(helpers_for(key))}
    assert can_act(key, **{**fields, "money": price})
    assert not can_act(key, **{**fields, "money": price - 1})
