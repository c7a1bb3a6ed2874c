"""Abilities that wait until the action is finished: action, boost, clever, determination (R20.19-R20.23, D2.3, D13)."""
import pytest
from helpers import act, asked, effect, gains, legal, me, only_legal, p, position, settle, table, take
from rules.ability_play import about_to_play, entered, having, play
from rules.printed import ANIMALS, ORDER


def order(game, seat: int = 0) -> list[str]:
    return [ORDER[i] for i in me(game, seat).order]


def target(card: str, name: str) -> str:
    return next(ability["target"] for ability in ANIMALS[card]["abilities"] if ability["name"] == name)


# --- action -----------------------------------------------------------------------------------------------------------


@pytest.mark.covers("R20.19", "action", "D2.3", "D13.4")
def test_the_worked_example_of_the_action_ability():
    # Build, Cards, Animals, Sponsors, Association; 515 (action: build) is played with Animals from slot 3.
    game = position(p(hand=["A515"], money=60, buildings=["enclosure_4+water2"],
                      actions=["build", "cards", "animals", "sponsors", "association"]))  # fmt: skip
    settle(play(act(game, "animals"), "A515"))
    assert order(game) == ["animals", "build", "cards", "sponsors", "association"]
    only_legal(game, "pass", "act build")
    take(game, "act build")
    sizes = {text.split()[1] for text in legal(game, "build")}
    assert {"kiosk", "enclosure_2"} <= sizes and not sizes & {"enclosure_3", "petting_zoo"}  # strength 2
    take(game, "build enclosure_2")
    take(game, legal(game, "place")[0])
    while game.current_player() == 0:
        take(game, legal(game)[0])  # placement bonuses
    assert order(game) == ["build", "animals", "cards", "sponsors", "association"]


@pytest.mark.covers("action", "R20.19", "D13.4")
@pytest.mark.parametrize("card", having("action"))
def test_the_action_ability_offers_only_the_named_card_and_may_be_declined(card):
    named = target(card, "action")
    assert named == {"A409": "association", "A430": "sponsors", "A453": "cards", "A515": "build"}[card]
    game = entered(card, hand=["S223"])
    assert (asked(game), legal(game)) == ("extra", ["pass", f"act {named}"])
    take(game, "pass")
    assert (game.current_player(), order(game)) == (1, ORDER)


@pytest.mark.covers("action", "R20.33")
def test_the_action_ability_is_skipped_when_the_card_could_do_nothing():
    game = entered("A515", money=1, table={"turn": 0})  # not even a kiosk can be paid
    assert (asked(game), game.current_player()) == ("main", 1)


@pytest.mark.covers("action", "D2.3", "R20.21", "R6.3")
def test_an_extra_action_uses_x_tokens_constriction_and_multiplier_as_on_any_turn():
    game = entered("A430", money=0, x_tokens=2, constriction=["sponsors"], multiplier={"sponsors": 1},
                   actions=["animals", "sponsors", "association", "build", "cards"])  # fmt: skip
    only_legal(game, "pass", "act sponsors +1x", "act sponsors +2x")  # 2 - 2 = 0 is no strength
    assert gains(game, "act sponsors +1x", "break") == {"money": 1, "x_tokens": -1}
    only_legal(game, "pass", "act sponsors +1x")
    assert gains(game, "act sponsors +1x", "break") == {"money": 1, "x_tokens": -1}
    assert (me(game).constriction, me(game).multiplier, order(game)[0]) == (0, [0] * 5, "sponsors")


# --- clever and boost -------------------------------------------------------------------------------------------------


@pytest.mark.covers("R20.22", "clever", "D13.2")
@pytest.mark.parametrize("card", having("clever"))
def test_clever_moves_any_own_action_card_to_slot_one(card):
    game = entered(card)
    only_legal(game, "pass", *(f"move {name} to 1" for name in ORDER))
    for name in ORDER:
        moved = take(game.clone(), f"move {name} to 1")
        assert order(moved) == [name, *(other for other in ORDER if other != name)]
        assert moved.current_player() == 1
    assert order(take(game, "pass")) == ORDER


@pytest.mark.covers("R5.10", "clever", "R12.19")
def test_clever_waits_until_the_animals_card_is_in_slot_one():
    game = position(p(hand=["A405"], money=60, buildings=["enclosure_1"],
                      actions=["build", "cards", "animals", "sponsors", "association"]))  # fmt: skip
    settle(play(act(game, "animals"), "A405"))
    assert (asked(game), order(game)[:3]) == ("clever", ["animals", "build", "cards"])
    assert order(take(game, "move cards to 1"))[:3] == ["cards", "animals", "build"]


