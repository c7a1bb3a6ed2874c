# cython: language_level=3
"""Policies: C functions that pick one of the legal actions."""
from libc.stdint cimport uint64_t
from arknova_fast.core.types cimport action_t
from arknova_fast.core.tables cimport Ruleset, Tables
from arknova_fast.core.state cimport GameState

# Returns an index below n. `rng` is the policy's own stream of this seat, `data` the policy's own table.
ctypedef int (*choose_t)(const Tables* R, const GameState* S, const action_t* actions, int n, uint64_t* rng,
                         const void* data) noexcept nogil

cdef struct Policy:
    choose_t choose
    const void* data

# The built-in policy of that text, or of an object with the `address` (and `data`) of a function, see policies.py.
# Whoever keeps the result keeps the object too. Raises UsageError with the nearest name.
cdef Policy policy_of(object spec, Ruleset ruleset) except *
