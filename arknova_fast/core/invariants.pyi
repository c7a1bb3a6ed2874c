"""What is true of every state at every decision."""
from enum import IntEnum

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

def invariant_names(mask: int) -> list[str]:
    """The names of the broken invariants in a mask of ``check_state``, in the order of their bits.

    Parameters
    ----------
    mask : int
        As ``StateBox.check`` gives it.

    Examples
    --------
    >>> from arknova_fast.core.invariants import invariant_names
    >>> invariant_names(0x8000)
    ['MONEY']
    """
