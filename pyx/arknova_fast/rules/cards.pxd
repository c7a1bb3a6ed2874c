# cython: language_level=3
"""The Cards action (R8) and every choice that takes, discards or looks at cards."""
from arknova_fast.rules.frames cimport *

cdef int step_cards(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int list_cards(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_cards(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
cdef int step_take(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int list_take(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_take(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
cdef int step_snap(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int list_snap(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_snap(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
cdef int list_refill(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_refill(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
cdef int step_discard(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int list_discard(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_discard(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
