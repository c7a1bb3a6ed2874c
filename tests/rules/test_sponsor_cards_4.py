"""Sponsors 243-264: each effect of each card, unique buildings with every legal place."""
import pytest
from helpers import asked, doing, gains, legal, me, only_legal, p, position, table, take
from rules.printed import SPONSORS
from rules.sponsor_play import (
    BONUS_0,
    BORDER_0,
    MAP_0,
    ROCK_0,
    WATER_0,
    around,
    at,
    change,
    check_level_and_conditions,
    covered_but,
    final,
    footprints,
    income,
    pavilions,
    places,
    playing,
    questions,
    settle,
)

UNIQUE = [f"S{n}" for n in range(243, 258)]
KINDS = {f"S{n}": SPONSORS[f"S{n}"]["building"]["key"] for n in range(243, 258)}


@pytest.mark.covers("S243-S264", "R17.3")
@pytest.mark.parametrize("card", [f"S{n}" for n in range(243, 265)])
def test_level_and_conditions(card):
    check_level_and_conditions(card)


# --- unique buildings -------------------------------------------------------------------------------------------------


@pytest.mark.covers("S243-S257", "D7.3", "D12.15", "R17.13")
@pytest.mark.parametrize("card", UNIQUE)
def test_unique_buildings_have_exactly_the_places_of_their_card(card):
    # Placement rules R11.10-R11.14 with the demands printed on the card; the Build card is on side I.
    demands = SPONSORS[card]["building"]
    own = {(4, 7), (0, 7), (8, 5)}
    free = {tuple(map(int, cell.split(","))) for cell in MAP_0} - own - {(6, 5), (7, 4)}
    border = at(*BORDER_0)
    expected = {
        cells for cells in footprints(demands["key"])
        if cells <= free and (around(cells) & own or not demands["must_touch_building"])
        and len(around(cells) & WATER_0) >= demands["next_to"]["water"]
        and len(around(cells) & ROCK_0) >= demands["next_to"]["rock"]
        and len(cells & border) >= demands["border_cells_min"]
    }  # fmt: skip
    game = playing(card, reputation=3, buildings=pavilions("4,7", "0,7", "8,5"))
    take(game, f"play {card}")
    assert set(places(game)) == expected
    assert len(expected) > 1


def place_plain(game):
    """Places the building where it covers no placement bonus."""
    return settle(game, next(text for cells, text in places(game).items() if not cells & at(*BONUS_0)))


@pytest.mark.covers("S243-S247", "S251", "S255", "S256", "R17.11")
@pytest.mark.parametrize(("card", "appeal"), [
    ("S243", 2), ("S244", 2), ("S245", 4), ("S246", 4), ("S247", 2), ("S251", 2), ("S255", 4), ("S256", 4)])
def test_appeal_when_played(card, appeal):
    # 243-247 and 251: 2 for each own icon (245 and 246 show two); 255 and 256: 4 at once.
    game = playing(card, reputation=3, buildings=pavilions("4,7", "0,7", "8,5", "8,1"))
    before = me(game)
    take(game, f"play {card}")
    place_plain(game)
    assert (me(game).appeal - before.appeal, me(game).money - before.money) == (appeal, 0)


def animal_appeal(animal, zoo, buildings, **fields):
    game = position(p(hand=[animal], zoo=zoo, money=60, buildings=buildings, **fields), decision=doing("animals", 2))
    before = me(game).appeal
    questions(game, f"play {animal}")
    return me(game).appeal - before


@pytest.mark.covers("S243-S247", "R17.19")
@pytest.mark.parametrize(("card", "animal", "buildings"), [
    ("S243", "A428", ["enclosure_3"]), ("S244", "A502", ["enclosure_2"]), ("S245", "A484", ["enclosure_1+water1"]),
    ("S246", "A413", ["enclosure_3+rock1"]), ("S247", "A455", ["enclosure_3"]),
])  # fmt: skip
def test_243_to_247_give_two_appeal_for_each_icon_that_enters_the_own_zoo(card, animal, buildings):
    plain = animal_appeal(animal, [], buildings)
    assert animal_appeal(animal, [card], buildings) == plain + 2
    # Another category, without rock and water: nothing.
    assert animal_appeal("A405", [card], ["enclosure_1"]) == animal_appeal("A405", [], ["enclosure_1"])
    # Another zoo: nothing.
    game = position(p(hand=[animal], money=60, buildings=buildings), p(zoo=[card], appeal=9),
                    decision=doing("animals", 2))
    questions(game, f"play {animal}")
    assert me(game, 1).appeal == 9


