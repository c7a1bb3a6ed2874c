# cython: language_level=3
"""Turns: main choice, performing an action card, extra actions, the end of a turn (R5, R6, R18, R19)."""
from libc.string cimport memset
from arknova_fast.rules.frames cimport *
from arknova_fast.core.types cimport *
from arknova_fast.effects.gains cimport gain_x_tokens, owes_venom, score_of
from arknova_fast.effects.zones cimport refill_display
from arknova_fast.rules.actioncards cimport move_card, slot_of_card
from arknova_fast.rules.animals cimport animals_need
from arknova_fast.rules.association cimport association_needs, cover_donation
from arknova_fast.rules.build cimport build_needs
from arknova_fast.rules.harbor cimport harbor_open
from arknova_fast.rules.sponsors cimport can_earn

cdef extern from "ark_bits.h" nogil:
    # Writes first, first + 1, ... first + 11: more than the X-tokens any ruleset allows.
    void ramp "ark_ramp"(action_t* out, action_t first)

# Steps of FRAME_TURN and FRAME_ACTION.
cdef enum:
    TURN_START = 0
    TURN_DEFERRED = 1
    TURN_END = 2
    TURN_NEXT = 3
    EXECUTE = 0
    EXECUTED = 1
    FINISH = 2


cdef void setup_action(const Tables* R, GameState* S, int p, int owner, int card, int slot) noexcept nogil:
    """Fixes side and base strength of an action card that is about to be used."""
    cdef Action* A = &S.act
    cdef const Player* O = &S.player[owner]
    memset(A, 0, sizeof(Action))
    A.card = <uint8_t> card
    A.owner = <uint8_t> owner
    A.side = (O.upgraded >> card) & 1
    A.slot_strength = <int8_t> base_strength(R, O, card, slot)
    A.hypnosis = owner != p
    A.upgraded = S.player[p].upgraded
    A.active = 1
    if owner == p:
        A.multipliers = O.multiplier[card]


cdef inline int action_needs(const Tables* R, GameState* S, int p, int card, int side, int most) noexcept nogil:
    """Least strength with which an action can do something (R5.3, R5.6, R5.7); at most `most` can be reached."""
    # The look at hand and board is spared when that is not enough for anything.
    if card == ANIMALS:
        if most < 1 or R.max_animals[side][most if most < 5 else 5] == 0:
            return 255
        return animals_need(R, S, p, side)
    elif card == ASSOCIATION:
        return association_needs(R, S, p, side) if most >= R.least_task_value else 255
    elif card == BUILD:
        return build_needs(R, S, p, side)
    return 1


cdef bint can_act(const Tables* R, GameState* S, int p, int card, int x_tokens) noexcept nogil:
    cdef const Player* P = &S.player[p]
    cdef int strength = base_strength(R, P, card, slot_of_card(P, card)) + x_tokens
    return strength >= action_needs(R, S, p, card, (P.upgraded >> card) & 1, strength)


cdef inline int add_strengths(const Player* P, int card, int base, int need, action_t* out, int n) noexcept nogil:
    """ACT actions for every number of X-tokens that lifts the base strength to what is needed (D2.2).

    Always writes as many as there can be and counts those that hold: a loop that ends at the number of tokens would be
    mispredicted at every main choice.
    """
    cdef int first = need - base if need > base else 0
    cdef int count = P.x_tokens - first + 1
    ramp(out + n, make_action(ACT, card, first))
    return n + count if count > 0 else n


cdef inline int list_card(const Tables* R, GameState* S, int p, int owner, int card, int slot, action_t* out,
                          int n) noexcept nogil:
    cdef const Player* O = &S.player[owner]
    cdef int need = 1, base = base_strength(R, O, card, slot)
    cdef int most = base + S.player[p].x_tokens
    if card != CARDS and card != SPONSORS:
        # Only venom and Hypnosis make it matter to the checks which card is tried. No action is running, so
        # S.act is free to hold it.
        if S.player[p].venom or owner != p:
            setup_action(R, S, p, owner, card, slot)
            need = action_needs(R, S, p, card, S.act.side, most)
            memset(&S.act, 0, sizeof(Action))
        else:
            need = action_needs(R, S, p, card, (O.upgraded >> card) & 1, most)
    return add_strengths(&S.player[p], card, base, need, out, n)


