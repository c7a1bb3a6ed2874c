"""Icons (R21): which ones count, which never do, kinds and size classes."""
from collections import Counter

import pytest
from helpers import doing, legal, me, p, position, take
from rules.printed import SPONSORS
from rules.sponsor_play import CONDITIONS, change, final, pavilions, playing, questions, settle

from arknova_fast.core.types import Icon


def icons(game, name: str, seat: int = 0) -> int:
    return me(game, seat).icons[Icon[name]]


@pytest.mark.covers("R21.1")
def test_icons_of_animals_sponsors_partner_zoos_and_universities_count():
    # 214: 1 appeal per Africa icon: giraffe 1, bush elephant 2, partner zoo 1, the card itself 1.
    game = playing("S214", zoo=["A428", "A426"], partner_zoos=["africa"])
    assert change(game, "play S214") == {"appeal": 5}
    # Final scoring card 003 (3, 4, 5, 6 research icons): sponsor 223 has 2, the universities 2 and 1.
    assert final(finals=["F003"], zoo=["S223"], universities=["two_science"]).conservation == 2
    assert final(finals=["F003"], zoo=["S223"], universities=["two_science", "science_reputation"]).conservation == 3
    # The university of the hand limit shows no research icon.
    assert final(finals=["F003"], zoo=["S223"], universities=["hand_limit_reputation"]).conservation == 0


@pytest.mark.covers("R21.2")
def test_rock_and_water_requirements_count_as_icons():
    # Final scoring card 010 (1, 3, 5, 7 rock icons): ibex 2 and meerkat den 1; 011 (2, 4, 6, 8): tiger 2, playground 1.
    assert final(finals=["F010"], zoo=["A444", "S243"]).conservation == 2
    assert final(finals=["F010"], zoo=["A444"]).conservation == 1
    assert final(finals=["F011"], zoo=["A407", "S256", "A469"]).conservation == 2
    assert final(finals=["F011"], zoo=["A407", "S256"]).conservation == 1


@pytest.mark.covers("S201-S264", "R21.1", "R21.2")
@pytest.mark.parametrize("card", [f"S{n}" for n in range(201, 265)])
def test_a_sponsor_brings_the_icons_printed_on_it(card):
    # Upper corners only: research, continents, categories, and rock and water beside the level of unique buildings.
    fields = {"buildings": pavilions("4,7", "0,7", "8,5"), **CONDITIONS.get(card, ({}, {}))[0]}
    game = playing(card, **fields)
    before = me(game).icons
    questions(game, f"play {card}")
    found = {icon.name.lower(): after - was for icon, was, after in zip(Icon, before, me(game).icons, strict=True)}
    expected = Counter(SPONSORS[card]["icons"])
    assert {name.removesuffix("_animal"): n for name, n in found.items() if n and name != "sea_animal"} == expected


@pytest.mark.covers("R21.3")
def test_icons_on_projects_never_count():
    # Supported projects for research (132) and Africa (103).
    shared = {"projects": [{"card": "P132", "slots": [0, None, None]}],
              "base_projects": [{"card": "P103", "slots": [None, None, 0]}, "P104", "P105"]}
    fields = {"left_tokens": [0, 1, 2, 3, 4]}
    assert change(playing("S214", shared=shared, **fields), "play S214") == {"appeal": 1}  # its own icon only
    assert change(playing("S222", shared=shared, **fields), "play S222", "pass") == {}  # no research icon


@pytest.mark.covers("R21.4")
def test_condition_icons_never_count():
    # The lion needs 3 predators but shows 1; 234 needs 1 and shows none.
    assert change(playing("S234", zoo=["A402"]), "play S234") == {"appeal": 1}
    # 204 and 206 need 4 research icons, 205 needs 3; each shows 1.
    assert final(finals=["F003"], zoo=["S204", "S206"]).conservation == 0
    assert final(finals=["F003"], zoo=["S204", "S205", "S206"]).conservation == 1


@pytest.mark.covers("R21.5")
def test_cards_count_for_their_own_effects():
    # Wolf: 4 appeal and Pack, 1 appeal per predator icon, its own included.
    game = position(p(hand=["A417"], buildings=["enclosure_4"]), decision=doing("animals", 2))
    assert change(game, "play A417") == {"money": -12, "appeal": 5}
    # 241: 1 appeal per water icon, 2 of the tiger and its own.
    assert change(playing("S241", zoo=["A407"]), "play S241") == {"appeal": 3}


