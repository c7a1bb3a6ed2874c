"""The Build action and placement (R11, D4)."""
import random

import pytest
from helpers import asked, effect, gains, legal, me, only_legal, p, position, take
from rules.map_play import BUILD_I, BUILD_II, allowed, bits, build, building, kinds, on, resolve, spots, write, zoo_map
from rules.printed import KINDS, MAPS
from rules.sponsor_play import at, covered_but, final, pavilions, places, playing, put, settle

from arknova_fast import Game, Ruleset

NEXT = ["pavilion@2,9"]  # its free neighbours on map 0: (1,8), (2,11), (3,8), (3,10); (1,10) and (2,7) are water


# --- side I and side II -----------------------------------------------------------------------------------------------


@pytest.mark.covers("R11.1", "D4.1")
def test_side_one_builds_exactly_one_building_of_at_most_the_strength():
    game = building(3, money=20, buildings=NEXT)
    only_legal(game, *(f"build {kind}" for kind in BUILD_I if KINDS[kind]["size"] <= 3))
    build(game, "enclosure_1", "3,10")  # two spaces would be left
    assert (asked(game), game.current_player()) == ("main", 1)


@pytest.mark.covers("R11.2", "R11.25")
@pytest.mark.parametrize("strength", [5, 9])
def test_side_one_offers_kiosk_pavilion_standard_enclosures_and_petting_zoo(strength):
    assert kinds(building(strength, money=99, buildings=NEXT)) == BUILD_I


@pytest.mark.covers("R11.3")
def test_side_two_builds_up_to_a_total_size_of_the_strength():
    game = building(6, 2, money=99, buildings=NEXT)
    build(game, "enclosure_2", "3,8", "3,10")
    assert kinds(game) == ["kiosk", "pavilion", "enclosure_1", "enclosure_3", "enclosure_4", "petting_zoo"]  # 6 - 2 = 4
    build(game, "enclosure_3", "3,4", "3,6", "4,5")
    assert kinds(game) == ["kiosk", "pavilion", "enclosure_1"]  # 4 - 3 = 1


@pytest.mark.covers("R11.4", "R11.25")
def test_side_two_adds_reptile_house_and_large_bird_aviary_of_size_five():
    assert kinds(building(9, 2, money=99, buildings=NEXT)) == BUILD_II
    assert kinds(building(5, 2, money=99, buildings=NEXT)) == BUILD_II
    assert not {"reptile_house", "large_bird_aviary"} & set(kinds(building(4, 2, money=99, buildings=NEXT)))


@pytest.mark.covers("R11.5")
def test_no_two_buildings_of_one_action_are_identical():
    game = building(9, 2, money=99, buildings=NEXT)
    left = set(BUILD_II)
    for kind, cell in [("pavilion", "3,8"), ("enclosure_1", "1,8"), ("kiosk", "3,10")]:
        build(game, kind, cell)
        left -= {kind}
        assert set(kinds(game)) == left  # 8, 7, 6 spaces are left, room for every kind
    build(game, "enclosure_2", "3,6", "4,7")  # 6 - 2 = 4
    assert set(kinds(game)) == {"enclosure_3", "enclosure_4", "petting_zoo"}


@pytest.mark.covers("R11.6")
@pytest.mark.parametrize("kind", BUILD_II)
def test_a_building_costs_two_money_per_space(kind):
    cost = 2 * KINDS[kind]["size"]
    money = {cell for cell, (what, _) in zoo_map("0").bonus.items() if what == "money"}
    if cost > 2:  # with less than 2 money there is no Build action at all, see below
        assert kind not in kinds(building(9, 2, money=cost - 1, buildings=NEXT))
    game = building(9, 2, money=cost, buildings=NEXT)
    take(game, f"build {kind}")
    place = next(text for cells, text in places(game).items() if not cells & money)
    assert gains(game, place)["money"] == -cost
    assert me(game).money == 0


@pytest.mark.covers("R11.7", "R11.6")
def test_each_building_is_paid_and_resolved_before_the_next_is_chosen():
    game = building(9, 2, money=40, buildings=NEXT)
    # (2,5) gives a card, which is taken before the second building; the money of the second one is still there.
    build(game, "enclosure_2", "3,6", "3,8")
    assert (me(game).money, me(game).x_tokens) == (36, 1)  # bonus of (3,8): 1 X-token
    build(game, "enclosure_1", "2,5")
    assert (asked(game), me(game).money) == ("take", 34)
    take(game, "take deck")
    assert asked(game) == "build"


