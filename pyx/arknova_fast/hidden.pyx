# cython: language_level=3
"""Hidden information: what a seat may know, and re-dealing what it cannot know (R1.10, R30.6-R30.9, R20.26).

Open to everybody are the maps, tracks, cards in the zoos, projects, the discard pile (unless the face-down variant is
played), the display, and cards in hands that were taken or revealed openly. A seat also sees its own hand, final
scoring cards, pouched cards and private draws, and remembers through ``Player.seen`` what it learned of hidden places:
cards stolen from or by it, its own discards that are not public yet, and the base project pile after Assertion.

What the others know is not part of an observation, nor is anything that only a perfect memory would tell: the discard
pile before a Scavenging, or which cards went under the final scoring pile.
"""
from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset
from arknova_fast.core.bits cimport bit, popcount, set_add, set_count, set_has, set_next
from arknova_fast.core.rng cimport STREAM_SEARCH, below, seed_stream
from arknova_fast.core.state cimport Frame, GameState, Player, copy_state
from arknova_fast.core.tables cimport Ruleset, Tables
from arknova_fast.core.types cimport *
from arknova_fast.game cimport Game, wrap_state
from arknova_fast.rules.engine cimport legal_actions, run
from arknova_fast.rules.setup cimport MAPS_PICK_OF_TWO

import numpy as np

from arknova_fast.core.state import state_dtype
from arknova_fast.errors import UsageError

cdef enum:
    UNKNOWN = 254            # stands for a card or map that the seat does not know
    TRIES = 4000             # deals tried until the pending decision of another player is possible

# Sizes that the masked state does not show; part of the canonical bytes.
cdef struct Sizes:
    uint8_t hand[4]
    uint8_t finals[4]
    uint16_t discard
    uint8_t aside
    uint8_t limbo
    uint8_t base
    uint8_t final_limbo
    uint8_t seat
    uint8_t pad


# --- what is hidden -----------------------------------------------------------------------------------------------


cdef inline const Frame* top_frame(const GameState* S) noexcept nogil:
    return &S.frame[S.n_frames - 1]


# Whether the cards in limbo were drawn or laid down secretly: set-up and break discards before they become public,
# and draws of one player.
cdef bint limbo_private(const GameState* S, int seat) noexcept nogil:
    if S.n_frames == 0:
        return False
    if top_frame(S).kind == FRAME_KEEP:
        return top_frame(S).player != seat
    return top_frame(S).kind == FRAME_START_HAND or (top_frame(S).kind == FRAME_DISCARD and S.phase == PHASE_BREAK)


cdef inline bint awaits_map(const GameState* S, int p) noexcept nogil:
    cdef int i
    for i in range(S.n_frames):
        if S.frame[i].kind == FRAME_MAP_PICK and S.frame[i].player == p:
            return True
    return False


# In expert variant 1 all maps are shown together when the last player has chosen.
cdef inline bint maps_secret(const GameState* S) noexcept nogil:
    return S.map_mode == MAPS_PICK_OF_TWO and S.n_frames > 0 and top_frame(S).kind == FRAME_MAP_PICK


# Cards at places the seat cannot see, without those it knows to be there.
cdef void unknown_cards(const GameState* S, const Tables* R, int seat, uint64_t* cards) noexcept nogil:
    cdef const uint64_t* seen = <const uint64_t*> S.player[seat].seen
    cdef int i, p, w
    memset(cards, 0, CARD_WORDS * sizeof(uint64_t))
    for i in range(16):
        if (S.base_pile >> i) & 1:
            set_add(cards, R.base_first + i)
    for w in range(CARD_WORDS):
        for p in range(S.n_players):
            if p != seat:
                cards[w] |= S.player[p].hand[w]
        cards[w] |= S.aside[w]
        if limbo_private(S, seat):
            cards[w] |= S.limbo[w]
        cards[w] &= ~seen[w]
        if S.face_down_discard:
            cards[w] |= S.discard[w]
    for i in range(S.n_deck):
        set_add(cards, S.deck[i])
    if S.display_hidden:
        for i in range(DISPLAY_SLOTS):
            if S.display[i] != NO_CARD:
                set_add(cards, S.display[i])


