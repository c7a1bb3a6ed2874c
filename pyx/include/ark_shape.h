/* Yardsticks that run beside the engine: calibration loops and the shape model.

The calibration loops say what a core does with the raw material of a playout: a random draw, a scan of 300
placement masks, a copy of 2 KiB. The shape model has the memory and branch pattern of a random two-player game at
measured frequencies and none of its rules: the limit a flat-state engine could reach. Neither is a game.

Both are compiled with the flags of the engine, so that a ratio compares like with like. */
#ifndef ARK_SHAPE_H
#define ARK_SHAPE_H
#include <stdint.h>
#include <string.h>
#include <time.h>
#include "ark_bits.h"
#ifdef __AVX2__
#include <immintrin.h>
#endif

/* Time this thread has spent on a core, in nanoseconds: other processes on the machine do not count. */
static inline int64_t ark_thread_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* A cheap clock for single steps: ticks of unknown length, see ark_tick_ns. */
static inline uint64_t ark_ticks(void) {
#if defined(__x86_64__) || defined(__i386__)
    return __builtin_ia32_rdtsc();
#else
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + t.tv_nsec;
#endif
}

/* Length of a tick in nanoseconds, measured over 20 ms. */
static double ark_tick_ns(void) {
    struct timespec t;
    int64_t began, now;
    clock_gettime(CLOCK_MONOTONIC, &t);
    began = (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
    uint64_t ticks = ark_ticks();
    do {
        clock_gettime(CLOCK_MONOTONIC, &t);
        now = (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
    } while (now - began < 20000000);
    return (double)(now - began) / (ark_ticks() - ticks);
}

/* Ticks that reading the clock adds to an interval: the usual distance of two readings. */
static double ark_tick_cost(void) {
    uint64_t sum = 0, best = ~0ULL;
    for (int i = 0; i < 200; i++) {
        uint64_t first = ark_ticks();
        for (int j = 0; j < 64; j++) sum += ark_ticks() & 1;
        uint64_t took = ark_ticks() - first;
        if (took < best) best = took;
    }
    return (double)best / 65 + (double)(sum & 0); /* sum only keeps the readings alive */
}

/* Makes the compiler believe that the memory behind p is read and written here. */
static inline void ark_keep(void *p) { __asm__ volatile("" : : "r"(p) : "memory"); }

/* wyrand and a bounded pick (the high half of a product; the tiny bias does not matter here). */
static inline uint64_t shape_draw(uint64_t *seed) {
    *seed += 0xa0761d6478bd642fULL;
    __uint128_t m = (__uint128_t)*seed * (*seed ^ 0xe7037ed1a0b428dbULL);
    return (uint64_t)(m >> 64) ^ (uint64_t)m;
}
static inline uint32_t shape_below(uint64_t *seed, uint32_t n) {
    return (uint32_t)(((__uint128_t)shape_draw(seed) * n) >> 64);
}

enum { SHAPE_KINDS = 10, SHAPE_ROOM = 320, SHAPE_CELLS = 60, SHAPE_MASKS = 300, SHAPE_COPY = 2048 };

/* --- tables ------------------------------------------------------------------------------------------------------ */

static struct {
    uint64_t place[SHAPE_KINDS][SHAPE_ROOM] __attribute__((aligned(64)));
    int n_places[SHAPE_KINDS];
    uint64_t near[64];
    uint8_t need[256][16], icons[256][16];
    uint8_t cost[256], size[256], type[256], appeal[256];
    uint64_t mask[SHAPE_MASKS]; /* of the calibration loops */
} SHAPE;

static uint64_t shape_around(uint64_t cells) {
    uint64_t found = 0;
    for (; cells; cells &= cells - 1) found |= SHAPE.near[ark_lowest(cells)];
    return found;
}

/* A connected random set of that many cells. */
static uint64_t shape_footprint(uint64_t *seed, int size) {
    uint64_t cells = 1ULL << shape_below(seed, SHAPE_CELLS);
    while (ark_popcount(cells) < size) {
        uint64_t rim = shape_around(cells) & ~cells;
        for (int k = shape_below(seed, ark_popcount(rim)); k > 0; k--) rim &= rim - 1;
        cells |= rim & -rim;
    }
    return cells;
}

static void ark_shape_init(void) {
    static const int counts[SHAPE_KINDS] = {56, 130, 230, 300, 316, 56, 56, 120, 160, 200};
    static const int sizes[SHAPE_KINDS] = {1, 2, 3, 4, 5, 1, 1, 3, 5, 4};
    static const int step[6][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}};
    uint64_t seed = 99;
    for (int c = 0; c < SHAPE_CELLS; c++) {
        SHAPE.near[c] = 0;
        for (int d = 0; d < 6; d++) {
            int x = c % 9 + step[d][0], y = c / 9 + step[d][1];
            if (x >= 0 && x < 9 && y >= 0 && y * 9 + x < SHAPE_CELLS) SHAPE.near[c] |= 1ULL << (y * 9 + x);
        }
    }
    for (int k = 0; k < SHAPE_KINDS; k++) {
        SHAPE.n_places[k] = counts[k];
        for (int i = 0; i < counts[k]; i++) SHAPE.place[k][i] = shape_footprint(&seed, sizes[k]);
    }
    memset(SHAPE.need, 0, sizeof SHAPE.need);
    memset(SHAPE.icons, 0, sizeof SHAPE.icons);
    for (int c = 0; c < 256; c++) {
        SHAPE.type[c] = c < 150 ? 0 : c < 220 ? 1 : 2;
        SHAPE.cost[c] = 6 + shape_below(&seed, 24);
        SHAPE.size[c] = 1 + shape_below(&seed, 5);
        SHAPE.appeal[c] = 1 + shape_below(&seed, 9);
        for (int i = 0; i < 2; i++) SHAPE.icons[c][shape_below(&seed, 16)]++;
        if (shape_below(&seed, 3) == 0) SHAPE.need[c][shape_below(&seed, 16)] = 1 + shape_below(&seed, 2);
    }
    for (int i = 0; i < SHAPE_MASKS; i++) SHAPE.mask[i] = shape_footprint(&seed, 1 + i % 5);
}

/* --- calibration loops ------------------------------------------------------------------------------------------- */

/* Part 0: draw and bounded pick; 1: the same and a scan of 300 masks into a list, one of which is picked;
   2: the same and a copy of 2 KiB. */
static uint64_t ark_calibrate(int part, int64_t rounds, uint64_t seed) {
    static const uint8_t from[SHAPE_COPY] = {1};
    uint8_t to[SHAPE_COPY];
    uint32_t list[SHAPE_MASKS];
    uint64_t check = 0;
    for (int64_t r = 0; r < rounds; r++) {
        if (part == 0) {
            check += shape_below(&seed, 1 + (uint32_t)(r & 255));
            continue;
        }
        uint64_t blocked = shape_draw(&seed);
        int n = 0;
        for (int i = 0; i < SHAPE_MASKS; i++) {
            list[n] = i;
            n += (SHAPE.mask[i] & blocked) == 0;
        }
        ark_keep(list);
        check += n ? list[shape_below(&seed, n)] : 0;
        if (part == 2) {
            memcpy(to, from, sizeof to);
            ark_keep(to);
            check += to[0];
        }
    }
    return check;
}

/* --- the shape model --------------------------------------------------------------------------------------------- */

typedef struct { uint8_t size, used, cell, pad; } ShapePen;
typedef struct {
    uint64_t covered, front;
    uint8_t icons[16] __attribute__((aligned(16)));
    uint8_t order[8];
    int16_t money, appeal, conservation, reputation;
    uint8_t workers, tokens, n_hand, n_pens, n_zoo;
    uint8_t hand[32];
    ShapePen pen[40];
    uint8_t zoo[64];
    uint8_t upgraded[8];
} ShapeZoo;
typedef struct {
    ShapeZoo zoo[2];
    uint8_t deck[256], discard[256];
    uint8_t n_deck, n_discard, display[6], owner, break_steps;
    uint8_t pad[300];
} ShapeState;
typedef struct { uint64_t choices, options, check; } ShapeCount;

static inline void shape_count(ShapeCount *C, int options) {
    C->choices++;
    C->options += options;
}

static inline int shape_allows(const ShapeZoo *Z, int card) {
    int ok = 1;
    for (int i = 0; i < 16; i++) ok &= Z->icons[i] >= SHAPE.need[card][i];
    return ok;
}

/* Legal placements as bits: no blocked cell, and touching the front. */
static inline int shape_scan(int kind, uint64_t blocked, uint64_t front, uint64_t *bits) {
    const uint64_t *place = SHAPE.place[kind];
    int n = SHAPE.n_places[kind], count = 0;
    for (int i = 0, w = 0; i < n; i += 64, w++) {
        uint64_t word = 0;
#ifdef __AVX2__
        __m256i zero = _mm256_setzero_si256(), b = _mm256_set1_epi64x(blocked), f = _mm256_set1_epi64x(front);
        for (int j = 0; j < 64 && i + j < n; j += 4) {
            __m256i p = _mm256_load_si256((const __m256i *)(place + i + j));
            __m256i free_ = _mm256_cmpeq_epi64(_mm256_and_si256(p, b), zero);
            __m256i apart = _mm256_cmpeq_epi64(_mm256_and_si256(p, f), zero);
            word |= (uint64_t)(uint32_t)_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_andnot_si256(apart, free_))) << j;
        }
#else
        for (int j = 0; j < 64 && i + j < n; j++)
            word |= (uint64_t)(((place[i + j] & blocked) == 0) & ((place[i + j] & front) != 0)) << j;
#endif
        bits[w] = word;
        count += ark_popcount(word);
    }
    return count;
}

