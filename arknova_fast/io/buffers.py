"""Arrow arrays laid over the memory of NumPy arrays.

``pyarrow.array`` and ``pyarrow.scalar`` import pandas wherever it is installed, to recognise its objects: a quarter of
a second of every run that keeps rows. Arrays made from buffers need no such look, and are not copied.
"""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa


def packed(flags: np.ndarray) -> pa.Buffer:
    """Flags as Arrow keeps them, eight to a byte from the lowest bit."""
    return pa.py_buffer(np.packbits(flags, bitorder="little"))


def number_array(values: np.ndarray, kind: pa.DataType, missing: np.ndarray | None = None) -> pa.Array:
    """Numbers or truth values.

    Parameters
    ----------
    values : array, shape (n,)
        Of a type that ``kind`` holds without loss; others are a ``TypeError``.
    kind : pyarrow.DataType
        ``bool_`` or a type of numbers.
    missing : array of bool, shape (n,), optional
        Where the value is missing.
    """
    exact = np.ascontiguousarray(values.astype(kind.to_pandas_dtype(), casting="safe", copy=False))
    data = packed(exact) if pa.types.is_boolean(kind) else pa.py_buffer(exact)
    present = packed(~missing) if missing is not None and missing.any() else None
    return pa.Array.from_buffers(kind, len(values), [present, data])


def text_array(texts: Sequence[str]) -> pa.Array:
    """Texts, none of them missing."""
    data = [text.encode() for text in texts]
    ends = np.cumsum([0, *map(len, data)], dtype=np.int32)
    return pa.StringArray.from_buffers(len(data), pa.py_buffer(ends), pa.py_buffer(b"".join(data)))


def block_array(block: np.ndarray) -> pa.Array:
    """The rows of an array of bytes of shape (n, bytes) as fixed-size binary values."""
    rows = np.ascontiguousarray(block, np.uint8)
    return pa.FixedSizeBinaryArray.from_buffers(pa.binary(rows.shape[1]), len(rows), [None, pa.py_buffer(rows)])
