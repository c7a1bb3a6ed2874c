"""From the data to plain rows of numbers, one dict per C struct; ``core/tables.pyx`` only copies them.

The rows of effects come from ``programs.py``. The field names are those of ``core/tables.pxd``. Cards have their index
from ``vocabulary.BLOCKS``.
"""
from __future__ import annotations

from typing import Any

from arknova_fast.cards import vocabulary as voc
from arknova_fast.cards.geometry import BORDER, mask_of, near_of, placements
from arknova_fast.cards.programs import EMPTY_EFFECT, NONE, Row, bonus_row, effect_rows, icon_mask

ALL_CELLS = (1 << 58) - 1

# --- names ----------------------------------------------------------------------------------------------------------


def kind_names(data: dict) -> list[str]:
    """Building kinds by index: the ten of every ruleset, then unique buildings in the order of their cards."""
    unique = sorted((int(shape["card"]), kind) for kind, shape in data["shapes"].items() if shape["card"])
    return [*voc.KINDS, *(kind for _, kind in unique)]


def token_slots(data: dict) -> dict[str, int]:
    """Sponsor -> place of its tokens in ``Player.card_tokens``, in card order."""
    holders = [key for key, card in data["sponsors"].items() if any(e["op"] == "card_tokens" for e in card["effects"])]
    return {key: slot for slot, key in enumerate(holders)}


# --- cards ----------------------------------------------------------------------------------------------------------


def icon_counts(icons: list[str]) -> list[int]:
    counts = [0] * len(voc.ICONS)
    for icon in icons:
        counts[voc.ICONS[icon]] += 1
    return counts


def needed(requires: dict) -> Row:
    req = [requires["icons"].get(icon, 0) for icon in voc.ICONS]
    return {"req": req, "req_sum": sum(req), "req_upgraded": int(requires["upgraded"])}


def size_class(size: int | None) -> int:
    """Small: sizes 1 and 2, and petting zoo animals, which have none; large: 4 and 5."""
    if size is None or size <= 2:
        return voc.SIZE_CLASSES["small"]
    return voc.SIZE_CLASSES["large"] if size >= 4 else 0


def animal_row(card: dict) -> Row:
    special = card["special"]
    icons = icon_counts(card["icons"])
    for terrain in voc.TERRAINS:
        icons[voc.ICONS[terrain]] += card[terrain]
    flock = next((effect["n"] for effect in card["effects"] if effect["op"] == "flock_animal"), 0)
    return {
        **needed(card["requires"]), "req_partner": int(card["requires"]["partner_zoo"]),
        "cost": card["cost"], "size": card["size"] or 0, "size_class": size_class(card["size"]),
        "rock": card["rock"], "water": card["water"], "icons": icons, "flock": flock,
        "special": voc.KINDS[special["kind"]] if special else voc.NO_KIND,
        "spaces": special["spaces"] if special else 0,
        "appeal": card["appeal"], "conservation": card["conservation"], "reputation": card["reputation"],
        "interactive": int(any(effect["op"] in voc.INTERACTIVE for effect in card["effects"])),
    }  # fmt: skip


def sponsor_row(card: dict, data: dict, kinds: list[str], slot: int) -> Row:
    requires = card["requires"]
    row = {
        **needed(requires), "req_partner": requires["partner_zoos"], "req_reputation": requires["reputation"],
        "max_appeal": NONE if requires["max_appeal"] is None else requires["max_appeal"],
        "level": card["level"], "icons": icon_counts(card["icons"]), "token_slot": slot,
        "token_icons": int(any(effect["op"] == "spend_icon" for effect in card["effects"])),
    }  # fmt: skip
    if card["building"]:
        shape = data["shapes"][card["building"]]
        row.update(
            unique=kinds.index(card["building"]), rock=shape["rock"], water=shape["water"],
            border_min=shape["border_min"], free_standing=int(shape["free_standing"]),
        )  # fmt: skip
    return row


def project_row(card: dict) -> Row:
    kind, slots = card["kind"], card["slots"]
    return {
        "project_kind": voc.PROJECT_KINDS[kind], "project_icon": voc.ICONS[card["icon"]] if "icon" in card else 0,
        "project_mask": icon_mask(card["set"]) if "set" in card else 0,
        "slot_need": [slot["sizes"][0] if "sizes" in slot else slot.get("need", 1) for slot in slots],
        "slot_need_max": [slot["sizes"][1] if "sizes" in slot else 0 for slot in slots],
        "slot_conservation": [slot["conservation"] for slot in slots],
        "slot_reputation": [slot["reputation"] for slot in slots],
        "play_reputation": card["play_reputation"],
    }  # fmt: skip


