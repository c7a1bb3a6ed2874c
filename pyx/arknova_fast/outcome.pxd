# cython: language_level=3
"""How a game stands: scores, victory points, ranks, winners and utilities (R26, R27)."""
from arknova_fast.core.state cimport GameState
from arknova_fast.core.tables cimport Tables

# Arrays of int64, one per seat; at any time of the game.
cdef object scores_of(const Tables* R, const GameState* S)
cdef object points_of(const Tables* R, const GameState* S)

# 0 is best, tied players share a rank.
cdef list ranks_of(const Tables* R, const GameState* S)

# Seats that won, and an array of float64; nobody and zeros before the end.
cdef list winners_of(const Tables* R, const GameState* S)
cdef object returns_of(const Tables* R, const GameState* S)
