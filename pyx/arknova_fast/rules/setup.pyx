# cython: language_level=3
"""Setting up a game (R2, R3, R4, R27, R28).

Everything random is drawn at once from stream 0 in a fixed order: zoo deck, base projects, final scoring
cards, bonus tiles, action card order by seat, maps. Choices of maps and hands therefore never move the deal.
"""
from libc.stdint cimport int16_t
from libc.string cimport memset
from arknova_fast.rules.frames cimport *
from arknova_fast.core.types cimport *
from arknova_fast.core.rng cimport STREAM_CHANCE, seed_stream, shuffle
from arknova_fast.effects.zones cimport discard_limbo, draw_card, draw_to_hand
from arknova_fast.rules.looking cimport draw_final
from arknova_fast.rules.placement cimport place_building


cdef void shuffle_deck(const Tables* R, GameState* S, const Setup* how) noexcept nogil:
    cdef int w, n = 0
    cdef uint64_t x
    memset(S.deck, NO_CARD, sizeof(S.deck))
    for w in range(CARD_WORDS):
        x = R.zoo_deck[w] & ~how.removed[w]
        while x:
            S.deck[n] = <uint8_t> ((w << 6) + lowest(x))
            n += 1
            x &= x - 1
    S.n_deck = <uint16_t> n
    shuffle(S.rng, S.deck, n)


cdef void lay_base_projects(const Tables* R, GameState* S, const Setup* how) noexcept nogil:
    """R2.8, R2.9: base projects below the board, the rest face down; with 2 players some slots are blocked."""
    cdef uint8_t cards[16]
    cdef int i, n = 0
    memset(S.base_card, NO_CARD, sizeof(S.base_card))
    memset(S.above_card, NO_CARD, sizeof(S.above_card))
    for i in range(16):
        if R.base_first + i < R.n_cards and set_has(R.base_pile, R.base_first + i):
            S.base_pile |= <uint16_t> (1 << i)
            if not (how.removed_base >> i) & 1:
                cards[n] = <uint8_t> (R.base_first + i)
                n += 1
    shuffle(S.rng, cards, n)
    S.n_base = R.n_base[S.n_players] if n > R.n_base[S.n_players] else <uint8_t> n
    for i in range(S.n_base):
        S.base_card[i] = cards[i]
        S.base_pile &= <uint16_t> ~(1 << (cards[i] - R.base_first))
        # Three projects lie there; one more, with a patched number, has no slot blocked.
        if S.n_players == 2 and i < 3:
            S.base_slot[i][i] = 255


cdef void pile_finals(const Tables* R, GameState* S, const Setup* how) noexcept nogil:
    cdef int i, n = 0
    memset(S.final_pile, NO_CARD, sizeof(S.final_pile))
    for i in range(R.n_finals):
        if R.final_card[i].enabled and not (how.removed_finals >> i) & 1:
            S.final_pile[n] = <uint8_t> i
            n += 1
    S.n_final = <uint8_t> n
    shuffle(S.rng, S.final_pile, n)


cdef void place_tiles(const Tables* R, GameState* S, const Setup* how) noexcept nogil:
    """R2.2; the third game of a challenge fills up with tiles of the earlier ones (R28.4)."""
    cdef uint8_t fresh[16]
    cdef uint8_t used[16]
    cdef int i, n = 0, m = 0
    for i in range(R.n_tiles):
        if (how.removed_tiles >> i) & 1:
            used[m] = <uint8_t> i
            m += 1
        else:
            fresh[n] = <uint8_t> i
            n += 1
    shuffle(S.rng, fresh, n)
    if n < N_TILES:
        shuffle(S.rng, used, m)
        for i in range(N_TILES - n):
            fresh[n + i] = used[i]
        shuffle(S.rng, fresh, N_TILES)
    for i in range(N_TILES):
        S.tile[i] = fresh[i]


