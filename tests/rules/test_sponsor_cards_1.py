"""Sponsors 201-214: each effect of each card."""
import pytest
from helpers import asked, doing, gains, legal, me, only_legal, p, position, table, take
from rules.sponsor_play import (
    RESEARCH,
    at,
    change,
    check_level_and_conditions,
    final,
    income,
    places,
    playing,
    put,
    questions,
    settle,
)

CATEGORIES = ["A404", "A428", "A502", "A455", "A473"]  # predator, herbivore, bird, primate, reptile
THREE = ["two_science", "science_reputation", "hand_limit_reputation"]
SUPPORT = {"n": 3, "base_projects": ["P103", "P101", "P102"], "decision": doing("association", 5)}
AFRICA = ["A428", "A404", "A405", "A402", "A455"]  # one Africa icon each


@pytest.mark.covers("S201-S214", "R17.3")
@pytest.mark.parametrize("card", [f"S{n}" for n in range(201, 215)])
def test_level_and_conditions(card):
    check_level_and_conditions(card)


# --- 201-209: research ------------------------------------------------------------------------------------------------


@pytest.mark.covers("S201", "D12.1")
def test_201_takes_a_card_from_deck_or_range_when_played():
    game = playing("S201", reputation=2, shared={"deck": ["A490"]})
    settle(game, "play S201")
    only_legal(game, "pass", "take deck", "take slot 1", "take slot 2")
    take(game, "take deck")
    assert (me(game).hand, asked(game)) == (["A490"], "sponsors")


@pytest.mark.covers("S201", "D12.1")
def test_201_takes_a_card_as_income():
    game = settle(position(p(zoo=["S201"]), decision={"income": True}))
    only_legal(game, "pass", "take deck", "take slot 1")
    card = table(game).display[0]
    take(game, "take slot 1")
    assert (me(game).hand, asked(game)) == ([card], "main")


@pytest.mark.covers("S201")
@pytest.mark.parametrize(("n", "points"), [(2, 0), (3, 1), (5, 1), (6, 2)])
def test_201_scores_three_and_six_research_icons(n, points):
    fields = dict(RESEARCH[n - 1])  # and its own icon
    assert final(**fields | {"zoo": ["S201", *fields.get("zoo", [])]}).conservation == points


@pytest.mark.covers("S202", "R17.11")
def test_202_gives_reputation_for_every_own_research_icon():
    assert change(playing("S202", **RESEARCH[1]), "play S202") == {"reputation": 1}
    assert change(playing("S223", zoo=["S202"]), "play S223") == {"reputation": 2}
    # The university with 1 research icon and 2 reputation.
    game = position(p(zoo=["S202"]), decision=doing("association", 4))
    assert change(game, "task university", "university science_reputation")["reputation"] == 3
    # Without Cards II reputation stops at 9 (R10.5).
    assert change(playing("S223", zoo=["S202"], reputation=8), "play S223") == {"reputation": 1}


@pytest.mark.covers("S203")
@pytest.mark.parametrize(("n", "money"), [(0, 0), (1, 2), (2, 5), (3, 10)])
def test_203_pays_for_universities_owned(n, money):
    assert change(playing("S203", universities=THREE[:n]), "play S203") == ({"money": money} if money else {})
    assert final(zoo=["S203"], universities=THREE[:n]).conservation == (n == 3)


@pytest.mark.covers("S203")
def test_203_lowers_the_project_task_to_four():
    def tasks(zoo, strength, side=1, workers=2):
        return legal(position(p(zoo=zoo, workers=workers), **SUPPORT | {
            "decision": doing("association", strength, side)}), "task")

    zoo = ["A428", "A404"]
    assert "task project" not in tasks(zoo, 4)
    assert "task project" in tasks(["S203", *zoo], 4)
    assert "task project" not in tasks(["S203", *zoo], 3)
    # Side II: project (4) and partner zoo (3) take strength 7; with 6 only reputation (2) is left.
    for strength, left in ((7, {"task reputation", "task partner_zoo"}), (6, {"task reputation"})):
        game = position(p(zoo=["S203", *zoo], workers=2, workers_idle=2, conservation=2),
                        **SUPPORT | {"decision": doing("association", strength, 2)})
        settle(game, "task project", "support P103 right", "left-token 7")
        assert set(legal(game, "task")) == left


