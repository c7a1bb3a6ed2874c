"""Words shared by the tests of sponsors and final scoring: a card about to be played, income, final scoring."""
from __future__ import annotations

from types import SimpleNamespace

from helpers import asked, doing, legal, me, p, position, take
from rules.printed import KINDS, SPONSORS

from arknova_fast.game import Game
from arknova_fast.notation import split, string_to_action

GRID = {(x, y) for x in range(9) for y in range(13) if (x + y) % 2}
FULL_STRENGTH = 9  # more than any level

# Building spaces of map 0; the border ones and those with a placement bonus (maps.json).
MAP_0 = """1,2 1,4 1,6 1,8 0,5 0,7 0,9 2,3 2,5 2,9 2,11 3,4 3,6 3,8 3,10 3,12 4,1 4,3 4,5 4,7 4,9 4,11 5,0 5,2 5,6 5,10
6,1 6,5 6,7 7,0 7,2 7,4 7,6 7,8 7,10 8,1 8,3 8,5 8,7""".split()
BORDER_0 = "0,5 0,7 0,9 2,11 3,12 4,1 4,11 5,0 6,1 7,0 8,1 8,3 8,5 8,7".split()
WATER_0 = {(1, 0), (3, 0), (0, 1), (0, 3), (5, 4), (2, 7), (8, 9), (1, 10), (8, 11), (7, 12)}
ROCK_0 = {(2, 1), (3, 2), (6, 3), (5, 8), (6, 9), (0, 11), (6, 11), (1, 12), (5, 12)}
BONUS_0 = "1,2 2,5 4,5 3,8 0,9 3,12 4,1 5,6 5,10 7,2 7,10 8,7".split()


def turned(dx: int, dy: int, steps: int) -> tuple[int, int]:
    """An offset after clockwise steps of 60 degrees (shapes.json)."""
    for _ in range(steps):
        dx, dy = (dx - dy) // 2, (3 * dx + dy) // 2
    return dx, dy


def places(game: Game, kind: str = "") -> dict[frozenset[tuple[int, int]], str]:
    """The cells of every placement (of one kind) that can be chosen now, with its text."""
    found = {}
    for text in legal(game, f"place {kind} " if kind else "place "):
        found[frozenset(game.ruleset.placement(split(string_to_action(game, text))[1])[1])] = text
    return found


def at(*cells: str) -> frozenset[tuple[int, int]]:
    """``at("4,5", "4,7")``: some cells."""
    return frozenset(tuple(map(int, cell.split(","))) for cell in cells)


def put(game: Game, *cells: str) -> Game:
    """Places the building on these cells."""
    return take(game, places(game)[at(*cells)])


def footprints(kind: str) -> set[frozenset[tuple[int, int]]]:
    """Every place on the grid of 58 cells, whatever lies there (from shapes.json)."""
    shape = KINDS[kind]["cells"]
    found = {frozenset((x + a, y + b) for a, b in (turned(*cell, turn) for cell in shape))
             for x, y in GRID for turn in range(6)}
    return {cells for cells in found if cells <= GRID}


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
    """Carries out actions; several open effects in their order, the only housing without asking."""
    for text in (*texts, ""):
        while asked(game) == "open" or (asked(game) == "house" and len(legal(game)) == 1):
            take(game, legal(game)[0])
        if text:
            take(game, text)
    return game


def playing(card: str, *others: dict, strength: int = FULL_STRENGTH, side: int = 2, n: int = 2,
            shared: dict | None = None, **fields) -> Game:
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
    """Seat 0 after final scoring without the discard of R26.1; the tracks start at 0, so they show what was gained."""
    game = position(p(**fields), *others, n=n, cons10_done=True, decision={"final": True})
    assert game.is_terminal
    return me(game)


def questions(game: Game, *texts: str) -> list[str]:
    """Carries out actions, then declines or takes the first option until the sponsors choice or the next player.

    Returns the kinds of decisions that came after the actions.
    """
    settle(game, *texts)
    kinds = []
    while not game.is_terminal and game.current_player() == 0 and asked(game) not in ("main", "sponsors"):
        kinds.append(asked(game))
        settle(game, "pass" if "pass" in legal(game) else legal(game)[0])
    return kinds


# Fields of a zoo with that many research icons: sponsor 223 has 2, the universities 2 and 1.
RESEARCH: list[dict] = [
    {}, {"universities": ["science_reputation"]}, {"universities": ["two_science"]},
    {"zoo": ["S223"], "universities": ["science_reputation"]}, {"zoo": ["S223"], "universities": ["two_science"]},
    {"zoo": ["S223"], "universities": ["two_science", "science_reputation"]},
]  # fmt: skip
# Sponsors with conditions beside Sponsors II: fields that just meet them, and fields that just miss them.
CONDITIONS: dict[str, tuple[dict, dict]] = {
    "S202": (RESEARCH[1], RESEARCH[0]), "S204": (RESEARCH[4], RESEARCH[3]), "S205": (RESEARCH[3], RESEARCH[2]),
    "S206": (RESEARCH[4], RESEARCH[3]), "S207": ({"appeal": 25}, {"appeal": 26}),
    "S215": ({"partner_zoos": ["asia", "europe"]}, {"partner_zoos": ["asia"]}),
    "S218": (RESEARCH[2], RESEARCH[1]), "S221": (RESEARCH[1], RESEARCH[0]), "S222": ({"appeal": 25}, {"appeal": 26}),
    "S224": (RESEARCH[1], RESEARCH[0]), "S227": ({"reputation": 6}, {"reputation": 5}),
    "S228": ({"reputation": 3}, {"reputation": 2}), "S231": ({"zoo": ["A455"]}, {"zoo": ["A428"]}),
    "S232": ({"zoo": ["A473"]}, {"zoo": ["A455"]}), "S233": ({"zoo": ["A502"]}, {"zoo": ["A473"]}),
    "S234": ({"zoo": ["A404"]}, {"zoo": ["A502"]}), "S235": ({"zoo": ["A428"]}, {"zoo": ["A404"]}),
    "S243": ({"reputation": 3}, {"reputation": 2}), "S244": ({"reputation": 3}, {"reputation": 2}),
    "S245": ({"reputation": 3}, {"reputation": 2}), "S258": ({"appeal": 25}, {"appeal": 26}),
    "S259": ({"appeal": 25}, {"appeal": 26}), "S260": ({"appeal": 25}, {"appeal": 26}),
    "S263": ({"reputation": 6}, {"reputation": 5}), "S264": ({"appeal": 25}, {"appeal": 26}),
}  # fmt: skip


def check_level_and_conditions(card: str) -> None:
    """The card is playable at its level and conditions, and neither one strength lower nor with a condition missed."""
    printed = SPONSORS[card]
    level, needs_two = printed["level"], bool(printed["requires"].get("sponsors_upgraded"))
    meets, misses = CONDITIONS.get(card, ({}, None))

    def offered(strength: int, side: int, fields: dict) -> bool:
        return f"play {card}" in legal(playing(card, strength=strength, side=side, **fields))

    assert offered(level, 1, meets) is not needs_two
    assert not offered(level - 1, 1, meets)
    assert offered(level - 1, 2, meets)  # side II: X + 1
    assert not offered(level - 2, 2, meets)
    conditions = {key for key, value in printed["requires"].items() if value and key != "sponsors_upgraded"}
    assert bool(conditions) is (misses is not None)
    if misses is not None:
        assert not offered(FULL_STRENGTH, 2, misses)
