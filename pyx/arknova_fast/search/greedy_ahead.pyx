# cython: language_level=3
"""What icons are worth for projects, for the own final scoring cards and for sponsors they trigger."""
from arknova_fast.core.types cimport *
from arknova_fast.core.bits cimport lowest, popcount


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
