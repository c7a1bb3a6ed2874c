# cython: language_level=3
"""GameState: one flat block of integers. Copied by memcpy, compared by memcmp, saved as bytes.

No pointers; padding is explicit and zero; unused slots are zero (or NO_CARD where a card stands).
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t, int8_t, int16_t
from arknova_fast.core.types cimport (
    MAX_PLAYERS, CARD_WORDS, MAX_CARDS, MAX_MULTI, MAX_FRAMES, MAX_OPEN, MAX_DEFERRED, MAX_POUCHED,
    MAX_SCRIPT, MAX_PROJECTS, DISPLAY_SLOTS, N_TILES, OUTDOOR_AREA, card_t, action_t)
from arknova_fast.core.tables cimport Map, Tables

cdef struct Player:
    # zoo map, bitboards
    uint64_t built           # covered cells
    uint64_t touch           # uncovered cells next to a covered one; before the first building: cells it may use
    uint64_t occupied        # cells of occupied standard enclosures
    uint64_t kiosk           # cells with a kiosk
    uint64_t pavilion
    uint64_t enclosure1      # cells with a size-1 standard enclosure
    # card sets
    uint64_t hand[4]
    uint64_t zoo[4]          # animals and sponsors played
    uint64_t seen[4]         # cards in hidden zones of others (hands, base pile) whose place this player knows
    uint32_t kinds           # kinds of special and unique buildings on the map
    int16_t money
    uint16_t multi[29]       # placement ids of buildings with two or more cells, in order of building
    uint16_t finals          # final scoring cards held, bit set
    uint16_t perm            # Perm bits of the sponsors in the zoo
    uint16_t trig_icons      # icons that trigger a sponsor in the zoo (own or any scope)
    uint8_t n_multi
    uint8_t appeal
    uint8_t conservation
    uint8_t reputation
    uint8_t x_tokens
    uint8_t map
    uint8_t icons[16]        # icons in the zoo, by Icon
    uint8_t order[5]         # order[slot - 1] = action card
    uint8_t upgraded         # bit per action card on side II
    uint8_t venom            # bit per action card with a venom token
    uint8_t constriction     # bit per action card with a constriction token
    uint8_t multiplier[5]    # multiplier tokens per action card
    uint8_t fit[9]           # fit[3 * rock + water]: largest effective size of an empty standard enclosure
                             # next to at least that many (0, 1, 2) rock and water cells, 0 when none
    uint8_t special_used[3]  # animal spaces used in petting zoo, reptile house, aviary
    uint8_t workers          # active workers
    uint8_t workers_on[4]    # own workers per association task: 0, 1 or 3
    uint8_t workers_idle     # workers not hired yet
    uint8_t partner_zoos     # bit per continent
    uint8_t universities     # bit per kind
    uint8_t left_tokens      # tokens still on the left edge, bit per slot
    uint8_t supported        # conservation projects supported
    uint8_t thresholds       # conservation bonuses taken: bit 0 space 2, bit 1 space 5, bit 2 space 8
    uint8_t n_small          # small animals in the zoo
    uint8_t n_large
    uint8_t n_sponsors
    uint8_t card_tokens[4]   # tokens on sponsors 215, 218, 253 (slot given by the ruleset)
    uint8_t discount_small   # money off small animals
    uint8_t discount_large
    uint8_t ignore_large     # conditions of large animals that may be ignored
    uint8_t waza_class       # size class chosen with 227, SIZE_NONE before
    uint8_t harbor_used      # map 4: sale done this turn
    uint8_t base_seen        # 1 when the player looked through the base project pile (Assertion)
    uint8_t map_offer[2]     # maps offered in expert variant 1
    uint8_t released         # statistics: animals released

# An open or deferred effect.
cdef struct Item:
    uint8_t op
    uint8_t n
    uint8_t arg
    uint8_t card             # source card, NO_CARD when none
    uint8_t optional
    uint8_t times            # how often it is still to be run
    uint16_t effect          # row of Tables.effect for OP_PROGRAM

cdef struct Frame:
    uint8_t kind             # FrameKind
    uint8_t player           # who decides
    uint8_t card
    uint8_t step
    uint8_t a
    uint8_t b
    uint16_t d

# The action being performed (one at a time; extra actions start when the former is done).
cdef struct Action:
    uint8_t card             # ActionCard
    uint8_t owner            # whose card it is: the actor, or the victim of Hypnosis
    uint8_t side             # 0 or 1, frozen at the start
    int8_t slot_strength     # slot minus constriction, the base of every execution; may be below 1
    uint8_t strength         # of the running execution
    uint8_t is_x_token       # the card is used for the X-token action
    uint8_t executions       # executions finished
    uint8_t multipliers      # multiplier tokens that may still be used in this use of the card
    uint8_t left             # size, task value or level still available
    uint8_t count            # buildings, animals, tasks or sponsors done in this execution
    uint8_t only_small       # every animal played so far is small
    uint8_t extra_used       # Engineer or extra small animal used
    uint8_t donated
    uint8_t tasks            # bit per task used in this execution
    uint16_t kinds           # kinds built in this execution (build action kinds are below 16)
    uint8_t projects[4]      # projects supported in this execution (sponsor 224), NO_CARD when unused
    uint8_t n_projects
    uint8_t hypnosis
    uint8_t upgraded         # the actor's upgraded cards when the action started
    uint8_t active           # 1 while an action runs

cdef struct GameState:
    uint64_t rng[4]          # chance stream (SFC64: a, b, c, counter)
    uint64_t ops_run         # statistics: bit per Op that was run in this game
    uint64_t discard[4]
    uint64_t limbo[4]        # cards drawn or revealed by the effect being resolved
    uint64_t aside[4]        # pouched cards
    Player player[4]
    Item open[22]
    Item deferred[10]
    Frame frame[14]
    Action act
    uint8_t deck[224]        # deck[n_deck - 1] is the top card
    uint8_t display[6]       # display[slot - 1], NO_CARD when empty
    uint8_t base_card[5]     # base projects below the board
    uint8_t base_slot[5][3]  # 0 free, 1 + player, 255 blocked
    uint8_t above_card[5]    # projects above the board, leftmost first
    uint8_t above_slot[5][3]
    uint8_t final_pile[16]   # final_pile[n_final - 1] is the top card
    uint8_t tile[4]          # bonus tiles on the conservation track, 255 when taken
    uint8_t pouch_card[8]    # cards under animals ...
    uint8_t pouch_host[8]    # ... and the animal each lies under
    uint8_t script[16]       # scripted chance outcomes (cards), used from script_at on
    uint16_t n_deck
    uint16_t base_pile       # bit per base project (card minus the first base project)
    uint16_t final_limbo     # final scoring cards drawn by Resistance
    uint16_t turn            # turns started in the game
    uint8_t n_base
    uint8_t n_above
    uint8_t n_final
    uint8_t n_pouched
    uint8_t n_open
    uint8_t n_deferred
    uint8_t n_frames
    uint8_t n_players
    uint8_t phase
    uint8_t turn_owner
    uint8_t open_player      # whose open effects are being resolved
    uint8_t break_left       # steps of the break token to its last space
    uint8_t break_pending
    uint8_t break_causer
    uint8_t breaks
    uint8_t partner_board    # partner zoos on the association board, bit per continent
    uint8_t university_board
    uint8_t donations        # donation spaces used
    uint8_t end_cause        # EndCause
    uint8_t end_player       # who triggered it
    uint8_t turns_left       # turns still to be played after the trigger
    uint8_t cons10_done
    uint8_t venom_removed    # a venom token was returned this turn
    uint8_t peaceful
    uint8_t map_mode         # 0 fixed, 1 pick of two, 2 reverse draft
    uint8_t solo_round       # 1..6, 0 in games with more players
    uint8_t solo_left        # tokens left in the left column
    uint8_t n_script
    uint8_t script_at
    uint8_t script_error     # a scripted outcome was impossible
    uint8_t display_hidden   # 1 until the starting hands are chosen
    uint8_t deepest_frames   # statistics for `verify`
    uint8_t deepest_open
    uint8_t face_down_discard  # optional variant R31.2
    uint8_t map_pool_lo      # maps still laid out for the draft, bit per map
    uint8_t map_pool_hi
    uint8_t abilities_run    # statistics: bit per MapAbility that took effect
    uint8_t pad[1]

cdef extern from "ark_bits.h" nogil:
    void ark_copy(void* to, const void* original, size_t size)

cdef inline const Frame* top_frame(const GameState* S) noexcept nogil:
    return &S.frame[S.n_frames - 1]

cdef inline void copy_state(GameState* to, const GameState* original) noexcept nogil:
    ark_copy(to, original, sizeof(GameState))

cdef class StateBox:
    """Python owner of one GameState."""
    cdef GameState s

cdef uint64_t hash_state(const GameState* S) noexcept nogil
