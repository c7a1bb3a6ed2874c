# cython: language_level=3
"""The Sponsors action (R17) and sponsors bought with money."""
from arknova_fast.rules.frames cimport *

# Level of a sponsor for this player now; map 8 lowers it once all H spaces are covered (R29.14).
cdef int sponsor_level(const Tables* R, const Player* P, const Card* C) noexcept nogil
# Conditions and, for unique buildings, a legal place (R17.3, R17.12).
cdef bint sponsor_allowed(const Tables* R, const GameState* S, int p, int card) noexcept nogil
cdef int step_sponsors(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int list_sponsors(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_sponsors(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
cdef int list_sponsor_place(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_sponsor_place(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
cdef int step_sponsor_for_money(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int list_sponsor_for_money(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_sponsor_for_money(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
# Least money that playing a sponsor is sure to bring at once.
cdef int sure_money(const Tables* R, const GameState* S, int p, const Card* C) noexcept nogil
# Whether the running or tried Sponsors action can play a hand sponsor that is sure to bring the money for venom.
cdef bint can_earn(const Tables* R, const GameState* S, int p) noexcept nogil
# Money the break option of the running action gains.
cdef int break_money(const Tables* R, int side, int strength) noexcept nogil
