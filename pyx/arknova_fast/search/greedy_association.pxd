# cython: language_level=3
"""Tasks, projects, partner zoos, universities, donations."""
from arknova_fast.search.greedy_view cimport *

# Worth of the best association action with that side and strength. After look_ahead.
cdef double association_worth(const View* v, int side, int strength) noexcept nogil
cdef double task_worth(const View* v, int task) noexcept nogil
cdef double partner_worth(const View* v, int continent) noexcept nogil
cdef double university_worth(const View* v, int kind) noexcept nogil
# Worth of a SUPPORT action: reward and best left-edge bonus, less what better slots promised.
cdef double support_worth(const View* v, int card, int slot, int tokens) noexcept nogil
cdef double best_left_bonus(const View* v) noexcept nogil
cdef double left_bonus(const View* v, int slot) noexcept nogil
cdef double release_loss(const View* v, int card) noexcept nogil
cdef double donation_worth(const View* v) noexcept nogil
