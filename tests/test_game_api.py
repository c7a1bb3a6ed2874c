"""The Python object of a game: making, playing, copying, bytes, errors."""
import copy
import pickle
import random

import numpy as np
import pytest

from arknova_fast import Game, Ruleset
from arknova_fast.errors import ArkNovaError, IllegalActionError, NotationError, ScriptError, StateDataError, UsageError

MODES = ("fixed", "pick2", "draft")


def random_game(players, number, steps=None):
    """A game played at random for some steps, or to a random point."""
    rng = random.Random(number * 4 + players)
    game = Game.new(players, seed=7, game=number, maps="all" if number % 2 else None, map_mode=MODES[number % 3])
    for _ in range(rng.randrange(900) if steps is None else steps):
        if game.is_terminal:
            break
        game.apply(rng.choice(game.legal_actions()))
    return game


@pytest.fixture(params=[(players, number) for players in (1, 2, 3, 4) for number in range(12)], ids=str)
def position(request):
    return random_game(*request.param)


def test_a_new_game_stands_at_its_first_decision():
    game = Game.new(players=3, seed=5)
    assert game.decision() == ("START_HAND", 0, None)
    assert (game.players, game.current_player(), game.is_terminal) == (3, 0, False)
    assert len(game.legal_actions()) == 70


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_games_end_and_rank_their_players(players):
    game = Game.new(players, seed=3).play()
    assert game.is_terminal and game.current_player() == -1 and game.decision().kind == "OVER"
    assert game.legal_actions() == [] and game.legal_mask().sum() == 0
    assert game.scores().shape == (players,)
    assert (game.victory_points() == game.scores() - 100).all()
    assert min(game.ranks()) == 0
    if players > 1:
        assert abs(game.returns().sum()) < 1e-12
        assert game.winners() == [p for p, rank in enumerate(game.ranks()) if rank == 0]
    else:
        assert game.returns()[0] == (1 if game.scores()[0] >= 100 else -1)


def test_the_returns_of_an_unfinished_game_are_zero():
    assert Game.new(players=4).returns().tolist() == [0, 0, 0, 0]
    assert Game.new(players=2).winners() == []


def test_a_game_depends_on_its_arguments_only():
    assert Game.new(seed=9, game=4) == Game.new(seed=9, game=4)
    assert Game.new(seed=9, game=4) != Game.new(seed=9, game=5)
    assert Game.new(seed=9).play().hash == Game.new(seed=9).play().hash
    assert Game.new(seed=9).play(seed=10).hash != Game.new(seed=9).play().hash


def test_every_position_passes_its_invariants(position):
    assert position.check() == []


def test_copies_are_equal_and_independent(position):
    for other in (position.clone(), copy.copy(position), copy.deepcopy(position)):
        assert other == position and hash(other) == hash(position) and other.hash == position.hash
        if not position.is_terminal:
            other.apply(other.legal_actions()[-1])
            assert other != position


def test_bytes_and_pickle_round_trip(position):
    again = Game.from_bytes(position.to_bytes())
    assert again == position and again.legal_actions() == position.legal_actions()
    again = pickle.loads(pickle.dumps(position))
    assert again == position and again.origin == position.origin
    assert Game.from_box(position.ruleset, position.to_box()) == position


def test_the_view_shows_the_state_without_a_copy():
    game = Game.new(seed=1)
    view = game.view()
    assert view.shape == () and view["n_players"] == 2
    before = int(view["n_frames"])
    game.apply(game.legal_actions()[0])
    assert view["n_frames"] == before - 1
    del game
    assert view["player"]["money"][0] == 25
    with pytest.raises(ValueError, match="read-only"):
        view["n_players"] = 3


def test_lists_arrays_masks_and_the_dense_index_agree(position):
    legal = position.legal_actions()
    assert legal == sorted(set(legal))
    assert position.legal_actions_array().tolist() == legal
    mask = position.legal_mask()
    assert mask.dtype == np.bool_ and mask.shape == (position.ruleset.n_dense_actions,)
    assert [position.action_from_dense(i) for i in np.flatnonzero(mask)] == legal
    assert [position.dense_index(action) for action in legal] == np.flatnonzero(mask).tolist()


