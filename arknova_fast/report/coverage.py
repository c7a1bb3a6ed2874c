"""Coverage of the rules: for each id the places that implement it and the tests that cover it.

Ids are those of ``data/rule_ids.json``: rules (R11.15), decisions (D4.2), cards (A401, S243, P101, F001), animal
abilities (boost) and zoo maps (map 3). Places are found by looking for the ids in the sources, tests by their marker::

    @pytest.mark.covers("R11.15", "S243")

which may stand on a function or a class, in a module's ``pytestmark``, or in ``marks=`` of a ``pytest.param``. A range
of cards may be given as "A401-A528", rules of one section as "R30.1-R30.9". A file ``tests/coverage_map.json``
({"implementation": {id: [place, ...]}, "tests": {id: [test, ...]}}) adds what cannot be found this way.
"""
from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from arknova_fast.errors import CardDataError, StateDataError

SCHEMA = "arknova-fast/rule-coverage/1"
IDS_SCHEMA = "arknova-fast/rule-ids"
IDS_VERSION = 1
IDS_FILE = "rule_ids.json"
SOURCES = (("pyx", ("*.pyx", "*.pxd")), ("arknova_fast", ("*.py",)))
WITHOUT_RULES = ("arknova_fast/cli", "arknova_fast/report")  # they name ids in examples only
FOUND_IN_TEXT = re.compile(r"\b(?:R\d{1,2}\.\d{1,2}|D\d{1,2}\.\d{1,2}|[ASPF]\d{3}|map [A0-8])\b")
RANGE_IN_TEXT = re.compile(r"\b([RD])(\d+)\.(\d+)\s*-\s*[RD](\d+)\.(\d+)\b")
CARD_FILES = {"A": "animals", "S": "sponsors", "P": "projects", "F": "final_scoring"}
PLACES_SHOWN = 3


@lru_cache(maxsize=1)
def rule_ids() -> dict[str, dict[str, str]]:
    """Every id with its kind and title, in the order of the rules."""
    body = json.loads(resources.files("arknova_fast").joinpath("data", IDS_FILE).read_text(encoding="utf-8"))
    if body.get("schema") != IDS_SCHEMA or body.get("version") != IDS_VERSION:
        raise CardDataError(IDS_FILE, "", "schema", f"expected {IDS_SCHEMA}, version {IDS_VERSION}")
    return body["ids"]


def source_tree() -> Path:
    """The checkout the package was imported from, or the one in the current folder.

    Raises
    ------
    StateDataError
        If there is none: an installed package has neither the Cython sources nor the tests.
    """
    for root in (Path(__file__).resolve().parents[2], Path.cwd()):
        if (root / "pyx" / "arknova_fast").is_dir() and (root / "tests").is_dir():
            return root
    raise StateDataError("the coverage needs the source tree (pyx/ and tests/), which an installed package has not; "
                         "run the command in a checkout")


def expand(text: str) -> list[str]:
    """One id, or the ids of a range such as A401-A528 or R30.1-R30.9; unknown ids are left as they are."""
    cards = re.fullmatch(r"([ASPF])(\d{3})-\1(\d{3})", text)
    rules = re.fullmatch(r"([RD]\d+)\.(\d+)-\1\.(\d+)", text)
    if cards:
        return [f"{cards[1]}{n:03}" for n in range(int(cards[2]), int(cards[3]) + 1)]
    if rules:
        return [f"{rules[1]}.{n}" for n in range(int(rules[2]), int(rules[3]) + 1)]
    return [text]


# --- tests --------------------------------------------------------------------------------------------------------


def marks_of(node: ast.AST) -> list[str]:
    """The ids of every ``pytest.mark.covers(...)`` call inside an expression."""
    found = []
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "covers":
            for argument in call.args:
                values = argument.elts if isinstance(argument, ast.Tuple | ast.List) else [argument]
                for value in values:
                    if isinstance(value, ast.Constant) and isinstance(value.value, str):
                        found.append(value.value)
    return [key for text in found for key in expand(text)]


def tests_in(body: list[ast.stmt], prefix: str, inherited: list[str]) -> Iterator[tuple[str, str]]:
    """``(id, test)`` for every marked test below a module or class body."""
    for node in body:
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "pytestmark" for t in node.targets):
            inherited = inherited + marks_of(node.value)
    for node in body:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        marks = inherited + [key for decorator in node.decorator_list for key in marks_of(decorator)]
        if isinstance(node, ast.ClassDef):
            yield from tests_in(node.body, f"{prefix}::{node.name}", marks)
        elif node.name.startswith("test"):
            for key in dict.fromkeys(marks):
                yield key, f"{prefix}::{node.name}"


def collect_tests(root: Path) -> dict[str, list[str]]:
    """Tests by id, from the markers in ``tests/`` (read, not imported)."""
    found: dict[str, list[str]] = {}
    for path in sorted((root / "tests").rglob("*.py")):
        name = path.relative_to(root).as_posix()
        try:
            tree = ast.parse(path.read_text(encoding="utf-8"))
        except SyntaxError as error:
            raise StateDataError(f"{name}, line {error.lineno}: cannot be read as Python") from None
        for key, test in tests_in(tree.body, name, []):
            found.setdefault(key, []).append(test)
    return found


