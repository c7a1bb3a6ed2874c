"""The game as a Python object: thin, checked, and fast enough for searches written in Python."""
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from arknova_fast.core.state import StateBox
from arknova_fast.core.tables import Ruleset
from arknova_fast.hidden import Observation

DIFFICULTIES: tuple[str, ...]
MAP_MODES: tuple[str, ...]

class Decision(NamedTuple):
    """What is asked now.

    Attributes
    ----------
    kind : str
        Name of the ``FrameKind`` without its prefix, ``"OVER"`` at the end.
    player : int
        Seat that decides, -1 at the end.
    card : str or None
        Key of the card the question comes from, for example ``"A403"``.
    """

    kind: str
    player: int
    card: str | None

@final
class Game:
    """One game of Ark Nova, standing at a decision or finished.

    Made by ``Game.new``, ``Game.from_dict``, ``Game.from_text`` or ``Game.from_bytes``. Actions are ints (see
    ``arknova_fast.notation`` for their text form). A game is copied by ``clone`` in well under a microsecond.
    One game must not be changed by two threads at once; different games are independent.

    Examples
    --------
    >>> from arknova_fast import Game
    >>> game = Game.new(players=2, seed=1)
    >>> game.decision().kind, game.current_player()
    ('START_HAND', 0)
    >>> game.apply("keep 1,2,3,4")
    >>> game.current_player()
    1
    """

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset the game is played with."""
    @property
    def origin(self) -> tuple[int, int] | None:
        """Seed and number the game was made with, None for a game made from a position."""
    @staticmethod
    def new(
        players: int = 2,
        seed: int = 0,
        game: int = 0,
        maps: str | int | Sequence[str] | None = None,
        map_mode: str = "fixed",
        peaceful: bool = False,
        solo_difficulty: str = "normal",
        ruleset: Ruleset | None = None,
        face_down_discard: bool = False,
        removed: Mapping[str, Sequence[int]] | None = None,
    ) -> Game:
        """A new game at its first decision, a pure function of the arguments.

        Parameters
        ----------
        players : int
            1 to 4; seat 0 starts.
        seed, game : int
            The chance stream: game number ``game`` of the batch with that seed, the same as in ``simulate``.
        maps : str or list of str, optional
            A map code for every seat, a list with one per seat, ``"random"`` (advanced maps, all different; the
            default) or ``"all"`` (the place of ``game`` in the cycle over all maps).
        map_mode : {"fixed", "pick2", "draft"}
            Expert variants: each player picks one of two maps, or all draft in reverse turn order.
        peaceful : bool
            Interactive abilities use their solo texts.
        solo_difficulty : {"normal", "hard", "hardest"}
            20, 10 or 0 starting appeal in solo games.
        ruleset : Ruleset, optional
            Default: the base game.
        face_down_discard : bool
            Optional variant: nobody may look at the discard pile.
        removed : dict, optional
            What earlier games of a solo challenge used up, see ``SoloChallenge``: card indices under ``cards`` and
            ``base``, indices under ``finals``, ``tiles`` and ``maps``.

        Raises
        ------
        UsageError
            If an argument is unknown or out of range.

        Examples
        --------
        >>> Game.new(players=1, seed=3, maps="A").decision().kind
        'START_HAND'
        """
    @staticmethod
    def from_box(ruleset: Ruleset, box: StateBox) -> Game:
        """A game around a copy of a state box, checked in full.

        Parameters
        ----------
        ruleset : Ruleset
        box : StateBox
            It stays as it is.

        Raises
        ------
        StateDataError
            If the kernel could not run the state; broken invariants are named.
        """
    def to_box(self) -> StateBox:
        """A copy of the state as a ``StateBox``."""
    @staticmethod
    def from_dict(position: Mapping[str, Any], ruleset: Ruleset | None = None) -> Game:
        """The game of a position written as a dict, see ``arknova_fast.editor``.

        Parameters
        ----------
        position : dict
            What is left out has a default; the page on positions has all keys.
        ruleset : Ruleset, optional
            Default: the base game.

        Raises
        ------
        StateDataError
            One message with everything that is wrong, each with its path in the dict.
        ScriptError
            If a scripted outcome is impossible on the way to the first decision.

        Examples
        --------
        >>> Game.from_dict({"players": [{"money": 3, "hand": ["A401"]}, {}]}).decision().kind
        'MAIN'
        """
    def to_dict(self) -> dict[str, Any]:
        """The position as a dict, the inverse of ``from_dict``."""
    @staticmethod
    def from_text(text: str, ruleset: Ruleset | None = None) -> Game:
        """The game of a position written as one line of text, see ``arknova_fast.editor``.

        Parameters
        ----------
        text : str
            For example ``"ark1 turn=1 | money=40 | map=A"``.
        ruleset : Ruleset, optional
            Default: the base game.

        Raises
        ------
        NotationError
            If the line cannot be read.
        StateDataError
            If the position is wrong.
        ScriptError
            If a scripted outcome is impossible on the way to the first decision.

        Examples
        --------
        >>> Game.from_text("ark1 turn=1 | money=40 | map=A").current_player()
        1
        """
    def to_text(self) -> str:
        """The position as one line of text, the inverse of ``from_text``."""
    @staticmethod
    def from_bytes(data: bytes | bytearray | memoryview, ruleset: Ruleset | None = None) -> Game:
        """The game of bytes made by ``to_bytes``.

        Parameters
        ----------
        data : bytes
        ruleset : Ruleset, optional
            The ruleset of the game that made the bytes; default: the base game.

        Raises
        ------
        StateDataError
            If the bytes are damaged, belong to another ruleset or make no possible position.

        Examples
        --------
        >>> game = Game.new(seed=1)
        >>> Game.from_bytes(game.to_bytes()) == game
        True
        """
    def to_bytes(self) -> bytes:
        """The state with a header (magic, version, ruleset hash, checksum); the ruleset itself is not included."""
    def clone(self) -> Game:
        """An independent copy."""
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, memo: Any) -> Game: ...
    def legal_actions(self) -> list[int]:
        """The legal actions in ascending order; empty when the game is over.

        Examples
        --------
        >>> len(Game.new(seed=1).legal_actions())
        70
        """
    def legal_actions_array(self) -> NDArray[np.uint32]:
        """The legal actions as ``numpy.ndarray`` of uint32, a copy."""
    def legal_mask(self) -> NDArray[np.bool_]:
        """Which entries of the ruleset's dense action index are legal, ``numpy.ndarray`` of bool.

        Examples
        --------
        >>> game = Game.new(seed=1)
        >>> int(game.legal_mask().sum())
        70
        """
    def dense_index(self, action: int | str) -> int:
        """The place of an action in the dense index (see ``Ruleset.n_dense_actions``).

        Parameters
        ----------
        action : int or str
            A code or its notation; it need not be legal now.

        Raises
        ------
        IllegalActionError
            If the number is no action code.
        NotationError
            If the text names no action.
        """
    def action_from_dense(self, i: int) -> int:
        """The action at a place of the dense index.

        Parameters
        ----------
        i : int
            0 to ``ruleset.n_dense_actions - 1``.

        Raises
        ------
        UsageError
            If there is no such place.
        """
    def code_of(self, action: int | str) -> int:
        """The code of an action given as int or in notation.

        Parameters
        ----------
        action : int or str

        Raises
        ------
        IllegalActionError
            If the number is no action code.
        NotationError
            If the text names no action.

        Examples
        --------
        >>> game = Game.new(seed=1)
        >>> game.code_of("keep 1,2,3,4") == game.legal_actions()[0]
        True
        """
    def apply(self, action: int | str) -> None:
        """Carry out a legal action and go on to the next decision.

        Parameters
        ----------
        action : int or str
            A code of ``legal_actions`` or its notation, for example ``"act build +2x"``.

        Raises
        ------
        IllegalActionError
            If it is not legal now; the state is unchanged. The message says what is asked and names alternatives.
        NotationError
            If the text names no action.
        ScriptError
            If a scripted outcome turned out impossible; the state is unchanged.
        """
    def apply_unchecked(self, action: int) -> None:
        """Carry out an action without the check; it must be one of ``legal_actions``, or memory may be damaged.

        Parameters
        ----------
        action : int

        Raises
        ------
        IllegalActionError
            If the game is over.
        """
    def choose(self, policy: Any = "greedy", seed: int = 0) -> int:
        """The action a policy takes at this decision; the game stays as it is.

        Parameters
        ----------
        policy : str or function
            As in ``simulate``.
        seed : int
            Of the random stream a policy may draw from.

        Returns
        -------
        int
            One of ``legal_actions()``.

        Raises
        ------
        IllegalActionError
            If the game is over.
        UsageError
            If the policy is unknown or answers with something that is not legal.

        Examples
        --------
        >>> game = Game.new(seed=1)
        >>> game.choose("greedy") in game.legal_actions()
        True
        """
    def play(
        self,
        policy: str | Sequence[str] = "random",
        seed: int | None = None,
        game: int | None = None,
        turn_limit: int = 500,
    ) -> Game:
        """Play on to the end with built-in policies, in place.

        The policies draw from the streams of ``(seed, game)``, by default those the game was made with: then a new
        game ends as in ``simulate``.

        Parameters
        ----------
        policy : str or list of str
            A policy for all seats, or one per seat.
        seed, game : int, optional
        turn_limit : int
            The game is left unfinished after that many turns per player; 0 for none.

        Returns
        -------
        Game
            This game.

        Raises
        ------
        UsageError
            If an argument is unknown or out of range, or a policy answered with an index outside the list.

        Examples
        --------
        >>> Game.new(seed=1).play().is_terminal
        True
        """
    @property
    def is_terminal(self) -> bool:
        """Whether the game is over."""
    @property
    def players(self) -> int:
        """Number of players."""
    def current_player(self) -> int:
        """The seat that decides, -1 when the game is over."""
    def decision(self) -> Decision:
        """The pending decision as a ``Decision``.

        Examples
        --------
        >>> Game.new(seed=1).decision()
        Decision(kind='START_HAND', player=0, card=None)
        """
    def scores(self) -> NDArray[np.int64]:
        """Appeal plus white number of every seat, int64 array of shape (players,); at any time of the game."""
    def victory_points(self) -> NDArray[np.int64]:
        """Victory points as in the rulebook: ``scores() - 100``, 0 when the two counters just meet."""
    def ranks(self) -> list[int]:
        """Rank of every seat by score, then supported projects: 0 is best, tied players share a rank."""
    def winners(self) -> list[int]:
        """The seats that won; empty before the end. A solo game is won with 0 or more victory points."""
    def returns(self) -> NDArray[np.float64]:
        """Utilities of the seats, float64, summing to 0 with two or more players; zeros before the end.

        ``k`` winners share +1, the others share -1; all zero when everybody is tied. Solo: +1 for a win, else -1.
        """
    def observe(self, seat: int) -> Observation:
        """What a seat may know, see ``arknova_fast.hidden.observe``.

        Parameters
        ----------
        seat : int

        Raises
        ------
        UsageError
            If there is no such seat.
        """
    def determinize(self, seat: int, seed: int) -> Game:
        """A game that a seat cannot tell from this one, see ``arknova_fast.hidden.determinize``.

        Parameters
        ----------
        seat : int
        seed : int
            0 to 2**64 - 1; the same seed gives the same deal.

        Raises
        ------
        UsageError
            If an argument is out of range.
        """
    def view(self) -> Any:
        """Zero-copy read-only NumPy record of the state, shape (), dtype ``state_dtype()``.

        It follows the game and keeps it alive.

        Examples
        --------
        >>> Game.new(seed=1).view()["player"]["money"][:2].tolist()
        [25, 25]
        """
    def check(self) -> list[str]:
        """Names of broken invariants; empty for every position the rules can reach."""
    @property
    def hash(self) -> int:
        """64-bit hash over the state, the same on every machine."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object) -> bool: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...

def unpickled(data: bytes, ruleset: Ruleset, origin: tuple[int, int] | None) -> Game:
    """A game from its pickle.

    Parameters
    ----------
    data : bytes
    ruleset : Ruleset
    origin : (int, int) or None
    """
