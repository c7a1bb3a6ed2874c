# cython: language_level=3
"""The smaller choices of `greedy`: a worth for each action of a frame."""
from arknova_fast.search.greedy_view cimport *
from arknova_fast.search.greedy_build cimport Wants

# What several actions of one choice share; filled once a choice.
cdef struct Choice:
    View* v
    int kind                 # FrameKind
    Wants wants
    double cell_bonus[64]

cdef void begin_choice(Choice* c, View* v) noexcept nogil
cdef double action_rating(Choice* c, action_t action) noexcept nogil
