# cython: language_level=3
"""The engine: the tables from frame kind to code, and the loop that runs them."""
from arknova_fast.rules.frames cimport *
from arknova_fast.core.types cimport *
from arknova_fast.rules.actioncards cimport *
from arknova_fast.rules.animals cimport *
from arknova_fast.rules.association cimport *
from arknova_fast.rules.bespoke cimport *
from arknova_fast.rules.breaks cimport *
from arknova_fast.rules.build cimport *
from arknova_fast.rules.cards cimport *
from arknova_fast.rules.harbor cimport *
from arknova_fast.rules.interactive cimport *
from arknova_fast.rules.looking cimport *
from arknova_fast.rules.projects cimport *
from arknova_fast.rules.resolve cimport *
from arknova_fast.rules.scoring cimport *
from arknova_fast.rules.setup cimport *
from arknova_fast.rules.sponsors cimport *
from arknova_fast.rules.thresholds cimport *
from arknova_fast.rules.turn cimport *


cdef int step_flow(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    cdef int kind = f.kind
    if kind == FRAME_SETUP:
        return step_setup(R, S, f)
    elif kind == FRAME_TURN:
        return step_turn(R, S, f)
    elif kind == FRAME_BREAK:
        return step_break(R, S, f)
    elif kind == FRAME_FINAL:
        return step_final(R, S, f)
    elif kind == FRAME_ACTION:
        return step_action(R, S, f)
    elif kind == FRAME_OPEN:
        return step_open(R, S, f)
    elif kind == FRAME_DEFERRED:
        return step_deferred(R, S, f)
    elif kind == FRAME_EXTRA:
        return step_extra(R, S, f)
    elif kind == FRAME_REPEAT:
        return step_repeat(R, S, f)
    elif kind == FRAME_CARDS:
        return step_cards(R, S, f)
    elif kind == FRAME_BUILD:
        return step_build(R, S, f)
    elif kind == FRAME_ANIMALS:
        return step_animals(R, S, f)
    elif kind == FRAME_ASSOCIATION:
        return step_association(R, S, f)
    elif kind == FRAME_SPONSORS:
        return step_sponsors(R, S, f)
    return STEP_DECIDE


cdef int step_choice(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    cdef int kind = f.kind
    if kind == FRAME_TAKE:
        return step_take(R, S, f)
    elif kind == FRAME_SNAP:
        return step_snap(R, S, f)
    elif kind == FRAME_DISCARD:
        return step_discard(R, S, f)
    elif kind == FRAME_FREE_BUILDING:
        return step_free_building(R, S, f)
    elif kind == FRAME_MOVE_IN:
        return step_move_in(R, S, f)
    elif kind == FRAME_EMPTY:
        return step_empty(R, S, f)
    elif kind == FRAME_UPGRADE:
        return step_upgrade(R, S, f)
    elif kind == FRAME_CONS_CHOICE:
        return step_cons_choice(R, S, f)
    elif kind == FRAME_FINAL_DISCARD:
        return step_final_discard(R, S, f)
    elif kind == FRAME_PARTNER_ZOO:
        return step_partner(R, S, f)
    elif kind == FRAME_UNIVERSITY:
        return step_university(R, S, f)
    elif kind == FRAME_SPONSOR_FOR_MONEY:
        return step_sponsor_for_money(R, S, f)
    elif kind == FRAME_PROJECT:
        return step_project(R, S, f)
    elif kind == FRAME_LEFT_TOKEN:
        return step_left_token(R, S, f)
    elif kind == FRAME_VICTIM:
        return step_victim(R, S, f)
    elif kind == FRAME_PILFER:
        return step_pilfer(R, S, f)
    elif kind == FRAME_HUNTER:
        return step_hunter(R, S, f)
    elif kind == FRAME_KEEP:
        return step_keep(R, S, f)
    elif kind == FRAME_DIG:
        return step_dig(R, S, f)
    elif kind == FRAME_SELL or kind == FRAME_POUCH:
        return step_hand_choice(R, S, f)
    elif kind == FRAME_ASSERTION:
        return step_assertion(R, S, f)
    elif kind == FRAME_RESISTANCE:
        return step_resistance(R, S, f)
    elif kind == FRAME_ARCHAEOLOGIST:
        return step_archaeologist(R, S, f)
    elif kind == FRAME_END_OF_TURN:
        return step_end_of_turn(R, S, f)
    return STEP_DECIDE


cdef void run(const Tables* R, GameState* S) noexcept nogil:
    cdef Frame* f
    while S.phase != PHASE_OVER:
        f = top(S)
        if f.kind > FRAME_SPONSORS:
            # A choice inside an effect is finished before other open effects start (R22.5).
            if step_choice(R, S, f) == STEP_DECIDE:
                return
            continue
        if S.n_open and f.kind != FRAME_OPEN:
            f = push(S, FRAME_OPEN, S.open_player)
        if step_flow(R, S, f) == STEP_DECIDE:
            return


cdef int list_flow(const Tables* R, GameState* S, const Frame* f, action_t* out) noexcept nogil:
    cdef int kind = f.kind
    if kind == FRAME_MAIN:
        return list_main(R, S, f, out)
    elif kind == FRAME_OPEN or kind == FRAME_DEFERRED:
        return list_resolve(R, S, f, out)
    elif kind == FRAME_BUILD:
        return list_build(R, S, f, out)
    elif kind == FRAME_ANIMALS:
        return list_animals(R, S, f, out)
    elif kind == FRAME_CARDS:
        return list_cards(R, S, f, out)
    elif kind == FRAME_ASSOCIATION:
        return list_association(R, S, f, out)
    elif kind == FRAME_SPONSORS:
        return list_sponsors(R, S, f, out)
    elif kind == FRAME_EXTRA:
        return list_extra(R, S, f, out)
    elif kind == FRAME_REPEAT:
        return list_repeat(R, S, f, out)
    elif kind == FRAME_START_HAND:
        return list_start_hand(R, S, f, out)
    elif kind == FRAME_MAP_PICK:
        return list_map_pick(R, S, f, out)
    return 0


cdef int list_choice(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    cdef int kind = f.kind
    if kind == FRAME_TAKE:
        return list_take(R, S, f, out)
    elif kind == FRAME_BUILD_PLACE:
        return list_build_place(R, S, f, out)
    elif kind == FRAME_HOUSE:
        return list_house(R, S, f, out)
    elif kind == FRAME_DISCARD:
        return list_discard(R, S, f, out)
    elif kind == FRAME_SNAP:
        return list_snap(R, S, f, out)
    elif kind == FRAME_REFILL:
        return list_refill(R, S, f, out)
    elif kind == FRAME_FREE_BUILDING:
        return list_free_building(R, S, f, out)
    elif kind == FRAME_MOVE_IN:
        return list_move_in_frame(R, S, f, out)
    elif kind == FRAME_EMPTY:
        return list_empty(R, S, f, out)
    elif kind == FRAME_UPGRADE:
        return list_upgrade(R, S, f, out)
    elif kind == FRAME_CONS_CHOICE:
        return list_cons_choice(R, S, f, out)
    elif kind == FRAME_CONS_TILE:
        return list_cons_tile(R, S, f, out)
    elif kind == FRAME_FINAL_DISCARD:
        return list_final_discard(R, S, f, out)
    elif kind == FRAME_MULTIPLIER:
        return list_multiplier(R, S, f, out)
    elif kind == FRAME_PARTNER_ZOO:
        return list_partner(R, S, f, out)
    elif kind == FRAME_UNIVERSITY:
        return list_university(R, S, f, out)
    elif kind == FRAME_SPONSOR_FOR_MONEY:
        return list_sponsor_for_money(R, S, f, out)
    elif kind == FRAME_SPONSOR_PLACE:
        return list_sponsor_place(R, S, f, out)
    elif kind == FRAME_PROJECT:
        return list_project(R, S, f, out)
    elif kind == FRAME_LEFT_TOKEN:
        return list_left_token(R, S, f, out)
    elif kind == FRAME_RELEASE:
        return list_release(R, S, f, out)
    return list_effect(R, S, f, out)


cdef int list_effect(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    cdef int kind = f.kind
    if kind == FRAME_VICTIM:
        return list_victim(R, S, f, out)
    elif kind == FRAME_PILFER:
        return list_pilfer(R, S, f, out)
    elif kind == FRAME_HUNTER:
        return list_hunter(R, S, f, out)
    elif kind == FRAME_KEEP:
        return list_keep(R, S, f, out)
    elif kind == FRAME_DIG:
        return list_dig(R, S, f, out)
    elif kind == FRAME_SELL:
        return list_sell(R, S, f, out)
    elif kind == FRAME_POUCH:
        return list_pouch(R, S, f, out)
    elif kind == FRAME_ASSERTION:
        return list_assertion(R, S, f, out)
    elif kind == FRAME_RESISTANCE:
        return list_resistance(R, S, f, out)
    elif kind == FRAME_CLEVER:
        return list_clever(R, S, f, out)
    elif kind == FRAME_BOOST:
        return list_boost(R, S, f, out)
    elif kind == FRAME_WAZA:
        return list_waza(R, S, f, out)
    elif kind == FRAME_ARCHAEOLOGIST:
        return list_archaeologist(R, S, f, out)
    elif kind == FRAME_END_OF_TURN:
        return list_end_of_turn(R, S, f, out)
    return 0


cdef int legal_actions(const Tables* R, GameState* S, action_t* out) noexcept nogil:
    cdef Frame* f
    cdef int n
    if S.phase == PHASE_OVER:
        return 0
    f = top(S)
    if f.kind > FRAME_SPONSORS:
        n = list_choice(R, S, f, out)
    else:
        n = list_flow(R, S, f, out)
    if harbor_open(R, S, f):
        n = list_harbor(R, S, f, out, n)
    ark_assert(n <= MAX_ACTIONS)
    return n


cdef void apply_flow(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int kind = f.kind
    if kind == FRAME_MAIN:
        apply_main(R, S, f, action)
    elif kind == FRAME_OPEN or kind == FRAME_DEFERRED:
        apply_resolve(R, S, f, action)
    elif kind == FRAME_BUILD:
        apply_build(R, S, f, action)
    elif kind == FRAME_ANIMALS:
        apply_animals(R, S, f, action)
    elif kind == FRAME_CARDS:
        apply_cards(R, S, f, action)
    elif kind == FRAME_ASSOCIATION:
        apply_association(R, S, f, action)
    elif kind == FRAME_SPONSORS:
        apply_sponsors(R, S, f, action)
    elif kind == FRAME_EXTRA:
        apply_extra(R, S, f, action)
    elif kind == FRAME_REPEAT:
        apply_repeat(R, S, f, action)
    elif kind == FRAME_START_HAND:
        apply_start_hand(R, S, f, action)
    elif kind == FRAME_MAP_PICK:
        apply_map_pick(R, S, f, action)


cdef void apply_choice(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int kind = f.kind
    if kind == FRAME_TAKE:
        apply_take(R, S, f, action)
    elif kind == FRAME_BUILD_PLACE:
        apply_build_place(R, S, f, action)
    elif kind == FRAME_HOUSE:
        apply_house(R, S, f, action)
    elif kind == FRAME_DISCARD:
        apply_discard(R, S, f, action)
    elif kind == FRAME_SNAP:
        apply_snap(R, S, f, action)
    elif kind == FRAME_REFILL:
        apply_refill(R, S, f, action)
    elif kind == FRAME_FREE_BUILDING:
        apply_free_building(R, S, f, action)
    elif kind == FRAME_MOVE_IN:
        apply_move_in(R, S, f, action)
    elif kind == FRAME_EMPTY:
        apply_empty(R, S, f, action)
    elif kind == FRAME_UPGRADE:
        apply_upgrade(R, S, f, action)
    elif kind == FRAME_CONS_CHOICE:
        apply_cons_choice(R, S, f, action)
    elif kind == FRAME_CONS_TILE:
        apply_cons_tile(R, S, f, action)
    elif kind == FRAME_FINAL_DISCARD:
        apply_final_discard(R, S, f, action)
    elif kind == FRAME_MULTIPLIER:
        apply_multiplier(R, S, f, action)
    elif kind == FRAME_PARTNER_ZOO:
        apply_partner(R, S, f, action)
    elif kind == FRAME_UNIVERSITY:
        apply_university(R, S, f, action)
    elif kind == FRAME_SPONSOR_FOR_MONEY:
        apply_sponsor_for_money(R, S, f, action)
    elif kind == FRAME_SPONSOR_PLACE:
        apply_sponsor_place(R, S, f, action)
    elif kind == FRAME_PROJECT:
        apply_project(R, S, f, action)
    elif kind == FRAME_LEFT_TOKEN:
        apply_left_token(R, S, f, action)
    elif kind == FRAME_RELEASE:
        apply_release(R, S, f, action)
    else:
        apply_effect(R, S, f, action)


cdef void apply_effect(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int kind = f.kind
    if kind == FRAME_VICTIM:
        apply_victim(R, S, f, action)
    elif kind == FRAME_PILFER:
        apply_pilfer(R, S, f, action)
    elif kind == FRAME_HUNTER:
        apply_hunter(R, S, f, action)
    elif kind == FRAME_KEEP:
        apply_keep(R, S, f, action)
    elif kind == FRAME_DIG:
        apply_dig(R, S, f, action)
    elif kind == FRAME_SELL:
        apply_sell(R, S, f, action)
    elif kind == FRAME_POUCH:
        apply_pouch(R, S, f, action)
    elif kind == FRAME_ASSERTION:
        apply_assertion(R, S, f, action)
    elif kind == FRAME_RESISTANCE:
        apply_resistance(R, S, f, action)
    elif kind == FRAME_CLEVER:
        apply_clever(R, S, f, action)
    elif kind == FRAME_BOOST:
        apply_boost(R, S, f, action)
    elif kind == FRAME_WAZA:
        apply_waza(R, S, f, action)
    elif kind == FRAME_ARCHAEOLOGIST:
        apply_archaeologist(R, S, f, action)
    elif kind == FRAME_END_OF_TURN:
        apply_end_of_turn(R, S, f, action)


cdef void apply_action(const Tables* R, GameState* S, action_t action) noexcept nogil:
    cdef Frame* f = top(S)
    if action_verb(action) == HARBOR_SALE:
        apply_harbor(R, S, f.player, <int> action_a(action))
    elif f.kind > FRAME_SPONSORS:
        apply_choice(R, S, f, action)
    else:
        apply_flow(R, S, f, action)
    run(R, S)
