# cython: language_level=3
"""The game as a Python object: thin, checked, and fast enough for searches written in Python."""
from operator import index as as_index
from typing import NamedTuple

cimport cython
from cpython.buffer cimport PyBuffer_FillInfo
from cpython.long cimport PyLong_FromUnsignedLong
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcmp, memcpy, memset
from arknova_fast.blob cimport pack_state, require_valid, unpack_state
from arknova_fast.core.invariants cimport check_state
from arknova_fast.core.state cimport StateBox, copy_state, hash_state
from arknova_fast.core.types cimport ACTION_BUFFER, MAX_PLAYERS, NO_CARD, NOBODY, PHASE_OVER
from arknova_fast.dense cimport action_at, dense_of, mark_dense
from arknova_fast.outcome cimport points_of, ranks_of, returns_of, scores_of, winners_of
from arknova_fast.rules.engine cimport actor, apply_action, legal_actions
from arknova_fast.search.batch cimport BatchPlan
from arknova_fast.search.playon cimport choose_one, play_on
from arknova_fast.search.playout cimport begin

import numpy as np

from arknova_fast.core.invariants import invariant_names
from arknova_fast.core.state import state_dtype
from arknova_fast.core.types import FrameKind
from arknova_fast.errors import IllegalActionError, ScriptError, UsageError, shown
from arknova_fast.seating import (
    DIFFICULTIES, MAP_MODES, check_difficulty, check_flag, check_int, check_ruleset, named_option, parse_maps,
    parse_policies)


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


cdef Game wrap_state(Ruleset ruleset, const GameState* S, object origin):
    cdef Game game = Game.__new__(Game)
    game.ruleset = ruleset
    game.origin = origin
    copy_state(&game.s, S)
    return game