@pytest.mark.covers("S204", "R17.11")
def test_204_pays_for_research_icons_and_gives_conservation_for_new_ones():
    # 4 + its own: 10 money; its own icon: 1 conservation.
    assert change(playing("S204", conservation=2, **RESEARCH[4]), "play S204") == {"money": 10, "conservation": 1}
    assert change(playing("S223", conservation=2, zoo=["S204"]), "play S223") == {"conservation": 2}
    game = position(p(zoo=["S204"], conservation=2), decision=doing("association", 4))
    assert change(game, "task university", "university two_science") == {"conservation": 2, "workers": -1}
    assert change(playing("S228", conservation=2, reputation=3, zoo=["S204"]), "play S228") == {}  # no research icon


@pytest.mark.covers("S205")
def test_205_gives_two_reputation_and_one_conservation():
    assert change(playing("S205", **RESEARCH[3]), "play S205") == {"reputation": 2, "conservation": 1}


@pytest.mark.covers("S206")
@pytest.mark.parametrize("supports", [0, 1, 5])
def test_206_gives_two_appeal_for_each_support(supports):
    # Read off the empty token spots; no project on the table shows a token.
    game = playing("S206", left_tokens=list(range(7 - supports)), **RESEARCH[4])
    assert change(game, "play S206") == ({"appeal": 2 * supports} if supports else {})


@pytest.mark.covers("S206")
def test_206_gives_one_conservation_as_income():
    assert income(zoo=["S206"]) == {"conservation": 1}


@pytest.mark.covers("S207")
@pytest.mark.parametrize(("zoo", "kinds"), [
    ([], 0), (["A405"], 2), (["A405", "A404"], 2), (["A415", "A428", "A502"], 7),
    (["A415", "A428", "A502", "A424", "A419", "A455", "A473", "A519"], 12),
])  # fmt: skip
def test_207_gives_conservation_for_every_two_kinds_and_money_to_the_others(zoo, kinds):
    # The printed example: 7 kinds give 3 conservation and 6 money to every other player.
    game = playing("S207", p(money=0), p(money=1), n=3, zoo=zoo, conservation=10)
    units = kinds // 2
    assert change(game, "play S207") == ({"conservation": units} if units else {})
    assert (me(game, 1).money, me(game, 2).money) == (2 * units, 2 * units + 1)


@pytest.mark.covers("S208", "R17.20")
def test_208_counts_research_icons_and_pays_for_those_of_all_zoos():
    assert change(playing("S208", **RESEARCH[3]), "play S208") == {"appeal": 4, "money": 2}
    game = playing("S223", p(zoo=["S208"], money=0))
    settle(game, "play S223")
    assert me(game, 1).money == 4
    game = position(p(), p(zoo=["S208"], money=0), decision=doing("association", 4))
    settle(game, "task university", "university two_science")
    assert me(game, 1).money == 4


@pytest.mark.covers("S208", "S261", "R21.8")
@pytest.mark.parametrize("card", ["S208", "S261"])
def test_208_and_261_score_five_animal_categories(card):
    assert final(zoo=[card, *CATEGORIES]).conservation == 1
    assert final(zoo=[card, *CATEGORIES[:4]]).conservation == 0
    # Bear and petting zoo are categories: raccoon (bear, predator), goat, giraffe, hornbill.
    assert final(zoo=[card, "A415", "A519", "A428", "A502"]).conservation == 1


@pytest.mark.covers("S209", "S224", "S225", "R1.17")
@pytest.mark.parametrize("card", ["S209", "S224", "S225"])
def test_209_224_and_225_give_an_x_token(card):
    assert change(playing(card, **RESEARCH[1]), f"play {card}") == {"x_tokens": 1}
    assert change(playing(card, x_tokens=5, **RESEARCH[1]), f"play {card}") == {}


