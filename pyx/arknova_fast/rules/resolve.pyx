# cython: language_level=3
"""Running one open or deferred effect: the table from opcode to code."""
from arknova_fast.rules.frames cimport *
from arknova_fast.core.types cimport *
from arknova_fast.effects.counters cimport kiosk_income, map_income
from arknova_fast.effects.gains cimport advance_break, apply_gain, gain_appeal, gain_money, gain_x_tokens
from arknova_fast.effects.icons cimport icons_in_all_zoos
from arknova_fast.effects.pending cimport next_open, take_deferred, take_open
from arknova_fast.effects.program cimport run_program
from arknova_fast.effects.zones cimport draw_to_hand
from arknova_fast.rules.bespoke cimport h_space
from arknova_fast.rules.interactive cimport constriction, venom
from arknova_fast.rules.looking cimport (
    draw_finals, draw_private, look_at_base_pile, reveal, scavenge, take_sponsors)
from arknova_fast.rules.thresholds cimport ask_final_discards


cdef void run_gain(const Tables* R, GameState* S, int p, const Item* it) noexcept nogil:
    """Effects without a choice that move counters."""
    cdef int op = it.op, n = it.n, count
    if op == OP_JUMPING:
        advance_break(R, S, p, n)
        gain_money(S, p, n)
    elif op == OP_MULTIPLIER:
        S.player[p].multiplier[it.arg] += 1
    elif op == OP_PACK:
        gain_appeal(R, S, p, S.player[p].icons[<int> PREDATOR])
    elif op == OP_PETTING_ZOO_ANIMAL:
        gain_appeal(R, S, p, R.petting_appeal * S.player[p].icons[<int> PETTING_ZOO_ANIMAL])
    elif op == OP_ICONIC_ANIMAL:
        count = icons_in_all_zoos(S, it.arg)
        gain_appeal(R, S, p, count if count < R.iconic_cap else R.iconic_cap)
    elif op == OP_INVENTIVE_BEAR:
        count = icons_in_all_zoos(S, BEAR)
        gain_x_tokens(R, S, p, count if count < R.bear_cap else R.bear_cap)
    elif op == OP_INVENTIVE_PRIMATE:
        count = S.player[p].icons[<int> PRIMATE]
        gain_x_tokens(R, S, p, 3 if count >= 5 else 2 if count >= 3 else 1)
    elif op == OP_INCOME_APPEAL:
        gain_money(S, p, R.appeal_income[S.player[p].appeal])
    elif op == OP_INCOME_KIOSKS:
        gain_money(S, p, kiosk_income(R, &S.player[p]))
    elif op == OP_INCOME_MAP:
        count = map_income(R, &S.player[p])
        if count:
            S.abilities_run |= <uint8_t> (1 << R.map[S.player[p].map].ability)
        gain_money(S, p, count)


cdef void run_cards(const Tables* R, GameState* S, int p, const Item* it) noexcept nogil:
    """Effects that move cards."""
    cdef int op = it.op, n = it.n
    cdef Frame* f
    if op == OP_SPRINT:
        draw_to_hand(R, S, p, n)
    elif op == OP_H_SPACE:
        h_space(R, S, p)
    elif op == OP_HUNTER:
        reveal(R, S, p, n)
    elif op == OP_HUNTER_ICONS:
        reveal(R, S, p, S.player[p].icons[it.arg])
    elif op == OP_PERCEPTION:
        draw_private(R, S, p, n)
    elif op == OP_SCAVENGING:
        scavenge(R, S, p, n)
    elif op == OP_SPONSOR_MAGNET:
        take_sponsors(R, S, p)
    elif op == OP_ASSERTION:
        look_at_base_pile(R, S, p, NO_CARD)
    elif op == OP_DOMINANCE:
        look_at_base_pile(R, S, p, R.dominance_card)
    elif op == OP_RESISTANCE:
        draw_finals(R, S, p)
    elif op == OP_TAKE:
        f = push(S, FRAME_TAKE, p)
        f.a = <uint8_t> n
        f.b = it.optional
    elif op == OP_POUCH:
        f = push(S, FRAME_POUCH, p)
        f.a = <uint8_t> n
        f.card = it.card
    else:
        f = push(S, FRAME_SNAP if op == OP_SNAPPING else FRAME_SELL if op == OP_SUNBATHING else FRAME_DIG, p)
        f.a = <uint8_t> n


cdef void run_deferred(const Tables* R, GameState* S, int p, const Item* it) noexcept nogil:
    cdef Frame* f
    if it.op == OP_CLEVER:
        push(S, FRAME_CLEVER, p)
    elif it.op == OP_BOOST:
        push(S, FRAME_BOOST, p).a = it.arg
    else:
        f = push(S, FRAME_EXTRA, p)
        f.a = it.op
        f.b = it.arg
        f.d = it.n


