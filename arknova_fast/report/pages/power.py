"""The report of ``arknova power``."""
from __future__ import annotations

from typing import Any

from arknova_fast.report.document import Column, Document, Section, Table


def power_document(result: dict[str, Any]) -> Document:
    """The report of a result of ``arknova power``."""
    settings = result["settings"]
    headline = [("players", f"{settings['players']}"),
                ("compared", "a difference of two arms" if settings["arms"] == 2 else "a mean with a fixed value"),
                ("confidence", f"{settings['level']:g}"), ("power", f"{settings['power']:g}")]
    table = needed_table(result["needed"]) if "needed" in result else bought_table(result["bought"])
    return Document("Precision", headline, [Section("Precision", [], [table])], settings)


def needed_table(rows: list[dict[str, Any]]) -> Table:
    columns = [Column("wish"), Column("value", "number", 4), Column("sd of a game", "number", 3),
               Column("games of each arm", "int")]
    return Table("power", "Games needed", columns, [list(row.values()) for row in rows])


def bought_table(rows: list[dict[str, Any]]) -> Table:
    columns = [Column("quantity"), Column("games of each arm", "int"), Column("half-width", "number", 4),
               Column("found", "number", 4, "the difference that is found with the stated power")]
    note = "Win shares are between 0 and 1: 0.01 is one percentage point."
    return Table("power", "What games buy", columns, [list(row.values()) for row in rows], note)
