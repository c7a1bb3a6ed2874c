"""The project's data, and the tables compiled from it, against the facts they were made from, field by field."""
import json
import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from arknova_fast.cards import geometry, load_data, vocabulary
from arknova_fast.core.tables import Ruleset

HERE = Path(__file__).resolve().parent
PXD = HERE.parent / "pyx" / "arknova_fast" / "core"
DATA = load_data()
R = Ruleset.default()
SETS = {
    "continents": "continents",
    "animal_categories": "categories",
    "continents_and_animal_categories": "continents_and_categories",
}


def facts(name: str):
    return json.loads((HERE / "facts" / f"{name}.json").read_text(encoding="utf-8"))


def icon(name: str) -> str:
    return "petting_zoo_animal" if name == "petting_zoo" else name


def bare(value):
    """Without the defaults that the loader filled in and without notes, for comparing effects."""
    default = {
        "when": "play", "optional": False, "zoo": "own", "every": 1, "cap": None, "others": 0, "n": 0, "icon": None,
        "note": value.get("note"),
    }  # fmt: skip
    return {k: v for k, v in value.items() if k not in default or repr(v) != repr(default[k])}


# --- compiled tables as NumPy records -------------------------------------------------------------------------------

TYPES = {"uint64_t": "u8", "uint32_t": "u4", "uint16_t": "u2", "int16_t": "i2", "uint8_t": "u1"}


@cache
def declared(struct: str) -> np.dtype:
    """The dtype of a struct as written in tables.pxd."""
    body = re.search(rf"^cdef struct {struct}:\n((?:    .*\n|\n)+)", (PXD / "tables.pxd").read_text(), re.M).group(1)
    fields = []
    for line in body.splitlines():
        found = re.match(r"    (\w+) (\w+)((?:\[\d+\])*)", line)
        if found:
            shape = tuple(map(int, re.findall(r"\d+", found.group(3))))
            kind = TYPES.get(found.group(1)) or declared(found.group(1))
            fields.append((found.group(2), kind, shape))
    return np.dtype(fields, align=True)


def tables(ruleset: Ruleset = R) -> np.void:
    assert declared("Tables").itemsize == ruleset.table_size
    return np.frombuffer(ruleset.table_bytes(), declared("Tables"))[0]


T = tables()


def card(number: int):
    return T["card"][R.card_index(number)]


def rows(number: int) -> list[np.void]:
    c = card(number)
    return list(T["effect"][c["effect_start"] : c["effect_start"] + c["n_effects"]])


def has(cards, index: int) -> bool:
    return bool(int(cards[index >> 6]) >> (index & 63) & 1)


def members(cards) -> list[int]:
    return [i for i in range(256) if has(cards, i)]


def icon_counts(names) -> list[int]:
    counts = [0] * 16
    for name in names:
        counts[vocabulary.ICONS[icon(name)]] += 1
    return counts


# --- the words are those of types.pxd -------------------------------------------------------------------------------


@cache
def enum(name: str) -> dict[str, int]:
    text = (PXD / "types.pxd").read_text()
    body = re.search(rf"^cpdef enum {name}:\n((?:    .*\n)+)", text, re.M).group(1)
    return {m.group(1): int(m.group(2)) for m in re.finditer(r"^    (\w+) = (\d+)", body, re.M)}


def test_vocabulary_repeats_the_enums():
    def lower(name, prefix="", drop=()):
        return {k.removeprefix(prefix).lower(): v for k, v in enum(name).items() if k not in drop}

    assert lower("Icon") == vocabulary.ICONS
    assert lower("ActionCard") == vocabulary.ACTION_CARDS
    assert lower("Task", "TASK_") == vocabulary.TASKS
    assert lower("Op", "OP_", ["N_OPS"]) == vocabulary.OPS
    assert lower("Counter", "COUNT_") == vocabulary.COUNTERS
    assert lower("Space", "SPACE_") == vocabulary.SPACES
    assert lower("Perm", "PERM_") == vocabulary.PERMS
    assert lower("ProjectKind", "PROJECT_") == vocabulary.PROJECT_KINDS
    assert lower("MapAbility", "ABILITY_") == vocabulary.ABILITIES
    assert {k: v for k, v in enum("Verb").items() if k != "N_VERBS"} == {v: i for i, v in enumerate(vocabulary.VERBS)}
    assert {k.removeprefix("SW_"): v for k, v in enum("Switch").items()} == vocabulary.SWITCHES
    kinds = lower("Kind")
    assert {k: v for k, v in kinds.items() if v < 10} == vocabulary.KINDS
    assert kinds["kiosk_or_pavilion"] == vocabulary.KIOSK_OR_PAVILION
    assert kinds["special_enclosure"] == vocabulary.SPECIAL_ENCLOSURE
    assert kinds["unique_0"] == vocabulary.UNIQUE_0
    triggers = lower("Trigger", "ON_")
    assert triggers.pop("permanent") == vocabulary.TRIGGERS["always"]
    assert triggers == {k: v for k, v in vocabulary.TRIGGERS.items() if k != "always"}
    assert {k: v for k, v in lower("SizeClass", "SIZE_").items() if v} == vocabulary.SIZE_CLASSES
    assert {b.section: b.type for b in vocabulary.BLOCKS[:2]} == {"animals": 0, "sponsors": 1}


def test_domains_are_those_of_the_engine():
    text = (PXD.parent / "effects" / "pending.pxd").read_text()
    assert {m[1]: int(m[2]) for m in re.finditer(r"DOM_(\w+) = (\d+)", text)} == vocabulary.DOMAINS


# --- animals --------------------------------------------------------------------------------------------------------


def ability(entry: dict) -> dict:
    """A printed ability in the form of the data."""
    effect = {"op": entry["name"]}
    if entry["n"] is not None:
        effect["n"] = entry["n"]
    if entry["target"] is not None:
        if entry["name"] in ("action", "boost", "multiplier"):
            effect["card"] = entry["target"]
        elif entry["name"] == "dominance":
            effect["project"] = "108"
        else:
            effect["icon"] = icon(entry["target"])
    if entry["name"] == "flock_animal":
        effect["when"] = "always"
    return effect


