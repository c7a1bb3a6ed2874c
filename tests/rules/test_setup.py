"""Shared and personal setup (R2, R3, D1.3)."""
import math
from itertools import permutations

import pytest
from helpers import asked, doing, effect, gains, legal, me, only_legal, p, position, settle, table, take
from rules.printed import ORDER

from arknova_fast import Game, Ruleset

TILES = [tile["id"] for tile in Ruleset.default().data["boards"]["bonus_tiles"]]
AFRICA = ["A401", "A402", "A403", "A404", "A405"]  # one Africa icon each
MANY = [Game.new(2, seed=21, game=i) for i in range(300)]


def card(game: Game, i) -> str:
    return game.ruleset.card_key(int(i))


def started(n: int = 2, **options) -> Game:
    """A game at the first main choice: everybody has kept the first four cards."""
    game = Game.new(n, **{"seed": 5, **options})
    while asked(game) == "start_hand":
        take(game, legal(game)[0])
    return game


# --- shared setup -----------------------------------------------------------------------------------------------------


@pytest.mark.covers("R2.1")
@pytest.mark.parametrize(("n", "steps"), [(2, 9), (3, 12), (4, 15)])
def test_the_break_token_starts_9_12_or_15_steps_before_its_last_space(n, steps):
    assert started(n).view()["break_left"] == steps
    for moved, tokens in ((steps - 1, 0), (steps, 1)):  # reaching the last space gives an X-token (R24.1)
        game = position(n=n, decision=effect(op="jumping", n=moved))
        assert (me(game).x_tokens, table(game).break_pending) == (tokens, tokens)


@pytest.mark.covers("R2.2")
def test_four_random_bonus_tiles_lie_two_at_conservation_5_and_two_at_8():
    tiles = [table(game).tile for game in MANY]
    assert all(len(set(four)) == 4 for four in tiles)
    for place in range(4):  # each of the nine lies at each place in a ninth of 300 games, about 33
        assert all(10 < sum(four[place] == tile for four in tiles) < 65 for tile in range(9))
    game = position(p(conservation=4), tiles={"5": ["money_10", "cards_3"], "8": ["university", "enclosure_3"]},
                    decision=effect(op="conservation", n=1))  # fmt: skip
    only_legal(game, "take money", "take tile 1", "take tile 2")
    game = position(p(conservation=7), tiles={"5": ["money_10", "cards_3"], "8": ["x_tokens_3", "enclosure_3"]},
                    decision=effect(op="conservation", n=1))  # fmt: skip
    only_legal(game, "take money", "take tile 3", "take tile 4")
    assert gains(game, "take tile 3") == {"x_tokens": 3}


@pytest.mark.covers("R2.3")
@pytest.mark.parametrize("tiles", [{}, {"5": [None, None], "8": [None, None]}])
def test_the_two_bonuses_at_conservation_2_are_never_covered_by_tiles(tiles):
    game = position(p(conservation=1), **{"tiles": tiles} if tiles else {}, decision=effect(op="conservation", n=1))
    only_legal(game, "take worker", *(f"upgrade {name}" for name in ORDER))


@pytest.mark.covers("R2.4")
def test_the_five_unused_bonus_tiles_are_out_of_the_game_and_unknown():
    game = started()
    laid = {TILES[i] for i in table(game).tile}
    assert len(set(TILES) - laid) == 5
    assert set(game.observe(0).as_dict()["bonus_tiles"]) == laid
    # Both tiles at 5 taken: no other one follows.
    game = position(p(conservation=4), tiles={"5": [None, None]}, decision=effect(op="conservation", n=1))
    only_legal(game, "take money")


@pytest.mark.covers("R2.5")
def test_the_zoo_cards_form_one_shuffled_face_down_deck():
    tops = [card(game, game.view()["deck"][game.view()["n_deck"] - 1]) for game in MANY]
    kinds = {kind: sum(top[0] == kind for top in tops) for kind in "ASP"}
    # 128, 64 and 20 of 212 cards: about 181, 91 and 28 of 300.
    assert 140 < kinds["A"] < 220 and 60 < kinds["S"] < 125 and 8 < kinds["P"] < 55
    assert len(set(tops)) > 120
    game = MANY[0]
    seen = game.observe(0).view()["deck"]
    assert set(seen.tolist()) == {254}  # unknown, every place alike
    assert game.observe(0).as_dict()["deck_size"] == 212 - 6 - 2 * 8


