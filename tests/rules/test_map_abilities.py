"""The special abilities of the zoo maps (R29, D2.6, section 16 of the decisions) with the examples of the glossary."""
import pytest
from helpers import asked, doing, effect, gains, legal, me, only_legal, p, position, table, take
from rules.ability_play import about_to_play as playing
from rules.map_play import PROJECTS, bits, build, building, can_act, on, resolve, spots
from rules.printed import MAPS
from rules.sponsor_play import at, income, places
from rules.sponsor_play import playing as playing_sponsor


def appeal_of(card: str, house: str, **fields) -> int:
    """The appeal gained by an animal in this enclosure; what it offers is declined."""
    game = playing(card, **fields)
    before = me(game).appeal
    take(game, f"play {card}", f"house {house}")
    while game.current_player() == 0 and asked(game) != "main":
        take(game, "pass" if "pass" in legal(game) else legal(game)[0])
    return me(game).appeal - before


# --- maps 0 and A, 3 --------------------------------------------------------------------------------------------------


@pytest.mark.covers("R29.1", "R29.5")
@pytest.mark.parametrize("code", ["A", "0", "3"])
def test_maps_without_ability_pay_no_income_of_their_own(code):
    assert MAPS[code]["ability_id"] in ("start_buildings", "none", "lake_money")
    assert income(map=code, buildings=["enclosure_5*", "pavilion"]) == {}
    # The Golden Lion Tamarin (465) gives its 4 appeal and an enclosure of 1 takes no size 2 (404).
    assert appeal_of("A465", "@0,5", map=code, buildings=["enclosure_1@0,5"]) == 4
    assert not can_act("A404", map=code, money=60, buildings=["enclosure_1@0,5"])


@pytest.mark.covers("R29.5", "map 3")
def test_the_eleven_money_spaces_around_the_lake_of_map_3_are_ordinary_placement_bonuses():
    lake = MAPS["3"]["special"][0]
    assert len(lake["money_cells"]) == 11
    # (3,4) and (3,6): two spaces at once give 4 money and cost 4.
    game = take(building(2, map="3", money=4, buildings=["pavilion@3,8"]), "build enclosure_2")
    assert gains(game, places(game, "enclosure_2")[at("3,4", "3,6")]) == {}
    # They are no income.
    assert income(map="3", buildings=[on("enclosure_2", "3,4", "3,6")]) == {}


# --- map 1: observation tower at (1,6) --------------------------------------------------------------------------------


@pytest.mark.covers("R29.2", "R29.3", "map 1")
def test_a_standard_enclosure_next_to_the_tower_gives_two_appeal_when_it_is_filled():
    # Tamarin (465): 4 appeal. (1,4), (1,8), (2,5) and (2,7) touch the tower, (1,2) and (2,3) other rocks only.
    for cell, bonus in [("1,4", 2), ("1,8", 2), ("2,5", 2), ("2,7", 2), ("1,2", 0), ("2,3", 0), ("8,1", 0)]:
        assert appeal_of("A465", f"@{cell}", map="1", buildings=[f"enclosure_1@{cell}"]) == 4 + bonus
    # Two spaces of one enclosure at the tower pay once.
    assert appeal_of("A465", "@1,4", map="1", buildings=[on("enclosure_2", "1,4", "2,5")]) == 4 + 2


@pytest.mark.covers("R29.3", "map 1")
def test_special_enclosures_and_shared_ones_gain_nothing_at_the_tower():
    house = on("reptile_house", "2,5", "3,2", "3,4", "3,6", "4,3")  # (2,5) touches the tower
    assert appeal_of("A473", "special", map="1", buildings=[house]) == 3
    # A flock animal that shares flips no enclosure (438: 5 appeal).
    assert appeal_of("A438", "share", map="1", zoo=["A443"],
                     buildings=[on("enclosure_3", "1,2", "1,4", "2,3", occupied=True)]) == 5
    # Building next to the tower, even an occupied side, gives nothing.
    game = take(building(1, map="1", money=9, buildings=["pavilion@1,2"]), "build enclosure_1")
    assert gains(game, "place enclosure_1 @1,4 r0") == {"money": -2}