@pytest.mark.covers("S245", "S246", "R21.6")
def test_245_and_246_trigger_for_each_terrain_icon():
    # Pelican (515): 2 water; ibex (444): 2 rock.
    assert animal_appeal("A515", ["S245"], ["enclosure_4+water2"]) == 5 + 4
    assert animal_appeal("A444", ["S246"], ["enclosure_2+rock2"]) == 5 + 4


FINAL_ICONS = {
    "S243": ["A428", "A439", "A445", "A438", "A443"], "S244": ["A502", "A507", "A513", "A496", "A494"],
    "S245": ["A407", "A478", "S256"], "S246": ["A444", "A413", "S255"],
    "S247": ["A455", "A454", "A460", "A465", "A466"],
}  # fmt: skip


@pytest.mark.covers("S243-S247")
@pytest.mark.parametrize("card", FINAL_ICONS)
def test_243_to_247_score_six_icons(card):
    # The own icons and those of the animals make six; one animal less makes five.
    assert final(zoo=[card, *FINAL_ICONS[card]]).conservation == 1
    assert final(zoo=[card, *FINAL_ICONS[card][:-1]]).conservation == 0


@pytest.mark.covers("S248", "R1.17")
def test_248_gives_an_x_token_for_each_own_primate_icon():
    def x_tokens(**fields):
        game = playing("S248", **fields)
        take(game, "play S248")
        before = me(game).x_tokens
        return me(place_plain(game)).x_tokens - before

    assert x_tokens() == 1
    assert x_tokens(x_tokens=5) == 0
    game = position(p(hand=["A455"], zoo=["S248"], buildings=["enclosure_3"]), decision=doing("animals", 2))
    assert change(game, "play A455")["x_tokens"] == 1
    game = position(p(hand=["A455"], buildings=["enclosure_3"]), p(zoo=["S248"]), decision=doing("animals", 2))
    settle(game, "play A455")
    assert me(game, 1).x_tokens == 0


@pytest.mark.covers("S249", "D12.16")
def test_249_keeps_one_of_two_drawn_cards_for_each_own_bird_icon():
    game = playing("S249", shared={"deck": ["A410", "P113", "A411"]})
    take(game, "play S249")
    place_plain(game)
    only_legal(game, "take A410", "take P113")
    take(game, "take P113")
    assert (me(game).hand, table(game).discard) == (["P113"], ["A410"])
    game = position(p(hand=["A502"], zoo=["S249"], buildings=["enclosure_2"]), deck=["A410", "P113"],
                    decision=doing("animals", 2))
    settle(game, "play A502")
    assert asked(game) == "keep"


@pytest.mark.covers("S250", "D12.17")
def test_250_sells_up_to_two_hand_cards_for_each_own_reptile_icon():
    game = playing("S250", hand=["A410", "P113", "S201"], buildings=pavilions("0,7", "4,7", "8,5"))
    take(game, "play S250")
    place_plain(game)
    only_legal(game, "pass", "sell A410", "sell P113", "sell S201")
    assert gains(game, "sell P113", "sell A410") == {"money": 8}
    assert (me(game).hand, table(game).discard, asked(game)) == (["S201"], ["A410", "P113"], "sponsors")
    game = playing("S250", hand=["A410"], buildings=pavilions("0,7", "4,7", "8,5"))
    take(game, "play S250")
    assert gains(place_plain(game), "pass") == {}
    game = position(p(hand=["A484", "A410"], zoo=["S250"], buildings=["enclosure_1+water1"]),
                    decision=doing("animals", 2))
    assert "sell" in questions(game, "play A484")


@pytest.mark.covers("S251", "R17.20")
def test_251_gives_two_appeal_for_bear_icons_of_any_zoo():
    assert animal_appeal("A415", ["S251"], ["enclosure_1"]) == 4 + 2
    assert animal_appeal("A405", ["S251"], ["enclosure_1"]) == 3  # a predator, but no bear
    game = position(p(hand=["A415"], money=60, buildings=["enclosure_1"]), p(zoo=["S251"], appeal=9),
                    decision=doing("animals", 2))
    questions(game, "play A415")
    assert me(game, 1).appeal == 11


@pytest.mark.covers("S251")
@pytest.mark.parametrize(("bears", "points"), [(2, 0), (3, 1), (5, 1), (6, 2)])
def test_251_scores_three_and_six_bear_icons(bears, points):
    assert final(zoo=["S251", *["A408", "A409", "A414", "A415", "A434"][:bears - 1]]).conservation == points