static inline int shape_any_fits(int kind, uint64_t blocked, uint64_t front) {
    for (int i = 0; i < SHAPE.n_places[kind]; i++)
        if (!(SHAPE.place[kind][i] & blocked) && (SHAPE.place[kind][i] & front)) return 1;
    return 0;
}

static inline int shape_select(uint64_t x, int k) {
    while (k--) x &= x - 1;
    return ark_lowest(x);
}

static inline int shape_select_wide(const uint64_t *bits, int k) {
    int w = 0, n;
    while (k >= (n = ark_popcount(bits[w]))) {
        k -= n;
        w++;
    }
    return w * 64 + shape_select(bits[w], k);
}

static inline void shape_shuffle(uint8_t *cards, int n, uint64_t *seed) {
    for (int i = n; i > 1; i--) {
        int j = shape_below(seed, i);
        uint8_t card = cards[i - 1];
        cards[i - 1] = cards[j];
        cards[j] = card;
    }
}

static inline void shape_draw_card(ShapeState *S, ShapeZoo *Z, uint64_t *seed) {
    if (!S->n_deck) {
        memcpy(S->deck, S->discard, S->n_discard);
        S->n_deck = S->n_discard;
        S->n_discard = 0;
        shape_shuffle(S->deck, S->n_deck, seed);
    }
    if (S->n_deck && Z->n_hand < 31) Z->hand[Z->n_hand++] = S->deck[--S->n_deck];
}

