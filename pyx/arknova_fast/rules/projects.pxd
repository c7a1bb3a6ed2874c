# cython: language_level=3
"""Conservation projects: supporting, playing, releasing animals (R15, R16)."""
from arknova_fast.rules.frames cimport *

cdef bint any_supportable(const Tables* R, const GameState* S, int p, int side) noexcept nogil
cdef int list_project(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef int step_project(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef void apply_project(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
cdef int list_left_token(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef int step_left_token(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef void apply_left_token(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
cdef int list_release(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_release(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
