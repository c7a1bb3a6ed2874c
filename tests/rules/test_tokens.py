"""Multiplier, venom and constriction tokens on action cards (R19, D2.5)."""
import pytest
from helpers import act, asked, effect, gains, legal, me, only_legal, p, position, settle, take
from rules.ability_play import about_to_play, entered, having, play
from rules.printed import ANIMALS, ORDER

ASSOCIATION, BUILD, CARDS = 1, 2, 3


def mask(*cards: str) -> int:
    return sum(1 << ORDER.index(card) for card in cards)


# --- multiplier -------------------------------------------------------------------------------------------------------


@pytest.mark.covers("R19.1", "R19.8", "D2.5", "multiplier")
def test_a_multiplier_token_repeats_the_action_once_and_is_used_up():
    game = act(position(p(multiplier={"cards": 1})), "cards")  # strength 4: two cards, no discard
    assert (asked(game), len(me(game).hand)) == ("repeat", 2)
    only_legal(game, "pass", "act cards")
    take(game, "act cards")
    assert (len(me(game).hand), me(game).multiplier, game.current_player()) == (4, [0] * 5, 1)


@pytest.mark.covers("R19.1")
def test_a_multiplier_token_does_not_help_another_card():
    game = act(position(p(multiplier={"cards": 1})), "sponsors")
    take(game, "break")
    assert (game.current_player(), me(game).multiplier[CARDS]) == (1, 1)


@pytest.mark.covers("R19.8", "D2.5")
def test_the_second_execution_is_optional():
    game = take(act(position(p(multiplier={"cards": 1})), "cards"), "pass")
    assert (len(me(game).hand), game.current_player()) == (2, 1)


def sponsors_twice(**fields):
    """The Sponsors card in slot 5 with a multiplier; the break option pays its strength. The break is 15 steps away."""
    return position(p(money=0, multiplier={"sponsors": 1}, **fields), n=4)


@pytest.mark.covers("R19.2")
def test_both_executions_have_the_strength_of_the_same_slot():
    game = sponsors_twice()
    assert gains(game, "act sponsors", "break") == {"money": 5}
    assert [ORDER[i] for i in me(game).order] == ORDER  # not moved yet
    assert gains(game, "act sponsors", "break") == {"money": 5}
    assert [ORDER[i] for i in me(game).order] == ["sponsors", "animals", "association", "build", "cards"]


@pytest.mark.covers("R19.3", "D2.5")
def test_x_tokens_count_for_one_of_the_two_executions():
    game = sponsors_twice(x_tokens=3)
    assert gains(game, "act sponsors +1x", "break") == {"money": 6, "x_tokens": -1}
    only_legal(game, "pass", "act sponsors", "act sponsors +1x", "act sponsors +2x")
    assert gains(game, "act sponsors", "break") == {"money": 5}


@pytest.mark.covers("R19.3")
def test_x_tokens_may_be_spent_on_the_second_execution_instead():
    game = take(sponsors_twice(x_tokens=2), "act sponsors", "break")
    assert gains(game, "act sponsors +2x", "break") == {"money": 7, "x_tokens": -2}


@pytest.mark.covers("R19.4")
def test_x_tokens_gained_in_the_first_execution_may_be_spent_on_the_second():
    # Cards advances the break token by 2 onto its last space: 1 X-token.
    game = act(position(p(multiplier={"cards": 1}), break_left=2), "cards")
    only_legal(game, "pass", "act cards", "act cards +1x")


@pytest.mark.covers("R19.5")
def test_the_two_executions_may_be_a_sponsor_and_the_break_option():
    game = sponsors_twice(hand=["S223"])
    settle(game, "act sponsors", "play S223", "act sponsors")
    only_legal(game, "break")
    assert gains(game, "break") == {"money": 5}
    assert me(game).zoo == ["S223"]


