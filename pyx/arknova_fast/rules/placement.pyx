# cython: language_level=3
"""Where buildings may stand, and what covering spaces gives (R11)."""
from arknova_fast.core.types cimport *
from arknova_fast.core.action cimport make_action
from arknova_fast.core.bits cimport popcount, lowest, ark_assert
from arknova_fast.core.derived cimport fit_more
from arknova_fast.core.tables cimport Map, Card, Placement, Effect
from arknova_fast.effects.counters cimport is_standard
from arknova_fast.effects.gains cimport add_bonus, gain_money
from arknova_fast.effects.pending cimport add_item
from arknova_fast.rules.housing cimport any_to_move_in

cdef extern from *:
    int __builtin_clz(unsigned int x) nogil


cdef inline int highest(uint32_t mask) noexcept nogil:
    return 31 - __builtin_clz(mask)


cdef uint64_t near_kiosks(const Tables* R, const Player* P) noexcept nogil:
    cdef uint64_t kiosks = P.kiosk, near = 0
    while kiosks:
        near |= R.cell_near2[lowest(kiosks)]
        kiosks &= kiosks - 1
    return near


cdef uint64_t single_cells(const Tables* R, const GameState* S, int p, int kind) noexcept nogil:
    """Legal cells for a building of one cell."""
    cdef const Player* P = &S.player[p]
    cdef uint64_t cells = P.touch & ~blocked_cells(R, S, p)
    if kind == KIOSK:
        cells &= ~near_kiosks(R, P)
    return cells


cdef void find_places(const Tables* R, const GameState* S, int p, int first, int last,
                      uint64_t* anchors) noexcept nogil:
    cdef const Player* P = &S.player[p]
    cdef uint64_t open_ = ~blocked_cells(R, S, p)
    cdef int form, kind, start = R.form_start[first]
    # What there can be one of in a zoo, and is (R11.18, R11.19).
    cdef uint32_t taken = P.kinds & ((<uint32_t> 2 << last) - (<uint32_t> 1 << first))
    cdef ark_forms forms = forms_from(R, R.form_inside, start)
    find_anchors(&forms, open_, open_ & ~P.touch, R.form_start[last + 1] - start, R.most_cells[last], anchors)
    if first == KIOSK:
        anchors[0] &= ~near_kiosks(R, P)
    while taken:
        kind = lowest(taken)
        taken &= taken - 1
        for form in range(R.form_start[kind], R.form_start[kind + 1]):
            anchors[form - start] = 0


cdef uint32_t placeable_kinds(const Tables* R, const GameState* S, int p, uint32_t kinds) noexcept nogil:
    cdef const Player* P = &S.player[p]
    cdef uint64_t open_ = ~blocked_cells(R, S, p)
    cdef uint32_t found = kinds & (1 << PAVILION | 1 << ENCLOSURE_1)
    cdef uint32_t larger = kinds & ~<uint32_t> (1 << KIOSK | 1 << PAVILION | 1 << ENCLOSURE_1)
    cdef int start
    cdef ark_forms forms
    if P.touch & open_ == 0:
        return 0
    if kinds & 1 << KIOSK and P.touch & open_ & ~near_kiosks(R, P):
        found |= 1 << KIOSK
    larger &= ~P.kinds
    if larger:
        start = R.form_start[lowest(larger)]
        forms = forms_from(R, R.form_inside, start)
        found |= larger & <uint32_t> find_kinds(
            &forms, open_, open_ & ~P.touch, R.form_start[highest(larger) + 1] - start,
            R.most_cells[highest(larger)])
    return found


