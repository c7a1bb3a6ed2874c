# cython: language_level=3
"""Dealing again what a seat cannot know: one random exchange of the unknown cards, applied to every place."""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset
from arknova_fast.core.bits cimport bit, lowest, popcount, set_add, set_has, set_next
from arknova_fast.core.rng cimport below, shuffle
from arknova_fast.core.state cimport Frame, GameState, copy_state, top_frame
from arknova_fast.core.tables cimport Tables
from arknova_fast.core.types cimport *
from arknova_fast.infosets.unknown cimport forget_unknown, limbo_private, maps_secret, unknown_cards
from arknova_fast.rules.engine cimport legal_actions, run
from arknova_fast.rules.setup cimport MAPS_PICK_OF_TWO


# Draws a random permutation of the unknown cards: to[old card] = new card. Places in the pile of base projects get base
# projects; deck, hidden display and face-down discard pile keep the type of each place, which is known from the cards
# that went there openly; all other places (hands, pouched cards, private draws) get any of the remaining cards.
cdef void draw_exchange(const Tables* R, GameState* S, const uint64_t* hidden, uint8_t* to) noexcept nogil:
    cdef uint8_t[2][256] cards       # unknown cards by type: zoo deck cards, base projects
    cdef uint8_t[256] rest
    cdef uint8_t[256] places
    cdef int[2] n
    cdef int card, i, base, n_places = 0, n_rest = 0
    cdef uint64_t[4] fixed           # unknown cards whose place keeps its type
    memset(fixed, 0, sizeof(fixed))
    for i in range(S.n_deck):
        set_add(fixed, S.deck[i])
    for i in range(DISPLAY_SLOTS):
        if S.display[i] != NO_CARD:
            set_add(fixed, S.display[i])
    for i in range(16):
        if (S.base_pile >> i) & 1:
            set_add(fixed, R.base_first + i)
    for i in range(CARD_WORDS):
        fixed[i] |= S.discard[i]
    n[0] = n[1] = 0
    card = set_next(hidden, 0)
    while card != NO_CARD:
        base = R.card[card].type == BASE_PROJECT
        cards[base][n[base]] = <uint8_t> card
        n[base] += 1
        card = set_next(hidden, card + 1)
    shuffle(S.rng, cards[0], n[0])
    shuffle(S.rng, cards[1], n[1])
    card = set_next(hidden, 0)
    while card != NO_CARD:
        if set_has(fixed, card):
            base = R.card[card].type == BASE_PROJECT
            n[base] -= 1
            to[card] = cards[base][n[base]]
        else:
            places[n_places] = <uint8_t> card
            n_places += 1
        card = set_next(hidden, card + 1)
    for base in range(2):
        for i in range(n[base]):
            rest[n_rest] = cards[base][i]
            n_rest += 1
    shuffle(S.rng, rest, n_rest)
    for i in range(n_places):
        to[places[i]] = rest[i]


cdef void exchange_set(uint64_t* cards, const uint64_t* hidden, const uint8_t* to) noexcept nogil:
    cdef uint64_t[4] moved
    cdef int w, card
    cdef uint64_t x
    memset(moved, 0, sizeof(moved))
    for w in range(CARD_WORDS):
        x = cards[w] & hidden[w]
        cards[w] &= ~hidden[w]
        while x:
            card = to[(w << 6) + lowest(x)]
            moved[card >> 6] |= bit(card & 63)
            x &= x - 1
    for w in range(CARD_WORDS):
        cards[w] |= moved[w]


cdef void exchange_cards(const Tables* R, GameState* S, int seat, const uint64_t* hidden,
                         const uint8_t* to) noexcept nogil:
    cdef uint16_t pile = 0
    cdef int i, p
    for i in range(S.n_deck):
        S.deck[i] = to[S.deck[i]]
    if S.display_hidden:
        for i in range(DISPLAY_SLOTS):
            if S.display[i] != NO_CARD:
                S.display[i] = to[S.display[i]]
    for i in range(16):
        if (S.base_pile >> i) & 1:
            pile |= <uint16_t> (1 << (to[R.base_first + i] - R.base_first))
    S.base_pile = pile
    for i in range(S.n_pouched):
        S.pouch_card[i] = to[S.pouch_card[i]]
    exchange_set(S.aside, hidden, to)
    if limbo_private(S, seat):
        exchange_set(S.limbo, hidden, to)
    if S.face_down_discard:
        exchange_set(S.discard, hidden, to)
    for p in range(S.n_players):
        if p != seat:
            exchange_set(S.player[p].hand, hidden, to)
            # Whoever knew the card at a place knows the card that lies there now.
            exchange_set(S.player[p].seen, hidden, to)


