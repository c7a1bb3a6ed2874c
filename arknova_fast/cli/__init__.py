"""The command line: ``arknova``, also ``python -m arknova_fast``.

This module imports click only, so that ``--help`` answers at once; each command lives in a module of its own that
is imported when the command runs.

Exit codes: 0 done, 1 internal error, 2 wrong usage, 3 bad or mismatching data, 4 a check failed, 5 a target was not
reached within the limits, 130 interrupted.
"""
from __future__ import annotations

import errno
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, NoReturn

import click

import arknova_fast

DONE, INTERNAL, USAGE, DATA, CHECK, UNREACHED, INTERRUPTED = 0, 1, 2, 3, 4, 5, 130
# Requests to stop; both end a command that can finish what it has begun.
STOPPED_BY = (signal.SIGINT, signal.SIGTERM)

# name -> (module, attribute, line in the list of commands)
COMMANDS = {
    "run": ("arknova_fast.cli.run", "run", "Play complete games and print a summary."),
    "replay": ("arknova_fast.cli.replay", "replay", "Play a game again and tell it turn by turn."),
    "play": ("arknova_fast.cli.play", "play", "Play against policies in the terminal."),
    "merge": ("arknova_fast.cli.runs", "merge", "Join run directories of shards into one."),
    "export": ("arknova_fast.cli.runs", "export", "Write a table of a run directory to one file."),
    "match": ("arknova_fast.cli.match", "match", "Play one policy against another."),
    "tournament": ("arknova_fast.cli.tournament", "tournament", "Play policies against each other and rate them."),
    "balance": ("arknova_fast.cli.balance", "balance", "Measure seats, action cards, rules, maps and cards."),
    "power": ("arknova_fast.cli.power", "power", "Say how many games buy which precision."),
    "report": ("arknova_fast.cli.report", "report", "Make one offline HTML file of a run or a result."),
    "verify": ("arknova_fast.cli.verify", "verify", "Play random games and check every invariant."),
    "show": ("arknova_fast.cli.show", "show", "Show a card, map, position, policy, the ruleset or the rules."),
    "tune": ("arknova_fast.cli.tune", "tune", "Search better weights for the policy greedy."),
    "bench": ("arknova_fast.cli.bench", "bench", "Measure the speed of the engine."),
    "perft": ("arknova_fast.cli.perft", "perft", "Count sequences of decisions from a position."),
    "config": ("arknova_fast.cli.config", "config", "Show where the defaults of options come from."),
    "info": ("arknova_fast.cli.info", "info", "Show versions, sizes and the build."),
    "completion": ("arknova_fast.cli.info", "completion", "Print the completion script of a shell."),
}


class LazyGroup(click.Group):
    """A group whose commands are imported when they are needed, not when they are listed.

    Parameters
    ----------
    table : dict
        Name -> (module, attribute, line in the list of commands).
    """

    def __init__(self, *args: Any, table: dict[str, tuple[str, str, str]], **options: Any):
        super().__init__(*args, **options)
        self.table = table

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.table:
            return None
        module, attribute, _ = self.table[cmd_name]
        return getattr(import_module(module), attribute)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, _, text) in self.table.items()])

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple:
        if args and not args[0].startswith("-") and args[0] not in self.table:
            from arknova_fast.cli.common import unknown

            raise click.UsageError(unknown("command", args[0], self.table), ctx)
        return super().resolve_command(ctx, args)


class Commands(LazyGroup):
    """The commands of ``arknova``, with defaults from the environment and the configuration file."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        command = super().get_command(ctx, cmd_name)
        if command is not None and any(name.startswith("ARKNOVA_") for name in os.environ):
            from arknova_fast.cli.config import name_variables

            name_variables((cmd_name,), command)
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple:
        found = super().resolve_command(ctx, args)
        if not {"-h", "--help"} & set(args):
            self.read_defaults(ctx, args[0])
        return found

    def read_defaults(self, ctx: click.Context, name: str) -> None:
        """Defaults of the options from the configuration file, if there is one; wrong variables are refused."""
        from arknova_fast.cli.config import NOT_CONFIGURED, check_variables, config_path, default_map

        check_variables()
        if name not in NOT_CONFIGURED and (path := config_path()):
            ctx.default_map = default_map(path)


@click.group(cls=Commands, table=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(arknova_fast.__version__, prog_name="arknova", message="%(prog)s %(version)s")
def cli() -> None:
    """Ark Nova (base game), simulated fast and exactly.

    Results go to standard output, progress and messages to standard error. Every command knows --help; sizes may be
    written as 100k or 2.5m. Exit codes: 0 done, 1 internal error, 2 wrong usage, 3 bad data, 4 a check failed, 5 a
    target was not reached within the limits, 130 interrupted.

    \b
    Examples:
      arknova run -n 100k --seed 1
      arknova show card Cheetah
      arknova run --help
    """


def complain(error: click.ClickException) -> int:
    """Print a usage error as one line and return the exit code."""
    if type(error).__name__ == "NoArgsIsHelpError":
        error.show()
        return USAGE
    ctx = getattr(error, "ctx", None)
    click.echo(f"{ctx.command_path if ctx else 'arknova'}: {error.format_message()}", err=True)
    return error.exit_code


def close_quietly() -> None:
    """The reader of standard output is gone: nothing more can be said, and nothing should be."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def keyboard_interrupts() -> Iterator[None]:
    """Ctrl-C raises ``KeyboardInterrupt`` inside, whatever it does outside (see ``arknova_fast.__main__``).

    What a command made of the signals that stop it ends here (see ``common.interruptible``).
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in STOPPED_BY}
    if callable(before[signal.SIGINT]):
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def run_command(args: list[str]) -> int:
    """Run a command line and return its exit code; no exception of a user error gets out."""
    from arknova_fast.errors import ArkNovaError, UsageError

    for name in ("stdout", "stderr"):
        # A closed stream is None in Python; what would be said there is dropped.
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115
    try:
        with keyboard_interrupts(), cli.make_context("arknova", args) as ctx:
            code = cli.invoke(ctx)
        sys.stdout.flush()
        return code if isinstance(code, int) else DONE
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.ClickException as error:
        return complain(error)
    except UsageError as error:
        click.echo(f"arknova: {error}", err=True)
        return USAGE
    except ArkNovaError as error:
        click.echo(f"arknova: {error}", err=True)
        return DATA
    except (KeyboardInterrupt, click.Abort):
        click.echo("arknova: interrupted", err=True)
        return INTERRUPTED
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("arknova_fast."):
            raise
        click.echo(f"arknova: {arknova_fast.not_compiled(error.name)}", err=True)
        return INTERNAL
    except BrokenPipeError:
        close_quietly()
        return DONE
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EIO, errno.EFBIG):
            raise
        close_quietly()
        click.echo(f"arknova: cannot write the output: {error.strerror}", err=True)
        return DATA


def main(args: list[str] | None = None) -> NoReturn:
    """Entry point of the console script; exits the process."""
    if "_ARKNOVA_COMPLETE" in os.environ:
        cli.main(prog_name="arknova")
    sys.exit(run_command(sys.argv[1:] if args is None else list(args)))
