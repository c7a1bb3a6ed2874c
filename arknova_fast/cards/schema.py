"""The schema of the data files: what every field of cards, maps, shapes, boards and rulings may hold.

The specs are those of ``specs.py``, the effects of cards have theirs in ``effects.py``. Checks that look at several
records are in ``limits.py``.
"""
from __future__ import annotations

from typing import Any

from arknova_fast.cards import vocabulary as voc
from arknova_fast.cards.effects import ICON, effect_for, icon_set
from arknova_fast.cards.geometry import CELL_INDEX, connected
from arknova_fast.cards.specs import (
    Spec,
    Wrong,
    array,
    ascending,
    by_players,
    choice,
    counts,
    flag,
    maybe,
    record,
    such_that,
    table,
    text,
    variants,
    whole,
)
from arknova_fast.errors import CardDataError, shown

# --- small pieces ---------------------------------------------------------------------------------------------------

BYTE = whole(0, 255)
ENABLED = (flag, True)
EXPANSION = (choice(("base", "custom")), "base")


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
