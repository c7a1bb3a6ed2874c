"""What Python pays: stepping, clones, bytes, observations, determinizations."""
import pytest

from arknova_fast.api import batch_plan
from arknova_fast.core.tables import Ruleset
from arknova_fast.game import Game
from arknova_fast.search import timing

GAMES = 5


@pytest.fixture(scope="module")
def games(stages):
    positions = stages(2)[0]
    return [Game.from_box(Ruleset.default(), positions.box(i)) for i in range(min(len(positions), 100))]


def step(method: str) -> list[Game]:
    """Games in which decision number i takes action i modulo the number of options."""
    played = []
    for number in range(GAMES):
        game, i = Game.new(2, 1, number, "all"), 0
        carry_out = getattr(game, method)
        while not game.is_terminal:
            actions = game.legal_actions()
            carry_out(actions[i % len(actions)])
            i += 1
        played.append(game)
    return played


@pytest.mark.benchmark(group="stepping, a decision", max_time=0.5)
@pytest.mark.parametrize("method", ["apply", "apply_unchecked"])
def test_stepping(method, each):
    hashes, decisions, _ = timing.stepped_games(batch_plan(2, "all", seed=1), 0, GAMES)
    assert [game.hash for game in each(step, decisions, method)] == hashes.tolist()


@pytest.mark.benchmark(group="stepping, a decision", max_time=0.5)
def test_stepping_compiled(each):
    plan = batch_plan(2, "all", seed=1)
    hashes, decisions, _ = timing.stepped_games(plan, 0, GAMES)
    assert each(timing.stepped_games, decisions, plan, 0, GAMES)[0].tolist() == hashes.tolist()


@pytest.mark.benchmark(group="Game", max_time=0.3)
def test_clone(games, each):
    assert each(lambda: [game.clone() for game in games], len(games)) == games


@pytest.mark.benchmark(group="Game", max_time=0.3)
def test_to_bytes(games, each):
    blobs = each(lambda: [game.to_bytes() for game in games], len(games))
    assert [Game.from_bytes(blob) for blob in blobs] == games


@pytest.mark.benchmark(group="Game", max_time=0.3)
def test_from_bytes(games, each):
    blobs = [game.to_bytes() for game in games]
    assert each(lambda: [Game.from_bytes(blob) for blob in blobs], len(games)) == games


@pytest.mark.benchmark(group="hidden information", max_time=0.3)
def test_observe(games, each):
    seen = each(lambda: [game.observe(0) for game in games], len(games))
    # Re-dealing what the seat cannot know does not change what it sees.
    assert seen == [game.determinize(0, 7).observe(0) for game in games]


@pytest.mark.benchmark(group="hidden information", max_time=0.3)
def test_determinize(games, each):
    made = each(lambda: [game.determinize(0, 1) for game in games], len(games))
    assert all(game.check() == [] for game in made)
    assert made == [game.determinize(0, 1) for game in games]
    assert made != games
