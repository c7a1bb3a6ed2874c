"""Hexes drawn with characters, in colour or plain.

Every hex is eight columns wide and five lines high and shares its sides with its neighbours::

     ____
    /1111\\      three texts of 4, 6 and 6 characters
   /222222\\
   \\333333/
    \\____/
"""
from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING

from arknova_fast.cards.geometry import CELL_INDEX, Cell

if TYPE_CHECKING:
    from rich.text import Text

COLUMNS, LINES = 9 * 6 + 2, 13 * 2 + 3
# Characters of each side, as (line, column) from the upper left corner of the hex, by the step to the neighbour.
SIDES: dict[Cell, tuple[str, tuple[tuple[int, int], ...]]] = {
    (0, -2): ("_", ((0, 2), (0, 3), (0, 4), (0, 5))),
    (0, 2): ("_", ((4, 2), (4, 3), (4, 4), (4, 5))),
    (-1, -1): ("/", ((1, 1), (2, 0))),
    (1, -1): ("\\", ((1, 6), (2, 7))),
    (-1, 1): ("\\", ((3, 0), (4, 1))),
    (1, 1): ("/", ((3, 7), (4, 6))),
}
ROWS = ((1, 2, 4), (2, 1, 6), (3, 1, 6))


class Canvas:
    """Characters with a style each."""

    def __init__(self) -> None:
        self.characters = [[" "] * COLUMNS for _ in range(LINES)]
        self.styles = [[""] * COLUMNS for _ in range(LINES)]

    def put(self, line: int, column: int, text: str, style: str = "") -> None:
        for i, character in enumerate(text):
            self.characters[line][column + i] = character
            self.styles[line][column + i] = style

    def hex(self, cell: Cell, texts: tuple[str, str, str], style: str = "", edge: str = "",
            joined: Iterable[Cell] = (), fill: str = " ") -> None:
        """Draw a hex.

        Parameters
        ----------
        cell : (int, int)
        texts : three str
            Lines inside, of 4, 6 and 6 characters.
        style, edge : str
            Styles (of rich) of the inside and of the sides.
        joined : iterable of (int, int)
            Steps to neighbours without a side between; the side is filled instead.
        fill : str
            Character for those.
        """
        top, left = 2 * cell[1], 6 * cell[0]
        for (line, column, width), text in zip(ROWS, texts, strict=True):
            self.put(top + line, left + column, text[:width].center(width), style)
        joined = set(joined)
        for step, (character, places) in SIDES.items():
            if step == (0, -2) and (cell[0], cell[1] - 2) in CELL_INDEX:
                continue  # drawn as the lower side of the hex above
            for line, column in places:
                if step in joined:
                    self.put(top + line, left + column, fill, style)
                else:
                    # The lower side lies in the last line of the hex, so it has the colours of the inside.
                    self.put(top + line, left + column, character, style if step == (0, 2) else edge)

    def lines(self) -> list[str]:
        """The drawing without colours."""
        return ["".join(line).rstrip() for line in self.characters]

    def rich(self) -> Text:
        """The drawing for a rich console."""
        from rich.text import Text

        text = Text()
        for characters, styles in zip(self.characters, self.styles, strict=True):
            for style, run in groupby(zip(characters, styles, strict=True), key=lambda pair: pair[1]):
                text.append("".join(character for character, _ in run), style)
            text.append("\n")
        return text
