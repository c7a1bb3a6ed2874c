"""Final scoring (R26, D17): every final scoring card, the printed examples, victory points, ties."""
import pytest
from helpers import asked, legal, me, only_legal, p, position, table, take
from rules.sponsor_play import BORDER_0, covered_but, final, pavilions

from arknova_fast.core.tables import Ruleset
from arknova_fast.game import Game


def over(*players: dict, n: int = 2, **shared) -> Game:
    """The game after final scoring; nobody holds more cards than are scored."""
    game = position(*players, n=n, cons10_done=True, decision={"final": True}, **shared)
    assert game.is_terminal
    return game


# --- the discard before scoring ---------------------------------------------------------------------------------------


@pytest.mark.covers("R26.1", "D17.1", "R23.13")
def test_without_conservation_ten_everybody_discards_a_final_scoring_card_first():
    # 007 scores 4 at reputation 15, 006 scores 4 on an empty map: both players hold both kinds of value.
    game = position(p(finals=["F007", "F001"], reputation=15, upgraded=["cards"]), p(finals=["F006", "F002"]),
                    decision={"final": True})
    assert (asked(game), game.current_player()) == ("final_discard", 0)
    only_legal(game, "discard F001", "discard F007")
    take(game, "discard F001")
    assert (asked(game), game.current_player()) == ("final_discard", 1)
    only_legal(game, "discard F002", "discard F006")
    take(game, "discard F006")
    assert game.is_terminal
    assert (me(game).conservation, me(game, 1).conservation) == (4, 0)  # 006 is gone, 002 has no small animals


@pytest.mark.covers("R26.1", "D17.1")
def test_after_conservation_ten_nothing_is_discarded_before_scoring():
    game = position(p(finals=["F007"], reputation=15, upgraded=["cards"], conservation=10), decision={"final": True})
    assert game.is_terminal
    assert me(game).conservation == 14


@pytest.mark.covers("D17.1")
def test_the_discard_goes_under_the_final_scoring_pile():
    game = position(p(finals=["F007", "F001"]), decision={"final": True})
    before = table(game).n_final
    take(game, "discard F007")
    pile = table(game).final_pile
    assert table(game).n_final == before + 1
    assert pile[0] == 6  # bottom of the pile: the seventh card, 007


# --- what is scored ---------------------------------------------------------------------------------------------------


@pytest.mark.covers("R26.2")
@pytest.mark.parametrize(("card", "fields"), [
    ("F001", {"zoo": ["A401", "A402", "A406", "A407", "A411", "A412", "A416", "A417"]}),  # 8 large animals
    ("F006", {}),  # 39 empty building spaces
    ("F007", {"reputation": 15, "upgraded": ["cards"]}),
    ("F009", {"zoo": ["A415", "A519", "A428", "A502", "A455", "A473"]}),  # 7 categories against none
    ("F010", {"zoo": ["A444", "S246", "S255", "S243", "A413", "A414"]}),  # 2 + 2 + 1 + 1 + 1 + 1 rock icons
])  # fmt: skip
def test_a_final_scoring_card_gives_at_most_four_conservation(card, fields):
    with_card, without = final(finals=[card], **fields), final(**fields)
    assert with_card.conservation - without.conservation == 4


@pytest.mark.covers("R23.1", "R23.2", "R26.2")
@pytest.mark.parametrize(("before", "after"), [(36, 40), (37, 41), (38, 41), (41, 41)])
def test_the_conservation_track_ends_at_41_in_final_scoring_too(before, after):
    # 007 gives 4 at reputation 15.
    game = over(p(conservation=before, finals=["F007"], reputation=15, upgraded=["cards"]))
    assert me(game).conservation == after


@pytest.mark.covers("R26.3")
def test_universities_cards_and_their_icons_count_for_final_scoring_cards():
    # 003: 3, 4, 5, 6 research icons. 223 shows 2, 209 shows 1, the universities 2 and 1.
    assert final(finals=["F003"], zoo=["S223"]).conservation == 0
    assert final(finals=["F003"], zoo=["S223", "S204"]).conservation == 1
    assert final(finals=["F003"], zoo=["S223"], universities=["two_science", "science_reputation"]).conservation == 3
    # Hand cards do not count.
    assert final(finals=["F003"], hand=["S223", "S204"]).conservation == 0
    assert final(finals=["F008"], hand=["S223", "S204", "S202"]).conservation == 0


@pytest.mark.covers("R26.4")
def test_final_effects_of_played_cards_give_appeal_and_conservation():
    # 214: 1 appeal per X-token; 216: 1 conservation at reputation 9.
    result = final(zoo=["S214", "S216"], x_tokens=4, reputation=9)
    assert (result.appeal, result.conservation) == (4, 1)
    assert final(hand=["S214", "S216"], x_tokens=4, reputation=9).conservation == 0


