"""Abilities that draw, take, sell or tuck cards (R20.28-R20.37, D11.1-D11.6, D11.9)."""
import pytest
from helpers import asked, doing, effect, gains, legal, me, only_legal, p, position, settle, table, take
from rules.ability_play import entered, having
from rules.printed import ANIMALS

from arknova_fast.game import Game

ALL = [f"A{i}" for i in range(401, 529)] + [f"S{i}" for i in range(201, 265)] + [f"P{i}" for i in range(113, 133)]
DISPLAY = ["A401", "S220", "P113", "A404", "S225", "A406"]
GAP = [None] * 6


def amount(card: str, name: str) -> int:
    return next(ability["n"] for ability in ANIMALS[card]["abilities"] if ability["name"] == name)


def cards_with(name: str) -> list:
    """Each card with an ability and the printed number."""
    return [pytest.param(card, amount(card, name), id=card) for card in having(name)]


def scarce(card: str, deck=(), discard=(), display=(), **fields) -> Game:
    """A position whose deck, discard pile and display hold nothing else: seat 1 has all other cards."""
    shown = [*display, *GAP][:6]
    used = {card, *deck, *discard, *filter(None, shown), *fields.get("hand", [])}
    rival = p(hand=[key for key in ALL if key not in used])
    return entered(card, rival, table={"deck": list(deck), "discard": list(discard), "display": shown}, **fields)


# --- drawing ----------------------------------------------------------------------------------------------------------


@pytest.mark.covers("R20.30", "sprint", "D11.17")
@pytest.mark.parametrize(("card", "n"), cards_with("sprint"))
def test_sprint_draws_cards_from_the_top_of_the_deck(card, n):
    deck = ["S203", "P114", "A520", "S204"]
    game = entered(card, table={"deck": deck})
    assert asked(game) == "main"  # no choice
    assert sorted(me(game).hand) == sorted(deck[:n])


@pytest.mark.covers("R20.29", "hunter", "D11.1")
@pytest.mark.parametrize(("card", "n"), cards_with("hunter"))
def test_hunter_offers_exactly_the_animals_among_the_revealed_cards(card, n):
    deck = ["A406", "S201", "A407", "P113", "A433"]  # the fifth is out of reach of every hunter
    game = entered(card, table={"deck": deck})
    only_legal(game, *(f"take {key}" for key in deck[:n] if key[0] == "A"))  # it is not optional
    take(game, "take A406")
    assert me(game).hand == ["A406"]
    assert sorted(table(game).discard) == sorted(deck[1:n])
    assert game.view()["n_deck"] == 212 - 1 - 6 - n  # zoo, display


@pytest.mark.covers("R20.29", "hunter")
def test_hunter_without_an_animal_discards_everything():
    game = entered("A404", table={"deck": ["S201", "P113", "A406"]})
    assert (asked(game), me(game).hand, sorted(table(game).discard)) == ("main", [], ["P113", "S201"])


@pytest.mark.covers("hunter", "D11.1")
def test_hunter_takes_no_card_that_was_not_revealed():
    game = entered("A404", hand=["A440"], table={"deck": ["A406", "A407", "A433"]})
    assert "take A440" not in legal(game) and "take A433" not in legal(game)


@pytest.mark.covers("R20.28", "perception", "D11.2")
@pytest.mark.parametrize(("card", "n"), cards_with("perception"))
def test_perception_draws_four_and_keeps_two_of_these(card, n):
    assert n == 4
    deck = ["S201", "P113", "A406", "S202", "A407"]
    game = entered(card, hand=["A440"], table={"deck": deck})
    only_legal(game, *(f"take {key}" for key in deck[:4]))  # the hand card of before is no part of the choice
    take(game, "take P113")
    only_legal(game, "take S201", "take A406", "take S202")
    take(game, "take S202")
    assert me(game).hand == ["A440", "S202", "P113"]
    assert sorted(table(game).discard) == ["A406", "S201"]


