"""Joining the run directories of shards into one that equals a single run."""
from __future__ import annotations

import datetime
import json
import os
import shutil
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from arknova_fast.errors import RunDataError, UsageError
from arknova_fast.io.aggregates import Aggregates
from arknova_fast.io.checksums import append_checksums
from arknova_fast.io.files import locked, make_folder, reason, sync_folder, write_file
from arknova_fast.io.info import RunInfo, differences
from arknova_fast.io.layout import PROGRESS_FILE, RUN_FILE, Part, Range, refuse_inside
from arknova_fast.io.opening import lay_out, strangers
from arknova_fast.io.parts import Rows, joined
from arknova_fast.io.rundir import Run, load
from arknova_fast.io.schema import ROWS
from arknova_fast.io.writer import write_part


class Piece(NamedTuple):
    """A finished range and the run that holds it."""

    first: int
    end: int
    run: Run


def check_same(runs: Sequence[Run]) -> None:
    """All runs have the same settings, ruleset, seed, schema and form."""
    for run in runs[1:]:
        wrong = differences(runs[0].info, run.info, ("start", "games", "shard"))
        if wrong:
            raise RunDataError(f"{str(run.path)!r} does not belong to {str(runs[0].path)!r}: there {'; '.join(wrong)}")


def pieces_of(runs: Sequence[Run]) -> list[Piece]:
    """All finished ranges in order; none may overlap."""
    found = sorted((Piece(first, end, run) for run in runs for first, end in run.finished), key=lambda piece: piece[:2])
    for one, two in pairwise(found):
        if two.first < one.end:
            raise RunDataError(f"{str(one.run.path)!r} and {str(two.run.path)!r} overlap: both hold game {two.first}")
    return found


def whole_range(runs: Sequence[Run]) -> Range:
    """The games that were asked for when the shards were made."""
    spans = [(run.info.start, run.info.end) for run in runs]
    spans += [(shard["start"], shard["start"] + shard["games"]) for run in runs if (shard := run.info.shard)]
    return min(first for first, _ in spans), max(end for _, end in spans)


def gaps_between(pieces: Sequence[Piece], whole: Range) -> list[Range]:
    """The ranges of the whole that no piece holds."""
    edges = [whole[0], *(edge for piece in pieces for edge in piece[:2]), whole[1]]
    return [(first, end) for first, end in zip(edges[::2], edges[1::2], strict=True) if first < end]


def merged_info(runs: Sequence[Run], whole: Range) -> RunInfo:
    """The ``run.json`` that a single run of all games has."""
    first = min(runs, key=lambda run: run.info.start)
    return replace(first.info, start=whole[0], games=whole[1] - whole[0], shard=None)


def parts_of(pieces: Sequence[Piece], size: int) -> dict[int, list[tuple[Run, Part]]]:
    """The source parts that make up each part of the whole."""
    found: dict[int, list[tuple[Run, Part]]] = {}
    for piece in pieces:
        for part in piece.run.parts():
            if piece.first <= part.first < piece.end:
                found.setdefault(part.number, []).append((piece.run, part))
    return found


def merge(paths: Sequence[str | Path], out: str | Path, allow_gaps: bool = False,
          progress: Callable[[int, int], None] | None = None) -> Run:
    """Join run directories.

    Parameters
    ----------
    paths : sequence of path
        The shards, in any order.
    out : path
        The new directory; it appears complete or not at all.
    allow_gaps : bool
        Also when games are missing.
    progress : callable, optional
        Called as ``progress(parts written, parts in all)``.

    Returns
    -------
    Run
        With the rows and aggregates of a single run; without gaps its files are those of a single run.

    Raises
    ------
    RunDataError
        If the runs do not belong together, overlap, have gaps, are damaged, or the result cannot be written.
    UsageError
        If no run is given, or the new directory would stand in a run directory.
    """
    if not paths:
        raise UsageError("nothing to merge: name the directories of the shards")
    runs = [load(path) for path in paths]
    check_same(runs)
    pieces, whole = pieces_of(runs), whole_range(runs)
    gaps = gaps_between(pieces, whole)
    if gaps and not allow_gaps:
        missing = ", ".join(f"{first} to {end - 1}" for first, end in gaps[:5])
        raise RunDataError(f"games {missing} are missing; finish or add their shards, or allow gaps (--allow-gaps)")
    target = Path(out)
    refuse_inside(target)
    if target.exists() and (not target.is_dir() or any(strangers(target))):
        raise RunDataError(f"{str(target)!r} exists already; name a new directory")
    work = target.with_name(f".{target.name}.merging")
    make_folder(work)
    with locked(work):
        try:
            fill(work, runs, pieces, merged_info(runs, whole), progress)
            replace_folder(work, target)
        except BaseException:
            with suppress(OSError):
                shutil.rmtree(work)
            raise
    return load(target)


def fill(work: Path, runs: Sequence[Run], pieces: Sequence[Piece], info: RunInfo,
         progress: Callable[[int, int], None] | None) -> None:
    """Write the whole run into a folder."""
    for name in strangers(work):  # left by a merge that was killed
        entry = work / name
        shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
    aggregates = Aggregates(info.settings["players"], info.follows_cards)
    for run in runs:
        aggregates.merge(run.aggregates)
    ranges: list[Range] = []
    for first, end, _ in pieces:
        if ranges and ranges[-1][1] == first:
            ranges[-1] = (ranges[-1][0], end)
        else:
            ranges.append((first, end))
    whole = Run(work, info, ranges, aggregates)
    lay_out(whole)
    parts = parts_of(pieces, info.part_games) if ROWS[info.rows] else {}
    for done, (number, sources) in enumerate(sorted(parts.items())):
        rows: list[Rows] = [run.rows(part) for run, part in sources]
        append_checksums(work, write_part(whole, number, joined(rows)))
        if progress is not None:
            progress(done + 1, len(parts))
    whole.commit(ranges, aggregates.arrays())
    session = {"merged": [str(run.path) for run in runs],
               "began": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")}
    body = {"schema": "arknova-fast/progress/1", "complete": whole.complete,
            "finished": [list(span) for span in ranges], "sessions": [session]}
    write_file(work / PROGRESS_FILE, (json.dumps(body, indent=2) + "\n").encode())
    write_file(work / RUN_FILE, info.to_json())


def replace_folder(work: Path, target: Path) -> None:
    """Give the finished folder its name; an empty folder of that name gives way."""
    try:
        if target.is_dir():
            for entry in target.iterdir():
                entry.unlink()
            target.rmdir()
        os.rename(work, target)
        sync_folder(target.parent)
    except OSError as error:
        raise RunDataError(f"cannot write {str(target)!r}: {reason(error)}") from None