@pytest.mark.covers("R11.8")
def test_the_money_of_a_placement_bonus_pays_for_the_next_building():
    # Example of the rulebook: 7 money for enclosures of 2 and 3 spaces, which cost 4 and 6.
    game = building(5, 2, money=7, buildings=[])
    build(game, "enclosure_2", "8,5", "8,7")  # (8,7) gives 5 money
    assert me(game).money == 7 - 4 + 5
    build(game, "enclosure_3", "7,6", "7,8", "6,7")
    assert me(game).money == 8 - 6
    game = building(5, 2, money=7, buildings=[])
    build(game, "enclosure_2", "8,3", "8,5")  # no bonus: 3 money left
    assert kinds(game) == ["kiosk", "pavilion", "enclosure_1"]


@pytest.mark.covers("R11.9", "D4.5")
def test_side_two_may_stop_after_any_building_but_not_before_the_first():
    game = building(5, 2, money=20, buildings=NEXT)
    assert "pass" not in legal(game)
    build(game, "pavilion", "3,8")
    assert "pass" in legal(game)
    build(game, "enclosure_1", "3,10")
    take(game, "pass")
    assert (asked(game), game.current_player()) == ("main", 1)
    assert bits(game, me(game).built) == {(2, 9), (3, 8), (3, 10)}


@pytest.mark.covers("R11.9", "R5.7")
def test_the_build_action_needs_a_building_that_can_be_paid_and_placed():
    order = ["animals", "build", "association", "cards", "sponsors"]
    assert "act build" in legal(position(p(money=2, actions=order)))
    assert "act build" not in legal(position(p(money=1, actions=order)))
    assert "act build" not in legal(position(p(money=2, actions=order, buildings=covered_but("6,5", "7,4"))))


# --- where a building may stand ---------------------------------------------------------------------------------------


@pytest.mark.covers("R11.10", "R11.11", "D4.2")
@pytest.mark.parametrize("kind", BUILD_II)
def test_a_building_lies_on_free_building_spaces_and_touches_another(kind):
    # (4,9), (4,11) and (7,6) are built on; every footprint of the shape is tried against the printed map.
    game = building(9, 2, money=99, buildings=[on("enclosure_2", "4,9", "4,11"), "pavilion@7,6"])
    take(game, f"build {kind}")
    assert set(places(game)) == allowed("0", kind, {(4, 9), (4, 11), (7, 6)}, build2=True)


@pytest.mark.covers("R11.10", "R11.11")
def test_a_pavilion_fits_on_the_four_free_spaces_next_to_the_only_building():
    game = take(building(1, money=9, buildings=NEXT), "build pavilion")
    assert spots(game, "pavilion") == {"1,8", "2,11", "3,8", "3,10"}


@pytest.mark.covers("R11.12")
@pytest.mark.parametrize("kind", BUILD_II)
def test_the_first_building_covers_a_border_space(kind):
    game = take(building(9, 2, money=99, buildings=[]), f"build {kind}")
    assert set(places(game)) == allowed("0", kind, set(), build2=True, first=True)
    if kind == "enclosure_2":
        assert at("4,3", "4,1") in places(game)  # (4,1) is a border space
        assert at("4,3", "4,5") not in places(game)


@pytest.mark.covers("R11.12")
def test_later_buildings_need_no_border_space():
    game = take(building(1, money=9, buildings=["pavilion@4,3"]), "build pavilion")
    assert spots(game, "pavilion") == {"3,4", "4,1", "4,5", "5,2"}  # (4,1) by contact, no other border space


@pytest.mark.covers("R11.13")
@pytest.mark.parametrize("code", MAPS)
def test_border_spaces_are_those_with_a_side_that_touches_no_space(code):
    zoo = zoo_map(code)
    game = take(building(1, 2, map=code, buildings=[], money=9), "build pavilion")
    assert spots(game, "pavilion") == {write(cell) for cell in zoo.border & zoo.plain}
    # In the printed coordinates: the outer columns, and the ends of the others.
    assert zoo.border == {(x, y) for x in range(9) for y in range(13)
                          if (x + y) % 2 and (x in (0, 8) or y <= 1 or y >= 11)}


