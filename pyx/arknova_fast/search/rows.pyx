# cython: language_level=3
"""Rows of single turns and decisions, and card counts, from playouts."""
import numpy as np

from libc.string cimport memcpy, memset
from arknova_fast.core.types cimport *
from arknova_fast.core.bits cimport set_next
from arknova_fast.core.rng cimport STREAM_POLICY, seed_stream
from arknova_fast.core.state cimport GameState, Player, hash_state, top_frame
from arknova_fast.rules.actioncards cimport slot_of_card
from arknova_fast.rules.engine cimport actor, apply_action, legal_actions
from arknova_fast.rules.frames cimport action_a, action_b, action_verb
from arknova_fast.rules.turn cimport base_strength
from arknova_fast.search.batch cimport BatchPlan
from arknova_fast.search.playout cimport Record, begin

from arknova_fast.errors import UsageError
from arknova_fast.search.policy import wrong_answer

TURN_DTYPE = np.dtype(
    [
        ("game", "<u8"), ("turn", "<u2"), ("money", "<i2"), ("seat", "u1"), ("action", "u1"), ("x_token_action", "u1"),
        ("strength", "u1"), ("x_tokens_used", "u1"), ("appeal", "u1"), ("conservation", "u1"), ("reputation", "u1"),
        ("x_tokens", "u1"), ("breaks", "u1"), ("pad", "V2"),
    ]
)
DECISION_DTYPE = np.dtype(
    [
        ("game", "<u8"), ("number", "<u4"), ("action", "<u4"), ("n_options", "<u2"), ("chosen", "<u2"), ("seat", "u1"),
        ("decision", "u1"), ("pad", "V2"),
    ]
)
assert TURN_DTYPE.itemsize == sizeof(TurnRow)
assert DECISION_DTYPE.itemsize == sizeof(DecisionRow)


cdef inline void open_turn(const Tables* R, const GameState* S, uint64_t game, action_t action,
                           TurnRow* row) noexcept nogil:
    """Notes the main choice of a turn; the rest follows when the turn is over."""
    cdef int p = actor(S), card = <int> action_a(action)
    cdef const Player* P = &S.player[p]
    memset(row, 0, sizeof(TurnRow))
    row.game = game
    row.turn = S.turn
    row.seat = <uint8_t> p
    row.action = <uint8_t> card
    if action_verb(action) == X_TOKEN:
        row.x_token_action = 1
    else:
        row.x_tokens_used = <uint8_t> action_b(action)
        row.strength = <uint8_t> (base_strength(R, P, card, slot_of_card(P, card)) + <int> action_b(action))


cdef inline void close_turn(const GameState* S, TurnRow* row) noexcept nogil:
    cdef const Player* P = &S.player[row.seat]
    row.money = P.money
    row.appeal = P.appeal
    row.conservation = P.conservation
    row.reputation = P.reputation
    row.x_tokens = P.x_tokens
    row.breaks = S.breaks


cdef inline void note_decision(const GameState* S, uint64_t game, uint32_t number, int n, int k, action_t action,
                               DecisionRow* row) noexcept nogil:
    memset(row, 0, sizeof(DecisionRow))
    row.game = game
    row.number = number
    row.action = action
    row.n_options = <uint16_t> n
    row.chosen = <uint16_t> k
    row.seat = <uint8_t> actor(S)
    row.decision = top_frame(S).kind