cdef inline void slots_of_cards(const Player* P, int* slots) noexcept nogil:
    cdef int i
    for i in range(5):
        slots[P.order[i]] = i + 1


cdef bint settles(const Tables* R, GameState* S, int p, action_t action) noexcept nogil:
    """Whether a main choice is sure to settle venom with too little money at hand (R19.18, A6)."""
    cdef const Player* P = &S.player[p]
    cdef int card = <int> action_a(action)
    cdef bint earns
    if (P.venom >> card) & 1:
        return True
    if action_verb(action) != ACT or card != SPONSORS:
        return False
    setup_action(R, S, p, p, card, slot_of_card(P, card))
    S.act.strength = <uint8_t> (S.act.slot_strength + <int> action_b(action))
    S.act.left = <uint8_t> (S.act.strength + R.sponsors_extra[S.act.side])
    earns = can_earn(R, S, p)
    memset(&S.act, 0, sizeof(Action))
    return earns


cdef int list_main(const Tables* R, GameState* S, const Frame* f, action_t* out) noexcept nogil:
    cdef int p = f.player, card, n = 0, i, kept = 0
    cdef int slots[5]
    cdef action_t* end
    slots_of_cards(&S.player[p], slots)
    n = list_card(R, S, p, p, ANIMALS, slots[<int> ANIMALS], out, n)
    n = list_card(R, S, p, p, ASSOCIATION, slots[<int> ASSOCIATION], out, n)
    n = list_card(R, S, p, p, BUILD, slots[<int> BUILD], out, n)
    n = list_card(R, S, p, p, CARDS, slots[<int> CARDS], out, n)
    n = list_card(R, S, p, p, SPONSORS, slots[<int> SPONSORS], out, n)
    end = out + n
    for card in range(5):
        end[card] = make_action(X_TOKEN, card, 0)
    n += 5 * (S.player[p].x_tokens < R.max_x_tokens)
    if S.player[p].venom and S.player[p].money < R.venom_payment and owes_venom(R, S, p):
        for i in range(n):
            if settles(R, S, p, out[i]):
                kept += 1
        # Without any turn that settles it the player pays what is left (R19.19).
        if kept:
            kept = 0
            for i in range(n):
                if settles(R, S, p, out[i]):
                    out[kept] = out[i]
                    kept += 1
            return kept
    return n


cdef void start_action(const Tables* R, GameState* S, int p, int owner, action_t action) noexcept nogil:
    """The top frame becomes the action; X-tokens are spent before anything else (R6.1)."""
    cdef int card = <int> action_a(action)
    cdef bint is_x_token = action_verb(action) == X_TOKEN
    setup_action(R, S, p, owner, card, slot_of_card(&S.player[owner], card))
    become(S, FRAME_ACTION).step = EXECUTED
    # An X-token action has no strength and spends none.
    S.act.is_x_token = is_x_token
    S.player[p].x_tokens -= <uint8_t> action_b(action)
    S.act.strength = <uint8_t> ((S.act.slot_strength + <int> action_b(action)) * (not is_x_token))
    execute(R, S, p)


