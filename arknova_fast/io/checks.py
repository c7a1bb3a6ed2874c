"""Reading a part with every check that tells a damaged or misplaced one."""
from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from arknova_fast.errors import RunDataError
from arknova_fast.io.checksums import CHECKSUM_FILE, checksum, checksum_of_file, part_name
from arknova_fast.io.files import read_file
from arknova_fast.io.formats import decode
from arknova_fast.io.layout import trouble
from arknova_fast.io.parts import arrow_schema
from arknova_fast.io.schema import PER_SEAT, TABLES

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

    from arknova_fast.io.layout import Part
    from arknova_fast.io.rundir import Run


def footer_of(run: Run, source: Any) -> pq.FileMetaData:
    """The footer of a Parquet file, whose metadata must be those of this run."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        footer = pq.read_metadata(source)
        found = footer.metadata or {}
    except (pa.ArrowException, OSError, ValueError) as error:
        raise RunDataError(f"is no parquet file: {' '.join(str(error).split())[:200]}") from None
    have, want = found.get(b"arknova_fast"), run.info.metadata()["arknova_fast"]
    if have is None:
        raise RunDataError("carries no metadata of a run")
    if have.decode(errors="replace") != want:
        raise RunDataError(f"belongs to another run: {named_difference(have, want)}")
    return footer


def named_difference(have: bytes, want: str) -> str:
    try:
        mine, theirs = json.loads(want), json.loads(have)
        return next(f"{name} is {theirs.get(name)!r}, not {mine[name]!r}"[:200] for name in mine
                    if theirs.get(name) != mine[name])
    except (ValueError, StopIteration, AttributeError):
        return "its metadata is not that of this run"


def check_games(run: Run, table: str, found: pa.Table, part: Part) -> pa.Table:
    """The rows of the finished games of a part; a part may hold later games that are not finished."""
    games = found["game"].to_numpy()
    kept = games < np.uint64(part.end)
    count = int(kept.sum())
    if not kept[:count].all() or (np.diff(games[:count].astype(np.int64)) < 0).any():
        raise RunDataError("its games are not in order")
    found, games = found.slice(0, count), games[:count]
    if table in PER_SEAT:
        expected = np.repeat(np.arange(part.first, part.end, dtype=np.uint64), run.players)
        seats = np.tile(np.arange(run.players, dtype=np.uint8), part.end - part.first)
        whole = np.array_equal(games, expected) and np.array_equal(found["seat"].to_numpy(), seats)
    else:
        whole = np.array_equal(np.unique(games), np.arange(part.first, part.end, dtype=np.uint64))
    if not whole:
        have = f"{int(games[0])} to {int(games[-1])}" if count else "none"
        raise RunDataError(f"it should hold every game from {part.first} to {part.end - 1} once, it holds {count} rows "
                           f"of games {have}")
    return found


def check_words(run: Run, table: str, found: pa.Table) -> pa.Table:
    """Every word is one that the run knows."""
    from arknova_fast.io.parts import numbers_of

    for column in TABLES[table]:
        if column.type == "word":
            numbers_of(found[column.name].unique(), run.words.dictionary(table, column.name), column.name)
    return found


def existing(run: Run, table: str, part: Part) -> Path:
    """The file of a part, which must be there."""
    path: Path = run.part_path(table, part.number)
    if not path.is_file():
        raise RunDataError(f"{str(path)!r} is missing; the run counts its games {part.first} to {part.end - 1} as "
                           "finished. Bring the file back or play the run again")
    return path


def check_footer(run: Run, table: str, footer: pq.FileMetaData, part: Part) -> None:
    """The footer speaks of the games of the part; those of a part that is not full may be followed by later ones."""
    games = [column.statistics for group in range(footer.num_row_groups)
             for at in range(footer.num_columns)
             if (column := footer.row_group(group).column(at)).path_in_schema == "game"]
    if not games or not all(found is not None and found.has_min_max for found in games):
        raise RunDataError("its footer does not tell which games it holds")
    first, last = min(found.min for found in games), max(found.max for found in games)
    rows, least = footer.num_rows, last - first + 1
    whole = rows == least * run.players if table in PER_SEAT else rows >= least
    if first != part.first or last < part.end - 1 or not whole:
        raise RunDataError(f"it should hold every game from {part.first} to {part.end - 1}, its footer tells of "
                           f"{rows} rows of games {first} to {last}")


def check_bytes(run: Run, path: Path, checksum_found: Callable[[], str]) -> None:
    """The bytes of a part are those that were written; a part without a checksum passes."""
    want = run.checksums.get(part_name(path))
    if want is not None and checksum_found() != want:
        raise RunDataError(f"its bytes have changed since it was written (its SHA-256 is not the one in {CHECKSUM_FILE}"
                           "); bring a good copy back or play the run again")


def check_part(run: Run, table: str, part: Part) -> None:
    """Raise if a part is missing, cut or changed, or holds other games.

    Of a Parquet file only the footer is decoded, and the rest is read for its checksum if it has one. Files of other
    formats have no footer and are decoded as a whole.

    Raises
    ------
    RunDataError
        Naming the file and what is wrong with it.
    """
    if run.info.format != "parquet":
        read_part(run, table, part)
        return
    path = existing(run, table, part)
    try:
        check_footer(run, table, footer_of(run, path), part)
        check_bytes(run, path, lambda: checksum_of_file(path))
    except RunDataError as error:
        raise trouble(path, error) from None


def read_part(run: Run, table: str, part: Part) -> pa.Table:
    """The finished rows of a part, words as plain text.

    Raises
    ------
    RunDataError
        Naming the file and what is wrong with it.
    """
    path = existing(run, table, part)
    data = read_file(path)
    try:
        if run.info.format == "parquet":
            footer_of(run, io.BytesIO(data))
        found = decode(data, run.info.format, arrow_schema(table))
        found = check_words(run, table, check_games(run, table, found, part))
        check_bytes(run, path, lambda: checksum(data))
        return found
    except RunDataError as error:
        raise trouble(path, error) from None
