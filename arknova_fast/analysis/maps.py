"""Maps against maps: the same deals, every map in every seat.

A line-up is a set of different maps in a cyclic order. Its deals are played once in every rotation, so that each map
sits once in each seat of the same deal: for two players the two games of a pair with the seats swapped. For three and
four players every set also comes in the reverse order, so that nobody always sits behind the same neighbour. Line-ups
have deals of their own, so they are independent; the games of one deal are one cluster.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from arknova_fast.analysis.paired import UNIT, finished_games, score_margins, win_points
from arknova_fast.analysis.ratings import Strengths, fit_strengths, holm_tiers, tiers
from arknova_fast.analysis.runmaps import RunMaps
from arknova_fast.analysis.stats import LEVEL, Moments, figures, normal_quantile, ratio
from arknova_fast.errors import UsageError
from arknova_fast.parallel import in_chunks, never
from arknova_fast.search.batch import BatchPlan

CHUNK = 64  # deals per task; results never depend on it
STRIDE = 2**32  # the deals of line-up i start at game i * STRIDE


def make_lineups(maps: Sequence[int], players: int) -> list[tuple[int, ...]]:
    """All sets of different maps, for three and more players in both cyclic orders.

    Examples
    --------
    >>> make_lineups([0, 1, 2], 2)
    [(0, 1), (0, 2), (1, 2)]
    >>> make_lineups([4, 5, 6], 3)
    [(4, 5, 6), (4, 6, 5)]
    """
    found = []
    for chosen in combinations(maps, players):
        found.append(chosen)
        if players > 2:
            found.append((chosen[0], *chosen[:0:-1]))
    return found


def rotations(lineup: Sequence[int]) -> list[tuple[int, ...]]:
    """The line-up from every start: map of each seat.

    Examples
    --------
    >>> rotations((4, 5, 6))
    [(4, 5, 6), (5, 6, 4), (6, 4, 5)]
    """
    return [tuple(lineup[i:]) + tuple(lineup[:i]) for i in range(len(lineup))]


def deals_for(games: int, players: int, lineups: int) -> int:
    """Deals of each line-up that make at least so many games in all, two at the least."""
    return max(2, -(-games // (players * lineups)))


class MapSums:
    """For every line-up the moments of its deals.

    The vector of a deal has for each rotation ``2 * players + 1`` integers: win points by seat, score margins by seat
    (both in twelfths), 1 for a finished game.

    Parameters
    ----------
    lineups : list of tuple of int
    """

    def __init__(self, lineups: list[tuple[int, ...]]):
        self.lineups = lineups
        self.players = len(lineups[0])
        self.width = 2 * self.players + 1
        self.moments = [Moments(self.width * self.players) for _ in lineups]
        self.games = self.unfinished = 0

    def vectors(self, found: Sequence[np.ndarray]) -> np.ndarray:
        """The vectors of some deals from the records of each rotation, shape (deals, rotations * width)."""
        parts = []
        for records in found:
            done = finished_games(records, self.players).astype(np.int64)[:, None]
            parts += [win_points(records, self.players) * done, score_margins(records, self.players) * done, done]
        return np.concatenate(parts, axis=1)

    def add(self, lineup: int, vectors: np.ndarray) -> None:
        """Add deals of one line-up."""
        self.moments[lineup].add(vectors)
        finished = int(vectors[:, self.width - 1 :: self.width].sum())
        self.games += len(vectors) * self.players
        self.unfinished += len(vectors) * self.players - finished

    def merge(self, other: MapSums) -> None:
        """Add the sums of other deals of the same line-ups."""
        if other.lineups != self.lineups:
            raise UsageError("sums of different line-ups cannot be added")
        self.games += other.games
        self.unfinished += other.unfinished
        for mine, moments in zip(self.moments, other.moments, strict=True):
            mine.merge(moments)

    def project(self, wanted: Callable[[tuple[int, ...], int], Sequence[int]]) -> Moments:
        """Moments of (win points, margins, games) of certain places of certain games.

        Parameters
        ----------
        wanted : callable
            From the maps by seat of a game, and the index of its line-up, to the seats that count.
        """
        total = Moments(3)
        for i, (lineup, moments) in enumerate(zip(self.lineups, self.moments, strict=True)):
            weights = np.zeros((len(moments.sums), 3), np.int64)
            for r, seated in enumerate(rotations(lineup)):
                at = r * self.width
                for seat in wanted(seated, i):
                    weights[at + seat, 0] += 1
                    weights[at + self.players + seat, 1] += 1
                    weights[at + 2 * self.players, 2] += 1
            if weights.any():
                part = Moments(3)
                exact = weights.astype(object)
                part.n, part.sums = moments.n, moments.sums @ exact
                part.products = exact.T @ moments.products @ exact
                total.merge(part)
        return total

    def of_map(self, map_index: int, other: int | None = None) -> Moments:
        """A map in all its games, or in those that another map is in too."""
        return self.project(lambda seated, _: [seated.index(map_index)]
                            if map_index in seated and (other is None or other in seated) else [])

    def of_seat(self, seat: int) -> Moments:
        return self.project(lambda seated, _: [seat])

    def strengths(self, maps: Sequence[int]) -> Strengths:
        """Bradley-Terry or Plackett-Luce strengths of the maps with the seat effect taken out.

        Raises
        ------
        UsageError
            If the games played do not connect all maps.
        """
        place = {index: i for i, index in enumerate(maps)}
        keep = [r * self.width + k for r in range(self.players) for k in (*range(self.players), 2 * self.players)]
        seated = [[place[index] for index in game] for lineup in self.lineups for game in rotations(lineup)]
        sums = np.array([moments.sums[keep] for moments in self.moments], float).reshape(-1, self.players + 1)
        spread = np.array([moments.products[np.ix_(keep, keep)] for moments in self.moments], float)
        return fit_strengths(np.array(seated), sums[:, :-1], sums[:, -1], len(maps), spread, unit=UNIT)


def play_maps(make_plan: Callable[[list[int]], BatchPlan], lineups: list[tuple[int, ...]], deals: int, *,
              jobs: int = 1, chunk: int = CHUNK, stopped: Callable[[], bool] = never,
              progress: Callable[[int], Any] | None = None) -> MapSums:
    """Play the deals of every line-up; the result does not depend on jobs and chunk.

    Parameters
    ----------
    make_plan : callable
        From the map of each seat to the plan of the batch driver.
    lineups : list of tuple of int
    deals : int
        Deals of each line-up.
    """
    sums = MapSums(lineups)
    plans = [[make_plan(list(seated)) for seated in rotations(lineup)] for lineup in lineups]
    chunk = min(chunk, deals)

    def play(task: int, _: int) -> tuple[int, np.ndarray]:
        # All line-ups take their first chunk before one takes its second: an interrupted run is balanced.
        first, lineup = divmod(task, len(lineups))
        count = min(chunk, deals - first * chunk)
        start = lineup * STRIDE + first * chunk
        return lineup, sums.vectors([plan.play(start, count) for plan in plans[lineup]])

    for _, (lineup, vectors) in in_chunks(play, 0, len(lineups) * -(-deals // chunk), 1, jobs, stopped):
        sums.add(lineup, vectors)
        if progress is not None:
            progress(sums.games)
    return sums


# --- figures ------------------------------------------------------------------------------------------------------


def share_and_margin(moments: Moments) -> dict[str, Any]:
    """Games, win share and score margin."""
    return {"games": int(moments.sums[2]), "win_share": figures(ratio(moments, 0, 2, UNIT, share=True)),
            "margin": figures(ratio(moments, 1, 2, UNIT))}


def map_figures(sums: MapSums | RunMaps, maps: Sequence[int], codes: Sequence[str]) -> dict[str, Any]:
    """Everything about the maps, as plain numbers: the maps in order of strength, the matrix, the seats, the tiers.

    Raises
    ------
    UsageError
        If the games played do not connect all maps; ``unrated_figures`` are then what is known.
    """
    strengths = sums.strengths(maps)
    place, elo = tiers(strengths), strengths.elo()
    ratings = [{"tier": int(place[i]) + 1, "elo": elo[i], "strength": log_figures(strengths.value[i], strengths.se[i])}
               for i in range(len(maps))]
    effects = [log_figures(strengths.seats[seat], strengths.seat_covariance[seat, seat] ** 0.5)
               for seat in range(sums.players)]
    order = np.argsort(-strengths.value, kind="stable")
    return arranged(sums, maps, codes, order, ratings, effects) | {"tiers": holm_tiers(strengths, list(codes))}


def unrated_figures(sums: MapSums | RunMaps, maps: Sequence[int], codes: Sequence[str]) -> dict[str, Any]:
    """As ``map_figures`` where too few games were finished for strengths: these are None, the maps in their order."""
    rating = {"tier": None, "elo": None, "strength": None}
    return arranged(sums, maps, codes, range(len(maps)), [rating] * len(maps), [None] * sums.players) | {"tiers": []}


def arranged(sums: MapSums | RunMaps, maps: Sequence[int], codes: Sequence[str], order: Iterable[int],
             ratings: Sequence[dict[str, Any]], effects: Sequence[dict[str, Any] | None]) -> dict[str, Any]:
    """Shares and margins of maps, pairs and seats beside what was fitted."""
    order = [int(i) for i in order]
    return {
        "maps": [{"map": codes[i], **ratings[i], **share_and_margin(sums.of_map(maps[i]))} for i in order],
        "matrix": [
            {"map": codes[i], "against": codes[j], **share_and_margin(sums.of_map(maps[i], maps[j]))}
            for i in order for j in order if i != j
        ],
        "seats": [{"seat": seat, **share_and_margin(sums.of_seat(seat)), "effect": effect}
                  for seat, effect in enumerate(effects)],
    }  # fmt: skip


def log_figures(value: float, se: float) -> dict[str, Any]:
    """A natural logarithm of a strength with its normal interval."""
    reach = normal_quantile(0.5 + LEVEL / 2) * se
    return {"value": float(value), "se": float(se), "interval_95": [float(value - reach), float(value + reach)]}

