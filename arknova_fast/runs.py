"""Batches of games that are kept in a run directory, as ``arknova run -o`` keeps them."""
from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import arknova_fast
from arknova_fast.api import batch_plan, named_option
from arknova_fast.core.tables import Ruleset
from arknova_fast.errors import UsageError, shown
from arknova_fast.io.gamelog import overlay_of
from arknova_fast.io.info import RunInfo, state_hash
from arknova_fast.io.layout import SUMMARY_FILE
from arknova_fast.io.opening import opened
from arknova_fast.io.rundir import Run, load
from arknova_fast.io.schema import FORMATS, PART_GAMES, ROWS
from arknova_fast.io.writer import RunWriter, player
from arknova_fast.parallel import available_jobs, in_chunks, never
from arknova_fast.report.summary import run_summary
from arknova_fast.seating import as_list, check_flag, check_int, check_ruleset, parse_policies
from arknova_fast.textfile import write_text

CHUNK = 256  # games per task; results never depend on it


def play_on(run: Run, jobs: int, stopped: Callable[[], bool] = never, told: Callable[[int, int], None] | None = None,
            session: dict[str, Any] | None = None) -> None:
    """Play the games that an opened run directory still lacks, and write its summary.

    Parameters
    ----------
    run : Run
        As ``io.opening.opened`` gives it.
    jobs : int
    stopped : callable
        After it says so no games are begun; those under way are finished and written.
    told : callable, optional
        Called as ``told(games played, games that the turn limit stopped)``, earlier sessions included.
    session : dict, optional
        What ``progress.json`` says about this session.
    """
    plan = run.plan()
    writer = RunWriter(run, session=session)
    try:
        play = player(plan, run.info.rows)
        for _, rows in in_chunks(play, writer.at, writer.left, CHUNK, jobs, stopped, run.info.part_games):
            writer.add(rows)
            if told is not None:
                told(writer.aggregates.played, writer.aggregates.unfinished)
        writer.finish()
    finally:
        writer.close()
    write_text(str(run.path / SUMMARY_FILE), json.dumps(run_summary(run), indent=2, ensure_ascii=False) + "\n")


def simulate_into(
    out: str | Path,
    n: int,
    players: int = 2,
    maps: Any = "random",
    policies: Any = "random",
    seed: int = 0,
    start: int = 0,
    jobs: int | None = None,
    ruleset: Ruleset | None = None,
    turn_limit: int = 500,
    *,
    map_mode: str = "fixed",
    peaceful: bool = False,
    solo_difficulty: str = "normal",
    rows: str = "games",
    format: str = "parquet",
    part_games: int | None = None,
    resume: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Run:
    """Play complete games as ``simulate`` does and keep them in a run directory, as ``arknova run -o`` does.

    Memory does not grow with the number of games. What a kill or Ctrl-C leaves behind can be resumed.

    Parameters
    ----------
    out : str or Path
        The directory; it is made if it is missing.
    n, players, maps, policies, seed, start, jobs, ruleset, turn_limit, map_mode, peaceful, solo_difficulty
        As in ``simulate``. A policy must have a name to be found again: a built-in one or ``"mine.py:name"``.
    rows : {"games", "results", "none", "turns", "decisions"}
        Which tables are kept.
    format : {"parquet", "csv", "jsonl", "npz"}
    part_games : int, optional
        Games in each file of rows.
    resume : bool
        Go on with the run that is there, made with the same arguments; a larger ``n`` makes it longer.
    progress : callable, optional
        Called as ``progress(games done, games in all)``.

    Returns
    -------
    Run
        The directory, as ``arknova_fast.io.rundir.load`` opens it.

    Raises
    ------
    UsageError
        If an argument is unknown or out of range, or there is a run and ``resume`` is not set.
    RunDataError
        If the directory holds something else or cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     run = simulate_into(folder, 5, seed=1)
    ...     run.games, run.tables("games").num_rows
    (5, 10)
    """
    ruleset = check_ruleset(ruleset)
    plan = batch_plan(players, maps, policies, seed, ruleset=ruleset, map_mode=map_mode, peaceful=peaceful,
                      solo_difficulty=solo_difficulty, turn_limit=check_int(turn_limit, "turn_limit", 1, 10_000))
    start = check_int(start, "start", 0, 2**63)
    named_option(tuple(ROWS), rows, "level of rows")
    named_option(FORMATS, format, "format")
    codes = ",".join(as_list(maps, "maps"))
    if map_mode != "fixed" and codes != "random":
        raise UsageError(f"maps={shown(maps)} does not go with map_mode={shown(map_mode)}, where players choose among "
                         "advanced maps; leave maps out")
    settings = {
        "players": players, "map": codes, "map_mode": map_mode,
        "policies": [named(policy) for policy in parse_policies(policies, players)],
        "peaceful": bool(peaceful), "solo_difficulty": solo_difficulty if players == 1 else None,
        "turn_limit": turn_limit,
    }  # fmt: skip
    info = RunInfo(
        ruleset=ruleset.content_hash, overlay=overlay_of(ruleset) or {}, seed=seed, settings=settings, start=start,
        games=check_int(n, "the number of games", 1, 2**48), shard=None, rows=rows, format=format,
        part_games=check_int(part_games or PART_GAMES[rows], "part_games", 1, 2**24),
        probe={"game": start, "state_hash": state_hash(plan, start)}, package_version=arknova_fast.__version__,
    )  # fmt: skip
    jobs = available_jobs() if jobs is None else check_int(jobs, "jobs", 1, 1024)
    with opened(out, info, check_flag(resume, "resume")) as run:
        play_on(run, jobs, told=progress and (lambda played, unfinished: progress(played, n)), session={"jobs": jobs})
    return load(out)


def named(policy: Any) -> str:
    """The text of a policy that another process can find again."""
    text = str(policy)
    if not isinstance(policy, str) and ".py:" not in text:
        raise UsageError(f"a run directory keeps the names of its policies, and {shown(policy)} has none; put it "
                         "into a file and name it as 'FILE.py:NAME'")
    return text
