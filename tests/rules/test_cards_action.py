"""The Cards action (R8, D3)."""
import pytest
from helpers import act, asked, doing, gains, legal, me, only_legal, p, position, table, take

from arknova_fast import Game

DISPLAY = ["A410", "A411", "A412", "A413", "A414", "A415"]
DECK = ["A420", "A421", "A422", "A423", "A424", "A425"]
HELD = ["S201", "S202"]  # two cards held before


def cards(strength: int, side: int = 1, player: dict | None = None, **shared) -> Game:
    shared = {"display": DISPLAY, "deck": DECK, **shared}
    return position({"hand": HELD, **(player or {})}, decision=doing("cards", strength, side), **shared)


def drawn(game: Game) -> list[str]:
    return [card for card in me(game).hand if card not in HELD]


def draw(game: Game) -> Game:
    return take(game, "draw") if asked(game) == "cards" else game


# --- break token ------------------------------------------------------------------------------------------------------


@pytest.mark.covers("R8.1")
@pytest.mark.parametrize("strength", [1, 4, 5, 9])
@pytest.mark.parametrize("side", [1, 2])
def test_the_break_token_first_moves_two_spaces_without_any_money(strength, side):
    game = cards(strength, side, n=4)
    assert table(game).break_left == 15 - 2
    assert me(game).money == 25


@pytest.mark.covers("R8.1", "R8.2", "D3.1")
@pytest.mark.parametrize("mode", ["draw", "snap"])
def test_the_token_moves_whether_cards_are_drawn_or_snapped(mode):
    game = cards(5)
    assert (asked(game), table(game).break_left) == ("cards", 9 - 2)
    only_legal(game, "draw", "snap")
    take(game, mode)
    assert table(game).break_left == 9 - 2


@pytest.mark.covers("R8.13", "R24.1")
def test_the_x_token_of_the_break_is_received_before_the_first_card_is_drawn():
    game = cards(5, break_left=2)
    assert (asked(game), me(game).x_tokens, table(game).break_pending) == ("cards", 1, 1)
    assert me(game).hand == HELD
    game = cards(1, 2, break_left=1)
    assert (asked(game), me(game).x_tokens, drawn(game)) == ("take", 1, [])


# --- drawing on side I ------------------------------------------------------------------------------------------------


@pytest.mark.covers("R8.3", "R8.4", "D3.4", "D3.5")
@pytest.mark.parametrize(("strength", "number", "discards"),
                         [(1, 1, 1), (2, 1, 0), (3, 2, 1), (4, 2, 0), (5, 3, 1)])  # fmt: skip
def test_side_one_draws_1_1_2_2_3_cards_of_the_deck_and_discards_one_at_1_3_and_5(strength, number, discards):
    game = draw(cards(strength, 1, {"reputation": 9}))
    assert drawn(game) == DECK[:number]  # no choice of a source, although slots 1-4 are in range
    if not discards:
        assert asked(game) == "main" and game.current_player() == 1
        return
    only_legal(game, *(f"discard {card}" for card in HELD + DECK[:number]))
    take(game, f"discard {DECK[0]}")
    assert asked(game) == "main" and len(me(game).hand) == 2 + number - 1


# --- drawing on side II -----------------------------------------------------------------------------------------------


@pytest.mark.covers("R8.5", "R8.6", "D3.5")
@pytest.mark.parametrize(("strength", "number", "discards"),
                         [(1, 1, 0), (2, 2, 1), (3, 2, 0), (4, 3, 1), (5, 4, 1)])  # fmt: skip
def test_side_two_draws_1_2_2_3_4_cards_and_discards_one_at_2_4_and_5(strength, number, discards):
    game = draw(cards(strength, 2))
    for i in range(number):
        assert (asked(game), len(drawn(game))) == ("take", i)
        assert "pass" not in legal(game)  # exactly the number of the table
        take(game, "take deck")
    assert drawn(game) == DECK[:number]
    if not discards:
        assert asked(game) == "main"
        return
    only_legal(game, *(f"discard {card}" for card in HELD + DECK[:number]))
    take(game, "discard S201")
    assert asked(game) == "main" and len(me(game).hand) == 2 + number - 1


@pytest.mark.covers("R8.7", "D3.3")
def test_each_card_of_side_two_comes_from_the_deck_or_from_the_display_within_range():
    game = draw(cards(5, 2, {"reputation": 7}))  # slots 1-4
    only_legal(game, "take deck", "take slot 1", "take slot 2", "take slot 3", "take slot 4")
    take(game, "take slot 3")
    only_legal(game, "take deck", "take slot 1", "take slot 2", "take slot 4")  # a gap, nothing moves up
    take(game, "take deck")
    assert drawn(game) == ["A412", "A420"]  # each deck card is seen before the next choice
    only_legal(game, "take deck", "take slot 1", "take slot 2", "take slot 4")
    take(game, "take slot 1", "take slot 4")
    assert drawn(game) == ["A410", "A412", "A413", "A420"]
    assert asked(game) == "discard"


