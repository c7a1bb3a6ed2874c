# cython: language_level=3
"""Turning the effect rows of a card into open effects."""
from arknova_fast.core.types cimport *
from arknova_fast.core.bits cimport lowest
from arknova_fast.core.tables cimport Card
from arknova_fast.effects.counters cimport units_of
from arknova_fast.effects.gains cimport apply_gain, gain, gain_money
from arknova_fast.effects.pending cimport add_item


cdef void enqueue_rows(const Tables* R, GameState* S, int card, int trigger, int first, int last) noexcept nogil:
    cdef const Card* C = &R.card[card]
    cdef const Effect* e
    cdef int i
    for i in range(first, last):
        e = &R.effect[C.effect_start + i]
        if e.trigger != trigger:
            continue
        if e.op <= OP_X_TOKEN:
            gain(R, S, e.op, e.n, card)
        elif e.op == OP_CLEVER:
            add_item(S, OP_CLEVER, 1, 0, card, 1, e.n, 0)
        elif e.op == OP_CARD_TOKENS:
            S.player[S.open_player].card_tokens[e.token_slot] = e.n
        else:
            add_item(S, e.op, e.n, e.arg, card, e.optional, 1, C.effect_start + i)


cdef void gain_triggered(const Tables* R, GameState* S, int p, int trigger, int argument) noexcept nogil:
    cdef const Card* C
    cdef const Effect* e
    cdef int w, i
    cdef uint64_t x
    for w in range(CARD_WORDS):
        x = S.player[p].zoo[w] & R.type_set[<int> SPONSOR][w]
        while x:
            C = &R.card[(w << 6) + lowest(x)]
            x &= x - 1
            for i in range(C.n_effects):
                e = &R.effect[C.effect_start + i]
                if e.trigger == trigger and e.trig_arg == argument:
                    gain(R, S, e.op, e.n, NO_CARD)


cdef void run_program(const Tables* R, GameState* S, const Item* it) noexcept nogil:
    cdef const Effect* e = &R.effect[it.effect]
    cdef int p = S.open_player, q
    cdef int n = units_of(R, S, p, e)
    if n == 0:
        return
    if e.others:
        for q in range(S.n_players):
            if q != p:
                gain_money(S, q, e.others * (n // e.n))
    if e.resource <= OP_X_TOKEN:
        apply_gain(R, S, p, e.resource, n)
    else:
        add_item(S, OP_TAKE, n, 0, it.card, e.optional, 1, 0)
