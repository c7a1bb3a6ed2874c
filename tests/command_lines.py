"""Command lines read out of texts and parsed by click without being run."""
from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import click

from arknova_fast.cli import cli

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
FENCE = re.compile(r"^( *)(`{3,}|~{3,})(.*)$")
OPERATORS = {"|", "||", "&", "&&", ";", ">", ">>", "<", "2>", "2>>", "(", ")"}


def code_lines(text: str) -> Iterator[str]:
    """The lines of fenced and of indented code blocks of a Markdown text."""
    fence = ""
    for line in text.splitlines():
        found = FENCE.match(line)
        if found and (not fence or found.group(2).startswith(fence)):
            fence = "" if fence else found.group(2)
        elif fence or line.startswith("    "):
            yield line.strip()


def joined(lines: Iterator[str]) -> Iterator[str]:
    """The lines with those that end in a backslash put together."""
    whole = ""
    for line in lines:
        whole += line.removesuffix("\\")
        if not line.endswith("\\"):
            yield whole
            whole = ""


def words_of(line: str) -> list[str]:
    """The words of a shell line; operators are words, comments are left out."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split, lexer.commenters = True, "#"
    return list(lexer)


def commands_in(lines: Iterator[str]) -> Iterator[list[str]]:
    """The arguments of every ``arknova`` on the lines, also behind ``&&`` or ``|``."""
    for line in joined(lines):
        if not re.search(r"(^|[\s(])arknova\s", line):
            continue
        part: list[str] = []
        for word in [*words_of(line.removeprefix("$ ")), ";"]:
            if word in OPERATORS or re.fullmatch(r"[<>&|;()]+", word):
                while part and re.fullmatch(r"[A-Z_]+=.*", part[0]):  # variables set for the command
                    part = part[1:]
                if part and part[0] == "arknova":
                    yield part[1:]
                part = []
                if ">" in word or "<" in word:
                    part = ["file"]
            else:
                part.append(word)


def parse(args: list[str]) -> click.Command:
    """The command that a command line reaches; nothing is run, files need not exist.

    Raises
    ------
    click.UsageError
        For commands and options that do not exist and for values that an option refuses.
    """
    with patch.object(click.Path, "convert", as_given), patch.object(click.File, "convert", as_given):
        return reached(args)


def as_given(self: click.ParamType, value: object, param: click.Parameter | None, ctx: click.Context | None) -> object:
    return value


def reached(args: list[str]) -> click.Command:
    command: click.Command = cli
    ctx = None
    rest = list(args)
    while True:
        try:
            ctx = command.make_context(command.name or "arknova", rest, parent=ctx)
        except click.exceptions.Exit:  # --help, --version
            return command
        if not isinstance(command, click.Group):
            return command
        rest = [*getattr(ctx, "_protected_args", ()), *ctx.args]
        _, found, rest = command.resolve_command(ctx, rest)
        assert found is not None
        command = found


def leaves(command: click.Command = cli, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command below a group with its path, groups included, the whole command line itself left out."""
    if not isinstance(command, click.Group):
        return
    ctx = click.Context(command)
    for name in command.list_commands(ctx):
        found = command.get_command(ctx, name)
        assert found is not None
        yield (*path, name), found
        yield from leaves(found, (*path, name))


def examples_of(command: click.Command) -> list[list[str]]:
    """The command lines under the heading "Examples:" of the help of a command."""
    text = command.help or ""
    _, heading, below = text.partition("Examples:\n")
    return list(commands_in(iter(line.strip() for line in below.splitlines()))) if heading else []
