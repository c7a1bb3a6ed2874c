"""The closed vocabulary of the data files.

The numbers repeat the enums of ``pyx/arknova_fast/core/types.pxd`` (a test compares them), so that data can be read and
checked without the compiled modules. Nothing here or anywhere else parses English text.
"""
from __future__ import annotations

from typing import NamedTuple


def numbered(names: str, start: int = 0) -> dict[str, int]:
    return {name: i for i, name in enumerate(names.split(), start)}


# --- names of the game ----------------------------------------------------------------------------------------------

ICONS = numbered(
    "africa americas asia australia europe bear bird herbivore petting_zoo_animal predator primate reptile sea_animal "
    "science rock water"
)
CARD_ICONS = tuple(icon for icon in ICONS if icon != "sea_animal")  # that one waits for the expansion
CONTINENTS = tuple(ICONS)[:5]
CATEGORIES = ("bear", "bird", "herbivore", "petting_zoo_animal", "predator", "primate", "reptile")
ICON_SETS = {
    "continents": CONTINENTS,
    "categories": CATEGORIES,
    "continents_and_categories": CONTINENTS + CATEGORIES,
}
TERRAINS = ("rock", "water")
ACTION_CARDS = numbered("animals association build cards sponsors")
TASKS = numbered("reputation partner_zoo university project")
SIZE_CLASSES = {"small": 1, "large": 2}
# The ten kinds every ruleset has; unique buildings follow from UNIQUE_0 on in the order of their cards.
KINDS = numbered(
    "kiosk pavilion enclosure_1 enclosure_2 enclosure_3 enclosure_4 enclosure_5 petting_zoo reptile_house "
    "large_bird_aviary"
)
UNIQUE_0 = len(KINDS)
SPECIAL_KINDS = tuple(KINDS)[7:]
KIOSK_OR_PAVILION, SPECIAL_ENCLOSURE, NO_KIND = 252, 253, 255
ABILITIES = numbered("none observation_tower outdoor_area harbor restaurant institute parlors hollywood")
PROJECT_KINDS = numbered("icons kinds small large release breeding")

# --- card numbers ---------------------------------------------------------------------------------------------------


class Block(NamedTuple):
    """Cards of one kind: printed numbers ``first`` to ``last`` have the indices from ``base`` on."""

    section: str
    prefix: str
    type: int
    first: int
    last: int
    base: int


BLOCKS = (
    Block("animals", "A", 0, 401, 528, 0),
    Block("sponsors", "S", 1, 201, 264, 128),
    Block("projects", "P", 2, 113, 132, 192),
    Block("projects", "P", 3, 101, 112, 212),
)
N_CARDS = 224
BASE_FIRST = 212  # index of the first base project
N_FINALS = 11
PREFIXES = {"animals": "A", "sponsors": "S", "projects": "P", "final_scoring": "F"}


def block_of(number: int) -> Block | None:
    """The block of a printed number, ``None`` when no card has it."""
    return next((block for block in BLOCKS if block.first <= number <= block.last), None)


def index_of(number: int) -> int:
    """Card index of a printed number; the number must exist."""
    block = block_of(number)
    if block is None:
        raise KeyError(number)
    return block.base + number - block.first


# --- effect programs ------------------------------------------------------------------------------------------------

OPS = numbered(
    "none conservation reputation worker appeal money x_token program jumping multiplier pack petting_zoo_animal "
    "iconic_animal inventive_bear inventive_primate sponsor_magnet venom constriction hypnosis pilfering sprint "
    "h_space waza_search hunter hunter_icons perception scavenging snapping take upgrade cons_choice cons_tile "
    "cons_discard partner_zoo university multiplier_any move_in free_building sponsor_for_money archaeologist "
    "pouch sunbathing digging assertion dominance resistance income_appeal income_kiosks income_map clever boost "
    "action determination hypnosis_action flock permanent card_tokens checklist compare_right"
)
# In the order of the rows of a gain.
RESOURCES = ("conservation", "reputation", "worker", "appeal", "money", "x_token", "take")

TRIGGERS = {
    "play": 0,
    "income": 1,
    "final": 2,
    "icon": 3,
    "new_kind": 4,
    "cover_next_to": 5,
    "border_bonus": 6,
    "animal_class": 7,
    "release_support": 8,
    "always": 9,
}
# What the field "of" of an effect means under each trigger that has one.
TRIGGER_ARGUMENT = {"icon": "icon", "new_kind": "set", "cover_next_to": "terrain", "animal_class": "class"}


