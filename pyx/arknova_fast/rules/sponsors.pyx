# cython: language_level=3
"""The Sponsors action (R17) and sponsors bought with money."""
from arknova_fast.rules.frames cimport *
from arknova_fast.core.types cimport *
from arknova_fast.core.derived cimport refit
from arknova_fast.core.tables cimport MAX_LEVEL
from arknova_fast.effects.counters cimport units_of
from arknova_fast.effects.gains cimport advance_break, gain_money, owes_venom, side_for, spendable
from arknova_fast.effects.icons cimport add_icons
from arknova_fast.effects.program cimport enqueue_rows
from arknova_fast.effects.zones cimport slot_of
from arknova_fast.rules.placement cimport can_place_unique, list_unique, place_building


cdef inline bint lowered(const Tables* R, const Player* P) noexcept nogil:
    """Map 8 with all H spaces covered: sponsors are a level cheaper."""
    cdef const Map* M = &R.map[P.map]
    return M.ability == HOLLYWOOD and M.h_cells & ~P.built == 0


cdef int sponsor_level(const Tables* R, const Player* P, const Card* C) noexcept nogil:
    return C.level - ((C.level != 0) & lowered(R, P))


cdef inline const uint64_t* sponsors_up_to(const Tables* R, const Player* P, int level) noexcept nogil:
    """Sponsors that have at most that level for the player."""
    return R.level_set[min(level + lowered(R, P), <int> MAX_LEVEL)]


cdef bint sponsor_allowed(const Tables* R, const GameState* S, int p, int card) noexcept nogil:
    cdef const Card* C = &R.card[card]
    cdef const Player* P = &S.player[p]
    # One branch for all conditions: each alone would be a coin toss.
    if ((P.appeal > C.max_appeal) | (P.reputation < C.req_reputation)
            | (popcount(P.partner_zoos) < C.req_partner) | (C.req_upgraded & ~side_for(R, S, p, SPONSORS))
            | (deficit(P.icons, C.req) != 0)):
        return False
    return C.unique == NO_KIND or can_place_unique(R, S, p, card)


cdef int break_money(const Tables* R, int side, int strength) noexcept nogil:
    return R.sponsors_money[side] * strength


cdef int sure_money(const Tables* R, const GameState* S, int p, const Card* C) noexcept nogil:
    """Money on play, counted before the card's own icons, and from own triggers of its icons."""
    cdef const Effect* e
    cdef int i, n = 0
    for i in range(C.n_effects):
        e = &R.effect[C.effect_start + i]
        if e.trigger == ON_PLAY and e.op == OP_MONEY:
            n += e.n
        elif e.trigger == ON_PLAY and e.op == OP_PROGRAM and e.resource == OP_MONEY:
            n += units_of(R, S, p, e)
        elif e.trigger == ON_ICON and e.op == OP_MONEY:
            n += e.n * C.icons[e.trig_arg]
    return n


cdef inline bint must_earn(const Tables* R, const GameState* S, int p) noexcept nogil:
    """Venom is owed and the money for it is not there (R19.18)."""
    return S.player[p].money < R.venom_payment and owes_venom(R, S, p)


cdef int list_sponsors_playable(const Tables* R, const GameState* S, int p, bint earn, action_t* out,
                                int n) noexcept nogil:
    """Sponsors the action may play now; with `earn` only hand sponsors sure to bring the money for venom."""
    cdef const Player* P = &S.player[p]
    cdef const uint64_t* found
    cdef int card, i, w, money, start = n
    cdef uint64_t x
    if S.act.count and not S.act.side:
        return n
    found = sponsors_up_to(R, P, S.act.left)
    for w in range(R.first_word[<int> SPONSOR], R.end_word[<int> SPONSOR]):
        x = P.hand[w] & found[w]
        while x:
            card = (w << 6) + lowest(x)
            x &= x - 1
            if earn and P.money + sure_money(R, S, p, &R.card[card]) < R.venom_payment:
                continue
            out[n] = make_action(PLAY_SPONSOR, card, 0)
            n += sponsor_allowed(R, S, p, card)
    if not S.act.side or earn:
        return n
    money = spendable(R, S, p)
    for i in range(display_range(R, S, p)):
        card = S.display[i]
        if set_has(found, card) & (R.slot_cost[i + 1] <= money) and sponsor_allowed(R, S, p, card):
            n = insert_action(make_action(PLAY_SPONSOR, card, 0), out, start, n)
    return n


cdef inline bint break_earns(const Tables* R, const GameState* S, int p) noexcept nogil:
    return S.player[p].money + break_money(R, S.act.side, S.act.strength) >= R.venom_payment


cdef bint can_earn(const Tables* R, const GameState* S, int p) noexcept nogil:
    cdef action_t buffer[256]
    return break_earns(R, S, p) or list_sponsors_playable(R, S, p, True, buffer, 0) > 0


