# cython: language_level=3
"""Measuring loops in compiled code: recorded positions, and games with every step checked.

A timed loop returns a check value beside its times; ``Positions.verify`` makes the same value the careful way and
raises ``AssertionError`` when the rules are broken on the way, so that a kernel that does less cannot pass as fast.
Times are thread time: what other processes do on the machine counts only as far as it disturbs the caches.
"""
import numpy as np

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memset
from arknova_fast.core.types cimport *
from arknova_fast.core.action cimport action_verb
from arknova_fast.core.bits cimport popcount, set_count, set_drop, set_next
from arknova_fast.core.rng cimport STREAM_POLICY, seed_stream
from arknova_fast.core.state cimport Frame, GameState, Player, StateBox, check_state, copy_state, hash_state
from arknova_fast.core.tables cimport MAX_FORMS, MAX_PLACEMENTS, MAX_SHAPE_CELLS, Placement, Ruleset, Tables
from arknova_fast.effects.pending cimport pop, push, top
from arknova_fast.effects.zones cimport discard
from arknova_fast.rules.engine cimport actor, apply_action, legal_actions, run
from arknova_fast.rules.looking cimport return_final
from arknova_fast.rules.placement cimport (
    ark_forms, blocked_cells, count_places, find_anchors, find_kinds, find_places, forms_from, list_placements,
    nth_place, placeable_kinds)
from arknova_fast.search.batch cimport BatchPlan
from arknova_fast.search.playout cimport Plan, Record, begin

from arknova_fast.core.state import invariant_names

cdef extern from "ark_shape.h" nogil:
    int64_t ark_thread_ns()
    void ark_keep(void* p)

cdef extern from "ark_places.h" nogil:
    void anchors_plain "ark_anchors_plain"(const ark_forms* forms, uint64_t open_, uint64_t quiet, int n, int cells,
                                           uint64_t* anchors)
    uint64_t kinds_plain "ark_kinds_plain"(const ark_forms* forms, uint64_t open_, uint64_t quiet, int n, int cells)

cdef enum:
    N_BINS = 64
    BY_KIND = 0
    BY_VERB = 1
    BY_STAGE = 2
    STAGE_MAP = 0            # a main choice with a map of at least 10 covered cells
    STAGE_BREAK = 1          # ... with the break token at most two steps before its end
    STAGE_FINAL = 2          # ... in the last turns of the game
    LOOP_COPY = 0
    LOOP_LIST = 1
    LOOP_APPLY = 2
    LOOP_SCAN = 3
    LOOP_KINDS = 4
    LOOP_PHASE = 5
    LOOP_HASH = 6
    LOOP_PLACES = 7
    LOOP_PICK = 8

LOOPS = ("copy", "list", "apply", "scan", "kinds", "phase", "hash", "places", "pick")
BY = ("kind", "verb", "stage")

cdef struct Bin:
    GameState* states
    action_t* actions        # the action taken in each
    int64_t seen             # decisions of this key, stored or not
    int64_t choices          # those with two or more options
    int64_t options          # options over all of them
    int64_t stride           # every so manyth is stored
    int n
    int room

# --- playing and recording --------------------------------------------------------------------------------------------


cdef int key_of(const GameState* S, action_t action, int by) noexcept nogil:
    """The bin of a decision, -1 for none."""
    if by == BY_VERB:
        return action_verb(action)
    if by == BY_KIND:
        return decision_kind(S)
    if decision_kind(S) != FRAME_MAIN:
        return -1
    if S.end_cause != END_NONE:
        return STAGE_FINAL
    if S.break_left <= 2:
        return STAGE_BREAK
    return STAGE_MAP if popcount(S.player[actor(S)].built) >= 10 else -1


cdef void store(Bin* b, const GameState* S, action_t action, int n) noexcept nogil:
    if b.stride and b.seen % b.stride == 0 and b.n < b.room:
        copy_state(&b.states[b.n], S)
        b.actions[b.n] = action
        b.n += 1
    b.seen += 1
    b.choices += n > 1
    b.options += n


