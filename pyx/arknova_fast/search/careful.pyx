# cython: language_level=3
"""The careful way to the results of the measuring loops and of playouts."""
from libc.stdint cimport int64_t, uint16_t, uint64_t
from libc.string cimport memcmp, memset
from arknova_fast.core.types cimport *
from arknova_fast.core.invariants cimport check_state
from arknova_fast.core.rng cimport STREAM_POLICY, seed_stream
from arknova_fast.core.state cimport GameState, Player, copy_state, hash_state
from arknova_fast.core.tables cimport MAX_FORMS, MAX_PLACEMENTS, Placement, Tables
from arknova_fast.rules.engine cimport actor, apply_action
from arknova_fast.rules.placement cimport blocked_cells
from arknova_fast.search.faults cimport FAULT_NONE, ROOM, list_fault
from arknova_fast.search.loops cimport *
from arknova_fast.search.playout cimport Plan, Record, begin


cdef int list_checked(const Tables* R, GameState* S, action_t* actions, uint64_t* broken) noexcept nogil:
    """The legal actions of a sound state, listed without changing it, ascending; -1 when something is wrong."""
    cdef int n
    broken[0] = check_state(R, S)
    if broken[0] or list_fault(R, S, actions, &n) != FAULT_NONE:
        return -1
    return n


cdef int checked_game(const Tables* R, Plan* plan, uint64_t game, Record* out, uint64_t* broken) noexcept nogil:
    cdef GameState S
    cdef action_t actions[ROOM]
    cdef uint64_t streams[16]
    cdef int n, p, k
    begin(R, &S, plan, game)
    for p in range(S.n_players):
        seed_stream(&streams[4 * p], plan.setup.seed, game, STREAM_POLICY + p)
    while S.phase != PHASE_OVER:
        n = list_checked(R, &S, actions, broken)
        if n < 0 or S.turn > 500 * S.n_players:
            return -1
        k = 0
        out.decisions += 1
        if n > 1:
            out.choices += 1
            p = actor(&S)
            k = plan.policy[p].choose(R, &S, actions, n, &streams[4 * p], plan.policy[p].data)
        apply_action(R, &S, actions[k])
    broken[0] = check_state(R, &S)
    out.state_hash = hash_state(&S)
    return -1 if broken[0] or S.n_frames else 0


cdef bint fits_plainly(const Tables* R, const GameState* S, int p, const Placement* place) noexcept nogil:
    """The placement rules spelled out cell by cell, from the positions of the buildings alone (R11.10-R11.14)."""
    cdef const Player* P = &S.player[p]
    cdef uint64_t blocked = blocked_cells(R, S, p)
    cdef int cell, other
    cdef bint touches = False
    if R.kind_limit[place.kind] != 255 and (P.kinds >> place.kind) & 1:
        return False
    for cell in range(N_CELLS):
        if not (place.cells >> cell) & 1:
            continue
        if (blocked >> cell) & 1:
            return False
        for other in range(N_CELLS):
            if (R.cell_near[cell] >> other) & (P.built >> other) & 1:
                touches = True
            if place.kind == KIOSK and (P.kiosk >> other) & (R.cell_near2[cell] >> other) & 1:
                return False
    return touches


cdef int form_of(const Tables* R, const Placement* place) noexcept nogil:
    """The form of a placement, from its cells."""
    cdef int form, j
    cdef uint64_t cells
    for form in range(R.form_start[place.kind], R.form_start[place.kind + 1]):
        cells = <uint64_t> 1 << place.anchor
        for j in range(place.size - 1):
            cells |= <uint64_t> 1 << place.anchor << R.form_shift[j][form]
        if cells == place.cells:
            return form
    return -1


cdef int64_t careful_places(const Tables* R, const GameState* S, int loop) noexcept nogil:
    cdef uint16_t found[MAX_PLACEMENTS]
    cdef uint64_t anchors[MAX_FORMS]
    cdef int i, form, n = 0, p = actor(S)
    cdef int64_t kinds = 0
    memset(anchors, 0, sizeof(anchors))
    for i in range(R.n_places):
        if (R.build2_kinds >> R.place[i].kind) & 1 and fits_plainly(R, S, p, &R.place[i]):
            form = form_of(R, &R.place[i])
            if form < 0:
                return -1
            anchors[form] |= <uint64_t> 1 << R.place[i].anchor
            found[n] = <uint16_t> i
            n += 1
            kinds |= <int64_t> 1 << R.place[i].kind
    if loop == LOOP_KINDS:
        return kinds
    elif loop == LOOP_SCAN:
        return <int64_t> sum_of(R, anchors)
    elif loop == LOOP_PICK and n:
        return <int64_t> n << 16 | found[picked(S, n)]
    return n


cdef int64_t careful_step(const Tables* R, GameState* S, action_t action, int loop, uint64_t* broken) noexcept nogil:
    """List or apply with all checks; the part of the check value, -1 when something is wrong."""
    cdef action_t actions[ROOM]
    cdef int i, n = list_checked(R, S, actions, broken)
    cdef bint listed = False
    for i in range(n):
        listed |= actions[i] == action
    if not listed:
        return -1
    if loop == LOOP_LIST:
        return <int64_t> n * <int64_t> actions[n - 1]
    apply_action(R, S, action)
    if S.phase != PHASE_OVER and list_checked(R, S, actions, broken) < 0:
        return -1
    broken[0] = check_state(R, S)
    return -1 if broken[0] else <int64_t> digest(S)


cdef int64_t careful_phase(const Tables* R, GameState* S, uint64_t* broken) noexcept nogil:
    cdef int asked = 0, breaks = S.breaks, phase = S.phase
    finish_phase(R, S, &asked)
    broken[0] = check_state(R, S)
    if broken[0] or (S.breaks == breaks and phase == PHASE_PLAY) or (S.phase != PHASE_OVER and phase == PHASE_FINAL):
        return -1
    return <int64_t> digest(S) + asked


cdef int64_t careful(const Tables* R, const GameState* original, action_t action, int loop,
                     uint64_t* broken) noexcept nogil:
    cdef GameState S
    copy_state(&S, original)
    if loop == LOOP_LIST or loop == LOOP_APPLY:
        return careful_step(R, &S, action, loop, broken)
    elif loop == LOOP_SCAN or loop == LOOP_KINDS or loop == LOOP_PLACES or loop == LOOP_PICK:
        return careful_places(R, &S, loop)
    elif loop == LOOP_PHASE:
        return careful_phase(R, &S, broken)
    elif memcmp(&S, original, sizeof(GameState)) != 0:
        return -1
    return S.turn