class OpSpec(NamedTuple):
    """One op of the data files.

    Attributes
    ----------
    args : dict
        Argument names and their kind: a range ``(low, high)``, or the name of a vocabulary (see ``schema.ARGUMENTS``).
        A name ending in ``?`` may be left out.
    when : tuple
        Triggers it may stand under; the first is the default.
    users : str
        ``a`` animals, ``s`` sponsors, ``f`` final scoring cards.
    op : str
        The opcode it becomes.
    optional : bool
        Whether the player may decline it.
    row : dict
        Constant fields of the compiled row.
    """

    args: dict
    when: tuple = ("play",)
    users: str = "a"
    op: str = ""
    optional: bool = False
    row: dict = {}  # noqa: RUF012


SMALL_NUMBER = (1, 20)
PROGRAM_TIMES = ("play", "income", "final")
GAIN_TIMES = ("play", "income", "icon", "new_kind", "cover_next_to", "animal_class", "release_support")
PERMS = {
    "ignore_terrain": 1,
    "immune": 2,
    "repeat_build": 4,
    "repeat_release": 8,
    "extra_small": 16,
    "take_small": 32,
    "border_bonus": 64,
    "forbid_other_class": 128,
    "task_value": 256,
    "discount": 512,
    "ignore_condition": 1024,
    "spend_icon": 2048,
}


def permanent(args: dict | None = None, **row) -> OpSpec:
    return OpSpec(args or {}, ("always",), "s", "permanent", row=row)


N = {"n": SMALL_NUMBER}
EFFECT_OPS: dict[str, OpSpec] = {
    # gains, counted or not
    "gain": OpSpec({"gain": "gains"}, GAIN_TIMES, "s"),
    "gain_per": OpSpec(
        {"count": "count", "gain": "one_gain", "every?": (1, 30), "cap?": (1, 254), "others?": (0, 100)},
        PROGRAM_TIMES, "sf", "program",
    ),
    "gain_table": OpSpec({"count": "count", "resource": "resource", "tiers": "tiers"}, PROGRAM_TIMES, "sf", "program"),
    "gain_if": OpSpec({"count": "count", "at_least": (1, 255), "gain": "one_gain"}, PROGRAM_TIMES, "sf", "program"),
    "compare_right": OpSpec({"set": "set", "n": (1, 10), "cap": (1, 20)}, ("final",), "f"),
    # animal abilities, by their printed names
    "action": OpSpec({"card": "action_card"}, optional=True),
    "assertion": OpSpec({}, optional=True),
    "boost": OpSpec({"card": "action_card"}, optional=True),
    "clever": OpSpec({}, ("play", "icon"), "as", optional=True),
    "constriction": OpSpec({}),
    "determination": OpSpec({}),
    "digging": OpSpec(N, optional=True),
    "dominance": OpSpec({"project": "base_project"}, optional=True),
    "flock_animal": OpSpec({"n": (1, 5)}, ("always",), op="flock"),
    "full_throated": OpSpec({}, op="worker"),
    "hunter": OpSpec(N),
    "hypnosis": OpSpec({"n": (1, 5)}),
    "iconic_animal": OpSpec({"icon": "icon"}),
    "inventive": OpSpec({"n?": (1, 5), "icon?": "inventive_icon"}, op="x_token"),
    "jumping": OpSpec(N),
    "multiplier": OpSpec({"card": "action_card"}),
    "pack": OpSpec({}),
    "peacocking": OpSpec({}, op="free_building", optional=True, row={"arg": KINDS["large_bird_aviary"]}),
    "perception": OpSpec(N, ("play", "icon"), "as"),
    "petting_zoo_animal": OpSpec({}),
    "pilfering": OpSpec({"n": (1, 2)}),
    "posturing": OpSpec(N, op="free_building", optional=True, row={"arg": KIOSK_OR_PAVILION}),
    "pouch": OpSpec({"n": (1, 16)}, ("play", "icon"), "as", optional=True),
    "resistance": OpSpec({}),
    "scavenging": OpSpec(N),
    "snapping": OpSpec(N),
    "sponsor_magnet": OpSpec({}),
    "sprint": OpSpec(N),
    "sunbathing": OpSpec(N, ("play", "icon"), "as", optional=True),
    "venom": OpSpec({"n": (1, 5)}),
    # sponsors only
    "archaeologist": OpSpec({}, ("border_bonus",), "s"),
    "card_tokens": OpSpec({"n": (1, 20)}, users="s"),
    "free_building": OpSpec({"building": "free_kind"}, ("play", "icon"), "s", optional=True),
    "hunter_icons": OpSpec({"icon": "icon"}, ("play", "icon"), "s"),
    "sponsor_for_money": OpSpec({}, ("icon",), "s", optional=True),
    "waza_search": OpSpec({}, users="s"),
    "discount": permanent({"class": "class", "n": (1, 50)}),
    "extra_small": permanent(),
    "forbid_other_class": permanent(),
    "ignore_condition": permanent({"class": "large_class", "n": (1, 10)}),
    "ignore_terrain": permanent(),
    "immune": permanent(),
    "repeat_build": permanent(),
    "repeat_release": permanent(),
    "spend_icon": permanent(),
    "take_small": permanent(),
    "task_value": permanent({"n": (0, 20)}, arg=TASKS["project"]),
}
INTERACTIVE = ("constriction", "hypnosis", "pilfering", "venom")