@pytest.mark.covers("R26.5")
def test_two_final_scoring_cards_left_are_both_scored():
    # 007 at reputation 9: 2; 006 on an empty map: 4.
    assert final(finals=["F007", "F006"], reputation=9).conservation == 6


@pytest.mark.covers("R26.12")
def test_final_effects_add_up_whatever_their_order():
    fields = {"zoo": ["S214", "S216", "S201", "S223", "S203"], "x_tokens": 2, "reputation": 9,
              "universities": ["two_science", "science_reputation", "hand_limit_reputation"]}
    # 214: 2 appeal; 216: 1; 201 (7 research icons): 2; 203 (3 universities): 1; 003: 4; 007: 2 conservation.
    result = final(finals=["F003", "F007"], **fields)
    assert (result.appeal, result.conservation) == (2, 1 + 2 + 1 + 4 + 2)
    assert final(finals=["F007", "F003"], **fields).conservation == result.conservation


@pytest.mark.covers("R26.12", "R23.15")
def test_final_gains_trigger_no_thresholds():
    # 0 + 4 conservation passes the choice at 2; nothing is asked and nobody gets a worker.
    result = final(finals=["F006"])
    assert (result.conservation, result.workers, result.upgraded) == (4, 1, 0)


# --- score and victory points -----------------------------------------------------------------------------------------


@pytest.mark.covers("R26.6", "R26.7")
@pytest.mark.parametrize(("appeal", "conservation", "score"), [
    (72, 16, 96), (79, 18, 109),  # the printed examples: -4 and +9 victory points
    (0, 0, -14), (64, 20, 100), (100, 6, 98), (94, 10, 100), (91, 11, 100), (113, 41, 212), (1, 41, 100),
])
def test_the_score_is_appeal_plus_the_white_number(appeal, conservation, score):
    # White numbers: -14 at 0, +2 per space up to 6 at 10, then +3 per space (R23.5).
    game = over(p(appeal=appeal, conservation=conservation))
    assert game.scores()[0] == score
    assert game.victory_points()[0] == score - 100


@pytest.mark.covers("R26.7", "R26.8")
def test_the_printed_example_of_final_scoring():
    # Blue: 16 conservation, 72 appeal: 72 - 76 = -4. Red: 18 conservation, 79 appeal: 79 - 70 = +9.
    game = over(p(appeal=72, conservation=16), p(appeal=79, conservation=18))
    assert game.victory_points().tolist() == [-4, 9]
    assert game.winners() == [1]


@pytest.mark.covers("R26.6")
def test_the_score_is_read_after_all_additions():
    # 214 gives 5 appeal, 007 gives 4 conservation: 75 appeal, white number 24 + 4 x 3 = 36.
    game = over(p(appeal=70, conservation=16, zoo=["S214"], x_tokens=5, finals=["F007"], reputation=15,
                  upgraded=["cards"]))
    assert (me(game).appeal, me(game).conservation, game.scores()[0]) == (75, 20, 111)


@pytest.mark.covers("R26.8")
def test_the_highest_score_wins_even_when_negative():
    game = over(p(appeal=10), p(appeal=12), p(appeal=5, conservation=3), n=3)  # -4, -2, 5 - 8 = -3
    assert game.scores().tolist() == [-4, -2, -3]
    assert game.victory_points().tolist() == [-104, -102, -103]
    assert (game.ranks(), game.winners()) == ([2, 0, 1], [1])


@pytest.mark.covers("R26.9")
def test_a_tie_goes_to_the_player_with_more_supported_projects():
    # Both 100; seat 0 has supported 2 projects, seat 1 three.
    game = over(p(appeal=94, conservation=10, left_tokens=[0, 1, 2, 3, 4]),
                p(appeal=94, conservation=10, left_tokens=[0, 1, 2, 3]))
    assert game.scores().tolist() == [100, 100]
    assert (game.ranks(), game.winners()) == ([1, 0], [1])


@pytest.mark.covers("R26.9")
def test_supported_projects_never_outweigh_a_point():
    game = over(p(appeal=94, conservation=10), p(appeal=93, conservation=10, left_tokens=[]))
    assert game.winners() == [0]
    # With the ruling of C37 more projects than there are tokens can be supported.
    ruleset = Ruleset.default().patch({"rulings": {"no_left_token": "support_without_bonus"}})
    game = over(p(appeal=94, conservation=10), p(appeal=93, conservation=10, left_tokens=[], supported=17),
                ruleset=ruleset)
    assert game.winners() == [0]


@pytest.mark.covers("R26.10")
def test_players_still_tied_share_the_victory():
    game = over(p(appeal=94, conservation=10, left_tokens=[0, 1, 2]),
                p(appeal=91, conservation=11, left_tokens=[4, 5, 6]),
                p(appeal=90, conservation=10, left_tokens=[]), n=3)
    assert game.scores().tolist() == [100, 100, 96]
    assert (game.ranks(), game.winners()) == ([0, 0, 2], [0, 1])


