"""The game, its zones and the general principles (R1)."""
import random
import re

import pytest
from helpers import act, asked, doing, effect, gains, legal, me, p, position, settle, table, take
from rules.printed import ORDER

from arknova_fast import Game, UsageError

AFRICA = ["A401", "A402"]  # one Africa icon each


@pytest.mark.covers("R1.1")
def test_one_to_four_players_take_part():
    assert [Game.new(n).players for n in (1, 2, 3, 4)] == [1, 2, 3, 4]
    for n in (0, 5):
        with pytest.raises(UsageError):
            Game.new(n)


@pytest.mark.covers("R1.2")
def test_single_turns_alternate_and_the_break_comes_between_two_turns():
    game = position(n=3, break_left=2)
    seats = []
    for text in ("x-token build", "x-token build", "x-token build", "act cards"):
        seats.append((game.current_player(), table(game).breaks))
        take(game, text)
    # The second turn of seat 0 moves the token 2 steps onto its last space; seat 1 goes on after the break.
    assert seats == [(0, 0), (1, 0), (2, 0), (0, 0)]
    assert (asked(game), game.current_player(), table(game).breaks) == ("main", 1, 1)


@pytest.mark.covers("R1.3")
def test_a_turn_is_one_main_action_with_one_of_the_five_cards_or_the_x_token_action():
    game = position(p(hand=["A405"], money=50, buildings=["enclosure_1"], x_tokens=1))
    assert {text.split(" +")[0] for text in legal(game)} == {
        *(f"act {card}" for card in ORDER), *(f"x-token {card}" for card in ORDER)
    }  # fmt: skip
    act(game, "cards")
    assert (asked(game), game.current_player()) == ("main", 1)


@pytest.mark.covers("R1.4")
@pytest.mark.parametrize("track", ["appeal", "conservation", "reputation"])
def test_appeal_conservation_and_reputation_are_three_tracks_of_one_player(track):
    before = position()
    game = position(decision=effect(op=track, n=1))
    for name in ("appeal", "conservation", "reputation"):
        assert getattr(me(game), name) - getattr(me(before), name) == (name == track)
        assert getattr(me(game, 1), name) == getattr(me(before, 1), name)


def zoo_deck(game: Game) -> list[str]:
    """Every card that came out of the zoo deck: the rest of it, the display and the hands."""
    view = game.view()
    cards = [game.ruleset.card_key(int(i)) for i in (*view["deck"][: view["n_deck"]], *view["display"])]
    return cards + [card for seat in range(game.players) for card in me(game, seat).hand]


@pytest.mark.covers("R1.5")
def test_the_zoo_deck_holds_128_animals_64_sponsors_and_20_projects():
    for n in (1, 4):
        expected = [*(f"A{i}" for i in range(401, 529)), *(f"S{i}" for i in range(201, 265)),
                    *(f"P{i}" for i in range(113, 133))]  # fmt: skip
        assert sorted(zoo_deck(Game.new(n, seed=n))) == sorted(expected)
        assert len(expected) == 128 + 64 + 20


@pytest.mark.covers("R1.6")
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_twelve_base_projects_and_eleven_final_scoring_cards_form_decks_of_their_own(n):
    game = Game.new(n, seed=3)
    view, first = game.view(), game.ruleset.card_index("P101")
    pile = [i for i in range(12) if int(view["base_pile"]) >> i & 1]
    laid = [int(card) - first for card in view["base_card"][: view["n_base"]]]
    assert sorted(pile + laid) == list(range(12))
    held = [i for seat in range(n) for i in range(11) if me(game, seat).finals >> i & 1]
    assert sorted(held + [int(i) for i in view["final_pile"][: view["n_final"]]]) == list(range(11))


@pytest.mark.covers("R1.7")
def test_a_card_text_wins_over_the_rule_it_contradicts():
    # Nothing may be built on water (R11.10); sponsor 219 says that its owner may. (0, 1) is water at the border.
    assert "place kiosk @0,1 r0" not in legal(take(position(decision=doing("build", 1)), "build kiosk"))
    game = position(p(zoo=["S219"]), decision=doing("build", 1))
    assert "place kiosk @0,1 r0" in legal(take(game, "build kiosk"))


