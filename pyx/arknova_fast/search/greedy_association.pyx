# cython: language_level=3
"""Tasks, projects, partner zoos, universities, donations."""
from arknova_fast.core.types cimport *
from arknova_fast.core.action cimport action_a, action_b
from arknova_fast.core.bits cimport lowest, popcount
from arknova_fast.core.state cimport Frame
from arknova_fast.rules.association cimport donation_cost
from arknova_fast.rules.projects cimport any_supportable, list_project

cdef enum:
    IMPOSSIBLE = -1000
    MOST_SUPPORTS = 512


cdef double partner_worth(const View* v, int continent) noexcept nogil:
    """Icon, discounts for the hand and for animals still to come, the bonus of the space."""
    cdef int taken = popcount(v.P.partner_zoos), w, n = 0
    cdef double worth = v.icon[continent] + v.w.partner * v.later
    if taken < 4:
        worth += bonus_gain(v, &v.M.partner[taken])
    for w in range(CARD_WORDS):
        n += popcount(v.P.hand[w] & v.R.icon_animals[continent][w] & v.R.type_set[<int> ANIMAL][w])
    return worth + n * v.R.partner_discount * v.money


cdef double university_worth(const View* v, int kind) noexcept nogil:
    cdef int taken = popcount(v.P.universities), n = v.R.university_icons[kind]
    cdef double worth = v.w.university * v.later + n * v.icon[<int> SCIENCE]
    if taken < 3:
        worth += bonus_gain(v, &v.M.university[taken])
    if v.R.university_rep[kind]:
        worth += reputation_gain(v, v.R.university_rep[kind])
    if v.R.university_hand[kind]:
        worth += v.breaks * v.w.excess
    return worth


cdef double left_bonus(const View* v, int slot) noexcept nogil:
    cdef double worth = bonus_gain(v, &v.M.left[slot])
    if (v.M.left_income >> slot) & 1:
        worth *= 1 + v.breaks * v.w.income
    return worth


cdef double best_left_bonus(const View* v) noexcept nogil:
    cdef double best = 0
    cdef int i
    for i in range(7):
        if (v.P.left_tokens >> i) & 1:
            best = most(best, left_bonus(v, i))
    return best


cdef double release_loss(const View* v, int card) noexcept nogil:
    """Appeal and icons that leave; the enclosure becomes free again."""
    cdef const Card* C = &v.R.card[card]
    cdef double worth = C.appeal * v.appeal - C.size * v.money
    cdef uint16_t rest = C.icon_mask
    while rest:
        worth += v.icon[lowest(rest)] * 0.5
        rest &= rest - 1
    return worth


cdef double least_release_loss(const View* v, const Card* C, int slot) noexcept nogil:
    cdef int w, card
    cdef uint64_t x
    cdef double best = 100
    for w in range(CARD_WORDS):
        x = v.P.zoo[w] & v.R.icon_animals[C.project_icon][w]
        while x:
            card = (w << 6) + lowest(x)
            x &= x - 1
            if C.slot_need[slot] <= v.R.card[card].size <= C.slot_need_max[slot]:
                best = least(best, release_loss(v, card))
    return best


cdef const uint8_t* slots_in_play(const View* v, int card) noexcept nogil:
    cdef int i
    for i in range(v.S.n_base):
        if v.S.base_card[i] == card:
            return v.S.base_slot[i]
    for i in range(v.S.n_above):
        if v.S.above_card[i] == card:
            return v.S.above_slot[i]
    return NULL


cdef double better_slots(const View* v, const Card* C, const uint8_t* slots, double reward) noexcept nogil:
    """What waiting for a better slot of the project could still bring."""
    cdef double best = 0, gain
    cdef int s
    for s in range(3):
        if slots == NULL or slots[s] == 0:
            gain = (slot_reward(v, C, s) - reward) * progress(v, icons_missing(v, C, s))
            best = most(best, gain)
    return best * v.w.support * v.later


