# cython: language_level=3
"""Measuring for Python: recorded positions, and games with every step checked.

A timed loop (``loops.pyx``) returns a check value beside its times; ``Positions.verify`` makes the same value the
careful way (``careful.pyx``) and raises ``AssertionError`` when the rules are broken on the way, so that a kernel that
does less cannot pass as fast. Times are thread time: what other processes do on the machine counts only as far as it
disturbs the caches.
"""
import numpy as np

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset
from arknova_fast.core.types cimport *
from arknova_fast.core.state cimport GameState, StateBox, copy_state
from arknova_fast.core.tables cimport MAX_FORMS, MAX_SHAPE_CELLS, Ruleset, Tables
from arknova_fast.rules.placement cimport (
    ark_forms, count_places, find_anchors, find_kinds, find_places, forms_from, nth_place)
from arknova_fast.search.batch cimport BatchPlan
from arknova_fast.search.careful cimport careful, checked_game
from arknova_fast.search.loops cimport LOOP_HASH, finish_phase, run_loop
from arknova_fast.search.playout cimport Plan, Record
from arknova_fast.search.recording cimport BY_STAGE, STAGE_BREAK, STAGE_FINAL, Bin, record_games, to_break, to_final

from arknova_fast.core.invariants import invariant_names

cdef extern from "ark_shape.h" nogil:
    int64_t ark_thread_ns()

cdef extern from "ark_places.h" nogil:
    void anchors_plain "ark_anchors_plain"(const ark_forms* forms, uint64_t open_, uint64_t quiet, int n, int cells,
                                           uint64_t* anchors)
    uint64_t kinds_plain "ark_kinds_plain"(const ark_forms* forms, uint64_t open_, uint64_t quiet, int n, int cells)

cdef enum:
    N_BINS = 64

# In the order of the enumerations of loops.pxd and recording.pxd.
LOOPS = ("copy", "list", "apply", "scan", "kinds", "phase", "hash", "places", "pick")
BY = ("kind", "verb", "stage")


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
