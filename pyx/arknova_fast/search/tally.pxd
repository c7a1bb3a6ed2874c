# cython: language_level=3
"""What was exercised in verified games, and what went wrong; sums of games are added up in any order."""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from arknova_fast.core.types cimport action_t
from arknova_fast.core.state cimport GameState
from arknova_fast.core.tables cimport Tables

cdef enum:
    KEPT = 16                # breaches described, all are counted
    LENGTHS = 512

cdef struct Breach:
    uint64_t game
    uint64_t mask            # Invariant bits
    uint32_t decision        # number of the decision in the game, counted from 0
    uint32_t action          # the action tried or applied last
    uint8_t what
    uint8_t kind             # FrameKind of the decision

# Everything before `longest` is a sum.
cdef struct Counts:
    uint64_t games
    uint64_t unfinished
    uint64_t decisions
    uint64_t choices
    uint64_t tried           # actions applied to copies
    uint64_t violations
    uint64_t kind[64]        # decisions by FrameKind
    uint64_t verb[64]        # actions applied by Verb
    uint64_t op[64]          # games in which an Op was run
    uint64_t ability[8]      # games in which a MapAbility took effect
    uint64_t map[32]         # zoos by map
    uint64_t map_money[32]   # zoos that covered a money bonus, by map
    uint64_t played[256]     # animals and sponsors entering a zoo, projects supported
    uint64_t final_held[16]  # final scoring cards held at the end
    uint64_t end_cause[8]
    uint64_t length[512]     # games by turns of the start player
    uint64_t money_rose      # games in which some decision brought money
    uint64_t tokens_rose     # the same for X-tokens
    uint32_t longest         # action list
    uint32_t longest_kind
    uint32_t deepest_frames
    uint32_t deepest_open
    uint32_t deepest_deferred
    uint32_t n_kept
    Breach kept[16]

cdef void note_breach(Counts* C, int what, uint64_t game, uint32_t decision, const GameState* S, action_t action,
                      uint64_t mask) noexcept nogil
cdef void note_decision(Counts* C, const GameState* S, int n) noexcept nogil
# Cards that entered a zoo, gains of money and tokens, the verb; `old` is the state before. `rose` gets bit 0 for money,
# bit 1 for X-tokens.
cdef void note_step(Counts* C, const GameState* old, const GameState* S, action_t action, int* rose) noexcept nogil
cdef void note_end(const Tables* R, Counts* C, const GameState* S, int rose) noexcept nogil
cdef void add_counts(Counts* to, const Counts* more) noexcept nogil
