"""Followed games: what became of every player's cards, and experiments that bind a choice of a seat."""
from __future__ import annotations

import numpy as np
import pytest

from arknova_fast import Game, Ruleset, UsageError
from arknova_fast.io.steps import plan_steps
from arknova_fast.policies import numba_policy
from arknova_fast.search.batch import TRACK_DTYPE, BatchPlan

RULES = Ruleset.default()
SETS = ("dealt", "kept", "seen", "played", "in_hand")


def plan(players: int = 2, **bound: object) -> BatchPlan:
    return BatchPlan(RULES, players, [], "random", ["random"] * players, 5, **bound)


def bits(tracks: np.ndarray, name: str) -> np.ndarray:
    """Booleans, shape (rows, cards)."""
    return np.unpackbits(tracks[name], axis=1, bitorder="little").astype(bool)


@pytest.fixture(scope="module")
def followed() -> tuple[np.ndarray, np.ndarray]:
    return plan().play_tracked(0, 60)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_followed_games_are_the_games_of_play(players: int) -> None:
    records, tracks = plan(players).play_tracked(3, 20)
    assert tracks.shape == records.shape == (20 * players,)
    assert records.tobytes() == plan(players).play(3, 20).tobytes()


def test_eight_cards_are_dealt_and_four_of_them_kept(followed) -> None:
    tracks = followed[1]
    dealt, kept = bits(tracks, "dealt"), bits(tracks, "kept")
    assert (dealt.sum(1) == 8).all() and (kept.sum(1) == 4).all()
    assert not (kept & ~dealt).any()


def test_no_card_is_dealt_to_two_players(followed) -> None:
    dealt = bits(followed[1], "dealt").reshape(60, 2, -1)
    assert not (dealt[:, 0] & dealt[:, 1]).any()


@numba_policy
def scattered(tables, state, actions, n, rng, data):
    return (actions[n // 2] >> 4) % n


def test_sets_agree_with_a_game_stepped_by_hand() -> None:
    """Every hand and zoo is read off between any two decisions of the same game."""
    tracks = BatchPlan(RULES, 2, [], "random", [scattered, scattered], 5).play_tracked(11, 1)[1]
    game = Game.new(players=2, seed=5, game=11, maps="random")
    seen: list[set] = [set(), set()]
    zoo: list[set] = [set(), set()]
    while not game.is_terminal:
        for seat, player in enumerate(game.to_dict()["players"]):
            seen[seat] |= set(player.get("hand", ()))
            zoo[seat] |= set(player.get("zoo", ()))
        actions = game.legal_actions()
        game.apply(actions[(actions[len(actions) // 2] >> 4) % len(actions)])
    assert any(zoo)
    n_cards = sum(len(RULES.data[kind]) for kind in ("animals", "sponsors", "projects"))
    keys = [RULES.card_key(i) for i in range(n_cards)]
    for seat in range(2):
        names = {name: {keys[i] for i in np.flatnonzero(bits(tracks, name)[seat])} for name in SETS}
        assert names["seen"] == seen[seat]
        assert {key for key in names["played"] if not key.startswith("P")} == zoo[seat]
        assert names["in_hand"] == set(game.to_dict()["players"][seat]["hand"])


@pytest.mark.parametrize(("players", "games"), [(1, range(40)), (2, range(30))])
def test_a_card_is_played_after_the_breaks_that_were_over_when_it_was(players: int, games: range) -> None:
    """Also when nobody is asked anything between that action and the end of the next break."""
    plan_ = plan(players)
    tracks, silent = plan_.play_tracked(games.start, len(games))[1].reshape(-1, players), 0
    for number in games:
        for step in plan_steps(plan_, number):
            before, after = step.before.view(), step.after.view()
            for seat in range(players):
                new = after["player"][seat]["zoo"] & ~before["player"][seat]["zoo"]
                if new.any():
                    cards = np.flatnonzero(np.unpackbits(new.view(np.uint8), bitorder="little"))
                    assert (tracks[number - games.start, seat]["played_in"][cards] == before["breaks"]).all()
                    silent += after["breaks"] > before["breaks"]
    assert silent, "no card was played just before a break without questions"


def test_a_card_is_played_in_a_break_that_the_game_had(followed) -> None:
    records, tracks = followed
    played = bits(tracks, "played")
    when = tracks["played_in"]
    assert ((when != 255) == played).all()
    assert (np.where(played, when, 0).max(1) <= records["breaks"]).all()


def test_a_card_of_the_start_is_dealt_first_and_the_deal_is_otherwise_the_same() -> None:
    base, tracks = (plan(first_card=first).play_tracked(0, 40)[1] for first in ((), [17, None]))
    own, other = bits(tracks, "dealt")[0::2], bits(tracks, "dealt")[1::2]
    assert own[:, 17].all() and not other[:, 17].any()
    changed = (own ^ bits(base, "dealt")[0::2]).sum(1)
    assert set(changed.tolist()) <= {0, 2}
    # Only where the card was among the seat's eight anyway does no other card make room for it.
    assert (changed == 2).mean() > 0.8


def test_a_bound_hand_keeps_the_card_dealt_first() -> None:
    tracks = plan(first_card=[17, None], keep_first=[True, True]).play_tracked(0, 40)[1]
    assert bits(tracks, "kept")[0::2, 17].all()
    assert (bits(tracks, "kept").sum(1) == 4).all()


@pytest.mark.parametrize("action", range(5))
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_a_bound_first_upgrade_is_the_first(action: int, policy: str) -> None:
    """Wherever it comes from: greedy takes most of its first upgrades from the conservation track."""
    bound = BatchPlan(RULES, 2, [], "random", [policy] * 2, 5, first_upgrade=[action, None])
    tracks = bound.play_tracked(0, 60)[1]
    found = set(tracks["first_upgrade"][0::2].tolist())
    assert found <= {action, 255} and action in found


def test_a_bond_of_one_seat_leaves_the_others_free() -> None:
    tracks = plan(first_upgrade=[2, None]).play_tracked(0, 40)[1]
    assert len(set(tracks["first_upgrade"][1::2].tolist())) > 2


def test_a_plain_batch_obeys_the_same_bonds() -> None:
    bound = plan(first_card=[17, None], keep_first=[True, False], first_upgrade=[2, None])
    assert bound.play(0, 10).tobytes() == bound.play_tracked(0, 10)[0].tobytes()


def test_plans_with_bonds_survive_pickling() -> None:
    import pickle

    bound = plan(first_card=[17, None], keep_first=[True, False], first_upgrade=[2, None])
    assert pickle.loads(pickle.dumps(bound)).play(0, 5).tobytes() == bound.play(0, 5).tobytes()


@pytest.mark.parametrize(
    ("bound", "words"),
    [
        ({"first_card": [3]}, "first_card has 1 entries for 2 players"),
        ({"first_card": [3, 3]}, "for two seats"),
        ({"first_card": [999, None]}, "no card of index 999"),
        ({"first_card": [-1, None]}, "no card of index -1"),
        ({"first_upgrade": [5, None]}, "0 to 4, not 5"),
        ({"keep_first": [True, True, True]}, "keep_first has 3 entries"),
    ],
)
def test_wrong_bonds_are_refused(bound: dict, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        plan(**bound)


def test_the_row_has_no_hidden_room() -> None:
    assert TRACK_DTYPE.itemsize == 5 * 32 + 256 + 8
