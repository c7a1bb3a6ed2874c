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
ctypedef int (*list_t)(const Tables*, const GameState*, const Frame*, action_t*) noexcept nogil
ctypedef void (*apply_t)(const Tables*, GameState*, Frame*, action_t) noexcept nogil

# By frame kind: one call through a table is shorter than a switch, and leaves `run` without registers to save.
# Lists that use the state as scratch space (see legal_actions) are cast.
cdef step_t STEP[N_FRAMES]
cdef list_t LIST[N_FRAMES]
cdef apply_t APPLY[N_FRAMES]


cdef int step_decide(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    return STEP_DECIDE


cdef int list_none(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    return 0


cdef void apply_none(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    """For frames that never ask."""


cdef void serve(int kind, step_t step, list_t listing, apply_t apply) noexcept nogil:
    STEP[kind] = step
    LIST[kind] = listing
    APPLY[kind] = apply


cdef void serve_none() noexcept nogil:
    cdef int kind
    for kind in range(<int> N_FRAMES):
        serve(kind, step_decide, list_none, apply_none)


cdef void serve_flow() noexcept nogil:
    serve(FRAME_SETUP, step_setup, list_none, apply_none)
    serve(FRAME_TURN, step_turn, list_none, apply_none)
    serve(FRAME_BREAK, step_break, list_none, apply_none)
    serve(FRAME_FINAL, step_final, list_none, apply_none)
    serve(FRAME_ACTION, step_action, list_none, apply_none)
    serve(FRAME_MAP_PICK, step_decide, list_map_pick, apply_map_pick)
    serve(FRAME_START_HAND, step_decide, list_start_hand, apply_start_hand)
    serve(FRAME_MAIN, step_decide, <list_t> list_main, apply_main)
    serve(FRAME_EXTRA, step_extra, <list_t> list_extra, apply_extra)
    serve(FRAME_REPEAT, step_repeat, <list_t> list_repeat, apply_repeat)
    serve(FRAME_OPEN, step_open, list_resolve, apply_resolve)
    serve(FRAME_DEFERRED, step_deferred, list_resolve, apply_resolve)
    serve(FRAME_CARDS, step_cards, list_cards, apply_cards)
    serve(FRAME_BUILD, step_build, list_build, apply_build)
    serve(FRAME_ANIMALS, step_animals, list_animals, apply_animals)
    serve(FRAME_ASSOCIATION, step_association, list_association, apply_association)
    serve(FRAME_SPONSORS, step_sponsors, list_sponsors, apply_sponsors)


cdef void serve_choices() noexcept nogil:
    serve(FRAME_SNAP, step_snap, list_snap, apply_snap)
    serve(FRAME_REFILL, step_decide, list_refill, apply_refill)
    serve(FRAME_DISCARD, step_discard, list_discard, apply_discard)
    serve(FRAME_BUILD_PLACE, step_decide, list_build_place, apply_build_place)
    serve(FRAME_FREE_BUILDING, step_free_building, list_free_building, apply_free_building)
    serve(FRAME_MOVE_IN, step_move_in, list_move_in_frame, apply_move_in)
    serve(FRAME_EMPTY, step_empty, list_empty, apply_empty)
    serve(FRAME_HOUSE, step_decide, list_house, apply_house)
    serve(FRAME_TAKE, step_take, list_take, apply_take)
    serve(FRAME_UPGRADE, step_upgrade, list_upgrade, apply_upgrade)
    serve(FRAME_CONS_CHOICE, step_cons_choice, list_cons_choice, apply_cons_choice)
    serve(FRAME_CONS_TILE, step_decide, list_cons_tile, apply_cons_tile)
    serve(FRAME_FINAL_DISCARD, step_final_discard, list_final_discard, apply_final_discard)
    serve(FRAME_MULTIPLIER, step_decide, list_multiplier, apply_multiplier)
    serve(FRAME_PARTNER_ZOO, step_partner, list_partner, apply_partner)
    serve(FRAME_UNIVERSITY, step_university, list_university, apply_university)
    serve(FRAME_SPONSOR_FOR_MONEY, step_sponsor_for_money, list_sponsor_for_money, apply_sponsor_for_money)
    serve(FRAME_SPONSOR_PLACE, step_decide, list_sponsor_place, apply_sponsor_place)
    serve(FRAME_PROJECT, step_project, list_project, apply_project)
    serve(FRAME_LEFT_TOKEN, step_left_token, list_left_token, apply_left_token)
    serve(FRAME_RELEASE, step_decide, list_release, apply_release)
    serve(FRAME_VICTIM, step_victim, list_victim, apply_victim)
    serve(FRAME_PILFER, step_pilfer, list_pilfer, apply_pilfer)
    serve(FRAME_HUNTER, step_hunter, list_hunter, apply_hunter)
    serve(FRAME_KEEP, step_keep, list_keep, apply_keep)
    serve(FRAME_DIG, step_dig, list_dig, apply_dig)
    serve(FRAME_SELL, step_hand_choice, list_sell, apply_sell)
    serve(FRAME_POUCH, step_hand_choice, list_pouch, apply_pouch)
    serve(FRAME_ASSERTION, step_assertion, list_assertion, apply_assertion)
    serve(FRAME_RESISTANCE, step_resistance, list_resistance, apply_resistance)
    serve(FRAME_CLEVER, step_decide, list_clever, apply_clever)
    serve(FRAME_BOOST, step_decide, list_boost, apply_boost)
    serve(FRAME_WAZA, step_decide, list_waza, apply_waza)
    serve(FRAME_ARCHAEOLOGIST, step_archaeologist, list_archaeologist, apply_archaeologist)
    serve(FRAME_END_OF_TURN, step_end_of_turn, list_end_of_turn, apply_end_of_turn)


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


cdef int legal_actions(const Tables* R, GameState* S, action_t* out) noexcept nogil:
    cdef Frame* f
    cdef int n
    if S.phase == PHASE_OVER:
        return 0
    f = top(S)
    n = LIST[f.kind](R, S, f, out)
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


serve_none()
serve_flow()
serve_choices()
