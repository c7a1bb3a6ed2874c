# cython: language_level=3
"""The careful way to the same results: a kernel that does less than it should cannot pass as fast."""
from libc.stdint cimport int64_t, uint64_t
from arknova_fast.core.types cimport action_t
from arknova_fast.core.state cimport GameState
from arknova_fast.core.tables cimport Tables
from arknova_fast.search.playout cimport Plan, Record

# One game, judged at every decision; fills what identifies its result. -1 when something is wrong, with the invariants
# that are broken.
cdef int checked_game(const Tables* R, Plan* plan, uint64_t game, Record* out, uint64_t* broken) noexcept nogil
# The part of one position in the check value of a loop, -1 when something is wrong.
cdef int64_t careful(const Tables* R, const GameState* original, action_t action, int loop,
                     uint64_t* broken) noexcept nogil
