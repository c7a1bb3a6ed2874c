# cython: language_level=3
"""What an action card is worth at a strength, and an order of the cards for the next turn."""
from arknova_fast.search.greedy_plan cimport *

# Worth of an action card used with a strength, IMPOSSIBLE when it can do nothing; `money` the player would hold.
cdef double action_worth(Plan* plan, int card, int strength, int money) noexcept nogil
# Worth of an order of the action cards for the next turn: the best card and a share of the second.
cdef double order_worth(Plan* plan, const uint8_t* order, int money) noexcept nogil
# Worth of advancing the break token.
cdef double break_worth(const View* v, int steps) noexcept nogil
