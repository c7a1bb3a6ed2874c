# cython: language_level=3
"""What a card brings when it is played, and what it is worth in hand."""
from arknova_fast.core.types cimport *
from arknova_fast.core.bits cimport deficit, lowest, popcount, set_count, set_has
from arknova_fast.effects.counters cimport units_of
from arknova_fast.effects.icons cimport icons_in_all_zoos
from arknova_fast.rules.animals cimport animal_cost
from arknova_fast.rules.housing cimport can_house
from arknova_fast.rules.sponsors cimport sponsor_level


cdef double icons_gain(const View* v, const Card* C) noexcept nogil:
    cdef double worth = 0
    cdef uint16_t rest = C.icon_mask
    cdef int i
    while rest:
        i = lowest(rest)
        rest &= rest - 1
        worth += v.icon[i]
        if C.icons[i] > 1:
            worth += (C.icons[i] - 1) * v.icon_next[i]
    return worth


cdef double counted_appeal(const View* v, const Card* C, const Effect* e) noexcept nogil:
    """Abilities that give appeal or X-tokens for icons, the card's own included."""
    cdef int op = e.op, n
    if op == OP_PACK:
        return v.appeal * (v.P.icons[<int> PREDATOR] + C.icons[<int> PREDATOR])
    elif op == OP_PETTING_ZOO_ANIMAL:
        return v.appeal * v.R.petting_appeal * (v.P.icons[<int> PETTING_ZOO_ANIMAL] + C.icons[<int> PETTING_ZOO_ANIMAL])
    elif op == OP_ICONIC_ANIMAL:
        n = icons_in_all_zoos(v.S, e.arg) + C.icons[e.arg]
        return v.appeal * (n if n < v.R.iconic_cap else v.R.iconic_cap)
    elif op == OP_INVENTIVE_BEAR:
        n = icons_in_all_zoos(v.S, BEAR) + 1
        return x_token_gain(v, n if n < v.R.bear_cap else v.R.bear_cap)
    n = v.P.icons[<int> PRIMATE] + 1
    return x_token_gain(v, 3 if n >= 5 else 2 if n >= 3 else 1)


cdef double display_sponsors(const View* v) noexcept nogil:
    cdef int i, n = 0
    for i in range(DISPLAY_SLOTS):
        n += v.S.display[i] != NO_CARD and v.R.card[v.S.display[i]].type == SPONSOR
    return card_gain(v, n)


cdef double cards_gain(const View* v, const Effect* e) noexcept nogil:
    """Abilities that bring, sell or tuck cards."""
    cdef int op = e.op, n = e.n, held
    cdef double card = v.w.abilities * card_gain(v, 1)
    if op == OP_SPRINT:
        return n * card
    elif op == OP_HUNTER:
        return card * least(1.6, 0.6 + 0.25 * n)
    elif op == OP_HUNTER_ICONS:
        return card * least(1.6, 0.6 + 0.25 * v.P.icons[<int> PREDATOR])
    elif op == OP_PERCEPTION:
        return card * 0.65 * n
    elif op == OP_SCAVENGING:
        return card * least(1.6, 0.8 + 0.15 * n)
    elif op == OP_SNAPPING:
        return card * 1.4 * n
    elif op == OP_DIGGING:
        return card * 0.3 * n
    elif op == OP_SPONSOR_MAGNET:
        return display_sponsors(v)
    elif op == OP_ASSERTION or op == OP_DOMINANCE:
        return v.conservation * v.later
    elif op == OP_RESISTANCE:
        return v.conservation * (1.0 if v.S.cons10_done else 0.4)
    elif op == OP_WAZA_SEARCH:
        return card * 1.3
    held = set_count(v.P.hand)
    if n > held:
        n = held
    if op == OP_SUNBATHING:
        return n * most(0, v.money * v.R.sell_money - 0.5 * card)
    if op == OP_POUCH:
        return n * most(0, v.appeal * v.R.pouch_appeal - 0.5 * card)
    return 0


