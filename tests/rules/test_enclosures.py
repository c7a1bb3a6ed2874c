"""Enclosures: where animals live, special enclosures, moving in, flock animals (R13, D4.4, D5.3)."""
import pytest
from helpers import asked, doing, effect, gains, legal, me, only_legal, p, position, take
from rules.ability_play import about_to_play as playing
from rules.map_play import bits, build, building, can_act, on, resolve, zoo_map
from rules.sponsor_play import around, at, places, put

# Map 0. (5,8), (5,12), (6,9) and (6,11) are rock: (4,7) and (4,9) touch only (5,8), (4,11) only (5,12), (6,7) touches
# (5,8) and (6,9). The spaces (7,6), (8,1), (8,3), (8,5) touch neither rock nor water, (7,8) touches the water (8,9).
ONE, TWO, TWO_MORE = on("enclosure_1", "7,2"), on("enclosure_2", "8,1", "8,3"), on("enclosure_2", "7,6", "8,5")
THREE = on("enclosure_3", "0,5", "0,7", "1,6")  # two water spaces, no rock
FOUR = on("enclosure_4", "7,6", "7,8", "8,5", "8,7")
FIVE = on("enclosure_5", "2,3", "2,5", "3,4", "3,6", "4,5")  # two water and two rock spaces
HOUSE = ["2,9", "2,11", "3,10", "4,9", "4,11"]  # two water and three rock spaces, no bonus
# Map A, places for the reptile house without a bonus.
DRY = ["1,6", "1,8", "2,7", "3,6", "3,8"]  # no rock, no water
WET = ["2,7", "3,6", "3,8", "3,10", "4,9"]  # three water spaces, no rock
ROCKY = ["2,7", "3,4", "3,6", "3,8", "4,5"]  # two rock spaces, no water
NEW_HOUSE, NEW_AVIARY = 1, 2  # places in Player.special_used; 0 is the petting zoo


def taken(building: dict) -> dict:
    return {**building, "occupied": True}


def house(cells: list[str]) -> dict:
    return on("reptile_house", *cells)


def housing(card: str, *texts: str, **fields) -> list[str]:
    """What can be chosen when this animal is played."""
    return legal(take(playing(card, **fields), *texts, f"play {card}"))


# --- standard enclosures ----------------------------------------------------------------------------------------------


@pytest.mark.covers("R13.1", "D5.3")
def test_an_animal_lives_alone_in_an_empty_standard_enclosure_of_its_size_or_more():
    # Wolf (417), size 4.
    assert housing("A417", buildings=[THREE, FOUR, FIVE]) == ["house @2,3", "house @7,6"]
    assert housing("A417", buildings=[THREE, taken(FOUR), FIVE]) == ["house @2,3"]
    assert not can_act("A417", money=60, buildings=[THREE, taken(FOUR), taken(FIVE)])


@pytest.mark.covers("R13.1")
@pytest.mark.parametrize("kind", [
    "kiosk", "pavilion", "petting_zoo", "reptile_house", "large_bird_aviary", "okapi_stable"])
def test_nothing_but_a_standard_enclosure_takes_an_animal_without_its_own_kind_of_house(kind):
    assert not can_act("A410", money=60, buildings=[kind])  # Yellow-throated Marten, size 1
    assert can_act("A410", money=60, buildings=[kind, "enclosure_1"])


@pytest.mark.covers("R13.2")
def test_the_chosen_enclosure_is_flipped_to_its_occupied_side():
    game = take(playing("A417", buildings=[FOUR, FIVE]), "play A417", "house @2,3")
    assert bits(game, me(game).occupied) == {(2, 3), (2, 5), (3, 4), (3, 6), (4, 5)}