@pytest.mark.covers("R1.8")
def test_a_zoo_is_the_cards_played_the_map_and_the_personal_supply():
    # Project 103 asks for 2 Africa icons in the zoo in its right slot: cards in front of the player and tiles on the
    # map count, cards in hand do not.
    def right_slot(**fields):
        game = position(p(**fields), base_projects=["P103", "P110", "P112"], decision=doing("association", 5))
        return "task project" in legal(game) and "support P103 right" in legal(take(game, "task project"))

    assert right_slot(zoo=AFRICA)
    assert right_slot(zoo=AFRICA[:1], partner_zoos=["africa"])
    assert not right_slot(zoo=AFRICA[:1], hand=AFRICA[1:])
    # Sponsor 214 gives 1 appeal for each X-token of the supply at the end: white number -14 at conservation 0.
    game = position(p(zoo=["S214"], x_tokens=3, appeal=20, finals=[]), cons10_done=True, decision={"final": True})
    assert game.scores()[0] == 20 + 3 - 14


@pytest.mark.covers("R1.9")
def test_any_zoo_means_every_zoo_the_own_included():
    # Sponsor 236: 3 money for each primate icon entering any zoo, its own icon included.
    assert gains(position(p(hand=["S236"]), decision=doing("sponsors", 4)), "play S236")["money"] == 3
    rivals = [p(), p(zoo=["S236"])]
    for n, card in ((3, "A465"), (0, "A405")):  # a primate, a predator
        game = position(p(hand=[card], money=20, buildings=["enclosure_1"]), *rivals, n=3, decision=doing("animals", 2))
        before = me(game, 2).money
        settle(game, f"play {card}", "house @0,5")
        assert me(game, 2).money - before == n


@pytest.mark.covers("R1.10")
def test_hand_and_final_scoring_cards_are_secret_and_everything_else_is_open():
    game = Game.new(3, seed=8)
    rng = random.Random(8)
    while table(game).turn < 40:
        game.apply(rng.choice(game.legal_actions()))
    own, other = (game.observe(seat).as_dict()["seats"][0] for seat in (0, 1))
    secret = {"hand", "finals"}
    assert {k: v for k, v in own.items() if k not in secret} == {k: v for k, v in other.items() if k not in secret}
    assert own["finals"] and other["finals"] == ["?"] * len(own["finals"])
    game = position(p(hand=["A405", "S201"]))
    assert game.observe(0).as_dict()["seats"][0]["hand"] == ["A405", "S201"]
    assert game.observe(1).as_dict()["seats"][0]["hand"] == ["?", "?"]


@pytest.mark.covers("R1.11")
@pytest.mark.parametrize("turn", [0, 1])
def test_own_final_scoring_cards_may_be_looked_at_in_every_turn(turn):
    game = position(p(finals=["F003", "F007"]), p(finals=["F001", "F002"]), turn=turn)
    assert game.observe(0).as_dict()["seats"][0]["finals"] == ["F003", "F007"]
    assert game.observe(1).as_dict()["seats"][0]["finals"] == ["?", "?"]


@pytest.mark.covers("R1.12")
def test_no_action_ever_picks_a_card_of_the_discard_pile():
    game, rng, most = Game.new(2, seed=12, maps="0"), random.Random(12), 0
    while not game.is_terminal:
        pile = set(table(game).discard)
        most = max(most, len(pile))
        named = {card for text in legal(game) for card in re.findall(r"\b[ASP]\d{3}\b", text)}
        assert not named & pile
        game.apply(rng.choice(game.legal_actions()))
    assert most > 10


@pytest.mark.covers("R1.13")
def test_a_discarded_card_is_public_at_that_moment():
    game = position(p(hand=["A405", "S201"]), decision=doing("cards", 1), deck=["A501"])
    assert game.observe(1).as_dict()["discard"] == []
    take(game, "discard S201")
    assert game.observe(1).as_dict()["discard"] == ["S201"]
    assert "A405" not in game.observe(1).as_dict()["seats"][0]["hand"]


@pytest.mark.covers("R1.14")
def test_money_and_tokens_spent_go_to_the_supply_and_to_no_player():
    game = position(p(x_tokens=3, money=10))
    before = me(game, 1)
    act(game, "build", 2)
    take(game, "build kiosk", "place kiosk @0,5 r0")
    assert (me(game).x_tokens, me(game).money) == (1, 8)
    assert me(game, 1) == before
    game = position(p(multiplier={"sponsors": 1}), n=4)
    take(game, "act sponsors", "break", "act sponsors", "break")
    assert [me(game, seat).multiplier for seat in range(4)] == [[0] * 5] * 4