# What a player saw of a card counts only as long as the card lies where it was seen.
cdef inline void forget_unknown(Player* P, const uint64_t* hidden) noexcept nogil:
    cdef int w
    for w in range(CARD_WORDS):
        P.seen[w] &= ~hidden[w]


# --- observation --------------------------------------------------------------------------------------------------


cdef void mask_players(GameState* M, int seat, const uint64_t* hidden) noexcept nogil:
    cdef Player* P
    cdef int p, w
    forget_unknown(&M.player[seat], hidden)
    for p in range(M.n_players):
        if p == seat:
            continue
        P = &M.player[p]
        P.finals = 0
        memset(P.seen, 0, sizeof(P.seen))
        memset(P.map_offer, UNKNOWN, sizeof(P.map_offer))
        for w in range(CARD_WORDS):
            P.hand[w] &= ~hidden[w]
        # A map that is still to be chosen stands for nothing yet.
        if maps_secret(M) or awaits_map(M, p):
            P.map = UNKNOWN
    if awaits_map(M, seat):
        M.player[seat].map = UNKNOWN


cdef void mask_piles(const Tables* R, GameState* M, int seat, const uint64_t* hidden) noexcept nogil:
    cdef int i, w
    memset(M.deck, UNKNOWN, sizeof(M.deck))
    memset(M.final_pile, UNKNOWN, sizeof(M.final_pile))
    if M.display_hidden:
        for i in range(DISPLAY_SLOTS):
            if M.display[i] != NO_CARD:
                M.display[i] = UNKNOWN
    for i in range(16):
        if (M.base_pile >> i) & 1 and set_has(hidden, R.base_first + i):
            M.base_pile &= <uint16_t> ~(1 << i)
    for i in range(M.n_pouched):
        if set_has(hidden, M.pouch_card[i]):
            M.pouch_card[i] = UNKNOWN
    for w in range(CARD_WORDS):
        M.aside[w] &= ~hidden[w]
        M.limbo[w] &= ~hidden[w]
        M.discard[w] &= ~hidden[w]
    if M.n_frames and top_frame(M).player != seat:
        M.final_limbo = 0


# Chance, scripts, statistics, and what the engine noted from looking into a hidden hand.
cdef void mask_machinery(GameState* M, int seat) noexcept nogil:
    cdef int i
    memset(M.rng, 0, sizeof(M.rng))
    memset(M.script, 0, sizeof(M.script))
    M.n_script = M.script_at = M.script_error = 0
    M.ops_run = 0
    M.deepest_frames = M.deepest_open = M.abilities_run = 0
    for i in range(M.n_frames):
        # The open tasks of an Association action include a project only if the hand or a board allows it.
        if M.frame[i].kind == FRAME_ASSOCIATION and M.frame[i].player != seat:
            M.frame[i].a = 0


cdef void mask_state(const Tables* R, const GameState* S, int seat, GameState* M, Sizes* sizes) noexcept nogil:
    cdef uint64_t[4] hidden
    cdef int p
    memset(sizes, 0, sizeof(Sizes))
    for p in range(S.n_players):
        sizes.hand[p] = <uint8_t> set_count(S.player[p].hand)
        sizes.finals[p] = <uint8_t> popcount(S.player[p].finals)
    sizes.discard = <uint16_t> set_count(S.discard)
    sizes.aside = <uint8_t> set_count(S.aside)
    sizes.limbo = <uint8_t> set_count(S.limbo)
    sizes.base = <uint8_t> popcount(S.base_pile)
    sizes.final_limbo = <uint8_t> popcount(S.final_limbo)
    sizes.seat = <uint8_t> seat
    unknown_cards(S, R, seat, hidden)
    copy_state(M, S)
    mask_players(M, seat, hidden)
    mask_piles(R, M, seat, hidden)
    mask_machinery(M, seat)


cdef int seat_of(Game game, seat) except -1:
    from arknova_fast.seating import check_int

    return check_int(seat, "seat", 0, game.s.n_players - 1)