@pytest.mark.covers("R21.6")
def test_two_equal_icons_count_and_trigger_twice():
    # The cheetah shows 2 predator icons: 234 gives 2 appeal, 239 gives 2 x 3 money for playing it (17 money).
    assert change(playing("S234", zoo=["A401"]), "play S234") == {"appeal": 2}
    game = position(p(hand=["A401"], zoo=["S239"], buildings=["enclosure_5"]), decision=doing("animals", 2))
    assert change(game, "play A401") == {"money": 6 - 17, "appeal": 6}


# Four categories and an animal whose only new category is the one named; sponsor 261 asks for five.
CATEGORIES = {
    "bird": (["A428", "A404", "A455", "A473"], "A502"),
    "herbivore": (["A502", "A404", "A455", "A473"], "A428"),
    "predator": (["A502", "A428", "A455", "A473"], "A404"),
    "primate": (["A502", "A428", "A404", "A473"], "A455"),
    "reptile": (["A502", "A428", "A404", "A455"], "A473"),
    "bear": (["A502", "A428", "A404", "A455"], "A415"),
    "petting_zoo": (["A502", "A428", "A404", "A455"], "A519"),
}


@pytest.mark.covers("R21.7")
@pytest.mark.parametrize("category", CATEGORIES)
def test_each_of_the_seven_animal_categories_is_one_kind(category):
    four, fifth = CATEGORIES[category]
    assert final(zoo=["S261", *four]).conservation == 0
    assert final(zoo=["S261", *four, fifth]).conservation == 1


@pytest.mark.covers("R21.7")
def test_continents_research_rock_and_water_are_no_animal_categories():
    four = CATEGORIES["bird"][0]
    assert final(zoo=["S261", "S223", "S255", "S256", *four], partner_zoos=["europe"]).conservation == 0


@pytest.mark.covers("R21.8")
def test_bear_and_petting_zoo_count_where_categories_are_named():
    # Species Diversity (101) asks for 5, 4 or 3: raccoon (bear, predator), goat (petting zoo), giraffe, rhea.
    for zoo, slots in ((["A415", "A519", "A428", "A507"], "left middle right"),
                       (["A415", "A428", "A507"], "middle right"), (["A404", "A428", "A507"], "right")):
        game = position(p(zoo=zoo), n=3, base_projects=["P101", "P104", "P105"], decision=doing("association", 5))
        take(game, "task project")
        assert sorted(legal(game, "support P101")) == [f"support P101 {slot}" for slot in slots.split()]


@pytest.mark.covers("R21.9")
def test_the_five_continents():
    # 225: 1 conservation with all five.
    animals = ["A428", "A507", "A502", "A424", "A419"]  # Africa, Americas, Asia, Australia, Europe
    assert final(zoo=["S225", *animals]).conservation == 1
    for missing in animals:
        assert final(zoo=["S225", *(a for a in animals if a != missing)]).conservation == 0


@pytest.mark.covers("R21.10")
@pytest.mark.parametrize(("animal", "small", "large"), [
    ("A405", 1, 0), ("A404", 1, 0), ("A428", 0, 0), ("A402", 0, 1), ("A401", 0, 1), ("A519", 1, 0),
])  # sizes 1, 2, 3, 4, 5 and a petting zoo animal
def test_small_and_large_animals(animal, small, large):
    # 229: 1 appeal per small animal; 230: 2 appeal per large animal.
    assert change(playing("S229", zoo=[animal]), "play S229") == ({"appeal": 1} if small else {})
    assert change(playing("S230", zoo=[animal]), "play S230") == ({"appeal": 2} if large else {})


@pytest.mark.covers("R21.11")
def test_icons_leave_the_count_with_their_card():
    game = position(p(zoo=["A428", "A404"], appeal=20, buildings=["enclosure_3*", "enclosure_2*"]), projects=["P116"],
                    decision=doing("association", 5))
    assert (icons(game, "AFRICA"), icons(game, "HERBIVORE")) == (2, 1)
    settle(game, "task project", "support P116 middle", "release A428")
    assert me(game).zoo == ["A404"]
    assert (icons(game, "AFRICA"), icons(game, "HERBIVORE"), icons(game, "PREDATOR")) == (1, 0, 1)


@pytest.mark.covers("R21.12")
def test_different_icons_are_kinds_not_copies():
    # 262: 2 money per kind. Three African predators are two kinds; the printed example with 2 research, 2 Africa and
    # 1 predator icon gives 4 money.
    assert change(playing("S262", zoo=["A404", "A405", "A402"]), "play S262") == {"money": 4}
    assert change(playing("S262", zoo=["S223", "A405"], partner_zoos=["africa"]), "play S262") == {"money": 4}