static inline void shape_discard(ShapeState *S, ShapeZoo *Z, int k) {
    S->discard[S->n_discard++] = Z->hand[k];
    Z->hand[k] = Z->hand[--Z->n_hand];
}

static inline void shape_new_map(ShapeZoo *Z) {
    Z->covered = 0;
    Z->front = 1ULL << 10 | 1ULL << 20;
}

static void shape_set_up(ShapeState *S, uint64_t *seed, ShapeCount *C) {
    memset(S, 0, sizeof *S);
    for (int i = 0; i < 255; i++) S->deck[i] = i;
    S->n_deck = 255;
    shape_shuffle(S->deck, 255, seed);
    for (int p = 0; p < 2; p++) {
        ShapeZoo *Z = &S->zoo[p];
        for (int i = 0; i < 5; i++) Z->order[i] = i;
        Z->money = 25;
        shape_new_map(Z);
        for (int i = 0; i < 8; i++) shape_draw_card(S, Z, seed);
        for (int i = 0; i < 4; i++) {
            shape_discard(S, Z, shape_below(seed, Z->n_hand));
            C->choices++;
        }
    }
    for (int i = 0; i < 6; i++) S->display[i] = S->deck[--S->n_deck];
}

static inline void shape_cards(ShapeState *S, ShapeZoo *Z, uint64_t *seed, ShapeCount *C) {
    int n = 1 + shape_below(seed, 3);
    for (int i = 0; i < n; i++) {
        int slot = shape_below(seed, 7);
        shape_count(C, 7);
        if (slot == 6) {
            shape_draw_card(S, Z, seed);
            continue;
        }
        Z->hand[Z->n_hand < 31 ? Z->n_hand++ : 30] = S->display[slot];
        for (int j = slot; j < 5; j++) S->display[j] = S->display[j + 1];
        shape_draw_card(S, Z, seed);
        S->display[5] = Z->hand[--Z->n_hand];
    }
    if (Z->n_hand) {
        shape_count(C, Z->n_hand);
        shape_discard(S, Z, shape_below(seed, Z->n_hand));
    }
    S->break_steps += 2;
}

