# cython: language_level=3
"""Conservation projects: supporting, playing, releasing animals (R15, R16)."""
from arknova_fast.rules.frames cimport *
from arknova_fast.core.types cimport *
from arknova_fast.effects.gains cimport add_bonus, gain, gain_appeal, spendable
from arknova_fast.effects.icons cimport remove_icons
from arknova_fast.effects.program cimport gain_triggered
from arknova_fast.effects.zones cimport discard, slot_of
from arknova_fast.rules.housing cimport leave_special

# Where a project card comes from.
cdef enum:
    FROM_BASE = 0
    FROM_ABOVE = 1
    FROM_HAND = 2
    FROM_DISPLAY = 3


cdef inline int token_masks(const Tables* R, const Player* P) noexcept nogil:
    """Bit per kind of icon-token sponsor (215, 218) in the zoo that still has a token."""
    cdef int i, mask = 0
    if P.perm & PERM_SPEND_ICON:
        for i in range(2):
            if R.icon_token_slot[i] != 255 and P.card_tokens[R.icon_token_slot[i]]:
                mask |= 1 << i
    return mask


cdef bint release_possible(const Tables* R, const GameState* S, int p, const Card* C, int slot) noexcept nogil:
    cdef int w, card
    cdef uint64_t x
    for w in range(R.first_word[<int> ANIMAL], R.end_word[<int> ANIMAL]):
        x = S.player[p].zoo[w] & R.icon_animals[C.project_icon][w]
        while x:
            card = (w << 6) + lowest(x)
            x &= x - 1
            if C.slot_need[slot] <= R.card[card].size <= C.slot_need_max[slot]:
                return True
    return False


cdef bint breeding_possible(const Tables* R, const GameState* S, int p, const Card* C) noexcept nogil:
    """One animal with the icon and an owned partner zoo of a continent on that animal (R15.14)."""
    cdef int w
    cdef uint64_t x
    for w in range(R.first_word[<int> ANIMAL], R.end_word[<int> ANIMAL]):
        x = S.player[p].zoo[w] & R.icon_animals[C.project_icon][w]
        while x:
            if R.card[(w << 6) + lowest(x)].continent_mask & S.player[p].partner_zoos:
                return True
            x &= x - 1
    return False


cdef int project_count(const Player* P, const Card* C) noexcept nogil:
    if C.project_kind == PROJECT_ICONS:
        return P.icons[C.project_icon]
    if C.project_kind == PROJECT_SMALL:
        return P.n_small
    if C.project_kind == PROJECT_LARGE:
        return P.n_large
    return popcount(present(P.icons) & C.project_mask)


cdef bint slot_met(const Tables* R, const GameState* S, int p, const Card* C, int slot, int extra) noexcept nogil:
    """Condition of a slot with `extra` icons from tokens of sponsors 215 and 218."""
    cdef int n
    if C.project_kind == PROJECT_RELEASE:
        return release_possible(R, S, p, C, slot)
    if C.project_kind == PROJECT_BREEDING:
        return breeding_possible(R, S, p, C)
    n = project_count(&S.player[p], C)
    if C.project_kind == PROJECT_KINDS and n + extra > popcount(C.project_mask):
        return False
    return n + extra >= C.slot_need[slot]


cdef bint may_support(const Tables* R, const GameState* S, int p, int card, const uint8_t* slots) noexcept nogil:
    """Once per project and player; release projects again with sponsor 224, once per action (R15.10)."""
    cdef int i
    if not ((slots[0] == p + 1) | (slots[1] == p + 1) | (slots[2] == p + 1)):
        return True
    if R.card[card].project_kind != PROJECT_RELEASE or not S.player[p].perm & PERM_REPEAT_RELEASE:
        return False
    if S.act.active:
        for i in range(S.act.n_projects):
            if S.act.projects[i] == card:
                return False
    return True


cdef int add_slots_each(const Tables* R, const GameState* S, int p, int card, const uint8_t* slots, int masks,
                        action_t* out, int n) noexcept nogil:
    """Release and breeding projects, and icon tokens: every slot is looked at for itself."""
    cdef int slot, mask
    for slot in range(3):
        if slots != NULL and slots[slot]:
            continue
        # b = slot + 4 * mask ascends with the slot only inside one mask, so actions are sorted by the caller.
        for mask in range(4):
            if mask & ~masks == 0 and slot_met(R, S, p, &R.card[card], slot, popcount(mask)):
                out[n] = make_action(SUPPORT, card, slot + 4 * mask)
                n += 1
    return n


