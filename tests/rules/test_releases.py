"""Releasing animals into the wild (R16, D6.8, D6.9)."""
import pytest
from helpers import asked, doing, gains, legal, me, only_legal, p, position, settle, table, take
from rules.map_play import bits, on
from rules.printed import ANIMALS
from rules.project_play import can_support, icons, left, offered, supporting

# Map 0: (7,6), (8,1), (8,3), (8,5) touch neither rock nor water; (0,5), (0,7), (1,6) touch two water spaces.
ONE = on("enclosure_1", "7,4", occupied=True)
TWO = on("enclosure_2", "8,1", "8,3", occupied=True)
TWO_MORE = on("enclosure_2", "4,1", "4,3", occupied=True)
WET_THREE = on("enclosure_3", "0,5", "0,7", "1,6", occupied=True)
FOUR = on("enclosure_4", "7,6", "7,8", "8,5", "8,7", occupied=True)
HOUSE = on("reptile_house", "2,9", "2,11", "3,10", "4,9", "4,11")
AVIARY = "large_bird_aviary"  # the first free place
CELLS = {name: {tuple(cell) for cell in one["cells"]} for name, one in {
    "one": ONE, "two": TWO, "two more": TWO_MORE, "wet three": WET_THREE, "four": FOUR}.items()}  # fmt: skip
QUIET = {"conservation": 10, "appeal": 50}  # no threshold of the conservation track is reached


def releasing(project: str, slot: str, card: str, **fields):
    """The animal has just been chosen for release; its enclosure may still be asked for."""
    game = supporting(project, **{**QUIET, "zoo": [card], **fields})
    return take(game, f"support {project} {slot}", f"release {card}")


def occupied(game) -> list[str]:
    """The occupied enclosures by name."""
    cells = bits(game, me(game).occupied)
    return [name for name, own in CELLS.items() if own <= cells]


# --- the printed examples ---------------------------------------------------------------------------------------------


@pytest.mark.covers("R16.8", "R16.4", "R16.12", "P116", "D6.7")
def test_the_example_of_the_tortoise_released_into_the_serengeti():
    # African Spurred Tortoise: size 3, so the middle slot; token of the "12 money" space; 2 tokens leave the reptile
    # house, 6 appeal are lost, then 4 conservation and 12 money are gained; the card goes to the discard pile.
    card = ANIMALS["A471"]
    assert (card["size"], card["special"], card["appeal"]) == (3, {"kind": "reptile_house", "spaces": 2}, 6)
    game = supporting("P116", zoo=["A471"], buildings=[HOUSE, WET_THREE], special_used={"reptile_house": 3}, **QUIET)
    only_legal(game, "support P116 middle")
    take(game, "support P116 middle")
    only_legal(game, "release A471")
    assert gains(game, "release A471") == {"appeal": -6}  # nothing else yet
    assert me(game).special_used == [0, 1, 0]
    assert occupied(game) == ["wet three"]
    assert gains(game, left("money_12")) == {"conservation": 4, "money": 12}
    assert (me(game).zoo, table(game).discard) == ([], ["A471"])


@pytest.mark.covers("R16.2")
def test_the_example_of_a_large_animal_that_does_not_fit_the_middle_slot():
    assert can_support("P116", zoo=["A402"]) == ["left"]  # Lion, size 4
    assert can_support("P116", zoo=["A471"]) == ["middle"]  # size 3, neither the larger nor the smaller slot


@pytest.mark.covers("R16.11")
def test_the_release_of_a_flock_animal_empties_an_enclosure_although_it_shared_one():
    # Reindeer (438, size 3) joined the Red Deer (443, size 3) in the only enclosure of size 3.
    game = releasing("P114", "middle", "A438", zoo=["A438", "A443"], buildings=[WET_THREE, FOUR])
    assert occupied(game) == ["four"]


# --- which animals ----------------------------------------------------------------------------------------------------


@pytest.mark.covers("R16.1", "R16.2", "D6.8")
def test_any_animal_with_the_icon_and_the_size_class_of_the_slot_may_be_released():
    # Africa: 404 (size 2), 405 (1), 403 (3), 401 (5); Europe: 419 (2).
    game = supporting("P116", zoo=["A404", "A405", "A403", "A401", "A419"])
    assert offered(game, "P116") == ["left", "middle", "right"]
    take(game, "support P116 right")
    only_legal(game, "release A404", "release A405")


