# cython: language_level=3
"""Complete games: one playout, and ranges of games into caller-owned records."""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t, int16_t, int64_t
from arknova_fast.core.types cimport *
from arknova_fast.core.tables cimport Tables
from arknova_fast.core.state cimport GameState
from arknova_fast.rules.setup cimport Setup
from arknova_fast.search.policy cimport Policy

cdef enum:
    MAPS_PER_SEAT = 0        # pool[p] is the map of seat p
    MAPS_CYCLE = 1           # every map of the pool equally often in every seat
    MAPS_RANDOM = 2          # random advanced maps, different for every player

# One row per player of a finished game.
cdef struct Record:
    uint64_t game            # index of the game
    uint64_t state_hash      # of the final state
    uint32_t choices         # decisions with two or more options, all players
    uint32_t decisions       # decisions, all players
    int16_t score            # appeal plus white number (victory points + 100)
    int16_t money
    uint16_t turns           # turns of this player
    uint8_t seat
    uint8_t map
    uint8_t rank             # 0 winner; tied players share a rank
    uint8_t winners          # number of players with rank 0
    uint8_t appeal
    uint8_t conservation
    uint8_t reputation
    uint8_t x_tokens
    uint8_t supported
    uint8_t animals
    uint8_t released
    uint8_t sponsors
    uint8_t partner_zoos
    uint8_t universities
    uint8_t upgraded         # bit per action card
    uint8_t workers          # hired
    uint8_t covered          # cells of the map covered
    uint8_t breaks
    uint8_t end_cause        # EndCause
    uint8_t end_player
    uint8_t n_players
    uint8_t pad[13]

cdef struct Plan:
    Setup setup              # seed and options; `game` and `map` are filled in per game
    uint8_t map_plan
    uint8_t n_pool
    uint8_t pool[32]
    uint16_t turn_limit      # turns of one player, 0 for none
    uint8_t keep_first[4]    # experiments: the opening hand of the seat keeps the card dealt first
    uint8_t first_upgrade[4] # experiments: 1 + the action card that the seat upgrades first, 0 as the policy says
    Policy policy[4]

# Sets up game number `game` of a plan; `begin` also runs it to its first decision.
cdef void set_up(const Tables* R, GameState* S, Plan* plan, uint64_t game) noexcept nogil
cdef void begin(const Tables* R, GameState* S, Plan* plan, uint64_t game) noexcept nogil
# Plays from any decision to the end; counts decisions and choices. Returns -1, or the seat whose policy answered
# with an index outside the list (the game is then left as it stands).
cdef int play_out(const Tables* R, GameState* S, const Plan* plan, uint64_t* streams, uint32_t* decisions,
                  uint32_t* choices) noexcept nogil
cdef void write_records(const Tables* R, const GameState* S, uint64_t game, uint32_t decisions, uint32_t choices,
                        Record* out) noexcept nogil
# Returns -1, or `game offset * 4 + seat` of the first wrong answer of a policy.
cdef int64_t play_range(const Tables* R, Plan* plan, uint64_t start, int64_t count, Record* out) noexcept nogil
