# cython: language_level=3
"""Which building `greedy` builds and where."""
from arknova_fast.core.types cimport *
from arknova_fast.core.action cimport action_a
from arknova_fast.core.bits cimport lowest, popcount
from arknova_fast.core.tables cimport Placement
from arknova_fast.effects.counters cimport buildings_next_to, is_standard
from arknova_fast.rules.animals cimport animal_cost
from arknova_fast.rules.housing cimport can_house
from arknova_fast.rules.placement cimport list_placements
from arknova_fast.search.greedy_worth cimport animal_gain, conditions_missing

cdef enum:
    IMPOSSIBLE = -1000


cdef void count_room(const View* v, int* room) noexcept nogil:
    """room[s]: empty standard enclosures of at least s spaces."""
    cdef const Placement* b
    cdef int i, s
    for s in range(ROOMS):
        room[s] = 0
    room[1] = popcount(v.P.enclosure1 & ~v.P.occupied)
    for i in range(v.P.n_multi):
        b = &v.R.place[v.P.multi[i]]
        if is_standard(b.kind) and not b.cells & v.P.occupied:
            for s in range(1, b.size + 1):
                room[s] += 1


cdef bint takes_room(const View* v, const Card* C, int card, int* room) noexcept nogil:
    """Whether the animal has a home once the animals before it took theirs."""
    cdef int s
    if not can_house(v.R, v.S, v.p, card):
        return False
    if C.size == 0 or v.P.fit[3 * C.rock + C.water] < C.size:
        return True
    if room[C.size] <= 0:
        return v.M.ability == OUTDOOR_AREA
    for s in range(1, C.size + 1):
        room[s] -= 1
    return True


cdef void add_want(const View* v, int card, int slot, int* room, Wants* out) noexcept nogil:
    cdef const Card* C = &v.R.card[card]
    cdef Want* want
    cdef int cost, missing
    cdef double worth, gain
    if out.n == MOST_WANTED:
        return
    missing = conditions_missing(v, C)
    if missing > 2 or takes_room(v, C, card, room):
        return
    cost = animal_cost(v.R, v.P, C, slot)
    gain = animal_gain(v, card)
    worth = gain + worth_of_money(v, most(v.P.money, cost), -cost)
    want = &out.want[out.n]
    want.gain = gain
    want.cost = cost
    want.missing = missing
    # What cannot be paid for long is no reason to build now.
    cost += 2 * C.size - v.P.money
    if cost > 0:
        worth *= 8.0 / (8.0 + cost)
    while missing:
        worth *= v.w.missing
        missing -= 1
    if slot:
        worth *= 0.5
    if worth <= 0:
        return
    out.n += 1
    want.worth = worth
    want.size = C.size
    want.rock = C.rock
    want.water = C.water
    want.special = C.special
    want.spaces = C.spaces


cdef void find_wants(const View* v, Wants* out) noexcept nogil:
    cdef int w, i
    cdef int room[ROOMS]
    cdef uint64_t x
    out.n = 0
    count_room(v, room)
    for w in range(CARD_WORDS):
        x = v.P.hand[w] & v.R.type_set[<int> ANIMAL][w]
        while x:
            add_want(v, (w << 6) + lowest(x), 0, room, out)
            x &= x - 1
    if (v.P.upgraded >> ANIMALS) & 1 and not v.S.display_hidden:
        for i in range(v.R.range_of[v.P.reputation]):
            if v.S.display[i] != NO_CARD and v.R.card[v.S.display[i]].type == ANIMAL:
                add_want(v, v.S.display[i], i + 1, room, out)


cdef inline bint near_ability(const View* v, uint64_t cells) noexcept nogil:
    return cells & v.M.ability_cells and not cells & v.M.ability_core


cdef bint fits(const View* v, const Want* want, int kind, int size, uint64_t near, uint64_t cells) noexcept nogil:
    """Whether a building of that kind at that place could house the animal."""
    if want.special == kind:
        if want.spaces > v.R.kind_capacity[kind]:
            return False
    elif not is_standard(kind) or want.size == 0:
        return False
    elif want.size > (size + v.R.outdoor_bonus if v.M.ability == OUTDOOR_AREA and near_ability(v, cells) else size):
        return False
    if want.rock == 0 and want.water == 0 or v.P.perm & PERM_IGNORE_TERRAIN:
        return True
    return popcount(near & v.M.rock) >= want.rock and popcount(near & v.M.water) >= want.water


