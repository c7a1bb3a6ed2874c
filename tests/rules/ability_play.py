"""Words shared by the tests of abilities: an animal about to be played, and one that has just entered the zoo."""
from __future__ import annotations

import json
from pathlib import Path

from helpers import asked, doing, effect, legal, p, position, take

from arknova_fast.game import Game

FACTS = Path(__file__).parents[1] / "facts"


def facts(name: str):
    return json.loads((FACTS / f"{name}.json").read_text(encoding="utf-8"))


ANIMALS = {f"A{card['id']}": card for card in facts("animals")}
MAP_0 = next(one for one in facts("maps")["maps"] if one["id"] == "0")
ORDER = ["animals", "association", "build", "cards", "sponsors"]  # slots 1-5 of a default player


def having(name: str) -> list[str]:
    """The animals with an ability."""
    return [key for key, card in ANIMALS.items() if any(ability["name"] == name for ability in card["abilities"])]


def entered(card: str, *others: dict, n: int = 2, ruleset=None, table: dict | None = None, **fields) -> Game:
    """The animal lies in the zoo of seat 0 and its effects are open; printed appeal and so on are not among them."""
    zoo = [card, *fields.pop("zoo", [])]
    return position(p(zoo=zoo, **fields), *others, n=n, ruleset=ruleset, decision=effect(card), **(table or {}))


def about_to_play(*hand: str, others: tuple = (), n: int = 2, ruleset=None, table: dict | None = None,
                  strength: int = 2, side: int = 1, **fields) -> Game:
    """The Animals action of seat 0 with these cards in hand, by default with money and an enclosure of size 5."""
    fields = {"money": 60, "buildings": ["enclosure_5"], **fields}
    action = doing("animals", strength, side)
    return position(p(hand=list(hand), **fields), *others, n=n, ruleset=ruleset, decision=action, **(table or {}))


def play(game: Game, card: str) -> Game:
    """Plays an animal into the first housing offered."""
    take(game, f"play {card}")
    while asked(game) == "house":
        take(game, legal(game)[0])
    return game


def played(card: str, **fields) -> Game:
    return play(about_to_play(card, **fields), card)


def settle(game: Game, *texts: str) -> Game:
    """Carries out actions; where several effects are open, before, between or after them, the first is taken."""
    for text in (*texts, ""):
        while asked(game) == "open":
            take(game, "resolve 1")
        if text:
            take(game, text)
    return game


def cells_of(game: Game, text: str) -> frozenset[tuple[int, int]]:
    """The cells that a placement covers: those that are built after it and were not before."""
    before = int(game.view()["player"]["built"][0])
    new = int(take(game.clone(), text).view()["player"]["built"][0]) & ~before
    return frozenset(game.ruleset.cell_xy(i) for i in range(58) if new >> i & 1)


def covered_but(*open_cells: str) -> list[str]:
    """Map 0 covered with pavilions except for some building spaces."""
    spaces = [f"{cell['x']},{cell['y']}" for cell in MAP_0["cells"] if cell["terrain"] == "plain"]
    return [f"pavilion@{cell}" for cell in spaces if cell not in open_cells]
