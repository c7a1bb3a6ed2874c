"""The solo game (R27), the three-game challenge (R28, D18.1) and the peaceful variant (R31.1)."""
import pytest
from helpers import asked, doing, effect, gains, legal, me, only_legal, p, position, settle, table, take
from rules.ability_play import about_to_play, entered, play
from rules.printed import ANIMALS, ORDER

from arknova_fast.challenge import SoloChallenge
from arknova_fast.game import Game

SOLO = [key for key, card in ANIMALS.items() if card["solo_abilities"]]


def alone(round_: int = 1, left: int | None = None, ruleset=None, table: dict | None = None, **fields) -> Game:
    solo = {"round": round_} if left is None else {"round": round_, "left": left}
    return position(p(**fields), n=1, ruleset=ruleset, solo=solo, **(table or {}))


# --- set-up -----------------------------------------------------------------------------------------------------------


@pytest.mark.covers("R27.1")
def test_solo_blocks_no_slot_of_the_three_base_projects_and_no_donation():
    view = Game.new(players=1, seed=5).view()
    assert int(view["n_base"]) == 3 and not view["base_slot"][:3].any()
    # Donations cost 2, 5, 5, 7, 7, 10, 10, then 12 without end, as with three players.
    for used, cost in enumerate([2, 5, 5, 7, 7, 10, 10, 12]):
        game = position(p(money=20), n=1, donations=used, decision=doing("association", 5, 2))
        assert gains(game, "task reputation", "donate") == {
            "reputation": 2, "workers": -1, "money": -cost, "conservation": 1}


@pytest.mark.covers("R27.3")
def test_seven_tokens_lie_in_the_left_column():
    view = Game.new(players=1, seed=5).view()
    assert (int(view["solo_round"]), int(view["solo_left"])) == (1, 7)


@pytest.mark.covers("R27.4")
@pytest.mark.parametrize(("difficulty", "appeal"), [("normal", 20), ("hard", 10), ("hardest", 0)])
def test_the_starting_appeal_sets_the_difficulty(difficulty, appeal):
    assert me(Game.new(players=1, seed=5, solo_difficulty=difficulty)).appeal == appeal


@pytest.mark.covers("R27.5")
def test_at_most_two_projects_stay_above_the_board():
    game = position(p(hand=["P128"], zoo=["A413", "S255", "A422", "A444", "A469"]), n=1, projects=["P113", "P114"],
                    decision=doing("association", 5))  # fmt: skip
    take(game, "task project", "support P128 right")
    while asked(game) == "left_token":
        take(game, legal(game)[0])
    above = [game.ruleset.card_key(card) for card in table(game).above_card if card != 255]
    assert above == ["P128", "P113"] and "P114" in table(game).discard


# --- the break --------------------------------------------------------------------------------------------------------


@pytest.mark.covers("R27.2", "R27.6", "jumping")
def test_break_effects_pay_their_money_but_move_nothing_and_give_no_x_token():
    start = table(alone())
    for game, money in [
        (entered("A461", n=1, money=0), 4),  # jumping 4
        (alone(money=0, table={"decision": doing("sponsors", 9)}), 9),
        (alone(money=0, table={"decision": doing("cards", 1)}), 0),
    ]:
        if asked(game) == "sponsors":
            take(game, "break")
        while asked(game) != "main":
            take(game, legal(game)[0])
        assert (me(game).money, me(game).x_tokens) == (money, 0)
        assert (table(game).break_left, table(game).breaks, table(game).break_pending) == (start.break_left, 0, 0)


@pytest.mark.covers("R27.7")
def test_each_turn_moves_one_token():
    game = alone()
    for left in (6, 5, 4):
        take(game, "x-token build")
        assert (table(game).solo_left, table(game).solo_round, table(game).breaks) == (left, 1, 0)


@pytest.mark.covers("R27.18", "R27.7")
def test_extra_actions_move_no_further_token():
    game = entered("A505", n=1, table={"solo": {"round": 1, "left": 5}})
    assert asked(game) == "extra"
    take(game, "x-token build")
    assert (asked(game), table(game).solo_left) == ("main", 4)