cdef void record_games(const Tables* R, Plan* plan, uint64_t first, int64_t count, int by, Bin** bins) noexcept nogil:
    """Play games like play_range and put their decisions into bins."""
    cdef GameState S
    cdef action_t actions[ROOM]
    cdef uint64_t streams[16]
    cdef int64_t g
    cdef int n, p, k, key
    for g in range(count):
        begin(R, &S, plan, first + g)
        for p in range(S.n_players):
            seed_stream(&streams[4 * p], plan.setup.seed, first + g, STREAM_POLICY + p)
        while S.phase != PHASE_OVER and S.turn <= 500 * S.n_players:
            n = legal_actions(R, &S, actions)
            p = actor(&S)
            k = plan.policy[p].choose(R, &S, actions, n, &streams[4 * p], plan.policy[p].data) if n > 1 else 0
            key = key_of(&S, actions[k], by)
            if key >= 0:
                store(bins[key], &S, actions[k], n)
            apply_action(R, &S, actions[k])


cdef int list_checked(const Tables* R, GameState* S, action_t* actions, uint64_t* broken) noexcept nogil:
    """The legal actions of a sound state, listed without changing it, ascending; -1 when something is wrong."""
    cdef GameState before
    cdef int i, n
    broken[0] = check_state(R, S)
    if broken[0]:
        return -1
    copy_state(&before, S)
    n = legal_actions(R, S, actions)
    if not 0 < n <= MAX_ACTIONS or memcmp(&before, S, sizeof(GameState)) != 0:
        return -1
    for i in range(1, n):
        if actions[i] <= actions[i - 1]:
            return -1
    return n


cdef int checked_game(const Tables* R, Plan* plan, uint64_t game, Record* out, uint64_t* broken) noexcept nogil:
    """One game, judged at every decision; fills what identifies its result. -1 when something is wrong."""
    cdef GameState S
    cdef action_t actions[ROOM]
    cdef uint64_t streams[16]
    cdef int n, p, k
    begin(R, &S, plan, game)
    for p in range(S.n_players):
        seed_stream(&streams[4 * p], plan.setup.seed, game, STREAM_POLICY + p)
    while S.phase != PHASE_OVER:
        n = list_checked(R, &S, actions, broken)
        if n < 0 or S.turn > 500 * S.n_players:
            return -1
        k = 0
        out.decisions += 1
        if n > 1:
            out.choices += 1
            p = actor(&S)
            k = plan.policy[p].choose(R, &S, actions, n, &streams[4 * p], plan.policy[p].data)
        apply_action(R, &S, actions[k])
    broken[0] = check_state(R, &S)
    out.state_hash = hash_state(&S)
    return -1 if broken[0] or S.n_frames else 0


def checked_games(BatchPlan plan not None, start, int64_t count):
    """The games of ``plan.play(start, count)``, with the state and the list judged at every decision.

    Returns
    -------
    (hashes, decisions, choices) : numpy.ndarray, int, int
        Hash of every final state (uint64), decisions and choices of all games.

    Raises
    ------
    AssertionError
        If an invariant or a list is broken, or a game does not end.
    """
    cdef Plan copy = plan.plan
    cdef uint64_t first = start, broken = 0
    cdef int64_t i
    cdef Record result
    hashes = np.empty(count, np.uint64)
    decisions = choices = 0
    for i in range(count):
        memset(&result, 0, sizeof(Record))
        if checked_game(plan.ruleset.t, &copy, first + i, &result, &broken) < 0:
            names = ", ".join(invariant_names(broken)) or "a list of legal actions is wrong, or the game does not end"
            raise AssertionError(f"game {first + i} of seed {copy.setup.seed} with {plan.players} players: {names}")
        hashes[i] = result.state_hash
        decisions += result.decisions
        choices += result.choices
    return hashes, decisions, choices


