# cython: language_level=3
"""SFC64 seeded like numpy.random.SeedSequence(seed, spawn_key=(game, stream)), bit for bit.

Streams: 0 set-up and all chance of the game, 1 + seat the policy of that seat, 9 search.
"""
from libc.stdint cimport uint8_t, uint32_t, uint64_t

cdef enum:
    STREAM_CHANCE = 0
    STREAM_POLICY = 1
    STREAM_SEARCH = 9

cdef extern from *:
    """
    /* Upper 64 bits of the product, for Lemire's bounded draw. */
    static inline uint64_t ark_mulhi(uint64_t a, uint64_t b, uint64_t *low) {
        __uint128_t m = (__uint128_t)a * b;
        *low = (uint64_t)m;
        return (uint64_t)(m >> 64);
    }
    static inline uint32_t ark_rotl32(uint32_t x, int k) { return (x << k) | (x >> (32 - k)); }
    """
    uint64_t mulhi "ark_mulhi"(uint64_t a, uint64_t b, uint64_t* low) nogil

cdef inline uint64_t next_u64(uint64_t* state) noexcept nogil:
    cdef uint64_t out = state[0] + state[1] + state[3]
    state[3] += 1
    state[0] = state[1] ^ (state[1] >> 11)
    state[1] = state[2] + (state[2] << 3)
    state[2] = ((state[2] << 24) | (state[2] >> 40)) + out
    return out

# A uniform draw from 0 .. n - 1 (Lemire 2019, unbiased); n must be at least 1.
cdef inline uint32_t below(uint64_t* state, uint32_t n) noexcept nogil:
    cdef uint64_t low
    cdef uint64_t high = mulhi(next_u64(state), n, &low)
    cdef uint64_t threshold
    if low < n:
        threshold = (-<uint64_t> n) % n
        while low < threshold:
            high = mulhi(next_u64(state), n, &low)
    return <uint32_t> high

cdef inline void shuffle(uint64_t* state, uint8_t* items, int n) noexcept nogil:
    cdef int i, j
    cdef uint8_t swap
    for i in range(n - 1, 0, -1):
        j = <int> below(state, <uint32_t> (i + 1))
        swap = items[i]
        items[i] = items[j]
        items[j] = swap

cdef void seed_stream(uint64_t* state, uint64_t seed, uint64_t game, uint64_t stream) noexcept nogil
