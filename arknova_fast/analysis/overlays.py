"""Two rulesets on the same deals: how the outcomes of the games differ.

All players of a game share its rules, so the rulesets do not play against each other; what is paired is the deal.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from arknova_fast.analysis.many import flags
from arknova_fast.analysis.paired import UNIT, Arm, Measured, Totals, add_up, finished_games, win_points
from arknova_fast.analysis.setting import Setting
from arknova_fast.analysis.stats import figures

# Metric -> (unit it is counted in, what it is).
PLAYER_FIELDS = {
    "score": "score of a player", "appeal": "appeal", "conservation": "conservation points",
    "reputation": "reputation", "money": "money left at the end", "animals": "animals played",
    "sponsors": "sponsors played", "supported": "projects supported", "partner_zoos": "partner zoos",
    "universities": "universities", "workers": "workers hired", "covered": "map cells covered",
    "turns": "turns of a player",
}  # fmt: skip
GAME_FIELDS = {"winner_score": "score of the winner", "lead": "lead of the winner",
               "breaks": "breaks of a game", "choices": "choices of a game"}
ENDS = {"end_turn": "ended in a turn", "end_break": "ended in a break", "unfinished": "unfinished"}
ARMS = ("rules", "against")


def metrics(players: int) -> dict[str, tuple[str, float, bool]]:
    """Metric -> (what it is, unit it is counted in, whether it is a share)."""
    found = {name: (text, 1.0, False) for name, text in (PLAYER_FIELDS | GAME_FIELDS).items()}
    found |= {f"win_{seat}": (f"win share of seat {seat + 1}", float(UNIT), True) for seat in range(players)}
    return found | {name: (text, 1.0, True) for name, text in ENDS.items()}


def game_measure(records: np.ndarray, players: int) -> Measured:
    """What a game of each deal is like, unfinished games only among the ends."""
    rows = records.reshape(-1, players)
    done = finished_games(records, players).astype(np.int64)
    one = np.ones_like(done)
    measured: Measured = {
        name: (rows[name].astype(np.int64).sum(1) * done, players * done) for name in PLAYER_FIELDS
    }
    scores = np.sort(rows["score"].astype(np.int64), axis=1)
    measured["winner_score"] = (scores[:, -1] * done, done)
    measured["lead"] = ((scores[:, -1] - scores[:, -2]) * done, done)
    for name in ("breaks", "choices"):
        measured[name] = (rows[name][:, 0].astype(np.int64) * done, done)
    points = win_points(records, players)
    measured |= {f"win_{seat}": (points[:, seat] * done, done) for seat in range(players)}
    for cause, name in ((1, "end_turn"), (2, "end_break")):
        measured[name] = ((rows["end_cause"][:, 0] == cause).astype(np.int64), one)
    measured["unfinished"] = (1 - done, one)
    return measured


def ruleset_arms(rules: Setting, against: Setting, policy: Any) -> list[Arm]:
    """One arm for each ruleset; the settings are otherwise equal."""
    return [ruleset_arm(name, setting, policy) for name, setting in zip(ARMS, (rules, against), strict=True)]


def ruleset_arm(name: str, setting: Setting, policy: Any) -> Arm:
    players = setting.players
    plans = tuple(setting.plan([policy] * players, shift) for shift in setting.map_shifts())

    def measure(found: list[np.ndarray]) -> Measured:
        return add_up([game_measure(records, players) for records in found])

    return Arm(name, plans, measure)


def difference_figures(totals: Totals, players: int) -> list[dict[str, Any]]:
    """Each metric under both rulesets and the paired difference, flagged with a false discovery rate of 5 %."""
    rows: list[dict[str, Any]] = []
    differences = []
    for name, (text, scale, share) in metrics(players).items():
        differences.append(totals.difference(name, "rules", "against", scale))
        rows.append({
            "metric": name, "text": text, "rules": figures(totals.mean(name, "rules", scale, share)),
            "against": figures(totals.mean(name, "against", scale, share)), "difference": figures(differences[-1]),
        })  # fmt: skip
    return [row | flag for row, flag in zip(rows, flags(differences), strict=True)]


def precise_enough(metric: str, players: int, target: float) -> Callable[[Totals], bool]:
    """The rule that the difference of a metric has a standard error of at most ``target``."""
    from arknova_fast.analysis.sequential import se_below

    return se_below(metric, 0, 1, metrics(players)[metric][1], target)
