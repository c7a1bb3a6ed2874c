# cython: language_level=3
"""The compiled ruleset: rows of ``arknova_fast.cards.compile`` copied into one block of C tables."""
from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from arknova_fast.core.bits cimport bit, lowest, popcount, set_add
from arknova_fast.core.types cimport (
    ANIMAL, BASE_PROJECT, HARBOR, N_ICONS, NO_KIND, NO_TYPE, N_OPS, ON_COVER_NEXT_TO, ON_FINAL, ON_ICON, ON_INCOME,
    ON_NEW_KIND, SIZE_LARGE, SIZE_SMALL, SPONSOR)

from arknova_fast.cards import compile as rows_of
from arknova_fast.cards import geometry, vocabulary
from arknova_fast.cards.loader import content_hash, load_data, validate
from arknova_fast.cards.overlay import apply_overlay, card_key, load_overlay_file
from arknova_fast.errors import CardDataError


cdef void set_bonus(Bonus* bonus, tuple row):
    bonus.op, bonus.n, bonus.arg, bonus.optional = row


cdef void copy_bytes(uint8_t* to, list values):
    cdef int i
    for i in range(len(values)):
        to[i] = values[i]


# Fills one row of the action card tables, index = strength 1..5.
cdef void by_strength(uint8_t* to, list values):
    cdef int i
    for i in range(5):
        to[i + 1] = values[i]


# --- cards and effects --------------------------------------------------------------------------------------------


cdef int fill_effect(Effect* e, dict row) except -1:
    cdef int i
    e.op, e.trigger, e.trig_arg, e.any_zoo = row["op"], row["trigger"], row["trig_arg"], row["any_zoo"]
    e.n, e.arg, e.resource, e.optional = row["n"], row["arg"], row["resource"], row["optional"]
    e.counter, e.counter_arg, e.counter_mask = row["counter"], row["counter_arg"], row["counter_mask"]
    e.every, e.cap, e.others, e.at_least = row["every"], row["cap"], row["others"], row["at_least"]
    e.token_slot, e.perm = row["token_slot"], row["perm"]
    e.n_tiers = len(row["tiers"])
    for i in range(e.n_tiers):
        e.tier_min[i], e.tier_n[i] = row["tiers"][i]
    return 0


cdef void clear_card(Card* c):
    c.type = NO_TYPE
    c.special = c.unique = NO_KIND
    c.max_appeal = 255
    c.token_slot = 255


cdef int fill_card(Card* c, dict row) except -1:
    cdef int i
    clear_card(c)
    c.id, c.type, c.enabled = row["id"], row["type"], row["enabled"]
    c.effect_start, c.n_effects, c.solo_start = row["effect_start"], row["n_effects"], row["solo_start"]
    c.trig_icons, c.any_trigger, c.perm = row["trig_icons"], row["any_trigger"], row["perm"]
    if c.type > SPONSOR:
        return fill_project(c, row)
    copy_bytes(c.req, row["req"])
    copy_bytes(c.icons, row["icons"])
    c.req_sum, c.req_partner, c.req_upgraded = row["req_sum"], row["req_partner"], row["req_upgraded"]
    for i in range(N_ICONS):
        if c.icons[i]:
            c.icon_mask |= <uint16_t> bit(i)
    c.continent_mask = c.icon_mask & 0x1F
    if c.type == ANIMAL:
        return fill_animal(c, row)
    return fill_sponsor(c, row)


cdef int fill_animal(Card* c, dict row) except -1:
    c.cost, c.size, c.size_class, c.flock = row["cost"], row["size"], row["size_class"], row["flock"]
    c.rock, c.water, c.special, c.spaces = row["rock"], row["water"], row["special"], row["spaces"]
    c.appeal, c.conservation, c.reputation = row["appeal"], row["conservation"], row["reputation"]
    c.interactive = row["interactive"]
    return 0


