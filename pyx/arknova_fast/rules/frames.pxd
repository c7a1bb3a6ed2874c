# cython: language_level=3
"""The signature every rule module uses for its frames:

    step_*   brings the frame to a decision (STEP_DECIDE) or does what needs none (STEP_DONE)
    list_*   writes the legal actions of the decision in ascending order, returns their number
    apply_*  carries out one of them
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from arknova_fast.core.types cimport *
from arknova_fast.core.tables cimport Tables, Bonus, Card, Effect, Map, Placement
from arknova_fast.core.state cimport GameState, Player, Frame, Item, Action
from arknova_fast.core.action cimport make_action, action_verb, action_a, action_b
from arknova_fast.core.bits cimport (
    bit, lowest, popcount, deficit, ark_assert, set_has, set_add, set_drop, set_count, set_any, set_next, set_select,
    bytes_of, sum_where, present)
from arknova_fast.effects.pending cimport (
    STEP_DONE, STEP_DECIDE, top, push, pop, become)

# Appends one action per card of a hand. One loop over all words: each of four loops of unknown length would be
# mispredicted.
cdef inline int list_hand(const GameState* S, int p, int verb, action_t* out, int n) noexcept nogil:
    cdef uint64_t words[CARD_WORDS + 1]
    cdef int first[CARD_WORDS + 1]
    cdef int w, i = 0
    cdef uint64_t x
    for w in range(CARD_WORDS):
        words[i] = S.player[p].hand[w]
        first[i] = w << 6
        i += S.player[p].hand[w] != 0
    words[i] = 0
    first[i] = 0
    i = 0
    x = words[0]
    while x:
        out[n] = make_action(verb, first[i] + lowest(x), 0)
        n += 1
        x &= x - 1
        i += x == 0
        x = x if x else words[i]
    return n

# Appends one action per filled display slot up to `last`.
cdef inline int list_display(const GameState* S, int last, action_t* out, int n) noexcept nogil:
    cdef int i
    for i in range(last):
        out[n] = make_action(DISPLAY, i + 1, 0)
        n += S.display[i] != NO_CARD
    return n

# Appends one action per set bit of a mask, its position as argument.
cdef inline int list_bits(uint64_t mask, int verb, action_t* out, int n) noexcept nogil:
    while mask:
        out[n] = make_action(verb, lowest(mask), 0)
        n += 1
        mask &= mask - 1
    return n

# Puts an action into the ascending list out[start .. n - 1]; returns the new length.
cdef inline int insert_action(action_t a, action_t* out, int start, int n) noexcept nogil:
    cdef int j = n
    while j > start and out[j - 1] > a:
        out[j] = out[j - 1]
        j -= 1
    out[j] = a
    return n + 1

# Sorts out[start .. n - 1], a short list.
cdef inline int sort_actions(action_t* out, int start, int n) noexcept nogil:
    cdef int i
    for i in range(start, n):
        insert_action(out[i], out, start, i)
    return n

cdef inline int display_range(const Tables* R, const GameState* S, int p) noexcept nogil:
    return R.range_of[S.player[p].reputation]
