# cython: language_level=3
"""What each action card could do now: the options that the worth of an action is worked out from."""
from arknova_fast.core.types cimport *
from arknova_fast.core.bits cimport lowest
from arknova_fast.rules.animals cimport animal_cost
from arknova_fast.rules.housing cimport can_house
from arknova_fast.rules.sponsors cimport sponsor_allowed, sponsor_level
from arknova_fast.search.greedy_build cimport Want, Wants, count_room, find_wants, kind_worth, served
from arknova_fast.search.greedy_worth cimport animal_gain, card_worth, conditions_missing, sponsor_gain


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
