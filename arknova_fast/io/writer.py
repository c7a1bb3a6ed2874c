"""Writing a run: games come in order, parts go to disk in a thread of their own."""
from __future__ import annotations

import datetime
import json
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from arknova_fast.errors import RunDataError
from arknova_fast.io.checksums import append_checksums, checksum, part_name
from arknova_fast.io.files import write_file
from arknova_fast.io.formats import encode
from arknova_fast.io.layout import PROGRESS_FILE, Part, Range, read_json
from arknova_fast.io.parts import Rows, joined, to_arrow
from arknova_fast.io.rundir import Run
from arknova_fast.io.schema import ROWS
from arknova_fast.search.batch import BatchPlan
from arknova_fast.search.rows import play_rows

CHECKPOINT = 60.0  # seconds after which an unfinished part is written too
WAITING = 2  # parts on their way to the disk, so that memory stays constant
SESSIONS = 1000  # remembered in progress.json


def player(plan: BatchPlan, rows: str) -> Callable[[int, int], Rows]:
    """The function that plays a range of games and gives all rows that are kept."""

    def play(first: int, count: int) -> Rows:
        if rows == "results":
            return Rows(plan.play(first, count))
        records, tracks = plan.play_tracked(first, count)
        if rows not in ("turns", "decisions"):
            return Rows(records, tracks)
        turns, decisions, hashes, options = play_rows(plan, first, count, rows == "decisions")
        if not np.array_equal(hashes, records["state_hash"][:: plan.players]):
            raise RuntimeError(f"games {first} to {first + count - 1} were not played the same twice")
        tracks["options"] = np.repeat(options, plan.players)
        return Rows(records, tracks, turns, decisions)

    return play


class RunWriter:
    """Appends games to a run directory whose lock is held.

    Parameters
    ----------
    run : Run
        A new or a resumed one; its finished games are ``start .. at - 1``.
    checkpoint : float
        Seconds after which an unfinished part is written too: what a kill can cost.
    session : dict, optional
        What ``progress.json`` says about this session.
    """

    def __init__(self, run: Run, checkpoint: float = CHECKPOINT, session: dict[str, Any] | None = None):
        self.run, self.checkpoint = run, checkpoint
        self.at = run.finished[-1][1] if run.finished else run.info.start
        self.aggregates = run.aggregates
        self.open: list[Rows] = []
        if self.keeps_rows and self.at % run.info.part_games and run.finished:
            self.open = [run.rows(run.parts()[-1])]
        self.disk = ThreadPoolExecutor(1, thread_name_prefix="arknova-disk")
        self.waiting: deque[Future] = deque()
        self.began = self.committed_at = time.monotonic()
        self.committed, self.first = self.at, self.at
        self.session = {"began": now(), **(session or {})}
        self.sessions = past_sessions(run.path)
        self.write_progress(run.finished)

    @property
    def keeps_rows(self) -> bool:
        return bool(ROWS[self.run.info.rows])

    @property
    def left(self) -> int:
        """Games still to be played."""
        return self.run.info.end - self.at

    def add(self, rows: Rows) -> None:
        """Take the next games, which must not reach beyond the end of the part.

        Raises
        ------
        RunDataError
            If an earlier part could not be written.
        """
        self.aggregates.add(rows.records, rows.tracks)
        if self.keeps_rows:
            self.open.append(rows)
        self.at += len(rows.records) // self.run.players
        if self.at % self.run.info.part_games == 0 or self.at == self.run.info.end:
            self.send()
            self.open = []
        elif time.monotonic() - self.committed_at > self.checkpoint:
            self.send()

    def send(self) -> None:
        """Give the open part, as far as it has come, and the state of the aggregates to the disk."""
        size = self.run.info.part_games
        index = (self.at - 1) // size
        part = Part(index, max(index * size, self.run.info.start), self.at)
        while len(self.waiting) >= WAITING:
            self.wait_for_one()
        finished = [(self.run.info.start, self.at)]
        self.waiting.append(self.disk.submit(self.write, part, list(self.open), finished, self.aggregates.arrays()))
        self.committed, self.committed_at = self.at, time.monotonic()

    def wait_for_one(self) -> None:
        try:
            self.waiting.popleft().result()
        except RunDataError as error:
            raise RunDataError(f"{error}. Make room and go on with --resume") from None

    def write(self, part: Part, chunks: list[Rows], finished: list[Range], arrays: dict[str, np.ndarray]) -> None:
        if chunks:
            checksums = write_part(self.run, part.number, joined(chunks))
            if self.run.filled(part):
                append_checksums(self.run.path, checksums)
        self.run.commit(finished, arrays)
        self.run.finished = finished
        self.write_progress(finished)

    def write_progress(self, finished: list[Range]) -> None:
        done = sum(end - first for first, end in finished)
        session = self.session | {"seconds": round(time.monotonic() - self.began, 3),
                                  "games": finished[-1][1] - self.first if finished else 0}
        body = {"schema": "arknova-fast/progress/1", "complete": done == self.run.info.games,
                "finished": [list(span) for span in finished], "sessions": [*self.sessions, session][-SESSIONS:]}
        write_file(self.run.path / PROGRESS_FILE, (json.dumps(body, indent=2) + "\n").encode())

    def finish(self) -> None:
        """Write what is left and wait for the disk."""
        try:
            if self.at > self.committed:
                self.send()
            while self.waiting:
                self.wait_for_one()
            self.write_progress(self.run.finished)
        finally:
            self.close()

    def close(self) -> None:
        """Let the disk finish what it has begun, and drop the rest."""
        self.disk.shutdown(wait=True, cancel_futures=True)


def write_part(run: Run, index: int, rows: Rows) -> dict[str, str]:
    """Write one part of every table that is kept; the checksums by folder and name of the files."""
    checksums = {}
    for table in ROWS[run.info.rows]:
        data = encode(to_arrow(table, rows, run.words), run.info.format, run.info.metadata())
        path = run.part_path(table, index)
        write_file(path, data)
        checksums[part_name(path)] = checksum(data)
    return checksums


def now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")


def past_sessions(path: Path) -> list[Any]:
    body = read_json(path / PROGRESS_FILE)
    sessions = body.get("sessions") if isinstance(body, dict) else None
    return sessions if isinstance(sessions, list) else []