cdef double home_worth(const View* v, const Wants* wants, int kind, uint64_t near, uint64_t cells) noexcept nogil:
    """The best animal it could house, less for spaces too many, and a share of the others."""
    cdef int i, size = v.R.kind_size[kind]
    cdef double best = 0, rest = 0, worth
    for i in range(wants.n):
        if not fits(v, &wants.want[i], kind, size, near, cells):
            continue
        worth = wants.want[i].worth * v.w.enable
        if is_standard(kind):
            worth -= v.w.waste * (size - wants.want[i].size) * v.later
        if worth > best:
            rest += best
            best = worth
        elif worth > 0:
            rest += worth
    if is_standard(kind):
        return best + 0.3 * v.w.crowd * rest
    return best + v.w.crowd * rest


cdef const Want* served(const View* v, const Wants* wants, int kind) noexcept nogil:
    cdef int i, size = v.R.kind_size[kind]
    cdef const Want* best = NULL
    for i in range(wants.n):
        # The terrain is looked for when the place is chosen.
        if (wants.want[i].special == kind or (is_standard(kind) and wants.want[i].size and wants.want[i].size <= size)):
            if best == NULL or wants.want[i].worth > best.worth:
                best = &wants.want[i]
    return best


cdef void cell_bonuses(const View* v, double* out) noexcept nogil:
    cdef uint64_t rest = v.M.bonus & ~v.P.built
    cdef int i
    for i in range(N_CELLS):
        out[i] = 0
    while rest:
        i = lowest(rest)
        rest &= rest - 1
        out[i] = bonus_gain(v, &v.M.cell_bonus[i])
    rest = v.M.h_cells & ~v.P.built
    while rest:
        out[lowest(rest)] += card_gain(v, 1)
        rest &= rest - 1


cdef double ability_worth(const View* v, int kind, uint64_t cells) noexcept nogil:
    """Places next to the special space of the map."""
    cdef double worth = 0
    if v.M.ability == OBSERVATION_TOWER:
        if is_standard(kind) and near_ability(v, cells):
            worth = v.appeal * v.R.tower_appeal * 0.7
    elif v.M.ability == RESTAURANT:
        worth = popcount(cells & v.M.ability_cells) * v.breaks * v.money
    elif v.M.ability == INSTITUTE or v.M.ability == HARBOR:
        if cells & v.M.ability_cells and not v.P.built & v.M.ability_cells:
            worth = 2 * v.later
    return worth


cdef double place_worth(const View* v, const Wants* wants, int pid, const double* cell_bonus) noexcept nogil:
    cdef const Placement* b = &v.R.place[pid]
    cdef uint64_t rest = b.cells & (v.M.bonus | v.M.h_cells), closed
    cdef double worth = 0, income
    while rest:
        worth += v.w.bonus * cell_bonus[lowest(rest)]
        rest &= rest - 1
    rest = b.near & (v.M.bonus | v.M.h_cells) & ~v.P.built & ~v.P.touch
    while rest:
        worth += v.w.reach * cell_bonus[lowest(rest)]
        rest &= rest - 1
    closed = b.near & (v.P.built | v.M.rock | v.M.water)
    worth += v.w.compact * popcount(closed)
    income = v.breaks * v.money * v.w.income
    if b.kind == KIOSK:
        # Buildings that stand there, and those expected on the free spaces around.
        worth += income * (buildings_next_to(v.R, v.P, b.near, False)
                           + v.w.kiosk * popcount(b.near & v.M.plain & ~v.P.built) / 6.0)
    else:
        worth += v.w.beside * income * popcount(b.near & v.P.kiosk)
        if b.kind <= LARGE_BIRD_AVIARY and b.kind != PAVILION:
            worth += home_worth(v, wants, b.kind, b.near, b.cells)
    worth += ability_worth(v, b.kind, b.cells)
    if v.M.plain & ~(v.P.built | b.cells) == 0:
        worth += v.appeal * v.M.cover.n
    return worth


cdef double best_place(const View* v, const Wants* wants, int kind, const double* cell_bonus) noexcept nogil:
    cdef action_t places[ACTION_BUFFER]
    cdef double best = IMPOSSIBLE
    cdef int i
    for i in range(list_placements(v.R, v.S, v.p, kind, places, 0)):
        best = most(best, place_worth(v, wants, action_a(places[i]), cell_bonus))
    return best


cdef double kind_worth(const View* v, const Wants* wants, int kind, bint free_of_charge) noexcept nogil:
    cdef double worth, cell_bonus[64]
    cdef int size = v.R.kind_size[kind]
    cell_bonuses(v, cell_bonus)
    worth = best_place(v, wants, kind, cell_bonus)
    if worth <= IMPOSSIBLE:
        return IMPOSSIBLE
    if kind == PAVILION:
        worth += v.appeal
    elif is_standard(kind) and v.P.fit[0] < size:
        worth += v.w.spare * v.later
    worth += size * (v.w.cover - v.empty)
    if not free_of_charge:
        worth += money_gain(v, -v.R.kind_cost[kind])
    return worth
