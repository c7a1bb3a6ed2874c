# cython: language_level=3
"""Map 4: once in each own turn, at any decision, a hand card may be sold (R29.6, R29.7, D2.6)."""
from arknova_fast.rules.frames cimport *

# The harbor is also open after the last step of a turn, when cards may have been drawn.
cdef int step_end_of_turn(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int list_end_of_turn(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_end_of_turn(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
cdef bint harbor_open(const Tables* R, const GameState* S, const Frame* f) noexcept nogil
cdef int list_harbor(const Tables* R, GameState* S, Frame* f, action_t* out, int n) noexcept nogil
cdef void apply_harbor(const Tables* R, GameState* S, int p, int card) noexcept nogil
