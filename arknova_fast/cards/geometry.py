"""The hexes of a zoo map: numbering, neighbours, rotations and the placements of a shape.

Flat-top hexes in doubled coordinates: ``x`` is the column, ``y`` the half row, ``x + y`` odd. A cell's number is its
position when the cells are sorted by ``x``, then ``y``, which is ``(13 x + y - 1) / 2``: a step in one direction is the
same distance everywhere. Cell ``i`` is bit ``i`` of a bitboard::

    x:   0    1    2    3    4    5    6    7    8
    y
    0         6        19        32        45
    1    0        13        26        39        52
    2         7        20        33        46
    3    1        14        27        40        53
    4         8        21        34        47
    5    2        15        28        41        54
    6         9        22        35        48
    7    3        16        29        42        55
    8        10        23        36        49
    9    4        17        30        43        56
    10       11        24        37        50
    11   5        18        31        44        57
    12       12        25        38        51
"""
from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

Cell = tuple[int, int]
Shape = tuple[Cell, ...]

STEPS: Shape = ((0, -2), (0, 2), (-1, -1), (-1, 1), (1, -1), (1, 1))
CELLS: Shape = tuple((x, y) for x in range(9) for y in range(13) if (x + y) % 2)
CELL_INDEX: dict[Cell, int] = {cell: i for i, cell in enumerate(CELLS)}
N_CELLS = len(CELLS)


def neighbours(cell: Cell) -> list[Cell]:
    """The cells around a cell, those outside the map included."""
    x, y = cell
    return [(x + dx, y + dy) for dx, dy in STEPS]


def mask_of(cells: Iterable[Iterable[int]]) -> int:
    """The bitboard of some cells; every one must be on the map."""
    mask = 0
    for x, y in cells:
        mask |= 1 << CELL_INDEX[x, y]
    return mask


def cells_of(mask: int) -> list[Cell]:
    """The cells of a bitboard in ascending order."""
    return [cell for i, cell in enumerate(CELLS) if mask >> i & 1]


def around(cell: Cell) -> int:
    """The bitboard of the neighbours of a cell that are on the map."""
    return sum(1 << CELL_INDEX[other] for other in neighbours(cell) if other in CELL_INDEX)


NEAR: tuple[int, ...] = tuple(around(cell) for cell in CELLS)
# A border space has a side that touches no other space (R11.13).
BORDER: int = sum(1 << i for i, near in enumerate(NEAR) if near.bit_count() < 6)


@lru_cache(maxsize=8)
def within(distance: int) -> tuple[int, ...]:
    """For each cell the bitboard of all cells at most ``distance`` steps away, itself included."""
    found = [1 << i for i in range(N_CELLS)]
    for _ in range(distance):
        found = [mask | near_of(mask) for mask in found]
    return tuple(found)


def near_of(mask: int) -> int:
    """The cells that share an edge with some cell of the mask, without the mask itself."""
    near, rest = 0, mask
    while rest:
        low = rest & -rest
        near |= NEAR[low.bit_length() - 1]
        rest ^= low
    return near & ~mask


def turn(offset: Cell) -> Cell:
    """An offset turned by 60 degrees clockwise."""
    dx, dy = offset
    return (dx - dy) // 2, (3 * dx + dy) // 2


def rotations(shape: Shape) -> list[Shape]:
    """The six rotations of a shape around its anchor (0, 0)."""
    turned = [tuple(shape)]
    for _ in range(5):
        turned.append(tuple(turn(offset) for offset in turned[-1]))
    return turned


def footprint(shape: Iterable[Cell]) -> Shape:
    """The shape sorted and moved so that its first cell is (0, 0): equal for equal footprints."""
    cells = sorted(shape)
    x0, y0 = cells[0]
    return tuple((x - x0, y - y0) for x, y in cells)


def distinct_rotations(shape: Shape) -> list[tuple[int, Shape]]:
    """The rotations ``(k, shape)`` with different footprints; of equal ones the smallest ``k``."""
    found: dict[Shape, tuple[int, Shape]] = {}
    for k, turned in enumerate(rotations(shape)):
        found.setdefault(footprint(turned), (k, turned))
    return list(found.values())


def connected(cells: Iterable[Cell]) -> bool:
    """Whether the cells are one group (none are no group)."""
    rest = set(cells)
    edge = [rest.pop()] if rest else []
    if not edge:
        return False
    while edge:
        touched = rest.intersection(neighbours(edge.pop()))
        rest -= touched
        edge += touched
    return not rest


@lru_cache(maxsize=64)
def placements(shape: Shape) -> tuple[tuple[int, int, int, int], ...]:
    """All footprints of a shape inside the map, on any terrain.

    Returns
    -------
    tuple of (anchor, rotation, cells, near)
        Sorted by anchor, the lowest cell, then rotation; ``cells`` and ``near`` are bitboards.
    """
    found = []
    for k, turned in distinct_rotations(shape):
        for x, y in CELLS:
            mask = 0
            for dx, dy in turned:
                i = CELL_INDEX.get((x + dx, y + dy))
                if i is None:
                    break
                mask |= 1 << i
            else:
                found.append(((mask & -mask).bit_length() - 1, k, mask, near_of(mask)))
    found.sort()
    return tuple(found)


def same_shape(cells, other) -> bool:
    """Whether two lists of cells have the same footprint up to shifts and rotations."""
    wanted = footprint([tuple(entry) for entry in other])
    return any(footprint(turned) == wanted for turned in rotations(tuple(tuple(entry) for entry in cells)))