cdef int rows_of_game(const Tables* R, GameState* S, const Plan* plan, uint64_t game, uint64_t* streams,
                      RowBuffer* rows, uint32_t* options) noexcept nogil:
    """Plays one game as play_out does, with a list at every decision.

    Returns -1, the seat of a wrong answer, or 4 when the buffers are full.
    """
    cdef action_t actions[ACTION_BUFFER]
    cdef TurnRow* turn = NULL
    cdef uint32_t number = 0
    cdef int n, p, k, verb
    cdef int last_turn = plan.turn_limit * S.n_players
    while S.phase != PHASE_OVER:
        n = legal_actions(R, S, actions)
        k = 0
        if n > 1:
            options[0] += <uint32_t> n
            p = actor(S)
            k = plan.policy[p].choose(R, S, actions, n, &streams[4 * p], plan.policy[p].data)
            if not 0 <= k < n:
                return p
        if rows.decisions != NULL:
            if rows.n_decisions == rows.max_decisions:
                return 4
            note_decision(S, game, number, n, k, actions[k], &rows.decisions[rows.n_decisions])
            rows.n_decisions += 1
        number += 1
        verb = <int> action_verb(actions[k])
        # On map 4 cards may be sold before the main choice.
        if top_frame(S).kind == FRAME_MAIN and (verb == ACT or verb == X_TOKEN):
            if rows.n_turns == rows.max_turns:
                return 4
            turn = &rows.turns[rows.n_turns]
            open_turn(R, S, game, actions[k], turn)
            rows.n_turns += 1
        apply_action(R, S, actions[k])
        if turn != NULL and (S.turn != turn.turn or S.phase == PHASE_OVER):
            close_turn(S, turn)
            turn = NULL
        if last_turn and S.turn > last_turn:
            S.end_cause = END_LIMIT
            break
    return -1


cdef int64_t rows_of_range(const Tables* R, Plan* plan, uint64_t start, int64_t count, RowBuffer* rows,
                           uint64_t* hashes, uint32_t* options) noexcept nogil:
    cdef GameState S
    cdef uint64_t streams[16]
    cdef int64_t i, turns, decisions
    cdef int p, answer
    rows.wrong = -1
    for i in range(count):
        turns = rows.n_turns
        decisions = rows.n_decisions
        begin(R, &S, plan, start + i)
        for p in range(plan.setup.n_players):
            seed_stream(&streams[4 * p], plan.setup.seed, start + i, STREAM_POLICY + p)
        options[i] = 0
        answer = rows_of_game(R, &S, plan, start + i, streams, rows, &options[i])
        if answer >= 0:
            rows.n_turns = turns
            rows.n_decisions = decisions
            if answer < 4:
                rows.wrong = 4 * i + answer
            return i
        hashes[i] = hash_state(&S)
    return count


def play_rows(BatchPlan plan not None, start, int64_t count, bint decisions=False):
    """Play games again and keep a row of every turn, and of every decision if wanted; without the GIL.

    The buffers begin with room for 400 turns and 1000 decisions a game and double when a game does not fit, which is
    then played again: there is no bound on the decisions of a game.

    Parameters
    ----------
    plan : BatchPlan
    start, count : int
        Games ``start .. start + count - 1``, the same as those of ``plan.play``.
    decisions : bool

    Returns
    -------
    (numpy.ndarray, numpy.ndarray or None, numpy.ndarray, numpy.ndarray)
        Rows of ``TURN_DTYPE``, rows of ``DECISION_DTYPE``, and of each game the hash of its final state (uint64) and
        the sum of the numbers of options over all its choices (uint32).
    """
    cdef uint64_t first = start
    if count < 0:
        raise UsageError(f"a number of games must not be negative: {count}")
    cdef Plan own = plan.plan
    cdef RowBuffer rows
    memset(&rows, 0, sizeof(RowBuffer))
    turns = np.zeros(400 * count + 1, TURN_DTYPE)
    choices = np.zeros(1000 * count + 1 if decisions else 1, DECISION_DTYPE)
    hashes, options = np.zeros(count + 1, np.uint64), np.zeros(count + 1, np.uint32)
    cdef unsigned char[::1] turn_view = turns.view(np.uint8)
    cdef unsigned char[::1] choice_view = choices.view(np.uint8)
    cdef uint64_t[::1] hash_view = hashes
    cdef uint32_t[::1] option_view = options
    cdef int64_t done = 0
    while done < count:
        rows.turns = <TurnRow*> &turn_view[0]
        rows.decisions = <DecisionRow*> &choice_view[0] if decisions else NULL
        rows.max_turns, rows.max_decisions = len(turns), len(choices)
        with nogil:
            done += rows_of_range(plan.ruleset.t, &own, first + done, count - done, &rows, &hash_view[done],
                                  &option_view[done])
        if rows.wrong >= 0:
            seat = rows.wrong % 4
            raise wrong_answer(plan.arguments[4][seat], f"game {first + done}: the policy of seat {seat}")
        if done < count:
            # The views must let go before the arrays can be replaced.
            turns = np.concatenate([turns, np.zeros_like(turns)])
            choices = np.concatenate([choices, np.zeros_like(choices)]) if decisions else choices
            turn_view = turns.view(np.uint8)
            choice_view = choices.view(np.uint8)
    kept = choices[: rows.n_decisions].copy() if decisions else None
    return turns[: rows.n_turns].copy(), kept, hashes[:count], options[:count]


