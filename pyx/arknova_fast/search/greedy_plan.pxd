# cython: language_level=3
"""What each action card could do now: the options that the worth of an action is worked out from."""
from arknova_fast.search.greedy_view cimport *

cdef enum:
    MOST_STRENGTH = 10
    IMPOSSIBLE = -1000       # worth of what cannot be done
    UNKNOWN = -2000          # not looked at yet
    MOST_OPTIONS = 20

# An animal or sponsor that could be played now.
cdef struct Option:
    double worth             # price not subtracted
    int cost                 # money, or the level of a sponsor
    int surcharge            # money for a card of the display
    int size
    int shares               # 1 when it needs no standard enclosure

cdef struct Plan:
    View* v
    int sides                # bit per action card on side II
    int n_animals
    int n_sponsors
    Option animal[20]
    Option sponsor[20]
    int room[7]              # room[s]: empty standard enclosures of at least s spaces
    double build[7]          # best building of each size
    int build_cost[7]
    Option housed[7]         # the animal that building would house, worth 0 when none
    double display[6]        # worth of the cards of the display
    double association[12]   # by strength, UNKNOWN when not looked at yet

# With the sides of the action cards given as bits; after look_ahead.
cdef void make_plan(Plan* plan, View* v, int sides) noexcept nogil
