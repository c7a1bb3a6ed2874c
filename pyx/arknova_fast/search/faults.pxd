# cython: language_level=3
"""What can go wrong at one decision, judged without knowing what is right: invariants, lists, copies."""
from libc.stdint cimport uint64_t
from arknova_fast.core.types cimport FRAME_ANIMALS, FRAME_EXTRA_SMALL, FRAME_TAKE_SMALL, MAX_ACTIONS, action_t
from arknova_fast.core.state cimport Frame, GameState, top_frame
from arknova_fast.core.tables cimport Tables

cdef enum:
    ROOM = 2 * MAX_ACTIONS   # so that a list beyond MAX_ACTIONS is reported before it does harm

# What can go wrong, in the order of WHAT.
cdef enum:
    FAULT_NONE = 0
    FAULT_INVARIANT = 1
    FAULT_NO_ACTION = 2
    FAULT_TOO_MANY = 3
    FAULT_ORDER = 4
    FAULT_LISTING = 5
    FAULT_ACTOR = 6
    FAULT_COPY = 7
    FAULT_TRIED = 8
    FAULT_DEAD_END = 9
    FAULT_LEFTOVER = 10

# The kind of the pending decision; the two extra steps of the Animals action count as kinds of their own.
cdef inline int decision_kind(const GameState* S) noexcept nogil:
    cdef const Frame* f = top_frame(S)
    if f.kind == FRAME_ANIMALS and f.step >= 2:
        return FRAME_EXTRA_SMALL if f.step == 2 else FRAME_TAKE_SMALL
    return f.kind

# Lists the legal actions of a decision and judges the list.
cdef int list_fault(const Tables* R, GameState* S, action_t* actions, int* n) noexcept nogil
# Judges the end of a game.
cdef int over_fault(const GameState* S) noexcept nogil
# Applies every listed action to a copy: invariants hold and the game goes on or is over. `which` is the action that was
# looked at last, `mask` the invariants broken by it.
cdef int try_fault(const Tables* R, const GameState* S, const action_t* actions, int n, int* which,
                   uint64_t* mask) noexcept nogil
# Applies the action; with `twice` also to a copy, which must end up equal.
cdef int step_fault(const Tables* R, GameState* S, action_t action, bint twice) noexcept nogil
