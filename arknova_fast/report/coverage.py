"""Coverage of the rules: for each id the places that implement it and the tests that cover it.

Ids are those of ``data/rule_ids.json``: rules (R11.15), decisions (D4.2), cards (A401, S243, P101, F001), animal
abilities (boost) and zoo maps (map 3). Rules and decisions are implemented where a source names them, cards and maps by
their record and the kernel code of its ops. Tests are found by their marker::

    @pytest.mark.covers("R11.15", "S243")

which may stand on a function or a class, in a module's ``pytestmark``, or in ``marks=`` of a ``pytest.param``. A range
of cards may be given as "A401-A528", rules of one section as "R30.1-R30.9", all maps as "map A-8". The ids must be
written out, because the tests are read, not run.

A file ``tests/coverage_map.json`` ({"implementation": {id: [place, ...]}, "tests": {id: [test, ...]}}) adds what cannot
be found this way. Its places are "file: name" for a name defined in a source, "file: key.key" for a value of a data
file and "file::test" for a test; one that is no longer there is a gap, and so is an unknown id in a marker.
"""
from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from arknova_fast.cards.vocabulary import EFFECT_OPS, RESOURCES
from arknova_fast.errors import CardDataError, StateDataError

SCHEMA = "arknova-fast/rule-coverage/1"
IDS_SCHEMA = "arknova-fast/rule-ids"
IDS_VERSION = 1
IDS_FILE = "rule_ids.json"
SOURCES = (("pyx", ("*.pyx", "*.pxd")), ("arknova_fast", ("*.py",)))
# They name ids in examples, or do over again what the kernel does to measure and to check it.
WITHOUT_RULES = ("arknova_fast/cli", "arknova_fast/report", *(
    f"pyx/arknova_fast/search/{name}.pyx" for name in ("bench", "perft", "timing", "verify")))
FOUND_IN_TEXT = re.compile(r"\b(?:R\d{1,2}\.\d{1,2}|D\d{1,2}\.\d{1,2}|[ASPF]\d{3}|map [A0-8])\b")
MODULE_DOCSTRING = re.compile(r'(?:(?:#[^\n]*\n|\s)*""".*?""")?', re.DOTALL)
RANGE_IN_TEXT = re.compile(r"\b([RD])(\d+)\.(\d+)\s*-\s*[RD](\d+)\.(\d+)\b")
CARD_FILES = {"A": "animals", "S": "sponsors", "P": "projects", "F": "final_scoring"}
MAP_CODES = "A012345678"
DATA = "arknova_fast/data"
VOCABULARY = "arknova_fast/cards/vocabulary.py"
KERNEL = ("pyx/arknova_fast/effects", "pyx/arknova_fast/rules")
MAP_FILE = "tests/coverage_map.json"
# A definition: of a function, class, struct or enum; of a constant or enum member; of a struct field.
DEFINED = (r"^\s*(?:cdef|cpdef|ctypedef|def|class)\b[^=(#\n]*\b{0}\b|^\s*{0}\s*(?::[^=\n]*)?=|"
           r"^\s+\w+ (?:[\w\[\], ]+ )?{0}\b[\w\[\], ]*(?:#.*)?$")
PLACES_SHOWN = 3


@cache
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
    """One id, or the ids of a range such as A401-A528, R30.1-R30.9 or map A-8; unknown ids are left as they are."""
    maps = re.fullmatch(r"map ([A0-8])-([A0-8])", text)
    cards = re.fullmatch(r"([ASPF])(\d{3})-\1(\d{3})", text)
    rules = re.fullmatch(r"([RD]\d+)\.(\d+)-\1\.(\d+)", text)
    if maps:
        return [f"map {code}" for code in MAP_CODES[MAP_CODES.index(maps[1]):MAP_CODES.index(maps[2]) + 1]]
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
    return found | {f"map {code}" for code in re.findall(r"\b[Mm]ap ([A0-8])\b", line)}


def collect_sources(root: Path) -> dict[str, list[str]]:
    """Places by id: ``file:line`` of the sources that name it, and what data and ops say of cards, maps, abilities."""
    found: dict[str, list[str]] = {}
    for folder, patterns in SOURCES:
        for path in sorted(path for pattern in patterns for path in (root / folder).rglob(pattern)):
            name = path.relative_to(root).as_posix()
            if name.startswith(WITHOUT_RULES):
                continue
            text = path.read_text(encoding="utf-8")
            # The docstring of a module says what it is about, not where a rule is.
            opening = MODULE_DOCSTRING.match(text)
            first = text[:opening.end() if opening else 0].count("\n") + 1
            for number, line in enumerate(text.splitlines()[first:], first + 1):
                for key in (key for key in ids_in_line(line) if not re.fullmatch(r"[ASPF]\d{3}", key)):
                    found.setdefault(key, []).append(f"{name}:{number}")
    for key, place in data_places(root):
        found.setdefault(key, []).insert(0, place)
    return found


def read_data(root: Path, name: str) -> dict[str, Any]:
    """The records of a data file: its only table."""
    body = json.loads((root / DATA / f"{name}.json").read_text(encoding="utf-8"))
    return next(value for value in body.values() if isinstance(value, dict))


