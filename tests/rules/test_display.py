"""The display and the reputation range (R9)."""
import random

import pytest
from helpers import act, asked, doing, effect, gains, legal, me, only_legal, p, position, settle, table, take

from arknova_fast import Game

DISPLAY = ["A410", "A411", "A412", "A413", "A414", "A415"]
DECK = ["A420", "A421", "A422", "A423", "A424", "A425"]
# The last slot in range for every space of the reputation track.
RANGE = {1: 1, 2: 2, 3: 2, 4: 3, 5: 3, 6: 3, 7: 4, 8: 4, 9: 4, 10: 5, 11: 5, 12: 5, 13: 6, 14: 6, 15: 6}
LOWEST = {slot: min(space for space, last in RANGE.items() if last >= slot) for slot in range(1, 7)}


def slots(game: Game) -> list[int]:
    return [int(text.split()[-1]) for text in legal(game, "take slot")]


def in_slot(slot: int, card: str) -> list[str]:
    return [*DISPLAY[: slot - 1], card, *DISPLAY[slot:]]


@pytest.mark.covers("R9.1")
def test_the_display_has_six_numbered_slots():
    game = take(position(display=DISPLAY, decision=doing("cards", 5)), "snap")
    assert slots(game) == [1, 2, 3, 4, 5, 6]
    for slot, card in enumerate(DISPLAY, 1):
        assert me(take(game.clone(), f"take slot {slot}")).hand == [card]


@pytest.mark.covers("R9.2", "R9.3", "D8.3")
@pytest.mark.parametrize(("reputation", "last"), RANGE.items())
def test_the_reputation_space_says_up_to_which_slot_cards_are_in_range(reputation, last):
    game = position(p(reputation=reputation, upgraded=["cards"]), display=DISPLAY, decision=doing("cards", 1))
    assert slots(game) == list(range(1, last + 1))


@pytest.mark.covers("R9.2", "R9.3")
def test_example_of_the_rulebook_reputation_10_stands_at_the_fifth_folder_and_4_at_the_third():
    for reputation, last in ((4, 3), (10, 5)):
        game = position(p(reputation=reputation, upgraded=["cards"]), display=DISPLAY, decision=effect(op="take"))
        only_legal(game, "take deck", *(f"take slot {slot}" for slot in range(1, last + 1)))


@pytest.mark.covers("R9.4")
def test_taking_a_card_leaves_a_gap_until_the_turn_is_completely_over():
    game = position(p(reputation=4), display=DISPLAY, deck=DECK, decision=doing("cards", 2, 2))
    take(game, "take slot 2")
    assert table(game).display == ["A410", None, "A412", "A413", "A414", "A415"]
    take(game, "take slot 1")
    assert asked(game) == "discard" and table(game).display[:3] == [None, None, "A412"]
    take(game, "discard A410")
    assert None not in table(game).display


@pytest.mark.covers("R9.4")
def test_gaps_stay_through_second_executions_and_after_finishing_effects():
    game = position(p(multiplier={"cards": 1}, actions=["animals", "association", "build", "sponsors", "cards"]),
                    display=DISPLAY, deck=DECK)  # fmt: skip
    take(game, "act cards", "snap", "take slot 3")
    assert asked(game) == "repeat" and table(game).display[2] is None
    take(game, "act cards", "snap")
    assert slots(game) == [1, 2, 4, 5, 6]
    game = position(p(hand=["A405"], upgraded=["animals"], reputation=4, money=60, buildings=["enclosure_1"]),
                    display=in_slot(3, "A465"), deck=DECK)  # fmt: skip
    settle(game, "act animals", "play A465", "house @0,5")
    assert asked(game) == "clever" and table(game).display[2] is None
    take(game, "pass")
    assert table(game).display == ["A410", "A411", "A413", "A414", "A415", "A420"]


