"""A report as data: sections of paragraphs, tables and figures, to be written as HTML, Markdown, CSV or to a terminal.

Tables keep the raw values; every writer formats them by the kind of the column, so that all outputs say the same.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

DASH = "–"  # too little data for a figure

# The kinds of columns: text and flag are left-aligned, everything else is a number or a pair of numbers.
TEXT_KINDS = ("text", "flag")
KINDS = (*TEXT_KINDS, "int", "number", "signed", "percent", "points", "interval", "percent_interval")


def format_value(kind: str, value: Any, digits: int = 1) -> str:
    """A value as people read it; a dash for ``None``.

    Examples
    --------
    >>> format_value("percent", 0.5132), format_value("signed", 2.25, 2), format_value("interval", (1, 2.5))
    ('51.3 %', '+2.25', '1.0 to 2.5')
    """
    if value is None or (isinstance(value, (tuple, list)) and None in value):
        return DASH
    if kind == "int":
        return f"{value:,}"
    if kind == "number":
        return f"{value:,.{digits}f}"
    if kind == "signed":
        return f"{value:+,.{digits}f}"
    if kind == "percent":
        return f"{100 * value:.{digits}f} %"
    if kind == "points":  # a difference of shares, in percentage points
        return f"{100 * value:+.{digits}f}"
    if kind == "interval":
        return " to ".join(f"{end:,.{digits}f}" for end in value)
    if kind == "percent_interval":
        return " to ".join(f"{100 * end:.{digits}f}" for end in value) + " %"
    return str(value)


@dataclass(frozen=True)
class Column:
    """A column: its heading, one of ``KINDS``, the digits after the point, what it means (a tooltip).

    ``narrow`` columns are also printed on a terminal.
    """

    title: str
    kind: str = "text"
    digits: int = 1
    help: str = ""
    narrow: bool = True

    def format(self, value: Any) -> str:
        return format_value(self.kind, value, self.digits)

    @property
    def is_text(self) -> bool:
        return self.kind in TEXT_KINDS


@dataclass(frozen=True)
class Table:
    """Raw rows under columns; ``terminal`` tells whether it is also printed on a terminal."""

    name: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Any]]
    note: str = ""
    terminal: bool = True


@dataclass(frozen=True)
class Figure:
    """A plot as inline SVG, with the sentence that says what it shows."""

    name: str
    title: str
    svg: str
    caption: str = ""


@dataclass(frozen=True)
class Section:
    title: str
    paragraphs: Sequence[str] = ()
    items: Sequence[Table | Figure] = ()


@dataclass(frozen=True)
class Document:
    """A whole report.

    Parameters
    ----------
    title : str
    headline : sequence of (str, str)
        The figures a reader looks for first.
    sections : sequence of Section
    settings : dict
        Everything that is needed to make the result again.
    command : str
        The command line that makes the result again.
    """

    title: str
    headline: Sequence[tuple[str, str]]
    sections: Sequence[Section]
    settings: dict[str, Any] = field(default_factory=dict)
    command: str = ""

    def tables(self) -> Iterator[Table]:
        for section in self.sections:
            yield from (item for item in section.items if isinstance(item, Table))

    def figures(self) -> Iterator[Figure]:
        for section in self.sections:
            yield from (item for item in section.items if isinstance(item, Figure))


def flat_settings(settings: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Nested settings as ``(dotted name, text)``."""
    for name, value in settings.items():
        if isinstance(value, dict) and value:
            yield from flat_settings(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", ", ".join(map(str, value)) if isinstance(value, list) else str(value)
