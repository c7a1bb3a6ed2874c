# cython: language_level=3
"""Tables of buildings, placements and maps; they need the cards."""
from arknova_fast.core.tables cimport Tables

cdef int fill_buildings_and_maps(Tables* t, dict data, list kinds) except -1