cdef void apply_main(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    start_action(R, S, f.player, f.player, action)


cdef inline int frame_of(int card) noexcept nogil:
    # One byte a card: which one is played is never the same, so there is no branch to be predicted.
    cdef uint64_t frames = (<uint64_t> FRAME_SPONSORS << 32 | FRAME_CARDS << 24 | FRAME_BUILD << 16
                            | FRAME_ASSOCIATION << 8 | FRAME_ANIMALS)
    return <int> (frames >> (8 * card)) & 255


cdef inline void execute(const Tables* R, GameState* S, int p) noexcept nogil:
    """Performs the action whose card and strength are fixed and of which nothing is done yet."""
    cdef Action* A = &S.act
    A.left = A.strength
    A.only_small = 1
    if A.is_x_token:
        gain_x_tokens(R, S, p, 1)
    else:
        A.left += R.sponsors_extra[A.side] if A.card == SPONSORS else 0
        push(S, frame_of(A.card), p)


cdef void execute_again(const Tables* R, GameState* S, int p) noexcept nogil:
    cdef Action* A = &S.act
    A.count = 0
    A.extra_used = 0
    A.donated = 0
    A.tasks = 0
    A.kinds = 0
    A.n_projects = 0
    memset(A.projects, 0, sizeof(A.projects))
    execute(R, S, p)


cdef void take_tokens_off(const Tables* R, GameState* S, Player* O, int card) noexcept nogil:
    if (O.venom >> card) & 1:
        O.venom &= <uint8_t> ~(1 << card)
        # The token of a hypnotised card counts for nobody (C32) unless the ruling says otherwise.
        if not S.act.hypnosis or R.switches & SW_HYPNOSIS_VENOM_COUNTS:
            S.venom_removed = 1
    O.constriction &= <uint8_t> ~(1 << card)


cdef inline void finish_action(const Tables* R, GameState* S, int p) noexcept nogil:
    """Tokens come off, the card goes to slot 1 of its owner (R5.8, R19.15, R19.21, R20.10)."""
    cdef Player* O = &S.player[S.act.owner]
    cdef int card = S.act.card
    if O.venom or O.constriction:
        take_tokens_off(R, S, O, card)
    move_card(O, card, 1)
    memset(&S.act, 0, sizeof(Action))


cdef int step_action(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    cdef int p = f.player
    if f.step == EXECUTE:
        f.step = EXECUTED
        execute_again(R, S, p)
        return STEP_DONE
    if f.step == EXECUTED:
        S.act.executions += 1
        if S.act.multipliers:
            f.step = FINISH
            push(S, FRAME_REPEAT, p)
            return STEP_DONE
    pop(S)
    finish_action(R, S, p)
    f = top(S)
    return step_turn(R, S, f) if f.kind == FRAME_TURN else STEP_DONE


cdef int list_again(const Tables* R, GameState* S, int p, action_t* out, int n) noexcept nogil:
    """A further execution with the same base strength, or another X-token (R19.2, R19.26, R18.6)."""
    cdef Action saved = S.act
    cdef int need
    if S.act.is_x_token:
        if S.player[p].x_tokens < R.max_x_tokens and not R.switches & SW_MULTIPLIER_NO_X_TOKEN:
            out[n] = make_action(X_TOKEN, S.act.card, 0)
            n += 1
        return n
    setup_action(R, S, p, p, saved.card, slot_of_card(&S.player[p], saved.card))
    need = action_needs(R, S, p, saved.card, S.act.side, S.act.slot_strength + S.player[p].x_tokens)
    n = add_strengths(&S.player[p], saved.card, S.act.slot_strength, need, out, n)
    S.act = saved
    return n


cdef int step_repeat(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    cdef action_t buffer[64]
    if list_again(R, S, f.player, buffer, 0):
        return STEP_DECIDE
    pop(S)
    return STEP_DONE


cdef int list_repeat(const Tables* R, GameState* S, const Frame* f, action_t* out) noexcept nogil:
    out[0] = make_action(PASS, 0, 0)
    return list_again(R, S, f.player, out, 1)


cdef void apply_repeat(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int p = f.player, card = S.act.card
    cdef Player* P = &S.player[p]
    pop(S)
    if action_verb(action) == PASS:
        if R.switches & SW_MULTIPLIER_RETURNED:
            P.multiplier[card] -= S.act.multipliers
        return
    P.multiplier[card] -= 1
    S.act.multipliers -= 1
    # The further execution is an action of its own: an upgrade made meanwhile holds for it (R7.5).
    S.act.side = (P.upgraded >> card) & 1
    S.act.upgraded = P.upgraded
    if action_verb(action) == ACT:
        P.x_tokens -= <uint8_t> action_b(action)
        S.act.strength = <uint8_t> (S.act.slot_strength + <int> action_b(action))
    top(S).step = EXECUTE


cdef int list_extra(const Tables* R, GameState* S, const Frame* f, action_t* out) noexcept nogil:
    """f.a: OP_ACTION (f.b: the card), OP_DETERMINATION or OP_HYPNOSIS_ACTION (f.b: the victim, f.d: slots)."""
    cdef int p = f.player, n = 0, card, owner = p
    cdef int slots[5]
    cdef bint x_token = f.a != OP_ACTION and S.player[p].x_tokens < R.max_x_tokens
    if f.a == OP_HYPNOSIS_ACTION:
        owner = f.b
    slots_of_cards(&S.player[owner], slots)
    if f.a != OP_DETERMINATION or R.switches & SW_DETERMINATION_OPTIONAL:
        out[n] = make_action(PASS, 0, 0)
        n += 1
    for card in range(5):
        if f.a == OP_ACTION and card != f.b:
            continue
        if f.a == OP_HYPNOSIS_ACTION and slots[card] > f.d:
            continue
        if f.a == OP_DETERMINATION and card == ANIMALS and R.switches & SW_DETERMINATION_NOT_ANIMALS:
            continue
        n = list_card(R, S, p, owner, card, slots[card], out, n)
    if x_token:
        for card in range(5):
            if f.a == OP_DETERMINATION or slots[card] <= f.d:
                out[n] = make_action(X_TOKEN, card, 0)
                n += 1
    return n


cdef int step_extra(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    cdef action_t buffer[128]
    cdef int n = list_extra(R, S, f, buffer)
    if n == 0 or (n == 1 and action_verb(buffer[0]) == PASS):
        pop(S)
        return STEP_DONE
    return STEP_DECIDE


cdef void apply_extra(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int p = f.player, owner = f.b if f.a == OP_HYPNOSIS_ACTION else f.player
    if action_verb(action) == PASS:
        pop(S)
        return
    start_action(R, S, p, owner, action)


cdef void pay_venom(const Tables* R, GameState* S, Player* P) noexcept nogil:
    """R19.16, R19.17; a player with less pays what is left (R19.19)."""
    if P.venom and not S.venom_removed:
        P.money -= R.venom_payment if P.money >= R.venom_payment else P.money


cdef void check_end(const Tables* R, GameState* S, int p) noexcept nogil:
    """The active player's counters at the end of the turn (R25.2, R25.5)."""
    if S.end_cause != END_NONE:
        S.turns_left -= 1
    elif S.n_players > 1 and score_of(R, S, p) >= R.end_score:
        S.end_cause = END_TURN
        S.end_player = <uint8_t> p
        S.turns_left = S.n_players - 1


cdef void solo_turn_over(const Tables* R, GameState* S) noexcept nogil:
    """The topmost token of the left column moves; the last one ends the round (R27.7-R27.12)."""
    S.solo_left -= 1
    if S.solo_left:
        return
    if S.solo_round == R.solo_rounds:
        S.end_cause = END_SOLO
        S.turns_left = 0
        return
    cover_donation(R, S)
    S.solo_round += 1
    S.solo_left = R.solo_turns[S.solo_round - 1]
    S.break_pending = 1
    S.break_causer = 0


cdef void end_turn(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    """R5.12: venom, refill, end check, break."""
    cdef int p = S.turn_owner
    f.step = TURN_NEXT
    pay_venom(R, S, &S.player[p])
    refill_display(R, S)
    check_end(R, S, p)
    if S.n_players == 1:
        solo_turn_over(R, S)
    if S.break_pending:
        push(S, FRAME_BREAK, S.break_causer)


cdef int start_turn(GameState* S, Frame* f) noexcept nogil:
    cdef int p = S.turn_owner
    f.step = TURN_DEFERRED
    f.player = <uint8_t> p
    S.open_player = <uint8_t> p
    S.venom_removed = 0
    S.player[p].harbor_used = 0
    S.turn += 1
    push(S, FRAME_MAIN, p)
    return STEP_DECIDE


cdef int step_turn(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    cdef int p
    if f.step == TURN_DEFERRED:
        f.step = TURN_END
        if S.n_deferred:
            push(S, FRAME_DEFERRED, S.turn_owner)
            return STEP_DONE
    if f.step == TURN_END:
        # f.a: the last moment of the turn was offered (map 4)
        if not f.a and harbor_open(R, S, f):
            f.a = 1
            push(S, FRAME_END_OF_TURN, S.turn_owner)
            return STEP_DONE
        f.a = 0
        end_turn(R, S, f)
        if S.break_pending:
            return STEP_DONE
    if f.step == TURN_NEXT:
        if S.end_cause != END_NONE and S.turns_left == 0:
            become(S, FRAME_FINAL)
            return STEP_DONE
        p = S.turn_owner + 1
        S.turn_owner = <uint8_t> (p * (p < S.n_players))
    return start_turn(S, f)
