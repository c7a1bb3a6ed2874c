# cython: language_level=3
"""The verification driver: random games with every invariant checked at every decision.

Game number `g` of a tally is a pure function of (ruleset, players, seed, g). Blocks of as many games as
there are maps share their options; out of ten blocks one picks maps (expert variant 1), one drafts them
(variant 2), one is peaceful, one keeps the discard pile face down, the others are plain; solo difficulties
alternate from block to block. In the plain blocks the deal and the choices are those of
`arknova run --map all` with the same seed.
"""
import hashlib

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset
from arknova_fast.core.types cimport *
from arknova_fast.core.action cimport action_verb
from arknova_fast.core.invariants cimport check_state
from arknova_fast.core.rng cimport STREAM_POLICY, seed_stream
from arknova_fast.core.state cimport GameState, copy_state, top_frame
from arknova_fast.core.tables cimport Ruleset, Tables
from arknova_fast.rules.engine cimport actor, legal_actions
from arknova_fast.rules.setup cimport MAPS_DRAFT, MAPS_FIXED, MAPS_PICK_OF_TWO
from arknova_fast.search.faults cimport *
from arknova_fast.search.playout cimport MAPS_CYCLE, Plan, begin
from arknova_fast.search.tally cimport Breach, Counts, add_counts, note_breach, note_decision, note_end, note_step
from arknova_fast.search.uniform cimport choose_random

from arknova_fast.core.invariants import invariant_names
from arknova_fast.errors import UsageError, shown
from arknova_fast.search.batch import BatchPlan
from arknova_fast.search.faults import WHAT

cdef enum:
    COPY_PERIOD = 64         # every so many decisions all legal actions are tried on copies
    BLOCKS = 10

# When the invariants are checked, in the order of EVERY.
cdef enum:
    EVERY_DECISION = 0
    EVERY_TURN = 1
    EVERY_SAMPLE = 2         # each COPY_PERIOD-th decision of a game, and its end

EVERY = ("decision", "turn", "sample")


cdef void vary(Plan* plan, uint64_t game) noexcept nogil:
    """The options of a game, by its block."""
    cdef uint64_t block = game // plan.n_pool
    cdef int k = <int> (block % BLOCKS)
    plan.setup.map_mode = MAPS_PICK_OF_TWO if k == 7 else MAPS_DRAFT if k == 8 else MAPS_FIXED
    plan.setup.peaceful = k == 9
    plan.setup.face_down_discard = k == 6
    plan.setup.solo_difficulty = <uint8_t> (block % 3)


cdef int decision_fault(const Tables* R, GameState* S, action_t* actions, int* n, uint32_t number, int every,
                        action_t* tried, uint64_t* mask, Counts* C) noexcept nogil:
    """All checks of one decision. `tried` is the action that failed on a copy."""
    cdef int fault, which = 0
    if every == EVERY_SAMPLE and number % COPY_PERIOD:
        n[0] = legal_actions(R, S, actions)
        return FAULT_NONE if n[0] > 0 else FAULT_NO_ACTION
    if every != EVERY_TURN or top_frame(S).kind == FRAME_MAIN:
        mask[0] = check_state(R, S)
        if mask[0]:
            return FAULT_INVARIANT
    if S.n_frames == 0 or actor(S) >= S.n_players:
        return FAULT_ACTOR
    fault = list_fault(R, S, actions, n)
    if fault == FAULT_NONE and number % COPY_PERIOD == 0:
        fault = try_fault(R, S, actions, n[0], &which, mask)
        tried[0] = actions[which]
        C.tried += which + 1
    return fault


cdef void verify_game(const Tables* R, Plan* plan, uint64_t game, int every, Counts* C) noexcept nogil:
    """One game; a fault ends it, because later faults would only follow from the first."""
    cdef GameState S
    cdef GameState old
    cdef action_t actions[ROOM]
    cdef action_t action = 0
    cdef uint64_t streams[16]
    cdef uint64_t mask = 0
    cdef uint32_t number = 0
    cdef int n = 0, p, k, rose = 0, fault = FAULT_NONE
    cdef int last_turn = plan.turn_limit * plan.setup.n_players
    vary(plan, game)
    begin(R, &S, plan, game)
    for p in range(S.n_players):
        seed_stream(&streams[4 * p], plan.setup.seed, game, STREAM_POLICY + p)
    while S.phase != PHASE_OVER and S.turn <= last_turn:
        fault = decision_fault(R, &S, actions, &n, number, every, &action, &mask, C)
        if fault == FAULT_NONE:
            note_decision(C, &S, n)
            k = choose_random(R, &S, actions, n, &streams[4 * actor(&S)], NULL) if n > 1 else 0
            action = actions[k]
            copy_state(&old, &S)
            fault = step_fault(R, &S, action, number % COPY_PERIOD == 1)
        if fault != FAULT_NONE:
            note_breach(C, fault, game, number, &S, action, mask)
            return
        note_step(C, &old, &S, action, &rose)
        number += 1
    note_end(R, C, &S, rose)
    mask = check_state(R, &S)
    if mask:
        note_breach(C, FAULT_INVARIANT, game, number, &S, action, mask)
    elif S.phase == PHASE_OVER:
        fault = over_fault(&S)
        if fault:
            note_breach(C, fault, game, number, &S, action, 0)