@pytest.mark.covers("R8.7", "R9.2", "R9.5", "D3.3")
def test_example_of_the_rulebook_cards_with_strength_5():
    # Four cards, one discard: the Lion from the display, two cards of the deck, the Caracal from the display. Then the
    # cards of slots 3, 5 and 6 move down and slots 5 and 6 are filled from the deck.
    display = ["A410", "A402", "A412", "A404", "A414", "A415"]
    player = p(reputation=8, upgraded=["cards"], actions=["animals", "association", "build", "sponsors", "cards"])
    game = position(player, display=display, deck=DECK)
    take(game, "act cards", "draw", "take slot 2", "take deck", "take deck", "take slot 4")
    assert me(game).hand == ["A402", "A404", "A420", "A421"]
    assert table(game).display == ["A410", None, "A412", None, "A414", "A415"]
    take(game, "discard A420")
    assert table(game).display == ["A410", "A412", "A414", "A415", "A422", "A423"]
    assert me(game).hand == ["A402", "A404", "A421"] and table(game).discard == ["A420"]


@pytest.mark.covers("R8.9", "R8.10", "R8.11", "R9.2")
@pytest.mark.parametrize("strength", [3, 4])
def test_example_of_the_rulebook_a_lion_out_of_range_needs_a_snap(strength):
    # Out of range the Lion can only be snapped, without further cards; strength 3 or 4 would be enough.
    display = ["A410", "A411", "A402", "A413", "A414", "A415"]
    game = draw(cards(strength, 2, {"reputation": 3}, display=display))  # range 1-2
    assert "take slot 3" not in legal(game)
    game = take(cards(strength, 2, {"reputation": 3}, display=display), "snap", "take slot 3")
    assert me(game).hand == ["A402", *HELD] and asked(game) == "main"


# --- snapping ---------------------------------------------------------------------------------------------------------


@pytest.mark.covers("R8.9", "D3.2")
@pytest.mark.parametrize(("side", "reputation"), [(1, 1), (2, 1), (2, 9)])
def test_snapping_takes_exactly_one_display_card_whatever_the_reputation(side, reputation):
    game = take(cards(5, side, {"reputation": reputation}), "snap")
    only_legal(game, *(f"take slot {slot}" for slot in range(1, 7)))
    take(game, "take slot 6")
    assert drawn(game) == ["A415"]
    assert (asked(game), game.current_player()) == ("main", 1)


@pytest.mark.covers("R8.9", "D3.2")
def test_an_empty_slot_cannot_be_snapped():
    game = take(cards(5, display=["A410", None, None, "A413", None, None]), "snap")
    only_legal(game, "take slot 1", "take slot 4")


@pytest.mark.covers("R8.10", "D3.1")
@pytest.mark.parametrize(("side", "least"), [(1, 5), (2, 3)])
def test_snapping_needs_strength_5_on_side_one_and_3_on_side_two(side, least):
    for strength in range(1, 11):
        game = cards(strength, side)
        assert ("snap" in legal(game)) is (strength >= least)


@pytest.mark.covers("R8.10")
@pytest.mark.parametrize(("side", "strength"), [(1, 10), (2, 6), (2, 10)])
def test_more_strength_gives_no_second_snap(side, strength):
    game = take(cards(strength, side), "snap", "take slot 2")
    assert drawn(game) == ["A411"] and asked(game) == "main"


@pytest.mark.covers("R8.11")
@pytest.mark.parametrize(("side", "strength"), [(1, 5), (2, 4), (2, 5)])
def test_no_card_is_discarded_after_snapping(side, strength):
    # Drawing with these strengths would ask for a discard.
    game = take(cards(strength, side), "snap", "take slot 1")
    assert asked(game) == "main" and me(game).hand == ["A410", *HELD]
    assert table(game).discard == []


@pytest.mark.covers("R8.2", "D3.1")
def test_with_too_little_strength_there_is_only_drawing():
    assert asked(cards(4)) == "main"  # side I: two cards drawn, nothing to choose
    assert asked(cards(2, 2)) == "take"


# --- hand -------------------------------------------------------------------------------------------------------------


@pytest.mark.covers("R8.8", "D3.5")
@pytest.mark.parametrize("card", ["S201", "A420"])
def test_a_card_just_drawn_or_one_held_before_is_discarded(card):
    game = take(cards(1), f"discard {card}")
    assert sorted(me(game).hand) == sorted({"S201", "S202", "A420"} - {card})
    assert table(game).discard == [card]


@pytest.mark.covers("D3.5")
def test_the_discard_cannot_be_declined_and_becomes_public_after_all_cards_were_taken():
    game = draw(cards(3))
    assert drawn(game) == ["A420", "A421"]
    assert "pass" not in legal(game)
    take(game, "discard A421")
    assert game.observe(1).as_dict()["discard"] == ["A421"]
    assert game.observe(1).as_dict()["seats"][0]["hand"] == ["?"] * 3


@pytest.mark.covers("R8.12")
def test_there_is_no_hand_limit_outside_the_break():
    hand = [f"A{i}" for i in range(430, 450)]
    game = act(position(p(hand=hand), display=DISPLAY, deck=DECK), "cards")
    assert asked(game) == "main" and len(me(game).hand) == 22
    # In the break 3 are left (R24.5).
    game = act(position(p(hand=hand), display=DISPLAY, deck=DECK, break_left=2), "cards")
    assert asked(game) == "discard" and len(me(game).hand) == 22


@pytest.mark.covers("R8.7", "R9.11")
def test_taking_cards_costs_nothing():
    game = draw(cards(3, 2, {"reputation": 9, "money": 0}))
    assert gains(game, "take slot 4", "take slot 3") == {}
    assert drawn(game) == ["A412", "A413"]
