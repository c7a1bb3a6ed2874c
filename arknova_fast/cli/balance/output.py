"""How the commands of ``arknova balance`` deliver a result: tables, JSON, CSV or a folder of files."""
from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from arknova_fast.errors import StateDataError, UsageError, counted, shown

if TYPE_CHECKING:
    from arknova_fast.report.document import Document

csv_option = click.option("--csv", "as_csv", is_flag=True, help="Print the main table as CSV.")
out_option = click.option("--out", "folder", metavar="DIR", help="Also write result.json, report.html, report.md and "
                          "tables/*.csv into a folder.")
# Options that change where the result goes, not what it is.
DELIVERY = ("as_json", "as_csv", "folder", "quiet", "verbose", "jobs", "seed", "count", "games", "output")


def command_line(ctx: click.Context, seed: int, **shown_options: Any) -> str:
    """The command line that makes the same result again, with the seed that was drawn."""
    import shlex

    words = ctx.command_path.split()
    for parameter in ctx.command.params:
        value = ctx.params.get(parameter.name or "")
        if parameter.name in DELIVERY or value is None or value is False:
            continue
        if ctx.get_parameter_source(parameter.name or "") is click.core.ParameterSource.DEFAULT:
            continue
        if isinstance(parameter, click.Argument):
            words += value if isinstance(value, tuple) else [value]
            continue
        flag = max(parameter.opts, key=len)
        words += [flag] if value is True else [flag, str(value)]
    for flag, value in ({"--seed": seed} | {f"--{name}": value for name, value in shown_options.items()}).items():
        words += [flag, str(value)]
    return shlex.join(words)


@contextmanager
def game_bar(total: int, quiet: bool, verbose: bool) -> Iterator[Callable[[int], None]]:
    """Progress in games: a bar on a terminal, lines with --verbose; yields the function to update it."""
    if quiet or not sys.stderr.isatty():
        from arknova_fast.cli.status import status

        with status(quiet, verbose) as lines:
            yield lambda done: lines.tell(f"{done:,} of {counted(total, 'game')}")
        return
    from rich import progress

    from arknova_fast.cli.common import console
    from arknova_fast.cli.progress import fitting_columns

    out = console(stderr=True)
    texts = [(progress.TextColumn("games"), 5), (progress.TimeRemainingColumn(), 7)]
    with progress.Progress(*fitting_columns(total, texts, out.width), console=out, transient=True) as bar:
        task = bar.add_task("games", total=total)
        yield lambda done: bar.update(task, completed=done)


def check_delivery(as_json: bool, as_csv: bool, folder: str | None) -> None:
    """Fail before anything is played when the result could not be delivered."""
    if as_json and as_csv:
        raise UsageError("--json and --csv both ask for standard output; give one of them, or --out DIR for files")
    if folder is not None:
        make_folder(os.path.join(folder, "tables"))


def make_folder(path: str) -> None:
    try:
        os.makedirs(path, exist_ok=True)
        if not os.access(path, os.W_OK):
            raise PermissionError(13, "Permission denied")
    except OSError as error:
        raise StateDataError(f"cannot write into {shown(path)}: {error.strerror}; name a folder that you may write "
                             "to") from None


def deliver(result: dict[str, Any], page_of: Callable[[dict[str, Any]], Document], main_table: str, as_json: bool,
            as_csv: bool, folder: str | None) -> None:
    """Print the result in the form asked for, and write the folder."""
    from arknova_fast.cli.common import console, print_json
    from arknova_fast.report.files import write_folder
    from arknova_fast.report.markdown import csv_text
    from arknova_fast.report.terminal import print_document

    if folder is not None:
        write_folder(folder, result, page_of(result))
    if as_json:
        print_json(result)
    elif as_csv:
        table = next((table for table in page_of(result).tables() if table.name == main_table), None)
        if table is None:
            raise UsageError("the run has no figures for the main table; play more games")
        click.echo(csv_text(table), nl=False)
    else:
        print_document(page_of(result), console())