@pytest.mark.covers("R2.6", "R3.13")
def test_six_display_cards_lie_face_down_until_every_player_has_chosen_the_hand():
    game = Game.new(3, seed=6)
    dealt = table(game).display
    assert len(dealt) == 6 and None not in dealt
    for chooser in range(3):
        assert (asked(game), game.current_player()) == ("start_hand", chooser)
        assert all(game.observe(seat).as_dict()["display"] == ["?"] * 6 for seat in range(3))
        take(game, legal(game)[chooser])
    assert all(game.observe(seat).as_dict()["display"] == dealt for seat in range(3))
    assert (asked(game), game.current_player()) == ("main", 0)  # the start player begins


@pytest.mark.covers("R2.7")
@pytest.mark.parametrize("n", [1, 4])
def test_one_partner_zoo_of_each_continent_and_one_university_of_each_kind_are_on_the_board(n):
    board = started(n).observe(0).as_dict()
    assert sorted(board["partner_zoos"]) == ["africa", "americas", "asia", "australia", "europe"]
    assert sorted(board["universities"]) == ["hand_limit_reputation", "science_reputation", "two_science"]


@pytest.mark.covers("R2.7")
def test_there_is_only_one_tile_of_a_kind_at_a_time():
    order = p(actions=["animals", "build", "cards", "association", "sponsors"])  # strength 4
    game = take(position(order, order), "act association", "task partner_zoo", "partner asia", "act association")
    only_legal(game, "task reputation", "task partner_zoo", "task university")
    take(game, "task partner_zoo")
    only_legal(game, *(f"partner {name}" for name in ("africa", "americas", "australia", "europe")))


@pytest.mark.covers("R2.8")
@pytest.mark.parametrize(("n", "laid"), [(1, 3), (2, 3), (3, 3), (4, 4)])
def test_four_players_see_four_base_projects_and_fewer_players_three(n, laid):
    games = [Game.new(n, seed=8, game=i) for i in range(60)]
    rows = [tuple(row["card"] for row in game.observe(0).as_dict()["base_projects"]) for game in games]
    assert {len(set(row)) for row in rows} == {laid}
    assert {key for row in rows for key in row} == {f"P{i}" for i in range(101, 113)}
    assert games[0].observe(0).as_dict()["base_pile"] == ["?"] * (12 - laid)


BLOCKED = {2: [["blocked", None, None], [None, "blocked", None], [None, None, "blocked"]]}


@pytest.mark.covers("R2.9")
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_with_two_players_one_slot_of_each_base_project_is_blocked(n):
    rows = started(n).observe(0).as_dict()["base_projects"]
    assert [row["slots"] for row in rows] == BLOCKED.get(n, [[None] * 3] * len(rows))


@pytest.mark.covers("R2.9", "R2.11")
@pytest.mark.parametrize(("n", "place", "slots"), [
    (2, 0, ["middle", "right"]), (2, 1, ["left", "right"]), (2, 2, ["left", "middle"]),
    (3, 0, ["left", "middle", "right"]),
])  # fmt: skip
def test_a_blocked_slot_cannot_be_used(n, place, slots):
    cards = ["P110", "P112"]
    cards.insert(place, "P103")
    game = position(p(zoo=AFRICA), n=n, base_projects=cards, decision=doing("association", 5))  # 5 Africa icons
    take(game, "task project")
    assert legal(game, "support P103") == [f"support P103 {slot}" for slot in slots]


@pytest.mark.covers("R2.10", "R2.11")
@pytest.mark.parametrize(("n", "amounts"), [(2, [2, 5, 7, 10, 12]), (3, [2, 5, 5, 7, 7, 10, 10, 12])])
def test_with_two_players_the_left_donation_spaces_5_7_and_10_are_blocked(n, amounts):
    for made, amount in enumerate(amounts):
        game = position(p(money=30), n=n, donations=made, decision=doing("association", 5, 2))
        change = gains(game, "task reputation", "donate")
        assert change == {"money": -amount, "conservation": 1, "reputation": 2, "workers": -1}


