# cython: language_level=3
"""Game states as portable bytes, and the full check that lets foreign data reach the kernel.

Layout (little-endian): 8 bytes magic, u32 format version, u32 size of the state, u64 ruleset hash, u32 CRC-32
of the state, u32 zero, then the state.
"""
import struct
import zlib

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.string cimport memcmp, memcpy
from arknova_fast.core.bits cimport set_count, set_has
from arknova_fast.core.invariants cimport check_state
from arknova_fast.core.state cimport Frame, GameState, Item, Player, copy_state
from arknova_fast.core.tables cimport Tables
from arknova_fast.core.types cimport *
from arknova_fast.rules.engine cimport legal_actions, run

from arknova_fast.core.invariants import invariant_names
from arknova_fast.errors import StateDataError

MAGIC = b"ARKNOVA\0"
FORMAT_VERSION = 1
HEADER = struct.Struct("<8sIIQII")

cdef enum:
    MAX_DEALT = 12           # KEEP_HAND has 4096 codes
    SPARE_FRAMES = 3         # room the engine needs above a loaded position; random games stay 3 below it
    SPARE_ITEMS = 8


cdef bytes pack_state(Ruleset ruleset, const GameState* S):
    body = PyBytes_FromStringAndSize(<const char*> S, sizeof(GameState))
    return HEADER.pack(MAGIC, FORMAT_VERSION, len(body), ruleset.t.content_hash, zlib.crc32(body), 0) + body


cdef int unpack_state(Ruleset ruleset, data, GameState* S) except -1:
    cdef GameState scratch
    try:
        raw = bytes(memoryview(data))
    except TypeError:
        raise StateDataError(f"a game state is read from bytes, not from {type(data).__name__}") from None
    if len(raw) < HEADER.size or raw[:8] != MAGIC:
        raise StateDataError("these bytes are no game state: the header is missing")
    _, version, size, content, crc, zero = HEADER.unpack_from(raw)
    body = raw[HEADER.size:]
    if version != FORMAT_VERSION:
        raise StateDataError(f"state format version {version} is unknown, this build reads version {FORMAT_VERSION}")
    if size != sizeof(GameState) or len(body) != size:
        raise StateDataError(f"a state has {sizeof(GameState)} bytes, the data announces {size} and holds {len(body)}")
    if content != ruleset.t.content_hash:
        raise StateDataError(
            f"the state belongs to the ruleset {content:016x}, not to {ruleset.t.content_hash:016x}; "
            "load it with the ruleset it was made with")
    if zlib.crc32(body) != crc or zero:
        raise StateDataError("the bytes of the state are damaged: the checksum differs")
    memcpy(S, <const char*> body, sizeof(GameState))
    require_valid(ruleset.t, S, "the state")
    copy_state(&scratch, S)
    run(ruleset.t, &scratch)
    if memcmp(&scratch, S, sizeof(GameState)):
        raise StateDataError("the state does not stand at a decision as the engine leaves it")
    return 0


cdef int require_valid(const Tables* R, const GameState* S, str where) except -1:
    cdef GameState scratch
    # One longer than the longest list; a position that lists more could overrun the buffers of the engine.
    cdef action_t[2 * MAX_ACTIONS] actions
    faults = check_state(R, S)
    if faults:
        raise StateDataError(f"{where} breaks these invariants: {', '.join(invariant_names(faults))}")
    reason = fault_of_stack(R, S) or fault_of_items(R, S) or fault_of_rest(R, S)
    if reason:
        raise StateDataError(f"{where} is impossible: {reason}")
    if S.phase == PHASE_OVER:
        return 0
    copy_state(&scratch, S)
    if not 0 < legal_actions(R, &scratch, actions) <= MAX_ACTIONS:
        raise StateDataError(f"{where} is impossible: the player to decide has no legal action")
    return 0


cdef inline bint is_card(const Tables* R, int card, int low, int high) noexcept nogil:
    return card < R.n_cards and low <= R.card[card].type <= high


