# cython: language_level=3
"""What `greedy` sees of a position, and what resources are worth in it, in points of appeal.

Only what the seat may know is looked at: its own hand and final scoring cards, and everything public.
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from arknova_fast.core.types cimport *
from arknova_fast.core.tables cimport Bonus, Card, Effect, Map, Tables
from arknova_fast.core.state cimport GameState, Player
from arknova_fast.search.weights cimport Weights

cdef struct View:
    const Tables* R
    const GameState* S
    const Player* P
    const Map* M
    const Weights* w
    int p
    double turns             # turns still expected for this player
    double later             # 1 far from the end, 0 in the last turn: factor on everything that pays later
    double breaks            # breaks still expected
    double appeal            # worth of 1 appeal
    double conservation
    double money             # worth of 1 money above the purse
    # filled by look_ahead:
    double icon[16]          # worth of one more icon
    double icon_next[16]     # of the one after it
    double small             # worth of a small animal, a large animal, a sponsor, a supported project
    double large             # and a space left empty for the final scoring cards
    double sponsor
    double supported
    double reputation
    double empty

# The basic worths; must come first.
cdef void look(View* v, const Tables* R, const GameState* S, int p, const Weights* w) noexcept nogil
# Worth of gaining n money (n may be negative) for a player who holds `money`.
cdef double worth_of_money(const View* v, double money, double n) noexcept nogil
cdef double money_gain(const View* v, double n) noexcept nogil
cdef double conservation_gain(const View* v, int n) noexcept nogil
cdef double reputation_gain(const View* v, int n) noexcept nogil
cdef double x_token_gain(const View* v, int n) noexcept nogil
cdef double worker_gain(const View* v) noexcept nogil
cdef double upgrade_gain(const View* v, int card) noexcept nogil
cdef double best_upgrade(const View* v) noexcept nogil
cdef double card_gain(const View* v, double n) noexcept nogil
# Worth of a bonus of a map, a track or a tile.
cdef double bonus_gain(const View* v, const Bonus* bonus) noexcept nogil
# Worth of an amount of one of the resources OP_CONSERVATION .. OP_X_TOKEN or OP_TAKE.
cdef double resource_gain(const View* v, int op, int n) noexcept nogil
# Icons still missing for a slot of a project and 0 when it is met; 99 when it cannot be told by icons.
cdef int icons_missing(const View* v, const Card* C, int slot) noexcept nogil
# Progress toward a project: factor for that many missing icons.
cdef double progress(const View* v, int missing) noexcept nogil
cdef double slot_reward(const View* v, const Card* C, int slot) noexcept nogil

cdef inline double least(double a, double b) noexcept nogil:
    return a if a < b else b

cdef inline double most(double a, double b) noexcept nogil:
    return a if a > b else b
