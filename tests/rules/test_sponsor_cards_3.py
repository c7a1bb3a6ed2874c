"""Sponsors 227-242: each effect of each card."""
import pytest
from helpers import asked, doing, legal, me, only_legal, p, position, table, take
from rules.sponsor_play import change, check_level_and_conditions, final, income, pavilions, playing, put, settle

# Per category: the sponsorship (231-235), the any-zoo sponsor (236-240), a single and a double icon, two more animals.
PRIMATE = ("S231", "S236", "primate", "A455", "A457", ["A454", "A460"])
REPTILE = ("S232", "S237", "reptile", "A473", "A489", ["A477", "A490"])
BIRD = ("S233", "S238", "bird", "A502", "", ["A507", "A513"])
PREDATOR = ("S234", "S239", "predator", "A404", "A401", ["A405", "A410"])
HERBIVORE = ("S235", "S240", "herbivore", "A428", "", ["A439", "A445"])
GROUPS = [PRIMATE, REPTILE, BIRD, PREDATOR, HERBIVORE]
WATER_NEAR = ["1,2", "4,1", "4,5", "7,10", "2,9"]  # next to every water space of map 0
ROCK_NEAR = ["2,3", "6,1", "5,10", "0,9", "2,11"]  # next to every rock space


@pytest.mark.covers("S227-S242", "R17.3")
@pytest.mark.parametrize("card", [f"S{n}" for n in range(227, 243)])
def test_level_and_conditions(card):
    check_level_and_conditions(card)


def animals(*hand, strength=2, side=1, display=("A441", "A447", "S201", "S202", "S203", "A514"), **fields):
    kinds = ["enclosure_1", "enclosure_2", "enclosure_3", "enclosure_4", "enclosure_5", "petting_zoo"]
    given = {"money": 60, "buildings": kinds, **fields}
    return position(p(hand=list(hand), **given), display=list(display), decision=doing("animals", strength, side))


def play(game, animal):
    """Plays an animal and houses it in the first place offered."""
    settle(game, f"play {animal}")
    return settle(game, legal(game, "house")[0]) if asked(game) == "house" else game


def gained(game, animal, field):
    before = getattr(me(game), field)
    return getattr(me(play(game, animal)), field) - before


# --- 227, 228 ---------------------------------------------------------------------------------------------------------


@pytest.mark.covers("S227", "D12.12")
@pytest.mark.parametrize(("size", "taken", "discard"), [
    ("small", "A404", ["A401", "A428", "S201"]), ("large", "A401", ["S201"])])
def test_227_searches_the_deck_for_the_class_chosen(size, taken, discard):
    game = playing("S227", reputation=6, shared={"deck": ["S201", "A401", "A428", "A404", "A405"]})
    settle(game, "play S227")
    only_legal(game, "class small", "class large")
    take(game, f"class {size}")
    assert (me(game).hand, table(game).discard) == ([taken], discard)


@pytest.mark.covers("S227", "R21.10")
@pytest.mark.parametrize(("waza", "animal", "extra"), [
    ("small", "A405", 2), ("small", "A404", 2), ("small", "A519", 2), ("small", "A455", 0),
    ("large", "A417", 4), ("large", "A401", 4), ("large", "A455", 0),
])  # sizes 1, 2, petting zoo, 3, 4, 5, 3
def test_227_gives_appeal_for_animals_of_the_class_chosen(waza, animal, extra):
    plain = gained(animals(animal), animal, "appeal")
    assert gained(animals(animal, zoo=["S227"], waza=waza), animal, "appeal") == plain + extra


@pytest.mark.covers("S227", "D12.12")
def test_227_forbids_the_other_class():
    hand = ["A405", "A404", "A519", "A455", "A417", "A401"]
    small, large, medium = {"play A405", "play A404", "play A519"}, {"play A417", "play A401"}, {"play A455"}
    assert set(legal(animals(*hand))) == small | medium | large
    # Animals already in the zoo do not matter.
    assert set(legal(animals(*hand, zoo=["S227", "A402"], waza="small"))) == small | medium
    assert set(legal(animals(*hand, zoo=["S227", "A410"], waza="large"))) == large | medium


