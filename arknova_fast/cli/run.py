"""``arknova run``: play complete games, print a summary, keep the games in a directory."""
from __future__ import annotations

import re
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
    fresh_seed,
    interruptible,
    jobs_option,
    json_option,
    print_json,
    quiet_option,
    rules_option,
    ruleset_of,
    seed_option,
    verbose_option,
    write_json,
)
from arknova_fast.cli.gameoptions import DIFFICULTIES, MAP_MODES, check_map_mode
from arknova_fast.cli.progress import progress
from arknova_fast.errors import UsageError, shown
from arknova_fast.io.schema import FORMATS, ROWS
from arknova_fast.parallel import available_jobs, in_chunks

if TYPE_CHECKING:
    from arknova_fast.core.tables import Ruleset
    from arknova_fast.io.aggregates import Aggregates
    from arknova_fast.io.info import RunInfo
    from arknova_fast.io.rundir import Run
    from arknova_fast.search.batch import BatchPlan

CHUNK = 256
ONLY_WITH_A_DIRECTORY = ("rows", "format", "part_games", "resume")


class Shard(click.ParamType):
    """One of several equal shares of the games: 2/8."""

    name = "shard"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        if isinstance(value, tuple):
            return value
        found = re.fullmatch("([0-9]{1,6})/([0-9]{1,6})", value.strip())
        if not found or not 1 <= int(found.group(1)) <= int(found.group(2)):
            self.fail(f"{shown(value)} is no shard, expected K/N with K from 1 to N, such as 2/8", param, ctx)
        return int(found.group(1)), int(found.group(2))


class Request:
    """What the command line asks for, completed from the run that is to be resumed.

    Parameters
    ----------
    options : dict
        Values of the options by parameter name.
    given : set of str
        Those that were really given: the others are taken from ``stored``.
    stored : RunInfo or None
        The run to go on with.
    """

    def __init__(self, options: dict[str, Any], given: set[str], stored: RunInfo | None):
        self.options, self.given, self.stored = options, given, stored
        self.rules_file = options["rules_file"] if stored is None or "rules_file" in given else None
        self.ruleset, self.overlay = self.choose_ruleset()
        self.seed = self.pick("seed", stored.seed if stored else None)
        self.seed = fresh_seed() if self.seed is None else self.seed
        self.settings = self.choose_settings()
        self.rows = self.pick("rows", stored.rows if stored else None)
        self.part_games = self.choose_part_games()
        self.start, self.games, self.shard = self.choose_games()

    def pick(self, name: str, kept: Any) -> Any:
        return kept if self.stored and name not in self.given else self.options[name]

    def choose_ruleset(self) -> tuple[Ruleset, dict]:
        from arknova_fast.cards.overlay import load_overlay_file

        path = self.rules_file
        if path == "":
            raise UsageError("--rules is empty, name a TOML file or leave the option out")
        if self.stored and path is None:
            return self.stored.chosen_ruleset(), self.stored.overlay
        return ruleset_of(path), load_overlay_file(path) if path else {}

    def choose_settings(self) -> dict[str, Any]:
        from arknova_fast.policies import policy_text
        from arknova_fast.seating import parse_policies

        old = self.stored.settings if self.stored else {}
        players = self.pick("players", old.get("players"))
        difficulty = self.pick("solo_difficulty", old.get("solo_difficulty"))
        if difficulty is not None and players != 1:
            raise UsageError(f"--solo-difficulty {difficulty!r} needs --players 1, got {players}")
        if self.stored and "policy" not in self.given:
            policies = old["policies"]
        else:
            policies = [policy_text(policy) for policy in parse_policies(self.options["policy"], players)]
        return {"players": players, "map": self.pick("map_text", old.get("map")),
                "map_mode": self.pick("map_mode", old.get("map_mode")), "policies": policies,
                "peaceful": self.pick("peaceful", old.get("peaceful")),
                "solo_difficulty": (difficulty or "normal") if players == 1 else None,
                "turn_limit": self.pick("turn_limit", old.get("turn_limit"))}

    def choose_part_games(self) -> int:
        from arknova_fast.io.schema import PART_GAMES

        return self.pick("part_games", self.stored.part_games if self.stored else None) or PART_GAMES[self.rows]

    def choose_games(self) -> tuple[int, int, dict | None]:
        """First game, number of games, and the shard as ``run.json`` describes it."""
        from arknova_fast.io.shards import shard_range

        old = self.stored
        whole = (old.shard or {"start": old.start, "games": old.games}) if old else {}
        start, games = self.pick("start", whole.get("start")), self.pick("count", whole.get("games"))
        shard = self.options["shard"]
        if old and "shard" not in self.given:
            shard = (old.shard["index"], old.shard["of"]) if old.shard else None
        if shard is None:
            return start, games, None
        first, share = shard_range(start, games, shard[0], shard[1], self.part_games)
        if share == 0:
            raise UsageError(f"shard {shard[0]}/{shard[1]} of {games} games is empty; use fewer shards")
        return first, share, {"index": shard[0], "of": shard[1], "start": start, "games": games}

    def plan(self) -> BatchPlan:
        from arknova_fast.io.info import plan_of

        check_map_mode(self.settings["map_mode"], self.settings["map"])
        return plan_of(self.ruleset, self.settings, self.seed)

    def info(self) -> RunInfo:
        """The ``run.json`` of a new run, or what that of a resumed one has to agree with."""
        import arknova_fast
        from arknova_fast.io.info import RunInfo, state_hash

        old = self.stored
        probe = old.probe if old else {"game": self.start, "state_hash": state_hash(self.plan(), self.start)}
        return RunInfo(
            ruleset=self.ruleset.content_hash, overlay=self.overlay, seed=self.seed, settings=self.settings,
            start=self.start, games=self.games, shard=self.shard, rows=self.rows,
            format=self.pick("format", old.format if old else None), part_games=self.part_games, probe=probe,
            package_version=old.package_version if old else arknova_fast.__version__,
        )  # fmt: skip


