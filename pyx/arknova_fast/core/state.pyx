# cython: language_level=3
"""The game state's owner, hash, derived fields and invariants."""
from cpython.buffer cimport PyBuffer_FillInfo
from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from arknova_fast.core.bits cimport (
    bit, lowest, popcount, set_add, set_and_count, set_has, set_next, static_assert_)
from arknova_fast.core.rng cimport mulhi
from arknova_fast.core.tables cimport Card, Effect, Map, Placement, Ruleset, Tables
from arknova_fast.core.types cimport (
    AFRICA, ANIMAL, BASE_PROJECT, CARD_WORDS, CARDS, ENCLOSURE_2, ENCLOSURE_5, MAX_DECK, MAX_DEFERRED, MAX_FRAMES,
    MAX_MULTI, MAX_OPEN, MAX_PLAYERS, MAX_POUCHED, MAX_PROJECTS, MAX_SCRIPT, N_CELLS, N_FRAMES, N_TILES, NO_CARD,
    NOBODY, OP_PERMANENT, PERM_DISCOUNT, PERM_IGNORE_CONDITION, PERM_IGNORE_TERRAIN, PETTING_ZOO,
    PHASE_OVER, PHASE_SETUP, SCIENCE, SIZE_SMALL, SPONSOR, SW_SUPPORT_WITHOUT_TOKEN)

import numpy as np

cdef enum:
    MAX_STATE_BYTES = 2048
    ALL_CARDS_OF_ACTIONS = 0x1F
    LEFT_TOKENS = 7
    BLOCKED = 255            # marker of a neutral token in a project slot
    NO_TILE = 255


cdef inline uint64_t fold(uint64_t a, uint64_t b) noexcept nogil:
    cdef uint64_t low
    cdef uint64_t high = mulhi(a, b, &low)
    return high ^ low


# 64-bit hash over the bytes of the state, as little-endian words; the multiply-and-fold step of wyhash, with its
# constants. Equal states have equal hashes on every machine.
cdef uint64_t hash_state(const GameState* S) noexcept nogil:
    static_assert_(sizeof(GameState) <= MAX_STATE_BYTES)
    static_assert_(sizeof(GameState) % 8 == 0)
    static_assert_(sizeof(Player) % 8 == 0)
    cdef const uint64_t* word = <const uint64_t*> S
    cdef int n = sizeof(GameState) // 8, i = 0
    cdef uint64_t left = <uint64_t> 0xA0761D6478BD642F, right = <uint64_t> 0xE7037ED1A0B428DB
    while i + 4 <= n:
        left = fold(word[i] ^ <uint64_t> 0x8EBC6AF09C88C6E3, word[i + 1] ^ left)
        right = fold(word[i + 2] ^ <uint64_t> 0x589965CC75374CC3, word[i + 3] ^ right)
        i += 4
    while i < n:
        left = fold(word[i] ^ <uint64_t> 0x8EBC6AF09C88C6E3, left)
        i += 1
    return fold(left ^ <uint64_t> 0xE7037ED1A0B428DB, right ^ <uint64_t> n)


# --- derived fields ---------------------------------------------------------------------------------------------


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


# --- invariants -------------------------------------------------------------------------------------------------


cdef bint in_range_player(const Tables* R, const GameState* S, const Player* p) noexcept nogil:
    cdef int i
    if p.map >= R.n_maps or p.n_multi > MAX_MULTI:
        return False
    for i in range(p.n_multi):
        if p.multi[i] >= R.n_places:
            return False
    return (p.built | p.occupied | p.kiosk | p.pavilion | p.enclosure1) >> N_CELLS == 0


