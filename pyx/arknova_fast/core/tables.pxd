# cython: language_level=3
"""The compiled ruleset: flat C tables made once from the data files, read-only afterwards.

A kernel function takes `const Tables* R` beside the state. Masks over cells are bitboards, masks over
cards are card sets (CARD_WORDS words), masks over icons have bit i for Icon i.
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t, int8_t, int16_t
from arknova_fast.core.types cimport (
    MAX_CARDS, CARD_WORDS, N_ICONS, N_KINDS, MAX_MAPS, MAX_FINALS, MAX_PLAYERS, N_OPS, N_CELLS,
    card_t)

cdef enum:
    MAX_EFFECTS = 640
    MAX_PLACEMENTS = 8192
    MAX_SHAPES = 32
    MAX_FORMS = 200          # 6 rotations of each kind, and a block more
    MAX_SHAPE_CELLS = 8
    TRACK_APPEAL = 128
    TRACK_CONSERVATION = 64
    TRACK_REPUTATION = 16
    MAX_START_BUILDINGS = 4
    MAX_BONUS_TILES = 16
    MAX_LEVEL = 20           # of sponsors, as in cards/schema.py

cdef struct Bonus:
    uint8_t op               # Op, OP_NONE when there is no bonus
    uint8_t n
    uint8_t arg              # kind for OP_FREE_BUILDING
    uint8_t optional         # 1 when the player may decline

cdef struct Effect:
    uint8_t op
    uint8_t trigger          # Trigger
    uint8_t trig_arg         # icon, terrain (ROCK or WATER), size class or task
    uint8_t any_zoo          # 1 when icons entering any zoo trigger it
    uint8_t n                # value: gain per unit, cards, strength, tokens
    uint8_t arg              # action card, kind, icon, Perm index, size class
    uint8_t resource         # for OP_PROGRAM: OP_CONSERVATION .. OP_X_TOKEN or OP_TAKE
    uint8_t counter          # Counter
    uint8_t counter_arg
    uint8_t every            # units = count // every
    uint8_t cap              # most units, 255 when unlimited
    uint8_t others           # money each other player gains per unit
    uint8_t at_least         # gain_if: take n once when count >= at_least (0 when unused)
    uint8_t n_tiers          # gain_table rows
    uint8_t optional
    uint8_t token_slot       # Player.card_tokens index paid for it, 255 when none
    uint8_t tier_min[4]
    uint8_t tier_n[4]
    uint16_t counter_mask
    uint16_t perm            # Perm bit for OP_PERMANENT

cdef struct Card:
    uint16_t id              # printed number
    uint8_t type             # CardType
    uint8_t enabled
    uint8_t cost             # money (animals)
    uint8_t level            # sponsors
    uint8_t size             # printed standard size, 0 for petting zoo animals
    uint8_t size_class       # SizeClass
    uint8_t rock             # adjacent rock cells the enclosure (or unique building) needs
    uint8_t water
    uint8_t special          # Kind of the special enclosure it may use, NO_KIND when none
    uint8_t spaces           # spaces it takes there
    uint8_t appeal
    uint8_t conservation
    uint8_t reputation
    uint8_t flock            # flock number, 0 when it is no flock animal
    uint8_t req[16]          # icons needed before it is played
    uint8_t icons[16]        # icons it brings, rock and water included
    uint16_t icon_mask
    uint16_t continent_mask
    uint8_t req_sum          # number of icon symbols in req
    uint8_t req_partner      # 1: partner zoo of an own continent (animals); count of partner zoos (sponsors)
    uint8_t req_upgraded     # needs Animals II or Sponsors II
    uint8_t req_reputation
    uint8_t max_appeal       # 255 when there is no such condition
    uint8_t unique           # Kind of the unique building, NO_KIND when none
    uint8_t border_min       # cells of the unique building that must lie on the border
    uint8_t free_standing    # 1: need not touch another building
    uint8_t interactive      # 1 when an ability looks at other players
    uint8_t token_slot       # Player.card_tokens index, 255 when none
    uint8_t token_icons      # 1: its tokens count as icons for base projects
    uint8_t any_trigger      # 1: some effect of it listens to icons of any zoo
    uint16_t trig_icons      # icons that trigger an effect of it
    uint16_t perm
    uint16_t effect_start
    uint8_t n_effects
    uint8_t solo_start       # offset from effect_start: effects from here on are the solo texts
    # conservation projects
    uint8_t project_kind     # ProjectKind
    uint8_t project_icon
    uint16_t project_mask    # PROJECT_KINDS: the set
    uint8_t slot_need[3]     # icons or kinds; release: least size
    uint8_t slot_need_max[3] # release: largest size
    uint8_t slot_conservation[3]
    uint8_t slot_reputation[3]
    uint8_t play_reputation  # gained by the player who brings it into play

cdef struct Final:
    uint8_t enabled
    uint8_t discard_in_solo
    uint8_t cap              # most conservation
    uint16_t effect_start
    uint8_t n_effects

cdef struct Map:
    uint64_t rock
    uint64_t water
    uint64_t border
    uint64_t plain           # building cells
    uint64_t build2
    uint64_t bonus           # cells with a placement bonus
    uint64_t h_cells         # map 8
    uint64_t kiosk_bonus     # map 7
    uint64_t ability_cells   # cells next to tower / outdoor area / restaurant; connecting cells of harbor / institute
    uint64_t ability_core    # the tower or outdoor area itself: a building on it does not lie next to it
    uint64_t first           # cells the first building may use: border and connecting cells
    Bonus cell_bonus[64]
    Bonus left[7]
    Bonus partner[4]
    Bonus university[3]
    Bonus worker[3]
    Bonus cover
    uint8_t left_income      # bit i: left bonus i is income too
    uint8_t ability          # MapAbility
    uint8_t advanced         # 1 for maps 1-8
    uint8_t n_start
    uint16_t start_building[4]   # placement ids

cdef struct Placement:
    uint64_t cells
    uint64_t near            # cells that share an edge with it
    uint8_t kind
    uint8_t size
    uint8_t anchor           # lowest cell
    uint8_t rotation

cdef struct Tables:
    uint64_t content_hash
    uint32_t switches        # Switch bits
    # cards
    uint16_t n_cards
    uint16_t n_effects
    uint16_t n_finals
    uint16_t n_maps
    Card card[256]
    Effect effect[640]
    Final final_card[16]
    uint64_t type_set[5][4]      # card sets by CardType
    uint8_t first_word[5]        # words of a card set in which cards of a CardType lie: one or two of them
    uint8_t end_word[5]
    uint64_t zoo_deck[4]         # enabled cards shuffled into the deck
    uint64_t base_pile[4]        # enabled base projects
    uint64_t trig_own[16][4]     # sponsors triggered by icon i entering the own zoo
    uint64_t trig_any[16][4]     # sponsors triggered by icon i entering any zoo
    uint64_t new_kind_set[4]     # sponsors with ON_NEW_KIND
    uint64_t cover_set[4]        # sponsors paid for cells covered next to terrain
    uint64_t income_set[4]       # sponsors with income effects
    uint64_t final_set[4]        # sponsors with final scoring effects
    uint64_t small_set[4]        # animals of the small class
    uint64_t large_set[4]
    uint64_t icon_animals[16][4] # animals that show icon i
    uint64_t room_set[6][4]      # animals that may find room when the largest free standard enclosure has size s:
                                 # their size is at most s, or they can live elsewhere too
    uint64_t price_set[64][4]    # animals that may cost m money or less: all partner zoos counted, the last row all
    uint64_t level_set[21][4]    # sponsors of at most that level
    # board geometry
    uint64_t cell_near[64]       # neighbours of a cell
    uint64_t cell_near2[64]      # cells at distance 0..kiosk_distance - 1
    uint16_t place_start[33]     # placements of kind k: place_start[k] .. place_start[k + 1]
    Placement place[8192]
    uint16_t n_places
    uint16_t place_first[32][64] # first placement of a kind with that anchor; its other rotations follow
    # forms: the distinct rotations of a kind, see include/ark_places.h
    uint16_t form_start[33]      # forms of kind k: form_start[k] .. form_start[k + 1]
    uint64_t form_shift[7][200]  # distance of cell j + 1 from the anchor; 0 when there are fewer cells
    uint64_t form_kind[200]      # bit of its kind
    uint64_t form_inside[200]    # anchors at which all cells lie on the map
    uint64_t form_border[200]    # unique buildings: those with the border cells the sponsor asks for
    uint64_t form_demands[32][200]   # the same, with the rock and water the sponsor asks for, by map
    uint8_t most_cells[32]       # cells of the largest kind up to this one
    uint8_t kind_size[32]
    uint8_t kind_cost[32]        # money for the Build action
    uint8_t kind_limit[32]       # most per zoo, 255 when unlimited
    uint8_t kind_capacity[32]    # special enclosures: animal spaces
    uint32_t kinds_up_to[9]      # kinds with at most that many cells
    uint32_t kinds_for[256]      # kinds that cost at most that much
    uint32_t build1_kinds        # kinds the Build action offers on side I
    uint32_t build2_kinds
    uint32_t special_kinds       # kinds that are special enclosures
    uint32_t unique_kinds
    Bonus kind_bonus[32]         # gained when built (pavilion: 1 appeal)
    Map map[32]
    # tracks
    uint8_t max_appeal
    uint8_t max_conservation
    uint8_t max_reputation
    uint8_t reputation_cap       # without Cards II
    uint8_t reputation_start
    uint8_t appeal_income[128]
    int16_t white_number[64]
    int16_t end_score            # score at which the end is triggered (100)
    uint8_t range_of[16]         # display slots in range by reputation
    Bonus reputation_bonus[16]
    uint8_t cons_choice_at       # 2
    uint8_t cons_tile_at[2]      # 5, 8
    uint8_t cons_discard_at      # 10
    uint8_t tile_money           # 5
    uint8_t n_tiles
    Bonus tile[16]
    # action cards
    uint8_t draw_n[2][6]         # [side][strength 1-5]
    uint8_t draw_discard[2][6]
    uint8_t snap_from[2]
    uint8_t cards_break_steps
    uint8_t max_animals[2][6]
    uint8_t animals_from[2]      # least strength with which a side plays an animal, 255 when none does
    uint8_t animals_rep_from     # 5
    uint8_t sponsors_extra[2]    # 0, 1: total level = strength + extra
    uint8_t sponsors_money[2]    # 1, 2 per strength
    uint8_t task_value[4]
    uint8_t least_task_value     # smallest of task_value and task_value_lowered
    uint8_t task_reputation      # 2
    uint8_t task_value_lowered   # 4: project task with sponsor 203
    uint8_t icon_token_slot[2]   # Player.card_tokens index of sponsors 215 and 218, 255 when disabled
    uint8_t donation[2][16]      # cost sequence: [0] for 2 players, [1] otherwise
    uint8_t n_donation[2]
    uint8_t partner_discount     # 3
    uint8_t max_partner[2]       # 2 on side I, 4 on side II
    uint8_t university_rep[3]
    uint8_t university_icons[3]
    uint8_t university_hand[3]
    # set-up by player count (index 1..4)
    uint8_t break_start[5]
    uint8_t start_appeal[5][4]
    uint8_t solo_appeal[3]
    uint8_t n_base[5]
    uint8_t n_above[5]
    uint16_t start_money
    uint8_t deal_cards
    uint8_t keep_cards
    uint8_t deal_finals
    uint8_t hand_limit
    uint8_t max_x_tokens
    uint8_t constriction_penalty # 2
    uint8_t venom_payment        # 2
    uint8_t interactive_appeal   # 5
    uint8_t pilfer_money         # 5
    uint8_t sell_money           # 4 (sunbathing)
    uint8_t pouch_appeal         # 2
    uint8_t harbor_money         # 3
    uint32_t harbor_maps         # bit for each map whose ability is the harbor
    uint8_t petting_appeal       # 3
    uint8_t iconic_cap           # 8
    uint8_t bear_cap             # 3
    uint8_t tower_appeal         # 2
    uint8_t outdoor_bonus        # 2
    uint8_t slot_cost[7]         # display surcharge by slot 1-6
    uint8_t n_workers            # 4
    uint8_t solo_rounds          # 6
    uint8_t solo_turns[8]        # 7, 6, 5, 4, 3, 2
    uint8_t base_first           # card index of the first base project
    uint8_t dominance_card       # card index of the project named by Dominance
    # op masks for the ordering of open effects, see effects/pending.pxd
    uint16_t op_reads[64]
    uint16_t op_adds[64]
    uint16_t op_writes[64]
    # dense action index, see core/action.pxd
    uint32_t verb_offset[64]
    uint16_t verb_na[64]
    uint16_t verb_nb[64]

cdef class Ruleset:
    """Owner of one compiled Tables block."""
    cdef Tables* t
    cdef readonly object data        # the validated Python data it was made from
    cdef readonly str content_hash