@pytest.mark.covers("D17.2", "R25.5")
def test_last_turns_are_normal_turns():
    game = position(p(money=20, hand=["S223"]), p(), turn=0, end={"cause": "turn", "player": 1, "turns_left": 1},
                    cons10_done=True)
    assert asked(game) == "main"
    assert {"act build", "act cards", "act association", "act sponsors", "x-token build"} <= set(legal(game))
    take(game, "act sponsors", "play S223")
    assert game.is_terminal
    assert me(game).zoo == ["S223"]


# --- final scoring cards ----------------------------------------------------------------------------------------------

LARGE = ["A401", "A402", "A406", "A407", "A411", "A412"]
MEDIUM = ["A403", "A428"]
SMALL = ["A404", "A405", "A409", "A410", "A519", "A520", "A415", "A419", "A420", "A424", "A425"]
# Sponsors without a final effect.
PLAIN_SPONSORS = ["S202", "S205", "S206", "S212", "S213", "S224", "S229", "S230", "S231", "S232", "S236"]


@pytest.mark.covers("F001")
@pytest.mark.parametrize(("n", "points"), list(enumerate([0, 1, 2, 2, 3, 4, 4])))
def test_001_counts_large_animals(n, points):
    assert final(finals=["F001"], zoo=LARGE[:n] + MEDIUM + SMALL[:2]).conservation == points


@pytest.mark.covers("F002")
@pytest.mark.parametrize(("n", "points"), list(enumerate([0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4])))
def test_002_counts_small_and_petting_zoo_animals(n, points):
    assert final(finals=["F002"], zoo=SMALL[:n] + MEDIUM + LARGE[:2]).conservation == points


@pytest.mark.covers("F003")
@pytest.mark.parametrize(("zoo", "universities", "points"), [
    (["S223"], [], 0), (["S223", "S204"], [], 1), (["S223"], ["two_science"], 2),
    (["S223", "S204"], ["two_science"], 3), (["S223"], ["two_science", "science_reputation"], 3),
    (["S223", "S204"], ["two_science", "science_reputation"], 4),
    (["S223", "S204", "S205", "S206"], ["two_science", "science_reputation"], 4),
])  # fmt: skip
def test_003_counts_research_icons(zoo, universities, points):
    assert final(finals=["F003"], zoo=zoo, universities=universities).conservation == points


# Pavilions next to every water space and to every rock space of map 0.
ALL_WATER = ["1,2", "4,1", "4,5", "7,10", "2,9"]
ALL_ROCK = ["2,3", "6,1", "5,10", "0,9", "2,11"]


@pytest.mark.covers("F004")
@pytest.mark.parametrize(("buildings", "points"), [
    (["pavilion@4,7"], 0),
    (pavilions(*ALL_WATER), 1), (pavilions(*ALL_WATER[1:]), 0),
    (pavilions(*ALL_ROCK), 1), (pavilions(*ALL_ROCK[1:]), 0),
    (pavilions(*ALL_WATER, *ALL_ROCK), 2),
    (pavilions(*BORDER_0), 1), (pavilions(*BORDER_0[1:]), 0),
    (covered_but("3,6"), 3),  # everything but one inner space
    (covered_but("6,5"), 3),  # Build II spaces have to be covered as well
    (covered_but("7,0"), 2),  # an open border space: neither the border nor the map, but all water and rock spaces
    (covered_but(), 4),
])  # fmt: skip
def test_004_scores_water_rock_border_and_map(buildings, points):
    assert final(finals=["F004"], buildings=buildings).conservation == points


@pytest.mark.covers("F004", "S219")
def test_004_ignores_terrain_that_is_built_over():
    # (3,0) is isolated without (4,1); with sponsor 219 it can be covered itself.
    rest = [cell for cell in ALL_WATER if cell != "4,1"]
    assert final(finals=["F004"], zoo=["S219"], buildings=pavilions(*rest)).conservation == 0
    assert final(finals=["F004"], zoo=["S219"], buildings=pavilions(*rest, "3,0")).conservation == 1


@pytest.mark.covers("F005")
@pytest.mark.parametrize(("n", "points"), list(enumerate([0, 0, 0, 1, 2, 3, 4, 4])))
def test_005_counts_supported_projects_by_empty_token_spots(n, points):
    # No project on the table shows a token: supports of projects that have left count too.
    assert final(finals=["F005"], left_tokens=list(range(7 - n))).conservation == points


@pytest.mark.covers("F006")
@pytest.mark.parametrize(("n", "points"), [
    (0, 0), (5, 0), (6, 1), (11, 1), (12, 2), (17, 2), (18, 3), (23, 3), (24, 4), (39, 4)])
