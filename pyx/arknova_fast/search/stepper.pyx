# cython: language_level=3
"""Games decision by decision as the playout loop plays them: the choices of policies, and the outcomes of chance."""
cimport cython
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset
from arknova_fast.core.rng cimport STREAM_POLICY, seed_stream
from arknova_fast.core.state cimport GameState, copy_state, hash_state
from arknova_fast.core.tables cimport Ruleset
from arknova_fast.core.types cimport ACTION_BUFFER, END_LIMIT, MAX_PLAYERS, NO_CARD, PHASE_OVER, action_t
from arknova_fast.effects.tape cimport TAPE_PICK, TAPE_SHUFFLE, TAPE_SIZE, Tape, set_tape
from arknova_fast.game cimport Game, wrap_state
from arknova_fast.rules.engine cimport actor, legal_actions, run
from arknova_fast.rules.setup cimport first_card_of
from arknova_fast.search.batch cimport BatchPlan
from arknova_fast.search.playout cimport Plan, set_up
from arknova_fast.search.policy cimport Policy, policy_of
from arknova_fast.search.track cimport comply

from arknova_fast.errors import ScriptError, UsageError
from arknova_fast.search.policy import wrong_answer


@cython.final
cdef class Seats:
    """The policies of the seats of one game, each with its own chance stream.

    Asked at every decision of a game made with the same seed and number, they answer as in ``simulate``.

    Parameters
    ----------
    ruleset : Ruleset
    policies : list
        A policy for each seat; None for a seat that somebody else decides for.
    seed, game : int
        The streams.

    Raises
    ------
    UsageError
        If a policy is unknown.
    """
    cdef readonly Ruleset ruleset
    cdef readonly tuple policies
    cdef uint64_t[16] streams
    cdef int[4] kept         # the card that an experiment makes the seat keep, NO_CARD for none
    cdef Plan plan           # its policies, and what an experiment binds

    def __init__(self, Ruleset ruleset not None, policies, seed=0, game=0):
        cdef int p
        self.ruleset = ruleset
        self.policies = tuple(policies)
        if not 1 <= len(self.policies) <= MAX_PLAYERS:
            raise UsageError(f"{len(self.policies)} policies, a game has 1 to {MAX_PLAYERS} seats")
        memset(&self.plan, 0, sizeof(Plan))
        for p in range(len(self.policies)):
            self.kept[p] = NO_CARD
            if self.policies[p] is not None:
                self.plan.policy[p] = policy_of(self.policies[p], ruleset)
            seed_stream(&self.streams[4 * p], seed, game, STREAM_POLICY + p)

    def clone(self):
        """An independent copy, at the same place of every stream."""
        cdef Seats other = Seats(self.ruleset, self.policies)
        memcpy(other.streams, self.streams, sizeof(self.streams))
        memcpy(other.kept, self.kept, sizeof(self.kept))
        other.plan = self.plan
        return other

    def choose(self, Game game not None):
        """The action that the policy of the deciding seat takes; a forced one without a draw from its stream.

        Raises
        ------
        UsageError
            If the game is over, of another ruleset or number of players, or the seat has no policy.
        """
        cdef action_t[ACTION_BUFFER] actions
        cdef int n, p, k = 0
        cdef Policy* policy
        if game.ruleset is not self.ruleset or game.s.n_players != len(self.policies):
            raise UsageError("the game has another ruleset or number of players than its policies")
        if game.s.phase == PHASE_OVER:
            raise UsageError("the game is over, there is nothing to choose")
        p = actor(&game.s)
        policy = &self.plan.policy[p]
        if policy.choose == NULL:
            raise UsageError(f"seat {p} has no policy")
        n = legal_actions(self.ruleset.t, &game.s, actions)
        if n > 1:
            n = comply(&self.plan, &game.s, self.kept[p], actions, n)
            k = policy.choose(self.ruleset.t, &game.s, actions, n, &self.streams[4 * p], policy.data)
        if not 0 <= k < n:
            raise wrong_answer(self.policies[p], f"the policy of seat {p}")
        return actions[k]


