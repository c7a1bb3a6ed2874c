"""Progress of long commands on standard error: a bar on a terminal, lines with --verbose."""
from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from arknova_fast.cli.common import console
from arknova_fast.errors import counted

if TYPE_CHECKING:
    from rich.progress import ProgressColumn

MIN_BAR, MAX_BAR = 8, 40


class Progress:
    """Games per second, time to go and the share of unfinished games.

    Parameters
    ----------
    total : int
        Games in all.
    bar : rich.progress.Progress or None
    verbose : bool
        Lines instead of a bar.
    already : int
        Games of earlier sessions.
    """

    def __init__(self, total: int, bar: Any, verbose: bool, already: int = 0):
        self.total, self.bar, self.verbose, self.already = total, bar, verbose, already
        self.started, self.told = time.perf_counter(), float("-inf")

    def show(self, played: int, unfinished: int) -> None:
        """Tell how far it is: games played and those of them that the turn limit stopped."""
        now = time.perf_counter()
        rate = (played - self.already) / max(now - self.started, 1e-9)
        share = unfinished / max(played, 1)
        if self.bar is not None:
            self.bar.update(0, completed=played, rate=f"{rate:,.0f} games/s",
                            unfinished=f"unfinished {100 * share:.2f} %")
        elif self.verbose and now - self.told >= 1:
            self.told = now
            left = (self.total - played) / max(rate, 1e-9)
            click.echo(f"{played:,} of {counted(self.total, 'game')}, {rate:,.0f} games/s, {left:.0f} s to go, "
                       f"unfinished {100 * share:.2f} %", err=True)


def fitting_columns(total: int, texts: Sequence[tuple[ProgressColumn, int]], width: int) -> list[ProgressColumn]:
    """The columns of a progress bar that fit on one line: the count, texts from the left, a bar in the rest.

    Parameters
    ----------
    total : int
        Games in all.
    texts : sequence of (column, int)
        Columns behind the count with the most characters that each takes.
    width : int
        Characters of a line.
    """
    from rich.progress import BarColumn, MofNCompleteColumn, TaskProgressColumn

    count = 2 * len(str(total)) + 1
    if count >= width:
        return [TaskProgressColumn()]
    kept: list[ProgressColumn] = [MofNCompleteColumn()]
    left = width - count
    for column, size in texts:
        if left < size + 1:
            break
        kept.append(column)
        left -= size + 1
    # One blank between columns, and the last character stays free: some terminals wrap behind it.
    room = min(MAX_BAR, left - 2)
    return [BarColumn(bar_width=room), *kept] if room >= MIN_BAR else kept


@contextmanager
def progress(total: int, quiet: bool, verbose: bool, already: int = 0) -> Iterator[Progress]:
    if quiet or not sys.stderr.isatty():
        yield Progress(total, None, verbose and not quiet, already)
        return
    from rich import progress as rich_progress

    out = console(stderr=True)
    texts = [
        (rich_progress.TextColumn("{task.fields[rate]}"), 17),
        (rich_progress.TimeRemainingColumn(), 7),
        (rich_progress.TextColumn("{task.fields[unfinished]}"), 19),
    ]
    with rich_progress.Progress(*fitting_columns(total, texts, out.width), console=out, transient=True) as bar:
        bar.add_task("games", total=total, completed=already, rate="", unfinished="")
        yield Progress(total, bar, verbose, already)
