# cython: language_level=3
"""What icons are worth for projects, for the own final scoring cards and for sponsors they trigger."""
from arknova_fast.search.greedy_view cimport *

# Fills the second half of View, needed wherever cards are rated.
cdef void look_ahead(View* v) noexcept nogil
