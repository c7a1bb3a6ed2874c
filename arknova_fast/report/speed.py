"""What ``arknova bench`` measures, and the comparison of two results.

Every figure is checked before it counts: the timed code must give the value that the careful way gives (invariants and
lists judged at every decision), otherwise ``AssertionError`` says which figure is wrong. Times are thread time, the
best of several passes; the yardsticks run between the passes of the playouts, on the same core in the same minutes.
"""
from __future__ import annotations

import os
import platform
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from arknova_fast.errors import counted
from arknova_fast.report.speedgames import SEED, Yardsticks, measure_kinds, measure_playouts, measure_threads
from arknova_fast.report.speedparts import measure_figures, measure_start
from arknova_fast.search import timing

if TYPE_CHECKING:
    from arknova_fast.core.tables import Ruleset

SCHEMA = "arknova-fast/bench/1"
# Fewer positions than this sit in the branch predictor after one pass and look faster than they are in a game.
POSITIONS = 2000
QUICK_POSITIONS = 200


def processor() -> str:
    """The name of the processor."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    except OSError:
        names = []
    return names[0] if names else platform.processor() or platform.machine()


def measure(ruleset: Ruleset | None = None, players: list[int] | None = None, seconds: float = 2.0,
            quick: bool = False, threads: int | None = None, told: Callable[[str], object] = str) -> dict[str, Any]:
    """Measure everything.

    Parameters
    ----------
    ruleset : Ruleset, optional
    players : list of int
        Player counts of the playouts; 2 is always among them.
    seconds : float
        Least time for the playouts of each player count and for the threads.
    quick : bool
        Few games and positions: the checks are the same, the figures are rough.
    threads : int, optional
        Most threads of the scaling part; default: the processors this process may use.
    told : callable
        Called with a word about what is measured now.

    Returns
    -------
    dict
        As printed by ``arknova bench --json``.

    Raises
    ------
    AssertionError
        If some result is wrong.
    """
    import arknova_fast
    from arknova_fast.core.buildinfo import build_info
    from arknova_fast.core.tables import Ruleset
    from arknova_fast.parallel import available_jobs
    from arknova_fast.search.verify import behaviour_hash

    rules = ruleset or Ruleset.default()
    room, scale, passes = (QUICK_POSITIONS, 0.1, 3) if quick else (POSITIONS, 1.0, 10)
    yard = Yardsticks()
    told("playouts")
    playouts = measure_playouts(rules, sorted({2, *(players or [1, 2, 3, 4])}), seconds, scale, yard)
    two = next(row for row in playouts if row["players"] == 2)
    told("kinds of decisions")
    kinds = measure_kinds(rules, int(1500 * scale), 5, two["ns_per_decision"])
    told("parts of the engine")
    figures = measure_figures(rules, room, passes, yard)
    told("starting a process")
    figures += measure_start(2 if quick else 7)
    told("threads")
    scaling = measure_threads(rules, threads or available_jobs(), seconds, scale)
    best = yard.best()
    for row in playouts:
        row["ratio"], row["shape_ratio"] = row["ns_per_choice"] / best["copy"], row["ns_per_choice"] / best["shape"]
    for figure in figures:
        figure["ratio"] = figure["ns"] / best["copy"] if figure["group"] == "kernel" else None
    return {
        "schema": SCHEMA, "package_version": arknova_fast.__version__, "ruleset": rules.content_hash,
        "behaviour": behaviour_hash(rules), "seed": SEED, "quick": quick, "build": build_info(),
        "machine": {"processor": processor(), "cores": available_jobs(), "platform": platform.platform(),
                    "python": platform.python_version(), "load": os.getloadavg()[0]},
        "calibration": best, "playouts": playouts, "kinds": kinds, "figures": figures, "threads": scaling,
        "bytes": timing.sizes(),
    }  # fmt: skip


# --- comparison -------------------------------------------------------------------------------------------------------


def ratios(result: dict[str, Any]) -> dict[str, float]:
    """What is compared: ratios to the calibration loop of playouts and compiled parts, never absolute times."""
    found = {f"playouts, {counted(row['players'], 'player')}": row["ratio"] for row in result["playouts"]}
    return found | {row["name"]: row["ratio"] for row in result["figures"] if row["group"] == "kernel"}


def compare(before: dict[str, Any], after: dict[str, Any], limit: float) -> list[dict[str, Any]]:
    """The ratios of two results side by side; ``failed`` when one grew by more than ``limit`` (0.1 for 10 %)."""
    old, new = ratios(before), ratios(after)
    return [{"name": name, "before": old[name], "after": new[name], "change": new[name] / old[name] - 1,
             "failed": new[name] / old[name] - 1 > limit} for name in new if name in old]