@pytest.mark.parametrize("fact", facts("animals"), ids=lambda fact: f"A{fact['id']}")
def test_animal(fact):
    mine, c = DATA["animals"][str(fact["id"])], card(fact["id"])
    for field in ("name", "latin", "cost", "size", "special", "rock", "water", "appeal", "conservation", "reputation"):
        got = mine[field]
        if field == "special" and got:
            got = {k: v for k, v in got.items() if k != "note"}
        assert got == fact[field], field
    assert mine["icons"] == [icon(name) for name in fact["icons"]]
    requires = dict(fact["requires"])
    icons = {icon(k): v for k, v in requires.pop("icons", {}).items()}
    if "science" in requires:
        icons["science"] = requires.pop("science")
    assert mine["requires"]["icons"] == icons
    assert mine["requires"]["partner_zoo"] == requires.pop("partner_zoo", False)
    assert mine["requires"]["upgraded"] == requires.pop("animals_upgraded", False)
    assert not requires
    assert [bare(e) for e in mine["effects"]] == [ability(a) for a in fact["abilities"]]
    assert [bare(e) for e in mine["solo_effects"]] == [ability(a) for a in fact["solo_abilities"] or ()]
    # compiled
    for field in ("id", "cost", "rock", "water", "appeal", "conservation", "reputation"):
        assert c[field] == fact[field], field
    assert (c["type"], c["enabled"], c["size"]) == (0, 1, fact["size"] or 0)
    assert c["size_class"] == {None: 1, 1: 1, 2: 1, 3: 0, 4: 2, 5: 2}[fact["size"]]
    special = fact["special"]
    assert c["special"] == (R.kind_index(special["kind"]) if special else 255)
    assert c["spaces"] == (special["spaces"] if special else 0)
    assert list(c["icons"]) == icon_counts(fact["icons"] + ["rock"] * fact["rock"] + ["water"] * fact["water"])
    assert list(c["req"]) == [icons.get(name, 0) for name in vocabulary.ICONS]
    assert c["req_sum"] == sum(icons.values())
    assert c["req_partner"] == bool(fact["requires"].get("partner_zoo"))
    assert c["req_upgraded"] == bool(fact["requires"].get("animals_upgraded"))
    assert (c["level"], c["max_appeal"], c["unique"], c["token_slot"], c["perm"]) == (0, 255, 255, 255, 0)
    check_ability_rows(fact, c)


DIRECT = {
    "full_throated": "worker", "inventive": "x_token", "flock_animal": "flock", "peacocking": "free_building",
    "posturing": "free_building",
}  # fmt: skip
OPTIONAL = {
    "action", "assertion", "boost", "clever", "digging", "dominance", "peacocking", "posturing", "pouch", "sunbathing",
}  # fmt: skip


def check_ability_rows(fact, c):
    printed = fact["abilities"] + (fact["solo_abilities"] or [])
    assert c["solo_start"] == len(fact["abilities"])
    assert c["n_effects"] == len(printed)
    for row, a in zip(rows(fact["id"]), printed, strict=True):
        name, target = a["name"], a["target"]
        op = f"inventive_{target}" if name == "inventive" and target else DIRECT.get(name, name)
        assert row["op"] == vocabulary.OPS[op]
        assert row["n"] == (a["n"] or 1)
        assert row["optional"] == (name in OPTIONAL)
        assert row["trigger"] == (9 if name == "flock_animal" else 0)
        arg = 0
        if name in ("action", "boost", "multiplier"):
            arg = vocabulary.ACTION_CARDS[target]
        elif name == "iconic_animal":
            arg = vocabulary.ICONS[target]
        elif name == "peacocking":
            arg = R.kind_index("large_bird_aviary")
        elif name == "posturing":
            arg = 252
        elif name == "inventive" and target:
            arg = vocabulary.ICONS[target]
        assert row["arg"] == arg
        assert (row["token_slot"], row["cap"], row["perm"]) == (255, 255, 0)
    names = {a["name"] for a in fact["abilities"]}
    assert c["interactive"] == bool(names & {"venom", "constriction", "hypnosis", "pilfering"})
    assert c["flock"] == next((a["n"] for a in fact["abilities"] if a["name"] == "flock_animal"), 0)


# --- sponsors -------------------------------------------------------------------------------------------------------

COUNTS = {
    "icon": "icon", "icon_sum": "icon_sum", "icon_pairs": "icon_pairs", "icon_kinds": "kinds", "universities":
    "universities", "buildings": "buildings", "occupied_enclosures": "occupied", "small_animals": "small",
    "large_animals": "large", "projects_supported": "supported", "x_tokens": "x_tokens", "reputation": "reputation",
    "connected_spaces": "connected", "isolated_spaces": "isolated", "empty_groups": "empty_groups",
    "adjacent_buildings": "adjacent", "empty_building_spaces": "empty_spaces", "sponsors": "sponsors",
    "map_covered": "map_covered", "all_spaces_connected": "all_connected",
    "all_border_spaces_covered": "border_covered",
}  # fmt: skip


def count(fact: dict) -> dict:
    found = {"kind": COUNTS[fact["kind"]]}
    for key, value in fact.items():
        if key in ("icon", "icons"):
            found[key] = icon(value) if key == "icon" else [icon(name) for name in value]
        elif key == "set":
            found[key] = SETS[value]
        elif key in ("building", "space"):
            found[key] = value
        elif key == "group_size":
            found["size"] = value
        elif key == "exclude":
            assert value == ["empty_standard_enclosures"]
        else:
            assert key == "kind"
    return found


def gains(fact: dict) -> dict:
    return {"take" if key == "card_in_range" else key: n for key, n in fact.items()}


def when(fact: dict) -> dict:
    trigger = fact["trigger"]
    event = trigger["event"]
    if event == "income_step":
        return {"when": "income"}
    if event == "final_scoring":
        return {"when": "final"}
    if event == "icon_added":
        return {"when": "icon", "of": icon(trigger["icon"])}
    if event == "new_icon_kind":
        return {"when": "new_kind", "of": SETS[trigger["set"]]}
    if event == "space_covered":
        return {"when": "cover_next_to", "of": trigger["adjacent_to"]}
    if event == "project_supported":
        assert trigger["kind"] == "release"
        return {"when": "release_support"}
    return {}


PERMANENT = {
    "repeat_build": "repeat_build", "ignore_terrain": "ignore_terrain", "allow_repeat_support": "repeat_release",
    "immune": "immune", "forbid_animals": "forbid_other_class", "extra_small_animal": "extra_small",
    "take_small_animal_from_display": "take_small", "spend_token_as_icon": "spend_icon",
}  # fmt: skip


