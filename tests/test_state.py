"""The state block: layout, owner, hash, invariants."""
import copy
import pickle
import re
from pathlib import Path

import numpy as np
import pytest

from arknova_fast.core.invariants import Invariant, invariant_names
from arknova_fast.core.state import StateBox, sizeof_state, state_dtype

PXD = Path(__file__).resolve().parents[1] / "pyx" / "arknova_fast" / "core" / "state.pxd"
TYPES = {"uint64_t": "<u8", "uint32_t": "<u4", "uint16_t": "<u2", "int16_t": "<i2", "int8_t": "|i1", "uint8_t": "|u1"}


def declared(struct: str) -> list[tuple[str, str, tuple[int, ...]]]:
    """The fields (name, type, shape) of a struct as written in state.pxd."""
    body = re.search(rf"^cdef struct {struct}:\n((?:    .*\n|\n)+)", PXD.read_text(), re.M).group(1)
    fields = []
    for line in body.splitlines():
        found = re.match(r"    (\w+) (\w+)((?:\[\d+\])*)", line)
        if found:
            shape = tuple(map(int, re.findall(r"\d+", found.group(3))))
            fields.append((found.group(2), found.group(1), shape))
    return fields


def dtypes() -> dict[str, np.dtype]:
    whole = state_dtype()
    return {
        "GameState": whole,
        "Player": whole["player"].base,
        "Item": whole["open"].base,
        "Frame": whole["frame"].base,
        "Action": whole["act"],
    }


@pytest.mark.parametrize("struct", ["GameState", "Player", "Item", "Frame", "Action"])
def test_dtype_is_the_declaration(struct):
    """Same fields, order, types and shapes, and no byte between or behind them."""
    dtype, end = dtypes()[struct], 0
    fields = declared(struct)
    assert list(dtype.names) == [name for name, _, _ in fields]
    for name, ctype, shape in fields:
        assert dtype[name].shape == shape, name
        expected = TYPES.get(ctype) or dtypes()[ctype]
        assert dtype[name].base == np.dtype(expected), name
        assert dtype.fields[name][1] == end, f"hidden padding before {name}"
        end += dtype[name].itemsize
    assert dtype.itemsize == end


def test_size_is_a_multiple_of_a_word_and_small():
    assert sizeof_state() == state_dtype().itemsize
    assert sizeof_state() % 8 == 0
    assert sizeof_state() <= 2560


def noise(seed: int) -> StateBox:
    return StateBox.from_bytes(np.random.default_rng(seed).bytes(sizeof_state()))


def test_bytes_copy_and_pickle_round_trip():
    box = noise(1)
    for other in (StateBox.from_bytes(box.to_bytes()), box.copy(), copy.deepcopy(box), pickle.loads(pickle.dumps(box))):
        assert other == box
        assert other.hash() == box.hash()
        other.view()["turn"] += 1
        assert other != box


def test_new_state_is_zero():
    assert StateBox().to_bytes() == bytes(sizeof_state())


def test_wrong_length_is_refused():
    for data in (b"", bytes(sizeof_state() - 1), bytes(sizeof_state() + 1)):
        with pytest.raises(ValueError, match=str(sizeof_state())):
            StateBox.from_bytes(data)


def test_view_shares_memory():
    box = StateBox()
    view = box.view()
    view["player"]["money"][2] = -7
    assert box.view()["player"][2]["money"] == -7
    at = state_dtype().fields["player"][1] + 2 * dtypes()["Player"].itemsize + dtypes()["Player"].fields["money"][1]
    assert int.from_bytes(box.to_bytes()[at : at + 2], "little", signed=True) == -7


def test_every_bit_changes_the_hash():
    data = bytearray(noise(2).to_bytes())
    hashes = {StateBox.from_bytes(data).hash()}
    for i in range(8 * len(data)):
        data[i // 8] ^= 1 << i % 8
        hashes.add(StateBox.from_bytes(data).hash())
        data[i // 8] ^= 1 << i % 8
    assert len(hashes) == 8 * len(data) + 1


def test_hash_bits_are_balanced():
    """Flipping one bit flips about half of the hash."""
    base, zero = StateBox().hash(), bytearray(sizeof_state())
    flips = []
    for i in range(0, 8 * len(zero), 7):
        zero[i // 8] ^= 1 << i % 8
        flips.append((StateBox.from_bytes(zero).hash() ^ base).bit_count())
        zero[i // 8] ^= 1 << i % 8
    assert abs(np.mean(flips) - 32) < 0.5
    assert min(flips) > 8


def test_invariants_are_single_bits_with_names():
    values = [int(member) for member in Invariant]
    assert all(value.bit_count() == 1 for value in values)
    assert len(set(values)) == len(values)
    assert invariant_names(0) == []
    assert invariant_names(int(Invariant.INV_MONEY) | int(Invariant.INV_RANGE)) == ["RANGE", "MONEY"]
    assert len(invariant_names(sum(values))) == len(values)
