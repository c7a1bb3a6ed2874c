"""How a data file is checked: specs of single values, lists and tables, whatever they mean.

A spec takes a value and returns it in its full form (defaults filled in, fresh lists and dicts), or raises ``Wrong``,
to which each level it passes on the way up adds its key.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

from arknova_fast.errors import nearest, shown

Spec = Callable[[Any], Any]
REQUIRED = object()


class Wrong(Exception):
    """A value that its spec refuses; ``path`` leads to it from the record, outermost key last."""

    def __init__(self, message: str, *path: str):
        super().__init__(message)
        self.path = list(path)


# --- single values --------------------------------------------------------------------------------------------------


def whole(low: int, high: int) -> Spec:
    def check(value):
        if type(value) is not int or not low <= value <= high:
            raise Wrong(f"expected a whole number from {low} to {high}, got {shown(value)}")
        return value

    return check


def text(value):
    if type(value) is not str or not value:
        raise Wrong(f"expected a text, got {shown(value)}")
    return value


def flag(value):
    if type(value) is not bool:
        raise Wrong(f"expected true or false, got {shown(value)}")
    return value


def choice(words: Iterable) -> Spec:
    allowed = tuple(words)

    def check(value):
        if type(value) not in (str, int) or value not in allowed:
            some = ", ".join(map(str, allowed[:12])) + (" ..." if len(allowed) > 12 else "")
            raise Wrong(f"expected one of {some}, got {shown(value)}{nearest(value, map(str, allowed))}")
        return value

    return check


def maybe(spec: Spec) -> Spec:
    """Null, written ``"none"`` in TOML, or the spec."""

    def check(value):
        return None if value is None or value == "none" else spec(value)

    return check


# --- lists and tables -----------------------------------------------------------------------------------------------


def array(spec: Spec, low: int = 0, high: int = 1000) -> Spec:
    def check(value):
        if type(value) not in (list, tuple):
            raise Wrong(f"expected a list, got {shown(value)}")
        if not low <= len(value) <= high:
            size = str(low) if low == high else f"{low} to {high}"
            raise Wrong(f"expected a list of {size} entries, got {len(value)}")
        found = []
        for i, entry in enumerate(value):
            try:
                found.append(spec(entry))
            except Wrong as wrong:
                wrong.path.append(str(i))
                raise
        return found

    return check


def table(value) -> dict:
    if type(value) is not dict:
        raise Wrong(f"expected a table, got {shown(value)}")
    return value


def record(**fields) -> Spec:
    """A table with these fields: ``name=spec`` when required, ``name=(spec, default)`` when it may be left out.

    ``note`` is allowed everywhere. A trailing underscore of a name is dropped (``class_``).
    """
    specs = {
        name.rstrip("_"): entry if isinstance(entry, tuple) else (entry, REQUIRED) for name, entry in fields.items()
    }
    specs["note"] = (text, None)

    def check(value):
        for name in table(value):
            if name not in specs:
                raise Wrong(f"unknown field{nearest(name, specs)}", str(name))
        found: dict[str, Any] = {}
        for name, (spec, default) in specs.items():
            entry = value.get(name, default)
            if entry is REQUIRED:
                raise Wrong("this field is missing", name)
            if entry is None and default is None:
                if name != "note":
                    found[name] = None
                continue
            try:
                found[name] = spec(entry)
            except Wrong as wrong:
                wrong.path.append(name)
                raise
        return found

    return check


def counts(words: Iterable[str], spec: Spec, low: int = 0, high: int = 100) -> Spec:
    """A table word -> number; zeros are dropped."""
    allowed = tuple(words)

    def check(value):
        found = {}
        for word, n in table(value).items():
            if word not in allowed:
                raise Wrong(f"expected one of {', '.join(allowed)}{nearest(word, allowed)}", str(word))
            if n == 0 and type(n) is int:
                continue
            try:
                found[word] = spec(n)
            except Wrong as wrong:
                wrong.path.append(word)
                raise
        if not low <= len(found) <= high:
            raise Wrong(f"expected {low} entr{'y' if low == 1 else 'ies'}, got {len(found)}")
        return found

    return check


def by_players(spec_for: Callable[[int], Spec], first: int = 1) -> Spec:
    """A table player count -> value."""
    return record(**{str(n): spec_for(n) for n in range(first, 5)})


def variants(field: str, options: dict[str, Spec]) -> Spec:
    """A table whose other fields depend on one of them."""
    word = choice(options)

    def check(value):
        if field not in table(value):
            raise Wrong("this field is missing", field)
        try:
            word(value[field])
        except Wrong as wrong:
            wrong.path.append(field)
            raise
        return options[value[field]](value)

    return check


def such_that(spec: Spec, condition: Callable[[Any], bool], message: str) -> Spec:
    def check(value):
        found = spec(value)
        if not condition(found):
            raise Wrong(message)
        return found

    return check


def ascending(values: list) -> bool:
    return all(a < b for a, b in pairwise(values))
