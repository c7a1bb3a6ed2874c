# cython: language_level=3
"""The invariants of a state, one function for each part of it."""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset
from arknova_fast.core.bits cimport bit, popcount, set_add, set_has, set_next
from arknova_fast.core.derived cimport derive
from arknova_fast.core.ranges cimport in_range
from arknova_fast.core.state cimport Frame, GameState, Item, Player
from arknova_fast.core.tables cimport Placement, Tables
from arknova_fast.core.types cimport (
    ANIMAL, BASE_PROJECT, CARD_WORDS, CARDS, ENCLOSURE_2, ENCLOSURE_5, MAX_DECK, MAX_DEFERRED, MAX_FRAMES,
    MAX_MULTI, MAX_OPEN, MAX_PLAYERS, MAX_POUCHED, MAX_PROJECTS, MAX_SCRIPT, N_TILES, NO_CARD, PETTING_ZOO,
    PHASE_SETUP, SPONSOR, SW_SUPPORT_WITHOUT_TOKEN)

cdef enum:
    ALL_CARDS_OF_ACTIONS = 0x1F
    LEFT_TOKENS = 7
    BLOCKED = 255            # marker of a neutral token in a project slot
    NO_TILE = 255


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

    >>> from arknova_fast.core.invariants import invariant_names
    >>> invariant_names(0x8000)
    ['MONEY']
    """
    return [member.name.removeprefix("INV_") for member in Invariant if mask & int(member)]