cdef double effect_gain(const View* v, const Card* C, const Effect* e) noexcept nogil:
    """One effect at the moment it is run."""
    cdef int op = e.op
    if op == OP_NONE or op == OP_FLOCK or op == OP_CHECKLIST:
        return 0
    elif op == OP_PROGRAM:
        return resource_gain(v, e.resource, units_of(v.R, v.S, v.p, e)) - 0.5 * v.money * e.others
    elif op <= OP_X_TOKEN or op == OP_TAKE:
        return resource_gain(v, op, e.n)
    elif op == OP_JUMPING:
        return money_gain(v, e.n)
    elif op == OP_MULTIPLIER or op == OP_MULTIPLIER_ANY:
        return v.w.extra_action * 0.7 * v.later
    elif OP_PACK <= op <= OP_INVENTIVE_PRIMATE:
        return counted_appeal(v, C, e)
    elif op == OP_VENOM or op == OP_CONSTRICTION or op == OP_PILFERING:
        return v.w.interaction
    elif op == OP_HYPNOSIS:
        return v.w.extra_action * 0.5
    elif op == OP_DETERMINATION or op == OP_ACTION:
        return v.w.extra_action
    elif op == OP_CLEVER or op == OP_BOOST:
        return v.w.clever * v.later
    elif op == OP_FREE_BUILDING:
        if e.arg >= UNIQUE_0:
            return e.n * (v.appeal * 0.5 + v.w.cover)
        return e.n * (v.money * v.R.kind_cost[e.arg] + v.w.cover)
    elif op == OP_SPONSOR_FOR_MONEY:
        return v.w.tempo * 0.3 * v.later
    elif op == OP_PERMANENT or op == OP_CARD_TOKENS or op == OP_ARCHAEOLOGIST:
        return v.w.permanent * v.later
    elif op == OP_UPGRADE:
        return best_upgrade(v)
    return cards_gain(v, e)


cdef double animal_gain(const View* v, int card) noexcept nogil:
    cdef const Card* C = &v.R.card[card]
    cdef double worth = v.appeal * C.appeal + icons_gain(v, C)
    cdef int first = 0, last = C.solo_start, i
    if C.conservation:
        worth += conservation_gain(v, C.conservation)
    if C.reputation:
        worth += reputation_gain(v, C.reputation)
    if (v.S.n_players == 1 or v.S.peaceful) and C.solo_start < C.n_effects:
        first = C.solo_start
        last = C.n_effects
    for i in range(first, last):
        worth += effect_gain(v, C, &v.R.effect[C.effect_start + i])
    if C.size_class == SIZE_SMALL:
        worth += v.small
    elif C.size_class == SIZE_LARGE:
        worth += v.large
    return worth


cdef double lasting_gain(const View* v, const Card* C, const Effect* e) noexcept nogil:
    """Effects of sponsors that come again or at the end."""
    cdef double n
    if e.trigger == ON_INCOME:
        return effect_gain(v, C, e) * v.breaks * v.w.income
    elif e.trigger == ON_ICON:
        # An icon of a kind comes about every fourth turn; science is rarer.
        n = v.turns * 0.2 * v.w.trigger + C.icons[e.trig_arg]
        return least(n, 6) * effect_gain(v, C, e)
    elif e.trigger == ON_FINAL:
        n = units_of(v.R, v.S, v.p, e)
        if e.resource == OP_CONSERVATION:
            return v.conservation * (n if n > 0 else 0.4 * v.later)
        return v.appeal * (n if n > 0 else 0.8 * v.later)
    return least(v.turns * 0.1, 2) * effect_gain(v, C, e)


cdef double sponsor_gain(const View* v, int card) noexcept nogil:
    cdef const Card* C = &v.R.card[card]
    cdef const Effect* e
    cdef double worth = v.sponsor + icons_gain(v, C)
    cdef int i
    for i in range(C.n_effects):
        e = &v.R.effect[C.effect_start + i]
        if e.trigger == ON_PLAY or e.trigger == PERMANENT:
            worth += effect_gain(v, C, e)
        else:
            worth += lasting_gain(v, C, e)
    if C.unique != NO_KIND:
        worth += v.R.kind_size[C.unique] * (v.w.cover + 0.5 * v.money - v.empty) + v.w.bonus
    return worth