cdef int add_slots(const Tables* R, const GameState* S, int p, int card, const uint8_t* slots, bint base,
                   action_t* out, int n) noexcept nogil:
    """SUPPORT actions for one project; `slots` is NULL for a card not in play yet."""
    cdef const Card* C = &R.card[card]
    cdef int masks = token_masks(R, &S.player[p]) if base else 0
    cdef int slot, count
    if slots != NULL and not may_support(R, S, p, card, slots):
        return n
    if masks or C.project_kind == PROJECT_RELEASE or C.project_kind == PROJECT_BREEDING:
        return add_slots_each(R, S, p, card, slots, masks, out, n)
    count = project_count(&S.player[p], C)
    for slot in range(3):
        out[n] = make_action(SUPPORT, card, slot)
        n += (count >= C.slot_need[slot]) & (slots == NULL or slots[slot] == 0)
    return n


cdef inline bint has_token_left(const Tables* R, const Player* P) noexcept nogil:
    return P.left_tokens != 0 or R.switches & SW_SUPPORT_WITHOUT_TOKEN


cdef int list_supports(const Tables* R, const GameState* S, int p, int side, action_t* out,
                       bint first) noexcept nogil:
    """All SUPPORT actions; with `first` it stops as soon as there is one."""
    cdef int n = 0, i, card, w
    cdef uint64_t x
    if not has_token_left(R, &S.player[p]):
        return 0
    for i in range(S.n_base):
        n = add_slots(R, S, p, S.base_card[i], S.base_slot[i], True, out, n)
        if first and n:
            return n
    for i in range(S.n_above):
        n = add_slots(R, S, p, S.above_card[i], S.above_slot[i], False, out, n)
        if first and n:
            return n
    for w in range(R.first_word[<int> PROJECT], R.end_word[<int> BASE_PROJECT]):
        x = S.player[p].hand[w] & (R.type_set[<int> PROJECT][w] | R.type_set[<int> BASE_PROJECT][w])
        while x:
            card = (w << 6) + lowest(x)
            x &= x - 1
            n = add_slots(R, S, p, card, NULL, False, out, n)
            if first and n:
                return n
    if side:
        for i in range(display_range(R, S, p)):
            card = S.display[i]
            if card != NO_CARD and R.card[card].type >= PROJECT and R.slot_cost[i + 1] <= spendable(R, S, p):
                n = add_slots(R, S, p, card, NULL, False, out, n)
                if first and n:
                    return n
    return n


cdef bint any_supportable(const Tables* R, const GameState* S, int p, int side) noexcept nogil:
    cdef action_t buffer[512]
    return list_supports(R, S, p, side, buffer, True) > 0