@pytest.mark.covers("S209")
def test_209_gives_an_x_token_as_income_and_scores_three_universities():
    assert income(zoo=["S209"]) == income(zoo=["S209"], x_tokens=4) == {"x_tokens": 1}
    assert income(zoo=["S209"], x_tokens=5) == {}
    assert final(zoo=["S209"], universities=THREE).conservation == 1
    assert final(zoo=["S209"], universities=THREE[:2]).conservation == 0


# --- 210-214: continents ----------------------------------------------------------------------------------------------


@pytest.mark.covers("S210", "S211", "S212", "S213", "S214")
@pytest.mark.parametrize(("card", "zoo", "continent"), [
    ("S210", ["A436", "A439"], "americas"), ("S211", ["A441", "A443"], "europe"),
    ("S212", ["A446", "A450"], "australia"),
    ("S213", ["A431", "A435"], "asia"), ("S214", ["A426", "A428"], "africa"),
])  # fmt: skip
def test_210_to_214_give_appeal_for_each_icon_of_their_continent(card, zoo, continent):
    # A double icon, a single one, a partner zoo and the own icon: 5; another continent does not count.
    game = playing(card, zoo=[*zoo, "A455" if continent != "africa" else "A460"], partner_zoos=[continent])
    before = me(game).appeal
    questions(game, f"play {card}")
    assert me(game).appeal - before == 5


@pytest.mark.covers("S210", "D12.2")
def test_210_places_a_free_kiosk_for_its_own_icon_or_none():
    game = playing("S210", money=0, buildings=["pavilion@4,7"])
    settle(game, "play S210")
    # Around the pavilion: (4,5), (4,9), (3,6), (3,8), (5,6); (5,8) is rock.
    assert set(places(game)) == {at(c) for c in ("4,5", "4,9", "3,6", "3,8", "5,6")}
    assert "pass" in legal(game)
    assert gains(game, "place kiosk @4,5 r0") == {"money": 10}  # its placement bonus
    assert asked(game) == "sponsors"  # one icon, one kiosk
    game = playing("S210", buildings=["pavilion@4,7"])
    settle(game, "play S210", "pass")
    assert (asked(game), me(game).built.bit_count()) == ("sponsors", 1)  # not kept for later


@pytest.mark.covers("S210", "D12.2", "R11.16")
def test_210_keeps_the_distance_of_kiosks():
    game = playing("S210", buildings=["pavilion@4,7", "kiosk@4,5"])
    settle(game, "play S210")
    assert at("5,6") not in places(game)
    assert at("4,9") not in places(game)  # two steps from (4,5)
    game = playing("S210", buildings=["pavilion@4,7", "kiosk@4,5", "pavilion@4,9"])
    settle(game, "play S210")
    assert {at("4,11"), at("5,10"), at("3,10")} <= set(places(game))  # three steps from (4,5)


@pytest.mark.covers("S210", "S211", "S213", "D12.2", "D12.3", "D12.5", "R17.19")
@pytest.mark.parametrize(("card", "animal", "zoo", "continent", "kind"), [
    ("S210", "A436", ["A439", "A438"], "americas", "free_building"), ("S211", "A441", [], "europe", "free_building"),
    ("S213", "A431", [], "asia", "free_building"), ("S212", "A446", [], "australia", "pouch"),
    ("S214", "A426", [], "africa", "clever"),
])  # fmt: skip
def test_210_to_214_ask_once_for_each_icon_that_enters(card, animal, zoo, continent, kind):
    # A size 5 animal with a double icon asks twice, a partner zoo once.
    game = position(p(zoo=[card, *zoo], hand=[animal, "A410", "A411"], money=50, buildings=["enclosure_5+water2"],
                      partner_zoos=["europe"] if animal == "A441" else [], upgraded=["animals"]),
                    decision=doing("animals", 2, 2))
    assert questions(game, f"play {animal}").count(kind) == 2
    game = position(p(zoo=[card], hand=["A410"]), decision=doing("association", 3))
    assert questions(game, "task partner_zoo", f"partner {continent}").count(kind) == 1
    game = position(p(zoo=[card], hand=["A410"]), decision=doing("association", 3))
    other = "asia" if continent != "asia" else "africa"
    assert questions(game, "task partner_zoo", f"partner {other}").count(kind) == 0


