"""Files that appear complete or not at all, and the lock of a directory."""
from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from arknova_fast.errors import RunDataError

LOCK = ".lock"


def temporary(path: Path) -> Path:
    """Where a file is written before it gets its name: beside it, hidden, and always the same."""
    return path.with_name(f".{path.name}.tmp")


def reason(error: OSError) -> str:
    """What the system says, in lower case, or the text of a library error cut to one line."""
    return error.strerror or " ".join(str(error).split())


def unwritable(path: Path, error: OSError) -> RunDataError:
    return RunDataError(f"cannot write {str(path)!r}: {reason(error)}; what was finished before is intact")


def sync_folder(folder: Path) -> None:
    """Make a rename durable; systems that cannot open folders do it by themselves."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_file(path: Path, data: Any) -> None:
    """Write bytes under a temporary name, fsync, rename, fsync the folder.

    Raises
    ------
    RunDataError
        Naming the file and the reason of the system; the file is then as it was before.
    """
    part = temporary(path)
    try:
        with open(part, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
        sync_folder(path.parent)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise unwritable(path, error) from None


def read_file(path: Path) -> bytes:
    """The bytes of a file.

    Raises
    ------
    RunDataError
        Naming the file and the reason of the system.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise RunDataError(f"cannot read {str(path)!r}: {reason(error)}") from None


def make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(path, error) from None


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock of a directory; the death of the process lets it go.

    Raises
    ------
    RunDataError
        If another process holds it, or the file system cannot lock.
    """
    try:
        import fcntl
    except ImportError:
        raise RunDataError("run directories need file locks of a POSIX system, this one has none") from None
    path = folder / LOCK
    try:
        file = open(path, "a", encoding="utf-8")  # noqa: SIM115
    except OSError as error:
        raise unwritable(path, error) from None
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise RunDataError(f"another process is writing to {str(folder)!r}; wait for it to end, or name another "
                               "directory") from None
        except OSError as error:
            raise RunDataError(f"cannot lock {str(path)!r}: {reason(error)}; use a file system with locks") from None
        yield
