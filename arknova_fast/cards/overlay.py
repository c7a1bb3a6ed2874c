"""Overlays: small tables of changes to the data, from a dict or a TOML file.

An overlay repeats the structure of the data, down to what it changes::

    animals.401.cost = 15
    animals.A402.enabled = false
    setup.money = 30                     # the sections of the boards may be named directly
    rulings.determination = "optional"
    maps.3.bonuses = []                  # lists are replaced as a whole ...
    actions.cards.draw.1.4 = 5           # ... or by position, counted from 0
    shapes.pavilion.bonus = "none"       # TOML has no null
"""
from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from arknova_fast.cards import vocabulary as voc
from arknova_fast.cards.limits import check_whole
from arknova_fast.cards.loader import FILES
from arknova_fast.cards.schema import BOARDS, check_record
from arknova_fast.errors import CardDataError, cut, nearest, shown


def load_overlay_file(path: str | Path) -> dict:
    """The overlay of a TOML file, not checked against the data yet."""
    import tomllib

    try:
        with open(path, "rb") as file:
            return tomllib.load(file)
    except OSError as error:
        raise CardDataError(str(path), "", "", f"cannot be read: {error.strerror}") from None
    except ValueError as error:  # no UTF-8, no TOML, or an int of more digits than Python reads
        raise CardDataError(str(path), "", "", f"cannot be read as TOML: {error}") from None
    except RecursionError:
        raise CardDataError(str(path), "", "", "cannot be read as TOML: nested too deeply") from None


def card_key(section: str, key: Any) -> str:
    """The key of a card in the data: 401, "401" and "A401" are ``401``; 1, "001" and "F001" are ``001``."""
    found = re.fullmatch(rf"{voc.PREFIXES[section]}?([0-9]{{1,9}})", str(key), re.IGNORECASE)
    if not found:
        return str(key)
    return f"{int(found.group(1)):03}"


def record_key(section: str, key: Any, records: dict) -> str:
    name = card_key(section, key) if section in voc.PREFIXES else str(key)
    if name not in records:
        raise CardDataError(section, str(key), "", f"unknown record{nearest(name, records)}")
    return name


def plain(value: Any) -> Any:
    """A copy made of dicts with text keys, lists and single values."""
    if isinstance(value, dict):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [plain(entry) for entry in value]
    return value


def merge_list(old: list, new: dict, where: tuple[str, ...]) -> list:
    result = list(old)
    for key, entry in new.items():
        if not re.fullmatch("[0-9]{1,9}", str(key)) or int(key) > len(result):
            raise CardDataError(where[0], where[1], ".".join((*where[2:], str(key))),
                                f"expected a position from 0 to {len(result)} (the last one appends)")
        if int(key) == len(result):
            result.append(plain(entry))
        else:
            result[int(key)] = merge(result[int(key)], entry, (*where, str(key)))
    return result


def merge(old: Any, new: Any, where: tuple[str, ...]) -> Any:
    """``old`` with the changes of ``new``; neither is changed."""
    if isinstance(new, dict) and isinstance(old, list):
        return merge_list(old, new, where)
    if isinstance(new, dict) and isinstance(old, dict):
        # With another op, kind or type the other fields have another meaning.
        for field in ("op", "kind"):
            if field in new and old.get(field) != new[field]:
                return plain(new)
        result = dict(old)
        for key, entry in new.items():
            name = str(key)
            result[name] = merge(result[name], entry, (*where, name)) if name in result else plain(entry)
        return result
    return plain(new)


def by_section(overlay: Any) -> dict[str, dict]:
    """The overlay with the sections of the boards under ``boards``."""
    if not isinstance(overlay, dict):
        raise CardDataError("overlay", "", "", f"expected a table of sections, got {shown(overlay)}")
    found: dict[str, dict] = {}
    for section, body in overlay.items():
        if section == "note":
            continue
        if section not in FILES and section not in BOARDS:
            raise CardDataError(cut(str(section)), "", "", f"unknown section{nearest(section, [*FILES, *BOARDS])}")
        if section in BOARDS:
            found.setdefault("boards", {})[section] = body
        elif not isinstance(body, dict):
            raise CardDataError(section, "", "", f"expected a table of records, got {shown(body)}")
        else:
            found.setdefault(section, {}).update(body)
    return found


def changed_record(section: str, key: str, old: Any, change: Any) -> Any:
    if section == "rulings" and isinstance(change, str):
        change = {"choice": change}
    if not isinstance(change, dict) and not isinstance(old, list):
        raise CardDataError(section, key, "", f"expected a table of fields, got {shown(change)}")
    try:
        new = check_record(section, key, merge(old, change, (section, key)))
    except RecursionError:
        raise CardDataError(section, key, "", "nested too deeply, no field is") from None
    if section == "rulings" and new["choice"] == new["default"]:
        new["choice"] = None
    return new


def apply_overlay(data: dict, overlay: dict) -> dict:
    """The data with the changes of an overlay.

    Parameters
    ----------
    data : dict
        Data as ``load_data`` gives it; it stays as it is, records that do not change are shared with the result.
    overlay : dict
        Section -> key -> changes. Cards may be named 401, "401" or "A401"; a section of the boards may stand at the
        top (``{"setup": {"money": 30}}``); a ruling is changed by naming its choice.

    Raises
    ------
    CardDataError
        For unknown names, with the nearest known one, and for values that do not fit.

    Examples
    --------
    >>> from arknova_fast.cards import apply_overlay, load_data
    >>> apply_overlay(load_data(), {"animals": {"A401": {"cost": 15}}})["animals"]["401"]["cost"]
    15
    """
    result = dict(data)
    for section, body in by_section(overlay).items():
        result[section] = dict(data[section])
        for name, change in body.items():
            key = record_key(section, name, data[section])
            result[section][key] = changed_record(section, key, result[section][key], change)
    check_whole(result)
    return result