# --- counting -------------------------------------------------------------------------------------------------------

SPACES = numbered("water rock border_building placement_bonus")
COUNTERS = numbered(
    "one icon icon_sum icon_pairs kinds universities buildings occupied small large supported x_tokens reputation "
    "connected isolated empty_groups adjacent sponsors empty_spaces map_covered all_connected border_covered"
)
COUNTER_ARGUMENTS: dict[str, dict] = {
    "icon": {"icon": "icon"},
    "icon_sum": {"icons": "icons"},
    "icon_pairs": {"icons": "icons"},
    "kinds": {"set": "set"},
    "buildings": {"building": "building"},
    "occupied": {"building": "standard_kind"},
    "connected": {"space": "space"},
    "isolated": {"space": "space"},
    "empty_groups": {"size": (1, 58)},
    "adjacent": {"building": "unique_kind"},
    "all_connected": {"space": "space"},
}

# --- bonuses of maps, tracks, tiles and buildings ---------------------------------------------------------------------


class BonusSpec(NamedTuple):
    op: str
    arg: int = 0
    optional: bool = False


BONUSES = {
    "money": BonusSpec("money"),
    "appeal": BonusSpec("appeal"),
    "reputation": BonusSpec("reputation"),
    "conservation": BonusSpec("conservation"),
    "x_token": BonusSpec("x_token"),
    "card_in_range": BonusSpec("take"),
    "snap": BonusSpec("snapping"),
    "enclosure_2": BonusSpec("free_building", KINDS["enclosure_2"], True),
    "enclosure_3": BonusSpec("free_building", KINDS["enclosure_3"], True),
    "kiosk": BonusSpec("free_building", KINDS["kiosk"], True),
    "special_enclosure": BonusSpec("free_building", SPECIAL_ENCLOSURE, True),
    "worker": BonusSpec("worker"),
    "upgrade": BonusSpec("upgrade"),
    "clever": BonusSpec("clever", 0, True),
    "determination": BonusSpec("determination"),
    "multiplier": BonusSpec("multiplier_any"),
    "partner_zoo": BonusSpec("partner_zoo"),
    "university": BonusSpec("university"),
    "sponsor_from_hand_for_money": BonusSpec("sponsor_for_money", 0, True),
    "pouch": BonusSpec("pouch", 0, True),
}

# --- rulings --------------------------------------------------------------------------------------------------------

SWITCHES = {
    name: 1 << i
    for i, name in enumerate(
        "UPGRADE_NEXT_ACTION UPGRADE_RUNNING VENOM_PAY_AVAILABLE DETERMINATION_OPTIONAL DETERMINATION_NOT_ANIMALS "
        "INCOME_FIXED FLOCK_BY_ENCLOSURE MULTIPLIER_NO_X_TOKEN MULTIPLIER_RETURNED HYPNOSIS_VENOM_COUNTS "
        "SUPPORT_WITHOUT_TOKEN OWN_APPEAL_FIRST CHALLENGE_KEEP_RETURNED".split()
    )
}

# --- ordering of open effects (design, section 6) ---------------------------------------------------------------------

DOMAINS = {
    name: 1 << i
    for i, name in enumerate(
        "APPEAL CONS REP UPGRADE WORKER DECK DISPLAY HAND MAP ICONS TILES TOKENS FINALS BASE DISCARD OTHERS".split()
    )
}


def domains(names: str) -> int:
    """The mask of a list of domain names; ``ALL`` is every domain."""
    return 0xFFFF if names == "ALL" else sum(DOMAINS[name] for name in names.split())


