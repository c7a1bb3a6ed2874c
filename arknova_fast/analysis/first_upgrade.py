"""What to upgrade first: one player bound to an action card against the free choice of its policy, paired by deal."""
from __future__ import annotations

from typing import Any

import numpy as np

from arknova_fast.analysis.many import flags
from arknova_fast.analysis.paired import UNIT, Arm, Measured, Totals, add_up, focal_game
from arknova_fast.analysis.setting import Setting
from arknova_fast.analysis.stats import figures
from arknova_fast.cards.vocabulary import ACTION_CARDS

ACTIONS = tuple(ACTION_CARDS)
NONE = "none"  # a player that upgraded nothing
FREE = "free choice"


def upgrade_arms(setting: Setting, policy: Any) -> list[Arm]:
    """The free arm, then one arm for each action card.

    In a bound arm one player must upgrade this card first and the others are free; each deal is played with that
    player in every seat. In the free arm these games are all the same one, so it is played once and every seat counts.
    Metrics are those of ``focal_measure``, ``first_A``: whose first upgrade was A, and in the free arm ``points_A``
    and ``margin_A``: the results of those players.
    """
    players = setting.players
    policies = [policy] * players
    arms = [Arm(FREE, (setting.plan(policies),), lambda found: free_measure(found[0], players), tracked=True)]
    for action in range(len(ACTIONS)):
        plans = tuple(
            setting.plan(policies, first_upgrade=[action if seat == at else None for seat in range(players)])
            for at in range(players)
        )
        arms.append(Arm(ACTIONS[action], plans, lambda found: bound_measure(found, players), tracked=True))
    return arms


def bound_measure(found: list[tuple[np.ndarray, np.ndarray]], players: int) -> Measured:
    return add_up([player_measure(records, tracks, players, seat) for seat, (records, tracks) in enumerate(found)])


def free_measure(found: tuple[np.ndarray, np.ndarray], players: int) -> Measured:
    records, tracks = found
    games = []
    for seat in range(players):
        game = player_measure(records, tracks, players, seat)
        for name in (*ACTIONS, NONE):
            chosen = game[f"first_{name}"][0]
            for metric in ("points", "margin"):
                sums, counts = game[metric]
                game[f"{metric}_{name}"] = (sums * chosen, counts * chosen)
        games.append(game)
    return add_up(games)


def player_measure(records: np.ndarray, tracks: np.ndarray, players: int, seat: int) -> Measured:
    """The results of one seat and what it upgraded first (a share of all its games)."""
    first = tracks["first_upgrade"][seat::players]
    one = np.ones(len(first), np.int64)
    chosen = {f"first_{name}": ((first == i).astype(np.int64), one) for i, name in enumerate(ACTIONS)}
    chosen[f"first_{NONE}"] = ((first >= len(ACTIONS)).astype(np.int64), one)
    return focal_game(records, players, seat) | chosen


def upgrade_figures(totals: Totals, players: int) -> dict[str, Any]:
    """Effects of the bound arms against free choice, and the split of the free games by what was chosen."""
    shares = [totals.difference("points", action, FREE, UNIT) for action in ACTIONS]
    bound = [
        {"action": action, "share_difference": figures(share),
         "margin_difference": figures(totals.difference("margin", action, FREE, UNIT)),
         "score_difference": figures(totals.difference("score", action, FREE)),
         "obeyed": figures(totals.mean(f"first_{action}", action, share=True))} | flag
        for action, share, flag in zip(ACTIONS, shares, flags(shares), strict=True)
    ]  # fmt: skip
    observed = [
        {"action": name, "chosen": figures(totals.mean(f"first_{name}", FREE, share=True)),
         "share": figures(totals.mean(f"points_{name}", FREE, UNIT, share=True)),
         "margin": figures(totals.mean(f"margin_{name}", FREE, UNIT))}
        for name in (*ACTIONS, NONE)
    ]  # fmt: skip
    unfinished = sum(totals.total("unfinished", arm) for arm in ACTIONS)
    free = totals.total("unfinished", FREE) // players
    return {"expected": 1 / players, "bound": bound, "observed": observed,
            "unfinished": {"free": free, "bound": unfinished}}
