"""Run directories: what can be asked of one (``layout.py`` has the files)."""
from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from arknova_fast.errors import RunDataError, UsageError, shown
from arknova_fast.io.aggregates import Aggregates, pack
from arknova_fast.io.checksums import read_checksums
from arknova_fast.io.files import write_file
from arknova_fast.io.info import RunInfo, state_hash
from arknova_fast.io.layout import AGGREGATES_FILE, RUN_FILE, Part, Range, is_run, part_path, trouble
from arknova_fast.io.schema import PER_SEAT, ROWS, STORED, TABLES
from arknova_fast.io.stored import read_aggregates, read_info

if TYPE_CHECKING:
    import pyarrow as pa

    from arknova_fast.core.tables import Ruleset
    from arknova_fast.io.parts import Rows, Words
    from arknova_fast.search.batch import BatchPlan


class Run:
    """A run directory.

    Attributes
    ----------
    path : Path
    info : RunInfo
    finished : list of (int, int)
        Ranges of finished games, ascending, ends excluded.
    """

    def __init__(self, path: Path, info: RunInfo, finished: list[Range], aggregates: Aggregates):
        self.path, self.info, self.finished, self.aggregates = path, info, finished, aggregates

    def __repr__(self) -> str:
        return f"<Run {str(self.path)!r}, {self.games} of {self.info.games} games>"

    @property
    def settings(self) -> dict[str, Any]:
        return self.info.settings

    @property
    def seed(self) -> int:
        return self.info.seed

    @property
    def players(self) -> int:
        return self.info.settings["players"]

    @property
    def games(self) -> int:
        """Number of finished games."""
        return sum(end - first for first, end in self.finished)

    @property
    def complete(self) -> bool:
        return self.games == self.info.games

    @cached_property
    def ruleset(self) -> Ruleset:
        try:
            return self.info.chosen_ruleset()
        except RunDataError as error:
            raise trouble(self.path / RUN_FILE, error) from None

    def plan(self, check: bool = True) -> BatchPlan:
        """The plan that plays the games of the run again.

        Parameters
        ----------
        check : bool
            Play the first game and compare it with the run.

        Raises
        ------
        RunDataError
            If the settings make no plan, or this engine plays the first game otherwise.
        """
        try:
            plan = self.info.plan(self.ruleset)
        except UsageError as error:
            raise RunDataError(f"{str(self.path / RUN_FILE)!r}: {error}") from None
        probe = self.info.probe
        if check and (played := state_hash(plan, probe["game"])) != probe["state_hash"]:
            raise RunDataError(f"{str(self.path)!r}: game {probe['game']} ends in state {played}, the run says "
                               f"{shown(probe['state_hash'])}; {self.info.likely_cause()}")
        return plan

    @cached_property
    def words(self) -> Words:
        from arknova_fast.io.parts import Words

        return Words(tuple(self.ruleset.data["maps"]), tuple(self.settings["policies"]))

    # --- parts ----------------------------------------------------------------------------------------------------

    def part_path(self, table: str, index: int) -> Path:
        return part_path(self.path, self.info, table, index)

    def parts(self) -> list[Part]:
        """The parts with finished games, in order."""
        size, found = self.info.part_games, []
        for first, end in self.finished:
            while first < end:
                until = min(end, first - first % size + size)
                found.append(Part(first // size, first, until))
                first = until
        return found

    def filled(self, part: Part) -> bool:
        """Whether no game will be added to a part."""
        return part.end % self.info.part_games == 0 or part.end == self.info.end

    @cached_property
    def checksums(self) -> dict[str, str]:
        """Folder and name of a part -> its SHA-256 checksum, of the parts that have one."""
        return read_checksums(self.path)

    @property
    def per_seat(self) -> str | None:
        """The table with a row per player and game that is kept: games, results or none."""
        return next((table for table in PER_SEAT if table in ROWS[self.info.rows]), None)

    def source_of(self, table: str) -> str:
        """The table that is kept and holds the columns of this one: itself, or games for results.

        Raises
        ------
        RunDataError
            If there is none.
        """
        if table not in STORED:
            raise RunDataError(f"there is no table {shown(table)}, known are {', '.join(STORED)}")
        kept = ROWS[self.info.rows]
        if table in kept:
            return table
        if table == "results" and self.per_seat is not None:
            return self.per_seat
        least = next(name for name, tables in ROWS.items() if table in tables)
        raise RunDataError(f"{str(self.path)!r} keeps no rows of {table} (it was made with --rows {self.info.rows}); "
                           f"play it again with --rows {least}")

    def part_table(self, table: str, part: Part) -> pa.Table:
        """The finished rows of a part, checked; words are plain text.

        Raises
        ------
        RunDataError
            If the file is missing or damaged, or holds other games.
        """
        from arknova_fast.io.checks import read_part

        source = self.source_of(table)
        found = read_part(self, source, part)
        return found if source == table else found.select([column.name for column in TABLES[table]])

    def tables(self, table: str = "games") -> pa.Table:
        """All finished rows of a table as one Arrow table, dictionary columns for words."""
        import pyarrow as pa

        from arknova_fast.io.parts import arrow_schema

        self.source_of(table)
        schema = arrow_schema(table)
        found = [self.part_table(table, part).cast(schema) for part in self.parts()]
        return pa.concat_tables(found) if found else schema.empty_table()

    def games_of(self, part: Part) -> tuple[np.ndarray, np.ndarray | None]:
        """The records of a part and, where the cards were followed, its tracks."""
        from arknova_fast.io.parts import records_from_arrow, tracks_from_arrow

        table = self.part_table(self.source_of("results"), part)
        tracks = tracks_from_arrow(table) if self.info.follows_cards else None
        return records_from_arrow(table, self.words), tracks

    def rows(self, part: Part) -> Rows:
        """The rows of a part as the playouts gave them."""
        from arknova_fast.io.parts import Rows, rows_from_arrow

        records, tracks = self.games_of(part)
        more = {name: rows_from_arrow(name, self.part_table(name, part), self.words)
                for name in ROWS[self.info.rows] if name not in PER_SEAT}
        return Rows(records, tracks, **more)

    def part_of(self, game: int) -> Part:
        """The part that holds a game.

        Raises
        ------
        UsageError
            If the run has not finished that game.
        """
        for part in self.parts():
            if part.first <= game < part.end:
                return part
        have = ", ".join(f"{first} to {end - 1}" for first, end in self.finished) or "no games yet"
        raise UsageError(f"{str(self.path)!r} has no game {game}, it has {have}")

    def record(self, game: int) -> np.ndarray:
        """The stored rows of one game.

        Returns
        -------
        numpy.ndarray
            Structured array of ``RECORD_DTYPE``, shape (players,), with the ``state_hash`` of the end.

        Raises
        ------
        RunDataError
            If the run keeps no rows of games or results, or the part is damaged.
        UsageError
            If the run has not finished that game.
        """
        from arknova_fast.io.parts import records_from_arrow

        self.source_of("results")
        part = self.part_of(game)
        table = self.part_table("results", part)
        at = (game - part.first) * self.players
        return records_from_arrow(table.slice(at, self.players), self.words)

    # --- writing --------------------------------------------------------------------------------------------------

    def commit(self, finished: list[Range], arrays: dict[str, np.ndarray]) -> None:
        """Make these games count as finished."""
        ranges = np.array(finished, np.uint64).reshape(-1, 2)
        write_file(self.path / AGGREGATES_FILE, pack({"finished": ranges, **arrays}))


def load(path: str | Path) -> Run:
    """Open a run directory for reading.

    Parameters
    ----------
    path : str or Path

    Returns
    -------
    Run

    Raises
    ------
    RunDataError
        If it is none, is damaged, or a newer version of the program wrote it.
    """
    if not str(path):
        raise RunDataError("the name of the run directory is empty; name one made by `arknova run -o DIR`")
    folder = Path(path)
    if not is_run(folder):
        what = "is no directory" if folder.exists() and not folder.is_dir() else "holds no run.json"
        raise RunDataError(f"{str(folder)!r} is no run directory (it {what}); name one made by `arknova run -o DIR`")
    info = read_info(folder)
    finished, aggregates = read_aggregates(folder, info)
    return Run(folder, info, finished, aggregates)
