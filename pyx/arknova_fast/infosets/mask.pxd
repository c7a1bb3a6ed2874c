# cython: language_level=3
"""A state as one seat sees it."""
from libc.stdint cimport uint8_t, uint16_t
from arknova_fast.core.state cimport GameState
from arknova_fast.core.tables cimport Tables

cdef enum:
    UNKNOWN = 254            # stands for a card or map that the seat does not know

# Sizes that the masked state does not show; part of the canonical bytes.
cdef struct Sizes:
    uint8_t hand[4]
    uint8_t finals[4]
    uint16_t discard
    uint8_t aside
    uint8_t limbo
    uint8_t base
    uint8_t final_limbo
    uint8_t seat
    uint8_t pad

# Two states that the seat cannot tell apart give the same masked state and sizes.
cdef void mask_state(const Tables* R, const GameState* S, int seat, GameState* M, Sizes* sizes) noexcept nogil
