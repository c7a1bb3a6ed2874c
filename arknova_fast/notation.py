"""Actions as text and as dicts, both ways, and sentences about them.

The text of an action is a word for what is done and its arguments: ``act build +2x``, ``place enclosure_3 @4,7 r1``,
``play A401``, ``support P103 right using 215``, ``keep 2,5,6,7``. Cards have the community's keys, cells are ``@x,y``
as in the map files, places in a row are counted from 1. ``GRAMMAR`` lists all forms. Every legal action has exactly one
text and one dict, and each leads back to it.

A building is named by the first cell it covers, that with the lowest ``x`` and, of these, the lowest ``y``, whatever
its rotation. Positions name it by its anchor instead, the cell ``[0, 0]`` of its shape: the adventure playground that
``place adventure_playground @2,11 r1`` puts on (2, 11) and (3, 10) is ``adventure_playground@3,10r1`` there.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arknova_fast.argumentkinds import Card, Cell, Keep, Move, Name, Nothing, Number, Place, Strength, Support
from arknova_fast.arguments import Context, given_name, pick
from arknova_fast.cards import vocabulary as voc
from arknova_fast.core.types import Verb
from arknova_fast.errors import NotationError, nearest, shown

if TYPE_CHECKING:
    from arknova_fast.core.tables import Ruleset
    from arknova_fast.game import Game

ACTION_CARD = Name("card", "action card", lambda ctx: voc.ACTION_CARDS)
KIND = Name("kind", "building kind", lambda ctx: {name: i for i, name in enumerate(ctx.names.kinds) if name})
FINAL = Name("card", "final scoring card", lambda ctx: ctx.names.finals)
# Words of every action; of two actions with the same words the arguments tell which is meant.
ACTIONS: dict[str, tuple[str, Any]] = {
    "PASS": ("pass", Nothing()),
    "ACT": ("act", Strength()),
    "X_TOKEN": ("x-token", ACTION_CARD),
    "DRAW_MODE": ("draw", Nothing()),
    "SNAP_MODE": ("snap", Nothing()),
    "DECK": ("take deck", Nothing()),
    "DISPLAY": ("take slot", Number("slot", 1, 6, 0)),
    "BUILD_KIND": ("build", KIND),
    "BUILD_AGAIN": ("build-again", KIND),
    "PLACE": ("place", Place()),
    "PLAY_ANIMAL": ("play", Card("A")),
    "HOUSE": ("house", Cell()),
    "HOUSE_SPECIAL": ("house special", Nothing()),
    "SHARE": ("house share", Nothing()),
    "GAIN": ("gain", Nothing()),
    "DO_TASK": ("task", Name("task", "association task", lambda ctx: voc.TASKS)),
    "DONATE": ("donate", Nothing()),
    "PARTNER": ("partner", Name("continent", "continent", lambda ctx: {c: i for i, c in enumerate(voc.CONTINENTS)})),
    "UNIVERSITY": (
        "university", Name("kind", "university", lambda ctx: {u: i for i, u in enumerate(ctx.names.universities)})
    ),
    "SUPPORT": ("support", Support()),
    "LEFT_TOKEN": ("left-token", Number("place", 1, 7, 1)),
    "RELEASE": ("release", Card("A")),
    "EMPTY": ("empty", Cell()),
    "PLAY_SPONSOR": ("play", Card("S")),
    "ADVANCE_BREAK": ("break", Nothing()),
    "RESOLVE": ("resolve", Number("effect", 1, 32, 1)),
    "UPGRADE": ("upgrade", ACTION_CARD),
    "TAKE_WORKER": ("take worker", Nothing()),
    "TAKE_MONEY": ("take money", Nothing()),
    "TAKE_TILE": ("take tile", Number("tile", 1, 4, 1)),
    "DISCARD_FINAL": ("discard", FINAL),
    "TOKEN_ON": ("token", ACTION_CARD),
    "TARGET": ("target", Number("seat", 0, 4, 0)),
    "GIVE_CARD": ("give card", Nothing()),
    "PAY": ("pay", Nothing()),
    "TAKE_CARD": ("take", Card()),
    "DISCARD": ("discard", Card()),
    "SELL": ("sell", Card()),
    "TUCK": ("tuck", Card()),
    "MOVE_IN": ("move-in", Card("A")),
    "TO_SLOT": ("move", Move()),
    "CHOOSE_CLASS": ("class", Name("size", "size class", lambda ctx: {"small": 1, "large": 2})),
    "BONUS_CELL": ("bonus", Cell()),
    "CHOOSE_MAP": ("map", Name("map", "map", lambda ctx: ctx.names.maps)),
    "KEEP_HAND": ("keep", Keep()),
    "REFILL": ("refill", Nothing()),
    "KEEP_FINAL": ("keep", FINAL),
    "HARBOR_SALE": ("sell-harbor", Card()),
}
assert list(ACTIONS) == [verb.name for verb in sorted(Verb) if verb.name != "N_VERBS"]
GRAMMAR = tuple(f"{words} {argument.form}".strip() for words, argument in ACTIONS.values())
# The name of an action in its dict form.
DICT_NAMES = {verb: verb.lower() for verb in ACTIONS}


def split(code: int) -> tuple[str, int, int]:
    """Name of the verb and the two fields of a code (core/action.pxd)."""
    verb, a, b = code >> 26, code >> 10 & 0xFFFF, code & 0x3FF
    if not 0 <= code < 2**32 or verb >= len(ACTIONS):
        raise NotationError(f"{code} is no action code")
    return Verb(verb).name, a, b


def join(verb: str, a: int, b: int) -> int:
    return int(Verb[verb]) << 26 | a << 10 | b


def action_to_string(where: Game | Ruleset, code: int) -> str:
    """The text of an action.

    Parameters
    ----------
    where : Game or Ruleset
        With a game, cards of a starting hand are named instead of counted.
    code : int

    Raises
    ------
    NotationError
        If the number is no action code of the ruleset.

    Examples
    --------
    >>> from arknova_fast import Game
    >>> game = Game.new(seed=1)
    >>> action_to_string(game.ruleset, game.legal_actions()[0])
    'keep 1,2,3,4'
    """
    verb, a, b = split(int(code))
    words, argument = ACTIONS[verb]
    return f"{words} {argument.text(argument.show(Context(where), a, b))}".strip()


def action_to_dict(where: Game | Ruleset, code: int) -> dict[str, Any]:
    """The action as a dict: ``action`` names the verb, the other keys its arguments.

    Parameters
    ----------
    where : Game or Ruleset
        With a game, cards of a starting hand are named instead of counted.
    code : int

    Raises
    ------
    NotationError
        If the number is no action code of the ruleset.

    Examples
    --------
    >>> from arknova_fast import Ruleset
    >>> action_to_dict(Ruleset.default(), string_to_action(Ruleset.default(), "act build +2x"))
    {'action': 'act', 'card': 'build', 'x_tokens': 2}
    """
    verb, a, b = split(int(code))
    return {"action": DICT_NAMES[verb], **ACTIONS[verb][1].show(Context(where), a, b)}


def dict_to_action(where: Game | Ruleset, values: dict[str, Any]) -> int:
    """The code of an action given as a dict, the inverse of ``action_to_dict``.

    Parameters
    ----------
    where : Game or Ruleset
        Cards of a starting hand can only be named together with a game.
    values : dict

    Raises
    ------
    NotationError
        If the name or an argument is missing or unknown.
    """
    if not isinstance(values, dict) or "action" not in values:
        raise NotationError("an action as a dict needs the key 'action'")
    verb = pick(given_name(values["action"], "action"), DICT_NAMES.values(), "action").upper()
    try:
        return join(verb, *ACTIONS[verb][1].code(Context(where), values))
    except KeyError as missing:
        raise NotationError(f"the action {verb.lower()!r} needs the argument {missing}") from None
    except (TypeError, ValueError):
        raise NotationError(f"the action {verb.lower()!r} has a malformed argument: {shown(values)}") from None


def string_to_action(where: Game | Ruleset, text: str) -> int:
    """The code of an action given as text, the inverse of ``action_to_string``.

    Letter case and spaces do not matter.

    Parameters
    ----------
    where : Game or Ruleset
        Cards of a starting hand can only be named together with a game.
    text : str

    Raises
    ------
    NotationError
        If the text is no action; the nearest one is suggested.

    Examples
    --------
    >>> from arknova_fast import Ruleset
    >>> rules = Ruleset.default()
    >>> action_to_string(rules, string_to_action(rules, "PLACE  enclosure_3 @4,7 r1"))
    'place enclosure_3 @4,7 r1'
    """
    if not isinstance(text, str):
        raise NotationError(f"an action is written as text, not as {type(text).__name__}")
    ctx = Context(where)
    given = text.split()
    failure: NotationError | None = None
    # The longest words first: "take deck" before "take <card>".
    for verb, (words, argument) in sorted(ACTIONS.items(), key=lambda item: -len(item[1][0].split())):
        head = words.split()
        if [word.casefold() for word in given[: len(head)]] != head:
            continue
        try:
            return join(verb, *argument.code(ctx, argument.read(ctx, given[len(head) :])))
        except NotationError as error:
            failure = failure or error
    if failure is not None:
        raise NotationError(f"cannot read the action {shown(text)}: {failure}")
    raise NotationError(f"cannot read the action {shown(text)}{suggestion(where, text)}")


def suggestion(where: Game | Ruleset, text: str) -> str:
    """The nearest legal action with a game, else the nearest form."""
    if hasattr(where, "legal_actions"):
        known = [action_to_string(where, code) for code in where.legal_actions()]
    else:
        known = list(GRAMMAR)
    return nearest(text, known, 0.0)


def __getattr__(name: str) -> Any:
    if name in ("describe", "describe_decision"):
        from arknova_fast import wording

        return getattr(wording, name)
    raise AttributeError(name)
