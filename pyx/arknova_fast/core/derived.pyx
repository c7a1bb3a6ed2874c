# cython: language_level=3
"""Derived fields of a player: recomputing them, and keeping `fit` up to date for one enclosure."""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset
from arknova_fast.core.bits cimport bit, lowest, set_and_count, set_next
from arknova_fast.core.state cimport GameState, Player
from arknova_fast.core.tables cimport Card, Effect, Map, Placement, Tables
from arknova_fast.core.types cimport (
    AFRICA, ENCLOSURE_2, ENCLOSURE_5, NO_CARD, OP_PERMANENT, PERM_DISCOUNT, PERM_IGNORE_CONDITION,
    PERM_IGNORE_TERRAIN, SCIENCE, SIZE_SMALL, SPONSOR)


cdef inline int up_to_two(uint64_t cells) noexcept nogil:
    return (cells != 0) + ((cells & (cells - 1)) != 0)


# The index in Player.fit of an enclosure with these neighbours.
cdef inline int fit_class(const Tables* R, const Player* p, uint64_t near) noexcept nogil:
    cdef const Map* M = &R.map[p.map]
    if p.perm & PERM_IGNORE_TERRAIN:
        return 8
    return 3 * up_to_two(near & M.rock) + up_to_two(near & M.water)


cdef inline void offer_size(uint8_t* fit, int i, int size) noexcept nogil:
    fit[i] = <uint8_t> (size if fit[i] < size else fit[i])


# "at least": an enclosure that touches more rock or water also serves a lower demand.
cdef inline void serve_lower(uint8_t* fit) noexcept nogil:
    cdef int i
    for i in range(6, -1, -3):
        offer_size(fit, i + 1, fit[i + 2])
        offer_size(fit, i, fit[i + 1])
        if i:
            offer_size(fit, i - 1, fit[i + 2])
            offer_size(fit, i - 2, fit[i + 1])
            offer_size(fit, i - 3, fit[i])


cdef void refit(const Tables* R, Player* p) noexcept nogil:
    cdef const Placement* P
    cdef uint64_t cells = p.enclosure1 & ~p.occupied
    cdef int i, cell
    memset(p.fit, 0, sizeof(p.fit))
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        offer_size(p.fit, fit_class(R, p, R.cell_near[cell]), effective_size(R, p, 1, bit(cell)))
    for i in range(p.n_multi):
        P = &R.place[p.multi[i]]
        if ENCLOSURE_2 <= P.kind <= ENCLOSURE_5 and not P.cells & p.occupied:
            offer_size(p.fit, fit_class(R, p, P.near), effective_size(R, p, P.size, P.cells))
    serve_lower(p.fit)


cdef void fit_more(const Tables* R, Player* p, int size, uint64_t cells, uint64_t near) noexcept nogil:
    offer_size(p.fit, fit_class(R, p, near), effective_size(R, p, size, cells))
    serve_lower(p.fit)


cdef void fit_less(const Tables* R, Player* p, int size, uint64_t cells, uint64_t near) noexcept nogil:
    # A larger one with the same contacts hides it in every class it serves.
    if p.fit[fit_class(R, p, near)] <= effective_size(R, p, size, cells):
        refit(R, p)


cdef void derive_board(const Tables* R, Player* p) noexcept nogil:
    cdef uint64_t cells
    cdef int i, kind
    p.built = p.kiosk | p.pavilion | p.enclosure1
    p.kinds = 0
    for i in range(p.n_multi):
        kind = R.place[p.multi[i]].kind
        p.built |= R.place[p.multi[i]].cells
        p.kinds |= <uint32_t> bit(kind) & (R.special_kinds | R.unique_kinds)
    p.touch = 0 if p.built else R.map[p.map].first
    cells = p.built
    while cells:
        p.touch |= R.cell_near[lowest(cells)]
        cells &= cells - 1
    p.touch &= ~p.built


cdef void derive_cards(const Tables* R, Player* p) noexcept nogil:
    cdef const Card* C
    cdef const Effect* E
    cdef int card, i
    memset(p.icons, 0, sizeof(p.icons))
    p.trig_icons = p.perm = 0
    p.discount_small = p.discount_large = p.ignore_large = 0
    card = set_next(p.zoo, 0)
    while card != NO_CARD:
        C = &R.card[card]
        for i in range(16):
            p.icons[i] += C.icons[i]
        p.trig_icons |= C.trig_icons
        p.perm |= C.perm
        if C.perm & (PERM_DISCOUNT | PERM_IGNORE_CONDITION):
            for i in range(C.effect_start, C.effect_start + C.n_effects):
                E = &R.effect[i]
                if E.op != OP_PERMANENT:
                    continue
                if E.perm & PERM_IGNORE_CONDITION:
                    p.ignore_large += E.n
                elif E.perm & PERM_DISCOUNT and E.arg == SIZE_SMALL:
                    p.discount_small += E.n
                elif E.perm & PERM_DISCOUNT:
                    p.discount_large += E.n
        card = set_next(p.zoo, card + 1)
    for i in range(5):
        p.icons[AFRICA + i] += (p.partner_zoos >> i) & 1
    for i in range(3):
        if (p.universities >> i) & 1:
            p.icons[<int> SCIENCE] += R.university_icons[i]
    p.n_small = set_and_count(p.zoo, R.small_set)
    p.n_large = set_and_count(p.zoo, R.large_set)
    p.n_sponsors = set_and_count(p.zoo, R.type_set[<int> SPONSOR])


cdef void derive(const Tables* R, Player* p) noexcept nogil:
    derive_board(R, p)
    derive_cards(R, p)
    refit(R, p)


cdef void derive_player(const Tables* R, GameState* S, int p) noexcept nogil:
    derive(R, &S.player[p])
