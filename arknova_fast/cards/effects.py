"""The schema of effects: which fields each op of the vocabulary has, and what they may hold."""
from __future__ import annotations

from typing import Any

from arknova_fast.cards import vocabulary as voc
from arknova_fast.cards.specs import (
    Spec,
    Wrong,
    array,
    ascending,
    choice,
    counts,
    flag,
    record,
    such_that,
    table,
    text,
    variants,
    whole,
)

# --- arguments ------------------------------------------------------------------------------------------------------

ICON = choice(voc.CARD_ICONS)
TIERS = such_that(
    array(array(whole(0, 255), 2, 2), 1, 4), lambda rows: ascending([row[0] for row in rows]),
    "the minimum counts have to ascend",
)
ONE_GAIN = counts(voc.RESOURCES, whole(1, 50), 1, 1)


def counter() -> Spec:
    options = {}
    for kind in voc.COUNTERS:
        named = voc.COUNTER_ARGUMENTS.get(kind, {})
        args = {name: ARGUMENTS.get(arg) or whole(*arg) for name, arg in named.items()}
        options[kind] = record(kind=text, **args)
    return variants("kind", options)


def icon_set(value):
    if type(value) is list:
        return array(ICON, 1, 16)(value)
    return choice(voc.ICON_SETS)(value)


# Specs of the argument kinds named in the vocabulary.
ARGUMENTS: dict[Any, Spec] = {
    "action_card": choice(voc.ACTION_CARDS),
    "base_project": choice([str(n) for n in range(101, 113)]),
    "building": choice(voc.KINDS),
    "class": choice(voc.SIZE_CLASSES),
    "free_kind": choice(voc.KINDS),
    "gains": counts(voc.RESOURCES, whole(1, 50), 1),
    "icon": ICON,
    "icons": array(ICON, 1, 16),
    "inventive_icon": choice(("bear", "primate")),
    "large_class": choice(("large",)),
    "one_gain": ONE_GAIN,
    "resource": choice(voc.RESOURCES),
    "set": icon_set,
    "space": choice(voc.SPACES),
    "standard_kind": choice([kind for kind in voc.KINDS if kind.startswith("enclosure")]),
    "terrain": choice(voc.TERRAINS),
    "tiers": TIERS,
    "unique_kind": text,
}
ARGUMENTS["count"] = counter()
OPTIONAL_ARGUMENT = {"every": 1, "cap": None, "others": 0, "n": 0, "icon": None}

# --- effects --------------------------------------------------------------------------------------------------------


def effect_record(spec: voc.OpSpec, when: str) -> Spec:
    fields: dict[str, Any] = {"op": text, "when": (text, when)}
    for name, arg in spec.args.items():
        check = ARGUMENTS[arg] if isinstance(arg, str) else whole(*arg)
        fields[name.rstrip("?")] = (check, OPTIONAL_ARGUMENT[name[:-1]]) if name.endswith("?") else check
    if when in voc.TRIGGER_ARGUMENT:
        fields["of"] = ARGUMENTS[voc.TRIGGER_ARGUMENT[when]]
    if spec is voc.EFFECT_OPS["inventive"]:
        fields.update(n=(whole(0, 5), 0), icon=(ARGUMENTS["inventive_icon"], None))
    if spec is voc.EFFECT_OPS["gain"]:
        fields["optional"] = (flag, False)
        if when == "icon":
            fields["zoo"] = (choice(("own", "any")), "own")
    return record(**fields)


RECORDS = {(op, when): effect_record(spec, when) for op, spec in voc.EFFECT_OPS.items() for when in spec.when}


def gains_of(effect: dict) -> list[str]:
    return list(effect.get("gain") or {}) or [effect[key] for key in ("resource",) if key in effect]


def check_effect(effect: dict) -> None:
    """What an effect may not say although each of its fields is right."""
    op, when, gained = effect["op"], effect["when"], gains_of(effect)
    if op == "inventive" and (effect["n"] > 0) == (effect["icon"] is not None):
        raise Wrong("expected either a number n or an icon")
    if when == "final" and not set(gained) <= {"appeal", "conservation"}:
        raise Wrong("final scoring can give appeal and conservation only", "gain")
    if when == "cover_next_to" and gained != ["money"]:
        raise Wrong("covered cells can give money only", "gain")
    if effect.get("zoo") == "any" and not set(gained) <= {"appeal", "money"}:
        raise Wrong("icons of any zoo can give appeal and money only", "gain")
    if op == "gain" and "take" in gained and when not in ("play", "income", "icon"):
        raise Wrong("cards can be taken when played, as income and for icons only", "gain")
    if effect.get("optional") and gained != ["take"]:
        raise Wrong("only taking cards may be declined; make it an effect of its own", "optional")
    if op in ("gain_per", "gain_if") and gained == ["worker"] and when == "final":
        raise Wrong("final scoring gives no workers", "gain")


def effect_for(user: str, default_when: str = "") -> Spec:
    """Effects of animals (``a``), sponsors (``s``) or final scoring cards (``f``)."""
    ops = {op: spec for op, spec in voc.EFFECT_OPS.items() if user in spec.users}
    word = choice(ops)

    def check(value):
        if "op" not in table(value):
            raise Wrong("this field is missing", "op")
        try:
            op = word(value["op"])
        except Wrong as wrong:
            wrong.path.append("op")
            raise
        allowed = tuple(when for when in ops[op].when if not default_when or when == default_when)
        when = value.get("when", allowed[0])
        try:
            choice(allowed)(when)
        except Wrong as wrong:
            wrong.path.append("when")
            raise
        if user == "a" and when == "icon":
            raise Wrong("animals have no effects for icons played later", "when")
        found = RECORDS[op, when](value)
        check_effect(found)
        if user == "f" and gains_of(found) not in ([], ["conservation"]):
            raise Wrong("final scoring cards give conservation only", "gain")
        return found

    return check