@pytest.mark.covers("R16.3")
def test_the_printed_standard_size_decides_although_the_animal_lives_in_a_special_enclosure():
    # Komodo Dragon: size 3, 2 spaces in a reptile house.
    fields = {"buildings": [HOUSE], "special_used": {"reptile_house": 2}}
    assert can_support("P121", zoo=["A476"], **fields) == ["middle"]


@pytest.mark.covers("R16.15")
def test_the_condition_is_checked_before_the_animal_leaves():
    assert can_support("P118", zoo=[]) == []
    game = releasing("P118", "right", "A404")  # the only predator
    settle(game, left("money_12"))
    assert (icons(game, "predator"), me(game).conservation) == (0, 13)


@pytest.mark.covers("R16.16")
def test_petting_zoo_animals_cannot_be_released():
    animals = [key for key, card in ANIMALS.items() if "petting_zoo" in card["icons"]]
    assert len(animals) == 10
    shared = {"projects": ["P119", "P120"]}
    zoo = {"buildings": ["petting_zoo"], "special_used": {"petting_zoo": 3}}
    game = position(p(zoo=animals, **zoo), n=3, decision=doing("association", 5), **shared)
    assert "task project" not in legal(game)


# --- what is lost and what is kept ------------------------------------------------------------------------------------


@pytest.mark.covers("R16.4", "R16.5", "R16.12")
def test_appeal_goes_first_then_the_card_and_its_icons_and_then_comes_the_reward():
    game = supporting("P113", zoo=["A416", "A441"], **QUIET)
    assert (icons(game, "bear"), icons(game, "predator"), icons(game, "europe"), icons(game, "water")) == (1, 1, 3, 1)
    take(game, "support P113 left")
    assert gains(game, "release A416") == {"appeal": -8}
    assert asked(game) == "left_token"
    assert (icons(game, "bear"), icons(game, "predator"), icons(game, "europe"), icons(game, "water")) == (0, 0, 2, 0)
    assert (me(game).zoo, table(game).discard) == (["A441"], ["A416"])
    assert (me(game).n_large, me(game).released) == (1, 1)
    assert gains(game, left("money_5")) == {"conservation": 5, "money": 5}


@pytest.mark.covers("R16.6")
@pytest.mark.parametrize(("card", "project", "slot", "reward"), [
    ("A406", "P115", "left", 5),  # 10 appeal, 2 conservation, 1 reputation
    ("A402", "P116", "left", 5),  # 9 appeal; Pack gave more
    ("A468", "P114", "right", 3),  # 4 appeal, 1 conservation, 1 reputation
])  # fmt: skip
def test_conservation_reputation_and_ability_gains_are_kept(card, project, slot, reward):
    game = supporting(project, zoo=[card], reputation=5, **QUIET)
    change = gains(game, f"support {project} {slot}", f"release {card}", left("money_12"))
    assert change == {"appeal": -ANIMALS[card]["appeal"], "conservation": reward, "money": 12}


@pytest.mark.covers("R16.7")
def test_lost_icons_take_nothing_back():
    # 406 was played with three Asia icons, P106 was supported with two of them.
    shared = {"base_projects": [{"card": "P106", "slots": [None, None, 0]}], "projects": ["P115"]}
    fields = {"zoo": ["A406", "A407", "S239"], "left_tokens": [0, 1, 2, 3, 4, 5], **QUIET}
    game = supporting("P115", table=shared, **fields)
    before = me(game)
    settle(game, "support P115 left", "release A407", left("money_12"))
    after = me(game)
    assert after.zoo == ["A406", "S239"]
    assert table(game).base_slot[0] == [0, 0, 1]
    assert (after.supported, after.x_tokens, after.reputation) == (2, before.x_tokens, before.reputation)
    assert (after.conservation, after.money) == (10 + 5, before.money + 12)  # sponsor 239 takes no money back


@pytest.mark.covers("R16.14")
@pytest.mark.parametrize(("appeal", "left_over"), [(6, 0), (7, 1), (5, 0), (0, 0)])
def test_appeal_does_not_fall_below_zero(appeal, left_over):
    assert me(releasing("P116", "middle", "A471", appeal=appeal)).appeal == left_over


@pytest.mark.covers("R16.13", "pouch")
def test_cards_under_a_released_animal_are_discarded_and_their_appeal_is_kept():
    # Koala (448, 8 appeal) has two cards under it, the Wombat (450) one.
    shared = {"projects": ["P117"], "pouched": [["A401", "A448"], ["S201", "A448"], ["A402", "A450"]]}
    game = supporting("P117", zoo=["A448", "A450"], table=shared, **QUIET)
    assert gains(game, "support P117 middle", "release A448") == {"appeal": -8}
    assert sorted(table(game).discard) == ["A401", "A448", "S201"]
    assert table(game).aside == ["A402"]