@pytest.mark.covers("R19.6", "clever")
@pytest.mark.parametrize("again", [True, False])
def test_after_finishing_effects_wait_for_both_executions(again):
    game = position(p(hand=["A405", "A465"], money=60, buildings=["enclosure_1", "enclosure_2"],
                      upgraded=["animals"], multiplier={"animals": 1}))  # fmt: skip
    act(game, "animals")  # side II, strength 1: one animal
    settle(play(game, "A405"))
    assert asked(game) == "repeat"
    if not again:
        assert asked(take(game, "pass")) == "clever"
        return
    settle(play(take(game, "act animals"), "A465"))
    assert asked(game) == "deferred"
    assert asked(take(game, "resolve 1")) == "clever"
    assert asked(take(game, "pass")) == "clever"


@pytest.mark.covers("R19.7", "R19.24")
def test_a_break_reached_in_the_first_execution_waits_for_the_second():
    game = position(p(money=0, multiplier={"sponsors": 2}), break_left=3)
    take(game, "act sponsors", "break")
    assert (asked(game), game.view()["break_pending"], game.view()["breaks"]) == ("repeat", 1, 0)
    assert gains(game, "act sponsors", "break") == {"money": 5}
    assert (asked(game), game.view()["breaks"]) == ("repeat", 0)
    take(game, "pass")
    assert game.view()["breaks"] == 1
    assert me(game).multiplier == [0] * 5  # the unused token went back in the break


@pytest.mark.covers("R19.9", "D9.9")
def test_a_multiplier_put_on_the_running_card_works_only_later():
    # A471 brings conservation 5 and so the tile "multiplier" during an Animals action.
    tiles = {"5": ["multiplier", "money_10"]}
    game = about_to_play("A471", conservation=4, table={"tiles": tiles})
    settle(play(game, "A471"))
    while asked(game) != "multiplier":
        take(game, next(text for text in legal(game) if text in ("take tile 1", "pass", "resolve 1")))
    assert legal(game) == [f"token {card}" for card in ORDER]  # R19.10
    settle(game, "token animals")
    while asked(game) == "sell":
        take(game, "pass")
    assert (game.current_player(), me(game).multiplier) == (1, [1, 0, 0, 0, 0])


@pytest.mark.covers("R19.10", "R20.47", "multiplier")
@pytest.mark.parametrize("card", having("multiplier"))
def test_an_animal_puts_the_multiplier_token_on_the_card_it_names(card):
    named = next(ability["target"] for ability in ANIMALS[card]["abilities"] if ability["name"] == "multiplier")
    assert named in ("association", "build", "cards", "sponsors")
    game = settle(entered(card))
    assert me(game).multiplier == [int(name == named) for name in ORDER]


@pytest.mark.covers("R19.10")
def test_the_multiplier_tile_lets_the_player_choose_any_own_card():
    game = position(p(), decision=effect(op="multiplier_any"))
    only_legal(game, *(f"token {card}" for card in ORDER))
    assert me(take(game, "token build")).multiplier == [0, 0, 1, 0, 0]


@pytest.mark.covers("R19.25", "multiplier")
def test_each_of_several_multiplier_tokens_allows_one_more_execution():
    game = act(position(p(multiplier={"cards": 2})), "cards")
    take(game, "act cards")
    assert (asked(game), me(game).multiplier[CARDS], len(me(game).hand)) == ("repeat", 1, 4)
    take(game, "act cards")
    assert (game.current_player(), me(game).multiplier[CARDS], len(me(game).hand)) == (1, 0, 6)


@pytest.mark.covers("R19.26")
def test_all_executions_of_one_use_are_of_the_same_type():
    game = act(position(p(multiplier={"cards": 2})), "cards")
    only_legal(game, "pass", "act cards")
    game = take(position(p(multiplier={"cards": 2})), "x-token cards", "x-token cards")
    only_legal(game, "pass", "x-token cards")


@pytest.mark.covers("R19.2", "multiplier")
def test_a_second_execution_that_could_do_nothing_is_not_offered():
    # One worker only: the second reputation task (2 workers) is impossible.
    game = position(p(workers=1, multiplier={"association": 1}))
    settle(act(game, "association"), "task reputation")
    assert (game.current_player(), me(game).multiplier[ASSOCIATION]) == (1, 1)


