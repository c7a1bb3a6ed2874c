"""What the pages share: settings, and the parts of figures that tables show."""
from __future__ import annotations

from typing import Any

from arknova_fast.analysis.stats import FEW_UNITS
from arknova_fast.errors import counted
from arknova_fast.report.document import format_value

EDGE = 12  # rows of the tables of the best and the worst
FLAG = "yes"


def settings_of(result: dict[str, Any]) -> dict[str, Any]:
    """The settings of a result, with everything that identifies the run."""
    found = {"schema": result["schema"], "package version": result["package_version"], "ruleset": result["ruleset"],
             "seed": result["seed"]}
    found |= result["settings"]
    found |= {f"policy {name}": text for name, text in result.get("policies", {}).items()}
    return found | {name: value for name, value in result.get("timing", {}).items()}


def policies_of(result: dict[str, Any]) -> str:
    """The policies of the seats, each once."""
    return ", ".join(dict.fromkeys(result["settings"]["policies"]))


def value_of(entry: dict[str, Any] | None) -> float | None:
    return None if entry is None else entry["value"]


def interval_of(entry: dict[str, Any] | None) -> list[float] | None:
    return None if entry is None else entry["interval_95"]


def shrunk_of(entry: dict[str, Any] | None) -> float | None:
    return None if entry is None or "shrunk" not in entry else entry["shrunk"]["value"]


def flag_of(entry: dict[str, Any] | None) -> str:
    return FLAG if entry is not None and entry["flagged"] else ""


def q_of(entry: dict[str, Any] | None) -> float | None:
    return None if entry is None else entry["q"]


def few_deals(deals: int) -> list[tuple[str, str]]:
    """The line of a headline that says when a result rests on too few deals, none otherwise."""
    if not 0 < deals < FEW_UNITS:
        return []
    return [("caution", f"{counted(deals, 'deal')} only; below {FEW_UNITS} intervals and tests are rough, play more")]


def games_text(count: int, unfinished: int, word: str = "") -> str:
    """A number of games, with its word if there is one to say, and the unfinished ones."""
    text = counted(count, word) if word else f"{count:,}"
    return text + (f" ({unfinished:,} unfinished, left out)" if unfinished else "")


def with_interval(entry: dict[str, Any] | None, kind: str, digits: int) -> str:
    """A figure and its interval in one line, for headlines."""
    if entry is None:
        return format_value(kind, None)
    low, high = (format_value(kind, end, digits) for end in entry["interval_95"])
    return f"{format_value(kind, entry['value'], digits)} ({low} to {high})"
