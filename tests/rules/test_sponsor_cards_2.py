"""Sponsors 215-230: each effect of each card."""
import pytest
from helpers import asked, doing, effect, gains, legal, me, only_legal, p, position, take
from rules.sponsor_play import (
    BONUS_0,
    BORDER_0,
    RESEARCH,
    WATER_0,
    around,
    at,
    change,
    check_level_and_conditions,
    covered_but,
    final,
    income,
    pavilions,
    places,
    playing,
    put,
    settle,
)

AFRICA = ["A428", "A404", "A405", "A402", "A455"]  # one Africa icon each
CONTINENTS = ["A428", "A507", "A502", "A424", "A419"]  # Africa, Americas, Asia, Australia, Europe


@pytest.mark.covers("S215-S230", "R17.3")
@pytest.mark.parametrize("card", [f"S{n}" for n in range(215, 231)])
def test_level_and_conditions(card):
    check_level_and_conditions(card)


# --- 215 and 218: tokens as icons -------------------------------------------------------------------------------------


def supports(zoo, start="support P103", **fields):
    """Ways to support base projects 103 Africa (5, 4, 2) and 101 Species Diversity (5, 4, 3)."""
    game = position(p(zoo=zoo, **fields), n=3, base_projects=["P103", "P101", "P102"], projects=["P107", "P128"],
                    decision=doing("association", 5))
    if "task project" not in legal(game):
        return []
    take(game, "task project")
    return [text.removeprefix("support ") for text in legal(game, start)]


@pytest.mark.covers("S215", "S218", "D12.7", "D6.6")
@pytest.mark.parametrize("card", ["S215", "S218"])
def test_215_and_218_spend_one_token_as_any_icon(card):
    # The printed example: 3 Africa icons and a token support the slot for 4; the one for 5 stays out of reach.
    ways = supports([card, *AFRICA[:3]])
    assert f"P103 middle using {card[1:]}" in ways
    assert "P103 right" in ways
    assert not [way for way in ways if way.startswith("P103 left") or way == "P103 middle"]
    # Never both tokens of a card on one support: 2 icons do not reach 4.
    assert not [way for way in supports([card, *AFRICA[:2]]) if "middle" in way]
    # Without a token left.
    assert supports([card, *AFRICA[:3]], card_tokens={}) == ["P103 right"]


@pytest.mark.covers("S215", "S218", "D12.7")
def test_215_and_218_take_the_token_off_the_card():
    game = position(p(zoo=["S215", *AFRICA[:3]], conservation=2), n=3, base_projects=["P103", "P101", "P102"],
                    decision=doing("association", 5))
    settle(game, "task project", "support P103 middle using 215", "left-token 7")
    assert game.to_dict()["players"][0]["card_tokens"] == {"S215": 1}
    game = position(p(zoo=["S215", *AFRICA[:3]], conservation=2), n=3, base_projects=["P103", "P101", "P102"],
                    decision=doing("association", 5))
    settle(game, "task project", "support P103 right", "left-token 7")
    assert "card_tokens" not in game.to_dict()["players"][0]  # still full


@pytest.mark.covers("S218", "S215", "D6.6")
def test_215_and_218_may_give_one_token_each_to_the_same_support():
    ways = supports(["S215", "S218", *AFRICA[:3]])
    assert "P103 left using 215,218" in ways  # 3 + 2 icons
    assert not {"P103 left using 215", "P103 left using 218", "P103 left"} & set(ways)


@pytest.mark.covers("S215", "D6.6", "R15.28")
def test_215_helps_only_the_projects_below_the_board():
    # Europe (107, a base card above the board: 5, 4, 2) and Aquatic (128: 5, 4, 2) with one icon each.
    zoo = ["S215", "A419", "S256"]
    assert supports(zoo, "support P107") == supports(zoo, "support P128") == []
    assert supports([*zoo, "A420", "S245"], "support P107") == ["P107 right"]
    assert supports([*zoo, "A420", "S245"], "support P128") == ["P128 right"]


@pytest.mark.covers("S215", "D6.6")
def test_215_stands_for_one_missing_kind_of_a_diversity_project():
    # Two categories and a token make three.
    assert supports(["S215", "A404", "A428"], "support P101") == ["P101 right using 215"]
    assert supports(["S215", "A404"], "support P101") == []


@pytest.mark.covers("S215", "S218", "R1.20")
@pytest.mark.parametrize(("card", "fields"), [("S215", {"partner_zoos": ["asia", "europe"]}), ("S218", RESEARCH[2])])
def test_215_and_218_come_with_two_tokens_from_the_supply(card, fields):
    game = playing(card, card_tokens={}, **fields)
    settle(game, f"play {card}")
    assert sorted(me(game).card_tokens) == [0, 0, 0, 2]
    assert me(game).left_tokens == 127


