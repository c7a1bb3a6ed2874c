# cython: language_level=3
"""Whether the counts and indices of a state lie within their ranges, so that the rest of it can be looked at."""
from arknova_fast.core.state cimport GameState
from arknova_fast.core.tables cimport Tables

cdef bint in_range(const Tables* R, const GameState* S) noexcept nogil
