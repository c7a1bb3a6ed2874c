# cython: language_level=3
"""What `greedy` sees of a position, and what resources are worth in it."""
from libc.string cimport memset
from arknova_fast.core.types cimport *
from arknova_fast.core.bits cimport set_count
from arknova_fast.effects.gains cimport score_of

cdef enum:
    FEWEST_TURNS = 1         # the turn being played
    RICH = 60                # money beyond this is worth half


cdef double turns_expected(const View* v) noexcept nogil:
    """Turns until the leader's counters meet; in solo games the tokens left in the column."""
    cdef const GameState* S = v.S
    cdef int q, lead = -100, i, n
    cdef double turns
    if S.end_cause != END_NONE:
        return FEWEST_TURNS
    if S.n_players == 1:
        n = S.solo_left
        for i in range(S.solo_round, v.R.solo_rounds):
            n += v.R.solo_turns[i]
        return n
    for q in range(S.n_players):
        if score_of(v.R, S, q) > lead:
            lead = score_of(v.R, S, q)
    turns = (v.R.end_score - lead) / v.w.pace
    return most(turns, FEWEST_TURNS)


cdef void look(View* v, const Tables* R, const GameState* S, int p, const Weights* w) noexcept nogil:
    cdef int a
    memset(v, 0, sizeof(View))
    v.R = R
    v.S = S
    v.P = &S.player[p]
    v.M = &R.map[v.P.map]
    v.w = w
    v.p = p
    v.turns = turns_expected(v)
    v.later = least(1.0, (v.turns - FEWEST_TURNS) / w.horizon)
    if S.n_players == 1:
        v.breaks = R.solo_rounds - S.solo_round
    else:
        v.breaks = (v.turns - FEWEST_TURNS) / w.break_turns
    v.money = w.money * v.later
    a = v.P.appeal
    v.appeal = w.appeal + w.income * v.breaks * v.money * (
        R.appeal_income[a + 6 if a + 6 < R.max_appeal else R.max_appeal] - R.appeal_income[a]) / 6
    v.conservation = w.conservation
    if v.later < 0.5:
        v.appeal += w.rush * (0.5 - v.later)
        v.conservation += w.rush * 2.5 * (0.5 - v.later)


cdef double worth_of_money(const View* v, double money, double n) noexcept nogil:
    return worth_of_purse(v, money + n) - worth_of_purse(v, money)


cdef inline double worth_of_purse(const View* v, double money) noexcept nogil:
    """Money in the purse is worth more, riches less."""
    cdef double worth = money + v.w.poor * least(money, v.w.purse)
    if money > RICH:
        worth -= 0.5 * (money - RICH)
    return v.money * worth


cdef double money_gain(const View* v, double n) noexcept nogil:
    return worth_of_money(v, v.P.money, n)


cdef double conservation_gain(const View* v, int n) noexcept nogil:
    cdef int c = v.P.conservation
    cdef double worth = v.conservation * n
    if c < v.R.cons_choice_at <= c + n:
        worth += best_upgrade(v)
    if c < v.R.cons_tile_at[0] <= c + n:
        worth += v.w.tile * v.later
    if c < v.R.cons_tile_at[1] <= c + n:
        worth += v.w.tile * v.later
    return worth


cdef double reputation_gain(const View* v, int n) noexcept nogil:
    cdef int r = v.P.reputation, _i
    cdef int cap = v.R.max_reputation if (v.P.upgraded >> CARDS) & 1 else v.R.reputation_cap
    cdef double worth = 0
    for _i in range(n):
        if r >= v.R.max_reputation:
            worth += v.appeal
        elif r < cap:
            r += 1
            worth += v.w.reputation * v.later + v.reputation
            if v.R.reputation_bonus[r].op != OP_NONE:
                worth += bonus_gain(v, &v.R.reputation_bonus[r])
    return worth


cdef double x_token_gain(const View* v, int n) noexcept nogil:
    if n > v.R.max_x_tokens - v.P.x_tokens:
        n = v.R.max_x_tokens - v.P.x_tokens
    return v.w.x_token * v.later * n if n > 0 else 0


cdef double worker_gain(const View* v) noexcept nogil:
    cdef int hired = v.R.n_workers - 1 - v.P.workers_idle
    cdef double worth
    if v.P.workers_idle == 0:
        return 0
    worth = v.w.worker * v.later / (1 + hired)
    if hired < 3 and v.M.worker[hired].op == OP_CONSERVATION:
        worth += v.conservation * v.M.worker[hired].n
    return worth


