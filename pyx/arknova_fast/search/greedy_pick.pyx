# cython: language_level=3
"""The smaller choices of `greedy`: a worth for each action of a frame."""
from arknova_fast.core.types cimport *
from arknova_fast.core.action cimport action_a, action_b, action_verb
from arknova_fast.core.bits cimport bit, lowest, popcount, set_has
from arknova_fast.core.state cimport Frame, Item
from arknova_fast.core.tables cimport Placement
from arknova_fast.rules.animals cimport animal_cost
from arknova_fast.rules.housing cimport enclosure_size
from arknova_fast.rules.scoring cimport final_value
from arknova_fast.rules.sponsors cimport sponsor_level
from arknova_fast.effects.zones cimport slot_of
from arknova_fast.search.greedy_association cimport (
    donation_worth, left_bonus, partner_worth, release_loss, support_worth, task_worth, university_worth)
from arknova_fast.search.greedy_build cimport cell_bonuses, find_wants, kind_worth, place_worth
from arknova_fast.search.greedy_action cimport break_worth
from arknova_fast.search.greedy_worth cimport animal_gain, card_worth, conditions_missing, sponsor_gain


cdef void begin_choice(Choice* c, View* v) noexcept nogil:
    cdef int kind = v.S.frame[v.S.n_frames - 1].kind
    c.v = v
    c.kind = kind
    if kind == FRAME_BUILD or kind == FRAME_BUILD_PLACE or kind == FRAME_FREE_BUILDING or kind == FRAME_SPONSOR_PLACE:
        find_wants(v, &c.wants)
        cell_bonuses(v, c.cell_bonus)


cdef inline const Frame* frame_of(const View* v) noexcept nogil:
    return &v.S.frame[v.S.n_frames - 1]


cdef double house_rating(const View* v, int cell) noexcept nogil:
    """The smallest enclosure with the least terrain to spare; next to the tower of map 1 it brings appeal."""
    cdef const Placement* b
    cdef uint64_t cells = bit(cell), near = v.R.cell_near[cell]
    cdef int i, size = 1
    if not v.P.enclosure1 & bit(cell):
        for i in range(v.P.n_multi):
            b = &v.R.place[v.P.multi[i]]
            if b.anchor == cell and b.kind <= ENCLOSURE_5:
                cells = b.cells
                near = b.near
                size = b.size
                break
    cdef double worth = -1.0 * size - 0.2 * popcount(near & (v.M.rock | v.M.water))
    if v.M.ability == OBSERVATION_TOWER and cells & v.M.ability_cells and not cells & v.M.ability_core:
        worth += v.R.tower_appeal * v.appeal
    return worth


cdef inline bint opens(const View* v, int card) noexcept nogil:
    """An animal without unmet conditions that the money at hand houses and pays."""
    cdef const Card* C = &v.R.card[card]
    return C.type == ANIMAL and C.size and conditions_missing(v, C) == 0 and (
        C.cost + v.R.kind_cost[ENCLOSURE_1 + C.size - 1] <= v.P.money)


cdef double hand_rating(const View* v, int kept) noexcept nogil:
    """A starting hand: the cards it keeps; the first animal to begin with counts most, the second half."""
    cdef double worth = 0
    cdef int w, card, i = 0, n = 0
    cdef uint64_t x
    for w in range(CARD_WORDS):
        x = v.P.hand[w]
        while x:
            card = (w << 6) + lowest(x)
            x &= x - 1
            if (kept >> i) & 1:
                worth += card_worth(v, card)
                n += opens(v, card)
            i += 1
    return worth + v.w.opening * (1.5 if n > 1 else n)


cdef double pass_rating(const Choice* c) noexcept nogil:
    """Declining: a little above nothing where going on costs something."""
    if c.kind == FRAME_DIG:
        return c.v.w.card * c.v.later * 0.6
    return 0.0


cdef double discard_rating(const Choice* c, int card) noexcept nogil:
    cdef double worth = card_worth(c.v, card)
    if c.kind == FRAME_DIG:
        # Exchanged for an unknown card.
        return card_gain(c.v, 1) - worth
    return -worth


cdef double display_rating(const Choice* c, int slot) noexcept nogil:
    cdef const View* v = c.v
    cdef double worth = card_worth(v, v.S.display[slot - 1])
    if c.kind == FRAME_DIG:
        # Only worth while when the display hides nothing one would like to take.
        return 0.3 * card_gain(v, 1) - worth
    return worth


cdef double build_rating(const Choice* c, int verb, action_t action) noexcept nogil:
    cdef const View* v = c.v
    cdef int pid
    if verb != PLACE:
        return kind_worth(v, &c.wants, <int> action_a(action), False)
    pid = action_a(action)
    if c.kind == FRAME_FREE_BUILDING and v.R.place[pid].kind == PAVILION:
        return place_worth(v, &c.wants, pid, c.cell_bonus) + v.appeal
    if c.kind == FRAME_FREE_BUILDING:
        return place_worth(v, &c.wants, pid, c.cell_bonus) + 0.01
    return place_worth(v, &c.wants, pid, c.cell_bonus)


cdef double play_rating(const View* v, int verb, int card) noexcept nogil:
    cdef int slot
    if verb == PLAY_ANIMAL:
        slot = 0 if set_has(v.P.hand, card) else slot_of(v.S, card)
        return animal_gain(v, card) + money_gain(v, -animal_cost(v.R, v.P, &v.R.card[card], slot))
    slot = 0 if set_has(v.P.hand, card) else slot_of(v.S, card)
    if frame_of(v).kind == FRAME_SPONSOR_FOR_MONEY:
        return sponsor_gain(v, card) + money_gain(v, -sponsor_level(v.R, v.P, &v.R.card[card]))
    # A higher level used up means less for the next sponsor of the same action.
    return sponsor_gain(v, card) + money_gain(v, -v.R.slot_cost[slot])


