"""``arknova merge`` and ``arknova export``: what is done with run directories afterwards."""
from __future__ import annotations

import os
import sys
import time

import click

from arknova_fast.cli.common import Name, json_option, print_json, quiet_option, write_json
from arknova_fast.errors import UsageError
from arknova_fast.io.schema import FORMATS, TABLES


@click.command(short_help="Join run directories of shards into one.")
@click.argument("directories", metavar="DIR...", nargs=-1, required=True)
@click.option("-o", "--out", metavar="DIR", required=True, help="The new run directory.")
@click.option("--allow-gaps", is_flag=True, help="Also when games are missing.")
@quiet_option
@json_option
def merge(directories: tuple[str, ...], out: str, allow_gaps: bool, quiet: bool, as_json: bool) -> None:
    """Join the run directories of shards into one that equals a single run.

    The runs must have the same settings, ruleset, seed and form, and must not overlap.

    \b
    Examples:
      arknova run -n 10m --seed 1 --shard 1/2 -o one
      arknova run -n 10m --seed 1 --shard 2/2 -o two
      arknova merge one two -o whole
    """
    from arknova_fast.io.merge import merge as join
    from arknova_fast.report.summary import run_summary

    if not out:
        raise UsageError("-o is empty, name the new directory")
    show = sys.stderr.isatty() and not quiet

    def tell(done: int, total: int) -> None:
        if show:
            click.echo(f"\r{done:,} of {total:,} parts ", nl=done == total, err=True)

    run = join(directories, out, allow_gaps, tell)
    write_json(str(run.path / "summary.json"), run_summary(run))
    result = {"schema": "arknova-fast/merge/1", "directory": out, "merged": list(directories), "games": run.games,
              "complete": run.complete, "finished": [list(span) for span in run.finished]}
    if as_json:
        print_json(result)
    else:
        spans = ", ".join(f"{first:,} to {end - 1:,}" for first, end in run.finished) or "none"
        click.echo(f"{out}: {run.games:,} games ({spans}) of {len(directories)} runs")


@click.command(short_help="Write a table of a run directory to one file.")
@click.argument("directory", metavar="RUN")
@click.option("--to", "fmt", type=Name("format", FORMATS), help="Format; without it the ending of the file tells.")
@click.option("-o", "--out", metavar="FILE", required=True, help="The file, or - for standard output (csv, jsonl).")
@click.option("--table", type=Name("table", TABLES), show_default="games, or results where only those are kept",
              help="results, games, turns or decisions; cards has a row for each card of each player and zone.")
@click.option("--text", is_flag=True, help="Write out the actions of decisions (plays the games again, slow).")
@json_option
def export(directory: str, fmt: str | None, out: str, table: str | None, text: bool, as_json: bool) -> None:
    """Write a table of a run directory to one file.

    \b
    Examples:
      arknova export overnight -o games.csv
      arknova export overnight --table cards -o cards.parquet
      arknova export overnight --table decisions --text --to jsonl -o - | head
    """
    from arknova_fast.io.export import STDOUT
    from arknova_fast.io.export import export as write
    from arknova_fast.io.rundir import load

    fmt = chosen_format(fmt, out)
    if out == STDOUT and (fmt not in ("csv", "jsonl") or as_json):
        raise UsageError("standard output takes csv and jsonl, without --json; name a file with -o")
    began = time.perf_counter()
    run = load(directory)
    table = table or run.per_seat or "games"
    rows = write(run, table, fmt, out, text)
    if as_json:
        print_json({"schema": "arknova-fast/export/1", "file": out, "table": table, "format": fmt, "rows": rows,
                    "bytes": os.path.getsize(out), "seconds": time.perf_counter() - began})
    elif out != STDOUT:
        click.echo(f"{out}: {rows:,} rows of {table}, {os.path.getsize(out):,} bytes")


def chosen_format(fmt: str | None, path: str) -> str:
    """The format that is asked for, or that the ending of the file names; both must not differ."""
    if not path:
        raise UsageError("-o is empty, name the file, or - for standard output")
    ending = os.path.splitext(path)[1].lstrip(".").lower()
    if ending not in FORMATS:
        if fmt is None:
            raise UsageError(f"{path!r} does not tell the format; give one with --to ({', '.join(FORMATS)})")
        return fmt
    if fmt not in (None, ending):
        raise UsageError(f"{path!r} ends as a {ending} file, --to asks for {fmt}; change one of them")
    return ending