cdef int conditions_missing(const View* v, const Card* C) noexcept nogil:
    cdef int n = deficit(v.P.icons, C.req) if C.req_sum else 0
    if C.type == ANIMAL:
        if C.req_partner and not v.P.partner_zoos & C.continent_mask:
            n += 1
        if C.req_upgraded and not (v.P.upgraded >> ANIMALS) & 1:
            n += 1
        if v.M.ability == INSTITUTE and v.P.built & v.M.ability_cells:
            n -= 1
        if C.size_class == SIZE_LARGE:
            n -= v.P.ignore_large
        if v.P.perm & PERM_FORBID_OTHER_CLASS and C.size_class != SIZE_NONE and C.size_class != v.P.waza_class:
            n += 8
        return n if n > 0 else 0
    if C.req_upgraded and not (v.P.upgraded >> SPONSORS) & 1:
        n += 1
    if C.req_partner > popcount(v.P.partner_zoos):
        n += C.req_partner - popcount(v.P.partner_zoos)
    if C.req_reputation > v.P.reputation:
        n += (C.req_reputation - v.P.reputation + 1) // 2
    if v.P.appeal > C.max_appeal:
        n += 8
    return n


cdef double ready(const View* v, int missing) noexcept nogil:
    cdef double share = 1
    if missing > 6:
        return 0
    while missing > 0:
        share *= v.w.missing
        missing -= 1
    return share


cdef double animal_worth(const View* v, int card) noexcept nogil:
    cdef const Card* C = &v.R.card[card]
    cdef int cost = animal_cost(v.R, v.P, C, 0)
    cdef double worth = animal_gain(v, card)
    if not can_house(v.R, v.S, v.p, card):
        cost += 2 * (C.size if C.size else 3)
    # As if the purse were about full: a card is rated by its price, not by the money of the moment.
    return worth + worth_of_money(v, v.w.purse + 0.5 * cost, -cost)


cdef double release_worth(const View* v, const Card* C) noexcept nogil:
    """The best slot for an animal of the zoo, or a share of the best for one of the hand; its appeal leaves."""
    cdef double best = 0, worth, share
    cdef uint64_t x
    cdef int w, slot, card
    for w in range(CARD_WORDS):
        x = (v.P.zoo[w] | v.P.hand[w]) & v.R.icon_animals[C.project_icon][w]
        while x:
            card = (w << 6) + lowest(x)
            x &= x - 1
            share = 1.0 if set_has(v.P.zoo, card) else v.w.release
            for slot in range(3):
                if C.project_kind == PROJECT_BREEDING or (
                        C.slot_need[slot] <= v.R.card[card].size <= C.slot_need_max[slot]):
                    worth = slot_reward(v, C, slot)
                    if C.project_kind == PROJECT_RELEASE:
                        worth -= v.appeal * v.R.card[card].appeal
                    elif not v.R.card[card].continent_mask & v.P.partner_zoos:
                        worth *= v.w.missing
                    best = most(best, share * worth)
    return best


cdef double project_worth(const View* v, const Card* C) noexcept nogil:
    """The best slot with what it lacks; release and breeding projects by the animals of zoo and hand."""
    cdef double best = 0
    cdef int slot
    if C.project_kind >= PROJECT_RELEASE:
        best = most(release_worth(v, C), 0.4 * slot_reward(v, C, 2))
    else:
        for slot in range(3):
            best = most(best, slot_reward(v, C, slot) * progress(v, icons_missing(v, C, slot)))
    return best + v.w.reputation * v.later * C.play_reputation - v.w.tempo


cdef double card_worth(const View* v, int card) noexcept nogil:
    cdef const Card* C = &v.R.card[card]
    cdef double worth
    if C.type == ANIMAL:
        worth = (animal_worth(v, card) - v.w.tempo) * ready(v, conditions_missing(v, C))
    elif C.type == SPONSOR:
        worth = (sponsor_gain(v, card) - 0.5 * sponsor_level(v.R, v.P, C) * v.money - v.w.tempo) * ready(
            v, conditions_missing(v, C))
    else:
        worth = project_worth(v, C)
    return worth * least(1, v.later + 0.2)
