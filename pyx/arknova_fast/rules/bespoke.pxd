# cython: language_level=3
"""Effects of single cards and maps that no general opcode fits: 227, 221, H spaces of map 8."""
from arknova_fast.rules.frames cimport *

cdef int list_waza(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_waza(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
cdef int step_archaeologist(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int list_archaeologist(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_archaeologist(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
# Reveals deck cards until a sponsor appears; it goes to the hand (R29.13).
cdef void h_space(const Tables* R, GameState* S, int p) noexcept nogil