@pytest.mark.covers("R27.8", "R27.9", "R27.10")
def test_the_break_comes_when_the_last_token_has_moved():
    hand = ["A440", "A441", "S201", "S202"]
    game = alone(1, 1, money=0, appeal=0, hand=hand, workers=0, workers_on={"reputation": 1}, venom=[],
                 multiplier={"cards": 1}, table={"partner_board": ["asia"], "display": ["A401", "A402", "A403", "A404",
                 "A406", "A407"], "deck": ["S210", "S211"]})  # fmt: skip
    take(game, "x-token build")
    assert asked(game) == "discard"  # step 1: four cards, limit three
    take(game, "discard A440")
    found = table(game)
    assert (found.breaks, found.solo_round, found.solo_left, found.break_pending) == (1, 2, 6, 0)
    assert me(game).multiplier == [0] * 5 and me(game).workers == 1  # steps 2 and 3
    assert found.partner_board == 31
    assert found.display == ["A403", "A404", "A406", "A407", "S210", "S211"]  # step 4
    assert me(game).money == 5  # step 5: income for 0 appeal
    assert found.donations == 1  # the topmost token lies on the donation of 2
    assert (asked(game), game.current_player()) == ("main", 0)


@pytest.mark.covers("R27.9")
@pytest.mark.parametrize(("before", "after"), [(0, 1), (3, 4), (6, 7), (7, 7)])
def test_the_break_covers_the_cheapest_donation_but_never_the_one_of_twelve(before, after):
    game = take(alone(2, 1, table={"donations": before}), "x-token build")
    assert table(game).donations == after


@pytest.mark.covers("R27.11", "R27.12")
def test_six_rounds_of_seven_to_two_turns_make_27_turns_and_five_breaks():
    game = alone(money=0, appeal=0, conservation=0)
    turns, rounds = 0, []
    while not game.is_terminal:
        if len(rounds) < table(game).solo_round:
            rounds.append(table(game).solo_left)
        # Five X-tokens forbid the X-token action: then they go into the break option of Sponsors.
        text = next(iter(legal(game, "x-token")), None) or legal(game, "act sponsors")[-1]
        take(game, text, *(["break"] if text.startswith("act") else []))
        turns += 1
    assert (turns, rounds, table(game).breaks) == (27, [7, 6, 5, 4, 3, 2], 5)


@pytest.mark.covers("R27.12")
def test_final_scoring_follows_the_sixth_round_without_a_break():
    game = take(alone(6, 1, money=0), "x-token build")
    assert game.is_terminal and table(game).breaks == 0 and me(game).money == 0


@pytest.mark.covers("R27.13")
def test_crossing_counters_does_not_end_the_solo_game():
    game = take(alone(2, 4, appeal=100, conservation=30), "x-token build")
    assert (game.is_terminal, asked(game), table(game).end_cause, table(game).solo_left) == (False, "main", 0, 3)


@pytest.mark.covers("R27.17", "R26.6")
@pytest.mark.parametrize(("appeal", "wins"), [(93, False), (94, True)])  # conservation 10: white number 6
def test_the_solo_player_wins_with_a_score_of_at_least_100(appeal, wins):
    game = position(p(appeal=appeal, conservation=10), n=1, decision={"final": True})
    assert game.is_terminal
    assert (game.winners(), game.returns().tolist()) == (([0], [1.0]) if wins else ([], [-1.0]))
    assert game.scores()[0] == appeal + 6 and game.victory_points()[0] == appeal - 94


# --- cards in the solo game -------------------------------------------------------------------------------------------


