"""The interventional value of a card: the same deals with the card forced into an opening hand.

In every deal and for each seat in turn, the seat is dealt the card first (it changes places in the shuffled deck with
the card that would have been) and its opening hand keeps it. What is compared:

* with all cards of the deck tested, each card against the mean of all of them in the same deal and seat, which is a
  random card with the luck of the draw averaged out;
* with some cards only, against a control game in which the seat keeps the random card that it is dealt first.

Everything else of the deal is the same, so the difference is caused by the card. One cluster is one deal.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from arknova_fast.analysis.paired import UNIT, Measured, focal_measure
from arknova_fast.analysis.stats import Estimate, Moments, contrast, ratio
from arknova_fast.parallel import in_chunks, never
from arknova_fast.search.batch import BatchPlan

GAMES_PER_TASK = 1500  # results never depend on it
METRICS = ("points", "margin")
CONTROL = -1


@dataclass
class ForcedSums:
    """Per card and metric the moments of (sum, games) of the card and (sum, games) of its comparison, deal by deal.

    Parameters
    ----------
    cards : list of int
        Card indices.
    """

    cards: list[int]
    deals: int = 0
    games: int = 0
    unfinished: int = 0
    moments: dict[tuple[int, str], Moments] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for card in self.cards:
            for metric in METRICS:
                self.moments[card, metric] = Moments(4)

    def add(self, arms: Sequence[tuple[int, Measured]]) -> None:
        """Add a range of deals, measured with every card, and in a control game where not all cards are tested."""
        measured = dict(arms)
        self.deals += len(arms[0][1]["points"][0])
        self.games += sum(int(arm["unfinished"][1].sum()) for _, arm in arms)
        self.unfinished += sum(int(arm["unfinished"][0].sum()) for _, arm in arms)
        for metric in METRICS:
            if CONTROL in measured:
                base = measured[CONTROL][metric]
            else:
                base = (np.sum([arm[metric][0] for _, arm in arms], 0), np.sum([arm[metric][1] for _, arm in arms], 0))
            for card in self.cards:
                self.moments[card, metric].add(np.stack([*measured[card][metric], *base], axis=1))

    def merge(self, other: ForcedSums) -> None:
        """Add the sums of other deals of the same experiment."""
        self.deals += other.deals
        self.games += other.games
        self.unfinished += other.unfinished
        for key, moments in other.moments.items():
            self.moments[key].merge(moments)

    def value(self, card: int, metric: str) -> Estimate | None:
        """What the card changes: win share or score margin above that of its comparison."""
        return contrast(self.moments[card, metric], [(1.0, 0, 1), (-1.0, 2, 3)], UNIT)

    def level(self, card: int, metric: str) -> Estimate | None:
        """The win share or score margin with the card itself."""
        return ratio(self.moments[card, metric], 0, 1, UNIT, share=metric == "points")


class ForcedCards:
    """The experiment.

    Parameters
    ----------
    make_plan : callable
        ``make_plan(first_card=..., keep_first=...)`` makes the plan of the batch driver.
    players : int
    cards : sequence of int
        Card indices to test.
    whole_deck : bool
        Whether these are all cards of the deck; then no control games are needed.
    """

    def __init__(self, make_plan: Callable[..., BatchPlan], players: int, cards: Sequence[int], whole_deck: bool):
        self.players, self.cards = players, list(cards)
        self.arms = self.cards if whole_deck else [CONTROL, *self.cards]
        self.measure = focal_measure(range(players))
        self.plans = {arm: [self.plan_of(make_plan, arm, seat) for seat in range(players)] for arm in self.arms}

    def plan_of(self, make_plan: Callable[..., BatchPlan], arm: int, seat: int) -> BatchPlan:
        keep = [place == seat for place in range(self.players)]
        first = () if arm == CONTROL else [arm if place == seat else None for place in range(self.players)]
        return make_plan(first_card=first, keep_first=keep)

    @property
    def games_per_deal(self) -> int:
        return len(self.arms) * self.players

    def play_range(self, start: int, count: int) -> list[tuple[int, Measured]]:
        """Measure the deals ``start .. start + count - 1`` in every arm."""
        return [(arm, self.measure([plan.play(start, count) for plan in self.plans[arm]])) for arm in self.arms]

    def play(self, deals: int, start: int = 0, *, jobs: int = 1, chunk: int = 0,
             stopped: Callable[[], bool] = never, progress: Callable[[int], Any] | None = None) -> ForcedSums:
        """Play the deals ``start .. start + deals - 1``; the result does not depend on jobs and chunk."""
        sums = ForcedSums(self.cards)
        chunk = chunk or max(1, GAMES_PER_TASK // self.games_per_deal)
        for _, arms in in_chunks(self.play_range, start, deals, chunk, jobs, stopped):
            sums.add(arms)
            if progress is not None:
                progress(sums.games)
        return sums
