# cython: language_level=3
"""The dense action index: every action code of a ruleset has a place from 0 on, for masks and policy heads."""
from libc.stdint cimport uint8_t, uint32_t
from arknova_fast.core.tables cimport Ruleset
from arknova_fast.core.types cimport action_t

# Both raise UsageError for what is not in the ruleset.
cdef uint32_t dense_of(Ruleset ruleset, action_t action) except? 0xFFFFFFFF
cdef action_t action_at(Ruleset ruleset, Py_ssize_t i) except? 0xFFFFFFFF

# Sets the entries of these actions to 1.
cdef int mark_dense(Ruleset ruleset, const action_t* actions, int n, uint8_t* mask) except -1
