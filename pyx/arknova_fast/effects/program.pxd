# cython: language_level=3
"""Turning the effect rows of a card into open effects."""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from arknova_fast.core.types cimport *
from arknova_fast.core.tables cimport Tables, Effect
from arknova_fast.core.state cimport GameState, Player, Item

# Makes the rows [first, last) of a card with the given trigger open effects of S.open_player.
cdef void enqueue_rows(const Tables* R, GameState* S, int card, int trigger, int first, int last) noexcept nogil
# The plain gains of all sponsors of a zoo with that trigger and trigger argument.
cdef void gain_triggered(const Tables* R, GameState* S, int p, int trigger, int argument) noexcept nogil
# Runs an OP_PROGRAM item: counts and gains.
cdef void run_program(const Tables* R, GameState* S, const Item* it) noexcept nogil
