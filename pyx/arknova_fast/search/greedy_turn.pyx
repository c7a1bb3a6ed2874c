# cython: language_level=3
"""The main choice of `greedy`: two turns ahead in the order of the action cards, without copying the state."""
from arknova_fast.core.types cimport *
from arknova_fast.core.action cimport action_a, action_b, action_verb
from arknova_fast.core.bits cimport lowest, set_count
from arknova_fast.core.rng cimport next_u64
from arknova_fast.rules.animals cimport animal_cost
from arknova_fast.rules.breaks cimport hand_limit
from arknova_fast.rules.housing cimport can_house
from arknova_fast.rules.sponsors cimport sponsor_allowed, sponsor_level
from arknova_fast.search.greedy_association cimport association_worth
from arknova_fast.search.greedy_build cimport Want, count_room, find_wants, kind_worth, served
from arknova_fast.search.greedy_worth cimport animal_gain, card_worth, conditions_missing, sponsor_gain

cdef enum:
    IMPOSSIBLE = -1000
    UNKNOWN = -2000
    NO_SIZE = 6


cdef void add_animal(Plan* plan, int card, int slot) noexcept nogil:
    cdef View* v = plan.v
    cdef const Card* C = &v.R.card[card]
    cdef Option* o
    if plan.n_animals == MOST_OPTIONS or conditions_missing(v, C) or not can_house(v.R, v.S, v.p, card):
        return
    o = &plan.animal[plan.n_animals]
    plan.n_animals += 1
    o.worth = animal_gain(v, card)
    o.cost = animal_cost(v.R, v.P, C, slot)
    o.surcharge = 0
    o.size = C.size
    o.shares = C.size == 0 or v.P.fit[3 * C.rock + C.water] < C.size


cdef void list_animal_options(Plan* plan) noexcept nogil:
    cdef View* v = plan.v
    cdef int w, i
    cdef uint64_t x
    plan.n_animals = 0
    for w in range(CARD_WORDS):
        x = v.P.hand[w] & v.R.type_set[<int> ANIMAL][w]
        while x:
            add_animal(plan, (w << 6) + lowest(x), 0)
            x &= x - 1
    if (plan.sides >> ANIMALS) & 1:
        for i in range(v.R.range_of[v.P.reputation]):
            if v.S.display[i] != NO_CARD and v.R.card[v.S.display[i]].type == ANIMAL:
                add_animal(plan, v.S.display[i], i + 1)


cdef void add_sponsor(Plan* plan, int card, int slot) noexcept nogil:
    cdef View* v = plan.v
    cdef Option* o
    if plan.n_sponsors == MOST_OPTIONS or not sponsor_allowed(v.R, v.S, v.p, card):
        return
    o = &plan.sponsor[plan.n_sponsors]
    plan.n_sponsors += 1
    o.worth = sponsor_gain(v, card)
    o.cost = sponsor_level(v.R, v.P, &v.R.card[card])
    o.surcharge = v.R.slot_cost[slot]
    if slot:
        o.worth += money_gain(v, -o.surcharge)


cdef void list_sponsor_options(Plan* plan) noexcept nogil:
    cdef View* v = plan.v
    cdef int w, i
    cdef uint64_t x
    plan.n_sponsors = 0
    for w in range(CARD_WORDS):
        x = v.P.hand[w] & v.R.type_set[<int> SPONSOR][w]
        while x:
            add_sponsor(plan, (w << 6) + lowest(x), 0)
            x &= x - 1
    if (plan.sides >> SPONSORS) & 1:
        for i in range(v.R.range_of[v.P.reputation]):
            if v.S.display[i] != NO_CARD and v.R.card[v.S.display[i]].type == SPONSOR and (
                    v.R.slot_cost[i + 1] <= v.P.money):
                add_sponsor(plan, v.S.display[i], i + 1)