@pytest.mark.covers("R13.3")
def test_rock_and_water_icons_need_as_many_spaces_next_to_the_enclosure():
    # Cougar (413): size 3, one rock. Australian Pelican (515): size 4, two water. Fur Seal (421): size 5, one of each.
    def fits(card, kind, *cells):
        return can_act(card, money=60, upgraded=["animals"], buildings=[on(kind, *cells)])

    assert fits("A413", "enclosure_3", "7,0", "7,2", "8,1")  # rock (6,3)
    assert not fits("A413", "enclosure_3", "0,5", "0,7", "1,6")  # two water spaces
    assert fits("A515", "enclosure_4", "0,5", "0,7", "1,4", "1,6")  # water (0,3), (2,7)
    assert not fits("A515", "enclosure_4", "7,6", "7,8", "8,5", "8,7")  # water (8,9) only
    assert fits("A421", "enclosure_5", "6,7", "7,6", "7,8", "8,5", "8,7")
    assert not fits("A421", "enclosure_5", "3,10", "3,12", "4,9", "4,11", "5,10")  # four rock spaces, no water
    assert not fits("A421", "enclosure_5", "0,5", "0,7", "1,4", "1,6", "1,8")  # three water spaces, no rock


@pytest.mark.covers("R13.4", "R13.5")
def test_two_required_spaces_are_different_map_spaces_wherever_the_enclosure_touches_them():
    # Alpine Ibex (444): size 2, two rock.
    def fits(*cells):
        return can_act("A444", money=10, buildings=[on("enclosure_2", *cells)])

    assert not fits("4,7", "4,9")  # both touch (5,8): one rock space
    assert fits("4,9", "4,11")  # (5,8) and (5,12)
    assert fits("6,7", "7,6")  # (6,7) alone touches (5,8) and (6,9)
    assert not fits("7,6", "8,5")


@pytest.mark.covers("R13.6")
@pytest.mark.parametrize(("card", "unique"), [("A484", "water_playground"), ("A486", "adventure_playground")])
def test_water_and_rock_on_buildings_do_not_count(card, unique):
    # (7,6) touches neither water nor rock, but the playground with its printed water or rock on (8,3), (8,5) or (7,8).
    beside = on(unique, "8,5", "8,3") if unique == "adventure_playground" else on(unique, "7,8", "8,7")
    assert {(8, 5), (7, 8)} & around({(7, 6)})
    assert not can_act(card, money=60, buildings=[on("enclosure_1", "7,6"), beside])
    real = {"A484": "2,9", "A486": "7,2"}[card]  # next to water (2,7), (1,10) and to rock (6,3)
    assert can_act(card, money=60, buildings=[on("enclosure_1", real), beside])


@pytest.mark.covers("R13.22")
def test_it_is_not_tracked_which_animal_lives_in_which_enclosure():
    # Common Agama (473, size 1) goes into the 5 spaces, the Marten (410, size 1) into the 1 space. When the agama moves
    # into a new reptile house, the smallest occupied enclosure is emptied: the one of the marten.
    game = position(
        p(hand=["A473", "A410"], money=40, upgraded=["build"], buildings=[ONE, FIVE, "pavilion@3,12"],
          actions=["association", "cards", "sponsors", "animals", "build"]),
        decision=doing("animals", 5), rest="discard", deck=["S201", "S202", "S203"])
    take(game, "play A473", "house @2,3")
    while asked(game) != "animals":
        take(game, legal(game)[0])
    take(game, "play A410", "house @7,2")
    while game.current_player() == 0:
        take(game, legal(game)[0])
    take(game, "x-token cards", "act build")
    build(game, "reptile_house", *HOUSE)
    take(game, "move-in A473")
    assert bits(game, me(game).occupied) == {(2, 3), (2, 5), (3, 4), (3, 6), (4, 5)}


# --- special enclosures -----------------------------------------------------------------------------------------------


@pytest.mark.covers("R13.7")
def test_petting_zoo_animals_live_only_in_a_petting_zoo():
    assert not can_act("A519", money=7, buildings=[FIVE, "reptile_house"])
    assert housing("A519", buildings=[FIVE, "petting_zoo"]) == ["house special"]