@pytest.mark.covers("R2.11")
def test_blocked_slots_stay_blocked_through_breaks_to_the_end_of_the_game():
    game = Game.new(2, seed=11, game=3)
    laid = table(game).base_card[:3]
    game.play()
    assert table(game).breaks > 1
    assert table(game).base_card[:3] == laid
    assert [table(game).base_slot[i][i] for i in range(3)] == [255] * 3


@pytest.mark.covers("R2.12")
@pytest.mark.parametrize("n", [2, 3, 4])  # in solo play card 009 is replaced when dealt (R27.15)
def test_the_final_scoring_cards_form_a_shuffled_face_down_pile(n):
    games = [Game.new(n, seed=12, game=i) for i in range(100)]
    assert {table(game).n_final for game in games} == {11 - 2 * n}
    assert {table(game).final_pile[0] for game in games} == set(range(11))
    assert set(games[0].observe(0).view()["final_pile"].tolist()) == {254}


@pytest.mark.covers("R2.13")
@pytest.mark.parametrize("n", [2, 3, 4])
def test_seats_are_in_turn_order_from_the_start_player_on_clockwise(n):
    # The random choice of the start player is who sits on seat 0: nothing of the deal depends on the seat.
    game = started(n)
    seats = []
    for _ in range(2 * n):
        seats.append(game.current_player())
        take(game, "x-token animals")
    assert seats == [*range(n), *range(n)]


# --- personal setup ---------------------------------------------------------------------------------------------------


@pytest.mark.covers("R3.1")
def test_every_player_has_one_zoo_map():
    game = started(4, maps=["A", "0", "3", "8"])
    assert [seat["map"] for seat in game.observe(2).as_dict()["seats"]] == ["A", "0", "3", "8"]


@pytest.mark.covers("R3.2", "R3.3")
def test_the_animals_card_starts_in_slot_1_and_the_others_in_random_order_for_each_player():
    orders = [[tuple(me(game, seat).order) for game in MANY] for seat in (0, 1)]
    rest = set(permutations((1, 2, 3, 4)))
    for seat in (0, 1):
        assert {order[0] for order in orders[seat]} == {ORDER.index("animals")}
        assert {order[1:] for order in orders[seat]} == rest
        assert {me(game, seat).upgraded for game in MANY} == {0}
    # Independent: both players have the same order in 1 of 24 games, about 12 of 300.
    assert 2 <= sum(a == b for a, b in zip(*orders, strict=True)) <= 30


@pytest.mark.covers("R3.4-R3.6")
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_everybody_starts_with_25_money_conservation_0_and_reputation_1(n):
    game = started(n)
    for seat in range(n):
        player = me(game, seat)
        assert (player.money, player.conservation, player.reputation, player.x_tokens) == (25, 0, 1, 0)


@pytest.mark.covers("R3.6")
def test_the_first_space_of_the_reputation_track_is_number_1():
    # From there 4 steps lead to space 5 with its upgrade (R10.3), 3 do not.
    assert asked(position(decision=effect(op="reputation", n=3))) == "main"
    assert asked(position(decision=effect(op="reputation", n=4))) == "upgrade"


@pytest.mark.covers("R3.7")
@pytest.mark.parametrize("n", [2, 3, 4])
def test_appeal_starts_at_0_1_2_3_in_turn_order(n):
    assert [me(started(n), seat).appeal for seat in range(n)] == [0, 1, 2, 3][:n]


@pytest.mark.covers("R3.8")
def test_seven_tokens_lie_on_the_left_edge():
    assert me(started()).left_tokens == 0b1111111
    game = position(p(zoo=AFRICA), base_projects=["P103", "P110", "P112"], decision=doing("association", 5))
    settle(game, "task project", "support P103 right")
    only_legal(game, *(f"left-token {i}" for i in range(1, 8)))


@pytest.mark.covers("R3.9")
def test_one_worker_is_active_and_three_wait_in_the_worker_column():
    assert (me(started()).workers, me(started()).workers_idle) == (1, 3)
    game = position(decision=effect(op="worker", n=3))
    assert (me(game).workers, me(game).workers_idle) == (4, 0)
    game = position(decision=effect(op="worker", n=4))  # nobody is left to be hired
    assert (me(game).workers, me(game).workers_idle) == (4, 0)


