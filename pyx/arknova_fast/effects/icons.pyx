# cython: language_level=3
"""Icons entering and leaving a zoo, and the sponsors they trigger."""
from arknova_fast.core.types cimport *
from arknova_fast.core.tables cimport Card, Effect
from arknova_fast.core.bits cimport add_counts, lowest, popcount, present
from arknova_fast.effects.gains cimport gain, gain_money, gain_appeal
from arknova_fast.effects.pending cimport add_item


cdef void trigger_own(const Tables* R, GameState* S, int p, int card, int icon, int count) noexcept nogil:
    cdef const Card* C = &R.card[card]
    cdef const Effect* e
    cdef int i
    for i in range(C.n_effects):
        e = &R.effect[C.effect_start + i]
        if e.trigger != ON_ICON or e.trig_arg != icon:
            continue
        if e.op <= OP_X_TOKEN:
            gain(R, S, e.op, e.n * count, card)
        elif e.token_slot == 255 or S.player[p].card_tokens[e.token_slot] > 0:
            add_item(S, e.op, e.n, e.arg, card, e.optional, count, C.effect_start + i)


cdef void trigger_other(const Tables* R, GameState* S, int q, int card, int icon, int count) noexcept nogil:
    """Gains of another player are applied at once (R22.7); only money and appeal occur."""
    cdef const Card* C = &R.card[card]
    cdef const Effect* e
    cdef int i
    for i in range(C.n_effects):
        e = &R.effect[C.effect_start + i]
        if e.trigger == ON_ICON and e.trig_arg == icon and e.any_zoo:
            if e.op == OP_MONEY:
                gain_money(S, q, e.n * count)
            elif e.op == OP_APPEAL:
                gain_appeal(R, S, q, e.n * count)


cdef void new_kinds(const Tables* R, GameState* S, int p, uint16_t fresh) noexcept nogil:
    """Sponsor 262: icons of a continent or category that enter the zoo for the first time."""
    cdef int card = -1, w, i
    cdef uint64_t x
    cdef const Card* C
    cdef const Effect* e
    for w in range(R.first_word[<int> SPONSOR], R.end_word[<int> SPONSOR]):
        x = S.player[p].zoo[w] & R.new_kind_set[w]
        while x:
            card = (w << 6) + lowest(x)
            x &= x - 1
            C = &R.card[card]
            for i in range(C.n_effects):
                e = &R.effect[C.effect_start + i]
                if e.trigger == ON_NEW_KIND:
                    gain(R, S, e.op, e.n * popcount(fresh & e.counter_mask), card)


cdef void add_icons(const Tables* R, GameState* S, int p, const uint8_t* icons, uint16_t mask) noexcept nogil:
    cdef uint16_t rest, fresh = mask & (CONTINENT_MASK | CATEGORY_MASK) & <uint16_t> ~present(S.player[p].icons)
    cdef int icon, q, w
    cdef uint64_t x
    add_counts(S.player[p].icons, icons)
    if fresh:
        new_kinds(R, S, p, fresh)
    for q in range(S.n_players):
        rest = mask & S.player[q].trig_icons
        while rest:
            icon = lowest(rest)
            rest &= rest - 1
            for w in range(R.first_word[<int> SPONSOR], R.end_word[<int> SPONSOR]):
                if q == p:
                    x = S.player[q].zoo[w] & (R.trig_own[icon][w] | R.trig_any[icon][w])
                else:
                    x = S.player[q].zoo[w] & R.trig_any[icon][w]
                while x:
                    if q == p:
                        trigger_own(R, S, p, (w << 6) + lowest(x), icon, icons[icon])
                    else:
                        trigger_other(R, S, q, (w << 6) + lowest(x), icon, icons[icon])
                    x &= x - 1


cdef void remove_icons(GameState* S, int p, const uint8_t* icons) noexcept nogil:
    cdef int i
    for i in range(N_ICONS):
        S.player[p].icons[i] -= icons[i]


cdef int icons_in_all_zoos(const GameState* S, int icon) noexcept nogil:
    cdef int n = 0, q
    for q in range(S.n_players):
        n += S.player[q].icons[icon]
    return n
