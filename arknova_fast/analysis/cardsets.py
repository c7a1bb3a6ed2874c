"""Exact sums over games by what became of a card: the raw material of all observational figures of cards.

A zoo (one player of one game) belongs to the groups of a card that hold for it. For each card and group the number
of zoos, their win points and their score margins are summed, with squares and products game by game, so that the two
or more zoos of one game are one cluster. All sums are integers: chunks, threads and shards add up to the same.
"""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from arknova_fast.analysis.paired import finished_games, score_margins, win_points
from arknova_fast.analysis.stats import Moments
from arknova_fast.cards.vocabulary import BASE_FIRST, index_of
from arknova_fast.core.tables import Ruleset

CARDS = 256
BREAK_ROWS = 7  # played before the first break, after one ... after six or more
# Groups of one card. A card can be dealt, passed on and drawn later; "unseen" zoos never had it in hand nor played it.
GROUPS = (
    "dealt", "not_dealt", "kept", "passed", "drawn", "in_hand", "unseen", "played",
    *(f"break_{i}" for i in range(BREAK_ROWS)),
)  # fmt: skip
# Differences of two groups.
CONTRASTS = {"offered": ("dealt", "not_dealt"), "choice": ("kept", "passed"), "drawn": ("in_hand", "unseen")}
PAIRS = np.array([[GROUPS.index(a), GROUPS.index(b)] for a, b in CONTRASTS.values()])
BLOCK = 256  # games at a time, so that memory stays constant


def zoo_groups(tracks: np.ndarray, deck: np.ndarray) -> Iterator[np.ndarray]:
    """For each of ``GROUPS`` which zoos belong to it, booleans of shape (zoos, cards)."""
    dealt, kept, seen, played = (
        np.unpackbits(tracks[zone], axis=1, bitorder="little")[:, deck].astype(bool)
        for zone in ("dealt", "kept", "seen", "played"))
    drawn = seen & ~dealt
    yield from (dealt, ~dealt, kept, dealt & ~kept, drawn, kept | drawn, ~(dealt | seen | played), played)
    breaks = np.minimum(tracks["played_in"][:, deck], BREAK_ROWS - 1)
    for i in range(BREAK_ROWS):
        yield played & (breaks == i)


def cross_products(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Sums over games of the products of components, shape (cards, 3, 3)."""
    return np.einsum("igc,jgc->cij", a, b)


class CardSums:
    """The sums of a set of games.

    Parameters
    ----------
    players : int
        2 to 4.
    deck : numpy.ndarray of int64
        Indices of the cards that are counted.

    Attributes
    ----------
    games, unfinished : int
        Finished games (the clusters), and games that the turn limit stopped, which count nowhere else.
    sums : array of int64, shape (256, groups, 3)
        Card, ``GROUPS``, component (zoos, win points, margins).
    products : array of int64, shape (256, groups, 3, 3)
        Of the components of one group, game by game.
    crosses : array of int64, shape (256, contrasts, 3, 3)
        Of the components of the two groups of each of ``CONTRASTS``.
    """

    def __init__(self, players: int, deck: np.ndarray):
        self.players, self.deck = players, np.asarray(deck, np.int64)
        self.games = self.unfinished = 0
        self.sums = np.zeros((CARDS, len(GROUPS), 3), np.int64)
        self.products = np.zeros((CARDS, len(GROUPS), 3, 3), np.int64)
        self.crosses = np.zeros((CARDS, len(CONTRASTS), 3, 3), np.int64)

    def add(self, records: np.ndarray, tracks: np.ndarray) -> CardSums:
        """Add games (``RECORD_DTYPE`` and ``TRACK_DTYPE``, game by game, seat by seat); returns itself."""
        for first in range(0, len(records), BLOCK * self.players):
            block = slice(first, first + BLOCK * self.players)
            self.add_block(records[block], tracks[block])
        return self

    def add_block(self, records: np.ndarray, tracks: np.ndarray) -> None:
        done = finished_games(records, self.players)
        games = int(done.sum())
        self.games += games
        self.unfinished += len(done) - games
        rows = np.repeat(done, self.players)
        points, margins = win_points(records, self.players)[done], score_margins(records, self.players)[done]
        figures = np.stack([np.ones_like(points), points, margins])
        vectors = []  # per group the components summed over the zoos of each game, shape (3, games, cards)
        for g, zoos in enumerate(zoo_groups(tracks[rows], self.deck)):
            mask = zoos.reshape(games, self.players, len(self.deck))
            vectors.append(np.einsum("igp,gpc->igc", figures, mask))
            self.sums[self.deck, g] += vectors[g].sum(1).T
            self.products[self.deck, g] += cross_products(vectors[g], vectors[g])
        for k, (a, b) in enumerate(PAIRS):
            self.crosses[self.deck, k] += cross_products(vectors[a], vectors[b])

    def merge(self, other: CardSums) -> None:
        """Add the sums of other games."""
        self.games += other.games
        self.unfinished += other.unfinished
        self.sums += other.sums
        self.products += other.products
        self.crosses += other.crosses

    def group(self, card: int, name: str) -> Moments:
        """The moments of one group of a card: components zoos, win points, margins."""
        g = GROUPS.index(name)
        return moments_of(self.games, self.sums[card, g], self.products[card, g])

    def contrast(self, card: int, name: str) -> Moments:
        """The moments of both groups of a contrast: six components."""
        k = list(CONTRASTS).index(name)
        a, b = PAIRS[k]
        cross = self.crosses[card, k]
        products = np.block([[self.products[card, a], cross], [cross.T, self.products[card, b]]])
        return moments_of(self.games, np.concatenate([self.sums[card, a], self.sums[card, b]]), products)


class FinalSums:
    """For each final scoring card the moments of the zoos that were dealt it and of those that were not.

    They are dealt at random, so the difference is what being dealt the card is worth.

    Parameters
    ----------
    players, finals : int
        Players of each game, final scoring cards of the ruleset.
    """

    def __init__(self, players: int, finals: int):
        self.players = players
        self.moments = [Moments(6) for _ in range(finals)]

    def add(self, records: np.ndarray, tracks: np.ndarray) -> FinalSums:
        """Add games (``RECORD_DTYPE`` and ``TRACK_DTYPE``, game by game, seat by seat); returns itself."""
        done = finished_games(records, self.players)
        points, margins = win_points(records, self.players)[done], score_margins(records, self.players)[done]
        dealt = tracks["finals"].reshape(-1, self.players)[done]
        figures = np.stack([np.ones_like(points), points, margins])
        for i, moments in enumerate(self.moments):
            mine = dealt >> i & 1
            moments.add(np.concatenate([(figures * mine).sum(2), (figures * (1 - mine)).sum(2)]).T)
        return self

    def merge(self, other: FinalSums) -> None:
        """Add the sums of other games."""
        for mine, theirs in zip(self.moments, other.moments, strict=True):
            mine.merge(theirs)


def moments_of(clusters: int, sums: np.ndarray, products: np.ndarray) -> Moments:
    found = Moments(len(sums))
    found.n, found.sums, found.products = clusters, sums.astype(object), products.astype(object)
    return found


def deck_cards(ruleset: Ruleset) -> np.ndarray:
    """Indices of the cards in the deck: enabled animals, sponsors and projects, base projects aside."""
    keys = [(section, key) for section in ("animals", "sponsors", "projects") for key in ruleset.data[section]]
    found = [index_of(int(key)) for section, key in keys if ruleset.data[section][key]["enabled"]]
    return np.array(sorted(index for index in found if index < BASE_FIRST), np.int64)