# --- loops over positions ---------------------------------------------------------------------------------------------
# Each copies the state into one place first, as hot as it is in a playout; the copy is measured by itself.


cdef uint64_t loop_copy(const Bin* b) noexcept nogil:
    cdef GameState S
    cdef uint64_t check = 0
    cdef int i
    for i in range(b.n):
        copy_state(&S, &b.states[i])
        ark_keep(&S)
        check += S.turn
    return check


cdef uint64_t loop_list(const Tables* R, const Bin* b) noexcept nogil:
    cdef GameState S
    cdef action_t actions[ROOM]
    cdef uint64_t check = 0
    cdef int i, n
    for i in range(b.n):
        copy_state(&S, &b.states[i])
        n = legal_actions(R, &S, actions)
        check += <uint64_t> n * actions[n - 1]
    return check


cdef inline uint64_t digest(const GameState* S) noexcept nogil:
    return <uint64_t> (S.turn + 64 * S.n_frames + 4096 * S.phase + 65536 * (S.player[0].money + S.player[1].appeal))


cdef uint64_t loop_apply(const Tables* R, const Bin* b) noexcept nogil:
    cdef GameState S
    cdef uint64_t check = 0
    cdef int i
    for i in range(b.n):
        copy_state(&S, &b.states[i])
        apply_action(R, &S, b.actions[i])
        check += digest(&S)
    return check


cdef inline uint64_t sum_of(const Tables* R, const uint64_t* anchors) noexcept nogil:
    """A cheap number that depends on the anchors of all forms."""
    cdef uint64_t check = 0
    cdef int form
    for form in range(R.form_start[<int> UNIQUE_0]):
        check += anchors[form]
    return check


cdef uint64_t loop_scan(const Tables* R, const Bin* b) noexcept nogil:
    """All placements of all kinds the Build action offers on side II as a bit set."""
    cdef uint64_t anchors[MAX_FORMS]
    cdef uint64_t check = 0
    cdef int i
    for i in range(b.n):
        find_places(R, &b.states[i], actor(&b.states[i]), KIOSK, UNIQUE_0 - 1, anchors)
        ark_keep(anchors)
        check += sum_of(R, anchors)
    return check


cdef inline int picked(const GameState* S, int n) noexcept nogil:
    """A number below n that is different from state to state."""
    return (37 * S.turn & 0xFF) * n >> 8


cdef uint64_t loop_pick(const Tables* R, const Bin* b) noexcept nogil:
    """The same bit set counted, and one of the placements picked."""
    cdef uint64_t anchors[MAX_FORMS]
    cdef uint8_t counts[MAX_FORMS]
    cdef uint64_t check = 0
    cdef int i, n
    for i in range(b.n):
        find_places(R, &b.states[i], actor(&b.states[i]), KIOSK, UNIQUE_0 - 1, anchors)
        n = count_places(R, KIOSK, UNIQUE_0 - 1, anchors, counts)
        if n:
            check += <uint64_t> n << 16 | <uint64_t> nth_place(R, KIOSK, anchors, counts, picked(&b.states[i], n))
    return check


cdef uint64_t loop_places(const Tables* R, const Bin* b) noexcept nogil:
    """The same placements, listed."""
    cdef action_t places[MAX_PLACEMENTS]
    cdef const GameState* S
    cdef uint64_t check = 0
    cdef uint32_t kinds
    cdef int i, n, kind
    for i in range(b.n):
        S = &b.states[i]
        n = 0
        kinds = R.build2_kinds
        kind = 0
        while kinds >> kind:
            if kinds >> kind & 1:
                n = list_placements(R, S, actor(S), kind, places, n)
            kind += 1
        ark_keep(places)
        check += n
    return check


cdef uint64_t loop_kinds(const Tables* R, const Bin* b) noexcept nogil:
    """Which kinds have a placement at all, as the main choice and the Build action ask it."""
    cdef uint64_t check = 0
    cdef int i
    for i in range(b.n):
        check += placeable_kinds(R, &b.states[i], actor(&b.states[i]), R.build2_kinds)
    return check