@pytest.mark.covers("R9.5")
@pytest.mark.parametrize(("gaps", "after"), [
    ([], ["A410", "A411", "A412", "A413", "A414", "A415"]),
    ([6], ["A410", "A411", "A412", "A413", "A414", "A420"]),
    ([1], ["A411", "A412", "A413", "A414", "A415", "A420"]),
    ([2, 4, 5], ["A410", "A412", "A415", "A420", "A421", "A422"]),
    ([1, 2, 3, 4, 5, 6], DECK),
])  # fmt: skip
def test_refilling_moves_the_cards_down_in_order_and_fills_the_high_slots_from_the_deck(gaps, after):
    display = [None if slot in gaps else card for slot, card in enumerate(DISPLAY, 1)]
    game = take(position(display=display, deck=DECK), "x-token build")
    assert table(game).display == after


@pytest.mark.covers("R9.6", "digging", "snapping", "R24.9")
def test_digging_snapping_2_and_the_break_refill_earlier():
    game = take(position(display=DISPLAY, deck=DECK, decision=effect(op="digging", n=1)), "take slot 2")
    assert table(game).discard == ["A411"]
    assert table(game).display == ["A410", "A412", "A413", "A414", "A415", "A420"]
    game = position(display=DISPLAY, deck=DECK, decision=effect(op="snapping", n=2))
    take(game, "take slot 1")
    only_legal(game, "pass", "refill")
    assert slots(take(game.clone(), "pass")) == [2, 3, 4, 5, 6]
    assert table(take(game, "refill")).display == ["A411", "A412", "A413", "A414", "A415", "A420"]
    # Break step 4: the cards of slots 1 and 2 are discarded, the rest moves down.
    game = position(display=DISPLAY, deck=DECK, decision={"break": "now"})
    assert table(game).display == ["A412", "A413", "A414", "A415", "A420", "A421"]


@pytest.mark.covers("R9.6", "R24.16")
def test_the_display_is_refilled_between_the_incomes_of_two_players():
    # The first place of the left edge is open in both zoos: a snap as income.
    zoo = p(left_tokens=[1, 2, 3, 4, 5, 6])
    game = position(zoo, zoo, display=DISPLAY, deck=DECK, decision={"income": True})
    for seat, display in enumerate((DISPLAY, [*DISPLAY[1:], DECK[0]])):
        settle(game)
        assert (asked(game), game.current_player(), table(game).display) == ("snap", seat, display)
        take(game, "take slot 1")
    assert (me(game, 0).hand, me(game, 1).hand) == (["A410"], ["A411"])


@pytest.mark.covers("R9.7")
def test_a_gap_does_not_bring_other_cards_closer():
    display = [None, None, *DISPLAY[2:]]
    for reputation, reach in ((1, []), (3, []), (4, [3])):
        game = position(p(reputation=reputation), display=display, decision=doing("cards", 1, 2))
        assert slots(game) == reach and "take deck" in legal(game)


@pytest.mark.covers("R9.8", "R12.2", "R12.12")
@pytest.mark.parametrize("slot", range(1, 7))
def test_an_animal_from_the_display_costs_its_slot_number_and_has_to_be_in_range(slot):
    # A surcharge of 6 in slot 6, as the summary says. The Fennec Fox costs 8; there is no other animal in sight.
    display = [f"S{201 + i}" for i in range(6)]
    display[slot - 1] = "A405"

    def turn(money, reputation):
        player = p(money=money, reputation=reputation, upgraded=["animals", "cards"], buildings=["enclosure_1"])
        return position(player, display=display)

    game = act(turn(8 + slot, LOWEST[slot]), "animals")
    assert gains(game, "play A405", "house @0,5")["money"] == -8 - slot
    assert legal(turn(7 + slot, LOWEST[slot]), "act animals") == []
    if slot > 1:
        assert legal(turn(90, LOWEST[slot] - 1), "act animals") == []


@pytest.mark.covers("R9.8", "R17.6")
@pytest.mark.parametrize("slot", range(1, 7))
def test_a_sponsor_from_the_display_costs_its_slot_number_and_has_to_be_in_range(slot):
    def options(money, reputation):
        player = p(money=money, reputation=reputation, upgraded=["sponsors", "cards"])
        return position(player, display=in_slot(slot, "S223"), decision=doing("sponsors", 2))  # level 3 = 2 + 1

    assert gains(options(slot, LOWEST[slot]), "play S223")["money"] == -slot
    assert "play S223" not in legal(options(slot - 1, LOWEST[slot]))
    if slot > 1:
        assert "play S223" not in legal(options(50, LOWEST[slot] - 1))