cdef class Observation:
    """What one seat may know of a game.

    Two observations are equal when the seat cannot tell the positions apart.

    Attributes
    ----------
    seat : int
    key : bytes
        Canonical form: the masked state and the sizes of what is masked.

    Examples
    --------
    >>> from arknova_fast import Game
    >>> game = Game.new(seed=1)
    >>> game.observe(0) == game.determinize(0, seed=5).observe(0)
    True
    """

    cdef GameState masked
    cdef Sizes sizes
    cdef readonly Ruleset ruleset

    def __init__(self):
        raise TypeError("use Game.observe(seat)")

    @property
    def seat(self):
        return self.sizes.seat

    @property
    def key(self):
        return (PyBytes_FromStringAndSize(<const char*> &self.masked, sizeof(GameState))
                + PyBytes_FromStringAndSize(<const char*> &self.sizes, sizeof(Sizes)))

    def view(self):
        """The masked state as a NumPy record (a copy); unknown cards and maps are 254, unknown sets empty."""
        body = PyBytes_FromStringAndSize(<const char*> &self.masked, sizeof(GameState))
        return np.frombuffer(body, dtype=state_dtype())[0]

    def as_dict(self):
        """The observation as nested dicts and lists with names instead of numbers."""
        from arknova_fast.seen import observation_dict

        return observation_dict(self.ruleset, self.view(), self.hidden_sizes())

    def hidden_sizes(self):
        """Sizes of the places whose cards may be hidden: hands and final scoring cards by seat, piles, draws."""
        return {
            "seat": self.sizes.seat,
            "hand": [self.sizes.hand[p] for p in range(self.masked.n_players)],
            "finals": [self.sizes.finals[p] for p in range(self.masked.n_players)],
            "discard": self.sizes.discard,
            "aside": self.sizes.aside,
            "limbo": self.sizes.limbo,
            "base": self.sizes.base,
            "final_limbo": self.sizes.final_limbo,
        }

    def __eq__(self, other):
        if not isinstance(other, Observation):
            return NotImplemented
        return (memcmp(&self.masked, &(<Observation> other).masked, sizeof(GameState)) == 0
                and memcmp(&self.sizes, &(<Observation> other).sizes, sizeof(Sizes)) == 0
                and self.ruleset == (<Observation> other).ruleset)

    def __hash__(self):
        return hash(self.key)

    def __repr__(self):
        return f"<Observation of seat {self.sizes.seat}, turn {self.masked.turn}>"


def observe(Game game not None, seat):
    """What a seat may know.

    Parameters
    ----------
    game : Game
    seat : int

    Returns
    -------
    Observation

    Raises
    ------
    UsageError
        If there is no such seat.
    """
    cdef int who = seat_of(game, seat)
    cdef Observation seen = Observation.__new__(Observation)
    seen.ruleset = game.ruleset
    mask_state(game.ruleset.t, &game.s, who, &seen.masked, &seen.sizes)
    return seen


# --- determinization ----------------------------------------------------------------------------------------------


cdef void shuffle(uint64_t* rng, uint8_t* items, int n) noexcept nogil:
    cdef int i, j
    cdef uint8_t swap
    for i in range(n - 1, 0, -1):
        j = <int> below(rng, <uint32_t> (i + 1))
        swap = items[i]
        items[i] = items[j]
        items[j] = swap


# Draws a random permutation of the unknown cards: to[old card] = new card. Places in the pile of base projects get base
# projects; deck, hidden display and face-down discard pile keep the type of each place, which is known from the cards
# that went there openly; all other places (hands, pouched cards, private draws) get any of the remaining cards.
cdef void draw_exchange(const Tables* R, GameState* S, const uint64_t* hidden, uint8_t* to) noexcept nogil:
    cdef uint8_t[2][256] cards       # unknown cards by type: zoo deck cards, base projects
    cdef uint8_t[256] rest
    cdef uint8_t[256] places
    cdef int[2] n
    cdef int card, i, base, n_places = 0, n_rest = 0
    cdef uint64_t[4] fixed           # unknown cards whose place keeps its type
    memset(fixed, 0, sizeof(fixed))
    for i in range(S.n_deck):
        set_add(fixed, S.deck[i])
    for i in range(DISPLAY_SLOTS):
        if S.display[i] != NO_CARD:
            set_add(fixed, S.display[i])
    for i in range(16):
        if (S.base_pile >> i) & 1:
            set_add(fixed, R.base_first + i)
    for i in range(CARD_WORDS):
        fixed[i] |= S.discard[i]
    n[0] = n[1] = 0
    card = set_next(hidden, 0)
    while card != NO_CARD:
        base = R.card[card].type == BASE_PROJECT
        cards[base][n[base]] = <uint8_t> card
        n[base] += 1
        card = set_next(hidden, card + 1)
    shuffle(S.rng, cards[0], n[0])
    shuffle(S.rng, cards[1], n[1])
    card = set_next(hidden, 0)
    while card != NO_CARD:
        if set_has(fixed, card):
            base = R.card[card].type == BASE_PROJECT
            n[base] -= 1
            to[card] = cards[base][n[base]]
        else:
            places[n_places] = <uint8_t> card
            n_places += 1
        card = set_next(hidden, card + 1)
    for base in range(2):
        for i in range(n[base]):
            rest[n_rest] = cards[base][i]
            n_rest += 1
    shuffle(S.rng, rest, n_rest)
    for i in range(n_places):
        to[places[i]] = rest[i]


