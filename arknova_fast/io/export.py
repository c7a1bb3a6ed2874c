"""One table of a run as one file in any format, part by part, so that memory stays constant (NPZ aside)."""
from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arknova_fast.errors import RunDataError, UsageError
from arknova_fast.io.files import sync_folder, temporary, unwritable
from arknova_fast.io.formats import json_lines, npz_arrays, parquet_options, readable
from arknova_fast.io.layout import refuse_inside

if TYPE_CHECKING:
    import pyarrow as pa

    from arknova_fast.io.layout import Part
    from arknova_fast.io.rundir import Run

STDOUT = "-"


def tables_of(run: Run, table: str, text: bool) -> Iterator[pa.Table]:
    """The parts of a table, stored or made, ready to be written; at least one, though it may be empty."""
    from arknova_fast.io.cards import long_table
    from arknova_fast.io.parts import arrow_schema

    stored = "games" if table == "cards" else table
    schema = arrow_schema(stored)
    parts: list[Part | None] = [*run.parts()]
    for part in parts or [None]:
        found = run.part_table(stored, part).cast(schema) if part else schema.empty_table()
        if table == "cards":
            found = long_table(found, run.ruleset)
        yield with_texts(run, found) if text else found


def with_texts(run: Run, decisions: pa.Table) -> pa.Table:
    """Decisions with the text of each action, by playing the games again."""
    import pyarrow as pa

    from arknova_fast.game import Game
    from arknova_fast.notation import action_to_string

    settings, texts, at, game = run.settings, [], None, None
    for number, action in zip(decisions["game"].to_pylist(), decisions["action"].to_pylist(), strict=True):
        if number != at or game is None:
            at = number
            game = Game.new(settings["players"], run.seed, number, settings["map"], settings["map_mode"],
                            settings["peaceful"], settings["solo_difficulty"] or "normal", run.ruleset)
        texts.append(action_to_string(game, action))
        game.apply(action)
    return decisions.append_column("text", pa.array(texts, pa.string()))


class Sink:
    """Writes tables of one schema to a binary file in one format."""

    def __init__(self, file: Any, fmt: str):
        self.file, self.fmt = file, fmt
        self.writer: Any = None
        self.kept: list[pa.Table] = []

    def write(self, table: pa.Table) -> None:
        if self.fmt == "jsonl":
            self.file.write(json_lines(table))
        elif self.fmt == "npz":
            self.kept.append(table)
        elif self.fmt == "csv":
            self.write_arrow(readable(table))
        else:
            self.write_arrow(table)

    def write_arrow(self, table: pa.Table) -> None:
        if self.writer is None:
            import pyarrow.csv as pa_csv
            import pyarrow.parquet as pq

            if self.fmt == "csv":
                self.writer = pa_csv.CSVWriter(self.file, table.schema)
            else:
                self.writer = pq.ParquetWriter(self.file, table.schema, **parquet_options(table.schema))
        self.writer.write_table(table)

    def abandon(self) -> None:
        """Let go of the file after an error, while it is still open."""
        if self.writer is not None:
            with suppress(Exception):
                self.writer.close()

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
        if self.fmt == "npz":
            import pyarrow as pa

            from arknova_fast.io.aggregates import pack

            self.file.write(pack(npz_arrays(pa.concat_tables(self.kept))))


def export(run: Run, table: str, fmt: str, path: str, text: bool = False) -> int:
    """Write a table of a run to one file.

    Parameters
    ----------
    run : Run
    table : {"results", "games", "turns", "decisions", "cards"}
    fmt : {"parquet", "csv", "jsonl", "npz"}
    path : str
        The file, which appears complete or not at all; ``-`` for standard output.
    text : bool
        Also the text of each action (decisions only).

    Returns
    -------
    int
        Number of rows.

    Raises
    ------
    RunDataError
        If the table is not kept, a part is damaged, or the file cannot be written.
    UsageError
        If ``text`` is asked of another table, or the file would stand in a run directory.
    """
    if text and table != "decisions":
        raise UsageError(f"only decisions have texts, not {table}")
    run.source_of("games" if table == "cards" else table)
    if path == STDOUT:
        return copy_rows(run, table, fmt, sys.stdout.buffer, text)
    target = Path(path)
    refuse_inside(target)
    part = temporary(target)
    try:
        with open(part, "wb") as file:
            rows = copy_rows(run, table, fmt, file, text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, target)
        sync_folder(target.parent)
        return rows
    except OSError as error:
        raise RunDataError(str(unwritable(target, error)).partition(";")[0]) from None
    finally:
        with suppress(OSError):
            part.unlink()


def copy_rows(run: Run, table: str, fmt: str, file: Any, text: bool) -> int:
    rows, sink = 0, Sink(file, fmt)
    try:
        for found in tables_of(run, table, text):
            sink.write(found)
            rows += len(found)
        sink.close()
    except BaseException:
        sink.abandon()
        raise
    return rows


