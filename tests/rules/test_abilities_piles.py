"""Abilities that look at the piles of base projects and final scoring cards (R20.24-R20.26, R20.42, D11.10-D11.12)."""
import pytest
from helpers import asked, doing, effect, legal, me, only_legal, p, position, table, take
from rules.ability_play import about_to_play, entered, having, play

from arknova_fast.game import Game

# --- the pile of base projects ----------------------------------------------------------------------------------------

BASE = [f"P{i}" for i in range(101, 113)]


def base_pile(game: Game) -> list[str]:
    return [BASE[i] for i in range(12) if game.view()["base_pile"] >> i & 1]


@pytest.mark.covers("R20.24", "assertion", "D11.10")
@pytest.mark.parametrize("card", having("assertion"))
def test_assertion_takes_one_of_the_unused_base_projects(card):
    game = entered(card, table={"base_projects": ["P101", "P106", "P110"]})
    rest = [key for key in BASE if key not in ("P101", "P106", "P110")]
    only_legal(game, "pass", *(f"take {key}" for key in rest))
    declined = take(game.clone(), "pass")
    assert (me(declined).hand, base_pile(declined)) == ([], rest)
    take(game, "take P107")
    assert (me(game).hand, base_pile(game)) == (["P107"], [key for key in rest if key != "P107"])


@pytest.mark.covers("assertion", "R20.24", "R20.33")
def test_assertion_without_a_card_in_the_pile_has_no_effect():
    assert asked(entered("A427", p(hand=BASE[3:]), table={"base_projects": BASE[:3]})) == "main"


@pytest.mark.covers("assertion")
def test_a_base_project_in_hand_is_played_above_the_board_and_discarded_to_the_common_pile():
    game = position(p(zoo=["A436"], hand=["P104"]), base_projects=BASE[:3], decision=doing("association", 5))
    take(game, "task project")
    assert "support P104 right" in legal(game)  # two Americas icons
    take(game, "support P104 right")
    assert game.ruleset.card_key(table(game).above_card[0]) == "P104"
    sold = take(entered("A473", hand=["P104"]), "sell P104")
    assert table(sold).discard == ["P104"] and "P104" not in base_pile(sold)


@pytest.mark.covers("R20.25", "dominance", "D11.11")
def test_dominance_offers_the_primates_project_of_the_pile():
    game = entered("A451", table={"base_projects": ["P101", "P106", "P110"]})
    only_legal(game, "pass", "take P108")
    assert me(take(game.clone(), "pass")).hand == []
    take(game, "take P108")
    assert me(game).hand == ["P108"] and "P108" not in base_pile(game)


@pytest.mark.covers("R20.25", "dominance")
@pytest.mark.parametrize("where", [
    {"table": {"base_projects": ["P101", "P108", "P110"]}},
    {"table": {"discard": ["P108"]}},
    {"hand": ["P108"]},
])  # fmt: skip
def test_dominance_has_no_effect_when_primates_left_the_pile(where):
    assert asked(entered("A451", **where)) == "main"


# --- final scoring cards ----------------------------------------------------------------------------------------------


@pytest.mark.covers("R20.42", "resistance", "D11.12", "R30.5")
@pytest.mark.parametrize("card", having("resistance"))
def test_resistance_keeps_one_of_two_drawn_final_scoring_cards(card):
    game = entered(card, finals=["F005", "F006"], table={"final_pile": ["F001", "F002", "F003"]})
    only_legal(game, "keep F001", "keep F002")  # not the ones held before; not optional
    take(game, "keep F002")
    assert me(game).finals == sum(1 << i - 1 for i in (2, 5, 6))
    pile = [int(i) for i in game.view()["final_pile"][: game.view()["n_final"]]]
    assert pile[-1] == 2  # F003 is on top now
    assert pile[0] == 0  # F001 went under the pile


@pytest.mark.covers("resistance", "R20.42", "D14.2")
def test_the_discard_at_conservation_ten_is_any_one_of_all_cards_held():
    game = position(p(finals=["F001", "F002", "F005"], conservation=9), p(finals=["F003", "F004"]),
                    decision=effect(op="conservation", n=1))  # fmt: skip
    only_legal(game, "discard F001", "discard F002", "discard F005")
    take(game, "discard F001")
    assert game.current_player() == 1
    only_legal(game, "discard F003", "discard F004")
    take(game, "discard F004")
    assert (me(game).finals, me(game, 1).finals) == (0b10010, 0b00100)


@pytest.mark.covers("resistance", "R22.4", "D11.12", "D9.4")
def test_the_discard_at_conservation_ten_may_come_before_or_after_resistance():
    # 431: 1 conservation and Resistance.
    game = about_to_play("A431", side=2, conservation=9, finals=["F001", "F002"], buildings=["enclosure_5+water1"],
                         table={"final_pile": ["F003", "F004"]})  # fmt: skip
    play(game, "A431")
    assert asked(game) == "open"
    found = {asked(take(game.clone(), text)): text for text in legal(game)}
    assert set(found) == {"final_discard", "resistance"}
    after = take(game.clone(), found["resistance"], "keep F003")
    only_legal(after, "discard F001", "discard F002", "discard F003")
    before = take(game, found["final_discard"])
    only_legal(before, "discard F001", "discard F002")


@pytest.mark.covers("resistance", "R20.33")
def test_resistance_with_one_card_left_in_the_pile_keeps_it():
    def game(own: int):
        held = [f"F{i:03}" for i in range(1, 12)]
        return entered("A426", p(finals=held[own:]), finals=held[1:own])

    only_legal(game(8), "keep F001")
    assert me(take(game(8), "keep F001")).finals == 0b11111111
    assert asked(entered("A426", p(finals=[f"F{i:03}" for i in range(1, 12)]))) == "main"
