"""Piles that run out, and what each seat knows of hidden cards (R30, R31.2, D14.2)."""
import pytest
from helpers import asked, effect, me, p, position, table, take
from rules.ability_play import entered

from arknova_fast.game import Game

ALL = [f"A{i}" for i in range(401, 529)] + [f"S{i}" for i in range(201, 265)] + [f"P{i}" for i in range(113, 133)]
EMPTY = [None] * 6


def scarce(*effects, deck=(), discard=(), display=(), n: int = 2, **fields) -> Game:
    """Deck, discard pile and display hold nothing but these; seat 1 has all other cards."""
    shown = [*display, *EMPTY][:6]
    used = {*deck, *discard, *filter(None, shown), *fields.get("hand", []), *fields.get("zoo", [])}
    rest = [key for key in ALL if key not in used]
    return position(p(**fields), p(hand=rest), n=n, deck=list(deck), discard=list(discard), display=shown,
                    decision=effect(*effects) if effects else {})  # fmt: skip


def seen(game: Game, seat: int) -> dict:
    return game.observe(seat).as_dict()


def deck_of(game: Game) -> set[str]:
    view = game.view()
    return {game.ruleset.card_key(int(card)) for card in view["deck"][: int(view["n_deck"])]}


# --- piles that run out -----------------------------------------------------------------------------------------------


@pytest.mark.covers("R30.1", "sprint")
def test_an_empty_deck_is_replaced_by_the_shuffled_discard_pile():
    pile = ["A440", "A441", "S202", "P113"]
    game = scarce({"op": "sprint", "n": 3}, deck=["S201"], discard=pile)
    drawn = me(game).hand
    assert "S201" in drawn and len(drawn) == 3  # the remaining card comes first
    assert set(drawn) - {"S201"} < set(pile)
    assert deck_of(game) == set(pile) - set(drawn) and table(game).discard == []


@pytest.mark.covers("R30.1")
def test_the_discard_pile_is_not_touched_while_the_deck_suffices():
    game = scarce({"op": "sprint", "n": 2}, deck=["S201", "S202"], discard=["A440"])
    assert (me(game).hand, table(game).discard, deck_of(game)) == (["S201", "S202"], ["A440"], set())


@pytest.mark.covers("R30.1")
def test_the_order_of_the_reshuffled_pile_is_random():
    hands = {tuple(me(position(p(), rest="discard", display=EMPTY, seed=seed, decision=effect(op="sprint", n=1))).hand)
             for seed in range(10)}  # fmt: skip
    assert len(hands) > 3


@pytest.mark.covers("R30.2")
def test_too_few_cards_in_both_piles_are_all_drawn():
    game = scarce({"op": "sprint", "n": 3}, deck=["S201"], discard=["S202"])
    assert (me(game).hand, deck_of(game), table(game).discard) == (["S201", "S202"], set(), [])


@pytest.mark.covers("R30.2", "R9.5")
def test_display_slots_stay_empty_when_nothing_is_left():
    game = scarce(deck=["S201"], display=["A401", "A402", None, "A403"])
    take(game, "x-token build")
    assert table(game).display == ["A401", "A402", "A403", "S201", None, None]


@pytest.mark.covers("R30.3", "R30.4")
def test_reveal_until_reshuffles_and_stops_at_the_first_match():
    # The H space of map 8 looks for a sponsor: 401 and P113 are revealed, then the discard pile is shuffled.
    game = scarce({"op": "h_space"}, deck=["A401", "P113"], discard=["S201"], map="8")
    assert me(game).hand == ["S201"]
    assert sorted(table(game).discard) == ["A401", "P113"] and deck_of(game) == set()


@pytest.mark.covers("R30.3", "R30.4")
def test_reveal_until_stops_when_no_card_is_left():
    game = scarce({"op": "h_space"}, deck=["A401", "P113"], discard=["A402"], map="8")
    assert (asked(game), me(game).hand) == ("main", [])
    assert sorted(table(game).discard) == ["A401", "A402", "P113"]


