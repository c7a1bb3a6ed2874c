"""Positions written by hand, and every random outcome fixed."""
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from arknova_fast.core.state import StateBox
from arknova_fast.core.tables import Ruleset
from arknova_fast.positions import dict_from_text as dict_from_text
from arknova_fast.positions import text_from_dict as text_from_dict

__all__: list[str]

def facts_of(ruleset: Ruleset) -> SimpleNamespace:
    """What a ruleset says about names, limits, cards and places, as plain Python values.

    Parameters
    ----------
    ruleset : Ruleset
    """

def state_from_dict(ruleset: Ruleset, position: dict[str, Any]) -> StateBox:
    """The state of a position written as a dict.

    Parameters
    ----------
    ruleset : Ruleset
    position : dict
        See ``docs/positions.md``; what is left out has a default.

    Returns
    -------
    StateBox
        A state that stands at a decision (or at the end of the game).

    Raises
    ------
    StateDataError
        One message with everything that is wrong, each with its path in the dict.
    ScriptError
        If a scripted outcome is impossible on the way to the first decision.

    Examples
    --------
    >>> from arknova_fast import Game
    >>> Game.from_dict({"players": [{"money": 3, "actions": ["build", "animals", "cards", "association", "sponsors"]},
    ...                             {}]}).decision().kind
    'MAIN'
    """

def state_to_dict(ruleset: Ruleset, box: StateBox) -> dict[str, Any]:
    """A state as a dict without what equals the default; ``state_from_dict`` gives the same state, byte for byte.

    Parameters
    ----------
    ruleset : Ruleset
    box : StateBox

    Raises
    ------
    StateDataError
        If the state breaks an invariant.
    """

def to_text(ruleset: Ruleset, box: StateBox) -> str:
    """A state as one line of text, see ``arknova_fast.positions.text``.

    Parameters
    ----------
    ruleset : Ruleset
    box : StateBox

    Raises
    ------
    StateDataError
        If the state breaks an invariant.
    """

def from_text(ruleset: Ruleset, text: str) -> StateBox:
    """The state of a line of text.

    Parameters
    ----------
    ruleset : Ruleset
    text : str

    Raises
    ------
    NotationError
        If the line cannot be read.
    StateDataError
        If the position is wrong.
    ScriptError
        If a scripted outcome is impossible on the way to the first decision.
    """

def set_script(ruleset: Ruleset, box: StateBox, cards: Sequence[str | int]) -> None:
    """Fixes coming random outcomes: stolen cards, cards scavenged, first cards of a reshuffled deck.

    The cards are used in that order, each when an outcome that can be it is drawn; an outcome that cannot be the
    next card of the script raises ``ScriptError`` in ``Game.apply``. An earlier script is dropped.

    Parameters
    ----------
    ruleset : Ruleset
    box : StateBox
        It is changed.
    cards : list of str
        Keys or numbers.

    Raises
    ------
    ScriptError
        If a name is unknown or the script is too long.
    """

def set_deck_top(ruleset: Ruleset, box: StateBox, cards: Sequence[str | int]) -> None:
    """Moves cards from anywhere in the deck to its top, the first one uppermost.

    Parameters
    ----------
    ruleset : Ruleset
    box : StateBox
        It is changed.
    cards : list of str
        Keys or numbers.

    Raises
    ------
    ScriptError
        If a card is not in the deck.
    """

def set_display(ruleset: Ruleset, box: StateBox, cards: Sequence[str | int | None]) -> None:
    """Makes these cards (up to six, null for an empty slot) the display; they come from the display or the deck.

    Cards that leave the display go into the deck where the new ones came from.

    Parameters
    ----------
    ruleset : Ruleset
    box : StateBox
        It is changed.
    cards : list of str or None
        Keys or numbers.

    Raises
    ------
    ScriptError
        If a card is neither in the display nor in the deck, or the number of cards would change.
    """

def set_tiles(ruleset: Ruleset, box: StateBox, tiles: dict[str, Sequence[str | None]]) -> None:
    """Lays out bonus tiles, ``{"5": [id, id], "8": [id, id]}``; a space left out keeps its tiles.

    Parameters
    ----------
    ruleset : Ruleset
    box : StateBox
        It is changed.
    tiles : dict
        Ids of bonus tiles by conservation space.

    Raises
    ------
    ScriptError
        If a tile was taken already, is unknown or is named twice.
    """

def set_base_projects(ruleset: Ruleset, box: StateBox, cards: Sequence[str | int]) -> None:
    """Makes these the base projects below the board; only while none was supported or taken.

    Parameters
    ----------
    ruleset : Ruleset
    box : StateBox
        It is changed.
    cards : list of str
        Keys or numbers.

    Raises
    ------
    ScriptError
        If it is too late, the number is wrong or a card is no base project.
    """

def set_final_pile(ruleset: Ruleset, box: StateBox, cards: Sequence[str | int]) -> None:
    """Moves final scoring cards (``"F001"`` ...) from anywhere in their pile to its top, the first one uppermost.

    Parameters
    ----------
    ruleset : Ruleset
    box : StateBox
        It is changed.
    cards : list of str
        Keys or numbers.

    Raises
    ------
    ScriptError
        If a card is not in the pile.
    """