cdef double release_rating(const View* v, int card) noexcept nogil:
    return -release_loss(v, card)


cdef double association_rating(const View* v, int verb, action_t action) noexcept nogil:
    cdef int a = action_a(action)
    if verb == DO_TASK:
        return task_worth(v, a)
    elif verb == DONATE:
        return donation_worth(v)
    elif verb == PARTNER:
        return partner_worth(v, a)
    elif verb == UNIVERSITY:
        return university_worth(v, a)
    elif verb == SUPPORT:
        return support_worth(v, a, action_b(action) & 3, popcount(action_b(action) >> 2))
    elif verb == LEFT_TOKEN:
        return left_bonus(v, a)
    return release_rating(v, a)


cdef double track_rating(const View* v, int verb, int a) noexcept nogil:
    if verb == UPGRADE:
        return upgrade_gain(v, a)
    elif verb == TAKE_WORKER:
        return worker_gain(v)
    elif verb == TAKE_MONEY:
        return money_gain(v, v.R.tile_money)
    elif verb == TAKE_TILE:
        return bonus_gain(v, &v.R.tile[v.S.tile[a]])
    return 0


cdef double final_rating(const View* v, int card) noexcept nogil:
    """What the card gives now, and for cards that grow a share of what is left to gain."""
    cdef double now = final_value(v.R, v.S, v.p, card)
    return now + 0.3 * v.later * (v.R.final_card[card].cap - now)


cdef double order_rating(const View* v, const Item* item) noexcept nogil:
    """Open effects: upgrades before reputation, reputation before cards; deferred: extra actions last."""
    cdef int op = item.op
    if op == OP_UPGRADE or op == OP_CONS_CHOICE:
        return 9
    elif op == OP_CONSERVATION:
        return 8
    elif op == OP_REPUTATION:
        return 7
    elif op == OP_APPEAL:
        # Interactive abilities come first: they strike players ahead of this one.
        return 2
    elif op == OP_CLEVER or op == OP_BOOST:
        return 5
    return 4


cdef double card_rating(const View* v, int verb, int card) noexcept nogil:
    """Cards taken, sold, tucked."""
    if verb == SELL:
        return v.R.sell_money * v.money - card_worth(v, card) - 0.2 * v.w.card * v.later
    elif verb == HARBOR_SALE:
        return v.R.harbor_money * v.money - card_worth(v, card) - 0.5 * v.w.card * v.later
    elif verb == TUCK:
        return v.R.pouch_appeal * v.appeal - card_worth(v, card) - 0.2 * v.w.card * v.later
    return card_worth(v, card) + 0.1


cdef double other_rating(const Choice* c, int verb, action_t action) noexcept nogil:
    cdef const View* v = c.v
    cdef int a = action_a(action)
    if verb == HOUSE:
        return house_rating(v, a)
    elif verb == HOUSE_SPECIAL:
        return -0.5
    elif verb == SHARE:
        return 0.5
    elif verb == EMPTY:
        return enclosure_size(v.R, v.S, v.p, a)
    elif verb == MOVE_IN:
        return 0.5
    elif verb == TOKEN_ON:
        return 1.0 if a == ANIMALS else 0.9 if a == BUILD else 0.5
    elif verb == TARGET:
        return v.S.player[a].appeal
    elif verb == GIVE_CARD:
        return -v.w.card * v.later
    elif verb == PAY:
        return -v.R.pilfer_money * v.money
    elif verb == CHOOSE_CLASS:
        return v.P.n_small * 1.0 + 1 + v.small if a == SIZE_SMALL else v.P.n_large * 1.0 + v.large
    elif verb == BONUS_CELL:
        return bonus_gain(v, &v.M.cell_bonus[a])
    elif verb == REFILL:
        return 0.5
    elif verb == GAIN:
        return reputation_gain(v, 1)
    elif verb == DECK:
        return card_gain(v, 1)
    return 0


cdef double action_rating(Choice* c, action_t action) noexcept nogil:
    cdef const View* v = c.v
    cdef int verb = action_verb(action), a = action_a(action)
    if verb == PASS:
        return pass_rating(c)
    elif verb == KEEP_HAND:
        return hand_rating(v, a)
    elif verb == BUILD_KIND or verb == BUILD_AGAIN or verb == PLACE:
        return build_rating(c, verb, action)
    elif verb == PLAY_ANIMAL or verb == PLAY_SPONSOR:
        return play_rating(v, verb, a)
    elif DO_TASK <= verb <= RELEASE:
        return association_rating(v, verb, action)
    elif verb == ADVANCE_BREAK:
        return money_gain(v, v.R.sponsors_money[v.S.act.side] * v.S.act.strength) + break_worth(v, v.S.act.strength)
    elif verb == RESOLVE:
        return order_rating(v, &v.S.open[a] if c.kind == FRAME_OPEN else &v.S.deferred[a])
    elif UPGRADE <= verb <= TAKE_TILE:
        return track_rating(v, verb, a)
    elif verb == DISCARD_FINAL:
        return -final_rating(v, a)
    elif verb == KEEP_FINAL:
        return final_rating(v, a)
    elif verb == DISCARD:
        return discard_rating(c, a)
    elif verb == DISPLAY:
        return display_rating(c, a)
    elif verb == TAKE_CARD or verb == SELL or verb == TUCK or verb == HARBOR_SALE:
        return card_rating(v, verb, a)
    return other_rating(c, verb, action)
