# cython: language_level=3
"""Tables of tracks, action cards, the association board and set-up; sieves and indices over all tables."""
from arknova_fast.core.tables cimport Tables

cdef int fill_boards(Tables* t, dict data) except -1
# Coarse sieves for the animals of a hand; they need the cards and the partner discount.
cdef void fill_sieves(Tables* t)
# Ordering masks by opcode, and the dense index of actions by verb; they need the placements.
cdef int fill_index(Tables* t) except -1
