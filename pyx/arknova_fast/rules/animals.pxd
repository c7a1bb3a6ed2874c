# cython: language_level=3
"""The Animals action (R12) and playing one animal."""
from arknova_fast.rules.frames cimport *

# Conditions at the left edge of an animal, with the allowances of map 6 and sponsor 263 (R12.8-R12.11).
cdef bint conditions_met(const Tables* R, const GameState* S, int p, const Card* C) noexcept nogil
# Price of an animal, with the display surcharge of `slot` (0 from hand) (R12.12-R12.14).
cdef int animal_cost(const Tables* R, const Player* P, const Card* C, int slot) noexcept nogil
# Least strength with which the Animals action can do something, 255 when it cannot.
cdef int animals_need(const Tables* R, const GameState* S, int p, int side) noexcept nogil
# Whether the running Animals action can still play its first animal.
cdef bint animals_possible(const Tables* R, const GameState* S, const Frame* f) noexcept nogil
cdef int step_animals(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int list_animals(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_animals(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
cdef int step_house(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int list_house(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_house(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
