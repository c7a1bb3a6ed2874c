# cython: language_level=3
"""Policies: C functions that pick one of the legal actions."""
import difflib

from arknova_fast.search.greedy cimport choose_greedy
from arknova_fast.search.uniform cimport choose_random
from arknova_fast.search.weights cimport WeightTable, weights_of
from arknova_fast.errors import UsageError, shown

POLICIES = {
    "random": "uniform over the atomic legal actions of each choice",
    "greedy": "rates every legal action by a heuristic with weights and takes the best",
}


# Weights by their text: a policy holds a bare pointer to them, so they stay as long as the module.
cdef dict tables = {}


cdef Policy greedy_of(str options) except *:
    cdef Policy policy
    cdef WeightTable table = weights_of(options)
    table = tables.setdefault(table.text, table)
    policy.choose = choose_greedy
    policy.data = &table.w
    return policy


cdef Policy policy_of(object spec) except *:
    cdef Policy policy
    policy.data = NULL
    if spec == "random":
        policy.choose = choose_random
    elif isinstance(spec, str) and spec.partition(":")[0] == "greedy":
        return greedy_of(spec.partition(":")[2])
    elif isinstance(getattr(spec, "address", None), int):
        policy.choose = <choose_t> <size_t> spec.address
    else:
        near = difflib.get_close_matches(str(spec)[:80], POLICIES, 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise UsageError(f"unknown policy {shown(spec)}, known are {', '.join(POLICIES)}{hint}")
    return policy
