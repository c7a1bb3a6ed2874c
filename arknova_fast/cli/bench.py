"""``arknova bench``: how fast the engine is on this machine, checked, and against yardsticks in the same process."""
from __future__ import annotations

import json
import math
import re
from typing import TYPE_CHECKING, Any

import click

from arknova_fast.cli import CHECK
from arknova_fast.cli.common import (
    JOBS,
    console,
    json_option,
    print_json,
    quiet_option,
    rules_option,
    ruleset_of,
    verbose_option,
)
from arknova_fast.cli.status import status
from arknova_fast.cli.verify import PlayerCounts
from arknova_fast.errors import shown

if TYPE_CHECKING:
    from rich.console import Console

YARDSTICKS = {
    "draw": "calibration a: a random draw and a bounded pick",
    "scan": "calibration b: the same and a scan of 300 masks into a list",
    "copy": "calibration c: the same and a copy of 2 KiB",
    "shape": "shape model: the memory and branches of a game without its rules, a choice",
}
GROUPS = {"kernel": "Parts of the engine", "python": "Through the Python class Game", "process": "A new process"}


class Percent(click.ParamType):
    """A share: 10%, 7.5% or 0.1."""

    name = "percent"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        found = re.fullmatch(r"([0-9]{1,4}(?:\.[0-9]*)?)\s*(%?)", value.strip())
        if not found:
            self.fail(f"{shown(value)} is no share, expected for example 10% or 0.1", param, ctx)
        return float(found.group(1)) / (100 if found.group(2) else 1)


class Seconds(click.ParamType):
    """A positive time."""

    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            seconds = float(value)
        except ValueError:
            seconds = math.nan
        if not 0 < seconds <= 3600:
            self.fail(f"{shown(value)} is no time, expected seconds above 0 and up to 3600", param, ctx)
        return seconds


def load_result(path: str, quick: bool) -> dict[str, Any]:
    """A result written by ``arknova bench --json``, measured with or without ``--quick`` as now.

    Raises
    ------
    StateDataError
        If the file cannot be read or is something else.
    """
    from arknova_fast.errors import StateDataError
    from arknova_fast.report.speed import SCHEMA, ratios

    try:
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
    except OSError as error:
        raise StateDataError(f"cannot read {path!r}: {error.strerror}") from None
    except ValueError:
        raise StateDataError(f"{path!r} is no JSON file, expected the output of arknova bench --json") from None
    schema = found.get("schema") if isinstance(found, dict) else None
    if schema != SCHEMA:
        raise StateDataError(f"{path!r} has the schema {schema!r}, expected {SCHEMA!r}, the output of arknova bench "
                             "--json")
    try:
        usable = all(isinstance(ratio, int | float) and ratio > 0 for ratio in ratios(found).values())
    except (KeyError, TypeError):
        usable = False
    if not usable:
        raise StateDataError(f"{path!r} lacks ratios of playouts or figures; make it again with arknova bench --json")
    if found.get("quick") is not quick:
        how = "without" if quick else "with"
        raise StateDataError(f"{path!r} was measured {how} --quick, and figures of different size do not compare; "
                             f"measure {how} --quick now")
    return found


@click.command()
@click.option("--seconds", type=Seconds(), help="Least time for each player count and for the threads; the default "
              "is 2, with --quick 0.2.")
@click.option("-p", "--players", type=PlayerCounts(), default="1,2,3,4", show_default=True,
              help="Player counts of the playouts, with commas; 2 is always measured.")
@click.option("-j", "--jobs", type=JOBS, help="Most threads of the scaling part; the default is one for each core.")
@click.option("--quick", is_flag=True, help="Few games and positions: the same checks, rough figures, a few seconds.")
@click.option("--compare", "before", metavar="FILE", help="Compare the ratios with those of an earlier --json output.")
@click.option("--fail-above", "limit", type=Percent(), help="With --compare: exit code 4 when a ratio grew by more, "
              "such as 10%.")
@rules_option
@json_option
@quiet_option
@verbose_option
def bench(seconds: float | None, players: list[int], jobs: int | None, quick: bool, before: str | None,
          limit: float | None, rules_file: str | None, as_json: bool, quiet: bool, verbose: bool) -> int | None:
    """Measure the speed of the engine.

    Random games over all maps, decisions by kind, parts of the engine, threads. The result of everything timed is
    checked first against a slower run with all checks; exit code 4 when one is wrong. Ratios are to calibration loop c,
    measured in the same process: compare these between machines and days, not nanoseconds.

    \b
    Examples:
      arknova bench --quick
      arknova bench --json > before.json
      arknova bench --compare before.json --fail-above 10%
    """
    if limit is not None and before is None:
        raise click.UsageError("--fail-above needs --compare FILE, an earlier output of arknova bench --json")
    earlier = load_result(before, quick) if before else None
    ruleset = ruleset_of(rules_file)
    from arknova_fast.report.speed import compare, measure

    try:
        with status(quiet, verbose) as shown:
            result = measure(ruleset, players, seconds or (0.2 if quick else 2.0), quick, jobs, shown.tell)
    except AssertionError as error:
        click.echo(f"arknova bench: wrong result: {error}", err=True)
        return CHECK
    if earlier is not None:
        result["comparison"] = compare(earlier, result, math.inf if limit is None else limit)
        note_differences(earlier, result)
    if as_json:
        print_json(result)
    else:
        print_result(result, console())
    return CHECK if any(row["failed"] for row in result.get("comparison", ())) else None


