"""Rules that no other test showed: found by seeding mistakes into the kernel (tests/mutation)."""
from __future__ import annotations

import pytest
from helpers import asked, doing, effect, legal, me, p, position, take

from arknova_fast.core.tables import Ruleset


@pytest.mark.covers("S214", "R17.19", "R5.11")
def test_214_collects_the_icons_of_all_animals_of_an_action():
    """One Africa icon, then two on A426: three times Clever after the action."""
    game = position(
        p(zoo=["S214"], hand=["A401", "A426"], money=200, upgraded=["animals"], buildings=["enclosure_5"] * 2),
        decision=doing("animals", 5))
    for card in ("A401", "A426"):
        while f"play {card}" not in legal(game):
            take(game, next(iter(set(legal(game)) & {"pass", "gain"})))
        take(game, f"play {card}")
        take(game, legal(game, "house")[0])
        while asked(game) not in ("animals", "clever"):
            take(game, legal(game)[0])
    offers = 0
    while asked(game) == "clever":
        offers += 1
        take(game, "pass")
    assert offers == 3


@pytest.mark.covers("D6.6", "S215")
def test_a_token_is_no_icon_of_a_sixth_continent():
    """P102 asks for different continents; there are five of them."""
    def supports(zoos: list[str]) -> list[str]:
        game = position(p(zoo=["A404", "S215"], partner_zoos=zoos), base_projects=["P102", "P103", "P104"],
                        decision=doing("association", 5))
        return legal(take(game, "task project"), "support P102")

    assert me(position(p(zoo=["A404"]))).icons[:5] == [1, 0, 0, 0, 0]
    with_a_token = supports(["americas", "asia", "australia"])
    assert any(text.endswith("using 215") for text in with_a_token)
    without = supports(["americas", "asia", "australia", "europe"])
    assert without
    assert not any("using" in text for text in without)


@pytest.mark.covers("S222")
def test_others_are_paid_for_each_unit_whatever_a_unit_brings():
    """The base game pays its owner one conservation a unit; a ruleset may say two, the others still get 2 money."""
    ruleset = Ruleset.default().patch({"sponsors": {"222": {"effects": {"0": {"gain": {"conservation": 2}}}}}})
    for rules, conservation in ((None, 2), (ruleset, 4)):
        game = position(p(universities=["two_science"]), ruleset=rules)
        before = me(game, 1).money
        game = position(p(universities=["two_science"]), decision=effect("S222"), ruleset=rules)
        assert me(game).conservation == conservation
        assert me(game, 1).money == before + 4


@pytest.mark.covers("D8.1", "R22.4", "S208")
def test_a_counted_gain_is_ordered_with_what_changes_the_count():
    """208 pays for research icons, a university may bring two: the player says which comes first."""
    def appeal(first: str) -> int:
        game = position(p(appeal=10), decision=effect("S208", {"op": "university"}))
        assert asked(game) == "open"
        take(game, first)
        while asked(game) != "main":
            take(game, "university two_science" if asked(game) == "university" else legal(game)[0])
        return me(game).appeal

    assert sorted(map(appeal, ("resolve 1", "resolve 2"))) == [10, 12]


@pytest.mark.covers("R30.1")
def test_a_script_names_the_cards_of_a_new_deck_from_the_top_on():
    """docs/positions.md: the first card of the script is the first one drawn."""
    game = position(rest="discard", script=["A405", "A403"], display=["S201", "S202", "S203", "S204", "S205", "S206"],
                    decision=effect(op="sprint", n=1))
    assert me(game).hand == ["A405"]