static inline void shape_build(ShapeState *S, ShapeZoo *Z, int strength, uint64_t *seed, ShapeCount *C) {
    uint64_t bits[8], blocked = Z->covered, cells, bonus;
    uint8_t kinds[SHAPE_KINDS];
    int n = 0, kind;
    for (int k = 0; k < SHAPE_KINDS && k < strength + 4; k++)
        if (Z->money >= 2 * (k < 5 ? k + 1 : 2)) kinds[n++] = k;
    if (!n) return;
    shape_count(C, n);
    kind = kinds[shape_below(seed, n)];
    n = shape_scan(kind, blocked, Z->front, bits);
    if (!n) return;
    shape_count(C, n);
    cells = SHAPE.place[kind][shape_select_wide(bits, shape_below(seed, n))];
    Z->covered |= cells;
    Z->front = (Z->front | shape_around(cells)) & ~Z->covered;
    Z->money -= 2 * ark_popcount(cells);
    if (Z->n_pens < 39) {
        Z->pen[Z->n_pens].size = ark_popcount(cells);
        Z->pen[Z->n_pens].used = 0;
        Z->n_pens++;
    }
    for (bonus = cells & 0x0080200408010020ULL; bonus; bonus &= bonus - 1) {
        int what = ark_lowest(bonus) & 3;
        if (what == 0) shape_draw_card(S, Z, seed);
        else if (what == 1) Z->money += 5;
        else Z->tokens++;
    }
    if (ark_popcount(Z->covered) > 46) {
        shape_new_map(Z);
        Z->n_pens = 0;
    }
}

static inline void shape_animal(ShapeState *S, ShapeZoo *Z, uint32_t playable, uint64_t *seed, ShapeCount *C) {
    int n = ark_popcount(playable), h, card, pens[40], n_pens = 0;
    shape_count(C, n);
    h = shape_select(playable, shape_below(seed, n));
    card = Z->hand[h];
    for (int e = 0; e < Z->n_pens; e++)
        if (!Z->pen[e].used && Z->pen[e].size >= SHAPE.size[card]) pens[n_pens++] = e;
    shape_count(C, n_pens);
    Z->pen[pens[shape_below(seed, n_pens)]].used = 1;
    Z->money -= SHAPE.cost[card];
    Z->appeal += SHAPE.appeal[card];
    for (int i = 0; i < 16; i++) Z->icons[i] += SHAPE.icons[card][i];
    Z->zoo[Z->n_zoo++ & 63] = card;
    Z->hand[h] = Z->hand[--Z->n_hand];
    switch (card & 7) {
    case 0: shape_draw_card(S, Z, seed); shape_draw_card(S, Z, seed); break;
    case 1: Z->money += 3 * (card & 3); break;
    case 2: Z->tokens++; break;
    case 3:
        for (int i = 0; i < 5; i++)
            if (Z->order[i] == (card >> 3) % 5) {
                shape_count(C, 5);
                break;
            }
        break;
    case 4: S->zoo[!S->owner].money -= 2; break;
    default: Z->reputation++;
    }
}

static inline void shape_sponsor(ShapeState *S, ShapeZoo *Z, uint32_t playable, int strength, uint64_t *seed,
                                 ShapeCount *C) {
    int n = ark_popcount(playable), h, card;
    if (!n) {
        Z->money += strength;
        S->break_steps += strength;
        return;
    }
    shape_count(C, n + 1);
    h = shape_select(playable, shape_below(seed, n));
    card = Z->hand[h];
    Z->zoo[Z->n_zoo++ & 63] = card;
    Z->hand[h] = Z->hand[--Z->n_hand];
    Z->money += Z->icons[card & 15];
    Z->reputation++;
}

static inline void shape_association(ShapeZoo *Z, uint64_t *seed, ShapeCount *C) {
    int task, many = 0;
    shape_count(C, 6);
    Z->workers++;
    task = shape_below(seed, 6);
    if (task < 2) {
        Z->reputation += 2;
    } else if (task < 5) {
        Z->icons[shape_below(seed, 16)]++;
        shape_count(C, 4);
    } else {
        shape_count(C, 5);
        for (int i = 0; i < 16; i++) many += Z->icons[i] > 2;
        Z->conservation += 2 + (many > 2);
        shape_count(C, 5);
    }
}