# --- implementation -----------------------------------------------------------------------------------------------


def ids_in_line(line: str) -> set[str]:
    """The ids a line of source names; "R26.8-R26.10" names all three."""
    found = set(FOUND_IN_TEXT.findall(line))
    for kind, section, first, other, last in RANGE_IN_TEXT.findall(line):
        if section == other:
            found |= {f"{kind}{section}.{n}" for n in range(int(first), int(last) + 1)}
    for code in re.findall(r"\b[Mm]ap ([A0-8])\b", line):
        found.add(f"map {code}")
    return found


def collect_sources(root: Path) -> dict[str, list[str]]:
    """Places ``file:line`` by id, from the sources; cards, maps and abilities are implemented by their data too."""
    found: dict[str, list[str]] = {}
    for folder, patterns in SOURCES:
        for path in sorted(path for pattern in patterns for path in (root / folder).rglob(pattern)):
            name = path.relative_to(root).as_posix()
            if name.startswith(WITHOUT_RULES):
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                for key in ids_in_line(line):
                    found.setdefault(key, []).append(f"{name}:{number}")
    for key, place in data_places(root):
        found.setdefault(key, []).insert(0, place)
    return found


def data_places(root: Path) -> Iterator[tuple[str, str]]:
    """Where the data holds a card, a map or an ability: ``(id, file:line)``."""
    data = Path("arknova_fast", "data")
    for prefix, section in CARD_FILES.items():
        path = data / f"{section}.json"
        for number, line in enumerate((root / path).read_text(encoding="utf-8").splitlines(), 1):
            if head := re.match(r'\s*"(\d{3})": \{', line):
                yield f"{prefix}{head[1]}", f"{path.as_posix()}:{number}"
    path = data / "maps.json"
    for number, line in enumerate((root / path).read_text(encoding="utf-8").splitlines(), 1):
        if head := re.match(r'\s*"(\w{1,3})": \{\s*$', line):
            yield f"map {head[1]}", f"{path.as_posix()}:{number}"
    path = Path("arknova_fast", "cards", "vocabulary.py")
    for number, line in enumerate((root / path).read_text(encoding="utf-8").splitlines(), 1):
        if head := re.match(r'    "(\w+)": OpSpec\(', line):
            yield head[1], f"{path.as_posix()}:{number}"


# --- report -------------------------------------------------------------------------------------------------------


def extra_map(root: Path) -> dict[str, dict[str, list[str]]]:
    """What ``tests/coverage_map.json`` adds; empty when there is no such file."""
    path = root / "tests" / "coverage_map.json"
    if not path.exists():
        return {"implementation": {}, "tests": {}}
    try:
        body = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise CardDataError("tests/coverage_map.json", "", "", f"is not JSON: {error}") from None
    for part in ("implementation", "tests"):
        entries = body.get(part, {})
        if not isinstance(entries, dict) or not all(isinstance(places, list) for places in entries.values()):
            raise CardDataError("tests/coverage_map.json", "", part, "expected a table from ids to lists of places")
    return {part: body.get(part, {}) for part in ("implementation", "tests")}


def coverage_report(chosen: dict[str, dict[str, str]]) -> dict[str, Any]:
    """Places and tests of some ids, the gaps, and ids that tests name but nobody knows."""
    root = source_tree()
    places, tests, extra = collect_sources(root), collect_tests(root), extra_map(root)
    rows, gaps = [], []
    for key, entry in chosen.items():
        row = {"id": key, **entry,
               "implementation": places.get(key, []) + extra["implementation"].get(key, []),
               "tests": tests.get(key, []) + extra["tests"].get(key, [])}
        rows.append(row)
        missing = [part for part in ("implementation", "tests") if not row[part]]
        if missing:
            gaps.append({"id": key, "title": entry["title"], "missing": missing})
    unknown = sorted(set(tests) - set(rule_ids()))
    return {"schema": SCHEMA, "ids": rows, "gaps": gaps, "unknown_in_tests": unknown,
            "covered": len(rows) - len(gaps), "total": len(rows)}


def some(places: list[str]) -> str:
    more = f" and {len(places) - PLACES_SHOWN} more" if len(places) > PLACES_SHOWN else ""
    return ", ".join(places[:PLACES_SHOWN]) + more if places else "-"


def coverage_lines(report: dict[str, Any]) -> list[str]:
    """The report as lines for people, gaps at the end."""
    lines = []
    for row in report["ids"]:
        lines += [f"{row['id']:<19} {row['title']}", f"    code   {some(row['implementation'])}",
                  f"    tests  {some(row['tests'])}"]
    lines.append("")
    lines += [f"gap: {gap['id']} ({gap['title']}) has no {' and no '.join(gap['missing'])}" for gap in report["gaps"]]
    lines += [f"warning: tests name the unknown id {key!r}" for key in report["unknown_in_tests"]]
    lines.append(f"{report['covered']} of {report['total']} ids have an implementation and a test, "
                 f"{len(report['gaps'])} gaps")
    return lines
