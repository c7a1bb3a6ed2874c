"""The shapes of the 25 buildings: how many rotations each has, a legal and illegal placements (R11.21, shapes.json)."""

import pytest
from helpers import take
from rules.map_play import building, kinds, zoo_map
from rules.printed import KINDS, facts
from rules.sponsor_play import around, at, footprints, pavilions, places
from rules.sponsor_play import playing as playing_sponsor

BASIC = [kind for kind, shape in KINDS.items() if shape["build_action"]]
UNIQUE = {kind: f"S{shape['card']}" for kind, shape in KINDS.items() if shape["card"]}
# Map 0 with a pavilion on (4,9): a place where the building may stand, one over rock or water, one that touches nothing
# or misses the demand of the card, each with the right shape.
PLACES = {
    "pavilion": ("3,8", "5,8", "3,6"),
    "enclosure_1": ("5,10", "5,8", "5,6"),
    "enclosure_2": ("3,10 3,12", "4,7 5,8", "3,12 2,11"),
    "enclosure_3": ("3,10 3,12 4,11", "4,7 5,6 5,8", "0,5 0,7 1,6"),
    "enclosure_4": ("2,9 2,11 3,8 3,10", "1,8 2,7 2,9 3,8", "0,5 0,7 1,4 1,6"),
    "enclosure_5": ("2,9 2,11 3,8 3,10 3,12", "1,6 1,8 2,7 2,9 3,8", "0,5 0,7 0,9 1,6 1,8"),
    "petting_zoo": ("1,8 2,9 3,8", "1,8 2,7 3,8", "0,5 0,7 1,4"),
    "reptile_house": ("2,9 3,6 3,8 3,10 4,7", "1,6 1,8 2,7 3,6 3,8", "0,7 1,4 1,6 1,8 2,5"),
    "large_bird_aviary": ("2,9 2,11 3,8 3,10 4,11", "1,6 1,8 2,5 2,7 3,8", "0,5 0,7 1,6 1,8 2,5"),
    "meerkat_den": ("2,9 2,11 3,8", "1,10 2,9 3,10", "1,8 2,9 3,8"),  # rock (1,12); no rock
    "penguin_pool": ("1,8 2,9 3,8 3,10", "1,8 1,10 2,9 3,10", "0,5 0,7 0,9 1,8"),
    "aquarium": ("1,8 2,9 3,6 3,8", "3,6 4,5 5,6 5,8", "1,6 2,5 3,6 3,8"),  # water (1,10) and (2,7); (2,7) alone
    "cable_car": ("4,1 4,3 4,5 4,7", "5,2 5,4 5,6 5,8", "2,9 3,8 4,7 5,6"),  # rock (3,2) and (5,8); (5,8) alone
    "baboon_rock": ("2,9 3,8 3,10 4,11", "1,8 1,10 2,9 3,8", "2,9 3,6 3,8 3,10"),  # rock (5,12); no rock
    "rhesus_monkey_park": ("0,7 1,8 2,9 3,8", "0,7 1,6 2,7 3,8", "0,5 0,7 1,4 2,3"),
    "barred_owl_hut": ("1,8 2,9 3,10", "1,6 2,7 3,8", "0,5 0,7 0,9"),
    "sea_turtle_tank": ("1,8 2,9 2,11 3,8", "1,8 2,5 2,7 3,8", "0,5 1,2 1,4 2,5"),
    "polar_bear_exhibit": ("2,9 2,11 3,6 3,8", "1,6 2,7 2,9 3,10", "0,5 0,7 1,2 1,4"),
    "spotted_hyena_compound": ("2,3 2,5 3,6 4,7", "0,9 1,8 2,7 3,8", "1,4 2,5 3,6 3,8"),  # rock (2,1), (3,2); no rock
    "okapi_stable": ("2,9 3,6 3,8 4,5", "0,7 1,8 2,7 3,8", "0,5 1,6 2,5 3,6"),
    "zoo_school": ("2,11 3,12 4,11", "4,11 5,12 6,11", "1,8 2,9 3,8"),  # three border spaces; none
    "adventure_playground": ("3,10 4,11", "4,11 5,12", "3,8 3,10"),  # rock (5,12); no rock
    "water_playground": ("2,9 3,8", "5,10 6,11", "3,10 3,12"),  # water; no water
    "side_entrance": ("0,5 0,7", "0,9 0,11", "0,5 1,4"),  # free-standing on two border spaces; on one
}  # fmt: skip