def test_checked_and_unchecked_steps_lead_to_the_same_state():
    one, two = Game.new(seed=2), Game.new(seed=2)
    rng = random.Random(0)
    while not one.is_terminal:
        action = rng.choice(one.legal_actions())
        one.apply(action)
        two.apply_unchecked(action)
    assert one == two


def test_an_illegal_action_is_refused_with_the_reason(position):
    before = position.clone()
    legal = set(position.legal_actions())
    rng = random.Random(1)
    n = position.ruleset.n_dense_actions
    for action in [position.action_from_dense(rng.randrange(n)) for _ in range(20)]:
        if action not in legal:
            with pytest.raises(IllegalActionError, match=r"not legal now|game is over"):
                position.apply(action)
    for action in (-1, 2**32, 2**32 - 1, 2**70, 1.5, None, b"pass"):
        with pytest.raises(IllegalActionError):
            position.apply(action)
    with pytest.raises((NotationError, IllegalActionError)):
        position.apply("fly to the moon")
    assert position == before


def test_the_error_names_who_has_to_do_what_and_alternatives():
    with pytest.raises(IllegalActionError) as caught:
        Game.new(seed=1).apply("act build")
    text = str(caught.value)
    assert "'act build' is not legal now: player 0 has to choose the cards to keep; legal: keep " in text
    assert "and 65 more" in text


def test_a_finished_game_takes_no_action():
    game = Game.new(seed=1).play()
    for step in (game.apply, game.apply_unchecked):
        with pytest.raises(IllegalActionError, match="over"):
            step(0)


def test_actions_in_notation_are_applied():
    game = Game.new(seed=1)
    same = game.clone()
    game.apply("keep 1,2,3,4")
    same.apply(same.legal_actions()[0])
    assert game == same


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"players": 0}, "players must be 1 to 4, not 0"),
        ({"players": 5}, "players must be 1 to 4, not 5"),
        ({"players": "2"}, "players must be a whole number"),
        ({"players": True}, "players must be"),
        ({"seed": -1}, "seed must be 0 to"),
        ({"game": 2**64}, "game must be 0 to"),
        ({"maps": "9"}, "unknown map '9', known are A, 0, 1"),
        ({"maps": "randm"}, "did you mean 'random'"),
        ({"maps": ["1", "2", "3"]}, "3 maps for 2 players: give one code"),
        ({"maps": 1.5}, "maps must be a text or a list"),
        ({"map_mode": "pick"}, r"unknown map mode 'pick'.*did you mean 'pick2'"),
        ({"solo_difficulty": "harder"}, "did you mean 'hard"),
        ({"solo_difficulty": "hard"}, "solo_difficulty belongs to games with players=1, not 2"),
        ({"peaceful": "yes"}, "peaceful must be True or False, not 'yes'"),
        ({"face_down_discard": 2}, "face_down_discard must be True or False, not 2"),
        ({"ruleset": "base"}, "ruleset must be a Ruleset such as .*, not 'base'"),
        ({"removed": {"cards": [999]}}, "there is no cards index 999, they go from 0 to 223"),
        ({"removed": [1]}, r"removed must be a dict of lists, not \[1\]"),
        ({"removed": []}, "removed must be a dict of lists"),
        ({"removed": {"dogs": [1]}}, "unknown key 'dogs', known are cards, base, finals, tiles, maps"),
        ({"removed": {"cards": "x"}}, "cards must be a list of indices, not 'x'"),
        ({"removed": {"tiles": [1.5]}}, "there is no tiles index 1.5"),
        ({"removed": {"finals": [True]}}, "there is no finals index True"),
        ({"removed": {"base": [0]}}, "there is no base index 0"),
        ({"map_mode": "x" * 50_000}, r"unknown map mode 'x{76}\.\.\., known"),
        ({"maps": "x" * 50_000}, r"unknown map 'x{76}\.\.\., known"),
    ],
)
def test_bad_arguments_are_named(arguments, message):
    with pytest.raises(UsageError, match=message):
        Game.new(**arguments)


