"""Cards in a line of words: costs, conditions, icons, gains and effects, from the data."""
from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arknova_fast.core.tables import Ruleset

TIMES = {"income": "income: ", "final": "at the end: ", "border_bonus": "covering a bonus on the border: ",
         "release_support": "supporting a release project: "}
# Arguments of the counts of the data.
COUNT_WORDS = {"icon": "{icon} icons", "icon_sum": "icons of {icons}", "icon_pairs": "pairs of icons of {icons}",
               "kinds": "kinds of {set}", "buildings": "{building} buildings", "occupied": "occupied {building}",
               "small": "small animals", "large": "large animals", "supported": "supported projects",
               "universities": "universities", "connected": "connected {space} spaces",
               "isolated": "isolated {space} spaces", "empty_groups": "empty groups of {size} spaces",
               "adjacent": "buildings next to the {building}", "sponsors": "sponsors", "empty_spaces": "empty spaces",
               "x_tokens": "X-tokens"}
STATES = {"map_covered": "if the whole map is covered", "border_covered": "if all border spaces are covered",
          "all_connected": "if all {space} spaces are connected"}
OPS = {"task_value": "the conservation task needs value {n} only", "free_building": "free {building}",
       "discount": "{class} animals cost {n} less", "ignore_condition": "{class} animals may ignore {n} condition",
       "card_tokens": "{n} tokens", "spend_icon": "a token counts as an icon for a project",
       "full_throated": "full-throated: 1 worker", "flock_animal": "flock animal {n}", "action": "extra {card} action",
       "boost": "boost {card}", "multiplier": "multiplier {card}", "iconic_animal": "iconic animal {icon}",
       "dominance": "dominance P{project}", "hunter_icons": "hunter by {icon} icons"}


def plain(value: Any) -> str:
    return ", ".join(map(plain, value)) if isinstance(value, list | tuple) else str(value).replace("_", " ")


def gain_words(gain: dict[str, int]) -> str:
    return ", ".join(f"+{n} {'card' if name == 'take' else plain(name)}" for name, n in gain.items())


def count_words(count: dict[str, Any]) -> str:
    form = COUNT_WORDS.get(count["kind"], plain(count["kind"]))
    return form.format(**{name: plain(value) for name, value in count.items()})


def time_words(effect: dict[str, Any]) -> str:
    when, of = effect.get("when", "play"), plain(effect.get("of", ""))
    if when == "icon":
        return f"each {of} icon{'' if effect.get('zoo', 'own') == 'own' else ' in any zoo'}: "
    if when == "new_kind":
        return f"each new kind of {of}: "
    if when == "cover_next_to":
        return f"each space covered next to {of}: "
    if when == "animal_class":
        return f"each {of} animal: "
    return TIMES.get(when, "")


def effect_words(effect: dict[str, Any]) -> str:
    """One effect of the data in words.

    Examples
    --------
    >>> effect_words({"op": "gain", "when": "icon", "gain": {"appeal": 2}, "of": "herbivore", "zoo": "own"})
    'each herbivore icon: +2 appeal'
    """
    op = effect["op"]
    if op == "gain":
        body = gain_words(effect["gain"])
    elif op == "gain_per":
        every = f"{effect['every']} " if effect.get("every", 1) > 1 else ""
        most = f", at most {effect['cap']}" if effect.get("cap") else ""
        body = f"{gain_words(effect['gain'])} per {every}{count_words(effect['count'])}{most}"
    elif op == "gain_table":
        tiers = " / ".join(f"{need}: +{n}" for need, n in effect["tiers"])
        body = f"{plain(effect['resource'])} by {count_words(effect['count'])} ({tiers})"
    elif op == "gain_if":
        count = effect["count"]
        state = STATES.get(count["kind"], "").format(**{name: plain(value) for name, value in count.items()})
        body = f"{gain_words(effect['gain'])} {state or 'with ' + str(effect['at_least']) + ' ' + count_words(count)}"
    elif op == "inventive" and effect["icon"]:
        body = f"inventive by {plain(effect['icon'])} icons"
    elif op in OPS:
        body = OPS[op].format(**{name: plain(value) for name, value in effect.items()})
    else:
        body = plain(op) + (f" {effect['n']}" if isinstance(effect.get("n"), int) else "")
    return time_words(effect) + body


def icon_words(icons: list[str]) -> str:
    return ", ".join(f"{n} {plain(icon)}" if n > 1 else plain(icon) for icon, n in Counter(icons).items())


def need_words(card: dict[str, Any]) -> str:
    needs = card.get("requires") or {}
    found = [f"{n} {plain(icon)}" for icon, n in needs.get("icons", {}).items()]
    found += ["partner zoo"] if needs.get("partner_zoo") else []
    found += [f"{needs['partner_zoos']} partner zoos"] if needs.get("partner_zoos") else []
    found += ["upgraded action card"] if needs.get("upgraded") else []
    found += [f"reputation {needs['reputation']}"] if needs.get("reputation") else []
    found += [f"appeal at most {needs['max_appeal']}"] if needs.get("max_appeal") is not None else []
    return f"needs {', '.join(found)}" if found else ""


def slot_words(slot: dict[str, Any]) -> str:
    need = slot.get("need") or slot.get("sizes")
    gains = gain_words({name: slot[name] for name in ("conservation", "reputation") if slot.get(name)})
    if isinstance(need, list):
        need = f"size {need[0]}" if need[0] == need[1] else f"size {need[0]}-{need[1]}"
    return f"{need}: {gains}" if need else gains


def animal_words(card: dict[str, Any]) -> list[str]:
    places = [f"size {card['size']}"] if card["size"] else []
    if card["special"]:
        places.append(f"{plain(card['special']['kind'])} {card['special']['spaces']}")
    place = " or ".join(places)
    beside = [f"{card[name]} {name}" for name in ("rock", "water") if card[name]]
    gains = gain_words({name: card[name] for name in ("appeal", "conservation", "reputation") if card[name]})
    return [f"cost {card['cost']}", place + (f" next to {' and '.join(beside)}" if beside else ""), need_words(card),
            icon_words(card["icons"]), gains]


def card_words(ruleset: Ruleset, key: str) -> str:
    """What a card costs, needs and does.

    Examples
    --------
    >>> from arknova_fast import Ruleset
    >>> card_words(Ruleset.default(), "A401")
    'cost 17; size 5; 2 predator, africa; +6 appeal; sprint 3'
    """
    section = {"A": "animals", "S": "sponsors", "P": "projects", "F": "final_scoring"}[key[0]]
    card = ruleset.data[section][key[1:]]
    if key[0] == "A":
        parts = animal_words(card)
    elif key[0] == "S":
        building = f"builds the {plain(card['building'])}" if card.get("building") else ""
        parts = [f"level {card['level']}", need_words(card), icon_words(card["icons"]), building]
    elif key[0] == "P":
        of = plain(card.get("icon") or card.get("set") or "")
        parts = [f"{plain(card['kind'])} {of}".strip(), " / ".join(map(slot_words, card["slots"]))]
    else:
        parts = []
    parts += [effect_words(effect) for effect in card.get("effects", ())]
    return "; ".join(part for part in parts if part)