@pytest.mark.covers("S228", "R21.10")
def test_228_pays_two_money_for_each_small_animal():
    zoo = ["A404", "A405", "A519", "A428", "A401"]
    assert change(playing("S228", reputation=3, zoo=zoo), "play S228") == {"money": 6}


@pytest.mark.covers("S228", "D12.13", "D5.6")
def test_228_allows_one_more_small_animal_from_hand_at_normal_cost():
    small = ["A404", "A410", "A415"]
    game = play(animals("A405", "A428", *small, zoo=["S228"]), "A405")
    only_legal(game, "pass", *(f"play {card}" for card in small))  # not the giraffe (size 3)
    assert gained(game, "A410", "money") == -7
    assert not legal(game, "play")  # one only
    # Animals II: not from the display.
    display = ["A404", "S201", "S202", "S203", "S204", "S205"]
    game = animals("A405", "A410", strength=2, side=2, zoo=["S228"], display=display)
    assert "play A404" in legal(game)
    only_legal(play(game, "A405"), "pass", "play A410")


@pytest.mark.covers("S228", "D12.14")
def test_228_takes_a_small_animal_of_the_display_whatever_the_range():
    # Reputation 1 reaches slot 1; the small animals lie in slots 2 and 6.
    display = ["A401", "A404", "S201", "A428", "S202", "A415"]
    for hand in (["A405"], ["A405", "A410"]):
        game = play(animals(*hand, zoo=["S228"], display=display), "A405")
        assert ("play A410" in legal(game)) is (len(hand) == 2)
        take(game, "pass")  # the marten stays in hand
        only_legal(game, "take slot 2", "take slot 6")
        settle(game, "take slot 6")
        assert "A415" in me(game).hand
    # No small animal in the display: nothing to take (the fox's Clever follows).
    game = take(play(animals("A405", zoo=["S228"]), "A405"), "pass")
    assert asked(game) == "clever"


@pytest.mark.covers("S228", "D12.13")
def test_228_needs_an_action_with_small_animals_only():
    # The printed example: a small animal, then a large one: no third animal, no display card.
    game = animals("A405", "A412", "A410", strength=5, zoo=["S228", "A467"])
    play(game, "A405")
    assert {"play A412", "play A410", "pass"} == set(legal(game))
    play(game, "A412")
    assert not legal(game, "play")
    # Two small ones, then a third.
    game = animals("A405", "A404", "A410", strength=5, zoo=["S228"])
    play(game, "A405")
    settle(game, "play A404")
    while asked(game) in ("house", "hunter"):
        settle(game, legal(game)[0])
    assert "play A410" in legal(game)


# --- 229, 230 ---------------------------------------------------------------------------------------------------------


@pytest.mark.covers("S229", "R1.19")
@pytest.mark.parametrize(("animal", "cost"), [
    ("A405", 8 - 3), ("A410", 7 - 3), ("A404", 9 - 3), ("A519", 7 - 3), ("A455", 13), ("A417", 12)])
def test_229_lowers_the_cost_of_small_animals(animal, cost):
    # The partner zoo of the badger (5 - 3 - 3) leaves 0, not -1.
    assert gained(animals(animal, zoo=["S229"]), animal, "money") == -cost
    assert gained(animals("A419", zoo=["S229"], partner_zoos=["europe"]), "A419", "money") == 0


@pytest.mark.covers("S229")
def test_229_gives_one_appeal_for_each_small_animal():
    assert change(playing("S229", zoo=["A404", "A405", "A519", "A428", "A401"]), "play S229") == {"appeal": 3}


@pytest.mark.covers("S230")
def test_230_counts_large_animals_and_lowers_their_cost():
    assert change(playing("S230", zoo=["A401", "A402", "A428", "A404"]), "play S230") == {"appeal": 4}
    assert gained(animals("A417", zoo=["S230"]), "A417", "money") == -(12 - 4)
    assert gained(animals("A401", zoo=["S230"]), "A401", "money") == -(17 - 4)
    assert gained(animals("A455", zoo=["S230"]), "A455", "money") == -13
    assert gained(animals("A405", zoo=["S230"]), "A405", "money") == -8


