"""``arknova tune``: search better weights for the policy greedy."""
from __future__ import annotations

from typing import Any

import click

from arknova_fast.cli import INTERRUPTED
from arknova_fast.cli.balance.output import command_line
from arknova_fast.cli.common import (
    Count,
    Whole,
    check_writable,
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
)
from arknova_fast.cli.status import status
from arknova_fast.errors import UsageError, counted
from arknova_fast.parallel import available_jobs
from arknova_fast.textfile import write_text

SCHEMA = "arknova-fast/tune/1"
# Error rates of the test of each challenge.
ALPHA = BETA = 0.05


@click.command()
@click.option("--start", default="greedy", show_default=True, metavar="POLICY",
              help="Weights to begin with: greedy, greedy:money=0.3 or greedy:@weights.toml.")
@click.option("--weights", metavar="NAMES", help="Weights to tune, with commas; the default is all but noise.")
@click.option("-g", "--generations", type=Whole("number of generations", 1, 100_000), default="20", show_default=True,
              help="Steps of the search; each makes candidates, plays them and tests the new centre.")
@click.option("--population", type=Whole("population", 2, 1000), default="16", show_default=True,
              help="Candidates of a generation, in mirrored pairs that play each other.")
@click.option("--deals", type=Whole("number of deals", 1, 100_000), default="50", show_default=True,
              help="Deals of each pair of candidates; each is played twice, seats swapped.")
@click.option("--spread", type=float, default=0.2, show_default=True,
              help="How far candidates lie from the centre, in logarithms of the weights.")
@click.option("--rate", type=float, default=0.5, show_default=True, help="Step of the centre, in units of the spread.")
@click.option("--elo", type=float, default=15.0, show_default=True,
              help="New weights are accepted when a sequential test finds them stronger, 0 against this Elo.")
@click.option("--test-deals", type=Whole("number of deals", 2, 10_000_000), default="1000", show_default=True,
              help="Most deals of one test.")
@click.option("--max-games", type=Count(), help="End after the generation in which so many games were played.")
@click.option("--map", "maps", default="all", show_default=True, metavar="MAPS", help="As in 'arknova run'.")
@seed_option
@jobs_option
@rules_option
@json_option
@click.option("-o", "--output", metavar="FILE", help="Write the best weights to this TOML file.")
@quiet_option
@verbose_option
@click.pass_context
def tune(ctx: click.Context, start: str, weights: str | None, generations: int, population: int, deals: int,
         spread: float, rate: float, elo: float, test_deals: int, max_games: int | None, maps: str, seed: int | None,
         jobs: int | None, rules_file: str | None, as_json: bool, output: str | None, quiet: bool,
         verbose: bool) -> int | None:
    """Search better weights for the policy greedy.

    Two-player games, every deal twice with the seats swapped. In each generation mirrored candidates play each other
    and the centre of the search moves along the better ones; then it challenges the best weights so far, and takes
    their place when a sequential test accepts that it is stronger. The result depends on the options and the seed
    only. Ctrl-C ends the search with the best weights so far.

    \b
    Examples:
      arknova tune --seed 1 -o weights.toml
      arknova tune --weights money,card,x_token --generations 40 --start greedy:@weights.toml --seed 2
    """
    from arknova_fast.analysis import tune as tuning
    from arknova_fast.analysis.pentanomial import Sprt

    if not 0 < spread <= 3 or not 0 < rate <= 10:
        raise UsageError(f"--spread must be above 0 and at most 3, --rate above 0 and at most 10, "
                         f"not {spread:g} and {rate:g}")
    seed = fresh_seed() if seed is None else seed
    jobs = jobs or available_jobs()
    search = tuning.Search(
        ruleset_of(rules_file), seed, tuning.tunable(weights), tuning.starting_weights(start), maps, generations,
        population, deals, spread, rate, Sprt(0.0, elo, ALPHA, BETA), test_deals, max_games or 0, jobs)
    check_writable(output)
    history = []
    best = dict(search.start)
    with interruptible() as stopped, status(quiet, verbose) as shown:
        for generation in tuning.tune(search, stopped):
            history.append(generation.figures())
            best = generation.best
            shown.tell(progress_line(history[-1]))
        interrupted = stopped()
    result = {"schema": SCHEMA, "seed": seed, "ruleset": search.ruleset.content_hash,
              "settings": settings_of(search, start, elo, rules_file), "command": command_line(ctx, seed),
              "generations": history,
              "accepted": sum(entry["accepted"] for entry in history), "weights": best,
              "policy": tuning.policy_of(best), "interrupted": interrupted}
    if output:
        write_text(output, tuning.weights_toml(best, comment_lines(result)))
    if as_json:
        print_json(result)
    else:
        click.echo("\n".join([*comment_lines(result), result["policy"]]))
    return INTERRUPTED if interrupted else None


def settings_of(search: Any, start: str, elo: float, rules_file: str | None) -> dict[str, Any]:
    return {"start": start, "weights": list(search.names), "maps": search.maps, "generations": search.generations,
            "population": search.population, "deals": search.deals, "spread": search.spread, "rate": search.rate,
            "elo": elo, "test_deals": search.test_deals, "max_games": search.max_games or None,
            "rules": rules_file}


def progress_line(entry: dict[str, Any]) -> str:
    share = "-" if entry["share"] is None else f"{100 * entry['share']:.1f} %"
    verdict = "accepted" if entry["accepted"] else "not stronger" if entry["test"] == "H0" else "undecided"
    games = counted(entry["games"], "game")
    return f"generation {entry['generation']}, {games}: {share} against the best so far, {verdict}"


def comment_lines(result: dict[str, Any]) -> list[str]:
    games = result["generations"][-1]["games"] if result["generations"] else 0
    # A file name may hold anything, but a comment is one line.
    command = " ".join(result["command"].splitlines())
    ended = ", interrupted" if result["interrupted"] else ""
    return [f"weights of greedy found by: {command}",
            f"{counted(len(result['generations']), 'generation')}, {counted(games, 'game')}, "
            f"{counted(result['accepted'], 'challenge')} accepted{ended}"]
