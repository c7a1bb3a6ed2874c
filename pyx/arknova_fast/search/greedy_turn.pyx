# cython: language_level=3
"""The main choice of `greedy`: this turn and the next one, without copying the state."""
from arknova_fast.core.types cimport *
from arknova_fast.core.action cimport action_a, action_b, action_verb
from arknova_fast.core.rng cimport next_u64
from arknova_fast.search.greedy_action cimport action_worth, break_worth, order_worth

cdef enum:
    LAST_RESORT = -5


cdef int best_size(Plan* plan, int strength) noexcept nogil:
    """Size of the building a Build action of that strength would begin with, 0 when there is none."""
    cdef int size, best = 0
    for size in range(1, (strength if strength < 6 else 6) + 1):
        if plan.build[size] > IMPOSSIBLE and (best == 0 or plan.build[size] > plan.build[best]):
            best = size
    return best


cdef int spent(Plan* plan, int card, int strength) noexcept nogil:
    """About the money the action leaves the player with less (negative: more)."""
    cdef View* v = plan.v
    cdef int side = (plan.sides >> card) & 1, i, cost = 0
    cdef double best = 0, worth
    if card == ANIMALS:
        for i in range(plan.n_animals):
            worth = plan.animal[i].worth + worth_of_money(v, v.P.money, -plan.animal[i].cost)
            if plan.animal[i].cost <= v.P.money and worth > best:
                best = worth
                cost = plan.animal[i].cost
    elif card == BUILD:
        cost = plan.build_cost[best_size(plan, strength)]
    elif card == SPONSORS:
        for i in range(plan.n_sponsors):
            if plan.sponsor[i].cost <= strength + v.R.sponsors_extra[side]:
                best = most(best, plan.sponsor[i].worth)
        i = v.R.sponsors_money[side] * strength
        if best < money_gain(v, i) + break_worth(v, strength):
            cost = -i
    return cost


cdef void used_order(const uint8_t* order, int card, uint8_t* out) noexcept nogil:
    """The order of the cards once `card` was used."""
    cdef int i, n = 1
    out[0] = <uint8_t> card
    for i in range(5):
        if order[i] != card:
            out[n] = order[i]
            n += 1


cdef double next_turn(Plan* plan, Plan* own, int owner, int card, int strength) noexcept nogil:
    """The share of the next turn that counts, with the order, the money and the enclosure this one leaves."""
    cdef View* v = plan.v
    cdef uint8_t order[5]
    cdef int money = v.P.money, size, n = own.n_animals
    cdef double worth
    if strength:
        money -= spent(plan, card, strength)
    if owner != v.p:
        return v.w.ahead * v.later * order_worth(own, v.P.order, money)
    if strength and card == BUILD and n < MOST_OPTIONS:
        size = best_size(plan, strength)
        if size and plan.housed[size].worth > 0:
            own.animal[n] = plan.housed[size]
            own.n_animals += 1
    used_order(v.P.order, card, order)
    worth = order_worth(own, order, money)
    own.n_animals = n
    return v.w.ahead * least(1, v.later * 2) * worth


cdef double card_rating(Plan* plan, Plan* future, int owner, action_t action, bint again) noexcept nogil:
    """ACT or X_TOKEN: the action, tokens spent subtracted, and the turn after it."""
    cdef View* v = plan.v
    cdef const Player* O = &v.S.player[owner]
    cdef int card = action_a(action), slot = 1, strength = 0
    cdef double worth, tokens
    while slot < 5 and O.order[slot - 1] != card:
        slot += 1
    if action_verb(action) == X_TOKEN:
        worth = x_token_gain(v, 1)
    else:
        strength = slot - v.R.constriction_penalty * ((O.constriction >> card) & 1) + action_b(action)
        tokens = v.w.x_token * v.later * action_b(action)
        worth = action_worth(plan, card, strength, v.P.money) - tokens
        if worth <= IMPOSSIBLE / 2:
            # Legal, but nothing of it was thought worth while: the last resort.
            worth = LAST_RESORT - tokens
    if not again:
        worth += next_turn(plan, future, owner, card, strength)
    if owner == v.p and (v.P.venom >> card) & 1:
        worth += v.R.venom_payment * v.money
    return worth


cdef int choose_action(View* v, const action_t* actions, int n, int owner, bint again, uint64_t* rng) noexcept nogil:
    cdef Plan plan
    cdef Plan own
    cdef Plan* future = &plan
    cdef double best = -1e9, worth
    cdef int i, k = 0, verb
    make_plan(&plan, v, v.S.player[owner].upgraded)
    if plan.sides != v.P.upgraded and not again:
        # A hypnotised action has the sides of its owner's cards, the next turn one's own.
        make_plan(&own, v, v.P.upgraded)
        future = &own
    for i in range(n):
        verb = action_verb(actions[i])
        if verb == HARBOR_SALE:
            continue  # decided at the end of the turn
        elif verb == PASS:
            worth = 0 if again else next_turn(&plan, future, owner, v.P.order[0], 0)
        else:
            worth = card_rating(&plan, future, owner, actions[i], again)
        if v.w.noise > 0:
            worth += v.w.noise * ((next_u64(rng) >> 11) * (1.0 / 9007199254740992.0))
        if worth > best:
            best = worth
            k = i
    return k
