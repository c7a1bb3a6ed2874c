# cython: language_level=3
"""Effects that look at, keep, sell, tuck or exchange cards (R20.24-R20.42)."""
from arknova_fast.rules.frames cimport *
from arknova_fast.core.types cimport *
from arknova_fast.effects.gains cimport gain_appeal, gain_money
from arknova_fast.effects.zones cimport (
    discard, discard_limbo, display_any, display_to_hand, draw_card, draw_to_hand, forget, random_card,
    refill_display, reveal_to_others)


cdef void reveal(const Tables* R, GameState* S, int p, int n) noexcept nogil:
    """Hunter: turn over the top n cards, then take one animal among them."""
    cdef int _i, card
    for _i in range(n):
        card = draw_card(R, S)
        if card == NO_CARD:
            break
        set_add(S.limbo, card)
    push(S, FRAME_HUNTER, p)


cdef inline bint animal_in_limbo(const Tables* R, const GameState* S) noexcept nogil:
    cdef int w
    for w in range(CARD_WORDS):
        if S.limbo[w] & R.type_set[<int> ANIMAL][w]:
            return True
    return False


cdef int step_hunter(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    if animal_in_limbo(R, S):
        return STEP_DECIDE
    discard_limbo(S)
    pop(S)
    return STEP_DONE


cdef int list_hunter(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    cdef int n = 0, card = set_next(S.limbo, 0)
    while card != NO_CARD:
        if R.card[card].type == ANIMAL:
            out[n] = make_action(TAKE_CARD, card, 0)
            n += 1
        card = set_next(S.limbo, card + 1)
    return n


cdef void apply_hunter(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int p = f.player, card = <int> action_a(action)
    pop(S)
    set_drop(S.limbo, card)
    set_add(S.player[p].hand, card)
    reveal_to_others(S, p, card)
    discard_limbo(S)


cdef void draw_private(const Tables* R, GameState* S, int p, int n) noexcept nogil:
    """Perception: draw n cards and keep half of them, rounded up when fewer are left."""
    cdef int _i, card, drawn = 0
    for _i in range(n):
        card = draw_card(R, S)
        if card == NO_CARD:
            break
        set_add(S.limbo, card)
        drawn += 1
    push(S, FRAME_KEEP, p).a = <uint8_t> ((drawn + 1) // 2)


cdef void scavenge(const Tables* R, GameState* S, int p, int n) noexcept nogil:
    """Draw n random cards of the discard pile, keep one."""
    cdef int left = set_count(S.discard), card
    while n > 0 and left > 0:
        card = random_card(S, S.discard, left)
        set_drop(S.discard, card)
        set_add(S.limbo, card)
        forget(S, card)
        n -= 1
        left -= 1
    push(S, FRAME_KEEP, p).a = 1


cdef int step_keep(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    # f.a: cards of limbo still to keep; the rest is discarded
    if f.a and set_any(S.limbo):
        return STEP_DECIDE
    discard_limbo(S)
    pop(S)
    return STEP_DONE


cdef int list_keep(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    cdef int n = 0, card = set_next(S.limbo, 0)
    while card != NO_CARD:
        out[n] = make_action(TAKE_CARD, card, 0)
        n += 1
        card = set_next(S.limbo, card + 1)
    return n


cdef void apply_keep(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    f.a -= 1
    set_drop(S.limbo, action_a(action))
    set_add(S.player[f.player].hand, action_a(action))


cdef int step_dig(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    # f.a: steps left; a step needs a display card or a hand card
    if f.a and (display_any(S) or set_any(S.player[f.player].hand)):
        return STEP_DECIDE
    pop(S)
    return STEP_DONE


cdef int list_dig(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    cdef int n
    out[0] = make_action(PASS, 0, 0)
    n = list_display(S, DISPLAY_SLOTS, out, 1)
    return list_hand(S, f.player, DISCARD, out, n)


cdef void apply_dig(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int slot
    if action_verb(action) == PASS:
        pop(S)
        return
    f.a -= 1
    if action_verb(action) == DISPLAY:
        slot = <int> action_a(action)
        discard(S, S.display[slot - 1])
        S.display[slot - 1] = NO_CARD
        refill_display(R, S)
    else:
        set_drop(S.player[f.player].hand, action_a(action))
        discard(S, action_a(action))
        draw_to_hand(R, S, f.player, 1)


cdef int step_hand_choice(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    """Sunbathing and Pouch: f.a hand cards may still be chosen."""
    if f.a and set_any(S.player[f.player].hand):
        return STEP_DECIDE
    pop(S)
    return STEP_DONE


cdef int list_sell(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    out[0] = make_action(PASS, 0, 0)
    return list_hand(S, f.player, SELL, out, 1)


cdef void apply_sell(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    if action_verb(action) == PASS:
        pop(S)
        return
    f.a -= 1
    set_drop(S.player[f.player].hand, action_a(action))
    discard(S, action_a(action))
    gain_money(S, f.player, R.sell_money)


cdef int list_pouch(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    out[0] = make_action(PASS, 0, 0)
    return list_hand(S, f.player, TUCK, out, 1)


cdef void apply_pouch(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int card = <int> action_a(action)
    if action_verb(action) == PASS:
        pop(S)
        return
    f.a -= 1
    set_drop(S.player[f.player].hand, card)
    set_add(S.aside, card)
    set_add(S.player[f.player].seen, card)
    if f.card != NO_CARD and R.card[f.card].type == ANIMAL:
        ark_assert(S.n_pouched < MAX_POUCHED)
        S.pouch_card[S.n_pouched] = <uint8_t> card
        S.pouch_host[S.n_pouched] = f.card
        S.n_pouched += 1
    gain_appeal(R, S, f.player, R.pouch_appeal)


cdef void look_at_base_pile(const Tables* R, GameState* S, int p, int card) noexcept nogil:
    """Assertion shows the whole pile; Dominance (card given) asks for one named project."""
    cdef int i
    cdef Frame* f
    if card == NO_CARD:
        S.player[p].base_seen = 1
        for i in range(16):
            if (S.base_pile >> i) & 1:
                set_add(S.player[p].seen, R.base_first + i)
    f = push(S, FRAME_ASSERTION, p)
    f.card = <uint8_t> card


cdef int step_assertion(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    if f.card == NO_CARD:
        if S.base_pile:
            return STEP_DECIDE
    elif (S.base_pile >> (f.card - R.base_first)) & 1:
        return STEP_DECIDE
    pop(S)
    return STEP_DONE


cdef int list_assertion(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    cdef int n = 1, i
    out[0] = make_action(PASS, 0, 0)
    for i in range(16):
        if (S.base_pile >> i) & 1 and (f.card == NO_CARD or f.card == R.base_first + i):
            out[n] = make_action(TAKE_CARD, R.base_first + i, 0)
            n += 1
    return n


cdef void apply_assertion(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int p = f.player, named = f.card, card = <int> action_a(action), q, i
    pop(S)
    if action_verb(action) == PASS:
        return
    S.base_pile &= <uint16_t> ~(1 << (card - R.base_first))
    set_drop(S.player[p].seen, card)
    set_add(S.player[p].hand, card)
    if named != NO_CARD:
        reveal_to_others(S, p, card)
        return
    # The others do not learn which card left, so what they knew of the pile is uncertain now.
    for q in range(S.n_players):
        if q != p:
            S.player[q].base_seen = 0
            for i in range(16):
                if (S.base_pile >> i) & 1 or R.base_first + i == card:
                    set_drop(S.player[q].seen, R.base_first + i)


cdef int draw_final(const Tables* R, GameState* S) noexcept nogil:
    """Top final scoring card; in solo play card 009 is discarded and replaced (R27.15)."""
    cdef int card
    while S.n_final:
        S.n_final -= 1
        card = S.final_pile[S.n_final]
        S.final_pile[S.n_final] = NO_CARD
        if S.n_players > 1 or not R.final_card[card].discard_in_solo:
            return card
    return NO_CARD


cdef void draw_finals(const Tables* R, GameState* S, int p) noexcept nogil:
    cdef int _i, card
    for _i in range(2):
        card = draw_final(R, S)
        if card != NO_CARD:
            S.final_limbo |= <uint16_t> (1 << card)
    push(S, FRAME_RESISTANCE, p)


cdef int step_resistance(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    if S.final_limbo:
        return STEP_DECIDE
    pop(S)
    return STEP_DONE


cdef int list_resistance(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    return list_bits(S.final_limbo, KEEP_FINAL, out, 0)


cdef void apply_resistance(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int p = f.player, i
    pop(S)
    S.player[p].finals |= <uint16_t> (1 << action_a(action))
    S.final_limbo &= <uint16_t> ~(1 << action_a(action))
    for i in range(MAX_FINALS):
        if (S.final_limbo >> i) & 1:
            return_final(S, i)
    S.final_limbo = 0


cdef void return_final(GameState* S, int card) noexcept nogil:
    """Under the pile (R30.5)."""
    cdef int i
    for i in range(S.n_final, 0, -1):
        S.final_pile[i] = S.final_pile[i - 1]
    S.final_pile[0] = <uint8_t> card
    S.n_final += 1


cdef void take_sponsors(const Tables* R, GameState* S, int p) noexcept nogil:
    """Sponsor magnet: all sponsors of the display go to the hand."""
    cdef int i
    for i in range(DISPLAY_SLOTS):
        if S.display[i] != NO_CARD and R.card[S.display[i]].type == SPONSOR:
            display_to_hand(S, p, i + 1)
