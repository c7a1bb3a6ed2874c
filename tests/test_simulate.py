"""Batches of games: the same results however they are cut up, maps, policies, and the solo challenge."""
import pickle
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest

from arknova_fast import Game, Ruleset, SoloChallenge, UsageError, iter_chunks, parse_maps, simulate
from arknova_fast.api import batch_plan

RULES = Ruleset.default()


@pytest.fixture(scope="module")
def rows():
    return simulate(60, players=2, seed=5, jobs=1)


def test_one_row_per_player_and_game(rows):
    assert rows.shape == (120,)
    assert (rows["game"] == np.repeat(np.arange(60), 2)).all()
    assert (rows["seat"] == np.tile([0, 1], 60)).all()
    assert set(rows["end_cause"]) <= {1, 2, 3, 4}


@pytest.mark.parametrize(("jobs", "chunk"), [(1, 1), (1, 7), (2, 7), (3, None), (4, 1), (8, 60), (2, 1000)])
def test_results_do_not_depend_on_jobs_and_chunks(rows, jobs, chunk):
    assert (simulate(60, players=2, seed=5, jobs=jobs, chunk=chunk) == rows).all()


def test_a_range_is_a_part_of_the_whole(rows):
    assert (simulate(20, players=2, seed=5, start=17) == rows[34:74]).all()


def test_any_executor_will_do(rows):
    with ThreadPoolExecutor(2) as pool:
        assert (simulate(60, seed=5, executor=pool, chunk=9) == rows).all()
        assert pool.submit(int, 3).result() == 3
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert (simulate(60, seed=5, executor=pool, jobs=2, chunk=20) == rows).all()


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"map_mode": "pick2"}, {"map_mode": "draft", "peaceful": True}], ids=str)
def test_any_game_of_a_batch_can_be_played_again(players, options):
    rows = simulate(12, players=players, maps="all", seed=8, **options)
    for i in range(12):
        game = Game.new(players, seed=8, game=i, maps="all", **options).play()
        assert game.hash == rows["state_hash"][i * players]
        assert game.scores().tolist() == rows["score"][i * players : (i + 1) * players].tolist()
        assert game.ranks() == rows["rank"][i * players : (i + 1) * players].tolist()


def test_progress_is_told_after_every_chunk():
    told = []
    simulate(10, chunk=4, jobs=1, progress=lambda done, total: told.append((done, total)))
    assert told == [(4, 10), (8, 10), (10, 10)]


def test_chunks_come_in_order_and_can_be_left():
    plan = batch_plan(2, seed=1)
    firsts = [first for first, _ in iter_chunks(plan, 50, 100, jobs=3, chunk=6)]
    assert firsts == list(range(100, 150, 6))
    chunks = iter_chunks(plan, 10**9, jobs=2, chunk=2)
    assert next(chunks)[0] == 0
    chunks.close()


def test_no_games_is_an_empty_result():
    assert simulate(0).shape == (0,)


def test_plans_can_be_pickled():
    plan = batch_plan(3, maps="all", seed=4)
    assert (pickle.loads(pickle.dumps(plan)).play(3, 4) == plan.play(3, 4)).all()


def test_all_maps_are_equally_often_in_every_seat():
    rows = simulate(20, players=4, maps="all", turn_limit=1)
    for seat in range(4):
        counts = np.bincount(rows["map"][rows["seat"] == seat], minlength=10)
        assert counts.tolist() == [2] * 10


@pytest.mark.parametrize("limit", [1, 10])
def test_at_the_turn_limit_every_player_has_had_as_many_turns(limit):
    rows = simulate(3, players=3, seed=1, turn_limit=limit)
    assert set(rows["turns"].tolist()) == {limit}
    assert set(rows["end_cause"].tolist()) == {4}


def test_random_maps_are_advanced_and_different():
    rows = simulate(30, players=4, maps="random", turn_limit=1)
    maps = rows["map"].reshape(30, 4)
    assert all(len(set(row)) == 4 for row in maps.tolist())
    assert {RULES.map_code(int(m)) for m in maps.ravel()} <= set("12345678")


