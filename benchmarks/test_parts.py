"""Parts of the engine by themselves: placements, set-up, break, final scoring, copy and hash of a state."""
import pytest

from arknova_fast.api import batch_plan
from arknova_fast.game import Game
from arknova_fast.search import bench, timing

MID_GAME, BREAK, FINAL = 0, 1, 2


@pytest.mark.benchmark(max_time=0.5)
@pytest.mark.parametrize("name", ["scan", "pick", "places", "kinds"])
def test_placements(name, stages, loop):
    loop(stages(2)[MID_GAME], name, "placements of all kinds on a mid-game map")


@pytest.mark.benchmark(max_time=0.5)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("name", ["copy", "phase"])
def test_break(players, name, stages, loop):
    loop(stages(players)[BREAK], name, f"break, {players} players, hands within the limit")


@pytest.mark.benchmark(max_time=0.5)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", ["copy", "phase"])
def test_final_scoring(players, name, stages, loop):
    loop(stages(players).get(FINAL), name, f"final scoring, {players} players")


@pytest.mark.benchmark(group="set-up", max_time=0.5)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_set_up(players, each):
    wanted = sum(Game.new(players, 1, number, "all").hash for number in range(100)) % 2**64
    # The timed call sets every game up twice: once for the time it returns, once for the sum of the hashes.
    assert each(timing.time_set_up, 200, batch_plan(players, "all", seed=1), 0, 100)[1] == wanted


@pytest.mark.benchmark(max_time=0.3)
@pytest.mark.parametrize("name", ["copy", "hash"])
def test_state(name, loop):
    hot = bench.record(batch_plan(2, "all", seed=1), 20, 8, "stage")[MID_GAME]
    wanted = hot.verify(name)

    class Hot:
        """Eight states that stay in the first-level cache, gone through 1000 times."""

        verify = staticmethod(lambda _: wanted)
        time = staticmethod(lambda _, repeats: hot.time(name, repeats, 1000))
        __len__ = staticmethod(lambda: 8000)

    loop(Hot(), name, "a state in the cache")
