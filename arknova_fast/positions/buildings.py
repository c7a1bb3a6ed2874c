"""Buildings of a position: where they stand, in three ways of writing, and what is wrong with them.

A building is ``{"kind": "enclosure_3", "at": [3, 4], "rotation": 1, "occupied": true}``, the same with
``"cells": [[x, y], ...]`` instead of ``at`` and ``rotation``, or short ``"enclosure_3@3,4r1*"``. Without a place it
goes to the first free one of the map; ``"near": {"water": 1, "rock": 0}``, short ``"enclosure_3+water1+rock0"``, asks
for at least that many neighbouring terrain spaces (0 for none).
"""
from __future__ import annotations

import re
from typing import Any

from arknova_fast.cards.geometry import CELL_INDEX, cells_of, rotations, within
from arknova_fast.errors import shown
from arknova_fast.positions.names import Int, Name
from arknova_fast.positions.reader import Reader

KEYS = ("kind", "at", "rotation", "cells", "near", "occupied")
SHORT = re.compile(r"(\w+)(?:@(-?\d{1,4})[,.](-?\d{1,4})(?:r(\d{1,4}))?)?((?:\+(?:water|rock)\d{1,4})*)(\*?)", re.ASCII)
NEAR = re.compile(r"(water|rock)(\d+)", re.ASCII)
TERRAINS = ("water", "rock")
KIOSK, PAVILION, ENCLOSURE_1, ENCLOSURE_5 = 0, 1, 2, 6
IGNORE_TERRAIN = 1  # Perm bit of sponsor 219
MAX_MULTI = 29
SINGLES = ("kiosk", "pavilion", "enclosure1")


def read_cell(reader: Reader, path: str, value: object) -> tuple[int, int] | None:
    if not (isinstance(value, list | tuple) and len(value) == 2 and all(type(v) is int for v in value)):
        reader.fault(path, f"must be a cell [x, y], not {shown(value)}")
        return None
    return value[0], value[1]


def long_form(reader: Reader, path: str, value: object) -> dict:
    """The dict form of a building; words of the short form are taken apart."""
    if not isinstance(value, str):
        return reader.mapping(path, value, KEYS)
    match = SHORT.fullmatch(value)
    if match is None:
        reader.fault(path, f"cannot read the building {shown(value)}, write it like 'enclosure_3@3,4r1*'")
        return {}
    kind, x, y, rotation, near, star = match.groups()
    data = {"kind": kind, "occupied": bool(star)}
    if x is not None:
        data |= {"at": [int(x), int(y)], "rotation": int(rotation or 0)}
    if near:
        data["near"] = {terrain: int(n) for terrain, n in NEAR.findall(near)}
    return data


def free_place(reader: Reader, path: str, seat: dict, kind: int, near: dict, done: list) -> int | None:
    """The first place where a building of that kind may stand beside those already there."""
    facts, zoo_map = reader.facts, seat["map"]
    terrain = {"water": facts.water[zoo_map], "rock": facts.rock[zoo_map]}
    blocked = terrain["water"] | terrain["rock"]
    for _, other_kind, other in done:
        blocked |= other
        if kind == other_kind == KIOSK:
            blocked |= within(facts.kiosk_distance - 1)[other.bit_length() - 1]
    for pid, place_kind in enumerate(facts.place_kind):
        if place_kind != kind or facts.place_cells[pid] & blocked:
            continue
        counts = {name: (facts.place_near[pid] & terrain[name]).bit_count() for name in near}
        if all(counts[name] >= n if n else counts[name] == 0 for name, n in near.items()):
            return pid
    wish = "".join(f", {name} {n}" for name, n in near.items())
    reader.fault(path, f"no free place for {facts.kinds[kind]}{wish} is left on map {facts.maps[zoo_map]}")
    return None