# Whether every count and index that the other checks use stays inside its array.
cdef bint in_range(const Tables* R, const GameState* S) noexcept nogil:
    cdef int i
    if not 1 <= S.n_players <= MAX_PLAYERS or S.phase > PHASE_OVER or S.turn_owner >= S.n_players:
        return False
    if S.n_deck > MAX_DECK or S.n_base > MAX_PROJECTS or S.n_above > MAX_PROJECTS or S.n_final > 16:
        return False
    if S.n_pouched > MAX_POUCHED or S.n_open > MAX_OPEN or S.n_deferred > MAX_DEFERRED or S.n_frames > MAX_FRAMES:
        return False
    if S.n_script > MAX_SCRIPT or S.script_at > S.n_script:
        return False
    for i in range(S.n_frames):
        if S.frame[i].kind >= N_FRAMES or (S.frame[i].player >= S.n_players and S.frame[i].player != NOBODY):
            return False
    for i in range(S.n_deck):
        if S.deck[i] >= R.n_cards:
            return False
    for i in range(S.n_base):
        if S.base_card[i] >= R.n_cards:
            return False
    for i in range(S.n_above):
        if S.above_card[i] >= R.n_cards:
            return False
    for i in range(S.n_final):
        if S.final_pile[i] >= R.n_finals:
            return False
    for i in range(S.n_pouched):
        if S.pouch_card[i] >= R.n_cards or S.pouch_host[i] >= R.n_cards:
            return False
    for i in range(6):
        if S.display[i] != NO_CARD and S.display[i] >= R.n_cards:
            return False
    for i in range(S.n_players):
        if not in_range_player(R, S, &S.player[i]):
            return False
    return True


# `once` gets the cards seen, `twice` those seen again.
cdef inline void tally_set(uint64_t* once, uint64_t* twice, const uint64_t* cards) noexcept nogil:
    cdef int w
    for w in range(CARD_WORDS):
        twice[w] |= once[w] & cards[w]
        once[w] |= cards[w]


cdef inline void tally(uint64_t* once, uint64_t* twice, int card) noexcept nogil:
    if card != NO_CARD:
        if set_has(once, card):
            set_add(twice, card)
        set_add(once, card)


cdef uint64_t check_cards(const Tables* R, const GameState* S) noexcept nogil:
    cdef uint64_t[4] once
    cdef uint64_t[4] twice
    cdef uint64_t[4] base       # cards in the places of base projects
    cdef uint64_t enabled, faults = 0
    cdef int i, w
    cdef int first_base = set_next(R.type_set[<int> BASE_PROJECT], 0)
    memset(once, 0, sizeof(once))
    memset(twice, 0, sizeof(twice))
    memset(base, 0, sizeof(base))
    for i in range(S.n_deck):
        tally(once, twice, S.deck[i])
    for i in range(6):
        tally(once, twice, S.display[i])
    # a base project taken by Assertion may come back into the deck by way of the discard pile
    for w in range(CARD_WORDS):
        if once[w] & ~(R.zoo_deck[w] | R.base_pile[w]):
            faults |= INV_CARD_ZONES
    for i in range(S.n_base):
        tally(base, twice, S.base_card[i])
    for i in range(16):
        if (S.base_pile >> i) & 1:
            if first_base == NO_CARD or first_base + i >= NO_CARD:
                faults |= INV_CARD_ZONES
            else:
                tally(base, twice, first_base + i)
    for w in range(CARD_WORDS):
        if base[w] & ~R.base_pile[w]:
            faults |= INV_CARD_ZONES
    tally_set(once, twice, base)
    for i in range(S.n_above):
        tally(once, twice, S.above_card[i])
    tally_set(once, twice, S.discard)
    tally_set(once, twice, S.limbo)
    tally_set(once, twice, S.aside)
    for i in range(S.n_players):
        tally_set(once, twice, S.player[i].hand)
        tally_set(once, twice, S.player[i].zoo)
        for w in range(CARD_WORDS):
            if S.player[i].zoo[w] & ~(R.type_set[<int> ANIMAL][w] | R.type_set[<int> SPONSOR][w]):
                faults |= INV_CARD_ZONES
    for w in range(CARD_WORDS):
        enabled = R.zoo_deck[w] | R.base_pile[w]
        if twice[w]:
            faults |= INV_CARD_DOUBLE
        # in the solo challenge the cards of earlier games are in no zone (R28.2)
        if once[w] & ~enabled or (enabled & ~once[w] and not S.solo_round):
            faults |= INV_CARD_ZONES
    return faults


