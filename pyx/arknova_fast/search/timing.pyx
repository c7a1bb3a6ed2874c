# cython: language_level=3
"""Timed games and yardsticks: where the time of a game goes, set-up, plain stepping, calibration loops, shape model.

Times are thread time unless said otherwise: what other processes do on the machine counts only as far as it disturbs
the caches.
"""
import numpy as np

from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset
from arknova_fast.core.types cimport *
from arknova_fast.core.rng cimport STREAM_POLICY, below, seed_stream
from arknova_fast.core.state cimport GameState, Player, hash_state
from arknova_fast.core.tables cimport Tables
from arknova_fast.rules.engine cimport actor, apply_action, legal_actions
from arknova_fast.search.batch cimport BatchPlan
from arknova_fast.search.faults cimport ROOM, decision_kind
from arknova_fast.search.playout cimport Plan, Record, begin
from arknova_fast.search.uniform cimport by_proposal, choose_random, draw_main

cdef extern from "ark_shape.h" nogil:
    ctypedef struct ShapeCount:
        uint64_t choices
        uint64_t options
        uint64_t check
    int64_t ark_thread_ns()
    uint64_t ark_ticks()
    double ark_tick_ns()
    double ark_tick_cost()
    void ark_keep(void* p)
    void ark_shape_init()
    uint64_t ark_calibrate(int part, int64_t rounds, uint64_t seed)
    void ark_shape_play(int64_t games, int turns, uint64_t seed, ShapeCount* count)

cdef enum:
    N_KEYS = 64              # more than there are kinds

cdef struct Spent:
    uint64_t seen
    uint64_t options
    uint64_t list            # ticks
    uint64_t pick
    uint64_t apply
    uint64_t cut             # decisions left out because the thread was interrupted

# --- games ------------------------------------------------------------------------------------------------------------


cdef void profile_game(const Tables* R, Plan* plan, uint64_t game, uint64_t most, Spent* spent) noexcept nogil:
    """One game of the policy random, with the clock read between listing, picking and applying."""
    cdef GameState S
    cdef action_t actions[ROOM]
    cdef uint64_t streams[16]
    cdef uint64_t* stream
    cdef uint64_t start, listed, picked, applied
    cdef Spent* kind
    cdef int n, p, k
    begin(R, &S, plan, game)
    for p in range(S.n_players):
        seed_stream(&streams[4 * p], plan.setup.seed, game, STREAM_POLICY + p)
    while S.phase != PHASE_OVER and S.turn <= 500 * S.n_players:
        kind = &spent[decision_kind(&S)]
        stream = &streams[4 * actor(&S)]
        k = 0
        start = ark_ticks()
        if by_proposal(R, &S):
            listed = start
            actions[0] = draw_main(R, &S, stream)
        else:
            n = legal_actions(R, &S, actions)
            listed = ark_ticks()
            if n > 1:
                k = <int> below(stream, n)
        picked = ark_ticks()
        apply_action(R, &S, actions[k])
        applied = ark_ticks()
        if applied - start > most:
            kind.cut += 1
            continue
        kind.list += listed - start
        kind.pick += picked - listed
        kind.apply += applied - picked


cdef void count_options(const Tables* R, Plan* plan, uint64_t game, Spent* spent) noexcept nogil:
    """The same game once more, with a list at every decision."""
    cdef GameState S
    cdef action_t actions[ROOM]
    cdef uint64_t streams[16]
    cdef Spent* kind
    cdef int n, p
    begin(R, &S, plan, game)
    for p in range(S.n_players):
        seed_stream(&streams[4 * p], plan.setup.seed, game, STREAM_POLICY + p)
    while S.phase != PHASE_OVER and S.turn <= 500 * S.n_players:
        kind = &spent[decision_kind(&S)]
        n = legal_actions(R, &S, actions)
        kind.seen += 1
        kind.options += n
        p = actor(&S)
        apply_action(R, &S, actions[choose_random(R, &S, actions, n, &streams[4 * p], NULL) if n > 1 else 0])


