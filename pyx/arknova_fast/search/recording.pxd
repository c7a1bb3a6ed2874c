# cython: language_level=3
"""Decisions of random games, kept as positions for the measuring loops."""
from libc.stdint cimport int64_t, uint64_t
from arknova_fast.core.types cimport action_t
from arknova_fast.core.state cimport GameState
from arknova_fast.core.tables cimport Tables
from arknova_fast.search.playout cimport Plan

cdef enum:
    BY_KIND = 0
    BY_VERB = 1
    BY_STAGE = 2
    STAGE_MAP = 0            # a main choice with a map of at least 10 covered cells
    STAGE_BREAK = 1          # ... with the break token at most two steps before its end
    STAGE_FINAL = 2          # ... in the last turns of the game

cdef struct Bin:
    GameState* states
    action_t* actions        # the action taken in each
    int64_t seen             # decisions of this key, stored or not
    int64_t choices          # those with two or more options
    int64_t options          # options over all of them
    int64_t stride           # every so manyth is stored
    int n
    int room

# Plays games like play_range and puts their decisions into bins.
cdef void record_games(const Tables* R, Plan* plan, uint64_t first, int64_t count, int by, Bin** bins) noexcept nogil
# Makes of a main choice a break that starts now, caused by the player to move; the surplus of all hands is discarded
# already.
cdef void to_break(const Tables* R, GameState* S) noexcept nogil
# ... the final scoring that starts now: one final scoring card each, the question which to discard is behind.
cdef void to_final(const Tables* R, GameState* S) noexcept nogil
