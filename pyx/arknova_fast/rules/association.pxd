# cython: language_level=3
"""The Association action (R14), partner zoos and universities."""
from arknova_fast.rules.frames cimport *

# Least strength with which the Association action can do something, 255 when it cannot.
cdef int association_needs(const Tables* R, GameState* S, int p, int side) noexcept nogil
cdef int step_association(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int list_association(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_association(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
cdef int step_partner(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int list_partner(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_partner(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
cdef int step_university(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int list_university(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_university(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
cdef int donation_cost(const Tables* R, const GameState* S) noexcept nogil
cdef void cover_donation(const Tables* R, GameState* S) noexcept nogil
