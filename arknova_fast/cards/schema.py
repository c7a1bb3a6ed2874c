"""The schema of the data files: what every field may hold.

A spec takes a value and returns it in its full form (defaults filled in, fresh lists and dicts), or raises ``Wrong``,
to which each level it passes on the way up adds its key. Checks that look at several records are in ``limits.py``.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

from arknova_fast.cards import vocabulary as voc
from arknova_fast.cards.geometry import CELL_INDEX, connected, footprint, rotations
from arknova_fast.errors import CardDataError, nearest, shown

Spec = Callable[[Any], Any]
REQUIRED = object()


class Wrong(Exception):
    """A value that its spec refuses; ``path`` leads to it from the record, outermost key last."""

    def __init__(self, message: str, *path: str):
        super().__init__(message)
        self.path = list(path)


# --- single values --------------------------------------------------------------------------------------------------


def whole(low: int, high: int) -> Spec:
    def check(value):
        if type(value) is not int or not low <= value <= high:
            raise Wrong(f"expected a whole number from {low} to {high}, got {shown(value)}")
        return value

    return check


def text(value):
    if type(value) is not str or not value:
        raise Wrong(f"expected a text, got {shown(value)}")
    return value


def flag(value):
    if type(value) is not bool:
        raise Wrong(f"expected true or false, got {shown(value)}")
    return value


def choice(words: Iterable) -> Spec:
    allowed = tuple(words)

    def check(value):
        if type(value) not in (str, int) or value not in allowed:
            some = ", ".join(map(str, allowed[:12])) + (" ..." if len(allowed) > 12 else "")
            raise Wrong(f"expected one of {some}, got {shown(value)}{nearest(value, map(str, allowed))}")
        return value

    return check


def maybe(spec: Spec) -> Spec:
    """Null, written ``"none"`` in TOML, or the spec."""

    def check(value):
        return None if value is None or value == "none" else spec(value)

    return check


# --- lists and tables -----------------------------------------------------------------------------------------------


def array(spec: Spec, low: int = 0, high: int = 1000) -> Spec:
    def check(value):
        if type(value) not in (list, tuple):
            raise Wrong(f"expected a list, got {shown(value)}")
        if not low <= len(value) <= high:
            size = str(low) if low == high else f"{low} to {high}"
            raise Wrong(f"expected a list of {size} entries, got {len(value)}")
        found = []
        for i, entry in enumerate(value):
            try:
                found.append(spec(entry))
            except Wrong as wrong:
                wrong.path.append(str(i))
                raise
        return found

    return check


def table(value) -> dict:
    if type(value) is not dict:
        raise Wrong(f"expected a table, got {shown(value)}")
    return value


def record(**fields) -> Spec:
    """A table with these fields: ``name=spec`` when required, ``name=(spec, default)`` when it may be left out.

    ``note`` is allowed everywhere. A trailing underscore of a name is dropped (``class_``).
    """
    specs = {
        name.rstrip("_"): entry if isinstance(entry, tuple) else (entry, REQUIRED) for name, entry in fields.items()
    }
    specs["note"] = (text, None)

    def check(value):
        for name in table(value):
            if name not in specs:
                raise Wrong(f"unknown field{nearest(name, specs)}", str(name))
        found: dict[str, Any] = {}
        for name, (spec, default) in specs.items():
            entry = value.get(name, default)
            if entry is REQUIRED:
                raise Wrong("this field is missing", name)
            if entry is None and default is None:
                if name != "note":
                    found[name] = None
                continue
            try:
                found[name] = spec(entry)
            except Wrong as wrong:
                wrong.path.append(name)
                raise
        return found

    return check


def counts(words: Iterable[str], spec: Spec, low: int = 0, high: int = 100) -> Spec:
    """A table word -> number; zeros are dropped."""
    allowed = tuple(words)

    def check(value):
        found = {}
        for word, n in table(value).items():
            if word not in allowed:
                raise Wrong(f"expected one of {', '.join(allowed)}{nearest(word, allowed)}", str(word))
            if n == 0 and type(n) is int:
                continue
            try:
                found[word] = spec(n)
            except Wrong as wrong:
                wrong.path.append(word)
                raise
        if not low <= len(found) <= high:
            raise Wrong(f"expected {low} entr{'y' if low == 1 else 'ies'}, got {len(found)}")
        return found

    return check


def by_players(spec_for: Callable[[int], Spec], first: int = 1) -> Spec:
    """A table player count -> value."""
    return record(**{str(n): spec_for(n) for n in range(first, 5)})


def variants(field: str, options: dict[str, Spec]) -> Spec:
    """A table whose other fields depend on one of them."""
    word = choice(options)

    def check(value):
        if field not in table(value):
            raise Wrong("this field is missing", field)
        try:
            word(value[field])
        except Wrong as wrong:
            wrong.path.append(field)
            raise
        return options[value[field]](value)

    return check


def such_that(spec: Spec, condition: Callable[[Any], bool], message: str) -> Spec:
    def check(value):
        found = spec(value)
        if not condition(found):
            raise Wrong(message)
        return found

    return check


# --- small pieces ---------------------------------------------------------------------------------------------------

BYTE = whole(0, 255)
ICON = choice(voc.CARD_ICONS)
ENABLED = (flag, True)
EXPANSION = (choice(("base", "custom")), "base")


def ascending(values: list) -> bool:
    return all(a < b for a, b in pairwise(values))


def cell(value):
    pair = array(whole(-20, 20), 2, 2)(value)
    if tuple(pair) not in CELL_INDEX:
        raise Wrong(f"{shown(value)} is no cell of the map (x from 0 to 8, y from 0 to 12, x + y odd)")
    return pair


def distinct(cells: list) -> bool:
    return len({tuple(entry) for entry in cells}) == len(cells)


CELLS = such_that(array(cell, 0, 58), distinct, "a cell is listed twice")
BONUS = record(type=choice(voc.BONUSES), n=whole(1, 50))
MAYBE_BONUS = maybe(BONUS)
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


# --- cards ----------------------------------------------------------------------------------------------------------

NEEDED = counts(voc.CARD_ICONS, whole(1, 20))

ANIMAL = record(
    expansion=EXPANSION, enabled=ENABLED, name=text, latin=(text, ""),
    cost=BYTE,
    size=maybe(whole(1, 5)),
    special=(maybe(record(kind=choice(voc.SPECIAL_KINDS), spaces=whole(0, 10))), None),
    rock=(whole(0, 2), 0), water=(whole(0, 2), 0),
    icons=array(ICON, 0, 8),
    requires=(record(icons=(NEEDED, {}), partner_zoo=(flag, False), upgraded=(flag, False)), {}),
    appeal=(whole(0, 50), 0), conservation=(whole(0, 20), 0), reputation=(whole(0, 15), 0),
    effects=(array(effect_for("a"), 0, 8), []),
    solo_effects=(array(effect_for("a"), 0, 8), []),
)  # fmt: skip
SPONSOR = record(
    expansion=EXPANSION, enabled=ENABLED, name=text,
    level=whole(0, 20),
    requires=(record(
        icons=(NEEDED, {}), partner_zoos=(whole(0, 4), 0), upgraded=(flag, False), reputation=(whole(0, 15), 0),
        max_appeal=(maybe(whole(0, 127)), None),
    ), {}),
    icons=(array(ICON, 0, 8), []),
    building=(maybe(text), None),
    effects=(array(effect_for("s"), 0, 8), []),
)  # fmt: skip


def project() -> Spec:
    def of_kind(slot: dict, **fields) -> Spec:
        reward = {"conservation": whole(0, 20), "reputation": (whole(0, 15), 0)}
        return record(
            expansion=EXPANSION, enabled=ENABLED, name=text, kind=text, play_reputation=(whole(0, 15), 0),
            slots=array(record(**slot, **reward), 3, 3), **fields,
        )

    need = {"need": whole(1, 30)}
    sizes = such_that(array(whole(1, 5), 2, 2), lambda pair: pair[0] <= pair[1], "expected [least, largest] size")
    return variants("kind", {
        "icons": of_kind(need, icon=ICON),
        "kinds": of_kind(need, set=icon_set),
        "small": of_kind(need),
        "large": of_kind(need),
        "release": of_kind({"sizes": sizes}, icon=ICON),
        "breeding": of_kind({}, icon=ICON),
    })  # fmt: skip


FINAL = record(
    expansion=EXPANSION, enabled=ENABLED, name=text, cap=whole(0, 20), discard_in_solo=(flag, False),
    effects=array(effect_for("f", "final"), 1, 8),
)

# --- shapes and maps --------------------------------------------------------------------------------------------------


def shape_cells(value):
    cells = array(array(whole(-8, 8), 2, 2), 1, 8)(value)
    if [0, 0] not in cells or any((x + y) % 2 for x, y in cells) or not distinct(cells):
        raise Wrong("expected different offsets [dx, dy] with dx + dy even, [0, 0] among them")
    if not connected(tuple(offset) for offset in cells):
        raise Wrong("the cells of a building have to be connected")
    return cells


SHAPE = record(
    expansion=EXPANSION, name=text,
    category=choice(("kiosk", "pavilion", "standard_enclosure", "special_enclosure", "unique")),
    cells=shape_cells,
    card=(maybe(choice([str(n) for n in range(201, 265)])), None),
    build=(maybe(choice((1, 2))), None), cost=(maybe(BYTE), None),
    limit=(maybe(choice((1,))), None), capacity=(whole(0, 30), 0),
    bonus=(MAYBE_BONUS, None),
    rock=(whole(0, 6), 0), water=(whole(0, 6), 0), border_min=(whole(0, 8), 0), free_standing=(flag, False),
)  # fmt: skip
MAP = record(
    expansion=EXPANSION, name=text, group=choice(("beginner", "advanced")),
    ability=record(kind=choice(voc.ABILITIES), cells=(CELLS, [])),
    rock=CELLS, water=CELLS, build2=(CELLS, []),
    bonuses=array(record(cell=cell, type=choice(voc.BONUSES), n=whole(1, 50)), 0, 58),
    left=array(record(type=choice(voc.BONUSES), n=whole(1, 50), income=(flag, False)), 7, 7),
    partner_zoos=array(MAYBE_BONUS, 4, 4), universities=array(MAYBE_BONUS, 3, 3), workers=array(MAYBE_BONUS, 3, 3),
    cover=(MAYBE_BONUS, None),
    start=(array(record(building=choice(voc.KINDS), cells=CELLS), 0, 4), []),
)  # fmt: skip

# --- boards ---------------------------------------------------------------------------------------------------------


def sides(spec: Spec) -> Spec:
    """One value for side I and one for side II of an action card."""
    return array(spec, 2, 2)


BY_STRENGTH = array(whole(0, 10), 5, 5)
BOARDS = {
    "appeal_track": record(max=whole(1, 127), income=array(BYTE, 1, 128)),
    "conservation_track": record(
        max=whole(1, 63), white_number=array(whole(-500, 500), 1, 64), choice_at=whole(1, 63),
        tile_at=such_that(array(whole(1, 63), 2, 2), ascending, "the two spaces have to ascend"),
        discard_at=whole(1, 63), tile_money=BYTE,
    ),
    "reputation_track": record(
        start=whole(0, 15), max=whole(1, 15), max_without_cards_2=whole(1, 15), range=array(whole(0, 6), 1, 16),
        bonus=array(MAYBE_BONUS, 1, 16),
    ),
    "end": record(score=whole(1, 1000)),
    "display": record(slot_cost=array(whole(0, 50), 6, 6)),
    "break": record(start=by_players(lambda n: whole(1, 100), 2)),
    "actions": record(
        cards=record(draw=sides(BY_STRENGTH), discard=sides(BY_STRENGTH), snap_from=sides(whole(1, 20)),
                     break_steps=whole(0, 20)),
        build=record(money_per_space=whole(0, 30)),
        animals=record(max_animals=sides(array(whole(0, 5), 5, 5)), reputation_from=whole(1, 20)),
        sponsors=record(extra_level=sides(whole(0, 10)), money_per_strength=sides(whole(0, 10))),
    ),
    "association": record(
        task_value=record(**{task: whole(0, 20) for task in voc.TASKS}), task_reputation=whole(0, 15),
        partner_discount=whole(0, 30), max_partner_zoos=sides(whole(0, 4)),
        universities=array(
            record(id=text, reputation=whole(0, 15), science=whole(0, 5), hand_limit=whole(0, 30)), 3, 3),
        donations=record(two_players=array(BYTE, 1, 16), others=array(BYTE, 1, 16)),
    ),
    "bonus_tiles": array(record(id=text, type=choice(voc.BONUSES), n=whole(1, 50)), 4, 16),
    "buildings": record(kiosk_distance=whole(1, 12)),
    "setup": record(
        money=whole(0, 1000), deal_cards=whole(0, 10), keep_cards=whole(0, 10), deal_finals=whole(1, 2),
        workers=whole(1, 4), hand_limit=whole(0, 30), max_x_tokens=whole(0, 9),
        base_projects=by_players(lambda n: whole(0, 4)), projects_above=by_players(lambda n: whole(1, 4)),
        start_appeal=by_players(lambda n: array(whole(0, 100), n, n)),
    ),
    "abilities": record(**{name: whole(0, 100) for name in (
        "interactive_appeal", "constriction_penalty", "venom_payment", "pilfer_money", "sell_money", "pouch_appeal",
        "petting_appeal", "iconic_cap", "bear_cap", "tower_appeal", "outdoor_bonus", "harbor_money",
    )}),
    "solo": record(rounds=whole(1, 8), turns=array(whole(1, 20), 1, 8), appeal=array(whole(0, 100), 3, 3)),
}  # fmt: skip
RULING = such_that(
    record(
        ruling=text, default=text, choice=(maybe(text), None),
        choices=lambda value: {name: maybe(choice(voc.SWITCHES))(bit) for name, bit in table(value).items()},
    ),
    lambda ruling: ruling["default"] in ruling["choices"],
    "the default has to be one of the choices",
)  # fmt: skip

SECTIONS: dict[str, Spec] = {
    "animals": ANIMAL,
    "sponsors": SPONSOR,
    "projects": project(),
    "final_scoring": FINAL,
    "maps": MAP,
    "shapes": SHAPE,
    "rulings": RULING,
}


def check_record(section: str, key: str, value: Any, file: str = "") -> Any:
    """The full form of one record; raises ``CardDataError`` when a field is wrong."""
    spec = BOARDS[key] if section == "boards" else SECTIONS[section]
    try:
        return spec(value)
    except Wrong as wrong:
        raise CardDataError(file or section, key, ".".join(reversed(wrong.path)), str(wrong)) from None


def same_shape(cells, other) -> bool:
    """Whether two lists of cells have the same footprint up to shifts and rotations."""
    wanted = footprint([tuple(entry) for entry in other])
    return any(footprint(turned) == wanted for turned in rotations(tuple(tuple(entry) for entry in cells)))
