# cython: language_level=3
"""The Animals action (R12) and playing one animal."""
from arknova_fast.rules.frames cimport *
from arknova_fast.core.types cimport *
from arknova_fast.effects.gains cimport gain, gain_appeal, side_for, spendable
from arknova_fast.effects.icons cimport add_icons
from arknova_fast.effects.program cimport enqueue_rows, gain_triggered
from arknova_fast.effects.zones cimport display_to_hand, slot_of
from arknova_fast.rules.housing cimport can_house, enclosure_size, house_special, house_standard, list_housing

# Steps of FRAME_ANIMALS.
cdef enum:
    FIRST_REPUTATION = 0
    PLAYING = 1
    EXTRA_SMALL = 2
    TAKE_SMALL = 3


# What a player brings to a purchase, worked out once for all animals looked at.
cdef struct Buyer:
    uint64_t partners        # continents with a partner zoo, as bytes
    int money
    int off[3]               # discount by SizeClass
    int ignored[3]           # conditions the player may ignore by SizeClass, -1 where the class may not be played
    int side                 # of the own Animals card


cdef inline void set_prices(Buyer* B, const Player* P) noexcept nogil:
    B.partners = bytes_of(P.partner_zoos)
    B.off[<int> SIZE_NONE] = 0
    B.off[<int> SIZE_SMALL] = P.discount_small
    B.off[<int> SIZE_LARGE] = P.discount_large


cdef inline void set_conditions(const Tables* R, const GameState* S, int p, Buyer* B) noexcept nogil:
    """Map 6 once connected (R29.9), sponsor 263 for large animals, sponsor 227 for all of another class."""
    cdef const Player* P = &S.player[p]
    cdef const Map* M = &R.map[P.map]
    cdef int n = M.ability == INSTITUTE and P.built & M.ability_cells != 0
    B.side = side_for(R, S, p, ANIMALS)
    B.ignored[<int> SIZE_NONE] = n
    B.ignored[<int> SIZE_SMALL] = n
    B.ignored[<int> SIZE_LARGE] = n + P.ignore_large
    if P.perm & PERM_FORBID_OTHER_CLASS:
        if P.waza_class != SIZE_SMALL:
            B.ignored[<int> SIZE_SMALL] = -1
        if P.waza_class != SIZE_LARGE:
            B.ignored[<int> SIZE_LARGE] = -1


cdef inline bint fulfils(const Buyer* B, const Player* P, const Card* C) noexcept nogil:
    cdef int missing = deficit(P.icons, C.req) + (C.req_upgraded & ~B.side)
    missing += C.req_partner & (P.partner_zoos & C.continent_mask == 0)
    return missing <= B.ignored[C.size_class]


cdef inline int price(const Tables* R, const Buyer* B, const Card* C, int slot) noexcept nogil:
    """Not above 0 for an animal that costs nothing. No branches: each of them would be a coin toss."""
    return C.cost + R.slot_cost[slot] - R.partner_discount * sum_where(C.icons, B.partners) - B.off[C.size_class]


cdef bint conditions_met(const Tables* R, const GameState* S, int p, const Card* C) noexcept nogil:
    cdef Buyer B
    set_conditions(R, S, p, &B)
    return fulfils(&B, &S.player[p], C)


cdef int animal_cost(const Tables* R, const Player* P, const Card* C, int slot) noexcept nogil:
    cdef Buyer B
    set_prices(&B, P)
    return max(price(R, &B, C, slot), 0)


cdef bint playable(const Tables* R, const GameState* S, int p, const Buyer* B, int card, int slot) noexcept nogil:
    cdef const Player* P = &S.player[p]
    cdef const Card* C = &R.card[card]
    cdef bint room = (C.size != 0) & (P.fit[3 * C.rock + C.water] >= C.size)
    if not ((price(R, B, C, slot) <= B.money) & fulfils(B, P, C) & (room | (C.special != NO_KIND) | (C.flock != 0))):
        return False
    return room or can_house(R, S, p, card)


cdef void begin_purchase(const Tables* R, const GameState* S, int p, Buyer* B, uint64_t* found) noexcept nogil:
    """What the player brings, and the animals that a coarse look at room and price leaves: seldom one of the hand."""
    cdef const Player* P = &S.player[p]
    cdef int size = min(P.fit[0], 5), money, w
    B.money = spendable(R, S, p)
    set_prices(B, P)
    set_conditions(R, S, p, B)
    money = min(B.money + P.discount_small + P.discount_large, 63)
    for w in range(CARD_WORDS):
        found[w] = R.room_set[size][w] & R.price_set[money][w]


cdef int shown(const GameState* S, const uint64_t* found, int reach) noexcept nogil:
    """Bits of the display slots up to `reach` whose card is in a set."""
    cdef int i, slots = 0
    for i in range(DISPLAY_SLOTS):
        slots |= set_has(found, S.display[i]) << (i + 1)
    return slots & ((2 << reach) - 1)