cdef void rate_buildings(Plan* plan) noexcept nogil:
    """The best building of each size a Build action could make now."""
    cdef View* v = plan.v
    cdef Wants wants
    cdef uint32_t kinds = v.R.build2_kinds if (plan.sides >> BUILD) & 1 else v.R.build1_kinds
    cdef int kind, size
    cdef double worth
    cdef const Want* want
    find_wants(v, &wants)
    for size in range(7):
        plan.build[size] = IMPOSSIBLE
        plan.housed[size].worth = 0
        plan.build_cost[size] = 0
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        size = v.R.kind_size[kind]
        if v.R.kind_cost[kind] > v.P.money or size > 6:
            continue
        worth = kind_worth(v, &wants, kind, False)
        if worth > plan.build[size]:
            plan.build[size] = worth
            plan.build_cost[size] = v.R.kind_cost[kind]
            want = served(v, &wants, kind)
            plan.housed[size].worth = 0
            if want != NULL and want.missing == 0:
                plan.housed[size].worth = v.w.homes * want.gain
                plan.housed[size].cost = want.cost
                plan.housed[size].size = want.size
                plan.housed[size].shares = 1


cdef void make_plan(Plan* plan, View* v, int sides) noexcept nogil:
    cdef int i
    plan.v = v
    plan.sides = sides
    list_animal_options(plan)
    list_sponsor_options(plan)
    count_room(v, plan.room)
    rate_buildings(plan)
    for i in range(DISPLAY_SLOTS):
        plan.display[i] = IMPOSSIBLE
        if v.S.display[i] != NO_CARD:
            plan.display[i] = card_worth(v, v.S.display[i])
    for i in range(12):
        plan.association[i] = UNKNOWN


cdef double price(const View* v, int money, int cost) noexcept nogil:
    return worth_of_money(v, money, -cost)


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
            worth = o.worth + price(v, money, o.cost)
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
        more = most(more, o.worth + price(v, money - f.cost, o.cost))
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
            worth = plan.animal[i].worth + price(v, v.P.money, plan.animal[i].cost)
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


cdef int choose_action(View* v, const action_t* actions, int n, int owner, bint again, uint64_t* rng) noexcept nogil:
    """Worth of the action itself, X-tokens spent subtracted, and of the next turn with the order it leaves."""
    cdef Plan plan
    cdef Plan own
    cdef const Player* O = &v.S.player[owner]
    cdef Plan* future = &plan
    cdef double best = -1e9, worth, tokens
    cdef int i, k = 0, verb, card, x, slot, strength
    make_plan(&plan, v, O.upgraded)
    if O.upgraded != v.P.upgraded and not again:
        make_plan(&own, v, v.P.upgraded)
        future = &own
    for i in range(n):
        verb = action_verb(actions[i])
        card = action_a(actions[i])
        if verb == HARBOR_SALE:
            worth = v.R.harbor_money * v.money - card_worth(v, card) - 0.5 * v.w.card * v.later - 100
            # Selling is decided at the end of the turn.
        elif verb == PASS:
            worth = 0 if again else next_turn(&plan, future, owner, v.P.order[0], 0)
        else:
            slot = 1
            while slot < 5 and O.order[slot - 1] != card:
                slot += 1
            strength = 0
            if verb == X_TOKEN:
                worth = x_token_gain(v, 1)
            else:
                x = action_b(actions[i])
                strength = slot - v.R.constriction_penalty * ((O.constriction >> card) & 1) + x
                tokens = v.w.x_token * v.later * x
                worth = action_worth(&plan, card, strength, v.P.money) - tokens
                if worth <= IMPOSSIBLE / 2:
                    worth = 0.01 * strength - tokens - 5
            if not again:
                worth += next_turn(&plan, future, owner, card, strength)
            if owner == v.p and (v.P.venom >> card) & 1:
                worth += v.R.venom_payment * v.money
            if v.w.noise > 0:
                worth += v.w.noise * ((next_u64(rng) >> 11) * (1.0 / 9007199254740992.0))
        if worth > best:
            best = worth
            k = i
    return k