def expected_effects(fact: dict) -> list[dict]:
    """A sponsor effect of the facts in the form of the data."""
    op, head = fact["op"], when(fact)
    if op == "gain":
        zoo = {"zoo": "any"} if fact["scope"] == "any_zoo" else {}
        return [{"op": "gain", **head, **zoo, "gain": gains(fact["rewards"])}]
    if op == "gain_per":
        extra = {"cap": fact["max_units"]} if "max_units" in fact else {}
        extra |= {"others": fact["others_per_unit"]["money"]} if "others_per_unit" in fact else {}
        extra |= {"every": fact["every"]} if fact["every"] > 1 else {}
        return [{"op": op, **head, "count": count(fact["count"]), "gain": gains(fact["rewards"]), **extra}]
    if op == "gain_table":
        (resource,) = {key for _, reward in fact["tiers"] for key in reward}
        tiers = [[least, reward[resource]] for least, reward in fact["tiers"]]
        return [{"op": op, **head, "count": count(fact["count"]), "resource": resource, "tiers": tiers}]
    if op == "gain_if":
        condition = fact["condition"]
        counted = condition.get("count") or condition
        least = condition.get("at_least", 1)
        return [{"op": op, **head, "count": count(counted), "at_least": least, "gain": gains(fact["rewards"])}]
    if op == "gain_by_class":
        return [{"op": "gain", "when": "animal_class", "of": name.removesuffix("_animal"), "gain": reward}
                for name, reward in fact["rewards_by_class"].items()]  # fmt: skip
    size = fact["trigger"].get("size_class", "").removesuffix("_animal")
    if op == "discount":
        return [{"op": op, "when": "always", "class": size, "n": fact["money"]}]
    if op == "ignore_conditions":
        return [{"op": "ignore_condition", "when": "always", "class": size, "n": fact["count"]}]
    if op == "set_task_value":
        return [{"op": "task_value", "when": "always", "n": fact["value"]}]
    if op in PERMANENT:
        return [{"op": PERMANENT[op], "when": "always"}]
    if op == "animal_ability":
        if isinstance(fact["value"], dict):
            return [{"op": f"{fact['ability']}_icons", **head, "icon": icon(fact["value"]["icon"])}]
        return [{"op": fact["ability"], **head, "n": fact["value"]}]
    other = {
        "place_free_building": {"op": "free_building", **head, "building": fact.get("building")},
        "pouch_for_appeal": {"op": "pouch", **head, "n": fact.get("cards")},
        "move_action_card_to_slot_1": {"op": "clever", **head},
        "put_tokens_on_card": {"op": "card_tokens", "n": fact.get("tokens")},
        "gain_other_placement_bonus": {"op": "archaeologist", "when": "border_bonus"},
        "choose_size_class_and_search": {"op": "waza_search"},
        "play_sponsor_for_money": {"op": "sponsor_for_money", **head},
    }
    return [other[op]]


def without_options(effects: list[dict], number: int) -> list[dict]:
    """Cards 201 and 254 may decline the card (D12.1); in 254 that gain is an effect of its own."""
    found = [bare(effect) for effect in effects]
    declined = [effect for effect in found if effect.pop("optional", False)]
    assert bool(declined) == (number in (201, 254))
    assert all(effect["gain"] == {"take": 1} for effect in declined)
    if number == 254:
        found.remove(declined[0])
        found[0]["gain"]["take"] = 1
    return found


SPONSOR_FACTS = facts("sponsors")["cards"]


@pytest.mark.parametrize("fact", SPONSOR_FACTS, ids=lambda fact: f"S{fact['id']}")
def test_sponsor(fact):
    mine, c = load_data()["sponsors"][str(fact["id"])], card(fact["id"])
    assert (mine["name"], mine["level"]) == (fact["name"], fact["level"])
    assert mine["icons"] == [icon(name) for name in fact["icons"]]
    requires = dict(fact["requires"])
    assert mine["requires"]["icons"] == {icon(k): v for k, v in requires.pop("icons").items()}
    assert mine["requires"]["partner_zoos"] == requires.pop("partner_zoo", 0)
    assert mine["requires"]["upgraded"] == requires.pop("sponsors_upgraded", False)
    assert mine["requires"]["reputation"] == requires.pop("reputation", 0)
    assert mine["requires"]["max_appeal"] == requires.pop("max_appeal", None)
    assert not requires
    expected = [effect for entry in fact["effects"] for effect in expected_effects(entry)]
    assert without_options(mine["effects"], fact["id"]) == expected
    building = fact["building"]
    assert mine["building"] == (building and building["key"])
    if building:
        shape = DATA["shapes"][building["key"]]
        assert sorted(shape["cells"]) == sorted(building["cells"])
        assert len(shape["cells"]) == building["size"]
        assert (shape["rock"], shape["water"]) == (building["next_to"]["rock"], building["next_to"]["water"])
        assert shape["border_min"] == building["border_cells_min"]
        assert shape["free_standing"] is not building["must_touch_building"]
    # compiled
    assert (c["id"], c["type"], c["level"]) == (fact["id"], 1, fact["level"])
    assert list(c["icons"]) == icon_counts(fact["icons"])
    assert list(c["req"]) == icon_counts([k for k, n in fact["requires"]["icons"].items() for _ in range(n)])
    assert c["req_sum"] == sum(fact["requires"]["icons"].values())
    assert c["req_partner"] == fact["requires"].get("partner_zoo", 0)
    assert c["req_upgraded"] == fact["requires"].get("sponsors_upgraded", False)
    assert c["req_reputation"] == fact["requires"].get("reputation", 0)
    assert c["max_appeal"] == fact["requires"].get("max_appeal", 255)
    assert c["unique"] == (R.kind_index(building["key"]) if building else 255)
    assert c["border_min"] == (building["border_cells_min"] if building else 0)
    assert c["free_standing"] == bool(building and not building["must_touch_building"])
    assert (c["rock"], c["water"]) == tuple((building or {"next_to": {"rock": 0, "water": 0}})["next_to"].values())
    assert (c["special"], c["interactive"], c["solo_start"]) == (255, 0, c["n_effects"])
    assert c["token_slot"] == {215: 0, 218: 1, 253: 2}.get(fact["id"], 255)
    assert c["token_icons"] == (fact["id"] in (215, 218))
    check_sponsor_rows(fact, c)


def program(row) -> dict:
    """A compiled counting row back in words."""
    names = list(vocabulary.COUNTERS)
    return {
        "counter": names[row["counter"]], "arg": int(row["counter_arg"]), "mask": int(row["counter_mask"]),
        "every": int(row["every"]), "cap": int(row["cap"]), "others": int(row["others"]), "n": int(row["n"]),
        "at_least": int(row["at_least"]), "resource": list(vocabulary.OPS)[row["resource"]],
        "tiers": [[int(row["tier_min"][i]), int(row["tier_n"][i])] for i in range(row["n_tiers"])],
    }  # fmt: skip