@pytest.mark.covers("R29.2", "map 1")
def test_an_enclosure_at_the_tower_pays_again_when_it_is_refilled_after_a_release():
    # Yosemite (P114) releases the Tamarin (465, 4 appeal); the Bird-of-paradise (518, 5 appeal) moves in.
    game = position(
        p(map="1", zoo=["A465"], hand=["A518"], money=20, appeal=10, buildings=["enclosure_1@1,4*"], conservation=2,
          thresholds=[2], actions=["build", "cards", "sponsors", "animals", "association"]),
        projects=["P114"], decision=doing("association", 5))
    take(game, "task project", "support P114 right", "release A465")
    while game.current_player() == 0:
        take(game, "left-token 7" if asked(game) == "left_token" else legal(game)[0])
    assert (me(game).appeal, me(game).occupied, me(game).zoo) == (10 - 4, 0, [])
    take(game, "x-token cards", "act animals", "play A518", "house @1,4")
    while game.current_player() == 0:
        take(game, "pass")
    assert me(game).appeal == 6 + 5 + 2


# --- map 2: outdoor area at (5,8) -------------------------------------------------------------------------------------


@pytest.mark.covers("R29.4", "map 2")
@pytest.mark.parametrize(("cells", "largest"), [
    (["4,7"], 3),  # the example of the glossary: one space takes sizes 1, 2 and 3
    (["4,7", "4,5"], 4), (["6,7", "6,9"], 4),  # 2 + 2
    (["8,7"], 1),  # nowhere near
    (["5,12"], 1),  # next to the other water spaces (5,10) and (4,11) only
])
def test_an_enclosure_next_to_the_outdoor_area_counts_as_two_spaces_larger(cells, largest):
    # Animals of size 1 to 5 without conditions and terrain: 465, 404, 408, 417, 401.
    sizes = ["A465", "A404", "A408", "A417", "A401"]
    found = legal(playing(*sizes, map="2", buildings=[on(f"enclosure_{len(cells)}", *cells)]), "play")
    assert found == sorted(f"play {card}" for card in sizes[:largest])
    game = take(playing("A465", map="2", buildings=[on(f"enclosure_{len(cells)}", *cells)]), "play A465")
    take(game, legal(game)[0])
    assert len(bits(game, me(game).occupied)) == len(cells)


@pytest.mark.covers("R29.4", "map 2")
def test_special_enclosures_at_the_outdoor_area_are_not_larger():
    # (4,7) and (6,7) touch the outdoor area: five spaces all the same.
    house = on("reptile_house", "4,5", "4,7", "5,6", "6,5", "6,7")
    for used, fits in [(3, True), (4, False)]:  # African Spurred Tortoise (471) needs two
        assert can_act("A471", map="2", money=60, buildings=[house], special_used={"reptile_house": used}) == fits


@pytest.mark.covers("R29.4", "R11.6", "map 2")
def test_an_enclosure_at_the_outdoor_area_costs_its_real_size():
    game = take(building(2, map="2", money=4, buildings=["pavilion@4,3"]), "build enclosure_2")
    # (4,7) gives an X-token.
    assert gains(game, places(game, "enclosure_2")[at("4,5", "4,7")]) == {"money": -4, "x_tokens": 1}


# --- map 4: harbor ----------------------------------------------------------------------------------------------------

CONNECTED = {"map": "4", "buildings": ["pavilion@0,11"], "hand": ["A410", "A465"], "money": 20}


