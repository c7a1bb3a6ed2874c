# cython: language_level=3
"""Tables of cards and their effects."""
from arknova_fast.core.tables cimport Tables

cdef int fill_cards(Tables* t, dict data, list kinds) except -1
