# cython: language_level=3
"""Cards moving between deck, display, hands, discard pile and limbo."""
from libc.string cimport memset
from arknova_fast.core.types cimport *
from arknova_fast.core.bits cimport set_count, set_next, set_select
from arknova_fast.core.rng cimport below, shuffle
from arknova_fast.effects.tape cimport tape_shuffle, taped_pick


cdef int scripted(GameState* S, const uint64_t* cards) noexcept nogil:
    cdef int card
    if S.script_at >= S.n_script:
        return NO_CARD
    card = S.script[S.script_at]
    if not set_has(cards, card):
        return NO_CARD
    S.script_at += 1
    return card


cdef int random_card(GameState* S, const uint64_t* cards, int n) noexcept nogil:
    cdef int card = scripted(S, cards)
    if card == NO_CARD:
        if S.script_at < S.n_script:
            S.script_error = 1
        card = set_select(cards, <int> below(S.rng, <uint32_t> n))
    return taped_pick(S, cards, card)


cdef void reshuffle(const Tables* R, GameState* S) noexcept nogil:
    """The discard pile becomes the new deck. A script names the first cards to be drawn from it."""
    cdef int n = set_count(S.discard), i, card, w, p
    cdef int top_n = 0
    cdef uint8_t top_cards[MAX_SCRIPT]
    if n == 0:
        return
    for p in range(S.n_players):
        for w in range(CARD_WORDS):
            S.player[p].seen[w] &= ~S.discard[w]
    while top_n < MAX_SCRIPT:
        card = scripted(S, S.discard)
        if card == NO_CARD:
            break
        set_drop(S.discard, card)
        top_cards[top_n] = <uint8_t> card
        top_n += 1
    n -= top_n
    card = set_next(S.discard, 0)
    for i in range(n):
        S.deck[i] = <uint8_t> card
        card = set_next(S.discard, card + 1)
    shuffle(S.rng, S.deck, n)
    for i in range(top_n):
        S.deck[n + i] = top_cards[top_n - 1 - i]
    S.n_deck = <uint16_t> (n + top_n)
    memset(S.discard, 0, sizeof(S.discard))
    tape_shuffle(S)


cdef int draw_card(const Tables* R, GameState* S) noexcept nogil:
    cdef int card
    if S.n_deck == 0:
        return draw_reshuffled(R, S)
    S.n_deck -= 1
    card = S.deck[S.n_deck]
    S.deck[S.n_deck] = NO_CARD
    return card


cdef int draw_reshuffled(const Tables* R, GameState* S) noexcept nogil:
    # Apart from draw_card, which would save registers for it at every draw.
    reshuffle(R, S)
    return draw_card(R, S) if S.n_deck else NO_CARD


cdef int draw_to_hand(const Tables* R, GameState* S, int p, int n) noexcept nogil:
    cdef int i, card
    for i in range(n):
        card = draw_card(R, S)
        if card == NO_CARD:
            return i
        set_add(S.player[p].hand, card)
    return n


cdef void display_to_hand(GameState* S, int p, int slot) noexcept nogil:
    cdef int card = S.display[slot - 1]
    S.display[slot - 1] = NO_CARD
    set_add(S.player[p].hand, card)
    reveal_to_others(S, p, card)


cdef void refill_display(const Tables* R, GameState* S) noexcept nogil:
    cdef int i, n = 0, card
    if not bytes_255(S.display) & ALL_SLOTS:
        return
    for i in range(DISPLAY_SLOTS):
        card = S.display[i]
        S.display[n] = <uint8_t> card
        n += card != NO_CARD
    for i in range(n, DISPLAY_SLOTS):
        S.display[i] = <uint8_t> draw_card(R, S)


cdef int slot_of(const GameState* S, int card) noexcept nogil:
    cdef int i
    for i in range(DISPLAY_SLOTS):
        if S.display[i] == card:
            return i + 1
    return 0


cdef void discard_limbo(GameState* S) noexcept nogil:
    cdef int w
    for w in range(CARD_WORDS):
        S.discard[w] |= S.limbo[w]
        S.limbo[w] = 0
