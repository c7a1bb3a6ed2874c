# cython: language_level=3
"""Hidden information for Python: observations and determinized games (``infosets`` does the work)."""
from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport uint64_t
from libc.string cimport memcmp
from arknova_fast.core.rng cimport STREAM_SEARCH, seed_stream
from arknova_fast.core.state cimport GameState, top_frame
from arknova_fast.core.tables cimport Ruleset, Tables
from arknova_fast.game cimport Game, wrap_state
from arknova_fast.infosets.mask cimport Sizes, mask_state
from arknova_fast.infosets.redeal cimport deal_again, still_asked

import numpy as np

from arknova_fast.core.state import state_dtype
from arknova_fast.errors import UsageError

cdef enum:
    TRIES = 4000             # deals tried until the pending decision of another player is possible


cdef int seat_of(Game game, seat) except -1:
    from arknova_fast.seating import check_int

    return check_int(seat, "seat", 0, game.s.n_players - 1)


cdef class Observation:
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

    cdef GameState masked
    cdef Sizes sizes
    cdef readonly Ruleset ruleset

    def __init__(self):
        raise TypeError("use Game.observe(seat)")

    @property
    def seat(self):
        return self.sizes.seat

    @property
    def key(self):
        return (PyBytes_FromStringAndSize(<const char*> &self.masked, sizeof(GameState))
                + PyBytes_FromStringAndSize(<const char*> &self.sizes, sizeof(Sizes)))

    def view(self):
        """The masked state as a NumPy record (a copy); unknown cards and maps are 254, unknown sets empty."""
        body = PyBytes_FromStringAndSize(<const char*> &self.masked, sizeof(GameState))
        return np.frombuffer(body, dtype=state_dtype())[0]

    def as_dict(self):
        """The observation as nested dicts and lists with names instead of numbers."""
        from arknova_fast.seen import observation_dict

        return observation_dict(self.ruleset, self.view(), self.hidden_sizes())

    def hidden_sizes(self):
        """Sizes of the places whose cards may be hidden: hands and final scoring cards by seat, piles, draws."""
        return {
            "seat": self.sizes.seat,
            "hand": [self.sizes.hand[p] for p in range(self.masked.n_players)],
            "finals": [self.sizes.finals[p] for p in range(self.masked.n_players)],
            "discard": self.sizes.discard,
            "aside": self.sizes.aside,
            "limbo": self.sizes.limbo,
            "base": self.sizes.base,
            "final_limbo": self.sizes.final_limbo,
        }

    def __eq__(self, other):
        if not isinstance(other, Observation):
            return NotImplemented
        return (memcmp(&self.masked, &(<Observation> other).masked, sizeof(GameState)) == 0
                and memcmp(&self.sizes, &(<Observation> other).sizes, sizeof(Sizes)) == 0
                and self.ruleset == (<Observation> other).ruleset)

    def __hash__(self):
        return hash(self.key)

    def __repr__(self):
        return f"<Observation of seat {self.sizes.seat}, turn {self.masked.turn}>"


def observe(Game game not None, seat):
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
    cdef int who = seat_of(game, seat)
    cdef Observation seen = Observation.__new__(Observation)
    seen.ruleset = game.ruleset
    mask_state(game.ruleset.t, &game.s, who, &seen.masked, &seen.sizes)
    return seen


def determinize(Game game not None, seat, seed):
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
    from arknova_fast.seating import check_int

    cdef int who = seat_of(game, seat), tries = 0
    cdef GameState T
    cdef uint64_t[4] rng
    cdef uint64_t start = check_int(seed, "seed", 0, 2**64 - 1)
    cdef const Tables* R = game.ruleset.t
    cdef bint fits = False
    with nogil:
        seed_stream(rng, start, who, STREAM_SEARCH)
        while tries < TRIES and not fits:
            deal_again(R, &game.s, who, rng, &T)
            fits = still_asked(R, &T)
            tries += 1
    if not fits:
        raise UsageError(
            f"no deal in {TRIES} tries leaves the decision of player {top_frame(&game.s).player} open; "
            "determinize at a decision of the seat itself")
    return wrap_state(game.ruleset, &T, game.origin)
