# cython: language_level=3
"""Choices on the conservation track (R23.8-R23.13)."""
from arknova_fast.rules.frames cimport *

cdef int step_cons_choice(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int list_cons_choice(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_cons_choice(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
cdef int list_cons_tile(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_cons_tile(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
cdef int step_final_discard(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int list_final_discard(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_final_discard(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
# Asks every player to discard a final scoring card, in seat order.
cdef void ask_final_discards(const Tables* R, GameState* S) noexcept nogil