cdef void finish_phase(const Tables* R, GameState* S, int* asked) noexcept nogil:
    """Run a break or the final scoring; questions on the way are answered with the first legal action."""
    cdef action_t actions[ROOM]
    run(R, S)
    while S.phase == PHASE_BREAK or S.phase == PHASE_FINAL:
        legal_actions(R, S, actions)
        apply_action(R, S, actions[0])
        asked[0] += 1


cdef uint64_t loop_phase(const Tables* R, const Bin* b) noexcept nogil:
    cdef GameState S
    cdef uint64_t check = 0
    cdef int i, asked = 0
    for i in range(b.n):
        copy_state(&S, &b.states[i])
        finish_phase(R, &S, &asked)
        check += digest(&S)
    return check + asked


cdef uint64_t loop_hash(const Bin* b) noexcept nogil:
    cdef uint64_t check = 0
    cdef int i
    for i in range(b.n):
        check += hash_state(&b.states[i])
    return check


cdef uint64_t run_loop(const Tables* R, const Bin* b, int loop) noexcept nogil:
    if loop == LOOP_COPY:
        return loop_copy(b)
    elif loop == LOOP_LIST:
        return loop_list(R, b)
    elif loop == LOOP_APPLY:
        return loop_apply(R, b)
    elif loop == LOOP_SCAN:
        return loop_scan(R, b)
    elif loop == LOOP_KINDS:
        return loop_kinds(R, b)
    elif loop == LOOP_PHASE:
        return loop_phase(R, b)
    elif loop == LOOP_PLACES:
        return loop_places(R, b)
    elif loop == LOOP_PICK:
        return loop_pick(R, b)
    return loop_hash(b)


# --- the careful way --------------------------------------------------------------------------------------------------


cdef bint fits_plainly(const Tables* R, const GameState* S, int p, const Placement* place) noexcept nogil:
    """The placement rules spelled out cell by cell, from the positions of the buildings alone (R11.10-R11.14)."""
    cdef const Player* P = &S.player[p]
    cdef uint64_t blocked = blocked_cells(R, S, p)
    cdef int cell, other
    cdef bint touches = False
    if R.kind_limit[place.kind] != 255 and (P.kinds >> place.kind) & 1:
        return False
    for cell in range(N_CELLS):
        if not (place.cells >> cell) & 1:
            continue
        if (blocked >> cell) & 1:
            return False
        for other in range(N_CELLS):
            if (R.cell_near[cell] >> other) & (P.built >> other) & 1:
                touches = True
            if place.kind == KIOSK and (P.kiosk >> other) & (R.cell_near2[cell] >> other) & 1:
                return False
    return touches


cdef int form_of(const Tables* R, const Placement* place) noexcept nogil:
    """The form of a placement, from its cells."""
    cdef int form, j
    cdef uint64_t cells
    for form in range(R.form_start[place.kind], R.form_start[place.kind + 1]):
        cells = <uint64_t> 1 << place.anchor
        for j in range(place.size - 1):
            cells |= <uint64_t> 1 << place.anchor << R.form_shift[j][form]
        if cells == place.cells:
            return form
    return -1


cdef int64_t careful_places(const Tables* R, const GameState* S, int loop) noexcept nogil:
    cdef uint16_t found[MAX_PLACEMENTS]
    cdef uint64_t anchors[MAX_FORMS]
    cdef int i, form, n = 0, p = actor(S)
    cdef int64_t kinds = 0
    memset(anchors, 0, sizeof(anchors))
    for i in range(R.n_places):
        if (R.build2_kinds >> R.place[i].kind) & 1 and fits_plainly(R, S, p, &R.place[i]):
            form = form_of(R, &R.place[i])
            if form < 0:
                return -1
            anchors[form] |= <uint64_t> 1 << R.place[i].anchor
            found[n] = <uint16_t> i
            n += 1
            kinds |= <int64_t> 1 << R.place[i].kind
    if loop == LOOP_KINDS:
        return kinds
    elif loop == LOOP_SCAN:
        return <int64_t> sum_of(R, anchors)
    elif loop == LOOP_PICK and n:
        return <int64_t> n << 16 | found[picked(S, n)]
    return n


