"""Tuning the weights of ``greedy``: a mirrored evolution strategy with paired games, and a sequential test.

A generation draws random directions in the space of the weights (the logarithm of each; the few that may be negative
as they are). For each direction the two mirrored candidates play each other, every deal twice with the seats swapped,
and the centre moves along the directions that won, each by its margin. Then the centre challenges the best weights so
far in paired games; it takes their place when the sequential test accepts that it is stronger. All deals are
different, numbered from 0 on, and everything random comes from the seed: the result does not depend on threads.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from arknova_fast.analysis.paired import win_points
from arknova_fast.analysis.pentanomial import Sprt, mean_of_pairs, pair_counts
from arknova_fast.errors import UsageError, nearest
from arknova_fast.search.batch import BatchPlan
from arknova_fast.search.weights import GREEDY_WEIGHTS, parse_weights, weights_text
from arknova_fast.seating import parse_maps

PLAYERS = 2
MOST_MARGIN = 40  # a single deal counts at most this much, in points
SMALLEST = 0.02  # a weight of 0 is moved as if it were this large
LINEAR_STEP = 0.3  # weights that may be negative move on this scale
STREAM = 0x7E5E  # keeps the directions apart from the deals of the same seed
BY_NAME = {weight.name: weight for weight in GREEDY_WEIGHTS}


@dataclass(frozen=True)
class Search:
    """What a search depends on.

    Parameters
    ----------
    ruleset : Ruleset
    seed : int
    names : tuple of str
        Weights to tune.
    start : dict
        Weights to begin with; those missing have their defaults.
    maps : str
        As in ``parse_maps``.
    generations, population : int
        Population: candidates of a generation, an even number.
    deals : int
        Deals (two games each) of a mirrored pair of candidates.
    spread : float
        Standard deviation of a candidate from the centre, in logarithms of the weights.
    rate : float
        Step of the centre in units of ``spread``.
    sprt : Sprt
    test_deals : int
        Most deals of one challenge.
    max_games : int
        Games after which the search ends; 0 for no limit.
    jobs : int
    """

    ruleset: Any
    seed: int
    names: tuple[str, ...]
    start: dict[str, float] = field(default_factory=dict)
    maps: str = "all"
    generations: int = 20
    population: int = 16
    deals: int = 50
    spread: float = 0.2
    rate: float = 0.5
    sprt: Sprt = field(default_factory=lambda: Sprt(0.0, 15.0))
    test_deals: int = 1000
    max_games: int = 0
    jobs: int = 1


def tunable(text: str | None) -> tuple[str, ...]:
    """The weights named in a text with commas; all but the noise by default."""
    if text is None:
        return tuple(weight.name for weight in GREEDY_WEIGHTS if weight.name != "noise")
    names = tuple(word.strip() for word in text.split(","))
    for name in names:
        if name not in BY_NAME:
            raise UsageError(f"unknown weight {name!r}{nearest(name, BY_NAME)}")
    return names


def to_point(names: tuple[str, ...], weights: dict[str, float]) -> np.ndarray:
    """Weights as a point of the space that is searched, shape (weights,)."""
    values = [weights.get(name, BY_NAME[name].default) for name in names]
    return np.array([value / LINEAR_STEP if BY_NAME[name].low < 0 else np.log(max(value, SMALLEST))
                     for name, value in zip(names, values, strict=True)])


def to_weights(names: tuple[str, ...], point: np.ndarray, start: dict[str, float]) -> dict[str, float]:
    """The weights of a point, within their ranges and to four digits."""
    found = dict(start)
    for name, x in zip(names, point, strict=True):
        weight = BY_NAME[name]
        value = float(x) * LINEAR_STEP if weight.low < 0 else float(np.exp(x))
        found[name] = float(f"{min(max(value, weight.low), weight.high):.4g}")
    return found


def policy_of(weights: dict[str, float]) -> str:
    text = weights_text(weights)
    return f"greedy:{text}" if text else "greedy"


def duel(search: Search, a: str, b: str, start: int, deals: int) -> tuple[np.ndarray, np.ndarray]:
    """Points (twelfths, of 24) and score margins of ``a`` over ``b`` in pairs of games, each shape (deals,)."""
    maps, map_plan = parse_maps(search.ruleset, search.maps, PLAYERS)
    points = np.zeros(deals, np.int64)
    margins = np.zeros(deals, np.int64)
    for seat, policies in enumerate(([a, b], [b, a])):
        plan = BatchPlan(search.ruleset, PLAYERS, maps, map_plan, policies, search.seed)
        records = plan.play(start, deals)
        score = records["score"].astype(np.int64).reshape(-1, PLAYERS)
        points += win_points(records, PLAYERS)[:, seat]
        margins += score[:, seat] - score[:, 1 - seat]
    return points, margins


@dataclass
class Generation:
    """What a generation did; ``games`` counts all so far."""

    number: int
    games: int
    pairs: list[int]
    decision: str | None
    accepted: bool
    best: dict[str, float]

    def figures(self) -> dict[str, Any]:
        share = mean_of_pairs(self.pairs)
        return {"generation": self.number, "games": self.games, "pairs": self.pairs,
                "share": None if share is None else share.value, "test": self.decision, "accepted": self.accepted}


class Tuner:
    """The state of a search: the centre, the best weights, and the number of the next deal."""

    def __init__(self, search: Search):
        self.search = search
        self.centre = to_point(search.names, search.start)
        self.best = dict(search.start)
        self.next_deal = 0
        self.games = 0
        self.random = np.random.default_rng([search.seed, STREAM])

    def deals(self, count: int) -> int:
        """The first of so many deals that nobody has seen."""
        first = self.next_deal
        self.next_deal += count
        self.games += PLAYERS * count
        return first

    def advance(self, pool: ThreadPoolExecutor) -> None:
        """Play the mirrored candidates of a generation and move the centre."""
        s = self.search
        directions = self.random.standard_normal((s.population // 2, len(s.names)))

        def margin(direction: np.ndarray, first: int) -> float:
            plus, minus = (policy_of(to_weights(s.names, self.centre + sign * s.spread * direction, s.start))
                           for sign in (1, -1))
            _, margins = duel(s, plus, minus, first, s.deals)
            return float(np.clip(margins / PLAYERS, -MOST_MARGIN, MOST_MARGIN).mean())

        firsts = [self.deals(s.deals) for _ in directions]
        found = np.array(list(pool.map(margin, directions, firsts)))
        scale = np.sqrt((found**2).mean()) or 1.0
        self.centre = self.centre + s.rate * s.spread * (found / scale) @ directions / len(directions)

    def challenge(self, pool: ThreadPoolExecutor, number: int) -> Generation:
        """The centre against the best weights so far, until the test decides or its deals are over."""
        s = self.search
        candidate = to_weights(s.names, self.centre, s.start)
        counts = np.zeros(5, np.int64)
        decision = None
        step = max(1, min(100, s.test_deals))
        while decision is None and counts.sum() < s.test_deals:
            count = int(min(step, s.test_deals - counts.sum()))
            first = self.deals(count)
            # Halves keep two threads busy without changing the deals that are played.
            parts = [(first, count // 2), (first + count // 2, count - count // 2)]
            for points, _ in pool.map(lambda part: duel(s, policy_of(candidate), policy_of(self.best), *part), parts):
                counts += pair_counts(points)
            decision = s.sprt.decision(counts.tolist())
        accepted = decision == "H1"
        if accepted:
            self.best = candidate
        return Generation(number, self.games, counts.tolist(), decision, accepted, dict(self.best))


def tune(search: Search, stopped: Callable[[], bool] = lambda: False) -> Iterator[Generation]:
    """Run the search and yield what each generation did; the last one holds the best weights.

    Raises
    ------
    UsageError
        If a setting is out of range.
    """
    if search.population < 2 or search.population % 2:
        raise UsageError(f"the population must be an even number from 2 on, not {search.population}")
    tuner = Tuner(search)
    with ThreadPoolExecutor(search.jobs) as pool:
        for number in range(1, search.generations + 1):
            if stopped() or (search.max_games and tuner.games >= search.max_games):
                return
            tuner.advance(pool)
            yield tuner.challenge(pool, number)


def weights_toml(weights: dict[str, float], comment: list[str]) -> str:
    """A weights file: all settings that differ from the defaults, with what they mean."""
    lines = [f"# {line}" for line in comment] + ["", "[weights]"]
    for weight in GREEDY_WEIGHTS:
        value = weights.get(weight.name, weight.default)
        if value != weight.default:
            lines.append(f"{weight.name} = {value!r}  # {weight.text}")
    return "\n".join(lines) + "\n"


def starting_weights(policy: str) -> dict[str, float]:
    """The weights of a policy text ``greedy`` or ``greedy:...``."""
    from arknova_fast.policies import built_in

    name, _, options = built_in(policy).partition(":")
    if name != "greedy":
        raise UsageError(f"only the weights of greedy can be tuned, not {policy!r}")
    return parse_weights(options) if options else {}
