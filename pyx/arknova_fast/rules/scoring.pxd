# cython: language_level=3
"""Final scoring (R26)."""
from arknova_fast.rules.frames cimport *

cdef int step_final(const Tables* R, GameState* S, Frame* f) noexcept nogil
# Conservation one final scoring card gives now.
cdef int final_value(const Tables* R, const GameState* S, int p, int card) noexcept nogil
# Rank 0 is the winner; tied players share a rank (R26.8-R26.10).
cdef void rank_players(const Tables* R, const GameState* S, uint8_t* ranks) noexcept nogil
