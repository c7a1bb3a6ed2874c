# cython: language_level=3
"""The main choice of `greedy`: this turn and the next one, without copying the state."""
from arknova_fast.search.greedy_plan cimport *

# Position of the best of the actions of a main choice, an extra action or a repetition (ACT, X_TOKEN, PASS) with the
# action cards of `owner`; `again` when the card stays where it is.
cdef int choose_action(View* v, const action_t* actions, int n, int owner, bint again, uint64_t* rng) noexcept nogil
