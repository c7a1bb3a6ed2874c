# cython: language_level=3
"""The Build action (R11), free buildings, and animals moving into a new special enclosure."""
from arknova_fast.rules.frames cimport *
from arknova_fast.core.tables cimport MAX_SHAPE_CELLS
from arknova_fast.core.types cimport *
from arknova_fast.effects.gains cimport spendable
from arknova_fast.rules.housing cimport (
    empty_enclosure, house_special, list_emptied, list_move_in, special_rank)
from arknova_fast.rules.placement cimport (
    blocked_cells, list_placements, near_kiosks, place_building, placeable_kinds)


cdef inline uint32_t affordable(const Tables* R, const GameState* S, int p) noexcept nogil:
    cdef int money = spendable(R, S, p)
    return R.kinds_for[money if money < 255 else 255]


cdef int least_size(const Tables* R, uint32_t kinds) noexcept nogil:
    """Cells of the smallest of these kinds, 255 when there are none."""
    cdef int size, least = 255
    while kinds:
        size = R.kind_size[lowest(kinds)]
        least = size if size < least else least
        kinds &= kinds - 1
    return least


cdef int build_needs(const Tables* R, const GameState* S, int p, int side) noexcept nogil:
    cdef uint32_t kinds = affordable(R, S, p)
    cdef uint64_t cells = S.player[p].touch & ~blocked_cells(R, S, p)
    # Wherever a larger building fits, a pavilion or a size-1 enclosure fits too.
    if cells == 0:
        return 255
    if kinds & R.build1_kinds & (1 << PAVILION | 1 << ENCLOSURE_1):
        return 1
    if kinds & R.build1_kinds & 1 << KIOSK and cells & ~near_kiosks(R, &S.player[p]):
        return 1
    # A patched list may offer a small building on side II only, or make a larger one the cheaper.
    kinds &= R.build2_kinds if side else R.build1_kinds
    return least_size(R, placeable_kinds(R, S, p, kinds)) if kinds else 255


cdef uint32_t buildable(const Tables* R, const GameState* S, int p) noexcept nogil:
    """Kinds the next building of the running action may have (R11.1-R11.6)."""
    cdef uint32_t kinds = R.build2_kinds if S.act.side else R.build1_kinds
    if S.act.count and not S.act.side:
        return 0
    kinds &= ~<uint32_t> S.act.kinds
    kinds &= R.kinds_up_to[S.act.left if S.act.left < MAX_SHAPE_CELLS else MAX_SHAPE_CELLS] & affordable(R, S, p)
    return placeable_kinds(R, S, p, kinds) if kinds else 0


cdef uint32_t repeatable(const Tables* R, const GameState* S, int p) noexcept nogil:
    """Sponsor 217: a further copy of a building of this action, special enclosures excluded."""
    cdef uint32_t kinds = S.act.kinds & ~R.special_kinds
    if not S.player[p].perm & PERM_REPEAT_BUILD or S.act.extra_used:
        return 0
    kinds &= affordable(R, S, p)
    return placeable_kinds(R, S, p, kinds) if kinds else 0


cdef int step_build(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    # f.d: kinds to build now, f.a and f.b: kinds to build again (217)
    cdef uint32_t again = repeatable(R, S, f.player)
    f.d = <uint16_t> buildable(R, S, f.player)
    f.a = <uint8_t> again
    f.b = <uint8_t> (again >> 8)
    if f.d == 0 and again == 0:
        pop(S)
        return STEP_DONE
    return STEP_DECIDE


cdef int list_build(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    cdef int n = 0
    if S.act.count:
        out[n] = make_action(PASS, 0, 0)
        n += 1
    n = list_bits(f.d, BUILD_KIND, out, n)
    return list_bits(f.a | <uint32_t> f.b << 8, BUILD_AGAIN, out, n)


cdef void apply_build(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int player = f.player
    cdef Frame* g
    if action_verb(action) == PASS:
        pop(S)
        return
    g = push(S, FRAME_BUILD_PLACE, player)
    g.a = <uint8_t> action_a(action)
    g.b = action_verb(action) == BUILD_AGAIN


cdef int list_build_place(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    return list_placements(R, S, f.player, f.a, out, 0)


cdef void apply_build_place(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int p = f.player, kind = f.a
    if f.b:
        S.act.extra_used = 1
    else:
        S.act.left -= R.kind_size[kind]
        S.act.kinds |= <uint16_t> (1 << kind)
        S.act.count += 1
    S.player[p].money -= R.kind_cost[kind]
    pop(S)
    place_building(R, S, p, action_a(action))


cdef uint32_t free_kinds(const Tables* R, const GameState* S, int p, int code) noexcept nogil:
    cdef uint32_t kinds
    if code == KIOSK_OR_PAVILION:
        kinds = (1 << KIOSK) | (1 << PAVILION)
    elif code == SPECIAL_ENCLOSURE:
        kinds = (1 << REPTILE_HOUSE) | (1 << LARGE_BIRD_AVIARY)
    else:
        kinds = <uint32_t> 1 << code
    return placeable_kinds(R, S, p, kinds)


cdef int step_free_building(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    # f.a: kind or choice code, f.b: buildings still to place; a free building without a place is lost (R11.29)
    if f.b == 0 or free_kinds(R, S, f.player, f.a) == 0:
        pop(S)
        return STEP_DONE
    return STEP_DECIDE


cdef int list_free_building(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    cdef uint32_t kinds = free_kinds(R, S, f.player, f.a)
    cdef int n = 0
    if f.step:
        out[n] = make_action(PASS, 0, 0)
        n += 1
    while kinds:
        n = list_placements(R, S, f.player, lowest(kinds), out, n)
        kinds &= kinds - 1
    return n


cdef void apply_free_building(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    if action_verb(action) == PASS:
        pop(S)
        return
    f.b -= 1
    place_building(R, S, f.player, action_a(action))


cdef inline uint32_t moved_set(const Frame* f) noexcept nogil:
    return <uint32_t> f.step | <uint32_t> f.b << 8 | <uint32_t> f.d << 16


cdef int step_move_in(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    cdef action_t buffer[128]
    if list_move_in(R, S, f.player, f.a, moved_set(f), buffer, 0) == 0:
        pop(S)
        return STEP_DONE
    return STEP_DECIDE


cdef int list_move_in_frame(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    out[0] = make_action(PASS, 0, 0)
    return list_move_in(R, S, f.player, f.a, moved_set(f), out, 1)


cdef void apply_move_in(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int card = <int> action_a(action)
    cdef uint32_t moved = moved_set(f)
    if action_verb(action) == PASS:
        pop(S)
        return
    moved |= <uint32_t> 1 << special_rank(R, card)
    f.step = <uint8_t> moved
    f.b = <uint8_t> (moved >> 8)
    f.d = <uint16_t> (moved >> 16)
    house_special(R, S, f.player, card)
    push(S, FRAME_EMPTY, f.player).card = <uint8_t> card


cdef int step_empty(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    """One of the equally small enclosures is emptied; only a tie is a choice (R13.17-R13.20)."""
    cdef action_t buffer[64]
    cdef int p = f.player, n = list_emptied(R, S, p, f.card, buffer, 0)
    if n > 1:
        return STEP_DECIDE
    pop(S)
    if n == 1:
        empty_enclosure(R, S, p, action_a(buffer[0]))
    return STEP_DONE


cdef int list_empty(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    return list_emptied(R, S, f.player, f.card, out, 0)


cdef void apply_empty(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int p = f.player
    pop(S)
    empty_enclosure(R, S, p, action_a(action))
