# cython: language_level=3
"""Policies: C functions that pick one of the legal actions."""
import difflib

from arknova_fast.core.rng cimport below
from arknova_fast.errors import UsageError

POLICIES = {
    "random": "uniform over the atomic legal actions of each choice",
}


cdef int choose_random(const Tables* R, const GameState* S, const action_t* actions, int n, uint64_t* rng,
                       const void* data) noexcept nogil:
    return <int> below(rng, n)


cdef Policy builtin_policy(str name) except *:
    cdef Policy policy
    if name != "random":
        near = difflib.get_close_matches(name, POLICIES, 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise UsageError(f"unknown policy {name!r}, known are {', '.join(POLICIES)}{hint}")
    policy.choose = choose_random
    policy.data = NULL
    return policy