cdef void deal_maps(const Tables* R, GameState* S, const Setup* how) noexcept nogil:
    cdef uint8_t pool[32]
    cdef int i, p, n = 0
    for i in range(R.n_maps):
        if R.map[i].advanced and not (how.removed_maps >> i) & 1:
            pool[n] = <uint8_t> i
            n += 1
    shuffle(S.rng, pool, n)
    for p in range(S.n_players):
        if how.map_mode == MAPS_PICK_OF_TWO:
            S.player[p].map_offer[0] = min(pool[2 * p], pool[2 * p + 1])
            S.player[p].map_offer[1] = max(pool[2 * p], pool[2 * p + 1])
        S.player[p].map = pool[p] if how.map[p] == RANDOM_MAP else how.map[p]
    if how.map_mode == MAPS_DRAFT:
        for i in range(S.n_players + 1):
            if pool[i] < 8:
                S.map_pool_lo |= <uint8_t> (1 << pool[i])
            else:
                S.map_pool_hi |= <uint8_t> (1 << (pool[i] - 8))


cdef void set_up_player(const Tables* R, GameState* S, int p, const Setup* how) noexcept nogil:
    cdef Player* P = &S.player[p]
    cdef uint8_t others[4]
    cdef int i
    P.money = <int16_t> R.start_money
    P.reputation = R.reputation_start
    P.appeal = R.solo_appeal[how.solo_difficulty] if S.n_players == 1 else R.start_appeal[S.n_players][p]
    P.left_tokens = 127
    P.workers = 1
    P.workers_idle = R.n_workers - 1
    # The Animals card lies in slot 1, the others are random (R3.3).
    for i in range(4):
        others[i] = <uint8_t> (i + 1)
    shuffle(S.rng, others, 4)
    P.order[0] = ANIMALS
    for i in range(4):
        P.order[i + 1] = others[i]


cdef void lay_out_map(const Tables* R, GameState* S, int p) noexcept nogil:
    cdef Player* P = &S.player[p]
    cdef const Map* M = &R.map[P.map]
    cdef int16_t money = P.money
    cdef uint8_t x_tokens = P.x_tokens
    cdef int i
    P.touch = M.first
    S.open_player = <uint8_t> p
    for i in range(M.n_start):
        place_building(R, S, p, M.start_building[i])
    # Start buildings are part of the map and give no bonus (R3.14, R3.15).
    memset(S.open, 0, sizeof(S.open))
    S.n_open = 0
    P.money = money
    P.x_tokens = x_tokens


cdef int first_place(const Tables* R, const GameState* S, int p) noexcept nogil:
    """Place in the deck of the first card of a seat's opening hand: the display is dealt before (see `deal`)."""
    return S.n_deck - 1 - DISPLAY_SLOTS - p * R.deal_cards


cdef int first_card_of(const Tables* R, const GameState* S, int p) noexcept nogil:
    cdef int at = first_place(R, S, p)
    return S.deck[at] if at >= 0 else NO_CARD


cdef void deal_first(const Tables* R, GameState* S, int p, int card) noexcept nogil:
    """Let a card of the deck change places with the one that the seat would be dealt first."""
    cdef int i, at = first_place(R, S, p)
    for i in range(S.n_deck):
        if S.deck[i] == card and at >= 0:
            S.deck[i] = S.deck[at]
            S.deck[at] = <uint8_t> card
            return


cdef void start_game(const Tables* R, GameState* S, const Setup* how) noexcept nogil:
    """Set up everything up to the first choice; run the engine afterwards."""
    cdef int p
    memset(S, 0, sizeof(GameState))
    S.n_players = how.n_players
    S.peaceful = how.peaceful
    S.map_mode = how.map_mode
    S.face_down_discard = how.face_down_discard
    seed_stream(S.rng, how.seed, how.game, STREAM_CHANCE)
    memset(S.display, NO_CARD, sizeof(S.display))
    shuffle_deck(R, S, how)
    lay_base_projects(R, S, how)
    pile_finals(R, S, how)
    place_tiles(R, S, how)
    S.partner_board = 31
    S.university_board = 7
    S.break_left = R.break_start[S.n_players]
    if S.n_players == 1:
        S.solo_round = 1
        S.solo_left = R.solo_turns[0]
    for p in range(S.n_players):
        set_up_player(R, S, p, how)
    deal_maps(R, S, how)
    for p in range(S.n_players):
        if how.first_card[p]:
            deal_first(R, S, p, how.first_card[p] - 1)
    push(S, FRAME_SETUP, 0)


