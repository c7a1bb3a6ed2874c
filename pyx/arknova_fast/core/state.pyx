# cython: language_level=3
"""The game state's owner and hash."""
from cpython.buffer cimport PyBuffer_FillInfo
from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from arknova_fast.core.bits cimport static_assert_
from arknova_fast.core.derived cimport derive_player
from arknova_fast.core.invariants cimport check_state
from arknova_fast.core.ranges cimport in_range
from arknova_fast.core.rng cimport mulhi
from arknova_fast.core.tables cimport Ruleset

import numpy as np

from arknova_fast.core.layout import state_dtype

cdef enum:
    MAX_STATE_BYTES = 2048


cdef inline uint64_t fold(uint64_t a, uint64_t b) noexcept nogil:
    cdef uint64_t low
    cdef uint64_t high = mulhi(a, b, &low)
    return high ^ low


# 64-bit hash over the bytes of the state, as little-endian words; the multiply-and-fold step of wyhash, with its
# constants. Equal states have equal hashes on every machine.
cdef uint64_t hash_state(const GameState* S) noexcept nogil:
    static_assert_(sizeof(GameState) <= MAX_STATE_BYTES)
    static_assert_(sizeof(GameState) % 8 == 0)
    static_assert_(sizeof(Player) % 8 == 0)
    cdef const uint64_t* word = <const uint64_t*> S
    cdef int n = sizeof(GameState) // 8, i = 0
    cdef uint64_t left = <uint64_t> 0xA0761D6478BD642F, right = <uint64_t> 0xE7037ED1A0B428DB
    while i + 4 <= n:
        left = fold(word[i] ^ <uint64_t> 0x8EBC6AF09C88C6E3, word[i + 1] ^ left)
        right = fold(word[i + 2] ^ <uint64_t> 0x589965CC75374CC3, word[i + 3] ^ right)
        i += 4
    while i < n:
        left = fold(word[i] ^ <uint64_t> 0x8EBC6AF09C88C6E3, left)
        i += 1
    return fold(left ^ <uint64_t> 0xE7037ED1A0B428DB, right ^ <uint64_t> n)


cdef class StateBox:
    """Python owner of one GameState; its bytes are open to NumPy through the buffer protocol."""

    def __cinit__(self):
        memset(&self.s, 0, sizeof(GameState))

    def __getbuffer__(self, Py_buffer* buffer, int flags):
        PyBuffer_FillInfo(buffer, self, &self.s, sizeof(GameState), 0, flags)

    def to_bytes(self) -> bytes:
        """A copy of the state, ``sizeof_state()`` bytes."""
        return PyBytes_FromStringAndSize(<const char*> &self.s, sizeof(GameState))

    @staticmethod
    def from_bytes(data) -> StateBox:
        """The state of those bytes. Only the length is checked here, use ``check`` for the contents.

        Raises
        ------
        ValueError
            If the length is wrong.
        """
        cdef const uint8_t[::1] view = memoryview(data).cast("B")
        if view.shape[0] != sizeof(GameState):
            raise ValueError(f"a state has {sizeof(GameState)} bytes, got {view.shape[0]}")
        cdef StateBox box = StateBox.__new__(StateBox)
        memcpy(&box.s, &view[0], sizeof(GameState))
        return box

    def copy(self) -> StateBox:
        cdef StateBox box = StateBox.__new__(StateBox)
        memcpy(&box.s, &self.s, sizeof(GameState))
        return box

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        return StateBox.from_bytes, (self.to_bytes(),)

    def __eq__(self, other):
        if not isinstance(other, StateBox):
            return NotImplemented
        return memcmp(&self.s, &(<StateBox> other).s, sizeof(GameState)) == 0

    __hash__ = None

    def hash(self) -> int:
        """64-bit hash over all bytes, the same on every machine."""
        return hash_state(&self.s)

    def check(self, Ruleset ruleset not None) -> int:
        """Mask of broken invariants, see ``core.invariants``; 0 when all hold."""
        return check_state(ruleset.t, &self.s)

    def derive(self, Ruleset ruleset not None) -> None:
        """Recompute the derived fields of every player."""
        cdef int p
        if not in_range(ruleset.t, &self.s):
            raise ValueError("a count or an index of the state is out of its range")
        for p in range(self.s.n_players):
            derive_player(ruleset.t, &self.s, p)

    def view(self):
        """Zero-copy writable NumPy record of the state, shape (), dtype ``state_dtype()``."""
        return np.frombuffer(self, dtype=state_dtype())[0:1].reshape(())


def sizeof_state() -> int:
    """Bytes of one state."""
    return sizeof(GameState)
