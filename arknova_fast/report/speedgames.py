"""The speed of whole games: playouts between yardsticks, decisions by kind, several threads.

A figure counts only if the timed code gave the value of the careful way (``same``).
"""
from __future__ import annotations

import random
import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np

from arknova_fast.core.types import FrameKind
from arknova_fast.errors import counted
from arknova_fast.search import bench, timing

if TYPE_CHECKING:
    from arknova_fast.core.tables import Ruleset
    from arknova_fast.search.batch import BatchPlan

SEED = 1
GAMES = {1: 4000, 2: 400, 3: 300, 4: 240}  # of one pass
CHECKED = {1: 200, 2: 30, 3: 20, 4: 16}  # of them played again with every decision judged
SHAPE_GAMES = 500
STEPS = ("list", "pick", "apply")
ROUNDS = {"draw": 200_000, "scan": 5_000, "copy": 5_000}


def plan_of(ruleset: Ruleset | None, players: int) -> BatchPlan:
    """Random games, all maps in a cycle, seed 1."""
    from arknova_fast.api import batch_plan

    return batch_plan(players, "all", seed=SEED, ruleset=ruleset)


def same(figure: str, got: Any, wanted: Any) -> None:
    """Raise ``AssertionError`` unless a result is the one of the careful way."""
    if got != wanted:
        raise AssertionError(f"{figure}: the timed code gives {got}, the checked code {wanted}; the time means nothing")


# --- yardsticks and playouts ------------------------------------------------------------------------------------------


class Yardsticks:
    """Calibration loops and shape model, run again and again between other measurements."""

    def __init__(self) -> None:
        self.times: dict[str, list[float]] = {name: [] for name in (*timing.CALIBRATIONS, "shape")}
        self.checks: dict[str, int] = {}

    def run(self) -> None:
        for part in timing.CALIBRATIONS:
            ns, check = timing.calibrate(part, ROUNDS[part])
            same(f"calibration {part}", check, self.checks.setdefault(part, check))
            self.times[part].append(ns / ROUNDS[part])
        model = timing.shape_model(SHAPE_GAMES)
        same("shape model", model["check"], self.checks.setdefault("shape", model["check"]))
        self.times["shape"].append(model["ns"] / model["choices"])

    def best(self) -> dict[str, float]:
        return {name: min(times) for name, times in self.times.items()}


class Playouts:
    """Passes over the same games of one player count."""

    def __init__(self, ruleset: Ruleset | None, players: int, scale: float):
        self.plan, self.players = plan_of(ruleset, players), players
        self.games = max(20, int(GAMES[players] * scale))
        self.times: list[tuple[int, int]] = []
        self.rows = self.plan.play(0, self.games)
        self.check(min(self.games, max(10, int(CHECKED[players] * scale))))

    def check(self, count: int) -> None:
        hashes, decisions, choices = bench.checked_games(self.plan, 0, count)
        first = self.rows[: count * self.players : self.players]
        name = f"playouts with {counted(self.players, 'player')}"
        same(name, first["state_hash"].tolist(), hashes.tolist())
        same(name, (int(first["decisions"].sum()), int(first["choices"].sum())), (decisions, choices))
        same(name, int((self.rows["end_cause"] == 4).sum()), 0)

    def run(self) -> None:
        wall, cpu = time.perf_counter_ns(), time.thread_time_ns()
        rows = self.plan.play(0, self.games)
        self.times.append((time.thread_time_ns() - cpu, time.perf_counter_ns() - wall))
        if not np.array_equal(rows, self.rows):
            raise AssertionError(f"playouts with {counted(self.players, 'player')}: two passes over the same games "
                                 "differ")

    def result(self) -> dict[str, Any]:
        best, wall = min(cpu for cpu, _ in self.times), min(wall for _, wall in self.times)
        firsts = self.rows[:: self.players]
        choices, decisions = int(firsts["choices"].sum()), int(firsts["decisions"].sum())
        per_choice = best / choices
        return {
            "players": self.players, "games": self.games, "passes": len(self.times),
            "games_per_second": self.games / best * 1e9, "games_per_second_wall": self.games / wall * 1e9,
            "decisions_per_second": decisions / best * 1e9,
            "choices_per_game": choices / self.games, "decisions_per_game": decisions / self.games,
            "ns_per_choice": per_choice, "ns_per_decision": best / decisions,
            "spread": statistics.median(cpu for cpu, _ in self.times) / best - 1,
            "mean_score": float(self.rows["score"].mean()),
        }  # fmt: skip