@pytest.mark.covers("R30.4")
def test_revealed_cards_that_are_not_taken_are_discarded_and_later_ones_stay():
    game = position(p(map="8"), deck=["A401", "P113", "S201", "S202"], display=["A402", "A403", "A404", "A406", "A407",
                    "A433"], decision=effect(op="h_space"))  # fmt: skip
    assert me(game).hand == ["S201"] and sorted(table(game).discard) == ["A401", "P113"]
    assert "S202" in deck_of(game)


@pytest.mark.covers("R30.5")
def test_a_discarded_final_scoring_card_goes_under_the_pile_and_can_be_drawn_again():
    game = position(p(finals=["F001", "F002"], conservation=9), p(finals=["F003"]), final_pile=["F004", "F005"],
                    decision=effect(op="conservation", n=1))  # fmt: skip
    take(game, "discard F001", "discard F003")
    pile = [f"F{int(i) + 1:03}" for i in game.view()["final_pile"][: int(game.view()["n_final"])]]  # bottom first
    assert set(pile[:2]) == {"F001", "F003"} and pile[-1] == "F004"


# --- hidden piles and hands -------------------------------------------------------------------------------------------


@pytest.mark.covers("R30.6", "R1.10")
@pytest.mark.parametrize("piles", [
    [{"deck": ["S201", "S202", "A440"]}, {"deck": ["A440", "S202", "S201"]}],
    [{"final_pile": ["F001", "F002"]}, {"final_pile": ["F002", "F001"]}],
])  # fmt: skip
def test_the_order_of_the_piles_is_hidden_from_everybody(piles):
    display = ["A401", "A402", "A403", "A404", "A406", "A407"]
    one, two = (position(p(), display=display, **pile) for pile in piles)
    assert one != two
    for seat in (0, 1):
        assert one.observe(seat) == two.observe(seat)


@pytest.mark.covers("R30.6", "R30.9")
def test_the_base_project_pile_is_face_down():
    base = [f"P{i}" for i in range(101, 113)]
    game = position(p(), base_projects=base[:3])
    assert seen(game, 0)["base_pile"] == ["?"] * 9
    # One with a card of the pile in the rival's hand cannot be told from another one.
    one, two = (position(p(), p(hand=[key]), base_projects=base[:3]) for key in ("P104", "P111"))
    assert one != two and one.observe(0) == two.observe(0)


@pytest.mark.covers("R30.7", "hunter")
def test_cards_revealed_by_hunter_are_seen_by_all():
    game = entered("A404", table={"deck": ["A440", "A441"]})
    assert seen(game, 1)["drawn"] == ["A440", "A441"]
    take(game, "take A441")
    assert seen(game, 1)["seats"][0]["hand"] == ["A441"]  # the kept card included
    assert seen(game, 1)["discard"] == ["A440"]


@pytest.mark.covers("R30.7")
def test_the_sponsor_found_on_map_eight_is_seen_by_all():
    game = position(p(map="8"), deck=["A440", "S201"], decision=effect(op="h_space"))
    assert seen(game, 1)["seats"][0]["hand"] == ["S201"]


@pytest.mark.covers("R30.7", "perception", "sprint", "scavenging", "digging")
def test_drawn_cards_are_seen_only_by_their_owner_until_discarded():
    game = entered("A513", table={"deck": ["A440", "S201", "S202", "P113"]})
    assert seen(game, 0)["drawn"] == ["A440", "S201", "S202", "P113"]
    assert seen(game, 1)["drawn"] == ["?"] * 4
    take(game, "take A440", "take S201")
    assert seen(game, 1)["seats"][0]["hand"] == ["?", "?"]
    assert seen(game, 1)["discard"] == ["S202", "P113"]
    for ability, text in ((entered("A507", table={"deck": ["A440"]}), None),
                          (entered("A490", table={"discard": ["A440"]}), "take A440"),
                          (entered("A445", hand=["A441"], table={"deck": ["A440"]}), "discard A441")):  # fmt: skip
        take(ability, *([text] if text else []))
        assert me(ability).hand == ["A440"] and seen(ability, 1)["seats"][0]["hand"] == ["?"]


