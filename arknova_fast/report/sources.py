"""From a path to a report: run directories, folders and JSON files that the commands wrote."""
from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

from arknova_fast.errors import StateDataError, shown
from arknova_fast.report.document import Document

# Schema of a result without its version -> (module, function) that makes the report of it.
PAGES = {
    "arknova-fast/balance-maps": ("arknova_fast.report.pages.maps", "maps_document"),
    "arknova-fast/balance-cards": ("arknova_fast.report.pages.cards", "cards_document"),
    "arknova-fast/balance-seats": ("arknova_fast.report.pages.balance", "seats_document"),
    "arknova-fast/balance-actions": ("arknova_fast.report.pages.balance", "actions_document"),
    "arknova-fast/balance-rules": ("arknova_fast.report.pages.balance", "rules_document"),
    "arknova-fast/power": ("arknova_fast.report.pages.power", "power_document"),
    "arknova-fast/match": ("arknova_fast.report.pages.match", "match_document"),
    "arknova-fast/tournament": ("arknova_fast.report.pages.match", "tournament_document"),
}
VERSION = "1"


def document_of(path: str) -> Document:
    """The report of a run directory, of a folder written by ``--out``, or of a JSON result.

    Raises
    ------
    StateDataError
        If there is no such thing, or it is damaged.
    """
    if not path:
        raise StateDataError("the name of the source is empty; name a run directory, or a file written with --json")
    place = Path(path)
    if place.is_dir():
        if (place / "result.json").is_file():
            return result_document(place / "result.json")
        from arknova_fast.io.rundir import load
        from arknova_fast.report.pages.run import run_document

        return run_document(load(place))
    return result_document(place)


def result_document(path: Path) -> Document:
    """The report of a JSON result; results without a page of their own are shown as plain tables."""
    result = read_result(path)
    name, _, version = result["schema"].rpartition("/")
    if name in PAGES:
        if version != VERSION:
            raise StateDataError(f"{str(path)!r} has the schema {shown(result['schema'])}, this version reads "
                                 f"{name}/{VERSION}; update the program")
        module, function = PAGES[name]
    else:
        module, function = "arknova_fast.report.pages.anything", "any_document"
    try:
        return getattr(import_module(module), function)(result)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise StateDataError(f"{str(path)!r} is no complete result of the schema {shown(result['schema'])} "
                             f"({type(error).__name__}: {error}); write it again with --json") from None


def read_result(path: Path) -> dict[str, Any]:
    """A JSON object with a schema of this program."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        raise StateDataError(f"cannot read {str(path)!r}: {reason}; name a run directory, or a file written with "
                             "--json") from None
    try:
        result = json.loads(text)
    except (ValueError, RecursionError):
        raise StateDataError(f"{str(path)!r} is no JSON; name a run directory, or a file written with --json") from None
    schema = result.get("schema") if isinstance(result, dict) else None
    if not isinstance(schema, str) or not schema.startswith("arknova-fast/"):
        raise StateDataError(f"{str(path)!r} is no result of this program (its schema is {shown(schema)}); name a run "
                             "directory, or a file written with --json")
    return result
