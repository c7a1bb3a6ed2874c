"""A game is a pure function of ruleset, set-up, policies, seed and number, however and wherever it is played.

(Run directories, resuming after a kill and the golden playthroughs have tests of their own.)
"""
import hashlib
import json
import os
import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

from arknova_fast import Game, Ruleset, simulate
from arknova_fast.core.rng import stream_below, stream_words
from arknova_fast.policies import numba_policy
from arknova_fast.search.verify import behaviour_hash

SEED = 20
N = 61  # a prime: no chunk or shard divides it
BEHAVIOUR = Path(__file__).parent / "golden" / "behaviour.txt"
SETUPS = [
    {"players": 1, "maps": "all", "solo_difficulty": "hardest"},
    {"players": 2, "maps": "all"},
    {"players": 3, "map_mode": "draft"},
    {"players": 4, "maps": "random", "peaceful": True},
    {"players": 2, "map_mode": "pick2", "face_down_discard": True},
]
setups = pytest.mark.parametrize("setup", SETUPS, ids=str)


@pytest.fixture(scope="module")
def whole():
    """The records of every set-up, played in one piece on one thread, as bytes."""
    return {str(setup): simulate(N, seed=SEED, jobs=1, chunk=N, **setup).tobytes() for setup in SETUPS}


# --- one batch, cut up in every way -------------------------------------------------------------------------------


@setups
@pytest.mark.parametrize("chunk", [1, 2, 13, 60, None])
@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_threads_and_chunks_do_not_matter(whole, setup, jobs, chunk):
    assert simulate(N, seed=SEED, jobs=jobs, chunk=chunk, **setup).tobytes() == whole[str(setup)]


@setups
@pytest.mark.parametrize("cuts", [[30], [1, 2, 3], [7, 8, 40, 60], [0, 61]], ids=str)
def test_shards_are_parts_of_the_whole(whole, setup, cuts):
    edges = [0, *cuts, N]
    parts = [simulate(last - first, start=first, seed=SEED, **setup)
             for first, last in pairwise(edges)]  # fmt: skip
    assert b"".join(part.tobytes() for part in parts) == whole[str(setup)]


@setups
def test_the_order_of_the_shards_does_not_matter(whole, setup):
    firsts = np.random.default_rng(3).permutation(N).tolist()
    rows = {first: simulate(1, start=first, seed=SEED, jobs=1, **setup).tobytes() for first in firsts}
    assert b"".join(rows[first] for first in range(N)) == whole[str(setup)]


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_other_processes_play_the_same_games(whole, method):
    with ProcessPoolExecutor(2, mp_context=get_context(method)) as pool:
        for setup in SETUPS:
            rows = simulate(N, seed=SEED, executor=pool, jobs=2, chunk=17, **setup)
            assert rows.tobytes() == whole[str(setup)]


@setups
def test_repeated_runs_are_equal(whole, setup):
    for _ in range(3):
        assert simulate(N, seed=SEED, **setup).tobytes() == whole[str(setup)]


@setups
def test_every_game_of_the_batch_can_be_played_alone(whole, setup):
    rows = np.frombuffer(whole[str(setup)], dtype=simulate(0).dtype).reshape(N, setup["players"])
    for number in range(N):
        game = Game.new(seed=SEED, game=number, **setup).play()
        assert {game.hash} == set(rows["state_hash"][number].tolist())
        assert game.scores().tolist() == rows["score"][number].tolist()


def test_numbers_at_the_end_of_the_range_are_games_like_others():
    last = 2**64 - 3
    rows = simulate(2, start=last, seed=2**64 - 1)
    assert Game.new(seed=2**64 - 1, game=last + 1).play().hash == rows["state_hash"][2]


# --- one game, stopped, copied, sent elsewhere --------------------------------------------------------------------


@setups
def test_a_game_goes_on_alike_after_any_copy(setup):
    """The policy streams start anew at the stop, for the copies as for the game itself."""
    for number in range(6):
        game = Game.new(seed=SEED, game=number, **setup).play(turn_limit=5 + number)
        copies = [game.clone(), Game.from_bytes(game.to_bytes()), pickle.loads(pickle.dumps(game)),
                  Game.from_box(game.ruleset, game.to_box()), Game.from_dict(game.to_dict()),
                  Game.from_text(game.to_text())]  # fmt: skip
        ends = {copy.play(seed=1, game=number).to_bytes() for copy in [game, *copies]}
        assert len(ends) == 1


def test_games_on_several_threads_do_not_touch_each_other():
    numbers = list(range(40)) * 3
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(lambda number: Game.new(3, seed=4, game=number).play().hash, numbers))
    assert found == [Game.new(3, seed=4, game=number).play().hash for number in numbers]


def test_looking_at_a_game_does_not_change_it():
    game, plain = Game.new(seed=6), Game.new(seed=6)
    draw = np.random.default_rng(1)
    for _ in range(150):
        actions = plain.legal_actions()
        game.legal_mask(), game.scores(), game.ranks(), game.decision(), game.check(), repr(game), hash(game)
        game.to_bytes(), game.to_text(), game.observe(0), game.determinize(1, 3), game.clone().play()
        action = int(draw.choice(actions))
        game.apply(action)
        plain.apply_unchecked(action)
        assert game == plain


# --- chance and policies ------------------------------------------------------------------------------------------