cdef uint64_t check_finals(const Tables* R, const GameState* S) noexcept nogil:
    cdef uint32_t once = S.final_limbo, twice = 0, must = 0, may = 0
    cdef int i
    for i in range(S.n_final):
        twice |= once & <uint32_t> bit(S.final_pile[i])
        once |= <uint32_t> bit(S.final_pile[i])
    for i in range(S.n_players):
        twice |= once & S.player[i].finals
        once |= S.player[i].finals
    for i in range(R.n_finals):
        if R.final_card[i].enabled:
            may |= <uint32_t> bit(i)
            # in the solo challenge the cards of earlier games are in no place (R28.2)
            if not S.solo_round and not (S.n_players == 1 and R.final_card[i].discard_in_solo):
                must |= <uint32_t> bit(i)
    return INV_FINAL_ZONES if twice or once & ~may or must & ~once else 0


# Cards under an animal are aside, each once, and their hosts are in a zoo. Cards tucked by sponsor 212 or map 7
# are aside without a host.
cdef uint64_t check_pouches(const GameState* S) noexcept nogil:
    cdef uint64_t[4] once
    cdef uint64_t[4] twice
    cdef int i, p
    cdef bint found
    memset(once, 0, sizeof(once))
    memset(twice, 0, sizeof(twice))
    for i in range(S.n_pouched):
        tally(once, twice, S.pouch_card[i])
        found = False
        for p in range(S.n_players):
            found = found or set_has(S.player[p].zoo, S.pouch_host[i])
        if not found:
            return INV_POUCHED
    for i in range(CARD_WORDS):
        if twice[i] or once[i] & ~S.aside[i]:
            return INV_POUCHED
    return 0


cdef bint bad_markers(const GameState* S, const uint8_t* slots) noexcept nogil:
    cdef int i
    for i in range(3):
        if slots[i] > S.n_players and slots[i] != BLOCKED:
            return True
    return False


cdef uint64_t check_shared(const Tables* R, const GameState* S) noexcept nogil:
    cdef uint64_t faults = 0, tiles = 0
    cdef int i
    for i in range(N_TILES):
        if S.tile[i] != NO_TILE:
            if S.tile[i] >= R.n_tiles or tiles & bit(S.tile[i]):
                faults |= INV_TILES
            else:
                tiles |= bit(S.tile[i])
    if S.partner_board >> 5 or S.university_board >> 3:
        faults |= INV_FLAGS
    for i in range(MAX_PROJECTS):
        if bad_markers(S, S.base_slot[i]) or bad_markers(S, S.above_slot[i]):
            faults |= INV_PROJECTS
    return faults


cdef inline bint all_zero(const void* start, size_t n) noexcept nogil:
    cdef const uint8_t* at = <const uint8_t*> start
    cdef size_t i
    for i in range(n):
        if at[i]:
            return False
    return True


# Unused places of a list of cards hold NO_CARD or 0.
cdef inline bint no_cards(const uint8_t* at, int start, int end) noexcept nogil:
    cdef int i
    for i in range(start, end):
        if at[i] != NO_CARD and at[i] != 0:
            return False
    return True


cdef uint64_t check_padding(const GameState* S) noexcept nogil:
    cdef int i
    cdef bint fine = all_zero(S.pad, sizeof(S.pad))
    fine = fine and all_zero(&S.open[S.n_open], (MAX_OPEN - S.n_open) * sizeof(Item))
    fine = fine and all_zero(&S.deferred[S.n_deferred], (MAX_DEFERRED - S.n_deferred) * sizeof(Item))
    fine = fine and all_zero(&S.frame[S.n_frames], (MAX_FRAMES - S.n_frames) * sizeof(Frame))
    fine = fine and no_cards(S.deck, S.n_deck, MAX_DECK) and no_cards(S.final_pile, S.n_final, 16)
    fine = fine and no_cards(S.base_card, S.n_base, MAX_PROJECTS) and no_cards(S.above_card, S.n_above, MAX_PROJECTS)
    fine = fine and no_cards(S.pouch_card, S.n_pouched, MAX_POUCHED)
    fine = fine and no_cards(S.pouch_host, S.n_pouched, MAX_POUCHED) and no_cards(S.script, S.n_script, MAX_SCRIPT)
    for i in range(S.n_players):
        fine = fine and all_zero(&S.player[i].multi[S.player[i].n_multi],
                                 (MAX_MULTI - S.player[i].n_multi) * sizeof(uint16_t))
    fine = fine and all_zero(&S.player[S.n_players], (MAX_PLAYERS - S.n_players) * sizeof(Player))
    return 0 if fine else INV_PADDING