cdef int fill_sponsor(Card* c, dict row) except -1:
    c.level, c.token_slot, c.token_icons = row["level"], row["token_slot"], row["token_icons"]
    c.req_reputation, c.max_appeal = row["req_reputation"], row["max_appeal"]
    if "unique" in row:
        c.unique, c.rock, c.water = row["unique"], row["rock"], row["water"]
        c.border_min, c.free_standing = row["border_min"], row["free_standing"]
    return 0


cdef int fill_project(Card* c, dict row) except -1:
    c.project_kind, c.project_icon, c.project_mask = row["project_kind"], row["project_icon"], row["project_mask"]
    copy_bytes(c.slot_need, row["slot_need"])
    copy_bytes(c.slot_need_max, row["slot_need_max"])
    copy_bytes(c.slot_conservation, row["slot_conservation"])
    copy_bytes(c.slot_reputation, row["slot_reputation"])
    c.play_reputation = row["play_reputation"]
    return 0


# Enters one card into the card sets.
cdef void index_card(Tables* t, int card):
    cdef const Card* c = &t.card[card]
    cdef const Effect* e
    cdef int i
    set_add(t.type_set[c.type], card)
    # Cards are numbered type by type.
    if t.end_word[c.type] == 0:
        t.first_word[c.type] = <uint8_t> (card >> 6)
    t.end_word[c.type] = <uint8_t> ((card >> 6) + 1)
    if c.enabled:
        set_add(&t.base_pile[0] if c.type == BASE_PROJECT else &t.zoo_deck[0], card)
    if c.type == ANIMAL:
        if c.size_class == SIZE_SMALL:
            set_add(t.small_set, card)
        elif c.size_class == SIZE_LARGE:
            set_add(t.large_set, card)
        for i in range(N_ICONS):
            if c.icons[i]:
                set_add(t.icon_animals[i], card)
    elif c.type == SPONSOR:
        for i in range(c.level, MAX_LEVEL + 1):
            set_add(t.level_set[i], card)
        for i in range(c.effect_start, c.effect_start + c.n_effects):
            e = &t.effect[i]
            if e.trigger == ON_INCOME:
                set_add(t.income_set, card)
            elif e.trigger == ON_FINAL:
                set_add(t.final_set, card)
            elif e.trigger == ON_COVER_NEXT_TO:
                set_add(t.cover_set, card)
            elif e.trigger == ON_NEW_KIND:
                set_add(t.new_kind_set, card)
            elif e.trigger == ON_ICON:
                set_add(&t.trig_any[e.trig_arg][0] if e.any_zoo else &t.trig_own[e.trig_arg][0], card)


cdef int fill_cards(Tables* t, dict data, list kinds) except -1:
    cdef int i
    cards, effects = rows_of.card_rows(data, kinds)
    finals = rows_of.final_rows(data, kinds, effects)
    t.n_cards, t.n_effects, t.n_finals = len(cards), len(effects), len(finals)
    t.base_first = vocabulary.BASE_FIRST
    for i in range(256):
        clear_card(&t.card[i])
    for i, row in enumerate(effects):
        fill_effect(&t.effect[i], row)
    for i, row in enumerate(cards):
        fill_card(&t.card[i], row)
        index_card(t, i)
    for i, row in enumerate(finals):
        t.final_card[i].enabled, t.final_card[i].discard_in_solo = row["enabled"], row["discard_in_solo"]
        t.final_card[i].cap, t.final_card[i].effect_start = row["cap"], row["effect_start"]
        t.final_card[i].n_effects = row["n_effects"]
    return 0


# --- buildings and maps -------------------------------------------------------------------------------------------


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


# --- boards -------------------------------------------------------------------------------------------------------


