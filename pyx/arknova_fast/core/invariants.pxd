# cython: language_level=3
"""What is true of every state at every decision."""
from libc.stdint cimport uint64_t
from arknova_fast.core.state cimport GameState
from arknova_fast.core.tables cimport Tables

cpdef enum Invariant:
    """Bits of the mask that check_state returns; 0 means that every invariant holds."""
    INV_RANGE = 0x1              # a count or an index is out of its range (nothing else is checked then)
    INV_CARD_ZONES = 0x2         # an enabled card is not in exactly one zone, or a disabled one is in play
    INV_CARD_DOUBLE = 0x4        # a card is in two zones
    INV_FINAL_ZONES = 0x8        # the same for final scoring cards
    INV_BUILT = 0x10             # buildings overlap, or `built` is not their union
    INV_TOUCH = 0x20
    INV_KIOSK_NEAR = 0x40
    INV_OCCUPIED = 0x80          # `occupied` is no union of whole standard enclosures
    INV_FIT = 0x100
    INV_KINDS = 0x200            # `kinds` differs from the special and unique buildings on the map
    INV_ICONS = 0x400
    INV_CLASS_COUNTS = 0x800     # n_small, n_large, n_sponsors
    INV_TRIGGERS = 0x1000        # trig_icons
    INV_PERM = 0x2000
    INV_DISCOUNTS = 0x4000       # discount_small, discount_large, ignore_large
    INV_MONEY = 0x8000
    INV_TRACKS = 0x10000         # appeal, conservation, reputation or X-tokens beyond their limit
    INV_WORKERS = 0x20000        # active + on tasks + idle differ from the number of workers
    INV_ORDER = 0x40000          # action cards are no permutation
    INV_SUPPORTED = 0x80000      # supported + left tokens differ from 7
    INV_POUCHED = 0x100000       # pouch lists and `aside` differ, or a host is in no zoo
    INV_SPECIAL = 0x200000       # more special enclosure spaces used than there are
    INV_TILES = 0x400000         # a bonus tile, partner zoo or university is in two places
    INV_PROJECTS = 0x800000      # project rows have gaps or markers of unknown players
    INV_PADDING = 0x1000000      # padding or an unused slot is not zero (or NO_CARD)
    INV_FLAGS = 0x2000000        # a bit set holds bits without meaning

cdef uint64_t check_state(const Tables* R, const GameState* S) noexcept nogil