cdef int list_anchors(const Tables* R, int kind, const uint64_t* anchors, action_t* out, int n) noexcept nogil:
    """Appends the placements of one kind, ascending by anchor, then rotation."""
    cdef const uint64_t* inside = &R.form_inside[R.form_start[kind]]
    cdef int anchor, i, n_forms = R.form_start[kind + 1] - R.form_start[kind]
    cdef uint64_t rest = 0
    cdef action_t action
    for i in range(n_forms):
        rest |= anchors[i]
    while rest:
        anchor = lowest(rest)
        rest &= rest - 1
        action = make_action(PLACE, R.place_first[kind][anchor], 0)
        for i in range(n_forms):
            # Written in any case and counted if legal: a branch would be missed often.
            out[n] = action
            n += (anchors[i] >> anchor) & 1
            action += make_action(0, (inside[i] >> anchor) & 1, 0)
    return n


cdef int list_placements(const Tables* R, const GameState* S, int p, int kind, action_t* out, int n) noexcept nogil:
    cdef uint64_t cells
    cdef uint64_t anchors[MOST_FORMS]
    if R.kind_size[kind] == 1:
        cells = single_cells(R, S, p, kind)
        while cells:
            # Placements of one cell are numbered like the cells.
            out[n] = make_action(PLACE, R.place_start[kind] + lowest(cells), 0)
            n += 1
            cells &= cells - 1
        return n
    find_places(R, S, p, kind, kind, anchors)
    return list_anchors(R, kind, anchors, out, n)


cdef int count_places(const Tables* R, int first, int last, const uint64_t* anchors, uint8_t* counts) noexcept nogil:
    return count_anchors(anchors, R.form_start[last + 1] - R.form_start[first], counts)


cdef int nth_place(const Tables* R, int first, const uint64_t* anchors, const uint8_t* counts, int k) noexcept nogil:
    cdef const uint64_t* inside
    cdef uint64_t rest = 0
    cdef int kind = first - 1, start = R.form_start[first], form, end = start, anchor, pid, n = 0
    while k >= n:
        k -= n
        n = 0
        kind += 1
        start = end
        end = R.form_start[kind + 1]
        for form in range(start, end):
            n += counts[form - R.form_start[first]]
    anchors += start - R.form_start[first]
    inside = &R.form_inside[start]
    for form in range(end - start):
        rest |= anchors[form]
    while True:
        anchor = lowest(rest)
        rest &= rest - 1
        pid = R.place_first[kind][anchor]
        for form in range(end - start):
            if (anchors[form] >> anchor) & 1:
                if k == 0:
                    return pid
                k -= 1
            pid += (inside[form] >> anchor) & 1


cdef inline ark_forms unique_forms(const Tables* R, const Player* P, const Card* C) noexcept nogil:
    """The forms of a unique building, where they meet the demands of the card (R13.3, R17.13)."""
    if P.perm & PERM_IGNORE_TERRAIN:
        return forms_from(R, R.form_border, R.form_start[C.unique])
    return forms_from(R, R.form_demands[P.map], R.form_start[C.unique])


cdef int list_unique(const Tables* R, const GameState* S, int p, int card, action_t* out, int n) noexcept nogil:
    cdef const Card* C = &R.card[card]
    cdef const Player* P = &S.player[p]
    cdef uint64_t open_ = ~blocked_cells(R, S, p)
    cdef uint64_t anchors[MOST_FORMS]
    cdef ark_forms forms = unique_forms(R, P, C)
    find_anchors(&forms, open_, 0 if C.free_standing else open_ & ~P.touch,
                 R.form_start[C.unique + 1] - R.form_start[C.unique], R.kind_size[C.unique], anchors)
    return list_anchors(R, C.unique, anchors, out, n)


cdef bint can_place_unique(const Tables* R, const GameState* S, int p, int card) noexcept nogil:
    cdef const Card* C = &R.card[card]
    cdef const Player* P = &S.player[p]
    cdef uint64_t open_ = ~blocked_cells(R, S, p)
    cdef ark_forms forms = unique_forms(R, P, C)
    return (find_kinds(&forms, open_, 0 if C.free_standing else open_ & ~P.touch,
                       R.form_start[C.unique + 1] - R.form_start[C.unique], R.kind_size[C.unique])
            >> C.unique) & 1