class Outcome(NamedTuple):
    aggregates: Aggregates
    seconds: float
    games: int  # of this session


def play_here(request: Request, jobs: int, quiet: bool, verbose: bool) -> Outcome:
    """Play without a directory; only the aggregates are kept."""
    from arknova_fast.io.aggregates import Aggregates

    plan, aggregates = request.plan(), Aggregates(request.settings["players"])
    with progress(request.games, quiet, verbose) as bar, interruptible() as stopped:
        for _, records in in_chunks(plan.play, request.start, request.games, CHUNK, jobs, stopped):
            aggregates.add(records)
            bar.show(aggregates.played, aggregates.unfinished)
        return Outcome(aggregates, time.perf_counter() - bar.started, aggregates.played)


def play_into(run: Run, rules_file: str | None, jobs: int, quiet: bool, verbose: bool) -> Outcome:
    """Play the games that a run directory still lacks."""
    from arknova_fast.io.writer import RunWriter, player

    plan, already = run.plan(), run.games
    session = {"command": sys.argv[1:], "jobs": jobs} | ({"rules": rules_file} if rules_file else {})
    writer = RunWriter(run, session=session)
    try:
        with progress(run.info.games, quiet, verbose, already) as bar, interruptible() as stopped:
            play = player(plan, run.info.rows)
            for _, rows in in_chunks(play, writer.at, writer.left, CHUNK, jobs, stopped, run.info.part_games):
                writer.add(rows)
                bar.show(writer.aggregates.played, writer.aggregates.unfinished)
            writer.finish()
            return Outcome(writer.aggregates, time.perf_counter() - bar.started, writer.aggregates.played - already)
    finally:
        writer.close()


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
              help="What the directory keeps: none (figures only), games (a row per player and game), turns (also a "
              "row per turn), decisions (also a row per decision).")
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
    from arknova_fast.report.summary import run_summary, whole_summary

    given = explicit(ctx)
    if out is None:
        for name in ONLY_WITH_A_DIRECTORY:
            if name in given:
                raise UsageError(f"--{name.replace('_', '-')} needs a directory, name one with -o DIR")
    elif not out:
        raise UsageError("-o is empty, name a directory or leave the option out")
    elif out.endswith(".json"):
        raise UsageError(f"-o names a directory, got {out!r}; the JSON summary goes to a file with --summary")
    request = Request(options, given, stored_run(out, options["resume"]))
    jobs = jobs or available_jobs()
    check_summary_file(summary_file, out)
    if out is None:
        outcome = play_here(request, jobs, quiet, verbose)
    else:
        from arknova_fast.io.opening import opened
        from arknova_fast.io.rundir import SUMMARY_FILE

        with opened(out, request.info(), options["resume"]) as directory:
            outcome = play_into(directory, request.rules_file, jobs, quiet, verbose)
            write_json(str(directory.path / SUMMARY_FILE), run_summary(directory))
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

    from arknova_fast.io.rundir import refuse_inside

    refuse_inside(Path(path))
    if out is not None and Path(out).resolve() in Path(path).resolve().parents:
        raise UsageError(f"--summary {path!r} is inside the directory of the run, which has a summary.json of its own; "
                         "name a file outside it")
    check_writable(path)


def explicit(ctx: click.Context) -> set[str]:
    """The options given on the command line, not by the environment or a configuration file."""
    from click.core import ParameterSource

    return {name for name in ctx.params if ctx.get_parameter_source(name) == ParameterSource.COMMANDLINE}


def stored_run(out: str | None, resume: bool) -> RunInfo | None:
    """The run to go on with, if there is one."""
    if out is None or not resume:
        return None
    from pathlib import Path

    from arknova_fast.io.rundir import is_run, load

    return load(out).info if is_run(Path(out)) else None
