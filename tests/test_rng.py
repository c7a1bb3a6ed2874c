"""The generator against NumPy, bit for bit, and the bounded draw against an independent version."""
import random

import numpy as np
import pytest

from arknova_fast.core.rng import stream_below, stream_words

EDGES = [0, 1, 2, 2**31, 2**32 - 1, 2**32, 2**32 + 1, 2**63, 2**64 - 1]

GOLDEN = {
    (1, 0, 0): ["1659b86c97675885", "b4fa9d91d49cd7d1", "5f14e343ca81a600", "9efc6300bc8a143d"],
    (2**32 + 5, 2**33, 9): ["b80b09d8ba3a7f48", "f6cdcb3b3838db57", "00c23c46e67f8314", "b1cc50d0942e7008"],
}


def numpy_words(seed: int, game: int, stream: int, n: int) -> np.ndarray:
    sequence = np.random.SeedSequence(seed, spawn_key=(game, stream))
    return np.random.SFC64(sequence).random_raw(n)


@pytest.mark.parametrize("seed", EDGES)
@pytest.mark.parametrize("game", EDGES)
def test_edges_equal_numpy(seed, game):
    for stream in (0, 1, 2, 3, 4, 9, 2**32 - 1, 2**32, 2**64 - 1):
        np.testing.assert_array_equal(stream_words(seed, game, stream, 20), numpy_words(seed, game, stream, 20))


def test_many_keys_equal_numpy():
    draw = random.Random(20)
    for _ in range(2000):
        key = [draw.getrandbits(draw.choice((1, 8, 31, 32, 33, 48, 64))) for _ in range(3)]
        np.testing.assert_array_equal(stream_words(*key, 8), numpy_words(*key, 8), err_msg=str(key))


def test_long_stream_equals_numpy_generator():
    sequence = np.random.SeedSequence(7, spawn_key=(123456, 0))
    generator = np.random.Generator(np.random.SFC64(sequence))
    expected = generator.integers(0, 2**64, size=100_000, dtype=np.uint64)
    np.testing.assert_array_equal(stream_words(7, 123456, 0, 100_000), expected)


def test_golden_words():
    """These never change: a saved game is its seed."""
    assert [f"{word:016x}" for word in stream_words(1, 0, 0, 4).tolist()] == GOLDEN[(1, 0, 0)]
    assert [f"{word:016x}" for word in stream_words(2**32 + 5, 2**33, 9, 4).tolist()] == GOLDEN[(2**32 + 5, 2**33, 9)]


def test_streams_differ():
    first = {int(stream_words(1, game, stream, 1)[0]) for game in range(200) for stream in range(10)}
    assert len(first) == 2000


def lemire(words, bound: int) -> int:
    """Lemire 2019, algorithm 5, with 64-bit words, in plain integers."""
    product = next(words) * bound
    if product % 2**64 < bound:
        threshold = (2**64 - bound) % bound
        while product % 2**64 < threshold:
            product = next(words) * bound
    return product >> 64


@pytest.mark.parametrize("bound", [1, 2, 3, 5, 6, 7, 212, 1000, 2**31, 2**32 - 1])
def test_bounded_draws_equal_plain_lemire(bound):
    words = iter(stream_words(3, 4, 1, 20_000).tolist())
    assert stream_below(3, 4, 1, bound, 5000).tolist() == [lemire(words, bound) for _ in range(5000)]


@pytest.mark.parametrize("bound", [3, 6, 212])
def test_bounded_draws_are_uniform(bound):
    n = 4000 * bound
    counts = np.bincount(stream_below(11, 0, 0, bound, n), minlength=bound)
    assert counts.size == bound
    chi2 = ((counts - n / bound) ** 2 / (n / bound)).sum()
    assert abs(chi2 - (bound - 1)) < 5 * np.sqrt(2 * (bound - 1)) + 5


def test_bound_zero_is_refused():
    with pytest.raises(ValueError, match="bound"):
        stream_below(1, 0, 0, 0, 1)
