"""The Sponsors action (R17, D7): levels, sources, the break option, unique buildings, sponsors bought with money."""
import pytest
from helpers import act, asked, doing, effect, gains, legal, me, only_legal, p, position, table, take
from rules.printed import SPONSORS
from rules.sponsor_play import at, change, covered_but, final, footprints, income, places, playing, settle

DISPLAY = ["S220", "S226", "A401", "A402", "A403", "S224"]  # levels 4, 6 and 4; 224 needs a research icon


def sponsors(*hand: str, strength: int, side: int = 1, **fields):
    return position(p(hand=list(hand), **fields), display=DISPLAY, decision=doing("sponsors", strength, side))


# --- side I and side II -----------------------------------------------------------------------------------------------


@pytest.mark.covers("R17.1")
def test_side_one_plays_exactly_one_sponsor_from_hand_up_to_the_strength():
    game = sponsors("S202", "S209", "S205", "S225", strength=4, universities=["science_reputation"])
    # 225 has level 3; 202 and 209 have level 5; 205 needs 3 research icons; the display is out of reach on side I.
    only_legal(game, "play S225", "break")
    take(game, "play S225")
    assert (asked(game), game.current_player()) == ("main", 1)
    assert me(game).zoo == ["S225"]


@pytest.mark.covers("R17.1", "R5.5")
def test_strength_above_five_reaches_level_six_sponsors():
    assert "play S249" not in legal(sponsors("S249", strength=5))
    assert "play S249" in legal(sponsors("S249", strength=6))


@pytest.mark.covers("R17.2")
def test_side_two_plays_sponsors_with_a_total_level_of_strength_plus_one():
    game = sponsors("S225", "S261", "S203", strength=5, side=2)  # levels 3, 3 and 4: budget 6
    settle(game, "play S225")
    # 6 - 3 = 3 left: 261 (3), not 203 (4) nor the 220 of the display (4).
    only_legal(game, "pass", "play S261")
    settle(game, "play S261")
    assert game.current_player() == 0
    only_legal(game, "pass")
    take(game, "pass")
    assert sorted(me(game).zoo) == ["S225", "S261"]


@pytest.mark.covers("R17.2", "D7.2")
def test_side_two_also_plays_display_cards_in_range_for_the_slot_number():
    game = sponsors("S225", strength=5, side=2, reputation=2, money=10)  # reputation 2: slots 1 and 2
    only_legal(game, "play S220", "play S225", "play S226", "break")
    assert change(game, "play S226") == {"money": -2, "reputation": 2}  # slot 2
    assert table(game).display[1] is None  # no refill before the turn is over


@pytest.mark.covers("D7.2", "R9.8")
def test_display_sponsors_need_range_and_the_money_of_their_slot():
    assert "play S226" not in legal(sponsors(strength=5, side=2, reputation=1, money=10))
    assert "play S226" not in legal(sponsors(strength=5, side=2, reputation=2, money=1))
    assert "play S226" in legal(sponsors(strength=5, side=2, reputation=2, money=2))
    far = {"upgraded": ["cards"], "universities": ["two_science"]}
    assert "play S224" not in legal(sponsors(strength=5, side=2, reputation=12, money=10, **far))  # slot 6 from 13
    assert "play S224" in legal(sponsors(strength=5, side=2, reputation=13, money=6, **far))
    assert "play S224" not in legal(sponsors(strength=5, side=2, reputation=13, money=5, **far))
    assert "play S220" not in legal(sponsors(strength=5, side=1, reputation=13, money=10, **far))


@pytest.mark.covers("R17.3")
def test_every_condition_of_a_sponsor_must_hold():
    # 263 needs Sponsors II and reputation 6.
    assert "play S263" in legal(sponsors("S263", strength=5, side=2, reputation=6))
    assert "play S263" not in legal(sponsors("S263", strength=5, side=2, reputation=5))
    assert "play S263" not in legal(sponsors("S263", strength=5, side=1, reputation=6))


@pytest.mark.covers("R17.3", "R17.5")
def test_the_first_sponsor_of_an_action_can_meet_the_condition_of_the_second():
    game = sponsors("S202", "S223", strength=7, side=2)  # 202 (level 5) needs a research icon; budget 8
    assert "play S202" not in legal(game)
    assert "play S202" in legal(take(game, "play S223"))


