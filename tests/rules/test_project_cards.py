"""Every conservation project: each slot with its need just met and one short, and its reward (P101-P132, R16.1)."""
from itertools import chain

import pytest
from helpers import asked, gains, legal, me, take
from rules.printed import ANIMALS, PROJECTS, SPONSORS
from rules.project_play import CONTINENTS, can_support, left, offered, supporting

CATEGORIES = ["bird", "herbivore", "petting_zoo", "predator", "primate", "reptile"]  # with animals of their own
SIZES = {"large": (4, 5), "medium": (3,), "small": (1, 2)}


def of_kind(*kinds: str) -> list[str]:
    return [key for key, card in PROJECTS.items() if card["kind"] in kinds]


def count(card: dict, icon: str) -> int:
    """Icons of a card, the rock and water it requires included (R21.2)."""
    return card["icons"].count(icon) + (card.get(icon, 0) if icon in ("rock", "water") else 0)


def zoo_with(icon: str, n: int) -> list[str]:
    """A zoo with exactly n icons of a kind on cards that show it once."""
    every = SPONSORS if icon == "science" else ANIMALS
    cards = [key for key, card in every.items() if count(card, icon) == 1 and not (card.get("building"))]
    assert len(cards) >= n
    return cards[:n]


def kinds_zoo(names: list[str]) -> list[str]:
    """One animal for each of these categories or continents, showing no other of its set."""
    words = CONTINENTS if names[:1] and names[0] in CONTINENTS else [*CATEGORIES, "bear"]
    only = {key: [icon for icon in card["icons"] if icon in words] for key, card in ANIMALS.items()}
    return [next(key for key, shown in only.items() if shown == [name]) for name in names]


def expected(project: str, n: int) -> list[str]:
    return [slot["position"] for slot in PROJECTS[project]["slots"] if n >= slot["needs"]]


def needs(project: str) -> list[int]:
    """The needs of the slots and one less, ascending."""
    return sorted({n - less for n in (slot["needs"] for slot in PROJECTS[project]["slots"]) for less in (0, 1)})


@pytest.mark.covers("P103-P112", "P128", "P129", "P132", "R15.12")
@pytest.mark.parametrize("project", of_kind("icons", "research"))
def test_each_slot_of_an_icon_project_needs_its_number_of_icons(project):
    for n in needs(project):
        assert can_support(project, zoo=zoo_with(PROJECTS[project]["icon"], n)) == expected(project, n)


@pytest.mark.covers("P101", "P102")
@pytest.mark.parametrize("project", of_kind("different_icons"))
def test_each_slot_of_a_diversity_project_needs_different_icons(project):
    words = CONTINENTS if PROJECTS[project]["set"] == "continents" else CATEGORIES
    for n in needs(project):
        zoo = kinds_zoo(words[:n])
        double = next(key for key, card in ANIMALS.items() if words[0] in card["icons"] and key not in zoo)
        extra = [icon for icon in ANIMALS[double]["icons"] if icon in words and icon not in words[:n]]
        assert can_support(project, zoo=zoo) == expected(project, n)
        assert can_support(project, zoo=[*zoo, double]) == expected(project, n + len(set(extra)))  # copies do not count


@pytest.mark.covers("P101", "R21.8")
def test_bears_and_petting_zoo_animals_are_categories_of_their_own():
    # Sloth Bear: predator and bear; a sheep; a bird: four categories.
    assert ANIMALS["A408"]["icons"][:2] == ["bear", "predator"]
    assert can_support("P101", zoo=["A408", "A520", "A507"]) == ["middle", "right"]


@pytest.mark.covers("P102")
def test_partner_zoos_count_for_the_continents():
    assert can_support("P102", zoo=["A401"], partner_zoos=["asia", "europe"]) == ["right"]
    assert can_support("P102", zoo=["A401"], partner_zoos=["africa", "europe"]) == []


@pytest.mark.covers("P130", "P131", "R21.10")
@pytest.mark.parametrize("project", of_kind("small_animals", "large_animals"))
def test_each_slot_of_a_size_project_needs_its_number_of_animals(project):
    sizes = (4, 5) if PROJECTS[project]["kind"] == "large_animals" else (1, 2, None)
    fitting = [key for key, card in ANIMALS.items() if card["size"] in sizes]
    others = [key for key, card in ANIMALS.items() if card["size"] not in sizes][:6]
    for n in needs(project):
        for chosen in (fitting[:n], fitting[len(fitting) - n :]):  # the last small ones are petting zoo animals
            assert can_support(project, zoo=[*chosen, *others]) == expected(project, n)


