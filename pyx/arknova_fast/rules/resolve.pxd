# cython: language_level=3
"""Running one open or deferred effect: the table from opcode to code."""
from arknova_fast.rules.frames cimport *

cdef void run_item(const Tables* R, GameState* S, const Item* it) noexcept nogil
cdef int step_open(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int step_deferred(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int list_resolve(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_resolve(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