@pytest.mark.covers("S252", "D12.18")
def test_252_hunts_among_as_many_cards_as_predator_icons():
    # The cheetah's 2 icons and its own: 3 cards.
    for deck, offered, discard in ((["S201", "A410", "A411", "A413"], ["A410", "A411"], ["A411", "S201"]),
                                   (["S201", "S202", "P113", "A413"], [], ["P113", "S201", "S202"])):
        game = playing("S252", zoo=["A401"], shared={"deck": deck})
        take(game, "play S252")
        place_plain(game)
        if offered:
            only_legal(game, *(f"take {card}" for card in offered))
            take(game, "take A410")
        assert sorted(me(game).hand) == offered[:1]
        assert sorted(table(game).discard) == sorted(discard)


@pytest.mark.covers("S252", "R21.6")
def test_252_hunts_twice_for_a_double_icon_and_counts_both_each_time():
    deck = ["A410", "A411", "A412", "A413", "A414", "A415", "A416", "A417", "A418", "A419"]
    game = position(p(hand=["A401"], zoo=["S252"], buildings=["enclosure_5"]), deck=deck, decision=doing("animals", 2))
    assert questions(game, "play A401").count("hunter") == 2
    # Two hunts among 3 cards (one taken, two discarded each) and Sprint 3.
    assert (len(table(game).discard), len(me(game).hand)) == (4, 2 + 3)


def okapi(*hand, **fields):
    game = playing("S253", hand=list(hand), buildings=pavilions("0,7"), **fields)
    take(game, "play S253")
    return place_plain(game)


@pytest.mark.covers("S253", "D12.19", "R17.18")
def test_253_buys_a_sponsor_for_its_level_with_a_token():
    game = okapi("S226", "S202", money=6)  # 202 needs a research icon
    only_legal(game, "pass", "play S226")
    order = me(game).order
    assert gains(game, "play S226") == {"money": -6, "reputation": 2}  # the printed example
    assert sorted(me(game).card_tokens) == [0, 0, 0, 2]
    assert me(game).order == order
    assert asked(okapi("S226", money=5)) == "sponsors"  # too expensive
    assert asked(okapi("S202", money=9)) == "sponsors"


@pytest.mark.covers("S253", "D12.19")
def test_253_keeps_its_token_when_declined_and_is_over_without_tokens():
    game = okapi("S226", money=6)
    take(game, "pass")
    assert sorted(me(game).card_tokens) == [0, 0, 0, 3]
    for tokens, kinds in (({"S253": 1}, ["sponsor_for_money"]), ({}, [])):
        game = position(p(hand=["A445", "S223"], zoo=["S253"], card_tokens=tokens, money=60, buildings=["enclosure_1"]),
                        decision=doing("animals", 2))
        assert [kind for kind in questions(game, "play A445") if kind != "dig"] == kinds
    # Herbivores of another zoo do not count.
    game = position(p(hand=["A445"], money=60, buildings=["enclosure_1"]), p(zoo=["S253"], hand=["S223"]),
                    decision=doing("animals", 2))
    questions(game, "play A445")
    assert (game.current_player(), asked(game)) == (1, "main")


@pytest.mark.covers("S253", "R29.14")
def test_253_pays_less_when_sponsor_levels_are_lowered():
    hills = ["pavilion@1,10", "pavilion@4,11", "pavilion@6,9"]
    game = position(p(map="8", hand=["A445", "S226"], zoo=["S253"], money=8 + 5, buildings=["enclosure_1", *hills]),
                    decision=doing("animals", 2))
    settle(game, "play A445")
    while asked(game) != "sponsor_for_money":
        settle(game, "pass")
    assert gains(game, "play S226")["money"] == -5


@pytest.mark.covers("S254", "D12.1")
def test_254_gives_a_card_reputation_and_conservation_in_any_order():
    # Reputation 1 to 2 opens slot 2 of the display: taking the card later helps.
    offers = []
    for first in ("resolve 1", "resolve 2"):
        game = playing("S254")
        take(game, "play S254")
        before = me(game)
        take(game, next(text for cells, text in places(game).items() if not cells & at(*BONUS_0)))
        assert asked(game) == "open"  # reputation first or card first
        take(game, first)
        settle(game)
        offers.append(set(legal(game)))
        settle(game, "take deck")
        after = me(game)
        gained = after.reputation - before.reputation, after.conservation - before.conservation, len(after.hand)
        assert gained == (1, 1, 1)
    assert sorted(map(len, offers)) == [3, 4]
    assert all({"pass", "take deck", "take slot 1"} <= offer for offer in offers)
    assert any("take slot 2" in offer for offer in offers)
    assert len(at(*BORDER_0) & next(iter(places(take(playing("S254"), "play S254"))))) >= 2