def test_006_counts_empty_building_spaces(n, points):
    # The Build II spaces (6,5) and (7,4) are among the empty ones; rock and water (19 spaces) never count.
    cells = ["6,5", "7,4", *(c for c in covered_cells() if c not in ("6,5", "7,4"))]
    assert final(finals=["F006"], buildings=covered_but(*cells[:n])).conservation == points


def covered_cells() -> list[str]:
    return [building.removeprefix("pavilion@") for building in covered_but()]


@pytest.mark.covers("F007")
@pytest.mark.parametrize(("reputation", "points"), [
    (1, 0), (5, 0), (6, 1), (8, 1), (9, 2), (11, 2), (12, 3), (14, 3), (15, 4)])
def test_007_counts_reputation(reputation, points):
    assert final(finals=["F007"], reputation=reputation, upgraded=["cards"]).conservation == points


@pytest.mark.covers("F008")
@pytest.mark.parametrize(("n", "points"), list(enumerate([0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4])))
def test_008_counts_sponsors(n, points):
    assert final(finals=["F008"], zoo=PLAIN_SPONSORS[:n] + SMALL[:3]).conservation == points


@pytest.mark.covers("F009", "R26.11")
def test_009_the_printed_example_gives_four():
    # Own: predator 4, bird 2, bear 2, herbivore 1, reptile 1. Right: reptile 4, primate 3, petting zoo 2.
    # More predators, birds, bears and herbivores: 4 conservation.
    own = ["A415", "A414", "A404", "A405", "A502", "A507", "A428", "A473"]
    right = ["A478", "A490", "A491", "A493", "A455", "A460", "A465", "A519", "A520"]
    assert final(p(zoo=right), finals=["F009"], zoo=own).conservation == 4
    # With one herbivore on the right too there are three categories left.
    assert final(p(zoo=[*right, "A439"]), finals=["F009"], zoo=own).conservation == 3


@pytest.mark.covers("F009")
@pytest.mark.parametrize(("own", "right", "points"), [
    (["A404"], [], 1), (["A404"], ["A405"], 0), (["A404", "A410"], ["A405"], 1), ([], ["A405"], 0),
    (["A519"], [], 1), (["A415"], [], 2), (["A415"], ["A404"], 1),  # bear and predator
    (["A415", "A519", "A428", "A502", "A455", "A473"], [], 4),  # all seven
    (["S236"], [], 1),  # icons on sponsors count
])  # fmt: skip
def test_009_needs_strictly_more_icons_and_gives_at_most_four(own, right, points):
    assert final(p(zoo=right), finals=["F009"], zoo=own).conservation == points


@pytest.mark.covers("F009", "R26.11")
def test_009_compares_with_the_player_before_in_turn_order():
    # Seat 0 of three: the right neighbour is seat 2, the left one seat 1.
    assert final(p(zoo=["A405"]), p(), n=3, finals=["F009"], zoo=["A404"]).conservation == 1
    assert final(p(), p(zoo=["A405"]), n=3, finals=["F009"], zoo=["A404"]).conservation == 0
    # Seat 2 looks at seat 1.
    for seat, points in ((0, 1), (1, 0)):
        players = [p(), p(), p(finals=["F009"], zoo=["A404"])]
        players[seat] = p(zoo=["A405"])
        assert me(over(*players, n=3), 2).conservation == points


@pytest.mark.covers("F009", "R27.15")
def test_009_is_no_card_of_the_solo_game():
    for seed in range(30):
        game = Game.new(players=1, seed=seed)
        assert not me(game).finals >> 8 & 1  # bit 8 is 009


@pytest.mark.covers("F010")
@pytest.mark.parametrize(("zoo", "points"), [
    ([], 0), (["S255"], 1), (["A444"], 1), (["A444", "S255"], 2), (["A444", "S246"], 2), (["A444", "S246", "S255"], 3),
    (["A444", "S246", "S255", "A413"], 3), (["A444", "S246", "S255", "A413", "A414"], 4),
])  # rock icons 0, 1, 2, 3, 4, 5, 6, 7
def test_010_counts_rock_icons(zoo, points):
    assert final(finals=["F010"], zoo=zoo).conservation - final(zoo=zoo).conservation == points


@pytest.mark.covers("F011")
@pytest.mark.parametrize(("zoo", "points"), [
    (["S256"], 0), (["A407"], 1), (["A407", "S256"], 1), (["A407", "A446"], 2), (["A407", "A446", "S256"], 2),
    (["A407", "A446", "A515"], 3), (["A407", "A446", "A515", "S256"], 3), (["A407", "A446", "A515", "S245"], 4),
])  # water icons 1 to 8
def test_011_counts_water_icons(zoo, points):
    assert final(finals=["F011"], zoo=zoo).conservation - final(zoo=zoo).conservation == points
