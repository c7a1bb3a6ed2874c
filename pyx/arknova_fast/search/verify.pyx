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
from libc.string cimport memcmp, memset
from arknova_fast.core.types cimport *
from arknova_fast.core.action cimport action_a, action_verb
from arknova_fast.core.bits cimport lowest
from arknova_fast.core.rng cimport STREAM_POLICY, seed_stream
from arknova_fast.core.state cimport Frame, GameState, Player, check_state, copy_state, hash_state
from arknova_fast.core.tables cimport Map, Ruleset, Tables
from arknova_fast.rules.engine cimport actor, apply_action, legal_actions
from arknova_fast.rules.setup cimport MAPS_DRAFT, MAPS_FIXED, MAPS_PICK_OF_TWO
from arknova_fast.search.playout cimport MAPS_CYCLE, Plan, begin
from arknova_fast.search.uniform cimport choose_random

from arknova_fast.core.state import invariant_names
from arknova_fast.errors import UsageError, shown
from arknova_fast.search.batch import BatchPlan

cdef extern from *:
    """
    #ifdef ARK_DEBUG
    #define ARK_IS_DEBUG 1
    #else
    #define ARK_IS_DEBUG 0
    #endif
    #ifdef __SANITIZE_ADDRESS__
    #define ARK_IS_SANITIZED 1
    #else
    #define ARK_IS_SANITIZED 0
    #endif
    #ifdef __AVX2__
    #define ARK_HAS_AVX2 1
    #else
    #define ARK_HAS_AVX2 0
    #endif
    #ifdef __VERSION__
    #define ARK_COMPILER __VERSION__
    #else
    #define ARK_COMPILER "unknown"
    #endif
    """
    bint IS_DEBUG "ARK_IS_DEBUG"
    bint IS_SANITIZED "ARK_IS_SANITIZED"
    bint HAS_AVX2 "ARK_HAS_AVX2"
    const char* COMPILER "ARK_COMPILER"

cdef enum:
    ROOM = 2 * MAX_ACTIONS   # so that a list beyond MAX_ACTIONS is reported before it does harm
    KEPT = 16                # breaches described, all are counted
    COPY_PERIOD = 64         # every so many decisions all legal actions are tried on copies
    BLOCKS = 10
    LENGTHS = 512

# When the invariants are checked, in the order of EVERY.
cdef enum:
    EVERY_DECISION = 0
    EVERY_TURN = 1
    EVERY_SAMPLE = 2         # each COPY_PERIOD-th decision of a game, and its end

EVERY = ("decision", "turn", "sample")

# What can go wrong, in the order of WHAT.
cdef enum:
    FAULT_NONE = 0
    FAULT_INVARIANT = 1
    FAULT_NO_ACTION = 2
    FAULT_TOO_MANY = 3
    FAULT_ORDER = 4
    FAULT_LISTING = 5
    FAULT_ACTOR = 6
    FAULT_COPY = 7
    FAULT_TRIED = 8
    FAULT_DEAD_END = 9
    FAULT_LEFTOVER = 10

WHAT = (
    "", "an invariant is broken", "there is no legal action", "more legal actions than MAX_ACTIONS",
    "legal actions are not ascending and unique", "listing changed the state", "nobody has to decide",
    "a copy went another way", "an invariant is broken after a listed action",
    "a listed action leads to a decision without legal actions", "the game is over with work left on the stack",
)

cdef struct Breach:
    uint64_t game
    uint64_t mask            # Invariant bits
    uint32_t decision        # number of the decision in the game, counted from 0
    uint32_t action          # the action tried or applied last
    uint8_t what
    uint8_t kind             # FrameKind of the decision

cdef struct Counts:
    uint64_t games
    uint64_t unfinished
    uint64_t decisions
    uint64_t choices
    uint64_t tried           # actions applied to copies
    uint64_t violations
    uint64_t kind[64]        # decisions by FrameKind
    uint64_t verb[64]        # actions applied by Verb
    uint64_t op[64]          # games in which an Op was run
    uint64_t ability[8]      # games in which a MapAbility took effect
    uint64_t map[32]         # zoos by map
    uint64_t map_money[32]   # zoos that covered a money bonus, by map
    uint64_t played[256]     # animals and sponsors entering a zoo, projects supported
    uint64_t final_held[16]  # final scoring cards held at the end
    uint64_t end_cause[8]
    uint64_t length[512]     # games by turns of the start player
    uint64_t money_rose      # games in which some decision brought money
    uint64_t tokens_rose     # the same for X-tokens
    uint32_t longest         # action list
    uint32_t longest_kind
    uint32_t deepest_frames
    uint32_t deepest_open
    uint32_t deepest_deferred
    uint32_t n_kept
    Breach kept[16]


