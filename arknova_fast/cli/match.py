"""``arknova match``: one policy against another on the same deals with the seats swapped."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from arknova_fast.cli import INTERRUPTED, UNREACHED
from arknova_fast.cli.balance.options import (
    Real,
    experiment_options,
    games_option,
    heading,
    players_option,
    playing,
    tell_plan,
)
from arknova_fast.cli.balance.output import check_delivery, command_line, deliver
from arknova_fast.cli.common import Count, fresh_seed, ruleset_of
from arknova_fast.errors import UsageError, shown

if TYPE_CHECKING:
    from arknova_fast.analysis.pentanomial import Sprt
    from arknova_fast.analysis.sequential import Ended

DEFAULT_GAMES, DEFAULT_LIMIT = 10_000, 200_000
RATE = Real("error rate", 0, 0.5)


@click.command()
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@games_option(None, f"Games in all, {DEFAULT_GAMES:,} without it")
@players_option
@click.option("--sprt", "hypotheses", metavar="ELO0,ELO1", help="Stop as soon as a sequential test accepts one of two "
              "Elo differences, such as 0,5.")
@click.option("--alpha", type=RATE, default="0.05", show_default=True,
              help="Chance to accept ELO1 when ELO0 is true, for --sprt.")
@click.option("--beta", type=RATE, default="0.05", show_default=True,
              help="Chance to accept ELO0 when ELO1 is true, for --sprt.")
@click.option("--max-games", type=Count(), help=f"Games after which --sprt gives up with exit code 5, "
              f"{DEFAULT_LIMIT:,} without it.")
@experiment_options
@click.pass_context
def match(ctx: click.Context, a: str, b: str, games: int | None, players: int, hypotheses: str | None, alpha: float,
          beta: float, max_games: int | None, map_text: str, turn_limit: int, seed: int | None, jobs: int | None,
          rules_file: str | None, as_json: bool, as_csv: bool, folder: str | None, quiet: bool,
          verbose: bool) -> int | None:
    """Play policy A against policy B.

    Every deal is played once with A in each seat and B in all others: with two players a pair of games with the seats
    swapped, whose five possible results make the pentanomial table. A win shared by k players counts 1/k.

    \b
    Examples:
      arknova match greedy random -n 2k --seed 1
      arknova match greedy greedy:appeal=1.2 --sprt 0,10 --max-games 100k --seed 1
      arknova match greedy random -n 3k --players 3 --seed 1 --json
    """
    from arknova_fast.analysis.contest import match_arm
    from arknova_fast.analysis.paired import deals_of
    from arknova_fast.analysis.sequential import play_until
    from arknova_fast.analysis.setting import Setting, one_policy
    from arknova_fast.report.pages.match import match_document

    check_delivery(as_json, as_csv, folder)
    test = test_of(hypotheses, alpha, beta, players, games, max_games)
    limit = (max_games or DEFAULT_LIMIT) if test else (games or DEFAULT_GAMES)
    seed = fresh_seed() if seed is None else seed
    ruleset = ruleset_of(rules_file)
    arm = match_arm(Setting(ruleset, players, seed, map_text, turn_limit), one_policy(a), one_policy(b))
    plan = tell_plan(limit, players, quiet)
    with playing(limit, jobs, quiet, verbose) as play:
        ended = play_until([arm], rule_of(test), deals_of(limit, players), jobs=play.jobs, stopped=play.stopped,
                           progress=lambda deals: play.told(deals * players))
    command = command_line(ctx, seed) if test else command_line(ctx, seed, games=limit)
    settings = {"a": a, "b": b, "players": players, "map": map_text, "turn_limit": turn_limit, "rules": rules_file}
    result = heading("arknova-fast/match/1", ruleset, seed, settings, command) | {"plan": plan}
    result |= outcome(ended, players, test, limit) | {"timing": play.timing()}
    deliver(result, match_document, "match", as_json, as_csv, folder)
    if ended.interrupted:
        return INTERRUPTED
    return UNREACHED if test and not ended.reached else None


def test_of(text: str | None, alpha: float, beta: float, players: int, games: int | None,
            max_games: int | None) -> Sprt | None:
    """The sequential test asked for."""
    import re

    from arknova_fast.analysis.pentanomial import Sprt

    if text is None:
        if max_games is not None:
            raise UsageError("--max-games goes with --sprt; for a fixed number of games give -n")
        return None
    if games is not None:
        raise UsageError("-n does not go with --sprt, which stops by itself; give --max-games")
    if players != 2:
        raise UsageError(f"--sprt needs pairs of games of two players, not --players {players}")
    number = r"\s*([+-]?[0-9]{1,4}(?:\.[0-9]{1,6})?)\s*"
    found = re.fullmatch(f"{number},{number}", text)
    if not found:
        raise UsageError(f"--sprt {shown(text)} is no pair of Elo differences, expected two numbers such as 0,5")
    return Sprt(float(found[1]), float(found[2]), alpha, beta)


def rule_of(test: Sprt | None) -> Any:
    from arknova_fast.analysis.contest import pentanomial_of

    return None if test is None else lambda totals: test.decision(pentanomial_of(totals)) is not None


def outcome(ended: Ended, players: int, test: Sprt | None, limit: int) -> dict[str, Any]:
    from arknova_fast.analysis.contest import match_figures, pentanomial_of

    totals = ended.totals
    games = {"limit": limit, "deals": totals.deals, "played": totals.deals * players,
             "unfinished": totals.total("unfinished") if totals.deals else 0}
    found = match_figures(totals, players) if totals.deals else {}
    sprt = test.figures(pentanomial_of(totals)) | {"looks": ended.n_looks} if test and totals.deals else None
    return {"games": games, **found, "sprt": sprt, "interrupted": ended.interrupted}
