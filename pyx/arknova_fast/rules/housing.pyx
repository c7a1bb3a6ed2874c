# cython: language_level=3
"""Enclosures: where an animal can live, occupying, emptying, moving in (R13, R16.8-R16.11)."""
from arknova_fast.core.types cimport *
from arknova_fast.core.action cimport make_action
from arknova_fast.core.bits cimport popcount, lowest, bit, set_next, ark_assert
from arknova_fast.core.state cimport refit
from arknova_fast.core.tables cimport Map, Card, Placement
from arknova_fast.effects.counters cimport is_standard
from arknova_fast.effects.gains cimport gain
from arknova_fast.rules.frames cimport sort_actions


cdef inline int effective_size(const Tables* R, const Player* P, int size, uint64_t cells) noexcept nogil:
    """Map 2: enclosures next to the outdoor area count as larger (R29.4)."""
    cdef const Map* M = &R.map[P.map]
    if M.ability == OUTDOOR_AREA and cells & M.ability_cells and not cells & M.ability_core:
        return size + R.outdoor_bonus
    return size


cdef bint special_fits(const Tables* R, const Player* P, const Card* C) noexcept nogil:
    """The special enclosure of the animal exists, has the spaces and the terrain (R13.7-R13.12)."""
    cdef int i
    cdef const Placement* b
    if C.special == NO_KIND or not (P.kinds >> C.special) & 1:
        return False
    if P.special_used[C.special - PETTING_ZOO] + C.spaces > R.kind_capacity[C.special]:
        return False
    if C.rock == 0 and C.water == 0:
        return True
    for i in range(P.n_multi):
        b = &R.place[P.multi[i]]
        if b.kind == C.special:
            return terrain_ok(R, P, C, b.near)
    return False


cdef bint has_host(const Tables* R, const GameState* S, int p, const Card* C) noexcept nogil:
    """Another herbivore of the zoo requires an enclosure of at least the flock number (R13.25, C19)."""
    cdef const Player* P = &S.player[p]
    cdef int card, w, i
    cdef uint64_t x
    cdef bint any_ = False
    cdef const Placement* b
    for w in range(CARD_WORDS):
        x = P.zoo[w] & R.icon_animals[<int> HERBIVORE][w]
        while x:
            card = (w << 6) + lowest(x)
            x &= x - 1
            any_ = True
            if R.card[card].size >= C.flock:
                return True
    if any_ and R.switches & SW_FLOCK_BY_ENCLOSURE:
        for i in range(P.n_multi):
            b = &R.place[P.multi[i]]
            if is_standard(b.kind) and b.cells & P.occupied and b.size >= C.flock:
                return True
    return False


cdef bint can_house(const Tables* R, const GameState* S, int p, int card) noexcept nogil:
    cdef const Card* C = &R.card[card]
    cdef const Player* P = &S.player[p]
    if C.size and P.fit[3 * C.rock + C.water] >= C.size:
        return True
    if C.special != NO_KIND and special_fits(R, P, C):
        return True
    return C.flock != 0 and has_host(R, S, p, C)


cdef int list_housing(const Tables* R, const GameState* S, int p, int card, action_t* out, int n) noexcept nogil:
    cdef const Card* C = &R.card[card]
    cdef const Player* P = &S.player[p]
    cdef const Placement* b
    cdef uint64_t rest
    cdef int i, start = n
    if C.size:
        rest = P.enclosure1 & ~P.occupied
        while rest:
            i = lowest(rest)
            rest &= rest - 1
            if effective_size(R, P, 1, bit(i)) >= C.size and terrain_ok(R, P, C, R.cell_near[i]):
                out[n] = make_action(HOUSE, i, 0)
                n += 1
        for i in range(P.n_multi):
            b = &R.place[P.multi[i]]
            if (is_standard(b.kind) and not b.cells & P.occupied and effective_size(R, P, b.size, b.cells) >= C.size
                    and terrain_ok(R, P, C, b.near)):
                out[n] = make_action(HOUSE, b.anchor, 0)
                n += 1
        sort_actions(out, start, n)
    if C.special != NO_KIND and special_fits(R, P, C):
        out[n] = make_action(HOUSE_SPECIAL, 0, 0)
        n += 1
    if C.flock and has_host(R, S, p, C):
        out[n] = make_action(SHARE, 0, 0)
        n += 1
    return n


