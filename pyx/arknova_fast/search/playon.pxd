# cython: language_level=3
"""Policies at a game that stands anywhere: play on to the end, or answer one question."""
from libc.stdint cimport uint64_t
from arknova_fast.core.state cimport GameState
from arknova_fast.core.tables cimport Ruleset
from arknova_fast.core.types cimport action_t

# One policy per seat; they draw from the streams of (seed, game). Stops after last_turn turns (0: never).
cdef int play_on(Ruleset ruleset, GameState* S, list policies, uint64_t seed, uint64_t game, int last_turn) except -1

# The place in the list of the action a policy takes.
cdef int choose_one(Ruleset ruleset, const GameState* S, const action_t* actions, int n, policy,
                    uint64_t seed) except -1