def footprint(reader: Reader, path: str, kind: int, data: dict) -> list[tuple[int, int]] | None:
    """The cells of a building, as written or from anchor and rotation."""
    if "cells" in data:
        found = [read_cell(reader, at, item) for at, item in reader.items(f"{path}.cells", data["cells"])]
        cells = [cell for cell in found if cell is not None]
        return cells if len(cells) == len(found) else None
    at = read_cell(reader, f"{path}.at", data["at"])
    rotation = data.get("rotation", 0)
    if type(rotation) is not int or not 0 <= rotation <= 5:
        reader.fault(f"{path}.rotation", f"must be 0 to 5, not {shown(rotation)}")
        return None
    if at is None:
        return None
    return [(at[0] + dx, at[1] + dy) for dx, dy in rotations(reader.facts.shapes[kind])[rotation]]


def read_near(reader: Reader, path: str, value: object) -> dict[str, int]:
    near = {}
    for name, n in reader.mapping(path, value, TERRAINS).items():
        near[name] = Int(0, 12).load(reader, f"{path}.{name}", n) or 0
    return near


def read_building(reader: Reader, path: str, value: object) -> tuple[int, int | dict, bool] | None:
    """(kind, placement id, occupied) of one building; in place of the id ``near`` if the place is left open."""
    data = long_form(reader, path, value)
    if "kind" not in data:
        if data:
            reader.fault(path, "needs a 'kind'")
        return None
    kind = Name("kinds", "building").load(reader, f"{path}.kind", data["kind"])
    occupied = data.get("occupied", False)
    if not isinstance(occupied, bool):
        reader.fault(f"{path}.occupied", f"must be true or false, not {shown(occupied)}")
        occupied = False
    if kind is None:
        return None
    if occupied and not ENCLOSURE_1 <= kind <= ENCLOSURE_5:
        reader.fault(path, f"{reader.facts.kinds[kind]} is no standard enclosure and cannot be occupied")
        occupied = False
    given = [key for key in ("at", "cells", "near") if key in data]
    if len(given) > 1:
        reader.fault(path, f"is placed twice, by {' and by '.join(given)}")
        return None
    if "at" not in data and "cells" not in data:
        return kind, read_near(reader, f"{path}.near", data.get("near", {})), occupied
    cells = footprint(reader, path, kind, data)
    if cells is None:
        return None
    outside = [cell for cell in cells if cell not in CELL_INDEX]
    if outside:
        reader.fault(path, f"covers {text_of(outside)}, which is off the map")
        return None
    place = reader.facts.place_index.get((kind, sum({1 << CELL_INDEX[cell] for cell in cells})))
    if place is None:
        reader.fault(path, f"{text_of(cells)} is no place for the shape of {reader.facts.kinds[kind]}")
        return None
    return kind, place, occupied


def text_of(cells) -> str:
    return " ".join(f"({x},{y})" for x, y in cells)


def check_building(reader: Reader, path: str, seat: dict, kind: int, cells: int, done: list) -> None:
    """Terrain, overlap, kiosk distance and the limit of a kind, against the buildings before it."""
    facts, zoo_map = reader.facts, seat["map"]
    if not any(facts.perm[card] & IGNORE_TERRAIN for card in seat["zoo_cards"]):
        for name, mask in (("water", facts.water[zoo_map]), ("rock", facts.rock[zoo_map])):
            if cells & mask:
                reader.fault(path, f"covers {text_of(cells_of(cells & mask))}, which is {name}")
    for other_path, other_kind, other in done:
        if cells & other:
            reader.fault(path, f"covers {text_of(cells_of(cells & other))}, which {other_path} covers too")
        elif kind == other_kind == KIOSK and within(facts.kiosk_distance - 1)[other.bit_length() - 1] & cells:
            reader.fault(path, f"is nearer than {facts.kiosk_distance} to the kiosk {other_path}")
    limit = facts.kind_limit[kind]
    if sum(kind == other_kind for _, other_kind, _ in done) >= limit:
        reader.fault(path, f"is one {facts.kinds[kind]} too many, a zoo holds {limit}")


