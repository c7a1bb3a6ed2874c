# cython: language_level=3
"""Derived fields of a player: what follows from the primary ones and is kept for speed."""
from libc.stdint cimport uint64_t
from arknova_fast.core.types cimport OUTDOOR_AREA
from arknova_fast.core.state cimport GameState, Player
from arknova_fast.core.tables cimport Map, Tables

# Writes the derived fields of a player from the primary ones: built, touch, kiosk_near, fit, kinds, icons,
# n_small, n_large, n_sponsors, trig_icons, perm, discount_small, discount_large, ignore_large.
cdef void derive_player(const Tables* R, GameState* S, int p) noexcept nogil
# Map 2: enclosures next to the outdoor area count as larger (R29.4); one on the area itself does not lie next to it.
cdef inline int effective_size(const Tables* R, const Player* p, int size, uint64_t cells) noexcept nogil:
    cdef const Map* M = &R.map[p.map]
    if M.ability == OUTDOOR_AREA and cells & M.ability_cells and not cells & M.ability_core:
        return size + R.outdoor_bonus
    return size

# Writes Player.fit; to be called when enclosures, `occupied` or `perm` changed in a way that the next two do not cover.
cdef void refit(const Tables* R, Player* p) noexcept nogil
# The same for one more empty standard enclosure, and for one that is empty no longer.
cdef void fit_more(const Tables* R, Player* p, int size, uint64_t cells, uint64_t near) noexcept nogil
cdef void fit_less(const Tables* R, Player* p, int size, uint64_t cells, uint64_t near) noexcept nogil
# All of them, without looking at the rest of the state.
cdef void derive(const Tables* R, Player* p) noexcept nogil
