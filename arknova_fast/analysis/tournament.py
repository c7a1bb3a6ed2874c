"""Round robin: every group of entrants on the same deals, in every seat; cross table and ratings."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from arknova_fast.analysis.maps import make_lineups, rotations
from arknova_fast.analysis.paired import (
    UNIT,
    Measured,
    Totals,
    finished_games,
    score_margins,
    task_size,
    win_points,
)
from arknova_fast.analysis.ratings import Strengths, fit_strengths
from arknova_fast.analysis.setting import Setting
from arknova_fast.analysis.stats import Estimate, Moments, contrast
from arknova_fast.parallel import in_chunks, never


class Tournament:
    """A round robin of entrants.

    Every group of ``players`` entrants plays every deal ``players`` times, moved on by one seat from game to game, so
    that each entrant has each seat once; with more than two players also in the reverse order around the table, so
    that nobody always sits behind the same neighbour.

    Parameters
    ----------
    setting : Setting
    entrants : sequence
        Policies.
    names : sequence of str
    """

    def __init__(self, setting: Setting, entrants: Sequence[Any], names: Sequence[str]):
        self.setting, self.entrants, self.names = setting, list(entrants), list(names)
        players = self.players = setting.players
        groups = make_lineups(range(len(self.entrants)), players)
        self.lineups = np.array([lineup for group in groups for lineup in rotations(group)])
        self.plans = [setting.plan([self.entrants[i] for i in lineup]) for lineup in self.lineups]
        # Of each line-up the points of the seats and the finished games, of each entrant all its games together.
        self.moments = Moments(len(self.lineups) * (players + 1))
        self.totals = Totals(self.names)

    @property
    def games_of_group(self) -> int:
        """Games of each group on one deal."""
        return self.players if self.players == 2 else 2 * self.players

    @property
    def games_per_deal(self) -> int:
        return len(self.lineups)

    def measure(self, start: int, count: int) -> tuple[np.ndarray, list[Measured]]:
        """Play a range of deals: vectors of all line-ups, and the measures of each entrant."""
        vectors = np.zeros((count, len(self.lineups), self.players + 1), np.int64)
        sums = np.zeros((len(self.entrants), 3, count), np.int64)
        for at, (lineup, plan) in enumerate(zip(self.lineups, self.plans, strict=True)):
            records = plan.play(start, count)
            done = finished_games(records, self.players).astype(np.int64)
            points = win_points(records, self.players) * done[:, None]
            margins = score_margins(records, self.players) * done[:, None]
            vectors[:, at, :-1], vectors[:, at, -1] = points, done
            for seat, entrant in enumerate(lineup):
                sums[entrant] += points[:, seat], margins[:, seat], done
        measured = [{"points": (points, done), "margin": (margins, done)} for points, margins, done in sums]
        return vectors.reshape(count, -1), measured

    def play(self, deals: int, start: int = 0, *, jobs: int = 1, chunk: int | None = None,
             stopped: Callable[[], bool] = never, progress: Callable[[int], None] | None = None) -> None:
        """Play deals ``start .. start + deals - 1`` and add them; parameters as in ``play_arms``."""
        size = task_size(self.games_per_deal, deals, jobs) if chunk is None else chunk
        for _, (vectors, measured) in in_chunks(self.measure, start, deals, size, jobs, stopped):
            self.moments.add(vectors)
            self.totals.add(measured)
            if progress is not None:
                progress(self.totals.deals)

    @property
    def finished(self) -> list[int]:
        """Finished games of each line-up."""
        return [int(count) for count in self.moments.sums[self.players :: self.players + 1]]

    def against(self, a: int, b: int) -> Estimate | None:
        """Share of its games that entrant ``a`` won among those with ``b`` at the table."""
        width = self.players + 1
        rows = [at for at, lineup in enumerate(self.lineups) if a in lineup and b in lineup]
        tops = [width * at + int(np.flatnonzero(self.lineups[at] == a)[0]) for at in rows]
        joint = self.joint(tops, [width * at + self.players for at in rows])
        return contrast(joint, [(1.0, 0, 1)], UNIT, share=True)

    def joint(self, tops: list[int], bottoms: list[int]) -> Moments:
        """The moments of two sums of components."""
        pick = np.zeros((2, len(self.moments.sums)), object)
        pick[0, tops] = pick[1, bottoms] = 1
        joint = Moments(2)
        joint.n = self.moments.n
        joint.sums, joint.products = pick @ self.moments.sums, pick @ self.moments.products @ pick.T
        return joint

    def strengths(self) -> Strengths:
        """Ratings with the seat effect taken out; errors are robust to what line-ups of a deal have in common."""
        sums = self.moments.sums.astype(float).reshape(len(self.lineups), self.players + 1)
        return fit_strengths(self.lineups, sums[:, :-1], sums[:, -1], len(self.entrants), self.moments, unit=UNIT)
