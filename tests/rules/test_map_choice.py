"""Choosing zoo maps (R4, D1.1, D1.2)."""
import pytest
from helpers import asked, legal, me, only_legal, table, take

from arknova_fast import Game, Ruleset, SoloChallenge, UsageError
from arknova_fast.errors import IllegalActionError

ADVANCED = ["1", "2", "3", "4", "5", "6", "7", "8"]


def maps_of(game: Game, seat: int = 0) -> list[str]:
    """The map of each player as a seat sees it."""
    return [player["map"] for player in game.observe(seat).as_dict()["seats"]]


def offered(game: Game) -> list[str]:
    return [text.removeprefix("map ") for text in legal(game)]


@pytest.mark.covers("R4.1")
def test_there_are_map_a_map_0_and_eight_different_advanced_maps():
    assert list(Ruleset.default().data["maps"]) == ["A", "0", *ADVANCED]
    random = [Game.new(4, seed=41, game=i) for i in range(100)]
    for game in random:
        assert len(set(maps_of(game))) == 4  # each advanced map exists once
    assert {code for game in random for code in maps_of(game)} == set(ADVANCED)
    assert maps_of(Game.new(4, maps="A")) == ["A"] * 4  # A and 0 are on four sheets each
    assert maps_of(Game.new(4, maps="0")) == ["0"] * 4


@pytest.mark.covers("R4.2", "R4.3")
@pytest.mark.parametrize("code", ["A", "0"])
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_in_a_first_game_everybody_plays_map_a_and_as_beginners_map_0(code, n):
    game = Game.new(n, maps=code)
    assert maps_of(game) == [code] * n
    assert asked(game) == "start_hand"  # there is nothing to choose


@pytest.mark.covers("R4.4", "D1.1")
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_in_variant_1_each_player_keeps_one_of_two_random_advanced_maps(n):
    chosen = set()
    for number in range(40):
        game, offers = Game.new(n, seed=44, game=number, map_mode="pick2"), []
        for seat in range(n):
            assert (asked(game), game.current_player()) == ("map_pick", seat)
            offers.append(offered(game))
            assert len(offers[-1]) == 2
            take(game, f"map {offers[-1][(number + seat) % 2]}")
        maps = {code for offer in offers for code in offer}
        assert len(maps) == 2 * n and maps <= set(ADVANCED)
        assert maps_of(game) == [offer[(number + seat) % 2] for seat, offer in enumerate(offers)]
        chosen |= set(maps_of(game))
    assert chosen == set(ADVANCED)


@pytest.mark.covers("D1.1")
def test_in_variant_1_the_own_offer_is_private_and_the_choices_are_public_together():
    first, second = (take(Game.new(2, seed=4, map_mode="pick2"), legal(Game.new(2, seed=4, map_mode="pick2"))[i])
                     for i in (0, 1))  # fmt: skip
    assert first.observe(1) == second.observe(1)  # seat 1 chooses without knowing what seat 0 chose
    assert maps_of(first, 1) == ["?", "?"]
    assert maps_of(first, 0)[0] in ADVANCED
    game = Game.new(2, seed=4, map_mode="pick2")
    offer = game.observe(0).as_dict()["map_offer"]
    assert [f"map {code}" for code in offer] == legal(game)
    assert not set(game.observe(1).as_dict()["map_offer"]) & set(offer)
    for game in (first, second):
        take(game, legal(game)[0])
    assert maps_of(first, 1)[0] == offer[0] and maps_of(second, 1)[0] == offer[1]


@pytest.mark.covers("R4.5", "D1.2")
@pytest.mark.parametrize("n", [2, 3, 4])
def test_in_variant_2_players_choose_in_reverse_turn_order_from_one_map_more_than_players(n):
    game = Game.new(n, seed=45, map_mode="draft")
    laid = offered(game)
    assert len(set(laid)) == n + 1 and set(laid) <= set(ADVANCED)
    for seat in reversed(range(n)):
        assert (asked(game), game.current_player()) == ("map_pick", seat)
        only_legal(game, *(f"map {code}" for code in laid))
        chosen = laid.pop(1)
        take(game, f"map {chosen}")
        for other in range(n):  # all public at once
            assert maps_of(game, other)[seat] == chosen
    assert len(laid) == 1 and asked(game) == "start_hand"


@pytest.mark.covers("R4.6")
@pytest.mark.parametrize("mode", ["pick2", "draft"])
def test_maps_not_chosen_are_out_of_the_game(mode):
    game = Game.new(3, seed=46, map_mode=mode)
    refused = set()
    while asked(game) == "map_pick":
        options = legal(game)
        refused |= set(options[1:])
        refused.discard(options[0])
        take(game, options[0])
    before = maps_of(game)
    assert not {f"map {code}" for code in before} & refused
    for text in refused:
        with pytest.raises(IllegalActionError):
            game.apply(text)
    game.play()
    assert maps_of(game) == before and len(set(before)) == 3


@pytest.mark.covers("R4.7")
def test_newcomers_may_get_map_0_or_map_a_while_others_play_advanced_maps():
    assert maps_of(Game.new(3, maps=["A", "5", "0"])) == ["A", "5", "0"]
    assert maps_of(Game.new(2, maps="7,0")) == ["7", "0"]
    with pytest.raises(UsageError):
        Game.new(2, maps=["9", "0"])


@pytest.mark.covers("R4.8")
@pytest.mark.parametrize("mode", ["pick2", "draft"])
def test_maps_are_chosen_before_final_scoring_cards_and_zoo_cards_are_dealt(mode):
    game = Game.new(2, seed=48, map_mode=mode)
    for _ in range(2):
        assert asked(game) == "map_pick"
        assert [(me(game, seat).hand, me(game, seat).finals) for seat in (0, 1)] == [([], 0)] * 2
        assert table(game).display == [None] * 6 and table(game).n_deck == 212
        take(game, legal(game)[0])
    assert asked(game) == "start_hand"
    assert [len(me(game, seat).hand) for seat in (0, 1)] == [8, 8]


@pytest.mark.covers("R4.9", "D18.1")
def test_alone_one_of_two_offered_advanced_maps_is_played_as_in_each_game_of_the_challenge():
    challenge, used = SoloChallenge(seed=9), set()
    for _ in range(3):
        game = challenge.game
        offer = offered(game)
        assert (asked(game), game.players, len(offer)) == ("map_pick", 1, 2)
        assert set(offer) <= set(ADVANCED) and not set(offer) & used
        used |= set(offer)
        game.play()
        assert maps_of(game)[0] in offer
        challenge.next_game()
