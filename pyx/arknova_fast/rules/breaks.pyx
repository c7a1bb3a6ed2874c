# cython: language_level=3
"""The break in its six steps (R24)."""
from libc.string cimport memset
from arknova_fast.rules.frames cimport *
from arknova_fast.core.types cimport *
from arknova_fast.effects.gains cimport add_bonus, score_of
from arknova_fast.effects.pending cimport add_item
from arknova_fast.effects.program cimport enqueue_rows
from arknova_fast.effects.zones cimport discard, discard_limbo, refill_display

# Steps of FRAME_BREAK.
cdef enum:
    HAND_LIMIT = 0
    CLEAN_UP = 1
    INCOME = 2
    INCOME_TAKEN = 3


cdef int hand_limit(const Tables* R, const Player* P) noexcept nogil:
    cdef int limit = R.hand_limit, i
    for i in range(3):
        if (P.universities >> i) & 1 and R.university_hand[i] > limit:
            limit = R.university_hand[i]
    return limit


cdef void ask_discards(const Tables* R, GameState* S) noexcept nogil:
    """Step 1, the causer of the break first."""
    cdef int i, p, surplus
    for i in range(S.n_players - 1, -1, -1):
        p = (S.break_causer + i) % S.n_players
        surplus = set_count(S.player[p].hand) - hand_limit(R, &S.player[p])
        if surplus > 0:
            push(S, FRAME_DISCARD, p).a = <uint8_t> surplus


cdef void refill_tiles(const Tables* R, GameState* S) noexcept nogil:
    """One partner zoo and one university of each kind while the supply of four lasts (R24.8)."""
    cdef int p, zoos_gone = 0, universities_gone = 0
    # Four are gone only when each of four players has one.
    if S.n_players == MAX_PLAYERS:
        zoos_gone, universities_gone = 31, 7
        for p in range(MAX_PLAYERS):
            zoos_gone &= S.player[p].partner_zoos
            universities_gone &= S.player[p].universities
    S.partner_board |= <uint8_t> (31 & ~zoos_gone)
    S.university_board |= <uint8_t> (7 & ~universities_gone)


cdef void clean_up(const Tables* R, GameState* S) noexcept nogil:
    """Steps 2 to 4: tokens, association board, display (R24.6-R24.9)."""
    cdef int p, i
    cdef Player* P
    for p in range(S.n_players):
        P = &S.player[p]
        P.venom = 0
        P.constriction = 0
        memset(P.multiplier, 0, sizeof(P.multiplier))
        for i in range(4):
            P.workers += P.workers_on[i]
            P.workers_on[i] = 0
    refill_tiles(R, S)
    for i in range(2):
        if S.display[i] != NO_CARD:
            discard(S, S.display[i])
            S.display[i] = NO_CARD
    refill_display(R, S)


cdef void queue_income(const Tables* R, GameState* S, int p) noexcept nogil:
    """All income of one player becomes open effects (R24.10-R24.18)."""
    cdef Player* P = &S.player[p]
    cdef const Map* M = &R.map[P.map]
    cdef int i, w
    cdef uint64_t x
    add_item(S, OP_INCOME_APPEAL, 1, 0, NO_CARD, 0, 1, 0)
    if P.kiosk:
        add_item(S, OP_INCOME_KIOSKS, 1, 0, NO_CARD, 0, 1, 0)
    if M.ability == RESTAURANT or M.ability == PARLORS:
        add_item(S, OP_INCOME_MAP, 1, 0, NO_CARD, 0, 1, 0)
    for w in range(CARD_WORDS):
        x = P.zoo[w] & R.income_set[w]
        while x:
            i = (w << 6) + lowest(x)
            x &= x - 1
            enqueue_rows(R, S, i, ON_INCOME, 0, R.card[i].n_effects)
    x = M.left_income & ~P.left_tokens
    while x:
        add_bonus(R, S, &M.left[lowest(x)], NO_CARD)
        x &= x - 1


cdef void check_end_in_break(const Tables* R, GameState* S) noexcept nogil:
    """During a break every player is checked (R25.3, R25.6)."""
    cdef int i, p
    if S.end_cause != END_NONE or S.n_players == 1:
        return
    for i in range(S.n_players):
        p = (S.break_causer + i) % S.n_players
        if score_of(R, S, p) >= R.end_score:
            S.end_cause = END_BREAK
            S.end_player = <uint8_t> p
            S.turns_left = S.n_players
            return


cdef int step_break(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    if f.step == HAND_LIMIT:
        S.phase = PHASE_BREAK
        f.step = CLEAN_UP
        ask_discards(R, S)
    elif f.step == CLEAN_UP:
        f.step = INCOME
        discard_limbo(S)
        clean_up(R, S)
    elif f.step == INCOME_TAKEN:
        f.step = INCOME
        refill_display(R, S)
    elif f.b < S.n_players:
        # f.b: players who have taken income
        f.step = INCOME_TAKEN
        S.open_player = <uint8_t> ((S.break_causer + f.b) % S.n_players)
        f.b += 1
        queue_income(R, S, S.open_player)
    else:
        check_end_in_break(R, S)
        S.break_left = R.break_start[S.n_players]
        S.break_pending = 0
        S.breaks += 1
        S.phase = PHASE_PLAY
        S.open_player = S.turn_owner
        pop(S)
    return STEP_DONE
