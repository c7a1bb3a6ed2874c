# cython: language_level=3
"""Turns: main choice, performing an action card, extra actions, the end of a turn (R5, R6, R18, R19)."""
from arknova_fast.rules.frames cimport *

cdef int step_turn(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int step_action(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int list_main(const Tables* R, GameState* S, const Frame* f, action_t* out) noexcept nogil
# Whether a player without venom tokens may choose that action card with so many X-tokens at the main choice.
cdef bint can_act(const Tables* R, GameState* S, int p, int card, int x_tokens) noexcept nogil
cdef void apply_main(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
cdef int step_extra(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int list_extra(const Tables* R, GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_extra(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
cdef int step_repeat(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int list_repeat(const Tables* R, GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_repeat(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil

cdef inline int base_strength(const Tables* R, const Player* O, int card, int slot) noexcept nogil:
    """The slot, less the penalty of a constriction token (R5.2, R19.21)."""
    if O.constriction == 0:
        return slot
    return slot - R.constriction_penalty * ((O.constriction >> card) & 1)