@pytest.mark.covers("R29.6", "D2.6", "map 4")
def test_the_connected_harbor_buys_one_card_a_turn_for_three_money():
    game = position(p(**CONNECTED))
    assert legal(game, "sell-harbor") == ["sell-harbor A410", "sell-harbor A465"]
    assert gains(game, "sell-harbor A410") == {"money": 3}
    assert (me(game).hand, table(game).discard) == (["A465"], ["A410"])
    assert (asked(game), game.current_player()) == ("main", 0)
    assert not legal(game, "sell-harbor")  # once per turn
    take(game, "x-token cards", "x-token cards")
    assert legal(game, "sell-harbor") == ["sell-harbor A465"]  # the next own turn
    game = position(p(**{**CONNECTED, "buildings": ["pavilion@1,10"]}))
    assert not legal(game, "sell-harbor")  # not connected


@pytest.mark.covers("R29.6", "map 4")
def test_the_harbor_is_connected_as_soon_as_its_building_space_is_covered():
    game = building(3, 2, **{**CONNECTED, "buildings": []})
    assert not legal(game, "sell-harbor")
    build(game, "pavilion", "0,11")
    assert legal(game, "sell-harbor") == ["sell-harbor A410", "sell-harbor A465"]
    take(game, "sell-harbor A465")
    assert asked(game) == "build"
    assert not legal(game, "sell-harbor")


@pytest.mark.covers("R29.6", "D2.6", "map 4")
def test_the_harbor_can_be_used_at_every_decision_of_the_own_turn():
    sales = ["sell-harbor A410", "sell-harbor A465"]
    game = building(2, **CONNECTED)
    seen = [asked(game)]
    assert legal(game, "sell-harbor") == sales
    take(game, "build enclosure_2")
    seen.append(asked(game))
    assert legal(game, "sell-harbor") == sales
    # A card of the deck or range, Clever, the pouch of the Wombat (450), an upgrade, a free building (497), actions.
    for decision in [effect(op="take"), effect(op="clever"), effect("A450"), effect(op="upgrade"), effect("A497"),
                     doing("association", 5), doing("sponsors", 5), doing("cards", 5)]:
        game = position(p(**CONNECTED), decision=decision)
        seen.append(asked(game))
        assert legal(game, "sell-harbor") == sales, asked(game)
    game = playing("A410", "A465", map="4", buildings=["pavilion@0,11", "enclosure_1"])
    take(game, "play A410")
    seen.append(asked(game))
    assert legal(game, "sell-harbor") == ["sell-harbor A465"]  # the card being played has left the hand
    assert len(set(seen)) == len(seen) == 11


@pytest.mark.covers("R29.6", "map 4")
def test_money_of_the_harbor_pays_for_the_building_just_wanted():
    game = position(p(**{**CONNECTED, "money": 1, "actions": ["animals", "build", "association", "cards", "sponsors"]}))
    assert "act build" not in legal(game)
    take(game, "sell-harbor A410")
    assert me(game).money == 4
    assert "act build" in legal(game)


@pytest.mark.covers("R29.7", "map 4")
def test_the_harbor_is_closed_in_other_turns_and_in_breaks():
    # Seat 0 is asked for a card or 5 money in the turn of seat 1 (Pilfering of 463).
    game = position(p(appeal=10, **CONNECTED), p(zoo=["A463"]), turn=1, decision=effect("A463"))
    assert game.current_player() == 0
    only_legal(game, "give card", "pay")
    # The hand limit of a break, and the income: enclosure of 2 spaces.
    hand = ["A410", "A465", "A404", "A417"]
    game = position(p(**{**CONNECTED, "hand": hand, "left_tokens": [0, 2, 3, 4, 5, 6]}), decision={"break": "now"},
                    break_left=0, break_causer=0)
    asked_for = set()
    while asked(game) != "main":
        asked_for.add(asked(game))
        assert not legal(game, "sell-harbor")
        take(game, legal(game)[0])
    assert {"discard", "free_building"} <= asked_for


