# cython: language_level=3
"""Venom, Constriction, Hypnosis and Pilfering (R19.12-R19.14, R20.1-R20.18)."""
from arknova_fast.rules.frames cimport *
from arknova_fast.core.types cimport *
from arknova_fast.effects.gains cimport gain_money
from arknova_fast.effects.pending cimport add_item
from arknova_fast.effects.zones cimport random_card

# FRAME_VICTIM: f.step the track looked at, f.a how many tracks, f.b the effect.
cdef enum:
    TRACK_OF_APPEAL = 0
    TRACK_OF_CONSERVATION = 1


cdef inline bint affected(const Tables* R, const GameState* S, int p, int q) noexcept nogil:
    """Others with enough appeal and without sponsor 225 (R20.1, R20.3)."""
    return (q != p and S.player[q].appeal >= R.interactive_appeal and not S.player[q].perm & PERM_IMMUNE)


cdef void venom(const Tables* R, GameState* S, int p, int n) noexcept nogil:
    """A token on each of the n lowest cards of every player with more appeal; no card gets a second (R19.12)."""
    cdef int q, i
    for q in range(S.n_players):
        if affected(R, S, p, q) and S.player[q].appeal > S.player[p].appeal:
            for i in range(n if n < 5 else 5):
                S.player[q].venom |= <uint8_t> (1 << S.player[q].order[i])


cdef void constriction(const Tables* R, GameState* S, int p) noexcept nogil:
    """One token per track ahead, on slot 5, then slot 4 (R19.13)."""
    cdef int q, i, n
    for q in range(S.n_players):
        if affected(R, S, p, q):
            n = (S.player[q].appeal > S.player[p].appeal) + (S.player[q].conservation > S.player[p].conservation)
            for i in range(n):
                S.player[q].constriction |= <uint8_t> (1 << S.player[q].order[4 - i])


cdef uint32_t victims(const Tables* R, const GameState* S, int p, int track) noexcept nogil:
    """Other players who share the most of a track among all who qualify (R20.2-R20.6, R20.12, R20.13)."""
    cdef int q, value, most
    cdef uint32_t found = 0
    if track == TRACK_OF_APPEAL:
        most = S.player[p].appeal
    else:
        most = S.player[p].conservation if S.player[p].conservation > 1 else 1
    for q in range(S.n_players):
        if not affected(R, S, p, q):
            continue
        value = S.player[q].appeal if track == TRACK_OF_APPEAL else S.player[q].conservation
        if value > most:
            most = value
            found = 0
        if value == most:
            found |= <uint32_t> 1 << q
    return found


cdef void hit(const Tables* R, GameState* S, Frame* f, int q) noexcept nogil:
    """The effect strikes player q; the frame goes on to the next track or ends."""
    cdef int p = f.player
    cdef Frame* g
    if f.b == OP_HYPNOSIS:
        add_item(S, OP_HYPNOSIS_ACTION, f.a, q, f.card, 1, 1, 0)
        pop(S)
        return
    f.step += 1
    g = push(S, FRAME_PILFER, q)
    g.a = <uint8_t> p


cdef int step_victim(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    cdef uint32_t found
    cdef int tracks = f.a if f.b == OP_PILFERING else 1
    while f.step < tracks:
        found = victims(R, S, f.player, f.step)
        if popcount(found) > 1:
            return STEP_DECIDE
        if found:
            hit(R, S, f, lowest(found))
            return STEP_DONE
        f.step += 1
    pop(S)
    return STEP_DONE


cdef int list_victim(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    return list_bits(victims(R, S, f.player, f.step), TARGET, out, 0)


cdef void apply_victim(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    hit(R, S, f, <int> action_a(action))


cdef void pay_thief(const Tables* R, GameState* S, int victim, int thief) noexcept nogil:
    cdef int n = S.player[victim].money
    if n > R.pilfer_money:
        n = R.pilfer_money
    S.player[victim].money -= <int16_t> n
    gain_money(S, thief, n)


cdef void steal_card(GameState* S, int victim, int thief) noexcept nogil:
    """A random hand card (C12); both players know it afterwards, others lose track of the victim's hand."""
    cdef Player* V = &S.player[victim]
    cdef int card = random_card(S, V.hand, set_count(V.hand)), q, w
    for q in range(S.n_players):
        if q != victim and q != thief:
            for w in range(CARD_WORDS):
                S.player[q].seen[w] &= ~V.hand[w]
    set_drop(V.hand, card)
    set_add(V.seen, card)
    set_drop(S.player[thief].seen, card)
    set_add(S.player[thief].hand, card)


cdef int step_pilfer(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    """The victim decides; forced when only one way is open (R20.14, R20.15)."""
    cdef int victim = f.player, thief = f.a
    cdef bint cards = set_any(S.player[victim].hand)
    if cards and S.player[victim].money >= R.pilfer_money:
        return STEP_DECIDE
    pop(S)
    if cards:
        steal_card(S, victim, thief)
    else:
        pay_thief(R, S, victim, thief)
    return STEP_DONE


cdef int list_pilfer(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    out[0] = make_action(GIVE_CARD, 0, 0)
    out[1] = make_action(PAY, 0, 0)
    return 2


cdef void apply_pilfer(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int victim = f.player, thief = f.a
    pop(S)
    if action_verb(action) == GIVE_CARD:
        steal_card(S, victim, thief)
    else:
        pay_thief(R, S, victim, thief)
