"""Sentences for people about decisions and actions; used by error messages, replays and the play command."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arknova_fast.arguments import ACTION_CARDS, names_of
from arknova_fast.cards import vocabulary as voc
from arknova_fast.core.types import Op
from arknova_fast.errors import NotationError
from arknova_fast.notation import action_to_dict, action_to_string, split

if TYPE_CHECKING:
    from arknova_fast.game import Game

NO_CARD = 255
SHOWN = 5                    # alternatives named when an action is not legal

# What an open or deferred effect does; {n} its number, {arg} its named argument.
EFFECTS = {
    "CONSERVATION": "gain {n} conservation", "REPUTATION": "gain {n} reputation", "WORKER": "gain {n} worker",
    "APPEAL": "gain {n} appeal", "MONEY": "gain {n} money", "X_TOKEN": "gain {n} X-token",
    "PROGRAM": "take the counted gain", "JUMPING": "jumping: advance the break by {n} and gain {n} money",
    "MULTIPLIER": "put a multiplier token on {arg}", "PACK": "pack: 1 appeal per own predator icon",
    "PETTING_ZOO_ANIMAL": "gain appeal per petting zoo animal icon", "ICONIC_ANIMAL": "gain appeal per {arg} icon",
    "INVENTIVE_BEAR": "gain X-tokens per bear icon", "INVENTIVE_PRIMATE": "gain X-tokens per primate icon",
    "SPONSOR_MAGNET": "take all sponsors of the display", "VENOM": "venom {n}", "CONSTRICTION": "constriction",
    "HYPNOSIS": "hypnosis", "PILFERING": "pilfering {n}", "SPRINT": "sprint: draw {n} cards",
    "H_SPACE": "reveal cards up to a sponsor", "WAZA_SEARCH": "search for an animal of a size class",
    "HUNTER": "hunter {n}: take an animal among {n} revealed cards", "HUNTER_ICONS": "hunter by {arg} icons",
    "PERCEPTION": "perception {n}: draw {n} cards and keep half", "SCAVENGING": "scavenging {n}",
    "SNAPPING": "snap {n} card", "TAKE": "take {n} card from deck or range", "UPGRADE": "upgrade an action card",
    "CONS_CHOICE": "conservation 2: upgrade or worker", "CONS_TILE": "conservation {tile}: money or bonus tile",
    "CONS_DISCARD": "conservation 10: everybody discards a final scoring card", "PARTNER_ZOO": "take a partner zoo",
    "UNIVERSITY": "take a university", "MULTIPLIER_ANY": "put a multiplier token on an action card",
    "MOVE_IN": "move animals into the {arg}", "FREE_BUILDING": "build a free {arg}",
    "SPONSOR_FOR_MONEY": "buy a sponsor from the hand", "ARCHAEOLOGIST": "gain a free placement bonus",
    "POUCH": "pouch {n}", "SUNBATHING": "sunbathing {n}", "DIGGING": "digging {n}", "ASSERTION": "assertion",
    "DOMINANCE": "dominance", "RESISTANCE": "resistance", "INCOME_APPEAL": "income by appeal",
    "INCOME_KIOSKS": "income by kiosks", "INCOME_MAP": "income of the map ability",
    "CLEVER": "clever: an action card to slot 1", "BOOST": "boost {arg}", "ACTION": "an extra {arg} action",
    "DETERMINATION": "determination: an extra action", "HYPNOSIS_ACTION": "use an action card of seat {number}",
}  # fmt: skip

# What is asked by kind of frame; {card} is the card it comes from.
QUESTIONS = {
    "MAP_PICK": "choose a zoo map", "START_HAND": "choose the cards to keep", "MAIN": "choose the action of this turn",
    "EXTRA": "choose the extra action", "REPEAT": "use the action card again or stop",
    "OPEN": "choose the next of the open effects", "DEFERRED": "choose the next effect after the action",
    "CARDS": "draw or snap", "BUILD": "choose a building", "ANIMALS": "choose an animal to play",
    "ASSOCIATION": "choose an association task", "SPONSORS": "choose a sponsor or the break option",
    "SNAP": "choose a card of the display", "REFILL": "refill the display before the next snap or not",
    "DISCARD": "choose a hand card to discard", "BUILD_PLACE": "place the building",
    "FREE_BUILDING": "place the free building", "MOVE_IN": "choose an animal to move in",
    "EMPTY": "choose the enclosure that {card} leaves", "HOUSE": "choose the housing of {card}",
    "TAKE": "take a card from deck or range", "UPGRADE": "choose the action card to upgrade",
    "CONS_CHOICE": "choose an upgrade or a worker", "CONS_TILE": "choose money or a bonus tile",
    "FINAL_DISCARD": "choose the final scoring card to discard",
    "MULTIPLIER": "choose the action card for the multiplier token", "PARTNER_ZOO": "choose a partner zoo",
    "UNIVERSITY": "choose a university", "SPONSOR_FOR_MONEY": "choose a hand sponsor to buy",
    "SPONSOR_PLACE": "place the building of {card}", "PROJECT": "choose a conservation project to support",
    "LEFT_TOKEN": "choose the token of the left edge for {card}", "RELEASE": "choose the animal to release for {card}",
    "VICTIM": "choose the player to be affected", "PILFER": "give a random card or pay",
    "HUNTER": "choose a revealed animal", "KEEP": "choose a drawn card to keep",
    "DIG": "choose a card of display or hand to exchange", "SELL": "choose a hand card to sell",
    "POUCH": "choose a hand card to pouch", "ASSERTION": "choose a base project of the pile",
    "RESISTANCE": "choose the final scoring card to keep", "CLEVER": "choose the action card for slot 1",
    "BOOST": "choose the slot of the boosted card", "WAZA": "choose small or large animals",
    "ARCHAEOLOGIST": "choose a placement bonus", "END_OF_TURN": "sell a card at the harbor or end the turn",
}  # fmt: skip

SENTENCES = {
    "PASS": "decline or stop", "X_TOKEN": "take an X-token with the {card} card", "DRAW_MODE": "draw cards",
    "SNAP_MODE": "snap a card of the display", "DECK": "take the top card of the deck",
    "BUILD_AGAIN": "build another {kind}",
    "HOUSE": "house it in the enclosure at {cell}",
    "HOUSE_SPECIAL": "house it in the special enclosure", "SHARE": "let it share an enclosure with its flock",
    "GAIN": "gain the reputation", "DONATE": "donate", "PARTNER": "take the partner zoo of {continent}",
    "UNIVERSITY": "take the university {kind}", "LEFT_TOKEN": "use the token at place {place} of the left edge",
    "RELEASE": "release {card}", "EMPTY": "empty the enclosure at {cell}", "PLAY_ANIMAL": "play the animal {card}",
    "PLAY_SPONSOR": "play the sponsor {card}", "ADVANCE_BREAK": "advance the break for money",
    "UPGRADE": "upgrade {card}", "TAKE_WORKER": "take a worker", "TAKE_MONEY": "take the money",
    "DISCARD_FINAL": "discard the final scoring card {card}", "TOKEN_ON": "put the token on {card}",
    "TARGET": "affect seat {seat}", "GIVE_CARD": "let a random hand card be drawn", "PAY": "pay",
    "TAKE_CARD": "take {card}",
    "DISCARD": "discard {card}", "SELL": "sell {card}", "TUCK": "pouch {card}", "MOVE_IN": "move {card} in",
    "TO_SLOT": "move the {card} card to slot {slot}", "CHOOSE_CLASS": "choose {size} animals",
    "BONUS_CELL": "gain the placement bonus at {cell}", "CHOOSE_MAP": "choose map {map}",
    "REFILL": "refill the display",
    "KEEP_FINAL": "keep the final scoring card {card}", "HARBOR_SALE": "sell {card} at the harbor",
}  # fmt: skip


def named(game: Game, key: str) -> str:
    """A card with its name: ``Cheetah (A401)``; other words stay."""
    names = names_of(game.ruleset)
    if key in names.card_names:
        return f"{names.card_names[key]} ({key})"
    if key in names.finals:
        return f"{game.ruleset.data['final_scoring'][key[1:]]['name']} ({key})"
    return str(key)


def argument_name(game: Game, op: str, arg: int) -> str:
    """What the argument of an effect means."""
    if op in ("MULTIPLIER", "BOOST", "ACTION"):
        return ACTION_CARDS[arg]
    if op in ("ICONIC_ANIMAL", "HUNTER_ICONS"):
        return tuple(voc.ICONS)[arg].replace("_", " ")
    if op in ("FREE_BUILDING", "MOVE_IN"):
        if arg == voc.KIOSK_OR_PAVILION:
            return "kiosk or pavilion"
        if arg == voc.SPECIAL_ENCLOSURE:
            return "reptile house or large bird aviary"
        return names_of(game.ruleset).kinds[arg].replace("_", " ")
    return ""


def describe_effect(game: Game, item: Any) -> str:
    """An open or deferred effect (a row of ``view()["open"]``) in words."""
    op = Op(int(item["op"])).name.removeprefix("OP_")
    arg = int(item["arg"])
    tile = game.ruleset.data["boards"]["conservation_track"]["tile_at"][arg & 1]
    form = EFFECTS.get(op, op.lower().replace("_", " "))
    text = form.format(n=item["n"], arg=argument_name(game, op, arg), number=arg, tile=tile)
    if item["card"] != NO_CARD:
        text += f" of {named(game, game.ruleset.card_key(int(item['card'])))}"
    return text


def describe_decision(game: Game) -> str:
    """What is asked of whom.

    Parameters
    ----------
    game : Game

    Examples
    --------
    >>> from arknova_fast import Game
    >>> describe_decision(Game.new(seed=1))
    'player 0 has to choose the cards to keep'
    """
    kind, player, card = game.decision()
    if player < 0:
        return "the game is over"
    question = QUESTIONS.get(kind, kind.lower().replace("_", " "))
    return f"player {player} has to " + question.format(card=named(game, card) if card else "the card")


def why_illegal(game: Game, code: int, given: Any) -> str:
    """Why an action is not legal now: what is asked of whom, and the nearest legal alternatives."""
    import difflib

    if game.is_terminal:
        return "the game is over, no action is legal any more"
    try:
        text = action_to_string(game, code)
    except NotationError:
        text = repr(given)
    legal = [action_to_string(game, one) for one in game.legal_actions()]
    near = difflib.get_close_matches(text, legal, SHOWN, 0.0)
    more = f" (and {len(legal) - len(near)} more)" if len(legal) > len(near) else ""
    return f"{text!r} is not legal now: {describe_decision(game)}; legal: {', '.join(near)}{more}"


def describe(game: Game, code: int) -> str:
    """An action of the present decision as a sentence.

    Parameters
    ----------
    game : Game
    code : int
        One of ``game.legal_actions()``.

    Raises
    ------
    NotationError
        If the number is no action code.

    Examples
    --------
    >>> from arknova_fast import Game
    >>> from arknova_fast.notation import string_to_action
    >>> describe(Game.new(seed=1), string_to_action(Game.new(seed=1).ruleset, "act build +1x"))
    'use the build card, spending 1 X-token'
    """
    verb, _, _ = split(code)
    values = action_to_dict(game, code)
    if verb == "RESOLVE":
        items = game.view()["deferred" if game.decision().kind == "DEFERRED" else "open"]
        return "resolve: " + describe_effect(game, items[values["effect"] - 1])
    if verb in SPECIAL:
        return SPECIAL[verb](game, values)
    words = {name: readable(game, name, value) for name, value in values.items()}
    return SENTENCES[verb].format(**words)


def readable(game: Game, name: str, value: Any) -> str:
    if name == "card":
        return named(game, value)
    if name == "cell":
        return f"({value[0]}, {value[1]})"
    return str(value).replace("_", " ")


def tell_act(game: Game, values: dict) -> str:
    n = values["x_tokens"]
    spent = f", spending {n} X-token{'s' * (n > 1)}" if n else ""
    return f"use the {values['card']} card{spent}"


def tell_slot(game: Game, values: dict) -> str:
    slot = int(values["slot"])
    card = int(game.view()["display"][slot - 1])
    held = " of the display" if card == NO_CARD else f": {named(game, game.ruleset.card_key(card))}"
    done = "exchange" if game.decision().kind == "DIG" else "take"
    return f"{done} the card in slot {slot}{held}"


def tell_place(game: Game, values: dict) -> str:
    x, y = values["cell"]
    return f"place the {values['kind'].replace('_', ' ')} at ({x}, {y}), rotation {values['rotation']}"


def tell_support(game: Game, values: dict) -> str:
    used = " and ".join(named(game, key) for key in values["using"])
    spent = f", spending a token of {used}" if used else ""
    return f"support {named(game, values['card'])} in its {values['slot']} slot{spent}"


def tell_keep(game: Game, values: dict) -> str:
    if "cards" in values:
        return "keep " + ", ".join(named(game, key) for key in values["cards"])
    return "keep the cards at places " + ", ".join(map(str, values["places"]))


def tell_tile(game: Game, values: dict) -> str:
    tile = int(game.view()["tile"][values["tile"] - 1])
    tiles = game.ruleset.data["boards"]["bonus_tiles"]
    name = tiles[tile]["id"].replace("_", " ") if tile < len(tiles) else "already taken"
    return f"take bonus tile {values['tile']}: {name}"


def tell_build(game: Game, values: dict) -> str:
    kind = values["kind"].replace("_", " ")
    return f"build {'an' if kind[0] in 'aeiou' else 'a'} {kind}"


SPECIAL = {
    "ACT": tell_act,
    "BUILD_KIND": tell_build,
    "DISPLAY": tell_slot,
    "PLACE": tell_place,
    "SUPPORT": tell_support,
    "KEEP_HAND": tell_keep,
    "TAKE_TILE": tell_tile,
    "DO_TASK": lambda game, values: f"do the association task {values['task'].replace('_', ' ')}",
}
