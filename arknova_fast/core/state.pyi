"""The state of a game as one flat block: its NumPy dtype, its owner, its invariants."""
from enum import IntEnum
from typing import Any

import numpy as np

from arknova_fast.core.tables import Ruleset

class Invariant(IntEnum):
    """Bits of the mask that check_state returns; 0 means that every invariant holds."""

    INV_RANGE = 1
    INV_CARD_ZONES = 2
    INV_CARD_DOUBLE = 4
    INV_FINAL_ZONES = 8
    INV_BUILT = 16
    INV_TOUCH = 32
    INV_KIOSK_NEAR = 64
    INV_OCCUPIED = 128
    INV_FIT = 256
    INV_KINDS = 512
    INV_ICONS = 1024
    INV_CLASS_COUNTS = 2048
    INV_TRIGGERS = 4096
    INV_PERM = 8192
    INV_DISCOUNTS = 16384
    INV_MONEY = 32768
    INV_TRACKS = 65536
    INV_WORKERS = 131072
    INV_ORDER = 262144
    INV_SUPPORTED = 524288
    INV_POUCHED = 1048576
    INV_SPECIAL = 2097152
    INV_TILES = 4194304
    INV_PROJECTS = 8388608
    INV_PADDING = 16777216
    INV_FLAGS = 33554432

class StateBox:
    """Python owner of one GameState; its bytes are open to NumPy through the buffer protocol."""

    def __init__(self) -> None: ...
    def to_bytes(self) -> bytes:
        """A copy of the state, ``sizeof_state()`` bytes."""
    @staticmethod
    def from_bytes(data: bytes | bytearray | memoryview) -> StateBox:
        """The state of those bytes. Only the length is checked here, use ``check`` for the contents.

        Parameters
        ----------
        data : bytes

        Raises
        ------
        ValueError
            If the length is wrong.
        """
    def copy(self) -> StateBox:
        """An independent copy."""
    def hash(self) -> int:
        """64-bit hash over all bytes, the same on every machine."""
    def check(self, ruleset: Ruleset) -> int:
        """Mask of broken invariants, see ``Invariant`` and ``invariant_names``; 0 when all hold.

        Parameters
        ----------
        ruleset : Ruleset
        """
    def derive(self, ruleset: Ruleset) -> None:
        """Recompute the derived fields of every player.

        Parameters
        ----------
        ruleset : Ruleset
        """
    def view(self) -> Any:
        """Zero-copy writable NumPy record of the state, shape (), dtype ``state_dtype()``."""
    def __eq__(self, other: object) -> bool: ...
    def __copy__(self) -> StateBox: ...
    def __deepcopy__(self, memo: Any) -> StateBox: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...

def sizeof_state() -> int:
    """Bytes of one state."""

def state_dtype() -> np.dtype[np.void]:
    """The NumPy structured dtype of one state, with the byte offsets of the C struct."""

def invariant_names(mask: int) -> list[str]:
    """The names of the broken invariants in a mask of ``check_state``, in the order of their bits.

    Parameters
    ----------
    mask : int
        As ``StateBox.check`` gives it.

    Examples
    --------
    >>> from arknova_fast.core.state import invariant_names
    >>> invariant_names(0x8000)
    ['MONEY']
    """
