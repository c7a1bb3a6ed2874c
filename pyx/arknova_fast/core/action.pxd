# cython: language_level=3
"""A legal action is one uint32:

    31..26 verb   25..10 a   9..0 b

so that numeric order is (verb, a, b). Only the accessors below shift or mask.
"""
from libc.stdint cimport uint32_t
from arknova_fast.core.types cimport action_t

cdef inline action_t make_action(uint32_t verb, uint32_t a, uint32_t b) noexcept nogil:
    return (verb << 26) | (a << 10) | b

cdef inline uint32_t action_verb(action_t action) noexcept nogil:
    return action >> 26

cdef inline uint32_t action_a(action_t action) noexcept nogil:
    return (action >> 10) & 0xFFFF

cdef inline uint32_t action_b(action_t action) noexcept nogil:
    return action & 0x3FF