@pytest.mark.covers("R20.28", "perception", "R20.33")
@pytest.mark.parametrize(("left", "kept"), [(3, 2), (2, 1), (1, 1), (0, 0)])
def test_perception_with_too_few_cards_keeps_half_of_them_rounded_up(left, kept):
    game = scarce("A513", deck=["S201", "P113", "A406"][:left])
    for _ in range(kept):
        take(game, legal(game, "take")[0])
    assert (asked(game), len(me(game).hand), len(table(game).discard)) == ("main", kept, left - kept)


# --- digging ----------------------------------------------------------------------------------------------------------


@pytest.mark.covers("R20.31", "digging", "D11.3")
def test_digging_discards_any_display_card_and_refills_at_once():
    game = entered("A445", reputation=1, table={"display": DISPLAY, "deck": ["S201", "S202"]})
    only_legal(game, "pass", *(f"take slot {i}" for i in range(1, 7)))  # no hand card to exchange
    take(game, "take slot 5")
    assert table(game).display == [*DISPLAY[:4], "A406", "S201"]
    assert (table(game).discard, me(game).hand) == (["S225"], [])
    assert asked(game) == "dig"  # the result is seen before the second step
    take(game, "take slot 6")  # the card that just came
    assert table(game).display == [*DISPLAY[:4], "A406", "S202"]
    assert asked(game) == "main"


@pytest.mark.covers("R20.31", "digging", "R9.6")
def test_the_refill_of_digging_closes_all_gaps():
    display = ["A401", None, "P113", "A404", None, "A406"]
    game = entered("A445", table={"display": display, "deck": ["S201", "S202", "S203"]})
    only_legal(game, "pass", "take slot 1", "take slot 3", "take slot 4", "take slot 6")
    take(game, "take slot 3")
    assert table(game).display == ["A401", "A404", "A406", "S201", "S202", "S203"]


@pytest.mark.covers("R20.31", "digging", "D11.3")
def test_digging_exchanges_a_hand_card_for_the_top_of_the_deck():
    game = entered("A445", hand=["A440"], table={"deck": ["S201", "S202"]})
    take(game, "discard A440")
    assert (me(game).hand, table(game).discard) == (["S201"], ["A440"])
    only_legal(game, "pass", "discard S201", *(f"take slot {i}" for i in range(1, 7)))
    take(game, "discard S201")
    assert (me(game).hand, table(game).discard, asked(game)) == (["S202"], ["A440", "S201"], "main")


@pytest.mark.covers("R20.31", "digging", "D11.3")
@pytest.mark.parametrize(("card", "n"), cards_with("digging"))
def test_digging_may_stop_before_each_of_its_steps(card, n):
    for steps in range(n + 1):
        game = entered(card, hand=["A450"], table={"display": DISPLAY})
        while asked(game) == "open":
            take(game, "resolve 1")
        for step in range(steps):
            take(game, "take slot 1" if step % 2 else legal(game, "discard")[0])  # steps may mix
        if steps < n:
            assert asked(game) == "dig"
            take(game, "pass")
        assert asked(game) == "main"


# --- scavenging -------------------------------------------------------------------------------------------------------


@pytest.mark.covers("R20.32", "scavenging", "D11.4")
@pytest.mark.parametrize(("card", "n"), cards_with("scavenging"))
def test_scavenging_draws_random_discards_and_keeps_one(card, n):
    pile = ["A440", "A441", "S201", "S202", "P113", "P114"]
    drawn = ["P113", "A441", "S202", "P114", "A440"][:n]
    game = entered(card, table={"discard": pile, "script": drawn})
    only_legal(game, *(f"take {key}" for key in drawn))  # keeping one is not optional
    take(game, "take P113")
    assert me(game).hand == ["P113"]
    assert sorted(table(game).discard) == sorted(set(pile) - {"P113"})