@pytest.mark.covers("R27.14", "venom", "constriction", "hypnosis", "pilfering")
@pytest.mark.parametrize("card", SOLO)
def test_interactive_abilities_are_replaced_in_solo(card):
    given = ANIMALS[card]["abilities"][0]
    expected = {"venom": "inventive", "constriction": "clever", "hypnosis": "determination", "pilfering": "sprint"}
    game = entered(card, n=1, x_tokens=0, table={"deck": ["A440", "S201"]})
    if given["name"] == "venom":
        assert (me(game).x_tokens, asked(game)) == (given["n"], "main")
    elif given["name"] == "pilfering":
        assert (me(game).hand, asked(game)) == (["A440", "S201"][: given["n"]], "main")
    elif given["name"] == "constriction":
        only_legal(game, "pass", *(f"move {name} to 1" for name in ORDER))
    else:
        assert asked(game) == "extra" and "pass" not in legal(game) and "x-token sponsors" in legal(game)
    assert ANIMALS[card]["solo_abilities"][0]["name"] == expected[given["name"]]


@pytest.mark.covers("R31.1", "venom", "pilfering")
@pytest.mark.parametrize("peaceful", [True, False])
def test_the_peaceful_variant_replaces_interactive_abilities_in_multi_player_games(peaceful):
    rival = p(appeal=20, hand=["S202"], money=9)
    shared = {"peaceful": peaceful, "deck": ["A440", "S201"]}
    game = entered("A470", rival, table=shared)  # venom 2, inventive 2
    assert (me(game).x_tokens, me(game, 1).venom.bit_count()) == ((2, 0) if peaceful else (0, 2))
    theft = entered("A458", rival, table=shared)  # pilfering 2, sprint 2
    assert (theft.current_player(), len(me(theft).hand)) == ((0, 2) if peaceful else (1, 0))
    clever = entered("A474", rival, table=shared)
    assert asked(clever) == ("clever" if peaceful else "main")
    again = entered("A485", rival, table=shared)
    assert asked(again) == ("extra" if peaceful else "main")  # Hypnosis still waits for the action of the turn
    if not peaceful:
        take(again, "act cards")
        assert asked(again) == "extra"
    assert ("pass" in legal(again)) == (not peaceful)  # Determination is mandatory, Hypnosis is not
    assert ("x-token sponsors" in legal(again)) == peaceful  # Hypnosis reaches slots 1-3 only


@pytest.mark.covers("R27.15")
def test_card_009_is_never_dealt_in_solo():
    for seed in range(60):
        assert not me(Game.new(players=1, seed=seed)).finals & 1 << 8
    assert any(me(Game.new(players=2, seed=seed)).finals & 1 << 8 for seed in range(60))


@pytest.mark.covers("R27.15", "resistance", "D11.12")
def test_resistance_replaces_card_009_at_once():
    pile = {"final_pile": ["F001", "F009", "F002", "F003"]}
    only_legal(entered("A426", n=1, table=pile), "keep F001", "keep F002")
    only_legal(entered("A426", n=2, table=pile), "keep F001", "keep F009")


@pytest.mark.covers("R27.16")
def test_gifts_to_other_players_have_no_recipient():
    # 207: 1 conservation for two kinds of icons; every other player would gain 2 money.
    game = position(p(hand=["S207"], zoo=["A404"], appeal=4, money=0), n=1, decision=doing("sponsors", 4, 2))
    assert gains(settle(game, "play S207")) == {}
    assert (me(game).conservation, me(game).money) == (1, 0)


# --- three games in a row ---------------------------------------------------------------------------------------------


def used_cards(game: Game) -> set[int]:
    """Everything that is not in the deck of a finished game: what R28.2 removes."""
    view = game.view()
    return set(range(212)) - {int(card) for card in view["deck"][: int(view["n_deck"])]}


def zoo_cards(game: Game) -> set[int]:
    """Zoo cards that the set-up of a game contains: deck, display, hand."""
    view = game.view()
    hand = {64 * w + i for w in range(4) for i in range(64) if int(view["player"]["hand"][0][w]) >> i & 1}
    return {int(c) for c in view["deck"][: int(view["n_deck"])]} | hand | {int(c) for c in view["display"] if c != 255}


