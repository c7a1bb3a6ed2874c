# cython: language_level=3
"""Effects that look at, keep, sell, tuck or exchange cards (R20.24-R20.42)."""
from arknova_fast.rules.frames cimport *

cdef int step_hunter(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int list_hunter(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_hunter(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
cdef int step_keep(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int list_keep(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_keep(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
cdef int step_dig(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int list_dig(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_dig(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
cdef int step_hand_choice(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int list_sell(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_sell(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
cdef int list_pouch(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_pouch(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
cdef int step_assertion(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int list_assertion(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_assertion(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
cdef int step_resistance(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int list_resistance(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_resistance(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
# Starts of the effects, called from run_item.
cdef void reveal(const Tables* R, GameState* S, int p, int n) noexcept nogil
cdef void scavenge(const Tables* R, GameState* S, int p, int n) noexcept nogil
cdef void draw_private(const Tables* R, GameState* S, int p, int n) noexcept nogil
cdef void look_at_base_pile(const Tables* R, GameState* S, int p, int card) noexcept nogil
cdef void draw_finals(const Tables* R, GameState* S, int p) noexcept nogil
cdef void take_sponsors(const Tables* R, GameState* S, int p) noexcept nogil
cdef void return_final(GameState* S, int card) noexcept nogil
cdef int draw_final(const Tables* R, GameState* S) noexcept nogil
