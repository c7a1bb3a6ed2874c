"""``arknova balance maps``: all maps against all maps on the same deals."""
from __future__ import annotations

import re
import time
from functools import partial
from typing import Any

import click

from arknova_fast.cli import INTERRUPTED
from arknova_fast.cli.balance.output import (
    check_delivery,
    command_line,
    csv_option,
    deliver,
    game_bar,
    out_option,
    quiet_option,
)
from arknova_fast.cli.common import (
    Count,
    Whole,
    cores,
    fresh_seed,
    interruptible,
    jobs_option,
    json_option,
    rules_option,
    ruleset_of,
    seed_option,
)
from arknova_fast.errors import UsageError


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
@click.option("-p", "--players", type=Whole("number of players", 2, 4), default="2", show_default=True,
              help="Players of each game, 2 to 4.")
@click.option("--maps", "map_text", default="all", show_default=True, metavar="CODES",
              help="Codes of the maps that meet, such as 0,3,A, or all.")
@click.option("--policy", default="random", show_default=True, metavar="NAME", help="The policy of all seats.")
@click.option("--turn-limit", type=Whole("turn limit", 1, 10000), default="500", show_default=True,
              help="Turns of one player after which a game is left out as unfinished.")
@seed_option
@jobs_option
@rules_option
@json_option
@csv_option
@out_option
@quiet_option
@click.pass_context
def maps(ctx: click.Context, games: tuple[int, bool], players: int, map_text: str, policy: str, turn_limit: int,
         seed: int | None, jobs: int | None, rules_file: str | None, as_json: bool, as_csv: bool, folder: str | None,
         quiet: bool) -> int | None:
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
    tell_plan(len(lineups), deals, players, len(chosen), quiet)
    jobs, started = jobs or cores(), time.perf_counter()
    with interruptible() as stopped, game_bar(len(lineups) * deals * players, quiet) as told:
        sums = play_maps(lambda seated: make_plan(maps=seated), lineups, deals, jobs=jobs, stopped=stopped,
                         progress=told)
        interrupted = stopped()
    settings = {"players": players, "maps": map_text, "policies": policies, "turn_limit": turn_limit,
                "games": f"{games[0]}{'-per-' + ('pair' if players == 2 else 'set') if games[1] else ''}",
                "rules": rules_file}
    result = whole_result(ruleset, seed, settings, command_line(ctx, seed, games=settings["games"]), sums, chosen,
                          deals)
    result |= {"interrupted": interrupted, "timing": {"seconds": round(time.perf_counter() - started, 2), "jobs": jobs}}
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


def tell_plan(lineups: int, deals: int, players: int, maps: int, quiet: bool) -> None:
    """Say before the run what it will play and what that buys."""
    from arknova_fast.analysis.power import plan_line

    if not quiet:
        games = lineups * deals * players
        click.echo(f"{lineups} line-ups x {deals:,} deals x {players} seatings = {games:,} games; for each map "
                   f"{plan_line(games * players // maps, players)}", err=True)


def whole_result(ruleset: Any, seed: int, settings: dict[str, Any], command: str, sums: Any, chosen: list[int],
                 deals: int) -> dict[str, Any]:
    """The object that ``--json`` prints."""
    import arknova_fast
    from arknova_fast.analysis.maps import map_figures
    from arknova_fast.report.pages.maps import SCHEMA

    figures = map_figures(sums, chosen, [ruleset.map_code(index) for index in chosen])
    for entry in figures["maps"]:
        entry["name"] = ruleset.data["maps"][entry["map"]]["name"]
    return {
        "schema": SCHEMA, "package_version": arknova_fast.__version__, "ruleset": ruleset.content_hash, "seed": seed,
        "settings": settings, "command": command,
        "games": {"played": sums.games, "unfinished": sums.unfinished, "lineups": len(sums.lineups), "deals": deals},
        **figures,
    }  # fmt: skip
