# cython: language_level=3
"""Where buildings may stand, and what covering spaces gives (R11)."""
from arknova_fast.core.types cimport *
from arknova_fast.core.action cimport make_action
from arknova_fast.core.bits cimport popcount, lowest, ark_assert
from arknova_fast.core.state cimport refit
from arknova_fast.core.tables cimport Map, Card, Placement, Effect
from arknova_fast.effects.counters cimport is_standard
from arknova_fast.effects.gains cimport add_bonus, gain_money, side_for
from arknova_fast.effects.pending cimport add_item
from arknova_fast.rules.housing cimport any_to_move_in, terrain_ok

cdef extern from *:
    int __builtin_clz(unsigned int x) nogil


cdef uint64_t blocked_cells(const Tables* R, const GameState* S, int p) noexcept nogil:
    cdef const Player* P = &S.player[p]
    cdef const Map* M = &R.map[P.map]
    cdef uint64_t blocked = P.built
    if not P.perm & PERM_IGNORE_TERRAIN:
        blocked |= M.rock | M.water
    if not side_for(R, S, p, BUILD):
        blocked |= M.build2
    return blocked


cdef bint kind_allowed(const Tables* R, const Player* P, int kind) noexcept nogil:
    return R.kind_limit[kind] == 255 or not (P.kinds >> kind) & 1


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


cdef bint any_place(const Tables* R, int kind, uint64_t blocked, uint64_t touch) noexcept nogil:
    cdef int i
    for i in range(R.place_start[kind], R.place_start[kind + 1]):
        if R.place_cells[i] & blocked == 0 and R.place_cells[i] & touch:
            return True
    return False


cdef bint can_place(const Tables* R, const GameState* S, int p, int kind) noexcept nogil:
    if R.kind_size[kind] == 1:
        return single_cells(R, S, p, kind) != 0
    if not kind_allowed(R, &S.player[p], kind):
        return False
    return any_place(R, kind, blocked_cells(R, S, p), S.player[p].touch)


cdef bint room_for_two(const Tables* R, uint64_t cells, uint64_t free_) noexcept nogil:
    """Whether one of `cells` has a free neighbour, so that anything larger than one cell can fit."""
    while cells:
        if R.cell_near[lowest(cells)] & free_:
            return True
        cells &= cells - 1
    return False


cdef uint32_t placeable_kinds(const Tables* R, const GameState* S, int p, uint32_t kinds) noexcept nogil:
    """Largest kinds first: a place for a large enclosure is one for the smaller ones inside it."""
    cdef const Player* P = &S.player[p]
    cdef uint64_t blocked = blocked_cells(R, S, p)
    cdef uint64_t cells = P.touch & ~blocked
    cdef uint32_t found = 0, rest
    cdef int kind
    if cells == 0:
        return 0
    if kinds & 1 << KIOSK and cells & ~near_kiosks(R, P):
        found = 1 << KIOSK
    found = (found | 1 << PAVILION | 1 << ENCLOSURE_1) & kinds
    rest = kinds & ~<uint32_t> 7
    if rest == 0 or not room_for_two(R, cells, ~blocked):
        return found
    while rest:
        kind = 31 - __builtin_clz(rest)
        rest &= ~(<uint32_t> 1 << kind)
        if kind_allowed(R, P, kind) and any_place(R, kind, blocked, P.touch):
            found |= <uint32_t> 1 << kind | R.kind_implies[kind] & kinds
            rest &= ~found
    # A per-zoo limit is not part of what one footprint says about another.
    return found & ~(P.kinds & R.special_kinds)


cdef int list_placements(const Tables* R, const GameState* S, int p, int kind, action_t* out, int n) noexcept nogil:
    cdef uint64_t blocked, cells, touch = S.player[p].touch
    cdef int i
    if R.kind_size[kind] == 1:
        cells = single_cells(R, S, p, kind)
        while cells:
            # Placements of one cell are numbered like the cells.
            out[n] = make_action(PLACE, R.place_start[kind] + lowest(cells), 0)
            n += 1
            cells &= cells - 1
        return n
    if not kind_allowed(R, &S.player[p], kind):
        return n
    blocked = blocked_cells(R, S, p)
    for i in range(R.place_start[kind], R.place_start[kind + 1]):
        if R.place_cells[i] & blocked == 0 and R.place_cells[i] & touch:
            out[n] = make_action(PLACE, i, 0)
            n += 1
    return n


cdef inline bint unique_fits(const Tables* R, const Player* P, const Card* C, int pid, uint64_t blocked) noexcept nogil:
    cdef const Placement* b = &R.place[pid]
    cdef const Map* M = &R.map[P.map]
    if b.cells & blocked or not (C.free_standing or b.cells & P.touch):
        return False
    if popcount(b.cells & M.border) < C.border_min:
        return False
    return terrain_ok(R, P, C, b.near)


cdef int list_unique(const Tables* R, const GameState* S, int p, int card, action_t* out, int n) noexcept nogil:
    cdef uint64_t blocked = blocked_cells(R, S, p)
    cdef const Card* C = &R.card[card]
    cdef int i
    for i in range(R.place_start[C.unique], R.place_start[C.unique + 1]):
        if unique_fits(R, &S.player[p], C, i, blocked):
            out[n] = make_action(PLACE, i, 0)
            n += 1
    return n


cdef bint can_place_unique(const Tables* R, const GameState* S, int p, int card) noexcept nogil:
    cdef uint64_t blocked = blocked_cells(R, S, p)
    cdef const Card* C = &R.card[card]
    cdef int i
    for i in range(R.place_start[C.unique], R.place_start[C.unique + 1]):
        if unique_fits(R, &S.player[p], C, i, blocked):
            return True
    return False


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
    for w in range(CARD_WORDS):
        x = P.zoo[w] & R.type_set[<int> SPONSOR][w]
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
    if b.kind == KIOSK:
        P.kiosk |= b.cells
    elif b.kind == PAVILION:
        P.pavilion |= b.cells
    elif b.kind == ENCLOSURE_1:
        P.enclosure1 |= b.cells
    else:
        ark_assert(P.n_multi < MAX_MULTI)
        P.multi[P.n_multi] = <uint16_t> pid
        P.n_multi += 1
        if not is_standard(b.kind):
            P.kinds |= <uint32_t> 1 << b.kind
    if is_standard(b.kind):
        refit(R, P)
    add_bonus(R, S, &R.kind_bonus[b.kind], NO_CARD)
    cover_bonuses(R, S, p, b.cells)
    if P.n_sponsors:
        cover_money(R, S, p, b.cells)
    if (b.kind == REPTILE_HOUSE or b.kind == LARGE_BIRD_AVIARY) and any_to_move_in(R, S, p, b.kind):
        add_item(S, OP_MOVE_IN, 1, b.kind, NO_CARD, 1, 1, 0)