# Buildings disjoint, `occupied` made of whole standard enclosures, no kind more often than its limit.
cdef uint64_t check_buildings(const Tables* R, const Player* p) noexcept nogil:
    cdef uint64_t faults = 0, seen = p.kiosk, standard = p.enclosure1 & p.occupied
    cdef const Placement* P
    cdef int[32] copies
    cdef int i
    memset(copies, 0, sizeof(copies))
    if seen & p.pavilion or (seen | p.pavilion) & p.enclosure1:
        faults |= INV_BUILT
    seen |= p.pavilion | p.enclosure1
    for i in range(p.n_multi):
        P = &R.place[p.multi[i]]
        if seen & P.cells:
            faults |= INV_BUILT
        seen |= P.cells
        copies[P.kind & 31] += 1
        if copies[P.kind & 31] > R.kind_limit[P.kind & 31]:
            faults |= INV_KINDS
        if ENCLOSURE_2 <= P.kind <= ENCLOSURE_5 and P.cells & p.occupied:
            standard |= P.cells
    if standard != p.occupied:
        faults |= INV_OCCUPIED
    for i in range(3):
        if p.special_used[i] > (R.kind_capacity[PETTING_ZOO + i] if copies[PETTING_ZOO + i] else 0):
            faults |= INV_SPECIAL
    return faults


# The derived fields against a recount.
cdef uint64_t check_derived(const Tables* R, const GameState* S, const Player* p) noexcept nogil:
    cdef uint64_t faults = 0
    cdef Player q
    memcpy(&q, p, sizeof(Player))
    derive(R, &q)
    if q.built != p.built:
        faults |= INV_BUILT
    # before the maps are chosen no cell can be touched
    if q.touch != p.touch and not (S.phase == PHASE_SETUP and q.built == 0 and p.touch == 0):
        faults |= INV_TOUCH
    if memcmp(q.fit, p.fit, sizeof(q.fit)) != 0:
        faults |= INV_FIT
    if q.kinds != p.kinds:
        faults |= INV_KINDS
    if memcmp(q.icons, p.icons, sizeof(q.icons)) != 0:
        faults |= INV_ICONS
    if q.n_small != p.n_small or q.n_large != p.n_large or q.n_sponsors != p.n_sponsors:
        faults |= INV_CLASS_COUNTS
    if q.trig_icons != p.trig_icons:
        faults |= INV_TRIGGERS
    if q.perm != p.perm:
        faults |= INV_PERM
    if (q.discount_small != p.discount_small or q.discount_large != p.discount_large
            or q.ignore_large != p.ignore_large):
        faults |= INV_DISCOUNTS
    return faults


cdef uint64_t check_supply(const Tables* R, const Player* p) noexcept nogil:
    cdef uint64_t faults = 0
    cdef int i, workers = p.workers + p.workers_idle, order = 0
    cdef int limit = R.max_reputation if (p.upgraded >> CARDS) & 1 else R.reputation_cap
    if p.money < 0:
        faults |= INV_MONEY
    if p.appeal > R.max_appeal or p.conservation > R.max_conservation or p.reputation > limit:
        faults |= INV_TRACKS
    if p.x_tokens > R.max_x_tokens:
        faults |= INV_TRACKS
    for i in range(4):
        workers += p.workers_on[i]
        if p.workers_on[i] not in (0, 1, 3):
            faults |= INV_WORKERS
    if workers != R.n_workers:
        faults |= INV_WORKERS
    for i in range(5):
        if p.order[i] < 5:
            order |= 1 << p.order[i]
    if order != ALL_CARDS_OF_ACTIONS:
        faults |= INV_ORDER
    if (p.supported != LEFT_TOKENS - popcount(p.left_tokens) and not R.switches & SW_SUPPORT_WITHOUT_TOKEN):
        faults |= INV_SUPPORTED
    if (p.upgraded | p.venom | p.constriction | p.partner_zoos) >> 5 or p.left_tokens >> 7:
        faults |= INV_FLAGS
    if p.universities >> 3 or p.thresholds >> 3 or popcount(p.partner_zoos) > 4:
        faults |= INV_FLAGS
    return faults