def expected_program(effect: dict) -> dict:
    counted = effect["count"]
    arg, mask = 0, 0
    if "icon" in counted:
        arg = vocabulary.ICONS[counted["icon"]]
    elif "building" in counted:
        arg = R.kind_index(counted["building"])
    elif "space" in counted:
        arg = ["water", "rock", "border_building", "placement_bonus"].index(counted["space"])
    elif "size" in counted:
        arg = counted["size"]
    elif "icons" in counted:
        mask = sum(1 << vocabulary.ICONS[name] for name in counted["icons"])
    elif "set" in counted:
        mask = {"continents": 0x1F, "categories": 0xFE0, "continents_and_categories": 0xFFF}[counted["set"]]
    ((resource, n),) = (effect.get("gain") or {effect.get("resource"): 1}).items()
    return {
        "counter": counted["kind"], "arg": arg, "mask": mask, "every": effect.get("every", 1), "n": n,
        "cap": effect.get("cap", 255), "others": effect.get("others", 0), "at_least": effect.get("at_least", 0),
        "resource": resource, "tiers": effect.get("tiers", []),
    }  # fmt: skip


def check_sponsor_rows(fact, c):
    found = rows(fact["id"])
    perm = icons = any_trigger = 0
    for effect in (e for entry in fact["effects"] for e in expected_effects(entry)):
        trigger = vocabulary.TRIGGERS[effect.get("when", "play")]
        if effect["op"] == "gain":
            order = ["conservation", "reputation", "worker", "appeal", "money", "x_token", "take"]
            for resource in sorted(effect["gain"], key=order.index):
                row = found.pop(0)
                assert (row["op"], row["n"]) == (vocabulary.OPS[resource], effect["gain"][resource])
                assert row["optional"] == (resource == "take")
                assert (row["trigger"], row["any_zoo"]) == (trigger, "zoo" in effect)
                check_trigger(row, effect)
            icons |= 1 << int(row["trig_arg"]) if trigger == 3 else 0
            any_trigger |= row["any_zoo"]
            continue
        row = found.pop(0)
        if effect["op"].startswith("gain_"):
            assert (row["op"], row["trigger"]) == (7, trigger)
            assert program(row) == expected_program(effect)
            continue
        if effect["op"] == "archaeologist":
            assert (row["op"], row["perm"]) == (55, 64)
            perm |= 64
            row = found.pop(0)
        assert row["trigger"] == trigger
        if trigger == 9:
            bit = vocabulary.PERMS[effect["op"]]
            perm |= bit
            size = {"small": 1, "large": 2}.get(effect.get("class"))
            arg = {"discount": size, "ignore_condition": size, "task_value": 3}
            assert (row["op"], row["perm"], row["n"]) == (55, bit, effect.get("n", 0))
            assert row["arg"] == arg.get(effect["op"], 0)
            assert row["token_slot"] == (c["token_slot"] if effect["op"] == "spend_icon" else 255)
            continue
        assert row["op"] == vocabulary.OPS[effect["op"]]
        assert row["n"] == effect.get("n", 1)
        optional = ("free_building", "pouch", "clever", "sunbathing", "sponsor_for_money")
        assert row["optional"] == (effect["op"] in optional)
        kind = effect.get("building")
        shown = vocabulary.ICONS[effect["icon"]] if "icon" in effect else 0
        assert row["arg"] == (R.kind_index(kind) if kind else shown)
        assert row["token_slot"] == (c["token_slot"] if effect["op"] in ("card_tokens", "sponsor_for_money") else 255)
        check_trigger(row, effect)
        icons |= 1 << int(row["trig_arg"]) if trigger == 3 else 0
    assert not found
    assert (c["perm"], c["trig_icons"], c["any_trigger"]) == (perm, icons, any_trigger)


def check_trigger(row, effect):
    of = effect.get("of")
    if effect.get("when") == "new_kind":
        assert row["counter_mask"] == 0xFFF
    elif of in ("small", "large"):
        assert row["trig_arg"] == vocabulary.SIZE_CLASSES[of]
    elif of:
        assert row["trig_arg"] == vocabulary.ICONS[of]


# --- projects and final scoring cards -------------------------------------------------------------------------------

PROJECT_KINDS = {"research": "icons", "different_icons": "kinds", "small_animals": "small", "large_animals": "large"}


@pytest.mark.parametrize("fact", facts("projects")["cards"], ids=lambda fact: f"P{fact['id']}")
def test_project(fact):
    mine, c = DATA["projects"][str(fact["id"])], card(fact["id"])
    kind = PROJECT_KINDS.get(fact["kind"], fact["kind"])
    assert (mine["name"], mine["kind"]) == (fact["name"], kind)
    assert mine.get("icon") == (fact["icon"] and icon(fact["icon"]))
    assert mine.get("set") == SETS.get(fact.get("set"))
    assert {"reputation": mine["play_reputation"]} == (fact["on_play"] or {"reputation": 0})
    assert [slot["position"] for slot in fact["slots"]] == ["left", "middle", "right"]
    for i, (slot, printed) in enumerate(zip(mine["slots"], fact["slots"], strict=True)):
        needs = printed["needs"]
        assert (slot["conservation"], slot["reputation"]) == (printed["conservation"], printed["reputation"])
        assert (c["slot_conservation"][i], c["slot_reputation"][i]) == (printed["conservation"], printed["reputation"])
        if kind == "release":
            assert slot["sizes"] == [min(needs["sizes"]), max(needs["sizes"])]
            assert [c["slot_need"][i], c["slot_need_max"][i]] == slot["sizes"]
        elif kind == "breeding":
            assert needs == {"animal_icon": fact["icon"], "partner_zoo_match": True}
        else:
            assert slot["need"] == needs == c["slot_need"][i]
    base = fact["base"]
    assert (c["id"], c["type"]) == (fact["id"], 3 if base else 2)
    assert c["project_kind"] == vocabulary.PROJECT_KINDS[kind]
    assert c["project_icon"] == (vocabulary.ICONS[icon(fact["icon"])] if fact["icon"] else 0)
    assert c["project_mask"] == {"categories": 0xFE0, "continents": 0x1F, None: 0}[mine.get("set")]
    assert c["play_reputation"] == fact["on_play"].get("reputation", 0)
    assert has(T["base_pile"] if base else T["zoo_deck"], R.card_index(fact["id"]))


