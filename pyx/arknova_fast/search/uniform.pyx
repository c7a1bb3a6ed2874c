# cython: language_level=3
"""The policy "random"."""
from arknova_fast.core.rng cimport below


cdef int choose_random(const Tables* R, const GameState* S, const action_t* actions, int n, uint64_t* rng,
                       const void* data) noexcept nogil:
    return <int> below(rng, n)
