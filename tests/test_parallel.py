"""Chunks of games on threads and other executors."""
from __future__ import annotations

from concurrent.futures import Future

import pytest

from arknova_fast.parallel import AHEAD, in_chunks


class Lazy:
    """An executor whose tasks run only when their results are asked for; keeps what it was given."""

    def __init__(self) -> None:
        self.futures: list[Future] = []

    def submit(self, play, *arguments):
        class Task(Future):
            def result(self, timeout=None):
                self.asked = True
                return play(*arguments)

        self.futures.append(Task())
        return self.futures[-1]


def pair(first: int, count: int) -> tuple[int, int]:
    return first, count


@pytest.mark.parametrize(("jobs", "executor"), [(1, None), (3, None), (2, Lazy())], ids=str)
def test_chunks_come_in_order_and_never_cross_the_grid(jobs, executor):
    found = list(in_chunks(pair, 5, 20, 4, jobs, grid=10, executor=executor))
    assert found == [(4, (5, 4)), (1, (9, 1)), (4, (10, 4)), (4, (14, 4)), (2, (18, 2)), (4, (20, 4)), (1, (24, 1))]


@pytest.mark.parametrize("jobs", [1, 2])
def test_no_chunk_is_started_after_the_stop(jobs):
    played = []

    def play(first, count):
        played.append(first)
        return first

    found = [first for _, first in in_chunks(play, 0, 10_000, 1, jobs, lambda: len(played) > 4)]
    assert found == sorted(played) and 4 < len(found) <= 5 + AHEAD * jobs


def test_a_reader_that_leaves_early_cancels_what_waits():
    executor = Lazy()
    chunks = in_chunks(pair, 0, 1000, 1, 2, executor=executor)
    assert next(chunks) == (1, (0, 1))
    chunks.close()
    assert len(executor.futures) == 2 * AHEAD
    assert all(future.cancelled() for future in executor.futures[1:])


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_in_a_chunk_reaches_the_reader(jobs):
    def play(first, count):
        return 1 // (3 - first)

    with pytest.raises(ZeroDivisionError):
        list(in_chunks(play, 0, 9, 1, jobs))