@pytest.mark.parametrize("fact", facts("final_scoring")["cards"], ids=lambda fact: f"F{fact['code']}")
def test_final_scoring_card(fact):
    mine, c = DATA["final_scoring"][fact["code"]], T["final_card"][fact["id"] - 1]
    assert (mine["name"], mine["cap"]) == (fact["name"], fact["max_conservation"])
    assert mine["discard_in_solo"] == ("solo" in fact) == bool(c["discard_in_solo"])
    assert (c["enabled"], c["cap"]) == (1, fact["max_conservation"])
    compiled = T["effect"][c["effect_start"] : c["effect_start"] + c["n_effects"]]
    assert all(row["trigger"] == 2 and row["resource"] == 1 for row in compiled)
    if fact["kind"] == "threshold":
        want = [{"op": "gain_table", "count": count(fact["measure"]), "resource": "conservation",
                 "tiers": fact["thresholds"]}]  # fmt: skip
    elif fact["kind"] == "checklist":
        want = [{"op": "gain_if", "count": count(item["condition"]), "at_least": 1,
                 "gain": {"conservation": item["conservation"]}} for item in fact["items"]]  # fmt: skip
    else:
        want = [{"op": "compare_right", "set": SETS[fact["measure"]["set"]], "n": fact["conservation_each"], "cap": 4}]
        assert [compiled[0][field] for field in ("op", "n", "cap", "counter_mask")] == [58, 1, 4, 0xFE0]
    assert [bare({**effect, "when": "play"}) for effect in mine["effects"]] == want
    if fact["kind"] != "compare_right_neighbour":
        assert [program(row) for row in compiled] == [expected_program(effect) for effect in want]


# --- shapes and maps --------------------------------------------------------------------------------------------------

BOARDS = facts("boards")
BUILDING_TYPES = {entry["id"]: entry for entry in BOARDS["buildings"]["types"]}
SHAPE_FACTS = facts("shapes")["buildings"]


@pytest.mark.parametrize("fact", SHAPE_FACTS, ids=lambda fact: fact["id"])
def test_shape(fact):
    mine, kind = DATA["shapes"][fact["id"]], R.kind_index(fact["id"])
    extra = BUILDING_TYPES.get(fact["id"], {})
    assert mine["name"] == fact["name"]
    assert mine["category"] == fact["category"]
    assert mine["cells"] == fact["cells"]
    assert mine["card"] == (fact["card"] and str(fact["card"]))
    assert (mine["rock"], mine["water"]) == (fact["next_to"]["rock"], fact["next_to"]["water"])
    assert mine["border_min"] == fact["border_cells_min"]
    assert mine["free_standing"] is not fact["must_touch_building"]
    assert mine["limit"] == fact.get("max_per_zoo") == (1 if fact["category"] == "unique" else extra["per_zoo_limit"])
    assert mine["build"] == ((2 if fact.get("needs_build_2") else 1) if fact["build_action"] else None)
    assert mine["capacity"] == extra.get("capacity", 0)
    assert (mine["bonus"] and bare(mine["bonus"])) == extra.get("on_build")
    assert T["kind_size"][kind] == fact["size"] == extra.get("size", fact["size"])
    assert T["kind_cost"][kind] == (0 if fact["card"] else fact["size"] * BOARDS["buildings"]["money_per_space"])
    assert T["kind_limit"][kind] == (fact.get("max_per_zoo") or 255)
    assert T["kind_capacity"][kind] == extra.get("capacity", 0)
    assert tuple(T["kind_bonus"][kind]) == ((4, 1, 0, 0) if fact["id"] == "pavilion" else (0, 0, 0, 0))
    for side, field in (("I", "build1_kinds"), ("II", "build2_kinds")):
        allowed = BOARDS["action_cards"]["build"][side]["types"]
        assert bool(T[field] >> kind & 1) == (fact["id"] in allowed)
    assert bool(T["special_kinds"] >> kind & 1) == (fact["category"] == "special_enclosure")
    assert bool(T["unique_kinds"] >> kind & 1) == (fact["category"] == "unique")
    shape = tuple(map(tuple, fact["cells"]))
    assert len(geometry.distinct_rotations(shape)) == fact["distinct_rotations"]
    mirrored = {geometry.footprint(s) for s in geometry.rotations(tuple((-x, y) for x, y in shape))}
    assert (mirrored == {geometry.footprint(s) for s in geometry.rotations(shape)}) == fact["mirror_symmetric"]


def test_kinds_are_numbered_by_card():
    assert [R.kind_name(k) for k in range(25)] == [fact["id"] for fact in SHAPE_FACTS]
    assert [DATA["shapes"][R.kind_name(k)]["card"] for k in range(10, 25)] == [str(n) for n in range(243, 258)]


