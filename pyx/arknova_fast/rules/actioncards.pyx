# cython: language_level=3
"""Upgrading, marking and moving action cards (R5.8, R7, R19.1, R20.22, R20.23)."""
from arknova_fast.rules.frames cimport *
from arknova_fast.core.types cimport *


cdef int step_upgrade(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    if S.player[f.player].upgraded != 31:
        return STEP_DECIDE
    pop(S)
    return STEP_DONE


cdef int list_upgrade(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    return list_bits(31 & ~S.player[f.player].upgraded, UPGRADE, out, 0)


cdef void apply_upgrade(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int p = f.player, card = <int> action_a(action)
    pop(S)
    S.player[p].upgraded |= <uint8_t> (1 << card)
    # Ruling C4, running_action: the action going on uses its new side at once.
    if R.switches & SW_UPGRADE_RUNNING and S.act.active and S.act.owner == p and S.act.card == card:
        S.act.side = 1


cdef int list_multiplier(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    cdef int card
    for card in range(5):
        out[card] = make_action(TOKEN_ON, card, 0)
    return 5


cdef void apply_multiplier(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int p = f.player
    pop(S)
    S.player[p].multiplier[action_a(action)] += 1


cdef int list_clever(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    cdef int card
    out[0] = make_action(PASS, 0, 0)
    for card in range(5):
        out[card + 1] = make_action(TO_SLOT, 1, card)
    return 6


cdef void apply_clever(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int p = f.player
    pop(S)
    if action_verb(action) != PASS:
        move_card(&S.player[p], action_b(action), <int> action_a(action))


cdef int list_boost(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    # f.a: the named card
    out[0] = make_action(PASS, 0, 0)
    out[1] = make_action(TO_SLOT, 1, f.a)
    out[2] = make_action(TO_SLOT, 5, f.a)
    return 3


cdef void apply_boost(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    apply_clever(R, S, f, action)
