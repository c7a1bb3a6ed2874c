"""``arknova balance cards``: what every card is worth, in observed games and by experiment."""
from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from arknova_fast.cli import INTERRUPTED
from arknova_fast.cli.balance.options import (
    Playing,
    experiment_options,
    heading,
    players_option,
    playing,
    policy_option,
)
from arknova_fast.cli.balance.output import check_delivery, command_line, deliver
from arknova_fast.cli.common import Count, Name, fresh_seed, ruleset_of
from arknova_fast.errors import UsageError, counted
from arknova_fast.parallel import in_chunks

if TYPE_CHECKING:
    from collections.abc import Callable

    from arknova_fast.analysis.cardsets import CardSums, FinalSums
    from arknova_fast.analysis.forced import ForcedSums
    from arknova_fast.core.tables import Ruleset

CHUNK = 256
# Observed games have game numbers of their own, so that no deal is used twice.
OBSERVED_START = 2**40
SCHEMA = "arknova-fast/balance-cards/1"


@click.command()
@click.option("-n", "--games", "count", type=Count(), default="50k", show_default=True,
              help="Observed games in all, such as 50k; those of the experiment come on top and are counted by "
              "--deals.")
@click.option("--deals", type=Count(), default="600", show_default=True,
              help="Deals of the experiment; each is played once for every card and seat, with --cards also "
              "for a random card.")
@click.option("--only", type=Name("part", ("observed", "forced")), help="One part only: the observed games or the "
              "experiment.")
@click.option("--cards", "card_text", metavar="KEYS", help="Only these cards, such as A401,S201; the experiment then "
              "compares with a random card.")
@players_option
@policy_option
@experiment_options
@click.pass_context
def cards(ctx: click.Context, count: int, deals: int, only: str | None, card_text: str | None, players: int,
          policy: str, map_text: str, turn_limit: int, seed: int | None, jobs: int | None, rules_file: str | None,
          as_json: bool, as_csv: bool, folder: str | None, quiet: bool, verbose: bool) -> int | None:
    """What every card is worth, with intervals.

    Two kinds of figures: observed games (win share of those who were dealt, kept, drew or played a card) and an
    experiment (the same deals with the card forced into an opening hand). docs/balance.md says how to read them.

    \b
    Examples:
      arknova balance cards -n 20k --deals 100 --seed 1
      arknova balance cards --cards A401,S201 --only forced --deals 2k --seed 1
      arknova balance cards --policy greedy --seed 1 --out cards/
    """
    from arknova_fast.analysis.cards import parse_cards, sample_plan
    from arknova_fast.analysis.cardsets import deck_cards
    from arknova_fast.report.pages.cards import cards_document
    from arknova_fast.search.batch import BatchPlan
    from arknova_fast.seating import parse_maps

    check_delivery(as_json, as_csv, folder)
    if deals < 2:
        raise UsageError("--deals 1: one deal has no spread, so no intervals; give at least 2")
    ruleset = ruleset_of(rules_file)
    maps, map_plan = parse_maps(ruleset, map_text, players)
    deck = deck_cards(ruleset).tolist()
    chosen = deck if card_text is None else parse_cards(ruleset, card_text, deck)
    seed = fresh_seed() if seed is None else seed
    policies = [policy] * players
    make_plan = partial(BatchPlan, ruleset, players, maps, map_plan, policies, seed, turn_limit=turn_limit)
    games, deals = (0 if only == "forced" else count), (0 if only == "observed" else deals)
    plan = sample_plan(players, len(deck), ruleset.data["boards"]["setup"]["deal_cards"], len(chosen), games, deals)
    plain = make_plan()  # an unknown policy is found before anything is said
    tell_cards(plan, len(chosen), players, quiet)
    with playing(games + plan["forced_games"], jobs, quiet, verbose) as play:
        observed = observe(plain, ruleset, chosen, games, play) if games else None
        forced = force(make_plan, players, chosen, chosen == deck, deals, play, games) if deals else None
        interrupted = play.stopped()
    settings = {"players": players, "map": map_text, "policies": policies, "turn_limit": turn_limit, "games": games,
                "deals": deals, "cards": card_text or "all", "rules": rules_file}
    command = command_line(ctx, seed, **({"games": games} if games else {}))
    result = heading(SCHEMA, ruleset, seed, settings, command) | figures_of(ruleset, plan, chosen, observed, forced)
    result |= {"interrupted": interrupted, "timing": play.timing()}
    deliver(result, cards_document, "forced" if forced else "observed", as_json, as_csv, folder)
    return INTERRUPTED if interrupted else None