@pytest.mark.covers("R3.10")
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_everybody_gets_two_final_scoring_cards_and_keeps_both(n):
    for game in (Game.new(n, seed=10), started(n)):
        held = [me(game, seat).finals for seat in range(n)]
        assert [mask.bit_count() for mask in held] == [2] * n
        assert sum(held).bit_count() == 2 * n  # no card twice


@pytest.mark.covers("R3.11", "D1.3")
def test_everybody_keeps_any_4_of_8_cards_and_discards_the_others_face_up():
    game = Game.new(2, seed=3)
    dealt = [me(game, seat).hand for seat in (0, 1)]
    assert [len(hand) for hand in dealt] == [8, 8]
    assert len(set(legal(game))) == math.comb(8, 4) == 70
    assert legal(game, "pass") == []
    kept = [dealt[0][1:8:2], dealt[1][:4]]
    take(game, "keep " + ",".join(kept[0]), "keep " + ",".join(kept[1]))
    assert [me(game, seat).hand for seat in (0, 1)] == kept
    discarded = sorted(set(dealt[0] + dealt[1]) - set(kept[0] + kept[1]))
    for seat in (0, 1):
        assert sorted(game.observe(seat).as_dict()["discard"]) == discarded


@pytest.mark.covers("R3.12", "D1.3")
def test_starting_hands_are_chosen_without_knowing_the_choices_of_the_others():
    seen = set()
    for i in range(70):
        game = Game.new(2, seed=4)
        take(game, legal(game)[i])
        assert (asked(game), game.current_player()) == ("start_hand", 1)
        assert game.observe(1).as_dict()["discard"] == []
        seen.add(game.observe(1).key)
    assert len(seen) == 1


@pytest.mark.covers("D1.3")
def test_the_hand_is_chosen_knowing_map_final_cards_projects_tiles_and_action_card_order():
    seen = Game.new(2, seed=7, maps="3").observe(0).as_dict()
    own = seen["seats"][0]
    assert own["map"] == "3" and len(own["hand"]) == 8 and len(own["finals"]) == 2
    assert "?" not in [*own["hand"], *own["finals"], *own["action_cards"], *seen["bonus_tiles"]]
    assert [row["card"][0] for row in seen["base_projects"]] == ["P"] * 3


@pytest.mark.covers("R3.14", "R3.15")
def test_map_a_starts_with_a_kiosk_and_an_empty_enclosure_of_size_3_for_free():
    game = started(2, maps=["A", "0"])
    first, second = game.observe(0).as_dict()["seats"]
    assert first["buildings"] == ["kiosk @0,7", "enclosure_3 @0,9 r0"] and first["occupied"] == []
    assert second["buildings"] == []
    counters = [(seat["money"], seat["x_tokens"], seat["reputation"]) for seat in (first, second)]
    assert counters == [(25, 0, 1)] * 2


@pytest.mark.covers("R3.14")
def test_the_start_buildings_of_map_a_are_ordinary_buildings():
    # An animal of size 3 moves in, and a further building has to touch one of the two (R11.11).
    game = position(p(map="A", hand=["A428"]), decision=doing("animals", 2))
    settle(game, "play A428", "house @0,9")
    assert me(game).zoo == ["A428"]
    game = take(position(p(map="A"), decision=doing("build", 1)), "build pavilion")
    # Neighbours of (0, 7) and of (0, 9), (0, 11), (1, 10) that are neither covered nor rock or water:
    around = {"0,5", "1,6", "1,8", "2,9"}
    assert {text.split("@")[1].split()[0] for text in legal(game, "place")} == around


@pytest.mark.covers("R2.9")
@pytest.mark.parametrize("seed", range(5))
def test_a_fourth_base_project_of_two_players_has_no_slot_blocked(seed):
    """A patched number; the neutral tokens of the rule lie on three projects."""
    game = Game.new(seed=seed, ruleset=Ruleset.default().patch({"setup": {"base_projects": {"2": 4}}}))
    assert game.view()["n_base"] == 4
    assert game.view()["base_slot"].tolist() == [[255, 0, 0], [0, 255, 0], [0, 0, 255], [0, 0, 0], [0, 0, 0]]