cdef int64_t careful_step(const Tables* R, GameState* S, action_t action, int loop, uint64_t* broken) noexcept nogil:
    """List or apply with all checks; the part of the check value, -1 when something is wrong."""
    cdef action_t actions[ROOM]
    cdef int i, n = list_checked(R, S, actions, broken)
    cdef bint listed = False
    for i in range(n):
        listed |= actions[i] == action
    if not listed:
        return -1
    if loop == LOOP_LIST:
        return <int64_t> n * <int64_t> actions[n - 1]
    apply_action(R, S, action)
    if S.phase != PHASE_OVER and list_checked(R, S, actions, broken) < 0:
        return -1
    broken[0] = check_state(R, S)
    return -1 if broken[0] else <int64_t> digest(S)


cdef int64_t careful_phase(const Tables* R, GameState* S, uint64_t* broken) noexcept nogil:
    cdef int asked = 0, breaks = S.breaks, phase = S.phase
    finish_phase(R, S, &asked)
    broken[0] = check_state(R, S)
    if broken[0] or (S.breaks == breaks and phase == PHASE_PLAY) or (S.phase != PHASE_OVER and phase == PHASE_FINAL):
        return -1
    return <int64_t> digest(S) + asked


cdef int64_t careful(const Tables* R, const GameState* original, action_t action, int loop,
                     uint64_t* broken) noexcept nogil:
    """The part of one position in the check value of a loop, -1 when something is wrong."""
    cdef GameState S
    copy_state(&S, original)
    if loop == LOOP_LIST or loop == LOOP_APPLY:
        return careful_step(R, &S, action, loop, broken)
    elif loop == LOOP_SCAN or loop == LOOP_KINDS or loop == LOOP_PLACES or loop == LOOP_PICK:
        return careful_places(R, &S, loop)
    elif loop == LOOP_PHASE:
        return careful_phase(R, &S, broken)
    elif memcmp(&S, original, sizeof(GameState)) != 0:
        return -1
    return S.turn


# --- positions as Python objects --------------------------------------------------------------------------------------


cdef void to_break(const Tables* R, GameState* S) noexcept nogil:
    """A break that starts now, caused by the player to move; the surplus of all hands is discarded already."""
    cdef int p, card
    for p in range(S.n_players):
        while set_count(S.player[p].hand) > R.hand_limit:
            card = set_next(S.player[p].hand, 0)
            set_drop(S.player[p].hand, card)
            discard(S, card)
    S.break_causer = S.turn_owner
    push(S, FRAME_BREAK, S.turn_owner)


cdef void to_final(const Tables* R, GameState* S) noexcept nogil:
    """The final scoring that starts now: one final scoring card each, the question which to discard is behind."""
    cdef int p, card, held
    pop(S)
    memset(top(S), 0, sizeof(Frame))
    top(S).kind = FRAME_FINAL
    top(S).card = NO_CARD
    top(S).step = 1
    S.phase = PHASE_FINAL
    S.cons10_done = 1
    for p in range(S.n_players):
        held = 0
        for card in range(MAX_FINALS):
            if (S.player[p].finals >> card) & 1:
                held += 1
                if held > 1:
                    S.player[p].finals &= <uint16_t> ~(1 << card)
                    return_final(S, card)


