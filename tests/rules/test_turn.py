"""The turn and the action cards (R5, D2.1, D2.2)."""
import random

import pytest
from helpers import act, asked, doing, effect, gains, legal, me, only_legal, p, position, settle, table, take
from rules.printed import ORDER

from arknova_fast import Game, Ruleset


def order(game: Game, seat: int = 0) -> list[str]:
    return [ORDER[i] for i in me(game, seat).order]


def with_card_in(slot: int, card: str) -> list[str]:
    """The five cards with one in a slot, the others in the usual order."""
    rest = [other for other in ORDER if other != card]
    return [*rest[: slot - 1], card, *rest[slot - 1 :]]


# --- strength ---------------------------------------------------------------------------------------------------------


@pytest.mark.covers("R5.1", "D2.1")
@pytest.mark.parametrize("slot", range(1, 6))
def test_the_slot_of_the_chosen_card_is_its_strength(slot):
    game = act(position(p(actions=with_card_in(slot, "sponsors"))), "sponsors")
    assert gains(game, "break") == {"money": slot}  # the break option pays the strength (R17)


@pytest.mark.covers("R5.1", "R5.6", "D2.1")
def test_any_of_the_five_cards_may_be_chosen_if_it_can_do_something_or_else_an_x_token_be_taken():
    game = position(p(hand=["A405"], money=8, buildings=["enclosure_1"],
                      actions=["build", "animals", "association", "cards", "sponsors"]))  # fmt: skip
    only_legal(game, *(f"act {card}" for card in ORDER), *(f"x-token {card}" for card in ORDER))
    game = position(p(x_tokens=5))  # no X-token action with five; no animal in hand
    assert {text.split(" +")[0] for text in legal(game)} == {f"act {card}" for card in ORDER if card != "animals"}


@pytest.mark.covers("R5.2", "D2.2")
@pytest.mark.parametrize("constriction", [[], ["sponsors"]])
@pytest.mark.parametrize("tokens", [0, 1, 3])
def test_the_strength_is_slot_plus_x_tokens_less_two_for_a_constriction_token(constriction, tokens):
    game = position(p(actions=with_card_in(4, "sponsors"), x_tokens=3, constriction=constriction), n=4)
    change = gains(act(game, "sponsors", tokens), "break")
    assert change["money"] == 4 + tokens - 2 * len(constriction)


@pytest.mark.covers("R5.2", "R6.2")
def test_the_strength_is_fixed_before_the_action_starts():
    # Cards I in slot 4: the break token reaches its last space and brings an X-token, the table stays at strength 4.
    game = act(position(break_left=2), "cards")
    assert len(me(game).hand) == 2 and me(game).x_tokens == 1
    assert asked(game) == "main"  # no snap (strength 5), no discard (strength 3 and 5)


@pytest.mark.covers("R5.3", "D2.2")
@pytest.mark.parametrize(("slot", "least"), [(1, 2), (2, 1), (3, 0)])
def test_an_action_needs_strength_1(slot, least):
    # Constricted, a card has strength slot - 2; x tokens lift it to 1.
    game = position(p(actions=with_card_in(slot, "cards"), constriction=["cards"], x_tokens=4))
    assert legal(game, "act cards") == [f"act cards +{x}x" if x else "act cards" for x in range(least, 5)]


@pytest.mark.covers("R5.4")
@pytest.mark.parametrize("extra", [0, 1, 5])
def test_cards_above_strength_5_uses_the_column_for_5(extra):
    game = act(position(p(actions=with_card_in(5, "cards"), x_tokens=5)), "cards", extra)
    take(game, "draw")  # side I, strength 5: draw 3, discard 1
    assert (len(me(game).hand), asked(game)) == (3, "discard")


@pytest.mark.covers("R5.4")
@pytest.mark.parametrize("extra", [0, 1, 4])
def test_animals_above_strength_5_uses_the_column_for_5(extra):
    hand = ["A419", "A473", "A450"]  # Badger 5, Agama 9, Wombat 9
    game = position(p(hand=hand, money=60, actions=with_card_in(5, "animals"), x_tokens=4,
                      buildings=["enclosure_2"] * 3))  # fmt: skip
    act(game, "animals", extra)
    settle(game, "play A419", legal(take(game.clone(), "play A419"), "house")[0])
    assert set(legal(game)) >= {"pass", "play A473", "play A450"}
    settle(game, "play A473", legal(take(game.clone(), "play A473"), "house")[0])
    assert "play A450" not in legal(game)  # two animals at most


@pytest.mark.covers("R5.5")
def test_build_association_and_sponsors_count_strength_above_5_in_full():
    fields = {"upgraded": ["build", "association", "sponsors"], "x_tokens": 2, "money": 60, "workers": 3}
    game = act(position(p(actions=with_card_in(5, "build"), **fields)), "build", 2)
    take(game, "build enclosure_5", legal(take(game.clone(), "build enclosure_5"), "place")[0])
    settle(game)
    assert "build enclosure_2" in legal(game) and "build enclosure_3" not in legal(game)  # 7 - 5 = 2
    game = act(position(p(actions=with_card_in(5, "association"), **fields)), "association", 1)
    take(game, "task university", "university two_science")
    assert "task reputation" in legal(game)  # 4 + 2 = 6
    assert "task partner_zoo" not in legal(game)  # 4 + 3 = 7
    game = act(position(p(actions=with_card_in(5, "sponsors"), **fields), n=4), "sponsors", 2)
    assert gains(game, "break") == {"money": 2 * 7}


