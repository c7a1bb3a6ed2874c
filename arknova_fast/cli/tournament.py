"""``arknova tournament``: a round robin of policies on the same deals, with ratings."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from arknova_fast.cli import INTERRUPTED
from arknova_fast.cli.balance.options import (
    experiment_options,
    games_option,
    heading,
    players_option,
    playing,
    tell_plan,
)
from arknova_fast.cli.balance.output import check_delivery, command_line, deliver
from arknova_fast.cli.common import fresh_seed, ruleset_of
from arknova_fast.errors import UsageError, shown

if TYPE_CHECKING:
    from arknova_fast.analysis.tournament import Tournament

MAX_ENTRANTS = 40


@click.command()
@click.argument("policies", metavar="A B ...", nargs=-1, required=True)
@games_option("1000", "Games of each group of policies that sits at one table, in all its seatings")
@players_option
@experiment_options
@click.pass_context
def tournament(ctx: click.Context, policies: tuple[str, ...], games: int, players: int, map_text: str, turn_limit: int,
               seed: int | None, jobs: int | None, rules_file: str | None, as_json: bool, as_csv: bool,
               folder: str | None, quiet: bool, verbose: bool) -> int | None:
    """Play policies against each other and rate them.

    Every group of --players policies plays every deal as often as it has players, each time moved on by one seat; with
    more than two players also in the reverse order around the table.
    Ratings are Bradley-Terry strengths on the Elo scale with the effect of the seat taken out; tiers are separated
    only where all pairs across the border differ beyond chance.

    \b
    Examples:
      arknova tournament greedy random greedy:appeal=1.2 -n 1k --seed 1
      arknova tournament greedy greedy:appeal=1.2 random -n 900 --players 3 --seed 1 --json
    """
    from arknova_fast.analysis.paired import deals_of
    from arknova_fast.analysis.setting import Setting, one_policy
    from arknova_fast.analysis.tournament import Tournament
    from arknova_fast.report.pages.match import tournament_document

    check_delivery(as_json, as_csv, folder)
    check_entrants(policies, players)
    seed = fresh_seed() if seed is None else seed
    ruleset = ruleset_of(rules_file)
    setting = Setting(ruleset, players, seed, map_text, turn_limit)
    contest = Tournament(setting, [one_policy(policy) for policy in policies], policies)
    deals = deals_of(games, contest.games_of_group)
    plan = tell_plan(games, players, quiet)
    with playing(deals * contest.games_per_deal, jobs, quiet, verbose) as play:
        contest.play(deals, jobs=play.jobs, stopped=play.stopped,
                     progress=lambda done: play.told(done * contest.games_per_deal))
    settings = {"policies": list(policies), "players": players, "map": map_text, "turn_limit": turn_limit,
                "games": games, "rules": rules_file}
    command = command_line(ctx, seed, games=games)
    result = heading("arknova-fast/tournament/1", ruleset, seed, settings, command) | {"plan": plan}
    interrupted = contest.totals.deals < deals
    result |= outcome(contest) | {"interrupted": interrupted, "timing": play.timing()}
    deliver(result, tournament_document, "ratings", as_json, as_csv, folder)
    return INTERRUPTED if interrupted else None


def check_entrants(policies: tuple[str, ...], players: int) -> None:
    if len(policies) < players:
        raise UsageError(f"a tournament of tables of {players} needs at least {players} policies, not {len(policies)}")
    if len(policies) > MAX_ENTRANTS:
        raise UsageError(f"{len(policies)} policies are too many, a tournament has at most {MAX_ENTRANTS}")
    twice = next((policy for i, policy in enumerate(policies) if policy in policies[:i]), None)
    if twice is not None:
        raise UsageError(f"policy {shown(twice)} is named twice; a match of a policy against itself is arknova match")


def outcome(contest: Tournament) -> dict[str, Any]:
    """Ratings, cross table and seats; the entrants in the order of their rating."""
    from arknova_fast.analysis.paired import UNIT
    from arknova_fast.analysis.pentanomial import ELO_SCALE
    from arknova_fast.analysis.ratings import tiers
    from arknova_fast.analysis.stats import figures

    totals = contest.totals
    played = totals.deals * contest.games_per_deal
    games = {"deals": totals.deals, "played": played, "unfinished": played - sum(contest.finished)}
    if totals.deals < 2 or not all(contest.finished):
        return {"games": games, "errors": None, "entrants": [], "seats": []}
    strengths = contest.strengths()
    ratings, tier = strengths.elo(), tiers(strengths)
    order = sorted(range(len(contest.names)), key=lambda i: -strengths.value[i])
    entrants = [
        {"name": contest.names[i], "tier": int(tier[i]), "rating": ratings[i],
         "over_next": strengths.over(i, following) if following is not None else None,
         "share": figures(totals.mean("points", i, UNIT, share=True)),
         "margin": figures(totals.mean("margin", i, UNIT)),
         "against": [None if i == j else figures(contest.against(i, j)) for j in order]}
        for i, following in zip(order, [*order[1:], None], strict=True)
    ]  # fmt: skip
    errors = strengths.seat_covariance.diagonal() ** 0.5
    seats = [{"seat": seat, "elo": float(ELO_SCALE * value), "se": float(ELO_SCALE * error)}
             for seat, (value, error) in enumerate(zip(strengths.seats, errors, strict=True))]
    return {"games": games, "errors": "robust" if strengths.robust else "model", "entrants": entrants, "seats": seats}