@pytest.mark.covers("scavenging", "R20.33")
def test_scavenging_takes_all_of_a_small_pile_and_nothing_of_an_empty_one():
    only_legal(entered("A506", table={"discard": ["A440", "S201"]}), "take A440", "take S201")
    assert asked(entered("A506", table={"discard": []})) == "main"


@pytest.mark.covers("scavenging", "R20.32")
def test_scavenging_is_random():
    pile = [f"A{i}" for i in range(430, 450)]
    found = {legal(entered("A490", table={"discard": pile, "seed": seed}), "take")[0] for seed in range(12)}
    assert len(found) > 3


@pytest.mark.covers("scavenging", "sunbathing", "R22.4")
def test_scavenging_reaches_cards_discarded_earlier_in_the_turn():
    effects = effect({"op": "sunbathing", "n": 1}, {"op": "scavenging", "n": 1})
    game = position(p(hand=["A440"]), decision=effects, discard=[])
    assert asked(game) == "open"
    sell_first = next(i for i in (1, 2) if asked(take(game.clone(), f"resolve {i}")) == "sell")
    take(game, f"resolve {sell_first}", "sell A440")
    only_legal(game, "take A440")
    # The other way round the pile is still empty.
    other = position(p(hand=["A440"]), decision=effects, discard=[])
    take(other, f"resolve {3 - sell_first}", "pass")
    assert me(other).hand == ["A440"] and asked(other) == "main"


# --- the display ------------------------------------------------------------------------------------------------------


@pytest.mark.covers("R20.34", "snapping", "D11.5")
@pytest.mark.parametrize("card", ["A477", "A479", "A480"])
def test_snapping_takes_any_display_card_whatever_the_range(card):
    game = entered(card, reputation=1, money=0, table={"display": DISPLAY})
    only_legal(game, *(f"take slot {i}" for i in range(1, 7)))  # not optional, never from the deck
    take(game, "take slot 6")
    assert (me(game).hand, me(game).money, asked(game)) == (["A406"], 0, "main")
    assert table(game).display == [*DISPLAY[:5], None]  # refilled only after the turn


@pytest.mark.covers("R20.34", "snapping", "D11.5", "R9.6")
@pytest.mark.parametrize("card", ["A469", "A489"])
def test_between_two_snaps_the_display_may_be_refilled(card):
    game = entered(card, table={"display": DISPLAY, "deck": ["S201"]})
    take(game, "take slot 1")
    only_legal(game, "pass", "refill")
    refilled = take(game.clone(), "refill")
    assert table(refilled).display == [*DISPLAY[1:], "S201"]
    only_legal(refilled, *(f"take slot {i}" for i in range(1, 7)))  # once, and the second snap is not optional
    take(refilled, "take slot 6")
    assert me(refilled).hand == ["A401", "S201"] and asked(refilled) == "main"
    only_legal(take(game, "pass"), *(f"take slot {i}" for i in range(2, 7)))
    take(game, "take slot 2")
    assert me(game).hand == ["A401", "S220"]
    assert table(game).display == [None, None, *DISPLAY[2:]]


@pytest.mark.covers("snapping", "R20.34", "R20.33")
def test_the_second_snap_of_an_emptied_display_needs_the_refill():
    game = entered("A469", table={"display": ["A401", *GAP[1:]], "deck": ["S201"]})
    take(game, "take slot 1")
    assert asked(take(game.clone(), "pass")) == "main"
    take(game, "refill", "take slot 1")
    assert me(game).hand == ["A401", "S201"]


@pytest.mark.covers("R20.34", "R20.33", "snapping")
def test_snapping_an_empty_display_has_no_effect():
    assert asked(entered("A477", table={"display": GAP})) == "main"


@pytest.mark.covers("R20.35", "sponsor_magnet", "D11.17")
@pytest.mark.parametrize("card", having("sponsor_magnet"))
def test_sponsor_magnet_takes_all_sponsors_of_the_display(card):
    game = entered(card, reputation=1, table={"display": DISPLAY})
    assert (asked(game), me(game).hand) == ("main", ["S220", "S225"])
    assert table(game).display == ["A401", None, "P113", "A404", None, "A406"]
    take(game, "x-token animals")
    assert table(game).display[:4] == ["A401", "P113", "A404", "A406"]
    assert None not in table(game).display