@pytest.mark.covers("R17.4")
def test_a_sponsor_from_hand_costs_no_money():
    game = sponsors("S223", strength=3, money=0)
    assert gains(game, "play S223") == {}


@pytest.mark.covers("R17.5")
def test_a_sponsor_is_resolved_before_the_next_one_is_chosen():
    game = playing("S201", hand=["S223"], strength=7)
    take(game, "play S201")
    assert asked(game) == "take"
    assert "play S223" not in legal(game)
    take(game, "take deck")
    assert "play S223" in legal(game)


@pytest.mark.covers("D7.4")
def test_side_two_may_stop_after_a_sponsor_but_not_before():
    game = sponsors("S223", "S261", strength=9, side=2)
    assert "pass" not in legal(game)
    take(game, "play S223")
    assert {"pass", "play S261"} <= set(legal(game))
    take(game, "pass")
    assert (me(game).hand, game.current_player()) == (["S261"], 1)


# --- break option -----------------------------------------------------------------------------------------------------


@pytest.mark.covers("R17.6")
@pytest.mark.parametrize(("side", "money"), [(1, 3), (2, 6)])
def test_the_break_option_advances_the_token_and_pays_by_side(side, money):
    game = sponsors(strength=3, side=side)
    before = table(game).break_left
    assert gains(game, "break") == {"money": money}
    assert table(game).break_left == before - 3


@pytest.mark.covers("R17.7", "R24.2")
def test_the_break_option_pays_in_full_beyond_the_last_space():
    game = position(p(appeal=0), break_left=2, decision=doing("sponsors", 5, 2))
    # 2 x 5 money and the X-token of R24.1; the break pays 5 money for 0 appeal.
    assert gains(game, "break") == {"money": 10 + 5, "x_tokens": 1}


@pytest.mark.covers("D7.1", "R5.7")
def test_the_break_option_is_always_possible_from_strength_one():
    game = position(p(actions=["sponsors", "animals", "association", "build", "cards"]))
    assert "act sponsors" in legal(game)
    only_legal(act(game, "sponsors"), "break")


@pytest.mark.covers("R17.8", "D7.1")
def test_sponsors_and_break_option_exclude_each_other():
    game = sponsors("S223", "S261", strength=9, side=2)
    assert "break" in legal(game)
    take(game, "play S223")
    assert "break" not in legal(game)
    game = sponsors("S223", strength=9, side=2)
    assert game.current_player() == 0
    take(game, "break")
    assert (asked(game), game.current_player(), me(game).hand) == ("main", 1, ["S223"])


# --- conditions -------------------------------------------------------------------------------------------------------


@pytest.mark.covers("R17.9")
def test_the_sponsors_two_condition_looks_at_the_performing_card():
    assert "play S262" not in legal(sponsors("S262", strength=5, side=1))
    assert "play S262" in legal(sponsors("S262", strength=5, side=2))
    # Bought with money no Sponsors card performs: the own card decides (R7.6).
    for upgraded, offered in ((["sponsors"], True), (["build"], False)):
        game = position(p(hand=["S262", "S223"], upgraded=upgraded), decision=effect(op="sponsor_for_money"))
        assert ("play S262" in legal(game)) is offered


@pytest.mark.covers("R17.16")
@pytest.mark.parametrize("card", ["S207", "S222", "S258", "S259", "S260", "S264"])
def test_at_most_25_appeal_is_checked_when_the_card_is_played(card):
    strength = SPONSORS[card]["level"]
    assert SPONSORS[card]["requires"]["max_appeal"] == 25
    assert f"play {card}" in legal(sponsors(card, strength=strength, side=2, appeal=25))
    assert f"play {card}" not in legal(sponsors(card, strength=strength, side=2, appeal=26))


@pytest.mark.covers("R17.16")
def test_appeal_gained_in_the_same_action_can_spoil_the_condition():
    game = sponsors("S261", "S222", strength=9, side=2, appeal=25)  # 261 gives 1 appeal: 26
    assert "play S222" in legal(game)
    settle(game, "play S261")
    assert "play S222" not in legal(game)


@pytest.mark.covers("R17.21")
def test_a_partner_zoo_condition_counts_partner_zoos_of_any_continent():
    assert "play S215" in legal(sponsors("S215", strength=4, partner_zoos=["asia", "europe"]))
    assert "play S215" in legal(sponsors("S215", strength=4, partner_zoos=["africa", "australia"]))
    assert "play S215" not in legal(sponsors("S215", strength=4, partner_zoos=["asia"]))
    # Continent icons on cards are no partner zoos.
    assert "play S215" not in legal(sponsors("S215", strength=4, zoo=["A405", "A428"], partner_zoos=["asia"]))


