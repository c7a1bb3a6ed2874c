# cython: language_level=3
"""Playouts that also follow the cards of every player, and experiments that bind a choice of a seat."""
from libc.string cimport memset
from arknova_fast.core.types cimport *
from arknova_fast.core.action cimport action_a, action_verb
from arknova_fast.core.bits cimport lowest, popcount, same8, set_add, set_has, static_assert_
from arknova_fast.core.rng cimport STREAM_POLICY, below, seed_stream
from arknova_fast.core.state cimport GameState, Player
from arknova_fast.effects.gains cimport score_of
from arknova_fast.rules.engine cimport actor, apply_action, legal_actions, run
from arknova_fast.rules.frames cimport top
from arknova_fast.rules.setup cimport first_card_of
from arknova_fast.search.playout cimport set_up, write_records
from arknova_fast.search.uniform cimport by_proposal, choose_random, draw_main

# What is followed during one game besides the tracks themselves.
cdef struct Watch:
    uint64_t cards[4][2 * CARD_WORDS]    # hand, then zoo, as they lie in Player
    int turn
    int leader
    int actor                            # of the last decision


cdef int index_among(const uint64_t* cards, int card) noexcept nogil:
    """How many cards of the set come before the card: its bit in a KEEP_HAND mask."""
    cdef int w, n = 0
    for w in range(card >> 6):
        n += popcount(cards[w])
    return n + popcount(cards[card >> 6] & (((<uint64_t> 1) << (card & 63)) - 1))


cdef int comply(const Plan* plan, const GameState* S, int kept, action_t* actions, int n) noexcept nogil:
    cdef int kind = S.frame[S.n_frames - 1].kind, p = S.frame[S.n_frames - 1].player
    cdef int i, m = 0, place = 0, want = plan.first_upgrade[p] - 1
    cdef uint32_t answer
    cdef bint hand = kind == FRAME_START_HAND and plan.keep_first[p] and kept != NO_CARD
    # At space 2 of the conservation track an upgrade stands beside a worker, which breaks no bond.
    cdef bint upgrade = (kind == FRAME_UPGRADE or kind == FRAME_CONS_CHOICE) and want >= 0 and S.player[p].upgraded == 0
    if not hand and not upgrade:
        return n
    if hand:
        if not set_has(S.player[p].hand, kept):
            return n
        place = index_among(S.player[p].hand, kept)
    for i in range(n):
        answer = action_a(actions[i])
        if (hand and (answer >> place) & 1) or (
                upgrade and (<int> answer == want or action_verb(actions[i]) != UPGRADE)):
            actions[m] = actions[i]
            m += 1
    return m if m else n


cdef void note_played(const Tables* R, const GameState* S, Track* t, int w, uint64_t cards) noexcept nogil:
    cdef int card
    while cards:
        card = 64 * w + lowest(cards)
        cards &= cards - 1
        if t.played_in[card] == NOT_PLAYED:
            t.played_in[card] = S.breaks
            set_add(t.played, card)


cdef uint64_t projects_among(const GameState* S, int w, uint64_t cards) noexcept nogil:
    """Those of the cards that lie above the association board."""
    cdef uint64_t found = 0
    cdef int i
    for i in range(S.n_above):
        if S.above_card[i] >> 6 == w:
            found |= (<uint64_t> 1) << (S.above_card[i] & 63)
    return found & cards


cdef void follow(const Tables* R, const GameState* S, int p, Watch* watch, Track* t) noexcept nogil:
    """Cards of the player have changed places."""
    cdef const Player* P = &S.player[p]
    cdef uint64_t* old = watch.cards[p]
    cdef int w
    cdef uint64_t left
    for w in range(CARD_WORDS):
        t.seen[w] |= P.hand[w]
        left = old[w] & ~P.hand[w]
        if left:
            left = projects_among(S, w, left)
        left |= P.zoo[w] & ~old[CARD_WORDS + w]
        if left:
            note_played(R, S, t, w, left)
        old[w] = P.hand[w]
        old[CARD_WORDS + w] = P.zoo[w]


cdef inline void watch_player(const Tables* R, const GameState* S, int p, Watch* watch, Track* t) noexcept nogil:
    cdef const Player* P = &S.player[p]
    static_assert_(sizeof(P.hand) + sizeof(P.zoo) == 64)
    if not same8(P.hand, watch.cards[p]):
        follow(R, S, p, watch, t)
    if t.first_upgrade == NO_UPGRADE and P.upgraded:
        t.first_upgrade = <uint8_t> lowest(P.upgraded)


