"""Arrow tables of the rows that playouts make, and the way back.

A table has the columns of ``schema.py`` in their order and the same dictionaries in every part, so equal games give
equal bytes. The way back gives the arrays of the playout driver, derived columns left out.
"""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from arknova_fast.core.types import FrameKind
from arknova_fast.errors import RunDataError
from arknova_fast.io.buffers import block_array, number_array, text_array
from arknova_fast.io.schema import ACTION_CARDS, END_CAUSES, NEVER, PER_SEAT, SET_BYTES, TABLES, ZONES, Column
from arknova_fast.search.batch import RECORD_DTYPE, TRACK_DTYPE
from arknova_fast.search.rows import DECISION_DTYPE, TURN_DTYPE

UNFINISHED = END_CAUSES.index("turn_limit")
POINTS = 100  # score = victory points + 100
DECISION_NAMES = tuple(kind.name.removeprefix("FRAME_").lower() for kind in list(FrameKind)[:-1])
# Column -> field of the record or track, where the names differ or the value is taken as it is.
RECORD_FIELDS = {
    "game": "game", "seat": "seat", "score": "score", "winners": "winners", "turns": "turns", "breaks": "breaks",
    "money": "money", "appeal": "appeal", "conservation": "conservation", "reputation": "reputation",
    "x_tokens": "x_tokens", "supported_projects": "supported", "animals": "animals", "released_animals": "released",
    "sponsors": "sponsors", "partner_zoos": "partner_zoos", "universities": "universities", "upgraded": "upgraded",
    "workers": "workers", "covered_hexes": "covered", "decisions": "decisions", "choices": "choices",
    "state_hash": "state_hash",
}  # fmt: skip
TRACK_FIELDS = ("lead_changes", *ZONES, "played_in", "finals")
N_UPGRADED = np.array([bin(mask).count("1") for mask in range(256)], np.uint8)


class Words(NamedTuple):
    """What stands behind the numbers of a run: codes of the maps by index, policy of each seat."""

    maps: tuple[str, ...]
    policies: tuple[str, ...]

    def dictionary(self, table: str, column: str) -> tuple[str, ...]:
        """All words of a dictionary column, in the order of their numbers."""
        return {
            "map": self.maps, "policy": tuple(dict.fromkeys(self.policies)), "end_cause": END_CAUSES,
            "first_upgrade": ACTION_CARDS, "action": ACTION_CARDS, "decision": DECISION_NAMES,
        }[column]  # fmt: skip


class Rows(NamedTuple):
    """The rows of some games as the playouts give them; what is not followed or kept is ``None``."""

    records: np.ndarray
    tracks: np.ndarray | None = None
    turns: np.ndarray | None = None
    decisions: np.ndarray | None = None


def joined(parts: list[Rows]) -> Rows:
    """The rows of consecutive ranges of games as one."""
    if len(parts) == 1:
        return parts[0]
    found = {name: np.concatenate(column) for name, column in zip(Rows._fields, zip(*parts, strict=True), strict=True)
             if column[0] is not None}
    return Rows(**found)


def arrow_type(column: Column) -> pa.DataType:
    special = {
        "word": lambda: pa.dictionary(pa.int16() if column.name == "card" else pa.int8(), pa.string()),
        "text": pa.string,
        "bool": pa.bool_,
        "cards": lambda: pa.binary(SET_BYTES),
        "per_card": lambda: pa.binary(TRACK_DTYPE["played_in"].itemsize),
    }
    return special[column.type]() if column.type in special else pa.from_numpy_dtype(np.dtype(column.type))


def arrow_schema(table: str) -> pa.Schema:
    """The Arrow schema of a table, without metadata."""
    return pa.schema([pa.field(c.name, arrow_type(c), c.nullable) for c in TABLES[table]])


# --- to Arrow -----------------------------------------------------------------------------------------------------


def results_values(records: np.ndarray, words: Words) -> dict[str, Any]:
    """The columns of ``results`` as NumPy arrays; None-able ones as (values, mask of the missing)."""
    finished = records["end_cause"] != UNFINISHED
    won = finished & (records["rank"] == 0)
    policies = words.dictionary("results", "policy")
    of_seat = np.array([policies.index(name) for name in words.policies], np.int8)
    share = np.where(won, 1 / np.maximum(records["winners"], 1), 0.0)
    found: dict[str, Any] = {name: records[field] for name, field in RECORD_FIELDS.items()}
    return found | {
        "map": records["map"], "policy": of_seat[records["seat"]], "victory_points": records["score"] - POINTS,
        "rank": records["rank"] + np.uint8(1), "win_share": (share, ~finished), "finished": finished,
        "end_cause": records["end_cause"], "end_seat": (records["end_player"], ~finished),
        "upgraded_actions": N_UPGRADED[records["upgraded"]],
    }  # fmt: skip