# Final scoring cards: the pile, those of the others and a private draw of another player.
cdef void exchange_finals(GameState* S, int seat) noexcept nogil:
    cdef uint8_t[32] pool
    cdef uint16_t mask
    cdef bint limbo = S.n_frames > 0 and top_frame(S).player != seat
    cdef int n = 0, i, p, _k
    for i in range(S.n_final):
        pool[n] = S.final_pile[i]
        n += 1
    for p in range(S.n_players + 1):
        if p == seat or (p == S.n_players and not limbo):
            continue
        mask = S.final_limbo if p == S.n_players else S.player[p].finals
        while mask:
            pool[n] = <uint8_t> lowest(mask)
            n += 1
            mask &= mask - 1
    shuffle(S.rng, pool, n)
    for i in range(S.n_final):
        n -= 1
        S.final_pile[i] = pool[n]
    for p in range(S.n_players + 1):
        if p == seat or (p == S.n_players and not limbo):
            continue
        mask = 0
        for _k in range(popcount(S.final_limbo if p == S.n_players else S.player[p].finals)):
            n -= 1
            mask |= <uint16_t> (1 << pool[n])
        if p == S.n_players:
            S.final_limbo = mask
        else:
            S.player[p].finals = mask


# Maps offered to the others in expert variant 1; as long as the choices are secret a map already chosen is one of the
# two, later the map is known and only the one left behind is drawn again.
cdef void exchange_maps(const Tables* R, GameState* S, int seat) noexcept nogil:
    cdef uint8_t[32] pool
    cdef uint32_t known = 0
    cdef bint secret = maps_secret(S)
    cdef int n = 0, i, p, first
    if S.map_mode != MAPS_PICK_OF_TWO or S.n_players == 1:
        return
    for i in range(2):
        known |= <uint32_t> 1 << S.player[seat].map_offer[i]
    for p in range(S.n_players):
        if p != seat and not secret:
            known |= <uint32_t> 1 << S.player[p].map
    for i in range(R.n_maps):
        if R.map[i].advanced and not (known >> i) & 1:
            pool[n] = <uint8_t> i
            n += 1
    shuffle(S.rng, pool, n)
    for p in range(S.n_players):
        if p == seat:
            continue
        n -= 1
        first = pool[n]
        if not secret:
            S.player[p].map_offer[0] = <uint8_t> min(first, S.player[p].map)
            S.player[p].map_offer[1] = <uint8_t> max(first, S.player[p].map)
            continue
        n -= 1
        S.player[p].map_offer[0] = <uint8_t> min(first, pool[n])
        S.player[p].map_offer[1] = <uint8_t> max(first, pool[n])
        S.player[p].map = S.player[p].map_offer[below(S.rng, 2)]


cdef void deal_again(const Tables* R, const GameState* S, int seat, uint64_t* rng, GameState* T) noexcept nogil:
    cdef uint64_t[4] hidden
    cdef uint8_t[256] to
    cdef int i
    copy_state(T, S)
    memcpy(T.rng, rng, sizeof(T.rng))
    memset(T.script, 0, sizeof(T.script))
    T.n_script = T.script_at = T.script_error = 0
    unknown_cards(S, R, seat, hidden)
    forget_unknown(&T.player[seat], hidden)
    for i in range(256):
        to[i] = <uint8_t> i
    draw_exchange(R, T, hidden, to)
    exchange_cards(R, T, seat, hidden, to)
    exchange_finals(T, seat)
    exchange_maps(R, T, seat)
    memcpy(rng, T.rng, sizeof(T.rng))


cdef bint still_asked(const Tables* R, GameState* T) noexcept nogil:
    cdef action_t[ACTION_BUFFER] actions
    cdef uint64_t[4] rng
    cdef int n = T.n_frames
    cdef Frame before
    if T.phase == PHASE_OVER:
        return True
    before = T.frame[n - 1]
    memcpy(rng, T.rng, sizeof(rng))
    run(R, T)
    if (T.phase == PHASE_OVER or T.n_frames != n or T.frame[n - 1].kind != before.kind
            or T.frame[n - 1].step != before.step or memcmp(rng, T.rng, sizeof(rng)) != 0):
        return False
    return legal_actions(R, T, actions) > 0
