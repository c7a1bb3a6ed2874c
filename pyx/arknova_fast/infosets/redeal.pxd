# cython: language_level=3
"""Dealing again what a seat cannot know."""
from libc.stdint cimport uint64_t
from arknova_fast.core.state cimport GameState
from arknova_fast.core.tables cimport Tables

# T is S with everything that the seat cannot know dealt again from the stream rng; coming chance is new too.
cdef void deal_again(const Tables* R, const GameState* S, int seat, uint64_t* rng, GameState* T) noexcept nogil
# Whether the pending decision is still one with the new cards: another player who has begun an Animals action, say,
# must hold an animal that can be played. Whatever the engine noted from the hand is brought up to date.
cdef bint still_asked(const Tables* R, GameState* T) noexcept nogil
