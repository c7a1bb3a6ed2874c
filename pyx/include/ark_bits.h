/* Bit counting for bitboards and card sets, and the debug assertion. */
#ifndef ARK_BITS_H
#define ARK_BITS_H
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    int missing = 0;
    for (int i = 0; i < 16; i++) missing += need[i] > have[i] ? need[i] - have[i] : 0;
    return missing;
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