@pytest.mark.covers("R13.8")
def test_a_petting_zoo_holds_three_animals():
    for used in range(4):
        assert can_act("A519", money=7, buildings=["petting_zoo"], special_used={"petting_zoo": used}) == (used < 3)
    game = take(playing("A519", buildings=["petting_zoo"]), "play A519", "house special")
    assert me(game).special_used == [1, 0, 0]


@pytest.mark.covers("R13.9", "D5.3")
def test_reptiles_and_aviary_birds_may_choose_between_both_kinds_of_enclosure():
    assert housing("A473", buildings=[ONE, "reptile_house"]) == ["house @7,2", "house special"]
    assert housing("A495", buildings=[FIVE, "large_bird_aviary"]) == ["house @2,3", "house special"]
    # A bird without the aviary icon (Greater Rhea 507), a reptile in an aviary.
    assert housing("A507", buildings=[FIVE, "large_bird_aviary"]) == ["house @2,3"]
    assert not can_act("A507", money=60, buildings=["large_bird_aviary"])
    assert not can_act("A473", money=60, buildings=["large_bird_aviary"])


@pytest.mark.covers("R13.9", "R13.10", "R13.12", "R13.13")
def test_the_caiman_of_the_rulebook_fills_the_five_spaces_or_two_of_the_reptile_house():
    # Broad-snouted Caiman (480): size 4 with water, or 2 spaces. Map A: both enclosures lie at water.
    five = on("enclosure_5", "6,1", "6,3", "7,2", "7,4", "5,2")
    water = zoo_map("A").water
    assert around({(6, 1), (6, 3), (7, 2), (7, 4), (5, 2)}) & water
    for choice, occupied, used in [("house @5,2", 5, 0), ("house special", 0, 2)]:
        game = playing("A480", map="A", buildings=[five, house(WET)])
        take(game, "play A480")
        only_legal(game, "house @5,2", "house special")
        take(game, choice)
        assert (len(bits(game, me(game).occupied)), me(game).special_used) == (occupied, [0, used, 0])


@pytest.mark.covers("R13.10", "R13.11")
@pytest.mark.parametrize(("card", "kind", "spaces"), [
    ("A471", "reptile_house", 2), ("A473", "reptile_house", 0), ("A491", "reptile_house", 1),
    ("A494", "large_bird_aviary", 4), ("A495", "large_bird_aviary", 1)])
def test_an_animal_needs_its_printed_number_of_the_five_spaces(card, kind, spaces):
    place = house(HOUSE) if kind == "reptile_house" else kind
    for used in range(6):
        fits = can_act(card, money=60, buildings=[place], special_used={kind: used})
        assert fits == (used + spaces <= 5)
    game = take(playing(card, buildings=[place]), f"play {card}", "house special")
    assert me(game).special_used[NEW_HOUSE if kind == "reptile_house" else NEW_AVIARY] == spaces


@pytest.mark.covers("R13.12")
def test_rock_and_water_are_needed_next_to_the_special_enclosure_too():
    # Slow Worm (488): water. Common Wall Lizard (486): rock.
    found = {(card, name): can_act(card, map="A", money=60, buildings=[house(cells)])
             for card in ("A488", "A486") for name, cells in (("dry", DRY), ("wet", WET), ("rocky", ROCKY))}
    assert [key for key, fits in found.items() if fits] == [("A488", "wet"), ("A486", "rocky")]


@pytest.mark.covers("R13.13", "R13.10")
def test_special_enclosures_are_never_flipped():
    game = take(playing("A494", buildings=["large_bird_aviary"]), "play A494", "house special")
    assert me(game).occupied == 0
    # Kiosks count them even when empty (boards.json, kiosk income): no side of the piece matters.
    cells = bits(game, me(game).built)
    assert len(cells) == 5


# --- moving into a new special enclosure ------------------------------------------------------------------------------


def moved(zoo: list[str], *buildings, cells: list[str] | None = None, beside: str = "pavilion@3,12", **fields):
    """A reptile house has just been built on ``cells``."""
    game = building(5, 2, money=10, zoo=zoo, buildings=[*buildings, beside], **fields)
    return build(game, "reptile_house", *(cells or HOUSE))


