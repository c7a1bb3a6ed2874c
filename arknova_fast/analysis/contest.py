"""One policy against another: every deal once with the first policy in each seat, the other in the remaining ones."""
from __future__ import annotations

from typing import Any

import numpy as np

from arknova_fast.analysis.paired import UNIT, Arm, Measured, Totals, add_up, focal_game
from arknova_fast.analysis.pentanomial import elo_figures, mean_of_pairs
from arknova_fast.analysis.setting import Setting
from arknova_fast.analysis.stats import figures

N_OUTCOMES = 5


def match_arm(setting: Setting, a: Any, b: Any) -> Arm:
    """The games of a match: ``players`` games of each deal, in game r policy ``a`` has seat r.

    Metrics are those of ``focal_measure`` for ``a``, ``points_r`` and ``margin_r`` for each seat, and for two players
    ``pair_0`` to ``pair_4``: complete pairs by half points.
    """
    players = setting.players
    plans = tuple(setting.plan([a if seat == at else b for seat in range(players)]) for at in range(players))

    def measure(found: list[np.ndarray]) -> Measured:
        games = [focal_game(records, players, seat) for seat, records in enumerate(found)]
        measured = add_up(games)
        for seat, game in enumerate(games):
            measured |= {f"points_{seat}": game["points"], f"margin_{seat}": game["margin"]}
        return measured | (pair_measure(measured) if players == 2 else {})

    return Arm("match", plans, measure)


def pair_measure(measured: Measured) -> Measured:
    """Complete pairs by outcome; a pair with an unfinished game is none."""
    points, done = measured["points"]
    complete = (done == 2).astype(np.int64)
    half_points = points // (UNIT // 2)
    return {f"pair_{i}": ((half_points == i) * complete, complete) for i in range(N_OUTCOMES)}


def pentanomial_of(totals: Totals) -> list[int]:
    """Complete pairs with 0, 1/2, 1, 3/2 and 2 points."""
    return [totals.total(f"pair_{i}") for i in range(N_OUTCOMES)]


def match_figures(totals: Totals, players: int) -> dict[str, Any]:
    """The result of a match as plain numbers: shares, margins, the pentanomial table, Elo."""
    found: dict[str, Any] = {
        "expected": 1 / players,
        "share": figures(totals.mean("points", scale=UNIT, share=True)),
        "margin": figures(totals.mean("margin", scale=UNIT)),
        "score": figures(totals.mean("score")),
        "seats": [
            {"seat": seat, "share": figures(totals.mean(f"points_{seat}", scale=UNIT, share=True)),
             "margin": figures(totals.mean(f"margin_{seat}", scale=UNIT))}
            for seat in range(players)
        ],
    }  # fmt: skip
    if players == 2:
        counts = pentanomial_of(totals)
        pairs = mean_of_pairs(counts)
        found["pentanomial"] = {"counts": counts, "incomplete": totals.deals - sum(counts), "share": figures(pairs)}
        found["elo"] = None if pairs is None else elo_figures(pairs)
    return found