# A building kind with placements.
cdef inline bint is_kind(const Tables* R, int kind) noexcept nogil:
    return kind < 32 and R.place_start[kind + 1] > R.place_start[kind]


# Whether the arguments of one frame are in the ranges its code relies on.
cdef bint frame_fits(const Tables* R, const GameState* S, const Frame* f) noexcept nogil:
    cdef int kind = f.kind
    if f.card != NO_CARD and f.card >= R.n_cards:
        return False
    if kind == FRAME_HOUSE:
        return is_card(R, f.card, ANIMAL, ANIMAL) and set_has(S.limbo, f.card)
    if kind == FRAME_SPONSOR_PLACE:
        return (is_card(R, f.card, SPONSOR, SPONSOR) and set_has(S.limbo, f.card)
                and is_kind(R, R.card[f.card].unique))
    if kind == FRAME_EMPTY:
        return is_card(R, f.card, ANIMAL, ANIMAL)
    if kind == FRAME_LEFT_TOKEN or kind == FRAME_RELEASE:
        return is_card(R, f.card, PROJECT, BASE_PROJECT) and f.a < 3
    if kind == FRAME_ASSERTION:
        return f.card == NO_CARD or is_card(R, f.card, BASE_PROJECT, BASE_PROJECT)
    if kind == FRAME_BUILD_PLACE:
        return f.a < 32 and is_kind(R, f.a)
    if kind == FRAME_FREE_BUILDING:
        return f.a == KIOSK_OR_PAVILION or f.a == SPECIAL_ENCLOSURE or is_kind(R, f.a)
    if kind == FRAME_MOVE_IN:
        return PETTING_ZOO <= f.a <= LARGE_BIRD_AVIARY
    if kind == FRAME_CONS_TILE or kind == FRAME_REFILL:
        return f.a < 2
    if kind == FRAME_SPONSOR_FOR_MONEY:
        return f.a < 4 or f.a == 255
    if kind == FRAME_BOOST:
        return f.a < 5
    if kind == FRAME_PILFER:
        return f.a < S.n_players and f.a != f.player
    if kind == FRAME_VICTIM:
        return f.a <= 5 and f.step <= 2 and (f.b == OP_HYPNOSIS or f.b == OP_PILFERING)
    if kind == FRAME_EXTRA:
        if f.a == OP_HYPNOSIS_ACTION:
            return f.b < S.n_players and f.b != f.player
        return f.a == OP_DETERMINATION or (f.a == OP_ACTION and f.b < 5)
    if kind == FRAME_START_HAND:
        return set_count(S.player[f.player].hand) <= MAX_DEALT
    return True


cdef inline bint is_flow(int kind) noexcept nogil:
    return kind == FRAME_SETUP or kind == FRAME_TURN or kind == FRAME_FINAL


cdef inline bint needs_action(int kind) noexcept nogil:
    return kind == FRAME_ACTION or kind == FRAME_REPEAT or FRAME_CARDS <= kind <= FRAME_SPONSORS


# The reason why the stack of frames cannot stand like this; empty when it can.
cdef str fault_of_stack(const Tables* R, const GameState* S):
    cdef int i
    if S.phase == PHASE_OVER:
        return "" if S.n_frames == 0 else "work is pending after the end of the game"
    if S.n_frames == 0:
        return "nobody is asked anything although the game is not over"
    if S.n_frames > MAX_FRAMES - SPARE_FRAMES:
        return f"{S.n_frames} frames are pending, at most {MAX_FRAMES - SPARE_FRAMES} can be loaded"
    for i in range(S.n_frames):
        if S.frame[i].kind == FRAME_NONE or S.frame[i].player >= S.n_players:
            return f"frame {i} has no kind or no player"
        if is_flow(S.frame[i].kind) != (i == 0):
            return f"frame {i} is at the wrong place in the stack"
        if needs_action(S.frame[i].kind) and not S.act.active:
            return f"frame {i} belongs to an action, but none is being performed"
        if not frame_fits(R, S, &S.frame[i]):
            return f"frame {i} has arguments out of range"
    return ""


