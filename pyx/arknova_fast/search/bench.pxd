# cython: language_level=3
"""What the measuring modules share."""
from arknova_fast.core.types cimport FRAME_ANIMALS, FRAME_EXTRA_SMALL, FRAME_TAKE_SMALL, MAX_ACTIONS
from arknova_fast.core.state cimport Frame, GameState

cdef enum:
    ROOM = 2 * MAX_ACTIONS   # so that a list beyond MAX_ACTIONS is reported before it does harm

# The kind of the pending decision; the two extra steps of the Animals action count as kinds of their own.
cdef inline int decision_kind(const GameState* S) noexcept nogil:
    cdef const Frame* f = &S.frame[S.n_frames - 1]
    if f.kind == FRAME_ANIMALS and f.step >= 2:
        return FRAME_EXTRA_SMALL if f.step == 2 else FRAME_TAKE_SMALL
    return f.kind
