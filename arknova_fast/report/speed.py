"""What ``arknova bench`` measures, and the comparison of two results.

Every figure is checked before it counts: the timed code must give the value that the careful way gives (invariants and
lists judged at every decision), otherwise ``AssertionError`` says which figure is wrong. Times are thread time, the
best of several passes; the yardsticks run between the passes of the playouts, on the same core in the same minutes.
"""
from __future__ import annotations

import os
import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np

from arknova_fast.core.types import FrameKind
from arknova_fast.errors import counted
from arknova_fast.search import bench, timing

if TYPE_CHECKING:
    from arknova_fast.core.tables import Ruleset
    from arknova_fast.search.batch import BatchPlan

SCHEMA = "arknova-fast/bench/1"
SEED = 1
GAMES = {1: 4000, 2: 400, 3: 300, 4: 240}  # of one pass
CHECKED = {1: 200, 2: 30, 3: 20, 4: 16}  # of them played again with every decision judged
# Fewer positions than this sit in the branch predictor after one pass and look faster than they are in a game.
POSITIONS = 2000
QUICK_POSITIONS = 200
SHAPE_GAMES = 500
FIGURE_ROUNDS = 8
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


# --- single figures ---------------------------------------------------------------------------------------------------


class Loop:
    """A loop over positions: its result is checked once, then it is timed as often as called."""

    def __init__(self, positions: bench.Positions, name: str, inner: int = 1):
        self.positions, self.name, self.inner = positions, name, inner
        self.wanted = positions.verify(name)

    def __call__(self, passes: int) -> float:
        """Nanoseconds a position, the best pass."""
        times, check = self.positions.time(self.name, passes, self.inner)
        same(f"loop {self.name}", check, self.wanted)
        return min(times) / len(self.positions)


def python_time(call: Callable[[Any], Any], items: list, passes: int) -> float:
    """Nanoseconds for one call, best of several passes over the items."""
    times = []
    for _ in range(passes):
        began = time.thread_time_ns()
        for item in items:
            call(item)
        times.append(time.thread_time_ns() - began)
    return min(times) / len(items)


class SetUp:
    """The set-up of games up to the first decision."""

    def __init__(self, ruleset: Ruleset | None, players: int, count: int = 300):
        from arknova_fast.game import Game

        self.plan, self.players, self.count = plan_of(ruleset, players), players, count
        self.wanted = sum(Game.new(players, SEED, g, "all", ruleset=ruleset).hash for g in range(count)) % 2**64

    def __call__(self, passes: int) -> float:
        """Nanoseconds a game, the best pass."""
        results = [timing.time_set_up(self.plan, 0, self.count) for _ in range(passes)]
        same(f"set-up with {counted(self.players, 'player')}", results[0][1], self.wanted)
        return min(ns for ns, _ in results) / self.count


def stepping_time(ruleset: Ruleset | None, games: int) -> tuple[float, float]:
    """Nanoseconds a decision of a Python loop over ``legal_actions`` and ``apply``, and of the compiled loop."""
    from arknova_fast.game import Game

    hashes, decisions, _ = timing.stepped_games(plan_of(ruleset, 2), 0, games)
    kernel = min(timing.stepped_games(plan_of(ruleset, 2), 0, games)[2] for _ in range(3))
    best = 0
    for _ in range(3):
        played, began = [], time.thread_time_ns()
        for number in range(games):
            game, i = Game.new(2, SEED, number, "all", ruleset=ruleset), 0
            while not game.is_terminal:
                actions = game.legal_actions()
                game.apply(actions[i % len(actions)])
                i += 1
            played.append(game)
        ns = time.thread_time_ns() - began
        best = min(best or ns, ns)
    same("stepping from Python", [game.hash for game in played], hashes.tolist())
    return best / decisions, kernel / decisions


def observation_figures(ruleset: Ruleset | None, positions: bench.Positions, passes: int) -> Iterator[dict[str, Any]]:
    from arknova_fast.core.tables import Ruleset
    from arknova_fast.game import Game

    rules = ruleset or Ruleset.default()
    games = [Game.from_box(rules, positions.box(i)) for i in range(min(len(positions), 100))]
    for game in games:
        other = game.determinize(0, 1)
        same("determinize", (other.check(), other.observe(0) == game.observe(0)), ([], True))
        same("clone and bytes", (game.clone() == game, Game.from_bytes(game.to_bytes(), rules) == game), (True, True))
    calls: list[tuple[str, Callable]] = [
        ("clone", lambda game: game.clone()), ("observe", lambda game: game.observe(0)),
        ("determinize", lambda game: game.determinize(0, 1)), ("to_bytes", lambda game: game.to_bytes()),
    ]  # fmt: skip
    for name, call in calls:
        yield {"name": name, "group": "python", "ns": python_time(call, games, passes)}
    blobs = [game.to_bytes() for game in games]
    yield {"name": "from_bytes", "group": "python",
           "ns": python_time(lambda blob: Game.from_bytes(blob, rules), blobs, passes)}


