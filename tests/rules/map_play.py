"""Words shared by the tests of buildings, enclosures, animals and zoo maps: printed maps, buildings on given cells."""
from __future__ import annotations

from functools import cache
from types import SimpleNamespace

from helpers import doing, legal, p, position, take
from rules.printed import MAPS
from rules.sponsor_play import GRID, around, footprints, places, put

from arknova_fast.game import Game
from arknova_fast.notation import describe

BUILD_I = ["kiosk", "pavilion", *(f"enclosure_{size}" for size in range(1, 6)), "petting_zoo"]
BUILD_II = [*BUILD_I, "reptile_house", "large_bird_aviary"]
PROJECTS = [f"P{number}" for number in range(113, 119)]  # a display without animals
ANIMALS_SECOND = ["association", "animals", "build", "cards", "sponsors"]  # the Animals card in slot 2


def write(cell: tuple[int, int]) -> str:
    return f"{cell[0]},{cell[1]}"


@cache
def zoo_map(code: str) -> SimpleNamespace:
    """Sets of cells of a printed map, its placement bonuses as ``{cell: (type, n)}``."""
    cells = {(cell["x"], cell["y"]): cell for cell in MAPS[code]["cells"]}
    return SimpleNamespace(
        **{name: {xy for xy, cell in cells.items() if cell["terrain"] == name} for name in ("plain", "rock", "water")},
        build2={xy for xy, cell in cells.items() if cell["build2"]},
        bonus={xy: (cell["bonus"]["type"], cell["bonus"]["n"]) for xy, cell in cells.items() if cell["bonus"]},
        border={xy for xy in GRID if len(around({xy})) < 6},  # R11.13
    )


def on(kind: str, *cells: str, occupied: bool = False) -> dict:
    """A building of a position on given cells: ``on("enclosure_2", "4,5", "4,7")``."""
    return {"kind": kind, "cells": [list(map(int, cell.split(","))) for cell in cells], "occupied": occupied}


def building(strength: int, side: int = 1, *others: dict, table: dict | None = None, **fields) -> Game:
    """The Build action of seat 0."""
    return position(p(**fields), *others, decision=doing("build", strength, side), **(table or {}))


def build(game: Game, kind: str, *cells: str) -> Game:
    """Builds a building of this kind on these cells."""
    return put(take(game, f"build {kind}"), *cells)


def kinds(game: Game) -> list[str]:
    """The kinds that can be built now."""
    return [text.split()[1] for text in legal(game, "build ")]


def spots(game: Game, kind: str) -> set[str]:
    """The cells on which a one-space building can be placed now."""
    return {write(*cells) for cells in places(game, kind)}


def allowed(code: str, kind: str, built: set, *, build2: bool, first: bool = False) -> set[frozenset]:
    """Where a kind may stand beside the cells built on, by R11.10 to R11.14 (kiosk distance aside)."""
    zoo = zoo_map(code)
    free = zoo.plain - built - (set() if build2 else zoo.build2)
    touch = zoo.border if first else around(built)
    return {cells for cells in footprints(kind) if cells <= free and cells & touch}


def open_effects(game: Game) -> list[str]:
    """The open effects in words, in the order of their numbers."""
    return [describe(game, action).removeprefix("resolve: ") for action in game.legal_actions()]


def resolve(game: Game, words: str) -> Game:
    """Resolves the open effect that these words are in."""
    found = [i for i, text in enumerate(open_effects(game), 1) if words in text]
    assert len(found) == 1, f"{words!r} in {open_effects(game)}"
    return take(game, f"resolve {found[0]}")


def bits(game: Game, mask: int) -> set[tuple[int, int]]:
    """The cells of a mask of the state."""
    return {game.ruleset.cell_xy(i) for i in range(58) if mask >> i & 1}


def can_act(card: str, **fields) -> bool:
    """Whether the Animals card in slot 2 can be used to play this animal, the only one in hand and display (R5.7)."""
    game = position(p(hand=[card], actions=ANIMALS_SECOND, **fields), display=PROJECTS)
    return "act animals" in legal(game)