cdef void run_choice(const Tables* R, GameState* S, int p, const Item* it) noexcept nogil:
    """The other effects with a choice; each is a frame."""
    cdef int op = it.op
    cdef Frame* f
    if op == OP_HYPNOSIS or op == OP_PILFERING:
        f = push(S, FRAME_VICTIM, p)
        f.a = it.n
        f.b = <uint8_t> op
        f.card = it.card
    elif op == OP_UPGRADE:
        push(S, FRAME_UPGRADE, p)
    elif op == OP_CONS_CHOICE:
        push(S, FRAME_CONS_CHOICE, p)
    elif op == OP_CONS_TILE:
        push(S, FRAME_CONS_TILE, p).a = it.arg
    elif op == OP_CONS_DISCARD:
        ask_final_discards(R, S)
    elif op == OP_PARTNER_ZOO:
        push(S, FRAME_PARTNER_ZOO, p)
    elif op == OP_UNIVERSITY:
        push(S, FRAME_UNIVERSITY, p)
    elif op == OP_MULTIPLIER_ANY:
        push(S, FRAME_MULTIPLIER, p)
    elif op == OP_MOVE_IN:
        push(S, FRAME_MOVE_IN, p).a = it.arg
    elif op == OP_FREE_BUILDING:
        f = push(S, FRAME_FREE_BUILDING, p)
        f.a = it.arg
        f.b = it.n
        f.step = it.optional
    elif op == OP_SPONSOR_FOR_MONEY:
        f = push(S, FRAME_SPONSOR_FOR_MONEY, p)
        f.a = R.effect[it.effect].token_slot if it.effect else 255
    elif op == OP_ARCHAEOLOGIST:
        push(S, FRAME_ARCHAEOLOGIST, p)
    elif op == OP_WAZA_SEARCH:
        push(S, FRAME_WAZA, p)


cdef void run_track(const Tables* R, GameState* S, int p, const Item* it) noexcept nogil:
    apply_gain(R, S, p, it.op, it.n)


cdef void run_counted(const Tables* R, GameState* S, int p, const Item* it) noexcept nogil:
    run_program(R, S, it)


cdef void run_attack(const Tables* R, GameState* S, int p, const Item* it) noexcept nogil:
    if it.op == OP_VENOM:
        venom(R, S, p, it.n)
    else:
        constriction(R, S, p)


ctypedef void (*runner_t)(const Tables*, GameState*, int, const Item*) noexcept nogil


cdef runner_t runner_of(int op) noexcept nogil:
    if op <= OP_X_TOKEN:
        return run_track
    elif op == OP_PROGRAM:
        return run_counted
    elif op == OP_VENOM or op == OP_CONSTRICTION:
        return run_attack
    elif op <= OP_INVENTIVE_PRIMATE or OP_INCOME_APPEAL <= op <= OP_INCOME_MAP:
        return run_gain
    elif OP_CLEVER <= op <= OP_HYPNOSIS_ACTION:
        return run_deferred
    elif (op == OP_SPRINT or op == OP_H_SPACE or OP_HUNTER <= op <= OP_TAKE or op == OP_SPONSOR_MAGNET
            or OP_POUCH <= op <= OP_RESISTANCE):
        return run_cards
    return run_choice


cdef runner_t RUNNER[N_OPS]


cdef void fill_runners() noexcept nogil:
    cdef int op
    for op in range(<int> N_OPS):
        RUNNER[op] = runner_of(op)


fill_runners()


cdef void run_item(const Tables* R, GameState* S, const Item* it) noexcept nogil:
    S.ops_run |= bit(it.op)
    RUNNER[it.op](R, S, S.open_player, it)


cdef int step_open(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    cdef int i
    cdef Item it
    while S.n_open:
        i = next_open(R, S) if S.n_open > 1 else 0
        if i < 0:
            return STEP_DECIDE
        take_open(S, i, &it)
        run_item(R, S, &it)
        # A choice inside the effect comes first (R22.5).
        if top(S) != f:
            return STEP_DONE
    pop(S)
    return STEP_DONE


cdef int step_deferred(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    cdef Item it
    if S.n_deferred == 0:
        pop(S)
        return STEP_DONE
    if S.n_deferred > 1:
        return STEP_DECIDE
    take_deferred(S, 0, &it)
    run_item(R, S, &it)
    return STEP_DONE


cdef int list_resolve(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    cdef int i, n = S.n_open if f.kind == FRAME_OPEN else S.n_deferred
    for i in range(n):
        out[i] = make_action(RESOLVE, i, 0)
    return n


cdef void apply_resolve(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef Item it
    if f.kind == FRAME_OPEN:
        take_open(S, <int> action_a(action), &it)
    else:
        take_deferred(S, <int> action_a(action), &it)
    run_item(R, S, &it)
