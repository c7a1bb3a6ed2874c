# cython: language_level=3
"""Playouts that also follow the cards of every player, and experiments that bind a choice of a seat."""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t, int64_t
from arknova_fast.core.types cimport CARD_WORDS, MAX_CARDS, action_t
from arknova_fast.core.state cimport GameState
from arknova_fast.core.tables cimport Tables
from arknova_fast.search.playout cimport Plan, Record

cdef enum:
    NOT_PLAYED = 255
    NO_UPGRADE = 255

# What became of the cards of one player in one game; sets are by card index.
cdef struct Track:
    uint64_t dealt[CARD_WORDS]    # opening hand before the choice
    uint64_t kept[CARD_WORDS]     # opening hand
    uint64_t seen[CARD_WORDS]     # ever in hand, the dealt cards included
    uint64_t played[CARD_WORDS]   # ever in the zoo (released animals included), or played as a project from the hand
    uint64_t in_hand[CARD_WORDS]  # at the end
    uint8_t played_in[MAX_CARDS]  # breaks before the card was played, NOT_PLAYED
    uint32_t options              # of all choices of the game, of all players; 0 as long as nobody has counted them
    uint8_t lead_changes          # of the game: turns after which another player leads alone than before
    uint8_t first_upgrade         # the action card this player upgraded first, NO_UPGRADE
    uint16_t finals               # final scoring cards dealt at set-up, bit set

# Keeps the answers that a bound seat may give, in their order, and returns their number; all of them where none
# complies. `kept`: the card that the starting hand of the deciding seat has to keep, NO_CARD for none.
cdef int comply(const Plan* plan, const GameState* S, int kept, action_t* actions, int n) noexcept nogil
# As play_range of playout.pxd, the same games, with one Track per player beside the Record. A seat bound by
# Plan.keep_first or Plan.first_upgrade chooses among the answers that comply, as long as there are any.
cdef int64_t play_tracked_range(const Tables* R, Plan* plan, uint64_t start, int64_t count, Record* out,
                                Track* tracks) noexcept nogil
