"""Arrow arrays made from buffers equal those that Arrow makes itself, without a look for pandas."""
from __future__ import annotations

import subprocess
import sys

import numpy as np
import pyarrow as pa
import pytest
from commands import ENVIRONMENT

from arknova_fast.io.buffers import block_array, number_array, text_array

KINDS = [pa.bool_(), pa.uint8(), pa.int8(), pa.int16(), pa.uint16(), pa.uint32(), pa.uint64(), pa.float64()]


def some(kind: pa.DataType, n: int) -> np.ndarray:
    """Values of a type, its ends among them."""
    random = np.random.default_rng(n)
    if pa.types.is_boolean(kind):
        return random.integers(0, 2, n).astype(bool)
    if pa.types.is_floating(kind):
        return random.random(n)
    limits = np.iinfo(kind.to_pandas_dtype())
    values = random.integers(limits.min, limits.max, n, limits.dtype, endpoint=True)
    values[:2] = (limits.min, limits.max)[:n]
    return values


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("n", [0, 1, 7, 8, 9, 1000])
def test_numbers(kind, n):
    values = some(kind, n)
    missing = np.arange(n) % 3 == 1
    for mask in (None, missing, np.zeros(n, bool), np.ones(n, bool)):
        found = number_array(values, kind, mask)
        found.validate(full=True)
        assert found.equals(pa.array(values, kind, mask=mask))
        assert found.null_count == (0 if mask is None else mask.sum())


def test_a_field_of_a_record_is_taken_over_with_gaps_between_its_values():
    records = np.zeros(5, [("a", "<u8"), ("b", "<i2"), ("c", "u1")])
    records["b"] = [-3, 7, 32767, -32768, 0]
    assert number_array(records["b"], pa.int16()).to_pylist() == [-3, 7, 32767, -32768, 0]


@pytest.mark.parametrize(("values", "kind"), [(np.array([300], np.uint16), pa.uint8()),
                                              (np.array([1], np.int8), pa.uint8()),
                                              (np.array([2], np.uint8), pa.bool_())])
def test_a_type_that_could_lose_something_is_refused(values, kind):
    with pytest.raises(TypeError, match="Cannot cast"):
        number_array(values, kind)


def test_texts():
    for texts in ([], [""], ["a", "", "größer", "A401"]):
        found = text_array(texts)
        found.validate(full=True)
        assert found.equals(pa.array(texts, pa.string()))


def test_blocks():
    block = np.arange(96, dtype=np.uint8).reshape(3, 32)
    for rows in (block, block[::2], block[:0]):
        found = block_array(rows)
        found.validate(full=True)
        assert found.equals(pa.array([bytes(row) for row in rows], pa.binary(32)))


@pytest.mark.parametrize("rows", ["results", "turns"])
def test_a_run_that_keeps_rows_does_not_import_pandas(tmp_path, rows):
    line = ["run", "-n", "20", "--part-games", "8", "-q", "--rows", rows, "-o", str(tmp_path / "run")]
    probe = (f"import sys; from arknova_fast.cli import run_command; code = run_command({line!r}); "
             "print('ended', code, 'pyarrow' in sys.modules, 'pandas' in sys.modules)")
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, env=ENVIRONMENT)
    assert done.stdout.strip().endswith("ended 0 True False"), done.stdout + done.stderr