@pytest.mark.covers("R11.14")
def test_build_two_spaces_need_an_upgraded_build_card():
    # (6,7) touches (6,5), a Build II space, and (5,6), (7,6), (7,8).
    assert spots(take(building(1, money=9, buildings=["pavilion@6,7"]), "build pavilion"), "pavilion") == {
        "5,6", "7,6", "7,8"}
    assert spots(take(building(1, 2, money=9, buildings=["pavilion@6,7"]), "build pavilion"), "pavilion") == {
        "5,6", "7,6", "7,8", "6,5"}


@pytest.mark.covers("R11.14")
@pytest.mark.parametrize("upgraded", [[], ["build"]])
def test_free_and_unique_buildings_need_an_upgraded_build_card_for_build_two_spaces_too(upgraded):
    # Posturing 1 (animal 497): a free kiosk or pavilion.
    game = position(p(buildings=["pavilion@6,7"], upgraded=upgraded), decision=effect("A497"))
    assert ("6,5" in spots(game, "pavilion")) == bool(upgraded)
    # Sponsor 249, the Barred Owl Hut: three spaces in a row; (7,4) is a Build II space.
    game = take(playing("S249", buildings=["pavilion@6,7"], upgraded=upgraded, side=1), "play S249")
    assert (at("7,2", "7,4", "7,6") in places(game)) == bool(upgraded)
    assert at("7,6", "7,8", "7,10") in places(game)


# --- kiosks and pavilions ---------------------------------------------------------------------------------------------

ROW = ["kiosk@4,11", "pavilion@4,9", "pavilion@4,7"]
# Free neighbours of the row with their distance to the kiosk: (3,12) 1, (3,10) 1, (5,10) 1, (3,8) 2, (3,6) 3, (4,5) 3,
# (5,6) 3; (5,8) and (5,12) are rock.
FAR, AROUND_ROW = {"3,6", "4,5", "5,6"}, {"3,6", "4,5", "5,6", "3,8", "3,10", "3,12", "5,10"}


@pytest.mark.covers("R11.15")
def test_kiosks_keep_two_spaces_between_each_other():
    assert spots(take(building(1, money=9, buildings=ROW), "build kiosk"), "kiosk") == FAR
    assert spots(take(building(1, money=9, buildings=ROW), "build pavilion"), "pavilion") == AROUND_ROW


@pytest.mark.covers("R11.15", "R11.30")
def test_a_kiosk_without_a_place_far_enough_is_not_offered():
    assert "kiosk" not in kinds(building(1, money=9, buildings=["kiosk@4,11"]))
    assert "pavilion" in kinds(building(1, money=9, buildings=["kiosk@4,11"]))


@pytest.mark.covers("R11.16", "R11.28")
def test_free_kiosks_keep_the_distance_too():
    game = position(p(buildings=ROW, money=0), decision=effect("A497"))
    assert spots(game, "kiosk") == FAR
    assert spots(game, "pavilion") == AROUND_ROW


@pytest.mark.covers("R11.17")
def test_a_pavilion_gives_one_appeal_when_built_and_never_again():
    game = take(building(1, money=9, buildings=NEXT), "build pavilion")
    assert gains(game, "place pavilion @3,10 r0") == {"money": -2, "appeal": 1}
    game = position(p(buildings=["pavilion@3,10"]), decision={"income": True})
    assert me(game).appeal == 0


@pytest.mark.covers("R11.18")
@pytest.mark.parametrize("kind", ["petting_zoo", "reptile_house", "large_bird_aviary"])
def test_a_zoo_holds_at_most_one_of_each_special_enclosure(kind):
    game = building(9, 2, money=99, buildings=[kind])
    assert set(kinds(game)) == set(BUILD_II) - {kind}


@pytest.mark.covers("R11.19", "R1.15")
def test_other_buildings_can_be_built_any_number_of_times():
    standard = [f"enclosure_{n}" for n in (1, 1, 2, 2, 3, 3, 4, 5)]
    game = building(9, 2, money=99, map="2", buildings=[*standard, "kiosk", "kiosk", "pavilion", "pavilion"])
    assert {"pavilion", "enclosure_1", "enclosure_2", "enclosure_3"} <= set(kinds(game))
    game = building(9, 2, money=99, map="2", buildings=["enclosure_5", "enclosure_5", "enclosure_4", "kiosk@8,11"])
    assert {"kiosk", "enclosure_4", "enclosure_5"} <= set(kinds(game))