cdef int fill_scalars(Tables* t, dict s) except -1:
    t.max_appeal, t.max_conservation, t.max_reputation = s["max_appeal"], s["max_conservation"], s["max_reputation"]
    t.reputation_cap, t.reputation_start, t.end_score = s["reputation_cap"], s["reputation_start"], s["end_score"]
    t.cons_choice_at, t.cons_discard_at, t.tile_money = s["cons_choice_at"], s["cons_discard_at"], s["tile_money"]
    t.cards_break_steps, t.animals_rep_from = s["cards_break_steps"], s["animals_rep_from"]
    t.task_reputation, t.task_value_lowered = s["task_reputation"], s["task_value_lowered"]
    t.partner_discount, t.start_money, t.n_workers = s["partner_discount"], s["start_money"], s["n_workers"]
    t.deal_cards, t.keep_cards, t.deal_finals = s["deal_cards"], s["keep_cards"], s["deal_finals"]
    t.hand_limit, t.max_x_tokens, t.solo_rounds = s["hand_limit"], s["max_x_tokens"], s["solo_rounds"]
    t.constriction_penalty, t.venom_payment = s["constriction_penalty"], s["venom_payment"]
    t.interactive_appeal, t.pilfer_money, t.sell_money = s["interactive_appeal"], s["pilfer_money"], s["sell_money"]
    t.pouch_appeal, t.harbor_money, t.petting_appeal = s["pouch_appeal"], s["harbor_money"], s["petting_appeal"]
    t.iconic_cap, t.bear_cap = s["iconic_cap"], s["bear_cap"]
    t.tower_appeal, t.outdoor_bonus, t.dominance_card = s["tower_appeal"], s["outdoor_bonus"], s["dominance_card"]
    t.base_first = next(block.base for block in vocabulary.BLOCKS if block.type == 3)
    return 0


cdef int fill_tracks(Tables* t, dict boards) except -1:
    cdef int i
    copy_bytes(t.appeal_income, boards["appeal_track"]["income"])
    for i, white in enumerate(boards["conservation_track"]["white_number"]):
        t.white_number[i] = white
    copy_bytes(t.cons_tile_at, boards["conservation_track"]["tile_at"])
    copy_bytes(t.range_of, boards["reputation_track"]["range"])
    for i, bonus in enumerate(boards["reputation_track"]["bonus"]):
        set_bonus(&t.reputation_bonus[i], rows_of.bonus_row(bonus))
    t.n_tiles = len(boards["bonus_tiles"])
    for i, bonus in enumerate(boards["bonus_tiles"]):
        set_bonus(&t.tile[i], rows_of.bonus_row(bonus))
    return 0


cdef int fill_action_cards(Tables* t, dict actions) except -1:
    cdef int side
    cards = actions["cards"]
    copy_bytes(t.snap_from, cards["snap_from"])
    copy_bytes(t.sponsors_extra, actions["sponsors"]["extra_level"])
    copy_bytes(t.sponsors_money, actions["sponsors"]["money_per_strength"])
    for side in range(2):
        by_strength(t.draw_n[side], cards["draw"][side])
        by_strength(t.draw_discard[side], cards["discard"][side])
        by_strength(t.max_animals[side], actions["animals"]["max_animals"][side])
        t.animals_from[side] = next((n for n in range(1, 6) if t.max_animals[side][n]), 255)
    return 0


cdef int fill_association(Tables* t, dict board) except -1:
    cdef int i
    copy_bytes(t.task_value, [board["task_value"][task] for task in vocabulary.TASKS])
    t.least_task_value = min([t.task_value[i] for i in range(4)] + [t.task_value_lowered])
    copy_bytes(t.max_partner, board["max_partner_zoos"])
    for i, name in enumerate(("two_players", "others")):
        copy_bytes(t.donation[i], board["donations"][name])
        t.n_donation[i] = len(board["donations"][name])
    for i, university in enumerate(board["universities"]):
        t.university_rep[i], t.university_icons[i] = university["reputation"], university["science"]
        t.university_hand[i] = university["hand_limit"]
    return 0


cdef int fill_setup(Tables* t, dict boards) except -1:
    cdef int n
    setup = boards["setup"]
    for n in range(1, 5):
        t.break_start[n] = boards["break"]["start"][str(n)] if n > 1 else 0
        t.n_base[n], t.n_above[n] = setup["base_projects"][str(n)], setup["projects_above"][str(n)]
        copy_bytes(t.start_appeal[n], setup["start_appeal"][str(n)])
    copy_bytes(t.solo_appeal, boards["solo"]["appeal"])
    copy_bytes(t.solo_turns, boards["solo"]["turns"])
    copy_bytes(&t.slot_cost[1], boards["display"]["slot_cost"])
    return 0


