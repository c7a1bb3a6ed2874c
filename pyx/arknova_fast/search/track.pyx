# cython: language_level=3
"""Playouts that also follow the cards of every player, and experiments that bind a choice of a seat."""
from libc.string cimport memset
from arknova_fast.core.types cimport *
from arknova_fast.core.action cimport action_a, action_verb
from arknova_fast.core.bits cimport lowest, popcount, set_add, set_has, set_unite
from arknova_fast.core.rng cimport STREAM_POLICY, below, seed_stream
from arknova_fast.core.state cimport GameState, Player, top_frame
from arknova_fast.effects.gains cimport score_of
from arknova_fast.rules.engine cimport actor, apply_action, legal_actions, run
from arknova_fast.rules.frames cimport top
from arknova_fast.rules.setup cimport first_card_of
from arknova_fast.search.playout cimport set_up, write_records
from arknova_fast.search.uniform cimport by_proposal, choose_random, draw_main

# What is followed during one game besides the tracks themselves. Only the player who decides plays cards or gives them
# away, so the cards of that player are looked at before every decision, those of the others when another one decides.
cdef struct Watch:
    uint64_t hand[CARD_WORDS]            # of the actor: all cards seen there since that player took over
    uint64_t zoo[CARD_WORDS]
    int actor                            # of the last decision, NOBODY before the first
    int turn                             # of that decision
    int breaks                           # before it
    int leader


cdef int index_among(const uint64_t* cards, int card) noexcept nogil:
    """How many cards of the set come before the card: its bit in a KEEP_HAND mask."""
    cdef int w, n = 0
    for w in range(card >> 6):
        n += popcount(cards[w])
    return n + popcount(cards[card >> 6] & (((<uint64_t> 1) << (card & 63)) - 1))


cdef int comply(const Plan* plan, const GameState* S, int kept, action_t* actions, int n) noexcept nogil:
    cdef int kind = top_frame(S).kind, p = top_frame(S).player
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


cdef inline void note_played(Track* t, int card, int breaks) noexcept nogil:
    t.played_in[card] = <uint8_t> breaks
    set_add(t.played, card)


cdef void note_zoo(const Watch* watch, Track* t) noexcept nogil:
    cdef uint64_t cards
    cdef int w
    for w in range(CARD_WORDS):
        cards = watch.zoo[w] & ~t.played[w]
        while cards:
            note_played(t, 64 * w + lowest(cards), watch.breaks)
            cards &= cards - 1


cdef inline void settle(const GameState* S, Watch* watch, Track* t) noexcept nogil:
    """What the actor has played since that player took over; a break ends after the last decision before it."""
    cdef const Player* P = &S.player[watch.actor]
    cdef int w, i, card
    cdef uint64_t new = 0
    set_unite(t.seen, watch.hand)
    set_unite(watch.zoo, P.zoo)
    for w in range(CARD_WORDS):
        new |= watch.zoo[w] & ~t.played[w]
    if new:
        note_zoo(watch, t)
    # A project has left the hand for its place above the association board.
    for i in range(S.n_above):
        card = S.above_card[i]
        if set_has(watch.hand, card) and not set_has(P.hand, card) and not set_has(t.played, card):
            note_played(t, card, watch.breaks)


cdef inline void note_upgrade(const Player* P, Track* t) noexcept nogil:
    if t.first_upgrade == NO_UPGRADE and P.upgraded:
        t.first_upgrade = <uint8_t> lowest(P.upgraded)


cdef void watch_leader(const Tables* R, const GameState* S, Watch* watch, Track* tracks) noexcept nogil:
    """At the end of a turn: who leads alone."""
    cdef int p, score, best = -32768, leader = NOBODY
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


cdef void hand_over(const Tables* R, const GameState* S, int p, Watch* watch, Track* tracks) noexcept nogil:
    """A turn has ended, or another player decides from now on, or the game is over."""
    cdef const Player* P = &S.player[p]
    cdef int q, w
    if watch.actor != NOBODY:
        settle(S, watch, &tracks[watch.actor])
        note_upgrade(&S.player[watch.actor], &tracks[watch.actor])
    for q in range(S.n_players):
        set_unite(tracks[q].seen, S.player[q].hand)
    if S.turn != watch.turn or S.phase == PHASE_OVER:
        watch_leader(R, S, watch, tracks)
    for w in range(CARD_WORDS):
        watch.hand[w] = P.hand[w]
        watch.zoo[w] = P.zoo[w]
    watch.actor = p
    watch.turn = S.turn
    watch.breaks = S.breaks


cdef inline void watch_decision(const Tables* R, const GameState* S, int p, Watch* watch, Track* tracks) noexcept nogil:
    cdef const Player* P = &S.player[p]
    if p != watch.actor or S.turn != watch.turn:
        hand_over(R, S, p, watch, tracks)
        return
    set_unite(watch.hand, P.hand)
    set_unite(watch.zoo, P.zoo)
    note_upgrade(P, &tracks[p])


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
    watch.leader = watch.actor = NOBODY
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
        if last_turn and S.turn > last_turn:
            S.end_cause = END_LIMIT
            break
    hand_over(R, S, 0, &watch, tracks)
    for p in range(S.n_players):
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