cdef double upgrade_gain(const View* v, int card) noexcept nogil:
    cdef double share
    if (v.P.upgraded >> card) & 1:
        return 0
    if card == ANIMALS:
        share = v.w.upgrade_animals
    elif card == ASSOCIATION:
        share = v.w.upgrade_association
    elif card == BUILD:
        share = v.w.upgrade_build
    elif card == CARDS:
        share = v.w.upgrade_cards
    else:
        share = v.w.upgrade_sponsors
    return v.w.upgrade * share * v.later


cdef double best_upgrade(const View* v) noexcept nogil:
    cdef int card
    cdef double best = 0
    for card in range(5):
        best = most(best, upgrade_gain(v, card))
    return best


cdef double card_gain(const View* v, double n) noexcept nogil:
    """Cards beyond what a hand can use are worth half."""
    cdef double worth = v.w.card * v.later * n
    return worth if set_count(v.P.hand) < v.w.hand else 0.5 * worth


cdef double free_kiosk(const View* v) noexcept nogil:
    return v.w.kiosk * v.breaks * v.money * v.w.income + v.w.cover


cdef double bonus_gain(const View* v, const Bonus* bonus) noexcept nogil:
    cdef int op = bonus.op, n = bonus.n, kind
    if op <= OP_X_TOKEN or op == OP_TAKE:
        return resource_gain(v, op, n)
    elif op == OP_SNAPPING:
        return 1.3 * card_gain(v, n)
    elif op == OP_UPGRADE:
        return best_upgrade(v)
    elif op == OP_CLEVER:
        return v.w.clever * v.later * n
    elif op == OP_DETERMINATION:
        return v.w.extra_action
    elif op == OP_MULTIPLIER_ANY:
        return v.w.extra_action * v.later
    elif op == OP_PARTNER_ZOO:
        return (v.w.partner + v.w.icon) * v.later + v.w.reputation
    elif op == OP_UNIVERSITY:
        return (v.w.university + 2 * v.w.icon) * v.later + v.w.reputation
    elif op == OP_SPONSOR_FOR_MONEY:
        return v.w.tempo * 0.5 * v.later
    elif op == OP_POUCH:
        return n * most(0, v.R.pouch_appeal * v.appeal - v.w.card * v.later)
    elif op == OP_FREE_BUILDING:
        if bonus.arg == KIOSK:
            return free_kiosk(v)
        kind = bonus.arg if bonus.arg < UNIQUE_0 else REPTILE_HOUSE
        return v.later * (v.money * v.R.kind_cost[kind] + v.w.spare)
    return 0


cdef double resource_gain(const View* v, int op, int n) noexcept nogil:
    if op == OP_APPEAL:
        return v.appeal * n
    elif op == OP_CONSERVATION:
        return conservation_gain(v, n)
    elif op == OP_REPUTATION:
        return reputation_gain(v, n)
    elif op == OP_MONEY:
        return money_gain(v, n)
    elif op == OP_X_TOKEN:
        return x_token_gain(v, n)
    elif op == OP_WORKER:
        return worker_gain(v)
    elif op == OP_TAKE:
        return card_gain(v, n)
    return 0


cdef int icons_missing(const View* v, const Card* C, int slot) noexcept nogil:
    cdef int n = 0, i
    if C.project_kind == PROJECT_ICONS:
        n = v.P.icons[C.project_icon]
    elif C.project_kind == PROJECT_SMALL:
        n = v.P.n_small
    elif C.project_kind == PROJECT_LARGE:
        n = v.P.n_large
    elif C.project_kind == PROJECT_KINDS:
        for i in range(N_ICONS):
            n += ((C.project_mask >> i) & 1) * (v.P.icons[i] > 0)
    else:
        return 99
    return C.slot_need[slot] - n if C.slot_need[slot] > n else 0


cdef double progress(const View* v, int missing) noexcept nogil:
    cdef double share = 1
    if missing > 8:
        return 0
    while missing > 0:
        share *= v.w.distance
        missing -= 1
    return share


cdef double slot_reward(const View* v, const Card* C, int slot) noexcept nogil:
    return v.conservation * C.slot_conservation[slot] + v.w.reputation * v.later * C.slot_reputation[slot]
