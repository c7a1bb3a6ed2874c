# cython: language_level=3
"""The break in its six steps (R24)."""
from arknova_fast.rules.frames cimport *

cdef int step_break(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int hand_limit(const Tables* R, const Player* P) noexcept nogil