cdef bint item_fits(const Tables* R, const GameState* S, const Item* it) noexcept nogil:
    cdef int op = it.op
    if op == OP_NONE or op >= N_OPS or it.times == 0 or (it.card != NO_CARD and it.card >= R.n_cards):
        return False
    if it.effect >= R.n_effects and it.effect != 0:
        return False
    if op == OP_MULTIPLIER or op == OP_BOOST or op == OP_ACTION:
        return it.arg < 5
    if op == OP_ICONIC_ANIMAL or op == OP_HUNTER_ICONS:
        return it.arg < N_ICONS
    if op == OP_CONS_TILE:
        return it.arg < 2
    if op == OP_FREE_BUILDING:
        return it.arg == KIOSK_OR_PAVILION or it.arg == SPECIAL_ENCLOSURE or is_kind(R, it.arg)
    if op == OP_MOVE_IN:
        return PETTING_ZOO <= it.arg <= LARGE_BIRD_AVIARY
    if op == OP_HYPNOSIS_ACTION:
        return it.arg < S.n_players and it.arg != S.open_player
    return True


cdef str fault_of_items(const Tables* R, const GameState* S):
    cdef int i
    if S.open_player >= S.n_players:
        return "open_player is no player"
    if S.n_open > MAX_OPEN - SPARE_ITEMS or S.n_deferred > MAX_DEFERRED - SPARE_ITEMS // 2:
        return f"{S.n_open} open and {S.n_deferred} deferred effects are more than any position has"
    for i in range(S.n_open):
        if not item_fits(R, S, &S.open[i]):
            return f"open effect {i} is malformed"
    for i in range(S.n_deferred):
        if not item_fits(R, S, &S.deferred[i]):
            return f"deferred effect {i} is malformed"
    return ""


cdef bint action_fits(const GameState* S) noexcept nogil:
    if not S.act.active:
        return True
    if S.act.card >= 5 or S.act.owner >= S.n_players or S.act.side > 1 or S.act.n_projects > 4:
        return False
    return S.act.slot_strength <= 5 and S.act.strength <= 127


cdef bint player_fits(const Tables* R, const GameState* S, const Player* p) noexcept nogil:
    cdef int i
    if S.phase == PHASE_SETUP and (p.map_offer[0] >= R.n_maps or p.map_offer[1] >= R.n_maps):
        return False
    if p.waza_class > SIZE_LARGE or p.finals >> R.n_finals or p.thresholds > 7:
        return False
    for i in range(4):
        if p.card_tokens[i] > 100:
            return False
    return True


cdef str fault_of_rest(const Tables* R, const GameState* S):
    cdef int i
    if not action_fits(S):
        return "the action being performed is malformed"
    if S.break_causer >= S.n_players or S.end_player >= MAX_PLAYERS or S.end_cause > END_SOLO:
        return "the causer of the break or of the end is malformed"
    if S.map_mode > 2 or (S.n_players == 1) != (S.solo_round > 0) or S.solo_round > R.solo_rounds:
        return "the solo round or the map mode does not fit the number of players"
    if S.final_limbo >> R.n_finals or ((S.map_pool_lo | S.map_pool_hi << 8) >> R.n_maps):
        return "a final scoring card or a map does not exist"
    if S.end_cause != END_NONE and S.phase != PHASE_OVER and S.turns_left > S.n_players:
        return "more turns are left than there are players"
    if S.solo_round and S.phase != PHASE_OVER and S.solo_left == 0 and S.frame[0].kind == FRAME_TURN:
        return "the solo turn tokens do not fit"
    for i in range(S.n_players):
        if not player_fits(R, S, &S.player[i]):
            return f"player {i} has a value out of range"
    for i in range(S.n_script):
        if S.script[i] >= R.n_cards:
            return "the script of chance outcomes names an unknown card"
    return ""
