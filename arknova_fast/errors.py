"""Every exception the package raises on purpose; all of them are ``ArkNovaError``."""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

SHOWN = 80


def cut(text: str) -> str:
    """A text as a message quotes it, at most ``SHOWN`` characters."""
    return text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."


def shown(value: Any) -> str:
    """A value as a message quotes it: its ``repr``, at most ``SHOWN`` characters.

    Examples
    --------
    >>> shown("kiosk")
    "'kiosk'"
    >>> len(shown("a" * 50_000))
    80
    """
    try:
        return cut(repr(value))
    except (RecursionError, ValueError):  # nested without end, or an int of more digits than Python writes
        return f"this {type(value).__name__}"


def visible(text: str) -> str:
    """A text of a file as it may go to a terminal: control characters are written as escapes.

    Examples
    --------
    >>> visible("gr\\x1b[2Jeedy")
    'gr\\\\x1b[2Jeedy'
    """
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)


def nearest_word(word: Any, known: Iterable[Any], cutoff: float = 0.5) -> str | None:
    """The known word that is most like another, whatever its case; none if none reaches the cutoff (0 to 1)."""
    import difflib

    folded = {str(name).casefold(): str(name) for name in known}
    near = difflib.get_close_matches(str(word)[:SHOWN].casefold(), folded, 1, cutoff)
    return folded[near[0]] if near else None


def nearest(word: Any, known: Iterable[Any], cutoff: float = 0.5) -> str:
    """The hint at the end of an error: the known word that is near, if one is.

    Examples
    --------
    >>> nearest("Chetah", ["Cheetah", "Lion"])
    "; did you mean 'Cheetah'?"
    >>> nearest("xyz", ["Cheetah", "Lion"])
    ''
    """
    near = nearest_word(word, known, cutoff)
    return "" if near is None else f"; did you mean {near!r}?"


def counted(n: int, word: str) -> str:
    """A number with its word.

    Examples
    --------
    >>> counted(1, "player"), counted(2, "player"), counted(12_000, "game")
    ('1 player', '2 players', '12,000 games')
    """
    return f"{n:,} {word}" if n == 1 else f"{n:,} {word}s"


class ArkNovaError(Exception):
    """Base of all errors of this package."""


class CardDataError(ArkNovaError):
    """Something is wrong in the data files or in an overlay.

    Parameters
    ----------
    file : str
        Section of the data (``animals``, ``boards`` ...) or the path of an overlay file.
    card : str
        Key of the record, for example ``401`` or ``setup``; empty when the whole file is meant.
    field : str
        Path of the field inside the record, for example ``effects.0.n``; empty when the whole record is meant.
    message : str
        What is wrong and what was expected.
    """

    def __init__(self, file: str, card: str, field: str, message: str):
        super().__init__(file, card, field, message)
        self.file = file
        self.card = card
        self.field = field
        self.message = message

    def __str__(self) -> str:
        parts = (self.file, self.card and f"record {cut(self.card)}", cut(self.field))
        place = ", ".join(part for part in parts if part)
        return f"{place}: {self.message}"


class NotationError(ArkNovaError):
    """A text form (action, position, seat list ...) cannot be read."""


class IllegalActionError(ArkNovaError):
    """An action is not legal now; the message gives the reason and the legal alternatives."""


class StateDataError(ArkNovaError):
    """The bytes or fields of a game state do not make a valid state."""


class RunDataError(ArkNovaError):
    """A run directory cannot be read or written, is damaged, or does not fit what is asked of it."""


class ScriptError(ArkNovaError):
    """A scripted chance outcome is impossible at its place."""


class UsageError(ArkNovaError):
    """Arguments that do not fit together."""


class GameLogError(ArkNovaError):
    """A game log cannot be read.

    Parameters
    ----------
    path : str
        The file.
    line : int
        Number of the line, from 1; 0 when the whole file is meant.
    message : str
        What is wrong and what was expected.
    """

    def __init__(self, path: str, line: int, message: str):
        super().__init__(path, line, message)
        self.path = path
        self.line = line
        self.message = message

    def __str__(self) -> str:
        return f"{self.path}{f', line {self.line}' if self.line else ''}: {self.message}"


class LogMismatchError(GameLogError):
    """A game log can be read, but the game does not go as it says."""