cdef int first_playable(const Tables* R, const GameState* S, int p, int reach) noexcept nogil:
    """0 when a hand animal can be played, else the first display slot up to `reach` with one, 255 when none has."""
    cdef int card, w, slot, slots
    cdef uint64_t x
    cdef uint64_t found[4]
    cdef Buyer B
    begin_purchase(R, S, p, &B, found)
    for w in range(R.first_word[<int> ANIMAL], R.end_word[<int> ANIMAL]):
        x = S.player[p].hand[w] & found[w]
        while x:
            card = (w << 6) + lowest(x)
            x &= x - 1
            if playable(R, S, p, &B, card, 0):
                return 0
    slots = shown(S, found, reach) if reach else 0
    while slots:
        slot = lowest(slots)
        slots &= slots - 1
        if playable(R, S, p, &B, S.display[slot - 1], slot):
            return slot
    return 255


cdef inline bint any_playable(const Tables* R, const GameState* S, int p, int side, int reach) noexcept nogil:
    return first_playable(R, S, p, reach if side else 0) != 255


cdef int reach_after_reputation(const Tables* R, const GameState* S, int p) noexcept nogil:
    """Display range once the reputation of R12.3 was taken."""
    cdef int rep = S.player[p].reputation
    cdef int cap = R.max_reputation if side_for(R, S, p, CARDS) else R.reputation_cap
    return R.range_of[rep + 1 if rep < cap else rep]


cdef int animals_need(const Tables* R, const GameState* S, int p, int side) noexcept nogil:
    cdef int strength = R.animals_from[side], reach = 0, after = 0, slot
    if strength > 5:
        return 255
    if side:
        reach = display_range(R, S, p)
        after = reach_after_reputation(R, S, p)
    slot = first_playable(R, S, p, reach if reach > after else after)
    if slot <= reach:
        return strength
    if slot <= after:
        return strength if strength > R.animals_rep_from else R.animals_rep_from
    return 255


cdef bint animals_possible(const Tables* R, const GameState* S, const Frame* f) noexcept nogil:
    cdef int p = f.player
    return any_playable(R, S, p, S.act.side, display_range(R, S, p)) or (
        f.step == FIRST_REPUTATION and any_playable(R, S, p, S.act.side, reach_after_reputation(R, S, p)))


cdef int animal_limit(const Tables* R, const GameState* S) noexcept nogil:
    return R.max_animals[S.act.side][S.act.strength if S.act.strength < 5 else 5]


cdef bint small_in_display(const Tables* R, const GameState* S) noexcept nogil:
    cdef int i
    for i in range(DISPLAY_SLOTS):
        if S.display[i] != NO_CARD and R.card[S.display[i]].size_class == SIZE_SMALL:
            return True
    return False


cdef inline bint gains_reputation(const Tables* R, const GameState* S) noexcept nogil:
    """The running action is strong enough for the reputation of R12.3."""
    return S.act.side and S.act.strength >= R.animals_rep_from


