"""A policy that takes one draw below the number of listed actions, compiled by numba, to compare drivers with.

The policy ``random`` chooses as uniformly, but draws proposals at main choices.
"""
import numpy as np

from arknova_fast.policies import numba_policy

ROTATE = np.uint64(24)


@numba_policy
def one_draw(tables, state, actions, n, rng, data):
    """SFC64 and Lemire's bounded draw without the rare second draw."""
    word = rng[0] + rng[1] + rng[3]
    rng[3] += np.uint64(1)
    rng[0] = rng[1] ^ (rng[1] >> np.uint64(11))
    rng[1] = rng[2] + (rng[2] << np.uint64(3))
    rng[2] = ((rng[2] << ROTATE) | (rng[2] >> np.uint64(40))) + word
    high, low = word >> np.uint64(32), word & np.uint64(0xFFFFFFFF)
    size = np.uint64(n)
    return (high * size + ((low * size) >> np.uint64(32))) >> np.uint64(32)
