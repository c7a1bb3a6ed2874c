# cython: language_level=3
"""Map 4: once in each own turn, at any decision, a hand card may be sold (R29.6, R29.7, D2.6)."""
from arknova_fast.rules.frames cimport *
from arknova_fast.core.types cimport *
from arknova_fast.effects.gains cimport gain_money
from arknova_fast.effects.zones cimport discard
from arknova_fast.rules.animals cimport animals_possible
from arknova_fast.rules.projects cimport any_supportable


cdef bint harbor_open(const Tables* R, const GameState* S, const Frame* f) noexcept nogil:
    cdef const Player* P = &S.player[f.player]
    # Nearly always no; a look into the map itself would take longer.
    return ((R.harbor_maps >> P.map) & 1 and S.phase == PHASE_PLAY and f.player == S.turn_owner
            and not P.harbor_used and P.built & R.map[P.map].ability_cells != 0 and set_any(P.hand))


cdef bint still_possible(const Tables* R, GameState* S, Frame* f, int card) noexcept nogil:
    """Selling must not take away the only thing a begun action can do (R5.6)."""
    cdef Player* P = &S.player[f.player]
    cdef bint possible = True
    set_drop(P.hand, card)
    P.money += R.harbor_money
    if f.kind == FRAME_ANIMALS and S.act.count == 0:
        possible = animals_possible(R, S, f)
    elif f.kind == FRAME_PROJECT or (f.kind == FRAME_ASSOCIATION and S.act.count == 0
                                     and f.a == 1 << TASK_PROJECT):
        possible = any_supportable(R, S, f.player, S.act.side)
    P.money -= R.harbor_money
    set_add(P.hand, card)
    return possible


cdef int list_harbor(const Tables* R, GameState* S, Frame* f, action_t* out, int n) noexcept nogil:
    cdef int card = set_next(S.player[f.player].hand, 0)
    while card != NO_CARD:
        if still_possible(R, S, f, card):
            out[n] = make_action(HARBOR_SALE, card, 0)
            n += 1
        card = set_next(S.player[f.player].hand, card + 1)
    return n


cdef void apply_harbor(const Tables* R, GameState* S, int p, int card) noexcept nogil:
    S.abilities_run |= <uint8_t> (1 << HARBOR)
    S.player[p].harbor_used = 1
    set_drop(S.player[p].hand, card)
    discard(S, card)
    gain_money(S, p, R.harbor_money)


cdef int step_end_of_turn(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    if harbor_open(R, S, f):
        return STEP_DECIDE
    pop(S)
    return STEP_DONE


cdef int list_end_of_turn(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    # The sales are added like at every other decision.
    out[0] = make_action(PASS, 0, 0)
    return 1


cdef void apply_end_of_turn(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    pop(S)