cdef uint64_t enclosure_cells(const Tables* R, const Player* P, int cell) noexcept nogil:
    """All cells of the standard enclosure whose lowest cell is given."""
    cdef int i
    cdef const Placement* b
    if P.enclosure1 & bit(cell):
        return bit(cell)
    for i in range(P.n_multi):
        b = &R.place[P.multi[i]]
        if b.anchor == cell and is_standard(b.kind):
            return b.cells
    ark_assert(False)
    return 0


cdef int enclosure_size(const Tables* R, const GameState* S, int p, int cell) noexcept nogil:
    return popcount(enclosure_cells(R, &S.player[p], cell))


cdef void house_standard(const Tables* R, GameState* S, int p, int cell) noexcept nogil:
    cdef Player* P = &S.player[p]
    cdef const Map* M = &R.map[P.map]
    cdef uint64_t cells = enclosure_cells(R, P, cell)
    P.occupied |= cells
    refit(R, P)
    # Map 1: an enclosure next to the tower turned to its occupied side (R29.2).
    if M.ability == OBSERVATION_TOWER and cells & M.ability_cells and not cells & M.ability_core:
        S.abilities_run |= <uint8_t> (1 << OBSERVATION_TOWER)
        gain(R, S, OP_APPEAL, R.tower_appeal, NO_CARD)


cdef void house_special(const Tables* R, GameState* S, int p, int card) noexcept nogil:
    S.player[p].special_used[R.card[card].special - PETTING_ZOO] += R.card[card].spaces


cdef void empty_enclosure(const Tables* R, GameState* S, int p, int cell) noexcept nogil:
    cdef Player* P = &S.player[p]
    P.occupied &= ~enclosure_cells(R, P, cell)
    refit(R, P)


cdef inline int rank_to_empty(const Tables* R, const Player* P, const Card* C, int size, uint64_t cells,
                              uint64_t near) noexcept nogil:
    """0 when it cannot be emptied; smaller is preferred: first those with the terrain, then by size."""
    size = effective_size(R, P, size, cells)
    if not cells & P.occupied or size < C.size:
        return 0
    return size if terrain_ok(R, P, C, near) else 100 + size


cdef int list_emptied(const Tables* R, const GameState* S, int p, int card, action_t* out, int n) noexcept nogil:
    cdef const Card* C = &R.card[card]
    cdef const Player* P = &S.player[p]
    cdef const Placement* b
    cdef uint64_t rest = P.enclosure1
    cdef int i, rank, best = 1000, start = n
    while rest:
        i = lowest(rest)
        rest &= rest - 1
        rank = rank_to_empty(R, P, C, 1, bit(i), R.cell_near[i])
        if rank and rank <= best:
            if rank < best:
                n = start
                best = rank
            out[n] = make_action(EMPTY, i, 0)
            n += 1
    for i in range(P.n_multi):
        b = &R.place[P.multi[i]]
        if not is_standard(b.kind):
            continue
        rank = rank_to_empty(R, P, C, b.size, b.cells, b.near)
        if rank and rank <= best:
            if rank < best:
                n = start
                best = rank
            out[n] = make_action(EMPTY, b.anchor, 0)
            n += 1
    return sort_actions(out, start, n)


cdef bint leave_special(const Tables* R, GameState* S, int p, int card) noexcept nogil:
    cdef const Card* C = &R.card[card]
    cdef Player* P = &S.player[p]
    if C.special == NO_KIND or not (P.kinds >> C.special) & 1:
        return False
    if P.special_used[C.special - PETTING_ZOO] < C.spaces:
        return False
    P.special_used[C.special - PETTING_ZOO] -= C.spaces
    return True


cdef int special_rank(const Tables* R, int card) noexcept nogil:
    cdef int c, n = 0
    for c in range(card):
        n += R.card[c].type == ANIMAL and R.card[c].special == R.card[card].special
    return n


cdef int list_move_in(const Tables* R, const GameState* S, int p, int kind, uint32_t moved, action_t* out,
                      int n) noexcept nogil:
    cdef const Player* P = &S.player[p]
    cdef int card = set_next(P.zoo, 0)
    while card != NO_CARD and R.card[card].type == ANIMAL:
        if (R.card[card].special == kind and special_fits(R, P, &R.card[card])
                and not (moved >> special_rank(R, card)) & 1):
            out[n] = make_action(MOVE_IN, card, 0)
            n += 1
        card = set_next(P.zoo, card + 1)
    return n


cdef bint any_to_move_in(const Tables* R, const GameState* S, int p, int kind) noexcept nogil:
    cdef action_t buffer[128]
    return list_move_in(R, S, p, kind, 0, buffer, 0) > 0
