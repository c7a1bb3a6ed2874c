"""What arguments of actions are made of: the names a ruleset gives to numbers, and reading words and dict values.

The kinds of arguments, built of these, are in ``argumentkinds.py``.
"""
from __future__ import annotations

from functools import lru_cache
from operator import index
from typing import TYPE_CHECKING, Any

from arknova_fast.cards import vocabulary as voc
from arknova_fast.errors import NotationError, nearest, shown

if TYPE_CHECKING:
    from arknova_fast.core.tables import Ruleset
    from arknova_fast.game import Game

ACTION_CARDS = tuple(voc.ACTION_CARDS)


class Names:
    """Every name a ruleset gives to the numbers in action codes."""

    def __init__(self, ruleset: Ruleset):
        cards = range(sum(len(ruleset.data[section]) for section in ("animals", "sponsors", "projects")))
        self.cards = {ruleset.card_key(i): i for i in cards}
        self.card_names = {key: ruleset.card_name(i) for key, i in self.cards.items()}
        self.finals = {f"F{number}": i for i, number in enumerate(ruleset.data["final_scoring"])}
        self.maps = {code: i for i, code in enumerate(ruleset.data["maps"])}
        self.universities = [entry["id"] for entry in ruleset.data["boards"]["association"]["universities"]]
        self.cells = {f"@{x},{y}": i for i, (x, y) in enumerate(ruleset.cell_xy(i) for i in range(58))}
        # Sponsors whose tokens are icons, in the order of the mask bits (215, 218).
        self.tokens = [
            key for key, card in ruleset.data["sponsors"].items()
            if any(effect["op"] == "spend_icon" for effect in card["effects"])
        ]  # fmt: skip
        # As many as the dense index of actions has room for.
        self.most_tokens = max(5, ruleset.data["boards"]["setup"]["max_x_tokens"])
        self.kinds: list[str] = []
        self.places: dict[str, int] = {}
        for kind in range(32):
            ids = ruleset.placements(kind)
            if not ids:
                continue
            self.kinds += [""] * (kind - len(self.kinds)) + [ruleset.kind_name(kind)]
            for pid in ids:
                _, cells, rotation = ruleset.placement(pid)
                x, y = cells[0]
                self.places[f"{self.kinds[kind]} @{x},{y} r{rotation}"] = pid
        self.place_of = {pid: text for text, pid in self.places.items()}
        self.card_of = {i: key for key, i in self.cards.items()}
        self.cell_of = {i: text for text, i in self.cells.items()}


@lru_cache(maxsize=16)
def names_of(ruleset: Ruleset) -> Names:
    return Names(ruleset)


class Context:
    """What a text can refer to: the names of the ruleset, and the hand of the player to decide if there is a game."""

    def __init__(self, where: Game | Ruleset):
        self.game: Any = where if hasattr(where, "ruleset") else None
        self.ruleset: Any = self.game.ruleset if self.game is not None else where
        self.names = names_of(self.ruleset)

    def hand(self) -> list[str] | None:
        """Keys of the hand of the player to decide, ascending; None without a game."""
        if self.game is None or self.game.current_player() < 0:
            return None
        words = self.game.view()["player"]["hand"][self.game.current_player()]
        return [self.names.card_of[64 * w + i] for w in range(4) for i in range(64) if int(words[w]) >> i & 1]


def pick(word: str, known: Any, what: str) -> str:
    """The known name that a word means, letter case aside."""
    folded = {str(name).casefold(): name for name in known}
    if word.casefold() in folded:
        return folded[word.casefold()]
    raise NotationError(f"unknown {what} {shown(word)}{nearest(word, folded.values(), 0.4)}")


def number(word: str, low: int, high: int, what: str) -> int:
    digits = word.isascii() and word.isdigit() and len(word) < 6
    if not digits or not low <= int(word) <= high:
        raise NotationError(f"{what} must be a number from {low} to {high}, not {shown(word)}")
    return int(word)


def whole(value: Any, low: int, high: int, what: str) -> int:
    """A number of a dict: an int, not its text."""
    try:
        number = index(value)
    except TypeError:
        number = low - 1
    if isinstance(value, bool) or not low <= number <= high:
        raise NotationError(f"{what} must be a whole number from {low} to {high}, not {shown(value)}")
    return number


def given_name(value: Any, what: str) -> str:
    """A name of a dict; the keys of cards and maps may be numbers."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1000:
        return str(value)
    if not isinstance(value, str):
        raise NotationError(f"{what} must be a name, not {shown(value)}")
    return value


def cell_text(value: Any) -> str:
    """The text of a cell ``[x, y]`` of a dict."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise NotationError(f"a cell is written [x, y], not {shown(value)}")
    x, y = value
    return f"@{whole(x, 0, 8, 'x')},{whole(y, 0, 12, 'y')}"


def names_in(value: Any, what: str) -> list[str]:
    """A list of names of a dict, each once."""
    if not isinstance(value, list | tuple):
        raise NotationError(f"{what} must be a list, not {shown(value)}")
    return [given_name(word, what) for word in value]


def each_once(items: list, what: str) -> list:
    twice = next((item for i, item in enumerate(items) if item in items[:i]), None)
    if twice is not None:
        raise NotationError(f"{what} {shown(twice)} is named twice")
    return items


def single(words: list[str], what: str) -> str:
    if len(words) != 1:
        raise NotationError(f"expected one {what}, got {shown(' '.join(words)) if words else 'nothing'}")
    return words[0]
