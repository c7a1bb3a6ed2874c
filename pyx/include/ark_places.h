/* Where buildings can stand: all anchors (lowest cells) of several forms at once, as bitboards.

   The cells of a map are numbered so that a step in one direction is the same distance everywhere: cell (x, y) is bit
   (13 x + y - 1) / 2. A form is therefore a few shifts, the same at every anchor, and `open >> s` has bit i where cell
   i + s is open: the AND over the cells of a form is the set of anchors where all of it is open. The same AND over the
   open cells that touch no building ("quiet") is the set where it stands alone, the difference is legal. Anchors at
   which a form would leave the map, and come in again on the other side, are not in `inside`.

   There are two versions of the scan with equal results: one in plain C, and one for processors with AVX2, which is
   chosen at run time where the compiler can do so. */
#ifndef ARK_PLACES_H
#define ARK_PLACES_H
#include <stdint.h>
#include "ark_bits.h"

enum { ARK_FORMS = 200, ARK_FORM_BLOCK = 4 };

/* Forms as columns; rows of `shift` hold the cells above the anchor, 0 (the anchor itself) where a form has no more. */
typedef struct {
    const uint64_t *shift; /* [cells - 1][ARK_FORMS] */
    const uint64_t *inside;
    const uint64_t *kind; /* bit of the kind of a form */
} ark_forms;

static inline uint64_t ark_legal(const ark_forms *forms, int f, uint64_t open, uint64_t quiet, int cells) {
    uint64_t free_ = open, alone = quiet;
    for (int j = 0; j < cells - 1; j++) {
        uint64_t s = forms->shift[j * ARK_FORMS + f];
        free_ &= open >> s;
        alone &= quiet >> s;
    }
    return (free_ ^ alone) & forms->inside[f];
}

static void ark_anchors_plain(const ark_forms *forms, uint64_t open, uint64_t quiet, int n, int cells,
                              uint64_t *anchors) {
    for (int f = 0; f < n; f++) anchors[f] = ark_legal(forms, f, open, quiet, cells);
}

static uint64_t ark_kinds_plain(const ark_forms *forms, uint64_t open, uint64_t quiet, int n, int cells) {
    uint64_t kinds = 0;
    for (int f = 0; f < n; f++) kinds |= ark_legal(forms, f, open, quiet, cells) ? forms->kind[f] : 0;
    return kinds;
}

static int ark_count_plain(const uint64_t *anchors, int n, uint8_t *counts) {
    int total = 0;
    for (int f = 0; f < n; f++) {
        counts[f] = (uint8_t)ark_popcount(anchors[f]);
        total += counts[f];
    }
    return total;
}

#if defined(__GNUC__) && defined(__x86_64__)
#include <immintrin.h>
#define ARK_AVX2 __attribute__((target("avx2,popcnt"))) /* no processor has only the first */

static inline int ark_has_avx2(void) {
#ifdef __AVX2__
    return 1;
#else
    return __builtin_cpu_supports("avx2");
#endif
}

ARK_AVX2 static inline __m256i ark_load(const uint64_t *from) { return _mm256_loadu_si256((const __m256i *)from); }

/* Four forms; with a constant number of cells the loop is unrolled. */
ARK_AVX2 static inline __attribute__((always_inline)) __m256i ark_block(const ark_forms *forms, int f, __m256i open,
                                                                        __m256i quiet, int cells) {
    __m256i free_ = open, alone = quiet;
    for (int j = 0; j < cells - 1; j++) {
        __m256i s = ark_load(forms->shift + j * ARK_FORMS + f);
        free_ = _mm256_and_si256(free_, _mm256_srlv_epi64(open, s));
        alone = _mm256_and_si256(alone, _mm256_srlv_epi64(quiet, s));
    }
    return _mm256_and_si256(_mm256_xor_si256(free_, alone), ark_load(forms->inside + f));
}