cdef class Positions:
    """Recorded decisions of one kind, made by ``record``.

    Attributes
    ----------
    seen, choices, options : int
        Decisions of this key in the games played, those with two or more options, and the options of all of them.
    """

    cdef Bin bin
    cdef readonly Ruleset ruleset

    def __cinit__(self, Ruleset ruleset not None):
        memset(&self.bin, 0, sizeof(Bin))
        self.ruleset = ruleset

    def __dealloc__(self):
        free(self.bin.states)
        free(self.bin.actions)

    cdef int make_room(self, int room) except -1:
        """Prepare for the recording pass that follows the counting pass."""
        cdef Bin* b = &self.bin
        b.room = <int> min(<int64_t> room, b.seen)
        b.stride = b.seen // b.room if b.room else 0
        b.seen = b.choices = b.options = 0
        if b.room:
            b.states = <GameState*> malloc(b.room * sizeof(GameState))
            b.actions = <action_t*> malloc(b.room * sizeof(action_t))
            if b.states == NULL or b.actions == NULL:
                raise MemoryError
        return 0

    def __len__(self):
        return self.bin.n

    @property
    def seen(self):
        return self.bin.seen

    @property
    def choices(self):
        return self.bin.choices

    @property
    def options(self):
        return self.bin.options

    def box(self, int i):
        """Position number ``i`` as a ``StateBox``; ``Game.from_box`` makes a game of it."""
        cdef StateBox box = StateBox.__new__(StateBox)
        if not 0 <= i < self.bin.n:
            raise IndexError(f"there are {self.bin.n} positions")
        copy_state(&box.s, &self.bin.states[i])
        return box

    def action(self, int i):
        """The action that was taken in position number ``i``."""
        if not 0 <= i < self.bin.n:
            raise IndexError(f"there are {self.bin.n} positions")
        return self.bin.actions[i]

    def time(self, str loop, int repeats, int inner=1):
        """Run a loop over all positions several times.

        Parameters
        ----------
        loop : {"copy", "list", "apply", "scan", "kinds", "phase", "hash", "places", "pick"}
            Copy each state; copy and list; copy and apply; find all placements of all kinds as a bit set; find the
            kinds that can be placed; copy and run a break or the final scoring to its end; hash; list all placements
            of all kinds; find, count and pick one of them.
        repeats, inner : int
            Times taken, and passes in each of them: more than one where the pass is short against reading the clock.

        Returns
        -------
        (ns, check) : list of float, int
            Thread time of a pass, ``repeats`` times, and the check value of one pass, the same as ``verify(loop)``.
        """
        cdef int which = LOOPS.index(loop), _i, _j
        cdef int64_t began, ended
        cdef uint64_t check = 0
        times = []
        for _i in range(repeats):
            with nogil:
                began = ark_thread_ns()
                for _j in range(inner):
                    check = run_loop(self.ruleset.t, &self.bin, which)
                ended = ark_thread_ns()
            times.append((ended - began) / <double> inner)
        return times, check

    def verify(self, str loop):
        """The check value of a loop made the careful way.

        Raises
        ------
        AssertionError
            If a state, a list or the result of an action is wrong.
        """
        cdef int which = LOOPS.index(loop), i
        cdef uint64_t check = 0, broken = 0
        cdef int64_t part
        if which == LOOP_HASH:
            return sum(self.box(i).hash() for i in range(self.bin.n)) % 2**64
        for i in range(self.bin.n):
            part = careful(self.ruleset.t, &self.bin.states[i], self.bin.actions[i], which, &broken)
            if part < 0:
                names = ", ".join(invariant_names(broken)) or "a list of legal actions or the outcome is wrong"
                raise AssertionError(f"loop {loop!r}, position {i} of {self.bin.n}: {names}")
            check += <uint64_t> part
        return check

    def asked(self):
        """Questions answered in one pass of the loop ``"phase"``."""
        cdef GameState S
        cdef int i, n = 0
        for i in range(self.bin.n):
            copy_state(&S, &self.bin.states[i])
            finish_phase(self.ruleset.t, &S, &n)
        return n


