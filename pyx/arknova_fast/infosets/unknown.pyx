# cython: language_level=3
"""What a seat cannot know (R1.10, R30.6-R30.9, R20.26).

Open to everybody are the maps, tracks, cards in the zoos, projects, the discard pile (unless the face-down variant is
played), the display, and cards in hands that were taken or revealed openly. A seat also sees its own hand, final
scoring cards, pouched cards and private draws, and remembers through ``Player.seen`` what it learned of hidden places:
cards stolen from or by it, its own discards that are not public yet, and the base project pile after Assertion.

What the others know is not part of an observation, nor is anything that only a perfect memory would tell: the discard
pile before a Scavenging, or which cards went under the final scoring pile.
"""
from libc.stdint cimport uint64_t
from libc.string cimport memset
from arknova_fast.core.bits cimport set_add
from arknova_fast.core.state cimport GameState, Player, top_frame
from arknova_fast.core.tables cimport Tables
from arknova_fast.core.types cimport *
from arknova_fast.rules.setup cimport MAPS_PICK_OF_TWO


cdef bint limbo_private(const GameState* S, int seat) noexcept nogil:
    if S.n_frames == 0:
        return False
    if top_frame(S).kind == FRAME_KEEP:
        return top_frame(S).player != seat
    return top_frame(S).kind == FRAME_START_HAND or (top_frame(S).kind == FRAME_DISCARD and S.phase == PHASE_BREAK)


cdef bint awaits_map(const GameState* S, int p) noexcept nogil:
    cdef int i
    for i in range(S.n_frames):
        if S.frame[i].kind == FRAME_MAP_PICK and S.frame[i].player == p:
            return True
    return False


cdef bint maps_secret(const GameState* S) noexcept nogil:
    return S.map_mode == MAPS_PICK_OF_TWO and S.n_frames > 0 and top_frame(S).kind == FRAME_MAP_PICK


cdef void unknown_cards(const GameState* S, const Tables* R, int seat, uint64_t* cards) noexcept nogil:
    cdef const uint64_t* seen = <const uint64_t*> S.player[seat].seen
    cdef int i, p, w
    memset(cards, 0, CARD_WORDS * sizeof(uint64_t))
    for i in range(16):
        if (S.base_pile >> i) & 1:
            set_add(cards, R.base_first + i)
    for w in range(CARD_WORDS):
        for p in range(S.n_players):
            if p != seat:
                cards[w] |= S.player[p].hand[w]
        cards[w] |= S.aside[w]
        if limbo_private(S, seat):
            cards[w] |= S.limbo[w]
        cards[w] &= ~seen[w]
        if S.face_down_discard:
            cards[w] |= S.discard[w]
    for i in range(S.n_deck):
        set_add(cards, S.deck[i])
    if S.display_hidden:
        for i in range(DISPLAY_SLOTS):
            if S.display[i] != NO_CARD:
                set_add(cards, S.display[i])


cdef void forget_unknown(Player* P, const uint64_t* hidden) noexcept nogil:
    cdef int w
    for w in range(CARD_WORDS):
        P.seen[w] &= ~hidden[w]
