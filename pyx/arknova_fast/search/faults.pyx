# cython: language_level=3
"""What can go wrong at one decision."""
from libc.stdint cimport uint64_t
from libc.string cimport memcmp
from arknova_fast.core.types cimport *
from arknova_fast.core.invariants cimport check_state
from arknova_fast.core.state cimport GameState, copy_state, hash_state
from arknova_fast.core.tables cimport Tables
from arknova_fast.rules.engine cimport apply_action, legal_actions

# The faults in words, in the order of their numbers.
WHAT = (
    "", "an invariant is broken", "there is no legal action", "more legal actions than MAX_ACTIONS",
    "legal actions are not ascending and unique", "listing changed the state", "nobody has to decide",
    "a copy went another way", "an invariant is broken after a listed action",
    "a listed action leads to a decision without legal actions", "the game is over with work left on the stack",
)


cdef int list_fault(const Tables* R, GameState* S, action_t* actions, int* n) noexcept nogil:
    cdef GameState before
    cdef int i
    copy_state(&before, S)
    n[0] = legal_actions(R, S, actions)
    if memcmp(&before, S, sizeof(GameState)) != 0:
        return FAULT_LISTING
    if n[0] <= 0:
        return FAULT_NO_ACTION
    if n[0] > MAX_ACTIONS:
        return FAULT_TOO_MANY
    for i in range(1, n[0]):
        if actions[i] <= actions[i - 1]:
            return FAULT_ORDER
    return FAULT_NONE


cdef int over_fault(const GameState* S) noexcept nogil:
    if S.n_frames or S.n_open or S.n_deferred:
        return FAULT_LEFTOVER
    return FAULT_NONE


cdef int try_fault(const Tables* R, const GameState* S, const action_t* actions, int n, int* which,
                   uint64_t* mask) noexcept nogil:
    cdef GameState copy
    cdef action_t next_actions[ROOM]
    cdef int i, m, fault
    for i in range(n):
        which[0] = i
        copy_state(&copy, S)
        apply_action(R, &copy, actions[i])
        mask[0] = check_state(R, &copy)
        if mask[0]:
            return FAULT_TRIED
        if copy.phase == PHASE_OVER:
            fault = over_fault(&copy)
            if fault:
                return fault
        elif list_fault(R, &copy, next_actions, &m):
            return FAULT_DEAD_END
    return FAULT_NONE


cdef int step_fault(const Tables* R, GameState* S, action_t action, bint twice) noexcept nogil:
    cdef GameState copy
    if not twice:
        apply_action(R, S, action)
        return FAULT_NONE
    copy_state(&copy, S)
    if hash_state(&copy) != hash_state(S):
        return FAULT_COPY
    apply_action(R, &copy, action)
    apply_action(R, S, action)
    return FAULT_COPY if memcmp(&copy, S, sizeof(GameState)) != 0 else FAULT_NONE
