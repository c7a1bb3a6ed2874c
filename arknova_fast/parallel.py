"""Ranges of games in chunks on threads, in order and in constant memory."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any


def never() -> bool:
    return False


def in_chunks(play: Callable[[int, int], Any], start: int, total: int, size: int, jobs: int,
              stopped: Callable[[], bool] = never, grid: int = 2**64) -> Iterator[tuple[int, Any]]:
    """Play ``total`` games from ``start`` on in chunks on threads and yield ``(count, result)`` in order.

    At most ``2 * jobs`` chunks are under way, so memory does not grow with the number of games. No chunk holds a
    multiple of ``grid`` other than as its first game. After ``stopped()`` no chunk is started; those under way are
    finished and yielded.
    """
    waiting: list[tuple[int, Future]] = []
    at, end = start, start + total
    with ThreadPoolExecutor(jobs) as pool:
        while waiting or (at < end and not stopped()):
            while at < end and len(waiting) < 2 * jobs and not stopped():
                count = min(size, end - at, grid - at % grid)
                waiting.append((count, pool.submit(play, at, count)))
                at += count
            if not waiting:
                return
            wait([waiting[0][1]], return_when=FIRST_COMPLETED)
            if stopped():
                waiting = [(count, future) for count, future in waiting if not future.cancel()]
                if not waiting:
                    return
            count, future = waiting.pop(0)
            yield count, future.result()
