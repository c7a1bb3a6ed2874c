"""A zoo map drawn with characters.

In each hex::

     ____
    /ter.\\      terrain: rock, water, or blank; II where Build II is needed; * a cell of the map ability
   / bonus \\    placement bonus or start building
   \\  x,y  /    coordinates as in the data
    \\____/
"""
from __future__ import annotations

from typing import Any

from arknova_fast.cards.geometry import BORDER, CELL_INDEX, CELLS, Cell
from arknova_fast.report.hexcanvas import Canvas

BONUS_NAMES = {
    "money": "{n} money", "appeal": "{n} appeal", "reputation": "{n} reputation", "conservation": "{n} conservation",
    "x_token": "{n} X-token", "card_in_range": "{n} card in range", "snap": "snap {n} card", "worker": "{n} worker",
    "enclosure_2": "free size-2 enclosure", "enclosure_3": "free size-3 enclosure", "kiosk": "free kiosk",
    "special_enclosure": "free reptile house or aviary", "upgrade": "upgrade an action card", "clever": "clever",
    "determination": "determination", "multiplier": "multiplier token", "partner_zoo": "partner zoo",
    "university": "university", "sponsor_from_hand_for_money": "sponsor from hand for money",
    "pouch": "pouch {n} card",
}  # fmt: skip
# At most six characters, to stand inside a hex.
SHORT = {
    "money": "${n}", "reputation": "rep+{n}", "x_token": "X+{n}", "card_in_range": "card", "snap": "snap",
    "worker": "worker", "enclosure_2": "encl.2", "enclosure_3": "encl.3", "kiosk": "kiosk",
    "special_enclosure": "specl",
    "upgrade": "upgr.", "clever": "clever", "determination": "determ", "multiplier": "multip", "partner_zoo": "p.zoo",
    "university": "univ.", "sponsor_from_hand_for_money": "spons", "pouch": "pouch", "appeal": "app+{n}",
    "conservation": "cons+{n}",
}  # fmt: skip
ABILITIES = {
    "none": "no ability",
    "observation_tower": "2 appeal each time a standard enclosure next to the tower is occupied",
    "outdoor_area": "standard enclosures next to the area count as 2 larger",
    "harbor": "once connected: once in each own turn sell a hand card for 3 money",
    "restaurant": "income: 1 money for each covered space next to the restaurant",
    "institute": "once connected: each animal may ignore one condition",
    "parlors": "once all three spaces are covered: each kiosk pays 1 money more",
    "hollywood": "each space finds a sponsor in the deck; once all three are covered sponsors are 1 level cheaper",
}


def bonus_text(bonus: dict[str, Any] | None, names: dict[str, str] = BONUS_NAMES) -> str:
    """A printed bonus in words, a dash when there is none."""
    return names[bonus["type"]].format(n=bonus["n"]) if bonus else "-"


def cell_lines(zoo: dict[str, Any], cell: Cell) -> tuple[str, str, str]:
    """The three texts inside a hex."""
    listed = list(cell)
    rock, water = listed in zoo["rock"], listed in zoo["water"]
    marks = "II" if listed in zoo["build2"] else ""
    marks += "*" if listed in zoo["ability"].get("cells", ()) else ""
    fill = "^" if rock else "~" if water else " "
    bonus = next((entry for entry in zoo["bonuses"] if entry["cell"] == listed), None)
    start = next((entry["building"] for entry in zoo["start"] if listed in entry["cells"]), "")
    middle = start.replace("enclosure_", "encl.") or (bonus_text(bonus, SHORT) if bonus else "")
    edge = "b" if BORDER >> CELL_INDEX[cell] & 1 else ""
    return marks.center(4, fill), middle.center(6, fill), f"{cell[0]},{cell[1]}{edge}".center(6, fill)


def cell_style(zoo: dict[str, Any], cell: Cell) -> str:
    """Colours of an uncovered space."""
    listed = list(cell)
    if listed in zoo["rock"]:
        return "bright_white on grey42"
    if listed in zoo["water"]:
        return "bright_white on dodger_blue3"
    if any(listed in entry["cells"] for entry in zoo["start"]):
        return "black on tan"
    if listed in zoo["build2"]:
        return "black on dark_sea_green3"
    bonus = any(entry["cell"] == listed for entry in zoo["bonuses"])
    return "black on pale_green3" if bonus else "black on dark_sea_green2"


def map_canvas(zoo: dict[str, Any]) -> Canvas:
    """The drawing of a map record of the data."""
    canvas = Canvas()
    for cell in CELLS:
        canvas.hex(cell, cell_lines(zoo, cell), cell_style(zoo, cell), "bright_black")
    return canvas


def draw(zoo: dict[str, Any]) -> list[str]:
    """The lines of the drawing, without colours."""
    return map_canvas(zoo).lines()


def title(code: str, zoo: dict[str, Any]) -> str:
    return f"Map {code}: {zoo['name']} ({zoo['group']})"


def describe(code: str, zoo: dict[str, Any]) -> list[str]:
    """The drawing of a map with everything printed around it."""
    return [title(code, zoo), "", *draw(zoo), "", *printed(zoo)]


def printed(zoo: dict[str, Any]) -> list[str]:
    """The legend of the drawing and what is printed around the map."""
    ability = zoo["ability"]
    cells = " ".join(f"({x},{y})" for x, y in ability.get("cells", ()))
    lines = ["^ rock   ~ water   II needs Build II   * cell of the ability   x,y coordinates   b border space", "",
              f"ability       {ABILITIES[ability['kind']]}{f', cells {cells}' if cells else ''}",
              "left edge     (a token taken for a conservation project uncovers one; + again in every break)"]
    lines += [f"  {i}           {bonus_text(bonus)}{' +' if bonus.get('income') else ''}"
              for i, bonus in enumerate(zoo["left"])]
    for name, label in (("partner_zoos", "partner zoos"), ("universities", "universities"), ("workers", "workers")):
        lines.append(f"{label:<13} {', '.join(bonus_text(bonus) for bonus in zoo[name])}")
    lines.append(f"all covered   {bonus_text(zoo['cover'])}")
    if zoo["bonuses"]:
        lines.append("placement     " + ", ".join(f"({b['cell'][0]},{b['cell'][1]}) {bonus_text(b)}"
                                                   for b in zoo["bonuses"]))
    return lines