@pytest.mark.covers("R30.8", "snapping", "sponsor_magnet")
def test_cards_taken_from_the_display_stay_known_to_all():
    display = ["A401", "S220", "P113", "A404", "S225", "A406"]
    game = take(entered("A477", hand=["S202"], table={"display": display}), "take slot 4")
    assert seen(game, 1)["seats"][0]["hand"] == ["A404", "?"]
    magnet = entered("A437", table={"display": display})
    assert seen(magnet, 1)["seats"][0]["hand"] == ["S220", "S225"]


@pytest.mark.covers("R30.9", "R20.26", "assertion")
def test_a_base_project_taken_by_assertion_is_hidden_from_the_others():
    base = [f"P{i}" for i in range(101, 113)]
    games = [take(entered("A427", table={"base_projects": base[:3]}), f"take {key}") for key in ("P104", "P109")]
    assert seen(games[0], 1)["seats"][0]["hand"] == ["?"]
    assert seen(games[0], 1)["base_pile"] == ["?"] * 8
    assert games[0].observe(1) == games[1].observe(1)
    assert sorted(seen(games[0], 0)["base_pile"]) == base[4:]  # the user has seen the whole pile


@pytest.mark.covers("R20.26", "dominance")
def test_the_named_project_of_dominance_is_known_and_the_rest_stays_hidden():
    game = take(entered("A451"), "take P108")
    assert seen(game, 1)["seats"][0]["hand"] == ["P108"]
    assert seen(game, 0)["base_pile"] == seen(game, 1)["base_pile"] == ["?"] * 8


@pytest.mark.covers("R30.7", "pilfering")
def test_a_stolen_card_is_known_to_the_two_players_concerned():
    game = position(p(), p(appeal=20, money=9, hand=["S201"]), n=3, decision=effect(op="pilfering", n=1))
    take(game, "give card")
    assert [seen(game, seat)["seats"][0]["hand"] for seat in range(3)] == [["S201"], ["S201"], ["?"]]


@pytest.mark.covers("R30.7", "pouch", "D11.9")
def test_pouched_cards_are_hidden_from_the_others():
    game = take(entered("A450", hand=["S201"]), "tuck S201")
    assert seen(game, 0)["pouched"]["under"] == [{"card": "S201", "host": "A450"}]
    assert seen(game, 1)["pouched"]["under"] == [{"card": "?", "host": "A450"}]


@pytest.mark.covers("D11.12", "resistance", "R30.6")
def test_final_scoring_cards_of_resistance_are_private():
    games = [entered("A426", table={"final_pile": pile}) for pile in (["F001", "F002"], ["F003", "F004"])]
    assert seen(games[0], 0)["drawn_finals"] == ["F001", "F002"]
    assert seen(games[0], 1)["drawn_finals"] == ["?", "?"]
    assert games[0].observe(1) == games[1].observe(1)


@pytest.mark.covers("D14.2", "R22.8", "R23.12")
def test_the_discards_at_conservation_ten_are_independent_and_hidden():
    start = position(p(finals=["F001", "F002"], conservation=9), p(finals=["F003", "F004"]), n=2,
                     decision=effect(op="conservation", n=1))  # fmt: skip
    one, two = (take(start.clone(), f"discard {key}") for key in ("F001", "F002"))
    assert one.current_player() == two.current_player() == 1
    assert one.observe(1) == two.observe(1)  # nothing of the first choice shows
    assert one.legal_actions() == two.legal_actions()


@pytest.mark.covers("R31.2", "R1.13")
@pytest.mark.parametrize("face_down", [True, False])
def test_the_discard_pile_may_lie_face_down_by_agreement(face_down):
    games = [position(p(), p(hand=[other]), discard=[key, "A442"], face_down_discard=face_down)
             for key, other in (("A440", "A441"), ("A441", "A440"))]  # fmt: skip
    assert (games[0].observe(0) == games[1].observe(0)) == face_down
    assert seen(games[0], 0)["discard_size"] == 2
    assert seen(games[0], 0)["discard"] == ([] if face_down else ["A440", "A442"])
