"""Spending X-tokens on actions (R6, D2.2)."""
import pytest
from helpers import act, asked, doing, effect, gains, legal, me, only_legal, p, position, settle, table
from rules.printed import ORDER

BUILD_FIRST = ["build", "animals", "association", "cards", "sponsors"]
ASSOCIATION_LAST = ["animals", "build", "cards", "sponsors", "association"]


@pytest.mark.covers("R6.1", "D2.2")
@pytest.mark.parametrize("tokens", range(6))
def test_any_number_of_x_tokens_may_be_spent_and_each_adds_1_to_the_strength(tokens):
    game = position(p(x_tokens=5, actions=["sponsors", "animals", "association", "build", "cards"]))
    assert len(legal(game, "act sponsors")) == 6
    change = gains(act(game, "sponsors", tokens), "break")  # the break option pays the strength
    assert change == {"money": 1 + tokens}
    assert me(game).x_tokens == 5 - tokens


@pytest.mark.covers("R6.1")
def test_nobody_spends_more_x_tokens_than_owned_or_those_of_another_player():
    game = position(p(x_tokens=1), p(x_tokens=5))
    assert legal(game, "act sponsors") == ["act sponsors", "act sponsors +1x"]


@pytest.mark.covers("R6.2")
def test_x_tokens_gained_during_an_action_do_not_raise_its_strength():
    # Build II with strength 1: the kiosk on (4, 1) of map 0 brings an X-token, but the action is over.
    game = act(position(p(actions=BUILD_FIRST, upgraded=["build"])), "build")
    assert gains(game, "build kiosk", "place kiosk @4,1 r0") == {"money": -2, "x_tokens": 1}
    assert game.current_player() == 1
    # Cards I with strength 4: the X-token of the break does not make it 5, the snap is not offered.
    game = act(position(break_left=1), "cards")
    assert (me(game).x_tokens, len(me(game).hand), asked(game)) == (1, 2, "main")


@pytest.mark.covers("R6.2")
def test_x_tokens_cannot_be_added_once_the_action_has_begun():
    game = act(position(p(x_tokens=3, upgraded=["build"], money=60)), "build")  # strength 3
    assert [text for text in legal(game, "build ") if text.split("_")[-1] in "345"] == ["build enclosure_3"]
    assert not [text for text in legal(game) if "+" in text or text.startswith("x-token")]


@pytest.mark.covers("R6.3", "D2.3", "R20.20")
def test_x_tokens_may_be_spent_on_extra_actions():
    for op in ({"op": "determination"}, {"op": "action", "arg": "sponsors"}):
        game = position(p(x_tokens=2), n=4, decision=effect(op))
        assert legal(game, "act sponsors") == ["act sponsors", "act sponsors +1x", "act sponsors +2x"]
        assert gains(game, "act sponsors +2x", "break") == {"x_tokens": -2, "money": 7}  # slot 5 + 2


@pytest.mark.covers("R6.3")
def test_x_tokens_may_be_spent_on_a_hypnotised_action():
    rival = p(appeal=20, x_tokens=5, actions=["sponsors", "build", "cards", "animals", "association"])
    game = position(p(x_tokens=2), rival, decision=effect(op="hypnosis_action", n=3, arg=1))
    assert legal(game, "act sponsors") == ["act sponsors", "act sponsors +1x", "act sponsors +2x"]
    assert gains(game, "act sponsors +1x", "break") == {"x_tokens": -1, "money": 2}  # slot 1 + 1
    assert me(game, 1).x_tokens == 5  # the own tokens, not those of the victim


@pytest.mark.covers("R6.4")
def test_spent_x_tokens_return_to_the_supply_at_once_and_make_room_for_new_ones():
    game = position(p(x_tokens=5, actions=BUILD_FIRST))
    act(game, "build", 1)
    assert me(game).x_tokens == 4
    assert gains(game, "build kiosk", "place kiosk @4,1 r0")["x_tokens"] == 1  # 5 again, nothing is lost
    game = position(p(x_tokens=5, actions=BUILD_FIRST))
    act(game, "build")
    assert "x_tokens" not in gains(game, "build kiosk", "place kiosk @4,1 r0")


@pytest.mark.covers("R6.5")
@pytest.mark.parametrize("tokens", [0, 1, 4])
def test_x_tokens_cannot_be_spent_on_the_x_token_action(tokens):
    game = position(p(x_tokens=tokens))
    assert legal(game, "x-token") == [f"x-token {card}" for card in ORDER]  # no number of tokens to choose
    assert gains(game, "x-token sponsors") == {"x_tokens": 1}


@pytest.mark.covers("R6.6")
def test_more_strength_than_useful_may_be_bought():
    # Cards above 5 gives no more than 5, a kiosk needs 1, the reputation task 2.
    game = position(p(x_tokens=5))
    for card in ("association", "build", "cards", "sponsors"):
        assert f"act {card} +5x" in legal(game)
    act(game, "association", 5)  # strength 7
    assert gains(game, "task reputation") == {"reputation": 2, "workers": -1}
    assert (me(game).x_tokens, game.current_player()) == (0, 1)


@pytest.mark.covers("R6.1", "R5.5", "R15.22", "R15.24")
def test_example_of_the_rulebook_association_with_strength_6():
    # One X-token lifts Association II in slot 5 to 6: a university (4) and 2 reputation (2) with one worker each, and a
    # donation of 5; the next donation costs 7.
    player = p(actions=ASSOCIATION_LAST, upgraded=["association"], x_tokens=1, workers=2, money=30)
    game = act(position(player, p(actions=ASSOCIATION_LAST, upgraded=["association"]), donations=1), "association", 1)
    only_legal(game, "task reputation", "task partner_zoo", "task university")
    settle(game, "task university", "university two_science")
    only_legal(game, "pass", "task reputation", "donate")
    change = gains(game, "task reputation", "donate")
    assert change == {"reputation": 2, "workers": -1, "money": -5, "conservation": 1}
    assert (me(game).workers, me(game).x_tokens, table(game).donations) == (0, 0, 2)
    assert game.current_player() == 1
    assert gains(game, "act association", "task reputation", "donate", seat=1)["money"] == -7


@pytest.mark.covers("R6.1")
def test_x_tokens_may_make_the_difference_between_two_executions():
    # Slot 4 and one token: the 5-space enclosure becomes possible.
    fields = {"x_tokens": 1, "actions": ["animals", "cards", "sponsors", "build", "association"]}
    for tokens, possible in ((0, False), (1, True)):
        game = act(position(p(**fields)), "build", tokens)
        assert ("build enclosure_5" in legal(game)) is possible
    assert "build enclosure_5" in legal(position(decision=doing("build", 5)))
