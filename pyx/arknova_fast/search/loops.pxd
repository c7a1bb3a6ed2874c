# cython: language_level=3
"""The measuring loops: one part of the engine over all positions of a bin, with a check value."""
from libc.stdint cimport uint64_t
from arknova_fast.core.state cimport GameState
from arknova_fast.core.tables cimport MAX_FORMS, Tables
from arknova_fast.search.recording cimport Bin

cdef enum:
    LOOP_COPY = 0
    LOOP_LIST = 1
    LOOP_APPLY = 2
    LOOP_SCAN = 3
    LOOP_KINDS = 4
    LOOP_PHASE = 5
    LOOP_HASH = 6
    LOOP_PLACES = 7
    LOOP_PICK = 8

# One pass; the check value depends on what was found for every position.
cdef uint64_t run_loop(const Tables* R, const Bin* b, int loop) noexcept nogil

# Parts of the check values, which careful.pyx makes in another way.
cdef uint64_t digest(const GameState* S) noexcept nogil
# A cheap number that depends on the anchors of all forms.
cdef uint64_t sum_of(const Tables* R, const uint64_t* anchors) noexcept nogil
# A number below n that is different from state to state.
cdef int picked(const GameState* S, int n) noexcept nogil
# Runs a break or the final scoring; questions on the way are answered with the first legal action and counted.
cdef void finish_phase(const Tables* R, GameState* S, int* asked) noexcept nogil