def choosing(kind: str, buildings: list[str], **fields):
    """The place for a building of this kind is to be chosen."""
    if kind in UNIQUE:
        fields = {"reputation": 3, "upgraded": ["build"], **fields}
        return take(playing_sponsor(UNIQUE[kind], buildings=buildings, **fields), f"play {UNIQUE[kind]}")
    return take(building(9, 2, money=50, buildings=buildings, **fields), f"build {kind}")


def shapes(found) -> set[frozenset]:
    """The forms of footprints, wherever they lie."""
    return {frozenset((x - min(cells)[0], y - min(cells)[1]) for x, y in cells) for cells in found}


def mirrored(forms) -> set[frozenset]:
    return shapes(frozenset((-x, y) for x, y in form) for form in forms)


def beside(kind: str) -> list[str]:
    """Spaces built on, so that every rotation fits: in the middle, at the four edges for the Zoo School."""
    return ["0,7", "4,1", "4,11", "8,5"] if kind == "zoo_school" else ["4,7"]


def anywhere(kind: str) -> set[frozenset]:
    """The places offered with sponsor 219, which lets buildings stand on rock and water."""
    return set(places(choosing(kind, pavilions(*beside(kind)), zoo=["S219"])))


@pytest.mark.covers("R11.21")
def test_there_are_ten_buildings_of_the_build_action_and_fifteen_unique_ones():
    assert (len(BASIC), len(UNIQUE)) == (10, 15)
    assert kinds(building(9, 2, money=50, buildings=[])) == BASIC


@pytest.mark.covers("R11.21", "D4.2")
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("kiosk", "side_entrance")])
def test_a_building_is_offered_in_each_of_its_rotations(kind):
    found = anywhere(kind)
    assert len(shapes(found)) == KINDS[kind]["distinct_rotations"]
    assert {len(cells) for cells in found} == {KINDS[kind]["size"]}
    built, border = at(*beside(kind)), zoo_map("0").border
    assert found == {cells for cells in footprints(kind) if cells & around(built) and not cells & built
                     and len(cells & border) >= KINDS[kind]["border_cells_min"]}


@pytest.mark.covers("R11.21")
def test_the_side_entrance_lies_in_its_three_rotations_along_the_border():
    found = anywhere("side_entrance")
    assert len(shapes(found)) == KINDS["side_entrance"]["distinct_rotations"] == 3
    assert found == {cells for cells in footprints("side_entrance") if cells <= zoo_map("0").border}


@pytest.mark.covers("R11.21")
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("kiosk", "side_entrance")])
def test_a_building_may_be_rotated_but_not_flipped(kind):
    forms = shapes(anywhere(kind))
    assert (mirrored(forms) == forms) == KINDS[kind]["mirror_symmetric"]
    if not KINDS[kind]["mirror_symmetric"]:
        assert not mirrored(forms) & forms


@pytest.mark.covers("R11.21")
def test_the_mirror_images_of_three_unique_buildings_are_three_others():
    pairs = facts("shapes")["mirror_pairs"]
    assert len(pairs) == 3
    for one, other in pairs:
        assert mirrored(shapes(anywhere(one))) == shapes(anywhere(other))


@pytest.mark.covers("R11.21", "R11.10", "R11.11")
@pytest.mark.parametrize("kind", list(PLACES))
def test_a_legal_place_and_illegal_ones_of_the_same_shape(kind):
    legal, terrain, demand = (at(*cells.split()) for cells in PLACES[kind])
    forms = shapes(footprints(kind))
    assert all(shapes([cells]) <= forms for cells in (legal, terrain, demand))
    found = places(choosing(kind, ["pavilion@4,9"]))
    assert legal in found
    assert terrain not in found and not terrain <= zoo_map("0").plain
    assert demand not in found and demand <= zoo_map("0").plain


@pytest.mark.covers("R11.21", "R11.15")
def test_a_kiosk_is_one_space_away_from_other_kiosks():
    found = places(choosing("kiosk", ["pavilion@4,9"]))
    assert at("3,8") in found
    assert at("5,8") not in found  # rock
    assert at("3,6") not in found  # touches nothing
    assert shapes(found) == {frozenset({(0, 0)})}