# First words and first draws below 212 of the streams of game 7, seed 2026: chance, the four seats, search.
GOLDEN_STREAMS = {
    0: (["bdadaa4c273bdae1", "1f2eac9035f2dc5d"], [157, 25, 75, 0, 6, 193, 183, 34]),
    1: (["231907f9a86ca43f", "87cc3545b70aabfc"], [29, 112, 129, 37, 146, 186, 105, 104]),
    2: (["836271ea175d55d0", "3cf695ec2c46acdc"], [108, 50, 114, 123, 147, 46, 121, 43]),
    3: (["627754a474d43126", "c2a285260e7eadd3"], [81, 161, 176, 156, 107, 125, 151, 32]),
    4: (["f00038ff5a592162", "0b4e46f4b19ad086"], [198, 9, 109, 120, 193, 138, 153, 116]),
    9: (["75ef1bc37c2491e3", "284ee640c21b76b0"], [97, 33, 173, 26, 181, 17, 144, 89]),
}


@pytest.mark.parametrize("stream", GOLDEN_STREAMS)
def test_golden_streams(stream):
    words, draws = GOLDEN_STREAMS[stream]
    assert [f"{int(word):016x}" for word in stream_words(2026, 7, stream, 2)] == words
    assert [int(draw) for draw in stream_below(2026, 7, stream, 212, 8)] == draws


def deal(game: Game) -> bytes:
    state = game.view()
    return hashlib.sha256(state["deck"].tobytes() + state["player"]["hand"].tobytes()).digest()


def test_no_two_games_of_a_run_share_a_deal():
    n = 50_000
    assert len({deal(Game.new(seed=1, game=number, maps="A")) for number in range(n)}) == n


def test_games_of_different_seeds_and_player_counts_share_no_deal():
    deals = [deal(Game.new(players, seed=seed, game=number, maps="A"))
             for players in (1, 2, 3, 4) for seed in range(40) for number in range(40)]  # fmt: skip
    assert len(set(deals)) == len(deals)


def test_the_deal_depends_on_seed_and_number_only():
    """Policies, the variant and the maps of others leave the deck alone (common random numbers)."""
    first = Game.new(2, seed=5, game=9, maps=["1", "2"])
    for other in (Game.new(2, seed=5, game=9, maps=["2", "1"]), Game.new(2, seed=5, game=9, maps="A", peaceful=True),
                  Game.new(2, seed=5, game=9, maps=["1", "2"], face_down_discard=True)):  # fmt: skip
        assert deal(other) == deal(first)
        assert (other.view()["rng"] == first.view()["rng"]).all()


def test_a_policy_that_draws_more_numbers_does_not_change_the_game():
    """The same choices with and without random numbers drawn on the side lead to the same states, chance included."""

    @numba_policy
    def middle(tables, state, actions, n, rng, data):
        return n // 2 if (n + actions[0]) % 3 else n - 1

    @numba_policy
    def wasteful(tables, state, actions, n, rng, data):
        for _ in range(n):  # SFC64
            out = rng[0] + rng[1] + rng[3]
            rng[3] += 1
            rng[0] = rng[1] ^ (rng[1] >> 11)
            rng[1] = rng[2] + (rng[2] << 3)
            rng[2] = ((rng[2] << 24) | (rng[2] >> 40)) + out
        return n // 2 if (n + actions[0]) % 3 else n - 1

    for players in (1, 2, 3, 4):
        thrifty = simulate(40, players, maps="all", policies=[middle] * players, seed=3)
        assert (simulate(40, players, maps="all", policies=[wasteful] * players, seed=3) == thrifty).all()


def test_a_seat_that_draws_more_does_not_change_what_the_others_draw():
    """While nobody sees a difference, the random opponents choose alike: until the first real choice of seat 0."""
    seen = []
    for skipped in (0, 5):
        game = Game.new(3, seed=8, game=2, maps="A")
        words = [iter(stream_words(8, 2, 1 + seat, 4000).tolist()) for seat in range(3)]
        for _ in range(skipped):
            next(words[0])
        picks = []
        for _ in range(60):
            actions = game.legal_actions()
            seat = game.current_player()
            pick = next(words[seat]) * len(actions) >> 64
            if seat:
                picks.append((len(actions), pick))
                game.apply(actions[pick])
            else:
                game.apply(actions[0])  # whatever seat 0 draws, it takes the first action
        seen.append(picks)
    assert seen[0] == seen[1] and len(seen[0]) > 10


# --- the same on the next day -------------------------------------------------------------------------------------

PROBE = """
import json, pickle
from arknova_fast import Game, Ruleset, simulate
game = Game.new(4, seed=3, maps="random").play(turn_limit=9)
rules = Ruleset.default()
patched = rules.patch({"animals": {"401": {"cost": 3}}, "rulings": {"determination": "optional"}})
print(json.dumps([
    game.hash, game.to_text(), game.to_bytes().hex(), rules.content_hash, patched.content_hash,
    [int(a) for a in game.legal_actions()], simulate(10, seed=3)["state_hash"].tolist(),
    Game.from_text(game.to_text()).hash, game.observe(1).to_dict() if hasattr(game.observe(1), "to_dict") else "",
    game.determinize(2, 5).hash,
]))
"""


def test_nothing_depends_on_the_hash_seed_of_python():
    found = set()
    for hash_seed in ("0", "1", "4294967295", "random"):
        done = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=True,
                              env=os.environ | {"PYTHONHASHSEED": hash_seed})  # fmt: skip
        found.add(done.stdout)
    assert len(found) == 1


def test_the_behaviour_hash_is_that_of_the_golden_file():
    """One number for the final states of 1750 games; a commit that changes it says so."""
    golden = BEHAVIOUR.read_text("utf-8").split()[0]
    assert behaviour_hash(Ruleset.default()) == golden, "if that is meant: python tests/golden/make.py"


def test_verify_prints_the_behaviour_hash():
    done = subprocess.run([sys.executable, "-m", "arknova_fast", "verify", "-n", "1", "--seed", "1", "--json"],
                          capture_output=True, text=True)  # fmt: skip
    assert json.loads(done.stdout)["behaviour"] == BEHAVIOUR.read_text("utf-8").split()[0]
