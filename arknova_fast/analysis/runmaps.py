"""Maps in the games of a run, which were dealt as they came: every game is a cluster of its own."""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from arknova_fast.analysis.paired import UNIT, finished_games, score_margins, win_points
from arknova_fast.analysis.ratings import Strengths, fit_strengths
from arknova_fast.analysis.stats import Moments


class RunMaps:
    """What ``map_figures`` needs, from records.

    Parameters
    ----------
    players : int
    maps : sequence of int
        Indices of the maps of the ruleset.
    """

    def __init__(self, players: int, maps: Sequence[int]):
        self.players, self.maps = players, list(maps)
        self.alone = {index: Moments(3) for index in maps}
        self.together = {(a, b): Moments(3) for a in maps for b in maps if a != b}
        self.by_seat = [Moments(3) for _ in range(players)]
        self.seated: dict[tuple[int, ...], np.ndarray] = {}  # maps by seat -> products of (points by seat, 1)

    def add(self, records: np.ndarray) -> None:
        """Add complete games (``RECORD_DTYPE``, game by game, seat by seat)."""
        done = finished_games(records, self.players)
        maps = records["map"].reshape(-1, self.players)[done]
        points, margins = win_points(records, self.players)[done], score_margins(records, self.players)[done]
        here = {index: maps == index for index in self.maps}
        for index, moments in self.alone.items():
            moments.add(counted(points, margins, here[index]))
        for (index, other), moments in self.together.items():
            moments.add(counted(points, margins, here[index] & here[other].any(1, keepdims=True)))
        for seat, moments in enumerate(self.by_seat):
            moments.add(counted(points, margins, np.arange(self.players)[None, :] == seat + 0 * maps))
        vectors = np.concatenate([points, np.ones((len(points), 1), np.int64)], axis=1)
        kinds, place = np.unique(maps, axis=0, return_inverse=True)
        for i, seated in enumerate(kinds.tolist()):
            mine = vectors[place.reshape(-1) == i]
            old = self.seated.setdefault(tuple(seated), np.zeros((self.players + 1,) * 2, np.int64))
            old += mine.T @ mine

    def present(self) -> list[int]:
        """The maps that were played."""
        return [index for index, moments in self.alone.items() if moments.sums[2]]

    def of_map(self, map_index: int, other: int | None = None) -> Moments:
        """A map in all its games, or in those that another map is in too."""
        return self.alone[map_index] if other is None else self.together[map_index, other]

    def of_seat(self, seat: int) -> Moments:
        return self.by_seat[seat]

    def strengths(self, maps: Sequence[int]) -> Strengths:
        """Strengths of the maps with the seat effect taken out.

        Raises
        ------
        UsageError
            If the games do not connect all maps and seats.
        """
        place = {index: i for i, index in enumerate(maps)}
        lineups = np.array([[place[index] for index in seated] for seated in self.seated])
        spread = np.array(list(self.seated.values()))
        # The last row of the products with the constant 1 holds the sums.
        return fit_strengths(lineups, spread[:, -1, :-1], spread[:, -1, -1], len(maps), spread, unit=UNIT)


def counted(points: np.ndarray, margins: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Per game the win points, margins and number of certain places, shape (games, 3)."""
    return np.stack([(points * places).sum(1), (margins * places).sum(1), places.sum(1)], axis=1)
