# cython: language_level=3
"""What a card brings when it is played, and what it is worth in hand."""
from arknova_fast.search.greedy_view cimport *

# Everything an animal or sponsor brings when it enters the zoo, costs not counted. After look_ahead.
cdef double animal_gain(const View* v, int card) noexcept nogil
cdef double sponsor_gain(const View* v, int card) noexcept nogil
# Conditions of a card that are not met, allowances counted.
cdef int conditions_missing(const View* v, const Card* C) noexcept nogil
# Worth of holding a card of any type in hand.
cdef double card_worth(const View* v, int card) noexcept nogil
# One effect at the moment it is run.
cdef double effect_gain(const View* v, const Card* C, const Effect* e) noexcept nogil
