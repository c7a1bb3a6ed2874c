# cython: language_level=3
"""The counting language of effect programs ("per bird icon", "3/6 thresholds", "all border spaces")."""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from arknova_fast.core.types cimport *
from arknova_fast.core.tables cimport Tables, Effect
from arknova_fast.core.state cimport GameState, Player

cdef inline bint is_standard(int kind) noexcept nogil:
    return ENCLOSURE_1 <= kind <= ENCLOSURE_5

# The value of a counter for one zoo.
cdef int count_for(const Tables* R, const GameState* S, int p, const Effect* e) noexcept nogil
# The units an OP_PROGRAM row pays: gain_per, gain_table or gain_if.
cdef int units_of(const Tables* R, const GameState* S, int p, const Effect* e) noexcept nogil
# Different buildings next to `cells` that are not empty standard enclosures; kiosks count only if asked for.
cdef int buildings_next_to(const Tables* R, const Player* P, uint64_t cells_near, bint kiosks) noexcept nogil
cdef int kiosk_income(const Tables* R, const Player* P) noexcept nogil
cdef int map_income(const Tables* R, const Player* P) noexcept nogil