# --- tokens staying and going -----------------------------------------------------------------------------------------


@pytest.mark.covers("R19.11", "clever", "boost")
@pytest.mark.parametrize(("decision", "move"), [
    (effect(op="clever"), "move build to 1"),
    (effect(op="boost", arg="build"), "move build to 5"),
    (None, "x-token cards"),  # build is shifted from slot 3 to slot 4
])  # fmt: skip
def test_tokens_stay_on_a_card_that_changes_its_slot(decision, move):
    tokens = {"venom": ["build"], "constriction": ["build"], "multiplier": {"build": 1}}
    game = position(p(money=10, **tokens), **({"decision": decision} if decision else {}))
    assert gains(game, move).get("money") == -2  # moving is not using: venom is paid
    assert (me(game).venom, me(game).constriction, me(game).multiplier[BUILD]) == (mask("build"), mask("build"), 1)


@pytest.mark.covers("R19.24", "venom", "constriction", "multiplier")
def test_the_break_returns_all_tokens_without_effect():
    tokens = {"venom": ["build"], "constriction": ["cards", "build"], "multiplier": {"build": 2, "cards": 1}}
    start = p(money=10, appeal=0, **tokens)
    game = position(start, start, decision={"break": "now"})
    for seat in (0, 1):
        found = me(game, seat)
        assert (found.venom, found.constriction, found.multiplier) == (0, 0, [0] * 5)
        assert found.money == 15  # 5 income for 0 appeal, nothing paid for venom


# --- venom ------------------------------------------------------------------------------------------------------------


@pytest.mark.covers("R19.12", "venom")
@pytest.mark.parametrize(("n", "slots"), [(1, 1), (2, 2)])
def test_venom_hits_every_player_with_more_appeal_on_the_lowest_slots(n, slots):
    order = ["cards", "build", "animals", "sponsors", "association"]
    rivals = [p(appeal=13, actions=order), p(appeal=12, actions=order), p(appeal=30)]
    game = position(p(appeal=12), *rivals, n=4, decision=effect(op="venom", n=n))
    assert [me(game, seat).venom for seat in range(4)] == [0, mask(*order[:slots]), 0, mask(*ORDER[:slots])]


@pytest.mark.covers("R19.14", "venom")
def test_a_second_venom_token_is_returned_and_not_moved_on():
    rival = p(appeal=20, venom=["animals"])
    game = position(p(), rival, decision=effect(op="venom", n=1))
    assert me(game, 1).venom == mask("animals")
    game = position(p(), rival, decision=effect(op="venom", n=2))
    assert me(game, 1).venom == mask("animals", "association")


@pytest.mark.covers("R19.15", "venom")
def test_using_a_venom_card_returns_its_token_and_nothing_is_paid():
    game = position(p(money=10, venom=["cards", "build"]))
    assert gains(game, "act cards") == {}
    assert me(game).venom == mask("build")


@pytest.mark.covers("R19.16", "venom")
def test_a_turn_without_removing_venom_costs_two_money():
    assert gains(position(p(money=10, venom=["build"])), "act cards") == {"money": -2}
    assert gains(position(p(money=10)), "act cards") == {}
    assert gains(position(p(money=2, venom=["build"])), "act cards") == {"money": -2}


@pytest.mark.covers("R19.17", "venom")
def test_the_venom_payment_does_not_grow_with_the_tokens():
    tokens = ["animals", "association", "build", "sponsors"]
    assert gains(position(p(money=10, venom=tokens)), "act cards") == {"money": -2}


