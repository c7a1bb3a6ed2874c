"""Hexes in doubled coordinates: cells, neighbours, distances, rotations, map terrain."""
from __future__ import annotations

from functools import cache

from . import facts
from .model import Cell, Player

DIRECTIONS = ((0, -2), (0, 2), (-1, -1), (-1, 1), (1, -1), (1, 1))
CELLS = frozenset((x, y) for x in range(9) for y in range(13) if (x + y) % 2)


def around(cell: Cell) -> set[Cell]:
    """The neighbours of a cell that are on the map."""
    x, y = cell
    return {(x + dx, y + dy) for dx, dy in DIRECTIONS} & CELLS


def neighbours(cells) -> set[Cell]:
    """All cells that share an edge with the footprint, without the footprint itself."""
    cells = set(cells)
    return {other for cell in cells for other in around(cell)} - cells


def touch(a, b) -> bool:
    """R11.11: two footprints share at least one edge."""
    return bool(neighbours(a) & set(b))


BORDER = frozenset(cell for cell in CELLS if len(around(cell)) < 6)  # R11.13


def distance(a: Cell, b: Cell) -> int:
    """Steps from one cell to the other."""
    dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
    return dx + max(0, (dy - dx) // 2)


def rotate(offset: Cell, times: int) -> Cell:
    dx, dy = offset
    for _ in range(times):
        dx, dy = (dx - dy) // 2, (3 * dx + dy) // 2
    return dx, dy


@cache
def footprints(kind: str) -> frozenset[frozenset[Cell]]:
    """Every place of a building on an empty grid: rotations and shifts, never flipped (R11.21, R17.13)."""
    found = set()
    for times in range(6):
        turned = [rotate(tuple(cell), times) for cell in facts.SHAPES[kind]["cells"]]
        for x, y in CELLS:
            cells = frozenset((x + dx, y + dy) for dx, dy in turned)
            if cells <= CELLS:
                found.add(cells)
    return frozenset(found)


@cache
def terrain(zoo: str, kind: str) -> frozenset[Cell]:
    """Cells of "plain", "rock" or "water" on a map."""
    return frozenset((c["x"], c["y"]) for c in facts.MAPS[zoo]["cells"] if c["terrain"] == kind)


@cache
def build2(zoo: str) -> frozenset[Cell]:
    return frozenset((c["x"], c["y"]) for c in facts.MAPS[zoo]["cells"] if c["build2"])


@cache
def bonus_cells(zoo: str) -> dict[Cell, dict]:
    """R29.15: the H spaces of map 8 are not among the placement bonuses."""
    return {(c["x"], c["y"]): c["bonus"] for c in facts.MAPS[zoo]["cells"] if c["bonus"]}


@cache
def special_cells(zoo: str, kind: str) -> tuple[Cell, ...]:
    """The cells of a map symbol: tower, outdoor area, restaurant, H cells."""
    return tuple((s["x"], s["y"]) for s in facts.MAPS[zoo]["special"] if s["kind"] == kind)


def border_building(zoo: str) -> frozenset[Cell]:
    return BORDER & terrain(zoo, "plain")


def map_covered(player: Player) -> bool:
    """R11.26, R11.27: every building space is covered; rock and water do not matter."""
    return terrain(player.map, "plain") <= player.covered


def connected(player: Player, spaces) -> set[Cell]:
    """R11.31: the uncovered ones among ``spaces`` next to a covered space."""
    covered = player.covered
    return {cell for cell in spaces if cell not in covered and around(cell) & covered}


def isolated(player: Player, spaces) -> set[Cell]:
    """R11.31: the uncovered ones among ``spaces`` next to no covered space."""
    covered = player.covered
    return {cell for cell in spaces if cell not in covered and not around(cell) & covered}


def empty_groups(player: Player) -> list[int]:
    """Sizes of the contiguous groups of uncovered building spaces (sponsor 260)."""
    left = set(terrain(player.map, "plain") - player.covered)
    sizes = []
    while left:
        group, edge = set(), {next(iter(left))}
        while edge:
            group |= edge
            edge = {n for cell in edge for n in around(cell)} & left - group
        left -= group
        sizes.append(len(group))
    return sizes


def institute_connected(player: Player) -> bool:
    """R29.6, R29.9: harbor and institute lie beside the map, next to one building space."""
    return any(
        tuple(cell) in player.covered
        for special in facts.MAPS[player.map]["special"]
        if special["kind"] in ("harbor", "institute")
        for cell in special["connecting_cells"]
    )
