# cython: language_level=3
"""Recording positions."""
from libc.stdint cimport int64_t, uint16_t, uint64_t
from libc.string cimport memset
from arknova_fast.core.types cimport *
from arknova_fast.core.action cimport action_verb
from arknova_fast.core.bits cimport popcount, set_count, set_drop, set_next
from arknova_fast.core.rng cimport STREAM_POLICY, seed_stream
from arknova_fast.core.state cimport Frame, GameState, copy_state
from arknova_fast.core.tables cimport Tables
from arknova_fast.effects.pending cimport pop, push, top
from arknova_fast.effects.zones cimport discard
from arknova_fast.rules.engine cimport actor, apply_action, legal_actions
from arknova_fast.rules.looking cimport return_final
from arknova_fast.search.faults cimport ROOM, decision_kind
from arknova_fast.search.playout cimport Plan, begin


cdef int key_of(const GameState* S, action_t action, int by) noexcept nogil:
    """The bin of a decision, -1 for none."""
    if by == BY_VERB:
        return action_verb(action)
    if by == BY_KIND:
        return decision_kind(S)
    if decision_kind(S) != FRAME_MAIN:
        return -1
    if S.end_cause != END_NONE:
        return STAGE_FINAL
    if S.break_left <= 2:
        return STAGE_BREAK
    return STAGE_MAP if popcount(S.player[actor(S)].built) >= 10 else -1


cdef void store(Bin* b, const GameState* S, action_t action, int n) noexcept nogil:
    if b.stride and b.seen % b.stride == 0 and b.n < b.room:
        copy_state(&b.states[b.n], S)
        b.actions[b.n] = action
        b.n += 1
    b.seen += 1
    b.choices += n > 1
    b.options += n


cdef void record_games(const Tables* R, Plan* plan, uint64_t first, int64_t count, int by, Bin** bins) noexcept nogil:
    cdef GameState S
    cdef action_t actions[ROOM]
    cdef uint64_t streams[16]
    cdef int64_t g
    cdef int n, p, k, key
    for g in range(count):
        begin(R, &S, plan, first + g)
        for p in range(S.n_players):
            seed_stream(&streams[4 * p], plan.setup.seed, first + g, STREAM_POLICY + p)
        while S.phase != PHASE_OVER and S.turn <= 500 * S.n_players:
            n = legal_actions(R, &S, actions)
            p = actor(&S)
            k = plan.policy[p].choose(R, &S, actions, n, &streams[4 * p], plan.policy[p].data) if n > 1 else 0
            key = key_of(&S, actions[k], by)
            if key >= 0:
                store(bins[key], &S, actions[k], n)
            apply_action(R, &S, actions[k])


cdef void to_break(const Tables* R, GameState* S) noexcept nogil:
    cdef int p, card
    for p in range(S.n_players):
        while set_count(S.player[p].hand) > R.hand_limit:
            card = set_next(S.player[p].hand, 0)
            set_drop(S.player[p].hand, card)
            discard(S, card)
    S.break_causer = S.turn_owner
    push(S, FRAME_BREAK, S.turn_owner)


cdef void to_final(const Tables* R, GameState* S) noexcept nogil:
    cdef int p, card, held
    pop(S)
    memset(top(S), 0, sizeof(Frame))
    top(S).kind = FRAME_FINAL
    top(S).card = NO_CARD
    top(S).step = 1
    S.phase = PHASE_FINAL
    S.cons10_done = 1
    for p in range(S.n_players):
        held = 0
        for card in range(MAX_FINALS):
            if (S.player[p].finals >> card) & 1:
                held += 1
                if held > 1:
                    S.player[p].finals &= <uint16_t> ~(1 << card)
                    return_final(S, card)