cdef int fill_boards(Tables* t, dict data) except -1:
    boards = data["boards"]
    t.switches = rows_of.switches(data)
    copy_bytes(t.icon_token_slot, rows_of.icon_token_slots(data))
    fill_scalars(t, rows_of.scalars(data))
    fill_tracks(t, boards)
    fill_action_cards(t, boards["actions"])
    fill_association(t, boards["association"])
    fill_setup(t, boards)
    return 0


# Coarse sieves for the animals of a hand; they need the partner discount.
cdef void fill_sieves(Tables* t):
    cdef const Card* c
    cdef int card, i, least
    for card in range(t.n_cards):
        c = &t.card[card]
        if c.type != ANIMAL:
            continue
        for i in range(6):
            if c.size <= i or c.special != NO_KIND or c.flock:
                set_add(t.room_set[i], card)
        least = c.cost
        for i in range(5):
            least -= t.partner_discount * c.icons[i]
        for i in range(64):
            if least <= i or i == 63:
                set_add(t.price_set[i], card)


cdef int fill_index(Tables* t) except -1:
    """Ordering masks by opcode, and the dense index of actions by verb."""
    cdef int i
    reads, adds, writes = (rows_of.ordering(part) for part in range(3))
    for i in range(<int> N_OPS):
        t.op_reads[i], t.op_adds[i], t.op_writes[i] = reads[i], adds[i], writes[i]
    for i, (offset, na, nb) in enumerate(rows_of.verb_ranges(t.n_places, t.max_x_tokens)):
        t.verb_offset[i], t.verb_na[i], t.verb_nb[i] = offset, na, nb
    return 0


# --- Python side --------------------------------------------------------------------------------------------------

cdef Ruleset _default = None


cdef Ruleset compiled(dict data):
    """The ruleset of checked data."""
    cdef Ruleset ruleset = Ruleset.__new__(Ruleset)
    ruleset.data = data
    ruleset.content_hash = content_hash(data)
    ruleset.t.content_hash = int(ruleset.content_hash[:16], 16)
    kinds = rows_of.kind_names(data)
    fill_cards(ruleset.t, data, kinds)
    fill_buildings_and_maps(ruleset.t, data, kinds)
    fill_boards(ruleset.t, data)
    fill_sieves(ruleset.t)
    fill_index(ruleset.t)
    return ruleset


