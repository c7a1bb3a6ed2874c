"""Text files that appear complete or not at all."""
from __future__ import annotations

import os

from arknova_fast.errors import StateDataError, shown


def unwritable(path: str, error: OSError) -> StateDataError:
    """The error for a file that cannot be written."""
    return StateDataError(f"cannot write {shown(path)}: {error.strerror}; name a file in a folder you may write to")


def write_text(path: str, text: str) -> None:
    """Write a file under a temporary name and rename it; a device or a pipe is written to directly.

    Raises
    ------
    StateDataError
        Naming the path and the reason of the system.
    """
    part = f"{path}.part"
    regular = os.path.isfile(path) or not os.path.exists(path)
    try:
        with open(part if regular else path, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        if regular:
            os.replace(part, path)
    except OSError as error:
        raise unwritable(path, error) from None