@cython.final
@cython.freelist(32)
cdef class Game:
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

    def __cinit__(self):
        memset(&self.s, 0, sizeof(GameState))
        self.n_listed = -1
        self.listed = NULL

    def __init__(self):
        raise TypeError("use Game.new(), Game.from_dict(), Game.from_text() or Game.from_bytes()")

    def __dealloc__(self):
        PyMem_Free(self.listed)

    # --- making games ---------------------------------------------------------------------------------------------

    @staticmethod
    def new(players=2, seed=0, game=0, maps=None, map_mode="fixed", peaceful=False, solo_difficulty="normal",
            ruleset=None, face_down_discard=False, removed=None):
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
        cdef Ruleset rules = check_ruleset(ruleset)
        players = check_int(players, "players", 1, MAX_PLAYERS)
        seed = check_int(seed, "seed", 0, 2**64 - 1)
        game = check_int(game, "game", 0, 2**64 - 1)
        pool, map_plan = parse_maps(rules, "random" if maps is None else maps, players)
        cdef BatchPlan plan = BatchPlan(
            rules, players, pool, map_plan, ["random"] * players, seed, check_flag(peaceful, "peaceful"),
            named_option(MAP_MODES, map_mode, "map mode"),
            check_difficulty(named_option(DIFFICULTIES, solo_difficulty, "solo difficulty"), players),
            face_down_discard=check_flag(face_down_discard, "face_down_discard"))
        if removed is not None:
            plan.remove(removed)
        cdef Game made = Game.__new__(Game)
        made.ruleset = rules
        made.origin = (seed, game)
        begin(rules.t, &made.s, &plan.plan, game)
        return made

    @staticmethod
    def from_box(Ruleset ruleset not None, StateBox box not None):
        """A game around a copy of a state box, checked in full.

        Raises
        ------
        StateDataError
            If the kernel could not run the state; broken invariants are named.
        """
        require_valid(ruleset.t, &box.s, "the position")
        return wrap_state(ruleset, &box.s, None)

    def to_box(self):
        """A copy of the state as a ``StateBox``."""
        cdef StateBox box = StateBox.__new__(StateBox)
        copy_state(&box.s, &self.s)
        return box

    @staticmethod
    def from_dict(position, ruleset=None):
        """The game of a position written as a dict, see ``arknova_fast.editor``."""
        from arknova_fast.editor import state_from_dict

        ruleset = Ruleset.default() if ruleset is None else ruleset
        return Game.from_box(ruleset, state_from_dict(ruleset, position))

    def to_dict(self):
        """The position as a dict, the inverse of ``from_dict``."""
        from arknova_fast.editor import state_to_dict

        return state_to_dict(self.ruleset, self.to_box())

    @staticmethod
    def from_text(text, ruleset=None):
        """The game of a position written as one line of text, see ``arknova_fast.editor``."""
        from arknova_fast.editor import dict_from_text

        return Game.from_dict(dict_from_text(text), ruleset)

    def to_text(self):
        """The position as one line of text, the inverse of ``from_text``."""
        from arknova_fast.editor import text_from_dict

        return text_from_dict(self.to_dict())

    @staticmethod
    def from_bytes(data, Ruleset ruleset=None):
        """The game of bytes made by ``to_bytes``.

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
        cdef Game made = Game.__new__(Game)
        made.ruleset = Ruleset.default() if ruleset is None else ruleset
        unpack_state(made.ruleset, data, &made.s)
        return made

    def to_bytes(self):
        """The state with a header (magic, version, ruleset hash, checksum); the ruleset itself is not included."""
        self.require_made()
        return pack_state(self.ruleset, &self.s)

    def clone(self):
        """An independent copy."""
        return wrap_state(self.ruleset, &self.s, self.origin)

    def __copy__(self):
        return self.clone()

    def __deepcopy__(self, memo):
        return self.clone()

    def __reduce__(self):
        return unpickled, (self.to_bytes(), self.ruleset, self.origin)

    # --- legal actions --------------------------------------------------------------------------------------------

    cdef int require_made(self) except -1:
        if self.ruleset is None:
            raise UsageError("an empty Game made by __new__ holds no position; use Game.new, from_dict or from_bytes")
        return 0

    cdef int list_actions(self) except -1:
        # The list is kept until the state changes, so that apply need not make it again.
        self.require_made()
        if self.n_listed >= 0:
            return self.n_listed
        if self.listed == NULL:
            self.listed = <action_t*> PyMem_Malloc(ACTION_BUFFER * sizeof(action_t))
            if self.listed == NULL:
                raise MemoryError
        self.n_listed = legal_actions(self.ruleset.t, &self.s, self.listed)
        return self.n_listed

    cdef bint lists(self, uint32_t action) except -1:
        cdef int low = 0, high = self.list_actions(), middle
        while low < high:
            middle = (low + high) >> 1
            if self.listed[middle] < action:
                low = middle + 1
            else:
                high = middle
        return low < self.n_listed and self.listed[low] == action

    def legal_actions(self):
        """The legal actions in ascending order; empty when the game is over.

        Examples
        --------
        >>> len(Game.new(seed=1).legal_actions())
        70
        """
        cdef int i, n = self.list_actions()
        return [PyLong_FromUnsignedLong(self.listed[i]) for i in range(n)]

    def legal_actions_array(self):
        """The legal actions as ``numpy.ndarray`` of uint32, a copy."""
        cdef int n = self.list_actions()
        found = np.empty(n, np.uint32)
        cdef uint32_t[::1] view = found
        if n:
            memcpy(&view[0], self.listed, n * sizeof(action_t))
        return found

    def legal_mask(self):
        """Which entries of the ruleset's dense action index are legal, ``numpy.ndarray`` of bool.

        Examples
        --------
        >>> game = Game.new(seed=1)
        >>> int(game.legal_mask().sum())
        70
        """
        cdef int n = self.list_actions()
        mask = np.zeros(self.ruleset.n_dense_actions, np.bool_)
        cdef uint8_t[::1] view = mask.view(np.uint8)
        mark_dense(self.ruleset, self.listed, n, &view[0])
        return mask

    def dense_index(self, action):
        """The place of an action in the dense index (see ``Ruleset.n_dense_actions``)."""
        return dense_of(self.ruleset, self.code_of(action))

    def action_from_dense(self, Py_ssize_t i):
        """The action at a place of the dense index."""
        return action_at(self.ruleset, i)

    def code_of(self, action):
        """The code of an action given as int or in notation."""
        if isinstance(action, str):
            from arknova_fast.notation import string_to_action

            return string_to_action(self, action)
        try:
            code = as_index(action)
        except TypeError:
            raise IllegalActionError(f"an action is an int or a text, not {type(action).__name__}") from None
        if not 0 <= code < 2**32:
            raise IllegalActionError(f"{shown(code)} is no action code, they go from 0 to 2**32 - 1")
        return code

    # --- playing --------------------------------------------------------------------------------------------------

    cdef int advance(self, action_t action) except -1:
        cdef GameState before
        cdef bint scripted = self.s.script_at < self.s.n_script
        if scripted:
            copy_state(&before, &self.s)
        apply_action(self.ruleset.t, &self.s, action)
        self.n_listed = -1
        if scripted and self.s.script_error:
            at = self.s.script_at
            card = self.ruleset.card_key(self.s.script[at]) if at < self.s.n_script else "?"
            copy_state(&self.s, &before)
            raise ScriptError(f"the scripted outcome {at} ({card}) is impossible at its place; nothing was done")
        return 0

    def apply(self, action):
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
        cdef uint32_t code
        if type(action) is int and 0 <= action < 0x100000000:
            code = action
        else:
            code = self.code_of(action)
        if not self.lists(code):
            from arknova_fast.wording import why_illegal

            raise IllegalActionError(why_illegal(self, code, action))
        self.advance(code)

    def apply_unchecked(self, uint32_t action):
        """Carry out an action without the check; it must be one of ``legal_actions``, or memory may be damaged."""
        self.require_made()
        if self.s.phase == PHASE_OVER:
            raise IllegalActionError("the game is over")
        self.advance(action)

    def play(self, policy="random", seed=None, game=None, turn_limit=500):
        """Play on to the end with built-in policies, in place.

        The policies draw from the streams of ``(seed, game)``, by default those the game was made with: then a new
        game ends as in ``simulate``.

        Parameters
        ----------
        policy : str, function or list of them
            A policy for all seats, or one per seat, as in ``simulate``.
        seed, game : int, optional
        turn_limit : int
            The game is left unfinished after that many turns per player; 0 for none.

        Returns
        -------
        Game
            This game.

        Examples
        --------
        >>> Game.new(seed=1).play().is_terminal
        True
        """
        cdef int last_turn
        default = self.origin or (0, 0)
        seed = check_int(default[0] if seed is None else seed, "seed", 0, 2**64 - 1)
        game = check_int(default[1] if game is None else game, "game", 0, 2**64 - 1)
        last_turn = check_int(turn_limit, "turn_limit", 0, 65535 // MAX_PLAYERS) * self.s.n_players
        policies = parse_policies(policy, self.s.n_players)
        self.require_made()
        self.n_listed = -1
        play_on(self.ruleset, &self.s, policies, seed, game, last_turn)
        return self

    def choose(self, policy="greedy", seed=0):
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

        Examples
        --------
        >>> game = Game.new(seed=1)
        >>> game.choose("greedy") in game.legal_actions()
        True
        """
        cdef int n = self.list_actions()
        found = parse_policies(policy, 1)
        if self.s.phase == PHASE_OVER:
            raise IllegalActionError("the game is over")
        return self.listed[choose_one(self.ruleset, &self.s, self.listed, n, found[0],
                                      check_int(seed, "seed", 0, 2**64 - 1))]

    # --- looking at it --------------------------------------------------------------------------------------------

    @property
    def is_terminal(self):
        """Whether the game is over."""
        return self.s.phase == PHASE_OVER

    @property
    def players(self):
        """Number of players."""
        return self.s.n_players

    def current_player(self):
        """The seat that decides, -1 when the game is over."""
        cdef int p = actor(&self.s)
        return -1 if self.s.phase == PHASE_OVER or p == NOBODY else p

    def decision(self):
        """The pending decision as a ``Decision``.

        Examples
        --------
        >>> Game.new(seed=1).decision()
        Decision(kind='START_HAND', player=0, card=None)
        """
        if self.s.phase == PHASE_OVER or self.s.n_frames == 0:
            return Decision("OVER", -1, None)
        frame = self.s.frame[self.s.n_frames - 1]
        kind = FrameKind(frame.kind).name.removeprefix("FRAME_")
        return Decision(kind, frame.player, None if frame.card == NO_CARD else self.ruleset.card_key(frame.card))

    def scores(self):
        """Appeal plus white number of every seat, int64 array of shape (players,); at any time of the game."""
        return scores_of(self.ruleset.t, &self.s)

    def victory_points(self):
        """Victory points as in the rulebook: ``scores() - 100``, 0 when the two counters just meet."""
        return points_of(self.ruleset.t, &self.s)

    def ranks(self):
        """Rank of every seat by score, then supported projects: 0 is best, tied players share a rank."""
        return ranks_of(self.ruleset.t, &self.s)

    def winners(self):
        """The seats that won; empty before the end. A solo game is won with 0 or more victory points."""
        return winners_of(self.ruleset.t, &self.s)

    def returns(self):
        """Utilities of the seats, float64, summing to 0 with two or more players; zeros before the end.

        ``k`` winners share +1, the others share -1; all zero when everybody is tied. Solo: +1 for a win, else -1.
        """
        return returns_of(self.ruleset.t, &self.s)

    def observe(self, seat):
        """What a seat may know, see ``arknova_fast.hidden.observe``."""
        from arknova_fast.hidden import observe

        return observe(self, seat)

    def determinize(self, seat, seed):
        """A game that a seat cannot tell from this one, see ``arknova_fast.hidden.determinize``."""
        from arknova_fast.hidden import determinize

        return determinize(self, seat, seed)

    def __getbuffer__(self, Py_buffer* buffer, int flags):
        # Read-only: what changes a state has to keep the derived fields and the list of actions up to date.
        PyBuffer_FillInfo(buffer, self, &self.s, sizeof(GameState), 1, flags)

    def view(self):
        """Zero-copy read-only NumPy record of the state, shape (), dtype ``state_dtype()``.

        It follows the game and keeps it alive.

        Examples
        --------
        >>> Game.new(seed=1).view()["player"]["money"][:2].tolist()
        [25, 25]
        """
        return np.frombuffer(self, dtype=state_dtype())[0:1].reshape(())

    def check(self):
        """Names of broken invariants; empty for every position the rules can reach."""
        return invariant_names(check_state(self.ruleset.t, &self.s))

    @property
    def hash(self):
        """64-bit hash over the state, the same on every machine."""
        return hash_state(&self.s)

    def __hash__(self):
        return hash(hash_state(&self.s))

    def __eq__(self, other):
        if not isinstance(other, Game):
            return NotImplemented
        return (memcmp(&self.s, &(<Game> other).s, sizeof(GameState)) == 0
                and self.ruleset == (<Game> other).ruleset)

    def __repr__(self):
        scores = ", ".join(map(str, self.scores().tolist()))
        if self.s.phase == PHASE_OVER:
            return f"<Game over after {self.s.turn} turns, scores {scores}>"
        kind, player, _ = self.decision()
        return f"<Game turn {self.s.turn}, player {player} to decide {kind}, scores {scores}>"


def unpickled(data, ruleset, origin):
    """A game from its pickle."""
    cdef Game game = Game.from_bytes(data, ruleset)
    game.origin = origin
    return game
