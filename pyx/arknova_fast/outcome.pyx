# cython: language_level=3
"""How a game stands: scores, victory points, ranks, winners and utilities (R26, R27)."""
from libc.stdint cimport uint8_t
from arknova_fast.core.types cimport MAX_PLAYERS, PHASE_OVER
from arknova_fast.effects.gains cimport score_of
from arknova_fast.rules.scoring cimport rank_players

import numpy as np

cdef enum:
    WHITE_ZERO = 100         # victory points are the score minus this (C1)


cdef object scores_of(const Tables* R, const GameState* S):
    return np.array([score_of(R, S, p) for p in range(S.n_players)], np.int64)


cdef object points_of(const Tables* R, const GameState* S):
    return scores_of(R, S) - WHITE_ZERO


cdef list ranks_of(const Tables* R, const GameState* S):
    cdef uint8_t[MAX_PLAYERS] ranks
    rank_players(R, S, ranks)
    return [ranks[p] for p in range(S.n_players)]


cdef list winners_of(const Tables* R, const GameState* S):
    if S.phase != PHASE_OVER:
        return []
    if S.n_players == 1:
        return [0] if score_of(R, S, 0) >= WHITE_ZERO else []
    return [p for p, rank in enumerate(ranks_of(R, S)) if rank == 0]


cdef object returns_of(const Tables* R, const GameState* S):
    cdef int n = S.n_players
    value = np.zeros(n)
    if S.phase != PHASE_OVER:
        return value
    won = winners_of(R, S)
    if n == 1:
        value[0] = 1.0 if won else -1.0
    elif len(won) < n:
        value[:] = -1.0 / (n - len(won))
        value[won] = 1.0 / len(won)
    return value