@pytest.mark.covers("R11.20")
def test_standard_enclosures_are_built_empty():
    game = build(building(2, money=9, buildings=NEXT), "enclosure_2", "3,10", "3,12")
    take(game, "take deck")  # bonus of (3,12)
    assert (me(game).occupied, bits(game, me(game).built)) == (0, {(2, 9), (3, 10), (3, 12)})


@pytest.mark.covers("R11.22")
def test_buildings_are_never_moved_or_removed():
    game, chooser = Game.new(seed=1), random.Random(1)
    before = [set(), set()]
    while not game.is_terminal:
        game.apply(chooser.choice(list(game.legal_actions())))
        now = [bits(game, me(game, seat).built) for seat in (0, 1)]
        assert before[0] <= now[0] and before[1] <= now[1]
        before = now
    assert all(before)


# --- placement bonuses and the full map -------------------------------------------------------------------------------


@pytest.mark.covers("R11.23")
def test_covered_placement_bonuses_are_gained_at_once_each_one_time():
    game = take(building(3, money=10, map="A", buildings=[]), "build enclosure_2")
    # Map A: (0,1) gives 2 reputation, (0,3) an X-token.
    assert gains(game, places(game)[at("0,1", "0,3")]) == {"money": -4, "reputation": 2, "x_tokens": 1}
    game = position(p(map="A", buildings=[on("enclosure_2", "0,1", "0,3")]), decision={"income": True})
    assert (me(game).reputation, me(game).x_tokens) == (1, 0)


@pytest.mark.covers("R11.24", "D4.3")
@pytest.mark.parametrize(("first", "reach"), [("card", 1), ("reputation", 2)])
def test_the_bonuses_under_one_building_are_taken_in_any_order(first, reach):
    # Map A: (5,10) gives a card, (7,10) 2 reputation; reputation 3 reaches slot 2, reputation 1 only slot 1.
    game = building(3, money=10, map="A", buildings=["pavilion@4,11"])
    build(game, "petting_zoo", "5,10", "6,11", "7,10")
    assert asked(game) == "open"
    resolve(game, first)
    only_legal(game, "take deck", *(f"take slot {n}" for n in range(1, reach + 1)))


@pytest.mark.covers("R11.26", "R11.27")
@pytest.mark.parametrize("code", MAPS)
def test_covering_every_building_space_gives_seven_appeal(code):
    zoo = zoo_map(code)
    last = min(zoo.plain - set(zoo.bonus) - zoo.build2 - {(1, 10), (4, 11), (6, 9)})
    covered = [write(cell) for cell in zoo.plain - {last}]
    game = take(building(1, map=code, money=9, buildings=pavilions(*covered)), "build enclosure_1")
    assert gains(game, f"place enclosure_1 @{write(last)} r0") == {"money": -2, "appeal": 7}


@pytest.mark.covers("R11.26")
def test_the_seven_appeal_come_once_whatever_effect_places_the_last_building():
    game = position(p(buildings=covered_but("8,1")), decision=effect("A497"))  # a free kiosk or pavilion
    assert gains(game, "place pavilion @8,1 r0") == {"appeal": 1 + 7}
    game = take(building(1, money=9, buildings=covered_but("8,1", "8,3")), "build enclosure_1")
    assert gains(game, "place enclosure_1 @8,1 r0") == {"money": -2}  # (8,3) is still open
    game = position(p(buildings=covered_but()), decision={"income": True})
    assert me(game).appeal == 0
    # Water Playground (256) beside the water (8,9) on the last spaces (7,8) and (8,7), which has 5 money: 4 + 7 appeal.
    game = playing("S256", buildings=covered_but("8,7", "7,8"))
    before = me(game)
    settle(put(take(game, "play S256"), "7,8", "8,7"))
    assert (me(game).appeal - before.appeal, me(game).money - before.money) == (4 + 7, 5)


