"""The policy random: every legal action is equally likely, and drawn without a list it is the same one."""
from collections import Counter

import pytest

from arknova_fast import Game, simulate
from arknova_fast.api import batch_plan
from arknova_fast.core.types import ActionCard, Verb
from arknova_fast.search.stepper import begin_game

DRAWS_AN_ACTION = 400


def main_choices(players=2, number=0, **options):
    """The main choices of a random game in which the harbor and venom have their time."""
    game = Game.new(players, seed=21, game=number, **options)
    while not game.is_terminal:
        if game.decision().kind == "MAIN":
            yield game
        game.apply(game.choose("random", seed=game.view()["turn"]))


def chosen(game):
    """How often each action was chosen, by as many streams."""
    count = DRAWS_AN_ACTION * len(game.legal_actions())
    return Counter(game.choose("random", seed=stream) for stream in range(count))


def assert_uniform(game):
    from scipy.stats import chisquare

    found, actions = chosen(game), game.legal_actions()
    assert set(found) == set(actions)
    # The streams are fixed: this fails always or never.
    assert chisquare([found[action] for action in actions]).pvalue > 1e-4


def holds(game, what):
    me = game.view()["player"][game.current_player()]
    verbs = {action >> 26 for action in game.legal_actions()}
    cards = {action >> 10 & 0xFFFF for action in game.legal_actions() if action >> 26 == Verb.ACT}
    return {
        "no token left": me["x_tokens"] == 0,
        "all tokens": me["x_tokens"] == 5 and Verb.X_TOKEN not in verbs,
        "constriction": me["constriction"] != 0,
        "venom": me["venom"] != 0,
        "a harbor sale": Verb.HARBOR_SALE in verbs,
        "no animal to play": ActionCard.ANIMALS not in cards,
    }[what]


@pytest.mark.parametrize("what", ["no token left", "all tokens", "constriction", "venom", "a harbor sale",
                                  "no animal to play"])
def test_every_legal_action_of_a_main_choice_is_equally_likely(what):
    maps = {"maps": ["4", "1"]} if what == "a harbor sale" else {}
    for number in range(40):
        for game in main_choices(2, number, **maps):
            if game.view()["turn"] > 20 and holds(game, what):
                assert_uniform(game)
                return
    pytest.fail(f"no main choice with {what}")


@pytest.mark.parametrize("kind", ["BUILD_PLACE", "DISCARD", "TAKE", "SPONSORS", "HOUSE"])
def test_every_legal_action_of_another_choice_is_equally_likely(kind):
    game = Game.new(2, seed=22)
    while game.decision().kind != kind or len(game.legal_actions()) < 2:
        game.apply(game.choose("random", seed=game.view()["turn"]))
    assert_uniform(game)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_drawn_with_and_without_a_list_the_games_are_the_same(players):
    """simulate lists no main choice, Game.play lists all; map 4 (harbor) is among the maps."""
    rows = simulate(120, players, maps="all", seed=23)
    codes = list(Game.new().ruleset.data["maps"])
    for number, zoos in enumerate(rows["map"].reshape(-1, players)):
        game = Game.new(players, seed=23, game=number, maps=[codes[zoo] for zoo in zoos])
        assert game.play().hash == rows["state_hash"][players * number]


def test_with_venom_nobody_can_pay_for_the_games_are_the_same_with_and_without_a_list():
    """R19.18: who could not pay has to take a turn that settles the venom, if there is one; here that is often so."""
    rules = Game.new().ruleset.patch({"abilities": {"venom_payment": 40}})
    rows = simulate(120, 4, seed=25, ruleset=rules)
    for number in range(120):
        assert Game.new(4, seed=25, game=number, ruleset=rules).play().hash == rows["state_hash"][4 * number]


@pytest.mark.parametrize("most", [0, 1, 4])
def test_with_fewer_tokens_allowed_choices_are_still_those_of_two_and_more(most):
    """A player who may take no X-token and whose card is constricted can be left with a single action."""
    rules = Game.new().ruleset.patch({"setup": {"max_x_tokens": most}})
    plan = batch_plan(2, seed=24, ruleset=rules)
    rows = plan.play(0, 30)
    for number in range(30):
        game, seats = begin_game(plan, number)
        choices = 0
        while not game.is_terminal:
            choices += len(game.legal_actions()) > 1
            game.apply(seats.choose(game))
        assert (choices, game.hash) == (rows["choices"][2 * number], rows["state_hash"][2 * number])
