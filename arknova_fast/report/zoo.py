"""The zoo of a player: its buildings, and the map with them drawn with characters."""
from __future__ import annotations

from typing import Any, NamedTuple

from arknova_fast.arguments import names_of
from arknova_fast.cards.geometry import CELLS, STEPS, Cell, cells_of
from arknova_fast.errors import UsageError
from arknova_fast.report.hexcanvas import Canvas
from arknova_fast.report.hexmap import cell_lines, cell_style
from arknova_fast.seen import UNKNOWN

SINGLE_FIELDS = (("kiosk", "kiosk"), ("pavilion", "pavilion"), ("enclosure_1", "enclosure1"))
SPECIAL = ("petting_zoo", "reptile_house", "large_bird_aviary")
# At most six characters, to stand inside a hex.
SHORT_KINDS = {"kiosk": "kiosk", "pavilion": "pavil.", "petting_zoo": "pettng", "reptile_house": "reptil",
               "large_bird_aviary": "aviary"}
STYLES = {"kiosk": "black on light_goldenrod1", "pavilion": "black on plum2", "petting_zoo": "black on light_salmon1",
          "reptile_house": "black on light_salmon1", "large_bird_aviary": "black on light_salmon1"}
EMPTY_STYLE, OCCUPIED_STYLE = "black on wheat1", "bright_white on dark_orange3"
UNIQUE_STYLE = "black on light_sky_blue1"


class Building(NamedTuple):
    """A building on a map.

    Attributes
    ----------
    kind : str
        Name as in the data.
    cells : tuple of (int, int)
        In ascending order; the first one is where action texts name it.
    occupied : bool or None
        Of a standard enclosure; None for other buildings.
    used, capacity : int or None
        Animal spaces of a special enclosure.
    """

    kind: str
    cells: tuple[Cell, ...]
    occupied: bool | None = None
    used: int | None = None
    capacity: int | None = None

    @property
    def name(self) -> str:
        return self.kind.replace("_", " ")

    @property
    def state(self) -> str:
        """``occupied``, ``empty``, ``2 of 3 used`` or nothing."""
        if self.capacity is not None:
            return f"{self.used} of {self.capacity} used"
        return "" if self.occupied is None else "occupied" if self.occupied else "empty"


class Zoo(NamedTuple):
    """The map of a player with its buildings, those of a single space first."""

    code: str
    record: dict[str, Any]
    buildings: list[Building]
    seat: int


def building(ruleset: Any, player: Any, kind: str, cells: tuple[Cell, ...], mask: int) -> Building:
    shape = ruleset.data["shapes"][kind]
    if shape["category"] == "standard_enclosure":
        return Building(kind, cells, bool(int(player["occupied"]) & mask))
    if kind in SPECIAL:
        return Building(kind, cells, None, int(player["special_used"][SPECIAL.index(kind)]), shape["capacity"])
    return Building(kind, cells)


def zoo_of(ruleset: Any, view: Any, seat: int) -> Zoo:
    """The zoo of a seat of a state (``game.view()`` or ``observation.view()``).

    Raises
    ------
    UsageError
        If there is no such seat, or its map is not chosen yet.
    """
    from arknova_fast.cards.geometry import mask_of

    players = int(view["n_players"])
    if not 0 <= seat < players:
        raise UsageError(f"there is no seat {seat}, the seats go from 0 to {players - 1}")
    player = view["player"][seat]
    if int(player["map"]) == UNKNOWN:
        raise UsageError(f"the map of seat {seat} is not known yet")
    found = [
        building(ruleset, player, kind, (cell,), mask_of([cell]))
        for kind, field in SINGLE_FIELDS for cell in cells_of(int(player[field]))
    ]  # fmt: skip
    names = names_of(ruleset)
    for pid in player["multi"][: int(player["n_multi"])]:
        kind, cells, _ = ruleset.placement(int(pid))
        found.append(building(ruleset, player, names.kinds[kind], tuple(cells), mask_of(cells)))
    code = ruleset.map_code(int(player["map"]))
    return Zoo(code, ruleset.data["maps"][code], found, seat)


def style_of(one: Building) -> str:
    if one.occupied is not None:
        return OCCUPIED_STYLE if one.occupied else EMPTY_STYLE
    return STYLES.get(one.kind, UNIQUE_STYLE)


def label_of(one: Building) -> str:
    if one.occupied is not None:
        return one.kind.replace("enclosure_", "encl.")
    return SHORT_KINDS.get(one.kind, one.kind.split("_")[0][:6])


def mark_of(one: Building) -> str:
    if one.capacity is not None:
        return f"{one.used}/{one.capacity}"
    return {None: "", True: "full", False: "empty"}[one.occupied]


def zoo_canvas(zoo: Zoo) -> Canvas:
    """The map with the buildings on it, each within one outline; occupied enclosures are filled with ``#``."""
    canvas = Canvas()
    covered = {cell for one in zoo.buildings for cell in one.cells}
    for cell in CELLS:
        if cell not in covered:
            canvas.hex(cell, cell_lines(zoo.record | {"start": []}, cell), cell_style(zoo.record, cell), "bright_black")
    for one in zoo.buildings:
        fill = "#" if one.occupied else " "
        for cell in one.cells:
            first = cell == one.cells[0]
            texts = (fill * 4, label_of(one).center(6) if first else fill * 6,
                     mark_of(one).center(6) if first else fill * 6)
            joined = [step for step in STEPS if (cell[0] + step[0], cell[1] + step[1]) in one.cells]
            canvas.hex(cell, texts, style_of(one), "bold", joined, fill)
    return canvas


def building_lines(zoo: Zoo) -> list[str]:
    """The buildings in words, equal single ones on one line."""
    lines: dict[str, list[str]] = {}
    for one in zoo.buildings:
        state = f" ({one.state})" if one.state else ""
        lines.setdefault(f"{one.name}{state}", []).append("@{},{}".format(*one.cells[0]))
    return [f"  {f'{len(cells)} x ' if len(cells) > 1 else ''}{name} {' '.join(cells)}"
            for name, cells in lines.items()]


def zoo_title(zoo: Zoo) -> str:
    return f"Zoo of player {zoo.seat} on map {zoo.code}: {zoo.record['name']}"


LEGEND = ("full / # occupied   empty   2/3 animal spaces used   ^ rock   ~ water   II needs Build II   "
          "x,y free space   b border space")


def zoo_notes(zoo: Zoo) -> list[str]:
    """The legend and the list of buildings below a drawing."""
    return [LEGEND, *(building_lines(zoo) or ["  no buildings"])]


def zoo_lines(zoo: Zoo) -> list[str]:
    """The drawing without colours and what stands below it."""
    return [zoo_title(zoo), "", *zoo_canvas(zoo).lines(), "", *zoo_notes(zoo)]