@pytest.mark.covers("R1.15")
def test_enclosures_money_and_effect_tokens_never_run_out():
    fours = ["enclosure_4"] * 5  # 18 on three maps and the fourth, more than the 15 printed ones
    game = position(p(buildings=["enclosure_4"] * 3), p(buildings=fours), p(buildings=fours), p(buildings=fours), n=4,
                    decision=doing("build", 4))  # fmt: skip
    assert "build enclosure_4" in legal(game)
    game = position(p(buildings=["enclosure_4"] * 3 + ["pavilion"] * 12), decision=doing("build", 1))
    assert "build pavilion" in legal(game)
    assert me(position(p(money=5000), decision=effect(op="money", n=200))).money == 5200
    many = {card: 3 for card in ORDER}
    game = position(p(multiplier=many), p(multiplier=many), decision=effect(op="multiplier", arg="build"))
    assert me(game).multiplier[ORDER.index("build")] == 4


@pytest.mark.covers("R1.16")
def test_partner_zoos_universities_bonus_tiles_workers_and_left_edge_tokens_are_true_limits():
    game = position(partner_board=["asia"], decision=effect(op="partner_zoo"))
    assert legal(game) == ["partner asia"]
    game = position(university_board=["two_science"], decision=effect(op="university"))
    assert legal(game) == ["university two_science"]
    game = position(p(conservation=4), tiles={"5": [None, "money_10"]}, decision=effect(op="conservation", n=1))
    assert [text for text in legal(game) if text.startswith("take")] == ["take money", "take tile 2"]
    assert me(position(p(workers=4), decision=effect(op="worker"))).workers == 4
    for left, possible in (([6], True), ([], False)):
        game = position(p(zoo=AFRICA, left_tokens=left), base_projects=["P103", "P110", "P112"],
                        decision=doing("association", 5))  # fmt: skip
        assert ("task project" in legal(game)) is possible


@pytest.mark.covers("R1.17")
@pytest.mark.parametrize(("held", "gained"), [(0, 3), (2, 3), (3, 3), (4, 2), (5, 1)])
def test_nobody_holds_more_than_five_x_tokens_and_the_excess_is_lost(held, gained):
    game = position(p(x_tokens=held), decision=effect(op="x_token", n=gained))
    assert me(game).x_tokens == min(held + gained, 5)


@pytest.mark.covers("R1.18")
def test_a_step_that_cannot_be_paid_in_full_is_illegal():
    assert "build kiosk" in legal(position(p(money=2), decision=doing("build", 1)))
    assert legal(position(p(money=1)), "act build") == []  # a building costs at least 2
    for money, possible in ((7, False), (8, True)):  # the Fennec Fox costs 8
        game = position(p(money=money, hand=["A405"], buildings=["enclosure_1"], x_tokens=1))
        assert bool(legal(game, "act animals")) is possible


@pytest.mark.covers("R1.18")
def test_money_is_never_negative():
    game, rng = Game.new(3, seed=18, maps="0"), random.Random(18)
    while not game.is_terminal:
        game.apply(rng.choice(game.legal_actions()))
        assert int(game.view()["player"]["money"].min()) >= 0


@pytest.mark.covers("R1.19")
def test_discounts_never_make_a_cost_negative():
    def stoat(**fields):  # costs 4 and needs a Europe icon, which the partner zoo gives
        player = p(hand=["A420"], partner_zoos=["europe"], buildings=["enclosure_1"], x_tokens=1, **fields)
        return position(player, deck=["S201"])

    # 4 - 3 (partner zoo) = 1; with sponsor 229 4 - 3 - 3 = -2, that is 0.
    assert legal(stoat(money=0), "act animals") == []
    game = take(stoat(money=1), "act animals +1x")
    assert gains(game, "play A420", "house @0,5")["money"] == -1
    for money in (0, 5):
        game = take(stoat(money=money, zoo=["S229"]), "act animals +1x")
        assert "money" not in gains(game, "play A420", "house @0,5")


@pytest.mark.covers("R1.20")
def test_markers_come_from_the_supply_and_only_project_tokens_from_the_left_edge():
    game = position(p(hand=["A519"], money=30, buildings=["petting_zoo"]), decision=doing("animals", 2))
    settle(game, "play A519", "house special")
    assert (me(game).special_used[0], me(game).left_tokens) == (1, 0b1111111)
    game = take(position(decision=doing("association", 5, 2)), "task reputation", "donate")
    assert (table(game).donations, me(game).left_tokens) == (1, 0b1111111)
    game = position(p(zoo=AFRICA), base_projects=["P103", "P110", "P112"], decision=doing("association", 5))
    settle(game, "task project", "support P103 right", "left-token 6")
    assert me(game).left_tokens == 0b1011111