cdef int step_sponsors(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    if S.act.count and not S.act.side:
        pop(S)
        return STEP_DONE
    return STEP_DECIDE


cdef int list_sponsors(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    cdef int n = 0, p = f.player
    if S.act.count:
        out[n] = make_action(PASS, 0, 0)
        return list_sponsors_playable(R, S, p, False, out, 1)
    if must_earn(R, S, p) and can_earn(R, S, p):
        n = list_sponsors_playable(R, S, p, True, out, n)
        if not break_earns(R, S, p):
            return n
    else:
        n = list_sponsors_playable(R, S, p, False, out, n)
    out[n] = make_action(ADVANCE_BREAK, 0, 0)
    return n + 1


cdef void set_permanent(const Tables* R, Player* P, const Effect* e) noexcept nogil:
    P.perm |= e.perm
    if e.perm == PERM_DISCOUNT:
        if e.arg == SIZE_SMALL:
            P.discount_small += e.n
        else:
            P.discount_large += e.n
    elif e.perm == PERM_IGNORE_CONDITION:
        P.ignore_large += e.n
    elif e.perm == PERM_IGNORE_TERRAIN:
        refit(R, P)


cdef void sponsor_enters(const Tables* R, GameState* S, int p, int card) noexcept nogil:
    """The sponsor is in the zoo; its own icons count for and trigger its own effects (R17.11)."""
    cdef Player* P = &S.player[p]
    cdef const Card* C = &R.card[card]
    cdef int i
    set_drop(S.limbo, card)
    set_add(P.zoo, card)
    P.n_sponsors += 1
    P.trig_icons |= C.trig_icons
    for i in range(C.n_effects):
        if R.effect[C.effect_start + i].op == OP_PERMANENT:
            set_permanent(R, P, &R.effect[C.effect_start + i])
    # Tokens are put on the card before its own icon can ask for one.
    enqueue_rows(R, S, card, ON_PLAY, 0, C.n_effects)
    add_icons(R, S, p, C.icons, C.icon_mask)


cdef void play_sponsor(const Tables* R, GameState* S, int p, int card) noexcept nogil:
    cdef int slot = 0
    if set_has(S.player[p].hand, card):
        set_drop(S.player[p].hand, card)
    else:
        slot = slot_of(S, card)
        S.display[slot - 1] = NO_CARD
        S.player[p].money -= R.slot_cost[slot]
    set_add(S.limbo, card)
    if R.card[card].unique != NO_KIND:
        push(S, FRAME_SPONSOR_PLACE, p).card = <uint8_t> card
    else:
        sponsor_enters(R, S, p, card)


cdef void apply_sponsors(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int p = f.player, card
    if action_verb(action) == PASS:
        pop(S)
    elif action_verb(action) == ADVANCE_BREAK:
        pop(S)
        advance_break(R, S, p, S.act.strength)
        gain_money(S, p, break_money(R, S.act.side, S.act.strength))
    else:
        card = <int> action_a(action)
        S.act.left -= <uint8_t> sponsor_level(R, &S.player[p], &R.card[card])
        S.act.count += 1
        play_sponsor(R, S, p, card)


cdef int list_sponsor_place(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    return list_unique(R, S, f.player, f.card, out, 0)


cdef void apply_sponsor_place(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int p = f.player, card = f.card
    pop(S)
    place_building(R, S, p, action_a(action))
    sponsor_enters(R, S, p, card)


cdef int list_affordable(const Tables* R, const GameState* S, int p, action_t* out, int n) noexcept nogil:
    """Hand sponsors that money equal to their level buys (R17.18)."""
    cdef const uint64_t* found = sponsors_up_to(R, &S.player[p], spendable(R, S, p))
    cdef int card, w
    cdef uint64_t x
    for w in range(R.first_word[<int> SPONSOR], R.end_word[<int> SPONSOR]):
        x = S.player[p].hand[w] & found[w]
        while x:
            card = (w << 6) + lowest(x)
            x &= x - 1
            out[n] = make_action(PLAY_SPONSOR, card, 0)
            n += sponsor_allowed(R, S, p, card)
    return n


cdef int step_sponsor_for_money(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    # f.a: token slot to pay from (sponsor 253), 255 when none
    cdef action_t buffer[256]
    if (f.a == 255 or S.player[f.player].card_tokens[f.a]) and list_affordable(R, S, f.player, buffer, 0):
        return STEP_DECIDE
    pop(S)
    return STEP_DONE


cdef int list_sponsor_for_money(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    out[0] = make_action(PASS, 0, 0)
    return list_affordable(R, S, f.player, out, 1)


cdef void apply_sponsor_for_money(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int p = f.player, slot = f.a, card = <int> action_a(action)
    pop(S)
    if action_verb(action) == PASS:
        return
    if slot != 255:
        S.player[p].card_tokens[slot] -= 1
    S.player[p].money -= <int16_t> sponsor_level(R, &S.player[p], &R.card[card])
    play_sponsor(R, S, p, card)
