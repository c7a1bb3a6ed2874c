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


ctypedef int (*step_t)(const Tables*, GameState*, Frame*) noexcept nogil
ctypedef void (*apply_t)(const Tables*, GameState*, Frame*, action_t) noexcept nogil

# By frame kind: one call through a table is shorter than a switch, and leaves `run` without registers to save.
cdef step_t STEP[N_FRAMES]
cdef apply_t APPLY[N_FRAMES]


cdef int step_decide(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    return STEP_DECIDE


cdef void apply_none(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    """For frames that never ask."""


cdef void serve(int kind, step_t step, apply_t apply) noexcept nogil:
    STEP[kind] = step
    APPLY[kind] = apply


cdef void serve_flow() noexcept nogil:
    serve(FRAME_SETUP, step_setup, apply_none)
    serve(FRAME_TURN, step_turn, apply_none)
    serve(FRAME_BREAK, step_break, apply_none)
    serve(FRAME_FINAL, step_final, apply_none)
    serve(FRAME_ACTION, step_action, apply_none)
    serve(FRAME_MAP_PICK, step_decide, apply_map_pick)
    serve(FRAME_START_HAND, step_decide, apply_start_hand)
    serve(FRAME_MAIN, step_decide, apply_main)
    serve(FRAME_EXTRA, step_extra, apply_extra)
    serve(FRAME_REPEAT, step_repeat, apply_repeat)
    serve(FRAME_OPEN, step_open, apply_resolve)
    serve(FRAME_DEFERRED, step_deferred, apply_resolve)
    serve(FRAME_CARDS, step_cards, apply_cards)
    serve(FRAME_BUILD, step_build, apply_build)
    serve(FRAME_ANIMALS, step_animals, apply_animals)
    serve(FRAME_ASSOCIATION, step_association, apply_association)
    serve(FRAME_SPONSORS, step_sponsors, apply_sponsors)


cdef void serve_choices() noexcept nogil:
    serve(FRAME_SNAP, step_snap, apply_snap)
    serve(FRAME_REFILL, step_decide, apply_refill)
    serve(FRAME_DISCARD, step_discard, apply_discard)
    serve(FRAME_BUILD_PLACE, step_decide, apply_build_place)
    serve(FRAME_FREE_BUILDING, step_free_building, apply_free_building)
    serve(FRAME_MOVE_IN, step_move_in, apply_move_in)
    serve(FRAME_EMPTY, step_empty, apply_empty)
    serve(FRAME_HOUSE, step_decide, apply_house)
    serve(FRAME_TAKE, step_take, apply_take)
    serve(FRAME_UPGRADE, step_upgrade, apply_upgrade)
    serve(FRAME_CONS_CHOICE, step_cons_choice, apply_cons_choice)
    serve(FRAME_CONS_TILE, step_decide, apply_cons_tile)
    serve(FRAME_FINAL_DISCARD, step_final_discard, apply_final_discard)
    serve(FRAME_MULTIPLIER, step_decide, apply_multiplier)
    serve(FRAME_PARTNER_ZOO, step_partner, apply_partner)
    serve(FRAME_UNIVERSITY, step_university, apply_university)
    serve(FRAME_SPONSOR_FOR_MONEY, step_sponsor_for_money, apply_sponsor_for_money)
    serve(FRAME_SPONSOR_PLACE, step_decide, apply_sponsor_place)
    serve(FRAME_PROJECT, step_project, apply_project)
    serve(FRAME_LEFT_TOKEN, step_left_token, apply_left_token)
    serve(FRAME_RELEASE, step_decide, apply_release)
    serve(FRAME_VICTIM, step_victim, apply_victim)
    serve(FRAME_PILFER, step_pilfer, apply_pilfer)
    serve(FRAME_HUNTER, step_hunter, apply_hunter)
    serve(FRAME_KEEP, step_keep, apply_keep)
    serve(FRAME_DIG, step_dig, apply_dig)
    serve(FRAME_SELL, step_hand_choice, apply_sell)
    serve(FRAME_POUCH, step_hand_choice, apply_pouch)
    serve(FRAME_ASSERTION, step_assertion, apply_assertion)
    serve(FRAME_RESISTANCE, step_resistance, apply_resistance)
    serve(FRAME_CLEVER, step_decide, apply_clever)
    serve(FRAME_BOOST, step_decide, apply_boost)
    serve(FRAME_WAZA, step_decide, apply_waza)
    serve(FRAME_ARCHAEOLOGIST, step_archaeologist, apply_archaeologist)
    serve(FRAME_END_OF_TURN, step_end_of_turn, apply_end_of_turn)


cdef void run(const Tables* R, GameState* S) noexcept nogil:
    cdef Frame* f
    if S.phase == PHASE_OVER:
        return
    while True:
        f = top(S)
        # A choice inside an effect is finished before other open effects start (R22.5).
        if S.n_open and f.kind <= FRAME_SPONSORS and f.kind != FRAME_OPEN:
            f = push(S, FRAME_OPEN, S.open_player)
        if STEP[f.kind](R, S, f) == STEP_DECIDE:
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


cdef void apply_action(const Tables* R, GameState* S, action_t action) noexcept nogil:
    cdef Frame* f = top(S)
    if action_verb(action) == HARBOR_SALE:
        apply_harbor(R, S, f.player, <int> action_a(action))
    else:
        APPLY[f.kind](R, S, f, action)
    run(R, S)


serve_flow()
serve_choices()
