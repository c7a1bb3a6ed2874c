"""The options that set up a game, shared by the commands that play single games."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from arknova_fast.cli.common import Name, Whole, rules_option
from arknova_fast.errors import UsageError, shown

if TYPE_CHECKING:
    from arknova_fast.core.tables import Ruleset
    from arknova_fast.search.batch import BatchPlan

DIFFICULTIES = ("normal", "hard", "hardest")
MAP_MODES = ("fixed", "pick2", "draft")
OPTIONS = (
    click.option("-p", "--players", type=Whole("number of players", 1, 4), default="2", show_default=True,
                 help="Players of the game, 1 to 4."),
    click.option("--map", "maps", default="random", show_default=True, metavar="MAPS",
                 help="One code (3) for every seat, one per seat (3,A), all, or random, as for run."),
    click.option("--map-mode", type=Name("map mode", MAP_MODES), default="fixed", show_default=True,
                 help="fixed: as --map says; pick2: each player picks one of two advanced maps; draft: players pick in "
                 "reverse turn order."),
    rules_option,
    click.option("--solo-difficulty", type=Name("solo difficulty", DIFFICULTIES), default="normal",
                 show_default=True, help="Starting appeal of a solo game: normal 20, hard 10, hardest 0."),
    click.option("--peaceful", is_flag=True, help="Interactive animals use their solo texts."),
    click.option("--turn-limit", type=Whole("turn limit", 1, 10000), default="500", show_default=True,
                 help="Turns of one player after which a game is left unfinished."),
)  # fmt: skip
NAMES = ("players", "maps", "map_mode", "rules_file", "solo_difficulty", "peaceful", "turn_limit")


def game_options(command: Callable) -> Callable:
    """Adds the options; the command gets them as keyword arguments named as in ``NAMES``."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


def check_map_mode(mode: str, maps: str) -> None:
    """Refuse maps that are named where players choose them."""
    if mode != "fixed" and maps != "random":
        raise UsageError(f"--map {shown(maps)} does not go with --map-mode {mode}, where players choose among advanced "
                         "maps; leave --map out")


def plan_of(ruleset: Ruleset, policies: Any, seed: int, options: dict[str, Any]) -> BatchPlan:
    """The plan of the games that the options describe.

    Raises
    ------
    UsageError
        If options contradict each other or a name is unknown.
    """
    from arknova_fast.api import batch_plan

    check_map_mode(options["map_mode"], options["maps"])
    if options["players"] != 1 and options["solo_difficulty"] != "normal":
        raise UsageError(f"--solo-difficulty is for games with --players 1, not {options['players']}")
    return batch_plan(options["players"], options["maps"], policies, seed, ruleset=ruleset,
                      map_mode=options["map_mode"], peaceful=options["peaceful"],
                      solo_difficulty=options["solo_difficulty"], turn_limit=options["turn_limit"])