def add_cards(const unsigned char[::1] records, const unsigned char[::1] tracks, zones, int64_t[:, :, :, ::1] by_zone,
              int64_t[:, :, ::1] by_break, track_dtype):
    """Add finished games to the integer tensors of the cards.

    Parameters
    ----------
    records, tracks : arrays of uint8
        Rows of ``RECORD_DTYPE`` and of ``track_dtype``, as bytes.
    zones : sequence of str
        Fields of the tracks, in the order of the first axis of ``by_zone``.
    by_zone : array of int64, shape (zones, seats, 256, 4)
        Number, twelfths of victories, scores, squares of scores.
    by_break : array of int64, shape (breaks, 256, 4)
        The same for cards played, by the breaks before; later ones count in the last row.
    """
    cdef Py_ssize_t offsets[8]
    cdef Py_ssize_t size = track_dtype.itemsize
    cdef Py_ssize_t played = track_dtype.fields["played"][1], played_in = track_dtype.fields["played_in"][1]
    cdef int n_zones = len(zones), last_break = <int> by_break.shape[0] - 1
    cdef int64_t i, z, n = records.shape[0] // <Py_ssize_t> sizeof(Record)
    if n_zones > 8 or by_zone.shape[0] != n_zones or by_zone.shape[2] != 256 or by_break.shape[1] != 256 \
            or by_zone.shape[1] < 4 or by_zone.shape[3] != 4 or by_break.shape[2] != 4 or last_break < 0 \
            or tracks.shape[0] != n * size:
        raise ValueError("shapes that do not fit")
    for z in range(n_zones):
        offsets[z] = track_dtype.fields[zones[z]][1]
    if n == 0:
        return
    cdef const Record* rows = <const Record*> &records[0]
    cdef const uint8_t* track
    cdef int64_t win
    cdef uint64_t cards[CARD_WORDS]
    cdef int card, b
    with nogil:
        for i in range(n):
            if rows[i].end_cause == END_LIMIT:
                continue
            win = 12 // rows[i].winners if rows[i].rank == 0 else 0
            track = &tracks[i * size]
            for z in range(n_zones):
                memcpy(cards, track + offsets[z], sizeof(cards))
                card = set_next(cards, 0)
                while card != NO_CARD:
                    add_row(&by_zone[z, rows[i].seat, card, 0], win, rows[i].score)
                    card = set_next(cards, card + 1)
            memcpy(cards, track + played, sizeof(cards))
            card = set_next(cards, 0)
            while card != NO_CARD:
                b = track[played_in + card]
                add_row(&by_break[b if b < last_break else last_break, card, 0], win, rows[i].score)
                card = set_next(cards, card + 1)


cdef inline void add_row(int64_t* to, int64_t win, int64_t score) noexcept nogil:
    to[0] += 1
    to[1] += win
    to[2] += score
    to[3] += score * score
