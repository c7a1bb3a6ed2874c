# cython: language_level=3
"""The short form's way into the middle of a turn: breaks, actions, effects, the end of a turn or of the game."""
from libc.stdint cimport uint8_t
from libc.string cimport memset
from arknova_fast.blob cimport require_valid
from arknova_fast.core.action cimport make_action
from arknova_fast.core.state cimport GameState, Player, copy_state
from arknova_fast.core.tables cimport Ruleset
from arknova_fast.core.types cimport *
from arknova_fast.effects.pending cimport add_item, pop, push
from arknova_fast.effects.program cimport enqueue_rows
from arknova_fast.rules.engine cimport legal_actions

from arknova_fast.errors import StateDataError
from arknova_fast.positions.player import ACTIONS
from arknova_fast.positions.stack import BREAK_INCOME, BREAK_START, TURN_END, TURN_NEXT

cdef enum:
    ACTION_LIMIT = 2 * MAX_ACTIONS


cdef int start_decision(Ruleset ruleset, GameState* S, dict decision) except -1:
    if decision["break"] == "pending":
        S.break_pending = 1
        S.break_causer = S.turn_owner
        S.break_left = 0
    elif decision["break"]:
        start_break(S, BREAK_INCOME if decision["break"] == "income" else BREAK_START)
    if decision["action"] is not None:
        card, strength, side = decision["action"]
        start_action(ruleset, S, card, strength, side)
    if decision["effects"]:
        start_effects(ruleset, S, decision["effects"])
    if decision["final"]:
        S.end_cause = END_SOLO if S.n_players == 1 else END_TURN
        S.end_player = S.turn_owner
        clear_frames(S)
        push(S, FRAME_FINAL, S.turn_owner)
    if decision["end_turn"]:
        clear_frames(S)
        push(S, FRAME_TURN, S.turn_owner).step = TURN_END
    return 0


cdef void clear_frames(GameState* S) noexcept:
    while S.n_frames:
        pop(S)


cdef int start_break(GameState* S, int step) except -1:
    """The turn is over up to its break, which begins or (income) is past its clean-up."""
    clear_frames(S)
    S.break_pending = 1
    S.break_causer = S.turn_owner
    S.break_left = 0
    push(S, FRAME_TURN, S.turn_owner).step = TURN_NEXT
    push(S, FRAME_BREAK, S.turn_owner).step = <uint8_t> step
    if step == BREAK_INCOME:
        S.phase = PHASE_BREAK
    return 0


cdef int start_effects(Ruleset ruleset, GameState* S, list effects) except -1:
    """Opens effects of the player to move. Deferred ones come at the end of an action, so the main choice goes."""
    cdef int first, last
    for effect in effects:
        if isinstance(effect, tuple):
            card, trigger = effect
            first, last = 0, ruleset.t.card[card].n_effects
            if ruleset.t.card[card].type == ANIMAL and trigger == ON_PLAY:
                if S.n_players == 1 or S.peaceful:
                    if ruleset.t.card[card].solo_start < last:
                        first = ruleset.t.card[card].solo_start
                else:
                    last = ruleset.t.card[card].solo_start
            enqueue_rows(ruleset.t, S, card, trigger, first, last)
        else:
            add_item(S, effect["op"], effect["n"], effect["arg"], effect["card"], effect["optional"],
                     effect["times"], effect["effect"])
    require_valid(ruleset.t, S, "decision.effect")
    if S.n_deferred:
        pop(S)
    return 0


cdef int start_action(Ruleset ruleset, GameState* S, int card, strength, side) except -1:
    """Puts the player to move right behind the main choice of an action with any strength.

    The engine starts only what can do something, so the same choice has to be legal in a copy in which the card
    lies in the slot of that strength.
    """
    cdef GameState copy
    cdef action_t[ACTION_LIMIT] actions
    cdef Player* P = &S.player[S.turn_owner]
    cdef int i, n, slot, extra
    cdef bint found = False
    if side is not None:
        P.upgraded = <uint8_t> (P.upgraded & ~(1 << card) | (side - 1) << card)
    if strength is None:
        strength = next(i + 1 for i in range(5) if P.order[i] == card)
        if (P.constriction >> card) & 1:
            strength -= ruleset.t.constriction_penalty
    copy_state(&copy, S)
    slot = min(max(strength, 1), 5)
    extra = strength - slot
    put_in_slot(&copy.player[S.turn_owner], card, slot)
    copy.player[S.turn_owner].x_tokens = <uint8_t> max(extra, 0)
    copy.player[S.turn_owner].constriction &= <uint8_t> ~(1 << card)
    copy.player[S.turn_owner].venom = 0
    n = legal_actions(ruleset.t, &copy, actions)
    for i in range(n):
        if actions[i] == make_action(ACT, card, extra):
            found = True
    if not found:
        name = ACTIONS[card]
        raise StateDataError(f"decision.action: {name} with strength {strength} can do nothing in this position")
    memset(&S.act, 0, sizeof(S.act))
    S.act.card, S.act.owner, S.act.side = card, S.turn_owner, (P.upgraded >> card) & 1
    S.act.slot_strength, S.act.strength = slot if extra > 0 else strength, strength
    S.act.multipliers, S.act.upgraded, S.act.active = P.multiplier[card], P.upgraded, 1
    pop(S)
    push(S, FRAME_ACTION, S.turn_owner)
    return 0


cdef void put_in_slot(Player* P, int card, int slot) noexcept:
    cdef int i
    for i in range(5):
        if P.order[i] == card:
            P.order[i] = P.order[slot - 1]
            P.order[slot - 1] = <uint8_t> card
            return