ARK_AVX2 static inline __attribute__((always_inline)) void ark_anchors_blocks(const ark_forms *forms, uint64_t open,
                                                                              uint64_t quiet, int n, int cells,
                                                                              uint64_t *anchors) {
    __m256i open4 = _mm256_set1_epi64x((long long)open), quiet4 = _mm256_set1_epi64x((long long)quiet);
    for (int f = 0; f < n; f += ARK_FORM_BLOCK)
        _mm256_storeu_si256((__m256i *)(anchors + f), ark_block(forms, f, open4, quiet4, cells));
}

ARK_AVX2 static void ark_anchors_avx2(const ark_forms *forms, uint64_t open, uint64_t quiet, int n, int cells,
                                      uint64_t *anchors) {
    if (cells <= 5)
        ark_anchors_blocks(forms, open, quiet, n, 5, anchors);
    else
        ark_anchors_blocks(forms, open, quiet, n, cells, anchors);
}

ARK_AVX2 static inline __attribute__((always_inline)) uint64_t ark_kinds_blocks(const ark_forms *forms, uint64_t open,
                                                                                uint64_t quiet, int n, int cells) {
    __m256i open4 = _mm256_set1_epi64x((long long)open), quiet4 = _mm256_set1_epi64x((long long)quiet);
    __m256i none = _mm256_setzero_si256(), kinds = none;
    for (int f = 0; f < n; f += ARK_FORM_BLOCK) {
        __m256i empty = _mm256_cmpeq_epi64(ark_block(forms, f, open4, quiet4, cells), none);
        kinds = _mm256_or_si256(kinds, _mm256_andnot_si256(empty, ark_load(forms->kind + f)));
    }
    __m128i half = _mm_or_si128(_mm256_castsi256_si128(kinds), _mm256_extracti128_si256(kinds, 1));
    return (uint64_t)_mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half)));
}

ARK_AVX2 static uint64_t ark_kinds_avx2(const ark_forms *forms, uint64_t open, uint64_t quiet, int n, int cells) {
    return cells <= 5 ? ark_kinds_blocks(forms, open, quiet, n, 5) : ark_kinds_blocks(forms, open, quiet, n, cells);
}

ARK_AVX2 static int ark_count_avx2(const uint64_t *anchors, int n, uint8_t *counts) {
    int total = 0;
    for (int f = 0; f < n; f++) {
        counts[f] = (uint8_t)__builtin_popcountll(anchors[f]);
        total += counts[f];
    }
    return total;
}
#else
#define ark_has_avx2() 0
#define ark_count_avx2 ark_count_plain
#define ark_anchors_avx2 ark_anchors_plain
#define ark_kinds_avx2 ark_kinds_plain
#endif

/* The legal anchors of n forms; `anchors` and the tables have room for n rounded up to a whole block. `cells` is the
   size of the largest form, or more. Free-standing buildings have no quiet cells. */
static inline void ark_anchors(const ark_forms *forms, uint64_t open, uint64_t quiet, int n, int cells,
                               uint64_t *anchors) {
    if (ark_has_avx2())
        ark_anchors_avx2(forms, open, quiet, n, cells, anchors);
    else
        ark_anchors_plain(forms, open, quiet, n, cells, anchors);
}

/* The kinds that have a legal anchor for one of n forms. The forms of other kinds in a last block count as well. */
static inline uint64_t ark_kinds(const ark_forms *forms, uint64_t open, uint64_t quiet, int n, int cells) {
    return ark_has_avx2() ? ark_kinds_avx2(forms, open, quiet, n, cells)
                          : ark_kinds_plain(forms, open, quiet, n, cells);
}

/* The anchors of each of n forms, and of all. */
static inline int ark_count(const uint64_t *anchors, int n, uint8_t *counts) {
    return ark_has_avx2() ? ark_count_avx2(anchors, n, counts) : ark_count_plain(anchors, n, counts);
}
#endif
