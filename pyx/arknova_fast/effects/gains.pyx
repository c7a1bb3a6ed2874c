# cython: language_level=3
"""Gains on the tracks, money, tokens, workers and the break token."""
from arknova_fast.core.types cimport *
from arknova_fast.effects.pending cimport add_item


cdef void gain(const Tables* R, GameState* S, int op, int n, int card) noexcept nogil:
    # Money and X-tokens never limit a later choice, so taking them at once loses nothing.
    if op == OP_MONEY:
        gain_money(S, S.open_player, n)
    elif op == OP_X_TOKEN:
        gain_x_tokens(R, S, S.open_player, n)
    elif n > 0:
        add_item(S, op, n, 0, card, 0, 1, 0)


cdef void add_bonus(const Tables* R, GameState* S, const Bonus* bonus, int card) noexcept nogil:
    if bonus.op == OP_NONE:
        return
    if bonus.op <= OP_X_TOKEN:
        gain(R, S, bonus.op, bonus.n, card)
    elif bonus.op == OP_CLEVER:
        add_item(S, OP_CLEVER, 1, 0, card, 1, bonus.n, 0)
    else:
        add_item(S, bonus.op, bonus.n, bonus.arg, card, bonus.optional, 1, 0)


cdef void gain_conservation(const Tables* R, GameState* S, int p, int n) noexcept nogil:
    """Advance conservation; thresholds reached or passed join the open effects (R23.8-R23.14)."""
    cdef Player* P = &S.player[p]
    cdef int c = P.conservation + n, i
    if c > R.max_conservation:
        c = R.max_conservation
    P.conservation = <uint8_t> c
    if c >= R.cons_choice_at and not P.thresholds & 1:
        P.thresholds |= 1
        add_item(S, OP_CONS_CHOICE, 1, 0, NO_CARD, 0, 1, 0)
    for i in range(2):
        if c >= R.cons_tile_at[i] and not P.thresholds & (2 << i):
            P.thresholds |= <uint8_t> (2 << i)
            add_item(S, OP_CONS_TILE, 1, i, NO_CARD, 0, 1, 0)
    if c >= R.cons_discard_at and not S.cons10_done:
        S.cons10_done = 1
        add_item(S, OP_CONS_DISCARD, 1, 0, NO_CARD, 0, 1, 0)


cdef void gain_reputation(const Tables* R, GameState* S, int p, int n) noexcept nogil:
    """Advance reputation space by space (R10.1-R10.7)."""
    cdef Player* P = &S.player[p]
    cdef int cap = R.max_reputation if side_for(R, S, p, CARDS) else R.reputation_cap
    while n > 0:
        n -= 1
        if P.reputation >= R.max_reputation:
            gain_appeal(R, S, p, 1)
        elif P.reputation < cap:
            P.reputation += 1
            add_bonus(R, S, &R.reputation_bonus[P.reputation], NO_CARD)


cdef void gain_worker(const Tables* R, GameState* S, int p, int n) noexcept nogil:
    """Hire workers from the lowest filled space; the map's bonus for that space is gained (R14.24-R14.26)."""
    cdef Player* P = &S.player[p]
    cdef int hired
    while n > 0 and P.workers_idle > 0:
        n -= 1
        hired = R.n_workers - 1 - P.workers_idle
        P.workers_idle -= 1
        P.workers += 1
        if hired < 3:
            add_bonus(R, S, &R.map[P.map].worker[hired], NO_CARD)


cdef void advance_break(const Tables* R, GameState* S, int p, int steps) noexcept nogil:
    """Move the break token; whoever brings it to the last space gains an X-token (R24.1-R24.3, R27.6)."""
    if S.n_players == 1 or S.break_pending or steps <= 0:
        return
    if steps >= S.break_left:
        S.break_left = 0
        S.break_pending = 1
        S.break_causer = <uint8_t> p
        gain_x_tokens(R, S, p, 1)
    else:
        S.break_left -= <uint8_t> steps


cdef void apply_gain(const Tables* R, GameState* S, int p, int op, int n) noexcept nogil:
    if op == OP_CONSERVATION:
        gain_conservation(R, S, p, n)
    elif op == OP_REPUTATION:
        gain_reputation(R, S, p, n)
    elif op == OP_WORKER:
        gain_worker(R, S, p, n)
    elif op == OP_APPEAL:
        gain_appeal(R, S, p, n)
    elif op == OP_MONEY:
        gain_money(S, p, n)
    elif op == OP_X_TOKEN:
        gain_x_tokens(R, S, p, n)
