# cython: language_level=3
"""The Build action (R11) and free buildings."""
from arknova_fast.rules.frames cimport *

cdef int step_build(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int list_build(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_build(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
cdef int list_build_place(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_build_place(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
cdef int step_free_building(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int list_free_building(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_free_building(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
cdef int step_move_in(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int list_move_in_frame(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_move_in(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
cdef int step_empty(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int list_empty(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_empty(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
# Least strength with which the Build action can do something, 255 when it cannot.
cdef int build_needs(const Tables* R, const GameState* S, int p, int side) noexcept nogil