@pytest.mark.covers("S210")
def test_210_scores_five_kiosks():
    kiosks = ["kiosk@0,5", "kiosk@5,0", "kiosk@3,4", "kiosk@3,10", "kiosk@6,7"]
    assert final(zoo=["S210"], buildings=kiosks).conservation == 1
    assert final(zoo=["S210"], buildings=[*kiosks[:4], "pavilion@8,1"]).conservation == 0


@pytest.mark.covers("S211", "D12.3")
def test_211_places_a_free_size_one_enclosure_that_can_be_used_at_once():
    # The badger (Europe, size 2) takes the only enclosure; the free one houses the marten (size 1).
    game = position(p(zoo=["S211"], hand=["A419", "A410"], buildings=["enclosure_2@4,7"]),
                    decision=doing("animals", 3, 2))
    settle(game, "play A419")
    assert asked(game) == "free_building"
    assert all(text == "pass" or text.startswith("place enclosure_1") for text in legal(game))
    declined = game.clone()
    take(declined, "pass")
    assert "play A410" not in legal(declined)
    money = me(game).money
    put(game, "4,11")
    assert me(game).money == money
    settle(game, "play A410")
    assert (me(game).zoo, me(game).occupied.bit_count()) == (["A410", "A419", "S211"], 3)


@pytest.mark.covers("S211")
def test_211_scores_five_occupied_size_one_enclosures():
    five = [f"enclosure_1@{cell}*" for cell in ("0,5", "0,7", "1,6", "1,4", "2,3")]
    assert final(zoo=["S211"], buildings=five).conservation == 1
    assert final(zoo=["S211"], buildings=[*five[:4], "enclosure_1@4,7"]).conservation == 0  # empty
    assert final(zoo=["S211"], buildings=[*five[:4], "enclosure_2@4,7*"]).conservation == 0


@pytest.mark.covers("S212", "D12.4")
def test_212_pouches_a_hand_card_for_two_appeal_or_none():
    game = playing("S212", hand=["A410", "P113"])
    settle(game, "play S212")
    only_legal(game, "pass", "tuck A410", "tuck P113")
    assert gains(game, "tuck P113") == {"appeal": 2}
    assert (table(game).aside, me(game).hand, table(game).discard) == (["P113"], ["A410"], [])
    assert asked(game) == "sponsors"  # one card only
    assert change(playing("S212", hand=["A410"]), "play S212", "pass") == {"appeal": 1}


@pytest.mark.covers("S213", "D12.5")
def test_213_places_a_free_pavilion_or_none():
    game = playing("S213", money=0, buildings=["kiosk@4,7"])
    settle(game, "play S213")
    assert set(places(game)) == {at(c) for c in ("4,5", "4,9", "3,6", "3,8", "5,6")}
    assert gains(game, "place pavilion @3,8 r0") == {"appeal": 1, "x_tokens": 1}  # R11.17 and the placement bonus
    assert change(playing("S213"), "play S213", "pass") == {"appeal": 1}


@pytest.mark.covers("S214", "D12.6", "R5.10")
def test_214_moves_an_action_card_to_slot_one_after_the_action():
    order = ["animals", "association", "build", "cards", "sponsors"]
    game = position(p(hand=["S214"], actions=order))
    take(game, "act sponsors")
    settle(game, "play S214")
    assert asked(game) == "clever"
    assert me(game).order == [4, 0, 1, 2, 3]  # the used card already lies in slot 1
    assert set(legal(game)) == {"pass", *(f"move {card} to 1" for card in order)}
    take(game, "move cards to 1")
    assert me(game).order == [3, 4, 0, 1, 2]
    game = position(p(hand=["S214"], actions=order))
    settle(take(game, "act sponsors"), "play S214", "pass")
    assert me(game).order == [4, 0, 1, 2, 3]


@pytest.mark.covers("S214")
def test_214_scores_one_appeal_for_each_x_token():
    assert [final(zoo=["S214"], x_tokens=n).appeal for n in (0, 1, 5)] == [0, 1, 5]