cdef double support_worth(const View* v, int card, int slot, int tokens) noexcept nogil:
    cdef const Card* C = &v.R.card[card]
    cdef double reward = conservation_gain(v, C.slot_conservation[slot])
    cdef double worth = reward + best_left_bonus(v) + v.supported
    if C.slot_reputation[slot]:
        worth += reputation_gain(v, C.slot_reputation[slot])
    if C.project_kind == PROJECT_RELEASE:
        worth -= least_release_loss(v, C, slot)
    elif C.project_kind < PROJECT_RELEASE:
        worth -= better_slots(v, C, slots_in_play(v, card), slot_reward(v, C, slot))
    if C.play_reputation and slots_in_play(v, card) == NULL:
        worth += reputation_gain(v, C.play_reputation)
    return worth - tokens * v.later


cdef double best_support(const View* v) noexcept nogil:
    cdef action_t actions[MOST_SUPPORTS]
    cdef Frame frame
    cdef double best = IMPOSSIBLE
    cdef int i, n
    if not any_supportable(v.R, v.S, v.p, v.S.act.side):
        return IMPOSSIBLE
    frame.player = <uint8_t> v.p
    n = list_project(v.R, v.S, &frame, actions)
    for i in range(n):
        best = most(best, support_worth(v, action_a(actions[i]), action_b(actions[i]) & 3,
                                        popcount(action_b(actions[i]) >> 2)))
    return best


cdef double best_partner(const View* v) noexcept nogil:
    cdef uint32_t rest = v.S.partner_board & ~<uint32_t> v.P.partner_zoos
    cdef double best = IMPOSSIBLE
    if popcount(v.P.partner_zoos) >= v.R.max_partner[(v.P.upgraded >> ASSOCIATION) & 1]:
        return IMPOSSIBLE
    while rest:
        best = most(best, partner_worth(v, lowest(rest)))
        rest &= rest - 1
    return best


cdef double best_university(const View* v) noexcept nogil:
    cdef uint32_t rest = v.S.university_board & ~<uint32_t> v.P.universities
    cdef double best = IMPOSSIBLE
    while rest:
        best = most(best, university_worth(v, lowest(rest)))
        rest &= rest - 1
    return best


cdef double task_worth(const View* v, int task) noexcept nogil:
    """Without the workers of the second use of a task, which stay away until the break."""
    cdef double worth
    if task == TASK_REPUTATION:
        worth = reputation_gain(v, v.R.task_reputation)
    elif task == TASK_PARTNER_ZOO:
        worth = best_partner(v)
    elif task == TASK_UNIVERSITY:
        worth = best_university(v)
    else:
        worth = best_support(v)
    if v.P.workers_on[task]:
        worth -= v.w.workers_back * v.later
    return worth


cdef double donation_worth(const View* v) noexcept nogil:
    cdef int cost = donation_cost(v.R, v.S)
    if cost > v.P.money:
        return IMPOSSIBLE
    return conservation_gain(v, 1) + money_gain(v, -cost)


cdef double association_worth(const View* v, int side, int strength) noexcept nogil:
    """The best task, with side II further ones while strength and workers last."""
    cdef double worth[4]
    cdef double total = 0
    cdef int task, value, workers = v.P.workers, left = strength, pick, done = 0, need
    for task in range(4):
        value = v.R.task_value[task]
        if task == TASK_PROJECT and v.P.perm & PERM_TASK_VALUE:
            value = v.R.task_value_lowered
        need = 1 if v.P.workers_on[task] == 0 else 2 if v.P.workers_on[task] == 1 else 99
        worth[task] = task_worth(v, task) if value <= strength and need <= workers else IMPOSSIBLE
    while True:
        pick = -1
        for task in range(4):
            value = v.R.task_value[task]
            if task == TASK_PROJECT and v.P.perm & PERM_TASK_VALUE:
                value = v.R.task_value_lowered
            need = 1 if v.P.workers_on[task] == 0 else 2
            if value > left or need > workers or worth[task] <= 0:
                continue
            if pick < 0 or worth[task] > worth[pick]:
                pick = task
        if pick < 0:
            break
        total += worth[pick]
        worth[pick] = IMPOSSIBLE
        done += 1
        workers -= 1 if v.P.workers_on[pick] == 0 else 2
        left -= v.R.task_value[pick]
        if not side:
            break
    if done == 0:
        return IMPOSSIBLE
    if side:
        total += most(0, donation_worth(v))
    return total
