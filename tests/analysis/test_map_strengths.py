"""Maps against maps: the design is balanced, equal maps are equal, unequal ones are told apart."""
from __future__ import annotations

from collections import Counter
from functools import lru_cache

import numpy as np
import pytest

from arknova_fast.analysis.maps import (
    MapSums,
    deals_for,
    make_lineups,
    map_figures,
    play_maps,
    rotations,
    unrated_figures,
)
from arknova_fast.analysis.ratings import fit_strengths
from arknova_fast.analysis.runmaps import RunMaps
from arknova_fast.analysis.stats import Moments, ratio
from arknova_fast.core.tables import Ruleset
from arknova_fast.errors import UsageError
from arknova_fast.search.batch import BatchPlan


@lru_cache(maxsize=1)
def twins() -> Ruleset:
    """Map 4 is a copy of map 3; map 5 is one too, but every 2 money of its placement bonuses are 4 appeal."""
    data = Ruleset.default().data
    copy = {**data["maps"]["3"], "name": "Copy"}
    better = [{**bonus, "type": "appeal", "n": 4} if bonus["type"] == "money" else bonus for bonus in copy["bonuses"]]
    return Ruleset.from_data({**data, "maps": {**data["maps"], "4": copy, "5": {**copy, "bonuses": better}}})


def plan(ruleset: Ruleset, players: int = 2):
    return lambda maps: BatchPlan(ruleset, players, maps, "per_seat", ["random"] * players, 11)


def index(code: str) -> int:
    return list(Ruleset.default().data["maps"]).index(code)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_map_sits_equally_often_in_every_seat_and_meets_every_other(players):
    lineups = make_lineups(range(10), players)
    seats: Counter = Counter()
    meetings: Counter = Counter()
    for lineup in lineups:
        games = rotations(lineup)
        assert len(games) == players
        for game in games:
            assert len(set(game)) == players
            seats.update(enumerate(game))
            meetings.update((a, b) for a in game for b in game if a < b)
    assert len(seats) == 10 * players and len(set(seats.values())) == 1
    assert len(meetings) == 45 and len(set(meetings.values())) == 1


def test_with_three_players_both_neighbours_come_equally_often():
    after = Counter((game[i], game[(i + 1) % 3]) for lineup in make_lineups([0, 1, 2, 3], 3)
                    for game in rotations(lineup) for i in range(3))
    assert len(after) == 12 and len(set(after.values())) == 1


def test_deals_make_at_least_the_games_asked_for():
    assert deals_for(900_000, 2, 45) == 10_000
    assert deals_for(91, 2, 45) == 2
    assert deals_for(1, 2, 45) == 2  # one deal alone has no spread


def test_a_map_against_its_copy_is_exactly_even():
    # The two games of a pair are the same game with the names swapped.
    pair = [index("3"), index("4")]
    sums = play_maps(plan(twins()), make_lineups(pair, 2), 60, jobs=2)
    figures = map_figures(sums, pair, ["3", "4"])
    assert [entry["win_share"]["value"] for entry in figures["maps"]] == [0.5, 0.5]
    assert [entry["margin"]["value"] for entry in figures["maps"]] == [0.0, 0.0]
    assert figures["tiers"] == [["3", "4"]]
    low, high = figures["seats"][0]["win_share"]["interval_95"]
    assert low < 0.5 < high  # with the policy random both seats are alike


def test_a_map_and_its_copy_land_in_one_tier_and_a_better_copy_above():
    maps = [index("3"), index("4"), index("5")]
    figures = map_figures(play_maps(plan(twins()), make_lineups(maps, 2), 200, jobs=2), maps, ["3", "4", "5"])
    strengths = {entry["map"]: entry["strength"] for entry in figures["maps"]}
    gap = strengths["3"]["value"] - strengths["4"]["value"]
    assert abs(gap) < 3 * np.hypot(strengths["3"]["se"], strengths["4"]["se"])
    assert figures["tiers"][0] == ["5"] and sorted(figures["tiers"][1]) == ["3", "4"]
    row = {(cell["map"], cell["against"]): cell["win_share"]["value"] for cell in figures["matrix"]}
    assert row["5", "3"] + row["3", "5"] == pytest.approx(1)


def test_shares_and_margins_equal_a_plain_recount_with_three_players():
    maps = [0, 1, 2, 3]
    lineups = make_lineups(maps, 3)
    sums = play_maps(plan(Ruleset.default(), 3), lineups, 4, jobs=2)
    rows = [plan(Ruleset.default(), 3)(list(game)).play(i * 2**32, 4) for i, lineup in enumerate(lineups)
            for game in rotations(lineup)]
    records = np.concatenate(rows)
    assert sums.games == len(records) // 3
    shares = np.where(records["rank"] == 0, 1 / records["winners"].clip(1), 0)
    scores = records["score"].astype(float).reshape(-1, 3)
    margins = (scores - (scores.sum(1, keepdims=True) - scores) / 2).reshape(-1)
    for chosen in maps:
        here = records["map"] == chosen
        assert ratio(sums.of_map(chosen), 0, 2, 12).value == pytest.approx(shares[here].mean())
        assert ratio(sums.of_map(chosen), 1, 2, 12).value == pytest.approx(margins[here].mean())
        assert sums.of_map(chosen).sums[2] == here.sum()
    met = (records["map"] == 1) & (records["map"].reshape(-1, 3) == 2).any(1).repeat(3)
    assert ratio(sums.of_map(1, 2), 0, 2, 12).value == pytest.approx(shares[met].mean())
    assert ratio(sums.of_seat(2), 0, 2, 12).value == pytest.approx(shares[2::3].mean())