# --- 231-235: sponsorships --------------------------------------------------------------------------------------------


@pytest.mark.covers("S231-S235", "R21.4")
@pytest.mark.parametrize("group", GROUPS)
def test_231_to_235_give_appeal_for_each_icon_of_their_category(group):
    card, other, _, single, double, more = group
    # The single animal, two more and the sponsor with the icon; the condition icon of the card itself never counts.
    assert change(playing(card, zoo=[single, *more, other]), f"play {card}") == {"appeal": 4}
    if double:
        assert change(playing(card, zoo=[double]), f"play {card}") == {"appeal": 2}


@pytest.mark.covers("S231-S235", "R17.17")
@pytest.mark.parametrize("group", GROUPS)
def test_231_to_235_pay_income_by_the_highest_step_reached(group):
    card, other, category, single, _, more = group
    # Icons 0 to 6 (1, 3, 5 icons pay 3, 6, 9).
    fifth = {"primate": "S248", "reptile": "S250", "bird": "S249", "predator": "S251", "herbivore": "S253"}[category]
    sixth = {"primate": "S264", "reptile": "S259", "bird": "S258", "predator": "S252", "herbivore": "S260"}[category]
    zoo = [single, *more, other, fifth, sixth]
    paid = [income(zoo=[card, *zoo[:n]]).get("money", 0) for n in range(7)]
    assert paid == [0, 3, 3, 6, 6, 9, 9]


# --- 236-240: any zoo -------------------------------------------------------------------------------------------------


@pytest.mark.covers("S236-S240", "R17.11")
@pytest.mark.parametrize("group", GROUPS)
def test_236_to_240_pay_three_money_for_their_own_icon_and_those_that_follow(group):
    _, card, _, single, _, _ = group
    assert change(playing(card), f"play {card}") == {"money": 3}
    plain = gained(animals(single), single, "money")
    assert gained(animals(single, zoo=[card]), single, "money") == plain + 3


@pytest.mark.covers("S236-S240", "R17.20")
@pytest.mark.parametrize("group", GROUPS)
def test_236_to_240_pay_for_icons_in_other_zoos_but_not_of_other_categories(group):
    _, card, _, single, _, _ = group
    for animal, money in ((single, 3), ("A428" if single != "A428" else "A455", 0)):
        game = position(p(hand=[animal], money=60, buildings=["enclosure_5"]), p(zoo=[card], money=0),
                        decision=doing("animals", 2))
        settle(game, f"play {animal}")
        assert me(game, 1).money == money


@pytest.mark.covers("S236", "S237", "S239", "R21.6")
@pytest.mark.parametrize(("card", "animal", "fields"), [
    ("S236", "A457", {"zoo": ["A454", "A455", "A460"]}), ("S237", "A489", {"partner_zoos": ["asia"]}),
    ("S239", "A401", {}),
])  # fmt: skip
def test_double_icons_pay_236_to_240_twice(card, animal, fields):
    zoo = fields.pop("zoo", [])
    if animal == "A489":
        fields = {"partner_zoos": ["australia"]}
    size_five = {"buildings": ["enclosure_5+water1"], **fields}
    plain = gained(animals(animal, zoo=zoo, **size_five), animal, "money")
    assert gained(animals(animal, zoo=[card, *zoo], **size_five), animal, "money") == plain + 6


# --- 241, 242 ---------------------------------------------------------------------------------------------------------


@pytest.mark.covers("S241")
def test_241_gives_one_appeal_for_each_water_icon():
    assert change(playing("S241"), "play S241") == {"appeal": 1}
    assert change(playing("S241", zoo=["A407", "A446"]), "play S241") == {"appeal": 5}


@pytest.mark.covers("S242")
@pytest.mark.parametrize(("zoo", "appeal"), [
    ([], 0), (["S255"], 3), (["A444"], 3), (["A444", "S255"], 6), (["A444", "A413", "A414", "S255"], 9)])
