"""The X-token action (R18) and where it may stand for another action (D2.4)."""
import pytest
from helpers import act, asked, effect, gains, legal, me, only_legal, p, position, take
from rules.printed import ORDER

X_TOKEN = [f"x-token {card}" for card in ORDER]


@pytest.mark.covers("R18.1")
@pytest.mark.parametrize("card", ORDER)
def test_one_x_token_may_be_taken_with_any_action_card_instead_of_an_action(card):
    game = position(p(x_tokens=2))
    assert legal(game, "x-token") == X_TOKEN
    assert gains(game, f"x-token {card}") == {"x_tokens": 1}
    assert (asked(game), game.current_player()) == ("main", 1)  # that was the whole turn


@pytest.mark.covers("R18.2")
@pytest.mark.parametrize(("card", "order"), [
    ("animals", ["animals", "association", "build", "cards", "sponsors"]),
    ("build", ["build", "animals", "association", "cards", "sponsors"]),
    ("sponsors", ["sponsors", "animals", "association", "build", "cards"]),
])  # fmt: skip
def test_the_card_of_the_x_token_action_moves_to_slot_one(card, order):
    game = take(position(p()), f"x-token {card}")
    assert [ORDER[i] for i in me(game).order] == order


@pytest.mark.covers("R18.3")
@pytest.mark.parametrize("slot", range(1, 6))
@pytest.mark.parametrize("upgraded", [[], ["build"]])
@pytest.mark.parametrize("constriction", [[], ["build"]])
def test_slot_and_side_do_not_matter_for_the_x_token_action(slot, upgraded, constriction):
    order = [card for card in ORDER if card != "build"]
    order.insert(slot - 1, "build")
    game = position(p(actions=order, upgraded=upgraded, constriction=constriction))
    assert gains(game, "x-token build") == {"x_tokens": 1}


@pytest.mark.covers("R18.4", "R1.17")
def test_the_x_token_action_needs_room_for_a_token():
    assert legal(position(p(x_tokens=4)), "x-token") == X_TOKEN
    assert legal(position(p(x_tokens=5)), "x-token") == []


@pytest.mark.covers("R18.5", "venom", "constriction")
def test_the_x_token_action_removes_venom_and_constriction_of_the_card():
    game = position(p(money=10, venom=["build", "cards"], constriction=["build", "cards"]))
    assert gains(game, "x-token build") == {"x_tokens": 1}  # a venom token was removed: nothing to pay
    assert me(game).venom == me(game).constriction == 1 << ORDER.index("cards")


@pytest.mark.covers("R18.6", "D2.5", "multiplier")
def test_a_multiplier_token_repeats_the_x_token_action():
    game = take(position(p(multiplier={"cards": 1})), "x-token cards")
    assert (asked(game), me(game).x_tokens) == ("repeat", 1)
    only_legal(game, "pass", "x-token cards")
    take(game, "x-token cards")
    assert (me(game).x_tokens, me(game).multiplier, game.current_player()) == (2, [0] * 5, 1)


@pytest.mark.covers("R18.6", "R18.4")
def test_the_x_token_action_is_not_repeated_with_five_tokens():
    game = take(position(p(x_tokens=4, multiplier={"cards": 1})), "x-token cards")
    assert game.current_player() == 1
    assert (me(game).x_tokens, me(game).multiplier[3]) == (5, 1)  # the token was not used


@pytest.mark.covers("D2.4", "determination", "R20.20")
def test_determination_allows_the_x_token_action_with_any_card_unless_five_are_held():
    assert legal(position(p(x_tokens=4), decision=effect(op="determination")), "x-token") == X_TOKEN
    assert legal(position(p(x_tokens=5), decision=effect(op="determination")), "x-token") == []


@pytest.mark.covers("D2.4", "R20.50", "hypnosis")
def test_hypnosis_allows_the_x_token_action_with_a_card_in_reach_unless_five_are_held():
    rival = p(appeal=20, actions=["sponsors", "build", "cards", "animals", "association"])
    hypnosis = effect(op="hypnosis_action", n=3, arg=1)
    assert legal(position(p(x_tokens=5), rival, decision=hypnosis), "x-token") == []
    game = position(p(x_tokens=4), rival, decision=hypnosis)
    assert sorted(legal(game, "x-token")) == ["x-token build", "x-token cards", "x-token sponsors"]
    assert gains(game, "x-token cards") == {"x_tokens": 1}
    assert [ORDER[i] for i in me(game, 1).order] == ["cards", "sponsors", "build", "animals", "association"]
    assert [ORDER[i] for i in me(game, 0).order] == ORDER


@pytest.mark.covers("D2.4", "action", "R20.19")
def test_the_action_ability_never_is_an_x_token_action():
    game = position(p(), decision=effect(op="action", arg="build"))
    assert legal(game) == ["pass", "act build"]


@pytest.mark.covers("R18.1", "R6.5")
def test_no_x_tokens_are_spent_on_the_x_token_action():
    game = act(position(p(x_tokens=2)), "sponsors", 2)  # an action takes them
    assert me(game).x_tokens == 0
    assert not [text for text in legal(position(p(x_tokens=2)), "x-token") if "+" in text]
