# cython: language_level=3
"""Named numbers of a position and of one action, and the policy that takes the action a function rates highest."""
import numpy as np

from libc.stdint cimport uint64_t
from libc.string cimport memset
from arknova_fast.core.types cimport *
from arknova_fast.core.action cimport action_a, action_b, action_verb
from arknova_fast.core.bits cimport popcount, set_count
from arknova_fast.core.state cimport Player, top_frame
from arknova_fast.core.tables cimport Card
from arknova_fast.effects.gains cimport score_of

# name, shape, meaning; the order is that of the struct in features.pxd.
FEATURES = (
    ("seat", 1, "seat that decides, 0 starts"),
    ("players", 1, "number of players"),
    ("frame", 1, "FrameKind of the decision"),
    ("turn", 1, "turns started in the game, all players"),
    ("score", 1, "appeal plus the white number of the conservation counter; 100 ends the game"),
    ("best_other_score", 1, "highest score of the others, -100 in solo games"),
    ("money", 1, "own money"),
    ("appeal", 1, "own appeal"),
    ("conservation", 1, "own conservation"),
    ("reputation", 1, "own reputation"),
    ("x_tokens", 1, "own X-tokens"),
    ("workers", 1, "active association workers"),
    ("hand", 1, "cards in hand"),
    ("supported", 1, "projects supported"),
    ("partner_zoos", 1, "partner zoos"),
    ("universities", 1, "universities"),
    ("upgrades", 1, "bit per ActionCard on side II"),
    ("sponsors", 1, "sponsors in the zoo"),
    ("small_animals", 1, "small animals in the zoo"),
    ("large_animals", 1, "large animals in the zoo"),
    ("covered", 1, "spaces of the zoo map covered"),
    ("free_spaces", 1, "building spaces not covered"),
    ("break_left", 1, "steps of the break token to its last space"),
    ("last_turn", 1, "1 once the end is triggered"),
    ("slot", 5, "slot (1-5) of each ActionCard"),
    ("icons", 16, "icons in the zoo, by Icon"),
    ("verb", 1, "Verb of the action"),
    ("a", 1, "first argument of the action"),
    ("b", 1, "second argument of the action"),
    ("strength", 1, "strength with which an action card would be used, 0 for other actions"),
    ("card", 1, "index of the card the action is about, 255 when none"),
    ("card_type", 1, "CardType of that card"),
    ("card_cost", 1, "printed cost of an animal, level of a sponsor"),
    ("card_appeal", 1, "printed appeal"),
    ("card_conservation", 1, "printed conservation; of the slot for a project supported"),
    ("card_reputation", 1, "printed reputation; of the slot for a project supported"),
    ("card_size", 1, "printed enclosure size"),
    ("cells", 1, "spaces a building would cover"),
    ("bonuses", 1, "placement bonuses a building would cover"),
)
FEATURE_DTYPE = np.dtype([(name, "<i8") if count == 1 else (name, "<i8", (count,)) for name, count, _ in FEATURES])
assert FEATURE_DTYPE.itemsize == sizeof(Features)


cdef void position_features(const Tables* R, const GameState* S, int p, Features* f) noexcept nogil:
    cdef const Player* P = &S.player[p]
    cdef int i, other
    memset(f, 0, sizeof(Features))
    f.seat = p
    f.players = S.n_players
    f.frame = top_frame(S).kind
    f.turn = S.turn
    f.score = score_of(R, S, p)
    f.best_other_score = -100
    for i in range(S.n_players):
        other = score_of(R, S, i)
        if i != p and other > f.best_other_score:
            f.best_other_score = other
    f.money = P.money
    f.appeal = P.appeal
    f.conservation = P.conservation
    f.reputation = P.reputation
    f.x_tokens = P.x_tokens
    f.workers = P.workers
    f.hand = set_count(P.hand)
    f.supported = P.supported
    f.partner_zoos = popcount(P.partner_zoos)
    f.universities = popcount(P.universities)
    f.upgrades = P.upgraded
    f.sponsors = P.n_sponsors
    f.small_animals = P.n_small
    f.large_animals = P.n_large
    f.covered = popcount(P.built)
    f.free_spaces = popcount(R.map[P.map].plain & ~P.built)
    f.break_left = S.break_left
    f.last_turn = S.end_cause != END_NONE
    for i in range(5):
        f.slot[P.order[i]] = i + 1
    for i in range(N_ICONS):
        f.icons[i] = P.icons[i]


cdef void card_features(const Tables* R, int card, Features* f) noexcept nogil:
    cdef const Card* C = &R.card[card]
    f.card = card
    f.card_type = C.type
    f.card_cost = C.level if C.type == SPONSOR else C.cost
    f.card_appeal = C.appeal
    f.card_conservation = C.conservation
    f.card_reputation = C.reputation
    f.card_size = C.size


cdef void action_features(const Tables* R, const GameState* S, action_t action, Features* f) noexcept nogil:
    cdef int verb = action_verb(action), a = action_a(action), b = action_b(action)
    f.verb = verb
    f.a = a
    f.b = b
    f.strength = 0
    f.cells = 0
    f.bonuses = 0
    f.card = NO_CARD
    f.card_type = NO_TYPE
    f.card_cost = 0
    f.card_appeal = 0
    f.card_conservation = 0
    f.card_reputation = 0
    f.card_size = 0
    if verb == ACT:
        f.strength = f.slot[a] + b - R.constriction_penalty * ((S.player[f.seat].constriction >> a) & 1)
    elif verb == PLACE:
        f.cells = R.place[a].size
        f.bonuses = popcount(R.place[a].cells & R.map[S.player[f.seat].map].bonus)
    elif verb == DISPLAY:
        card_features(R, S.display[a - 1], f)
    elif (verb == PLAY_ANIMAL or verb == SUPPORT or verb == RELEASE or verb == PLAY_SPONSOR
            or TAKE_CARD <= verb <= MOVE_IN or verb == HARBOR_SALE):
        card_features(R, a, f)
        if verb == SUPPORT:
            f.card_conservation = R.card[a].slot_conservation[b & 3]
            f.card_reputation = R.card[a].slot_reputation[b & 3]


cdef int choose_rated(const Tables* R, const GameState* S, const action_t* actions, int n, uint64_t* rng,
                      const void* data) noexcept nogil:
    """The first of the actions with the highest rating; a rating that is no number never wins."""
    cdef Features f
    cdef rate_t rate = <rate_t> data
    cdef double best = 0, rating
    cdef int i, k = -1
    position_features(R, S, top_frame(S).player, &f)
    for i in range(n):
        action_features(R, S, actions[i], &f)
        rating = rate(&f)
        if rating == rating and (k < 0 or rating > best):
            best = rating
            k = i
    return k


def rated_address():
    """Address of the policy function whose data is a function ``double(const Features*)``."""
    return <size_t> &choose_rated
