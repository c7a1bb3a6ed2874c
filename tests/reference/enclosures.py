"""Housing: which enclosures can take an animal, and which one is emptied when it leaves (R13, R16)."""
from __future__ import annotations

from . import facts
from .geometry import neighbours, special_cells, terrain
from .icons import animals
from .model import Building, Player

CAPACITY = {"petting_zoo": 3, "reptile_house": 5, "large_bird_aviary": 5}  # R13.8, R13.11
DIVERSITY_RESEARCHER = 219


def effective_size(player: Player, building: Building) -> int:
    """R29.4: on map 2 a standard enclosure next to the outdoor space counts as 2 spaces larger."""
    outdoor = special_cells(player.map, "outdoor_area")
    return len(building.cells) + 2 * any(cell in neighbours(building.cells) for cell in outdoor)


def terrain_met(player: Player, cells, card: int) -> bool:
    """R13.3-R13.6: different adjacent map spaces of rock and water; card 219 ignores them."""
    if DIVERSITY_RESEARCHER in player.zoo:
        return True
    animal = facts.ANIMALS[card]
    around = neighbours(cells)
    return all(len(around & terrain(player.map, ground)) >= animal[ground] for ground in ("rock", "water"))


def fitting_standard(player: Player, card: int, occupied: bool) -> list[Building]:
    """Standard enclosures on that side that meet size, rock and water (R13.1, R13.3)."""
    required = facts.ANIMALS[card]["size"]
    if required is None:  # R13.7: petting zoo animals
        return []
    return [
        b for b in player.buildings
        if b.standard and b.occupied == occupied
        and effective_size(player, b) >= required and terrain_met(player, b.cells, card)
    ]


def special_room(player: Player, kind: str) -> int:
    """R13.10: free spaces of a special enclosure; -1 without that enclosure."""
    return CAPACITY[kind] - player.special_used[kind] if player.count(kind) else -1


def fits_special(player: Player, card: int) -> str | None:
    """The special enclosure of the zoo that can take the animal (R13.7-R13.12)."""
    special = facts.ANIMALS[card]["special"]
    if special is None or special_room(player, special["kind"]) < special["spaces"]:
        return None
    building = next(b for b in player.buildings if b.kind == special["kind"])
    return special["kind"] if terrain_met(player, building.cells, card) else None


def flock_host(player: Player, card: int) -> bool:
    """R13.25, C19: another herbivore whose card asks for at least the flock number."""
    flock = facts.ability(card, "flock_animal")
    return flock is not None and any(
        other != card and "herbivore" in facts.ANIMALS[other]["icons"]
        and (facts.ANIMALS[other]["size"] or 0) >= flock["n"]
        for other in animals(player)
    )


def housings(player: Player, card: int) -> set:
    """All ways to house the animal: footprints of empty enclosures, a special kind, "flock" (D5.3)."""
    found = {b.cells for b in fitting_standard(player, card, occupied=False)}
    special = fits_special(player, card)
    if special:
        found.add(special)
    if flock_host(player, card):
        found.add("flock")
    return found


def emptied(player: Player, card: int) -> list[Building]:
    """The equally small occupied enclosures of which one is emptied (R13.17-R13.20, R16.9, R16.10, C7)."""
    occupied = [b for b in player.buildings if b.standard and b.occupied]
    required = facts.ANIMALS[card]["size"]
    candidates = fitting_standard(player, card, occupied=True) or [
        b for b in occupied if required is not None and effective_size(player, b) >= required
    ]
    if not candidates:
        return []  # R13.19
    smallest = min(effective_size(player, b) for b in candidates)
    return [b for b in candidates if effective_size(player, b) == smallest]


def release(player: Player, card: int) -> tuple[str, object]:
    """What a release frees: ("special", (kind, tokens)), ("standard", candidates) or ("none", None) (R16.8, R16.9)."""
    special = facts.ANIMALS[card]["special"]
    if special and player.count(special["kind"]) and player.special_used[special["kind"]] >= special["spaces"]:
        return "special", (special["kind"], special["spaces"])
    candidates = emptied(player, card)
    return ("standard", candidates) if candidates else ("none", None)


def movable(player: Player, kind: str) -> set[int]:
    """R13.14, R13.16: animals that may move into a reptile house or aviary just built."""
    if kind not in ("reptile_house", "large_bird_aviary"):
        return set()  # R13.24
    return {
        card for card in animals(player)
        if (facts.ANIMALS[card]["special"] or {}).get("kind") == kind and fits_special(player, card) == kind
    }


def tower_touched(player: Player, cells) -> bool:
    """R29.2, R29.3: the enclosure is next to the tower space itself."""
    return any(cell in neighbours(cells) for cell in special_cells(player.map, "observation_tower"))