cdef void watch_turn(const Tables* R, const GameState* S, Watch* watch, Track* tracks) noexcept nogil:
    """At the end of a turn: who leads alone."""
    cdef int p, score, best = -32768, leader = NOBODY
    watch.turn = S.turn
    for p in range(S.n_players):
        score = score_of(R, S, p)
        if score > best:
            best = score
            leader = p
        elif score == best:
            leader = NOBODY
    if leader == NOBODY or leader == watch.leader:
        return
    # The first turns are played from the different starting appeal of the seats: the first leader changes nothing.
    if watch.leader != NOBODY and tracks[0].lead_changes < 255:
        for p in range(S.n_players):
            tracks[p].lead_changes += 1
    watch.leader = leader


cdef inline void watch_decision(const Tables* R, const GameState* S, int p, Watch* watch, Track* tracks) noexcept nogil:
    """Looks at the cards of the player who decides, and of everybody when that is another one than before.

    A card can come to a player and be gone again before the end of the turn only by decisions of that player.
    """
    cdef int q
    if p == watch.actor:
        watch_player(R, S, p, watch, &tracks[p])
        return
    watch.actor = p
    for q in range(S.n_players):
        watch_player(R, S, q, watch, &tracks[q])


cdef void first_hands(const GameState* S, Track* tracks, bint kept) noexcept nogil:
    cdef int p, w
    for p in range(S.n_players):
        if not kept:
            tracks[p].finals = S.player[p].finals
        for w in range(CARD_WORDS):
            if kept:
                tracks[p].kept[w] = S.player[p].hand[w]
            else:
                tracks[p].dealt[w] = S.player[p].hand[w]


cdef int play_tracked(const Tables* R, GameState* S, const Plan* plan, const int* kept, uint64_t* streams,
                      uint32_t* decisions, uint32_t* choices, Track* tracks) noexcept nogil:
    """play_out with every step watched; returns -1 or the seat whose policy answered wrongly."""
    cdef action_t actions[ACTION_BUFFER]
    cdef int n, p, k, w, phase = PHASE_SETUP, last_turn = plan.turn_limit * S.n_players
    cdef bint dealt = False, bound = False, uniform[4]
    cdef Watch watch
    memset(&watch, 0, sizeof(Watch))
    watch.leader = NOBODY
    for p in range(S.n_players):
        uniform[p] = plan.policy[p].choose == choose_random
        bound |= plan.keep_first[p] or plan.first_upgrade[p]
    while S.phase != PHASE_OVER:
        if not dealt and top(S).kind == FRAME_START_HAND:
            dealt = True
            first_hands(S, tracks, False)
        elif phase == PHASE_SETUP and S.phase != PHASE_SETUP:
            first_hands(S, tracks, True)
        phase = S.phase
        p = actor(S)
        watch_decision(R, S, p, &watch, tracks)
        decisions[0] += 1
        k = 0
        if uniform[p] and by_proposal(R, S):
            choices[0] += 1
            actions[0] = draw_main(R, S, &streams[4 * p])
        else:
            n = legal_actions(R, S, actions)
            if n > 1:
                choices[0] += 1
                if bound:
                    n = comply(plan, S, kept[p], actions, n)
                if uniform[p]:
                    k = <int> below(&streams[4 * p], n)
                else:
                    k = plan.policy[p].choose(R, S, actions, n, &streams[4 * p], plan.policy[p].data)
                    if not 0 <= k < n:
                        return p
        apply_action(R, S, actions[k])
        if S.turn != watch.turn:
            watch_turn(R, S, &watch, tracks)
        if last_turn and S.turn > last_turn:
            S.end_cause = END_LIMIT
            break
    watch_turn(R, S, &watch, tracks)
    for p in range(S.n_players):
        watch_player(R, S, p, &watch, &tracks[p])
        for w in range(CARD_WORDS):
            tracks[p].in_hand[w] = S.player[p].hand[w]
    return -1


cdef int64_t play_tracked_range(const Tables* R, Plan* plan, uint64_t start, int64_t count, Record* out,
                                Track* tracks) noexcept nogil:
    cdef GameState S
    cdef uint64_t streams[16]
    cdef uint32_t decisions, choices
    cdef int kept[4]
    cdef int64_t i
    cdef int p, wrong, n_players = plan.setup.n_players
    cdef Track* t
    for i in range(count):
        t = &tracks[i * n_players]
        memset(t, 0, n_players * sizeof(Track))
        for p in range(n_players):
            memset(t[p].played_in, NOT_PLAYED, sizeof(t[p].played_in))
            t[p].first_upgrade = NO_UPGRADE
        set_up(R, &S, plan, start + i)
        for p in range(n_players):
            kept[p] = first_card_of(R, &S, p) if plan.keep_first[p] else NO_CARD
            seed_stream(&streams[4 * p], plan.setup.seed, start + i, STREAM_POLICY + p)
        run(R, &S)
        decisions = 0
        choices = 0
        wrong = play_tracked(R, &S, plan, kept, streams, &decisions, &choices, t)
        if wrong >= 0:
            return 4 * i + wrong
        write_records(R, &S, start + i, decisions, choices, &out[i * n_players])
    return -1