def begin_game(BatchPlan plan not None, number):
    """Game ``number`` of a plan at its first decision, and its policies.

    Returns
    -------
    (Game, Seats)
        Played on with ``seats.choose`` to the end (or ``past_limit``), the game ends as in ``plan.play``, experiments
        of the plan included.
    """
    cdef GameState S
    cdef Seats seats = Seats(plan.ruleset, [None] * plan.players)
    cdef uint64_t game = number
    cdef int p
    seats.policies = tuple(plan.arguments[4])
    seats.plan = plan.plan
    set_up(plan.ruleset.t, &S, &seats.plan, game)
    for p in range(plan.players):
        if seats.plan.keep_first[p]:
            seats.kept[p] = first_card_of(plan.ruleset.t, &S, p)
        seed_stream(&seats.streams[4 * p], seats.plan.setup.seed, game, STREAM_POLICY + p)
    run(plan.ruleset.t, &S)
    return wrap_state(plan.ruleset, &S, (seats.plan.setup.seed, number)), seats


cdef list outcomes_of(Ruleset ruleset, const Tape* tape):
    cdef int at = 0, i
    found = []
    while at < tape.n:
        if tape.data[at] == TAPE_PICK:
            found.append(("pick", ruleset.card_key(tape.data[at + 1])))
            at += 2
        else:
            found.append(("shuffle", [ruleset.card_key(tape.data[at + 2 + i]) for i in range(tape.data[at + 1])]))
            at += 2 + tape.data[at + 1]
    return found


cdef int write_tape(Tape* tape, cards, outcomes) except -1:
    for kind, what in outcomes:
        numbers = [cards[key] for key in ([what] if kind == "pick" else what)]
        head = [TAPE_PICK] if kind == "pick" else [TAPE_SHUFFLE, len(numbers)]
        if tape.n + len(head) + len(numbers) > TAPE_SIZE or len(numbers) > 255:
            raise ScriptError("more chance outcomes than one action can have")
        for number in head + numbers:
            tape.data[tape.n] = <uint8_t> number
            tape.n += 1
    return 0


cdef int advance_taped(Game game, action, Tape* tape) except -1:
    """Apply a legal action with the tape of this thread set."""
    code = game.code_of(action)
    tape.state = &game.s
    set_tape(tape)
    try:
        game.apply(code)
    finally:
        set_tape(NULL)
    return 0


def step(Game game not None, action):
    """Carry out a legal action, and tell what chance did meanwhile.

    Cards drawn from the deck follow from its order and are not told.

    Returns
    -------
    list of (str, object)
        In order: ``("pick", key)`` for a card picked at random (stolen by Pilfering, found by Scavenging),
        ``("shuffle", keys)`` for a deck shuffled anew, top card first.

    Raises
    ------
    IllegalActionError, NotationError, ScriptError
        As ``Game.apply``; the game is unchanged.
    """
    cdef Tape tape
    tape.n = tape.at = tape.force = tape.fault = 0
    advance_taped(game, action, &tape)
    if tape.fault:
        raise ScriptError("an action had more chance outcomes than can be told")
    return outcomes_of(game.ruleset, &tape)


def forced_step(Game game not None, action, outcomes):
    """Carry out a legal action with outcomes as ``step`` tells them in place of those of the chance stream.

    Raises
    ------
    IllegalActionError, NotationError
        As ``Game.apply``.
    ScriptError
        If an outcome is impossible at its place, one is missing, or one is left over. The game is unchanged.
    """
    from arknova_fast.arguments import names_of

    cdef Tape tape
    cdef GameState before
    copy_state(&before, &game.s)
    tape.n = tape.at = tape.fault = 0
    tape.force = 1
    try:
        write_tape(&tape, names_of(game.ruleset).cards, outcomes)
    except KeyError as unknown:
        raise ScriptError(f"a chance outcome names the unknown card {unknown}") from None
    advance_taped(game, action, &tape)
    if tape.fault or tape.at < tape.n:
        copy_state(&game.s, &before)
        game.n_listed = -1
        raise ScriptError("the chance outcomes of the action are impossible, too few or too many at their place")


def past_limit(Game game not None, int turn_limit):
    """Whether a batch with that turn limit (turns of one player, 0 for none) leaves the game unfinished here."""
    return game.s.phase != PHASE_OVER and turn_limit > 0 and game.s.turn > turn_limit * game.s.n_players


def record_hash(Game game not None, int turn_limit=0):
    """The hash of the state as the record of a batch has it, where a game past the limit is marked as unfinished."""
    cdef GameState S
    copy_state(&S, &game.s)
    if past_limit(game, turn_limit):
        S.end_cause = END_LIMIT
    return hash_state(&S)