@pytest.mark.covers("R20.23", "boost", "D13.3")
@pytest.mark.parametrize("card", having("boost"))
def test_boost_moves_the_named_card_to_slot_one_or_five_or_not(card):
    named = target(card, "boost")
    assert named == {"A408": "association", "A415": "association", "A419": "animals", "A428": "sponsors",
                     "A429": "sponsors", "A466": "cards", "A502": "build"}[card]  # fmt: skip
    game = entered(card)
    only_legal(game, "pass", f"move {named} to 1", f"move {named} to 5")
    others = [other for other in ORDER if other != named]
    assert order(take(game.clone(), f"move {named} to 1")) == [named, *others]
    assert order(take(game.clone(), f"move {named} to 5")) == [*others, named]
    assert order(take(game, "pass")) == ORDER


@pytest.mark.covers("boost", "R20.23")
def test_the_worked_example_of_boost():
    game = entered("A408", actions=["animals", "build", "cards", "association", "sponsors"])
    take(game, "move association to 5")
    assert order(game) == ["animals", "build", "cards", "sponsors", "association"]
    assert gains(entered("A408", money=0), "move association to 1") == {}  # nothing is performed


# --- determination ----------------------------------------------------------------------------------------------------


@pytest.mark.covers("R20.20", "determination", "D2.3", "D13.4")
@pytest.mark.parametrize("card", having("determination"))
def test_determination_takes_one_more_action_with_any_card_and_is_mandatory(card):
    game = entered(card, money=0)
    only_legal(game, "act association", "act cards", "act sponsors", *(f"x-token {name}" for name in ORDER))
    assert gains(game.clone(), "act sponsors", "break") == {"money": 5}  # slot 5 as it is now
    take(game, "act sponsors", "break")
    assert (order(game), game.current_player()) == (["sponsors", *ORDER[:4]], 1)


@pytest.mark.covers("determination", "R20.20")
def test_determination_may_use_the_animals_card_again():
    fields = {"hand": ["A440", "A404"], "money": 60, "buildings": ["enclosure_2"]}
    assert "act animals" not in legal(entered("A505", **fields))  # slot 1, side I: no animal
    assert "act animals +1x" in legal(entered("A505", x_tokens=1, **fields))
    assert "act animals" in legal(entered("A505", upgraded=["animals"], **fields))


@pytest.mark.covers("determination", "R20.21", "D13.4")
def test_a_second_determination_gives_another_extra_action():
    game = entered("A505", hand=["A509"], money=60, upgraded=["animals"], buildings=["enclosure_5+rock1"])
    settle(play(take(game, "act animals"), "A509"))
    assert (asked(game), game.current_player()) == ("extra", 0)
    take(game, "act cards")
    assert game.current_player() == 1


@pytest.mark.covers("determination", "R24.4", "R19.7")
def test_a_break_waits_for_the_extra_action():
    effects = effect({"op": "jumping", "n": 3}, {"op": "determination"})
    game = position(p(money=0), break_left=1, decision=effects)
    assert (asked(game), table(game).break_pending, table(game).breaks) == ("extra", 1, 0)
    take(game, "act sponsors", "break")
    assert table(game).breaks == 1


@pytest.mark.covers("determination", "R9.4", "R20.21")
def test_the_display_is_not_refilled_before_the_extra_action():
    effects = effect({"op": "snapping", "n": 1}, {"op": "determination"})
    game = take(position(p(), decision=effects), "take slot 2")
    assert (asked(game), table(game).display[1]) == ("extra", None)
    take(game, "act cards")
    assert None not in table(game).display and game.current_player() == 1


# --- several waiting effects ------------------------------------------------------------------------------------------


@pytest.mark.covers("D13.1", "R5.11", "clever", "action")
def test_waiting_effects_are_resolved_in_any_order():
    game = position(p(money=60), decision=effect("A405", "A515"))  # clever and action: build
    assert (asked(game), len(legal(game, "resolve"))) == ("deferred", 2)
    first = {asked(take(game.clone(), f"resolve {i}")): i for i in (1, 2)}
    assert set(first) == {"clever", "extra"}
    # Clever first: Build stands in slot 1 for the extra action.
    weak = take(game.clone(), f"resolve {first['clever']}", "move build to 1", "act build")
    assert {text.split()[1] for text in legal(weak, "build")} == {"kiosk", "pavilion", "enclosure_1"}
    # The action first: Build has strength 3.
    strong = take(game, f"resolve {first['extra']}", "act build")
    assert "build enclosure_3" in legal(strong)
    take(strong, "build enclosure_3")
    take(strong, legal(strong, "place")[0])
    while asked(strong) != "clever":
        take(strong, legal(strong)[0])
    assert order(strong)[0] == "build"  # finished completely before the next waiting effect
    assert "move sponsors to 1" in legal(strong)


