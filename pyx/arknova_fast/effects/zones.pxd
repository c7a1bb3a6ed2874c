# cython: language_level=3
"""Cards moving between deck, display, hands, discard pile and limbo."""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from arknova_fast.core.types cimport *
from arknova_fast.core.tables cimport Tables
from arknova_fast.core.state cimport GameState, Player
from arknova_fast.core.bits cimport set_add, set_drop, set_has

cdef extern from "ark_bits.h" nogil:
    int bytes_255 "ark_bytes_255"(const uint8_t* bytes)

cdef enum:
    ALL_SLOTS = (1 << DISPLAY_SLOTS) - 1

cdef inline void discard(GameState* S, int card) noexcept nogil:
    set_add(S.discard, card)

# Everybody but the owner learns where a card is (taken from the display, revealed).
cdef inline void reveal_to_others(GameState* S, int owner, int card) noexcept nogil:
    cdef int q
    for q in range(S.n_players):
        if q != owner:
            set_add(S.player[q].seen, card)

# Nobody knows any more where a card is.
cdef inline void forget(GameState* S, int card) noexcept nogil:
    cdef int q
    for q in range(S.n_players):
        set_drop(S.player[q].seen, card)

# Takes the top card of the deck; reshuffles the discard pile when the deck is empty (R30.1).
# NO_CARD when there is none left.
cdef int draw_card(const Tables* R, GameState* S) noexcept nogil
# Draws up to n cards into a hand and returns the number drawn.
cdef int draw_to_hand(const Tables* R, GameState* S, int p, int n) noexcept nogil
# Moves the card of a display slot (1-6) to a hand, without a refill.
cdef void display_to_hand(GameState* S, int p, int slot) noexcept nogil
# Closes the gaps of the display toward slot 1 and fills it from the deck (R9.5).
cdef void refill_display(const Tables* R, GameState* S) noexcept nogil
cdef inline bint display_any(const GameState* S) noexcept nogil:
    return bytes_255(S.display) & ALL_SLOTS != ALL_SLOTS

# The slot (1-6) of a card in the display, 0 when it is not there.
cdef int slot_of(const GameState* S, int card) noexcept nogil
# The next scripted outcome if it is a member of `cards`, else NO_CARD.
cdef int scripted(GameState* S, const uint64_t* cards) noexcept nogil
# A random card of a set with n members, or the scripted one.
cdef int random_card(GameState* S, const uint64_t* cards, int n) noexcept nogil
# Moves every card of limbo to the discard pile.
cdef void discard_limbo(GameState* S) noexcept nogil
