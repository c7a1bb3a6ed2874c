"""Tables as bytes in Parquet, CSV, JSON lines and NPZ, and back.

Parquet keeps everything. In the other formats card sets are hexadecimal text (NPZ: rows of bytes) and dictionary
columns plain text; a missing value is an empty field (CSV), ``null`` (JSON lines), or in NPZ the largest number of its
type, nan for fractions, and the empty text.
"""
from __future__ import annotations

import io
import json
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from arknova_fast.errors import RunDataError
from arknova_fast.io.aggregates import pack, unpack
from arknova_fast.io.buffers import block_array

SUFFIX = {"parquet": ".parquet", "csv": ".csv", "jsonl": ".jsonl", "npz": ".npz"}


# --- encode -------------------------------------------------------------------------------------------------------


def parquet_options(schema: pa.Schema) -> dict[str, Any]:
    """How Parquet files are written: zstd; dictionaries for words; statistics where they help to skip."""
    words = [field.name for field in schema if pa.types.is_dictionary(field.type)]
    ordered = [field.name for field in schema if field.name in ("game", "seat", "turn", "number", "score")]
    return {"compression": "zstd", "compression_level": 1, "use_dictionary": words, "write_statistics": ordered}


def readable(table: pa.Table) -> pa.Table:
    """The table with card sets as hexadecimal text and dictionary columns as plain text."""
    made = table
    for i, field in enumerate(table.schema):
        if pa.types.is_dictionary(field.type):
            made = made.set_column(i, field.name, table[i].cast(pa.string()))
        elif pa.types.is_fixed_size_binary(field.type):
            texts = [value.hex() for value in table[i].to_pylist()]
            made = made.set_column(i, field.name, pa.array(texts, pa.string()))
    return made


def json_lines(table: pa.Table) -> bytes:
    rows = readable(table).to_pylist()
    return "".join(json.dumps(row, separators=(",", ":"), ensure_ascii=False) + "\n" for row in rows).encode()


def nothing(kind: pa.DataType) -> int:
    """What stands for a missing whole number in NPZ: the largest of its type."""
    return int(np.iinfo(kind.to_pandas_dtype()).max)


def npz_arrays(table: pa.Table) -> dict[str, np.ndarray]:
    """The columns as arrays without objects."""
    from arknova_fast.io.parts import block_of

    found = {}
    for field in table.schema:
        column = table[field.name]
        if pa.types.is_fixed_size_binary(field.type):
            found[field.name] = block_of(column)
        elif pa.types.is_dictionary(field.type) or pa.types.is_string(field.type):
            words = column.cast(pa.string()).fill_null("").to_pylist()
            found[field.name] = np.array(words, "U") if words else np.empty(0, "U1")
        elif pa.types.is_floating(field.type):
            found[field.name] = column.fill_null(float("nan")).to_numpy()
        else:
            found[field.name] = (column.fill_null(nothing(field.type)) if column.null_count else column).to_numpy()
    return found


def encode(table: pa.Table, fmt: str, metadata: dict[str, str] | None = None) -> Any:
    """A whole table as a buffer of bytes; the same table gives the same bytes.

    Parameters
    ----------
    table : pyarrow.Table
    fmt : {"parquet", "csv", "jsonl", "npz"}
    metadata : dict of str, optional
        Key-value metadata of a Parquet file; the other formats have no place for it.
    """
    if fmt == "parquet":
        sink = pa.BufferOutputStream()
        table = table.combine_chunks().replace_schema_metadata(metadata)
        pq.write_table(table, sink, row_group_size=max(len(table), 1), **parquet_options(table.schema))
        return sink.getvalue()
    if fmt == "csv":
        import pyarrow.csv as pa_csv

        sink = pa.BufferOutputStream()
        pa_csv.write_csv(readable(table), sink)
        return sink.getvalue()
    return json_lines(table) if fmt == "jsonl" else pack(npz_arrays(table))


# --- decode -------------------------------------------------------------------------------------------------------


def plain_type(kind: pa.DataType) -> pa.DataType:
    """How a column stands in a text format."""
    return pa.string() if pa.types.is_dictionary(kind) or pa.types.is_fixed_size_binary(kind) else kind