cdef void vary(Plan* plan, uint64_t game) noexcept nogil:
    """The options of a game, by its block."""
    cdef uint64_t block = game // plan.n_pool
    cdef int k = <int> (block % BLOCKS)
    plan.setup.map_mode = MAPS_PICK_OF_TWO if k == 7 else MAPS_DRAFT if k == 8 else MAPS_FIXED
    plan.setup.peaceful = k == 9
    plan.setup.face_down_discard = k == 6
    plan.setup.solo_difficulty = <uint8_t> (block % 3)


cdef void report(Counts* C, int what, uint64_t game, uint32_t decision, const GameState* S, action_t action,
                 uint64_t mask) noexcept nogil:
    cdef Breach* breach
    C.violations += 1
    if C.n_kept == KEPT:
        return
    breach = &C.kept[C.n_kept]
    C.n_kept += 1
    breach.game = game
    breach.mask = mask
    breach.decision = decision
    breach.action = action
    breach.what = <uint8_t> what
    breach.kind = S.frame[S.n_frames - 1].kind if S.n_frames else FRAME_NONE


cdef int list_fault(const Tables* R, GameState* S, action_t* actions, int* n) noexcept nogil:
    """List the legal actions of a decision and judge the list."""
    cdef GameState before
    cdef int i
    copy_state(&before, S)
    n[0] = legal_actions(R, S, actions)
    if memcmp(&before, S, sizeof(GameState)) != 0:
        return FAULT_LISTING
    if n[0] <= 0:
        return FAULT_NO_ACTION
    if n[0] > MAX_ACTIONS:
        return FAULT_TOO_MANY
    for i in range(1, n[0]):
        if actions[i] <= actions[i - 1]:
            return FAULT_ORDER
    return FAULT_NONE


cdef int over_fault(const GameState* S) noexcept nogil:
    if S.n_frames or S.n_open or S.n_deferred:
        return FAULT_LEFTOVER
    return FAULT_NONE


cdef int try_fault(const Tables* R, const GameState* S, const action_t* actions, int n, int* which,
                   uint64_t* mask) noexcept nogil:
    """Apply every listed action to a copy: invariants hold and the game goes on or is over."""
    cdef GameState copy
    cdef action_t next_actions[ROOM]
    cdef int i, m, fault
    for i in range(n):
        which[0] = i
        copy_state(&copy, S)
        apply_action(R, &copy, actions[i])
        mask[0] = check_state(R, &copy)
        if mask[0]:
            return FAULT_TRIED
        if copy.phase == PHASE_OVER:
            fault = over_fault(&copy)
            if fault:
                return fault
        elif list_fault(R, &copy, next_actions, &m):
            return FAULT_DEAD_END
    return FAULT_NONE


cdef int step_fault(const Tables* R, GameState* S, action_t action, bint twice) noexcept nogil:
    """Apply the action; with `twice` also to a copy, which must end up equal."""
    cdef GameState copy
    if not twice:
        apply_action(R, S, action)
        return FAULT_NONE
    copy_state(&copy, S)
    if hash_state(&copy) != hash_state(S):
        return FAULT_COPY
    apply_action(R, &copy, action)
    apply_action(R, S, action)
    return FAULT_COPY if memcmp(&copy, S, sizeof(GameState)) != 0 else FAULT_NONE


cdef int asked_kind(const GameState* S) noexcept nogil:
    """The kind of a decision; the two extra steps of the Animals action count as kinds of their own."""
    cdef const Frame* f = &S.frame[S.n_frames - 1]
    if f.kind == FRAME_ANIMALS and f.step == 2:
        return FRAME_EXTRA_SMALL
    if f.kind == FRAME_ANIMALS and f.step == 3:
        return FRAME_TAKE_SMALL
    return f.kind


cdef void note_decision(Counts* C, const GameState* S, int n) noexcept nogil:
    cdef int kind = asked_kind(S)
    C.decisions += 1
    C.choices += n > 1
    C.kind[kind] += 1
    if <uint32_t> n > C.longest:
        C.longest = n
        C.longest_kind = kind


