"""Stopping rules that look at the results on a fixed schedule.

The looks come after numbers of deals that depend on the limit alone, never on threads, chunks or time; the result of
a run that stopped is that of all deals up to its last look.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from arknova_fast.analysis.paired import Arm, Totals, play_arms
from arknova_fast.parallel import never

FIRST_LOOK = 100


def looks(limit: int, first: int = FIRST_LOOK) -> Iterator[int]:
    """Numbers of deals after which to look: ``first``, then a tenth more each time, ``limit`` at the end.

    Examples
    --------
    >>> list(looks(150))
    [100, 110, 121, 133, 146, 150]
    """
    at = min(first, limit)
    while at < limit:
        yield at
        at = min(limit, at + max(1, at // 10))
    yield limit


@dataclass(frozen=True)
class Ended:
    """How a sequential run ended.

    Parameters
    ----------
    totals : Totals
    reached : bool
        The rule stopped the run; otherwise it ended at its limit or was interrupted.
    n_looks : int
    interrupted : bool
    """

    totals: Totals
    reached: bool
    n_looks: int
    interrupted: bool


def play_until(
    arms: Sequence[Arm],
    rule: Callable[[Totals], bool] | None,
    limit: int,
    start: int = 0,
    *,
    first: int = FIRST_LOOK,
    jobs: int = 1,
    chunk: int | None = None,
    stopped: Callable[[], bool] = never,
    progress: Callable[[int], None] | None = None,
) -> Ended:
    """Play deals until a look finds the rule fulfilled, at most ``limit``.

    Parameters
    ----------
    arms, start, jobs, chunk, stopped, progress
        As in ``play_arms``.
    rule : callable
        From the totals so far to whether they suffice; ``None`` plays to the limit.
    limit : int
        Deals at most.
    first : int
        Deals before the first look.
    """
    totals = Totals([arm.name for arm in arms])
    n_looks = 0
    for at in [limit] if rule is None else looks(limit, first):
        play_arms(arms, at - totals.deals, start + totals.deals, totals=totals, jobs=jobs, chunk=chunk,
                  stopped=stopped, progress=progress)
        if totals.deals < at:
            return Ended(totals, False, n_looks, True)
        n_looks += 1
        if rule is not None and rule(totals):
            return Ended(totals, True, n_looks, False)
    return Ended(totals, False, n_looks, False)


def se_below(metric: str, arm: int, base: int, scale: float, target: float) -> Callable[[Totals], bool]:
    """The rule that a paired difference has a standard error of at most ``target``."""

    def reached(totals: Totals) -> bool:
        found = totals.difference(metric, arm, base, scale)
        return found is not None and found.se <= target

    return reached
