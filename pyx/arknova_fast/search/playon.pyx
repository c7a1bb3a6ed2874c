# cython: language_level=3
"""Policies at a game that stands anywhere: play on to the end, or answer one question."""
from arknova_fast.core.rng cimport STREAM_POLICY, seed_stream
from arknova_fast.core.types cimport ACTION_BUFFER, MAX_PLAYERS, PHASE_OVER
from arknova_fast.rules.engine cimport actor, apply_action, legal_actions
from arknova_fast.search.policy cimport Policy, policy_of

from arknova_fast.search.policy import wrong_answer


cdef int play_on(Ruleset ruleset, GameState* S, list policies, uint64_t seed, uint64_t game, int last_turn) except -1:
    cdef action_t[ACTION_BUFFER] actions
    cdef uint64_t[4 * MAX_PLAYERS] streams
    cdef Policy[MAX_PLAYERS] chosen
    cdef int p, n, k, wrong = -1
    for p, name in enumerate(policies):
        chosen[p] = policy_of(name, ruleset)
        seed_stream(&streams[4 * p], seed, game, STREAM_POLICY + p)
    with nogil:
        while S.phase != PHASE_OVER and not (last_turn and S.turn > last_turn):
            n = legal_actions(ruleset.t, S, actions)
            k = 0
            if n > 1:
                p = actor(S)
                k = chosen[p].choose(ruleset.t, S, actions, n, &streams[4 * p], chosen[p].data)
                if not 0 <= k < n:
                    wrong = p
                    break
            apply_action(ruleset.t, S, actions[k])
    if wrong >= 0:
        raise wrong_answer(policies[wrong], f"game {game}: the policy of seat {wrong}")
    return 0


cdef int choose_one(Ruleset ruleset, const GameState* S, const action_t* actions, int n, policy,
                    uint64_t seed) except -1:
    cdef uint64_t[4] stream
    cdef Policy chosen = policy_of(policy, ruleset)
    cdef int k = 0, seat = actor(S)
    seed_stream(stream, seed, 0, STREAM_POLICY + seat)
    if n > 1:
        k = chosen.choose(ruleset.t, S, actions, n, stream, chosen.data)
    if not 0 <= k < n:
        raise wrong_answer(policy, f"the policy of seat {seat}")
    return k
