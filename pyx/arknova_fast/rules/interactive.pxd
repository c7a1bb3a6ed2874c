# cython: language_level=3
"""Venom, Constriction, Hypnosis and Pilfering (R19.12-R19.14, R20.1-R20.18)."""
from arknova_fast.rules.frames cimport *

cdef int step_victim(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int list_victim(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_victim(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
cdef int step_pilfer(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int list_pilfer(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_pilfer(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
cdef void venom(const Tables* R, GameState* S, int p, int n) noexcept nogil
cdef void constriction(const Tables* R, GameState* S, int p) noexcept nogil
