# cython: language_level=3
"""Effects of single cards and maps that no general opcode fits: 227, 221, H spaces of map 8."""
from arknova_fast.rules.frames cimport *
from arknova_fast.core.types cimport *
from arknova_fast.effects.gains cimport add_bonus
from arknova_fast.effects.zones cimport discard_limbo, draw_card, reveal_to_others


cdef void search_deck(const Tables* R, GameState* S, int p, int type_, int size_class) noexcept nogil:
    """Reveal deck cards until one matches; it goes to the hand, the others are discarded (R30.3, R30.4)."""
    cdef int card, _i
    cdef int left = S.n_deck + set_count(S.discard)
    for _i in range(left):
        card = draw_card(R, S)
        if card == NO_CARD:
            break
        if R.card[card].type == type_ and (size_class == SIZE_NONE or R.card[card].size_class == size_class):
            set_add(S.player[p].hand, card)
            reveal_to_others(S, p, card)
            break
        # Revealed cards stay out of a reshuffle of the same search.
        set_add(S.limbo, card)
    discard_limbo(S)


cdef void h_space(const Tables* R, GameState* S, int p) noexcept nogil:
    S.abilities_run |= <uint8_t> (1 << HOLLYWOOD)
    search_deck(R, S, p, SPONSOR, SIZE_NONE)


cdef int list_waza(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    out[0] = make_action(CHOOSE_CLASS, SIZE_SMALL, 0)
    out[1] = make_action(CHOOSE_CLASS, SIZE_LARGE, 0)
    return 2


cdef void apply_waza(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int p = f.player
    pop(S)
    S.player[p].waza_class = <uint8_t> action_a(action)
    search_deck(R, S, p, ANIMAL, <int> action_a(action))


cdef inline uint64_t open_bonuses(const Tables* R, const Player* P) noexcept nogil:
    return R.map[P.map].bonus & ~P.built


cdef int step_archaeologist(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    if open_bonuses(R, &S.player[f.player]):
        return STEP_DECIDE
    pop(S)
    return STEP_DONE


cdef int list_archaeologist(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    return list_bits(open_bonuses(R, &S.player[f.player]), BONUS_CELL, out, 0)


cdef void apply_archaeologist(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    """The bonus stays on the map and can be gained again by covering it."""
    cdef int p = f.player
    pop(S)
    add_bonus(R, S, &R.map[S.player[p].map].cell_bonus[action_a(action)], NO_CARD)