@pytest.mark.covers("P113-P122", "R16.1", "R16.2", "R16.3", "R16.16")
@pytest.mark.parametrize("project", of_kind("release"))
def test_release_projects_take_the_animals_with_their_icon_and_the_size_of_the_slot(project):
    icon = PROJECTS[project]["icon"]
    assert [slot["needs"]["size_class"] for slot in PROJECTS[project]["slots"]] == ["large", "medium", "small"]
    fitting = {key: [name for name, sizes in SIZES.items() if card["size"] in sizes and icon in card["icons"]]
               for key, card in ANIMALS.items()}  # fmt: skip
    assert can_support(project, zoo=[key for key, found in fitting.items() if not found]) == []
    for key, found in fitting.items():
        if found:
            slot = ["left", "middle", "right"][list(SIZES).index(found[0])]
            assert can_support(project, zoo=[key]) == [slot], key


@pytest.mark.covers("P123-P127", "R15.14")
@pytest.mark.parametrize("project", of_kind("breeding"))
def test_breeding_programs_need_an_animal_of_the_category_and_a_partner_zoo_of_its_continent(project):
    icon = PROJECTS[project]["icon"]
    others = [key for key, card in ANIMALS.items() if icon not in card["icons"]]
    for zoos in (CONTINENTS[:4], CONTINENTS[1:]):
        assert can_support(project, zoo=others, partner_zoos=zoos) == []
    for key in (key for key in ANIMALS if key not in others):
        own = [name for name in CONTINENTS if name in ANIMALS[key]["icons"]]
        assert own
        assert can_support(project, zoo=[key], partner_zoos=own) == ["left", "middle", "right"], key
        assert can_support(project, zoo=[key], partner_zoos=[c for c in CONTINENTS if c not in own][:4]) == [], key


# --- rewards ----------------------------------------------------------------------------------------------------------


def rich(project: str, slot: str) -> dict:
    """A zoo with which the slot can be supported."""
    card = PROJECTS[project]
    entry = next(one for one in card["slots"] if one["position"] == slot)
    if card["kind"] in ("icons", "research"):
        return {"zoo": zoo_with(card["icon"], entry["needs"])}
    if card["kind"] == "different_icons":
        return {"zoo": kinds_zoo((CONTINENTS if card["set"] == "continents" else CATEGORIES)[: entry["needs"]])}
    if card["kind"] in ("small_animals", "large_animals"):
        sizes = (4, 5) if card["kind"] == "large_animals" else (1, 2)
        return {"zoo": [key for key, animal in ANIMALS.items() if animal["size"] in sizes][: entry["needs"]]}
    if card["kind"] == "release":
        sizes = entry["needs"]["sizes"]
        return {"zoo": [next(k for k, a in ANIMALS.items() if a["size"] in sizes and card["icon"] in a["icons"])]}
    animal = next(k for k, a in ANIMALS.items() if card["icon"] in a["icons"] and set(a["icons"]) & set(CONTINENTS))
    return {"zoo": [animal], "partner_zoos": [c for c in CONTINENTS if c in ANIMALS[animal]["icons"]]}


@pytest.mark.covers("P101-P132", "R15.9")
@pytest.mark.parametrize(("project", "slot"), list(chain.from_iterable(
    [pytest.param(key, slot, id=f"{key}-{slot}") for slot in ("left", "middle", "right")]
    for key in PROJECTS)))  # fmt: skip
def test_each_slot_gives_its_conservation_and_reputation(project, slot):
    entry = next(one for one in PROJECTS[project]["slots"] if one["position"] == slot)
    reward = {"conservation": entry["conservation"], "reputation": entry["reputation"]}
    # Conservation 10: no threshold is reached. Appeal enough for what a release takes.
    game = supporting(project, conservation=10, appeal=50, **rich(project, slot))
    assert slot in offered(game, project)
    take(game, f"support {project} {slot}")
    lost = 0
    if asked(game) == "release":
        only = legal(game)
        assert len(only) == 1
        take(game, only[0])
        lost = 50 - me(game).appeal
        assert lost == ANIMALS[rich(project, slot)["zoo"][0]]["appeal"]
    else:
        assert PROJECTS[project]["kind"] != "release"
    assert gains(game, left("money_12")) == {"money": 12, **{name: n for name, n in reward.items() if n}}
