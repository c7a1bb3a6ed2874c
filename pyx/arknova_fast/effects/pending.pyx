# cython: language_level=3
"""Open and deferred effects: joining, and which order needs a decision."""
from libc.string cimport memcpy, memmove, memset
from arknova_fast.core.types cimport *


cdef extern from "ark_bits.h" nogil:
    void unpack "ark_unpack6_1"(uint8_t* to, uint64_t packed)


cdef inline bint is_track_gain(int op) noexcept nogil:
    return OP_CONSERVATION <= op <= OP_APPEAL


# An item as one number, which is compared and stored at once.
cdef inline uint64_t item_code(int op, int n, int arg, int card, int optional, int times, int effect) noexcept nogil:
    return (<uint8_t> op | <uint64_t> <uint8_t> n << 8 | <uint64_t> <uint8_t> arg << 16
            | <uint64_t> <uint8_t> card << 24 | <uint64_t> <uint8_t> optional << 32
            | <uint64_t> <uint8_t> times << 40 | <uint64_t> <uint16_t> effect << 48)


cdef inline uint64_t code_of(const Item* it) noexcept nogil:
    return item_code(it.op, it.n, it.arg, it.card, it.optional, it.times, it.effect)


cdef inline void fill_item(Item* it, uint64_t code) noexcept nogil:
    unpack(<uint8_t*> it, code)


cdef bint merge_item(Item* items, int n_items, uint64_t code) noexcept nogil:
    """Join an effect to an equal one; plain track gains add up. True when it was joined."""
    cdef int i
    cdef uint64_t differ
    for i in range(n_items):
        differ = code_of(&items[i]) ^ code
        if is_track_gain(<uint8_t> code):
            if differ & item_code(255, 0, 0, 0, 255, 0, 0) == 0:
                items[i].n += <uint8_t> (code >> 8)
                return True
        elif differ & ~item_code(0, 0, 0, 0, 0, 255, 0) == 0:
            items[i].times += <uint8_t> (code >> 40)
            return True
    return False


cdef void add_code(GameState* S, uint64_t code) noexcept nogil:
    # Outside a turn nothing waits for an action to finish (R22.11).
    if is_deferred(<uint8_t> code) and S.phase == PHASE_PLAY:
        if not merge_item(S.deferred, S.n_deferred, code):
            ark_assert(S.n_deferred < MAX_DEFERRED)
            fill_item(&S.deferred[S.n_deferred], code)
            S.n_deferred += 1
        return
    if S.n_open and merge_item(S.open, S.n_open, code):
        return
    ark_assert(S.n_open < MAX_OPEN)
    fill_item(&S.open[S.n_open], code)
    S.n_open += 1
    if S.n_open > S.deepest_open:
        S.deepest_open = S.n_open


cdef void add_item(GameState* S, int op, int n, int arg, int card, int optional, int times,
                   int effect) noexcept nogil:
    if is_track_gain(op):
        n *= times
        times = 1
    add_code(S, item_code(op, n, arg, card, optional, times, effect))


cdef inline void take_from(Item* items, uint8_t* n_items, int i, Item* taken) noexcept nogil:
    cdef int last = n_items[0] - 1
    memcpy(taken, &items[i], sizeof(Item))
    if taken.times > 1:
        items[i].times -= 1
        taken.times = 1
        return
    n_items[0] = <uint8_t> last
    if i < last:
        memmove(&items[i], &items[i + 1], (last - i) * sizeof(Item))
    memset(&items[last], 0, sizeof(Item))


cdef void take_open(GameState* S, int i, Item* taken) noexcept nogil:
    take_from(S.open, &S.n_open, i, taken)


cdef void take_deferred(GameState* S, int i, Item* taken) noexcept nogil:
    take_from(S.deferred, &S.n_deferred, i, taken)


cdef uint16_t counter_domain(int counter) noexcept nogil:
    if COUNT_ICON <= counter <= COUNT_KINDS or counter == COUNT_SMALL or counter == COUNT_LARGE:
        return DOM_ICONS
    if counter == COUNT_UNIVERSITIES:
        return DOM_TILES
    if counter == COUNT_REPUTATION:
        return DOM_REP
    if counter == COUNT_ONE or counter == COUNT_SUPPORTED or counter == COUNT_X_TOKENS or counter == COUNT_SPONSORS:
        return 0
    return DOM_MAP


cdef inline int rank_of(int op) noexcept nogil:
    """Order of commuting effects: gains, then what reveals cards, then choices, then income that counts."""
    if OP_DIGGING <= op <= OP_RESISTANCE:
        return op - (OP_DIGGING - OP_TAKE)
    return op if op < OP_UPGRADE else op + N_OPS


# Effects that ask their player something and show nothing new.
cdef inline bint is_choice(int op) noexcept nogil:
    return OP_UPGRADE <= op <= OP_SUNBATHING


# Effects that show cards, or can lead to one that does.
cdef inline bint shows(uint16_t adds, uint16_t writes) noexcept nogil:
    return (writes & (DOM_DECK | DOM_DISPLAY | DOM_DISCARD | DOM_BASE | DOM_FINALS)) | (adds & DOM_DECK) != 0


cdef inline uint64_t item_masks(const Tables* R, const GameState* S, const Item* it) noexcept nogil:
    """What an effect reads, what it adds to (16 bits further up) and what it writes (32 bits further up)."""
    cdef int op = it.op
    cdef uint16_t reads = R.op_reads[op]
    # Only a gain that would pass the limit without Cards II looks at upgrades (R10.4).
    if op == OP_REPUTATION and S.player[S.open_player].reputation + it.n <= R.reputation_cap:
        reads = 0
    elif op == OP_PROGRAM:
        op = R.effect[it.effect].resource
        reads = R.op_reads[op] | counter_domain(R.effect[it.effect].counter)
    return reads | <uint64_t> R.op_adds[op] << 16 | <uint64_t> R.op_writes[op] << 32


cdef inline bint commutes(int op, uint64_t mine, uint64_t others) noexcept nogil:
    cdef uint16_t reads = <uint16_t> mine, adds = <uint16_t> (mine >> 16), writes = <uint16_t> (mine >> 32)
    cdef uint16_t read = <uint16_t> others, added = <uint16_t> (others >> 16), written = <uint16_t> (others >> 32)
    cdef int clash = (writes & (read | added | written)) | (written & (reads | adds)) | (adds & read) | (added & reads)
    return clash == 0 and not (is_choice(op) and shows(added, written))


cdef int next_open(const Tables* R, const GameState* S) noexcept nogil:
    """An effect that commutes with all others runs at once, lowest rank first.

    Two effects commute when neither writes what the other reads, adds to or writes, and neither adds
    to what the other reads. Gains come first because they can only make more effects; what shows cards comes
    before choices, which are never worse for knowing them. A choice that commutes is not forced while something
    that shows cards is open.
    """
    cdef int n = S.n_open, i, rank, best = -1, lowest_rank = 256
    cdef uint64_t masks[MAX_OPEN]
    # What one or more effects do, and what two or more do: together they tell what all others do.
    cdef uint64_t once = 0, twice = 0
    if S.phase == PHASE_BREAK and R.switches & SW_INCOME_FIXED:
        return 0
    for i in range(n):
        masks[i] = item_masks(R, S, &S.open[i])
        twice |= once & masks[i]
        once |= masks[i]
    for i in range(n):
        rank = rank_of(S.open[i].op)
        if rank < lowest_rank and commutes(S.open[i].op, masks[i], twice | (once & ~masks[i])):
            best = i
            lowest_rank = rank
    return best
