"""The shape of the games of a run, and its maps and cards, from its rows; integer counts and sums."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from arknova_fast.analysis.cardsets import CardSums, FinalSums, deck_cards
from arknova_fast.analysis.paired import finished_games
from arknova_fast.analysis.runmaps import RunMaps
from arknova_fast.io.aggregates import Histogram

if TYPE_CHECKING:
    from arknova_fast.io.rundir import Run

TENTHS = 10  # options per choice are counted in tenths


class GameShape:
    """Histograms over the finished games of a run.

    Parameters
    ----------
    players : int

    Attributes
    ----------
    lead_changes : Histogram
        Turns after which another player leads alone than before; empty where the cards were not followed.
    choices, decisions : Histogram
        Decisions with two or more options, and all decisions, of all players.
    branching : Histogram
        Options per choice, in tenths; empty where the run keeps no turns.
    margin : Histogram
        Score of the winner minus that of the second.
    length : Histogram
        Turns of all players.
    """

    def __init__(self, players: int):
        self.players = players
        self.lead_changes, self.choices, self.decisions = Histogram(), Histogram(), Histogram()
        self.branching, self.margin, self.length = Histogram(), Histogram(), Histogram()

    def add(self, records: np.ndarray, tracks: np.ndarray | None) -> None:
        """Add complete games (``RECORD_DTYPE`` and ``TRACK_DTYPE``, game by game, seat by seat)."""
        done = finished_games(records, self.players)
        games = records[:: self.players][done]
        self.choices.add(games["choices"])
        self.decisions.add(games["decisions"])
        if tracks is not None:
            self.add_followed(games, tracks[:: self.players][done])
        self.length.add(records["turns"].reshape(-1, self.players)[done].sum(1, dtype=np.int64))
        if self.players > 1:
            scores = np.sort(records["score"].astype(np.int64).reshape(-1, self.players)[done], axis=1)
            self.margin.add(scores[:, -1] - scores[:, -2])

    def add_followed(self, games: np.ndarray, followed: np.ndarray) -> None:
        """Add what only tracks tell, one row of records and tracks per game."""
        self.lead_changes.add(followed["lead_changes"])
        choices, options = games["choices"].astype(np.int64), followed["options"].astype(np.int64)
        some = options > 0
        self.branching.add((TENTHS * options[some] + choices[some] // 2) // choices[some])


class RunFigures:
    """Everything that the rows of a run tell beyond its aggregates.

    Attributes
    ----------
    shape : GameShape
    maps, cards, finals : RunMaps, CardSums, FinalSums or None
        None in solo games, where nobody is beaten; the last two also where the cards were not followed.
    """

    def __init__(self, run: Run):
        several = run.players > 1
        self.shape = GameShape(run.players)
        self.maps = RunMaps(run.players, range(len(run.ruleset.data["maps"]))) if several else None
        followed = several and run.info.follows_cards
        self.cards = CardSums(run.players, deck_cards(run.ruleset)) if followed else None
        self.finals = FinalSums(run.players, len(run.ruleset.data["final_scoring"])) if followed else None

    def add(self, records: np.ndarray, tracks: np.ndarray | None) -> None:
        self.shape.add(records, tracks)
        if self.maps is not None:
            self.maps.add(records)
        if self.cards is not None and self.finals is not None and tracks is not None:
            self.cards.add(records, tracks)
            self.finals.add(records, tracks)


def figures_of(run: Run) -> RunFigures:
    """Read the rows of a run part by part.

    Raises
    ------
    RunDataError
        If the run keeps no rows of games or results, or a part is damaged.
    """
    found = RunFigures(run)
    for part in run.parts():
        found.add(*run.games_of(part))
    return found
