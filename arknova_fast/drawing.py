"""Drawings of maps and zoos.

Examples
--------
>>> from arknova_fast import Game, Ruleset
>>> map_svg(Ruleset.default(), "3").startswith("<svg ")
True
>>> print(zoo_text(Game.new(seed=1, maps="A"), 0).splitlines()[0])
Zoo of player 0 on map A: Map A
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from arknova_fast.errors import UsageError, shown
from arknova_fast.seating import named_map

if TYPE_CHECKING:
    from arknova_fast.core.tables import Ruleset
    from arknova_fast.game import Game

__all__ = ["map_svg", "map_text", "zoo_svg", "zoo_text"]


def record_of(ruleset: Ruleset, code: str) -> tuple[str, dict]:
    """Key and record of a map code, letters in either case."""
    maps = ruleset.data["maps"]
    key = str(code).upper() if str(code).upper() in maps else str(code)
    if key not in maps:
        raise UsageError(f"unknown map {shown(code)}, accepted are {', '.join(maps)}{named_map(maps, str(code))}")
    return key, maps[key]


def map_text(ruleset: Ruleset, code: str) -> str:
    """A map with terrain, bonuses and what is printed around it, in characters.

    Raises
    ------
    UsageError
        If the ruleset has no such map.
    """
    from arknova_fast.report.hexmap import describe

    return "\n".join(describe(*record_of(ruleset, code))) + "\n"


def map_svg(ruleset: Ruleset, code: str) -> str:
    """A map as a self-contained SVG that follows the light or dark scheme of the reader.

    Raises
    ------
    UsageError
        If the ruleset has no such map.
    """
    from arknova_fast.report.hexsvg import map_page

    return map_page(*record_of(ruleset, code))


def zoo_text(game: Game, seat: int) -> str:
    """The map of a seat with its buildings, in characters; occupied enclosures are filled with ``#``.

    Raises
    ------
    UsageError
        If there is no such seat.
    """
    from arknova_fast.report.zoo import zoo_lines, zoo_of

    return "\n".join(zoo_lines(zoo_of(game.ruleset, game.view(), seat))) + "\n"


def zoo_svg(game: Game, seat: int) -> str:
    """The map of a seat with its buildings as a self-contained SVG.

    Raises
    ------
    UsageError
        If there is no such seat.
    """
    from arknova_fast.report.hexsvg import zoo_page
    from arknova_fast.report.zoo import zoo_of

    return zoo_page(zoo_of(game.ruleset, game.view(), seat))
