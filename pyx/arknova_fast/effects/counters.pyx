# cython: language_level=3
"""The counting language of effect programs."""
from arknova_fast.core.types cimport *
from arknova_fast.core.tables cimport Map, Placement
from arknova_fast.core.bits cimport popcount, lowest


cdef int count_kinds(const Player* P, uint16_t mask) noexcept nogil:
    cdef int n = 0, i
    for i in range(N_ICONS):
        n += ((mask >> i) & 1) * (P.icons[i] > 0)
    return n


cdef int count_icons(const Player* P, uint16_t mask, bint least) noexcept nogil:
    cdef int total = 0, low = 255, i
    for i in range(N_ICONS):
        if (mask >> i) & 1:
            total += P.icons[i]
            if P.icons[i] < low:
                low = P.icons[i]
    return low if least else total


cdef int count_buildings(const Tables* R, const Player* P, int kind, bint occupied) noexcept nogil:
    cdef int n = 0, i
    cdef const Placement* b
    if kind == KIOSK:
        return popcount(P.kiosk)
    if kind == PAVILION:
        return popcount(P.pavilion)
    if kind == ENCLOSURE_1:
        return popcount(P.enclosure1 & P.occupied) if occupied else popcount(P.enclosure1)
    for i in range(P.n_multi):
        b = &R.place[P.multi[i]]
        n += b.kind == kind and (not occupied or b.cells & P.occupied != 0)
    return n


cdef uint64_t spaces_of(const Map* M, int space) noexcept nogil:
    if space == SPACE_WATER:
        return M.water
    if space == SPACE_ROCK:
        return M.rock
    if space == SPACE_BORDER_BUILDING:
        return M.border & M.plain
    return M.bonus


cdef int empty_groups(const Tables* R, uint64_t empty, int size) noexcept nogil:
    """Sum over the connected groups of `empty` of group size // size (sponsor 260)."""
    cdef int n = 0
    cdef uint64_t group, grown, edge
    while empty:
        group = empty & (~empty + 1)
        edge = group
        while edge:
            grown = 0
            while edge:
                grown |= R.cell_near[lowest(edge)]
                edge &= edge - 1
            edge = grown & empty & ~group
            group |= edge
        n += popcount(group) // size
        empty &= ~group
    return n


cdef int buildings_next_to(const Tables* R, const Player* P, uint64_t cells_near, bint kiosks) noexcept nogil:
    cdef int n = popcount(cells_near & (P.pavilion | (P.enclosure1 & P.occupied))), i
    cdef uint64_t cells
    if kiosks:
        n += popcount(cells_near & P.kiosk)
    for i in range(P.n_multi):
        cells = R.place[P.multi[i]].cells
        n += (cells & cells_near != 0) & ((not is_standard(R.place[P.multi[i]].kind)) | (cells & P.occupied != 0))
    return n


cdef int adjacent_to_unique(const Tables* R, const Player* P, int kind) noexcept nogil:
    cdef int i
    for i in range(P.n_multi):
        if R.place[P.multi[i]].kind == kind:
            return buildings_next_to(R, P, R.place[P.multi[i]].near, True)
    return 0


cdef int kiosk_income(const Tables* R, const Player* P) noexcept nogil:
    """Money of all kiosks: one per adjacent building that counts, for each kiosk (R24.12-R24.14)."""
    cdef int n = 0, i
    cdef uint64_t rest = P.kiosk
    cdef uint64_t single = P.pavilion | (P.enclosure1 & P.occupied)
    cdef const Placement* b
    while rest:
        n += popcount(R.cell_near[lowest(rest)] & single)
        rest &= rest - 1
    # A larger building counts for each kiosk next to it.
    for i in range(P.n_multi):
        b = &R.place[P.multi[i]]
        if not is_standard(b.kind) or b.cells & P.occupied:
            n += popcount(b.near & P.kiosk)
    return n


cdef int map_income(const Tables* R, const Player* P) noexcept nogil:
    """Break income of the map ability: restaurant (R29.8) and ice cream parlors (R29.12)."""
    cdef const Map* M = &R.map[P.map]
    if M.ability == RESTAURANT:
        return popcount(P.built & M.ability_cells)
    if M.ability == PARLORS and M.kiosk_bonus & ~P.built == 0:
        return popcount(P.kiosk)
    return 0


cdef int count_spaces(const Tables* R, const Player* P, const Effect* e) noexcept nogil:
    cdef const Map* M = &R.map[P.map]
    cdef uint64_t open_ = spaces_of(M, e.counter_arg) & ~P.built
    # `touch` is the set of first cells until something is built, then exactly the cells next to a building.
    cdef uint64_t connected = P.touch if P.built else 0
    if e.counter == COUNT_CONNECTED:
        return popcount(open_ & connected)
    if e.counter == COUNT_ISOLATED:
        return popcount(open_ & ~connected)
    return open_ & ~connected == 0


cdef int count_map(const Tables* R, const Player* P, const Effect* e) noexcept nogil:
    cdef const Map* M = &R.map[P.map]
    if e.counter == COUNT_EMPTY_GROUPS:
        return empty_groups(R, M.plain & ~P.built, e.counter_arg)
    if e.counter == COUNT_EMPTY_SPACES:
        return popcount(M.plain & ~P.built)
    if e.counter == COUNT_MAP_COVERED:
        return M.plain & ~P.built == 0
    return M.plain & M.border & ~P.built == 0


cdef int count_for(const Tables* R, const GameState* S, int p, const Effect* e) noexcept nogil:
    cdef const Player* P = &S.player[p]
    cdef int c = e.counter
    if c == COUNT_ICON:
        return P.icons[e.counter_arg]
    elif c == COUNT_ICON_SUM:
        return count_icons(P, e.counter_mask, False)
    elif c == COUNT_ICON_PAIRS:
        return count_icons(P, e.counter_mask, True)
    elif c == COUNT_KINDS:
        return count_kinds(P, e.counter_mask)
    elif c == COUNT_UNIVERSITIES:
        return popcount(P.universities)
    elif c == COUNT_BUILDINGS:
        return count_buildings(R, P, e.counter_arg, False)
    elif c == COUNT_OCCUPIED:
        return count_buildings(R, P, e.counter_arg, True)
    elif c == COUNT_SMALL:
        return P.n_small
    elif c == COUNT_LARGE:
        return P.n_large
    elif c == COUNT_SUPPORTED:
        return P.supported
    elif c == COUNT_X_TOKENS:
        return P.x_tokens
    elif c == COUNT_REPUTATION:
        return P.reputation
    elif c == COUNT_SPONSORS:
        return P.n_sponsors
    elif c == COUNT_ADJACENT:
        return adjacent_to_unique(R, P, e.counter_arg)
    elif c == COUNT_CONNECTED or c == COUNT_ISOLATED or c == COUNT_ALL_CONNECTED:
        return count_spaces(R, P, e)
    elif c == COUNT_ONE:
        return 1
    return count_map(R, P, e)


cdef int units_of(const Tables* R, const GameState* S, int p, const Effect* e) noexcept nogil:
    cdef int value = count_for(R, S, p, e), i, best = 0
    if e.n_tiers:
        for i in range(e.n_tiers):
            if value >= e.tier_min[i]:
                best = e.tier_n[i]
        return best
    if e.at_least:
        return e.n if value >= e.at_least else 0
    if e.every > 1:
        value //= e.every
    if value > e.cap:
        value = e.cap
    return value * e.n
