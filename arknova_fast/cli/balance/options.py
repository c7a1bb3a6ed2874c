"""Options that the experiments share, and what all of them do around the games."""
from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from arknova_fast.cli.balance.output import csv_option, game_bar, out_option
from arknova_fast.cli.common import (
    MAX_COUNT,
    Count,
    Whole,
    interruptible,
    jobs_option,
    json_option,
    quiet_option,
    rules_option,
    seed_option,
    verbose_option,
)
from arknova_fast.errors import shown
from arknova_fast.parallel import available_jobs

if TYPE_CHECKING:
    from arknova_fast.core.tables import Ruleset


class Real(click.ParamType):
    """A decimal number between two bounds, which are not reached themselves."""

    name = "number"

    def __init__(self, what: str, low: float, high: float):
        self.what, self.low, self.high = what, low, high

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        number = float(value) if re.fullmatch(r"[+-]?[0-9]{1,15}(\.[0-9]{1,15})?", value.strip()) else self.low
        if not self.low < number < self.high:
            self.fail(f"{shown(value)} is no {self.what}, expected a number between {self.low:g} and {self.high:g}",
                      param, ctx)
        return number


def games_option(default: str | None, what: str) -> Callable:
    return click.option("-n", "--games", "games", type=Count(), default=default, show_default=default is not None,
                        help=f"{what}; such as 5000 or 20k, rounded up to whole deals.")


players_option = click.option("-p", "--players", type=Whole("number of players", 2, 4), default="2", show_default=True,
                              help="Players of each game, 2 to 4.")
policy_option = click.option("--policy", default="greedy", show_default=True, metavar="NAME",
                             help="The policy of all seats; see arknova show policy.")
map_option = click.option("--map", "map_text", default="random", show_default=True, metavar="MAPS",
                          help="As for arknova run: one code, one per seat, all, or random.")
turn_limit_option = click.option("--turn-limit", type=Whole("turn limit", 1, 10000), default="500", show_default=True,
                                 help="Turns of one player after which a game is counted as unfinished.")


def experiment_options(command: Callable) -> Callable:
    """Map, turn limit, seed, jobs, rules and delivery, in this order in ``--help``."""
    for option in (verbose_option, quiet_option, out_option, csv_option, json_option, rules_option, jobs_option,
                   seed_option, turn_limit_option, map_option):
        command = option(command)
    return command


@dataclass
class Playing:
    """What an experiment needs while it plays."""

    jobs: int
    stopped: Callable[[], bool]
    told: Callable[[int], None]
    started: float

    def timing(self) -> dict[str, Any]:
        return {"seconds": round(time.perf_counter() - self.started, 2), "jobs": self.jobs}


@contextmanager
def playing(total: int, jobs: int | None, quiet: bool, verbose: bool) -> Iterator[Playing]:
    """Games under a bar that Ctrl-C ends early; ``total`` is their number at most."""
    with interruptible() as stopped, game_bar(min(total, MAX_COUNT), quiet, verbose) as told:
        yield Playing(jobs or available_jobs(), stopped, told, time.perf_counter())


def tell_plan(games: int, players: int, quiet: bool, arms: int = 1, names: Sequence[str] = ()) -> dict[str, Any]:
    """Say on standard error what precision so many games buy; returns the figures."""
    from arknova_fast.analysis.power import COMPARED, plan_figures, plan_line

    names = names or COMPARED
    if not quiet:
        click.echo(plan_line(games, players, arms, names), err=True)
    return plan_figures(games, players, arms, names)


def heading(schema: str, ruleset: Ruleset, seed: int, settings: dict[str, Any], command: str) -> dict[str, Any]:
    """The first entries of the object that ``--json`` prints."""
    import arknova_fast

    return {"schema": schema, "package_version": arknova_fast.__version__, "ruleset": ruleset.content_hash,
            "seed": seed, "settings": settings, "command": command}
