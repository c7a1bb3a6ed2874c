"""Zoo maps and zoos as SVG: self-contained, readable on light and dark pages."""
from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import Any
from xml.sax.saxutils import escape

from arknova_fast.cards.geometry import CELLS, STEPS, Cell
from arknova_fast.report.hexmap import ABILITIES, SHORT, bonus_text, title
from arknova_fast.report.zoo import Building, Zoo, zoo_title

SIZE = 34.0  # length of a side of a hex
HALF = SIZE * sqrt(3) / 2
MARGIN, HEAD = 16.0, 40.0
WIDTH = 2 * MARGIN + SIZE * (1.5 * 8 + 2)
# Corners of a flat-top hex, clockwise from the right one; side i goes from corner i to corner i + 1.
CORNERS = ((SIZE, 0.0), (SIZE / 2, HALF), (-SIZE / 2, HALF), (-SIZE, 0.0), (-SIZE / 2, -HALF), (SIZE / 2, -HALF))
SIDE_STEPS: tuple[Cell, ...] = ((1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1))
assert set(SIDE_STEPS) == set(STEPS)

STYLE = """
svg { font-family: system-ui, "Segoe UI", Helvetica, Arial, sans-serif; }
.page { fill: #ffffff; } .ink { fill: #1f2328; } .soft { fill: #57606a; }
.land { fill: #dcebc6; } .bonus { fill: #c5e2a0; } .build2 { fill: #efe3b0; } .rock { fill: #a8a29a; }
.water { fill: #8ec5e8; } .start { fill: #d9c3a0; } .cell { stroke: #7d8a6b; stroke-width: 1; }
.kiosk { fill: #f7d154; } .pavilion { fill: #d6a8e0; } .special { fill: #f2a37c; } .unique { fill: #79b8d9; }
.empty { fill: #f6ead2; } .occupied { fill: #c9703a; }
.outline { stroke: #3b2a1a; stroke-width: 3; stroke-linejoin: round; }
.label { fill: #1f2328; } .on { fill: #ffffff; }
@media (prefers-color-scheme: dark) {
  .page { fill: #0d1117; } .ink { fill: #e6edf3; } .soft { fill: #9da7b3; }
  .land { fill: #5c7345; } .bonus { fill: #769450; } .build2 { fill: #85773c; } .rock { fill: #6b6660; }
  .water { fill: #2f6f9e; } .start { fill: #7d6a4a; } .cell { stroke: #2b331f; }
  .kiosk { fill: #c79f1e; } .pavilion { fill: #9465a3; } .special { fill: #b8633a; } .unique { fill: #3d7fa3; }
  .empty { fill: #b6a585; } .occupied { fill: #a34f1f; } .outline { stroke: #f0e6d8; }
  .cell-text { fill: #f0f3f6; }
}
""".strip()


def centre(cell: Cell) -> tuple[float, float]:
    """The middle of a space on the page."""
    return MARGIN + SIZE + 1.5 * SIZE * cell[0], HEAD + MARGIN + HALF * (cell[1] + 1)


def corner(cell: Cell, i: int) -> tuple[float, float]:
    x, y = centre(cell)
    dx, dy = CORNERS[i % 6]
    return round(x + dx, 1), round(y + dy, 1)


def number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def polygon(cell: Cell, kind: str) -> str:
    points = " ".join(f"{number(x)},{number(y)}" for x, y in (corner(cell, i) for i in range(6)))
    return f'<polygon class="{kind}" points="{points}"/>'


def text(x: float, y: float, words: str, size: float, kind: str = "ink", anchor: str = "middle",
         bold: bool = False) -> str:
    weight = ' font-weight="600"' if bold else ""
    return (f'<text class="{kind}" x="{number(x)}" y="{number(y)}" font-size="{number(size)}" text-anchor="{anchor}"'
            f"{weight}>{escape(words)}</text>")


def outline(cells: Iterable[Cell], kind: str) -> str:
    """Some spaces as one area: the sides that no two of them share, joined to closed lines."""
    inside = set(cells)
    ends = {}
    for x, y in sorted(inside):
        for i, (dx, dy) in enumerate(SIDE_STEPS):
            if (x + dx, y + dy) not in inside:
                ends[corner((x, y), i)] = corner((x, y), i + 1)
    path = []
    while ends:
        start = min(ends)
        line, at = [start], ends.pop(start)
        while at != start:
            line.append(at)
            at = ends.pop(at)
        path.append("M" + " L".join(f"{number(x)} {number(y)}" for x, y in line) + " Z")
    return f'<path class="outline {kind}" fill-rule="evenodd" d="{" ".join(path)}"/>'


def ground(zoo: dict[str, Any], cell: Cell) -> str:
    """The class of an uncovered space."""
    listed = list(cell)
    for name in ("rock", "water"):
        if listed in zoo[name]:
            return name
    if listed in zoo["build2"]:
        return "build2"
    return "bonus" if any(entry["cell"] == listed for entry in zoo["bonuses"]) else "land"


def cell_parts(zoo: dict[str, Any], cell: Cell) -> list[str]:
    """An uncovered space: its ground, bonus, marks and coordinates."""
    x, y = centre(cell)
    listed = list(cell)
    parts = [polygon(cell, f"cell {ground(zoo, cell)}")]
    marks = ["II"] if listed in zoo["build2"] else []
    marks += ["★"] if listed in zoo["ability"].get("cells", ()) else []
    if marks:
        parts.append(text(x, y - 0.42 * HALF, " ".join(marks), 11, "label cell-text", bold=True))
    bonus = next((entry for entry in zoo["bonuses"] if entry["cell"] == listed), None)
    if bonus:
        parts.append(text(x, y + 4, bonus_text(bonus, SHORT), 12, "label cell-text", bold=True))
    parts.append(text(x, y + 0.78 * HALF, f"{cell[0]},{cell[1]}", 8, "label cell-text"))
    return parts


