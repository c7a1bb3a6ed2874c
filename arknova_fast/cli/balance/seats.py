"""``arknova balance seats``: the edge of each seat by number of players."""
from __future__ import annotations

from functools import partial
from typing import Any

import click

from arknova_fast.cli import INTERRUPTED
from arknova_fast.cli.balance.options import (
    Playing,
    experiment_options,
    games_option,
    heading,
    playing,
    policy_option,
    tell_plan,
)
from arknova_fast.cli.balance.output import check_delivery, command_line, deliver
from arknova_fast.cli.common import fresh_seed, ruleset_of
from arknova_fast.errors import UsageError, shown

COUNTS = (2, 3, 4)


def read_counts(text: str) -> list[int]:
    """Numbers of players such as ``2,3,4``."""
    words = [word.strip() for word in text.split(",")]
    if not all(word in map(str, COUNTS) for word in words) or len(set(words)) < len(words):
        raise UsageError(f"--players {shown(text)} is no list of numbers of players, expected some of 2, 3 and 4, each "
                         "once, such as 2,4")
    return sorted(map(int, words))


def tell_deals(play: Playing, before: int, per_deal: int, deals: int) -> None:
    play.told(before + per_deal * deals)


@click.command()
@games_option("10k", "Games for each number of players in --players")
@click.option("-p", "--players", "counts", default="2,3,4", show_default=True, metavar="LIST",
              help="Numbers of players, with commas.")
@policy_option
@experiment_options
@click.pass_context
def seats(ctx: click.Context, games: int, counts: str, policy: str, map_text: str, turn_limit: int, seed: int | None,
          jobs: int | None, rules_file: str | None, as_json: bool, as_csv: bool, folder: str | None,
          quiet: bool, verbose: bool) -> int | None:
    """The edge of each seat: win share and score margin by seat, one policy in all seats.

    Seats differ in who begins, and by the rules in starting appeal. Maps that are given for single seats are moved
    through all seats.

    \b
    Examples:
      arknova balance seats -n 5k --seed 1
      arknova balance seats -n 20k --players 2 --policy random --map all --seed 1 --csv
    """
    from arknova_fast.analysis.paired import deals_of, play_arms
    from arknova_fast.analysis.seats import seat_arm, seat_figures
    from arknova_fast.analysis.setting import Setting, one_policy
    from arknova_fast.report.pages.balance import seats_document

    check_delivery(as_json, as_csv, folder)
    numbers = read_counts(counts)
    seed = fresh_seed() if seed is None else seed
    ruleset, chosen = ruleset_of(rules_file), one_policy(policy)
    parts = [Setting(ruleset, players, seed, map_text, turn_limit) for players in numbers]
    arms = [seat_arm(setting, chosen) for setting in parts]
    plans = {str(players): tell_plan(games, players, quiet) for players in numbers}
    found: list[dict[str, Any]] = []
    with playing(games * len(parts), jobs, quiet, verbose) as play:
        for setting, arm in zip(parts, arms, strict=True):
            per_deal = len(arm.plans)
            told = partial(tell_deals, play, games * len(found), per_deal)
            totals = play_arms([arm], deals_of(games, per_deal), jobs=play.jobs, stopped=play.stopped, progress=told)
            if totals.deals:
                found.append(seat_figures(totals, setting, per_deal))
        interrupted = play.stopped()
    settings = {"policy": policy, "players": numbers, "map": map_text, "turn_limit": turn_limit, "games": games,
                "rules": rules_file}
    result = heading("arknova-fast/balance-seats/1", ruleset, seed, settings, command_line(ctx, seed, games=games))
    result |= {"plan": plans, "by_players": found, "interrupted": interrupted, "timing": play.timing()}
    deliver(result, seats_document, "seats", as_json, as_csv, folder)
    return INTERRUPTED if interrupted else None