def test_maps_do_not_depend_on_threads_chunks_and_shards():
    lineups = make_lineups([0, 1, 2], 2)
    whole = play_maps(plan(Ruleset.default()), lineups, 10, jobs=1)
    other = play_maps(plan(Ruleset.default()), lineups, 10, jobs=3, chunk=3)
    joined = MapSums(lineups)
    joined.merge(whole)
    for mine, same, merged in zip(whole.moments, other.moments, joined.moments, strict=True):
        assert (mine.products == same.products).all() and (mine.products == merged.products).all()
    assert whole.games == other.games == joined.games == 60


def test_a_longer_run_begins_with_the_games_of_a_shorter_one():
    lineups = make_lineups([0, 1, 2], 2)
    short, long = (play_maps(plan(Ruleset.default()), lineups, deals) for deals in (5, 8))
    rest = MapSums(lineups)
    for i, lineup in enumerate(lineups):
        rest.add(i, rest.vectors([plan(Ruleset.default())(list(game)).play(i * 2**32 + 5, 3)
                                  for game in rotations(lineup)]))
    short.merge(rest)
    assert all((a.products == b.products).all() for a, b in zip(short.moments, long.moments, strict=True))


def test_strengths_from_blocks_equal_those_from_whole_deals():
    # Deals that play both line-ups of one pair of three entrants: the block form against one vector for all line-ups.
    rng = np.random.default_rng(5)
    lineups = np.array([[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]])
    whole, blocks = Moments(18), []
    for pair in range(3):
        won = rng.integers(0, 2, (200, 2))
        vectors = np.stack([won[:, 0], 1 - won[:, 0], won[:, 1] * 0 + 1, won[:, 1], 1 - won[:, 1],
                            won[:, 1] * 0 + 1], axis=1)
        wide = np.zeros((200, 18), np.int64)
        wide[:, 6 * pair : 6 * pair + 6] = vectors
        whole.add(wide)
        blocks.append(vectors.T @ vectors)
    sums = np.array(whole.sums, float).reshape(6, 3)
    a = fit_strengths(lineups, sums[:, :2], sums[:, 2], 3, whole)
    b = fit_strengths(lineups, sums[:, :2], sums[:, 2], 3, np.array(blocks))
    assert a.value == pytest.approx(b.value)
    assert a.covariance == pytest.approx(b.covariance, rel=0.01)  # the first counts 600 deals, n / (n - 1)


def test_maps_of_a_run_give_the_same_shares_as_a_recount():
    records = BatchPlan(Ruleset.default(), 2, list(range(10)), "cycle", ["random"] * 2, 4).play(0, 900)
    maps = RunMaps(2, range(10))
    maps.add(records[:600])
    maps.add(records[600:])
    figures = map_figures(maps, maps.present(), [Ruleset.default().map_code(i) for i in maps.present()])
    wins = np.where(records["rank"] == 0, 1 / records["winners"].clip(1), 0)
    for entry in figures["maps"]:
        here = records["map"] == index(entry["map"])
        assert entry["win_share"]["value"] == pytest.approx(wins[here].mean())
        assert entry["games"] == here.sum()
    assert sum(entry["strength"]["value"] for entry in figures["maps"]) == pytest.approx(0, abs=1e-9)


def test_seats_count_from_zero_with_and_without_strengths():
    sums = play_maps(plan(Ruleset.default()), make_lineups([0, 1], 2), 8)
    for find in (map_figures, unrated_figures):
        assert [seat["seat"] for seat in find(sums, [0, 1], ["A", "0"])["seats"]] == [0, 1]


def test_games_that_the_turn_limit_stopped_leave_no_figures():
    ruleset = Ruleset.default()
    stopped = play_maps(lambda maps: BatchPlan(ruleset, 2, maps, "per_seat", ["random"] * 2, 11, turn_limit=2),
                        make_lineups([0, 1], 2), 4)
    with pytest.raises(UsageError, match="do not connect"):
        map_figures(stopped, [0, 1], ["A", "0"])
    found = unrated_figures(stopped, [0, 1], ["A", "0"])
    assert stopped.unfinished == stopped.games == 8
    assert found["tiers"] == [] and all(entry["win_share"] is None and entry["elo"] is None for entry in found["maps"])
