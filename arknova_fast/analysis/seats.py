"""The edge of a seat: the same policy everywhere, results by seat."""
from __future__ import annotations

from typing import Any

import numpy as np

from arknova_fast.analysis.many import flags
from arknova_fast.analysis.paired import UNIT, Arm, Measured, Totals, add_up, focal_game
from arknova_fast.analysis.setting import Setting
from arknova_fast.analysis.stats import figures


def seat_arm(setting: Setting, policy: Any) -> Arm:
    """Games of one policy in all seats, one of each deal; maps that belong to seats are moved through all seats.

    Metrics of ``focal_measure`` with the seat appended (``points_0``), and ``unfinished``.
    """
    players = setting.players
    plans = tuple(setting.plan([policy] * players, shift) for shift in setting.map_shifts())

    def measure(found: list[np.ndarray]) -> Measured:
        measured: Measured = {}
        for seat in range(players):
            game = add_up([focal_game(records, players, seat) for records in found])
            measured["unfinished"] = game.pop("unfinished")
            measured |= {f"{name}_{seat}": sums for name, sums in game.items()}
        return measured

    return Arm(f"{players} players", plans, measure)


def seat_figures(totals: Totals, setting: Setting, games_per_deal: int = 1) -> dict[str, Any]:
    """The figures of each seat; the p value is that of a share of 1 / players."""
    players = setting.players
    start = setting.ruleset.data["boards"]["setup"]["start_appeal"][str(players)]
    shares = [totals.mean(f"points_{seat}", scale=UNIT, share=True) for seat in range(players)]
    rows = [
        {"seat": seat, "start_appeal": start[seat], "share": figures(share),
         "margin": figures(totals.mean(f"margin_{seat}", scale=UNIT)),
         "score": figures(totals.mean(f"score_{seat}"))} | flag
        for seat, (share, flag) in enumerate(zip(shares, flags(shares, 1 / players), strict=True))
    ]  # fmt: skip
    return {"players": players, "expected": 1 / players, "deals": totals.deals,
            "played": totals.deals * games_per_deal, "unfinished": totals.total("unfinished"), "seats": rows}
