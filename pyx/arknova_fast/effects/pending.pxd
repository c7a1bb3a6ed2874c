# cython: language_level=3
"""Pending work: the frame stack, the set of open effects and the deferred set.

Frames are what the engine is doing (an action, a choice inside an effect, a break ...), innermost last.
Open effects are simultaneous effects of one player that wait to be resolved in the order that player
likes (rule R22.4); what an effect triggers joins them (R22.5). Deferred effects wait until the action
card lies in slot 1 (R5.10).
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset
from arknova_fast.core.types cimport *
from arknova_fast.core.tables cimport Tables, Bonus, Effect
from arknova_fast.core.state cimport GameState, Player, Frame, Item
from arknova_fast.core.bits cimport ark_assert

# What a step function tells the engine.
cdef enum:
    STEP_DONE = 0            # progress was made, look at the top frame again
    STEP_DECIDE = 1          # the player of the top frame has to choose

# Domains of the ordering masks Tables.op_reads / op_adds / op_writes, same order as cards/vocabulary.py.
cdef enum:
    DOM_APPEAL = 1
    DOM_CONS = 2
    DOM_REP = 4
    DOM_UPGRADE = 8
    DOM_WORKER = 16
    DOM_DECK = 32
    DOM_DISPLAY = 64
    DOM_HAND = 128
    DOM_MAP = 256
    DOM_ICONS = 512
    DOM_TILES = 1024
    DOM_TOKENS = 2048
    DOM_FINALS = 4096
    DOM_BASE = 8192
    DOM_DISCARD = 16384
    DOM_OTHERS = 32768

cdef inline Frame* top(GameState* S) noexcept nogil:
    return S.frame + S.n_frames - 1

# Puts a zeroed frame on the stack and returns it.
cdef inline Frame* push(GameState* S, int kind, int player) noexcept nogil:
    cdef Frame* f = &S.frame[S.n_frames]
    ark_assert(S.n_frames < MAX_FRAMES)
    memset(f, 0, sizeof(Frame))
    f.kind = <uint8_t> kind
    f.player = <uint8_t> player
    f.card = NO_CARD
    S.n_frames += 1
    if S.n_frames > S.deepest_frames:
        S.deepest_frames = S.n_frames
    return f

cdef inline void pop(GameState* S) noexcept nogil:
    S.n_frames -= 1
    memset(&S.frame[S.n_frames], 0, sizeof(Frame))

# Turns the top frame into another kind, keeping its player.
cdef inline Frame* become(GameState* S, int kind) noexcept nogil:
    cdef Frame* f = top(S)
    cdef uint8_t player = f.player
    memset(f, 0, sizeof(Frame))
    f.kind = <uint8_t> kind
    f.player = player
    f.card = NO_CARD
    return f

cdef inline bint is_deferred(int op) noexcept nogil:
    return OP_CLEVER <= op <= OP_HYPNOSIS_ACTION

# Adds an effect of S.open_player to the open set, or to the deferred set when it has to wait.
cdef void add_item(GameState* S, int op, int n, int arg, int card, int optional, int times,
                   int effect) noexcept nogil
# Takes one use off an item and copies that use.
cdef void take_open(GameState* S, int i, Item* taken) noexcept nogil
cdef void take_deferred(GameState* S, int i, Item* taken) noexcept nogil
# The position of the one of several open effects to run next, or -1 when the player has to choose the order.
cdef int next_open(const Tables* R, const GameState* S) noexcept nogil
