"""The speed of parts: compiled loops over recorded positions, calls from Python, starting a process."""
from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from arknova_fast.core.types import FrameKind
from arknova_fast.errors import counted
from arknova_fast.report.speedgames import SEED, Yardsticks, plan_of, same
from arknova_fast.search import bench, timing

if TYPE_CHECKING:
    from arknova_fast.core.tables import Ruleset

FIGURE_ROUNDS = 8


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