cdef void exchange_set(uint64_t* cards, const uint64_t* hidden, const uint8_t* to) noexcept nogil:
    cdef uint64_t[4] moved
    cdef int w, card
    cdef uint64_t x
    memset(moved, 0, sizeof(moved))
    for w in range(CARD_WORDS):
        x = cards[w] & hidden[w]
        cards[w] &= ~hidden[w]
        while x:
            card = to[(w << 6) + lowest_bit(x)]
            moved[card >> 6] |= bit(card & 63)
            x &= x - 1
    for w in range(CARD_WORDS):
        cards[w] |= moved[w]


cdef inline int lowest_bit(uint64_t x) noexcept nogil:
    return popcount((x & -x) - 1)


cdef void exchange_cards(const Tables* R, GameState* S, int seat, const uint64_t* hidden,
                         const uint8_t* to) noexcept nogil:
    cdef uint16_t pile = 0
    cdef int i, p
    for i in range(S.n_deck):
        S.deck[i] = to[S.deck[i]]
    if S.display_hidden:
        for i in range(DISPLAY_SLOTS):
            if S.display[i] != NO_CARD:
                S.display[i] = to[S.display[i]]
    for i in range(16):
        if (S.base_pile >> i) & 1:
            pile |= <uint16_t> (1 << (to[R.base_first + i] - R.base_first))
    S.base_pile = pile
    for i in range(S.n_pouched):
        S.pouch_card[i] = to[S.pouch_card[i]]
    exchange_set(S.aside, hidden, to)
    if limbo_private(S, seat):
        exchange_set(S.limbo, hidden, to)
    if S.face_down_discard:
        exchange_set(S.discard, hidden, to)
    for p in range(S.n_players):
        if p != seat:
            exchange_set(S.player[p].hand, hidden, to)
            # Whoever knew the card at a place knows the card that lies there now.
            exchange_set(S.player[p].seen, hidden, to)


# Final scoring cards: the pile, those of the others and a private draw of another player.
cdef void exchange_finals(GameState* S, int seat) noexcept nogil:
    cdef uint8_t[32] pool
    cdef uint16_t mask
    cdef bint limbo = S.n_frames > 0 and top_frame(S).player != seat
    cdef int n = 0, i, p, _k
    for i in range(S.n_final):
        pool[n] = S.final_pile[i]
        n += 1
    for p in range(S.n_players + 1):
        if p == seat or (p == S.n_players and not limbo):
            continue
        mask = S.final_limbo if p == S.n_players else S.player[p].finals
        while mask:
            pool[n] = <uint8_t> lowest_bit(mask)
            n += 1
            mask &= mask - 1
    shuffle(S.rng, pool, n)
    for i in range(S.n_final):
        n -= 1
        S.final_pile[i] = pool[n]
    for p in range(S.n_players + 1):
        if p == seat or (p == S.n_players and not limbo):
            continue
        mask = 0
        for _k in range(popcount(S.final_limbo if p == S.n_players else S.player[p].finals)):
            n -= 1
            mask |= <uint16_t> (1 << pool[n])
        if p == S.n_players:
            S.final_limbo = mask
        else:
            S.player[p].finals = mask


