"""Opening a run directory for writing: a new one, or one to go on with."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from arknova_fast.errors import RunDataError, UsageError, shown
from arknova_fast.io.aggregates import Aggregates
from arknova_fast.io.cards import card_lines
from arknova_fast.io.checks import check_part
from arknova_fast.io.checksums import keep_checksums, part_name
from arknova_fast.io.files import LOCK, locked, make_folder, write_file
from arknova_fast.io.info import RunInfo, differences
from arknova_fast.io.layout import CARDS_FILE, RUN_FILE, is_run, leftovers, refuse_inside
from arknova_fast.io.rundir import Run, load
from arknova_fast.io.schema import ROWS


def strangers(path: Path) -> Iterator[str]:
    """What stands in a folder besides what a run that was killed at once leaves behind."""
    left = {LOCK, *(part.name for part in leftovers(path))}
    yield from sorted(entry.name for entry in path.iterdir() if entry.name not in left)


def lay_out(run: Run) -> None:
    """The folders of the tables and the list of cards, as far as they are missing."""
    for table in ROWS[run.info.rows]:
        make_folder(run.path / table)
    cards = run.path / CARDS_FILE
    if not cards.exists():
        write_file(cards, card_lines(run.ruleset).encode())


def check_empty(path: Path) -> None:
    """Raise unless a folder is missing, or holds nothing but what a run that was killed at once leaves behind."""
    for name in strangers(path) if path.is_dir() else ():
        raise RunDataError(f"{str(path)!r} holds no run, but it is not empty (it has {shown(name)}); name another "
                           "directory")


def remove_leftovers(path: Path) -> None:
    for part in leftovers(path):
        with suppress(OSError):
            part.unlink()


def create(path: Path, info: RunInfo) -> Run:
    """Lay out a new run in an empty folder whose lock is held."""
    check_empty(path)
    remove_leftovers(path)
    run = Run(path, info, [], Aggregates(info.settings["players"], info.follows_cards))
    # First of all: what a kill leaves out after it is laid out when the run is resumed.
    write_file(path / RUN_FILE, info.to_json())
    lay_out(run)
    return run


def resumed(path: Path, info: RunInfo) -> Run:
    """The run in a folder, ready to go on; with more games if more are asked for."""
    run = load(path)
    grows = info.games > run.info.games and info.shard is None and run.info.shard is None
    wrong = differences(run.info, info, ("games",) if grows else ())
    if wrong:
        raise RunDataError(f"{str(path)!r} holds another run: {'; '.join(wrong)}. Leave these options out, or name "
                           "another directory")
    if len(run.finished) > 1 or (run.finished and run.finished[0][0] != run.info.start):
        raise RunDataError(f"{str(path)!r} has gaps and cannot be resumed; merge it with the missing shards")
    if run.finished and ROWS[run.info.rows]:
        for part in run.parts():
            for table in ROWS[run.info.rows]:
                check_part(run, table, part)
    run.plan()
    if grows:
        run.info = run.info.with_games(info.games)
        write_file(path / RUN_FILE, run.info.to_json())
    lay_out(run)
    drop_checksums(run)
    return run


def drop_checksums(run: Run) -> None:
    """Keep the checksums of the parts that stay as they are: more games will be added to the others."""
    names = [part_name(run.part_path(table, part.number)) for part in run.parts() if run.filled(part)
             for table in ROWS[run.info.rows]]
    run.checksums = {name: run.checksums[name] for name in names if name in run.checksums}
    keep_checksums(run.path, run.checksums)


@contextmanager
def opened(path: str | Path, info: RunInfo, resume: bool = False) -> Iterator[Run]:
    """A new run, or with ``resume`` the one that is there; locked while inside.

    Raises
    ------
    RunDataError
        If another process writes there, the folder holds something else, other settings or a newer schema, or nothing
        can be written.
    UsageError
        If there is a run and ``resume`` is not set, or a new one would stand in another run directory.
    """
    folder = Path(path)
    if not is_run(folder):
        refuse_inside(folder)
    if folder.exists() and not folder.is_dir():
        raise RunDataError(f"{str(folder)!r} is a file; name a directory")
    if not is_run(folder):
        check_empty(folder)  # before a lock is left in a folder of something else
    make_folder(folder)
    with locked(folder):
        if not is_run(folder):
            yield create(folder, info)
            return
        if not resume:
            run = load(folder)
            raise UsageError(f"{str(folder)!r} already holds a run ({run.games:,} of {run.info.games:,} games); go on "
                             "with --resume, or name another directory")
        run = resumed(folder, info)
        remove_leftovers(folder)
        yield run
