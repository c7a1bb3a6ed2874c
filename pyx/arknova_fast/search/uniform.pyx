# cython: language_level=3
"""The policy "random". It is part of the kernel, where the playout driver knows it and draws without a list."""
from arknova_fast.core.types cimport *
from arknova_fast.core.action cimport action_a, action_b, action_verb, make_action
from arknova_fast.core.rng cimport below
from arknova_fast.core.state cimport Frame, Player, top_frame
from arknova_fast.rules.harbor cimport harbor_open
from arknova_fast.rules.turn cimport can_act


cdef bint by_proposal(const Tables* R, const GameState* S) noexcept nogil:
    cdef const Frame* f = top_frame(S)
    cdef const Player* P = &S.player[f.player]
    # With more X-tokens than constriction takes there are two ways to use the Cards card at least.
    return (f.kind == FRAME_MAIN and (P.x_tokens < R.max_x_tokens or P.x_tokens > R.constriction_penalty)
            and P.venom == 0 and not harbor_open(R, S, f))


cdef inline action_t propose(const Tables* R, const Player* P, uint64_t* rng) noexcept nogil:
    """An action card with 0, 1 ... all X-tokens, or for one token more: all these are equally likely."""
    cdef int ways = P.x_tokens + 1
    cdef int k = <int> below(rng, 5 * (ways + (P.x_tokens < R.max_x_tokens)))
    cdef int tokens = k // 5, card = k - 5 * tokens
    return make_action(ACT, card, tokens) if tokens < ways else make_action(X_TOKEN, card, 0)


cdef action_t draw_main(const Tables* R, GameState* S, uint64_t* rng) noexcept nogil:
    cdef int p = top_frame(S).player
    cdef action_t action
    while True:
        action = propose(R, &S.player[p], rng)
        if action_verb(action) != ACT or can_act(R, S, p, action_a(action), action_b(action)):
            return action


cdef int index_of(action_t action, const action_t* actions, int n) noexcept nogil:
    cdef int i
    for i in range(n):
        if actions[i] == action:
            return i
    return -1


cdef int choose_random(const Tables* R, const GameState* S, const action_t* actions, int n, uint64_t* rng,
                       const void* data) noexcept nogil:
    cdef int k = -1
    if not by_proposal(R, S):
        return <int> below(rng, n)
    while k < 0:
        k = index_of(propose(R, &S.player[top_frame(S).player], rng), actions, n)
    return k
