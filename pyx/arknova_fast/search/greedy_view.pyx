# cython: language_level=3
"""What `greedy` sees of a position, and what resources are worth in it."""
from libc.string cimport memset
from arknova_fast.core.types cimport *
from arknova_fast.core.bits cimport lowest, popcount, set_count
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


cdef inline bint slot_open(const View* v, const uint8_t* slots, int slot) noexcept nogil:
    return slots == NULL or slots[slot] == 0


cdef bint supported_already(const View* v, const uint8_t* slots) noexcept nogil:
    return slots != NULL and (slots[0] == v.p + 1 or slots[1] == v.p + 1 or slots[2] == v.p + 1)


cdef double potential(const View* v, const Card* C, const uint8_t* slots, int more) noexcept nogil:
    """The best slot, discounted for the icons it lacks once `more` icons have come."""
    cdef double best = 0
    cdef int slot, missing
    for slot in range(3):
        if slot_open(v, slots, slot):
            missing = icons_missing(v, C, slot) - more
            best = most(best, slot_reward(v, C, slot) * progress(v, missing if missing > 0 else 0))
    return best


cdef bint animal_serves(const View* v, const Card* C) noexcept nogil:
    """Whether the zoo has an animal for a release or breeding project."""
    cdef int w
    cdef uint64_t x
    for w in range(CARD_WORDS):
        x = v.P.zoo[w] & v.R.icon_animals[C.project_icon][w]
        while x:
            if C.project_kind == PROJECT_RELEASE or v.R.card[(w << 6) + lowest(x)].continent_mask & v.P.partner_zoos:
                return True
            x &= x - 1
    return False


cdef void add_project(View* v, int card, const uint8_t* slots) noexcept nogil:
    """What one and two more icons of the kinds of a project are worth."""
    cdef const Card* C = &v.R.card[card]
    cdef double now, one, two, share = v.w.project * least(1, 0.3 + v.later)
    cdef int i
    if supported_already(v, slots):
        return
    if C.project_kind > PROJECT_LARGE:
        if not animal_serves(v, C):
            v.icon[C.project_icon] += v.w.release * slot_reward(v, C, 2) * least(1, 0.3 + v.later)
        return
    now = potential(v, C, slots, 0)
    one = potential(v, C, slots, 1)
    two = potential(v, C, slots, 2)
    if C.project_kind == PROJECT_ICONS:
        v.icon[C.project_icon] += share * (one - now)
        v.icon_next[C.project_icon] += share * (two - one)
    elif C.project_kind == PROJECT_SMALL:
        v.small += share * (one - now)
    elif C.project_kind == PROJECT_LARGE:
        v.large += share * (one - now)
    else:
        for i in range(N_ICONS):
            if (C.project_mask >> i) & 1 and v.P.icons[i] == 0:
                v.icon[i] += share * (one - now)


cdef inline void add_kinds(View* v, uint16_t mask, double worth) noexcept nogil:
    cdef int i
    for i in range(N_ICONS):
        if (mask >> i) & 1:
            v.icon[i] += worth


cdef void add_counter(View* v, const Effect* e, double worth) noexcept nogil:
    """Final scoring by a table: the worth of one more of what is counted, as if the table were a straight line."""
    if e.counter == COUNT_ICON:
        v.icon[e.counter_arg] += worth
        v.icon_next[e.counter_arg] += worth
    elif e.counter == COUNT_SMALL:
        v.small += worth
    elif e.counter == COUNT_LARGE:
        v.large += worth
    elif e.counter == COUNT_SUPPORTED:
        v.supported += worth
    elif e.counter == COUNT_SPONSORS:
        v.sponsor += worth
    elif e.counter == COUNT_REPUTATION:
        v.reputation += worth
    elif e.counter == COUNT_EMPTY_SPACES:
        v.empty += worth
    elif e.counter == COUNT_ICON_SUM or e.counter == COUNT_KINDS:
        add_kinds(v, e.counter_mask, worth * 0.5)


cdef void add_finals(View* v) noexcept nogil:
    cdef const Effect* e
    cdef int i, k, held = popcount(v.P.finals)
    cdef double worth, share
    if held == 0:
        return
    # One of the cards is going to be discarded.
    share = v.w.final * v.conservation * (1.0 if v.S.cons10_done or held == 1 else (held - 0.6) / held)
    for i in range(MAX_FINALS):
        if not (v.P.finals >> i) & 1:
            continue
        for k in range(v.R.final_card[i].n_effects):
            e = &v.R.effect[v.R.final_card[i].effect_start + k]
            if e.n_tiers:
                worth = share * e.tier_n[e.n_tiers - 1] / e.tier_min[e.n_tiers - 1]
                add_counter(v, e, worth)
            elif e.op == OP_COMPARE_RIGHT:
                add_kinds(v, e.counter_mask, 0.3 * share)
            elif e.counter == COUNT_MAP_COVERED or e.counter == COUNT_BORDER_COVERED:
                v.empty -= 0.05 * share


cdef void look_ahead(View* v) noexcept nogil:
    cdef int i, w
    cdef uint64_t x
    cdef double base = v.w.icon * v.later
    cdef uint16_t triggers = v.P.trig_icons
    for i in range(N_ICONS):
        v.icon[i] = base + ((triggers >> i) & 1) * v.w.trigger
        v.icon_next[i] = v.icon[i]
    for i in range(v.S.n_base):
        add_project(v, v.S.base_card[i], v.S.base_slot[i])
    for i in range(v.S.n_above):
        add_project(v, v.S.above_card[i], v.S.above_slot[i])
    for w in range(CARD_WORDS):
        x = v.P.hand[w] & (v.R.type_set[<int> PROJECT][w] | v.R.type_set[<int> BASE_PROJECT][w])
        while x:
            add_project(v, (w << 6) + lowest(x), NULL)
            x &= x - 1
    add_finals(v)
