"""What a seat may know, and deals it cannot tell from the real one."""
from typing import Any

from arknova_fast.core.tables import Ruleset
from arknova_fast.game import Game

class Observation:
    """What one seat may know of a game.

    Two observations are equal when the seat cannot tell the positions apart.

    Attributes
    ----------
    seat : int
    key : bytes
        Canonical form: the masked state and the sizes of what is masked.

    Examples
    --------
    >>> from arknova_fast import Game
    >>> game = Game.new(seed=1)
    >>> game.observe(0) == game.determinize(0, seed=5).observe(0)
    True
    """

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset of the game."""
    @property
    def seat(self) -> int:
        """The seat that looks."""
    @property
    def key(self) -> bytes:
        """Canonical form: the masked state and the sizes of what is masked."""
    def view(self) -> Any:
        """The masked state as a NumPy record (a copy); unknown cards and maps are 254, unknown sets empty."""
    def hidden_sizes(self) -> dict[str, Any]:
        """Sizes of the places whose cards may be hidden: hands and final scoring cards by seat, piles, draws."""
    def as_dict(self) -> dict[str, Any]:
        """The observation as nested dicts and lists with names instead of numbers."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

def observe(game: Game, seat: int) -> Observation:
    """What a seat may know.

    Parameters
    ----------
    game : Game
    seat : int

    Returns
    -------
    Observation

    Raises
    ------
    UsageError
        If there is no such seat.
    """

def determinize(game: Game, seat: int, seed: int) -> Game:
    """Deal everything again that a seat cannot know, at random among all deals it cannot rule out.

    Deck order, hands, pouched cards and private draws of the others, the piles of final scoring cards and base projects
    and the coming chance are new; the observation of the seat stays the same.

    Parameters
    ----------
    game : Game
    seat : int
    seed : int
        0 to 2**64 - 1; the same seed gives the same deal.

    Returns
    -------
    Game

    Raises
    ------
    UsageError
        If an argument is out of range.
    """
