"""Where a building may be placed, and which kinds a Build action may build."""
from __future__ import annotations

from . import facts
from .geometry import BORDER, build2, distance, footprints, neighbours, terrain
from .model import Cell, Player

STANDARD = tuple(f"enclosure_{size}" for size in range(1, 6))
SIDE_1 = ("kiosk", "pavilion", *STANDARD, "petting_zoo")  # R11.2
SIDE_2 = (*SIDE_1, "reptile_house", "large_bird_aviary")  # R11.4
DIVERSITY_RESEARCHER = 219


def size(kind: str) -> int:
    return len(facts.SHAPES[kind]["cells"])


def limit_reached(player: Player, kind: str) -> bool:
    """R11.18, R11.19: one of each special enclosure; unique buildings exist once."""
    return facts.SHAPES[kind].get("max_per_zoo") is not None and player.count(kind) > 0


def placements(player: Player, kind: str, build_upgraded: bool | None = None) -> set[frozenset[Cell]]:
    """All legal footprints of one more building of a kind.

    ``build_upgraded`` replaces the side of the own Build card for the spaces marked Build II, for a hypnotised Build
    action (R20.27).
    """
    if limit_reached(player, kind):
        return set()
    shape = facts.SHAPES[kind]
    any_terrain = DIVERSITY_RESEARCHER in player.zoo  # card 219: build on rock and water
    if build_upgraded is None:
        build_upgraded = "build" in player.upgraded
    blocked = set(player.covered)  # R11.10
    if not any_terrain:
        blocked |= terrain(player.map, "rock") | terrain(player.map, "water")
    if not build_upgraded:
        blocked |= build2(player.map)  # R11.14
    kiosks = [cell for building in player.buildings if building.kind == "kiosk" for cell in building.cells]
    found = set()
    for cells in footprints(kind):
        if cells & blocked:
            continue
        if shape["must_touch_building"]:  # all but the side entrance (R17.15)
            if player.buildings:
                if not neighbours(cells) & player.covered:  # R11.11
                    continue
            elif not cells & BORDER:  # R11.12
                continue
        if len(cells & BORDER) < shape["border_cells_min"]:  # R17.13
            continue
        if kind == "kiosk" and any(distance(cell, other) < 3 for cell in cells for other in kiosks):
            continue  # R11.15, R11.16
        if not any_terrain and any(
            len(neighbours(cells) & terrain(player.map, ground)) < needed for ground, needed in shape["next_to"].items()
        ):
            continue  # R17.13: next to that many different rock or water spaces
        found.add(cells)
    return found


def build_kinds(
    player: Player, room: int, upgraded: bool, money: int, used=(), build_upgraded: bool | None = None
) -> set[str]:
    """The kinds that can be built now with ``room`` spaces of strength left.

    R11.1-R11.6: size, side, kinds not built yet in this action, money; at least one legal place.
    """
    kinds = SIDE_2 if upgraded else SIDE_1
    return {
        kind
        for kind in kinds
        if size(kind) <= room and 2 * size(kind) <= money and kind not in used
        and placements(player, kind, build_upgraded)
    }


def engineer_kinds(player: Player, money: int, built, build_upgraded: bool | None = None) -> set[str]:
    """Card 217: one more of a kind built in this action, no special enclosure, at normal cost, whatever the size."""
    return {
        kind
        for kind in built
        if kind in ("kiosk", "pavilion", *STANDARD) and 2 * size(kind) <= money
        and placements(player, kind, build_upgraded)
    }