def kernel_figures(ruleset: Ruleset | None, two: dict, four: dict, passes: int, yard: Yardsticks) -> list[dict]:
    """Compiled parts, measured in several rounds with the yardsticks between them."""
    few = bench.record(plan_of(ruleset, 2), 20, 8, "kind")[FrameKind.FRAME_MAIN]
    calls: dict[str, Callable[[int], float]] = {}
    copies: dict[str, Callable[[int], float]] = {}
    # A changed ruleset may have games too short for one of the stages: no figure then.
    if 0 in two:
        calls |= {"placements of all kinds, bit set": Loop(two[0], "scan"),
                  "placements, one picked": Loop(two[0], "pick"),
                  "placements of all kinds, listed": Loop(two[0], "places"),
                  "kinds that can be placed": Loop(two[0], "kinds")}
    calls |= {"copy of a state": Loop(few, "copy", 500), "hash of a state": Loop(few, "hash", 500),
              "set-up, 2 players": SetUp(ruleset, 2), "set-up, 4 players": SetUp(ruleset, 4)}
    for name, stage in (("break, 4 players", 1), ("final scoring, 4 players", 2)):
        if stage in four:
            calls[name], copies[name] = Loop(four[stage], "phase"), Loop(four[stage], "copy")
    times = dict.fromkeys(calls, float("inf"))
    for _ in range(FIGURE_ROUNDS):
        yard.run()
        for name, call in calls.items():
            times[name] = min(times[name], call(passes) - (copies[name](passes) if name in copies else 0))
    notes = {}
    if 1 in four:
        asked = four[1].asked() / len(four[1])
        notes["break, 4 players"] = f"hands within the limit, {asked:.2f} other questions answered"
    return [{"name": name, "group": "kernel", "ns": ns} | ({"note": notes[name]} if name in notes else {})
            for name, ns in times.items()]


def measure_figures(ruleset: Ruleset | None, room: int, passes: int, yard: Yardsticks) -> list[dict[str, Any]]:
    """Parts of the engine by themselves, each checked. Group "kernel" is compiled code, "python" goes through Game."""
    two = bench.record(plan_of(ruleset, 2), room // 4 + 10, room, "stage")
    four = bench.record(plan_of(ruleset, 4), room // 4 + 10, room, "stage")
    found = kernel_figures(ruleset, two, four, passes, yard)
    python, compiled = stepping_time(ruleset, max(room // 100, 3))
    found.append({"name": "legal_actions + apply, above the kernel", "group": "python", "ns": python - compiled,
                  "note": f"a decision; {compiled:.0f} ns in the kernel"})
    positions = bench.record(plan_of(ruleset, 2), 20, 100)[FrameKind.FRAME_MAIN]
    found += observation_figures(ruleset, positions, passes)
    return found


def measure_start(repeats: int = 7) -> list[dict[str, Any]]:
    """Wall time of whole processes, best of several; the first does nothing but start Python."""
    import arknova_fast

    home = os.path.dirname(os.path.dirname(arknova_fast.__file__))
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, (home, os.environ.get("PYTHONPATH"))))}
    commands = {
        "python -c pass": ("-c", "pass"),
        "import arknova_fast": ("-c", "import arknova_fast"),
        "import of Game, Ruleset and simulate": ("-c", "from arknova_fast import Game, Ruleset, simulate"),
        "arknova --help": ("-m", "arknova_fast", "--help"),
    }
    times: dict[str, list[int]] = {name: [] for name in commands}
    for _ in range(repeats):
        for name, arguments in commands.items():
            began = time.perf_counter_ns()
            subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, env=environment,
                           cwd=home)  # the current folder may be a checkout that is not compiled
            times[name].append(time.perf_counter_ns() - began)
    return [{"name": name, "group": "process", "ns": min(values)} for name, values in times.items()]


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


# --- all together -----------------------------------------------------------------------------------------------------


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
