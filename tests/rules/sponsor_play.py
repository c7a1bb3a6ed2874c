"""Words shared by the tests of sponsors and final scoring: a card about to be played, income, final scoring."""
from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

from helpers import asked, doing, me, p, position, take

from arknova_fast.game import Game

FACTS = json.loads((Path(__file__).parents[1] / "facts" / "sponsors.json").read_text(encoding="utf-8"))
SPONSORS = {card["id"]: card for card in FACTS["cards"]}
SHAPES = {shape["id"]: shape for shape in json.loads(
    (Path(__file__).parents[1] / "facts" / "shapes.json").read_text(encoding="utf-8"))["buildings"]}
GRID = {(x, y) for x in range(9) for y in range(13) if (x + y) % 2}
FULL_STRENGTH = 9  # more than any level

# Building spaces of map 0; the border ones and those with a placement bonus (maps.json).
MAP_0 = """1,2 1,4 1,6 1,8 0,5 0,7 0,9 2,3 2,5 2,9 2,11 3,4 3,6 3,8 3,10 3,12 4,1 4,3 4,5 4,7 4,9 4,11 5,0 5,2 5,6 5,10
6,1 6,5 6,7 7,0 7,2 7,4 7,6 7,8 7,10 8,1 8,3 8,5 8,7""".split()
BORDER_0 = "0,5 0,7 0,9 2,11 3,12 4,1 4,11 5,0 6,1 7,0 8,1 8,3 8,5 8,7".split()
BONUS_0 = "1,2 2,5 4,5 3,8 0,9 3,12 4,1 5,6 5,10 7,2 7,10 8,7".split()


def turned(dx: int, dy: int, steps: int) -> tuple[int, int]:
    """An offset after clockwise steps of 60 degrees (shapes.json)."""
    for _ in range(steps):
        dx, dy = (dx - dy) // 2, (3 * dx + dy) // 2
    return dx, dy


def footprint(text: str) -> frozenset[tuple[int, int]]:
    """The cells of ``"place kiosk @4,5 r0"``."""
    _, kind, at, rotation = text.split()
    x, y = map(int, at[1:].split(","))
    return frozenset((x + a, y + b) for a, b in (turned(*cell, int(rotation[1:])) for cell in SHAPES[kind]["cells"]))


def footprints(kind: str) -> set[frozenset[tuple[int, int]]]:
    """Every place on the grid of 58 cells, whatever lies there."""
    places = {footprint(f"place {kind} @{x},{y} r{turn}") for x, y in GRID for turn in range(6)}
    return {cells for cells in places if cells <= GRID}


def around(cells) -> set[tuple[int, int]]:
    """The cells next to some cells, without these."""
    steps = ((0, -2), (0, 2), (-1, -1), (-1, 1), (1, -1), (1, 1))
    return {(x + a, y + b) for x, y in cells for a, b in steps if (x + a, y + b) in GRID} - set(cells)


def pavilions(*cells: str) -> list[str]:
    """One pavilion on each cell written ``"4,5"``."""
    return [f"pavilion@{cell}" for cell in cells]


def covered_but(*open_cells: str) -> list[str]:
    """Map 0 covered with pavilions except for some building spaces."""
    return pavilions(*(cell for cell in MAP_0 if cell not in open_cells))


def settle(game: Game, *texts: str) -> Game:
    """Carries out actions; where several effects are open the first one is taken next."""
    for text in (*texts, ""):
        while asked(game) == "open":
            take(game, "resolve 1")
        if text:
            take(game, text)
    return game


def playing(card: str, *others: dict, strength: int = FULL_STRENGTH, side: int = 2, n: int = 2, shared: dict | None = None,
            **fields) -> Game:
    """The Sponsors action of seat 0 with this card in hand."""
    hand = [card, *fields.pop("hand", [])]
    return position(p(hand=hand, **fields), *others, n=n, decision=doing("sponsors", strength, side), **(shared or {}))


def change(game: Game, *texts: str, seat: int = 0) -> dict[str, int]:
    """Carries out actions like ``settle``; which counters of a player changed, and by how much."""
    before = me(game, seat)
    settle(game, *texts)
    after = me(game, seat)
    found = {}
    for name in ("money", "appeal", "conservation", "reputation", "x_tokens", "workers"):
        if getattr(after, name) != getattr(before, name):
            found[name] = getattr(after, name) - getattr(before, name)
    return found


def income(**fields) -> dict[str, int]:
    """What seat 0 gains as income of a break beyond the 5 money for 0 appeal (R24.11)."""
    start = {"money": 0, "appeal": 0, "conservation": 0, "reputation": 1, "x_tokens": 0, **fields}
    game = settle(position(p(**start), decision={"income": True}))
    after = me(game)
    found = {name: getattr(after, name) - start[name] for name in start if name in
             ("money", "appeal", "conservation", "reputation", "x_tokens")}
    found["money"] -= 5
    return {name: n for name, n in found.items() if n}


def final(*others: dict, n: int = 2, **fields) -> SimpleNamespace:
    """Seat 0 after final scoring; appeal and conservation start at 0, so they are what was gained."""
    game = position(p(**fields), *others, n=n, decision={"final": True})
    assert game.is_terminal
    return me(game)