def trigger_summary(rows: list[Row]) -> Row:
    on_icon = [row for row in rows if row["trigger"] == voc.TRIGGERS["icon"]]
    perm = 0
    for row in rows:
        perm |= row["perm"]
    return {
        "trig_icons": sum({1 << row["trig_arg"] for row in on_icon}),
        "any_trigger": int(any(row["any_zoo"] for row in on_icon)),
        "perm": perm,
    }


def card_rows(data: dict, kinds: list[str]) -> tuple[list[Row], list[Row]]:
    """All cards by index, and the effect rows; row 0 is empty and stands for "no row"."""
    slots = token_slots(data)
    effects: list[Row] = [EMPTY_EFFECT]
    cards: list[Row] = []
    for block in voc.BLOCKS:
        for number in range(block.first, block.last + 1):
            key = str(number)
            card, slot = data[block.section][key], slots.get(key, NONE)
            normal = [row for effect in card.get("effects", ()) for row in effect_rows(effect, kinds, slot)]
            solo = [row for effect in card.get("solo_effects", ()) for row in effect_rows(effect, kinds)]
            row = {
                "id": number, "type": block.type, "enabled": int(card["enabled"]), **trigger_summary(normal),
                "effect_start": len(effects), "n_effects": len(normal) + len(solo), "solo_start": len(normal),
            }  # fmt: skip
            if block.section == "animals":
                row.update(animal_row(card))
            elif block.section == "sponsors":
                row.update(sponsor_row(card, data, kinds, slot))
            else:
                row.update(project_row(card))
            cards.append(row)
            effects += normal + solo
    return cards, effects


def final_rows(data: dict, kinds: list[str], effects: list[Row]) -> list[Row]:
    """Final scoring cards; their rows are appended to the effect rows."""
    finals = []
    for key in sorted(data["final_scoring"]):
        card = data["final_scoring"][key]
        rows = [row for effect in card["effects"] for row in effect_rows(effect, kinds)]
        finals.append({
            "enabled": int(card["enabled"]), "discard_in_solo": int(card["discard_in_solo"]), "cap": card["cap"],
            "effect_start": len(effects), "n_effects": len(rows),
        })  # fmt: skip
        effects += rows
    return finals


# --- buildings and maps ---------------------------------------------------------------------------------------------


def kind_rows(data: dict, kinds: list[str]) -> list[Row]:
    per_space = data["boards"]["actions"]["build"]["money_per_space"]
    rows = []
    for kind in kinds:
        shape = data["shapes"][kind]
        size = len(shape["cells"])
        price = 0 if shape["category"] == "unique" else per_space * size
        rows.append({
            "size": size, "cost": price if shape["cost"] is None else shape["cost"], "limit": shape["limit"] or NONE,
            "capacity": shape["capacity"], "build": shape["build"] or 0, "category": shape["category"],
            "bonus": bonus_row(shape["bonus"]), "places": placements(tuple(map(tuple, shape["cells"]))),
        })  # fmt: skip
    return rows


def ability_cells(ability: dict) -> int:
    """Cells that matter for the ability: around the special cell, or the connecting cells themselves."""
    mask = mask_of(ability["cells"])
    # The restaurant counts covered terrain cells too: sponsor 219 can build on them (R29.8).
    if ability["kind"] in ("observation_tower", "outdoor_area", "restaurant"):
        return near_of(mask)
    return mask


def start_place(building: dict, kinds: list[str], rows: list[Row], place_start: list[int]) -> int:
    kind = kinds.index(building["building"])
    mask = mask_of(building["cells"])
    return place_start[kind] + next(i for i, place in enumerate(rows[kind]["places"]) if place[2] == mask)


