"""SHA-256 checksums of the finished parts of a run, in the form that ``sha256sum -c`` reads.

A part gets its line when no game will be added to it: after its file, before the aggregates count it. The last part of
an unfinished run has none; it is read and written again when the run goes on. A run of an older version has no file,
and its parts pass unchecked.
"""
from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from arknova_fast.errors import RunDataError, shown
from arknova_fast.io.files import read_file, reason, unwritable, write_file

CHECKSUM_FILE = "checksums.sha256"
LINE = re.compile(r"([0-9a-f]{64})  (\S+)")


def checksum(data: Any) -> str:
    return hashlib.sha256(data).hexdigest()


def checksum_of_file(path: Path) -> str:
    """The checksum of a file, read in blocks so that memory stays constant."""
    try:
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise RunDataError(f"cannot read {str(path)!r}: {reason(error)}") from None


def part_name(path: Path) -> str:
    """How the list names a part: its folder and file."""
    return f"{path.parent.name}/{path.name}"


def lines(checksums: Mapping[str, str]) -> bytes:
    return "".join(f"{digest}  {name}\n" for name, digest in checksums.items()).encode()


def read_checksums(folder: Path) -> dict[str, str]:
    """Name of a part -> checksum; nothing if the run has none.

    Raises
    ------
    RunDataError
        If the file is no list of checksums. A last line that a kill cut short does not count.
    """
    path = folder / CHECKSUM_FILE
    if not path.exists():
        return {}
    whole, _, _ = read_file(path).rpartition(b"\n")
    found = {}
    for number, line in enumerate(whole.decode(errors="replace").splitlines(), 1):
        match = LINE.fullmatch(line)
        if not match:
            raise RunDataError(f"{str(path)!r}, line {number}: {shown(line)} is no SHA-256 checksum and name of a part"
                               "; bring a good copy of the file back, or delete it to go on unchecked")
        found[match[2]] = match[1]
    return found


def append_checksums(folder: Path, checksums: Mapping[str, str]) -> None:
    """Add the lines of a part, on the disk when this returns."""
    path = folder / CHECKSUM_FILE
    try:
        with open(path, "ab") as file:
            file.write(lines(checksums))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise unwritable(path, error) from None


def keep_checksums(folder: Path, checksums: Mapping[str, str]) -> None:
    """Make the list say this and no more."""
    path = folder / CHECKSUM_FILE
    if path.exists() and read_file(path) != lines(checksums):
        write_file(path, lines(checksums))