cdef uint64_t check_state(const Tables* R, const GameState* S) noexcept nogil:
    if not in_range(R, S):
        return INV_RANGE
    cdef uint64_t faults = check_cards(R, S) | check_finals(R, S) | check_pouches(S)
    cdef int i
    faults |= check_shared(R, S) | check_padding(S)
    for i in range(S.n_players):
        faults |= check_buildings(R, &S.player[i]) | check_derived(R, S, &S.player[i])
        faults |= check_supply(R, &S.player[i])
    return faults


def invariant_names(mask):
    """The names of the broken invariants in a mask of ``check_state``, in the order of their bits.

    >>> from arknova_fast.core.state import invariant_names
    >>> invariant_names(0x8000)
    ['MONEY']
    """
    return [member.name.removeprefix("INV_") for member in Invariant if mask & int(member)]


# --- Python side ------------------------------------------------------------------------------------------------

cdef class StateBox:
    """Python owner of one GameState; its bytes are open to NumPy through the buffer protocol."""

    def __cinit__(self):
        memset(&self.s, 0, sizeof(GameState))

    def __getbuffer__(self, Py_buffer* buffer, int flags):
        PyBuffer_FillInfo(buffer, self, &self.s, sizeof(GameState), 0, flags)

    def to_bytes(self) -> bytes:
        """A copy of the state, ``sizeof_state()`` bytes."""
        return PyBytes_FromStringAndSize(<const char*> &self.s, sizeof(GameState))

    @staticmethod
    def from_bytes(data) -> StateBox:
        """The state of those bytes. Only the length is checked here, use ``check`` for the contents.

        Raises
        ------
        ValueError
            If the length is wrong.
        """
        cdef const uint8_t[::1] view = memoryview(data).cast("B")
        if view.shape[0] != sizeof(GameState):
            raise ValueError(f"a state has {sizeof(GameState)} bytes, got {view.shape[0]}")
        cdef StateBox box = StateBox.__new__(StateBox)
        memcpy(&box.s, &view[0], sizeof(GameState))
        return box

    def copy(self) -> StateBox:
        cdef StateBox box = StateBox.__new__(StateBox)
        memcpy(&box.s, &self.s, sizeof(GameState))
        return box

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        return StateBox.from_bytes, (self.to_bytes(),)

    def __eq__(self, other):
        if not isinstance(other, StateBox):
            return NotImplemented
        return memcmp(&self.s, &(<StateBox> other).s, sizeof(GameState)) == 0

    __hash__ = None

    def hash(self) -> int:
        """64-bit hash over all bytes, the same on every machine."""
        return hash_state(&self.s)

    def check(self, Ruleset ruleset not None) -> int:
        """Mask of broken invariants, see ``Invariant`` and ``invariant_names``; 0 when all hold."""
        return check_state(ruleset.t, &self.s)

    def derive(self, Ruleset ruleset not None) -> None:
        """Recompute the derived fields of every player."""
        cdef int p
        if not in_range(ruleset.t, &self.s):
            raise ValueError("a count or an index of the state is out of its range")
        for p in range(self.s.n_players):
            derive_player(ruleset.t, &self.s, p)

    def view(self):
        """Zero-copy writable NumPy record of the state, shape (), dtype ``state_dtype()``."""
        return np.frombuffer(self, dtype=state_dtype())[0:1].reshape(())


