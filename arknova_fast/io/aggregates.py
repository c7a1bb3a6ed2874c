"""Integer tensors from which every figure of a run is rebuilt; sums of parts are the tensors of the whole.

Everything is a count or a sum of integers, so the result does not depend on the order of the chunks, and memory does
not grow with the number of games.
"""
from __future__ import annotations

import io
import math
import zipfile
import zlib
from collections import Counter
from functools import cached_property
from typing import Any

import numpy as np

from arknova_fast.errors import RunDataError, cut
from arknova_fast.io.schema import ZONES

SCHEMA = 1
SOLO_GOAL = 100  # a solo game is won with a score of at least 100 (R27.17)
UNFINISHED = 4  # EndCause of a game that the turn limit stopped
# Histograms over the players of finished games, by their names in the records.
FIELDS = ("score", "appeal", "conservation", "reputation", "money", "turns", "supported", "animals", "sponsors")
# Tensors that are added where runs are joined; those of the cards are there when the playouts follow the cards.
SUMS, CARD_SUMS = ("ends", "seat_games", "seat_wins", "map_games", "map_wins"), ("by_zone", "by_break")
TOTALS = ("played", "unfinished", "choices", "decisions", "solo_wins")
MAPS, WINNERS, BREAKS, CARDS = 32, 5, 32, 256
NARROW = 4096  # values in a range hardly wider than their number are counted without sorting
STATISTICS = ("n", "twelfths_won", "score", "score_squared")  # last axis of the tensors of the cards


class Histogram:
    """Counts of integer values, exact for any number of them."""

    def __init__(self) -> None:
        self.counts: Counter[int] = Counter()

    def add(self, values: np.ndarray) -> None:
        """Count an array of integers."""
        if values.size == 0:
            return
        low = int(values.min())
        if int(values.max()) - low > values.size + NARROW:
            self.add_counts(*np.unique(values, return_counts=True))
            return
        # Counting needs no sorting.
        counts = np.bincount(values.astype(np.int64) - low)
        found = np.flatnonzero(counts)
        self.add_counts(found + low, counts[found])

    def add_counts(self, values: np.ndarray, counts: np.ndarray) -> None:
        for value, count in zip(values.tolist(), counts.tolist(), strict=True):
            self.counts[value] += count
        self.__dict__.pop("pairs", None)

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """``(value, count)`` in ascending order."""
        return sorted(self.counts.items())

    @property
    def n(self) -> int:
        return sum(self.counts.values())

    @property
    def mean(self) -> float | None:
        return sum(value * count for value, count in self.pairs) / self.n if self.counts else None

    @property
    def sd(self) -> float | None:
        """Sample standard deviation (n - 1); ``None`` below two values."""
        n = self.n
        if n < 2:
            return None
        total = sum(value * count for value, count in self.pairs)
        squares = sum(value * value * count for value, count in self.pairs)
        return math.sqrt((n * squares - total * total) / (n * (n - 1)))

    def quantile(self, percent: int) -> int | None:
        """The least value that at least ``percent`` % of all values do not exceed."""
        need, seen = self.n * percent, 0
        for value, count in self.pairs:
            seen += 100 * count
            if seen >= need:
                return value
        return None