@pytest.mark.covers("R5.5")
def test_a_sponsor_of_level_6_needs_strength_6_on_side_one():
    for tokens, possible in ((0, False), (1, True)):
        game = position(p(hand=["S226"], actions=with_card_in(5, "sponsors"), x_tokens=1))
        assert ("play S226" in legal(act(game, "sponsors", tokens))) is possible


# --- something has to be done -----------------------------------------------------------------------------------------


@pytest.mark.covers("R5.6", "R5.7")
def test_a_card_is_not_offered_when_its_action_could_do_nothing():
    animal = {"hand": ["A405"], "money": 8, "buildings": ["enclosure_1"], "actions": with_card_in(2, "animals")}
    assert legal(position(p(**animal)), "act animals") == ["act animals"]
    for lacking in ({"hand": []}, {"money": 7}, {"buildings": []}, {"buildings": ["enclosure_1*"]}):
        assert legal(position(p(**{**animal, **lacking})), "act animals") == []  # 0 animals
    assert legal(position(p(money=1)), "act build") == []  # 0 buildings
    assert legal(position(p(workers=0, workers_on={"reputation": 1})), "act association") == []  # 0 tasks
    assert legal(position(p(hand=[])), "act sponsors") == ["act sponsors"]  # the break option


@pytest.mark.covers("R5.6")
def test_the_first_execution_cannot_be_declined():
    fields = {"hand": ["A405", "S223"], "money": 50, "buildings": ["enclosure_1"]}
    for card in ORDER:
        game = position(p(**fields), decision=doing(card, 4, 2))
        assert "pass" not in legal(game)


@pytest.mark.covers("R5.7", "D2.2")
def test_x_tokens_are_offered_only_in_numbers_that_allow_an_execution():
    # Animals I in slot 1: 0 animals; from strength 2 on one.
    game = position(p(hand=["A405"], money=8, buildings=["enclosure_1"], x_tokens=3))
    assert legal(game, "act animals") == ["act animals +1x", "act animals +2x", "act animals +3x"]
    # Association in slot 1: the least task is worth 2.
    game = position(p(actions=with_card_in(1, "association"), x_tokens=2))
    assert legal(game, "act association") == ["act association +1x", "act association +2x"]
    # A worker on the reputation task and none for the second use of it: from value 3 on.
    game = position(p(actions=with_card_in(1, "association"), x_tokens=3, workers_on={"reputation": 1}))
    assert legal(game, "act association") == ["act association +2x", "act association +3x"]


@pytest.mark.covers("D2.2", "R6.1")
def test_zero_up_to_all_x_tokens_may_be_spent():
    game = position(p(x_tokens=3))
    assert legal(game, "act cards") == ["act cards", "act cards +1x", "act cards +2x", "act cards +3x"]
    assert legal(position(), "act cards") == ["act cards"]


# --- moving the card --------------------------------------------------------------------------------------------------


@pytest.mark.covers("R5.8", "R5.9")
@pytest.mark.parametrize("slot", range(1, 6))
def test_the_used_card_goes_to_slot_1_the_cards_left_of_it_move_up_and_those_right_of_it_stay(slot):
    before = with_card_in(slot, "cards")
    game = act(position(p(actions=before)), "cards")
    if asked(game) == "cards":
        take(game, "draw")
    if asked(game) == "discard":
        take(game, legal(game)[0])
    assert order(game) == ["cards", *before[: slot - 1], *before[slot:]]
    assert order(game, 1) == ORDER


@pytest.mark.covers("R5.8", "R5.9")
def test_example_of_the_rulebook_build_from_slot_4():
    # Build is used from slot 4 with strength 4; the cards of slots 1-3 move one slot to the right, Build to slot 1.
    game = act(position(p(actions=["animals", "cards", "sponsors", "build", "association"])), "build")
    take(game, "build enclosure_4", legal(take(game.clone(), "build enclosure_4"), "place")[0])
    settle(game)
    while asked(game) != "main":
        take(game, legal(game)[0])
    assert order(game) == ["build", "animals", "cards", "sponsors", "association"]


@pytest.mark.covers("R5.8")
def test_the_card_moves_only_after_the_action():
    game = act(position(p(actions=with_card_in(3, "cards"))), "cards")
    assert asked(game) == "discard" and order(game) == with_card_in(3, "cards")
    take(game, legal(game)[0])
    assert order(game)[0] == "cards"