# --- which enclosure --------------------------------------------------------------------------------------------------


@pytest.mark.covers("R16.8")
@pytest.mark.parametrize(("card", "project", "slot", "used", "rest", "emptied"), [
    ("A471", "P116", "middle", 2, 0, False),  # exactly enough
    ("A471", "P116", "middle", 1, 1, True),  # too few: the standard enclosure
    ("A470", "P116", "right", 1, 0, False),
    ("A473", "P116", "right", 2, 2, False),  # 473 needs no space: nothing is removed, nothing emptied
])  # fmt: skip
def test_tokens_leave_the_special_enclosure_if_there_are_enough(card, project, slot, used, rest, emptied):
    fields = {"buildings": [HOUSE, WET_THREE], "special_used": {"reptile_house": used}}
    game = releasing(project, slot, card, **fields)
    assert me(game).special_used == [0, rest, 0]
    assert occupied(game) == ([] if emptied else ["wet three"])


@pytest.mark.covers("R16.8")
def test_only_the_special_enclosure_of_its_own_kind_and_zoo_matters():
    used = {"large_bird_aviary": 3}
    game = releasing("P116", "middle", "A471", buildings=[AVIARY, WET_THREE], special_used=used)
    assert (me(game).special_used, occupied(game)) == ([0, 0, 3], [])
    game = releasing("P116", "middle", "A496", buildings=[AVIARY, WET_THREE], special_used=used)  # Marabou, 1 space
    assert (me(game).special_used, occupied(game)) == ([0, 0, 2], ["wet three"])
    # The Lesser Flamingo (497) shows no aviary icon.
    game = releasing("P116", "right", "A497", buildings=[AVIARY, WET_THREE], special_used=used)
    assert (me(game).special_used, occupied(game)) == ([0, 0, 3], [])


@pytest.mark.covers("R16.9")
@pytest.mark.parametrize(("card", "project", "slot", "buildings", "rest"), [
    # Caracal (404, size 2): the smallest that is large enough.
    ("A404", "P116", "right", [ONE, TWO, WET_THREE, FOUR], ["one", "wet three", "four"]),
    ("A404", "P116", "right", [ONE, WET_THREE, FOUR], ["one", "four"]),
    # Pygmy Hippopotamus (430, size 2, 1 water): the larger one beside water before the smaller dry one.
    ("A430", "P116", "right", [TWO, WET_THREE], ["two"]),
    # No enclosure beside water: the smallest by size.
    ("A430", "P116", "right", [ONE, TWO], ["one"]),
    # None is large enough: none is emptied.
    ("A430", "P116", "right", [ONE], ["one"]),
    ("A402", "P116", "left", [ONE, TWO, WET_THREE], ["one", "two", "wet three"]),
])  # fmt: skip
def test_the_smallest_suitable_enclosure_is_emptied_then_the_smallest_by_size_else_none(
        card, project, slot, buildings, rest):  # fmt: skip
    game = releasing(project, slot, card, buildings=buildings)
    assert asked(game) in ("left_token", "empty")
    if asked(game) == "empty":
        assert len(legal(game)) == 1
        take(game, legal(game)[0])
    assert occupied(game) == rest


@pytest.mark.covers("R16.9")
def test_an_enclosure_that_is_already_empty_is_not_chosen():
    game = releasing("P116", "right", "A404", buildings=[{**TWO, "occupied": False}, WET_THREE])
    assert occupied(game) == []


@pytest.mark.covers("R16.10", "D6.9")
def test_the_player_chooses_among_equally_small_enclosures():
    game = releasing("P116", "right", "A404", buildings=[TWO, TWO_MORE, WET_THREE])
    assert asked(game) == "empty"
    only_legal(game, "empty @8,1", "empty @4,1")
    take(game, "empty @4,1")
    assert occupied(game) == ["two", "wet three"]


@pytest.mark.covers("R16.9", "R2.9")
def test_an_emptied_enclosure_can_be_used_again():
    game = releasing("P116", "right", "A404", n=2, buildings=[TWO], hand=["A419"], money=20,
                     actions=["association", "animals", "build", "cards", "sponsors"])  # fmt: skip
    settle(game, left("money_12"), "x-token animals")
    assert "act animals" in legal(game)
    full = position(p(buildings=[TWO], hand=["A419"], money=20,
                      actions=["association", "animals", "build", "cards", "sponsors"]))  # fmt: skip
    assert "act animals" not in legal(full)
