"""Exact sums over games by what became of a card: the raw material of all observational figures of cards.

A zoo (one player of one game) belongs to the groups of a card that hold for it. For each card and group the number
of zoos, their win points and their score margins are summed, with squares and products game by game, so that the two
or more zoos of one game are one cluster. All sums are integers: chunks, threads and shards add up to the same.
"""
from __future__ import annotations

from functools import lru_cache
from typing import Any

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
BREAK_FIRST = GROUPS.index("break_0")
# Differences of two groups.
CONTRASTS = {"offered": ("dealt", "not_dealt"), "choice": ("kept", "passed"), "drawn": ("in_hand", "unseen")}
PAIRS = np.array([[GROUPS.index(a), GROUPS.index(b)] for a, b in CONTRASTS.values()])
N, POINTS, MARGIN = 0, 1, 2  # components: zoos, win points, score margins (both in twelfths)


def card_words(tracks: np.ndarray) -> np.ndarray:
    """The card sets of tracks as words, shape (zoos, zone, 4): dealt, kept, seen, played."""
    zones = [np.ascontiguousarray(tracks[name]).view(np.uint64) for name in ("dealt", "kept", "seen", "played")]
    return np.stack(zones, axis=1)


@lru_cache(maxsize=1)
def kernel() -> Any:
    """The compiled loop; compiled on first use."""
    from numba import njit

    @njit(nogil=True)
    def enter(v, group, points, margin):
        v[group, 0] += 1
        v[group, 1] += points
        v[group, 2] += margin

    @njit(nogil=True)
    def classify(v, dealt, kept, seen, played, breaks, points, margin):
        drawn = seen and not dealt
        enter(v, 0 if dealt else 1, points, margin)
        if kept:
            enter(v, 2, points, margin)
        elif dealt:
            enter(v, 3, points, margin)
        if drawn:
            enter(v, 4, points, margin)
        if kept or drawn:
            enter(v, 5, points, margin)
        if not (dealt or seen or played):
            enter(v, 6, points, margin)
        if played:
            enter(v, 7, points, margin)
            enter(v, BREAK_FIRST + min(breaks, BREAK_ROWS - 1), points, margin)

    @njit(nogil=True)
    def accumulate(words, played_in, points, margins, done, deck, sums, products, crosses):
        games, players = points.shape
        v = np.zeros((len(GROUPS), 3), np.int64)
        for game in range(games):
            if not done[game]:
                continue
            for card in deck:
                word, bit = card >> 6, np.uint64(1) << np.uint64(card & 63)
                v[:] = 0
                for p in range(players):
                    z = game * players + p
                    w = words[z, :, word] & bit
                    classify(v, w[0] != 0, w[1] != 0, w[2] != 0, w[3] != 0, played_in[z, card], points[game, p],
                             margins[game, p])
                for g in range(len(GROUPS)):
                    if v[g, 0]:
                        for i in range(3):
                            sums[card, g, i] += v[g, i]
                            for j in range(3):
                                products[card, g, i, j] += v[g, i] * v[g, j]
                for k in range(len(PAIRS)):
                    a, b = PAIRS[k, 0], PAIRS[k, 1]
                    if v[a, 0] and v[b, 0]:
                        for i in range(3):
                            for j in range(3):
                                crosses[card, k, i, j] += v[a, i] * v[b, j]

    return accumulate


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
        done = finished_games(records, self.players)
        self.games += int(done.sum())
        self.unfinished += int(len(done) - done.sum())
        kernel()(card_words(tracks), np.ascontiguousarray(tracks["played_in"]), win_points(records, self.players),
                 score_margins(records, self.players), done, self.deck, self.sums, self.products, self.crosses)
        return self

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


def moments_of(clusters: int, sums: np.ndarray, products: np.ndarray) -> Moments:
    found = Moments(len(sums))
    found.n, found.sums, found.products = clusters, sums.astype(object), products.astype(object)
    return found


def deck_cards(ruleset: Ruleset) -> np.ndarray:
    """Indices of the cards in the deck: enabled animals, sponsors and projects, base projects aside."""
    keys = [(section, key) for section in ("animals", "sponsors", "projects") for key in ruleset.data[section]]
    found = [index_of(int(key)) for section, key in keys if ruleset.data[section][key]["enabled"]]
    return np.array(sorted(index for index in found if index < BASE_FIRST), np.int64)
