"""A game decision by decision: who decided what, and what chance did then."""
from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from arknova_fast.game import Game
    from arknova_fast.search.batch import BatchPlan


class Step(NamedTuple):
    """One decision and its consequences.

    Attributes
    ----------
    number : int
        Number of the decision in the game, from 0.
    before, after : Game
        Copies of the game at the decision and after it.
    kind, player : str, int
        What was asked of whom, see ``Decision``.
    options : int
        Number of legal actions.
    code, action : int, str
        The action taken, as a number and in notation.
    drawn : list of str
        Cards that left the deck, in this order.
    outcomes : list of (str, object)
        Random picks and new deck orders, see ``arknova_fast.search.stepper.step``.
    """

    number: int
    before: Game
    after: Game
    kind: str
    player: int
    options: int
    code: int
    action: str
    drawn: list[str]
    outcomes: list[tuple[str, Any]]


def take_step(game: Game, action: int | str, number: int, outcomes: list[tuple[str, Any]] | None = None) -> Step:
    """Carry out an action, its chance outcomes drawn from the game's stream or given."""
    from arknova_fast.notation import action_to_string
    from arknova_fast.search.stepper import forced_step, step

    code = game.code_of(action)
    before = game.clone()
    decision, options = game.decision(), len(game.legal_actions())
    if outcomes is None:
        outcomes = step(game, code)
    else:
        forced_step(game, code, outcomes)
    # After the action is known to be legal, so that its text exists.
    text = action_to_string(before, code)
    drawn = drawn_cards(before, game, outcomes)
    return Step(number, before, game.clone(), decision.kind, decision.player, options, code, text, drawn, outcomes)


def deck_keys(game: Game) -> list[str]:
    """The deck, top card first."""
    view = game.view()
    return [game.ruleset.card_key(int(card)) for card in view["deck"][: int(view["n_deck"])][::-1]]


def drawn_cards(before: Game, after: Game, outcomes: list[tuple[str, Any]]) -> list[str]:
    """The cards that left the deck: each deck that was shuffled anew had been drawn to its end."""
    left = int(after.view()["n_deck"])
    shuffles = [keys for kind, keys in outcomes if kind == "shuffle"]
    if not shuffles and left == int(before.view()["n_deck"]):
        return []
    cards = [key for keys in [deck_keys(before), *shuffles] for key in keys]
    return cards[: len(cards) - left]


def policy_steps(game: Game, seats: Any, turn_limit: int = 500, number: int = 0) -> Iterator[Step]:
    """Play on with the policies of all seats, up to the end or the turn limit."""
    from arknova_fast.search.stepper import past_limit

    while not game.is_terminal and not past_limit(game, turn_limit):
        yield take_step(game, seats.choose(game), number)
        number += 1


def plan_steps(plan: BatchPlan, number: int) -> Iterator[Step]:
    """Game ``number`` of a plan, as ``plan.play`` plays it."""
    from arknova_fast.search.stepper import begin_game

    game, seats = begin_game(plan, number)
    return policy_steps(game, seats, plan.arguments[9])
