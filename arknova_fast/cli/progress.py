"""Progress of long commands on standard error: a bar on a terminal, lines with --verbose."""
from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from arknova_fast.cli.common import console


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
            click.echo(f"{played:,} of {self.total:,} games, {rate:,.0f} games/s, {left:.0f} s to go, "
                       f"unfinished {100 * share:.2f} %", err=True)


@contextmanager
def progress(total: int, quiet: bool, verbose: bool, already: int = 0) -> Iterator[Progress]:
    if quiet or not sys.stderr.isatty():
        yield Progress(total, None, verbose and not quiet, already)
        return
    from rich import progress as rich_progress

    columns = (
        rich_progress.BarColumn(), rich_progress.MofNCompleteColumn(), rich_progress.TextColumn("{task.fields[rate]}"),
        rich_progress.TimeRemainingColumn(), rich_progress.TextColumn("{task.fields[unfinished]}"),
    )  # fmt: skip
    with rich_progress.Progress(*columns, console=console(stderr=True), transient=True) as bar:
        bar.add_task("games", total=total, completed=already, rate="", unfinished="")
        yield Progress(total, bar, verbose, already)
