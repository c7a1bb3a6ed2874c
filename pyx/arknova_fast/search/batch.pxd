# cython: language_level=3
"""A plan of games as a Python object."""
from libc.stdint cimport int64_t, uint64_t
from arknova_fast.core.tables cimport Ruleset
from arknova_fast.search.playout cimport Plan

cdef class BatchPlan:
    cdef Plan plan
    cdef readonly Ruleset ruleset
    cdef readonly int players
    cdef readonly tuple arguments    # of the constructor, for pickling

    cdef int set_maps(self, list maps, str map_plan) except -1
    cdef int bind(self, object first_card, object keep_first, object first_upgrade) except -1
    cdef int remove(self, object removed) except -1
    cdef bint bound(self)
    cdef object room(self, int64_t count, dtype)
    cdef int check_answer(self, uint64_t first, int64_t wrong) except -1