def note_differences(before: dict[str, Any], after: dict[str, Any]) -> None:
    """Say on standard error what makes a comparison doubtful."""
    for name, what in (("behaviour", "other games are played than in"), ("build", "another build than in")):
        if before.get(name) != after[name]:
            click.echo(f"arknova bench: {what} the file: {name} is {after[name]}, there {before.get(name)}", err=True)
    if any(row["failed"] for row in after["comparison"]):
        worst = max(after["comparison"], key=lambda row: row["change"])
        click.echo(f"arknova bench: slower than the file allows: {worst['name']} {worst['change']:+.1%}", err=True)


def time_text(ns: float) -> str:
    """Nanoseconds with a unit that suits them."""
    if ns < 1e4:
        return f"{ns:,.1f} ns"
    return f"{ns / 1e3:,.1f} us" if ns < 1e6 else f"{ns / 1e6:,.1f} ms"


def print_result(result: dict[str, Any], out: Console) -> None:
    """The tables for people."""
    machine, build, sizes = result["machine"], result["build"], result["bytes"]
    flavour = ", ".join([build["compiler"], *(name for name in ("debug", "sanitized", "avx2") if build[name])])
    for line in (
        f"machine     {machine['processor']}, {machine['cores']} cores, load {machine['load']:.1f}",
        f"build       {flavour}",
        f"behaviour   {result['behaviour']}, ruleset {result['ruleset'][:16]}",
        f"bytes       {sizes['state']:,} a state, {sizes['record']} a row of results, {sizes['tables']:,} a ruleset",
    ):
        out.print(line, markup=False, soft_wrap=True)
    out.print()
    print_yardsticks(result, out)
    print_playouts(result, out)
    print_kinds(result, out)
    print_figures(result, out)
    print_threads(result, out)
    if "comparison" in result:
        print_comparison(result, out)


def print_yardsticks(result: dict[str, Any], out: Console) -> None:
    from arknova_fast.report.tables import make_table, put

    table = make_table("Yardsticks, in the same process", "", "ns")
    for name, text in YARDSTICKS.items():
        table.add_row(text, f"{result['calibration'][name]:.1f}")
    put(out, table)


def print_playouts(result: dict[str, Any], out: Console) -> None:
    from arknova_fast.report.tables import make_table, put

    table = make_table("Random games on one core, all maps", "players", "games/s", "decisions/s", "choices",
                       "ns/decision", "ns/choice", "to c", "to shape", "score", "spread")
    for row in result["playouts"]:
        table.add_row(str(row["players"]), f"{row['games_per_second']:,.0f}", f"{row['decisions_per_second']:,.0f}",
                      f"{row['choices_per_game']:.1f}", f"{row['ns_per_decision']:.1f}", f"{row['ns_per_choice']:.1f}",
                      f"{row['ratio']:.2f}", f"{row['shape_ratio']:.2f}", f"{row['mean_score']:.2f}",
                      f"{row['spread']:.1%}")
    put(out, table)


def print_kinds(result: dict[str, Any], out: Console) -> None:
    from arknova_fast.report.tables import make_table, put

    kinds = result["kinds"]
    table = make_table(f"Where the time of two-player games goes, ns a decision (the sum is {kinds['accounted']:.0%} "
                       "of the playouts above)", "decision", "share", "options", "list", "pick", "apply", "of all time")
    for row in [{"kind": "all", "share": 1, "time_share": 1, "options": None, **kinds}, *kinds["rows"]]:
        table.add_row(row["kind"].lower(), f"{row['share']:.2%}", f"{row['options']:.1f}" if row["options"] else "",
                      f"{row['list_ns']:.1f}", f"{row['pick_ns']:.1f}", f"{row['apply_ns']:.1f}",
                      f"{row['time_share']:.2%}")
    put(out, table)


def print_figures(result: dict[str, Any], out: Console) -> None:
    from arknova_fast.report.tables import make_table, put

    for group, title in GROUPS.items():
        table = make_table(title, "", "time", "to c", "")
        for row in result["figures"]:
            if row["group"] == group:
                table.add_row(row["name"], time_text(row["ns"]), f"{row['ratio']:.2f}" if row["ratio"] else "-",
                              row.get("note", ""))
        put(out, table)


def print_threads(result: dict[str, Any], out: Console) -> None:
    from arknova_fast.report.tables import make_table, put

    table = make_table("Threads, two-player games", "threads", "games/s", "speed-up", "efficiency", "by core time")
    for row in result["threads"]:
        table.add_row(str(row["threads"]), f"{row['games_per_second']:,.0f}", f"{row['speed_up']:.2f}",
                      f"{row['efficiency']:.0%}", f"{row['cpu_efficiency']:.0%}")
    put(out, table)


def print_comparison(result: dict[str, Any], out: Console) -> None:
    from arknova_fast.report.tables import make_table, put

    table = make_table("Ratios to calibration loop c against the file; a positive change is worse", "", "before", "now",
                       "change", "")
    for row in result["comparison"]:
        table.add_row(row["name"], f"{row['before']:.3f}", f"{row['after']:.3f}", f"{row['change']:+.1%}",
                      "above the limit" if row["failed"] else "")
    put(out, table)