def read_csv(data: bytes, schema: pa.Schema) -> pa.Table:
    import pyarrow.csv as pa_csv

    types = {field.name: plain_type(field.type) for field in schema}
    options = pa_csv.ConvertOptions(column_types=types, strings_can_be_null=True, null_values=[""])
    return pa_csv.read_csv(pa.py_buffer(data), convert_options=options)


def read_jsonl(data: bytes, schema: pa.Schema) -> pa.Table:
    import pyarrow.json as pa_json

    types = pa.schema([pa.field(field.name, plain_type(field.type)) for field in schema])
    options = pa_json.ParseOptions(explicit_schema=types, unexpected_field_behavior="error")
    return pa_json.read_json(pa.py_buffer(data), parse_options=options)


def read_npz(data: bytes, schema: pa.Schema) -> pa.Table:
    arrays, columns, names = unpack(data), [], []
    for field in schema:
        if field.name not in arrays:
            raise RunDataError(f"column {field.name!r} is missing")
        array, kind = arrays[field.name], field.type
        if pa.types.is_fixed_size_binary(kind):
            if array.dtype != np.uint8 or array.ndim != 2 or array.shape[1] != kind.byte_width:
                raise RunDataError(f"column {field.name!r} is {array.dtype}{list(array.shape)}, expected rows of "
                                   f"{kind.byte_width} bytes")
            made = block_array(array)
        elif array.ndim != 1:
            raise RunDataError(f"column {field.name!r} has {array.ndim} dimensions, expected 1")
        elif pa.types.is_dictionary(kind):
            made = pa.array(array, pa.string(), mask=array == "" if field.nullable else None)
        else:
            missing = None
            if field.nullable:
                missing = np.isnan(array) if array.dtype.kind == "f" else array == nothing(kind)
            made = pa.array(array, kind, mask=missing)
        columns.append(made)
        names.append(field.name)
    return pa.Table.from_arrays(columns, names=names)


def bytes_of_hex(column: pa.ChunkedArray, kind: pa.DataType, name: str) -> pa.Array:
    try:
        values = [bytes.fromhex(text) for text in column.to_pylist()]
    except (TypeError, ValueError):
        raise RunDataError(f"column {name!r} holds what is no hexadecimal number") from None
    if any(len(value) != kind.byte_width for value in values):
        raise RunDataError(f"column {name!r} holds numbers that do not have {2 * kind.byte_width} digits")
    return pa.array(values, kind)


def canonical(table: pa.Table, schema: pa.Schema) -> pa.Table:
    """The table with exactly the columns of the schema; words stay plain text.

    Raises
    ------
    RunDataError
        If a column is missing, has another type, or lacks values.
    """
    columns = []
    for field in schema:
        if table.schema.get_field_index(field.name) < 0:
            raise RunDataError(f"column {field.name!r} is missing")
        column = table[field.name]
        if pa.types.is_fixed_size_binary(field.type) and pa.types.is_string(column.type):
            column = pa.chunked_array([bytes_of_hex(column, field.type, field.name)])
        wanted = pa.string() if pa.types.is_dictionary(field.type) else field.type
        if pa.types.is_dictionary(column.type):
            column = column.cast(pa.string())
        if column.type != wanted:
            raise RunDataError(f"column {field.name!r} has the type {column.type}, expected {wanted}")
        if column.null_count and not field.nullable:
            raise RunDataError(f"column {field.name!r} lacks {column.null_count} values")
        columns.append(column)
    names = [field.name for field in schema]
    return pa.Table.from_arrays(columns, names=names)


def decode(data: bytes, fmt: str, schema: pa.Schema) -> pa.Table:
    """The table of some bytes, words as plain text.

    Raises
    ------
    RunDataError
        If they are no such file, or a column does not fit the schema.
    """
    try:
        if fmt == "parquet":
            table = pq.read_table(io.BytesIO(data), use_threads=False)
        else:
            table = {"csv": read_csv, "jsonl": read_jsonl, "npz": read_npz}[fmt](data, schema)
    except (pa.ArrowException, OSError, ValueError, TypeError, OverflowError, MemoryError) as error:
        raise RunDataError(f"is no {fmt} file of this table: {' '.join(str(error).split())[:200]}") from None
    return canonical(table, schema)
