# cython: language_level=3
"""Seeding of the generator, and Python views of its streams for the tests."""
from libc.stdint cimport uint32_t, uint64_t

import numpy as np

cdef enum:
    POOL = 4                 # words of the entropy pool (numpy.random.SeedSequence, pool_size=4)
    INIT_A = 0x43B0D7E5
    MULT_A = 0x931E8875
    INIT_B = 0x8B51F9DD
    MULT_B = 0x58F38DED
    MIX_LEFT = 0xCA01F9DD
    MIX_RIGHT = 0x4973F715
    WARM_UP = 12             # draws numpy.random.SFC64 discards after seeding


cdef inline uint32_t hashmix(uint32_t value, uint32_t* constant) noexcept nogil:
    value ^= constant[0]
    constant[0] *= <uint32_t> MULT_A
    value *= constant[0]
    return value ^ (value >> 16)


cdef inline uint32_t mix(uint32_t x, uint32_t y) noexcept nogil:
    cdef uint32_t result = x * <uint32_t> MIX_LEFT - y * <uint32_t> MIX_RIGHT
    return result ^ (result >> 16)


# The state of numpy.random.SFC64(SeedSequence(seed, spawn_key=(game, stream))). NumPy writes an int as one
# 32-bit word, or as two (low first) from 2**32 on, and fills the words of the seed up to the pool with zeros
# when there is a spawn key: so only the words of the key vary in number.
cdef void seed_stream(uint64_t* state, uint64_t seed, uint64_t game, uint64_t stream) noexcept nogil:
    cdef uint32_t[8] word
    cdef uint32_t[POOL] pool
    cdef uint32_t[6] out
    cdef uint32_t constant = <uint32_t> INIT_A
    cdef int n = POOL, i, j, _i
    word[0] = <uint32_t> seed
    word[1] = <uint32_t> (seed >> 32)
    word[2] = word[3] = 0
    word[n] = <uint32_t> game
    n += 1
    if game >> 32:
        word[n] = <uint32_t> (game >> 32)
        n += 1
    word[n] = <uint32_t> stream
    n += 1
    if stream >> 32:
        word[n] = <uint32_t> (stream >> 32)
        n += 1
    for i in range(POOL):
        pool[i] = hashmix(word[i], &constant)
    for i in range(POOL):
        for j in range(POOL):
            if i != j:
                pool[j] = mix(pool[j], hashmix(pool[i], &constant))
    for i in range(POOL, n):
        for j in range(POOL):
            pool[j] = mix(pool[j], hashmix(word[i], &constant))
    constant = <uint32_t> INIT_B
    for i in range(6):
        out[i] = pool[i & (POOL - 1)] ^ constant
        constant *= <uint32_t> MULT_B
        out[i] *= constant
        out[i] ^= out[i] >> 16
    for i in range(3):
        state[i] = out[2 * i] | (<uint64_t> out[2 * i + 1] << 32)
    state[3] = 1
    for _i in range(WARM_UP):
        next_u64(state)


def stream_words(uint64_t seed, uint64_t game, uint64_t stream, Py_ssize_t n):
    """The first n words of a stream, shape (n,), uint64.

    >>> from arknova_fast.core.rng import stream_words
    >>> stream_words(1, 0, 0, 3).dtype.name
    'uint64'
    """
    cdef uint64_t[4] state
    words = np.empty(n, np.uint64)
    cdef uint64_t[::1] view = words
    cdef Py_ssize_t i
    seed_stream(state, seed, game, stream)
    for i in range(n):
        view[i] = next_u64(state)
    return words


def stream_below(uint64_t seed, uint64_t game, uint64_t stream, uint32_t bound, Py_ssize_t n):
    """The first n draws from 0 .. bound - 1 of a stream, shape (n,), uint32.

    Raises
    ------
    ValueError
        If bound is 0.
    """
    if bound == 0:
        raise ValueError("bound must be at least 1")
    cdef uint64_t[4] state
    draws = np.empty(n, np.uint32)
    cdef uint32_t[::1] view = draws
    cdef Py_ssize_t i
    seed_stream(state, seed, game, stream)
    for i in range(n):
        view[i] = below(state, bound)
    return draws
