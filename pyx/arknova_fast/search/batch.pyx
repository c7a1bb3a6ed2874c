# cython: language_level=3
"""Python's door to the playout driver: a plan compiled once, ranges of games as record arrays."""
import numpy as np
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset
from arknova_fast.core.tables cimport Ruleset
from arknova_fast.search.playout cimport MAPS_CYCLE, MAPS_PER_SEAT, MAPS_RANDOM, Plan, Record, play_range
from arknova_fast.search.policy cimport builtin_policy

from arknova_fast.errors import UsageError

RECORD_DTYPE = np.dtype(
    [
        ("game", "<u8"), ("state_hash", "<u8"), ("choices", "<u4"), ("decisions", "<u4"), ("score", "<i2"),
        ("money", "<i2"), ("turns", "<u2"), ("seat", "u1"), ("map", "u1"), ("rank", "u1"), ("winners", "u1"),
        ("appeal", "u1"), ("conservation", "u1"), ("reputation", "u1"), ("x_tokens", "u1"), ("supported", "u1"),
        ("animals", "u1"), ("released", "u1"), ("sponsors", "u1"), ("partner_zoos", "u1"), ("universities", "u1"),
        ("upgraded", "u1"), ("workers", "u1"), ("covered", "u1"), ("breaks", "u1"), ("end_cause", "u1"),
        ("end_player", "u1"), ("n_players", "u1"), ("pad", "V13"),
    ]
)
assert RECORD_DTYPE.itemsize == sizeof(Record)


cdef class BatchPlan:
    """Everything a range of games depends on besides its indices.

    Parameters
    ----------
    ruleset : Ruleset
    players : int
        1 to 4.
    maps : list of int
        Map indices: one per seat, or the pool of a cycle.
    map_plan : {"per_seat", "cycle", "random"}
    policies : list of str
        One name per seat.
    seed : int
        0 to 2**64 - 1.
    peaceful : bool
    map_mode : int
        0 maps as given, 1 pick of two, 2 draft in reverse turn order.
    solo_difficulty : int
        0, 1, 2 for 20, 10, 0 starting appeal.
    turn_limit : int
        Turns of one player after which a game counts as unfinished.
    """

    cdef Plan plan
    cdef readonly Ruleset ruleset
    cdef readonly int players

    def __init__(self, Ruleset ruleset, int players, list maps, str map_plan, list policies, seed, bint peaceful=False,
                 int map_mode=0, int solo_difficulty=0, int turn_limit=500):
        cdef int i
        if not 1 <= players <= 4:
            raise UsageError(f"players must be 1 to 4, not {players}")
        if len(policies) != players:
            raise UsageError(f"{len(policies)} policies for {players} players")
        if not 0 <= seed < 2**64:
            raise UsageError(f"seed must be 0 to 2**64 - 1, not {seed}")
        memset(&self.plan, 0, sizeof(Plan))
        self.ruleset = ruleset
        self.players = players
        self.plan.setup.seed = seed
        self.plan.setup.n_players = players
        self.plan.setup.peaceful = peaceful
        self.plan.setup.map_mode = map_mode
        self.plan.setup.solo_difficulty = solo_difficulty
        self.plan.turn_limit = turn_limit
        self.plan.map_plan = {"per_seat": MAPS_PER_SEAT, "cycle": MAPS_CYCLE, "random": MAPS_RANDOM}[map_plan]
        self.plan.n_pool = len(maps)
        if map_plan == "per_seat" and len(maps) != players:
            raise UsageError(f"{len(maps)} maps for {players} players")
        for i in range(len(maps)):
            self.plan.pool[i] = maps[i]
        for i in range(players):
            self.plan.policy[i] = builtin_policy(policies[i])

    def play(self, start, int64_t count):
        """Play games start .. start + count - 1 without the GIL.

        Returns
        -------
        numpy.ndarray
            Structured array of RECORD_DTYPE, shape (count * players,), game by game, seat by seat.
        """
        cdef Plan plan = self.plan
        cdef uint64_t first = start
        if count <= 0:
            return np.empty(0, RECORD_DTYPE)
        records = np.empty(count * self.players, RECORD_DTYPE)
        cdef unsigned char[::1] view = records.view(np.uint8)
        with nogil:
            play_range(self.ruleset.t, &plan, first, count, <Record*> &view[0])
        return records
