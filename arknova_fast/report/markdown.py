"""A report as Markdown (tables in the GitHub form) and as CSV; plots are left to the HTML file."""
from __future__ import annotations

import csv
import io
from typing import Any

from arknova_fast.report.document import Document, Section, Table, flat_settings


def markdown(document: Document) -> str:
    """The whole report; figures are named, not drawn."""
    parts = [f"# {document.title}", "\n".join(f"* **{name}**: {value}" for name, value in document.headline)]
    parts += [section_text(section) for section in document.sections]
    parts.append("## Settings")
    if document.command:
        parts.append(f"The same result again:\n\n    {document.command}")
    parts.append(pipe_table(["setting", "value"], [True, True], [list(pair) for pair in
                                                                  flat_settings(document.settings)]))
    return "\n\n".join(part for part in parts if part) + "\n"


def section_text(section: Section) -> str:
    parts = [f"## {section.title}", *section.paragraphs]
    for item in section.items:
        if isinstance(item, Table):
            parts.append(f"### {item.title}")
            parts.append(pipe_table([column.title for column in item.columns],
                                    [column.is_text for column in item.columns],
                                    [[column.format(value) for column, value in zip(item.columns, row, strict=True)]
                                     for row in item.rows]))
            parts.append(item.note)
        elif item.caption:
            parts.append(f"*{item.title} (plot in the HTML file): {item.caption}*")
    return "\n\n".join(part for part in parts if part)


def pipe_table(heads: list[str], left: list[bool], rows: list[list[str]]) -> str:
    escaped = [[text.replace("|", "\\|").replace("\n", " ") for text in row] for row in [heads, *rows]]
    rule = [":--" if is_left else "--:" for is_left in left]
    return "\n".join("| " + " | ".join(row) + " |" for row in [escaped[0], rule, *escaped[1:]])


def csv_text(table: Table) -> str:
    """Raw values under plain headings; an interval becomes two columns, a missing value an empty field."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    heads: list[str] = []
    for column in table.columns:
        name = column.title.lower().replace(" %", "").strip().replace(" ", "_")
        heads += [f"{name}_low", f"{name}_high"] if column.kind.endswith("interval") else [name]
    writer.writerow(heads)
    for row in table.rows:
        cells: list[Any] = []
        for column, value in zip(table.columns, row, strict=True):
            if column.kind.endswith("interval"):
                cells += ["", ""] if value is None else list(value)
            else:
                cells.append("" if value is None else value)
        writer.writerow(cells)
    return out.getvalue()
