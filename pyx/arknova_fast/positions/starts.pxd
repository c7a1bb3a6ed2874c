# cython: language_level=3
"""The short form's way into the middle of a turn."""
from arknova_fast.core.state cimport GameState
from arknova_fast.core.tables cimport Ruleset

# Changes a state at the main choice as ``decision`` asks; the engine has to run afterwards.
cdef int start_decision(Ruleset ruleset, GameState* S, dict decision) except -1
