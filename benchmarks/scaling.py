"""Cost of a game against the number of games, players, threads and the size of chunks.

    python benchmarks/scaling.py [--max 1e5] [--threads 2] [--repeats 3] [--out docs]

Writes ``scaling.json`` and ``scaling.svg``. Numbers of games go from 1e3 to ``--max`` in powers of ten; beyond 1e5 only
two players on all threads are played, which takes a quarter of an hour for 1e7. Only sums are kept, as in a run with
aggregates, so the growth of memory is measured too.
The plot shows core time: where the lines of one and several threads coincide, threads cost nothing. The JSON has wall
time too, which suffers from whatever else runs on the machine. The games are those of ``arknova
bench``: seed 1, all maps in a cycle, policy random.
"""
from __future__ import annotations

import argparse
import json
import platform
import resource
import sys
import time
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

from arknova_fast.api import available_jobs, batch_plan, iter_chunks
from arknova_fast.report.speed import processor
from arknova_fast.search import timing

SCHEMA = "arknova-fast/scaling/1"
CHUNKS = [1, 4, 16, 64, 256, 1024, 4096]
COLOURS = ["#4477aa", "#ee6677", "#228833", "#aa3377"]


def resident() -> int:
    """Highest resident memory of this process so far, in bytes."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def run(players: int, games: int, threads: int, chunk: int | None) -> dict[str, Any]:
    """Play games keeping sums only."""
    plan = batch_plan(players, "all", seed=1)
    before, score, wall, cpu = resident(), 0, time.perf_counter(), time.process_time()
    for _, rows in iter_chunks(plan, games, jobs=threads, chunk=chunk):
        score += int(rows["score"].sum())
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return {"players": players, "games": games, "threads": threads, "chunk": chunk, "wall_us": wall / games * 1e6,
            "cpu_us": cpu / games * 1e6, "mean_score": score / games / players,
            "memory_growth": resident() - before}  # fmt: skip


def best(repeats: int, *arguments: Any) -> dict[str, Any]:
    """The least wall time and the least core time of several runs; all must have the same result."""
    rows = [run(*arguments) for _ in range(repeats)]
    assert len({row["mean_score"] for row in rows}) == 1, "runs of the same games differ"
    print("{players} players, {games:>9,} games, {threads} threads, chunk {chunk}: {wall_us:.1f} us wall, "
          "{cpu_us:.1f} us of core time a game".format(**min(rows, key=lambda row: row["wall_us"])), file=sys.stderr)
    return rows[0] | {name: min(row[name] for row in rows) for name in ("wall_us", "cpu_us")}


def study(most: int, threads: list[int], repeats: int, save: Callable[[dict[str, Any]], None]) -> None:
    """All runs, the longest last; what there is so far is saved after each."""
    sizes = [10**k for k in range(3, 13) if 10**k <= most]
    ns, _ = min(timing.calibrate("copy", 10_000) for _ in range(20))
    result: dict[str, Any] = {
        "schema": SCHEMA, "processor": processor(), "cores": available_jobs(), "platform": platform.platform(),
        "calibration_copy_ns": ns / 10_000, "by_games": [], "by_chunk": []}  # fmt: skip
    run(4, 200, max(threads), None)  # tables, threads and memory of the process are there before the first run
    for number, chunk in product(threads, CHUNKS):
        result["by_chunk"].append(best(repeats, 2, min(most, 10**4), number, chunk))
    for games, players, number in product(sizes, (1, 2, 3, 4), threads):
        if games <= 10**5 or (players == 2 and number == max(threads)):
            result["by_games"].append(best(repeats if games < 10**5 else 1, players, games, number, None))
            save(result)


# --- plot: two panels with logarithmic axes, without a plotting library ----------------------------------------------


def ticks(low: float, high: float) -> list[float]:
    """1, 2, 5, 10 ... within a range."""
    return [step * 10.0**k for k in range(-3, 13) for step in (1, 2, 5) if low <= step * 10.0**k <= high]


def panel(left: int, title: str, x_name: str, lines: dict[str, list[tuple[float, float]]], dashed: set[str]) -> str:
    """One diagram of 480 x 350 with its axes and a legend; the y axis is microseconds of core time a game."""
    from math import log

    xs = [x for line in lines.values() for x, _ in line]
    ys = [y for line in lines.values() for _, y in line]
    low_x, high_x, low_y, high_y = min(xs), max(xs) * 1.0001, min(ys) / 1.4, max(ys) * 1.4

    def at(x: float, y: float) -> tuple[float, float]:
        wide = log(high_x / low_x) or 1.0
        return left + 60 + 260 * log(x / low_x) / wide, 300 - 230 * log(y / low_y) / log(high_y / low_y)

    parts = [f'<text x="{left + 60}" y="40" font-weight="bold">{title}</text>',
             f'<path d="M{left + 60} 70V300H{left + 320}" fill="none" stroke="#444"/>',
             f'<text x="{left + 190}" y="335" text-anchor="middle">{x_name}</text>']
    for x in sorted(set(xs)):
        px, _ = at(x, low_y)
        name = f"1e{len(str(int(x))) - 1}" if x >= 1000 and str(int(x)).strip("0") == "1" else f"{x:g}"
        parts.append(f'<text x="{px:.1f}" y="316" text-anchor="middle">{name}</text>')
    for y in ticks(low_y, high_y):
        _, py = at(low_x, y)
        parts.append(f'<path d="M{left + 60} {py:.1f}h260" stroke="#ddd"/>'
                     f'<text x="{left + 54}" y="{py + 4:.1f}" text-anchor="end">{y:g} us</text>')
    colours = {name: i for i, name in enumerate(dict.fromkeys(name.split(",")[0] for name in lines))}
    for i, (name, line) in enumerate(lines.items()):
        colour = COLOURS[colours[name.split(",")[0]] % len(COLOURS)]
        dash = ' stroke-dasharray="5 3"' if name in dashed else ""
        points = " ".join("{:.1f},{:.1f}".format(*at(x, y)) for x, y in line)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>')
        parts += ['<circle cx="{:.1f}" cy="{:.1f}" r="2.5" fill="{}"/>'.format(*at(x, y), colour) for x, y in line]
        parts.append(f'<path d="M{left + 335} {80 + 18 * i}h22" stroke="{colour}" stroke-width="2"{dash}/>'
                     f'<text x="{left + 362}" y="{84 + 18 * i}">{name}</text>')
    return "\n".join(parts)


def plot(result: dict[str, Any]) -> str:
    """The study as an SVG image."""
    games: dict[str, list] = {}
    chunks: dict[str, list] = {}
    dashed = set()
    for row in result["by_games"]:
        name = f"{row['players']}p, {row['threads']} thread{'s' * (row['threads'] > 1)}"
        games.setdefault(name, []).append((row["games"], row["cpu_us"]))
        dashed |= {name} if row["threads"] > 1 else set()
    for row in result["by_chunk"]:
        name = f"{row['threads']} thread{'s' * (row['threads'] > 1)}"
        chunks.setdefault(name, []).append((row["chunk"], row["cpu_us"]))
        dashed |= {name} if row["threads"] > 1 else set()
    return "\n".join([
        '<svg xmlns="http://www.w3.org/2000/svg" width="960" height="350" font-family="sans-serif" font-size="11">',
        '<rect width="960" height="350" fill="white"/>',
        panel(0, "Core time a game by number of games", "games", games, dashed),
        panel(490, "Core time a game by size of chunks, two players", "games in a chunk", chunks, dashed),
        "</svg>", ""])  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--max", type=float, default=1e5, help="most games of one run (default 1e5)")
    parser.add_argument("--threads", type=int, default=available_jobs(), help="most threads (default: all cores)")
    parser.add_argument("--repeats", type=int, default=3, help="runs of each size, the best counts (default 3)")
    parser.add_argument("--out", type=Path, default=Path(__file__).resolve().parent.parent / "docs")
    options = parser.parse_args()
    if options.max < 1000 or options.threads < 1 or options.repeats < 1:
        parser.error("--max starts at 1000, --threads and --repeats at 1")
    threads = sorted({1, options.threads} | {2**k for k in range(1, 12) if 2**k <= options.threads})
    options.out.mkdir(parents=True, exist_ok=True)

    def save(result: dict[str, Any]) -> None:
        (options.out / "scaling.json").write_text(json.dumps(result, indent=1) + "\n")
        (options.out / "scaling.svg").write_text(plot(result))

    study(int(options.max), threads, options.repeats, save)
    print(f"wrote {options.out / 'scaling.json'} and scaling.svg", file=sys.stderr)


if __name__ == "__main__":
    main()