@pytest.mark.covers("venom", "R19.11", "R19.15", "R19.16")
def test_the_worked_example_of_venom_over_three_turns():
    order = ["cards", "build", "animals", "association", "sponsors"]
    rival = p(appeal=20, money=10, actions=order, buildings=["pavilion"], x_tokens=0)
    game = position(p(), rival, decision=effect(op="venom", n=2))
    take(game, "x-token animals")
    assert (game.current_player(), me(game, 1).venom) == (1, mask("cards", "build"))
    # Sponsors from slot 5: 5 money for the break option, 2 for venom.
    assert gains(game, "act sponsors", "break", seat=1) == {"money": 3}
    assert [ORDER[i] for i in me(game, 1).order][1:3] == ["cards", "build"]
    take(game, "x-token association")
    # Build: its token goes, nothing is paid for the one on Cards; a kiosk costs 2.
    place = next(text for text in legal(take(game, "act build", "build kiosk")) if text.startswith("place"))
    before = me(game, 1).money
    take(game, place)
    assert me(game, 1).venom == mask("cards")
    assert me(game, 1).money == before - 2
    take(game, "x-token build")
    assert gains(game, "x-token animals", seat=1) == {"x_tokens": 1, "money": -2}


@pytest.mark.covers("R19.18", "venom")
def test_a_turn_that_could_not_pay_venom_is_not_allowed():
    game = position(p(money=1, venom=["build"], buildings=["pavilion"], hand=["S223"], x_tokens=1,
                      actions=["animals", "association", "cards", "sponsors", "build"]))  # fmt: skip
    # A kiosk or pavilion (2 money) is out of reach, so Build only by the X-token action. The break option of Sponsors
    # earns at least 4; every other card would leave 1 money.
    only_legal(game, "act sponsors", "act sponsors +1x", "x-token build")
    take(game, "act sponsors")
    only_legal(game, "break")  # playing the sponsor would not pay for venom


@pytest.mark.covers("R19.18", "venom")
def test_money_owed_for_venom_cannot_be_spent():
    def games(money, **fields):
        return position(p(hand=["A404"], money=money, buildings=["enclosure_2"], upgraded=["animals"], **fields))

    assert "act animals" not in legal(games(10, venom=["build"]))  # 404 costs 9
    assert "act animals" in legal(games(11, venom=["build"]))
    assert "act animals" in legal(games(10, venom=["build", "animals"]))  # its token comes off
    assert "act animals" in legal(games(10))


@pytest.mark.covers("R19.18", "venom")
@pytest.mark.parametrize(("money", "slot", "side", "possible"), [(0, 1, [], False), (1, 1, [], True), (0, 2, [], True),
                                                                 (0, 1, ["sponsors"], True)])  # fmt: skip
def test_the_break_option_must_earn_enough_for_venom(money, slot, side, possible):
    order = [card for card in ORDER if card != "sponsors"]
    order.insert(slot - 1, "sponsors")
    game = position(p(money=money, venom=["build"], actions=order, upgraded=side))
    assert ("act sponsors" in legal(game)) == possible
    assert "x-token build" in legal(game) and "x-token cards" not in legal(game)


@pytest.mark.covers("R19.18", "venom", "R11.6")
def test_a_building_must_leave_the_money_for_venom():
    def game(money, venom):
        return position(p(money=money, venom=[venom], buildings=["pavilion@3,6"]))

    assert "act build" not in legal(game(3, "cards"))  # the cheapest building costs 2
    assert "act build" in legal(game(4, "cards"))
    assert "act build" in legal(game(2, "build"))
    four = legal(take(game(4, "cards"), "act build"), "build")
    assert {"build kiosk", "build pavilion", "build enclosure_1"} == set(four)
    # Side II, slot 3: with 5 money a second building would eat up the payment, with 6 it does not.
    for money in (5, 6):
        two = position(p(money=money, venom=["cards"], upgraded=["build"], buildings=["pavilion@3,6"]))
        take(two, "act build", "build pavilion", "place pavilion @3,4 r0")
        assert (two.current_player(), me(two).money) == ((1, 1) if money == 5 else (0, 4))
    assert "build kiosk" in legal(two)


@pytest.mark.covers("R19.18", "D2.6", "venom")
def test_a_harbor_sale_may_earn_the_money_for_venom_first():
    game = position(p(map="4", money=1, venom=["build"], hand=["S223"], buildings=["pavilion@0,11"]))
    assert "act cards" not in legal(game)
    take(game, "sell-harbor S223")
    assert "act cards" in legal(game)


