# cython: language_level=3
"""Game: one state and its ruleset as a Python object."""
from libc.stdint cimport uint32_t
from arknova_fast.core.state cimport GameState
from arknova_fast.core.tables cimport Ruleset
from arknova_fast.core.types cimport action_t

cdef class Game:
    cdef GameState s
    cdef readonly Ruleset ruleset
    cdef readonly object origin      # (seed, game) of Game.new, None for positions of other origin
    # Legal actions of the present decision, listed once: n_listed is -1 when they are not known.
    cdef action_t* listed
    cdef int n_listed

    cdef int require_made(self) except -1
    cdef int list_actions(self) except -1
    cdef bint lists(self, uint32_t action) except -1
    cdef int advance(self, action_t action) except -1

# A game around a copy of a state; nothing is checked.
cdef Game wrap_state(Ruleset ruleset, const GameState* S, object origin)