@pytest.mark.covers("R11.28")
def test_a_free_building_costs_nothing_but_obeys_the_placement_rules():
    bonus = zoo_map("0").bonus
    game = position(p(buildings=["pavilion@3,10"], money=0), decision=effect("A514"))  # Peacocking: a free aviary
    assert set(places(game)) == allowed("0", "large_bird_aviary", {(3, 10)}, build2=False)
    place = next(text for cells, text in places(game).items()
                 if [bonus[cell] for cell in cells if cell in bonus] == [("x_token", 1)])
    assert gains(game, place) == {"x_tokens": 1}


@pytest.mark.covers("R11.29")
@pytest.mark.parametrize("buildings", [["large_bird_aviary"], covered_but("8,1", "8,3", "8,5", "7,2")])
def test_a_free_building_over_its_limit_or_without_a_legal_place_is_lost(buildings):
    game = position(p(buildings=buildings), decision=effect("A514"))
    assert (asked(game), game.current_player()) == ("main", 0)


@pytest.mark.covers("R11.30")
def test_a_building_without_a_legal_place_cannot_be_chosen():
    # Only (1,2) and (1,4) are free: room for two spaces in a column.
    game = building(5, 2, money=50, buildings=covered_but("1,2", "1,4"))
    assert kinds(game) == ["kiosk", "pavilion", "enclosure_1", "enclosure_2"]
    assert list(places(take(game, "build enclosure_2"))) == [at("1,2", "1,4")]


@pytest.mark.covers("R11.31")
def test_connected_spaces_touch_a_covered_one_and_isolated_spaces_touch_none():
    # Sponsor 264 gives 1 appeal per connected placement bonus. (4,3) touches the bonuses (4,1) and (4,5).
    assert gains(playing("S264", buildings=["pavilion@4,3"]), "play S264") == {"appeal": 2}
    # (4,5) covered is no longer connected; it touches (5,6), and (5,4) is water without a bonus.
    assert gains(playing("S264", buildings=["pavilion@4,3", "pavilion@4,5"]), "play S264") == {"appeal": 2}
    # At the end 1 conservation per 2 isolated ones of the 12: without building 6, with (4,3) 10 / 2 = 5.
    assert final(zoo=["S264"], buildings=[]).conservation == 6
    assert final(zoo=["S264"], buildings=["pavilion@4,3"]).conservation == 5
    # (4,5) covered: (4,1) and (5,6) are connected, (4,5) is neither: 9 isolated, 4 pairs.
    assert final(zoo=["S264"], buildings=["pavilion@4,3", "pavilion@4,5"]).conservation == 4


@pytest.mark.covers("R11.32")
@pytest.mark.parametrize(("code", "cell"), [("1", "1,4"), ("2", "4,7"), ("4", "0,11"), ("5", "3,4"), ("6", "0,11")])
def test_special_map_symbols_are_no_buildings(code, cell):
    # A kiosk beside the symbol earns nothing; with a pavilion next to it 1 money (income of 0 appeal: 5 money).
    neighbour = {"1": "1,2", "2": "4,5", "4": "1,10", "5": "3,2", "6": "1,10"}[code]
    extra = {"5": 1}.get(code, 0)  # the restaurant pays for the covered space itself
    for buildings, kiosk in [([f"kiosk@{cell}"], 0), ([f"kiosk@{cell}", f"pavilion@{neighbour}"], 1)]:
        game = position(p(map=code, money=0, buildings=buildings), decision={"income": True})
        while asked(game) == "open":
            take(game, "resolve 1")
        assert me(game).money == 5 + kiosk + extra
    # Being next to a symbol is no contact with a building either.
    first = take(building(1, map=code, money=9, buildings=[]), "build pavilion")
    assert (cell in spots(first, "pavilion")) == (tuple(map(int, cell.split(","))) in zoo_map(code).border)


# --- Engineer ---------------------------------------------------------------------------------------------------------


@pytest.mark.covers("D4.6")
def test_the_engineer_builds_one_building_of_the_action_again_outside_the_strength():
    # Example of card 217: strength 4, kiosk, enclosures of 1 and 2 spaces, then the 2 spaces again: 12 money.
    game = building(4, 2, money=12, buildings=NEXT, zoo=["S217"])
    assert not legal(game, "build-again")
    build(game, "kiosk", "3,10")
    build(game, "enclosure_1", "1,8")
    build(game, "enclosure_2", "1,4", "1,6")
    # The strength is used up; a second kiosk fits at (1,2), five steps from the first.
    only_legal(game, "pass", "build-again enclosure_1", "build-again enclosure_2", "build-again kiosk")
    put(take(game, "build-again enclosure_2"), "2,3", "3,4")
    assert me(game).money == 12 - 12
    assert (asked(game), game.current_player()) == ("main", 1)