@pytest.mark.covers("R9.8", "R15.2")
@pytest.mark.parametrize("slot", range(1, 7))
def test_a_project_from_the_display_costs_its_slot_number_and_has_to_be_in_range(slot):
    def options(money, reputation):  # project 132 asks for 2 research icons, which sponsor 223 has
        player = p(money=money, reputation=reputation, upgraded=["association", "cards"], zoo=["S223"])
        game = position(player, display=in_slot(slot, "P132"), base_projects=["P103", "P104", "P105"],
                        decision=doing("association", 5))  # fmt: skip
        return take(game, "task project") if "task project" in legal(game) else game

    assert gains(options(slot, LOWEST[slot]), "support P132 right")["money"] == -slot
    assert legal(options(slot - 1, LOWEST[slot]), "support") == []
    if slot > 1:
        assert legal(options(50, LOWEST[slot] - 1), "support") == []


@pytest.mark.covers("R9.8")
@pytest.mark.parametrize(("card", "action", "strength"), [("A405", "animals", 2), ("S223", "sponsors", 3)])
def test_side_one_plays_nothing_from_the_display(card, action, strength):
    player = p(hand=["A419", "S225"], money=50, reputation=9, buildings=["enclosure_2"])
    game = position(player, display=in_slot(1, card), decision=doing(action, strength, 1))
    assert f"play {card}" not in legal(game)


@pytest.mark.covers("R9.9")
def test_the_range_is_that_of_the_reputation_held_at_the_moment_of_taking():
    game = position(p(reputation=3), display=DISPLAY, decision=effect({"op": "reputation", "n": 1}, {"op": "take"}))
    assert asked(game) == "open"
    ranges = set()
    for text in legal(game, "resolve"):
        one = take(game.clone(), text)
        ranges.add(tuple(slots(one)))
    assert ranges == {(1, 2), (1, 2, 3)}


@pytest.mark.covers("R9.9", "R12.3")
def test_reputation_gained_at_the_start_of_animals_2_widens_the_range():
    player = p(money=60, reputation=3, hand=["A465"], buildings=["enclosure_1"])
    game = position(player, display=in_slot(3, "A405"), decision=doing("animals", 5, 2))
    only_legal(game, "gain", "pass")
    assert legal(take(game.clone(), "pass"), "play") == ["play A410", "play A465"]  # slots 1-2: A411 has conditions
    assert legal(take(game, "gain"), "play") == ["play A405", "play A410", "play A465"]


@pytest.mark.covers("R9.10", "D8.3")
def test_take_a_card_from_the_deck_or_within_range_offers_the_top_card_and_the_range():
    game = position(p(reputation=4), display=DISPLAY, deck=DECK, decision=effect(op="take"))
    only_legal(game, "take deck", "take slot 1", "take slot 2", "take slot 3")
    assert me(take(game.clone(), "take deck")).hand == ["A420"]
    assert me(take(game.clone(), "take slot 3")).hand == ["A412"]
    display = ["A410", None, None, *DISPLAY[3:]]
    only_legal(position(p(reputation=4), display=display, decision=effect(op="take")), "take deck", "take slot 1")


@pytest.mark.covers("R9.11")
@pytest.mark.parametrize("money", [0, 10])
def test_taking_a_display_card_into_hand_is_free(money):
    game = position(p(reputation=4, money=money), display=DISPLAY, decision=effect(op="take"))
    assert gains(game, "take slot 3") == {}
    game = position(p(money=money), display=DISPLAY, decision=doing("cards", 5))
    assert gains(game, "snap", "take slot 6") == {}


@pytest.mark.covers("R9.4", "R9.5")
def test_the_display_is_full_at_the_start_of_every_turn_of_a_random_game():
    game, rng = Game.new(2, seed=94), random.Random(94)
    while not game.is_terminal:
        if asked(game) == "main":
            view = table(game)
            assert None not in view.display or view.n_deck == 0
        game.apply(rng.choice(game.legal_actions()))
