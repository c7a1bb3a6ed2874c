"""Counts the rows of ``suite.json`` again and writes them: ``python tests/perft/make.py``.

Commit the changes after reading the diff. To add a row, write its ``name``, its ``position`` (and ``place``, the kinds
of buildings, to count placements) and run this: rows without counts get them to the depth that fits the budgets.
"""
from __future__ import annotations

import json
from pathlib import Path

from arknova_fast.cli.perft import SUITE_SCHEMA, load_suite
from arknova_fast.game import Game
from arknova_fast.search.perft import DEEPEST, perft, perft_places

SUITE = Path(__file__).parent / "suite.json"
SHALLOW, DEEP = 400_000, 60_000_000  # most sequences of a row for every test run, and on request


def counts(row: dict, depth: int) -> list[int]:
    game = Game.from_text(row["position"])
    if "place" in row:
        return perft_places(game, row["place"][:depth], row.get("player", 0))
    return perft(game, depth)


def fresh_counts(row: dict) -> tuple[list[int], list[int]]:
    """Counts of a row that has none yet: at least one depth, then as many as the budgets allow."""
    most = len(row["place"]) if "place" in row else DEEPEST
    nodes = counts(row, 1)
    for depth in range(2, most + 1):
        last = nodes[-1]
        # The next level is tried only when the growth so far says that it may fit.
        if not last or last * max(2, last // (nodes[-2] if depth > 2 and nodes[-2] else 1)) > 2 * DEEP:
            break
        more = counts(row, depth)
        if more[-1] > DEEP:
            break
        nodes = more
    shallow = max(1, sum(n <= SHALLOW for n in nodes))
    return nodes[:shallow], nodes[shallow:]


def counted(row: dict) -> dict:
    if not row["nodes"]:
        nodes, deep = fresh_counts(row)
    else:
        split = len(row["nodes"])
        found = counts(row, split + len(row.get("deep", [])))
        nodes, deep = found[:split], found[split:]
    return {**{key: value for key, value in row.items() if key not in ("nodes", "deep")}, "nodes": nodes, "deep": deep}


def written(rows: list[dict]) -> str:
    """JSON with a line for each field, so that a diff shows which depth of which position changed."""
    objects = [",\n".join(f"   {json.dumps(key)}: {json.dumps(value)}" for key, value in row.items()) for row in rows]
    body = ",\n".join("  {\n" + text + "\n  }" for text in objects)
    return f'{{\n "schema": {json.dumps(SUITE_SCHEMA)},\n "rows": [\n{body}\n ]\n}}\n'


if __name__ == "__main__":
    SUITE.write_text(written([counted(row) for row in load_suite(str(SUITE), counted=False)]), encoding="utf-8")
    print(f"wrote {SUITE}")