@pytest.fixture(scope="module")
def challenge():
    """The games of one challenge: set-up and end of each."""
    run = SoloChallenge(seed=3)
    games = []
    while not run.is_over:
        start = run.game.clone()
        run.game.play(seed=len(games))
        games.append((start, run.game.clone()))
        run.next_game()
    return run, games


@pytest.mark.covers("R28.1", "R28.2")
def test_no_used_card_comes_back_in_a_later_game(challenge):
    run, games = challenge
    assert len(games) == len(run.results) == 3
    used: set[int] = set()
    for start, end in games:
        assert zoo_cards(start) == set(range(212)) - used
        used |= used_cards(end)
    assert used != set(range(212))


@pytest.mark.covers("R28.2", "R28.5")
def test_used_base_projects_are_not_laid_out_again_but_stay_in_reach_of_assertion(challenge):
    _, games = challenge
    laid: set[int] = set()
    for start, _ in games:
        rows = {int(card) for card in start.view()["base_card"] if card != 255}
        assert len(rows) == 3 and not rows & laid
        laid |= rows
        pile = {212 + i for i in range(12) if int(start.view()["base_pile"]) >> i & 1}
        assert pile == set(range(212, 224)) - rows  # those of the earlier games can be fetched


@pytest.mark.covers("R28.2")
def test_final_scoring_cards_of_a_game_leave_the_challenge(challenge):
    _, games = challenge
    gone: set[int] = set()
    for start, end in games:
        assert not {int(f) for f in start.view()["final_pile"][: int(start.view()["n_final"])]} & gone
        gone |= {i for i in range(11) if int(end.view()["player"]["finals"][0]) >> i & 1}


@pytest.mark.covers("R28.3", "D18.1", "R4.9")
def test_each_game_begins_with_the_choice_of_one_of_two_fresh_maps(challenge):
    _, games = challenge
    offered: list[str] = []
    for start, _ in games:
        assert asked(start) == "map_pick"
        maps = [text.removeprefix("map ") for text in legal(start, "map")]
        assert len(maps) == 2 and set(maps) <= set("12345678") and not set(maps) & set(offered)
        offered += maps


@pytest.mark.covers("R28.3", "R28.4")
def test_bonus_tiles_are_removed_and_the_third_game_reuses_three(challenge):
    _, games = challenge
    first, second, third = ({int(tile) for tile in start.view()["tile"]} for start, _ in games)
    assert len(first) == len(second) == len(third) == 4
    assert not first & second
    last = set(range(9)) - first - second
    assert len(last) == 1 and last < third and len(third & (first | second)) == 3


@pytest.mark.covers("R28.6")
@pytest.mark.parametrize(("results", "succeeded"), [([-10, 4, 6], True), ([-10, 4, 5], False), ([0, 0, 0], True)])
def test_the_challenge_succeeds_with_at_least_zero_victory_points_in_total(results, succeeded):
    run = SoloChallenge(seed=1)
    run.results = results
    assert (run.total, run.succeeded) == (sum(results), succeeded)
    run.results = results[:2]
    assert not run.succeeded  # not over yet


@pytest.mark.covers("R28.7", "R30.1")
def test_only_the_discard_pile_of_the_running_game_is_reshuffled():
    removed = [f"A{i}" for i in range(401, 501)]
    game = position(p(), n=1, removed=removed, rest="discard", deck=["S201"], display=[None] * 6,
                    decision=effect(op="sprint", n=3))  # fmt: skip
    view = game.view()
    deck = {game.ruleset.card_key(int(card)) for card in view["deck"][: int(view["n_deck"])]}
    assert not deck & set(removed) and "S201" in me(game).hand and len(me(game).hand) == 3
    assert len(deck) == 212 - 100 - 3 and table(game).discard == []


@pytest.mark.covers("R27.14", "R20.2")
def test_the_solo_text_is_used_when_the_animal_is_played():
    game = about_to_play("A449", n=1, x_tokens=0, appeal=20, buildings=["enclosure_2+water1"])
    settle(play(game, "A449"))
    assert (me(game).x_tokens, me(game).appeal) == (1, 24)
