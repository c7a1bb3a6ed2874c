# cython: language_level=3
"""A plan of games as a Python object."""
from arknova_fast.core.tables cimport Ruleset
from arknova_fast.search.playout cimport Plan

cdef class BatchPlan:
    cdef Plan plan
    cdef readonly Ruleset ruleset
    cdef readonly int players
    cdef readonly tuple arguments    # of the constructor, for pickling

    cdef int set_maps(self, list maps, str map_plan) except -1
    cdef int remove(self, object removed) except -1