def map_row(zoo: dict, kinds: list[str], rows: list[Row], place_start: list[int]) -> Row:
    ability, cells = zoo["ability"]["kind"], mask_of(zoo["ability"]["cells"])
    rock, water = mask_of(zoo["rock"]), mask_of(zoo["water"])
    plain = ALL_CELLS & ~(rock | water)
    return {
        "rock": rock, "water": water, "plain": plain, "border": BORDER, "build2": mask_of(zoo["build2"]),
        "bonus": mask_of(entry["cell"] for entry in zoo["bonuses"]),
        "h_cells": cells if ability == "hollywood" else 0, "kiosk_bonus": cells if ability == "parlors" else 0,
        "ability_core": cells if ability in ("observation_tower", "outdoor_area") else 0,
        "ability_cells": ability_cells(zoo["ability"]), "ability": voc.ABILITIES[ability],
        "first": BORDER | (cells if ability in ("harbor", "institute") else 0),
        "cell_bonus": [(mask_of([entry["cell"]]).bit_length() - 1, bonus_row(entry)) for entry in zoo["bonuses"]],
        "left": [bonus_row(entry) for entry in zoo["left"]],
        "left_income": sum(1 << i for i, entry in enumerate(zoo["left"]) if entry["income"]),
        "partner": [bonus_row(entry) for entry in zoo["partner_zoos"]],
        "university": [bonus_row(entry) for entry in zoo["universities"]],
        "worker": [bonus_row(entry) for entry in zoo["workers"]],
        "cover": bonus_row(zoo["cover"]), "advanced": int(zoo["group"] == "advanced"),
        "start_building": [start_place(building, kinds, rows, place_start) for building in zoo["start"]],
    }  # fmt: skip


def place_starts(rows: list[Row]) -> list[int]:
    """First placement id of each kind, and the number of placements at the end."""
    starts = [0]
    for row in rows:
        starts.append(starts[-1] + len(row["places"]))
    return starts


# --- boards, rulings, action index ------------------------------------------------------------------------------------


def first_value(data: dict, op: str, field: str, default: Any) -> Any:
    for section in ("animals", "sponsors"):
        for card in data[section].values():
            for effect in card["effects"]:
                if effect["op"] == op:
                    return effect[field]
    return default


def icon_token_slots(data: dict) -> list[int]:
    """Token places of the enabled cards whose tokens are icons (215, 218)."""
    slots = token_slots(data)
    found = [slots[key] if card["enabled"] else NONE for key, card in data["sponsors"].items()
             if any(effect["op"] == "spend_icon" for effect in card["effects"])]  # fmt: skip
    return [*found, NONE, NONE][:2]


def switches(data: dict) -> int:
    mask = 0
    for ruling in data["rulings"].values():
        name = ruling["choices"][ruling["choice"] or ruling["default"]]
        mask |= voc.SWITCHES[name] if name else 0
    return mask


def ordering(mask: int) -> list[int]:
    """Per opcode the domains it reads (0), adds to (1) or writes (2)."""
    return [voc.domains(voc.ORDERING[op][mask]) if op in voc.ORDERING else 0 for op in voc.OPS]


def verb_ranges(n_places: int, max_x_tokens: int) -> list[tuple[int, int, int]]:
    """``(offset, na, nb)`` per verb: the dense index of an action is ``offset + a * nb + b``."""
    sizes = {voc.PLACES: n_places, voc.TOKENS: max(6, max_x_tokens + 1)}
    rows, offset = [], 0
    for a, b in voc.VERBS.values():
        na, nb = sizes.get(a, a), sizes.get(b, b)
        rows.append((offset, na, nb))
        offset += na * nb
    return rows


def scalars(data: dict) -> Row:
    """Single numbers of the tables, by field name."""
    boards = data["boards"]
    setup, cards, animals = boards["setup"], boards["actions"]["cards"], boards["actions"]["animals"]
    conservation, reputation, tasks = boards["conservation_track"], boards["reputation_track"], boards["association"]
    project = first_value(data, "dominance", "project", None)
    return {
        **boards["abilities"],
        "max_appeal": boards["appeal_track"]["max"], "max_conservation": conservation["max"],
        "max_reputation": reputation["max"], "reputation_cap": reputation["max_without_cards_2"],
        "reputation_start": reputation["start"], "end_score": boards["end"]["score"],
        "cons_choice_at": conservation["choice_at"], "cons_discard_at": conservation["discard_at"],
        "tile_money": conservation["tile_money"], "cards_break_steps": cards["break_steps"],
        "animals_rep_from": animals["reputation_from"], "task_reputation": tasks["task_reputation"],
        "task_value_lowered": first_value(data, "task_value", "n", tasks["task_value"]["project"]),
        "partner_discount": tasks["partner_discount"], "start_money": setup["money"], "n_workers": setup["workers"],
        "solo_rounds": boards["solo"]["rounds"],
        "dominance_card": NONE if project is None else voc.index_of(int(project)),
        **{name: setup[name] for name in ("deal_cards", "keep_cards", "deal_finals", "hand_limit", "max_x_tokens")},
    }  # fmt: skip