@pytest.mark.covers("D13.1", "D13.4", "R20.21")
def test_effects_of_an_extra_action_join_the_waiting_ones():
    game = position(p(money=60, hand=["A515"], upgraded=["animals"], buildings=["enclosure_4+water2"]),
                    decision=effect("A405", "A505"))  # fmt: skip
    extra = next(i for i in (1, 2) if asked(take(game.clone(), f"resolve {i}")) == "extra")
    settle(play(take(game, f"resolve {extra}", "act animals"), "A515"))
    assert (asked(game), len(legal(game, "resolve"))) == ("deferred", 2)  # clever of before, action: build
    assert {asked(take(game.clone(), f"resolve {i}")) for i in (1, 2)} == {"clever", "extra"}


@pytest.mark.covers("R5.10", "R12.6", "clever", "sprint")
def test_immediate_effects_come_before_the_second_animal_and_waiting_ones_after_it():
    game = about_to_play("A507", strength=5, buildings=["enclosure_2", "enclosure_1"], table={"deck": ["A405"]})
    settle(play(game, "A507"))  # sprint 1
    assert me(game).hand == ["A405"]
    only_legal(game, "pass", "play A405")  # the drawn card may be the second animal
    settle(play(game, "A405"))
    assert asked(game) == "clever"
    early = about_to_play("A405", "A507", strength=5, buildings=["enclosure_1", "enclosure_2"])
    settle(play(early, "A405"))
    assert asked(early) == "animals"  # clever waits


@pytest.mark.covers("multiplier", "R19.1", "action")
def test_a_multiplier_placed_by_an_animal_is_usable_by_an_extra_action_of_the_same_turn():
    # 510: multiplier on Build; 515: action with Build.
    game = position(p(money=60, buildings=["pavilion"]), decision=effect("A510", "A515"))
    assert me(game).multiplier[2] == 1
    take(game, "act build", "build kiosk")
    settle(take(game, legal(game, "place")[0]))
    assert asked(game) == "repeat" and "act build" in legal(game)


# --- the harbor of map 4 ----------------------------------------------------------------------------------------------


def harbor(at: str = "0,11", seat_map: str = "4", money: int = 0, **shared):
    owner = p(map=seat_map, hand=["A404", "S223"], money=money, buildings=[f"pavilion@{at}"])
    return position(owner, **shared)


SALES = ["sell-harbor A404", "sell-harbor S223"]


@pytest.mark.covers("D2.6", "map 4")
def test_the_connected_harbor_buys_one_hand_card_for_three_money_once_a_turn():
    game = harbor()
    assert legal(game, "sell-harbor") == SALES
    assert gains(game, "sell-harbor A404") == {"money": 3}
    assert (me(game).hand, table(game).discard) == (["S223"], ["A404"])
    assert asked(game) == "main" and not legal(game, "sell-harbor")
    take(game, "x-token animals", "x-token animals")
    assert legal(game, "sell-harbor") == ["sell-harbor S223"]  # the next own turn


@pytest.mark.covers("D2.6", "map 4")
def test_the_harbor_needs_a_building_next_to_it_and_its_map():
    assert not legal(harbor("0,5"), "sell-harbor")
    assert not legal(harbor("0,9", seat_map="0"), "sell-harbor")


@pytest.mark.covers("D2.6")
@pytest.mark.parametrize(("decision", "kind"), [
    (effect(op="digging", n=2), "dig"), (effect(op="clever"), "clever"), (effect(op="snapping", n=1), "snap"),
    (effect({"op": "scavenging", "n": 1}, {"op": "sunbathing", "n": 1}), "open"),
    ({"action": {"card": "build", "strength": 3}}, "build"), ({"action": {"card": "sponsors"}}, "sponsors"),
])  # fmt: skip
def test_the_harbor_is_open_at_every_decision_of_the_own_turn(decision, kind):
    game = harbor(money=10, discard=["A450"], decision=decision)
    assert asked(game) == kind
    assert legal(game, "sell-harbor") == SALES
    assert gains(game, "sell-harbor A404") == {"money": 3}
    assert asked(game) == kind  # the decision is still to be made


@pytest.mark.covers("D2.6", "R29.6")
def test_the_harbor_is_still_open_after_the_last_card_of_the_turn_was_drawn():
    # Cards from slot 4 draws two cards and discards none: nothing else is to be decided.
    owner = p(map="4", money=0, buildings=["pavilion@0,11"])
    game = act(position(owner, deck=["A440", "S223"]), "cards")
    assert legal(game, "sell-harbor") == ["sell-harbor A440", "sell-harbor S223"]
    assert gains(game, "sell-harbor A440") == {"money": 3}


@pytest.mark.covers("D2.6")
def test_the_harbor_is_closed_in_other_turns_and_in_breaks():
    owner = p(map="4", hand=["A404", "S223", "A401", "A402"], money=10, appeal=20, buildings=["pavilion@0,11"])
    theft = position(p(appeal=0), owner, decision=effect(op="pilfering", n=1))
    assert (theft.current_player(), legal(theft)) == (1, ["give card", "pay"])
    rest = position(owner, decision={"break": "now"})
    assert asked(rest) == "discard" and not legal(rest, "sell-harbor")
