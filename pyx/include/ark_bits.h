/* Bit counting for bitboards and card sets, and the debug assertion. */
#ifndef ARK_BITS_H
#define ARK_BITS_H
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

static inline int ark_popcount(uint64_t x) {
#if defined(__POPCNT__) || defined(__aarch64__)
    return __builtin_popcountll(x);
#else
    /* Without the instruction the compiler would call a library function. */
    x -= (x >> 1) & 0x5555555555555555ULL;
    x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
    return (int)((x * 0x0101010101010101ULL) >> 56);
#endif
}
/* Index of the lowest set bit; x must not be 0. */
static inline int ark_lowest(uint64_t x) { return __builtin_ctzll(x); }

/* Number of missing units: sum over i of max(0, need[i] - have[i]) for 16 icon kinds. */
static inline int ark_deficit(const uint8_t *have, const uint8_t *need) {
#ifdef __SSE2__
    __m128i missing = _mm_subs_epu8(_mm_loadu_si128((const __m128i *)need), _mm_loadu_si128((const __m128i *)have));
    missing = _mm_sad_epu8(missing, _mm_setzero_si128());
    return _mm_cvtsi128_si32(missing) + _mm_extract_epi16(missing, 4);
#else
    int missing = 0;
    for (int i = 0; i < 16; i++) missing += need[i] > have[i] ? need[i] - have[i] : 0;
    return missing;
#endif
}

/* Whether two blocks of 64 bytes are the same. */
static inline int ark_same64(const void *left, const void *right) {
#ifdef __SSE2__
    const __m128i *a = (const __m128i *)left, *b = (const __m128i *)right;
    __m128i same = _mm_set1_epi8(-1);
    for (int i = 0; i < 4; i++) same = _mm_and_si128(same, _mm_cmpeq_epi8(_mm_loadu_si128(a + i), _mm_loadu_si128(b + i)));
    return _mm_movemask_epi8(same) == 0xFFFF;
#else
    return memcmp(left, right, 64) == 0;
#endif
}

/* The lower five bits of mask as bytes, 0xFF for a bit that is set. */
static inline uint64_t ark_bytes_of(unsigned mask) {
    return (((uint64_t)(mask & 31) * 0x0002040810204081ULL) & 0x0101010101ULL) * 0xFF;
}

/* Sum of those of the first five bytes that ark_bytes_of selected; all eight must be readable. */
static inline int ark_sum_where(const uint8_t *bytes, uint64_t selected) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t word;
    memcpy(&word, bytes, 8);
    return (int)(((word & selected) * 0x0101010101010101ULL) >> 56);
#else
    int sum = 0;
    for (int i = 0; i < 5; i++) sum += bytes[i] & (int)(selected >> 8 * i);
    return sum;
#endif
}

/* Bit i for each of 16 icon kinds that is there at all. */
static inline unsigned ark_present(const uint8_t *icons) {
#ifdef __SSE2__
    __m128i none = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)icons), _mm_setzero_si128());
    return ~(unsigned)_mm_movemask_epi8(none) & 0xFFFF;
#else
    unsigned found = 0;
    for (int i = 0; i < 16; i++) found |= (unsigned)(icons[i] != 0) << i;
    return found;
#endif
}

/* Position 1-5 of an action card in the order of slots, 0 when it is not there. */
static inline int ark_slot(const uint8_t *order, int card) {
    int slot = 0;
    for (int i = 0; i < 5; i++) slot += (i + 1) * (order[i] == card);
    return slot;
}

/* Writes first, first + 1 ... first + 11 in three vector stores. */
static inline void ark_ramp(uint32_t *out, uint32_t first) {
    typedef uint32_t lanes __attribute__((vector_size(16)));
    lanes step = {0, 1, 2, 3}, at = step + first;
    memcpy(out, &at, 16);
    at += 4;
    memcpy(out + 4, &at, 16);
    at += 4;
    memcpy(out + 8, &at, 16);
}

/* Adds 16 icon counts. */
static inline void ark_add_icons(uint8_t *to, const uint8_t *icons) {
#ifdef __SSE2__
    __m128i sum = _mm_add_epi8(_mm_loadu_si128((const __m128i *)to), _mm_loadu_si128((const __m128i *)icons));
    _mm_storeu_si128((__m128i *)to, sum);
#else
    for (int i = 0; i < 16; i++) to[i] += icons[i];
#endif
}

#define ARK_STATIC_ASSERT(condition) _Static_assert(condition, #condition)

#ifdef ARK_DEBUG
#define ARK_ASSERT(condition)                                                             \
    do {                                                                                  \
        if (!(condition)) {                                                               \
            fprintf(stderr, "%s:%d: assertion failed: %s\n", __FILE__, __LINE__, #condition); \
            abort();                                                                      \
        }                                                                                 \
    } while (0)
#else
#define ARK_ASSERT(condition) ((void)0)
#endif
#endif
