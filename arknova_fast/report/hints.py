"""What a legal action does, in a few words: a sentence, facts of the card or action card, and what changes at once.

Changes are tried out on a game that the deciding seat cannot tell from the real one, so they tell it nothing new.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from arknova_fast.cards.geometry import Cell
from arknova_fast.report.cardwords import card_words, plain
from arknova_fast.report.hexmap import bonus_text
from arknova_fast.report.replay import TRACKS, main_strength

if TYPE_CHECKING:
    from arknova_fast.game import Game

WORDS = {"money": "money", "appeal": "appeal", "conservation": "conservation", "reputation": "reputation",
         "x_tokens": "X-tokens"}
TASK_WORDS = {"reputation": "reputation", "partner_zoo": "partner zoo", "university": "university",
              "project": "conservation project"}


def act_facts(game: Game, card: str, strength: int) -> str:
    """What an action card of that strength allows."""
    from arknova_fast.arguments import ACTION_CARDS

    boards = game.ruleset.data["boards"]
    side = int(game.view()["player"][game.current_player()]["upgraded"]) >> ACTION_CARDS.index(card) & 1
    step = min(strength, 5) - 1
    if card == "cards":
        table = boards["actions"]["cards"]
        draw, discard = table["draw"][side][step], table["discard"][side][step]
        snap = " or snap 1" if strength >= table["snap_from"][side] else ""
        return f"draw {draw}{f', discard {discard}' if discard else ''}{snap}"
    if card == "build":
        return f"{'buildings of together' if side else 'one building of'} at most {strength} spaces"
    if card == "animals":
        most = boards["actions"]["animals"]["max_animals"][side][step]
        return f"at most {most} animal{'s' * (most != 1)}"
    if card == "association":
        tasks = [TASK_WORDS[name] for name, value in boards["association"]["task_value"].items() if value <= strength]
        return f"{'tasks' if side else 'one task'} of: {', '.join(tasks)}"
    level = strength + boards["actions"]["sponsors"]["extra_level"][side]
    money = strength * boards["actions"]["sponsors"]["money_per_strength"][side]
    most = "sponsors of together" if side else "one sponsor of"
    return f"{most} level {level}, or break {strength} and {money} money"


def place_facts(game: Game, cells: list[Cell]) -> str:
    """Placement bonuses that a building would cover."""
    zoo = game.ruleset.data["maps"][game.ruleset.map_code(int(game.view()["player"][game.current_player()]["map"]))]
    found = [bonus_text(entry) for entry in zoo["bonuses"] if tuple(entry["cell"]) in cells]
    return f"covers {', '.join(found)}" if found else ""


def facts(game: Game, code: int) -> str:
    """What the data say about an action."""
    from arknova_fast.arguments import names_of
    from arknova_fast.notation import action_to_dict

    values = action_to_dict(game, code)
    verb, names = values["action"], names_of(game.ruleset)
    if verb == "act" and game.decision().kind == "MAIN":
        strength = main_strength(game, values["card"], values["x_tokens"])
        return f"strength {strength}: {act_facts(game, values['card'], strength)}"
    if verb == "place":
        return place_facts(game, game.ruleset.placement(code >> 10 & 0xFFFF)[1])
    if verb == "display":
        card = int(game.view()["display"][values["slot"] - 1])
        return "" if card == 255 else card_words(game.ruleset, game.ruleset.card_key(card))
    if verb in ("do_task", "donate", "partner", "university", "upgrade"):
        return ""
    key = str(values.get("card"))
    return card_words(game.ruleset, key) if key in names.card_names or key in names.finals else ""


def changes(trial: Game, code: int, seat: int) -> str:
    """What changes on the tracks of a seat as soon as the action is taken; ``trial`` stays as it is."""
    after = trial.clone()
    after.apply(code)
    old, new = trial.view()["player"][seat], after.view()["player"][seat]
    return ", ".join(f"{WORDS[name]} {int(new[name]) - int(old[name]):+d}" for name in TRACKS if new[name] != old[name])


def hint(game: Game, trial: Game, code: int) -> str:
    """One line about a legal action of the deciding seat.

    Parameters
    ----------
    game : Game
    trial : Game
        ``game.determinize`` for that seat.
    code : int
    """
    from arknova_fast.wording import describe

    more = [text for text in (facts(game, code), changes(trial, code, game.current_player())) if text]
    return describe(game, code) + (f"  [{' | '.join(more)}]" if more else "")


def public_words(before: Game, after: Game, code: int, seat: int) -> str:
    """What a seat learns of another player's action: secret choices stay secret, unknown cards unnamed."""
    from arknova_fast.notation import action_to_dict
    from arknova_fast.wording import describe

    values = action_to_dict(before, code)
    verb = values["action"]
    if verb in SECRET:
        return SECRET[verb]
    key = str(values.get("card", ""))
    if key[:1] in "ASP" and key[1:].isdigit() and key not in known_cards(after, seat):
        return plain(verb) + " a card"
    return describe(before, code)


# Choices that nobody else sees, or whose card may stay unknown.
SECRET = {"keep_hand": "keep some starting cards", "discard": "discard a card", "tuck": "pouch a card",
          "take_card": "take a card", "discard_final": "discard a final scoring card",
          "keep_final": "keep a final scoring card", "choose_map": "choose a map"}


def known_cards(game: Game, seat: int) -> set[str]:
    """Every card that a seat sees or remembers somewhere."""
    import re

    return set(re.findall(r"\b[ASPF][0-9]{3}\b", str(game.observe(seat).as_dict())))
