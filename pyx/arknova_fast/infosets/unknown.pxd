# cython: language_level=3
"""What a seat cannot know (R1.10, R30.6-R30.9, R20.26)."""
from libc.stdint cimport uint64_t
from arknova_fast.core.state cimport GameState, Player
from arknova_fast.core.tables cimport Tables

# Whether the cards in limbo were drawn or laid down secretly: set-up and break discards before they become public,
# and draws of one player.
cdef bint limbo_private(const GameState* S, int seat) noexcept nogil
# Whether the player is still to choose a map.
cdef bint awaits_map(const GameState* S, int p) noexcept nogil
# In expert variant 1 all maps are shown together when the last player has chosen.
cdef bint maps_secret(const GameState* S) noexcept nogil
# Cards at places the seat cannot see, without those it knows to be there.
cdef void unknown_cards(const GameState* S, const Tables* R, int seat, uint64_t* cards) noexcept nogil
# What a player saw of a card counts only as long as the card lies where it was seen.
cdef void forget_unknown(Player* P, const uint64_t* hidden) noexcept nogil