def measure_playouts(ruleset: Ruleset | None, players: list[int], seconds: float, scale: float,
                     yard: Yardsticks) -> list[dict]:
    found = []
    for number in players:
        playouts = Playouts(ruleset, number, scale)
        until = time.perf_counter() + seconds
        while time.perf_counter() < until or len(playouts.times) < 3:
            yard.run()
            playouts.run()
        found.append(playouts)
    return [playouts.result() for playouts in found]


# --- decisions by kind ------------------------------------------------------------------------------------------------


def spent(row: dict[str, Any]) -> float:
    """Nanoseconds of all decisions of one kind."""
    return row["seen"] * (row["list_ns"] + row["pick_ns"] + row["apply_ns"])


def measure_kinds(ruleset: Ruleset | None, games: int, rounds: int, ns_per_decision: float) -> dict[str, Any]:
    """Where the time of two-player games goes, by kind of decision, in games as they are.

    Applying includes everything up to the next decision: the end of a turn, a break. ``accounted`` compares the sum
    with the playouts, where no clock is read.
    """
    plan = plan_of(ruleset, 2)
    wanted = int(plan.play(0, games)["decisions"][::2].sum())
    profiles = [timing.profile(plan, 0, games) for _ in range(rounds)]
    found = min(profiles, key=lambda kinds: sum(map(spent, kinds.values())))
    same("decisions by kind", sum(row["seen"] for row in found.values()), wanted)
    everything = sum(map(spent, found.values()))
    rows = [{"kind": FrameKind(kind).name.removeprefix("FRAME_"), "seen": row["seen"], "share": row["seen"] / wanted,
             "options": row["options"] / row["seen"], **{f"{step}_ns": row[f"{step}_ns"] for step in STEPS},
             "time_share": spent(row) / everything} for kind, row in found.items()]
    rows.sort(key=lambda row: -row["time_share"])
    means = {f"{step}_ns": sum(row["seen"] * row[f"{step}_ns"] for row in found.values()) / wanted for step in STEPS}
    return {"rows": rows, "games": games, **means, "accounted": everything / wanted / ns_per_decision}

# --- threads ----------------------------------------------------------------------------------------------------------


def measure_threads(ruleset: Ruleset | None, most: int, seconds: float, scale: float) -> list[dict[str, Any]]:
    """The same two-player games on 1, 2, 4 ... threads, taken in turn.

    ``efficiency`` is wall time and suffers from whatever else runs on the machine; ``cpu_efficiency`` (thread time a
    game on one thread against that on several) shows only what the threads cost each other.
    """
    plan, games = plan_of(ruleset, 2), max(64, int(1600 * scale))
    chunks = [(at, min(50, games - at)) for at in range(0, games, 50)]
    numbers = sorted({1, most} | {2**k for k in range(12) if 2**k <= most})
    wanted = plan.play(0, games)
    wall: dict[int, list[int]] = {number: [] for number in numbers}
    cpu: dict[int, list[int]] = {number: [] for number in numbers}

    def timed(chunk: tuple[int, int]) -> tuple[np.ndarray, int]:
        began = time.thread_time_ns()
        rows = plan.play(*chunk)
        return rows, time.thread_time_ns() - began

    until = time.perf_counter() + seconds
    while time.perf_counter() < until or len(wall[1]) < 3:
        for number in random.sample(numbers, len(numbers)):
            with ThreadPoolExecutor(number) as pool:
                list(pool.map(time.sleep, [0.001] * number))  # the threads exist before the clock starts
                began = time.perf_counter_ns()
                parts = list(pool.map(timed, chunks))
                wall[number].append(time.perf_counter_ns() - began)
            cpu[number].append(sum(ns for _, ns in parts))
            if not np.array_equal(np.concatenate([rows for rows, _ in parts]), wanted):
                raise AssertionError(f"{number} threads: the games differ from those of one thread")
    best = {number: min(values) for number, values in wall.items()}
    return [{"threads": number, "games_per_second": games / best[number] * 1e9, "speed_up": best[1] / best[number],
             "efficiency": best[1] / best[number] / number, "cpu_efficiency": min(cpu[1]) / min(cpu[number])}
            for number in numbers]
