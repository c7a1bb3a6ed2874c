# cython: language_level=3
"""Counting what verified games exercise."""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from arknova_fast.core.types cimport *
from arknova_fast.core.action cimport action_a, action_verb
from arknova_fast.core.bits cimport lowest
from arknova_fast.core.state cimport GameState, Player, top_frame
from arknova_fast.core.tables cimport Map, Tables
from arknova_fast.search.faults cimport decision_kind


cdef void note_breach(Counts* C, int what, uint64_t game, uint32_t decision, const GameState* S, action_t action,
                      uint64_t mask) noexcept nogil:
    cdef Breach* breach
    C.violations += 1
    if C.n_kept == KEPT:
        return
    breach = &C.kept[C.n_kept]
    C.n_kept += 1
    breach.game = game
    breach.mask = mask
    breach.decision = decision
    breach.action = action
    breach.what = <uint8_t> what
    breach.kind = top_frame(S).kind if S.n_frames else FRAME_NONE


cdef void note_decision(Counts* C, const GameState* S, int n) noexcept nogil:
    cdef int kind = decision_kind(S)
    C.decisions += 1
    C.choices += n > 1
    C.kind[kind] += 1
    if <uint32_t> n > C.longest:
        C.longest = n
        C.longest_kind = kind


cdef void note_step(Counts* C, const GameState* old, const GameState* S, action_t action, int* rose) noexcept nogil:
    cdef int p, w
    cdef uint64_t fresh
    cdef int verb = action_verb(action)
    C.verb[verb] += 1
    if verb == SUPPORT:
        C.played[action_a(action)] += 1
    for p in range(S.n_players):
        for w in range(CARD_WORDS):
            fresh = S.player[p].zoo[w] & ~old.player[p].zoo[w]
            while fresh:
                C.played[(w << 6) + lowest(fresh)] += 1
                fresh &= fresh - 1
        if S.player[p].money > old.player[p].money:
            rose[0] |= 1
        if S.player[p].x_tokens > old.player[p].x_tokens:
            rose[0] |= 2
    if S.n_deferred > C.deepest_deferred:
        C.deepest_deferred = S.n_deferred


cdef void note_zoo(const Tables* R, Counts* C, const Player* P) noexcept nogil:
    cdef const Map* M = &R.map[P.map]
    cdef uint64_t cells = P.built & M.bonus
    cdef int i
    C.map[P.map] += 1
    for i in range(MAX_FINALS):
        C.final_held[i] += (P.finals >> i) & 1
    while cells:
        if M.cell_bonus[lowest(cells)].op == OP_MONEY:
            C.map_money[P.map] += 1
            return
        cells &= cells - 1


cdef void note_end(const Tables* R, Counts* C, const GameState* S, int rose) noexcept nogil:
    cdef int i
    C.games += 1
    C.end_cause[S.end_cause & 7] += 1
    C.length[min((S.turn + S.n_players - 1) // S.n_players, LENGTHS - 1)] += 1
    C.unfinished += S.phase != PHASE_OVER
    C.money_rose += rose & 1
    C.tokens_rose += (rose >> 1) & 1
    for i in range(N_OPS):
        C.op[i] += (S.ops_run >> i) & 1
    for i in range(8):
        C.ability[i] += (S.abilities_run >> i) & 1
    if S.deepest_frames > C.deepest_frames:
        C.deepest_frames = S.deepest_frames
    if S.deepest_open > C.deepest_open:
        C.deepest_open = S.deepest_open
    for i in range(S.n_players):
        note_zoo(R, C, &S.player[i])


cdef void add_counts(Counts* to, const Counts* more) noexcept nogil:
    """The counts of other games; their breaches come after the own ones."""
    cdef uint64_t* sums = <uint64_t*> to
    cdef const uint64_t* others = <const uint64_t*> more
    cdef size_t i
    for i in range((<size_t> &to.longest - <size_t> to) // sizeof(uint64_t)):
        sums[i] += others[i]
    if more.longest > to.longest:
        to.longest = more.longest
        to.longest_kind = more.longest_kind
    to.deepest_frames = max(to.deepest_frames, more.deepest_frames)
    to.deepest_open = max(to.deepest_open, more.deepest_open)
    to.deepest_deferred = max(to.deepest_deferred, more.deepest_deferred)
    for i in range(more.n_kept):
        if to.n_kept < KEPT:
            to.kept[to.n_kept] = more.kept[i]
            to.n_kept += 1