@pytest.mark.covers("sponsor_magnet", "R20.33")
def test_sponsor_magnet_without_a_sponsor_has_no_effect():
    game = entered("A437", table={"display": ["A401", "A402", "A403", "A404", "P113", "P114"]})
    assert (asked(game), me(game).hand) == ("main", [])


# --- selling and tucking ----------------------------------------------------------------------------------------------


@pytest.mark.covers("R20.36", "sunbathing", "D11.6")
@pytest.mark.parametrize(("card", "n"), cards_with("sunbathing"))
def test_sunbathing_sells_up_to_n_hand_cards_for_four_money_each(card, n):
    hand = ["A440", "A441", "S201", "P113", "P104"]
    for sold in range(n + 1):
        game = entered(card, money=0, hand=hand)
        for key in hand[:sold]:
            assert legal(game)[0] == "pass" and f"sell {key}" in legal(game)
            take(game, f"sell {key}")
        if sold < n:
            take(game, "pass")
        assert (asked(game), me(game).money) == ("main", 4 * sold)
        assert sorted(table(game).discard) == sorted(hand[:sold])


@pytest.mark.covers("R20.37", "pouch", "D11.9")
@pytest.mark.parametrize(("card", "n"), cards_with("pouch"))
def test_pouch_puts_up_to_n_hand_cards_under_the_animal_for_two_appeal_each(card, n):
    hand = ["A440", "S201", "P113"]
    for tucked in range(n + 1):
        game = entered(card, appeal=10, hand=hand)
        while asked(game) == "open":
            i = next(i for i in range(1, 9) if asked(take(game.clone(), f"resolve {i}")) == "pouch")
            take(game, f"resolve {i}")
        before = me(game).appeal
        for key in hand[:tucked]:
            assert legal(game)[0] == "pass"
            take(game, f"tuck {key}")
        if asked(game) == "pouch":
            take(game, "pass")
        assert asked(game) == "main"
        petting = 3 if card == "A528" and before == 10 else 0
        assert me(game).appeal == before + 2 * tucked + petting
        assert table(game).discard == [] and sorted(table(game).aside) == sorted(hand[:tucked])
        assert sorted(me(game).hand) == sorted(hand[tucked:])


@pytest.mark.covers("pouch", "R16.13")
def test_pouched_cards_are_discarded_when_the_animal_is_released():
    game = position(p(zoo=["A450"], hand=["P120"], appeal=20, buildings=["enclosure_2*"]), pouched=[["S201", "A450"]],
                    decision=doing("association", 5))  # fmt: skip
    take(game, "task project", "support P120 right")  # release a herbivore of size 1 or 2
    while asked(game) != "main":
        take(game, legal(game)[0])
    assert me(game).zoo == [] and {"A450", "S201"} <= set(table(game).discard) and table(game).aside == []


@pytest.mark.covers("R20.33", "sprint")
def test_sprint_with_too_few_cards_draws_what_is_left():
    game = scarce("A401", deck=["S201"], discard=["S202"])
    assert me(game).hand == ["S201", "S202"]


@pytest.mark.covers("sunbathing", "pouch", "digging", "R22.9")
@pytest.mark.parametrize(("card", "kind"), [("A473", "sell"), ("A450", "pouch"), ("A445", "dig")])
def test_optional_card_abilities_may_be_declined_at_once(card, kind):
    game = entered(card, hand=["A440"])
    assert asked(game) == kind
    assert gains(game, "pass") == {} and me(game).hand == ["A440"]


@pytest.mark.covers("sunbathing", "pouch", "R20.33")
@pytest.mark.parametrize("card", ["A473", "A450"])
def test_selling_and_tucking_need_a_hand_card(card):
    assert asked(settle(entered(card))) == "main"