def test_maps_and_difficulty_reach_the_state():
    game = Game.new(players=2, maps=["A", "3"])
    assert [game.ruleset.map_code(int(m)) for m in game.view()["player"]["map"][:2]] == ["A", "3"]
    for name, appeal in (("normal", 20), ("hard", 10), ("hardest", 0)):
        assert Game.new(players=1, solo_difficulty=name).view()["player"]["appeal"][0] == appeal
    assert Game.new(peaceful=True).view()["peaceful"] == 1
    assert Game.new(face_down_discard=True).view()["face_down_discard"] == 1


def test_games_are_made_by_name_only():
    with pytest.raises(TypeError, match=r"Game\.new"):
        Game()


def flipped(data, rng, bits):
    damaged = bytearray(data)
    for _ in range(bits):
        at = rng.randrange(len(damaged))
        damaged[at] ^= 1 << rng.randrange(8)
    return bytes(damaged)


def test_damaged_bytes_are_refused(position):
    data = position.to_bytes()
    rng = random.Random(3)
    for bits in (1, 1, 1, 2, 5, 50):
        with pytest.raises(StateDataError):
            Game.from_bytes(flipped(data, rng, bits))
    for wrong in (b"", data[:-1], data + b"\0", data[:40], b"x" * len(data), "text", None, 5):
        with pytest.raises(StateDataError):
            Game.from_bytes(wrong)


def test_forged_states_are_refused_or_playable(position):
    """Bits flipped past the checksum: refused, or a state on which every listed action can be played."""
    rng = random.Random(position.hash)
    data = position.to_box().to_bytes()
    taken = 0
    for _ in range(300):
        box = type(position.to_box()).from_bytes(flipped(data, rng, rng.choice((1, 1, 2, 4))))
        try:
            game = Game.from_box(position.ruleset, box)
        except StateDataError:
            continue
        taken += 1
        for _ in range(20):
            if game.is_terminal or not game.legal_actions():
                break
            try:
                game.apply(rng.choice(game.legal_actions()))
            except ScriptError:
                break
    assert taken > 0  # statistics and money, for example, may have any value


def test_bytes_of_another_ruleset_are_refused():
    rich = Ruleset.default().patch({"setup": {"money": 30}})
    game = Game.new(ruleset=rich)
    assert game.view()["player"]["money"][0] == 30
    with pytest.raises(StateDataError, match="belongs to the ruleset"):
        Game.from_bytes(game.to_bytes())
    assert Game.from_bytes(game.to_bytes(), rich) == game
    assert pickle.loads(pickle.dumps(game)) == game


def test_all_errors_share_a_base():
    with pytest.raises(ArkNovaError):
        Game.new(players=9)


def test_the_turn_limit_leaves_a_game_unfinished_and_playable():
    game = Game.new(seed=1).play(turn_limit=5)
    assert not game.is_terminal and game.view()["turn"] == 11
    assert game.play().is_terminal
    with pytest.raises(UsageError, match=r"unknown policy 'randon'.*did you mean 'random'"):
        Game.new().play("randon")


def test_the_text_of_a_game_is_short():
    assert repr(Game.new(seed=1)).startswith("<Game turn 0, player 0 to decide START_HAND, scores ")
    assert repr(Game.new(seed=1).play()).startswith("<Game over after ")


@pytest.mark.parametrize("use", [Game.legal_actions, Game.to_bytes, Game.play, Game.legal_mask, pickle.dumps])
def test_an_empty_game_is_refused_and_nothing_crashes(use):
    with pytest.raises(UsageError, match="holds no position"):
        use(Game.__new__(Game))


def test_money_stops_at_what_the_field_holds():
    game = Game.from_dict({"players": [{"money": 32767}, {}]})
    game.apply("act sponsors")
    game.apply("break")
    assert game.view()["player"]["money"][0] == 32767
    assert game.check() == []
