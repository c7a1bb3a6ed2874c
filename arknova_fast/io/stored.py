"""Reading what a run directory stores besides rows: ``run.json`` and the aggregates."""
from __future__ import annotations

from pathlib import Path

import numpy as np

from arknova_fast.errors import RunDataError
from arknova_fast.io.aggregates import Aggregates, unpack
from arknova_fast.io.files import read_file
from arknova_fast.io.info import RunInfo
from arknova_fast.io.layout import AGGREGATES_FILE, PROGRESS_FILE, RUN_FILE, Range, read_json, trouble
from arknova_fast.io.schema import ROWS


def read_finished(arrays: dict[str, np.ndarray], info: RunInfo) -> list[Range]:
    ranges = arrays.get("finished")
    if ranges is None or ranges.dtype != np.uint64 or ranges.ndim != 2 or ranges.shape[1] != 2:
        raise RunDataError("the finished ranges are missing or no pairs of uint64")
    found = [(int(first), int(end)) for first, end in ranges.tolist()]
    at = info.start
    for first, end in found:
        if not at <= first < end <= info.end:
            raise RunDataError(f"the finished range {first} to {end} overlaps another or is not within the games "
                               f"{info.start} to {info.end - 1} of the run")
        at = end
    return found


def had_finished(path: Path, info: RunInfo) -> bool:
    """Whether a run without aggregates once had some.

    A kill between the first part and the aggregates leaves one part of each table; a second part is begun after them.
    """
    progress = read_json(path / PROGRESS_FILE)
    if isinstance(progress, dict) and progress.get("finished"):
        return True
    return any(len(list((path / table).glob(f"part-*.{info.format}"))) > 1 for table in ROWS[info.rows])


def read_aggregates(path: Path, info: RunInfo) -> tuple[list[Range], Aggregates]:
    """Finished ranges and tensors; a run that was killed before its first part has no file yet."""
    file = path / AGGREGATES_FILE
    if not file.exists():
        if had_finished(path, info):
            raise RunDataError(f"{str(file)!r} is missing, though games of the run were finished; bring the file back "
                               "or play the run again in another directory")
        return [], Aggregates(info.settings["players"], info.follows_cards)
    try:
        arrays = unpack(read_file(file))
        finished = read_finished(arrays, info)
        aggregates = Aggregates.of_arrays(arrays, info.settings["players"], info.follows_cards)
        games = sum(end - first for first, end in finished)
        if aggregates.played != games:
            raise RunDataError(f"the tensors count {aggregates.played} games, the finished ranges {games}")
    except RunDataError as error:
        raise trouble(file, error) from None
    return finished, aggregates


def read_info(path: Path) -> RunInfo:
    file = path / RUN_FILE
    try:
        return RunInfo.of_json(read_file(file))
    except RunDataError as error:
        text = str(error)
        raise error if text.startswith("cannot read") else trouble(file, error) from None