def kernel_words(op: str) -> list[str]:
    """The names under which the kernel knows an op of the data."""
    spec = EFFECT_OPS[op]
    if op == "gain":
        return [f"OP_{resource.upper()}" for resource in RESOURCES]
    if spec.op == "permanent":
        return [f"PERM_{op.upper()}"]
    # Flock animals have no effect to run: housing asks for the flock number of the card.
    return ["C.flock"] if spec.op == "flock" else [f"OP_{(spec.op or op).upper()}"]


def op_places(root: Path) -> dict[str, list[str]]:
    """Per op its line of the vocabulary and those of the kernel; empty for an op that the kernel does not know."""
    lines = [(f"{path.relative_to(root).as_posix()}:{number}", line) for folder in KERNEL
             for path in sorted((root / folder).glob("*.pyx"))
             for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)]
    found = {}
    for op in EFFECT_OPS:
        word = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in kernel_words(op)))
        kernel = [place for place, line in lines if word.search(line.split("#")[0])]
        found[op] = [f"{VOCABULARY}: {op}", *kernel] if kernel else []
    return found


def data_places(root: Path) -> Iterator[tuple[str, str]]:
    """Places of cards, maps and abilities: ``(id, place)``. A card with an op that nothing runs has none."""
    ops = op_places(root)
    for prefix, section in CARD_FILES.items():
        for key, card in read_data(root, section).items():
            used = dict.fromkeys(effect["op"] for part in ("effects", "solo_effects") for effect in card.get(part, ()))
            if all(ops[op] for op in used):
                yield from ((f"{prefix}{key}", f"{VOCABULARY}: {op}") for op in reversed(used))
                yield f"{prefix}{key}", f"{DATA}/{section}.json: {key}"
    for code in read_data(root, "maps"):
        yield f"map {code}", f"{DATA}/maps.json: {code}"
    for op, places in ops.items():
        yield from ((op, place) for place in reversed(places))


# --- the map of places that no source names -------------------------------------------------------------------------


def place_exists(root: Path, place: str) -> bool:
    """Whether the file of a place is there and defines its name, or has its key."""
    file, _, name = place.replace("::", ": ").partition(": ")
    if not name or not (root / file).is_file():
        return False
    if not file.endswith(".json"):
        defined = re.compile(DEFINED.format(re.escape(name.split(": ")[-1])), re.MULTILINE)
        return defined.search((root / file).read_text(encoding="utf-8")) is not None
    value: Any = read_data(root, Path(file).stem)
    for key in name.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    return value is not None


# --- report -------------------------------------------------------------------------------------------------------


def extra_map(root: Path) -> dict[str, dict[str, list[str]]]:
    """What ``tests/coverage_map.json`` adds; empty when there is no such file."""
    path = root / MAP_FILE
    if not path.exists():
        return {"implementation": {}, "tests": {}}
    try:
        body = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise CardDataError(MAP_FILE, "", "", f"is not JSON: {error}") from None
    for part in ("implementation", "tests"):
        entries = body.get(part, {})
        if not isinstance(entries, dict) or not all(isinstance(places, list) for places in entries.values()):
            raise CardDataError(MAP_FILE, "", part, "expected a table from ids to lists of places")
        for key in entries:
            if key not in rule_ids():
                raise CardDataError(MAP_FILE, key, part, f"unknown id, expected one of {DATA}/{IDS_FILE}")
    return {part: body.get(part, {}) for part in ("implementation", "tests")}


def coverage_report(chosen: dict[str, dict[str, str]]) -> dict[str, Any]:
    """Places and tests of some ids, the gaps, and ids that tests name but nobody knows.

    An id is a gap when it has no implementation or no test, or when the map names a place for it that does not exist.
    Unknown ids in markers are gaps too, whatever ids are asked for.
    """
    root = source_tree()
    found = {"implementation": collect_sources(root), "tests": collect_tests(root)}
    extra = extra_map(root)
    rows, gaps = [], []
    for key, entry in chosen.items():
        row: dict[str, Any] = {"id": key, **entry}
        stale: list[str] = []
        for part in ("implementation", "tests"):
            named = extra[part].get(key, [])
            stale += [place for place in named if not place_exists(root, place)]
            row[part] = [place for place in named if place not in stale] + found[part].get(key, [])
        rows.append(row)
        missing = [part for part in ("implementation", "tests") if not row[part]]
        if missing or stale:
            gaps.append({"id": key, "title": entry["title"], "missing": missing, "stale": stale})
    unknown = sorted(set(found["tests"]) - set(rule_ids()))
    gaps += [{"id": key, "title": f"unknown id, named by {some(found['tests'][key])}", "missing": [], "stale": []}
             for key in unknown]
    return {"schema": SCHEMA, "ids": rows, "gaps": gaps, "unknown_in_tests": unknown,
            "covered": len(rows) - len(gaps) + len(unknown), "total": len(rows)}


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
    for gap in report["gaps"]:
        name = f"gap: {gap['id']} ({gap['title']})"
        if gap["missing"] or not gap["stale"]:
            lines.append(name + (f" has no {' and no '.join(gap['missing'])}" if gap["missing"] else ""))
        lines += [f"{name} has a place in {MAP_FILE} that does not exist: {place}" for place in gap["stale"]]
    lines.append(f"{report['covered']} of {report['total']} ids have an implementation and a test, "
                 f"{len(report['gaps'])} gaps")
    return lines