cdef int step_animals(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    cdef int p = f.player
    cdef Player* P = &S.player[p]
    if f.step == FIRST_REPUTATION:
        if gains_reputation(R, S) and (P.reputation < R.reputation_cap or side_for(R, S, p, CARDS)):
            return STEP_DECIDE
        f.step = PLAYING
    if f.step == PLAYING:
        if S.act.count == 0:
            # The action was only offered with an animal to play; bonuses of R12.3 may have used up what that needed.
            if not gains_reputation(R, S) or any_playable(R, S, p, S.act.side, display_range(R, S, p)):
                return STEP_DECIDE
            pop(S)
            return STEP_DONE
        if S.act.count < animal_limit(R, S):
            return STEP_DECIDE
        f.step = EXTRA_SMALL
    if f.step == EXTRA_SMALL:
        if S.act.count and S.act.only_small and P.perm & PERM_EXTRA_SMALL and not S.act.extra_used:
            return STEP_DECIDE
        f.step = TAKE_SMALL
    if S.act.count and S.act.only_small and P.perm & PERM_TAKE_SMALL and small_in_display(R, S):
        return STEP_DECIDE
    pop(S)
    return STEP_DONE


cdef int list_animals_playable(const Tables* R, const GameState* S, int p, bint small_only, action_t* out,
                               int n) noexcept nogil:
    cdef int card, w, slot, slots = 0, start = n
    cdef uint64_t x
    cdef uint64_t found[4]
    cdef Buyer B
    begin_purchase(R, S, p, &B, found)
    for w in range(R.first_word[<int> ANIMAL], R.end_word[<int> ANIMAL]):
        x = S.player[p].hand[w] & found[w] & (R.small_set[w] if small_only else ~<uint64_t> 0)
        while x:
            card = (w << 6) + lowest(x)
            x &= x - 1
            out[n] = make_action(PLAY_ANIMAL, card, 0)
            n += playable(R, S, p, &B, card, 0)
    if S.act.side and not small_only:
        slots = shown(S, found, display_range(R, S, p))
    while slots:
        slot = lowest(slots)
        slots &= slots - 1
        card = S.display[slot - 1]
        if playable(R, S, p, &B, card, slot):
            n = insert_action(make_action(PLAY_ANIMAL, card, 0), out, start, n)
    return n


cdef int list_animals(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    cdef int p = f.player, n = 0, i
    if f.step == FIRST_REPUTATION:
        # Declining must leave an animal to play (R5.6).
        if any_playable(R, S, p, S.act.side, display_range(R, S, p)):
            out[n] = make_action(PASS, 0, 0)
            n += 1
        out[n] = make_action(GAIN, 0, 0)
        return n + 1
    if f.step == TAKE_SMALL:
        for i in range(DISPLAY_SLOTS):
            if S.display[i] != NO_CARD and R.card[S.display[i]].size_class == SIZE_SMALL:
                out[n] = make_action(DISPLAY, i + 1, 0)
                n += 1
        return n
    if S.act.count:
        out[n] = make_action(PASS, 0, 0)
        n += 1
    return list_animals_playable(R, S, p, f.step == EXTRA_SMALL, out, n)


cdef void begin_animal(const Tables* R, GameState* S, int p, int card) noexcept nogil:
    """Step 2: pay; the card waits in limbo until its housing is chosen."""
    cdef Player* P = &S.player[p]
    cdef const Card* C = &R.card[card]
    cdef int slot = 0 if set_has(P.hand, card) else slot_of(S, card)
    if R.map[P.map].ability == INSTITUTE and deficit(P.icons, C.req):
        S.abilities_run |= <uint8_t> (1 << INSTITUTE)
    P.money -= <int16_t> animal_cost(R, P, C, slot)
    if slot:
        S.display[slot - 1] = NO_CARD
    else:
        set_drop(P.hand, card)
    set_add(S.limbo, card)
    push(S, FRAME_HOUSE, p).card = <uint8_t> card


cdef void apply_animals(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int p = f.player, verb = action_verb(action), card
    if f.step == FIRST_REPUTATION:
        f.step = PLAYING
        if verb == GAIN:
            gain(R, S, OP_REPUTATION, 1, NO_CARD)
    elif f.step == TAKE_SMALL:
        display_to_hand(S, p, <int> action_a(action))
        pop(S)
    elif verb == PASS:
        f.step += 1
    else:
        card = <int> action_a(action)
        if f.step == EXTRA_SMALL:
            S.act.extra_used = 1
        if R.card[card].size_class != SIZE_SMALL:
            S.act.only_small = 0
        S.act.count += 1
        begin_animal(R, S, p, card)


cdef int step_house(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    return STEP_DECIDE


cdef int list_house(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    return list_housing(R, S, f.player, f.card, out, 0)


cdef void animal_enters(const Tables* R, GameState* S, int p, int card) noexcept nogil:
    """Steps 4 and 5: the card lies in the zoo, its icons count, its effects are open (R12.17, R12.18)."""
    cdef Player* P = &S.player[p]
    cdef const Card* C = &R.card[card]
    set_drop(S.limbo, card)
    set_add(P.zoo, card)
    P.n_small += C.size_class == SIZE_SMALL
    P.n_large += C.size_class == SIZE_LARGE
    if R.switches & SW_OWN_APPEAL_FIRST and C.interactive:
        gain_appeal(R, S, p, C.appeal)
    else:
        gain(R, S, OP_APPEAL, C.appeal, card)
    gain(R, S, OP_CONSERVATION, C.conservation, card)
    gain(R, S, OP_REPUTATION, C.reputation, card)
    if (S.n_players == 1 or S.peaceful) and C.solo_start < C.n_effects:
        enqueue_rows(R, S, card, ON_PLAY, C.solo_start, C.n_effects)
    else:
        enqueue_rows(R, S, card, ON_PLAY, 0, C.solo_start)
    # Sponsor 227: appeal for each animal of the chosen size class.
    if P.waza_class != SIZE_NONE and P.waza_class == C.size_class:
        gain_triggered(R, S, p, ON_ANIMAL_CLASS, P.waza_class)
    add_icons(R, S, p, C.icons, C.icon_mask)


cdef void apply_house(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int p = f.player, card = f.card, verb = action_verb(action)
    pop(S)
    if verb == HOUSE:
        if (R.map[S.player[p].map].ability == OUTDOOR_AREA
                and enclosure_size(R, S, p, action_a(action)) < R.card[card].size):
            S.abilities_run |= <uint8_t> (1 << OUTDOOR_AREA)
        house_standard(R, S, p, action_a(action))
    elif verb == HOUSE_SPECIAL:
        house_special(R, S, p, card)
    animal_enters(R, S, p, card)