def picked_places(Ruleset ruleset not None, StateBox box not None, int player):
    """All placements of the kinds of the Build action, picked one by one from the bit set.

    Returns
    -------
    list of int
        Placement ids in the order of picking, which has to be ascending.
    """
    cdef uint64_t anchors[MAX_FORMS]
    cdef uint8_t counts[MAX_FORMS]
    cdef const Tables* R = ruleset.t
    cdef int k
    if not 0 <= player < box.s.n_players:
        raise IndexError(f"there are {box.s.n_players} players")
    find_places(R, &box.s, player, KIOSK, UNIQUE_0 - 1, anchors)
    return [nth_place(R, KIOSK, anchors, counts, k)
            for k in range(count_places(R, KIOSK, UNIQUE_0 - 1, anchors, counts))]


def form_anchors(Ruleset ruleset not None, open_, quiet, bint portable=False, int cells=5):
    """The scan itself: the anchors of every form of the ruleset, one-cell kinds included.

    Parameters
    ----------
    ruleset : Ruleset
    open_, quiet : int
        Bitboards of the cells that can be covered, and of those of them that touch nothing.
    portable : bool
        The version for processors without AVX2; else the one this processor uses.
    cells : int
        Cells of a form looked at, at least those of the largest.

    Returns
    -------
    (anchors, kinds) : numpy.ndarray, int
        A bitboard for each form (uint64), and the bits of the kinds that have an anchor.
    """
    cdef uint64_t found[MAX_FORMS]
    cdef const Tables* R = ruleset.t
    cdef int n = R.form_start[32]
    cdef uint64_t kinds
    cdef ark_forms forms = forms_from(R, R.form_inside, 0)
    if not R.most_cells[31] <= cells <= MAX_SHAPE_CELLS:
        raise ValueError(f"the cells must be {R.most_cells[31]} to {MAX_SHAPE_CELLS}")
    if portable:
        anchors_plain(&forms, open_, quiet, n, cells, found)
        kinds = kinds_plain(&forms, open_, quiet, n, cells)
    else:
        find_anchors(&forms, open_, quiet, n, cells, found)
        kinds = find_kinds(&forms, open_, quiet, n, cells)
    return np.array([found[i] for i in range(n)], np.uint64), kinds


def record(BatchPlan plan not None, int64_t games, int room, str by="kind"):
    """Play games and keep an even sample of their decisions.

    Parameters
    ----------
    plan : BatchPlan
    games : int
        Games 0 .. games - 1 of the plan are played, twice: to count and to record.
    room : int
        Most positions of one key.
    by : {"kind", "verb", "stage"}
        Key of a decision: ``FrameKind`` of what is asked, ``Verb`` of the action taken, or the stage of a main
        choice: 0 with at least 10 cells of the map covered, 1 with a break at hand (made ready for the loop
        ``"phase"``: the break starts now, hands within the limit), 2 in the last turns (the final scoring starts now).

    Returns
    -------
    dict
        ``Positions`` by key, those that occurred.
    """
    cdef Plan copy = plan.plan
    cdef Bin* bins[N_BINS]
    cdef Positions one
    cdef int which = BY.index(by), i
    found = []
    for i in range(N_BINS):
        one = Positions(plan.ruleset)
        found.append(one)
        bins[i] = &one.bin
    with nogil:
        record_games(plan.ruleset.t, &copy, 0, games, which, bins)
    for i in range(N_BINS):
        one = found[i]
        one.make_room(room)
    with nogil:
        record_games(plan.ruleset.t, &copy, 0, games, which, bins)
    if which == BY_STAGE:
        for i in range(bins[<int> STAGE_BREAK].n):
            to_break(plan.ruleset.t, &bins[<int> STAGE_BREAK].states[i])
        for i in range(bins[<int> STAGE_FINAL].n):
            to_final(plan.ruleset.t, &bins[<int> STAGE_FINAL].states[i])
    return {i: found[i] for i in range(N_BINS) if len(found[i])}
