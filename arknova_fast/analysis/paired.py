"""Paired experiments: the same deals under several arms, with the seats rotated so that their effects cancel.

A deal is a game number of a seed: deck, tiles and drawn maps are the same in every arm, whatever policies sit there.
An arm plays each deal in one or more plans (usually one for each seat of the player in question) and measures it:
integer sums and counts. Everything kept are sums of such integers over deals, so the result does not depend on
threads, chunks or shards, and the spread between deals gives the standard errors.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from arknova_fast.analysis.stats import Estimate, Moments, contrast, ratio
from arknova_fast.errors import UsageError
from arknova_fast.parallel import in_chunks, never
from arknova_fast.search.batch import BatchPlan

UNIT = 12  # win points and margins are counted in twelfths: 1/k for k winners and 1/(k - 1) for k players are whole
TASK = 128  # games per task; results never depend on it, an interrupted run waits for the tasks under way
UNFINISHED = 4  # EndCause of a game that reached the turn limit
# Metric -> per deal: sum of the observations, and their number.
Measured = dict[str, tuple[np.ndarray, np.ndarray]]


@dataclass(frozen=True)
class Arm:
    """One side of an experiment.

    Parameters
    ----------
    name : str
    plans : tuple of BatchPlan
        The games played of each deal; the same seed in all arms.
    measure : callable
        From the list of what the plans return for a range of deals to ``{metric: (sums, counts)}``, integer arrays
        of shape (deals,).
    tracked : bool
        The plans return ``(records, tracks)`` instead of records.
    """

    name: str
    plans: tuple[BatchPlan, ...]
    measure: Callable[[list[Any]], Measured]
    tracked: bool = False

    def play(self, start: int, count: int) -> Measured:
        """Measure the deals ``start .. start + count - 1``."""
        return self.measure([plan.play_tracked(start, count) if self.tracked else plan.play(start, count)
                             for plan in self.plans])


def finished_games(records: np.ndarray, players: int) -> np.ndarray:
    """Which games ended by themselves: booleans, shape (games,)."""
    return records["end_cause"][::players] != UNFINISHED


def win_points(records: np.ndarray, players: int) -> np.ndarray:
    """Win points in twelfths, shape (games, players): 12 / k for each of k winners, 0 for the others."""
    rows = records.reshape(-1, players)
    return np.where(rows["rank"] == 0, UNIT // rows["winners"].astype(np.int64), 0)


def score_margins(records: np.ndarray, players: int) -> np.ndarray:
    """Score minus the mean score of the other players in twelfths, shape (games, players)."""
    scores = records["score"].astype(np.int64).reshape(-1, players)
    return UNIT // (players - 1) * (players * scores - scores.sum(1, keepdims=True))


def focal_measure(seats: Sequence[int]) -> Callable[[list[np.ndarray]], Measured]:
    """Win points, score margin and score of one player, who sits in ``seats[i]`` in plan i.

    Metrics ``points`` and ``margin`` (in twelfths) and ``score`` over finished games, ``unfinished`` over all.
    """

    def measure(found: list[np.ndarray]) -> Measured:
        players = int(found[0]["n_players"][0])
        return add_up([focal_game(records, players, seat) for records, seat in zip(found, seats, strict=True)])

    return measure


def focal_game(records: np.ndarray, players: int, seat: int) -> Measured:
    done = finished_games(records, players).astype(np.int64)
    score = records["score"][seat::players].astype(np.int64)
    return {
        "points": (win_points(records, players)[:, seat] * done, done),
        "margin": (score_margins(records, players)[:, seat] * done, done),
        "score": (score * done, done),
        "unfinished": (1 - done, np.ones_like(done)),
    }


def add_up(games: Sequence[Measured]) -> Measured:
    """The measures of several games of each deal as one."""
    return {name: (sum_of(game[name][0] for game in games), sum_of(game[name][1] for game in games))
            for name in games[0]}


def sum_of(arrays: Iterator[np.ndarray]) -> np.ndarray:
    return np.stack(list(arrays)).sum(0, dtype=np.int64)


class Totals:
    """The sums of an experiment: for each metric the moments of (sum, count) of all arms, deal by deal.

    Parameters
    ----------
    arms : sequence of str
        Names.
    """

    def __init__(self, arms: Sequence[str]):
        self.arms = list(arms)
        self.deals = 0
        self.metrics: dict[str, Moments] = {}

    def add(self, measured: Sequence[Measured]) -> None:
        """Add a range of deals, measured in every arm. A metric that an arm does not have counts nothing there."""
        deals = len(next(iter(measured[0].values()))[0])
        self.deals += deals
        for name in dict.fromkeys(name for arm in measured for name in arm):
            vectors = np.zeros((deals, 2 * len(self.arms)), np.int64)
            for i, arm in enumerate(measured):
                if name in arm:
                    vectors[:, 2 * i], vectors[:, 2 * i + 1] = arm[name]
            self.metrics.setdefault(name, Moments(2 * len(self.arms))).add(vectors)

    def merge(self, other: Totals) -> None:
        """Add the totals of other deals of the same experiment."""
        if other.arms != self.arms:
            raise UsageError(f"totals of arms {other.arms} cannot be added to totals of arms {self.arms}")
        self.deals += other.deals
        for name, moments in other.metrics.items():
            self.metrics.setdefault(name, Moments(2 * len(self.arms))).merge(moments)

    def place(self, arm: str | int) -> int:
        return arm if isinstance(arm, int) else self.arms.index(arm)

    def count(self, metric: str, arm: str | int = 0) -> int:
        """Observations of a metric in an arm."""
        return int(self.metrics[metric].sums[2 * self.place(arm) + 1])

    def total(self, metric: str, arm: str | int = 0) -> int:
        """Sum of the observations of a metric in an arm, in the unit they are counted in."""
        return int(self.metrics[metric].sums[2 * self.place(arm)])

    def mean(self, metric: str, arm: str | int = 0, scale: float = 1.0, share: bool = False) -> Estimate | None:
        """The mean of a metric in one arm; ``scale`` is the unit it is counted in."""
        i = 2 * self.place(arm)
        return ratio(self.metrics[metric], i, i + 1, scale, share)

    def difference(self, metric: str, arm: str | int, base: str | int = 0, scale: float = 1.0) -> Estimate | None:
        """The mean of a metric in an arm minus that in the base arm, paired by deal."""
        i, j = 2 * self.place(arm), 2 * self.place(base)
        return contrast(self.metrics[metric], [(1.0, i, i + 1), (-1.0, j, j + 1)], scale)


def play_arms(
    arms: Sequence[Arm],
    deals: int,
    start: int = 0,
    *,
    totals: Totals | None = None,
    jobs: int = 1,
    chunk: int | None = None,
    stopped: Callable[[], bool] = never,
    progress: Callable[[int], None] | None = None,
) -> Totals:
    """Play deals ``start .. start + deals - 1`` in every arm.

    Parameters
    ----------
    arms : sequence of Arm
    deals, start : int
    totals : Totals, optional
        To add to, as a later part of the same experiment.
    jobs, chunk : int
        Threads, and deals per task; the result does not depend on them.
    stopped : callable
        Once it is true no further chunk is started; the totals then hold fewer deals.
    progress : callable, optional
        Called with the number of deals in the totals after every chunk.
    """
    totals = Totals([arm.name for arm in arms]) if totals is None else totals

    def play(first: int, count: int) -> list[Measured]:
        return [arm.play(first, count) for arm in arms]

    size = task_size(sum(len(arm.plans) for arm in arms), deals, jobs) if chunk is None else chunk
    for _, measured in in_chunks(play, start, deals, size, jobs, stopped):
        totals.add(measured)
        if progress is not None:
            progress(totals.deals)
    return totals


def task_size(games_per_deal: int, deals: int, jobs: int) -> int:
    """Deals per task: about ``TASK`` games, fewer where the deals would not occupy all threads."""
    return max(1, min(TASK // games_per_deal, -(-deals // (2 * jobs))))


def deals_of(games: int, games_per_deal: int) -> int:
    """Deals that make at least so many games of one arm."""
    return -(-games // games_per_deal)
