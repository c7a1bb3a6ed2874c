"""Compiling a function with numba; what goes wrong is one sentence with its place."""
from __future__ import annotations

import re
from pathlib import Path
from textwrap import shorten
from typing import Any

from arknova_fast.errors import UsageError, cut, shown
from arknova_fast.policies.plain import checked_signature


def place_of(choose: Any, line: int | None = None) -> str:
    """Where a function stands, for messages."""
    code = choose.__code__
    return f"{choose.__name__} (line {line or code.co_firstlineno} of {Path(code.co_filename).name})"


def field_error(choose: Any, field: str, dtype: Any) -> UsageError:
    """The error for a field of a record that does not exist."""
    import dis
    from difflib import get_close_matches

    line = None
    for step in dis.get_instructions(choose):
        if step.argval == field and step.positions:
            line = step.positions.lineno
    names = list(dict.fromkeys(fields_of(dtype)))
    near = get_close_matches(field, names, 3)
    hint = f"nearest are {', '.join(near)}" if near else f"known are {', '.join(names)}"
    return UsageError(f"policy {place_of(choose, line)}: there is no field {shown(field)}; {hint}")


def fields_of(dtype: Any) -> list[str]:
    """The names of all fields of a record, those of the records inside it too."""
    found = []
    for name in dtype.names or ():
        inner = dtype[name].base
        found += [name, *fields_of(inner)]
    return found


def numba_sentence(error: Exception) -> tuple[str, int | None]:
    """The first sentence of a message of numba that says something, and the line it means."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    lines = [line.strip() for line in plain.splitlines()]
    skipped = ("Failed in nopython", "During:", "File ", "-", "<source")
    useful = [line for line in lines if line and not line.startswith(skipped)] or [type(error).__name__]
    told = " ".join(useful[:2]) if useful[0].endswith("signature:") else useful[0]
    told = re.sub(r"Function\(<built-in function (\w+)>\)", r"\1", told).replace(".. Raised from None", "")
    place = re.search(r'File "[^"]*", line (\d+)', plain) or re.search(r"During: .* \((\d+)\)", plain)
    return shorten(re.sub(r"Record\(\[.*\)", "record", told), 160, placeholder=" ..."), int(place[1]) if place else None


def compiled(choose: Any, parameters: str, arguments: tuple, dtype: Any, number: tuple) -> Any:
    """``choose`` compiled by numba for these types of its arguments, returning one of the types ``number``.

    Raises
    ------
    UsageError
        If its parameters differ, numba cannot compile it, or it returns something else; with function and line.
    """
    from numba import njit

    checked_signature(choose, getattr(choose, "__name__", "?"), parameters)
    try:
        made = njit(choose)
        made.compile(arguments)
        made.disable_compile()
    except KeyError as error:
        raise field_error(choose, str(error.args[0]), dtype) from error
    except Exception as error:  # not all errors of numba share a base
        told, line = numba_sentence(error)
        raise UsageError(f"policy {place_of(choose, line)}: numba cannot compile it: {told}") from error
    result = made.nopython_signatures[0].return_type
    if not isinstance(result, number):
        wanted = "an index, a whole number," if len(number) == 1 else "a number"
        raise UsageError(f"policy {place_of(choose)}: it must return {wanted} on every path, not {cut(str(result))}")
    return made