def group_of(one: Building) -> str:
    if one.occupied is not None:
        return "occupied" if one.occupied else "empty"
    if one.capacity is not None:
        return "special"
    return one.kind if one.kind in ("kiosk", "pavilion") else "unique"


def label_lines(one: Building) -> list[str]:
    """At most three short lines."""
    if one.occupied is not None:
        return [f"Size {one.kind.removeprefix('enclosure_')}", "occupied" if one.occupied else "empty"]
    words = one.name.capitalize().split()
    lines = words if len(words) < 4 else [" ".join(words[:2]), " ".join(words[2:])]
    return lines + ([f"{one.used} / {one.capacity}"] if one.capacity is not None else [])


def building_parts(one: Building) -> list[str]:
    """A building: its spaces without lines between, one outline, its name and use."""
    group = group_of(one)
    middle = [sum(axis) / len(one.cells) for axis in zip(*map(centre, one.cells), strict=True)]
    # The label stands on the space nearest to the middle, so that it never leaves the building.
    x, y = min(map(centre, one.cells), key=lambda at: (at[0] - middle[0]) ** 2 + (at[1] - middle[1]) ** 2)
    lines = label_lines(one)
    kind = "label on" if group == "occupied" else "label"
    top = y + 4 - 6 * (len(lines) - 1)
    words = [text(x, top + 12 * i, line, 10.5, kind, bold=i == 0) for i, line in enumerate(lines)]
    return [outline(one.cells, group), *words]


def legend_line(y: float, entries: list[tuple[str, str]]) -> tuple[list[str], float]:
    """Coloured squares with words, in rows; returns the parts and the height used up to."""
    parts, x = [], MARGIN
    for kind, words in entries:
        width = 24 + 6.4 * len(words)
        if x + width > WIDTH - MARGIN and x > MARGIN:
            x, y = MARGIN, y + 20
        parts.append(f'<rect class="cell {kind}" x="{number(x)}" y="{number(y - 11)}" width="14" height="14" rx="3"/>')
        parts.append(text(x + 19, y, words, 12, "ink", "start"))
        x += width + 8
    return parts, y + 20


def wrapped(words: str, width: int = 74) -> list[str]:
    from textwrap import wrap

    return wrap(words, width)


def printed_lines(zoo: dict[str, Any]) -> list[str]:
    """What is printed around a map, in lines."""
    def row(bonuses: list) -> str:
        return ", ".join(bonus_text(bonus) for bonus in bonuses)

    left = ", ".join(f"{bonus_text(bonus)}{' (income)' if bonus.get('income') else ''}" for bonus in zoo["left"])
    texts = [f"Ability: {ABILITIES[zoo['ability']['kind']]}", f"Left edge: {left}",
             f"Partner zoos: {row(zoo['partner_zoos'])}", f"Universities: {row(zoo['universities'])}",
             f"Workers: {row(zoo['workers'])}", f"All spaces covered: {bonus_text(zoo['cover'])}"]
    return [line for words in texts for line in wrapped(words)]


def page(name: str, body: list[str], entries: list[tuple[str, str]], notes: list[str]) -> str:
    """The whole file: title, drawing, legend, notes."""
    bottom = HEAD + MARGIN + 14 * HALF + 24
    legend, y = legend_line(bottom, entries)
    legend += [text(MARGIN, y + 17 * i, line, 12, "soft", "start") for i, line in enumerate(notes)]
    height = y + 17 * len(notes) + MARGIN - 8
    size = f"{number(WIDTH)} {number(height)}"
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" width="{number(WIDTH)}" '
        f'height="{number(height)}" role="img" aria-label="{escape(name, {chr(34): "&quot;"})}">',
        f"<title>{escape(name)}</title>", f"<style>{STYLE}</style>",
        f'<rect class="page" width="{number(WIDTH)}" height="{number(height)}" rx="8"/>',
        text(MARGIN, 30, name, 18, "ink", "start", bold=True), *body, *legend, "</svg>", "",
    ])  # fmt: skip


GROUND = [("rock", "rock"), ("water", "water"), ("build2", "II: needs Build II"), ("bonus", "placement bonus")]


def map_page(code: str, zoo: dict[str, Any]) -> str:
    """A map with terrain, bonuses, start buildings and everything printed around it."""
    body = [part for cell in CELLS for part in cell_parts(zoo, cell)]
    for entry in zoo["start"]:
        cells = [(x, y) for x, y in entry["cells"]]
        one = Building(entry["building"], tuple(sorted(cells)))
        body.append(outline(cells, "start"))
        x, y = centre(one.cells[0])
        body.append(text(x, y + 4, one.name.replace("enclosure", "size"), 10.5, "label cell-text", bold=True))
    entries = GROUND + ([("start", "start building")] if zoo["start"] else [])
    stars = ["★ space of the map ability"] if zoo["ability"].get("cells") else []
    return page(title(code, zoo), body, entries, stars + printed_lines(zoo))


def zoo_page(zoo: Zoo) -> str:
    """A map with the buildings of a player."""
    covered = {cell for one in zoo.buildings for cell in one.cells}
    body = [part for cell in CELLS if cell not in covered for part in cell_parts(zoo.record, cell)]
    body += [part for one in zoo.buildings for part in building_parts(one)]
    entries = [*GROUND, ("empty", "enclosure, empty"), ("occupied", "enclosure, occupied"), ("kiosk", "kiosk"),
               ("pavilion", "pavilion"), ("special", "special enclosure, animal spaces used"),
               ("unique", "unique building")]
    return page(zoo_title(zoo), body, entries, [])
