# cython: language_level=3
"""Upgrading, marking and moving action cards (R5.8, R7, R19.1, R20.22, R20.23)."""
from arknova_fast.rules.frames cimport *

cdef extern from "ark_bits.h" nogil:
    int slot_in "ark_slot"(const uint8_t* order, int card)
    void move_in_order "ark_move_card"(uint8_t* order, int card, int slot)

cdef int step_upgrade(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int list_upgrade(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_upgrade(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
cdef int list_multiplier(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_multiplier(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
cdef int list_clever(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_clever(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
cdef int list_boost(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_boost(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
# Puts an action card into slot 1 (others shift right) or slot 5 (others shift left).
cdef inline void move_card(Player* P, int card, int slot) noexcept nogil:
    move_in_order(P.order, card, slot)

cdef inline int slot_of_card(const Player* P, int card) noexcept nogil:
    return slot_in(P.order, card)
