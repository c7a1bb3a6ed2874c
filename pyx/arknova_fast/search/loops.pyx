# cython: language_level=3
"""The measuring loops.

Each copies the state into one place first, as hot as it is in a playout; the copy is measured by itself.
"""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from arknova_fast.core.types cimport *
from arknova_fast.core.state cimport GameState, copy_state, hash_state
from arknova_fast.core.tables cimport MAX_FORMS, MAX_PLACEMENTS, Tables
from arknova_fast.rules.engine cimport actor, apply_action, legal_actions, run
from arknova_fast.rules.placement cimport count_places, find_places, list_placements, nth_place, placeable_kinds
from arknova_fast.search.faults cimport ROOM

cdef extern from "ark_shape.h" nogil:
    void ark_keep(void* p)


cdef uint64_t loop_copy(const Bin* b) noexcept nogil:
    cdef GameState S
    cdef uint64_t check = 0
    cdef int i
    for i in range(b.n):
        copy_state(&S, &b.states[i])
        ark_keep(&S)
        check += S.turn
    return check


cdef uint64_t loop_list(const Tables* R, const Bin* b) noexcept nogil:
    cdef GameState S
    cdef action_t actions[ROOM]
    cdef uint64_t check = 0
    cdef int i, n
    for i in range(b.n):
        copy_state(&S, &b.states[i])
        n = legal_actions(R, &S, actions)
        check += <uint64_t> n * actions[n - 1]
    return check


cdef uint64_t digest(const GameState* S) noexcept nogil:
    return <uint64_t> (S.turn + 64 * S.n_frames + 4096 * S.phase + 65536 * (S.player[0].money + S.player[1].appeal))


cdef uint64_t loop_apply(const Tables* R, const Bin* b) noexcept nogil:
    cdef GameState S
    cdef uint64_t check = 0
    cdef int i
    for i in range(b.n):
        copy_state(&S, &b.states[i])
        apply_action(R, &S, b.actions[i])
        check += digest(&S)
    return check


cdef uint64_t sum_of(const Tables* R, const uint64_t* anchors) noexcept nogil:
    cdef uint64_t check = 0
    cdef int form
    for form in range(R.form_start[<int> UNIQUE_0]):
        check += anchors[form]
    return check


cdef uint64_t loop_scan(const Tables* R, const Bin* b) noexcept nogil:
    """All placements of all kinds the Build action offers on side II as a bit set."""
    cdef uint64_t anchors[MAX_FORMS]
    cdef uint64_t check = 0
    cdef int i
    for i in range(b.n):
        find_places(R, &b.states[i], actor(&b.states[i]), KIOSK, UNIQUE_0 - 1, anchors)
        ark_keep(anchors)
        check += sum_of(R, anchors)
    return check


cdef int picked(const GameState* S, int n) noexcept nogil:
    return (37 * S.turn & 0xFF) * n >> 8


cdef uint64_t loop_pick(const Tables* R, const Bin* b) noexcept nogil:
    """The same bit set counted, and one of the placements picked."""
    cdef uint64_t anchors[MAX_FORMS]
    cdef uint8_t counts[MAX_FORMS]
    cdef uint64_t check = 0
    cdef int i, n
    for i in range(b.n):
        find_places(R, &b.states[i], actor(&b.states[i]), KIOSK, UNIQUE_0 - 1, anchors)
        n = count_places(R, KIOSK, UNIQUE_0 - 1, anchors, counts)
        if n:
            check += <uint64_t> n << 16 | <uint64_t> nth_place(R, KIOSK, anchors, counts, picked(&b.states[i], n))
    return check


cdef uint64_t loop_places(const Tables* R, const Bin* b) noexcept nogil:
    """The same placements, listed."""
    cdef action_t places[MAX_PLACEMENTS]
    cdef const GameState* S
    cdef uint64_t check = 0
    cdef uint32_t kinds
    cdef int i, n, kind
    for i in range(b.n):
        S = &b.states[i]
        n = 0
        kinds = R.build2_kinds
        kind = 0
        while kinds >> kind:
            if kinds >> kind & 1:
                n = list_placements(R, S, actor(S), kind, places, n)
            kind += 1
        ark_keep(places)
        check += n
    return check


cdef uint64_t loop_kinds(const Tables* R, const Bin* b) noexcept nogil:
    """Which kinds have a placement at all, as the main choice and the Build action ask it."""
    cdef uint64_t check = 0
    cdef int i
    for i in range(b.n):
        check += placeable_kinds(R, &b.states[i], actor(&b.states[i]), R.build2_kinds)
    return check


cdef void finish_phase(const Tables* R, GameState* S, int* asked) noexcept nogil:
    cdef action_t actions[ROOM]
    run(R, S)
    while S.phase == PHASE_BREAK or S.phase == PHASE_FINAL:
        legal_actions(R, S, actions)
        apply_action(R, S, actions[0])
        asked[0] += 1


cdef uint64_t loop_phase(const Tables* R, const Bin* b) noexcept nogil:
    cdef GameState S
    cdef uint64_t check = 0
    cdef int i, asked = 0
    for i in range(b.n):
        copy_state(&S, &b.states[i])
        finish_phase(R, &S, &asked)
        check += digest(&S)
    return check + asked


cdef uint64_t loop_hash(const Bin* b) noexcept nogil:
    cdef uint64_t check = 0
    cdef int i
    for i in range(b.n):
        check += hash_state(&b.states[i])
    return check


cdef uint64_t run_loop(const Tables* R, const Bin* b, int loop) noexcept nogil:
    if loop == LOOP_COPY:
        return loop_copy(b)
    elif loop == LOOP_LIST:
        return loop_list(R, b)
    elif loop == LOOP_APPLY:
        return loop_apply(R, b)
    elif loop == LOOP_SCAN:
        return loop_scan(R, b)
    elif loop == LOOP_KINDS:
        return loop_kinds(R, b)
    elif loop == LOOP_PHASE:
        return loop_phase(R, b)
    elif loop == LOOP_PLACES:
        return loop_places(R, b)
    elif loop == LOOP_PICK:
        return loop_pick(R, b)
    return loop_hash(b)
