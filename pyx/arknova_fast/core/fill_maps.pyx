# cython: language_level=3
"""Tables of buildings, placements and maps."""
from libc.stdint cimport uint32_t, uint64_t
from arknova_fast.core.bits cimport bit, lowest, popcount
from arknova_fast.core.filling cimport set_bonus
from arknova_fast.core.tables cimport Card, Map, Placement, Tables
from arknova_fast.core.types cimport HARBOR, NO_KIND

from arknova_fast.cards import compile as rows_of
from arknova_fast.cards import geometry


cdef int fill_places(Tables* t, int kind, int start, places) except -1:
    cdef int i = start
    cdef Placement* p
    for anchor, rotation, cells, near in places:
        p = &t.place[i]
        p.anchor, p.rotation, p.cells, p.near, p.kind, p.size = anchor, rotation, cells, near, kind, t.kind_size[kind]
        i += 1
    return 0


cdef void fill_form(Tables* t, int form, const Placement* p) noexcept:
    cdef uint64_t rest = p.cells >> p.anchor
    cdef int j = 0
    t.form_kind[form] = bit(p.kind)
    t.form_inside[form] |= bit(p.anchor)
    rest &= rest - 1
    while rest:
        t.form_shift[j][form] = lowest(rest)
        rest &= rest - 1
        j += 1


cdef void fill_forms(Tables* t, int kind) noexcept:
    """The forms of a kind from its placements, which are sorted by anchor, then rotation."""
    cdef int i, first = t.place_start[kind], end = t.place_start[kind + 1]
    cdef uint64_t rotations = 0
    cdef const Placement* p
    for i in range(first, end):
        rotations |= bit(t.place[i].rotation)
    for i in range(end - 1, first - 1, -1):
        p = &t.place[i]
        fill_form(t, t.form_start[kind] + popcount(rotations & (bit(p.rotation) - 1)), p)
        t.place_first[kind][p.anchor] = i
    t.form_start[kind + 1] = t.form_start[kind] + popcount(rotations)
    t.most_cells[kind] = max(t.kind_size[kind], t.most_cells[kind - 1] if kind else 0)


cdef bint demands_met(const Card* c, const Map* m, const Placement* p) noexcept:
    return popcount(p.near & m.rock) >= c.rock and popcount(p.near & m.water) >= c.water


cdef void fill_demands(Tables* t, const Card* c) noexcept:
    """Where the unique building of a sponsor meets what is printed on the card (R17.13)."""
    cdef const Placement* p
    cdef int i, m, form = 0, kind = c.unique
    for i in range(t.place_start[kind], t.place_start[kind + 1]):
        p = &t.place[i]
        if i == t.place_first[kind][p.anchor]:
            form = t.form_start[kind]
        while not t.form_inside[form] & bit(p.anchor):
            form += 1
        if popcount(p.cells & t.map[0].border) >= c.border_min:
            t.form_border[form] |= bit(p.anchor)
            for m in range(t.n_maps):
                if demands_met(c, &t.map[m], p):
                    t.form_demands[m][form] |= bit(p.anchor)
        form += 1


cdef int fill_kinds(Tables* t, list rows, list place_start) except -1:
    cdef int k, n
    for k, row in enumerate(rows):
        t.kind_size[k], t.kind_cost[k], t.kind_limit[k] = row["size"], row["cost"], row["limit"]
        t.kind_capacity[k] = row["capacity"]
        set_bonus(&t.kind_bonus[k], row["bonus"])
        if row["build"] == 1:
            t.build1_kinds |= <uint32_t> bit(k)
        if row["build"]:
            t.build2_kinds |= <uint32_t> bit(k)
        if row["category"] == "special_enclosure":
            t.special_kinds |= <uint32_t> bit(k)
        elif row["category"] == "unique":
            t.unique_kinds |= <uint32_t> bit(k)
        for n in range(t.kind_size[k], 9):
            t.kinds_up_to[n] |= <uint32_t> bit(k)
        for n in range(t.kind_cost[k], 256):
            t.kinds_for[n] |= <uint32_t> bit(k)
        fill_places(t, k, place_start[k], row["places"])
    t.n_places = place_start[len(rows)]
    for k in range(33):  # kinds that do not exist have no placements
        t.place_start[k] = place_start[k] if k < len(place_start) else t.n_places
    for k in range(32):
        fill_forms(t, k)
    return 0


cdef int fill_geometry(Tables* t, int kiosk_distance) except -1:
    cdef int i
    close = geometry.within(kiosk_distance - 1)
    for i in range(geometry.N_CELLS):
        t.cell_near[i] = geometry.NEAR[i]
        t.cell_near2[i] = close[i]
    return 0


cdef int fill_map(Map* m, dict row) except -1:
    cdef int i
    m.rock, m.water, m.border, m.plain = row["rock"], row["water"], row["border"], row["plain"]
    m.build2, m.bonus, m.first = row["build2"], row["bonus"], row["first"]
    m.h_cells, m.kiosk_bonus, m.ability_cells = row["h_cells"], row["kiosk_bonus"], row["ability_cells"]
    m.ability_core = row["ability_core"]
    m.ability, m.advanced, m.left_income = row["ability"], row["advanced"], row["left_income"]
    for i, bonus in row["cell_bonus"]:
        set_bonus(&m.cell_bonus[i], bonus)
    for i in range(7):
        set_bonus(&m.left[i], row["left"][i])
    for i in range(4):
        set_bonus(&m.partner[i], row["partner"][i])
    for i in range(3):
        set_bonus(&m.university[i], row["university"][i])
        set_bonus(&m.worker[i], row["worker"][i])
    set_bonus(&m.cover, row["cover"])
    m.n_start = len(row["start_building"])
    for i in range(m.n_start):
        m.start_building[i] = row["start_building"][i]
    return 0


cdef int fill_buildings_and_maps(Tables* t, dict data, list kinds) except -1:
    cdef int i
    rows = rows_of.kind_rows(data, kinds)
    place_start = rows_of.place_starts(rows)
    fill_geometry(t, data["boards"]["buildings"]["kiosk_distance"])
    fill_kinds(t, rows, place_start)
    t.n_maps = len(data["maps"])
    for i, zoo in enumerate(data["maps"].values()):
        fill_map(&t.map[i], rows_of.map_row(zoo, kinds, rows, place_start))
        if t.map[i].ability == HARBOR:
            t.harbor_maps |= <uint32_t> bit(i)
    for i in range(t.n_cards):
        if t.card[i].unique != NO_KIND:
            fill_demands(t, &t.card[i])
    return 0