ENTRANCE = {"kind": "side_entrance", "cells": [[8, 3], [8, 5]]}


@pytest.mark.covers("S257", "R24.12")
@pytest.mark.parametrize(("buildings", "money"), [
    ([], 0), (["pavilion@8,1"], 2), (["pavilion@7,4"], 2),  # touches both of its spaces
    (["enclosure_1@7,2"], 0), (["enclosure_1@7,2*"], 2), (["pavilion@6,1"], 0),  # empty; occupied; not next to it
    ([{"kind": "petting_zoo", "cells": [[7, 2], [7, 4], [8, 1]]}], 2),  # an empty special enclosure
    ([{"kind": "zoo_school", "cells": [[7, 2], [7, 4], [8, 1]]}], 2),  # a unique building
    (["kiosk@8,7"], 2 + 1),  # the kiosk gets 1 for the side entrance
    (["pavilion@8,1", "enclosure_1@7,2*", "pavilion@7,6"], 6),
])  # fmt: skip
def test_257_pays_income_for_adjacent_buildings(buildings, money):
    assert income(zoo=["S257"], buildings=[ENTRANCE, *buildings]) == ({"money": money} if money else {})


# --- 258-264 ----------------------------------------------------------------------------------------------------------


@pytest.mark.covers("S258", "R11.31")
def test_258_counts_connected_and_isolated_water():
    # (7,10) touches (8,9), (8,11), (7,12); (2,9) touches (2,7), (1,10); 5 of 10 water spaces stay isolated.
    for cells, connected in (([], 0), (["7,10"], 3), (["7,10", "2,9"], 5)):
        game = playing("S258", buildings=pavilions(*cells))
        assert change(game, "play S258") == ({"appeal": connected} if connected else {})
        assert final(zoo=["S258"], buildings=pavilions(*cells)).conservation == (10 - connected) // 2
    # Built-over water is neither.
    game = playing("S258", zoo=["S219"], buildings=pavilions("7,10", "8,9"))
    assert change(game, "play S258") == {"appeal": 2}


@pytest.mark.covers("S259", "R11.31")
def test_259_counts_connected_and_isolated_rock():
    # (5,10) touches (5,8), (6,9), (6,11), (5,12); (0,9) touches (0,11); (2,11) touches (1,12); 3 of 9 are isolated.
    for cells, connected in (([], 0), (["5,10"], 4), (["5,10", "0,9", "2,11"], 6)):
        game = playing("S259", buildings=pavilions(*cells))
        assert change(game, "play S259") == ({"appeal": connected} if connected else {})
        assert final(zoo=["S259"], buildings=pavilions(*cells)).conservation == (9 - connected) // 2


@pytest.mark.covers("S260", "R11.31")
def test_260_counts_connected_border_spaces():
    # (0,7) touches the border building spaces (0,5) and (0,9); (7,10) touches only rock and water of the border.
    for cells, connected in ((["0,7"], 2), (["7,10"], 0), (["0,7", "0,5"], 1), (["5,2"], 3)):  # (5,0), (4,1), (6,1)
        game = playing("S260", buildings=pavilions(*cells))
        assert change(game, "play S260") == ({"appeal": connected} if connected else {})


@pytest.mark.covers("S260", "R11.31")
def test_260_scores_full_sixes_within_each_group_of_empty_spaces():
    # The printed example: groups of 13, 6, 3 and 2 spaces give 2 + 1 + 0 + 0; the first holds the Build II spaces.
    groups = ["1,8 2,9 3,10 3,12 3,6 3,8 4,11 4,7 4,9 5,10 5,6 6,5 7,4", "4,1 5,0 5,2 6,1 7,0 8,1", "1,2 1,4 2,3",
              "7,8 8,7"]
    cells = [at(*group.split()) for group in groups]
    assert [len(group) for group in cells] == [13, 6, 3, 2]
    assert not any(around(one) & other for one in cells for other in cells if one is not other)
    assert final(zoo=["S260"], buildings=covered_but(*" ".join(groups).split())).conservation == 3
    assert final(zoo=["S260"], buildings=covered_but(*groups[1].split())).conservation == 1
    assert final(zoo=["S260"], buildings=covered_but(*groups[1].split()[1:])).conservation == 0


@pytest.mark.covers("S261")
def test_261_gives_one_appeal_and_one_conservation():
    assert change(playing("S261"), "play S261") == {"appeal": 1, "conservation": 1}