def sizeof_state() -> int:
    """Bytes of one state."""
    return sizeof(GameState)


# name, type, shape of every field, in the order of state.pxd (tests/test_state.py compares both).
cdef str PLAYER_FIELDS = """
    built u8, touch u8, occupied u8, kiosk u8, pavilion u8, enclosure1 u8,
    hand u8 4, zoo u8 4, seen u8 4, kinds u4, money i2, multi u2 29, finals u2, perm u2, trig_icons u2,
    n_multi u1, appeal u1, conservation u1, reputation u1, x_tokens u1, map u1, icons u1 16, order u1 5,
    upgraded u1, venom u1, constriction u1, multiplier u1 5, fit u1 9, special_used u1 3, workers u1,
    workers_on u1 4, workers_idle u1, partner_zoos u1, universities u1, left_tokens u1, supported u1,
    thresholds u1, n_small u1, n_large u1, n_sponsors u1, card_tokens u1 4, discount_small u1,
    discount_large u1, ignore_large u1, waza_class u1, harbor_used u1, base_seen u1,
    map_offer u1 2, released u1"""
cdef str ITEM_FIELDS = "op u1, n u1, arg u1, card u1, optional u1, times u1, effect u2"
cdef str FRAME_FIELDS = "kind u1, player u1, card u1, step u1, a u1, b u1, d u2"
cdef str ACTION_FIELDS = """
    card u1, owner u1, side u1, slot_strength i1, strength u1, is_x_token u1, executions u1, multipliers u1,
    left u1, count u1, only_small u1, extra_used u1, donated u1, tasks u1, kinds u2, projects u1 4,
    n_projects u1, hypnosis u1, upgraded u1, active u1"""
cdef str STATE_FIELDS = """
    rng u8 4, ops_run u8, discard u8 4, limbo u8 4, aside u8 4, player Player 4, open Item 22, deferred Item 10,
    frame Frame 14, act Action, deck u1 224, display u1 6, base_card u1 5, base_slot u1 5x3, above_card u1 5,
    above_slot u1 5x3, final_pile u1 16, tile u1 4, pouch_card u1 8, pouch_host u1 8, script u1 16,
    n_deck u2, base_pile u2, final_limbo u2, turn u2, n_base u1, n_above u1, n_final u1, n_pouched u1,
    n_open u1, n_deferred u1, n_frames u1, n_players u1, phase u1, turn_owner u1, open_player u1,
    break_left u1, break_pending u1, break_causer u1, breaks u1, partner_board u1, university_board u1,
    donations u1, end_cause u1, end_player u1, turns_left u1, cons10_done u1, venom_removed u1, peaceful u1,
    map_mode u1, solo_round u1, solo_left u1, n_script u1, script_at u1, script_error u1, display_hidden u1,
    deepest_frames u1, deepest_open u1, face_down_discard u1, map_pool_lo u1, map_pool_hi u1,
    abilities_run u1, pad u1 1"""

cdef object _dtype = None


def state_dtype():
    """The NumPy structured dtype of one state, with the byte offsets of the C struct."""
    global _dtype
    if _dtype is None:
        nested = {}
        for name, text, size in (("Player", PLAYER_FIELDS, sizeof(Player)), ("Item", ITEM_FIELDS, sizeof(Item)),
                                 ("Frame", FRAME_FIELDS, sizeof(Frame)), ("Action", ACTION_FIELDS, sizeof(Action)),
                                 ("GameState", STATE_FIELDS, sizeof(GameState))):
            fields = []
            for entry in text.split(","):
                parts = entry.split()
                shape = tuple(map(int, parts[2].split("x"))) if len(parts) > 2 else ()
                fields.append((parts[0], nested.get(parts[1], parts[1]), shape))
            nested[name] = np.dtype(fields, align=True)
            if nested[name].itemsize != size:
                raise SystemError(f"{name}_FIELDS of state.pyx: {nested[name].itemsize} bytes, the struct has {size}")
        _dtype = nested["GameState"]
    return _dtype
