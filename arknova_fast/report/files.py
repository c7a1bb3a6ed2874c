"""Reports as files; each appears complete or not at all."""
from __future__ import annotations

import json
import os
from typing import Any

from arknova_fast.report.document import Document
from arknova_fast.report.html import page
from arknova_fast.report.markdown import csv_text, markdown
from arknova_fast.textfile import write_text


def result_text(result: dict[str, Any]) -> str:
    """A result as JSON with one line for each entry and each record of a list: short, and readable in a diff."""

    def line(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))

    parts = []
    for name, value in result.items():
        records = isinstance(value, list) and value and all(isinstance(entry, dict) for entry in value)
        text = "[\n  " + ",\n  ".join(map(line, value)) + "\n ]" if records else line(value)
        parts.append(f" {line(name)}: {text}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def write_tables(folder: str, document: Document) -> list[str]:
    """Every table of a report as a CSV file of its own; returns the paths."""
    paths = []
    for table in document.tables():
        paths.append(os.path.join(folder, f"{table.name}.csv"))
        write_text(paths[-1], csv_text(table))
    return paths


def write_folder(folder: str, result: dict[str, Any], document: Document) -> None:
    """``result.json``, ``report.html``, ``report.md`` and ``tables/*.csv`` of a result; the folder exists."""
    write_text(os.path.join(folder, "result.json"), result_text(result))
    write_text(os.path.join(folder, "report.html"), page(document))
    write_text(os.path.join(folder, "report.md"), markdown(document))
    write_tables(os.path.join(folder, "tables"), document)