cdef void note_step(Counts* C, const GameState* old, const GameState* S, action_t action, int* rose) noexcept nogil:
    """Cards that entered a zoo, gains of money and tokens, the verb; `old` is the state before."""
    cdef int p, w
    cdef uint64_t fresh
    cdef int verb = action_verb(action)
    C.verb[verb] += 1
    if verb == SUPPORT:
        C.played[action_a(action)] += 1
    for p in range(S.n_players):
        for w in range(CARD_WORDS):
            fresh = S.player[p].zoo[w] & ~old.player[p].zoo[w]
            while fresh:
                C.played[(w << 6) + lowest(fresh)] += 1
                fresh &= fresh - 1
        if S.player[p].money > old.player[p].money:
            rose[0] |= 1
        if S.player[p].x_tokens > old.player[p].x_tokens:
            rose[0] |= 2
    if S.n_deferred > C.deepest_deferred:
        C.deepest_deferred = S.n_deferred


cdef void note_zoo(const Tables* R, Counts* C, const Player* P) noexcept nogil:
    cdef const Map* M = &R.map[P.map]
    cdef uint64_t cells = P.built & M.bonus
    cdef int i
    C.map[P.map] += 1
    for i in range(MAX_FINALS):
        C.final_held[i] += (P.finals >> i) & 1
    while cells:
        if M.cell_bonus[lowest(cells)].op == OP_MONEY:
            C.map_money[P.map] += 1
            return
        cells &= cells - 1


cdef void note_end(const Tables* R, Counts* C, const GameState* S, int rose) noexcept nogil:
    cdef int i
    C.games += 1
    C.end_cause[S.end_cause & 7] += 1
    C.length[min((S.turn + S.n_players - 1) // S.n_players, LENGTHS - 1)] += 1
    C.unfinished += S.phase != PHASE_OVER
    C.money_rose += rose & 1
    C.tokens_rose += (rose >> 1) & 1
    for i in range(N_OPS):
        C.op[i] += (S.ops_run >> i) & 1
    for i in range(8):
        C.ability[i] += (S.abilities_run >> i) & 1
    if S.deepest_frames > C.deepest_frames:
        C.deepest_frames = S.deepest_frames
    if S.deepest_open > C.deepest_open:
        C.deepest_open = S.deepest_open
    for i in range(S.n_players):
        note_zoo(R, C, &S.player[i])


cdef int decision_fault(const Tables* R, GameState* S, action_t* actions, int* n, uint32_t number, int every,
                        action_t* tried, uint64_t* mask, Counts* C) noexcept nogil:
    """All checks of one decision. `tried` is the action that failed on a copy."""
    cdef int fault, which = 0
    if every == EVERY_SAMPLE and number % COPY_PERIOD:
        n[0] = legal_actions(R, S, actions)
        return FAULT_NONE if n[0] > 0 else FAULT_NO_ACTION
    if every != EVERY_TURN or S.frame[S.n_frames - 1].kind == FRAME_MAIN:
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
            report(C, fault, game, number, &S, action, mask)
            return
        note_step(C, &old, &S, action, &rose)
        number += 1
    note_end(R, C, &S, rose)
    mask = check_state(R, &S)
    if mask:
        report(C, FAULT_INVARIANT, game, number, &S, action, mask)
    elif S.phase == PHASE_OVER:
        fault = over_fault(&S)
        if fault:
            report(C, fault, game, number, &S, action, 0)


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
        cdef Counts* a = &self.counts
        cdef const Counts* b = &other.counts
        cdef uint64_t* sums = <uint64_t*> a
        cdef const uint64_t* more = <const uint64_t*> b
        cdef size_t i
        # Everything before `longest` is a sum.
        for i in range((<size_t> &a.longest - <size_t> a) // sizeof(uint64_t)):
            sums[i] += more[i]
        if b.longest > a.longest:
            a.longest = b.longest
            a.longest_kind = b.longest_kind
        a.deepest_frames = max(a.deepest_frames, b.deepest_frames)
        a.deepest_open = max(a.deepest_open, b.deepest_open)
        a.deepest_deferred = max(a.deepest_deferred, b.deepest_deferred)
        for i in range(b.n_kept):
            if a.n_kept < KEPT:
                a.kept[a.n_kept] = b.kept[i]
                a.n_kept += 1

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


def build_info() -> dict:
    """How this module, and so the package, was compiled: compiler, debug, sanitized, avx2 (a native build)."""
    return {"compiler": COMPILER.decode(), "debug": bool(IS_DEBUG), "sanitized": bool(IS_SANITIZED),
            "avx2": bool(HAS_AVX2)}


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
