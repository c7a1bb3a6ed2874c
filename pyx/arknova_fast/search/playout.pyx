# cython: language_level=3
"""Complete games: one playout, and ranges of games into caller-owned records."""
from libc.string cimport memset
from arknova_fast.core.types cimport *
from arknova_fast.core.bits cimport popcount, set_and_count
from arknova_fast.core.rng cimport STREAM_POLICY, below, seed_stream
from arknova_fast.core.state cimport Player, hash_state
from arknova_fast.effects.gains cimport score_of
from arknova_fast.rules.engine cimport actor, apply_action, legal_actions, run
from arknova_fast.rules.scoring cimport rank_players
from arknova_fast.rules.setup cimport RANDOM_MAP, start_game
from arknova_fast.search.uniform cimport by_proposal, choose_random, draw_main


cdef void assign_maps(Plan* plan, uint64_t game) noexcept nogil:
    """The map of every seat. In a cycle the gap between seats changes from round to round."""
    cdef int p, n = plan.n_pool
    cdef uint64_t gap
    for p in range(plan.setup.n_players):
        if plan.map_plan == MAPS_RANDOM:
            plan.setup.map[p] = RANDOM_MAP
        elif plan.map_plan == MAPS_PER_SEAT:
            plan.setup.map[p] = plan.pool[p]
        else:
            gap = 1 + (game // n) % (n - 1) if n > 1 else 0
            plan.setup.map[p] = plan.pool[(game + p * gap) % n]


cdef void set_up(const Tables* R, GameState* S, Plan* plan, uint64_t game) noexcept nogil:
    plan.setup.game = game
    assign_maps(plan, game)
    start_game(R, S, &plan.setup)


cdef void begin(const Tables* R, GameState* S, Plan* plan, uint64_t game) noexcept nogil:
    set_up(R, S, plan, game)
    run(R, S)


cdef int play_out(const Tables* R, GameState* S, const Plan* plan, uint64_t* streams, uint32_t* decisions,
                  uint32_t* choices) noexcept nogil:
    cdef action_t actions[ACTION_BUFFER]
    cdef int n, p, k
    cdef int last_turn = plan.turn_limit * S.n_players
    cdef bint uniform[4]
    for p in range(S.n_players):
        uniform[p] = plan.policy[p].choose == choose_random
    while S.phase != PHASE_OVER:
        p = actor(S)
        decisions[0] += 1
        if uniform[p] and by_proposal(R, S):
            choices[0] += 1
            actions[0] = draw_main(R, S, &streams[4 * p])
            k = 0
        else:
            n = legal_actions(R, S, actions)
            k = 0
            if n > 1:
                choices[0] += 1
                if uniform[p]:
                    k = <int> below(&streams[4 * p], n)
                else:
                    k = plan.policy[p].choose(R, S, actions, n, &streams[4 * p], plan.policy[p].data)
                    if not 0 <= k < n:
                        return p
        apply_action(R, S, actions[k])
        if last_turn and S.turn > last_turn:
            S.end_cause = END_LIMIT
            break
    return -1


cdef void write_records(const Tables* R, const GameState* S, uint64_t game, uint32_t decisions, uint32_t choices,
                        Record* out) noexcept nogil:
    cdef uint8_t ranks[4]
    # The turn limit stops a game when a turn beyond it has just begun; that turn was not played.
    cdef int p, winners = 0, turns = S.turn - (S.end_cause == END_LIMIT)
    cdef uint64_t state_hash = hash_state(S)
    cdef const Player* P
    cdef Record* r
    rank_players(R, S, ranks)
    for p in range(S.n_players):
        winners += ranks[p] == 0
    for p in range(S.n_players):
        P = &S.player[p]
        r = &out[p]
        memset(r, 0, sizeof(Record))
        r.game = game
        r.state_hash = state_hash
        r.decisions = decisions
        r.choices = choices
        r.score = <int16_t> score_of(R, S, p)
        r.money = P.money
        r.turns = <uint16_t> ((turns + S.n_players - 1 - p) // S.n_players)
        r.seat = <uint8_t> p
        r.map = P.map
        r.rank = ranks[p]
        r.winners = <uint8_t> winners
        r.appeal = P.appeal
        r.conservation = P.conservation
        r.reputation = P.reputation
        r.x_tokens = P.x_tokens
        r.supported = P.supported
        r.animals = <uint8_t> (set_and_count(P.zoo, R.type_set[<int> ANIMAL]) + P.released)
        r.released = P.released
        r.sponsors = P.n_sponsors
        r.partner_zoos = <uint8_t> popcount(P.partner_zoos)
        r.universities = <uint8_t> popcount(P.universities)
        r.upgraded = P.upgraded
        r.workers = <uint8_t> (R.n_workers - P.workers_idle)
        r.covered = <uint8_t> popcount(P.built)
        r.breaks = S.breaks
        r.end_cause = S.end_cause
        r.end_player = S.end_player
        r.n_players = S.n_players


cdef int64_t play_range(const Tables* R, Plan* plan, uint64_t start, int64_t count, Record* out) noexcept nogil:
    cdef GameState S
    cdef uint64_t streams[16]
    cdef uint32_t decisions, choices
    cdef int64_t i
    cdef int p, wrong, n_players = plan.setup.n_players
    for i in range(count):
        begin(R, &S, plan, start + i)
        for p in range(n_players):
            seed_stream(&streams[4 * p], plan.setup.seed, start + i, STREAM_POLICY + p)
        decisions = 0
        choices = 0
        wrong = play_out(R, &S, plan, streams, &decisions, &choices)
        if wrong >= 0:
            return 4 * i + wrong
        write_records(R, &S, start + i, decisions, choices, &out[i * n_players])
    return -1
