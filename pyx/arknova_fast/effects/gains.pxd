# cython: language_level=3
"""Gains on the tracks, money, tokens, workers and the break token."""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from arknova_fast.core.types cimport *
from arknova_fast.core.tables cimport Tables, Bonus
from arknova_fast.core.state cimport GameState, Player

cdef enum:
    MOST_MONEY = 32767       # what the field holds; far above anything play can reach

cdef inline void gain_money(GameState* S, int p, int n) noexcept nogil:
    cdef int money = S.player[p].money + n
    S.player[p].money = <int16_t> (money if money < MOST_MONEY else MOST_MONEY)

# X-tokens beyond the limit are lost (R1.17).
cdef inline void gain_x_tokens(const Tables* R, GameState* S, int p, int n) noexcept nogil:
    cdef int x = S.player[p].x_tokens + n
    S.player[p].x_tokens = <uint8_t> (x if x < R.max_x_tokens else R.max_x_tokens)

# Appeal stays between 0 and the end of the track (R16.14, R23.2).
cdef inline void gain_appeal(const Tables* R, GameState* S, int p, int n) noexcept nogil:
    cdef int a = S.player[p].appeal + n
    if a > R.max_appeal:
        a = R.max_appeal
    S.player[p].appeal = <uint8_t> (a if a > 0 else 0)

cdef inline int score_of(const Tables* R, const GameState* S, int p) noexcept nogil:
    return S.player[p].appeal + R.white_number[S.player[p].conservation]

# Whether the action card counts as upgraded for a condition (R7.6): of the running hypnotised action the
# victim's side counts for its own type (R20.7), else the player's own card.
cdef inline int side_for(const Tables* R, const GameState* S, int p, int card) noexcept nogil:
    if S.act.active and p == S.turn_owner:
        if S.act.hypnosis and S.act.card == card:
            return S.act.side
        if R.switches & SW_UPGRADE_NEXT_ACTION:
            return (S.act.upgraded >> card) & 1
    return (S.player[p].upgraded >> card) & 1

# Money the player may spend now; 2 are reserved while venom will have to be paid (R19.18).
cdef inline int spendable(const Tables* R, const GameState* S, int p) noexcept nogil:
    cdef const Player* P = &S.player[p]
    cdef int money = P.money
    if P.venom and owes_venom(R, S, p):
        money -= R.venom_payment
    return money if money > 0 else 0

cdef inline bint owes_venom(const Tables* R, const GameState* S, int p) noexcept nogil:
    cdef const Player* P = &S.player[p]
    if P.venom == 0 or p != S.turn_owner or S.venom_removed or S.phase != PHASE_PLAY:
        return False
    if R.switches & SW_VENOM_PAY_AVAILABLE:
        return False
    if S.act.active and (S.player[S.act.owner].venom >> S.act.card) & 1:
        return S.act.owner != p and not R.switches & SW_HYPNOSIS_VENOM_COUNTS
    return True

# Gains of S.open_player that wait in the open set where their order can matter.
cdef void gain(const Tables* R, GameState* S, int op, int n, int card) noexcept nogil
cdef void add_bonus(const Tables* R, GameState* S, const Bonus* bonus, int card) noexcept nogil
# Carries out one of the gains OP_CONSERVATION .. OP_X_TOKEN.
cdef void apply_gain(const Tables* R, GameState* S, int p, int op, int n) noexcept nogil
# The gains themselves.
cdef void gain_conservation(const Tables* R, GameState* S, int p, int n) noexcept nogil
cdef void gain_reputation(const Tables* R, GameState* S, int p, int n) noexcept nogil
cdef void gain_worker(const Tables* R, GameState* S, int p, int n) noexcept nogil
cdef void advance_break(const Tables* R, GameState* S, int p, int steps) noexcept nogil