@pytest.mark.parametrize("kind", range(25))
def test_placements(kind):
    """All footprints inside the map, found the slow way; numbering and masks."""
    shape = [tuple(offset) for offset in DATA["shapes"][R.kind_name(kind)]["cells"]]
    grid, found, turned = set(geometry.CELLS), set(), shape
    for _ in range(6):
        for x0, y0 in [(x, y) for x in range(-6, 15) for y in range(-10, 24)]:
            cells = frozenset((x0 + dx, y0 + dy) for dx, dy in turned)
            if cells <= grid:
                found.add(cells)
        turned = [((x - y) // 2, (3 * x + y) // 2) for x, y in turned]
    ids = R.placements(kind)
    assert {frozenset(R.placement(pid)[1]) for pid in ids} == found
    assert len(ids) == len(found)
    order = []
    for pid in ids:
        place = T["place"][pid]
        k, cells, rotation = R.placement(pid)
        near = {(x + dx, y + dy) for x, y in cells for dx, dy in geometry.STEPS} & grid - set(cells)
        assert set(geometry.cells_of(int(place["near"]))) == near
        assert place["cells"] == geometry.mask_of(cells)
        assert (place["kind"], place["size"], place["anchor"]) == (kind, len(cells), R.cell_index(*cells[0]))
        assert k == kind
        order.append((int(place["anchor"]), rotation))
        assert rotation == place["rotation"] < 6
    assert order == sorted(order) and len(set(order)) == len(order)


@pytest.mark.parametrize("kind", range(len(R.data["shapes"])))
def test_forms_give_the_placements(kind):
    """Each form at each of its anchors is one placement; ascending by anchor, then form, they are numbered in order."""
    T = tables()
    forms = range(T["form_start"][kind], T["form_start"][kind + 1])
    ids, size = R.placements(kind), len(R.placement(R.placements(kind)[0])[1])
    pid = ids[0]
    for anchor in range(58):
        inside = [form for form in forms if int(T["form_inside"][form]) >> anchor & 1]
        assert not inside or T["place_first"][kind][anchor] == pid
        for form in inside:
            shifts = [int(shift) for shift in T["form_shift"][:, form]]
            assert sorted(shifts[: size - 1]) == shifts[: size - 1] and not any(shifts[size - 1 :])
            assert sum(1 << anchor + shift for shift in [0, *shifts[: size - 1]]) == T["place"][pid]["cells"]
            pid += 1
    assert pid == ids[-1] + 1
    assert {int(bit) for bit in T["form_kind"][forms.start : forms.stop]} == {1 << kind}
    assert T["most_cells"][kind] == max(len(R.placement(R.placements(k)[0])[1]) for k in range(kind + 1))


@pytest.mark.parametrize("kind", range(10, 25))
def test_demands_of_unique_buildings(kind):
    """R17.13: where the border cells suffice, and where the terrain does too, for every map."""
    T, fact = tables(), SHAPE_FACTS[kind]
    forms = range(T["form_start"][kind], T["form_start"][kind + 1])
    border, demands = set(), {m: set() for m in range(T["n_maps"])}
    for pid in R.placements(kind):
        place = T["place"][pid]
        if (int(place["cells"]) & geometry.BORDER).bit_count() < fact["border_cells_min"]:
            continue
        border.add(int(place["cells"]))
        for m, met in demands.items():
            if all((int(place["near"]) & int(T["map"][m][ground])).bit_count() >= fact["next_to"][ground]
                   for ground in ("rock", "water")):
                met.add(int(place["cells"]))
    assert at_anchors(T, forms, T["form_border"]) == border
    for m, met in demands.items():
        assert at_anchors(T, forms, T["form_demands"][m]) == met


def at_anchors(T, forms, anchors) -> set[int]:
    """The footprints of forms at the anchors given for each."""
    found = set()
    for form in forms:
        cells = sum({1} | {1 << int(shift) for shift in T["form_shift"][:, form]})
        found |= {cells << anchor for anchor in range(64) if int(anchors[form]) >> anchor & 1}
    return found


def test_cells_are_numbered_by_column():
    cells = sorted((c["x"], c["y"]) for c in facts("maps")["maps"][0]["cells"])
    assert [R.cell_xy(i) for i in range(58)] == cells == list(geometry.CELLS)
    assert [R.cell_index(x, y) for x, y in cells] == list(range(58))
    steps = {tuple(step) for step in facts("maps")["coordinates"]["neighbours"]}
    for i, (x, y) in enumerate(cells):
        near = {(x + dx, y + dy) for dx, dy in steps} & set(cells)
        assert set(geometry.cells_of(int(T["cell_near"][i]))) == near
        close = {i} | {cells.index(c) for c in near}
        for c in near:  # distance 2, for kiosks at least 3 apart
            close |= {cells.index(d) for d in cells if (d[0] - c[0], d[1] - c[1]) in steps}
        assert {R.cell_index(*c) for c in geometry.cells_of(int(T["cell_near2"][i]))} == close
    assert not T["cell_near"][58:].any()


BONUS_OPS = {
    "money": (5, 0, 0), "appeal": (4, 0, 0), "reputation": (2, 0, 0), "conservation": (1, 0, 0), "x_token": (6, 0, 0),
    "card_in_range": (28, 0, 0), "snap": (27, 0, 0), "enclosure_2": (37, 3, 1), "enclosure_3": (37, 4, 1),
    "kiosk": (37, 0, 1), "special_enclosure": (37, 253, 1), "worker": (3, 0, 0), "upgrade": (29, 0, 0),
    "clever": (49, 0, 1), "determination": (52, 0, 0), "multiplier": (35, 0, 0), "partner_zoo": (33, 0, 0),
    "university": (34, 0, 0), "sponsor_from_hand_for_money": (38, 0, 1), "pouch": (40, 0, 1),
}  # fmt: skip


def same_bonus(compiled, fact) -> bool:
    if fact is None:
        return tuple(compiled) == (0, 0, 0, 0)
    op, arg, optional = BONUS_OPS[fact["type"]]
    return tuple(compiled) == (op, fact["n"], arg, optional)


def plain_bonus(entry):
    return entry and {"type": entry["type"], "n": entry["n"]}


ABILITY = {"start_buildings": "none", "lake_money": "none"}


@pytest.mark.parametrize("fact", facts("maps")["maps"], ids=lambda fact: f"map {fact['id']}")
def test_map(fact):
    mine, m = DATA["maps"][fact["id"]], T["map"][R.map_index(fact["id"])]
    ability = ABILITY.get(fact["ability_id"], fact["ability_id"])
    assert (mine["name"], mine["group"], mine["ability"]["kind"]) == (fact["name"], fact["group"], ability)
    assert m["advanced"] == (fact["group"] == "advanced")
    bonuses = {tuple(entry["cell"]): plain_bonus(entry) for entry in mine["bonuses"]}
    for entry in fact["cells"]:
        cell, i = [entry["x"], entry["y"]], R.cell_index(entry["x"], entry["y"])
        for terrain in ("rock", "water"):
            assert (cell in mine[terrain]) == (entry["terrain"] == terrain) == bool(int(m[terrain]) >> i & 1)
        assert bool(int(m["plain"]) >> i & 1) == (entry["terrain"] == "plain")
        assert (cell in mine["build2"]) == entry["build2"] == bool(int(m["build2"]) >> i & 1)
        assert bonuses.get(tuple(cell)) == entry["bonus"]
        assert bool(int(m["bonus"]) >> i & 1) == (entry["bonus"] is not None)
        assert same_bonus(m["cell_bonus"][i], entry["bonus"])
        border = cell[0] in (0, 8) or cell[1] <= 1 or cell[1] >= 11
        assert bool(int(m["border"]) >> i & 1) == border
    assert not any(int(m[field]) >> 58 for field in ("rock", "water", "plain", "build2", "bonus", "border", "first"))
    for i, entry in enumerate(fact["left_bonuses"]):
        assert plain_bonus(mine["left"][i]) == entry["bonus"]
        assert mine["left"][i]["income"] == (entry["kind"] == "income") == bool(m["left_income"] >> i & 1)
        assert same_bonus(m["left"][i], entry["bonus"])
    for field, slots, compiled in (("partner_zoos", "partner_zoo_slots", "partner"),
                                   ("universities", "university_slots", "university"),
                                   ("workers", "worker_slots", "worker")):  # fmt: skip
        assert [plain_bonus(entry) for entry in mine[field]] == [slot["bonus"] for slot in fact[slots]]
        assert all(same_bonus(m[compiled][i], slot["bonus"]) for i, slot in enumerate(fact[slots]))
    assert [slot["needs_association_2"] for slot in fact["partner_zoo_slots"]] == [False, False, True, True]
    assert plain_bonus(mine["cover"]) == fact["cover_bonus"]
    assert same_bonus(m["cover"], fact["cover_bonus"])
    starts = [(s["type"], sorted(map(tuple, s["cells"]))) for s in fact["start_buildings"]]
    places = [R.placement(int(pid)) for pid in m["start_building"][: m["n_start"]]]
    assert [(R.kind_name(kind), cells) for kind, cells, _ in places] == starts
    check_ability(fact, m, ability)


def check_ability(fact, m, ability):
    special = fact["special"]
    grid = set(geometry.CELLS)

    def cells(field):
        return set(geometry.cells_of(int(m[field])))

    wanted: set = set()
    connecting: set = set()
    if ability in ("observation_tower", "outdoor_area"):
        wanted = {(special[0]["x"] + dx, special[0]["y"] + dy) for dx, dy in geometry.STEPS} & grid
        assert {tuple(c) for c in special[0]["adjacent_building_cells"]} == wanted & cells("plain")
    elif ability == "restaurant":
        wanted = {tuple(c) for c in special[0]["adjacent_cells"]}
        assert {tuple(c) for c in special[0]["adjacent_building_cells"]} == wanted & cells("plain")
    elif ability in ("harbor", "institute"):
        wanted = connecting = {tuple(c) for c in special[0]["connecting_cells"]}
    elif ability == "parlors":
        wanted = {tuple(c) for c in special[0]["cells"]}
    elif ability == "hollywood":
        wanted = {(s["x"], s["y"]) for s in special}
    assert m["ability"] == vocabulary.ABILITIES[ability]
    assert cells("ability_cells") == wanted
    assert cells("h_cells") == (wanted if ability == "hollywood" else set())
    assert cells("kiosk_bonus") == (wanted if ability == "parlors" else set())
    assert cells("first") == cells("border") | connecting


def test_maps_are_complete():
    assert [R.map_code(i) for i in range(T["n_maps"])] == [fact["id"] for fact in facts("maps")["maps"]]


# --- tracks and boards ------------------------------------------------------------------------------------------------


def test_appeal_track():
    track = BOARDS["appeal_track"]
    assert T["max_appeal"] == track["max"]
    assert list(T["appeal_income"][: track["max"] + 1]) == track["break_income_by_appeal"]
    for band in track["break_income_bands"]:
        assert set(T["appeal_income"][band["appeal_from"] : band["appeal_to"] + 1]) == {band["money"]}
    assert T["interactive_appeal"] == track["markers"]["interactive_effects_apply_from"]
    assert list(T["solo_appeal"]) == track["solo_start_options"]


def test_conservation_track():
    track = BOARDS["conservation_track"]
    assert T["max_conservation"] == track["max"]
    assert T["end_score"] == 100 and track["end_trigger"].startswith("score >= 100")
    for space in track["spaces"]:
        assert T["white_number"][space["space"]] == space["white_number"] == 100 - space["target_number"]
    at = [step["space"] for step in track["thresholds"]]
    assert [T["cons_choice_at"], *T["cons_tile_at"], T["cons_discard_at"]] == at
    assert track["thresholds"][1]["effect"]["choose_one"][0] == {"type": "money", "n": T["tile_money"]}
    assert track["thresholds"][2]["effect"]["choose_one"][0] == {"type": "money", "n": T["tile_money"]}


def test_reputation_track():
    track = BOARDS["reputation_track"]
    assert (T["reputation_start"], T["max_reputation"]) == (track["start"], track["max"])
    assert T["reputation_cap"] == track["cap_without_cards_II"]
    for space in track["spaces"]:
        assert T["range_of"][space["space"]] == space["display_slots_in_range"]
        assert same_bonus(T["reputation_bonus"][space["space"]], space["bonus"])
        assert space["needs_cards_II"] == (space["space"] > T["reputation_cap"])
    for folder in track["folder_ranges"]:
        assert {int(T["range_of"][r]) for r in folder["reputation"]} == {folder["folder"]}


def test_display_and_break():
    assert list(T["slot_cost"]) == [0, *BOARDS["display"]["slot_surcharge_money"]]
    starts = BOARDS["break_track"]["start_steps_from_last_space"]
    assert list(T["break_start"]) == [0, 0, starts["2"], starts["3"], starts["4"]]
    assert T["hand_limit"] == BOARDS["hand"]["limit_at_break"]
    assert T["max_x_tokens"] == BOARDS["x_tokens"]["max_per_player"]


def test_action_cards():
    cards = BOARDS["action_cards"]
    for i, side in enumerate(("I", "II")):
        assert list(T["draw_n"][i]) == [0, *cards["cards"][side]["draw"]]
        assert list(T["draw_discard"][i]) == [0, *cards["cards"][side]["discard"]]
        assert T["snap_from"][i] == cards["cards"][side]["snap_from_strength"]
        assert T["cards_break_steps"] == cards["cards"][side]["break_steps"]
        assert list(T["max_animals"][i]) == [0, *cards["animals"][side]["max_animals"]]
        assert T["animals_from"][i] == np.flatnonzero(T["max_animals"][i])[0]
        assert cards["build"][side]["money_per_space"] == 2
    assert T["animals_rep_from"] == cards["animals"]["II"]["reputation_gain_at_start_from_strength"]["strength"]
    printed = cards["sponsors"]
    assert (printed["I"]["play"]["max_level"], printed["II"]["play"]["max_total_level"]) == ("X", "X+1")
    assert (printed["I"]["or_break"]["money"], printed["II"]["or_break"]["money"]) == ("X", "2*X")
    assert (list(T["sponsors_extra"]), list(T["sponsors_money"])) == ([0, 1], [1, 2])


def test_association_board():
    board = BOARDS["association_board"]
    assert [task["id"] for task in board["tasks"]] == list(vocabulary.TASKS)
    assert list(T["task_value"]) == [task["value"] for task in board["tasks"]]
    assert T["task_reputation"] == board["tasks"][0]["gain"]["n"]
    veterinarian = next(c for c in SPONSOR_FACTS if c["id"] == 203)
    assert T["task_value_lowered"] == next(e["value"] for e in veterinarian["effects"] if e["op"] == "set_task_value")
    zoos = board["partner_zoos"]
    assert list(T["max_partner"]) == [zoos["max_per_player_without_association_II"], zoos["max_per_player"]]
    assert T["partner_discount"] == zoos["discount_per_matching_icon"]
    assert sorted(zoos["continents"]) == sorted(vocabulary.CONTINENTS)
    for i, university in enumerate(board["universities"]):
        assert DATA["boards"]["association"]["universities"][i]["id"] == university["id"]
        assert T["university_rep"][i] == university["reputation"]
        assert T["university_icons"][i] == university["icons"]["science"]
        assert T["university_hand"][i] == university.get("hand_limit", 0)
    for players, costs in board["donation"]["cost_sequence_by_players"].items():
        row = 0 if players == "2" else 1
        assert list(T["donation"][row][: T["n_donation"][row]]) == costs


def test_bonus_tiles():
    tiles = BOARDS["bonus_tiles"]["tiles"]
    assert T["n_tiles"] == len(tiles) == BOARDS["bonus_tiles"]["total"]
    assert [tile["id"] for tile in DATA["boards"]["bonus_tiles"]] == [tile["id"] for tile in tiles]
    assert all(same_bonus(T["tile"][i], tile["bonus"]) for i, tile in enumerate(tiles))


def test_setup():
    setup = BOARDS["setup"]
    assert (T["start_money"], T["deal_cards"], T["keep_cards"]) == (25, 8, 4)
    assert [setup[k] for k in ("money", "zoo_cards_dealt", "zoo_cards_kept")] == [25, 8, 4]
    assert T["deal_finals"] == setup["final_scoring_cards_dealt"]
    assert T["n_workers"] == setup["workers_active"] + setup["workers_inactive"]
    for n in range(1, 5):
        by = setup["by_players"][str(n)]
        assert (T["n_base"][n], T["n_above"][n]) == (by["base_projects"], by["projects_above_board_max"])
        assert list(T["start_appeal"][n][:n]) == by["start_appeal"]
        assert T["break_start"][n] == (by["break_token_start"] or 0)
    solo = BOARDS["solo"]
    assert (T["solo_rounds"], list(T["solo_turns"][: T["solo_rounds"]])) == (solo["rounds"], solo["turns_per_round"])


def test_constants_of_abilities():
    """The numbers that stand in the ability texts (shared rules, animal-abilities.md)."""
    names = {
        "constriction_penalty": 2, "venom_payment": 2, "pilfer_money": 5, "sell_money": 4, "pouch_appeal": 2,
        "harbor_money": 3, "petting_appeal": 3, "iconic_cap": 8, "bear_cap": 3, "tower_appeal": 2, "outdoor_bonus": 2,
    }  # fmt: skip
    assert {name: int(T[name]) for name in names} == names
    assert R.card_key(int(T["dominance_card"])) == "P108"
    assert R.card_name(int(T["dominance_card"])) == "Primates"


# --- card sets and the rest of the block ------------------------------------------------------------------------------


def test_numbers_and_names_of_cards():
    order = [*range(401, 529), *range(201, 265), *range(113, 133), *range(101, 113)]
    assert T["n_cards"] == len(order) == 224
    assert [R.card_index(n) for n in order] == list(range(224))
    assert [R.card_key(i) for i in (0, 127, 128, 192, 212)] == ["A401", "A528", "S201", "P113", "P101"]
    for i, number in enumerate(order):
        assert R.card_index(R.card_key(i)) == i and T["card"][i]["id"] == number
    assert all(c["type"] == 4 for c in T["card"][224:])
    assert T["base_first"] == 212


def test_sieves_never_lose_an_animal():
    # What a printed card can come down to: 3 money less for every icon of a continent (R14.13).
    for card, row in enumerate(T["card"][:224]):
        if row["type"] != 0:
            continue
        elsewhere = row["special"] != 255 or row["flock"] > 0
        least = int(row["cost"]) - 3 * int(row["icons"][:5].sum())
        for size in range(6):
            assert (card in members(T["room_set"][size])) == (row["size"] <= size or elsewhere)
        for money in (0, 5, 10, 15, 20, 30, 62):
            assert (card in members(T["price_set"][money])) == (least <= money)
        assert card in members(T["price_set"][63])


def test_card_sets():
    cards = T["card"]
    assert members(T["zoo_deck"]) == list(range(212))
    assert members(T["base_pile"]) == list(range(212, 224))
    for kind in range(4):
        of_kind = [i for i in range(224) if cards[i]["type"] == kind]
        assert members(T["type_set"][kind]) == of_kind
        assert (T["first_word"][kind], T["end_word"][kind]) == (of_kind[0] >> 6, (of_kind[-1] >> 6) + 1)
    for level in range(21):
        assert members(T["level_set"][level]) == [i for i in members(T["type_set"][1]) if cards[i]["level"] <= level]
    animals = facts("animals")
    small = {R.card_index(a["id"]) for a in animals if a["size"] is None or a["size"] <= 2}
    assert set(members(T["small_set"])) == small
    assert set(members(T["large_set"])) == {R.card_index(a["id"]) for a in animals if (a["size"] or 0) >= 4}
    for name, i in vocabulary.ICONS.items():
        shown = {R.card_index(a["id"]) for a in animals if name in map(icon, a["icons"]) or a.get(name)}
        assert set(members(T["icon_animals"][i])) == shown
        for scope, field in (("own_zoo", "trig_own"), ("any_zoo", "trig_any")):
            triggered = {R.card_index(c["id"]) for c in SPONSOR_FACTS for e in c["effects"]
                         if e["trigger"].get("event") == "icon_added" and icon(e["trigger"]["icon"]) == name
                         and e["scope"] == scope}  # fmt: skip
            assert set(members(T[field][i])) == triggered
    for field, timing in (("income_set", "income"), ("final_set", "endgame")):
        timed = {R.card_index(c["id"]) for c in SPONSOR_FACTS for e in c["effects"] if e["timing"] == timing}
        assert set(members(T[field])) == timed
    assert [R.card_key(i) for i in members(T["new_kind_set"])] == ["S262"]


def test_ordering_masks():
    bits = vocabulary.DOMAINS
    assert T["op_reads"][33] == bits["UPGRADE"] and T["op_writes"][33] == bits["TILES"]
    assert T["op_adds"][2] == bits["REP"] | bits["APPEAL"]
    assert [T[f][31] for f in ("op_reads", "op_adds", "op_writes")] == [0xFFFF] * 3
    for op in ("none", "money", "x_token", "program", "jumping", "flock", "permanent", "card_tokens", "checklist"):
        assert not any(T[f][vocabulary.OPS[op]] for f in ("op_reads", "op_adds", "op_writes"))
    for op in range(49, 54):
        assert T["op_writes"][op] == bits["TOKENS"]


def test_dense_index_has_no_gaps():
    offset = 0
    for i in range(48):
        assert T["verb_offset"][i] == offset
        offset += int(T["verb_na"][i]) * int(T["verb_nb"][i])
    assert offset == R.n_dense_actions
    assert T["verb_na"][enum("Verb")["PLACE"]] == T["n_places"]
    assert not T["verb_na"][48:].any()


def test_every_field_is_filled():
    zero = [name for name in T.dtype.names if not np.asarray(T[name]).tobytes().strip(b"\0")]
    assert zero == ["switches"]
