"""Games and positions for the benchmarks, and a table of nanoseconds per item at the end.

``pytest benchmarks --benchmark-only`` measures; ``pytest benchmarks --benchmark-disable`` only checks, quickly. Each
benchmark first asserts that the timed code gives what the careful code gives (see ``arknova_fast.search.bench``).
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from arknova_fast.api import batch_plan
from arknova_fast.search import bench

MEASURED: list[tuple[str, str, float]] = []


@pytest.fixture(scope="session")
def room(request: pytest.FixtureRequest) -> int:
    """Positions of a kind: many, so that the branch predictor cannot learn them by heart, or few for a check."""
    return 60 if request.config.getoption("benchmark_disable") else 2000


def recorded(room: int, by: str) -> dict[int, bench.Positions]:
    """Positions of two-player games; what does not occur there comes from four-player games with a map draft."""
    found = bench.record(batch_plan(4, "random", seed=1, map_mode="draft"), 200 + room // 8, room, by)
    return found | bench.record(batch_plan(2, "all", seed=1), 200 + room // 2, room, by)


@pytest.fixture(scope="session")
def by_kind(room: int) -> dict[int, bench.Positions]:
    return recorded(room, "kind")


@pytest.fixture(scope="session")
def by_verb(room: int) -> dict[int, bench.Positions]:
    return recorded(room, "verb")


@pytest.fixture(scope="session")
def stages(room: int) -> Callable[[int], dict[int, bench.Positions]]:
    """Main choices of games with that many players: 0 mid-game, 1 before a break, 2 before the final scoring."""
    made: dict[int, dict[int, bench.Positions]] = {}

    def stage(players: int) -> dict[int, bench.Positions]:
        if players not in made:
            made[players] = bench.record(batch_plan(players, "all", seed=1), 10 + room // 4, room, "stage")
        return made[players]

    return stage


@pytest.fixture
def each(benchmark: Any, request: pytest.FixtureRequest) -> Callable:
    """Measure a call that does ``items`` things; the time of one is kept for the last table."""
    def measure(call: Callable, items: int, *arguments: Any) -> Any:
        result = benchmark(call, *arguments)
        if benchmark.stats is not None:
            ns = benchmark.stats.stats.min / items * 1e9
            benchmark.extra_info["ns"] = ns
            benchmark.extra_info["items"] = items
            MEASURED.append((benchmark.group or "", request.node.name, ns))
        return result

    measure.benchmark = benchmark  # type: ignore[attr-defined]
    return measure


@pytest.fixture
def loop(each: Callable) -> Callable:
    """Check a loop over positions, then measure one pass of it."""
    def measure(positions: bench.Positions | None, name: str, group: str) -> None:
        each.benchmark.group = group  # type: ignore[attr-defined]
        if positions is None:
            pytest.skip("does not occur in the games recorded")
        wanted = positions.verify(name)
        _, check = each(positions.time, len(positions), name, 1)
        assert check == wanted

    return measure


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if not MEASURED:
        return
    terminalreporter.section("nanoseconds per item, best round")
    for group in dict.fromkeys(row[0] for row in MEASURED):
        rows = [row for row in MEASURED if row[0] == group]
        text = "  ".join(f"{name.removeprefix('test_')} {ns:,.1f}" for _, name, ns in rows)
        terminalreporter.write_line(f"{group}: {text}")