class Observed(NamedTuple):
    """The sums of the observed games."""

    cards: CardSums
    finals: FinalSums


def observe(plan: Any, ruleset: Ruleset, cards: list[int], games: int, playing: Playing) -> Observed:
    """Play the observed games."""
    import numpy as np

    from arknova_fast.analysis.cardsets import CardSums, FinalSums

    def empty() -> Observed:
        return Observed(CardSums(plan.players, np.array(cards, np.int64)),
                        FinalSums(plan.players, len(ruleset.data["final_scoring"])))

    def play(start: int, count: int) -> Observed:
        found, part = plan.play_tracked(start, count), empty()
        return Observed(part.cards.add(*found), part.finals.add(*found))

    sums = empty()
    for _, part in in_chunks(play, OBSERVED_START, games, CHUNK, playing.jobs, playing.stopped):
        sums.cards.merge(part.cards)
        sums.finals.merge(part.finals)
        playing.told(sums.cards.games + sums.cards.unfinished)
    return sums


def force(make_plan: Callable[..., Any], players: int, cards: list[int], whole: bool, deals: int, playing: Playing,
          before: int) -> ForcedSums | None:
    """Play the experiment after ``before`` other games; None when it was stopped before the first deal."""
    from arknova_fast.analysis.forced import ForcedCards

    experiment = ForcedCards(make_plan, players, cards, whole)
    sums = experiment.play(deals, jobs=playing.jobs, stopped=playing.stopped,
                           progress=lambda done: playing.told(before + done))
    return sums if sums.deals else None


def figures_of(ruleset: Ruleset, plan: dict[str, Any], cards: list[int], observed: Observed | None,
               forced: ForcedSums | None) -> dict[str, Any]:
    """The figures in the object that ``--json`` prints."""
    from arknova_fast.analysis.cards import RATE, add_prices, card_entries, final_entries

    seen = observed.cards if observed else None
    entries = card_entries(ruleset, cards, seen, forced)
    compared = "mean of all cards" if len(cards) == plan["deck"] else "random card"
    return {
        "plan": plan, "false_flags": RATE,
        "observation": {"games": seen.games, "unfinished": seen.unfinished} if seen else None,
        "experiment": {"deals": forced.deals, "games": forced.games, "unfinished": forced.unfinished,
                       "compared_with": compared} if forced else None,
        "price": add_prices(entries), "cards": entries,
        "finals": final_entries(ruleset, observed.finals) if observed else [],
    }  # fmt: skip


def tell_cards(plan: dict[str, Any], cards: int, players: int, quiet: bool) -> None:
    """Say before the run what it will play and what that buys."""
    from arknova_fast.analysis.power import plan_line

    if quiet:
        return
    if "offered" in plan:
        click.echo(f"{counted(plan['observed_games'], 'observed game')}; a card is dealt in "
                   f"{plan_line(plan['offered']['games'], players)}", err=True)
    if "forced" in plan:
        arms = 1 if cards == plan["deck"] else 2
        click.echo(f"experiment: {counted(cards, 'card')} x {counted(plan['deals'], 'deal')} x {players} seats = "
                   f"{plan['forced_games']:,} games; for each card {plan_line(plan['forced']['games'], players, arms)}",
                   err=True)
