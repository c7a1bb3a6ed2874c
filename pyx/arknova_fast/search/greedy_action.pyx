# cython: language_level=3
"""What an action card is worth at a strength, and an order of the cards for the next turn."""
from arknova_fast.core.types cimport *
from arknova_fast.core.bits cimport set_count
from arknova_fast.rules.breaks cimport hand_limit
from arknova_fast.search.greedy_association cimport association_worth


cdef double animals_worth(Plan* plan, int strength, int money) noexcept nogil:
    """The best animal, and the best one beside it when two may be played."""
    cdef View* v = plan.v
    cdef int most_animals = v.R.max_animals[(plan.sides >> ANIMALS) & 1][strength if strength < 5 else 5]
    cdef int i, first = -1
    cdef double worth, best = IMPOSSIBLE, more = 0
    cdef Option* o
    cdef Option* f
    if most_animals == 0:
        return IMPOSSIBLE
    for i in range(plan.n_animals):
        o = &plan.animal[i]
        if o.cost <= money:
            worth = o.worth + worth_of_money(v, money, -o.cost)
            if worth > best:
                best = worth
                first = i
    if first < 0 or most_animals == 1:
        return best
    f = &plan.animal[first]
    for i in range(plan.n_animals):
        o = &plan.animal[i]
        if i == first or o.cost + f.cost > money:
            continue
        # Two animals do not share an enclosure.
        if not o.shares and not f.shares and plan.room[o.size] < 1 + (o.size <= f.size):
            continue
        more = most(more, o.worth + worth_of_money(v, money - f.cost, -o.cost))
    return best + more


cdef double cards_worth(Plan* plan, int strength, int money) noexcept nogil:
    cdef View* v = plan.v
    cdef int side = (plan.sides >> CARDS) & 1, s = strength if strength < 5 else 5, i, n, taken = 0, pick
    cdef double worth = 0, snap = IMPOSSIBLE, card = card_gain(v, 1), best
    cdef double rest[6]
    n = v.R.draw_n[side][s]
    for i in range(DISPLAY_SLOTS):
        rest[i] = plan.display[i] if side and i < v.R.range_of[v.P.reputation] else IMPOSSIBLE
        snap = most(snap, plan.display[i])
    while n:
        n -= 1
        pick = -1
        best = card
        for i in range(DISPLAY_SLOTS):
            if rest[i] > best:
                best = rest[i]
                pick = i
        if pick >= 0:
            rest[pick] = IMPOSSIBLE
        worth += best
        taken += 1
    worth -= 0.5 * card * v.R.draw_discard[side][s]
    if s >= v.R.snap_from[side]:
        worth = most(worth, snap)
    return worth + break_worth(v, v.R.cards_break_steps)


cdef double sponsors_worth(Plan* plan, int strength) noexcept nogil:
    """The best sponsors within the level, or the break option."""
    cdef View* v = plan.v
    cdef int side = (plan.sides >> SPONSORS) & 1, left = strength + v.R.sponsors_extra[side], i, pick
    cdef uint32_t used = 0
    cdef double total = 0
    while True:
        pick = -1
        for i in range(plan.n_sponsors):
            if (used >> i) & 1 or plan.sponsor[i].cost > left or plan.sponsor[i].worth <= 0:
                continue
            if pick < 0 or plan.sponsor[i].worth > plan.sponsor[pick].worth:
                pick = i
        if pick < 0:
            break
        total += plan.sponsor[pick].worth
        used |= <uint32_t> 1 << pick
        left -= plan.sponsor[pick].cost
        if not side:
            break
    return most(total, money_gain(v, v.R.sponsors_money[side] * strength) + break_worth(v, strength))


cdef double build_worth(Plan* plan, int strength, int money) noexcept nogil:
    """The best building that fits; with side II a second one of another size."""
    cdef int size, first = -1, left = strength if strength < 6 else 6
    cdef double best = IMPOSSIBLE, more = 0
    for size in range(1, left + 1):
        if size < 7 and plan.build_cost[size] <= money and plan.build[size] > best:
            best = plan.build[size]
            first = size
    if first < 0 or not (plan.sides >> BUILD) & 1:
        return best
    left = strength - first
    for size in range(1, left + 1):
        if size < 7 and size != first and plan.build_cost[size] + plan.build_cost[first] <= money:
            more = most(more, plan.build[size])
    return best + more


cdef double action_worth(Plan* plan, int card, int strength, int money) noexcept nogil:
    if strength < 1:
        return IMPOSSIBLE
    if strength > MOST_STRENGTH:
        strength = MOST_STRENGTH
    if card == ANIMALS:
        return animals_worth(plan, strength, money)
    elif card == BUILD:
        return build_worth(plan, strength, money)
    elif card == CARDS:
        return cards_worth(plan, strength, money)
    elif card == SPONSORS:
        return sponsors_worth(plan, strength)
    if plan.association[strength] == UNKNOWN:
        plan.association[strength] = association_worth(plan.v, (plan.sides >> ASSOCIATION) & 1, strength)
    return plan.association[strength]


cdef double break_worth(const View* v, int steps) noexcept nogil:
    """Workers come back, cards above the limit are lost; whoever ends the phase gains an X-token."""
    cdef int away = 0, i, excess
    cdef double worth
    if v.S.n_players == 1 or v.S.break_pending or steps <= 0:
        return 0
    for i in range(4):
        away += v.P.workers_on[i]
    excess = set_count(v.P.hand) - hand_limit(v.R, v.P)
    worth = v.w.workers_back * v.later * away - v.w.excess * v.later * (excess if excess > 0 else 0)
    if steps >= v.S.break_left:
        return worth + x_token_gain(v, 1)
    return worth * 0.5 * steps / v.S.break_left


cdef double order_worth(Plan* plan, const uint8_t* order, int money) noexcept nogil:
    cdef int slot, card
    cdef double best = 0, second = 0, worth
    for slot in range(1, 6):
        card = order[slot - 1]
        worth = action_worth(plan, card, slot - plan.v.R.constriction_penalty * (
            (plan.v.P.constriction >> card) & 1), money)
        if worth > best:
            second = best
            best = worth
        elif worth > second:
            second = worth
    return best + plan.v.w.second * second