# --- when effects happen ----------------------------------------------------------------------------------------------


@pytest.mark.covers("R17.10")
def test_immediate_lasting_income_and_final_effects_have_their_own_times():
    # 220: 3 money when played, 3 money as income, 1 conservation at the end with reputation 9.
    assert change(playing("S220", reputation=9), "play S220") == {"money": 3}
    assert income(zoo=["S220"], reputation=9) == {"money": 3}
    assert (final(zoo=["S220"], reputation=9).conservation, final(zoo=["S220"], reputation=8).conservation) == (1, 0)
    # 202: every research icon from then on.
    assert change(playing("S223", zoo=["S202"]), "play S223") == {"reputation": 2}
    assert income(zoo=["S202"]) == {}
    assert (final(zoo=["S202"]).appeal, final(zoo=["S202"]).conservation) == (0, 0)


@pytest.mark.covers("R17.11", "R21.5")
def test_own_icons_count_for_and_trigger_the_own_effects():
    # 208: 1 appeal per research icon (2 + its own), 2 money for its own icon.
    assert change(playing("S208", universities=["two_science"]), "play S208") == {"appeal": 3, "money": 2}


@pytest.mark.covers("R17.17")
def test_counted_effects_pay_each_time_and_tiered_effects_only_the_highest():
    # 206: 2 appeal for each of 3 supports. 203: 2, 5 or 10 money; two universities pay 5, not 2 + 5.
    science = {"universities": ["two_science", "science_reputation"], "zoo": ["S223"]}
    assert change(playing("S206", left_tokens=[0, 1, 2, 3], **science), "play S206") == {"appeal": 6}
    assert change(playing("S203", universities=["two_science", "science_reputation"]), "play S203") == {"money": 5}


# --- unique buildings -------------------------------------------------------------------------------------------------


@pytest.mark.covers("R17.12", "D7.3")
def test_a_unique_building_must_be_placeable_and_is_placed():
    # The cable car has 4 spaces in a row; three free spaces are not enough.
    assert "play S246" not in legal(playing("S246", buildings=covered_but("4,7", "4,9", "4,11")))
    game = playing("S246")
    take(game, "play S246")
    assert asked(game) == "sponsor_place"
    assert all(text.startswith("place cable_car") for text in legal(game))  # no pass: it is mandatory
    take(game, legal(game)[0])
    assert me(game).built.bit_count() == 4


@pytest.mark.covers("R17.13")
def test_unique_buildings_are_free_and_need_the_terrain_of_their_card():
    # Adventure playground: 2 spaces next to at least 1 rock space, touching a building.
    game = playing("S255", money=0, buildings=["pavilion@4,9"])
    take(game, "play S255")
    cells = places(game)
    assert at("4,11", "5,10") in cells  # touches the pavilion and the rocks (5,8), (5,12)
    assert at("4,7", "3,8") in cells  # touches the pavilion and the rock (5,8)
    assert at("3,8", "3,6") not in cells  # touches the pavilion but no rock
    assert at("2,9", "2,11") not in cells  # next to the rock (1,12) but apart from the pavilion
    assert gains(game, cells[at("4,11", "5,10")]) == {"appeal": 4, "x_tokens": 1}  # bonus on (5,10); no cost


@pytest.mark.covers("R17.13")
def test_unique_buildings_may_be_rotated_but_not_flipped():
    def shape(cells):
        x, y = min(cells)
        return frozenset((a - x, b - y) for a, b in cells)

    # The baboon rock is the mirror image of the penguin pool.
    pool, mirrored = ({shape(cells) for cells in footprints(kind)} for kind in ("penguin_pool", "baboon_rock"))
    assert not pool & mirrored
    game = playing("S244", reputation=3, buildings=["pavilion@4,7"])
    take(game, "play S244")
    offered = {shape(cells) for cells in places(game)}
    assert offered <= pool
    assert len(offered) > 1


