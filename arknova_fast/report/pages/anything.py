"""A plain report of any other JSON result: its numbers, and each list of records as a table."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arknova_fast.report.document import Column, Document, Section, Table, flat_settings

ASIDE = ("settings", "command", "schema")


def any_document(result: dict[str, Any]) -> Document:
    """Headline: the plain values at the top; a table for every list of records, wherever it stands."""
    title = result["schema"].removeprefix("arknova-fast/").rpartition("/")[0].replace("-", " ").capitalize()
    headline = [(name, f"{value:,.6g}" if isinstance(value, float) else str(value)) for name, value in result.items()
                if name not in ASIDE and isinstance(value, (str, int, float))]
    rows = [[name, value] for name, value in flat_settings(
        {name: value for name, value in result.items() if name not in ASIDE and isinstance(value, dict)})
        if not value.startswith(("[{", "{"))]
    items = [Table("values", "Values", [Column("name"), Column("value")], rows)] if rows else []
    items += [record_table(name, records) for name, records in record_lists(result)]
    return Document(title, headline, [Section("Result", [], items)], result.get("settings", {}),
                    result.get("command", ""))


def record_lists(value: Any, name: str = "") -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Every list of dicts with its dotted place."""
    if isinstance(value, dict):
        for key, entry in value.items():
            if key not in ASIDE:
                yield from record_lists(entry, f"{name}.{key}" if name else str(key))
    elif isinstance(value, list) and value and all(isinstance(entry, dict) for entry in value):
        yield name, value


def record_table(name: str, records: list[dict[str, Any]]) -> Table:
    """Records as rows; nested values become columns of their own with dotted names."""
    flat = [dict(leaves(record)) for record in records]
    names = list(dict.fromkeys(key for record in flat for key in record))
    columns = []
    for key in names:
        values = [record.get(key) for record in flat]
        columns.append(Column(key, *column_kind(values)))
    return Table(name.replace(".", "_"), name, columns, [[record.get(key) for key in names] for record in flat])


def leaves(record: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in record.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{prefix}{key}.")
        elif isinstance(value, list) and not (len(value) == 2 and all(map(is_number, value))):
            yield f"{prefix}{key}", " ".join(map(str, value))
        else:
            yield f"{prefix}{key}", value


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def column_kind(values: list[Any]) -> tuple[str, int]:
    known = [value for value in values if value is not None]
    if known and all(isinstance(value, list) for value in known):
        return "interval", 4
    if known and all(isinstance(value, int) and not isinstance(value, bool) for value in known):
        return "int", 0
    return ("number", 4) if known and all(map(is_number, known)) else ("text", 0)
