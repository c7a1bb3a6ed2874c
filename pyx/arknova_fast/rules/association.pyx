# cython: language_level=3
"""The Association action (R14), partner zoos and universities."""
from libc.string cimport memset
from arknova_fast.rules.frames cimport *
from arknova_fast.core.types cimport *
from arknova_fast.effects.gains cimport add_bonus, gain, side_for, spendable
from arknova_fast.effects.icons cimport add_icons
from arknova_fast.rules.projects cimport any_supportable


cdef uint32_t takeable_zoos(const Tables* R, const GameState* S, int p) noexcept nogil:
    """Continents whose partner zoo the player may take now (R14.10-R14.13)."""
    cdef uint32_t own = S.player[p].partner_zoos
    if popcount(own) >= R.max_partner[side_for(R, S, p, ASSOCIATION)]:
        return 0
    return S.partner_board & ~own


cdef uint32_t takeable_universities(const GameState* S, int p) noexcept nogil:
    return S.university_board & ~<uint32_t> S.player[p].universities


cdef inline int task_value(const Tables* R, const Player* P, int task) noexcept nogil:
    # Sponsor 203 lowers the project task; its row is found once here, the value is the ruleset's.
    if task == TASK_PROJECT and P.perm & PERM_TASK_VALUE:
        return R.task_value_lowered
    return R.task_value[task]


cdef inline int workers_needed(const Player* P, int task) noexcept nogil:
    """1 for the first use between two breaks, 2 for the second, then the task is closed (R14.5)."""
    if P.workers_on[task] == 0:
        return 1
    return 2 if P.workers_on[task] == 1 else 255


cdef bint task_possible(const Tables* R, const GameState* S, int p, int side, int task) noexcept nogil:
    if workers_needed(&S.player[p], task) > S.player[p].workers:
        return False
    if task == TASK_PARTNER_ZOO:
        return takeable_zoos(R, S, p) != 0
    if task == TASK_UNIVERSITY:
        return takeable_universities(S, p) != 0
    if task == TASK_PROJECT:
        return any_supportable(R, S, p, side)
    return True


cdef int association_needs(const Tables* R, GameState* S, int p, int side) noexcept nogil:
    cdef int task, least = 255
    for task in range(4):
        if task_value(R, &S.player[p], task) < least and task_possible(R, S, p, side, task):
            least = task_value(R, &S.player[p], task)
    # A patched task may cost nothing, but no action has strength 0 (R5.3).
    return least if least else 1


cdef uint32_t open_tasks(const Tables* R, const GameState* S, int p) noexcept nogil:
    cdef uint32_t found = 0
    cdef int task
    if S.act.count and not S.act.side:
        return 0
    for task in range(4):
        if (not (S.act.tasks >> task) & 1 and task_value(R, &S.player[p], task) <= S.act.left
                and task_possible(R, S, p, S.act.side, task)):
            found |= <uint32_t> 1 << task
    return found


cdef int donation_cost(const Tables* R, const GameState* S) noexcept nogil:
    """The smallest amount still visible; the last one repeats for ever (R15.24)."""
    cdef int row = 0 if S.n_players == 2 else 1
    cdef int i = S.donations
    if i >= R.n_donation[row]:
        i = R.n_donation[row] - 1
    return R.donation[row][i]


cdef void cover_donation(const Tables* R, GameState* S) noexcept nogil:
    cdef int row = 0 if S.n_players == 2 else 1
    if S.donations < R.n_donation[row] - 1:
        S.donations += 1


cdef inline bint may_donate(const Tables* R, const GameState* S, int p) noexcept nogil:
    return (S.act.side and S.act.count and not S.act.donated and donation_cost(R, S) <= spendable(R, S, p))


cdef int step_association(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    f.a = <uint8_t> open_tasks(R, S, f.player)
    if f.a or may_donate(R, S, f.player):
        return STEP_DECIDE
    pop(S)
    return STEP_DONE


cdef int list_association(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    cdef int n = 0
    if S.act.count:
        out[n] = make_action(PASS, 0, 0)
        n += 1
    n = list_bits(f.a, DO_TASK, out, n)
    if may_donate(R, S, f.player):
        out[n] = make_action(DONATE, 0, 0)
        n += 1
    return n


cdef void apply_association(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int p = f.player, task, workers
    cdef Player* P = &S.player[p]
    if action_verb(action) == PASS:
        pop(S)
    elif action_verb(action) == DONATE:
        P.money -= <int16_t> donation_cost(R, S)
        cover_donation(R, S)
        S.act.donated = 1
        gain(R, S, OP_CONSERVATION, 1, NO_CARD)
    else:
        task = <int> action_a(action)
        workers = workers_needed(P, task)
        P.workers -= <uint8_t> workers
        P.workers_on[task] += <uint8_t> workers
        S.act.left -= <uint8_t> task_value(R, P, task)
        S.act.tasks |= <uint8_t> (1 << task)
        S.act.count += 1
        if task == TASK_REPUTATION:
            gain(R, S, OP_REPUTATION, R.task_reputation, NO_CARD)
        elif task == TASK_PARTNER_ZOO:
            push(S, FRAME_PARTNER_ZOO, p)
        elif task == TASK_UNIVERSITY:
            push(S, FRAME_UNIVERSITY, p)
        else:
            push(S, FRAME_PROJECT, p)


cdef int step_partner(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    if takeable_zoos(R, S, f.player):
        return STEP_DECIDE
    pop(S)
    return STEP_DONE


cdef int list_partner(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    return list_bits(takeable_zoos(R, S, f.player), PARTNER, out, 0)


cdef void apply_partner(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int p = f.player, continent = <int> action_a(action), space
    cdef Player* P = &S.player[p]
    cdef uint8_t icons[16]
    pop(S)
    space = popcount(P.partner_zoos)
    S.partner_board &= <uint8_t> ~(1 << continent)
    P.partner_zoos |= <uint8_t> (1 << continent)
    add_bonus(R, S, &R.map[P.map].partner[space], NO_CARD)
    memset(icons, 0, sizeof(icons))
    icons[continent] = 1
    add_icons(R, S, p, icons, <uint16_t> (1 << continent))


cdef int step_university(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    if takeable_universities(S, f.player):
        return STEP_DECIDE
    pop(S)
    return STEP_DONE


cdef int list_university(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    return list_bits(takeable_universities(S, f.player), UNIVERSITY, out, 0)


cdef void apply_university(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int p = f.player, kind = <int> action_a(action), space
    cdef Player* P = &S.player[p]
    cdef uint8_t icons[16]
    pop(S)
    space = popcount(P.universities)
    S.university_board &= <uint8_t> ~(1 << kind)
    P.universities |= <uint8_t> (1 << kind)
    add_bonus(R, S, &R.map[P.map].university[space], NO_CARD)
    gain(R, S, OP_REPUTATION, R.university_rep[kind], NO_CARD)
    if R.university_icons[kind]:
        memset(icons, 0, sizeof(icons))
        icons[<int> SCIENCE] = R.university_icons[kind]
        add_icons(R, S, p, icons, 1 << SCIENCE)
