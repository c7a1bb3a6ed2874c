# cython: language_level=3
"""Open and deferred effects: joining, and which order needs a decision."""
from libc.string cimport memset
from arknova_fast.core.types cimport *


cdef bint merge_item(Item* items, int n_items, int op, int n, int arg, int card, int optional, int times,
                     int effect) noexcept nogil:
    """Join an effect to an equal one; plain track gains add up. True when it was joined."""
    cdef int i
    cdef Item* it
    for i in range(n_items):
        it = &items[i]
        if it.op != op or it.optional != optional:
            continue
        if OP_CONSERVATION <= op <= OP_APPEAL:
            it.n += <uint8_t> n * times
            return True
        if it.n == n and it.arg == arg and it.card == card and it.effect == effect:
            it.times += times
            return True
    return False


cdef void fill_item(Item* it, int op, int n, int arg, int card, int optional, int times, int effect) noexcept nogil:
    it.op = <uint8_t> op
    it.n = <uint8_t> n
    it.arg = <uint8_t> arg
    it.card = <uint8_t> card
    it.optional = <uint8_t> optional
    it.times = <uint8_t> times
    it.effect = <uint16_t> effect
    if OP_CONSERVATION <= op <= OP_APPEAL:
        it.n = <uint8_t> (n * times)
        it.times = 1


cdef void add_item(GameState* S, int op, int n, int arg, int card, int optional, int times,
                   int effect) noexcept nogil:
    # Outside a turn nothing waits for an action to finish (R22.11).
    if is_deferred(op) and S.phase == PHASE_PLAY:
        if merge_item(S.deferred, S.n_deferred, op, n, arg, card, optional, times, effect):
            return
        ark_assert(S.n_deferred < MAX_DEFERRED)
        fill_item(&S.deferred[S.n_deferred], op, n, arg, card, optional, times, effect)
        S.n_deferred += 1
        return
    if merge_item(S.open, S.n_open, op, n, arg, card, optional, times, effect):
        return
    ark_assert(S.n_open < MAX_OPEN)
    fill_item(&S.open[S.n_open], op, n, arg, card, optional, times, effect)
    S.n_open += 1
    if S.n_open > S.deepest_open:
        S.deepest_open = S.n_open


cdef Item take_from(Item* items, uint8_t* n_items, int i) noexcept nogil:
    cdef Item it = items[i]
    cdef int j
    if it.times > 1:
        items[i].times -= 1
        it.times = 1
        return it
    for j in range(i, n_items[0] - 1):
        items[j] = items[j + 1]
    n_items[0] -= 1
    memset(&items[n_items[0]], 0, sizeof(Item))
    return it


cdef Item take_open(GameState* S, int i) noexcept nogil:
    return take_from(S.open, &S.n_open, i)


cdef Item take_deferred(GameState* S, int i) noexcept nogil:
    return take_from(S.deferred, &S.n_deferred, i)


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


cdef void item_masks(const Tables* R, const Item* it, uint16_t* reads, uint16_t* adds,
                     uint16_t* writes) noexcept nogil:
    cdef int op = it.op
    reads[0] = R.op_reads[op]
    adds[0] = R.op_adds[op]
    writes[0] = R.op_writes[op]
    if op == OP_PROGRAM:
        op = R.effect[it.effect].resource
        reads[0] = R.op_reads[op] | counter_domain(R.effect[it.effect].counter)
        adds[0] = R.op_adds[op]
        writes[0] = R.op_writes[op]


cdef int next_open(const Tables* R, const GameState* S) noexcept nogil:
    """An effect that commutes with all others runs at once, lowest opcode first.

    Two effects commute when neither writes what the other reads, adds to or writes, and neither adds
    to what the other reads. Gains come first in the opcode order because they can only make more effects.
    """
    cdef int n = S.n_open, i, j, best = -1
    cdef uint16_t reads[MAX_OPEN]
    cdef uint16_t adds[MAX_OPEN]
    cdef uint16_t writes[MAX_OPEN]
    cdef bint free_
    if n == 1 or (S.phase == PHASE_BREAK and R.switches & SW_INCOME_FIXED):
        return 0
    for i in range(n):
        item_masks(R, &S.open[i], &reads[i], &adds[i], &writes[i])
    for i in range(n):
        if best >= 0 and S.open[i].op >= S.open[best].op:
            continue
        free_ = True
        for j in range(n):
            if j != i and (writes[i] & (reads[j] | adds[j] | writes[j]) or writes[j] & (reads[i] | adds[i])
                           or adds[i] & reads[j] or adds[j] & reads[i]):
                free_ = False
                break
        if free_:
            best = i
    return best
