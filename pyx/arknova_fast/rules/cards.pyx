# cython: language_level=3
"""The Cards action (R8), taking, snapping and discarding cards."""
from arknova_fast.rules.frames cimport *
from arknova_fast.core.types cimport *
from arknova_fast.effects.gains cimport advance_break
from arknova_fast.effects.zones cimport (
    discard, display_any, display_to_hand, draw_to_hand, refill_display)

# Steps of FRAME_CARDS.
cdef enum:
    ADVANCE = 0
    MODE = 1
    TAKEN = 2
    OVER = 3


cdef inline bint cards_left(const GameState* S) noexcept nogil:
    return S.n_deck > 0 or set_any(S.discard)


cdef void draw_cards(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    """Side I draws from the deck; side II takes card by card from deck or range (R8.3-R8.7)."""
    cdef int s = S.act.strength if S.act.strength < 5 else 5
    cdef int p = f.player
    cdef Frame* g
    f.step = TAKEN
    if S.act.side:
        g = push(S, FRAME_TAKE, p)
        g.a = R.draw_n[1][s]
    else:
        draw_to_hand(R, S, p, R.draw_n[0][s])


cdef int step_cards(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    cdef int s = S.act.strength if S.act.strength < 5 else 5
    cdef int p = f.player
    if f.step == ADVANCE:
        advance_break(R, S, p, R.cards_break_steps)
        f.step = MODE
        if S.act.strength >= R.snap_from[S.act.side] and display_any(S):
            return STEP_DECIDE
        draw_cards(R, S, f)
        return STEP_DONE
    if f.step == MODE:
        return STEP_DECIDE
    if f.step == TAKEN and R.draw_discard[S.act.side][s]:
        f.step = OVER
        push(S, FRAME_DISCARD, p).a = R.draw_discard[S.act.side][s]
        return STEP_DONE
    pop(S)
    return STEP_DONE


cdef int list_cards(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    out[0] = make_action(DRAW_MODE, 0, 0)
    out[1] = make_action(SNAP_MODE, 0, 0)
    return 2


cdef void apply_cards(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int p = f.player
    if action_verb(action) == DRAW_MODE:
        draw_cards(R, S, f)
    else:
        f.step = OVER
        push(S, FRAME_SNAP, p).a = 1


cdef int step_take(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    # f.a: cards still to take, f.b: 1 when optional
    cdef int i
    if f.a:
        if cards_left(S):
            return STEP_DECIDE
        for i in range(display_range(R, S, f.player)):
            if S.display[i] != NO_CARD:
                return STEP_DECIDE
    pop(S)
    return STEP_DONE


cdef int list_take(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    cdef int n = 0
    if f.b:
        out[n] = make_action(PASS, 0, 0)
        n += 1
    if cards_left(S):
        out[n] = make_action(DECK, 0, 0)
        n += 1
    return list_display(S, display_range(R, S, f.player), out, n)


cdef void apply_take(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int verb = action_verb(action)
    if verb == PASS:
        pop(S)
        return
    f.a -= 1
    if verb == DECK:
        draw_to_hand(R, S, f.player, 1)
    else:
        display_to_hand(S, f.player, action_a(action))


cdef int step_snap(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    # f.a: cards still to snap; mandatory while the display holds a card (R20.34)
    if f.a and display_any(S):
        return STEP_DECIDE
    pop(S)
    return STEP_DONE


cdef int list_snap(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    return list_display(S, DISPLAY_SLOTS, out, 0)


cdef void apply_snap(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int p = f.player
    f.a -= 1
    display_to_hand(S, p, action_a(action))
    if f.a:
        push(S, FRAME_REFILL, p)


cdef int list_refill(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    out[0] = make_action(PASS, 0, 0)
    out[1] = make_action(REFILL, 0, 0)
    return 2


cdef void apply_refill(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    pop(S)
    if action_verb(action) == REFILL:
        refill_display(R, S)


cdef int step_discard(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    # f.a: cards still to discard
    if f.a and set_any(S.player[f.player].hand):
        return STEP_DECIDE
    pop(S)
    return STEP_DONE


cdef int list_discard(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    return list_hand(S, f.player, DISCARD, out, 0)


cdef void apply_discard(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    f.a -= 1
    set_drop(S.player[f.player].hand, action_a(action))
    # In a break all players discard at the same time: the cards become public together (R24.21).
    if S.phase == PHASE_BREAK:
        set_add(S.limbo, action_a(action))
        set_add(S.player[f.player].seen, action_a(action))
    else:
        discard(S, action_a(action))
