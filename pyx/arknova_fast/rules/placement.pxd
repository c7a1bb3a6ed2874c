# cython: language_level=3
"""Where buildings may stand, and what covering spaces gives (R11)."""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from arknova_fast.core.types cimport *
from arknova_fast.core.tables cimport Tables
from arknova_fast.core.state cimport GameState, Player

cdef enum:
    MOST_FORMS = 8           # of a kind: 6 rotations, rounded up to a block of the scan

# Cells the player may not cover now: outside, built, terrain, Build II (R11.10, R11.14).
cdef uint64_t blocked_cells(const Tables* R, const GameState* S, int p) noexcept nogil
# Cells too close to a kiosk for another one (R11.15).
cdef uint64_t near_kiosks(const Tables* R, const Player* P) noexcept nogil
# Those of `kinds` that have a legal placement.
cdef uint32_t placeable_kinds(const Tables* R, const GameState* S, int p, uint32_t kinds) noexcept nogil
# The anchors (lowest cells) of all legal placements of the kinds first .. last, a bitboard per form, from the first form
# of `first` on; room for up to 3 more is needed.
cdef void find_places(const Tables* R, const GameState* S, int p, int first, int last,
                      uint64_t* anchors) noexcept nogil
# The number of these placements by form, and of all; then the k-th of them, ascending by placement id. There are
# more than k.
cdef int count_places(const Tables* R, int first, int last, const uint64_t* anchors, uint8_t* counts) noexcept nogil
cdef int nth_place(const Tables* R, int first, const uint64_t* anchors, const uint8_t* counts, int k) noexcept nogil
# Appends PLACE actions for every legal placement of a kind, ascending; returns the new length.
cdef int list_placements(const Tables* R, const GameState* S, int p, int kind, action_t* out, int n) noexcept nogil
# The same for the unique building of a sponsor card, with the demands printed on it (R17.13).
cdef int list_unique(const Tables* R, const GameState* S, int p, int card, action_t* out, int n) noexcept nogil
cdef bint can_place_unique(const Tables* R, const GameState* S, int p, int card) noexcept nogil
# Puts a building on the map of S.open_player and makes everything it gives an open effect (R11.17, R11.23-R11.26).
cdef void place_building(const Tables* R, GameState* S, int p, int pid) noexcept nogil