# --- map 5: restaurant at (4,5) ---------------------------------------------------------------------------------------


@pytest.mark.covers("R29.8", "map 5")
def test_every_covered_space_next_to_the_restaurant_earns_one_money_in_a_break():
    # (3,4), (3,6), (4,7), (5,4) and (5,6) touch it; one building or several, empty or not.
    for buildings, money in [
            ([on("enclosure_2", "3,4", "3,6")], 2), (["enclosure_1@3,4", "enclosure_1@3,6*"], 2),
            (["enclosure_1@4,7"], 1), ([on("enclosure_2", "4,7", "4,9")], 1), (["pavilion@3,2", "pavilion@5,2"], 0),
            ([f"enclosure_1@{cell}" for cell in ("3,4", "3,6", "4,7", "5,4", "5,6")], 5)]:
        assert income(map="5", buildings=buildings) == ({"money": money} if money else {})
    # With sponsor 219 the water (4,3) can be covered; it touches the restaurant too.
    assert income(map="5", zoo=["S219"], buildings=["enclosure_1@4,3"]) == {"money": 1}


@pytest.mark.covers("R29.17", "map 5", "D10.2")
def test_the_left_edge_of_map_5_builds_a_reptile_house_or_an_aviary_without_build_two():
    free = effect(op="free_building", arg="special_enclosure")
    game = position(p(map="5", money=0, buildings=["pavilion@4,7"]), decision=free)
    houses = set(places(game, "reptile_house")) | set(places(game, "large_bird_aviary"))
    assert places(game, "reptile_house") and places(game, "large_bird_aviary")
    # Build II spaces (1,2), (1,10), (5,12) stay closed; the placement is free.
    assert not {cell for cells in houses for cell in cells} & {(1, 2), (1, 10), (5, 12)}
    take(game, next(iter(places(game, "reptile_house").values())))
    assert me(game).money >= 0
    assert not legal(game, "place large_bird_aviary")  # one of both
    # Neither is built twice.
    game = position(p(map="5", buildings=["reptile_house", "pavilion"]), decision=free)
    assert not places(game, "reptile_house") and places(game, "large_bird_aviary")
    game = position(p(map="5", buildings=["reptile_house", "large_bird_aviary"]), decision=free)
    assert asked(game) == "main"


# --- map 6: research institute ----------------------------------------------------------------------------------------


def at_institute(card: str, connected: bool = True, **fields) -> bool:
    house = fields.pop("house", "enclosure_5+rock1+water1")
    return can_act(card, map="6", money=60, buildings=[f"pavilion@{'0,11' if connected else '1,8'}", house], **fields)


@pytest.mark.covers("R29.9", "R29.11", "D5.4", "map 6")
def test_the_connected_institute_ignores_one_condition_of_every_animal():
    # Examples of the glossary. Lion (402): two predator icons instead of three.
    assert at_institute("A402", zoo=["A401"])
    assert not at_institute("A402", zoo=["A404"])
    assert not at_institute("A402", connected=False, zoo=["A401"])
    # Fur Seal (421): the Animals card need not be upgraded.
    assert at_institute("A421")
    assert not at_institute("A421", connected=False)
    # Small animals too: Cotton-top Tamarin (468) with one science icon, Senegal Bushbaby (452) with one Africa icon.
    assert at_institute("A468", universities=["science_reputation"])
    assert not at_institute("A468")
    assert at_institute("A452", zoo=["A404"])
    # A partner zoo: Sun Bear (409).
    assert at_institute("A409")
    assert not at_institute("A409", connected=False)
    # All other conditions have to be met: Giant Panda (433) needs a herbivore, a bear and the partner zoo of Asia.
    assert at_institute("A433", zoo=["A434"])
    assert not at_institute("A433", zoo=["A414"])