@pytest.mark.covers("R13.14", "R13.21", "D4.4")
@pytest.mark.parametrize("chosen", [[], ["A473"], ["A471"], ["A471", "A473"]])
def test_any_of_the_reptiles_may_move_into_a_new_reptile_house(chosen):
    game = moved(["A471", "A473", "A410", "A495"], taken(ONE), taken(FIVE))
    only_legal(game, "pass", "move-in A471", "move-in A473")  # neither the marten nor the bird
    take(game, *(f"move-in {card}" for card in chosen))
    if len(chosen) < 2:
        take(game, "pass")
    assert (asked(game), game.current_player()) == ("main", 1)
    # 471 (size 3, 2 spaces) empties the 5 spaces, 473 (size 1, no space) the 1 space.
    assert me(game).special_used == [0, 2 * ("A471" in chosen), 0]
    empty = ({(7, 2)} if "A473" in chosen else set()) | (
        {(2, 3), (2, 5), (3, 4), (3, 6), (4, 5)} if "A471" in chosen else set())
    assert bits(game, me(game).occupied) == {(7, 2), (2, 3), (2, 5), (3, 4), (3, 6), (4, 5)} - empty


@pytest.mark.covers("R13.14", "D4.4")
def test_animals_move_in_whatever_effect_builds_the_special_enclosure():
    # Peacocking (514) builds a large bird aviary; Secretary Bird (495), size 4, moves out of the 4 spaces.
    four = taken(on("enclosure_4", "7,4", "7,6", "8,5", "8,7"))
    game = position(p(map="A", zoo=["A495"], buildings=[four, "pavilion@0,9"]), decision=effect("A514"))
    put(game, "0,5", "0,7", "1,4", "1,6", "2,7")
    only_legal(game, "pass", "move-in A495")
    take(game, "move-in A495")
    assert (me(game).occupied, me(game).special_used) == (0, [0, 0, 1])
    # The left edge of map 5: one of both houses, see R29.17.
    free = effect(op="free_building", arg="special_enclosure")
    game = position(p(zoo=["A473"], buildings=[taken(ONE), "pavilion@3,12"]), decision=free)
    take(game, places(game, "reptile_house")[at(*HOUSE)])
    only_legal(game, "pass", "move-in A473")


@pytest.mark.covers("D4.4", "R22.4")
@pytest.mark.parametrize(("first", "then"), [("move", "move_in"), ("kiosk", "free_building")])
def test_animals_move_in_before_or_after_the_placement_bonuses(first, then):
    # Map 7: (1,2) gives a kiosk.
    game = moved(["A473"], taken(on("enclosure_1", "6,5")), map="7", cells=["0,5", "1,2", "1,4", "1,6", "2,3"],
                 beside="pavilion@2,7")
    assert asked(game) == "open"
    resolve(game, first)
    assert asked(game) == then


@pytest.mark.covers("D4.4", "R22.4")
def test_a_card_of_a_placement_bonus_may_be_seen_before_animals_move_in():
    # Map A: (5,10) gives a card, (7,10) 2 reputation.
    game = moved(["A473"], taken(on("enclosure_1", "4,3")), map="A", cells=["5,10", "5,12", "6,11", "7,10", "7,12"],
                 beside="pavilion@4,11")
    assert asked(game) == "open"
    resolve(game, "card")
    assert asked(game) == "take"


@pytest.mark.covers("R13.15")
def test_animals_move_in_only_when_the_enclosure_is_built():
    game = take(moved(["A473"], taken(ONE)), "pass")
    assert game.current_player() == 1
    game = building(5, 2, money=10, zoo=["A473"], buildings=[taken(ONE), house(HOUSE)])
    build(game, "pavilion", "3,12")
    take(game, "take deck")  # bonus of (3,12)
    assert not legal(game, "move-in")
    assert asked(game) == "build"


