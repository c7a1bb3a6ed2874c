"""Reading and checking the data files, and the hash of their content."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from arknova_fast.cards import vocabulary as voc
from arknova_fast.cards.limits import check_whole
from arknova_fast.cards.schema import BOARDS, SECTIONS, check_record
from arknova_fast.errors import CardDataError, nearest

VERSION = 1
FOLDER = Path(__file__).parent.parent / "data"
FILES = ("animals", "sponsors", "projects", "final_scoring", "maps", "shapes", "boards", "rulings")
CARD_FILES = FILES[:4]


def parse_file(name: str, text: str) -> dict:
    """The records of one data file, unchecked; the head (schema and version) must be right."""
    file = f"{name}.json"
    try:
        body = json.loads(text)
    except ValueError as error:
        raise CardDataError(file, "", "", f"is not JSON: {error}") from None
    field = "cards" if name in CARD_FILES else name
    if type(body) is not dict or set(body) != {"schema", "version", field}:
        raise CardDataError(file, "", "", f"expected the fields schema, version and {field}")
    if body["schema"] != f"arknova-fast/{name}":
        raise CardDataError(file, "", "schema", f"expected arknova-fast/{name}, got {body['schema']!r}")
    if body["version"] != VERSION:
        raise CardDataError(file, "", "version", f"expected {VERSION}, got {body['version']!r}")
    return body[field]


def wanted_keys(section: str) -> list[str] | None:
    """The keys a section must have, in order; ``None`` when they are free."""
    if section == "final_scoring":
        return [f"{n:03}" for n in range(1, voc.N_FINALS + 1)]
    if section == "boards":
        return list(BOARDS)
    blocks = sorted((block for block in voc.BLOCKS if block.section == section), key=lambda block: block.first)
    return [str(n) for block in blocks for n in range(block.first, block.last + 1)] or None


def validate(data: Any) -> dict:
    """The full form of some data, every record checked.

    Raises
    ------
    CardDataError
        Naming section, record and field of the first fault, and what was expected.
    """
    if type(data) is not dict:
        raise CardDataError("data", "", "", f"expected a table of sections, got {type(data).__name__}")
    for section in data:
        if section not in FILES:
            raise CardDataError(str(section), "", "", f"unknown section{nearest(section, FILES)}")
    found: dict = {}
    for section in FILES:
        if type(data.get(section)) is not dict:
            raise CardDataError(section, "", "", "this section is missing or no table")
        records = data[section]
        keys = wanted_keys(section)
        for key in records:
            if keys is not None and key not in keys:
                raise CardDataError(section, str(key), "", f"unknown record{nearest(key, keys)}")
        for key in keys or ():
            if key not in records:
                raise CardDataError(section, key, "", "this record is missing; cards are taken out by enabled = false")
        found[section] = {key: check_record(section, key, records[key]) for key in keys or records}
    check_whole(found)
    return found


def load_data() -> dict:
    """The data of the base game: section -> key -> record, all defaults filled in.

    Returns
    -------
    dict
        A fresh plain dict that the caller may change.

    Examples
    --------
    >>> load_data()["animals"]["401"]["cost"]
    17
    """
    return validate({name: parse_file(name, (FOLDER / f"{name}.json").read_text(encoding="utf-8")) for name in FILES})


def without_notes(value: Any) -> Any:
    if type(value) is dict:
        return {key: without_notes(entry) for key, entry in value.items() if key != "note"}
    if type(value) in (list, tuple):
        return [without_notes(entry) for entry in value]
    return value


def content_hash(data: dict) -> str:
    """SHA-256 (hex) of the data as canonical JSON: keys sorted, no spaces, notes left out."""
    import hashlib  # here, because it loads OpenSSL

    text = json.dumps(without_notes(data), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


assert set(FILES) == {*SECTIONS, "boards"}
