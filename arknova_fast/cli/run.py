"""``arknova run``: play complete games, print a summary, keep the games in a directory."""
from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from arknova_fast.cli import INTERRUPTED
from arknova_fast.cli.common import (
    Count,
    Name,
    Whole,
    check_writable,
    console,
    interruptible,
    jobs_option,
    json_option,
    print_json,
    quiet_option,
    rules_option,
    seed_option,
    verbose_option,
    write_json,
)
from arknova_fast.cli.gameoptions import DIFFICULTIES, MAP_MODES
from arknova_fast.cli.progress import progress
from arknova_fast.cli.runrequest import Request, Shard, explicit, stored_run
from arknova_fast.errors import UsageError
from arknova_fast.io.schema import FORMATS, ROWS
from arknova_fast.parallel import available_jobs, in_chunks

if TYPE_CHECKING:
    from arknova_fast.io.aggregates import Aggregates
    from arknova_fast.io.rundir import Run

CHUNK = 256
ONLY_WITH_A_DIRECTORY = ("rows", "format", "part_games", "resume")


class Outcome(NamedTuple):
    aggregates: Aggregates
    seconds: float
    games: int  # of this session


def play_here(request: Request, jobs: int, quiet: bool, verbose: bool) -> Outcome:
    """Play without a directory; only the aggregates are kept."""
    from arknova_fast.io.aggregates import Aggregates

    plan, aggregates = request.plan(), Aggregates(request.settings["players"], cards=False)
    with progress(request.games, quiet, verbose) as bar, interruptible() as stopped:
        for _, records in in_chunks(plan.play, request.start, request.games, CHUNK, jobs, stopped):
            aggregates.add(records)
            bar.show(aggregates.played, aggregates.unfinished)
        return Outcome(aggregates, time.perf_counter() - bar.started, aggregates.played)


def play_into(run: Run, rules_file: str | None, jobs: int, quiet: bool, verbose: bool) -> Outcome:
    """Play the games that a run directory still lacks."""
    from arknova_fast.runs import play_on

    already = run.games
    session = {"command": sys.argv[1:], "jobs": jobs} | ({"rules": rules_file} if rules_file else {})
    with progress(run.info.games, quiet, verbose, already) as bar, interruptible() as stopped:
        play_on(run, jobs, stopped, bar.show, session)
        return Outcome(run.aggregates, time.perf_counter() - bar.started, run.aggregates.played - already)


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
@click.option("--start", type=Count("game number", 0, 2**63), default="0", show_default=True,
              help="Number of the first game.")
@click.option("--shard", type=Shard(), metavar="K/N",
              help="Play only the K-th of N shares of the games, to be joined with `arknova merge`.")
@click.option("-o", "--out", metavar="DIR", help="Keep the run in a directory: figures and rows of games.")
@click.option("--resume", is_flag=True, help="Go on with the run in that directory, if there is one. Options that are "
              "left out are taken from it; a larger --games makes it longer.")
@click.option("--rows", type=Name("level of rows", ROWS), default="games", show_default=True,
              help="What the directory keeps: none (figures only), results (a row per player and game), games (the "
              "same and what became of the cards), turns (also a row per turn), decisions (also a row per decision).")
@click.option("--format", type=Name("format", FORMATS), default="parquet", show_default=True,
              help="Files of the rows.")
@click.option("--part-games", type=Count("number of games", 1, 2**24),
              help="Games in each file of rows (a part), such as 4k; the default is 32768, 8192 with turns, 2048 with "
              "decisions.")
@json_option
@click.option("--summary", "--output", "summary_file", metavar="FILE", help="Also write the JSON summary to a file.")
@quiet_option
@verbose_option
@click.pass_context
def run(ctx: click.Context, jobs: int | None, out: str | None, as_json: bool, summary_file: str | None, quiet: bool,
        verbose: bool, **options: Any) -> int | None:
    """Play complete games and print a summary.

    The policy random is uniform over the atomic legal actions of each choice. Game i depends on the ruleset, the
    options, the seed and i only, never on the number of threads.

    \b
    Examples:
      arknova run -n 100k --seed 1
      arknova run -n 10m --seed 1 -o overnight          # rows of all games in overnight/games/*.parquet
      arknova run -o overnight --resume                 # after a kill, a full disk or Ctrl-C
      arknova run -n 10m --seed 1 --shard 2/8 -o part2  # and `arknova merge part* -o whole`

    Ctrl-C once finishes the games that are being played, writes and exits with 130; twice stops at once.
    """
    from arknova_fast.report.summary import whole_summary

    given = explicit(ctx)
    if out is None:
        for name in ONLY_WITH_A_DIRECTORY:
            if name in given:
                raise UsageError(f"--{name.replace('_', '-')} needs a directory, name one with -o DIR")
    elif not out:
        raise UsageError("-o is empty, name a directory or leave the option out")
    elif out.endswith(".json"):
        raise UsageError(f"-o names a directory, got {out!r}; the JSON summary goes to a file with --summary")
    stored = stored_run(out, options["resume"])
    request = Request(options, given, stored)
    jobs = jobs or available_jobs()
    check_summary_file(summary_file, out)
    if out is None:
        outcome = play_here(request, jobs, quiet, verbose)
    else:
        from arknova_fast.io.opening import opened

        with opened(out, request.info(), options["resume"]) as directory:
            if options["resume"] and stored is None and not quiet:
                click.echo(f"{out!r} held no run to go on with: a new one begins.", err=True)
            outcome = play_into(directory, request.rules_file, jobs, quiet, verbose)
    rate = outcome.games / outcome.seconds if outcome.games and outcome.seconds > 0 else None
    result = whole_summary(request.ruleset, request.settings, request.seed, request.start, request.games,
                           outcome.aggregates)
    result["timing"] = {"seconds": outcome.seconds, "games_per_second": rate, "jobs": jobs}
    if out is not None:
        result["directory"] = out
    if summary_file:
        write_json(summary_file, result)
    if as_json:
        print_json(result)
    else:
        from arknova_fast.report.tables import run_tables

        if not outcome.games and not result["games"]["interrupted"]:
            click.echo("The run was complete, nothing was left to play.")
        run_tables(result, console())
    return INTERRUPTED if result["games"]["interrupted"] else None


def check_summary_file(path: str | None, out: str | None) -> None:
    """Fail before anything is played when the summary could not be written, or would replace a file of a run."""
    if path is None:
        return
    from pathlib import Path

    from arknova_fast.io.layout import refuse_inside

    refuse_inside(Path(path))
    if out is not None and Path(out).resolve() in Path(path).resolve().parents:
        raise UsageError(f"--summary {path!r} is inside the directory of the run, which has a summary.json of its own; "
                         "name a file outside it")
    check_writable(path)