static void shape_break(ShapeState *S, uint64_t *seed, ShapeCount *C) {
    S->break_steps = 0;
    for (int p = 0; p < 2; p++) {
        ShapeZoo *Z = &S->zoo[p];
        int income = Z->appeal / 3 + 5;
        while (Z->n_hand > 3) {
            shape_count(C, Z->n_hand);
            shape_discard(S, Z, shape_below(seed, Z->n_hand));
        }
        Z->workers = 0;
        for (int i = 0; i < Z->n_zoo && i < 64; i++) income += (Z->zoo[i] & 15) == 3;
        Z->money += income + ark_popcount(Z->front) / 8;
    }
    for (int i = 0; i < 2; i++) S->discard[S->n_discard++] = S->display[i];
    for (int i = 0; i < 4; i++) S->display[i] = S->display[i + 2];
    for (int i = 4; i < 6; i++) {
        ShapeZoo *Z = &S->zoo[0];
        shape_draw_card(S, Z, seed);
        if (Z->n_hand) S->display[i] = Z->hand[--Z->n_hand];
    }
}

/* Main choice of a turn: which of the six turns can do something, and with which cards. */
static inline int shape_turns(const ShapeZoo *Z, const int *strength, uint32_t *animals, uint32_t *sponsors) {
    int found = 1 | 8;
    if (Z->money >= 2)
        for (int k = 0; k < SHAPE_KINDS && k < strength[1] + 4; k++)
            if (shape_any_fits(k, Z->covered, Z->front)) {
                found |= 2;
                break;
            }
    for (int i = 0; i < Z->n_hand; i++) {
        int card = Z->hand[i], fits = 0;
        if (SHAPE.type[card] == 1 && SHAPE.size[card] + 2 <= strength[3] && shape_allows(Z, card)) *sponsors |= 1u << i;
        if (SHAPE.type[card] != 0 || SHAPE.cost[card] > Z->money || !shape_allows(Z, card)) continue;
        for (int e = 0; e < Z->n_pens; e++)
            if (!Z->pen[e].used && Z->pen[e].size >= SHAPE.size[card]) {
                fits = 1;
                break;
            }
        *animals |= (uint32_t)fits << i;
    }
    if (*animals) found |= 4;
    if (Z->workers < 2) found |= 16;
    if (Z->tokens < 5) found |= 32;
    return found;
}

static void shape_turn(ShapeState *S, uint64_t *seed, ShapeCount *C) {
    ShapeZoo *Z = &S->zoo[S->owner];
    uint32_t animals = 0, sponsors = 0;
    int strength[5], turns, n, what, slot, card;
    for (int i = 0; i < 5; i++) strength[Z->order[i]] = i + 1;
    turns = shape_turns(Z, strength, &animals, &sponsors);
    n = ark_popcount(turns);
    shape_count(C, n);
    what = shape_select(turns, shape_below(seed, n));
    if (what == 5) {
        slot = shape_below(seed, 5);
        Z->tokens++;
        shape_count(C, 5);
    } else {
        slot = strength[what] - 1;
        if (Z->tokens && (shape_draw(seed) & 3) == 0) {
            Z->tokens--;
            shape_count(C, Z->tokens + 1);
        }
    }
    card = Z->order[slot];
    for (int i = slot; i > 0; i--) Z->order[i] = Z->order[i - 1];
    Z->order[0] = card;
    switch (what) {
    case 0: shape_cards(S, Z, seed, C); break;
    case 1: shape_build(S, Z, strength[1], seed, C); break;
    case 2: shape_animal(S, Z, animals, seed, C); break;
    case 3: shape_sponsor(S, Z, sponsors, strength[3], seed, C); break;
    case 4: shape_association(Z, seed, C); break;
    }
    if (S->break_steps >= 9) shape_break(S, seed, C);
    S->owner ^= 1;
}

/* Plays that many "games" of so many turns. */
static void ark_shape_play(int64_t games, int turns, uint64_t seed, ShapeCount *C) {
    ShapeState S;
    memset(C, 0, sizeof *C);
    for (int64_t g = 0; g < games; g++) {
        shape_set_up(&S, &seed, C);
        for (int t = 0; t < turns; t++) shape_turn(&S, &seed, C);
        C->check += S.zoo[0].money + S.zoo[1].covered;
    }
}
#endif
