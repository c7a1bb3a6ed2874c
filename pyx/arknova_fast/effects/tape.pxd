# cython: language_level=3
"""A tape of the chance outcomes of one step: recorded, or played back to force them.

Only random picks and shuffles go through it, which are rare; every other card that is drawn follows from the order of
the deck. A thread has at most one tape, tied to one state, so that games on other threads are not touched.

Bytes of a tape: ``TAPE_PICK, card`` and ``TAPE_SHUFFLE, n, card * n`` with the top card first.
"""
from libc.stdint cimport uint8_t, uint64_t
from arknova_fast.core.state cimport GameState

cdef enum:
    TAPE_SIZE = 4096         # a step draws far fewer cards, and only its last deck is not drawn in full
    TAPE_PICK = 1
    TAPE_SHUFFLE = 2

cdef struct Tape:
    const GameState* state   # whose outcomes are meant
    int n                    # bytes used
    int at                   # next byte to be played
    uint8_t force            # 0 record, 1 play
    uint8_t fault            # the tape was too short, too long for its buffer, or named an impossible outcome
    uint8_t data[TAPE_SIZE]

# The tape of this thread; NULL for none.
cdef void set_tape(Tape* tape) noexcept nogil
# The card that a random pick out of `cards` gives: the drawn one, or that of the tape.
cdef int taped_pick(const GameState* S, const uint64_t* cards, int drawn) noexcept nogil
# Notes the order of a deck that was just shuffled, or changes it to that of the tape.
cdef void tape_shuffle(GameState* S) noexcept nogil