@pytest.mark.covers("R13.16")
def test_moving_animals_respect_the_free_spaces():
    # 469 and 489 need 3 spaces, 471 needs 2, 474 needs 1, 473 none.
    game = moved(["A469", "A489", "A471", "A474", "A473"])
    assert legal(game, "move-in") == [f"move-in A{n}" for n in (469, 471, 473, 474, 489)]
    take(game, "move-in A469")
    assert legal(game, "move-in") == ["move-in A471", "move-in A473", "move-in A474"]
    take(game, "move-in A471")
    assert legal(game, "move-in") == ["move-in A473"]  # 3 + 2 = 5 spaces are taken


@pytest.mark.covers("R13.16")
def test_moving_animals_respect_rock_and_water_at_the_new_enclosure():
    # 469 and 488 need water, 486 needs rock, 471 neither.
    zoo = ["A469", "A471", "A486", "A488"]
    found = {}
    for name, cells in [("dry", DRY), ("wet", WET), ("rocky", ROCKY)]:
        found[name] = legal(moved(zoo, map="A", cells=cells, beside="pavilion@2,5"
                                  if name != "wet" else "pavilion@2,9"), "move-in")
    assert found == {"dry": ["move-in A471"], "wet": ["move-in A469", "move-in A471", "move-in A488"],
                     "rocky": ["move-in A471", "move-in A486"]}


@pytest.mark.covers("R13.17")
def test_the_smallest_occupied_enclosure_that_meets_the_requirements_is_emptied():
    # Indian Rock Python (474): size 2.
    game = take(moved(["A474"], taken(ONE), taken(TWO), taken(FIVE), THREE), "move-in A474")
    assert bits(game, me(game).occupied) == {(7, 2), (2, 3), (2, 5), (3, 4), (3, 6), (4, 5)}
    # Rock Monitor (472): size 2 with rock. The enclosure of 2 touches none, the one of 5 does.
    game = take(moved(["A472"], taken(TWO), taken(FIVE)), "move-in A472")
    assert bits(game, me(game).occupied) == {(8, 1), (8, 3)}


@pytest.mark.covers("R13.18")
def test_without_rock_or_water_the_smallest_of_the_size_is_emptied():
    game = take(moved(["A472"], taken(ONE), taken(TWO), taken(THREE)), "move-in A472")  # no rock at either
    assert bits(game, me(game).occupied) == {(7, 2), (0, 5), (0, 7), (1, 6)}


@pytest.mark.covers("R13.19")
def test_without_an_enclosure_of_the_size_none_is_emptied():
    game = take(moved(["A471"], taken(ONE), taken(TWO), FIVE), "move-in A471")  # size 3; the 5 spaces are empty
    assert bits(game, me(game).occupied) == {(7, 2), (8, 1), (8, 3)}
    assert me(game).special_used == [0, 2, 0]


@pytest.mark.covers("R13.20")
@pytest.mark.parametrize(("choice", "rest"), [("empty @7,6", {(8, 1), (8, 3)}), ("empty @8,1", {(7, 6), (8, 5)})])
def test_the_player_chooses_among_equally_small_enclosures(choice, rest):
    game = take(moved(["A474"], taken(TWO), taken(TWO_MORE)), "move-in A474")
    only_legal(game, "empty @7,6", "empty @8,1")
    take(game, choice)
    assert bits(game, me(game).occupied) == rest


@pytest.mark.covers("R13.23")
def test_moving_gives_no_appeal_and_triggers_nothing():
    # Not even next to the tower of map 1 or with the experts on reptiles (237 and 232) in the zoo.
    game = building(5, 2, map="1", money=10, zoo=["A473", "S232", "S237"],
                    buildings=[taken(on("enclosure_1", "1,4")), "pavilion@5,0"])
    build(game, "reptile_house", "3,2", "3,4", "4,3", "5,2", "5,4")
    only_legal(game, "pass", "move-in A473")
    assert gains(game, "move-in A473") == {}
    assert me(game).occupied == 0