def test_242_gives_three_appeal_for_every_two_rock_icons(zoo, appeal):
    # Icons with its own: 1, 2, 3 (the printed example), 4, 6.
    assert change(playing("S242", zoo=zoo), "play S242") == ({"appeal": appeal} if appeal else {})


def built(card, kind, *cells, zoo=(), near=(), strength=5):
    """Money beyond the cost for a building on these cells of map 0."""
    game = position(p(zoo=[card, *zoo], money=30, buildings=pavilions(*near)), decision=doing("build", strength))
    put(take(game, f"build {kind}"), *cells)
    return me(game).money - 30 + 2 * len(cells)


@pytest.mark.covers("S241")
def test_241_pays_for_each_space_covered_next_to_water():
    assert built("S241", "pavilion", "0,5") == 1  # next to (0,3)
    assert built("S241", "pavilion", "0,7") == 0
    assert built("S241", "pavilion", "1,8", near=["0,7"]) == 1  # next to (1,10) and (2,7): once
    # (1,2), (1,4), (2,3): the first two touch water.
    assert built("S241", "enclosure_3", "1,4", "1,6", "2,5", near=["0,7"]) == 3  # (0,3), (2,7), (2,7)
    assert built("S242", "pavilion", "0,5") == 0


@pytest.mark.covers("S242")
def test_242_pays_for_each_space_covered_next_to_rock():
    assert built("S242", "pavilion", "6,1") == 1  # next to (6,3)
    assert built("S242", "pavilion", "8,1") == 0
    assert built("S242", "pavilion", "2,3", near=["1,4"]) == 1  # next to (2,1) and (3,2): once
    assert built("S242", "enclosure_2", "4,7", "4,9", near=["3,8"]) == 2  # both next to (5,8)
    assert built("S241", "pavilion", "6,1") == 0


@pytest.mark.covers("S241", "S242")
def test_241_and_242_pay_for_free_buildings_too():
    game = playing("S213", zoo=["S241", "S242"], buildings=["pavilion@4,7"], money=0)
    settle(game, "play S213", "place pavilion @3,8 r0")  # next to water (2,7), no rock
    assert me(game).money == 1
    game = playing("S213", zoo=["S241", "S242"], buildings=["pavilion@4,7"], money=0)
    settle(game, "play S213", "place pavilion @4,9 r0")  # next to rock (5,8), no water
    assert me(game).money == 1


@pytest.mark.covers("S241", "S242", "S219")
def test_241_and_242_ignore_terrain_built_over():
    # (4,1) touches the water (3,0) and the rock (3,2); (6,1) touches only the rock (6,3).
    assert built("S241", "pavilion", "4,1", zoo=["S219"]) == 1
    assert built("S241", "pavilion", "4,1", zoo=["S219"], near=["3,0"]) == 0
    assert built("S242", "pavilion", "6,1", zoo=["S219"]) == 1
    assert built("S242", "pavilion", "6,1", zoo=["S219"], near=["6,3"]) == 0


@pytest.mark.covers("S241", "S242")
@pytest.mark.parametrize(("card", "near", "first_cell"), [("S241", WATER_NEAR, "3,0"), ("S242", ROCK_NEAR, "2,1")])
def test_241_and_242_score_when_every_space_of_their_terrain_is_connected(card, near, first_cell):
    assert final(zoo=[card], buildings=pavilions(*near)).conservation == 1
    for missing in near:
        rest = pavilions(*(cell for cell in near if cell != missing))
        assert final(zoo=[card], buildings=rest).conservation == 0
    # A space built over (sponsor 219) is ignored: (3,0) needs (4,1), (2,1) needs (2,3).
    needs = {"3,0": "4,1", "2,1": "2,3"}[first_cell]
    rest = [cell for cell in near if cell != needs]
    assert final(zoo=[card, "S219"], buildings=pavilions(*rest)).conservation == 0
    assert final(zoo=[card, "S219"], buildings=pavilions(*rest, first_cell)).conservation == 1