cdef void deal(const Tables* R, GameState* S) noexcept nogil:
    """Display face down, two final scoring cards and the start cards for everyone (R2.6, R3.10, R3.11)."""
    cdef int i, _i, p, card
    S.display_hidden = 1
    for i in range(DISPLAY_SLOTS):
        S.display[i] = <uint8_t> draw_card(R, S)
    for p in range(S.n_players):
        for _i in range(R.deal_finals):
            card = draw_final(R, S)
            if card != NO_CARD:
                S.player[p].finals |= <uint16_t> (1 << card)
        draw_to_hand(R, S, p, R.deal_cards)


cdef int step_setup(const Tables* R, GameState* S, Frame* f) noexcept nogil:
    cdef int p
    f.step += 1
    if f.step == 1:
        if S.map_mode == MAPS_DRAFT:
            # Reverse turn order: the last seat is on top of the stack.
            for p in range(S.n_players):
                push(S, FRAME_MAP_PICK, p)
        elif S.map_mode == MAPS_PICK_OF_TWO:
            for p in range(S.n_players - 1, -1, -1):
                push(S, FRAME_MAP_PICK, p)
    elif f.step == 2:
        for p in range(S.n_players):
            lay_out_map(R, S, p)
        deal(R, S)
        for p in range(S.n_players - 1, -1, -1):
            push(S, FRAME_START_HAND, p)
    else:
        discard_limbo(S)
        S.display_hidden = 0
        S.phase = PHASE_PLAY
        become(S, FRAME_TURN)
    return STEP_DONE


cdef int list_map_pick(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    cdef int i
    if S.map_mode == MAPS_PICK_OF_TWO:
        for i in range(2):
            out[i] = make_action(CHOOSE_MAP, S.player[f.player].map_offer[i], 0)
        return 2
    return list_bits(S.map_pool_lo | <uint32_t> S.map_pool_hi << 8, CHOOSE_MAP, out, 0)


cdef void apply_map_pick(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    cdef int m = <int> action_a(action)
    S.player[f.player].map = <uint8_t> m
    if m < 8:
        S.map_pool_lo &= <uint8_t> ~(1 << m)
    else:
        S.map_pool_hi &= <uint8_t> ~(1 << (m - 8))
    pop(S)


cdef int list_start_hand(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil:
    """Every set of cards to keep, as a bit mask over the dealt cards in ascending order (D1.3)."""
    cdef int dealt = set_count(S.player[f.player].hand), n = 0
    cdef int keep = R.keep_cards if R.keep_cards < dealt else dealt
    cdef uint32_t mask = (1 << keep) - 1, carried
    while mask >> dealt == 0:
        out[n] = make_action(KEEP_HAND, mask, 0)
        n += 1
        if mask == 0:
            break
        # The next number with as many bits: the lowest run of bits sends one up, its others fall to the right.
        carried = mask + (1 << lowest(mask))
        mask = carried | ((mask ^ carried) >> (lowest(mask) + 2))
    return n


cdef void apply_start_hand(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil:
    """The other cards become public only when everyone has chosen, so they wait in limbo (R3.12)."""
    cdef Player* P = &S.player[f.player]
    cdef int card = set_next(P.hand, 0), i = 0
    while card != NO_CARD:
        if not (action_a(action) >> i) & 1:
            set_drop(P.hand, card)
            set_add(S.limbo, card)
            set_add(P.seen, card)
        i += 1
        card = set_next(P.hand, card + 1)
    pop(S)
