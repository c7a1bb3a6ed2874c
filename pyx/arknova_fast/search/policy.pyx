# cython: language_level=3
"""Policies: C functions that pick one of the legal actions."""
import difflib

from arknova_fast.core.rng cimport below
from arknova_fast.errors import UsageError, shown

POLICIES = {
    "random": "uniform over the atomic legal actions of each choice",
}


cdef int choose_random(const Tables* R, const GameState* S, const action_t* actions, int n, uint64_t* rng,
                       const void* data) noexcept nogil:
    return <int> below(rng, n)


cdef Policy policy_of(object spec) except *:
    cdef Policy policy
    policy.data = NULL
    if spec == "random":
        policy.choose = choose_random
    elif isinstance(getattr(spec, "address", None), int):
        policy.choose = <choose_t> <size_t> spec.address
    else:
        near = difflib.get_close_matches(str(spec)[:80], POLICIES, 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise UsageError(f"unknown policy {shown(spec)}, known are {', '.join(POLICIES)}{hint}")
    return policy
