"""``arknova balance cards``: what every card is worth, in observed games and by experiment."""
from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Any

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
    Name,
    Whole,
    cores,
    fresh_seed,
    in_chunks,
    interruptible,
    jobs_option,
    json_option,
    rules_option,
    ruleset_of,
    seed_option,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from arknova_fast.analysis.cardsets import CardSums
    from arknova_fast.analysis.forced import ForcedSums

CHUNK = 256
# Observed games have game numbers of their own, so that no deal is used twice.
OBSERVED_START = 2**40


@click.command()
@click.option("-n", "--games", "count", type=Count(), default="50k", show_default=True,
              help="Observed games, such as 50k.")
@click.option("--deals", type=Count(), default="500", show_default=True,
              help="Deals of the experiment; in each deal every card is forced once into every seat.")
@click.option("--only", type=Name("part", ("observed", "forced")), help="One part only: the observed games or the "
              "experiment.")
@click.option("--cards", "card_text", metavar="KEYS", help="Only these cards, such as A401,S201; the experiment then "
              "compares with a random card.")
@click.option("-p", "--players", type=Whole("number of players", 2, 4), default="2", show_default=True,
              help="Players of each game, 2 to 4.")
@click.option("--policy", default="random", show_default=True, metavar="NAME", help="The policy of all seats.")
@click.option("--map", "map_text", default="random", show_default=True, metavar="MAPS", help="As for arknova run.")
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
def cards(ctx: click.Context, count: int, deals: int, only: str | None, card_text: str | None, players: int,
          policy: str, map_text: str, turn_limit: int, seed: int | None, jobs: int | None, rules_file: str | None,
          as_json: bool, as_csv: bool, folder: str | None, quiet: bool) -> int | None:
    """What every card is worth, with intervals.

    Two kinds of figures: observed games (win share of those who were dealt, kept, drew or played a card) and an
    experiment (the same deals with the card forced into an opening hand). docs/balance.md says how to read them.

    \b
    Examples:
      arknova balance cards --policy random -n 20k --deals 100 --seed 1
      arknova balance cards --cards A401,S201 --only forced --deals 2k --seed 1
      arknova balance cards --policy random --seed 1 --out cards/
    """
    from arknova_fast.analysis.cards import parse_cards, sample_plan
    from arknova_fast.analysis.cardsets import deck_cards
    from arknova_fast.report.pages.cards import cards_document
    from arknova_fast.search.batch import BatchPlan
    from arknova_fast.seating import parse_maps

    check_delivery(as_json, as_csv, folder)
    ruleset = ruleset_of(rules_file)
    maps, map_plan = parse_maps(ruleset, map_text, players)
    deck = deck_cards(ruleset).tolist()
    chosen = parse_cards(ruleset, card_text, deck) if card_text else deck
    seed = fresh_seed() if seed is None else seed
    policies = [policy] * players
    make_plan = partial(BatchPlan, ruleset, players, maps, map_plan, policies, seed, turn_limit=turn_limit)
    games, deals = (0 if only == "forced" else count), (0 if only == "observed" else deals)
    plan = sample_plan(players, len(deck), ruleset.data["boards"]["setup"]["deal_cards"], len(chosen), games, deals)
    tell_plan(plan, len(chosen), players, quiet)
    jobs, started = jobs or cores(), time.perf_counter()
    with interruptible() as stopped, game_bar(games + plan["forced_games"], quiet) as told:
        observed = observe(make_plan(), chosen, games, jobs, stopped, told) if games else None
        forced = force(make_plan, players, chosen, chosen == deck, deals, jobs, stopped,
                       lambda done: told(games + done)) if deals else None
        interrupted = stopped()
    settings = {"players": players, "map": map_text, "policies": policies, "turn_limit": turn_limit, "games": games,
                "deals": deals, "cards": card_text or "all", "rules": rules_file}
    command = command_line(ctx, seed, **({"games": games} if games else {}))
    result = whole_result(ruleset, seed, settings, command, plan, chosen, observed, forced)
    result |= {"interrupted": interrupted, "timing": {"seconds": round(time.perf_counter() - started, 2), "jobs": jobs}}
    deliver(result, cards_document, "forced" if forced else "observed", as_json, as_csv, folder)
    return INTERRUPTED if interrupted else None


def observe(plan: Any, cards: list[int], games: int, jobs: int, stopped: Callable[[], bool],
            told: Callable[[int], None]) -> CardSums:
    """Play the observed games."""
    import numpy as np

    from arknova_fast.analysis.cardsets import CardSums

    deck = np.array(cards, np.int64)

    def play(start: int, count: int) -> CardSums:
        return CardSums(plan.players, deck).add(*plan.play_tracked(start, count))

    sums = CardSums(plan.players, deck)
    for _, part in in_chunks(play, OBSERVED_START, games, CHUNK, jobs, stopped):
        sums.merge(part)
        told(sums.games + sums.unfinished)
    return sums


def force(make_plan: Callable[..., Any], players: int, cards: list[int], whole: bool, deals: int, jobs: int,
          stopped: Callable[[], bool], told: Callable[[int], None]) -> ForcedSums | None:
    """Play the experiment; None when it was stopped before the first deal."""
    from arknova_fast.analysis.forced import ForcedCards

    sums = ForcedCards(make_plan, players, cards, whole).play(deals, jobs=jobs, stopped=stopped, progress=told)
    return sums if sums.deals else None


def whole_result(ruleset: Any, seed: int, settings: dict[str, Any], command: str, plan: dict[str, Any],
                 cards: list[int], observed: CardSums | None, forced: ForcedSums | None) -> dict[str, Any]:
    """The object that ``--json`` prints."""
    import arknova_fast
    from arknova_fast.analysis.cards import RATE, add_prices, card_entries
    from arknova_fast.report.pages.cards import SCHEMA

    entries = card_entries(ruleset, cards, observed, forced)
    return {
        "schema": SCHEMA, "package_version": arknova_fast.__version__, "ruleset": ruleset.content_hash, "seed": seed,
        "settings": settings, "command": command, "plan": plan, "false_flags": RATE,
        "observation": {"games": observed.games, "unfinished": observed.unfinished} if observed else None,
        "experiment": {"deals": forced.deals, "games": forced.games, "unfinished": forced.unfinished,
                       "compared_with": "mean of all cards" if len(cards) == plan["deck"] else "random card"}
        if forced else None,
        "price": add_prices(entries), "cards": entries,
    }  # fmt: skip


def tell_plan(plan: dict[str, Any], cards: int, players: int, quiet: bool) -> None:
    """Say before the run what it will play and what that buys."""
    from arknova_fast.analysis.power import plan_line

    if quiet:
        return
    if "offered" in plan:
        click.echo(f"{plan['observed_games']:,} observed games; a card is dealt in "
                   f"{plan_line(plan['offered']['games'], players)}", err=True)
    if "forced" in plan:
        arms = 1 if cards == plan["deck"] else 2
        click.echo(f"experiment: {cards} cards x {plan['deals']:,} deals x {players} seats = "
                   f"{plan['forced_games']:,} games; for each card {plan_line(plan['forced']['games'], players, arms)}",
                   err=True)
