"""Words shared by the tests of abilities: an animal about to be played, and one that has just entered the zoo."""
from __future__ import annotations

from helpers import asked, doing, effect, legal, p, position, take
from rules.printed import ANIMALS

from arknova_fast.game import Game


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


def cells_of(game: Game, text: str) -> frozenset[tuple[int, int]]:
    """The cells that a placement covers: those that are built after it and were not before."""
    before = int(game.view()["player"]["built"][0])
    new = int(take(game.clone(), text).view()["player"]["built"][0]) & ~before
    return frozenset(game.ruleset.cell_xy(i) for i in range(58) if new >> i & 1)
