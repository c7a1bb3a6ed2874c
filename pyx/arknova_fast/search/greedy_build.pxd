# cython: language_level=3
"""Which building `greedy` builds and where."""
from arknova_fast.search.greedy_view cimport *

cdef enum:
    MOST_WANTED = 16
    ROOMS = 7

# An animal that still needs a home.
cdef struct Want:
    double worth             # discounted for price and conditions
    double gain              # what playing it brings
    int cost
    int missing              # conditions not met
    uint8_t size
    uint8_t rock
    uint8_t water
    uint8_t special          # Kind of the special enclosure it may use
    uint8_t spaces

cdef struct Wants:
    int n
    Want want[16]

# Animals of the hand (and of the display within range with Animals II) that have no home yet. After look_ahead.
cdef void find_wants(const View* v, Wants* out) noexcept nogil
# room[s]: empty standard enclosures of at least s spaces, s = 1 .. 6.
cdef void count_room(const View* v, int* room) noexcept nogil
# Worth of building one of a kind at the best place, its price subtracted; very low when there is no place.
cdef double kind_worth(const View* v, const Wants* wants, int kind, bint free_of_charge) noexcept nogil
# The want such a building serves best, NULL when none.
cdef const Want* served(const View* v, const Wants* wants, int kind) noexcept nogil
# Worth of a placement, what the kind brings anywhere left out.
cdef double place_worth(const View* v, const Wants* wants, int pid, const double* cell_bonus) noexcept nogil
cdef void cell_bonuses(const View* v, double* out) noexcept nogil
