"""``arknova run``: play complete games and print a summary."""
from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from arknova_fast.cli import INTERRUPTED
from arknova_fast.cli.common import (
    Count,
    Name,
    Whole,
    check_writable,
    console,
    cores,
    fresh_seed,
    in_chunks,
    interruptible,
    jobs_option,
    json_option,
    print_json,
    rules_option,
    ruleset_of,
    seed_option,
    write_json,
)
from arknova_fast.errors import UsageError, shown

if TYPE_CHECKING:
    from arknova_fast.core.tables import Ruleset
    from arknova_fast.report.summary import Summary

CHUNK = 256
DIFFICULTIES = {"normal": 0, "hard": 1, "hardest": 2}
MAP_MODES = {"fixed": 0, "pick2": 1, "draft": 2}


def make_plan(ruleset: Ruleset, settings: dict[str, Any], seed: int) -> Any:
    """The plan of the batch driver for the settings of a run."""
    from arknova_fast.search.batch import BatchPlan
    from arknova_fast.seating import parse_maps

    players, mode = settings["players"], settings["map_mode"]
    if mode != "fixed" and settings["map"] != "random":
        raise UsageError(f"--map {shown(settings['map'])} does not go with --map-mode {mode}, where players choose "
                         "among advanced maps; leave --map out")
    maps, map_plan = parse_maps(ruleset, settings["map"], players)
    return BatchPlan(ruleset, players, maps, map_plan, settings["policies"], seed, settings["peaceful"],
                     MAP_MODES[mode], DIFFICULTIES[settings["solo_difficulty"] or "normal"], settings["turn_limit"])


class Progress:
    """Games per second, time to go and the share of unfinished games, on standard error."""

    def __init__(self, total: int, bar: Any, verbose: bool):
        self.total, self.bar, self.verbose = total, bar, verbose
        self.started = self.told = time.perf_counter()

    def show(self, summary: Summary) -> None:
        now = time.perf_counter()
        rate = summary.played / max(now - self.started, 1e-9)
        left = (self.total - summary.played) / rate
        unfinished = summary.unfinished / summary.played
        if self.bar is not None:
            self.bar.update(0, completed=summary.played, rate=f"{rate:,.0f} games/s",
                            unfinished=f"unfinished {100 * unfinished:.2f} %")
        elif self.verbose and now - self.told >= 1:
            self.told = now
            click.echo(f"{summary.played:,} of {self.total:,} games, {rate:,.0f} games/s, {left:.0f} s to go, "
                       f"unfinished {100 * unfinished:.2f} %", err=True)


@contextmanager
def progress(total: int, quiet: bool, verbose: bool) -> Iterator[Progress]:
    if quiet or not sys.stderr.isatty():
        yield Progress(total, None, verbose and not quiet)
        return
    from rich import progress as rich_progress

    columns = (
        rich_progress.BarColumn(), rich_progress.MofNCompleteColumn(), rich_progress.TextColumn("{task.fields[rate]}"),
        rich_progress.TimeRemainingColumn(), rich_progress.TextColumn("{task.fields[unfinished]}"),
    )  # fmt: skip
    with rich_progress.Progress(*columns, console=console(stderr=True), transient=True) as bar:
        bar.add_task("games", total=total, rate="", unfinished="")
        yield Progress(total, bar, verbose)


def play_all(plan: Any, summary: Summary, count: int, jobs: int, bar: Progress) -> bool:
    """Play the games into the summary; True when Ctrl-C cut them short."""
    with interruptible() as stopped:
        for _, records in in_chunks(plan.play, 0, count, CHUNK, jobs, stopped):
            summary.add(records)
            bar.show(summary)
        return stopped()


@click.command()
@click.option("-n", "--games", "count", type=Count(), default="1000", show_default=True,
              help="Number of games, such as 5000, 100k or 2.5m.")
@click.option("-p", "--players", type=Whole("number of players", 1, 4), default="2", show_default=True,
              help="Players of each game, 1 to 4.")
