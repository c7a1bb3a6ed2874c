# cython: language_level=3
"""Python's door to the playout driver: a plan compiled once, ranges of games as record arrays."""
from operator import index

import numpy as np
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset
from arknova_fast.core.bits cimport set_add
from arknova_fast.core.tables cimport Ruleset, Tables
from arknova_fast.search.playout cimport MAPS_CYCLE, MAPS_PER_SEAT, MAPS_RANDOM, Plan, Record, play_range
from arknova_fast.search.policy cimport policy_of

from arknova_fast.errors import UsageError, shown

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
        Turns of one player after which a game counts as unfinished, 0 for none.
    face_down_discard : bool
        Optional variant: the discard pile is kept face down.
    """

    def __init__(self, Ruleset ruleset not None, int players, list maps, str map_plan, list policies, seed,
                 bint peaceful=False, int map_mode=0, int solo_difficulty=0, int turn_limit=500,
                 bint face_down_discard=False):
        cdef int i
        if not 1 <= players <= 4:
            raise UsageError(f"players must be 1 to 4, not {players}")
        if len(policies) != players:
            raise UsageError(f"{len(policies)} policies for {players} players")
        if not 0 <= seed < 2**64:
            raise UsageError(f"seed must be 0 to 2**64 - 1, not {seed}")
        if not 0 <= map_mode <= 2 or not 0 <= solo_difficulty <= 2 or not 0 <= turn_limit * players <= 65535:
            raise UsageError("map_mode and solo_difficulty go from 0 to 2, turn_limit times players from 0 to 65535")
        self.arguments = (ruleset, players, maps, map_plan, policies, seed, peaceful, map_mode, solo_difficulty,
                          turn_limit, face_down_discard)
        memset(&self.plan, 0, sizeof(Plan))
        self.ruleset = ruleset
        self.players = players
        self.plan.setup.seed = seed
        self.plan.setup.n_players = players
        self.plan.setup.peaceful = peaceful
        self.plan.setup.map_mode = map_mode
        self.plan.setup.solo_difficulty = solo_difficulty
        self.plan.setup.face_down_discard = face_down_discard
        self.plan.turn_limit = turn_limit
        self.set_maps(maps, map_plan)
        for i in range(players):
            self.plan.policy[i] = policy_of(policies[i])

    cdef int set_maps(self, list maps, str map_plan) except -1:
        cdef int i
        plans = {"per_seat": MAPS_PER_SEAT, "cycle": MAPS_CYCLE, "random": MAPS_RANDOM}
        if map_plan not in plans:
            raise UsageError(f"unknown map plan {shown(map_plan)}, known are {', '.join(plans)}")
        if map_plan == "per_seat" and len(maps) != self.players:
            raise UsageError(f"{len(maps)} maps for {self.players} players")
        if map_plan == "cycle" and not 1 <= len(maps) <= 32:
            raise UsageError(f"a cycle has 1 to 32 maps, not {len(maps)}")
        self.plan.map_plan = plans[map_plan]
        self.plan.n_pool = len(maps)
        for i in range(len(maps)):
            if not 0 <= maps[i] < self.ruleset.t.n_maps:
                raise UsageError(f"there is no map {maps[i]}, the indices go from 0 to {self.ruleset.t.n_maps - 1}")
            self.plan.pool[i] = maps[i]
        advanced = 0
        for i in range(self.ruleset.t.n_maps):
            advanced += self.ruleset.t.map[i].advanced
        # One more map than players is laid out for a draft, two per player are offered in variant 1.
        need = (0, 2 * self.players, self.players + 1)[self.plan.setup.map_mode]
        if map_plan == "random":
            need = max(need, self.players)
        if advanced < need:
            raise UsageError(f"{need} advanced maps are needed, the ruleset has {advanced}")
        return 0

    cdef int remove(self, object removed) except -1:
        """Take out what earlier games of a solo challenge used up (R28.2, R28.3)."""
        cdef const Tables* R = self.ruleset.t
        ranges = {"cards": (0, R.n_cards), "base": (R.base_first, R.base_first + 16), "finals": (0, R.n_finals),
                  "tiles": (0, R.n_tiles), "maps": (0, R.n_maps)}
        if not isinstance(removed, dict):
            raise UsageError(f"removed must be a dict of lists, not {shown(removed)}")
        for key in removed:
            if key not in ranges:
                raise UsageError(f"removed: unknown key {shown(key)}, known are {', '.join(ranges)}")
        found = {key: indices(removed.get(key, ()), key, low, end) for key, (low, end) in ranges.items()}
        for card in found["cards"]:
            set_add(self.plan.setup.removed, card)
        self.plan.setup.removed_base = mask_of(found["base"], R.base_first)
        self.plan.setup.removed_finals = mask_of(found["finals"])
        self.plan.setup.removed_tiles = mask_of(found["tiles"])
        self.plan.setup.removed_maps = mask_of(found["maps"])
        return 0

    def __reduce__(self):
        return BatchPlan, self.arguments

    def play(self, start, int64_t count):
        """Play games start .. start + count - 1 without the GIL.

        Returns
        -------
        numpy.ndarray
            Structured array of RECORD_DTYPE, shape (count * players,), game by game, seat by seat.
        """
        cdef Plan plan = self.plan
        cdef uint64_t first = start
        if count < 0:
            raise UsageError(f"a number of games must not be negative: {count}")
        if count == 0:
            return np.empty(0, RECORD_DTYPE)
        # Zeros: unused bytes of a row are the same for every run.
        records = np.zeros(count * self.players, RECORD_DTYPE)
        cdef unsigned char[::1] view = records.view(np.uint8)
        cdef Record* out = <Record*> &view[0]
        cdef int64_t wrong
        with nogil:
            wrong = play_range(self.ruleset.t, &plan, first, count, out)
        if wrong >= 0:
            raise UsageError(f"game {first + wrong // 4}: the policy of seat {wrong % 4} answered with an index "
                             "outside the list of legal actions")
        return records


cdef list indices(items, str key, int low, int end):
    """The indices of one kind of removed material, each a whole number of its range."""
    if not isinstance(items, (list, tuple, set, frozenset, range, np.ndarray)):
        raise UsageError(f"removed: {key} must be a list of indices, not {shown(items)}")
    found = []
    for item in items:
        try:
            number = index(item)
        except TypeError:
            number = low - 1
        if isinstance(item, bool) or not low <= number < end:
            raise UsageError(f"removed: there is no {key} index {shown(item)}, they go from {low} to {end - 1}")
        found.append(number)
    return found


cdef mask_of(list numbers, int first=0):
    mask = 0
    for number in numbers:
        mask |= 1 << number - first
    return mask


def play_chunk(BatchPlan plan not None, start, count):
    """``plan.play(start, count)`` as a function that executors can send to other processes."""
    return plan.play(start, count)
