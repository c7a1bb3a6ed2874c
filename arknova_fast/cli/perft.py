"""``arknova perft``: sequences of decisions from a position, by depth, and the stored suite of them."""
from __future__ import annotations

import json
import os
import time
from typing import TYPE_CHECKING, Any

import click

from arknova_fast.cli import CHECK
from arknova_fast.cli.common import (
    Whole,
    console,
    json_option,
    print_json,
    quiet_option,
    rules_option,
    ruleset_of,
    verbose_option,
)
from arknova_fast.cli.positions import position_of, read
from arknova_fast.cli.status import status

if TYPE_CHECKING:
    from rich.console import Console

    from arknova_fast.core.tables import Ruleset
    from arknova_fast.game import Game

SCHEMA, SUITE_SCHEMA = "arknova-fast/perft/1", "arknova-fast/perft-suite/1"
SUITE = os.path.join("tests", "perft", "suite.json")
ROW = {"name": str, "position": str, "nodes": list, "deep": list, "place": list, "player": int}


def load_suite(path: str, counted: bool = True) -> list[dict[str, Any]]:
    """The rows of a suite file.

    A row has ``name``, ``position`` and the numbers of sequences ``nodes`` of 1, 2 ... decisions, ``deep`` those of
    more decisions. With ``place`` (kinds of buildings) and ``player`` it counts placements instead. Rows may lack the
    numbers only with ``counted=False``.

    Raises
    ------
    StateDataError
        If the file cannot be read or a row is malformed.
    """
    from arknova_fast.errors import StateDataError

    if path == SUITE and not os.path.exists(path):
        raise StateDataError(f"there is no {SUITE} in this folder; start in a checkout, or name a file: --suite FILE")
    try:
        found = json.loads(read(path))
    except (ValueError, RecursionError):
        raise StateDataError(f"{path!r} is no JSON file, expected a suite such as {SUITE}") from None
    if not isinstance(found, dict) or found.get("schema") != SUITE_SCHEMA or not isinstance(found.get("rows"), list):
        raise StateDataError(f"{path!r} is no suite, expected an object with the schema {SUITE_SCHEMA!r} and rows")
    for i, row in enumerate(found["rows"]):
        if not isinstance(row, dict):
            raise StateDataError(f"{path}: rows[{i}] is no object")
        for field, kind in ROW.items():
            if field in row and not isinstance(row[field], kind):
                raise StateDataError(f"{path}: rows[{i}].{field} must be a {kind.__name__}, not {row[field]!r}")
        for field in row.keys() ^ ROW.keys():
            if field not in ROW or field in ("name", "position"):
                word = "is missing" if field in ROW else f"is unknown, known are {', '.join(ROW)}"
                raise StateDataError(f"{path}: rows[{i}].{field} {word}")
        row.setdefault("nodes", [])
        numbers = [*row["nodes"], *row.get("deep", [])]
        if (counted and not row["nodes"]) or len(numbers) > 32 or any(type(n) is not int or n < 0 for n in numbers):
            raise StateDataError(f"{path}: rows[{i}] needs 1 to 32 counts in nodes and deep, whole numbers from 0 up")
    return found["rows"]


def check_row(row: dict[str, Any], deep: bool = False, ruleset: Ruleset | None = None) -> dict[str, Any]:
    """Count a row of the suite again.

    Returns
    -------
    dict
        ``name``, ``depth``, ``expected``, ``nodes``, ``ok`` and ``seconds``.
    """
    from arknova_fast.game import Game
    from arknova_fast.search.perft import perft, perft_places

    game = Game.from_text(row["position"], ruleset)
    expected = [*row["nodes"], *(row.get("deep", []) if deep else [])]
    began = time.perf_counter()
    if "place" in row:
        expected = expected[: len(row["place"])]
        nodes = perft_places(game, row["place"][: len(expected)], row.get("player", 0))
    else:
        nodes = perft(game, len(expected))
    return {"name": row["name"], "depth": len(nodes), "expected": expected, "nodes": nodes, "ok": nodes == expected,
            "seconds": time.perf_counter() - began}


@click.command()
@click.argument("position", required=False, metavar="[POSITION]")
@click.option("--suite", is_flag=False, flag_value=SUITE, metavar="[FILE]", help="Count the positions of a suite again "
              f"and compare; the default file is {SUITE} of a checkout.")
@click.option("--deep", is_flag=True, help="With --suite: the long counts too, some minutes.")
@click.option("--depth", type=Whole("depth", 1, 32), help="Most decisions in a sequence; the default is 3.")
@click.option("--split", is_flag=True, help="Split the last number by first action.")
@click.option("--place", metavar="KIND,...", help="Count the ways to place these buildings one after the other, "
              "whatever they cost, on the map of the player to move.")
