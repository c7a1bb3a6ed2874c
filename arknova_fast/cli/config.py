"""Defaults of options from ``arknova.toml`` and from environment variables, and ``arknova config show``.

The file is the first of ``$ARKNOVA_CONFIG``, ``arknova.toml`` in the current directory and ``arknova.toml`` in the
user's configuration folder. It has a table per command, with the names of the options::

    [run]
    games = "100k"
    jobs = 2

    [show.card]
    rules = "my.toml"

An option ``--turn-limit`` of ``arknova run`` is also taken from ``ARKNOVA_RUN_TURN_LIMIT``. The command line wins, then
the environment, then the file. Options that do not exist are refused in all three.
"""
from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from arknova_fast.cli import COMMANDS, cli
from arknova_fast.cli.common import json_option, print_json
from arknova_fast.errors import StateDataError, UsageError, nearest, nearest_word, shown

FILE = "arknova.toml"
VARIABLE = "ARKNOVA_CONFIG"
NOT_CONFIGURED = ("config", "completion")


def config_path() -> Path | None:
    """The configuration file that holds, if there is one."""
    if named := os.environ.get(VARIABLE):
        if not Path(named).is_file():
            raise StateDataError(f"{VARIABLE} names {shown(named)}, which is no file")
        return Path(named)
    for path in (Path(FILE), Path(click.get_app_dir("arknova")) / FILE):
        if path.is_file():
            return path
    return None