def profile(BatchPlan plan not None, start, int64_t count):
    """Where the time goes, in random games as they are: the clock is read between the steps of every decision.

    What reading the clock costs is measured and taken off. Decisions of more than 50 microseconds, where the system
    interrupted the thread, are left out of the means. A main choice is drawn without a list: all of it is picking.

    Returns
    -------
    dict
        By ``FrameKind``: ``seen`` and ``options`` (sums), ``list_ns``, ``pick_ns``, ``apply_ns`` (means).
    """
    cdef Plan copy = plan.plan
    cdef Spent spent[N_KEYS]
    cdef uint64_t first = start, most
    cdef int64_t g
    cdef double tick = ark_tick_ns(), cost = ark_tick_cost()
    memset(spent, 0, sizeof(spent))
    most = <uint64_t> (50000 / tick)
    with nogil:
        for g in range(count):
            profile_game(plan.ruleset.t, &copy, first + g, most, spent)
        for g in range(count):
            count_options(plan.ruleset.t, &copy, first + g, spent)
    found = {}
    for kind in range(N_KEYS):
        one = spent[kind]
        timed = one.seen - one.cut
        if timed:
            found[kind] = {"seen": one.seen, "options": one.options} | {
                f"{name}_ns": max(ticks / timed - cost, 0.0) * tick
                for name, ticks in (("list", one.list), ("pick", one.pick), ("apply", one.apply))}
    return found


def stepped_games(BatchPlan plan not None, start, int64_t count):
    """Games in which decision number i takes action i modulo the number of options: no policy, no stream.

    The compiled counterpart of a loop in Python over ``Game.legal_actions`` and ``Game.apply``.

    Returns
    -------
    (hashes, decisions, ns) : numpy.ndarray, int, int
        Hash of every final state (uint64), decisions of all games, thread time.
    """
    cdef Plan copy = plan.plan
    cdef GameState S
    cdef action_t[ROOM] actions
    cdef uint64_t first = start
    cdef int64_t g, decisions = 0, began, ns = 0
    cdef int n, i
    hashes = np.empty(count, np.uint64)
    for g in range(count):
        with nogil:
            began = ark_thread_ns()
            begin(plan.ruleset.t, &S, &copy, first + g)
            i = 0
            while S.phase != PHASE_OVER and S.turn <= 500 * S.n_players:
                n = legal_actions(plan.ruleset.t, &S, actions)
                apply_action(plan.ruleset.t, &S, actions[i % n])
                i += 1
            decisions += i
            ns += ark_thread_ns() - began
        hashes[g] = hash_state(&S)
    return hashes, decisions, ns


def time_set_up(BatchPlan plan not None, start, int64_t count):
    """Set up games and run them to their first decision.

    Returns
    -------
    (ns, check) : int, int
        Thread time, sum of the state hashes modulo 2**64 (taken outside the time in a second pass).
    """
    cdef Plan copy = plan.plan
    cdef GameState S
    cdef uint64_t first = start, check = 0
    cdef int64_t g, began, ns
    with nogil:
        began = ark_thread_ns()
        for g in range(count):
            begin(plan.ruleset.t, &S, &copy, first + g)
            ark_keep(&S)
        ns = ark_thread_ns() - began
        for g in range(count):
            begin(plan.ruleset.t, &S, &copy, first + g)
            check += hash_state(&S)
    return ns, check


# --- yardsticks -------------------------------------------------------------------------------------------------------

CALIBRATIONS = ("draw", "scan", "copy")


def calibrate(str part, int64_t rounds):
    """Run a calibration loop.

    Parameters
    ----------
    part : {"draw", "scan", "copy"}
        A random draw with a bounded pick; the same and a scan of 300 masks into a list; the same and a copy of
        2 KiB.
    rounds : int

    Returns
    -------
    (ns, check) : int, int
        Thread time of all rounds, and a value that depends on nothing but the arguments.
    """
    cdef int which = CALIBRATIONS.index(part)
    cdef int64_t began, ns
    cdef uint64_t check
    with nogil:
        began = ark_thread_ns()
        check = ark_calibrate(which, rounds, 3)
        ns = ark_thread_ns() - began
    return ns, check


def shape_model(int64_t games, int turns=200):
    """Play "games" of the shape model: the memory and branch pattern of a two-player game without its rules.

    Returns
    -------
    dict
        Thread time ``ns``, ``choices``, ``options`` of all choices, and a ``check`` value.
    """
    cdef ShapeCount count
    cdef int64_t began, ns
    with nogil:
        began = ark_thread_ns()
        ark_shape_play(games, turns, 7, &count)
        ns = ark_thread_ns() - began
    return {"ns": ns, "choices": count.choices, "options": count.options, "check": count.check}


def sizes():
    """Bytes of a state, of the part of one player in it, of a record and of the ruleset tables."""
    return {"state": sizeof(GameState), "player": sizeof(Player), "record": sizeof(Record), "tables": sizeof(Tables)}


ark_shape_init()
