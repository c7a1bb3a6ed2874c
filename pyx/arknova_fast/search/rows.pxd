# cython: language_level=3
"""Rows of single turns and decisions, and card counts, from playouts."""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t, int16_t, int64_t
from arknova_fast.core.tables cimport Tables
from arknova_fast.search.playout cimport Plan

cdef struct TurnRow:
    uint64_t game
    uint16_t turn            # turns started in the game, from 1
    int16_t money            # of this player after the turn, as the next five
    uint8_t seat
    uint8_t action           # ActionCard
    uint8_t x_token_action
    uint8_t strength         # 0 for the X-token action
    uint8_t x_tokens_used
    uint8_t appeal
    uint8_t conservation
    uint8_t reputation
    uint8_t x_tokens
    uint8_t breaks
    uint8_t pad[2]

cdef struct DecisionRow:
    uint64_t game
    uint32_t number          # of the decision in its game, forced ones included
    uint32_t action
    uint16_t n_options
    uint16_t chosen
    uint8_t seat
    uint8_t decision         # FrameKind
    uint8_t pad[2]

# The caller's buffers of one range of games. `decisions` may be NULL: then only turns are kept.
cdef struct RowBuffer:
    TurnRow* turns
    DecisionRow* decisions
    int64_t max_turns
    int64_t max_decisions
    int64_t n_turns
    int64_t n_decisions
    int64_t wrong            # -1, or `game offset * 4 + seat` of the first wrong answer of a policy

# Plays until the count is reached, a policy answers wrongly or a game does not fit; returns the games whose rows are
# complete. Of each game the hash of the final state and the sum of the options of all choices are written.
cdef int64_t rows_of_range(const Tables* R, Plan* plan, uint64_t start, int64_t count, RowBuffer* rows,
                           uint64_t* hashes, uint32_t* options) noexcept nogil