class Aggregates:
    """The integer tensors of a run.

    Parameters
    ----------
    players : int
        Players of each game.
    cards : bool
        Whether the playouts follow the cards; without them ``by_zone`` and ``by_break`` are left out.

    Attributes
    ----------
    played, unfinished, choices, decisions, solo_wins : int
    ends : array of int64, shape (8,)
        Games by ``EndCause``.
    histograms : dict of Histogram
        Of the players of finished games, by field; ``breaks`` counts games.
    seat_games, map_games : arrays of int64, shapes (players,), (32,)
        Zoos of finished games.
    seat_wins, map_wins : arrays of int64, shapes (players, 5), (32, 5)
        Zoos that won, by the number of players who share the victory.
    map_scores : dict of Histogram
        Scores of finished games by map index.
    by_zone : array of int64, shape (5, 4, 256, 4)
        Zone (``ZONES``), seat, card, statistic (``STATISTICS``) of finished games.
    by_break : array of int64, shape (32, 256, 4)
        Cards played, by the breaks before (31 and more in the last row), card, statistic.
    """

    def __init__(self, players: int, cards: bool = True):
        self.players = players
        self.sums = SUMS + (CARD_SUMS if cards else ())
        self.played = self.unfinished = self.choices = self.decisions = self.solo_wins = 0
        self.ends = np.zeros(8, np.int64)
        self.histograms = {name: Histogram() for name in (*FIELDS, "breaks")}
        self.seat_games, self.seat_wins = np.zeros(players, np.int64), np.zeros((players, WINNERS), np.int64)
        self.map_games, self.map_wins = np.zeros(MAPS, np.int64), np.zeros((MAPS, WINNERS), np.int64)
        self.map_scores: dict[int, Histogram] = {}
        if cards:
            self.by_zone = np.zeros((len(ZONES), 4, CARDS, len(STATISTICS)), np.int64)
            self.by_break = np.zeros((BREAKS, CARDS, len(STATISTICS)), np.int64)

    def add(self, records: np.ndarray, tracks: np.ndarray | None = None) -> None:
        """Fold in complete games (``RECORD_DTYPE`` and ``TRACK_DTYPE``, game by game, seat by seat)."""
        games = records[:: self.players]
        open_ = games["end_cause"] == UNFINISHED
        self.played += len(games)
        self.unfinished += int(open_.sum())
        self.choices += int(games["choices"].sum(dtype=np.uint64))
        self.decisions += int(games["decisions"].sum(dtype=np.uint64))
        rows, games = records[np.repeat(~open_, self.players)], games[~open_]
        for name in FIELDS:
            self.histograms[name].add(rows[name])
        self.histograms["breaks"].add(games["breaks"])
        self.ends += np.bincount(games["end_cause"], minlength=len(self.ends))
        self.solo_wins += int((games["score"] >= SOLO_GOAL).sum()) if self.players == 1 else 0
        self.add_wins(rows)
        if tracks is not None:
            self.add_cards(records, tracks)

    def add_wins(self, rows: np.ndarray) -> None:
        won = rows[rows["rank"] == 0]
        self.seat_games += np.bincount(rows["seat"], minlength=self.players)
        self.map_games += np.bincount(rows["map"], minlength=MAPS)
        np.add.at(self.seat_wins, (won["seat"], won["winners"]), 1)
        np.add.at(self.map_wins, (won["map"], won["winners"]), 1)
        for index in np.unique(rows["map"]).tolist():
            self.map_scores.setdefault(index, Histogram()).add(rows["score"][rows["map"] == index])

    def add_cards(self, records: np.ndarray, tracks: np.ndarray) -> None:
        from arknova_fast.search.batch import TRACK_DTYPE
        from arknova_fast.search.rows import add_cards

        add_cards(records.view(np.uint8), tracks.view(np.uint8), ZONES, self.by_zone, self.by_break, TRACK_DTYPE)

    def merge(self, other: Aggregates) -> None:
        """Add the tensors of other games of the same run."""
        for name in TOTALS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in self.sums:
            getattr(self, name)[...] += getattr(other, name)
        for name, histogram in other.histograms.items():
            self.histograms[name].counts += histogram.counts
            self.histograms[name].__dict__.pop("pairs", None)
        for index, histogram in other.map_scores.items():
            self.map_scores.setdefault(index, Histogram()).add_counts(*columns(histogram))

    # --- file -----------------------------------------------------------------------------------------------------

    def arrays(self) -> dict[str, np.ndarray]:
        """Copies of all tensors by name, as they stand in ``aggregates.npz``."""
        found = {
            "schema": np.array(SCHEMA), "players": np.array(self.players),
            "totals": np.array([getattr(self, name) for name in TOTALS], np.int64),
        }  # fmt: skip
        for name in self.sums:
            found[name] = getattr(self, name).copy()
        for name, histogram in self.histograms.items():
            found[f"{name}_values"], found[f"{name}_counts"] = columns(histogram)
        rows = [(index, *pair) for index in sorted(self.map_scores) for pair in self.map_scores[index].pairs]
        found["map_scores"] = np.array(rows, np.int64).reshape(-1, 3)
        return found

    @classmethod
    def of_arrays(cls, arrays: dict[str, np.ndarray], players: int, cards: bool = True) -> Aggregates:
        """The inverse of ``arrays``.

        Raises
        ------
        RunDataError
            If a tensor is missing or has another type or shape.
        """
        made = cls(players, cards)
        expected = {name: array for name, array in made.arrays().items() if array.shape}
        for name, array in expected.items():
            check_array(arrays, name, (None, *array.shape[1:]) if name_is_long(name) else array.shape)
        for name, total in zip(TOTALS, arrays["totals"].tolist(), strict=True):
            setattr(made, name, total)
        for name in made.sums:
            getattr(made, name)[...] = arrays[name]
        for name, histogram in made.histograms.items():
            values, counts = arrays[f"{name}_values"], arrays[f"{name}_counts"]
            if len(values) != len(counts):
                raise RunDataError(f"the histogram of {name} has {len(values)} values and {len(counts)} counts")
            histogram.add_counts(values, counts)
        for index, value, count in arrays["map_scores"].tolist():
            if not 0 <= index < MAPS:
                raise RunDataError(f"map_scores names the map {index}, the maps go from 0 to {MAPS - 1}")
            made.map_scores.setdefault(index, Histogram()).counts[value] += count
        return made


def columns(histogram: Histogram) -> tuple[np.ndarray, np.ndarray]:
    """Values and counts of a histogram as two arrays."""
    pairs = np.array(histogram.pairs, np.int64).reshape(-1, 2)
    return pairs[:, 0].copy(), pairs[:, 1].copy()


def name_is_long(name: str) -> bool:
    """Whether the first axis of a tensor has no fixed length."""
    return name.endswith(("_values", "_counts")) or name == "map_scores"


def check_array(arrays: dict[str, np.ndarray], name: str, shape: tuple) -> None:
    if name not in arrays:
        raise RunDataError(f"the tensor {name!r} is missing")
    array = arrays[name]
    fits = array.dtype == np.int64 and array.ndim == len(shape)
    if not fits or any(want not in (None, have) for want, have in zip(shape, array.shape, strict=True)):
        raise RunDataError(f"the tensor {name!r} is {array.dtype}{list(array.shape)}, expected int64{list(shape)}")
    if array.size and not name.endswith("_values") and name not in ("map_scores", "by_zone", "by_break") \
            and array.min() < 0:
        raise RunDataError(f"the tensor {name!r} has negative counts")


def pack(arrays: dict[str, Any]) -> bytes:
    """An NPZ file; the same arrays give the same bytes."""
    out = io.BytesIO()
    np.savez_compressed(out, **arrays)
    return out.getvalue()


def unpack(data: bytes) -> dict[str, np.ndarray]:
    """The arrays of an NPZ file.

    Raises
    ------
    RunDataError
        If it is none.
    """
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
    except (OSError, ValueError, EOFError, KeyError, zipfile.BadZipFile, zlib.error,
            NotImplementedError, MemoryError) as error:
        raise RunDataError(f"no NPZ file: {cut(' '.join(str(error).split()))}") from None
    except (AttributeError, TypeError):  # a single array instead of an archive
        raise RunDataError("no NPZ file: it holds a single array") from None