@pytest.mark.covers("S215", "S218")
@pytest.mark.parametrize("card", ["S215", "S218"])
def test_215_and_218_score_five_supports(card):
    assert final(zoo=[card], left_tokens=[0, 1]).conservation == 1
    assert final(zoo=[card], left_tokens=[0, 1, 2]).conservation == 0


# --- 216, 217 ---------------------------------------------------------------------------------------------------------


@pytest.mark.covers("S216")
def test_216_hires_a_worker_if_one_is_left():
    assert change(playing("S216"), "play S216") == {"workers": 1}
    assert change(playing("S216", workers=4, workers_idle=0), "play S216") == {}
    # The last worker of map 0 brings 2 conservation.
    game = playing("S216", workers=3, workers_idle=1, conservation=10)
    assert change(game, "play S216") == {"workers": 1, "conservation": 2}


@pytest.mark.covers("S216", "S220")
@pytest.mark.parametrize("card", ["S216", "S220"])
def test_216_and_220_score_reputation_nine(card):
    assert final(zoo=[card], reputation=9).conservation == 1
    assert final(zoo=[card], reputation=8).conservation == 0


def build(zoo, strength, side, **fields):
    return position(p(zoo=zoo, buildings=["pavilion@4,9"], **fields), decision=doing("build", strength, side))


@pytest.mark.covers("S217", "D12.8", "D4.6")
def test_217_builds_one_more_of_a_kind_just_built():
    # The printed example: kiosk, size 1, size 2 at strength 4, then a second size 2: 2 x (1 + 1 + 2 + 2) = 12 money.
    game = build(["S217"], 4, 2, money=30)
    put(take(game, "build kiosk"), "4,11")
    put(take(game, "build enclosure_1"), "4,7")
    put(take(game, "build enclosure_2"), "2,11", "3,10")
    only_legal(game, "pass", "build-again kiosk", "build-again enclosure_1", "build-again enclosure_2")
    put(take(game, "build-again enclosure_2"), "1,8", "2,9")
    assert (me(game).money, game.current_player()) == (30 - 12, 1)


@pytest.mark.covers("S217", "D12.8")
def test_217_works_with_side_one_at_normal_cost_and_may_be_declined():
    game = build(["S217"], 1, 1, money=4)
    put(take(game, "build pavilion"), "4,11")
    only_legal(game, "pass", "build-again pavilion")
    declined = game.clone()
    take(declined, "pass")
    assert declined.current_player() == 1
    put(take(game, "build-again pavilion"), "4,7")
    assert (me(game).money, game.current_player()) == (0, 1)  # exactly one more
    for zoo, money in (([], 4), (["S217"], 3)):  # without the card; without the money
        game = build(zoo, 1, 1, money=money)
        put(take(game, "build pavilion"), "4,11")
        assert game.current_player() == 1


@pytest.mark.covers("S217", "D12.8")
def test_217_does_not_use_up_size():
    game = build(["S217"], 2, 2, money=30)
    put(take(game, "build pavilion"), "4,11")
    put(take(game, "build-again pavilion"), "4,7")
    assert "build enclosure_1" in legal(game)  # 2 - 1 = 1 space left
    assert not {"build pavilion", "build-again pavilion", "build enclosure_2"} & set(legal(game))


@pytest.mark.covers("S217")
def test_217_repeats_no_special_enclosure():
    game = build(["S217"], 3, 1, money=30)
    settle(game, "build petting_zoo")
    take(game, next(iter(places(game).values())))
    assert game.current_player() == 1


@pytest.mark.covers("S217")
def test_217_needs_a_building_of_the_build_action():
    # A free kiosk of sponsor 210 is none.
    game = playing("S210", zoo=["S217"], buildings=["pavilion@4,9"])
    settle(game, "play S210", "place kiosk @4,11 r0")
    only_legal(game, "pass")


@pytest.mark.covers("S217", "S257")
@pytest.mark.parametrize("card", ["S217", "S257"])
def test_217_and_257_score_a_covered_map(card):
    assert final(zoo=[card], buildings=covered_but()).appeal == 5
    assert final(zoo=[card], buildings=covered_but("4,7")).appeal == 0


# --- 219-222 ----------------------------------------------------------------------------------------------------------


@pytest.mark.covers("S219")
def test_219_pays_for_rock_and_water_icons():
    # Tiger: 2 water, ibex: 2 rock.
    assert change(playing("S219", zoo=["A407", "A444"]), "play S219") == {"money": 8}
    assert change(playing("S219"), "play S219") == {}


