"""``arknova balance maps``: all maps against all maps on the same deals."""
from __future__ import annotations

import re
from functools import partial
from typing import Any

import click

from arknova_fast.cli import INTERRUPTED
from arknova_fast.cli.balance.options import (
    heading,
    players_option,
    playing,
    policy_option,
    turn_limit_option,
)
from arknova_fast.cli.balance.output import (
    check_delivery,
    command_line,
    csv_option,
    deliver,
    out_option,
)
from arknova_fast.cli.common import (
    Count,
    fresh_seed,
    jobs_option,
    json_option,
    quiet_option,
    rules_option,
    ruleset_of,
    seed_option,
    verbose_option,
)
from arknova_fast.errors import UsageError

SCHEMA = "arknova-fast/balance-maps/1"


class MapGames(click.ParamType):
    """A number of games in all, or ``20k-per-pair`` (for more players ``2k-per-set``)."""

    name = "count"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, bool]:
        if isinstance(value, tuple):
            return value
        found = re.fullmatch(r"(.*?)-per-(?:pair|set)", value.strip().lower())
        count = Count().convert(found.group(1) if found else value, param, ctx)
        return count, found is not None


@click.command()
@click.option("-n", "--games", "games", type=MapGames(), default="200k", show_default=True, metavar="COUNT",
              help="Games in all, such as 200k, or for each pair of maps, such as 20k-per-pair (with more than two "
              "players for each set of maps: 2k-per-set).")
@players_option
@click.option("--maps", "map_text", default="all", show_default=True, metavar="CODES",
              help="Codes of the maps that meet, such as 0,3,A, or all.")
@policy_option
@turn_limit_option
@seed_option
@jobs_option
@rules_option
@json_option
@csv_option
@out_option
@quiet_option
@verbose_option
@click.pass_context
def maps(ctx: click.Context, games: tuple[int, bool], players: int, map_text: str, policy: str, turn_limit: int,
         seed: int | None, jobs: int | None, rules_file: str | None, as_json: bool, as_csv: bool, folder: str | None,
         quiet: bool, verbose: bool) -> int | None:
    """All maps against all maps: win shares, score margins, strengths, tiers.

    Every deal is played with every map in every seat, so neither the cards nor the seat favour a map.
    docs/balance.md says how to read the result.

    \b
    Examples:
      arknova balance maps -n 20k --seed 1
      arknova balance maps -n 20k-per-pair --seed 1 --out maps/
      arknova balance maps -p 3 --maps 0,1,A,8 -n 10k-per-set --json
    """
    from arknova_fast.analysis.maps import deals_for, make_lineups, play_maps
    from arknova_fast.report.pages.maps import maps_document
    from arknova_fast.search.batch import BatchPlan

    check_delivery(as_json, as_csv, folder)
    ruleset = ruleset_of(rules_file)
    chosen = chosen_maps(ruleset, map_text, players)
    lineups = make_lineups(chosen, players)
    sets = len(lineups) // (1 if players == 2 else 2)
    deals = deals_for(games[0] * sets if games[1] else games[0], players, len(lineups))
    seed = fresh_seed() if seed is None else seed
    policies = [policy] * players
    make_plan = partial(BatchPlan, ruleset, players, map_plan="per_seat", policies=policies, seed=seed,
                        turn_limit=turn_limit)
    tell_maps(len(lineups), deals, players, len(chosen), quiet)
    with playing(len(lineups) * deals * players, jobs, quiet, verbose) as play:
        sums = play_maps(lambda seated: make_plan(maps=seated), lineups, deals, jobs=play.jobs, stopped=play.stopped,
                         progress=play.told)
        interrupted = play.stopped()
    if min(moments.n for moments in sums.moments) < 2:
        click.echo("arknova: interrupted before every line-up had played two deals; no figures", err=True)
        return INTERRUPTED
    words = f"{games[0]}{'-per-' + ('pair' if players == 2 else 'set') if games[1] else ''}"
    settings = {"players": players, "maps": map_text, "policies": policies, "turn_limit": turn_limit, "games": words,
                "rules": rules_file}
    result = heading(SCHEMA, ruleset, seed, settings, command_line(ctx, seed, games=words))
    result |= figures_of(ruleset, sums, chosen, deals) | {"interrupted": interrupted, "timing": play.timing()}
    deliver(result, maps_document, "maps", as_json, as_csv, folder)
    return INTERRUPTED if interrupted else None


def chosen_maps(ruleset: Any, text: str, players: int) -> list[int]:
    """The indices of the maps that meet, each once."""
    from arknova_fast.seating import as_list, map_code

    if text.strip().casefold() == "all":
        return list(range(len(ruleset.data["maps"])))
    found = [map_code(ruleset, word) for word in as_list(text, "--maps")]
    if len(set(found)) < len(found):
        raise UsageError(f"--maps {text} names a map twice; give each map once")
    if len(found) < players:
        raise UsageError(f"--maps {text} names {len(found)} maps for {players} players; give at least {players}")
    return found


def tell_maps(lineups: int, deals: int, players: int, maps: int, quiet: bool) -> None:
    """Say before the run what it will play and what that buys."""
    from arknova_fast.analysis.power import plan_line

    if not quiet:
        games = lineups * deals * players
        click.echo(f"{lineups} line-ups x {deals:,} deals x {players} seatings = {games:,} games; for each map "
                   f"{plan_line(games * players // maps, players)}", err=True)


def figures_of(ruleset: Any, sums: Any, chosen: list[int], deals: int) -> dict[str, Any]:
    """The figures in the object that ``--json`` prints."""
    from arknova_fast.analysis.maps import map_figures, unrated_figures

    codes = [ruleset.map_code(index) for index in chosen]
    try:
        figures = map_figures(sums, chosen, codes)
    except UsageError:  # too many games were stopped by the turn limit for a common scale
        figures = unrated_figures(sums, chosen, codes)
    for entry in figures["maps"]:
        entry["name"] = ruleset.data["maps"][entry["map"]]["name"]
    games = {"played": sums.games, "unfinished": sums.unfinished, "lineups": len(sums.lineups), "deals": deals}
    return {"games": games, **figures}