@pytest.mark.covers("R29.9", "map 6")
def test_the_institute_does_not_replace_rock_water_size_or_money():
    assert not at_institute("A421", house="enclosure_5+water0")
    assert not at_institute("A421", house="enclosure_4+rock1+water1")
    assert not can_act("A402", map="6", money=15, zoo=["A401", "A404"], buildings=["pavilion@0,11", "enclosure_5"])
    assert can_act("A402", map="6", money=16, zoo=["A401", "A404"], buildings=["pavilion@0,11", "enclosure_5"])


@pytest.mark.covers("R29.9", "map 6")
def test_the_institute_works_for_each_animal_of_an_action():
    game = playing("A452", "A468", strength=5, map="6", zoo=["A404"], universities=["science_reputation"],
                   buildings=["pavilion@0,11", "enclosure_1", "enclosure_1"])
    take(game, "play A452")
    take(game, legal(game)[0])
    assert "play A468" in legal(game)


@pytest.mark.covers("R29.10", "map 6", "D5.4")
def test_the_institute_adds_up_with_sponsor_263_for_large_animals():
    # Lion (402, size 4): one predator icon is enough. Proboscis Monkey (451, size 5): one primate icon, no Animals II.
    assert at_institute("A402", zoo=["A404", "S263"])
    assert not at_institute("A402", zoo=["S263"])
    assert not at_institute("A402", connected=False, zoo=["A404", "S263"])
    assert at_institute("A451", zoo=["A465", "S263"])
    assert not at_institute("A451", zoo=["S263"])
    # The Tamarin (468, size 1) is not large.
    assert not at_institute("A468", zoo=["S263"])


@pytest.mark.covers("R29.16", "map 4", "map 6")
@pytest.mark.parametrize("code", ["4", "6"])
def test_the_first_building_may_but_need_not_touch_the_harbor_or_institute(code):
    found = spots(take(building(1, map=code, money=9, buildings=[]), "build pavilion"), "pavilion")
    assert {"0,11", "0,7"} <= found
    assert "1,10" not in found  # no border space


# --- map 7: ice cream parlors at (1,2), (5,4) and (5,10) --------------------------------------------------------------


@pytest.mark.covers("R29.12", "map 7")
def test_every_kiosk_earns_one_more_when_all_parlors_are_covered():
    # Two kiosks without a paying neighbour; the parlors are covered by a kiosk and by enclosures.
    kiosks = ["kiosk@8,9", "kiosk@0,9"]
    parlors = ["enclosure_1@1,2", "enclosure_1@5,4", "enclosure_1@5,10"]
    assert income(map="7", buildings=[*kiosks, *parlors]) == {"money": 2}
    assert income(map="7", buildings=[*kiosks, *parlors[:2]]) == {}
    assert income(map="7", buildings=["kiosk@8,9", "kiosk@1,2", *parlors[1:]]) == {"money": 2}
    # Beside the usual income: a pavilion next to (8,9) brings its kiosk 1 + 1.
    assert income(map="7", buildings=[*kiosks, *parlors, "pavilion@8,7"]) == {"money": 3}
    assert income(map="7", buildings=[*kiosks, *parlors[:2], "pavilion@8,7"]) == {"money": 1}
    assert income(map="7", buildings=parlors) == {}


# --- map 8: H spaces at (1,10), (4,11) and (6,9) ----------------------------------------------------------------------


@pytest.mark.covers("R29.13", "map 8")
@pytest.mark.parametrize(("cell", "beside"), [("1,10", "1,8"), ("4,11", "3,10"), ("6,9", "6,7")])
def test_an_h_space_reveals_cards_until_a_sponsor_which_goes_to_the_hand(cell, beside):
    game = building(1, map="8", money=9, buildings=[f"pavilion@{beside}"],
                    table={"deck": ["A401", "P113", "S210", "S211"], "display": [f"P{n}" for n in range(115, 121)]})
    take(game, "build pavilion")
    assert gains(game, f"place pavilion @{cell} r0") == {"money": -2, "appeal": 1}
    assert me(game).hand == ["S210"]
    assert sorted(table(game).discard) == ["A401", "P113"]
    assert game.current_player() == 1