def read_config(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise StateDataError(f"{str(path)!r} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise StateDataError(f"{str(path)!r} cannot be read as TOML: {' '.join(str(error).split())}") from None


def option_name(option: click.Parameter) -> str:
    """The name of an option in the file: that of its first long form."""
    return next((name[2:] for name in option.opts if name.startswith("--")), option.name or "")


def options_of(command: click.Command) -> dict[str, click.Option]:
    """The options of a command that can have a default, by their names in the file."""
    return {option_name(option): option for option in command.params
            if isinstance(option, click.Option) and option.name not in ("help", "version")}


def variable_of(path: tuple[str, ...], name: str) -> str:
    """The environment variable of an option: ``ARKNOVA_RUN_TURN_LIMIT``."""
    return "_".join(("ARKNOVA", *path, name)).upper().replace("-", "_")


def name_variables(path: tuple[str, ...], command: click.Command) -> None:
    """Let a command and its subcommands look at their environment variables."""
    for name, option in options_of(command).items():
        option.envvar = variable_of(path, name)
    for name, inner in subcommands(command).items():
        name_variables((*path, name), inner)


def check_variables() -> None:
    """Refuse an environment variable that begins like those of a command, but belongs to none of its options.

    Raises
    ------
    UsageError
        Naming the variable and the nearest one.
    """
    for variable in sorted(os.environ):
        words = variable.split("_")
        name = words[1].lower() if len(words) > 2 and words[0] == "ARKNOVA" else ""
        if name in configured():
            known = list(variables_of((name,), command_at((name,))))
            if variable not in known:
                start = f"ARKNOVA_{words[1]}_"
                near = nearest_word(variable.removeprefix(start), [word.removeprefix(start) for word in known])
                raise UsageError(f"the environment variable {shown(variable)} belongs to no option of arknova {name}, "
                                 f"unset it" + (f"; did you mean {start + near}?" if near else ""))


def variables_of(path: tuple[str, ...], command: click.Command) -> Iterator[str]:
    """The environment variables of a command and its subcommands."""
    for name in options_of(command):
        yield variable_of(path, name)
    for name, inner in subcommands(command).items():
        yield from variables_of((*path, name), inner)


def subcommands(command: click.Command) -> dict[str, click.Command]:
    if not isinstance(command, click.Group):
        return {}
    ctx = click.Context(command)
    found = {name: command.get_command(ctx, name) for name in command.list_commands(ctx)}
    return {name: inner for name, inner in found.items() if inner is not None}


def plain(value: Any, where: str) -> Any:
    """A value of the file as the command line would have it."""
    if isinstance(value, list):
        return ",".join(str(plain(entry, where)) for entry in value)
    if isinstance(value, bool):
        return value
    if isinstance(value, str | int | float):
        return str(value)
    raise UsageError(f"{where}: {shown(value)} is no value of an option, expected a text, a number or true or false")


def checked(option: click.Option, value: Any, where: str) -> Any:
    """The value, if the option takes it."""
    if option.is_flag and not isinstance(value, bool):
        raise UsageError(f"{where}: expected true or false, got {shown(value)}")
    text = plain(value, where)
    if not option.is_flag:
        try:
            option.type.convert(str(text).lower() if isinstance(text, bool) else text, option, None)
        except click.BadParameter as error:
            raise UsageError(f"{where}: {error.message}") from None
    return text


def defaults(path: Path, keys: tuple[str, ...], command: click.Command, table: Any) -> dict[str, Any]:
    """The table of a command as click's ``default_map``.

    Raises
    ------
    UsageError
        For an unknown key, with the nearest known one, and for a value that the option does not take.
    """
    where = f"{str(path)!r}, {'.'.join(keys)}"
    if not isinstance(table, dict):
        raise UsageError(f"{where}: expected a table of options, got {shown(table)}")
    options, inner = options_of(command), subcommands(command)
    found: dict[str, Any] = {}
    for key, value in table.items():
        if key in inner:
            found[key] = defaults(path, (*keys, key), inner[key], value)
        elif key in options:
            found[options[key].name or key] = checked(options[key], value, f"{where}.{key}")
        else:
            raise UsageError(f"{where}: unknown option {shown(key)}{nearest(key, [*options, *inner])}")
    return found


def default_map(path: Path) -> dict[str, Any]:
    """The whole file as click's ``default_map``, every command checked."""
    found, ctx = {}, click.Context(cli)
    known = configured()
    for key, table in read_config(path).items():
        if key not in known:
            raise UsageError(f"{str(path)!r}: unknown command {shown(key)}{nearest(key, known)}")
        command = cli.get_command(ctx, key)
        assert command is not None
        found[key] = defaults(path, (key,), command, table)
    return found


# --- arknova config ---------------------------------------------------------------------------------------------


def sources(path: tuple[str, ...], command: click.Command, table: dict[str, Any],
            file: Path | None) -> Iterator[dict[str, Any]]:
    """Value and origin of every option of a command and its subcommands."""
    for name, option in options_of(command).items():
        variable = variable_of(path, name)
        value, source, place = option.default, "default", None
        if option.name in table:
            value, source, place = table[option.name], "file", str(file)
        if variable in os.environ:
            value, source, place = os.environ[variable], "environment", variable
        if value is not None and not isinstance(value, str | int | float | bool):
            value = None  # click's mark for an option without a default
        yield {"command": " ".join(path), "option": name, "value": value, "source": source, "place": place,
               "variable": variable}
    for name, inner in subcommands(command).items():
        yield from sources((*path, name), inner, table.get(name, {}), file)


def configured() -> list[str]:
    """The commands that have a table in the file."""
    return [name for name in COMMANDS if name not in NOT_CONFIGURED]


def command_at(path: tuple[str, ...]) -> click.Command:
    """The command of a name such as ``("balance", "seats")``."""
    command: click.Command = cli
    for at, name in enumerate(path):
        above = " ".join(path[:at])
        known = list(subcommands(command)) if at else configured()
        if not known:
            raise UsageError(f"{above!r} has no commands of its own, got {shown(name)}")
        if name not in known:
            what = f"command of {above}" if at else "command"
            raise UsageError(f"unknown {what} {shown(name)}, known are {', '.join(known)}{nearest(name, known)}")
        assert isinstance(command, click.Group)
        found = command.get_command(click.Context(command), name)
        assert found is not None
        command = found
    return command


@click.group(no_args_is_help=True)
def config() -> None:
    """Show where the defaults of options come from.

    \b
    Examples:
      arknova config show
    """


@config.command("show")
@click.argument("words", metavar="[COMMAND]...", nargs=-1)
@json_option
def show_config(words: tuple[str, ...], as_json: bool) -> None:
    """List the options with their defaults and where each comes from.

    \b
    The command line wins, then the environment, then the file:
    ARKNOVA_RUN_JOBS=2 arknova config show run

    \b
    Examples:
      arknova config show
      arknova config show run --json
      arknova config show balance seats
    """
    path = tuple(" ".join(words).split())
    commands = {path: command_at(path)} if path else {(name,): command_at((name,)) for name in configured()}
    file = config_path()
    tables, found = default_map(file) if file else {}, []
    for names, command in commands.items():
        table = tables
        for name in names:
            table = table.get(name, {})
        found += list(sources(names, command, table, file))
    if as_json:
        print_json({"schema": "arknova-fast/config/1", "file": str(file) if file else None, "options": found})
        return
    click.echo(f"file: {file or 'none'}")
    for row in found:
        place = f" ({row['place']})" if row["place"] else f" (or {row['variable']})"
        value = "-" if row["value"] is None else row["value"]
        click.echo(f"{row['command'] + ' --' + row['option']:<32} {value!s:<16} {row['source']}{place}")
