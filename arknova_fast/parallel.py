"""Ranges of games in chunks on threads or another executor, in order and in constant memory."""
from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

AHEAD = 3  # chunks under way for each job, so that memory stays constant


def available_jobs() -> int:
    """Processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def never() -> bool:
    return False


def spans(start: int, total: int, size: int, grid: int) -> Iterator[tuple[int, int]]:
    """First game and number of games of each chunk; no chunk holds a multiple of ``grid`` but as its first game."""
    at, end = start, start + total
    while at < end:
        count = min(size, end - at, grid - at % grid)
        yield at, count
        at += count


def in_chunks(play: Callable[[int, int], Any], start: int, total: int, size: int, jobs: int,
              stopped: Callable[[], bool] = never, grid: int = 2**64,
              executor: Any = None) -> Iterator[tuple[int, Any]]:
    """Play ``total`` games from ``start`` on in chunks and yield ``(count, result)`` in order.

    At most ``AHEAD * jobs`` chunks are under way, so memory does not grow with the number of games. After ``stopped()``
    no chunk is started; those under way are finished and yielded.

    Parameters
    ----------
    play : callable
        Called as ``play(first game, number of games)``.
    start, total, size, jobs : int
    stopped : callable
    grid : int
        Chunks are cut at multiples of it.
    executor : optional
        Anything with ``submit(function, *arguments)`` that returns a future with ``result()`` and ``cancel()``; by
        default threads of this process, and the calling thread for one job or one chunk.
    """
    chunks = spans(start, total, size, grid)
    own = None
    if executor is None:
        if jobs == 1 or total <= size:
            yield from in_this_thread(play, chunks, stopped)
            return
        from concurrent.futures import ThreadPoolExecutor

        own = executor = ThreadPoolExecutor(jobs, thread_name_prefix="arknova")
    waiting: deque[tuple[int, Any]] = deque()
    try:
        while True:
            if stopped():
                waiting = deque((count, future) for count, future in waiting if not future.cancel())
            while len(waiting) < jobs * AHEAD and not stopped() and (chunk := next(chunks, None)):
                waiting.append((chunk[1], executor.submit(play, *chunk)))
            if not waiting:
                return
            count, future = waiting.popleft()
            yield count, future.result()
    finally:
        for _, future in waiting:
            future.cancel()
        if own is not None:
            own.shutdown(wait=True, cancel_futures=True)


def in_this_thread(play: Callable[[int, int], Any], chunks: Iterator[tuple[int, int]],
                   stopped: Callable[[], bool]) -> Iterator[tuple[int, Any]]:
    for first, count in chunks:
        if stopped():
            return
        yield count, play(first, count)
