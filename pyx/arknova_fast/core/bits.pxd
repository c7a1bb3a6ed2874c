# cython: language_level=3
"""Bitboards (58 cells in a uint64) and card sets (CARD_WORDS words), inline."""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from arknova_fast.core.types cimport CARD_WORDS, NO_CARD

cdef extern from "ark_bits.h" nogil:
    int popcount "ark_popcount"(uint64_t x)
    int lowest "ark_lowest"(uint64_t x)
    int deficit "ark_deficit"(const uint8_t* have, const uint8_t* need)
    void set_unite "ark_unite"(uint64_t* to, const uint64_t* cards)
    uint64_t bytes_of "ark_bytes_of"(unsigned int mask)
    int sum_where "ark_sum_where"(const uint8_t* bytes, uint64_t selected)
    unsigned int present "ark_present"(const uint8_t* icons)
    void add_counts "ark_add_icons"(uint8_t* to, const uint8_t* icons)
    void ark_assert "ARK_ASSERT"(bint condition)
    void static_assert_ "ARK_STATIC_ASSERT"(bint condition)

cdef inline uint64_t bit(int i) noexcept nogil:
    return (<uint64_t> 1) << i

cdef inline bint set_has(const uint64_t* cards, int card) noexcept nogil:
    return (cards[card >> 6] >> (card & 63)) & 1

cdef inline void set_add(uint64_t* cards, int card) noexcept nogil:
    cards[card >> 6] |= bit(card & 63)

cdef inline void set_drop(uint64_t* cards, int card) noexcept nogil:
    cards[card >> 6] &= ~bit(card & 63)

cdef inline int set_count(const uint64_t* cards) noexcept nogil:
    cdef int n = 0, w
    for w in range(CARD_WORDS):
        n += popcount(cards[w])
    return n

cdef inline bint set_any(const uint64_t* cards) noexcept nogil:
    cdef uint64_t x = 0
    cdef int w
    for w in range(CARD_WORDS):
        x |= cards[w]
    return x != 0

cdef inline int set_and_count(const uint64_t* left, const uint64_t* right) noexcept nogil:
    cdef int n = 0, w
    for w in range(CARD_WORDS):
        n += popcount(left[w] & right[w])
    return n

# The cards of a set in ascending order: `card = set_next(cards, 0)`, then `set_next(cards, card + 1)`,
# until the result is NO_CARD.
cdef inline int set_next(const uint64_t* cards, int start) noexcept nogil:
    cdef int w = start >> 6
    cdef uint64_t x
    if w >= CARD_WORDS:
        return NO_CARD
    x = cards[w] & ~(bit(start & 63) - 1)
    while x == 0:
        w += 1
        if w >= CARD_WORDS:
            return NO_CARD
        x = cards[w]
    return (w << 6) + lowest(x)

# The k-th card of a set (k = 0 is the lowest); k must be below the number of cards.
cdef inline int set_select(const uint64_t* cards, int k) noexcept nogil:
    cdef int w = 0, n
    cdef uint64_t x
    while True:
        n = popcount(cards[w])
        if k < n:
            break
        k -= n
        w += 1
    x = cards[w]
    while k > 0:
        x &= x - 1
        k -= 1
    return (w << 6) + lowest(x)
