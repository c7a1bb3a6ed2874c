# cython: language_level=3
"""The policy `greedy`: rates every legal action by a heuristic and takes the best."""
from libc.stdint cimport uint64_t
from arknova_fast.core.types cimport action_t
from arknova_fast.core.tables cimport Tables
from arknova_fast.core.state cimport GameState

# `data` points to Weights.
cdef int choose_greedy(const Tables* R, const GameState* S, const action_t* actions, int n, uint64_t* rng,
                       const void* data) noexcept nogil
