"""Positions given on the command line: a line of text, JSON, a file, or standard input."""
from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

from arknova_fast.errors import shown

if TYPE_CHECKING:
    from arknova_fast.core.tables import Ruleset
    from arknova_fast.game import Game


def read(path: str) -> str:
    from arknova_fast.errors import StateDataError

    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError as error:
        raise StateDataError(f"cannot read {path!r}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise StateDataError(f"{path!r} is no UTF-8 text") from None


def position_of(argument: str, ruleset: Ruleset) -> Game:
    """The game of a position: its line of text or its JSON, ``-`` for standard input, or a file with either."""
    from arknova_fast.errors import StateDataError
    from arknova_fast.game import Game

    if argument == "-":
        argument = sys.stdin.read()
    elif not argument.startswith(("ark", "{")):
        if not os.path.exists(argument):
            raise StateDataError(f"{shown(argument)} is no file and no position; a position starts with 'ark1' or '{{'")
        argument = read(argument)
    if not argument.lstrip().startswith("{"):
        return Game.from_text(argument.strip(), ruleset)
    try:
        position = json.loads(argument)
    except (ValueError, RecursionError) as error:
        raise StateDataError(f"the position is no JSON: {str(error) or 'nested too deeply'}") from None
    return Game.from_dict(position, ruleset)
