"""The public functions in one place: games, batches of games, the solo challenge."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from arknova_fast.challenge import SoloChallenge
from arknova_fast.core.tables import Ruleset
from arknova_fast.errors import UsageError, shown
from arknova_fast.game import Decision, Game
from arknova_fast.hidden import Observation, determinize, observe
from arknova_fast.notation import (
    action_to_dict,
    action_to_string,
    dict_to_action,
    string_to_action,
)
from arknova_fast.parallel import available_jobs, in_chunks
from arknova_fast.search.batch import RECORD_DTYPE, BatchPlan, play_chunk
from arknova_fast.seating import (
    DIFFICULTIES,
    MAP_MODES,
    check_difficulty,
    check_flag,
    check_int,
    check_ruleset,
    named_option,
    parse_maps,
    parse_policies,
)
from arknova_fast.wording import describe, describe_decision

__all__ = [
    "RECORD_DTYPE",
    "BatchPlan",
    "Decision",
    "Game",
    "Observation",
    "Ruleset",
    "SoloChallenge",
    "action_to_dict",
    "action_to_string",
    "batch_plan",
    "describe",
    "describe_decision",
    "determinize",
    "dict_to_action",
    "iter_chunks",
    "observe",
    "parse_maps",
    "parse_policies",
    "simulate",
    "string_to_action",
]

CHUNK = 1024  # games per task; results never depend on it
LAST_GAME = 2**64


def batch_plan(
    players: int = 2,
    maps: Any = "random",
    policies: Any = "random",
    seed: int = 0,
    *,
    ruleset: Ruleset | None = None,
    map_mode: str = "fixed",
    peaceful: bool = False,
    solo_difficulty: str = "normal",
    face_down_discard: bool = False,
    turn_limit: int = 500,
) -> BatchPlan:
    """Everything a batch of games depends on besides the game numbers; arguments as in ``simulate``."""
    ruleset = check_ruleset(ruleset)
    players = check_int(players, "players", 1, 4)
    pool, map_plan = parse_maps(ruleset, maps, players)
    return BatchPlan(
        ruleset,
        players,
        pool,
        map_plan,
        parse_policies(policies, players),
        check_int(seed, "seed", 0, LAST_GAME - 1),
        check_flag(peaceful, "peaceful"),
        named_option(MAP_MODES, map_mode, "map mode"),
        check_difficulty(named_option(DIFFICULTIES, solo_difficulty, "solo difficulty"), players),
        check_int(turn_limit, "turn_limit", 0, 10_000),
        check_flag(face_down_discard, "face_down_discard"),
    )


def iter_chunks(
    plan: BatchPlan,
    n: int,
    start: int = 0,
    *,
    jobs: int | None = None,
    chunk: int | None = None,
    executor: Any = None,
) -> Iterator[tuple[int, np.ndarray]]:
    """Play games ``start .. start + n - 1`` and yield them in order, in constant memory.

    Parameters
    ----------
    plan : BatchPlan
    n, start : int
    jobs : int, optional
        Tasks at the same time; default: the processors this process may use.
    chunk : int, optional
        Games per task.
    executor : optional
        Anything with ``submit(function, *arguments)`` that returns a future with ``result()`` and ``cancel()``, for
        example a process pool or a cluster client; default: threads of this process.

    Yields
    ------
    (int, numpy.ndarray)
        Number of the first game, and the records (``RECORD_DTYPE``) of the chunk, game by game, seat by seat.
    """
    n = check_int(n, "the number of games", 0, 2**48)
    start = check_int(start, "start", 0, LAST_GAME - n - 1)
    jobs = available_jobs() if jobs is None else check_int(jobs, "jobs", 1, 1024)
    size = CHUNK if chunk is None else check_int(chunk, "chunk", 1, 2**24)
    if chunk is None and n < size * jobs:
        size = max(1, -(-n // jobs))
    return numbered(start, in_chunks(partial(play_chunk, plan), start, n, size, jobs, executor=executor))


def numbered(first: int, chunks: Iterator[tuple[int, np.ndarray]]) -> Iterator[tuple[int, np.ndarray]]:
    """The generator behind ``iter_chunks``, whose arguments are checked when it is called."""
    for count, records in chunks:
        yield first, records
        first += count


def room_for(n: int, players: int) -> np.ndarray:
    """The array for the records of all games.

    Raises
    ------
    UsageError
        If they do not fit into memory.
    """
    try:
        return np.empty(n * players, RECORD_DTYPE)
    except (MemoryError, ValueError):  # ValueError: more than an array can address
        size = n * players * RECORD_DTYPE.itemsize / 2**30
        raise UsageError(f"the records of {n:,} games need {size:,.0f} GiB of memory, more than there is; take them in "
                         "pieces with iter_chunks, or keep them on disk with `arknova run -o DIR`") from None


def simulate(
    n: int,
    players: int = 2,
    maps: Any = "random",
    policies: Any = "random",
    seed: int = 0,
    start: int = 0,
    jobs: int | None = None,
    ruleset: Ruleset | None = None,
    chunk: int | None = None,
    executor: Any = None,
    progress: Callable[[int, int], None] | None = None,
    turn_limit: int = 500,
    *,
    map_mode: str = "fixed",
    peaceful: bool = False,
    solo_difficulty: str = "normal",
    face_down_discard: bool = False,
) -> np.ndarray:
    """Play complete games in compiled code on all processors.

    Game ``i`` depends only on the ruleset, the set-up, the policies, the seed and ``i``: results are the same for any
    ``jobs``, ``chunk`` and ``executor``, and ``Game.new(..., seed=seed, game=i).play()`` plays it again.

    Parameters
    ----------
    n : int
        Number of games.
    players : int
        1 to 4.
    maps : str or list of str
        See ``parse_maps``: a code, one code per seat, ``"random"`` or ``"all"``.
    policies : str, function or list of them
        One for all seats or one per seat, see ``parse_policies`` and ``docs/policies.md``: ``"random"`` (uniform over
        the atomic legal actions of each choice), ``"greedy"``, ``"greedy:money=0.3"``, ``"mine.py:name"``, a compiled
        policy or a plain function ``choose(game, actions)``.
    seed, start : int
        Games ``start .. start + n - 1`` of that seed.
    jobs, chunk, executor
        See ``iter_chunks``.
    ruleset : Ruleset, optional
    progress : callable, optional
        Called as ``progress(games done, games in all)`` after every chunk.
    turn_limit : int
        Turns of one player after which a game is left unfinished (``end_cause`` 4), 0 for none.
    map_mode, peaceful, solo_difficulty, face_down_discard
        As in ``Game.new``.

    Returns
    -------
    numpy.ndarray
        Structured array of ``RECORD_DTYPE``, shape (n * players,): one row per player and game.

    Raises
    ------
    UsageError
        If an argument is unknown or out of range, or the records do not fit into memory.

    Examples
    --------
    >>> rows = simulate(4, players=2, seed=1)
    >>> rows.shape, rows["game"].tolist()
    ((8,), [0, 0, 1, 1, 2, 2, 3, 3])
    """
    if progress is not None and not callable(progress):
        raise UsageError(f"progress must be a function of (games done, games in all), not {shown(progress)}")
    if executor is not None and not hasattr(executor, "submit"):
        raise UsageError(f"executor must have a submit method, as a ThreadPoolExecutor has, not {shown(executor)}")
    plan = batch_plan(
        players, maps, policies, seed, ruleset=ruleset, turn_limit=turn_limit, map_mode=map_mode, peaceful=peaceful,
        solo_difficulty=solo_difficulty, face_down_discard=face_down_discard,
    )  # fmt: skip
    chunks = iter_chunks(plan, n, start, jobs=jobs, chunk=chunk, executor=executor)
    rows = room_for(n, plan.players)
    for first, part in chunks:
        at = (first - start) * plan.players
        rows[at : at + len(part)] = part
        if progress is not None:
            progress((at + len(part)) // plan.players, n)
    return rows
