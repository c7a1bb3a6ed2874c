# cython: language_level=3
"""The policy "random". It is part of the kernel, where the playout driver knows it and draws without a call."""
from libc.stdint cimport uint64_t
from arknova_fast.core.types cimport action_t
from arknova_fast.core.tables cimport Tables
from arknova_fast.core.state cimport GameState

cdef int choose_random(const Tables* R, const GameState* S, const action_t* actions, int n, uint64_t* rng,
                       const void* data) noexcept nogil
