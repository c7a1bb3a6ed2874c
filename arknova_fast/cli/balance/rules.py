"""``arknova balance rules``: what a change of the rules does to the games."""
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
    policy_option,
    tell_plan,
)
from arknova_fast.cli.balance.output import check_delivery, command_line, deliver
from arknova_fast.cli.common import Count, fresh_seed, ruleset_of
from arknova_fast.errors import UsageError, nearest, shown

if TYPE_CHECKING:
    from arknova_fast.core.tables import Ruleset

DEFAULT_GAMES, DEFAULT_LIMIT = 5_000, 200_000
FIRST_LOOK = 1000  # deals: rare effects show in the spread before a small error is believed


@click.command()
@games_option(None, f"Games under each of the two rulesets, {DEFAULT_GAMES:,} without it")
@players_option
@policy_option
@click.option("--against", "against_file", metavar="FILE", help="The ruleset to compare with, by default the base "
              "game.")
@click.option("--target-se", type=Real("standard error", 0, 1e6), help="Stop when the difference of the target metric "
              "has at most this standard error.")
@click.option("--target", default="score", show_default=True, metavar="METRIC", help="The metric that --target-se "
              "means.")
@click.option("--max-games", type=Count(), help="Games under each ruleset after which --target-se gives up with exit "
              f"code 5, {DEFAULT_LIMIT:,} without it.")
@experiment_options
@click.pass_context
def rules(ctx: click.Context, games: int | None, players: int, policy: str, against_file: str | None,
          target_se: float | None, target: str, max_games: int | None, map_text: str, turn_limit: int,
          seed: int | None, jobs: int | None, rules_file: str | None, as_json: bool, as_csv: bool, folder: str | None,
          quiet: bool, verbose: bool) -> int | None:
    """What a change of the rules does to the games.

    The same deals are played under --rules and under --against, and every figure is compared deal by deal: scores,
    length, breaks, what is played, the win share of each seat, how games end. All players of a game have the same
    rules, so nobody plays against the other ruleset.

    \b
    Examples:
      arknova balance rules --rules cheaper.toml -n 5k --seed 1
      arknova balance rules --rules a.toml --against b.toml --target-se 0.1 --max-games 50k --seed 1
    """
    from arknova_fast.analysis.overlays import metrics, precise_enough, ruleset_arms
    from arknova_fast.analysis.paired import deals_of
    from arknova_fast.analysis.sequential import play_until
    from arknova_fast.analysis.setting import Setting, one_policy
    from arknova_fast.report.pages.balance import rules_document

    check_delivery(as_json, as_csv, folder)
    check_wishes(rules_file, games, target_se, max_games, target, list(metrics(players)))
    limit = (max_games or DEFAULT_LIMIT) if target_se else (games or DEFAULT_GAMES)
    seed = fresh_seed() if seed is None else seed
    rulesets = [ruleset_of(rules_file), ruleset_of(against_file)]
    changed, base = (Setting(ruleset, players, seed, map_text, turn_limit) for ruleset in rulesets)
    arms = ruleset_arms(changed, base, one_policy(policy))
    per_deal = len(arms[0].plans)
    rule = precise_enough(target, players, target_se) if target_se else None
    plan = tell_plan(limit, players, quiet, 2, ("win share", "mean score"))
    with playing(2 * limit, jobs, quiet, verbose) as play:
        ended = play_until(arms, rule, deals_of(limit, per_deal), first=FIRST_LOOK, jobs=play.jobs,
                           stopped=play.stopped, progress=lambda deals: play.told(2 * per_deal * deals))
    settings = {"policy": policy, "players": players, "map": map_text, "turn_limit": turn_limit, "games": limit,
                "rules": rules_file, "against": against_file, "target": target if target_se else None,
                "target_se": target_se}
    command = command_line(ctx, seed) if target_se else command_line(ctx, seed, games=limit)
    result = heading("arknova-fast/balance-rules/1", rulesets[0], seed, settings, command)
    result |= {"against_ruleset": rulesets[1].content_hash, "plan": plan} | outcome(ended, players, per_deal, rulesets)
    deliver(result | {"timing": play.timing()}, rules_document, "rules", as_json, as_csv, folder)
    if ended.interrupted:
        return INTERRUPTED
    return UNREACHED if target_se and not ended.reached else None


def check_wishes(rules_file: str | None, games: int | None, target_se: float | None, max_games: int | None,
                 target: str, known: list[str]) -> None:
    if rules_file is None:
        raise UsageError("give the changed ruleset with --rules FILE; without it both sides are the base game")
    if target not in known:
        raise UsageError(f"unknown metric {shown(target)}, accepted are {', '.join(known)}{nearest(target, known)}")
    if target_se is None and max_games is not None:
        raise UsageError("--max-games goes with --target-se; for a fixed number of games give -n")
    if target_se is not None and games is not None:
        raise UsageError("-n does not go with --target-se, which stops by itself; give --max-games")


def outcome(ended: Any, players: int, per_deal: int, rulesets: list[Ruleset]) -> dict[str, Any]:
    from arknova_fast.analysis.overlays import ARMS, difference_figures

    totals = ended.totals
    unfinished = [totals.total("unfinished", arm) if totals.deals else 0 for arm in ARMS]
    games = {"deals": totals.deals, "played": 2 * per_deal * totals.deals, "unfinished": sum(unfinished)}
    rows = difference_figures(totals, players) if totals.deals else []
    return {"games": games, "reached": ended.reached, "looks": ended.n_looks, "interrupted": ended.interrupted,
            "equal_rulesets": rulesets[0] == rulesets[1], "metrics": rows}