# Per opcode: domains it reads, adds to (order among additions does not matter) and writes. Two open effects commute
# when neither writes what the other reads, adds to or writes, and neither adds to what the other reads. Ops not named
# here touch no domain; for counted gains the engine works the masks out from the counter and the resource.
ORDERING: dict[str, tuple[str, str, str]] = {
    "conservation": ("", "CONS", ""),
    "reputation": ("UPGRADE", "REP APPEAL", ""),
    "worker": ("", "WORKER CONS UPGRADE", ""),
    "appeal": ("", "APPEAL", ""),
    "multiplier": ("", "TOKENS", ""),
    "pack": ("ICONS", "APPEAL", ""),
    "petting_zoo_animal": ("ICONS", "APPEAL", ""),
    "iconic_animal": ("ICONS", "APPEAL", ""),
    "inventive_bear": ("ICONS", "", ""),
    "inventive_primate": ("ICONS", "", ""),
    "sponsor_magnet": ("", "HAND", "DISPLAY"),
    "venom": ("APPEAL", "", "TOKENS"),
    "constriction": ("APPEAL CONS", "", "TOKENS"),
    "hypnosis": ("APPEAL", "", ""),
    "pilfering": ("APPEAL CONS", "HAND", "OTHERS"),
    "sprint": ("", "HAND", "DECK"),
    "h_space": ("", "HAND DISCARD", "DECK"),
    "waza_search": ("", "HAND DISCARD", "DECK"),
    "hunter": ("", "HAND DISCARD", "DECK"),
    "hunter_icons": ("ICONS", "HAND DISCARD", "DECK"),
    "perception": ("", "HAND DISCARD", "DECK"),
    "scavenging": ("", "HAND", "DISCARD"),
    "snapping": ("", "HAND", "DISPLAY DECK"),
    "take": ("REP", "HAND", "DECK DISPLAY"),
    "upgrade": ("", "", "UPGRADE"),
    "cons_choice": ("WORKER", "WORKER CONS", "UPGRADE"),
    "cons_tile": ("ALL", "ALL", "ALL"),
    "cons_discard": ("", "", "FINALS"),
    "partner_zoo": ("UPGRADE", "ICONS APPEAL CONS REP UPGRADE", "TILES"),
    "university": ("", "ICONS REP CONS APPEAL UPGRADE", "TILES"),
    "multiplier_any": ("", "TOKENS", ""),
    "move_in": ("", "", "MAP"),
    "free_building": ("UPGRADE", "ALL", "MAP"),
    "sponsor_for_money": ("APPEAL REP UPGRADE ICONS MAP TILES", "ALL", "HAND MAP"),
    "archaeologist": ("MAP", "ALL", ""),
    "pouch": ("", "APPEAL", "HAND"),
    "sunbathing": ("", "DISCARD", "HAND"),
    "digging": ("", "DISCARD", "HAND DISPLAY DECK"),
    "assertion": ("", "HAND", "BASE"),
    "dominance": ("", "HAND", "BASE"),
    "resistance": ("", "", "FINALS"),
    "income_appeal": ("APPEAL", "", ""),
    "income_kiosks": ("MAP", "", ""),
    "income_map": ("MAP", "", ""),
    "clever": ("", "", "TOKENS"),
    "boost": ("", "", "TOKENS"),
    "action": ("", "", "TOKENS"),
    "determination": ("", "", "TOKENS"),
    "hypnosis_action": ("", "", "TOKENS"),
}

# --- dense action index -----------------------------------------------------------------------------------------------

PLACES = -1  # stands for the number of placements of the ruleset
TOKENS = -2  # stands for the number of X-tokens one may spend, 0 included
# Ranges of the fields a and b of an action, by verb in the order of the enum.
VERBS: dict[str, tuple[int, int]] = {
    "PASS": (1, 1), "ACT": (5, TOKENS), "X_TOKEN": (5, 1), "DRAW_MODE": (1, 1), "SNAP_MODE": (1, 1), "DECK": (1, 1),
    "DISPLAY": (7, 1), "BUILD_KIND": (32, 1), "BUILD_AGAIN": (32, 1), "PLACE": (PLACES, 1), "PLAY_ANIMAL": (256, 1),
    "HOUSE": (64, 1), "HOUSE_SPECIAL": (1, 1), "SHARE": (1, 1), "GAIN": (1, 1), "DO_TASK": (4, 1), "DONATE": (1, 1),
    "PARTNER": (5, 1), "UNIVERSITY": (3, 1), "SUPPORT": (256, 16), "LEFT_TOKEN": (7, 1), "RELEASE": (256, 1),
    "EMPTY": (64, 1), "PLAY_SPONSOR": (256, 1), "ADVANCE_BREAK": (1, 1), "RESOLVE": (32, 1), "UPGRADE": (5, 1),
    "TAKE_WORKER": (1, 1), "TAKE_MONEY": (1, 1), "TAKE_TILE": (4, 1), "DISCARD_FINAL": (16, 1), "TOKEN_ON": (5, 1),
    "TARGET": (4, 1), "GIVE_CARD": (1, 1), "PAY": (1, 1), "TAKE_CARD": (256, 1), "DISCARD": (256, 1), "SELL": (256, 1),
    "TUCK": (256, 1), "MOVE_IN": (256, 1), "TO_SLOT": (6, 5), "CHOOSE_CLASS": (3, 1), "BONUS_CELL": (64, 1),
    "CHOOSE_MAP": (32, 1), "KEEP_HAND": (4096, 1), "REFILL": (1, 1), "KEEP_FINAL": (16, 1), "HARBOR_SALE": (256, 1),
}  # fmt: skip