cdef void cover_bonuses(const Tables* R, GameState* S, int p, uint64_t cells) noexcept nogil:
    """Placement bonuses, H spaces (map 8) and Archaeologist (sponsor 221) for newly covered cells."""
    cdef Player* P = &S.player[p]
    cdef const Map* M = &R.map[P.map]
    cdef uint64_t rest = cells & M.bonus
    while rest:
        add_bonus(R, S, &M.cell_bonus[lowest(rest)], NO_CARD)
        rest &= rest - 1
    if cells & M.h_cells:
        add_item(S, OP_H_SPACE, 1, 0, NO_CARD, 0, popcount(cells & M.h_cells), 0)
    if P.perm & PERM_BORDER_BONUS and cells & M.bonus & M.border:
        add_item(S, OP_ARCHAEOLOGIST, 1, 0, NO_CARD, 0, popcount(cells & M.bonus & M.border), 0)
    # Buildings never leave, so the map becomes full only once (R11.26).
    if M.plain & ~P.built == 0 and M.plain & cells:
        add_bonus(R, S, &M.cover, NO_CARD)


cdef int cells_next_to(const Tables* R, uint64_t cells, uint64_t terrain) noexcept nogil:
    cdef int n = 0
    while cells:
        n += R.cell_near[lowest(cells)] & terrain != 0
        cells &= cells - 1
    return n


cdef void cover_money(const Tables* R, GameState* S, int p, uint64_t cells) noexcept nogil:
    """Sponsors 241 and 242: money per newly covered cell next to water or rock that is not built over."""
    cdef Player* P = &S.player[p]
    cdef const Map* M = &R.map[P.map]
    cdef const Card* C
    cdef const Effect* e
    cdef uint64_t x, terrain
    cdef int w, i
    for w in range(R.first_word[<int> SPONSOR], R.end_word[<int> SPONSOR]):
        x = P.zoo[w] & R.cover_set[w]
        while x:
            C = &R.card[(w << 6) + lowest(x)]
            x &= x - 1
            for i in range(C.n_effects):
                e = &R.effect[C.effect_start + i]
                if e.trigger == ON_COVER_NEXT_TO:
                    terrain = (M.rock if e.trig_arg == ROCK else M.water) & ~P.built
                    gain_money(S, p, e.n * cells_next_to(R, cells, terrain))


cdef void place_building(const Tables* R, GameState* S, int p, int pid) noexcept nogil:
    cdef Player* P = &S.player[p]
    cdef const Placement* b = &R.place[pid]
    ark_assert(b.cells & P.built == 0)
    P.touch = ((P.touch if P.built else 0) | b.near) & ~(P.built | b.cells)
    P.built |= b.cells
    # No branches: which kind it is would be missed often.
    P.kiosk |= b.cells if b.kind == KIOSK else 0
    P.pavilion |= b.cells if b.kind == PAVILION else 0
    P.enclosure1 |= b.cells if b.kind == ENCLOSURE_1 else 0
    if b.kind > ENCLOSURE_1:
        ark_assert(P.n_multi < MAX_MULTI)
        P.multi[P.n_multi] = <uint16_t> pid
        P.n_multi += 1
        if not is_standard(b.kind):
            P.kinds |= <uint32_t> 1 << b.kind
    if is_standard(b.kind):
        fit_more(R, P, b.size, b.cells, b.near)
    add_bonus(R, S, &R.kind_bonus[b.kind], NO_CARD)
    cover_bonuses(R, S, p, b.cells)
    cover_money(R, S, p, b.cells)
    if (b.kind == REPTILE_HOUSE or b.kind == LARGE_BIRD_AVIARY) and any_to_move_in(R, S, p, b.kind):
        add_item(S, OP_MOVE_IN, 1, b.kind, NO_CARD, 1, 1, 0)
