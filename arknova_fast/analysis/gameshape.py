"""The shape of the games of a run: how long, how open, how many options; integer counts from its rows."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from arknova_fast.io.aggregates import Histogram

if TYPE_CHECKING:
    from arknova_fast.io.rundir import Run

COLUMNS = ("score", "finished", "lead_changes", "choices", "decisions", "options", "turns")
TENTHS = 10  # options per choice are counted in tenths


class GameShape:
    """Histograms over the finished games of a run.

    Parameters
    ----------
    players : int

    Attributes
    ----------
    lead_changes : Histogram
        Turns after which another player leads alone than before.
    choices, decisions : Histogram
        Decisions with two or more options, and all decisions, of all players.
    branching : Histogram
        Options per choice, in tenths.
    margin : Histogram
        Score of the winner minus that of the second.
    length : Histogram
        Turns of all players.
    """

    def __init__(self, players: int):
        self.players = players
        self.lead_changes, self.choices, self.decisions = Histogram(), Histogram(), Histogram()
        self.branching, self.margin, self.length = Histogram(), Histogram(), Histogram()

    def add(self, columns: dict[str, np.ndarray]) -> None:
        """Add the rows of complete games, game by game and seat by seat."""
        by_game = {name: values.reshape(-1, self.players) for name, values in columns.items()}
        done = by_game["finished"][:, 0].astype(bool)
        first = {name: values[done, 0].astype(np.int64) for name, values in by_game.items()}
        for name in ("lead_changes", "choices", "decisions"):
            getattr(self, name).add(first[name])
        open_games = first["choices"] > 0
        self.branching.add((TENTHS * first["options"][open_games] + first["choices"][open_games] // 2)
                           // first["choices"][open_games])
        self.length.add(by_game["turns"][done].sum(1, dtype=np.int64))
        if self.players > 1:
            scores = np.sort(by_game["score"][done].astype(np.int64), axis=1)
            self.margin.add(scores[:, -1] - scores[:, -2])


def shape_of(run: Run) -> GameShape:
    """Read the rows of a run part by part.

    Raises
    ------
    RunDataError
        If the run keeps no rows of games, or a part is damaged.
    """
    shape = GameShape(run.players)
    for part in run.parts():
        table = run.part_table("games", part)
        shape.add({name: table.column(name).to_numpy() for name in COLUMNS})
    return shape