# Maps offered to the others in expert variant 1; as long as the choices are secret a map already chosen is one of the
# two, later the map is known and only the one left behind is drawn again.
cdef void exchange_maps(const Tables* R, GameState* S, int seat) noexcept nogil:
    cdef uint8_t[32] pool
    cdef uint32_t known = 0
    cdef bint secret = maps_secret(S)
    cdef int n = 0, i, p, first
    if S.map_mode != MAPS_PICK_OF_TWO or S.n_players == 1:
        return
    for i in range(2):
        known |= <uint32_t> 1 << S.player[seat].map_offer[i]
    for p in range(S.n_players):
        if p != seat and not secret:
            known |= <uint32_t> 1 << S.player[p].map
    for i in range(R.n_maps):
        if R.map[i].advanced and not (known >> i) & 1:
            pool[n] = <uint8_t> i
            n += 1
    shuffle(S.rng, pool, n)
    for p in range(S.n_players):
        if p == seat:
            continue
        n -= 1
        first = pool[n]
        if not secret:
            S.player[p].map_offer[0] = <uint8_t> min(first, S.player[p].map)
            S.player[p].map_offer[1] = <uint8_t> max(first, S.player[p].map)
            continue
        n -= 1
        S.player[p].map_offer[0] = <uint8_t> min(first, pool[n])
        S.player[p].map_offer[1] = <uint8_t> max(first, pool[n])
        S.player[p].map = S.player[p].map_offer[below(S.rng, 2)]


cdef void deal_again(const Tables* R, const GameState* S, int seat, uint64_t* rng, GameState* T) noexcept nogil:
    cdef uint64_t[4] hidden
    cdef uint8_t[256] to
    cdef int i
    copy_state(T, S)
    memcpy(T.rng, rng, sizeof(T.rng))
    memset(T.script, 0, sizeof(T.script))
    T.n_script = T.script_at = T.script_error = 0
    unknown_cards(S, R, seat, hidden)
    forget_unknown(&T.player[seat], hidden)
    for i in range(256):
        to[i] = <uint8_t> i
    draw_exchange(R, T, hidden, to)
    exchange_cards(R, T, seat, hidden, to)
    exchange_finals(T, seat)
    exchange_maps(R, T, seat)
    memcpy(rng, T.rng, sizeof(T.rng))


# Whether the pending decision is still one with the new cards: another player who has begun an Animals action, say,
# must hold an animal that can be played. Whatever the engine noted from the hand is brought up to date.
cdef bint still_asked(const Tables* R, GameState* T) noexcept nogil:
    cdef action_t[ACTION_BUFFER] actions
    cdef uint64_t[4] rng
    cdef int n = T.n_frames
    cdef Frame before
    if T.phase == PHASE_OVER:
        return True
    before = T.frame[n - 1]
    memcpy(rng, T.rng, sizeof(rng))
    run(R, T)
    if (T.phase == PHASE_OVER or T.n_frames != n or T.frame[n - 1].kind != before.kind
            or T.frame[n - 1].step != before.step or memcmp(rng, T.rng, sizeof(rng)) != 0):
        return False
    return legal_actions(R, T, actions) > 0


def determinize(Game game not None, seat, seed):
    """Deal everything again that a seat cannot know, at random among all deals it cannot rule out.

    Deck order, hands, pouched cards and private draws of the others, the piles of final scoring cards and base projects
    and the coming chance are new; the observation of the seat stays the same.

    Parameters
    ----------
    game : Game
    seat : int
    seed : int
        0 to 2**64 - 1; the same seed gives the same deal.

    Returns
    -------
    Game

    Raises
    ------
    UsageError
        If an argument is out of range.
    """
    from arknova_fast.seating import check_int

    cdef int who = seat_of(game, seat), tries = 0
    cdef GameState T
    cdef uint64_t[4] rng
    cdef uint64_t start = check_int(seed, "seed", 0, 2**64 - 1)
    cdef const Tables* R = game.ruleset.t
    cdef bint fits = False
    with nogil:
        seed_stream(rng, start, who, STREAM_SEARCH)
        while tries < TRIES and not fits:
            deal_again(R, &game.s, who, rng, &T)
            fits = still_asked(R, &T)
            tries += 1
    if not fits:
        raise UsageError(
            f"no deal in {TRIES} tries leaves the decision of player {top_frame(&game.s).player} open; "
            "determinize at a decision of the seat itself")
    return wrap_state(game.ruleset, &T, game.origin)