@rules_option
@json_option
@quiet_option
@verbose_option
def perft(position: str | None, suite: str | None, deep: bool, depth: int | None, split: bool, place: str | None,
          rules_file: str | None, as_json: bool, quiet: bool, verbose: bool) -> int | None:
    """Count sequences of decisions.

    POSITION is a line of text such as "ark1 turn=1 | money=40 | map=A", - to read it from standard input, or a file
    that holds it. Chance is fixed by the generator of the position, so the numbers depend on nothing else: where two
    versions differ, --split tells after which first action.

    Exit code 4 when a number of the suite is not the stored one.

    \b
    Examples:
      arknova perft "ark1 turn=1 | money=40 | map=A" --depth 4
      arknova perft "ark1 | map=2 upgraded=[build]" --place enclosure_2,kiosk
      arknova perft --suite
    """
    if (position is None) == (suite is None):
        raise click.UsageError("name either a POSITION or --suite")
    if suite is not None and (depth is not None or split or place is not None):
        raise click.UsageError("--depth, --split and --place belong to a POSITION, the suite has its own")
    if deep and suite is None:
        raise click.UsageError("--deep belongs to --suite; use --depth for a POSITION")
    if place is not None and (depth is not None or split):
        raise click.UsageError("--place counts one building after the other and takes no --depth or --split")
    import arknova_fast

    ruleset = ruleset_of(rules_file)
    head = {"schema": SCHEMA, "package_version": arknova_fast.__version__, "ruleset": ruleset.content_hash}
    if suite is not None:
        rows = check_suite(load_suite(suite), deep, ruleset, status(quiet, verbose))
        if as_json:
            print_json(head | {"suite": suite, "deep": deep, "rows": rows})
        else:
            print_suite(rows, console())
        return None if all(row["ok"] for row in rows) else CHECK
    result = head | count(position_of(str(position), ruleset), depth or 3, split, place)
    if as_json:
        print_json(result)
    else:
        print_counts(result, console())
    return None


def check_suite(rows: list[dict[str, Any]], deep: bool, ruleset: Ruleset, progress: Any) -> list[dict[str, Any]]:
    """Count all rows again, saying at which one it is."""
    checked = []
    with progress as shown:
        for i, row in enumerate(rows, 1):
            shown.tell(f"position {i} of {len(rows)}: {row['name']}")
            checked.append(check_row(row, deep, ruleset))
    return checked


def count(game: Game, depth: int, split: bool, place: str | None) -> dict[str, Any]:
    from arknova_fast.notation import action_to_string
    from arknova_fast.search import perft as kernel

    began, parts = time.perf_counter(), None
    if place is not None:
        nodes = kernel.perft_places(game, [kind.strip() for kind in place.split(",")], max(game.current_player(), 0))
    else:
        nodes = kernel.perft(game, depth)
    seconds = time.perf_counter() - began
    if split:
        parts = {action_to_string(game, code): n for code, n in kernel.perft_split(game, depth).items()}
    return {"position": game.to_text(), "nodes": nodes, "split": parts, "seconds": seconds}


def print_counts(result: dict[str, Any], out: Console) -> None:
    for action, number in (result["split"] or {}).items():
        out.print(f"{number:>16,}  {action}", markup=False, soft_wrap=True)
    if result["split"] is not None:
        out.print()
    for depth, number in enumerate(result["nodes"], 1):
        out.print(f"{number:>16,}  depth {depth}", markup=False)
    out.print(f"{result['seconds']:>16.3f}  seconds", markup=False)


def print_suite(rows: list[dict[str, Any]], out: Console) -> None:
    from arknova_fast.report.tables import make_table, put

    table = make_table("Perft suite", "position", "depth", "sequences", "expected", "seconds", "", wrap=True)
    for row in rows:
        depth = next((d for d, (a, b) in enumerate(zip(row["nodes"], row["expected"], strict=True), 1) if a != b),
                     row["depth"])
        table.add_row(row["name"], str(depth), f"{row['nodes'][depth - 1]:,}", f"{row['expected'][depth - 1]:,}",
                      f"{row['seconds']:.3f}", "ok" if row["ok"] else "WRONG")
    put(out, table)
    wrong = sum(not row["ok"] for row in rows)
    sequences = sum(sum(row["nodes"]) for row in rows)
    out.print(f"{len(rows)} positions, {sequences:,} sequences, {wrong} wrong", markup=False)
