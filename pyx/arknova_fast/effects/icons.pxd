# cython: language_level=3
"""Icons entering and leaving a zoo, and the sponsors they trigger."""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from arknova_fast.core.types cimport *
from arknova_fast.core.tables cimport Tables
from arknova_fast.core.state cimport GameState, Player

# Adds icons to the zoo of S.open_player and triggers sponsors of every zoo (R17.19, R17.20).
# `mask` has a bit for each icon with a count above 0.
cdef void add_icons(const Tables* R, GameState* S, int p, const uint8_t* icons, uint16_t mask) noexcept nogil
cdef void remove_icons(GameState* S, int p, const uint8_t* icons) noexcept nogil
cdef int icons_in_all_zoos(const GameState* S, int icon) noexcept nogil
