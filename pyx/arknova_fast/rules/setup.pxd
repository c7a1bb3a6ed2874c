# cython: language_level=3
"""Setting up a game (R2, R3, R4, R27, R28)."""
from arknova_fast.rules.frames cimport *

cdef enum:
    RANDOM_MAP = 255
    MAPS_FIXED = 0
    MAPS_PICK_OF_TWO = 1     # expert variant 1 (R4.4)
    MAPS_DRAFT = 2           # expert variant 2 (R4.5)

cdef struct Setup:
    uint64_t seed
    uint64_t game
    uint64_t removed[4]      # cards of earlier games of a solo challenge
    uint8_t first_card[4]    # 1 + the card that a seat is dealt first (experiments), 0 as shuffled
    uint16_t removed_finals
    uint16_t removed_tiles
    uint16_t removed_base    # base projects of earlier games, still within reach of Assertion and Dominance
    uint32_t removed_maps
    uint8_t n_players
    uint8_t map[4]           # map index or RANDOM_MAP (an advanced map, different for every player)
    uint8_t map_mode
    uint8_t peaceful
    uint8_t solo_difficulty  # row of Tables.solo_appeal
    uint8_t face_down_discard

cdef void start_game(const Tables* R, GameState* S, const Setup* how) noexcept nogil
cdef int step_setup(const Tables* R, GameState* S, Frame* f) noexcept nogil
cdef int list_map_pick(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_map_pick(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
cdef int list_start_hand(const Tables* R, const GameState* S, const Frame* f, action_t* out) noexcept nogil
cdef void apply_start_hand(const Tables* R, GameState* S, Frame* f, action_t action) noexcept nogil
# The card that a seat is dealt first, after start_game and before the engine runs; NO_CARD when the deck is too small.
cdef int first_card_of(const Tables* R, const GameState* S, int p) noexcept nogil
# Puts an empty map with its start buildings before a player.
cdef void lay_out_map(const Tables* R, GameState* S, int p) noexcept nogil
