"""Progress on standard error: a line that is written over on a terminal, or lines once a second with --verbose."""
from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import click

REWRITTEN, LINES = 0.2, 1.0  # seconds between two messages of either kind


class Status:
    """Says what is being done now; says nothing when it is not wanted."""

    def __init__(self, quiet: bool, verbose: bool):
        self.rewrites = not quiet and sys.stderr.isatty()
        self.lines = not quiet and verbose and not self.rewrites
        self.told, self.width = float("-inf"), 0

    def tell(self, text: str) -> None:
        """Show a text, or drop it when the last one is too fresh."""
        now = time.perf_counter()
        if now - self.told < (LINES if self.lines else REWRITTEN):
            return
        if self.rewrites:
            click.echo(f"\r{text:<{self.width}}", nl=False, err=True)
            self.width = len(text)
        elif self.lines:
            click.echo(text, err=True)
        self.told = now

    def close(self) -> None:
        """Leave an empty line to what is printed next."""
        if self.rewrites and self.width:
            click.echo("\r" + " " * self.width + "\r", nl=False, err=True)
            self.width = 0


@contextmanager
def status(quiet: bool, verbose: bool) -> Iterator[Status]:
    """A status that is cleared at the end, whatever happens."""
    shown = Status(quiet, verbose)
    try:
        yield shown
    finally:
        shown.close()
