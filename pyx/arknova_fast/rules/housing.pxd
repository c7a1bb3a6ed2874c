# cython: language_level=3
"""Enclosures: where an animal can live, occupying, emptying, moving in (R13, R16.8-R16.11)."""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from arknova_fast.core.types cimport *
from arknova_fast.core.bits cimport popcount
from arknova_fast.core.tables cimport Card, Map, Tables
from arknova_fast.core.state cimport GameState, Player

# Whether an enclosure with these neighbours has the rock and water its animal asks for (R13.3).
cdef inline bint terrain_ok(const Tables* R, const Player* P, const Card* C, uint64_t near) noexcept nogil:
    cdef const Map* M = &R.map[P.map]
    if P.perm & PERM_IGNORE_TERRAIN:
        return True
    # Most cards ask for nothing.
    return ((C.rock == 0 or popcount(near & M.rock) >= C.rock)
            and (C.water == 0 or popcount(near & M.water) >= C.water))

cdef bint can_house(const Tables* R, const GameState* S, int p, int card) noexcept nogil
# Appends HOUSE, HOUSE_SPECIAL and SHARE actions for an animal.
cdef int list_housing(const Tables* R, const GameState* S, int p, int card, action_t* out, int n) noexcept nogil
# Printed size of the standard enclosure whose lowest cell is given.
cdef int enclosure_size(const Tables* R, const GameState* S, int p, int cell) noexcept nogil
cdef void house_standard(const Tables* R, GameState* S, int p, int cell) noexcept nogil
cdef void house_special(const Tables* R, GameState* S, int p, int card) noexcept nogil
# Cells of the smallest occupied standard enclosures an animal leaves (ties), as EMPTY actions.
cdef int list_emptied(const Tables* R, const GameState* S, int p, int card, action_t* out, int n) noexcept nogil
cdef void empty_enclosure(const Tables* R, GameState* S, int p, int cell) noexcept nogil
# Takes the tokens of a released animal off its special enclosure; False when that is impossible (R16.8).
cdef bint leave_special(const Tables* R, GameState* S, int p, int card) noexcept nogil
# Moving into a special enclosure that was just built. `moved` holds the animals moved already, by rank
# among the animals that may use that kind.
cdef bint any_to_move_in(const Tables* R, const GameState* S, int p, int kind) noexcept nogil
cdef int list_move_in(const Tables* R, const GameState* S, int p, int kind, uint32_t moved, action_t* out,
                      int n) noexcept nogil
cdef int special_rank(const Tables* R, int card) noexcept nogil
