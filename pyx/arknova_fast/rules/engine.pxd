# cython: language_level=3
"""The engine: runs a state to its next decision, lists and applies actions.

    start_game(R, S, &how); run(R, S)
    while S.phase != PHASE_OVER:
        n = legal_actions(R, S, out)        # n >= 1, ascending
        apply_action(R, S, out[k])          # carries it out and runs on to the next decision
"""
from arknova_fast.rules.frames cimport *

cdef void run(const Tables* R, GameState* S) noexcept nogil
# `S` is used as scratch space while listing, and is unchanged afterwards.
cdef int legal_actions(const Tables* R, GameState* S, action_t* out) noexcept nogil
# The action must be one that legal_actions lists.
cdef void apply_action(const Tables* R, GameState* S, action_t action) noexcept nogil

cdef inline int actor(const GameState* S) noexcept nogil:
    return S.frame[S.n_frames - 1].player if S.n_frames else NOBODY