@pytest.mark.parametrize(
    ("maps", "players", "expected"),
    [
        ("A", 3, ([0, 0, 0], "per_seat")),
        ("a", 2, ([0, 0], "per_seat")),
        (["1", "2"], 2, ([2, 3], "per_seat")),
        ("1, 2", 2, ([2, 3], "per_seat")),
        (3, 1, ([4], "per_seat")),
        ("random", 4, ([], "random")),
        ("ALL", 2, (list(range(10)), "cycle")),
    ],
)
def test_map_arguments(maps, players, expected):
    assert parse_maps(RULES, maps, players) == expected


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": -1}, "number of games must be 0 to"),
        ({"n": 1.5}, "must be a whole number"),
        ({"n": 1, "players": 7}, "players must be 1 to 4, not 7"),
        ({"n": 1, "maps": "B"}, "unknown map 'B'"),
        ({"n": 1, "maps": "1,2,3"}, "3 maps for 2 players"),
        ({"n": 1, "policies": "radnom"}, "did you mean 'random'"),
        ({"n": 1, "policies": ["random"] * 3}, "3 policies for 2 players"),
        ({"n": 1, "seed": -1}, "seed must be"),
        ({"n": 1, "jobs": 0}, "jobs must be"),
        ({"n": 1, "chunk": 0}, "chunk must be"),
        ({"n": 1, "start": -1}, "start must be"),
        ({"n": 1, "turn_limit": -1}, "turn_limit must be"),
        ({"n": 1, "map_mode": "draught"}, "unknown map mode 'draught'.*did you mean 'draft'"),
        ({"n": 1, "solo_difficulty": "easy"}, "unknown solo difficulty"),
        ({"n": 1, "solo_difficulty": "hard"}, "solo_difficulty belongs to games with players=1"),
        ({"n": 1, "jobs": 1025}, "jobs must be 1 to 1024"),
        ({"n": 1, "ruleset": {}}, "ruleset must be a Ruleset"),
        ({"n": 1, "progress": 5}, "progress must be a function"),
        ({"n": 1, "executor": 5}, "executor must have a submit method"),
        ({"n": 1, "peaceful": "no"}, "peaceful must be True or False"),
    ],
)
def test_bad_arguments_are_named(arguments, message):
    with pytest.raises(UsageError, match=message):
        simulate(**arguments)


def test_an_unknown_argument_names_the_function_that_was_called():
    with pytest.raises(TypeError, match=r"simulate\(\) got an unexpected keyword argument 'foo'"):
        simulate(5, foo=3)


@pytest.mark.parametrize(("n", "players"), [(10**13, 2), (2**47, 4)])
def test_games_that_do_not_fit_into_memory_are_one_sentence(n, players):
    with pytest.raises(UsageError, match=rf"records of {n:,} games need [0-9,]+ GiB .* iter_chunks, or .*arknova run"):
        simulate(n, players)


def test_an_error_in_a_task_reaches_the_caller():
    class Broken:
        def submit(self, function, *arguments):
            raise RuntimeError("no worker")

    with pytest.raises(RuntimeError, match="no worker"):
        simulate(10, executor=Broken())


def test_the_turn_limit_marks_games_as_unfinished():
    assert set(simulate(5, turn_limit=3)["end_cause"]) == {4}


def test_the_face_down_variant_plays_the_same_random_games():
    one, two = simulate(10, seed=2), simulate(10, seed=2, face_down_discard=True)
    assert (one["score"] == two["score"]).all()


# --- the solo challenge -----------------------------------------------------------------------------------------------


def cards(words):
    return {64 * w + i for w in range(4) for i in range(64) if int(words[w]) >> i & 1}


@pytest.mark.parametrize("seed", range(6))
def test_a_challenge_is_three_games_without_used_material(seed):
    challenge = SoloChallenge(seed=seed)
    used, offers, tiles = set(), [], []
    for round_ in range(3):
        game, state = challenge.game, challenge.game.view()
        assert game.decision().kind == "MAP_PICK" and game.check() == []
        deck = {int(card) for card in state["deck"][: int(state["n_deck"])]}
        assert not deck & used
        assert not {int(c) for c in state["base_card"][: int(state["n_base"])]} & used
        offers += state["player"]["map_offer"][0].tolist()
        tiles.append(set(state["tile"].tolist()))
        while not game.is_terminal:
            game.apply(game.legal_actions()[hash((game.hash, seed)) % len(game.legal_actions())])
            assert game.check() == []
        left = {int(card) for card in state["deck"][: int(state["n_deck"])]}
        used |= set(range(212)) - left
        used |= {int(c) for c in state["base_card"][: int(state["n_base"])]}
        challenge.next_game()
        assert len(challenge.results) == round_ + 1
    assert len(set(offers)) == 6
    assert not tiles[0] & tiles[1]
    assert len(tiles[2] & (tiles[0] | tiles[1])) == 3  # R28.4
    assert challenge.is_over and challenge.total == sum(challenge.results)
    assert challenge.succeeded == (challenge.total >= 0)
    with pytest.raises(UsageError, match="finished"):
        challenge.next_game()


def test_a_challenge_goes_on_only_after_a_finished_game():
    with pytest.raises(UsageError, match="not finished"):
        SoloChallenge().next_game()


def test_final_scoring_cards_leave_the_challenge_as_ruled():
    every = SoloChallenge(seed=1).play()
    keep = SoloChallenge(
        seed=1, ruleset=RULES.patch({"rulings": {"challenge_final_cards": "held_only_removed"}})
    ).play()
    assert len(every.removed["finals"]) > len(keep.removed["finals"]) > 0


def test_challenges_are_repeatable():
    assert SoloChallenge(seed=3).play().results == SoloChallenge(seed=3).play().results
