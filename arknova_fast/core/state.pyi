"""The state of a game as one flat block: its NumPy dtype and its owner."""
from typing import Any

import numpy as np

from arknova_fast.core.tables import Ruleset

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
        """Mask of broken invariants, see ``core.invariants``; 0 when all hold.

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