cdef int step_project(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    # The task was only offered with a project to support.
    ark_assert(any_supportable(R, S, f.player, S.act.side))
    return STEP_DECIDE


cdef int list_project(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    return sort_actions(out, 0, list_supports(R, S, f.player, S.act.side, out, False))


cdef void drop_above(const Tables* R, GameState* S, int i) noexcept nogil:
    """The project goes to the discard pile, its tokens to the owners' supplies (R15.5, R15.6)."""
    cdef int j, s
    discard(S, S.above_card[i])
    for j in range(i, S.n_above - 1):
        S.above_card[j] = S.above_card[j + 1]
        for s in range(3):
            S.above_slot[j][s] = S.above_slot[j + 1][s]
    S.n_above -= 1
    S.above_card[S.n_above] = NO_CARD
    for s in range(3):
        S.above_slot[S.n_above][s] = 0


cdef void play_project(const Tables* R, GameState* S, int p, int card) noexcept nogil:
    """A new project enters leftmost above the board (R15.4); its own bonus is gained (R15.20)."""
    cdef int slot = 0, j, s
    if set_has(S.player[p].hand, card):
        set_drop(S.player[p].hand, card)
    else:
        slot = slot_of(S, card)
        S.player[p].money -= R.slot_cost[slot]
        S.display[slot - 1] = NO_CARD
    for j in range(S.n_above, 0, -1):
        S.above_card[j] = S.above_card[j - 1]
        for s in range(3):
            S.above_slot[j][s] = S.above_slot[j - 1][s]
    S.above_card[0] = <uint8_t> card
    for s in range(3):
        S.above_slot[0][s] = 0
    S.n_above += 1
    if S.n_above > R.n_above[S.n_players]:
        drop_above(R, S, S.n_above - 1)
    gain(R, S, OP_REPUTATION, R.card[card].play_reputation, card)


cdef uint8_t* slots_of(GameState* S, int card) noexcept nogil:
    cdef int i
    for i in range(S.n_base):
        if S.base_card[i] == card:
            return S.base_slot[i]
    for i in range(S.n_above):
        if S.above_card[i] == card:
            return S.above_slot[i]
    return NULL


cdef void apply_project(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int p = f.player, card = <int> action_a(action), slot = action_b(action) & 3, mask = action_b(action) >> 2
    cdef int i
    cdef Frame* g
    pop(S)
    if slots_of(S, card) == NULL:
        play_project(R, S, p, card)
    for i in range(2):
        if (mask >> i) & 1:
            S.player[p].card_tokens[R.icon_token_slot[i]] -= 1
    slots_of(S, card)[slot] = <uint8_t> (p + 1)
    if S.act.active and S.act.n_projects < 4:
        S.act.projects[S.act.n_projects] = <uint8_t> card
        S.act.n_projects += 1
    g = push(S, FRAME_LEFT_TOKEN, p)
    g.card = <uint8_t> card
    g.a = <uint8_t> slot
    if R.card[card].project_kind == PROJECT_RELEASE:
        g = push(S, FRAME_RELEASE, p)
        g.card = <uint8_t> card
        g.a = <uint8_t> slot


cdef int list_release(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    cdef const Card* C = &R.card[f.card]
    cdef int w, card, n = 0
    cdef uint64_t x
    for w in range(CARD_WORDS):
        x = S.player[f.player].zoo[w] & R.icon_animals[C.project_icon][w]
        while x:
            card = (w << 6) + lowest(x)
            x &= x - 1
            if C.slot_need[f.a] <= R.card[card].size <= C.slot_need_max[f.a]:
                out[n] = make_action(RELEASE, card, 0)
                n += 1
    return n


cdef void discard_pouched(GameState* S, int host) noexcept nogil:
    """Cards under a released animal go to the discard pile (R16.13)."""
    cdef int i = 0
    while i < S.n_pouched:
        if S.pouch_host[i] != host:
            i += 1
            continue
        set_drop(S.aside, S.pouch_card[i])
        discard(S, S.pouch_card[i])
        S.n_pouched -= 1
        S.pouch_card[i] = S.pouch_card[S.n_pouched]
        S.pouch_host[i] = S.pouch_host[S.n_pouched]
        S.pouch_card[S.n_pouched] = 0
        S.pouch_host[S.n_pouched] = 0


cdef void apply_release(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    """Appeal first, then the card, then its housing (R16.4-R16.13)."""
    cdef int p = f.player, card = <int> action_a(action)
    cdef Player* P = &S.player[p]
    cdef const Card* C = &R.card[card]
    pop(S)
    gain_appeal(R, S, p, -<int> C.appeal)
    set_drop(P.zoo, card)
    discard(S, card)
    remove_icons(S, p, C.icons)
    P.n_small -= C.size_class == SIZE_SMALL
    P.n_large -= C.size_class == SIZE_LARGE
    P.released += 1
    discard_pouched(S, card)
    if not leave_special(R, S, p, card):
        push(S, FRAME_EMPTY, p).card = <uint8_t> card


cdef int step_left_token(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    if S.player[f.player].left_tokens:
        return STEP_DECIDE
    # Only with the ruling support_without_bonus (C37).
    support_done(R, S, f)
    return STEP_DONE


cdef int list_left_token(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    return list_bits(S.player[f.player].left_tokens, LEFT_TOKEN, out, 0)


cdef void support_done(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    """The slot reward; it may be taken before or after the left-edge bonus (R15.19)."""
    cdef int p = f.player, card = f.card, slot = f.a
    cdef const Card* C = &R.card[card]
    pop(S)
    S.player[p].supported += 1
    gain(R, S, OP_CONSERVATION, C.slot_conservation[slot], card)
    gain(R, S, OP_REPUTATION, C.slot_reputation[slot], card)
    if C.project_kind == PROJECT_RELEASE:
        # Sponsor 224: a conservation point for each release project supported.
        gain_triggered(R, S, p, ON_RELEASE_SUPPORT, 0)


cdef void apply_left_token(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int p = f.player, i = <int> action_a(action)
    S.player[p].left_tokens &= <uint8_t> ~(1 << i)
    add_bonus(R, S, &R.map[S.player[p].map].left[i], NO_CARD)
    support_done(R, S, f)
