"""``arknova balance actions``: which action card to upgrade first."""
from __future__ import annotations

import click

from arknova_fast.cli import INTERRUPTED
from arknova_fast.cli.balance.options import (
    experiment_options,
    games_option,
    heading,
    players_option,
    playing,
    policy_option,
    tell_plan,
)
from arknova_fast.cli.balance.output import check_delivery, command_line, deliver
from arknova_fast.cli.common import fresh_seed, ruleset_of


@click.command()
@games_option("5k", "Games with each of the five bound first upgrades; a free game for each deal comes on top")
@players_option
@policy_option
@experiment_options
@click.pass_context
def actions(ctx: click.Context, games: int, players: int, policy: str, map_text: str, turn_limit: int,
            seed: int | None, jobs: int | None, rules_file: str | None, as_json: bool, as_csv: bool,
            folder: str | None, quiet: bool, verbose: bool) -> int | None:
    """Which action card to upgrade first.

    The experiment: on every deal one player, in every seat in turn, must upgrade a given action card first, all else
    is left to the policy; compared with the same deal where that player is free too. The split of the free games by
    what was chosen is shown beside it, but players choose for a reason: it is no effect of the choice.

    \b
    Examples:
      arknova balance actions -n 2k --seed 1
      arknova balance actions -n 3k --players 3 --map all --seed 1 --json
    """
    from arknova_fast.analysis.first_upgrade import upgrade_arms, upgrade_figures
    from arknova_fast.analysis.paired import deals_of, play_arms
    from arknova_fast.analysis.setting import Setting, one_policy
    from arknova_fast.report.pages.balance import actions_document

    check_delivery(as_json, as_csv, folder)
    seed = fresh_seed() if seed is None else seed
    ruleset = ruleset_of(rules_file)
    arms = upgrade_arms(Setting(ruleset, players, seed, map_text, turn_limit), one_policy(policy))
    per_deal, deals = sum(len(arm.plans) for arm in arms), deals_of(games, players)
    plan = tell_plan(games, players, quiet)
    with playing(per_deal * deals, jobs, quiet, verbose) as play:
        totals = play_arms(arms, deals, jobs=play.jobs, stopped=play.stopped,
                           progress=lambda done: play.told(per_deal * done))
    interrupted = totals.deals < deals
    settings = {"policy": policy, "players": players, "map": map_text, "turn_limit": turn_limit, "games": games,
                "rules": rules_file}
    result = heading("arknova-fast/balance-actions/1", ruleset, seed, settings, command_line(ctx, seed, games=games))
    result |= {"plan": plan, "games": {"deals": totals.deals, "played": per_deal * totals.deals}}
    result |= upgrade_figures(totals, players) if totals.deals else {}
    result |= {"interrupted": interrupted, "timing": play.timing()}
    deliver(result, actions_document, "bound", as_json, as_csv, folder)
    return INTERRUPTED if interrupted else None
