# cython: language_level=3
"""A tape of the chance outcomes of one step: recorded, or played back to force them."""
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset
from arknova_fast.core.bits cimport set_add, set_drop, set_has
from arknova_fast.core.types cimport CARD_WORDS

cdef extern from *:
    """
    #if defined(_MSC_VER)
    static __declspec(thread) void *ark_tape = 0;
    #else
    static _Thread_local void *ark_tape = 0;
    #endif
    """
    void* ark_tape


cdef void set_tape(Tape* tape) noexcept nogil:
    global ark_tape
    ark_tape = <void*> tape


cdef inline Tape* tape_of(const GameState* S) noexcept nogil:
    cdef Tape* tape = <Tape*> ark_tape
    return tape if tape != NULL and tape.state == S and not tape.fault else NULL


cdef int taped_pick(const GameState* S, const uint64_t* cards, int drawn) noexcept nogil:
    cdef Tape* tape = tape_of(S)
    if tape == NULL:
        return drawn
    if tape.force:
        if tape.at + 2 > tape.n or tape.data[tape.at] != TAPE_PICK or not set_has(cards, tape.data[tape.at + 1]):
            tape.fault = 1
            return drawn
        tape.at += 2
        return tape.data[tape.at - 1]
    if tape.n + 2 > TAPE_SIZE:
        tape.fault = 1
        return drawn
    tape.data[tape.n] = TAPE_PICK
    tape.data[tape.n + 1] = <uint8_t> drawn
    tape.n += 2
    return drawn


cdef void tape_shuffle(GameState* S) noexcept nogil:
    cdef Tape* tape = tape_of(S)
    if tape == NULL:
        return
    if tape.force:
        force_deck(S, tape)
    else:
        note_deck(S, tape)


cdef void note_deck(const GameState* S, Tape* tape) noexcept nogil:
    cdef int i
    if tape.n + 2 + S.n_deck > TAPE_SIZE:
        tape.fault = 1
        return
    tape.data[tape.n] = TAPE_SHUFFLE
    tape.data[tape.n + 1] = <uint8_t> S.n_deck
    for i in range(S.n_deck):
        tape.data[tape.n + 2 + i] = S.deck[S.n_deck - 1 - i]
    tape.n += 2 + S.n_deck


cdef void force_deck(GameState* S, Tape* tape) noexcept nogil:
    """The order of the tape, provided that it holds the same cards."""
    cdef uint64_t[4] left
    cdef const uint8_t* order = &tape.data[tape.at + 2]
    cdef int i
    if tape.at + 2 > tape.n or tape.data[tape.at] != TAPE_SHUFFLE or tape.data[tape.at + 1] != S.n_deck:
        tape.fault = 1
        return
    memset(left, 0, CARD_WORDS * sizeof(uint64_t))
    for i in range(S.n_deck):
        set_add(left, S.deck[i])
    for i in range(S.n_deck):
        if not set_has(left, order[i]):
            tape.fault = 1
            return
        set_drop(left, order[i])
    for i in range(S.n_deck):
        S.deck[S.n_deck - 1 - i] = order[i]
    tape.at += 2 + S.n_deck
