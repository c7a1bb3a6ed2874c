# cython: language_level=3
"""Game states as portable bytes, and the full check that lets foreign data reach the kernel."""
from arknova_fast.core.state cimport GameState
from arknova_fast.core.tables cimport Ruleset, Tables

# Header and state as bytes.
cdef bytes pack_state(Ruleset ruleset, const GameState* S)
# The state of such bytes; StateDataError when they are damaged, of another ruleset or no possible position.
cdef int unpack_state(Ruleset ruleset, data, GameState* S) except -1
# Raises StateDataError unless the kernel can run this state: every index in range, every invariant kept,
# at least one legal action (or the game over).
cdef int require_valid(const Tables* R, const GameState* S, str where) except -1
