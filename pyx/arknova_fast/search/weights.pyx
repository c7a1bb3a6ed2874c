# cython: language_level=3
"""The weights of the policy `greedy`: names, defaults, ranges, meaning, and how they are written.

``greedy:appeal=1.2,money=0.3`` changes two weights; ``greedy:@file.toml`` reads them from a file. Semicolons may stand
for the commas.
"""
import difflib
import math
from typing import NamedTuple

from arknova_fast.errors import CardDataError, UsageError, shown


class Weight(NamedTuple):
    """One weight: its default, the range it may have, and what it does."""

    name: str
    default: float
    low: float
    high: float
    text: str


# The order is that of the struct in weights.pxd. Points of appeal unless the text says otherwise.
GREEDY_WEIGHTS = (
    Weight("appeal", 0.55, 0, 10, "worth of 1 appeal, without the income it brings"),
    Weight("conservation", 2.2, 0, 20, "worth of 1 conservation, without the bonuses of the track"),
    Weight("reputation", 2.1, 0, 10, "worth of 1 reputation, without the bonuses of the track"),
    Weight("money", 0.24, 0, 5, "worth of 1 money far from the end"),
    Weight("poor", 0.89, 0, 5, "additional share of that worth for money below the purse"),
    Weight("purse", 22.0, 1, 100, "money a player likes to hold"),
    Weight("x_token", 1.2, 0, 10, "worth of 1 X-token"),
    Weight("card", 1.2, 0, 10, "worth of an unknown card"),
    Weight("worker", 6.5, 0, 30, "worth of a new association worker"),
    Weight("upgrade", 8.9, 0, 30, "worth of upgrading an action card"),
    Weight("upgrade_animals", 0.92, 0, 5, "share of it for Animals"),
    Weight("upgrade_association", 1.3, 0, 5, "share of it for Association"),
    Weight("upgrade_build", 0.2, 0, 5, "share of it for Build"),
    Weight("upgrade_cards", 0.5, 0, 5, "share of it for Cards"),
    Weight("upgrade_sponsors", 1.7, 0, 5, "share of it for Sponsors"),
    Weight("partner", 2.8, 0, 20, "worth of a partner zoo besides its icon and the discounts of the hand"),
    Weight("university", 2.8, 0, 20, "worth of a university besides its icons and reputation"),
    Weight("tile", 3.7, 0, 20, "worth of a bonus tile still to be chosen"),
    Weight("clever", 0.33, 0, 10, "worth of moving an action card to slot 1 or 5"),
    Weight("extra_action", 1.6, 0, 20, "worth of another action or a multiplier token"),
    Weight("interaction", 1.3, 0, 10, "worth of hindering the others: venom, constriction, pilfering"),
    Weight("final", 0.67, 0, 3, "share of the own final scoring cards counted as progress"),
    Weight("icon", 0.58, 0, 5, "worth of an icon for conditions still to come"),
    Weight("trigger", 0.47, 0, 10, "worth of an icon that triggers a sponsor of the zoo"),
    Weight("project", 0.95, 0, 3, "share of the reward of a project that progress toward it is worth"),
    Weight("distance", 0.48, 0, 1, "factor on that for each icon still missing"),
    Weight("missing", 0.21, 0, 1, "factor on a card of the hand for each condition not met"),
    Weight("income", 0.48, 0, 3, "share of the expected income of coming breaks that is counted"),
    Weight("pace", 3.6, 0.5, 20, "score the leader is expected to gain in a turn"),
    Weight("break_turns", 3.9, 1, 30, "turns of a player between two breaks"),
    Weight("horizon", 11.0, 0.5, 40, "turns before the end at which things for later begin to lose worth"),
    Weight("enable", 0.78, 0, 3, "share of an animal's worth that an enclosure for it is worth"),
    Weight("crowd", 0.44, 0, 2, "share of that for further animals that would fit"),
    Weight("spare", 2.0, 0, 10, "worth of an empty enclosure no known animal needs"),
    Weight("waste", 0.59, 0, 5, "loss for each space an enclosure is too large"),
    Weight("kiosk", 0.79, 0, 10, "buildings expected around a kiosk on six free spaces"),
    Weight("beside", 0.67, 0, 5, "share of the income of a kiosk that a building next to it is worth"),
    Weight("bonus", 0.94, 0, 3, "share of a placement bonus counted when a building is chosen"),
    Weight("compact", 0.1, 0, 3, "worth of each neighbour of a building that is covered or terrain"),
    Weight("reach", 0.14, 0, 3, "share of a placement bonus that comes within reach"),
    Weight("cover", -0.054, -3, 3, "worth of each space covered"),
    Weight("tempo", 2.4, 0, 20, "worth of a turn: what an action has to bring"),
    Weight("ahead", 0.63, 0, 1, "share of the best action of the next turn that counts for this one"),
    Weight("second", 0.24, 0, 1, "share of the second best action of the next turn"),
    Weight("hand", 9.5, 1, 20, "cards in hand from which on further cards are worth half"),
    Weight("excess", 0.89, 0, 5, "loss for each card above the hand limit when the break comes"),
    Weight("workers_back", 0.53, 0, 5, "worth of each worker a break brings back"),
    Weight("support", 0.78, 0, 5, "share of the higher slots of a project lost by supporting a lower one now"),
    Weight("rush", 0.67, 0, 3, "more weight on points at once when the end comes and the player leads"),
    Weight("opening", 2.7, 0, 20, "worth of an animal in the starting hand that can be housed and paid at once"),
    Weight("homes", 0.88, 0, 2, "share of an animal that a new enclosure would let the next turn play"),
    Weight("release", 0.38, 0, 3, "share of a release or breeding project that the first animal for it is worth"),
    Weight("permanent", 1.2, 0, 10, "worth of a standing rule of a sponsor"),
    Weight("abilities", 0.66, 0, 5, "factor on abilities that bring, sell or exchange cards"),
    Weight("noise", 0.0, 0, 50, "largest random amount added to the worth of each main choice"),
)
NAMES = {weight.name: i for i, weight in enumerate(GREEDY_WEIGHTS)}


