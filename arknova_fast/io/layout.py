"""Run directories: the files, and where they are.

::

    run.json                  what the run is (info.py); never changes
    aggregates.npz            integer tensors and the finished ranges: a game counts as finished when they say so
    games/part-<game>.parquet rows of the games from that number on, up to the next multiple of part_games
    turns/, decisions/        the same, when they are kept
    checksums.sha256          of every part that no game will be added to (checksums.py)
    cards.csv                 number, key, name and section of every card, for the card sets
    summary.json              the figures, written at the end of a session
    progress.json             sessions, times, finished ranges: all that differs from one session to the next
    .lock                     held while a process writes

A part is written completely under a temporary name and renamed, then the aggregates are. After a kill a part may hold
more games than the aggregates count; those are read only up to there and written again.
"""
from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from arknova_fast.errors import RunDataError, UsageError
from arknova_fast.io.checksums import CHECKSUM_FILE
from arknova_fast.io.files import temporary
from arknova_fast.io.info import RunInfo
from arknova_fast.io.schema import STORED

RUN_FILE, AGGREGATES_FILE, CARDS_FILE = "run.json", "aggregates.npz", "cards.csv"
SUMMARY_FILE, PROGRESS_FILE = "summary.json", "progress.json"
Range = tuple[int, int]


class Part(NamedTuple):
    """A part of a table: the games ``first .. end - 1`` are finished."""

    number: int
    first: int
    end: int


def part_path(folder: Path, info: RunInfo, table: str, index: int) -> Path:
    """The file of a part; its name is the number of the first game it could hold."""
    suffix = "." + info.format
    return folder / table / f"part-{index * info.part_games:012d}{suffix}"


def leftovers(folder: Path) -> Iterator[Path]:
    """The temporary files that a killed process left in a run directory; of other folders nothing is looked at."""
    for name in (RUN_FILE, AGGREGATES_FILE, CARDS_FILE, SUMMARY_FILE, PROGRESS_FILE, CHECKSUM_FILE):
        if (part := temporary(folder / name)).is_file():
            yield part
    for table in STORED:
        yield from (folder / table).glob(".part-*.tmp")


def is_run(path: Path) -> bool:
    return (path / RUN_FILE).is_file()


def refuse_inside(path: Path) -> None:
    """Raise if a file or folder would stand in a run directory, where it could replace what the run needs.

    Raises
    ------
    UsageError
        Naming the run directory.
    """
    for folder in path.resolve().parents:
        if is_run(folder):
            raise UsageError(f"{str(path)!r} is inside the run directory {str(folder)!r}; name a place outside it")


def read_json(path: Path) -> Any:
    """A JSON file that may be missing or damaged without harm, ``None`` then."""
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError):
        return None


def trouble(path: Path, error: Exception) -> RunDataError:
    """The error with the file in front."""
    return RunDataError(f"{str(path)!r}: {error}")