@pytest.mark.covers("S219", "D12.9")
def test_219_builds_on_rock_and_water():
    for zoo, offered in ((["S219"], True), ([], False)):
        game = position(p(zoo=zoo, buildings=["pavilion@4,7", "pavilion@1,6"]), decision=doing("build", 1))
        take(game, "build kiosk")
        assert (at("5,8") in places(game)) is offered  # rock
        assert (at("2,7") in places(game)) is offered  # water


@pytest.mark.covers("S219", "D12.9")
def test_219_ignores_terrain_next_to_enclosures_and_unique_buildings():
    for zoo, offered in ((["S223", "S219"], True), (["S223"], False)):
        # The tiger (size 4, 2 water) and the marten (size 1, no demand) in a dry enclosure.
        game = position(p(zoo=zoo, hand=["A407", "A410"], money=40, buildings=["enclosure_4+water0"]),
                        decision=doing("animals", 2))
        assert "play A410" in legal(game)
        assert ("play A407" in legal(game)) is offered
        game = playing("S245", zoo=zoo, reputation=3, buildings=["pavilion@4,7"])
        take(game, "play S245")
        assert any(len(around(cells) & WATER_0) < 2 for cells in places(game)) is offered


@pytest.mark.covers("S219")
@pytest.mark.parametrize(("zoo", "appeal"), [
    (["A407", "A444", "S255"], 4),  # the printed example: 2 water and 3 rock icons
    (["A407", "A446", "A444", "S246"], 6), (["A407"], 0), (["S255", "S256"], 2),  # 4 and 4: at most 3 pairs
])
def test_219_scores_pairs_of_rock_and_water_icons(zoo, appeal):
    assert final(zoo=["S219", *zoo]).appeal == appeal


@pytest.mark.covers("S219", "R11.27")
def test_219_does_not_change_what_a_covered_map_is():
    assert final(zoo=["S219", "S217"], buildings=covered_but()).appeal == 5


@pytest.mark.covers("S220")
def test_220_pays_three_money_at_once_and_as_income():
    assert change(playing("S220"), "play S220") == {"money": 3}
    assert income(zoo=["S220"]) == {"money": 3}


def archaeologist(*cells, zoo=("S221",), kind="pavilion", strength=1, **fields):
    game = position(p(zoo=list(zoo), money=30, **fields), decision=doing("build", strength))
    return put(take(game, f"build {kind}"), *cells)


@pytest.mark.covers("S221", "D12.10", "D10.4")
def test_221_gives_another_uncovered_placement_bonus_for_one_on_the_border():
    game = archaeologist("8,7")  # 5 money
    assert me(game).money == 30 - 2 + 5
    assert set(legal(game)) == {f"bonus @{cell}" for cell in BONUS_0 if cell != "8,7"}  # mandatory
    assert gains(game, "bonus @7,2") == {"money": 5}  # an inner space
    assert game.current_player() == 1
    # The chosen space keeps its bonus for the one who covers it.
    assert me(game).built.bit_count() == 1
    later = position(p(zoo=["S221"], money=2, buildings=["pavilion@8,7", "pavilion@8,3"]), decision=doing("build", 1))
    assert gains(later, "build pavilion", "place pavilion @7,2 r0") == {"money": 5 - 2, "appeal": 1}


@pytest.mark.covers("S221", "D12.10")
def test_221_reacts_to_border_bonuses_only_and_not_to_its_own_gift():
    game = archaeologist("8,7")
    assert gains(game, "bonus @4,1") == {"x_tokens": 1}  # a border space, but no second gift
    assert game.current_player() == 1
    assert archaeologist("8,5").current_player() == 1  # a border space without a bonus
    game = archaeologist("7,2", buildings=["pavilion@8,3"])  # a bonus inside
    assert game.current_player() == 1
    assert archaeologist("8,7", zoo=()).current_player() == 1


@pytest.mark.covers("S221", "D12.10")
def test_221_gives_one_bonus_for_each_border_bonus_covered_in_any_combination():
    # Map A: reputation 2 on (0,1) and an X-token on (0,3), both on the border.
    game = archaeologist("0,1", "0,3", map="A", buildings=[], kind="enclosure_2", strength=2)
    kinds = []
    while game.current_player() == 0:
        kinds.append(asked(game))
        take(game, "bonus @2,9" if asked(game) == "archaeologist" else "resolve 1")  # 5 money, twice the same
    assert kinds.count("archaeologist") == 2
    assert (me(game).money, me(game).x_tokens, me(game).reputation) == (30 - 4 + 10, 1, 3)


@pytest.mark.covers("S221")
def test_221_gives_nothing_when_no_bonus_is_left():
    game = archaeologist("8,7", buildings=pavilions(*(cell for cell in BONUS_0 if cell != "8,7"), "8,5"))
    assert game.current_player() == 1
    assert me(game).money == 30 - 2 + 5


