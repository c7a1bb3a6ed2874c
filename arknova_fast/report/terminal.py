"""A report on a terminal: the headline and the tables that are short enough."""
from __future__ import annotations

from typing import TYPE_CHECKING

from arknova_fast.errors import visible
from arknova_fast.report.document import Document, Table
from arknova_fast.report.tables import make_table, put

if TYPE_CHECKING:
    from rich.console import Console


def print_document(document: Document, out: Console) -> None:
    """Print the headline and all tables that are not left to the files (``Table.terminal``)."""
    out.print(visible(document.title), style="bold", markup=False)
    width = max((len(name) for name, _ in document.headline), default=0)
    for name, value in document.headline:
        out.print(visible(f"{name:<{width}}  {value}"), markup=False)
    out.print()
    for table in document.tables():
        if table.terminal:
            print_table(table, out)
    if document.command:
        out.print(visible(f"again: {document.command}"), markup=False, soft_wrap=True)


def print_table(table: Table, out: Console) -> None:
    """Print the narrow columns of a table."""
    kept = [i for i, column in enumerate(table.columns) if column.narrow]
    columns = [table.columns[i] for i in kept]
    left = next((i for i, column in enumerate(columns) if not column.is_text), len(columns))
    shown = make_table(table.title, *(column.title for column in columns), left=left)
    for row in table.rows:
        shown.add_row(*(visible(column.format(row[i])) for i, column in zip(kept, columns, strict=True)))
    put(out, shown)
    if table.note:
        out.print(table.note, markup=False)
        out.print()
