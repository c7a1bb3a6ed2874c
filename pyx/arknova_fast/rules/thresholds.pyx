# cython: language_level=3
"""Choices on the conservation track (R23.8-R23.13)."""
from arknova_fast.rules.frames cimport *
from arknova_fast.core.types cimport *
from arknova_fast.effects.gains cimport add_bonus, gain_money, gain_worker
from arknova_fast.rules.actioncards cimport apply_upgrade, list_upgrade
from arknova_fast.rules.looking cimport return_final


cdef int step_cons_choice(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    if S.player[f.player].upgraded != 31 or S.player[f.player].workers_idle:
        return STEP_DECIDE
    pop(S)
    return STEP_DONE


cdef int list_cons_choice(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    cdef int n = list_upgrade(R, S, f, out)
    if S.player[f.player].workers_idle:
        out[n] = make_action(TAKE_WORKER, 0, 0)
        n += 1
    return n


cdef void apply_cons_choice(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int p = f.player
    if action_verb(action) == TAKE_WORKER:
        pop(S)
        gain_worker(R, S, p, 1)
    else:
        apply_upgrade(R, S, f, action)


cdef int list_cons_tile(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    # f.a: 0 for the tiles at space 5, 1 for those at space 8
    cdef int n = 1, i
    out[0] = make_action(TAKE_MONEY, 0, 0)
    for i in range(2 * f.a, 2 * f.a + 2):
        if S.tile[i] != 255:
            out[n] = make_action(TAKE_TILE, i, 0)
            n += 1
    return n


cdef void apply_cons_tile(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int p = f.player, i = <int> action_a(action), tile
    pop(S)
    if action_verb(action) == TAKE_MONEY:
        gain_money(S, p, R.tile_money)
        return
    tile = S.tile[i]
    S.tile[i] = 255
    add_bonus(R, S, &R.tile[tile], NO_CARD)


cdef void ask_final_discards(const Tables* R, GameState* S) noexcept nogil:
    cdef int p
    for p in range(S.n_players - 1, -1, -1):
        push(S, FRAME_FINAL_DISCARD, p)


cdef int step_final_discard(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    if S.player[f.player].finals:
        return STEP_DECIDE
    pop(S)
    return STEP_DONE


cdef int list_final_discard(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    return list_bits(S.player[f.player].finals, DISCARD_FINAL, out, 0)


cdef void apply_final_discard(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int p = f.player
    pop(S)
    S.player[p].finals &= <uint16_t> ~(1 << action_a(action))
    return_final(S, <int> action_a(action))
