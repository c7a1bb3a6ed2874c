"""Small words for rule tests: a position, what is done, what is legal, what came of it.

A test reads like this (format of positions: docs/positions.md, of actions: arknova_fast/notation.py)::

    from helpers import doing, gains, legal, me, only_legal, p, position, take

    def test_kiosks_keep_a_distance_of_three():
        game = position(p(buildings=["kiosk@4,5"]), decision=doing("build", 1))
        take(game, "build kiosk")
        assert "place kiosk @4,9 r0" not in legal(game)

``position`` gives a ``Game``; the helpers take it first. Seat 0 is the player to move unless ``turn`` says otherwise.
"""
from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from arknova_fast.game import Game
from arknova_fast.notation import action_to_string

COUNTERS = ("money", "appeal", "conservation", "reputation", "x_tokens", "workers")


def p(**fields: Any) -> dict:
    """One player of a position, ``p(money=10, hand=["A401"])``."""
    return fields


def position(*players: dict, n: int = 2, ruleset=None, **shared: Any) -> Game:
    """The game of a short-form position: players from seat 0 on, filled up with default ones to ``n``.

    >>> position(p(money=7), break_left=2).view()["player"]["money"][:2].tolist()
    [7, 25]
    """
    seats = [*players, *({} for _ in range(n - len(players)))]
    return Game.from_dict({**shared, "players": seats}, ruleset)


def doing(card: str, strength: int | None = None, side: int | None = None) -> dict:
    """A ``decision``: the player to move has chosen this action card with this strength (and side 1 or 2)."""
    action: dict = {"card": card}
    action |= {} if strength is None else {"strength": strength}
    action |= {} if side is None else {"side": side}
    return {"action": action}


def effect(*effects: Any, **one: Any) -> dict:
    """A ``decision``: effects of the player to move, then that player's main choice.

    ``effect("A401")`` are the effects a card has when played, ``effect(op="sprint", n=3)`` is one effect.
    """
    return {"effect": [*effects, *([one] if one else [])]}


def take(game: Game, *texts: str) -> Game:
    """Carries out actions one after the other and returns the game."""
    for text in texts:
        game.apply(text)
    return game


def act(game: Game, card: str, x_tokens: int = 0) -> Game:
    """Chooses an action card at the main choice."""
    return take(game, f"act {card} +{x_tokens}x" if x_tokens else f"act {card}")


def legal(game: Game, start: str = "") -> list[str]:
    """The legal actions as text, those that begin with ``start``."""
    texts = [action_to_string(game, action) for action in game.legal_actions()]
    return [text for text in texts if text.startswith(start)]


def only_legal(game: Game, *texts: str) -> None:
    """Asserts that exactly these actions are legal."""
    assert sorted(legal(game)) == sorted(texts)


def asked(game: Game) -> str:
    """The kind of the pending decision in small letters, ``"main"``, ``"build_place"``, ``"over"``."""
    return game.decision().kind.lower()


def settle(game: Game, *texts: str) -> Game:
    """Carries out actions; where several effects are open, before, between or after them, the first is taken."""
    for text in (*texts, ""):
        while asked(game) == "open":
            take(game, "resolve 1")
        if text:
            take(game, text)
    return game


def keys(game: Game, words: Any) -> list[str]:
    """The keys of a card set in the order of the card numbers of the engine."""
    return [game.ruleset.card_key(64 * w + i) for w in range(4) for i in range(64) if int(words[w]) >> i & 1]


def me(game: Game, seat: int = 0) -> SimpleNamespace:
    """The fields of one player as plain values (names as in core/state.pxd); hand and zoo are lists of keys."""
    record = game.view()["player"][seat]
    found = SimpleNamespace(**{name: record[name].tolist() for name in record.dtype.names})
    found.hand, found.zoo, found.seen = (keys(game, record[name]) for name in ("hand", "zoo", "seen"))
    return found


def table(game: Game) -> SimpleNamespace:
    """The shared fields as plain values; the display is a list of keys, discard and limbo too."""
    view = game.view()
    found = SimpleNamespace(**{name: view[name].tolist() for name in view.dtype.names if name != "player"})
    found.discard, found.limbo, found.aside = (keys(game, view[name]) for name in ("discard", "limbo", "aside"))
    found.display = [None if card == 255 else game.ruleset.card_key(card) for card in found.display]
    return found


def gains(game: Game, *texts: str, seat: int = 0) -> dict[str, int]:
    """Carries out actions and returns which counters of a player changed, and by how much."""
    before = me(game, seat)
    take(game, *texts)
    after = me(game, seat)
    change = {name: getattr(after, name) - getattr(before, name) for name in COUNTERS}
    return {name: n for name, n in change.items() if n}
