# cython: language_level=3
"""A state as one seat sees it: unknown cards and maps are 254, unknown sets empty."""
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memset
from arknova_fast.core.bits cimport popcount, set_count, set_has
from arknova_fast.core.state cimport GameState, Player, copy_state, top_frame
from arknova_fast.core.tables cimport Tables
from arknova_fast.core.types cimport *
from arknova_fast.infosets.unknown cimport awaits_map, forget_unknown, maps_secret, unknown_cards


cdef void mask_players(GameState* M, int seat, const uint64_t* hidden) noexcept nogil:
    cdef Player* P
    cdef int p, w
    forget_unknown(&M.player[seat], hidden)
    for p in range(M.n_players):
        if p == seat:
            continue
        P = &M.player[p]
        P.finals = 0
        memset(P.seen, 0, sizeof(P.seen))
        memset(P.map_offer, UNKNOWN, sizeof(P.map_offer))
        for w in range(CARD_WORDS):
            P.hand[w] &= ~hidden[w]
        # A map that is still to be chosen stands for nothing yet.
        if maps_secret(M) or awaits_map(M, p):
            P.map = UNKNOWN
    if awaits_map(M, seat):
        M.player[seat].map = UNKNOWN


cdef void mask_piles(const Tables* R, GameState* M, int seat, const uint64_t* hidden) noexcept nogil:
    cdef int i, w
    memset(M.deck, UNKNOWN, sizeof(M.deck))
    memset(M.final_pile, UNKNOWN, sizeof(M.final_pile))
    if M.display_hidden:
        for i in range(DISPLAY_SLOTS):
            if M.display[i] != NO_CARD:
                M.display[i] = UNKNOWN
    for i in range(16):
        if (M.base_pile >> i) & 1 and set_has(hidden, R.base_first + i):
            M.base_pile &= <uint16_t> ~(1 << i)
    for i in range(M.n_pouched):
        if set_has(hidden, M.pouch_card[i]):
            M.pouch_card[i] = UNKNOWN
    for w in range(CARD_WORDS):
        M.aside[w] &= ~hidden[w]
        M.limbo[w] &= ~hidden[w]
        M.discard[w] &= ~hidden[w]
    if M.n_frames and top_frame(M).player != seat:
        M.final_limbo = 0


# Chance, scripts, statistics, and what the engine noted from looking into a hidden hand.
cdef void mask_machinery(GameState* M, int seat) noexcept nogil:
    cdef int i
    memset(M.rng, 0, sizeof(M.rng))
    memset(M.script, 0, sizeof(M.script))
    M.n_script = M.script_at = M.script_error = 0
    M.ops_run = 0
    M.deepest_frames = M.deepest_open = M.abilities_run = 0
    for i in range(M.n_frames):
        # The open tasks of an Association action include a project only if the hand or a board allows it.
        if M.frame[i].kind == FRAME_ASSOCIATION and M.frame[i].player != seat:
            M.frame[i].a = 0


cdef void mask_state(const Tables* R, const GameState* S, int seat, GameState* M, Sizes* sizes) noexcept nogil:
    cdef uint64_t[4] hidden
    cdef int p
    memset(sizes, 0, sizeof(Sizes))
    for p in range(S.n_players):
        sizes.hand[p] = <uint8_t> set_count(S.player[p].hand)
        sizes.finals[p] = <uint8_t> popcount(S.player[p].finals)
    sizes.discard = <uint16_t> set_count(S.discard)
    sizes.aside = <uint8_t> set_count(S.aside)
    sizes.limbo = <uint8_t> set_count(S.limbo)
    sizes.base = <uint8_t> popcount(S.base_pile)
    sizes.final_limbo = <uint8_t> popcount(S.final_limbo)
    sizes.seat = <uint8_t> seat
    unknown_cards(S, R, seat, hidden)
    copy_state(M, S)
    mask_players(M, seat, hidden)
    mask_piles(R, M, seat, hidden)
    mask_machinery(M, seat)