cdef class Ruleset:
    """An immutable compiled ruleset: all cards, maps and tables of a game.

    Made by ``default``, ``load``, ``from_data`` or ``patch``. Equal content means equal hash and equal objects.

    Examples
    --------
    >>> from arknova_fast.core.tables import Ruleset
    >>> rich = Ruleset.default().patch({"setup": {"money": 30}})
    >>> rich == Ruleset.default()
    False
    """

    def __cinit__(self):
        self.t = <Tables*> calloc(1, sizeof(Tables))
        if self.t == NULL:
            raise MemoryError

    def __init__(self):
        raise TypeError("use Ruleset.default(), Ruleset.load(path) or Ruleset.from_data(data)")

    def __dealloc__(self):
        free(self.t)

    @staticmethod
    def default() -> Ruleset:
        """The base game, compiled once."""
        global _default
        if _default is None:
            _default = compiled(load_data())
        return _default

    @staticmethod
    def load(path) -> Ruleset:
        """The base game with the changes of a TOML overlay file."""
        overlay = load_overlay_file(path)
        try:
            return Ruleset.default().patch(overlay)
        except CardDataError as error:
            section = f"{path}: {error.file}"
            raise CardDataError(section, error.card, error.field, error.message) from None

    @staticmethod
    def from_data(data) -> Ruleset:
        """The ruleset of complete data in the form of ``arknova_fast.cards.load_data``; checked in full."""
        return compiled(validate(data))

    def patch(self, overlay) -> Ruleset:
        """This ruleset with the changes of an overlay, see ``arknova_fast.cards.overlay``."""
        return compiled(apply_overlay(self.data, overlay))

    def __eq__(self, other):
        if not isinstance(other, Ruleset):
            return NotImplemented
        return self.content_hash == (<Ruleset> other).content_hash

    def __hash__(self):
        return hash(self.content_hash)

    def __reduce__(self):
        if self == Ruleset.default():
            return Ruleset.default, ()
        return Ruleset.from_data, (self.data,)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __repr__(self):
        return f"<Ruleset {self.content_hash[:12]}>"

    def card_index(self, key) -> int:
        """The index of a card, named by its printed number or with its letter (401, "401", "A401")."""
        for section in ("animals", "sponsors", "projects"):
            number = card_key(section, key)
            if number in self.data[section]:
                return vocabulary.index_of(int(number))
        raise KeyError(key)

    def card_key(self, int index) -> str:
        """The community's key of a card, for example ``A401``."""
        if not 0 <= index < self.t.n_cards:
            raise IndexError(index)
        return f"{vocabulary.PREFIXES[self.section_of(index)]}{self.t.card[index].id}"

    def section_of(self, int index) -> str:
        """The section of the data that holds a card."""
        return ("animals", "sponsors", "projects", "projects")[self.t.card[index].type]

    def card_data(self, int index) -> dict:
        """The record of a card in the data."""
        if not 0 <= index < self.t.n_cards:
            raise IndexError(index)
        return self.data[self.section_of(index)][str(self.t.card[index].id)]

    def card_name(self, int index) -> str:
        return self.card_data(index)["name"]

    def map_index(self, code) -> int:
        codes = list(self.data["maps"])
        if str(code) not in codes:
            raise KeyError(code)
        return codes.index(str(code))

    def map_code(self, int index) -> str:
        if not 0 <= index < self.t.n_maps:
            raise IndexError(index)
        return list(self.data["maps"])[index]

    def kind_name(self, int kind) -> str:
        if not 0 <= kind < len(self.data["shapes"]):
            raise IndexError(kind)
        return rows_of.kind_names(self.data)[kind]

    def kind_index(self, name) -> int:
        kinds = rows_of.kind_names(self.data)
        if name not in kinds:
            raise KeyError(name)
        return kinds.index(name)

    def placement(self, int pid) -> tuple:
        """``(kind, cells, rotation)`` of a placement; cells are ``(x, y)`` in ascending order."""
        if not 0 <= pid < self.t.n_places:
            raise IndexError(pid)
        p = self.t.place[pid]
        return p.kind, geometry.cells_of(p.cells), p.rotation

    def placements(self, int kind) -> range:
        """The placement ids of a kind."""
        if not 0 <= kind < 32:
            raise IndexError(kind)
        return range(self.t.place_start[kind], self.t.place_start[kind + 1])

    def cell_index(self, x, y) -> int:
        if (x, y) not in geometry.CELL_INDEX:
            raise KeyError((x, y))
        return geometry.CELL_INDEX[x, y]

    def cell_xy(self, int i) -> tuple:
        if not 0 <= i < geometry.N_CELLS:
            raise IndexError(i)
        return geometry.CELLS[i]

    @property
    def n_dense_actions(self) -> int:
        """Number of entries of the dense action index."""
        cdef int last = len(vocabulary.VERBS) - 1
        return self.t.verb_offset[last] + self.t.verb_na[last] * self.t.verb_nb[last]

    @property
    def table_size(self) -> int:
        """Bytes of the compiled tables."""
        return sizeof(Tables)

    def table_bytes(self) -> bytes:
        """A copy of the whole block, laid out as ``core/tables.pxd`` declares it with C alignment."""
        return PyBytes_FromStringAndSize(<const char*> self.t, sizeof(Tables))