cdef class Tally:
    """Checked random games of one player count, and what was exercised in them.

    Parameters
    ----------
    ruleset : Ruleset
    players : int
        1 to 4.
    seed : int
        0 to 2**64 - 1.
    every : {"decision", "turn", "sample"}
        When the invariants are checked: at every decision, once each turn, or at each 64th decision and the end.

    Examples
    --------
    >>> from arknova_fast.core.tables import Ruleset
    >>> from arknova_fast.search.verify import Tally
    >>> tally = Tally(Ruleset.default(), 2, seed=1)
    >>> tally.play(0, 10)
    >>> tally.as_dict()["games"]
    10
    """

    cdef Plan plan
    cdef Counts counts
    cdef int every
    cdef readonly Ruleset ruleset
    cdef readonly int players
    cdef readonly object seed

    def __init__(self, Ruleset ruleset not None, int players, seed, str every="decision"):
        cdef int i
        if not 1 <= players <= 4:
            raise UsageError(f"players must be 1 to 4, not {players}")
        if not 0 <= seed < 2**64:
            raise UsageError(f"seed must be 0 to 2**64 - 1, not {seed}")
        if every not in EVERY:
            raise UsageError(f"unknown check interval {shown(every)}, known are {', '.join(EVERY)}")
        self.ruleset, self.players, self.seed, self.every = ruleset, players, seed, EVERY.index(every)
        memset(&self.counts, 0, sizeof(Counts))
        memset(&self.plan, 0, sizeof(Plan))
        self.plan.setup.seed = seed
        self.plan.setup.n_players = players
        self.plan.turn_limit = 500
        self.plan.map_plan = MAPS_CYCLE
        self.plan.n_pool = ruleset.t.n_maps
        for i in range(ruleset.t.n_maps):
            self.plan.pool[i] = i

    def play(self, start, int64_t count) -> None:
        """Verify games start .. start + count - 1 without the GIL and add them up."""
        cdef uint64_t first = start
        cdef int64_t i
        with nogil:
            for i in range(count):
                verify_game(self.ruleset.t, &self.plan, first + i, self.every, &self.counts)

    def merge(self, Tally other not None) -> None:
        """Add the counts of another tally; its breaches come after the own ones."""
        add_counts(&self.counts, &other.counts)

    def breaches(self) -> list:
        """The first violations: seed, players, game, decision number, what, invariants, kind, action."""
        cdef int i
        cdef Breach breach
        found = []
        for i in range(<int> self.counts.n_kept):
            breach = self.counts.kept[i]
            found.append({
                "seed": self.seed, "players": self.players, "game": breach.game, "decision": breach.decision,
                "what": WHAT[breach.what], "invariants": invariant_names(breach.mask), "kind": breach.kind,
                "verb": action_verb(breach.action), "action": breach.action,
            })
        return found

    def as_dict(self) -> dict:
        """All counts; lists are indexed by FrameKind, Verb, Op, MapAbility, map and card index."""
        counts = dict(self.counts)
        for name in ("kept", "n_kept"):
            del counts[name]
        counts["breaches"] = self.breaches()
        return counts


def behaviour_hash(Ruleset ruleset not None) -> str:
    """One number for everything the rules do: a hash over the final states of a fixed batch.

    Seed 1; 250 games of 1, 1000 of 2, 250 of 3 and 250 of 4 players; all maps in a cycle; policy random.
    It is meant to change only when a commit says that behaviour changes.

    Returns
    -------
    str
        16 hexadecimal digits.
    """
    digest = hashlib.sha256()
    maps = list(range(ruleset.t.n_maps))
    for players, count in ((1, 250), (2, 1000), (3, 250), (4, 250)):
        records = BatchPlan(ruleset, players, maps, "cycle", ["random"] * players, 1).play(0, count)
        digest.update(records["state_hash"][::players].astype("<u8").tobytes())
    return digest.hexdigest()[:16]