@pytest.mark.covers("D4.6")
def test_the_engineer_copies_no_special_enclosure_and_only_kinds_of_this_action():
    game = build(building(5, 2, money=60, buildings=NEXT, zoo=["S217"]), "petting_zoo", "0,5", "1,6", "1,8")
    assert not legal(game, "build-again")
    build(game, "pavilion", "3,10")
    assert legal(game, "build-again") == ["build-again pavilion"]


@pytest.mark.covers("D4.6")
def test_the_engineer_works_on_side_one_at_the_normal_cost_and_may_be_declined():
    game = build(building(5, money=8, buildings=NEXT, zoo=["S217"]), "enclosure_2", "3,10", "3,12")
    take(game, "take deck")  # bonus of (3,12)
    only_legal(game, "pass", "build-again enclosure_2")  # the other 4 money
    take(game, "pass")
    assert (me(game).money, game.current_player()) == (4, 1)
    game = build(building(5, money=7, buildings=NEXT, zoo=["S217"]), "enclosure_2", "3,10", "3,12")
    take(game, "take deck")
    assert (asked(game), game.current_player()) == ("main", 1)  # 3 money are not enough


@pytest.mark.covers("R11.5", "D4.6")
def test_without_the_engineer_nothing_is_built_again():
    game = build(building(9, 2, money=60, buildings=NEXT), "pavilion", "3,10")
    assert not legal(game, "build-again")
    assert "build pavilion" not in legal(game)


# --- patched lists of buildings ---------------------------------------------------------------------------------------

DEAR = {kind: {"cost": 200} for kind in BUILD_II}


def needed(shapes: dict, slot: int, upgraded: bool = False) -> list[str]:
    """The Build actions at the main choice with the card in that slot, 9 money and 5 X-tokens."""
    order = ["animals", "association", "cards", "sponsors"]
    order.insert(slot - 1, "build")
    return legal(position(
        p(actions=order, money=9, x_tokens=5, buildings=NEXT, upgraded=["build"] if upgraded else []),
        ruleset=Ruleset.default().patch({"shapes": shapes}),
    ), "act build")


@pytest.mark.covers("R5.7", "R11.1")
def test_the_strength_needed_is_that_of_the_smallest_building_that_can_be_paid():
    """Enclosure 4 stands before the petting zoo, which has 3 spaces, in every list of kinds."""
    shapes = {**DEAR, "enclosure_4": {"cost": 9}, "petting_zoo": {"cost": 9}}
    assert needed(shapes, 1) == ["act build +2x", "act build +3x", "act build +4x", "act build +5x"]  # 3 and more
    assert needed(shapes, 3)[0] == "act build"


@pytest.mark.covers("R5.7", "R11.4")
def test_the_buildings_of_side_two_can_be_all_that_can_be_paid():
    shapes = {**DEAR, "reptile_house": {"cost": 9}}
    assert needed(shapes, 5, upgraded=True)[0] == "act build"
    assert needed(shapes, 4, upgraded=True)[0] == "act build +1x"
    assert needed(shapes, 5) == []


@pytest.mark.covers("R5.6", "R5.7")
def test_no_build_action_for_buildings_that_it_does_not_offer():
    """With 3 money only buildings of one space can be paid."""
    small = ("kiosk", "pavilion", "enclosure_1")
    withdrawn = Ruleset.default().patch({"shapes": {kind: {"build": "none"} for kind in small}})
    advanced = Ruleset.default().patch({"shapes": {kind: {"build": 2} for kind in small}})
    zoo = {"money": 3, "buildings": NEXT}
    assert legal(position(p(**zoo, upgraded=["build"]), ruleset=withdrawn), "act build") == []
    assert legal(position(p(**zoo), ruleset=withdrawn), "act build") == []
    assert legal(position(p(**zoo), ruleset=advanced), "act build") == []
    assert legal(position(p(**zoo, upgraded=["build"]), ruleset=advanced), "act build") == ["act build"]
