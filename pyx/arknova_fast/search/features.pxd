# cython: language_level=3
"""Named numbers of a position and of one action, for policies that rate actions."""
from libc.stdint cimport int64_t
from arknova_fast.core.types cimport action_t
from arknova_fast.core.tables cimport Tables
from arknova_fast.core.state cimport GameState

# One int64 a field, in the order of FEATURES. Only what the seat may know.
cdef struct Features:
    int64_t seat
    int64_t players
    int64_t frame
    int64_t turn
    int64_t score
    int64_t best_other_score
    int64_t money
    int64_t appeal
    int64_t conservation
    int64_t reputation
    int64_t x_tokens
    int64_t workers
    int64_t hand
    int64_t supported
    int64_t partner_zoos
    int64_t universities
    int64_t upgrades
    int64_t sponsors
    int64_t small_animals
    int64_t large_animals
    int64_t covered
    int64_t free_spaces
    int64_t break_left
    int64_t last_turn
    int64_t slot[5]
    int64_t icons[16]
    # the action
    int64_t verb
    int64_t a
    int64_t b
    int64_t strength
    int64_t card
    int64_t card_type
    int64_t card_cost
    int64_t card_appeal
    int64_t card_conservation
    int64_t card_reputation
    int64_t card_size
    int64_t cells
    int64_t bonuses

ctypedef double (*rate_t)(const Features* f) noexcept nogil

cdef void position_features(const Tables* R, const GameState* S, int p, Features* f) noexcept nogil
cdef void action_features(const Tables* R, const GameState* S, action_t action, Features* f) noexcept nogil
