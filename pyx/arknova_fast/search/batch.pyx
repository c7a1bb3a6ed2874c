# cython: language_level=3
"""Python's door to the playout driver: a plan compiled once, ranges of games as record arrays."""
from operator import index

import numpy as np
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memset
from arknova_fast.core.bits cimport set_add, set_has
from arknova_fast.core.types cimport CARD_WORDS, MAX_CARDS
from arknova_fast.core.tables cimport Ruleset, Tables
from arknova_fast.search.playout cimport MAPS_CYCLE, MAPS_PER_SEAT, MAPS_RANDOM, Plan, Record, play_range
from arknova_fast.search.policy cimport policy_of
from arknova_fast.search.track cimport Track, play_tracked_range

from arknova_fast.errors import UsageError, shown
from arknova_fast.search.policy import wrong_answer

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

# Card sets are little-endian bit sets: bit i is the card of index i.
TRACK_DTYPE = np.dtype(
    [(name, "u1", (8 * CARD_WORDS,)) for name in ("dealt", "kept", "seen", "played", "in_hand")]
    + [("played_in", "u1", (MAX_CARDS,)), ("options", "<u4"), ("lead_changes", "u1"), ("first_upgrade", "u1"),
       ("finals", "<u2")]
)
assert TRACK_DTYPE.itemsize == sizeof(Track)


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
    policies : list
        One per seat: the text of a built-in policy, or an object as in ``arknova_fast.policies``.
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
    first_card, keep_first, first_upgrade : sequence, optional
        Experiments, one entry per seat: the index of the card it is dealt first (it changes places in the shuffled
        deck with the card that would be) or None; whether its opening hand keeps the card dealt first; the action
        card (0 to 4) that it upgrades first, or None. Everything else is as without them.
    """

    def __init__(self, Ruleset ruleset not None, int players, list maps, str map_plan, list policies, seed,
                 bint peaceful=False, int map_mode=0, int solo_difficulty=0, int turn_limit=500,
                 bint face_down_discard=False, first_card=(), keep_first=(), first_upgrade=()):
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
                          turn_limit, face_down_discard, first_card, keep_first, first_upgrade)
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
        self.bind(first_card, keep_first, first_upgrade)
        for i in range(players):
            self.plan.policy[i] = policy_of(policies[i], ruleset)

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

    cdef int bind(self, object first_card, object keep_first, object first_upgrade) except -1:
        """What an experiment fixes for single seats."""
        cdef int i, card, action
        for name, values in (("first_card", first_card), ("keep_first", keep_first), ("first_upgrade", first_upgrade)):
            if len(values) not in (0, self.players):
                raise UsageError(f"{name} has {len(values)} entries for {self.players} players")
        dealt = [given for given in first_card if given is not None]
        if len(set(dealt)) < len(dealt):
            raise UsageError("first_card names a card for two seats, there is one of each")
        for i in range(len(first_card)):
            if first_card[i] is not None:
                card = first_card[i]
                if not (0 <= card < self.ruleset.t.n_cards and set_has(self.ruleset.t.zoo_deck, card)):
                    raise UsageError(f"first_card: there is no card of index {shown(card)} in the deck")
                self.plan.setup.first_card[i] = <uint8_t> (card + 1)
        for i in range(len(keep_first)):
            self.plan.keep_first[i] = bool(keep_first[i])
        for i in range(len(first_upgrade)):
            if first_upgrade[i] is not None:
                action = first_upgrade[i]
                if not 0 <= action <= 4:
                    raise UsageError(f"first_upgrade goes from 0 to 4, not {shown(action)}")
                self.plan.first_upgrade[i] = <uint8_t> (action + 1)
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
        cdef int64_t wrong
        if self.bound():
            return self.play_tracked(start, count)[0]
        records = self.room(count, RECORD_DTYPE)
        if count == 0:
            return records
        cdef unsigned char[::1] rows = records.view(np.uint8)
        cdef Record* out = <Record*> &rows[0]
        with nogil:
            wrong = play_range(self.ruleset.t, &plan, first, count, out)
        self.check_answer(first, wrong)
        return records

    def play_tracked(self, start, int64_t count):
        """The same games as ``play``, and what became of every player's cards.

        Returns
        -------
        records : numpy.ndarray
            As ``play``.
        tracks : numpy.ndarray
            Structured array of TRACK_DTYPE with the same shape. Card sets are little-endian bit sets by card index.
        """
        cdef Plan plan = self.plan
        cdef uint64_t first = start
        cdef int64_t wrong
        records, tracks = self.room(count, RECORD_DTYPE), self.room(count, TRACK_DTYPE)
        if count == 0:
            return records, tracks
        cdef unsigned char[::1] rows = records.view(np.uint8)
        cdef unsigned char[::1] followed = tracks.view(np.uint8)
        cdef Record* out = <Record*> &rows[0]
        cdef Track* track = <Track*> &followed[0]
        with nogil:
            wrong = play_tracked_range(self.ruleset.t, &plan, first, count, out, track)
        self.check_answer(first, wrong)
        return records, tracks

    cdef bint bound(self):
        """Does an experiment bind a choice of a seat?"""
        cdef int i
        for i in range(self.players):
            if self.plan.keep_first[i] or self.plan.first_upgrade[i]:
                return True
        return False

    cdef object room(self, int64_t count, dtype):
        """An array for so many games. Zeros: unused bytes of a row are the same for every run."""
        if count < 0:
            raise UsageError(f"a number of games must not be negative: {count}")
        return np.zeros(count * self.players, dtype)

    cdef int check_answer(self, uint64_t first, int64_t wrong) except -1:
        if wrong >= 0:
            seat = wrong % 4
            raise wrong_answer(self.arguments[4][seat], f"game {first + wrong // 4}: the policy of seat {seat}")
        return 0


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