@pytest.mark.covers("S221")
def test_221_scores_a_covered_border():
    assert final(zoo=["S221"], buildings=pavilions(*BORDER_0)).conservation == 1
    for missing in ("0,5", "8,1", "3,12"):
        cells = [cell for cell in BORDER_0 if cell != missing]
        assert final(zoo=["S221"], buildings=pavilions(*cells)).conservation == 0


@pytest.mark.covers("S222")
@pytest.mark.parametrize("n", range(6))
def test_222_gives_up_to_three_conservation_and_the_others_two_money_each(n):
    game = playing("S222", p(money=0), p(money=1), n=3, conservation=10, **RESEARCH[n])
    units = min(n, 3)  # the card shows no research icon of its own
    assert change(game, "play S222") == ({"conservation": units} if units else {})
    assert (me(game, 1).money, me(game, 2).money) == (2 * units, 2 * units + 1)


# --- 223-226 ----------------------------------------------------------------------------------------------------------


@pytest.mark.covers("S223", "R21.6")
def test_223_has_two_research_icons_and_no_effect():
    assert change(playing("S223"), "play S223") == {}
    assert change(playing("S223", zoo=["S208"]), "play S223") == {"money": 4}
    assert income(zoo=["S223"]) == {}
    assert final(zoo=["S223"], finals=["F003"]).conservation == 0  # 2 icons; 3 would score
    assert final(zoo=["S223", "S205"], finals=["F003"]).conservation == 1


def release(zoo, **fields):
    game = position(p(zoo=zoo, appeal=30, conservation=8, buildings=["enclosure_5*"], **fields), n=3,
                    projects=[{"card": "P116", "slots": [None, None, 0]}], base_projects=["P103", "P101", "P102"],
                    decision=doing("association", 10, 2))
    return take(game, "task project") if "task project" in legal(game) else game


@pytest.mark.covers("S224", "D12.11")
def test_224_allows_repeated_support_of_a_release_project_for_one_more_conservation():
    # Serengeti with an own token on the right slot; the giraffe (7 appeal) fits the middle slot (4 conservation).
    game = release(["S224", "A428", "A404"], left_tokens=[0, 1, 2, 3, 4, 6])
    assert legal(game, "support P116") == ["support P116 middle"]  # no large animal; the right slot is taken
    found = change(game, "support P116 middle", "release A428", "left-token 7")
    assert (found["conservation"], found["appeal"]) == (5, -7)
    assert me(game).supported == 2  # a support of its own
    # One token for a project in an Association action.
    assert "task project" not in legal(game)
    assert not legal(release(["A428", "A404"]), "support P116")  # R15.10


@pytest.mark.covers("S224")
def test_224_adds_nothing_to_other_projects():
    game = release(["S224", "A428", "A404"])
    assert change(game, "support P103 right", "left-token 7")["conservation"] == 2


@pytest.mark.covers("S225", "R20.3")
@pytest.mark.parametrize(("op", "field"), [("venom", "venom"), ("constriction", "constriction")])
def test_225_keeps_venom_and_constriction_away(op, field):
    for zoo in ([], ["S225"]):
        game = position(p(appeal=0), p(zoo=zoo, appeal=20), p(appeal=10), n=3, decision=effect(op=op, n=1))
        assert bool(getattr(me(game, 1), field)) is not bool(zoo)
        assert getattr(me(game, 2), field)


@pytest.mark.covers("S225", "R20.3")
@pytest.mark.parametrize("zoo", [[], ["S225"]])
def test_225_passes_pilfering_and_hypnosis_on_to_the_next_player(zoo):
    others = (p(zoo=zoo, appeal=20, hand=["A410"]), p(appeal=10, hand=["A411"]))
    victim = 2 if zoo else 1
    game = position(p(appeal=0), *others, n=3, decision=effect(op="pilfering", n=1))
    assert (asked(game), game.current_player()) == ("pilfer", victim)
    game = position(p(appeal=0), *others, n=3, decision=effect(op="hypnosis", n=3))
    take(game, "x-token cards")
    assert asked(game) == "extra"
    take(game, "x-token build")
    assert me(game, victim).order[0] == 2  # the build card of the victim went to its slot 1
    assert me(game, 3 - victim).order == [0, 1, 2, 3, 4]


@pytest.mark.covers("S225", "S226")
@pytest.mark.parametrize("card", ["S225", "S226"])
def test_225_and_226_score_all_five_continents(card):
    assert final(zoo=[card, *CONTINENTS]).conservation == 1
    assert final(zoo=[card, *CONTINENTS[:4]]).conservation == 0
    assert final(zoo=[card, *CONTINENTS[:4]], partner_zoos=["europe"]).conservation == 1


@pytest.mark.covers("S226")
def test_226_gives_two_reputation():
    assert change(playing("S226"), "play S226") == {"reputation": 2}
