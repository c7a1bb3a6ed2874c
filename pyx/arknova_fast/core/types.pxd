# cython: language_level=3
"""Every word the engine shares: sizes, sentinels and the small enums.

The order of the members is part of the file formats (state bytes, action codes): append, never reorder.
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t, int8_t, int16_t, int32_t

# A card index. 224 cards of the base game fit one byte; an expansion with more than 255 cards widens
# this typedef and MAX_CARDS together, nothing else depends on the width.
ctypedef uint8_t card_t
ctypedef uint32_t action_t

cdef enum:
    MAX_PLAYERS = 4
    MAX_CARDS = 256          # capacity of a card set, a multiple of 64
    CARD_WORDS = 4           # MAX_CARDS / 64
    NO_CARD = 255
    N_CELLS = 58             # hexes of a zoo map, bits 0..57 of a bitboard
    N_ICONS = 16
    N_KINDS = 32             # capacity for building kinds, 25 in the base game
    MAX_MULTI = 29           # buildings of two or more cells on one map: 58 / 2
    MAX_DECK = 224           # every zoo card and every base project can end up in the deck
    MAX_MAPS = 32
    MAX_FINALS = 16
    DISPLAY_SLOTS = 6
    MAX_PROJECTS = 5         # project cards in one row (base row 4, upper row 4 + the one just played)
    N_TILES = 4              # bonus tiles on the conservation track: 0, 1 at space 5; 2, 3 at space 8
    MAX_OPEN = 22            # see docs/design.md for the bounds of the three stacks
    MAX_DEFERRED = 10
    MAX_FRAMES = 14
    MAX_POUCHED = 8          # cards lying under animals, over all players: 7 in the base game
    MAX_SCRIPT = 16
    # Longest list any decision can offer, see docs/design.md: the free special enclosure of map 5
    # (two kinds, at most 58 x 6 placements each) plus one harbor sale per card of the deck.
    MAX_ACTIONS = 1024       # buffers hold 16 more, because listing may write ahead
    ACTION_BUFFER = MAX_ACTIONS + 16
    NOBODY = 255

cpdef enum Icon:
    AFRICA = 0
    AMERICAS = 1
    ASIA = 2
    AUSTRALIA = 3
    EUROPE = 4
    BEAR = 5
    BIRD = 6
    HERBIVORE = 7
    PETTING_ZOO_ANIMAL = 8
    PREDATOR = 9
    PRIMATE = 10
    REPTILE = 11
    SEA_ANIMAL = 12          # reserved for the expansion, never set in the base game
    SCIENCE = 13
    ROCK = 14
    WATER = 15

cdef enum:
    CONTINENT_MASK = 0x001F
    CATEGORY_MASK = 0x1FE0

cpdef enum CardType:
    ANIMAL = 0
    SPONSOR = 1
    PROJECT = 2              # from the zoo deck
    BASE_PROJECT = 3         # from the base project pile
    NO_TYPE = 4

cpdef enum ActionCard:
    ANIMALS = 0
    ASSOCIATION = 1
    BUILD = 2
    CARDS = 3
    SPONSORS = 4

cpdef enum Kind:
    """Building kinds; unique buildings follow as UNIQUE_0 + n in the order of their cards."""
    KIOSK = 0
    PAVILION = 1
    ENCLOSURE_1 = 2
    ENCLOSURE_2 = 3
    ENCLOSURE_3 = 4
    ENCLOSURE_4 = 5
    ENCLOSURE_5 = 6
    PETTING_ZOO = 7
    REPTILE_HOUSE = 8
    LARGE_BIRD_AVIARY = 9
    UNIQUE_0 = 10
    KIOSK_OR_PAVILION = 252  # choice codes of free buildings (posturing; map 5 left edge)
    SPECIAL_ENCLOSURE = 253
    NO_KIND = 255

cpdef enum Task:
    TASK_REPUTATION = 0
    TASK_PARTNER_ZOO = 1
    TASK_UNIVERSITY = 2
    TASK_PROJECT = 3

cpdef enum SizeClass:
    SIZE_NONE = 0            # standard size 3
    SIZE_SMALL = 1
    SIZE_LARGE = 2

cpdef enum MapAbility:
    ABILITY_NONE = 0
    OBSERVATION_TOWER = 1
    OUTDOOR_AREA = 2
    HARBOR = 3
    RESTAURANT = 4
    INSTITUTE = 5
    PARLORS = 6
    HOLLYWOOD = 7

cpdef enum ProjectKind:
    PROJECT_ICONS = 0
    PROJECT_KINDS = 1        # different icons out of a set
    PROJECT_SMALL = 2
    PROJECT_LARGE = 3
    PROJECT_RELEASE = 4
    PROJECT_BREEDING = 5

cpdef enum Op:
    """Effect opcodes. Commuting open effects run in this order, so gains that can trigger more come first."""
    OP_NONE = 0
    OP_CONSERVATION = 1
    OP_REPUTATION = 2
    OP_WORKER = 3
    OP_APPEAL = 4
    OP_MONEY = 5
    OP_X_TOKEN = 6
    OP_PROGRAM = 7           # a counted gain of a sponsor card: gain_per, gain_table, gain_if
    OP_JUMPING = 8
    OP_MULTIPLIER = 9
    OP_PACK = 10
    OP_PETTING_ZOO_ANIMAL = 11
    OP_ICONIC_ANIMAL = 12
    OP_INVENTIVE_BEAR = 13
    OP_INVENTIVE_PRIMATE = 14
    OP_SPONSOR_MAGNET = 15
    OP_VENOM = 16
    OP_CONSTRICTION = 17
    OP_HYPNOSIS = 18
    OP_PILFERING = 19
    OP_SPRINT = 20
    OP_H_SPACE = 21          # map 8
    OP_WAZA_SEARCH = 22      # sponsor 227
    OP_HUNTER = 23
    OP_HUNTER_ICONS = 24     # sponsor 252: X = predator icons
    OP_PERCEPTION = 25
    OP_SCAVENGING = 26
    OP_SNAPPING = 27
    OP_TAKE = 28             # deck or display within range
    OP_UPGRADE = 29
    OP_CONS_CHOICE = 30      # conservation 2: upgrade or worker
    OP_CONS_TILE = 31        # conservation 5 and 8
    OP_CONS_DISCARD = 32     # conservation 10
    OP_PARTNER_ZOO = 33
    OP_UNIVERSITY = 34
    OP_MULTIPLIER_ANY = 35
    OP_MOVE_IN = 36
    OP_FREE_BUILDING = 37
    OP_SPONSOR_FOR_MONEY = 38
    OP_ARCHAEOLOGIST = 39    # sponsor 221
    OP_POUCH = 40
    OP_SUNBATHING = 41
    OP_DIGGING = 42
    OP_ASSERTION = 43
    OP_DOMINANCE = 44
    OP_RESISTANCE = 45
    OP_INCOME_APPEAL = 46
    OP_INCOME_KIOSKS = 47
    OP_INCOME_MAP = 48
    OP_CLEVER = 49           # from here on: deferred until the action card is in slot 1
    OP_BOOST = 50
    OP_ACTION = 51
    OP_DETERMINATION = 52
    OP_HYPNOSIS_ACTION = 53
    OP_FLOCK = 54            # placement rule of an animal, never run
    OP_PERMANENT = 55        # sets a permanent rule of the owner (perm flag, discount, task value)
    OP_CARD_TOKENS = 56      # puts tokens on the card
    OP_CHECKLIST = 57        # final scoring: one per fulfilled condition
    OP_COMPARE_RIGHT = 58    # final scoring card 009
    N_OPS = 59

cpdef enum Trigger:
    ON_PLAY = 0
    ON_INCOME = 1
    ON_FINAL = 2
    ON_ICON = 3              # per icon trig_arg entering a zoo in scope
    ON_NEW_KIND = 4          # a continent or category present for the first time
    ON_COVER_NEXT_TO = 5     # per cell newly covered next to terrain trig_arg
    ON_BORDER_BONUS = 6      # a placement bonus gained on a border cell
    ON_ANIMAL_CLASS = 7      # an animal of the chosen size class is played
    ON_RELEASE_SUPPORT = 8   # a release project was supported
    PERMANENT = 9

cpdef enum Counter:
    COUNT_ONE = 0
    COUNT_ICON = 1           # icons of kind counter_arg
    COUNT_ICON_SUM = 2       # sum over counter_mask
    COUNT_ICON_PAIRS = 3     # least over counter_mask
    COUNT_KINDS = 4          # different icons within counter_mask
    COUNT_UNIVERSITIES = 5
    COUNT_BUILDINGS = 6      # buildings of kind counter_arg
    COUNT_OCCUPIED = 7       # occupied standard enclosures of kind counter_arg
    COUNT_SMALL = 8
    COUNT_LARGE = 9
    COUNT_SUPPORTED = 10
    COUNT_X_TOKENS = 11
    COUNT_REPUTATION = 12
    COUNT_CONNECTED = 13     # uncovered spaces of type counter_arg next to a covered one
    COUNT_ISOLATED = 14      # uncovered spaces of type counter_arg next to no covered one
    COUNT_EMPTY_GROUPS = 15  # sum over groups of uncovered building spaces of size // counter_arg
    COUNT_ADJACENT = 16      # buildings next to the unique building of kind counter_arg
    COUNT_SPONSORS = 17
    COUNT_EMPTY_SPACES = 18
    COUNT_MAP_COVERED = 19   # 1 when every building space is covered
    COUNT_ALL_CONNECTED = 20 # 1 when no uncovered space of type counter_arg is isolated
    COUNT_BORDER_COVERED = 21

cpdef enum Space:
    SPACE_WATER = 0
    SPACE_ROCK = 1
    SPACE_BORDER_BUILDING = 2
    SPACE_PLACEMENT_BONUS = 3

cpdef enum Perm:
    """Bits of Player.perm: standing rules set by sponsors."""
    PERM_IGNORE_TERRAIN = 1      # 219
    PERM_IMMUNE = 2              # 225
    PERM_REPEAT_BUILD = 4        # 217
    PERM_REPEAT_RELEASE = 8      # 224
    PERM_EXTRA_SMALL = 16        # 228
    PERM_TAKE_SMALL = 32         # 228
    PERM_BORDER_BONUS = 64       # 221
    PERM_FORBID_OTHER_CLASS = 128  # 227
    PERM_TASK_VALUE = 256        # 203
    PERM_DISCOUNT = 512          # 229, 230
    PERM_IGNORE_CONDITION = 1024 # 263
    PERM_SPEND_ICON = 2048       # 215, 218

cpdef enum FrameKind:
    """Kinds of pending work on the stack of the state; those from MAP_PICK on can ask a player."""
    FRAME_NONE = 0
    FRAME_SETUP = 1
    FRAME_TURN = 2
    FRAME_BREAK = 3
    FRAME_FINAL = 4
    FRAME_ACTION = 5
    FRAME_MAP_PICK = 6
    FRAME_START_HAND = 7
    FRAME_MAIN = 8
    FRAME_EXTRA = 9
    FRAME_REPEAT = 10
    FRAME_OPEN = 11
    FRAME_DEFERRED = 12
    FRAME_CARDS = 13
    FRAME_BUILD = 14
    FRAME_ANIMALS = 15
    FRAME_ASSOCIATION = 16
    FRAME_SPONSORS = 17
    FRAME_SNAP = 18
    FRAME_REFILL = 19
    FRAME_DISCARD = 20
    FRAME_BUILD_PLACE = 21
    FRAME_FREE_BUILDING = 22
    FRAME_MOVE_IN = 23
    FRAME_EMPTY = 24
    FRAME_HOUSE = 25
    FRAME_TAKE = 26
    FRAME_UPGRADE = 27
    FRAME_CONS_CHOICE = 28
    FRAME_CONS_TILE = 29
    FRAME_FINAL_DISCARD = 30
    FRAME_MULTIPLIER = 31
    FRAME_PARTNER_ZOO = 32
    FRAME_UNIVERSITY = 33
    FRAME_SPONSOR_FOR_MONEY = 34
    FRAME_SPONSOR_PLACE = 35
    FRAME_PROJECT = 36
    FRAME_LEFT_TOKEN = 37
    FRAME_RELEASE = 38
    FRAME_VICTIM = 39
    FRAME_PILFER = 40
    FRAME_HUNTER = 41
    FRAME_KEEP = 42
    FRAME_DIG = 43
    FRAME_SELL = 44
    FRAME_POUCH = 45
    FRAME_ASSERTION = 46
    FRAME_RESISTANCE = 47
    FRAME_CLEVER = 48
    FRAME_BOOST = 49
    FRAME_WAZA = 50
    FRAME_ARCHAEOLOGIST = 51
    FRAME_EXTRA_SMALL = 52
    FRAME_TAKE_SMALL = 53
    FRAME_END_OF_TURN = 54   # map 4: the last moment to sell a card
    N_FRAMES = 55

cpdef enum Verb:
    """The kind field of an action code."""
    PASS = 0                 # decline, stop, end of action
    ACT = 1                  # a action card, b X-tokens
    X_TOKEN = 2              # a action card
    DRAW_MODE = 3
    SNAP_MODE = 4
    DECK = 5
    DISPLAY = 6              # a slot 1-6
    BUILD_KIND = 7           # a kind
    BUILD_AGAIN = 8          # a kind (sponsor 217)
    PLACE = 9                # a placement id
    PLAY_ANIMAL = 10         # a card
    HOUSE = 11               # a lowest cell of a standard enclosure
    HOUSE_SPECIAL = 12
    SHARE = 13               # flock animal
    GAIN = 14                # take the optional gain
    DO_TASK = 15             # a task
    DONATE = 16
    PARTNER = 17             # a continent
    UNIVERSITY = 18          # a kind
    SUPPORT = 19             # a card, b slot + 4 * mask of icon tokens used
    LEFT_TOKEN = 20          # a left-edge slot 0-6
    RELEASE = 21             # a card
    EMPTY = 22               # a lowest cell of an enclosure
    PLAY_SPONSOR = 23        # a card
    ADVANCE_BREAK = 24
    RESOLVE = 25             # a position in the open or deferred set
    UPGRADE = 26             # a action card
    TAKE_WORKER = 27
    TAKE_MONEY = 28
    TAKE_TILE = 29           # a bonus tile position 0-3
    DISCARD_FINAL = 30       # a final scoring card
    TOKEN_ON = 31            # a action card
    TARGET = 32              # a player
    GIVE_CARD = 33
    PAY = 34
    TAKE_CARD = 35           # a card
    DISCARD = 36             # a card
    SELL = 37                # a card
    TUCK = 38                # a card (pouch)
    MOVE_IN = 39             # a card
    TO_SLOT = 40             # a slot 1 or 5, b action card
    CHOOSE_CLASS = 41        # a size class
    BONUS_CELL = 42          # a cell
    CHOOSE_MAP = 43          # a map
    KEEP_HAND = 44           # a bit mask over the dealt cards in ascending order
    REFILL = 45
    KEEP_FINAL = 46          # a final scoring card
    HARBOR_SALE = 47         # a card
    N_VERBS = 48

cpdef enum Phase:
    PHASE_SETUP = 0
    PHASE_PLAY = 1
    PHASE_BREAK = 2
    PHASE_FINAL = 3
    PHASE_OVER = 4

cpdef enum EndCause:
    END_NONE = 0
    END_TURN = 1             # counters met at the end of a turn
    END_BREAK = 2            # counters met during a break
    END_SOLO = 3             # sixth solo round over
    END_LIMIT = 4            # turn limit of the driver, the game is not finished

cpdef enum Switch:
    """Bits of the ruleset: named rulings on disputed points, default all clear (see docs/rulings.md)."""
    SW_UPGRADE_NEXT_ACTION = 1       # C4: conditions see an upgrade only from the next action on
    SW_UPGRADE_RUNNING = 2           # C4: the running action uses the new side at once
    SW_VENOM_PAY_AVAILABLE = 4       # C8: a turn that cannot pay venom is allowed
    SW_DETERMINATION_OPTIONAL = 8    # C10
    SW_DETERMINATION_NOT_ANIMALS = 16
    SW_INCOME_FIXED = 32             # C13
    SW_FLOCK_BY_ENCLOSURE = 64       # C19
    SW_MULTIPLIER_NO_X_TOKEN = 128   # C28
    SW_MULTIPLIER_RETURNED = 256     # C31
    SW_HYPNOSIS_VENOM_COUNTS = 512   # C32
    SW_SUPPORT_WITHOUT_TOKEN = 1024  # C37
    SW_OWN_APPEAL_FIRST = 2048       # C39
    SW_CHALLENGE_KEEP_RETURNED = 4096  # C40