@pytest.mark.covers("R29.13", "map 8")
def test_other_spaces_reveal_nothing():
    shown = {"deck": ["S210", "S211"], "display": [f"P{n}" for n in range(115, 121)]}
    game = build(building(1, map="8", money=9, buildings=["pavilion@1,10"], table=shown), "pavilion", "1,8")
    assert me(game).hand == []


@pytest.mark.covers("R29.14", "map 8")
def test_sponsors_are_one_level_lower_when_all_h_spaces_are_covered():
    # Sponsor 210 has level 4.
    spaces = ["pavilion@1,10", "pavilion@4,11", "pavilion@6,9"]
    for buildings, strength, fits in [(spaces, 3, True), (spaces, 2, False), (spaces[:2], 3, False),
                                      (spaces[:2], 4, True)]:
        game = playing_sponsor("S210", map="8", strength=strength, side=1, buildings=buildings)
        assert ("play S210" in legal(game)) == fits
    # With side II each of them: 3 + 3 = 6 for strength 5; 230 has level 4 too.
    for buildings, fits in [(spaces, True), (spaces[:2], False)]:
        game = take(playing_sponsor("S230", hand=["S210"], map="8", strength=5, buildings=buildings), "play S230")
        assert ("play S210" in legal(game)) == fits
    # Bought with money the lower level is the price.
    for money, fits in [(3, True), (2, False)]:
        game = position(p(map="8", hand=["S210"], money=money, buildings=spaces),
                        decision=effect(op="sponsor_for_money"))
        assert ("play S210" in legal(game)) == fits


@pytest.mark.covers("R29.15", "map 8")
def test_h_spaces_are_no_placement_bonuses():
    # Archaeologist (221): (4,11) is a border space with H, nothing more is gained.
    shown = {"deck": ["S210"], "display": PROJECTS}
    game = building(1, map="8", money=9, zoo=["S221"], buildings=["pavilion@3,10"], table=shown)
    take(game, "build pavilion")
    assert gains(game, "place pavilion @4,11 r0") == {"money": -2, "appeal": 1}
    assert game.current_player() == 1
    # With a real bonus on the border, (8,9), another one is chosen; the H spaces are not among them.
    game = building(1, map="8", money=9, zoo=["S221"], buildings=["pavilion@7,8"], table=shown)
    take(game, "build pavilion", "place pavilion @8,9 r0")
    while asked(game) == "open":
        resolve(game, "bonus")
    only_legal(game, *(f"bonus @{cell}" for cell in ("0,7", "1,2", "3,0", "4,5", "6,1", "7,4")))
    # Sponsor 264 counts connected placement bonuses: (6,7) touches the H space (6,9) and no bonus.
    assert gains(playing_sponsor("S264", map="8", buildings=["pavilion@6,7"]), "play S264") == {}


@pytest.mark.covers("R29.18", "R14.12", "map 8")
@pytest.mark.parametrize(("owned", "upgraded", "fits"), [
    (["africa"], [], True), (["africa", "asia"], [], False), (["africa", "asia"], ["association"], True),
    (["africa", "americas", "asia", "australia"], ["association"], False)])
def test_the_free_partner_zoo_of_map_8_needs_association_two_for_the_third(owned, upgraded, fits):
    game = position(p(map="8", zoo=["A501", "A502"], conservation=2, thresholds=[2], partner_zoos=owned,
                      upgraded=upgraded, workers=2), n=3, base_projects=["P106", "P107", "P108"],
                    decision=doing("association", 5, 1 + bool(upgraded)))
    take(game, "task project", "support P106 right", "left-token 4")
    offered = [text.split()[1] for text in legal(game, "partner ")]
    assert bool(offered) == fits
    assert not set(offered) & set(owned)
