"""Policies compiled by numba run inside the playout loop."""
import numpy as np
import pytest

from arknova_fast import simulate
from arknova_fast.errors import UsageError
from arknova_fast.policies import numba_policy

ROTATE = np.uint64(24)


@numba_policy
def first_action(tables, state, actions, n, rng, data):
    return 0


@numba_policy
def outside(tables, state, actions, n, rng, data):
    return n


@numba_policy
def uniform_again(tables, state, actions, n, rng, data):
    """The built-in random policy written anew: SFC64 and Lemire's bounded draw without the rare second draw."""
    word = rng[0] + rng[1] + rng[3]
    rng[3] += np.uint64(1)
    rng[0] = rng[1] ^ (rng[1] >> np.uint64(11))
    rng[1] = rng[2] + (rng[2] << np.uint64(3))
    rng[2] = ((rng[2] << ROTATE) | (rng[2] >> np.uint64(40))) + word
    high, low = word >> np.uint64(32), word & np.uint64(0xFFFFFFFF)
    size = np.uint64(n)
    return (high * size + ((low * size) >> np.uint64(32))) >> np.uint64(32)


def test_a_numba_policy_that_draws_like_random_plays_the_same_games():
    ours = simulate(40, players=3, policies=uniform_again, seed=5)
    theirs = simulate(40, players=3, policies="random", seed=5)
    np.testing.assert_array_equal(ours, theirs)


def test_a_policy_that_draws_nothing_does_not_move_the_deal_of_the_others():
    """Streams of policies and chance are separate, so map and deal of a game stay the same."""
    with_first = simulate(10, policies=[first_action, "random"], seed=5)
    plain = simulate(10, policies="random", seed=5)
    np.testing.assert_array_equal(with_first["map"], plain["map"])
    assert (with_first["state_hash"] != plain["state_hash"]).any()


def test_an_answer_outside_the_list_ends_the_batch_with_the_game_and_seat():
    with pytest.raises(UsageError, match="game 7: the policy of seat 1"):
        simulate(3, start=7, policies=["random", outside], seed=5, jobs=1)


def test_a_policy_that_is_neither_a_name_nor_compiled_is_refused():
    with pytest.raises(UsageError, match="unknown policy"):
        simulate(1, policies=["random", "rendom"], seed=5)