@pytest.mark.covers("R5.10")
def test_after_finishing_effects_come_after_the_card_has_moved_to_slot_1():
    # The Fennec Fox has Clever; its Animals card stands in slot 3.
    game = position(p(hand=["A405"], money=20, buildings=["enclosure_1"], actions=with_card_in(3, "animals")))
    settle(game, "act animals", "play A405", "house @0,5")
    assert asked(game) == "clever"
    assert order(game) == ["animals", "association", "build", "cards", "sponsors"]
    take(game, "move sponsors to 1")
    assert order(game) == ["sponsors", "animals", "association", "build", "cards"]


@pytest.mark.covers("R5.11", "D13.1")
def test_several_after_finishing_effects_are_executed_in_any_order():
    game = position(p(), decision=effect({"op": "clever"}, {"op": "boost", "arg": "build"}))
    assert asked(game) == "deferred"
    only_legal(game, "resolve 1", "resolve 2")
    first, second = (asked(take(game.clone(), text)) for text in ("resolve 1", "resolve 2"))
    assert {first, second} == {"clever", "boost"}
    for text, then in (("resolve 1", second), ("resolve 2", first)):
        assert asked(take(game.clone(), text, "pass")) == then


# --- end of the turn --------------------------------------------------------------------------------------------------


@pytest.mark.covers("R5.12")
def test_venom_is_settled_before_a_break_takes_the_tokens_away():
    # The break would return the venom tokens (R24.6): 2 money are paid before it, then 5 come in for appeal 0.
    game = act(position(p(venom=["build"], money=10), break_left=2), "cards")
    assert table(game).breaks == 1
    assert (me(game).money, me(game).venom) == (10 - 2 + 5, 0)


@pytest.mark.covers("R5.12", "R9.5")
def test_the_display_is_refilled_before_the_break_discards_slots_1_and_2():
    display = ["A410", "A411", "A412", "A413", "A414", "A415"]
    game = position(p(actions=with_card_in(5, "cards")), break_left=2, display=display, deck=["A420", "A421", "A422"])
    take(game, "act cards", "snap", "take slot 1")
    # Refill: A411 and A412 move to slots 1 and 2, A420 comes in; then the break discards these two.
    assert table(game).breaks == 1
    assert table(game).display == ["A413", "A414", "A415", "A420", "A421", "A422"]
    assert sorted(table(game).discard) == ["A411", "A412"]


@pytest.mark.covers("R5.12", "R25.2")
def test_the_end_of_the_game_is_checked_before_the_break():
    # 114 - 14 = 100 would need appeal beyond the track: conservation 10 has the number 6, appeal 94 makes 100.
    game = act(position(p(appeal=94, conservation=10, finals=[]), break_left=2, n=3), "cards")
    assert table(game).breaks == 1
    assert (table(game).end_cause, table(game).end_player) == (1, 0)  # met at the end of the turn, not in the break
    assert (game.current_player(), table(game).turns_left) == (1, 2)  # all others once


@pytest.mark.covers("R5.12")
def test_after_finishing_effects_come_before_the_refill_and_the_turn_passes_last():
    game = position(p(), display=["A410", None, "A411", None, None, "A412"], decision=effect("A405"))
    assert asked(game) == "clever" and game.current_player() == 0
    assert table(game).display == ["A410", None, "A411", None, None, "A412"]
    take(game, "pass")
    assert (asked(game), game.current_player()) == ("main", 1)
    assert None not in table(game).display and table(game).display[:3] == ["A410", "A411", "A412"]


@pytest.mark.covers("R5.13")
@pytest.mark.parametrize("x_tokens", range(6))
def test_there_is_always_a_legal_main_choice(x_tokens):
    # Nothing in hand, no money, no worker, every card constricted and poisoned.
    game = position(p(money=0, workers=0, workers_on={"reputation": 1}, x_tokens=x_tokens, constriction=ORDER,
                      venom=ORDER))  # fmt: skip
    assert legal(game)
    assert bool(legal(game, "x-token")) is (x_tokens < 5)


@pytest.mark.covers("R5.13")
def test_there_is_a_legal_main_choice_in_every_turn_of_random_games():
    for n in (1, 2, 4):
        game, rng = Game.new(n, seed=13), random.Random(n)
        while not game.is_terminal:
            actions = game.legal_actions()
            assert actions
            if asked(game) == "main":
                player = me(game, game.current_player())
                assert player.venom or len(legal(game, "x-token")) == 5 * (player.x_tokens < 5)
            game.apply(rng.choice(actions))


@pytest.mark.covers("R5.3", "R19.23")
def test_a_task_that_needs_no_strength_still_needs_an_action_of_strength_one():
    """A patched value of 0; the constricted card has strength 2 - 2 = 0 in slot 2, and -1 in slot 1."""
    free = Ruleset.default().patch({"association": {"task_value": {"reputation": 0}}})
    for order, needed in ((["build", "association"], 1), (["association", "build"], 2)):
        order = [*order, "animals", "cards", "sponsors"]
        zoo = p(actions=order, constriction=["association"], x_tokens=2)
        assert legal(position(zoo, ruleset=free), "act association") == [
            f"act association +{x}x" for x in range(needed, 3)]