def load_buildings(reader: Reader, path: str, value: object, seat: dict) -> None:
    """Reads the buildings of one player into its raw fields; ``None`` stands for the start buildings of the map."""
    facts = reader.facts
    raw: dict[str, Any] = {"kiosk": 0, "pavilion": 0, "enclosure1": 0, "occupied": 0, "multi": []}
    if value is None:
        found = [(path, facts.place_kind[pid], pid, False) for pid in facts.start_buildings[seat["map"]]]
    else:
        found = []
        for at, item in reader.items(path, value):
            got = read_building(reader, at, item)
            if got is not None:
                found.append((at, *got))
    done: list = []
    # Buildings with a place come first, so that the others find what they leave free.
    for at, kind, place, occupied in sorted(found, key=lambda row: isinstance(row[2], dict)):
        pid = free_place(reader, at, seat, kind, place, done) if isinstance(place, dict) else place
        if pid is None:
            continue
        cells = facts.place_cells[pid]
        check_building(reader, at, seat, kind, cells, done)
        done.append((at, kind, cells))
        raw["occupied"] |= cells if occupied else 0
        if kind <= ENCLOSURE_1:
            raw[SINGLES[kind]] |= cells
        else:
            raw["multi"].append(pid)
    if len(raw["multi"]) > MAX_MULTI:
        reader.fault(path, f"more than {MAX_MULTI} buildings of two or more cells")
    raw["n_multi"] = len(raw["multi"][:MAX_MULTI])
    raw["multi"] = (raw["multi"] + [0] * MAX_MULTI)[:MAX_MULTI]
    seat.update(raw)


def place_text(facts, pid: int) -> dict:
    """``at`` and ``rotation`` of a placement."""
    kind, rotation = facts.place_kind[pid], facts.place_rotation[pid]
    x, y = cells_of(facts.place_cells[pid])[0]
    dx, dy = min(rotations(facts.shapes[kind])[rotation])
    place = {"kind": facts.kinds[kind], "at": [x - dx, y - dy]}
    if rotation:
        place["rotation"] = rotation
    return place


def dump_buildings(facts, raw: dict) -> list[dict] | None:
    """The buildings of one player; ``None`` when they are the start buildings of the map, all empty."""
    singles = {name: cells_of(raw[name]) for name in SINGLES}
    multi = raw["multi"][: raw["n_multi"]]
    start = facts.start_buildings[raw["map"]]
    pids = [pid for pid in start if facts.place_kind[pid] > ENCLOSURE_1]
    plain = {name: 0 for name in SINGLES}
    for pid in start:
        if facts.place_kind[pid] <= ENCLOSURE_1:
            plain[SINGLES[facts.place_kind[pid]]] |= facts.place_cells[pid]
    if not raw["occupied"] and multi == pids and all(raw[name] == plain[name] for name in SINGLES):
        return None
    found = []
    for kind, name in enumerate(SINGLES):
        for x, y in singles[name]:
            found.append({"kind": facts.kinds[kind], "at": [x, y]})
            if name == "enclosure1" and raw["occupied"] >> CELL_INDEX[x, y] & 1:
                found[-1]["occupied"] = True
    for pid in multi:
        found.append(place_text(facts, pid))
        if raw["occupied"] & facts.place_cells[pid]:
            found[-1]["occupied"] = True
    return found


def built_cells(facts, raw: dict) -> int:
    """The covered cells of one player."""
    mask = raw["kiosk"] | raw["pavilion"] | raw["enclosure1"]
    for pid in raw["multi"][: raw["n_multi"]]:
        mask |= facts.place_cells[pid]
    return mask


def short_form(building: dict) -> str:
    """A building in the short form of the text notation."""
    x, y = building["at"]
    rotation = f"r{building['rotation']}" if building.get("rotation") else ""
    return f"{building['kind']}@{x}.{y}{rotation}{'*' if building.get('occupied') else ''}"
