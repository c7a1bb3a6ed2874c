# cython: language_level=3
"""Where buildings may stand, and what covering spaces gives (R11)."""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from arknova_fast.core.types cimport *
from arknova_fast.core.bits cimport static_assert_
from arknova_fast.core.tables cimport MAX_FORMS, Map, Tables
from arknova_fast.core.state cimport GameState, Player
from arknova_fast.effects.gains cimport side_for

cdef extern from "ark_places.h" nogil:
    enum:
        ARK_FORMS
    ctypedef struct ark_forms:
        const uint64_t* shift
        const uint64_t* inside
        const uint64_t* kind
    void find_anchors "ark_anchors"(const ark_forms* forms, uint64_t open_, uint64_t quiet, int n, int cells,
                                    uint64_t* anchors)
    uint64_t find_kinds "ark_kinds"(const ark_forms* forms, uint64_t open_, uint64_t quiet, int n, int cells)
    int count_anchors "ark_count"(const uint64_t* anchors, int n, uint8_t* counts)

cdef enum:
    MOST_FORMS = 8           # of a kind: 6 rotations, rounded up to a block of the scan

# The columns of the form tables from one form on.
cdef inline ark_forms forms_from(const Tables* R, const uint64_t* inside, int form) noexcept nogil:
    static_assert_(<int> ARK_FORMS == MAX_FORMS)
    cdef ark_forms forms
    forms.shift = &R.form_shift[0][form]
    forms.inside = inside + form
    forms.kind = &R.form_kind[form]
    return forms

# Cells the player may not cover now: outside, built, terrain, Build II (R11.10, R11.14).
cdef inline uint64_t blocked_cells(const Tables* R, const GameState* S, int p) noexcept nogil:
    cdef const Player* P = &S.player[p]
    cdef const Map* M = &R.map[P.map]
    cdef uint64_t blocked = P.built
    if not P.perm & PERM_IGNORE_TERRAIN:
        blocked |= M.rock | M.water
    if not side_for(R, S, p, BUILD):
        blocked |= M.build2
    return blocked

# Cells too close to a kiosk for another one (R11.15).
cdef uint64_t near_kiosks(const Tables* R, const Player* P) noexcept nogil
# Those of `kinds` that have a legal placement.
cdef uint32_t placeable_kinds(const Tables* R, const GameState* S, int p, uint32_t kinds) noexcept nogil
# The anchors (lowest cells) of all legal placements of the kinds first .. last, a bitboard per form, beginning with the
# first form of `first`; room for up to 3 more is needed.
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
