"""What the rows of a run directory cost above the same run without a directory.

    python benchmarks/rows.py [--games 100k] [--rounds 7] [--levels results,games]
    python benchmarks/rows.py --instructions            (needs valgrind, 8 minutes)

Every round plays the same command once without a directory and once with each level of rows, one right after the other
and every other round backwards, on one thread. What counts is the core time of the whole process (user and system), and
of that the ratios within a round: a machine that others use too changes its speed between rounds more than a level of
rows costs. With ``--instructions`` callgrind counts two sizes of each run instead, and the difference, in which start
and end of the process cancel out, is given by game. Count on a machine that is not busy: a run that takes longer than a
minute saves what it has once a minute, and that is counted too.
Every run must print the same summary, so that nobody compares the costs of different games.
"""
from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

PLAIN = "no directory"
SMALL, LARGE = 1000, 5000  # games whose instructions are compared
SEED = "1"


def command(games: int | str, level: str, folder: Path) -> list[str]:
    """The command line of a run; ``folder`` is emptied."""
    shutil.rmtree(folder, ignore_errors=True)
    words = [sys.executable, "-m", "arknova_fast", "run", "-n", str(games), "--seed", SEED, "-j", "1", "-q", "--json"]
    return words if level == PLAIN else [*words, "-o", str(folder), "--rows", level]


def played(output: bytes) -> dict[str, Any]:
    """The summary without what depends on the clock and the directory."""
    summary = json.loads(output)
    return {name: value for name, value in summary.items() if name not in ("timing", "directory")}


def core_seconds(words: list[str]) -> tuple[float, dict[str, Any]]:
    """Core time of a process with all its threads, and the summary that it prints."""
    with subprocess.Popen(words, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"rows.py: {' '.join(words)} ended with exit code {process.returncode}")
    return usage.ru_utime + usage.ru_stime, played(output)


def times(games: str, rounds: int, levels: Sequence[str], folder: Path) -> None:
    """Rounds of all levels in turn; prints each, and at the end the medians."""
    found: dict[str, list[float]] = {level: [] for level in levels}
    first = None
    for number in range(rounds):
        for level in levels if number % 2 == 0 else reversed(levels):
            seconds, summary = core_seconds(command(games, level, folder))
            found[level].append(seconds)
            first = first or summary
            assert summary == first, f"rows {level}: other games than in the first run"
        print(f"round {number + 1}: " + ", ".join(f"{level} {found[level][-1]:.2f} s" for level in levels),
              file=sys.stderr)
    print(f"{games} games, {rounds} rounds, core time")
    for level in levels:
        above = sorted(100 * (one / plain - 1) for one, plain in zip(found[level], found[PLAIN], strict=True))
        print(f"{level:>14}: least {min(found[level]):.2f} s, median {median(found[level]):.2f} s" + (
            f", above: median {median(above):+.1f} % ({above[0]:+.1f} to {above[-1]:+.1f})" if level != PLAIN else ""))


def counted(words: list[str], out: Path) -> tuple[int, dict[str, Any]]:
    """Instructions of a process with all its threads, and the summary that it prints."""
    tool = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", f"--log-file={out}.log"]
    done = subprocess.run([*tool, *words], stdout=subprocess.PIPE, check=True, env=os.environ | {"PYTHONHASHSEED": "0"})
    match = re.search(r"^(?:totals|summary): (\d+)", out.read_text(), re.M)
    assert match, f"{out} has no total"
    return int(match[1]), played(done.stdout)


def instructions(levels: Sequence[str], folder: Path) -> None:
    """Instructions a game of every level."""
    found: dict[str, float] = {}
    seen: dict[int, dict[str, Any]] = {}
    for level in levels:
        totals = []
        for games in (SMALL, LARGE):
            total, summary = counted(command(games, level, folder / "run"), folder / "counts")
            assert summary == seen.setdefault(games, summary), f"rows {level}: other games than in the first run"
            totals.append(total)
        found[level] = (totals[1] - totals[0]) / (LARGE - SMALL)
        above = "" if level == PLAIN else f", {100 * (found[level] / found[PLAIN] - 1):+.1f} %"
        print(f"{level:>14}: {found[level]:,.0f} instructions a game{above}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", default="100k", help="games of one run (default 100k)")
    parser.add_argument("--rounds", type=int, default=7, help="times that each level is run (default 7)")
    parser.add_argument("--levels", default="none,results,games", help="levels of rows (default none,results,games)")
    parser.add_argument("--instructions", action="store_true", help="count instructions instead of core time")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds starts at 1")
    levels = [PLAIN, *options.levels.split(",")]
    with tempfile.TemporaryDirectory() as folder:
        if options.instructions:
            instructions(levels, Path(folder))
        else:
            times(options.games, options.rounds, levels, Path(folder) / "run")


if __name__ == "__main__":
    main()
