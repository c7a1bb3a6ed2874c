# cython: language_level=3
"""Final scoring (R26)."""
from arknova_fast.rules.frames cimport *
from arknova_fast.core.types cimport *
from arknova_fast.effects.counters cimport units_of
from arknova_fast.effects.gains cimport gain_appeal, score_of
from arknova_fast.rules.thresholds cimport ask_final_discards


cdef int compare_right(const GameState* S, int p, uint16_t mask) noexcept nogil:
    """Kinds of which the player has more icons than the right neighbour (card 009, R26.11)."""
    cdef int right = (p + S.n_players - 1) % S.n_players, i, n = 0
    for i in range(N_ICONS):
        n += ((mask >> i) & 1) * (S.player[p].icons[i] > S.player[right].icons[i])
    return n


cdef int final_value(const Tables* R, const GameState* S, int p, int card) noexcept nogil:
    cdef const Effect* e
    cdef int i, n = 0
    for i in range(R.final_card[card].n_effects):
        e = &R.effect[R.final_card[card].effect_start + i]
        if e.op == OP_COMPARE_RIGHT:
            n += e.n * compare_right(S, p, e.counter_mask)
        else:
            n += units_of(R, S, p, e)
    return n if n < R.final_card[card].cap else R.final_card[card].cap


cdef void add_conservation(const Tables* R, Player* P, int n) noexcept nogil:
    """Gains of final scoring trigger no thresholds (R23.15)."""
    n += P.conservation
    P.conservation = <uint8_t> (n if n < R.max_conservation else R.max_conservation)


cdef void score_sponsors(const Tables* R, GameState* S, int p) noexcept nogil:
    cdef const Effect* e
    cdef int w, i, card, n
    cdef uint64_t x
    for w in range(CARD_WORDS):
        x = S.player[p].zoo[w] & R.final_set[w]
        while x:
            card = (w << 6) + lowest(x)
            x &= x - 1
            for i in range(R.card[card].n_effects):
                e = &R.effect[R.card[card].effect_start + i]
                if e.trigger != ON_FINAL:
                    continue
                n = units_of(R, S, p, e)
                if e.resource == OP_APPEAL:
                    gain_appeal(R, S, p, n)
                elif e.resource == OP_CONSERVATION:
                    add_conservation(R, &S.player[p], n)


cdef int step_final(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    cdef int p, i
    if f.step == 0:
        f.step = 1
        S.phase = PHASE_FINAL
        if not S.cons10_done:
            S.cons10_done = 1
            ask_final_discards(R, S)
        return STEP_DONE
    for p in range(S.n_players):
        for i in range(MAX_FINALS):
            if (S.player[p].finals >> i) & 1:
                add_conservation(R, &S.player[p], final_value(R, S, p, i))
        score_sponsors(R, S, p)
    S.phase = PHASE_OVER
    pop(S)
    # No frame is left to look at.
    return STEP_DECIDE


cdef void rank_players(const Tables* R, const GameState* S, uint8_t* ranks) noexcept nogil:
    cdef int p, q, mine, other
    for p in range(S.n_players):
        ranks[p] = 0
        mine = score_of(R, S, p) * 256 + S.player[p].supported
        for q in range(S.n_players):
            other = score_of(R, S, q) * 256 + S.player[q].supported
            if other > mine:
                ranks[p] += 1