@pytest.mark.covers("R17.14")
def test_unique_buildings_are_neither_enclosures_nor_terrain():
    # The lemur (454: size 3, 1 rock) in an enclosure next to the meerkat den, whose picture shows rock.
    dry = {"kind": "enclosure_3", "cells": [[0, 5], [1, 4], [1, 6]]}
    den = {"kind": "meerkat_den", "cells": [[2, 5], [2, 3], [3, 6]]}
    rocky = {"kind": "enclosure_3", "cells": [[4, 9], [4, 11], [5, 10]]}
    for buildings, offered in (([dry, den], False), ([dry, den, rocky], True)):
        game = position(p(hand=["A454", "A410"], buildings=buildings, money=50), decision=doing("animals", 4))
        assert ("play A454" in legal(game)) is offered
    # A size 1 animal finds no place in the den itself.
    game = position(p(hand=["A410"], buildings=[den], money=50, actions=["build", "association", "cards", "animals",
                                                                        "sponsors"]))
    assert "act animals" not in legal(game)


@pytest.mark.covers("R17.15")
def test_the_side_entrance_may_stand_alone_and_be_built_next_to():
    game = playing("S257", buildings=["pavilion@4,9"])
    take(game, "play S257")
    cells = places(game)
    assert at("7,0", "8,1") in cells  # far from the pavilion, both on the border
    assert at("4,3", "5,2") not in cells  # not on the border
    assert at("7,2", "8,1") not in cells  # only one space on the border
    take(game, cells[at("7,0", "8,1")])
    later = position(p(money=10, buildings=["pavilion@4,9", {"kind": "side_entrance", "cells": [[7, 0], [8, 1]]}]),
                     decision=doing("build", 1))
    take(later, "build pavilion")
    assert "place pavilion @7,2 r0" in legal(later)  # touches the side entrance only
    assert "place pavilion @5,2 r0" not in legal(later)


# --- sponsors bought with money ---------------------------------------------------------------------------------------


@pytest.mark.covers("R17.18", "D7.5")
def test_a_bought_sponsor_costs_its_level_and_leaves_the_sponsors_card_in_place():
    game = position(p(hand=["S223", "S203", "S202", "A410"], money=3, reputation=9), display=DISPLAY,
                    decision=effect(op="sponsor_for_money"))
    # 223 costs 3; 203 costs 4; 202 needs a research icon; the display sponsors are not for sale.
    only_legal(game, "pass", "play S223")
    order = me(game).order
    assert gains(game, "play S223") == {"money": -3}
    assert (me(game).order, me(game).zoo, asked(game)) == (order, ["S223"], "main")


@pytest.mark.covers("D7.5")
def test_buying_a_sponsor_may_be_declined():
    game = position(p(hand=["S223"], money=3), decision=effect(op="sponsor_for_money"))
    assert gains(game, "pass") == {}
    assert me(game).hand == ["S223"]


# --- triggers by icons ------------------------------------------------------------------------------------------------


@pytest.mark.covers("R17.19")
def test_icons_of_animals_sponsors_partner_zoos_and_universities_trigger_once_each():
    # 202: 1 reputation per own research icon.
    assert change(playing("S223", zoo=["S202"]), "play S223") == {"reputation": 2}
    game = position(p(zoo=["S202"]), decision=doing("association", 4))
    assert change(game, "task university", "university two_science") == {"reputation": 2, "workers": -1}
    # 212: pouch a card per Australia icon: the dugong (446) shows two, a partner zoo one.
    game = position(p(zoo=["S212"], hand=["A401"]), decision=doing("association", 3))
    settle(game, "task partner_zoo", "partner australia")
    only_legal(game, "pass", "tuck A401")
    # 240: 3 money per herbivore icon: the giraffe costs 16.
    game = position(p(zoo=["S240"], hand=["A428"], buildings=["enclosure_3"]), decision=doing("animals", 2))
    assert change(game, "play A428") == {"money": 3 - 16, "appeal": 7}


@pytest.mark.covers("R17.20", "R22.7")
def test_any_zoo_triggers_pay_their_owner_for_icons_of_others():
    game = position(p(hand=["A428"], buildings=["enclosure_3"], zoo=["S243"]), p(zoo=["S240"], money=0), p(money=0),
                    n=3, decision=doing("animals", 2))
    settle(game, "play A428")
    assert (me(game, 1).money, me(game, 2).money) == (3, 0)


@pytest.mark.covers("R17.20")
def test_own_zoo_triggers_ignore_icons_of_others():
    game = position(p(hand=["S223"]), p(zoo=["S202"]), decision=doing("sponsors", 3))
    assert me(game, 1).reputation == 1
    settle(game, "play S223")
    assert me(game, 1).reputation == 1