@click.option("--map", "map_text", default="random", show_default=True, metavar="MAPS",
              help="One code (3) for every seat, one code per seat (3,A), all for a cycle in which each map is equally "
              "often in every seat, or random for different advanced maps drawn for each game.")
@click.option("--map-mode", type=Name("map mode", MAP_MODES), default="fixed", show_default=True,
              help="fixed: as --map says; pick2: each player picks one of two advanced maps; draft: players pick in "
              "reverse turn order.")
@click.option("--policy", default="random", show_default=True, metavar="NAMES",
              help="One policy for all seats, or one per seat with commas: random, greedy, "
              "greedy:appeal=1.2,money=0.3, greedy:@weights.toml or FILE.py:NAME (see docs/policies.md).")
@seed_option
@jobs_option
@rules_option
@click.option("--solo-difficulty", type=Name("solo difficulty", DIFFICULTIES),
              help="Starting appeal of a solo game: normal 20, hard 10, hardest 0.")
@click.option("--peaceful", is_flag=True, help="Interactive animals use their solo texts.")
@click.option("--turn-limit", type=Whole("turn limit", 1, 10000), default="500", show_default=True,
              help="Turns of one player after which a game is counted as unfinished.")
@json_option
@click.option("-o", "--output", metavar="FILE", help="Also write the JSON summary to a file.")
@click.option("-q", "--quiet", is_flag=True, help="No progress.")
@click.option("-v", "--verbose", is_flag=True, help="Progress as lines when standard error is no terminal.")
def run(count: int, players: int, map_text: str, map_mode: str, policy: str, seed: int | None, jobs: int | None,
        rules_file: str | None, solo_difficulty: str | None, peaceful: bool, turn_limit: int, as_json: bool,
        output: str | None, quiet: bool, verbose: bool) -> int | None:
    """Play complete games and print a summary.

    The policy random is uniform over the atomic legal actions of each choice. Game i depends on the ruleset, the
    options, the seed and i only, never on the number of threads.
    """
    from arknova_fast.report.summary import Summary
    from arknova_fast.seating import parse_policies

    if solo_difficulty is not None and players != 1:
        raise UsageError(f"--solo-difficulty {solo_difficulty!r} needs --players 1, got {players}")
    ruleset = ruleset_of(rules_file)
    settings = {"players": players, "map": map_text, "map_mode": map_mode,
                "policies": parse_policies(policy, players), "peaceful": peaceful,
                "solo_difficulty": (solo_difficulty or "normal") if players == 1 else None, "turn_limit": turn_limit}
    seed = fresh_seed() if seed is None else seed
    jobs = jobs or cores()
    plan = make_plan(ruleset, settings, seed)
    check_writable(output)
    summary = Summary(ruleset, players)
    with progress(count, quiet, verbose) as bar:
        interrupted = play_all(plan, summary, count, jobs, bar)
        seconds = time.perf_counter() - bar.started
    result = whole_result(summary, ruleset, seed, settings, count, interrupted, seconds, jobs)
    if output:
        write_json(output, result)
    if as_json:
        print_json(result)
    else:
        from arknova_fast.report.tables import run_tables

        run_tables(result, console())
    return INTERRUPTED if interrupted else None


def whole_result(summary: Summary, ruleset: Ruleset, seed: int, settings: dict, count: int, interrupted: bool,
                 seconds: float, jobs: int) -> dict[str, Any]:
    """The object that ``--json`` prints."""
    import arknova_fast
    from arknova_fast.policies import describe_policy, policy_text
    from arknova_fast.report.summary import SCHEMA

    figures = summary.figures()
    figures["games"] = {"requested": count} | figures["games"] | {"interrupted": interrupted}
    rate = summary.played / seconds if seconds > 0 else None
    return {
        "schema": SCHEMA, "package_version": arknova_fast.__version__, "ruleset": ruleset.content_hash, "seed": seed,
        "settings": settings | {"policies": [policy_text(policy) for policy in settings["policies"]]},
        "policies": {policy_text(policy): describe_policy(policy) for policy in settings["policies"]},
        **figures, "timing": {"seconds": seconds, "games_per_second": rate, "jobs": jobs},
    }  # fmt: skip