def checked(name, value):
    """The value of a weight as a float within its range."""
    if name not in NAMES:
        near = difflib.get_close_matches(str(name)[:80], NAMES, 1)
        hint = f"; did you mean {near[0]!r}?" if near else ", see 'arknova show policy greedy'"
        raise UsageError(f"policy greedy: unknown weight {shown(name)}{hint}")
    weight = GREEDY_WEIGHTS[NAMES[name]]
    try:
        number = math.nan if isinstance(value, bool) else float(value)
    except (TypeError, ValueError):
        number = math.nan
    if math.isnan(number):
        raise UsageError(f"policy greedy: weight {name} must be a number, not {shown(value)}")
    if not weight.low <= number <= weight.high:
        raise UsageError(f"policy greedy: weight {name} must be from {weight.low:g} to {weight.high:g}, not {number:g}")
    return number


def read_weights(path):
    """The weights of a TOML file: a table ``[weights]``, or names at the top level."""
    import tomllib

    try:
        with open(path, "rb") as file:
            data = tomllib.load(file)
    except OSError as error:
        raise UsageError(f"policy greedy: cannot read {shown(path)}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CardDataError(path, "", "", f"this is no TOML: {error}") from None
    table = data.get("weights", data)
    if not isinstance(table, dict):
        raise CardDataError(path, "", "weights", f"a table of weights is expected, not {shown(table)}")
    try:
        return {name: checked(name, value) for name, value in table.items()}
    except UsageError as error:
        raise CardDataError(path, "", "weights", str(error).removeprefix("policy greedy: ")) from None


def parse_weights(options):
    """The weights an option text sets: ``{name: float}``; later settings win.

    Examples
    --------
    >>> parse_weights("appeal=1.2, money=0.3")
    {'appeal': 1.2, 'money': 0.3}
    """
    found = {}
    for part in options.replace(";", ",").split(","):
        part = part.strip()
        if part.startswith("@"):
            found.update(read_weights(part[1:]))
            continue
        name, equals, value = part.partition("=")
        if not equals:
            raise UsageError(f"policy greedy: a weight is written name=value, not {shown(part)}")
        found[name.strip()] = checked(name.strip(), value.strip())
    return found


def weights_text(weights):
    """The option text of the weights that differ from the defaults, in the order of the table."""
    settings = (f"{w.name}={weights[w.name]!r}" for w in GREEDY_WEIGHTS
                if weights.get(w.name, w.default) != w.default)
    return ",".join(settings)


cdef class WeightTable:
    """Owner of one set of weights."""

    def __init__(self, str options=""):
        cdef double* field = <double*> &self.w
        cdef int i
        settings = parse_weights(options) if options else {}
        assert sizeof(Weights) == len(GREEDY_WEIGHTS) * sizeof(double)
        for i, weight in enumerate(GREEDY_WEIGHTS):
            field[i] = settings.get(weight.name, weight.default)
        self.text = weights_text(settings)


cdef WeightTable weights_of(str options):
    return WeightTable(options)
