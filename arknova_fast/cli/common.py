"""What the commands share: option types with good messages, output, work that stops on Ctrl-C."""
from __future__ import annotations

import json
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import click

from arknova_fast.cli import INTERRUPTED, STOPPED_BY
from arknova_fast.errors import UsageError, nearest, shown
from arknova_fast.textfile import unwritable
from arknova_fast.textfile import write_text as write_text

if TYPE_CHECKING:
    from rich.console import Console

    from arknova_fast.core.tables import Ruleset
    from arknova_fast.report.hexcanvas import Canvas

MAX_COUNT = 10**12
MAX_SEED = 2**64 - 1
MAX_JOBS = 1024
SAME_REQUEST = 0.5  # seconds in which signals are one Ctrl-C
UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}


def unknown(what: str, value: object, known: Iterable[str]) -> str:
    """One sentence: the value, the accepted ones, the nearest."""
    known = list(known)
    return f"unknown {what} {shown(value)}, accepted are {', '.join(known)}{nearest(value, known)}"


class Count(click.ParamType):
    """A number, of games if nothing else is said: 5000, 1_000, 100k, 2.5m."""

    name = "count"

    def __init__(self, what: str = "number of games", low: int = 1, high: int = MAX_COUNT):
        self.what, self.low, self.high = what, low, high

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        found = re.fullmatch(r"([0-9][0-9_]*(?:\.[0-9]+)?)([kmg]?)", value.strip().lower())
        number = Decimal(found.group(1).replace("_", "")) * UNITS[found.group(2)] if found else Decimal(-1)
        if not self.low <= number <= self.high or number != int(number):
            self.fail(f"{shown(value)} is no {self.what}, expected a whole number from {self.low} to {self.high} "
                      "such as 5000, 100k or 2.5m", param, ctx)
        return int(number)


class Whole(click.ParamType):
    """A whole number in a range."""

    name = "number"

    def __init__(self, what: str, low: int, high: int, shown: str = ""):
        self.what, self.low, self.high = what, low, high
        self.shown = shown or f"{low} to {high}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        found = re.fullmatch("[0-9][0-9_]*", value.strip())
        digits = value.strip().replace("_", "")
        # No bound has more than 20 digits, and Python reads no number of thousands of them.
        if not found or len(digits) > 20 or not self.low <= int(digits) <= self.high:
            self.fail(f"{shown(value)} is no {self.what}, expected a whole number from {self.shown}", param, ctx)
        return int(digits)


class Name(click.ParamType):
    """One of some names; the error names the nearest."""

    name = "name"

    def __init__(self, what: str, known: Iterable[str]):
        self.what, self.known = what, list(known)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in self.known:
            self.fail(unknown(self.what, value, self.known), param, ctx)
        return value

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        return f"[{'|'.join(self.known)}]"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list:
        from click.shell_completion import CompletionItem

        return [CompletionItem(name) for name in self.known if name.startswith(incomplete)]


SEED = Whole("seed", 0, MAX_SEED, "0 to 2**64 - 1")
JOBS = Whole("number of threads", 1, MAX_JOBS)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of tables.")
seed_option = click.option("--seed", type=SEED, help="Seed of all games; without it a fresh one is drawn and printed.")
jobs_option = click.option("-j", "--jobs", type=JOBS, help="Threads; the default is one for each core. "
                           "The results do not depend on it.")
quiet_option = click.option("-q", "--quiet", is_flag=True, help="No progress.")
verbose_option = click.option("-v", "--verbose", is_flag=True,
                              help="Progress as lines when standard error is no terminal.")
rules_option = click.option("--rules", "rules_file", metavar="FILE", help="TOML file with changes to the ruleset.")


def ruleset_of(path: str | None) -> Ruleset:
    """The base game, or the base game with the changes of a file."""
    from arknova_fast.core.tables import Ruleset

    if path is None:
        return Ruleset.default()
    if not path:
        raise UsageError("the name of the rules file is empty; give a TOML file, or leave the option out for the base "
                         "game")
    return Ruleset.load(path)


def fresh_seed() -> int:
    """A seed short enough to be typed again."""
    import secrets

    return secrets.randbits(32)


def print_json(value: Any) -> None:
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


def console(stderr: bool = False) -> Console:
    """A rich console: colours on a terminal only, as wide as the terminal; elsewhere text has 110 columns.

    With NO_COLOR results have no escape codes at all; on standard error progress still moves the cursor.
    """
    from rich.console import Console

    class Out(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    file = sys.stderr if stderr else sys.stdout
    # On a terminal rich follows the width, also when it changes: a bar wider than the terminal would flood it.
    width = None if file.isatty() else 110
    plain = bool(os.environ.get("NO_COLOR")) and not stderr
    return Out(file=file, highlight=False, width=width, force_terminal=False if plain else None)


def print_drawing(title: str, canvas: Canvas, notes: list[str], out: Console | None = None) -> None:
    """A drawing made of hexes, in colours on a terminal."""
    out = console() if out is None else out
    out.print(title, markup=False, style="bold")
    out.print()
    if out.is_terminal and not out.no_color:
        out.print(canvas.rich(), soft_wrap=True)
    else:
        out.print("\n".join(canvas.lines()) + "\n", markup=False, soft_wrap=True)
    for line in notes:
        out.print(line, markup=False, soft_wrap=True)


def check_writable(path: str | None) -> None:
    """Fail before anything is played when a result could not be written.

    Raises
    ------
    StateDataError
        Naming the path and the reason of the system.
    """
    if path is None:
        return
    existed = os.path.exists(path)
    try:
        with open(path, "a", encoding="utf-8"):
            pass
    except OSError as error:
        raise unwritable(path, error) from None
    if not existed:
        os.remove(path)


def check_log_file(path: str | None) -> None:
    """Fail before anything is played when a game log could not be written, or would replace what is no game log.

    Raises
    ------
    StateDataError
        If it cannot be written.
    UsageError
        If the file is something else.
    """
    from arknova_fast.io.gamelog import may_replace

    check_writable(path)
    if path is not None and not may_replace(path):
        raise UsageError(f"{shown(path)} exists and is no game log; it is left alone, name another file")


def write_json(path: str, value: Any) -> None:
    """Write a result; the file appears complete or not at all."""
    write_text(path, json.dumps(value, indent=2, ensure_ascii=False) + "\n")


@contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """Ctrl-C only sets a flag inside; yields the function that reads it. A second Ctrl-C ends the process at once.

    SIGTERM, which schedulers send before they kill, counts as Ctrl-C. What follows the first within half a second does
    not count: timeout and others signal the process and then its group, which is one request.

    At once means without waiting for the threads that play; what is on disk is whole at any moment. After a request
    all this stays until the command ends: its result is still to be told.
    """
    seen: list[float] = []

    def note(number: int, frame: object) -> None:
        now = time.monotonic()
        if seen and now - seen[0] > SAME_REQUEST:
            # The progress bar hides the cursor.
            os.write(2, (b"\x1b[?25h\n" if os.isatty(2) else b"") + b"arknova: stopped\n")
            os._exit(INTERRUPTED)
        seen.append(now)

    try:
        old = {number: signal.signal(number, note) for number in STOPPED_BY}
    except ValueError:  # not in the main thread: nothing to catch
        yield lambda: False
        return
    try:
        yield lambda: bool(seen)
    finally:
        if not seen:
            for number, handler in old.items():
                signal.signal(number, handler)