@pytest.mark.covers("R19.19", "venom")
def test_what_is_left_is_paid_when_two_money_are_missing():
    game = position(p(money=1, venom=["build"]), decision={"end_turn": True})
    assert (me(game).money, me(game).venom, game.current_player()) == (0, mask("build"), 1)


@pytest.mark.covers("R19.20", "action", "venom")
@pytest.mark.parametrize(("choice", "money"), [("act sponsors", 5), ("pass", -2)])
def test_an_extra_action_that_removes_venom_frees_the_whole_turn(choice, money):
    game = entered("A430", money=10, venom=["sponsors", "build"])
    assert asked(game) == "extra"
    before = me(game).money
    take(game, choice, *(["break"] if choice != "pass" else []))
    assert (me(game).money - before, game.current_player()) == (money, 1)


# --- constriction -----------------------------------------------------------------------------------------------------


@pytest.mark.covers("R19.13", "constriction")
def test_constriction_puts_one_token_for_each_track_ahead_on_the_highest_slots():
    # The worked example: ahead on both tracks, on conservation only, and below 5 appeal.
    rivals = [p(appeal=25, conservation=5), p(appeal=19, conservation=4), p(appeal=4, conservation=9)]
    game = position(p(appeal=20, conservation=3), *rivals, n=4, decision=effect(op="constriction"))
    assert [me(game, seat).constriction for seat in range(4)] == [0, mask("sponsors", "cards"), mask("sponsors"), 0]


@pytest.mark.covers("R19.13", "constriction")
def test_constriction_needs_strictly_more_on_a_track():
    game = position(p(appeal=20, conservation=3), p(appeal=20, conservation=3), decision=effect(op="constriction"))
    assert me(game, 1).constriction == 0
    game = position(p(appeal=20, conservation=3), p(appeal=21, conservation=3), decision=effect(op="constriction"))
    assert me(game, 1).constriction == mask("sponsors")


@pytest.mark.covers("R19.14", "constriction")
def test_a_second_constriction_token_is_returned_and_not_moved_on():
    game = position(p(), p(appeal=20, constriction=["sponsors"]), decision=effect(op="constriction"))
    assert me(game, 1).constriction == mask("sponsors")


@pytest.mark.covers("R19.21", "constriction")
def test_constriction_lowers_the_strength_by_two_and_is_returned():
    game = position(p(money=0, constriction=["sponsors", "cards"]))
    take(act(game, "sponsors"), "break")
    assert me(game).money == 3  # slot 5 less 2
    assert me(game).constriction == mask("cards")


@pytest.mark.covers("R19.22", "constriction")
def test_the_penalty_applies_to_both_executions():
    game = position(p(money=0, constriction=["sponsors"], multiplier={"sponsors": 1}))
    assert gains(game, "act sponsors", "break") == {"money": 3}
    assert gains(game, "act sponsors", "break") == {"money": 3}
    assert me(game).constriction == 0


@pytest.mark.covers("R19.23", "R5.3", "constriction")
@pytest.mark.parametrize(("slot", "least"), [(1, 2), (2, 1), (3, 0)])
def test_a_constricted_card_needs_x_tokens_to_reach_strength_one(slot, least):
    order = [card for card in ORDER if card != "sponsors"]
    order.insert(slot - 1, "sponsors")
    game = position(p(money=0, x_tokens=3, constriction=["sponsors"], actions=order))
    assert legal(game, "act sponsors") == [f"act sponsors +{x}x" if x else "act sponsors" for x in range(least, 4)]
    assert "x-token sponsors" in legal(game)


@pytest.mark.covers("R19.21", "R5.2")
def test_x_tokens_and_constriction_add_up():
    game = position(p(money=0, x_tokens=2, constriction=["sponsors"]))
    take(act(game, "sponsors", 2), "break")
    assert me(game).money == 5  # 5 - 2 + 2