@pytest.mark.covers("S262", "R21.12")
def test_262_pays_for_kinds_and_for_kinds_that_are_new():
    # Raccoon (bear, predator, Americas), goat (petting zoo), partner zoo Asia: 5 kinds; research, rock, water: none.
    game = playing("S262", zoo=["A415", "A519", "S223", "S255", "S256"], partner_zoos=["asia"])
    assert change(game, "play S262") == {"money": 10}
    # The cheetah: predator (twice) and Africa are new, each once.
    assert animal_appeal("A401", ["S262"], ["enclosure_5"]) == 6 + 2
    game = position(p(hand=["A401"], zoo=["S262"], buildings=["enclosure_5"]), decision=doing("animals", 2))
    assert change(game, "play A401")["money"] == -17 + 4
    assert animal_appeal("A401", ["S262", "A404"], ["enclosure_5"]) == 6  # both kinds are there
    for zoo, expected in ((["S262"], {"appeal": 1, "money": 2, "workers": -1}), (["S262", "A428"], {"workers": -1})):
        game = position(p(zoo=zoo), decision=doing("association", 3))
        assert change(game, "task partner_zoo", "partner africa") == expected


@pytest.mark.covers("S263", "D12.20")
def test_263_may_place_a_free_enclosure_of_five():
    game = playing("S263", reputation=6, money=0, buildings=["pavilion@4,7"])
    settle(game, "play S263")
    assert "pass" in legal(game)
    assert places(game).keys() <= footprints("enclosure_5")
    assert all(around(cells) & {(4, 7)} for cells in places(game))
    settle(game, next(text for cells, text in places(game).items() if not cells & at("4,5", "7,2", "8,7")))  # no money
    assert (me(game).built.bit_count(), me(game).occupied, me(game).money) == (6, 0, 0)
    assert me(take(settle(playing("S263", reputation=6), "play S263"), "pass")).built == 0


@pytest.mark.covers("S263", "D5.4", "R29.10")
@pytest.mark.parametrize(("animal", "fields", "offered"), [
    ("A402", {"zoo": ["S263", "A404", "A405"]}, True), ("A402", {"zoo": ["S263", "A404"]}, False),  # 2 of 3 predators
    ("A402", {"zoo": ["A404", "A405"]}, False),  # without the card
    ("A402", {"zoo": ["S263", "A404"], "map": "6", "connected": True}, True),  # two conditions with the institute
    ("A402", {"zoo": ["S263"], "map": "6", "connected": True}, False),
    ("A421", {"zoo": ["S263"]}, True), ("A421", {"zoo": []}, False),  # fur seal: Animals II ignored
    ("A418", {"zoo": ["S263", "A419"]}, False), ("A418", {"zoo": ["A419", "A443"]}, True),  # size 3: 2 Europe icons
    ("A421", {"zoo": ["S263"], "dry": True}, False),  # rock and water cannot be ignored
])  # fmt: skip
def test_263_ignores_one_condition_of_large_animals(animal, fields, offered):
    fields = dict(fields)
    buildings = ["enclosure_1", "enclosure_5+rock1+water0" if fields.pop("dry", False) else "enclosure_5+rock1+water1"]
    buildings += ["pavilion@0,11"] if fields.pop("connected", False) else []
    game = position(p(hand=[animal, "A410"], money=60, buildings=buildings, **fields), decision=doing("animals", 2))
    assert "play A410" in legal(game)
    assert (f"play {animal}" in legal(game)) is offered


@pytest.mark.covers("S264", "R11.31")
def test_264_counts_connected_and_isolated_placement_bonuses():
    # (4,9) touches the bonuses (3,8) and (5,10): 2 of 12 are connected.
    assert change(playing("S264", buildings=pavilions("4,9")), "play S264") == {"appeal": 2}
    assert final(zoo=["S264"], buildings=pavilions("4,9")).conservation == 5
    # The printed example: 3 isolated ones give 1 conservation. All but (8,7), (0,9), (4,1) are covered.
    isolated = ("8,7", "0,9", "4,1")
    rest = pavilions(*(cell for cell in BONUS_0 if cell not in isolated))
    assert final(zoo=["S264"], buildings=rest).conservation == 1
    assert final(zoo=["S264"], buildings=[*rest, *pavilions("8,5", "0,7")]).conservation == 0


@pytest.mark.covers("S264", "R29.15")
def test_264_does_not_count_h_spaces():
    # On map 8 (5,10) touches the H spaces (4,11) and (6,9), rock, and no placement bonus.
    assert change(playing("S264", map="8", buildings=pavilions("5,10")), "play S264") == {}
    assert change(playing("S264", map="8", buildings=pavilions("3,6")), "play S264") == {"appeal": 1}  # (4,5): X-token