@pytest.mark.covers("R13.24")
def test_nobody_moves_into_a_petting_zoo():
    game = building(5, money=10, zoo=["A473", "A495", "A410"], buildings=[taken(ONE), taken(FIVE), "pavilion@2,9"])
    build(game, "petting_zoo", "0,5", "1,6", "1,8")
    assert (asked(game), game.current_player()) == ("main", 1)


# --- flock animals ----------------------------------------------------------------------------------------------------


@pytest.mark.covers("R13.25", "flock_animal", "R20.48")
@pytest.mark.parametrize(("host", "fits"), [
    ("A426", True),  # African Bush Elephant, herbivore, 5
    ("A443", True),  # Red Deer, herbivore, 3
    ("A439", False),  # Lama, herbivore, 2
    ("A401", False),  # Cheetah, predator, 5
    ("A519", False),  # Goat, no herbivore
])
def test_a_flock_animal_shares_with_a_herbivore_that_requires_its_size_or_more(host, fits):
    # Reindeer (438): flock 3, 12 money, no enclosure is free.
    assert can_act("A438", money=12, zoo=[host]) == fits
    assert not can_act("A438", money=11, zoo=[host])
    if fits:
        game = playing("A438", zoo=[host], buildings=[taken(FIVE)])
        take(game, "play A438")
        only_legal(game, "house share")
        occupied = me(game).occupied
        assert gains(game, "house share") == {"appeal": 5}
        assert me(game).occupied == occupied


@pytest.mark.covers("R13.25", "flock_animal")
def test_the_host_is_judged_by_its_card_and_conditions_stay():
    # C19: the Lama (size 2) hosts no 3 even if it stands in 5 spaces.
    assert not can_act("A438", money=12, zoo=["A439"], buildings=[taken(FIVE)])
    # Grevy's Zebra (429): flock 2, needs three Africa icons: 426 has two, 404 one.
    assert can_act("A429", money=12, zoo=["A426", "A404"])
    assert not can_act("A429", money=12, zoo=["A426"])
    # A host in hand or in another zoo is none.
    assert "act animals" not in legal(position(
        p(hand=["A438", "A426"], money=12, actions=["association", "animals", "build", "cards", "sponsors"]),
        p(zoo=["A443"])))


@pytest.mark.covers("R13.26", "flock_animal")
def test_one_host_serves_any_number_and_may_be_a_flock_animal_itself():
    # The elephant already hosts 438, 443 and 447; 442 (size 4, two herbivores) still fits, and 439 beside 443 alone.
    assert can_act("A442", money=19, zoo=["A426", "A438", "A443", "A447"])
    assert can_act("A439", money=10, zoo=["A443"])
    game = position(p(hand=["A438", "A439"], money=60, zoo=["A447"], buildings=[taken(FIVE)]),
                    decision=doing("animals", 5))
    take(game, "play A438", "house share", "play A439", "house share")
    assert sorted(me(game).zoo) == ["A438", "A439", "A447"]


@pytest.mark.covers("R13.27", "flock_animal", "D5.3")
def test_a_flock_animal_takes_an_empty_enclosure_without_a_host_or_by_choice():
    assert housing("A438", buildings=[THREE]) == ["house @0,5"]
    assert housing("A438", buildings=[THREE], zoo=["A426"]) == ["house @0,5", "house share"]
    game = take(playing("A438", buildings=[THREE], zoo=["A426"]), "play A438", "house @0,5")
    assert bits(game, me(game).occupied) == {(0, 5), (0, 7), (1, 6)}
    assert not can_act("A438", money=60, buildings=[TWO])


@pytest.mark.covers("R13.28", "flock_animal")
def test_the_enclosure_of_a_flock_animal_takes_no_other_herbivore():
    # Giraffe (428, size 3) cannot share with the Reindeer, Red Deer (443, flock 3) can.
    for card, fits in [("A428", False), ("A443", True)]:
        assert can_act(card, money=60, zoo=["A438"], buildings=[taken(THREE)]) == fits
