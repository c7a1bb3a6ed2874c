# cython: language_level=3
"""Enclosures: where an animal can live, occupying, emptying, moving in (R13, R16.8-R16.11)."""
from arknova_fast.core.types cimport *
from arknova_fast.core.action cimport make_action
from arknova_fast.core.bits cimport lowest, bit, set_next, ark_assert
from arknova_fast.core.derived cimport effective_size, fit_less, fit_more
from arknova_fast.core.tables cimport Map, Card, Placement
from arknova_fast.effects.counters cimport is_standard
from arknova_fast.effects.gains cimport gain
from arknova_fast.rules.frames cimport list_bits


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
    for w in range(R.first_word[<int> ANIMAL], R.end_word[<int> ANIMAL]):
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


cdef inline const Placement* single_enclosure(const Tables* R, int cell) noexcept nogil:
    """Placements of one cell are numbered like the cells."""
    return &R.place[R.place_start[<int> ENCLOSURE_1] + cell]


cdef inline bint can_host(const Tables* R, const Player* P, const Card* C, const Placement* b) noexcept nogil:
    return effective_size(R, P, b.size, b.cells) >= C.size and terrain_ok(R, P, C, b.near)


cdef uint64_t hosts(const Tables* R, const Player* P, const Card* C) noexcept nogil:
    """Lowest cells of the empty standard enclosures an animal can live in."""
    cdef const Placement* b
    cdef uint64_t rest = P.enclosure1 & ~P.occupied, found = 0
    cdef bint anywhere = C.rock == 0 and C.water == 0, fits
    cdef int i
    # Only the outdoor area makes a single cell larger.
    if C.size > 1 and R.map[P.map].ability != OUTDOOR_AREA:
        rest = 0
    while rest:
        i = lowest(rest)
        rest &= rest - 1
        if can_host(R, P, C, single_enclosure(R, i)):
            found |= bit(i)
    for i in range(P.n_multi):
        b = &R.place[P.multi[i]]
        # All at once: which enclosures are empty and large enough is no pattern that branches could follow.
        fits = is_standard(b.kind) & (b.cells & P.occupied == 0) & (effective_size(R, P, b.size, b.cells) >= C.size)
        found |= <uint64_t> (fits & (anywhere or terrain_ok(R, P, C, b.near))) << b.anchor
    return found


cdef int list_housing(const Tables* R, const GameState* S, int p, int card, action_t* out, int n) noexcept nogil:
    cdef const Card* C = &R.card[card]
    cdef const Player* P = &S.player[p]
    if C.size:
        n = list_bits(hosts(R, P, C), HOUSE, out, n)
    if C.special != NO_KIND and special_fits(R, P, C):
        out[n] = make_action(HOUSE_SPECIAL, 0, 0)
        n += 1
    if C.flock and has_host(R, S, p, C):
        out[n] = make_action(SHARE, 0, 0)
        n += 1
    return n


cdef const Placement* enclosure_at(const Tables* R, const Player* P, int cell) noexcept nogil:
    """The standard enclosure whose lowest cell is given."""
    cdef int i
    cdef const Placement* b
    if P.enclosure1 & bit(cell):
        return single_enclosure(R, cell)
    for i in range(P.n_multi):
        b = &R.place[P.multi[i]]
        if b.anchor == cell and is_standard(b.kind):
            return b
    ark_assert(False)
    return single_enclosure(R, cell)


cdef int enclosure_size(const Tables* R, const GameState* S, int p, int cell) noexcept nogil:
    return enclosure_at(R, &S.player[p], cell).size


cdef void house_standard(const Tables* R, GameState* S, int p, int cell) noexcept nogil:
    cdef Player* P = &S.player[p]
    cdef const Map* M = &R.map[P.map]
    cdef const Placement* b = enclosure_at(R, P, cell)
    P.occupied |= b.cells
    fit_less(R, P, b.size, b.cells, b.near)
    # Map 1: an enclosure next to the tower turned to its occupied side (R29.2).
    if M.ability == OBSERVATION_TOWER and b.cells & M.ability_cells and not b.cells & M.ability_core:
        S.abilities_run |= <uint8_t> (1 << OBSERVATION_TOWER)
        gain(R, S, OP_APPEAL, R.tower_appeal, NO_CARD)


cdef void house_special(const Tables* R, GameState* S, int p, int card) noexcept nogil:
    S.player[p].special_used[R.card[card].special - PETTING_ZOO] += R.card[card].spaces


cdef void empty_enclosure(const Tables* R, GameState* S, int p, int cell) noexcept nogil:
    cdef Player* P = &S.player[p]
    cdef const Placement* b = enclosure_at(R, P, cell)
    P.occupied &= ~b.cells
    fit_more(R, P, b.size, b.cells, b.near)


cdef inline int rank_to_empty(const Tables* R, const Player* P, const Card* C, const Placement* b) noexcept nogil:
    """0 when it cannot be emptied; smaller is preferred: first those with the terrain, then by size."""
    cdef int size = effective_size(R, P, b.size, b.cells)
    if not b.cells & P.occupied or size < C.size:
        return 0
    return size if terrain_ok(R, P, C, b.near) else 100 + size


cdef inline uint64_t among_best(uint64_t found, int* best, int rank, int anchor) noexcept nogil:
    if rank == 0 or rank > best[0]:
        return found
    if rank < best[0]:
        best[0] = rank
        found = 0
    return found | bit(anchor)


cdef int list_emptied(const Tables* R, const GameState* S, int p, int card, action_t* out, int n) noexcept nogil:
    cdef const Card* C = &R.card[card]
    cdef const Player* P = &S.player[p]
    cdef const Placement* b
    cdef uint64_t rest = P.enclosure1, found = 0
    cdef int i, best = 1000
    while rest:
        i = lowest(rest)
        rest &= rest - 1
        found = among_best(found, &best, rank_to_empty(R, P, C, single_enclosure(R, i)), i)
    for i in range(P.n_multi):
        b = &R.place[P.multi[i]]
        if is_standard(b.kind):
            found = among_best(found, &best, rank_to_empty(R, P, C, b), b.anchor)
    return list_bits(found, EMPTY, out, n)


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