def followed_values(tracks: np.ndarray) -> dict[str, Any]:
    """The columns of ``games`` that ``results`` has not, in the same form."""
    return {name: tracks[name] for name in TRACK_FIELDS} | {
        "first_upgrade": (tracks["first_upgrade"], tracks["first_upgrade"] == NEVER),
        "options": (tracks["options"], tracks["options"] == 0),
    }  # fmt: skip


def to_column(column: Column, table: str, value: Any, words: Words) -> pa.Array:
    values, missing = value if isinstance(value, tuple) else (value, None)
    kind = arrow_type(column)
    if column.type == "word":
        numbers = number_array(values.astype(np.int8), pa.int8(), missing)
        return pa.DictionaryArray.from_arrays(numbers, text_array(words.dictionary(table, column.name)))
    return block_array(values) if pa.types.is_fixed_size_binary(kind) else number_array(values, kind, missing)


def to_arrow(table: str, rows: Rows, words: Words) -> pa.Table:
    """The rows of one table.

    Parameters
    ----------
    table : {"results", "games", "turns", "decisions"}
    rows : Rows
    words : Words

    Returns
    -------
    pyarrow.Table
        With the columns of ``schema.TABLES[table]``.
    """
    if table in PER_SEAT:
        values = results_values(rows.records, words)
        if table == "games":
            if rows.tracks is None:
                raise ValueError("the cards were not followed")
            values |= followed_values(rows.tracks)
    else:
        array = rows.turns if table == "turns" else rows.decisions
        if array is None:
            raise ValueError(f"no rows of {table} were kept")
        values = {name: array[name] for name in array.dtype.fields or () if name != "pad"}
        if table == "turns":
            values["x_token_action"] = array["x_token_action"] != 0
    columns = [to_column(column, table, values[column.name], words) for column in TABLES[table]]
    return pa.Table.from_arrays(columns, schema=arrow_schema(table))


# --- back from Arrow ----------------------------------------------------------------------------------------------


def numbers_of(column: pa.ChunkedArray | pa.Array, known: tuple[str, ...], name: str) -> np.ndarray:
    """The numbers of the words of a dictionary column, ``NEVER`` for missing ones."""
    import pyarrow.compute as pc

    if pa.types.is_dictionary(column.type):
        column = column.cast(pa.string())
    found = pc.index_in(column, value_set=pa.array(known, pa.string()))
    strange = pc.and_(pc.is_null(found), pc.is_valid(column))
    if pc.any(strange).as_py():
        word = column.filter(strange)[0].as_py()
        raise RunDataError(f"column {name!r} holds {word!r}, known are {', '.join(known)}")
    return np.asarray(pc.fill_null(found, NEVER)).astype(np.uint8)


def plain(column: pa.ChunkedArray, missing: int = NEVER) -> np.ndarray:
    if column.null_count:
        import pyarrow.compute as pc

        column = pc.fill_null(column, pa.scalar(missing, column.type))
    return column.to_numpy()


def block_of(column: pa.ChunkedArray) -> np.ndarray:
    """A fixed-size binary column as an array of shape (rows, bytes)."""
    width = column.type.byte_width
    parts = [np.frombuffer(chunk.buffers()[1], np.uint8)[chunk.offset * width : (chunk.offset + len(chunk)) * width]
             for chunk in column.chunks if len(chunk)]
    return (np.concatenate(parts) if parts else np.empty(0, np.uint8)).reshape(-1, width)


def records_from_arrow(table: pa.Table, words: Words) -> np.ndarray:
    """The records of a table of games or results; the inverse of ``to_arrow``."""
    records = np.zeros(len(table), RECORD_DTYPE)
    for name, field in RECORD_FIELDS.items():
        records[field] = plain(table[name])
    records["map"] = numbers_of(table["map"], words.maps, "map")
    records["rank"] = plain(table["rank"]) - 1
    records["end_cause"] = numbers_of(table["end_cause"], END_CAUSES, "end_cause")
    records["end_player"] = plain(table["end_seat"], 0)
    records["n_players"] = len(words.policies)
    return records


def tracks_from_arrow(table: pa.Table) -> np.ndarray:
    """The tracks of a table of games; the inverse of ``to_arrow``."""
    tracks = np.zeros(len(table), TRACK_DTYPE)
    for name in ("lead_changes", "finals"):
        tracks[name] = plain(table[name])
    tracks["options"] = plain(table["options"], 0)
    for name in (*ZONES, "played_in"):
        tracks[name] = block_of(table[name])
    tracks["first_upgrade"] = numbers_of(table["first_upgrade"], ACTION_CARDS, "first_upgrade")
    return tracks


def rows_from_arrow(name: str, table: pa.Table, words: Words) -> np.ndarray:
    """The array of a table of turns or decisions; the inverse of ``to_arrow``."""
    found = np.zeros(len(table), TURN_DTYPE if name == "turns" else DECISION_DTYPE)
    for column in TABLES[name]:
        if column.type == "word":
            found[column.name] = numbers_of(table[column.name], words.dictionary(name, column.name), column.name)
        else:
            found[column.name] = plain(table[column.name])
    return found
