"""Shows that the suite sees mistakes: every mutant of ``mutants.py`` is built and has to make a test fail.

    python tests/mutation/run.py [--list] [--only MODULE] [--number N] [--work FOLDER] [--results FILE] [--table]

The checkout is copied to a folder and built there once. Then, for each mutant: the line is changed, its module (for a
``.pxd`` also every module that cimports it, for a C header every module whose C code calls the changed function) is
compiled, the targeted tests run until the first failure, and everything is put back. A crash or a hang counts as
caught. Results are appended to a JSON lines file, mutants that stand there are skipped: a run may be stopped and
started again. Ends with status 4 when a mutant survives.
"""
from __future__ import annotations

import argparse
import filecmp
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from mutants import MUTANTS, Mutant

ROOT = Path(__file__).resolve().parents[2]
# Fast and targeted: the rule tests, the slow reference on a few states, random games with all invariants.
TESTS = ["tests/rules", "tests/reference", "tests/test_hidden.py", "tests/test_differential.py", "tests/test_verify.py"]
# The tests closest to a module run first; most mutants end there. Names of rule tests, with a slash: of other tests.
CLOSE = {
    "core/derived": "/verify enclosures build animals solo",
    "core/fill_boards": "animals animal_cards enclosures",
    "core/fill_maps": "build enclosures",
    "effects/counters": "sponsor_cards_* final_scoring map_abilities",
    "effects/gains": "tracks reputation x_token* break",
    "effects/icons": "icons sponsor_cards_*",
    "effects/pending": "effect_order effect_pairs abilities_*",
    "effects/program": "sponsor_cards_* abilities_*",
    "effects/zones": "display decks cards_action",
    "include/ark_bits": "animals icons sponsor_cards_* turn projects abilities_after",
    "include/ark_places": "/places build sponsor_cards_4",
    "infosets/mask": "/hidden",
    "infosets/redeal": "/hidden",
    "infosets/unknown": "/hidden",
    "positions/buildings": "/positions",
    "positions/piles": "/positions",
    "positions/player": "/positions",
    "positions/shared": "/positions",
    "rules/actioncards": "upgrades abilities_after tokens",
    "rules/animals": "animals animal_cards solo",
    "rules/association": "association solo",
    "rules/bespoke": "sponsor_cards_* map_abilities",
    "rules/breaks": "break end",
    "rules/build": "build enclosures",
    "rules/cards": "cards_action break",
    "rules/engine": "map_abilities effect_order",
    "rules/frames": "display reputation",
    "rules/harbor": "map_abilities",
    "rules/housing": "enclosures map_abilities releases",
    "rules/interactive": "abilities_interactive tokens",
    "rules/looking": "abilities_*",
    "rules/placement": "build sponsor_cards_*",
    "rules/projects": "projects project_cards releases",
    "rules/resolve": "abilities_*",
    "rules/scoring": "final_scoring end",
    "rules/setup": "setup maps map_choice solo",
    "rules/sponsors": "sponsors_action sponsor_cards_*",
    "rules/thresholds": "tracks bonus_tiles",
    "rules/turn": "turn tokens x_token* end solo",
    "search/uniform": "/random",
}
SKIPPED = "not seeded_mistake and not command and not json and not report and not deep"
STATES = "1800"
LIMIT = 240  # seconds for the tests of one mutant; the unchanged tree needs less than a minute
SOURCES = (".pyx", ".pxd", ".py", ".pyi", ".h", ".json")
FUNCTION = re.compile(r"(?:\w+ )?static\b.*?\b(ark_\w+)\(")
LEFT_OUT = shutil.ignore_patterns(".git", "build", "__pycache__", ".pytest_cache", ".hypothesis", ".benchmarks",
                                  ".ruff_cache")


def run(command: list[str], where: Path, limit: float | None = None, **environment: str) -> tuple[int, str]:
    """Exit status and output of a command; status 124 when it took too long."""
    setting = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **environment}
    try:
        done = subprocess.run(command, cwd=where, env=setting, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired as late:
        return 124, (late.stdout or b"").decode(errors="replace")
    return done.returncode, done.stdout + done.stderr


def build(tree: Path, modules: list[str]) -> tuple[int, str]:
    names = ",".join(module.replace("/", ".") for module in modules)
    return run([sys.executable, "setup.py", "-q", "build_ext", "--inplace"], tree, ARKNOVA_ONLY=names,
               ARKNOVA_UNITY="0")


def prepare(tree: Path) -> None:
    """A copy of the checkout, built; in a kept folder only what differs is copied (a killed run leaves a mutant)."""
    if not (tree / "setup.py").exists():
        shutil.copytree(ROOT, tree, ignore=LEFT_OUT, dirs_exist_ok=True, symlinks=True)
    for source in [*ROOT.glob("pyx/**/*.*"), *ROOT.glob("tests/**/*.*"), *ROOT.glob("arknova_fast/**/*.*")]:
        copy = tree / source.relative_to(ROOT)
        if source.suffix in SOURCES and not (copy.exists() and filecmp.cmp(source, copy, shallow=False)):
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, copy)
    top = tree / "pyx" / "arknova_fast"
    status, output = build(tree, sorted({path.relative_to(top).parts[0].removesuffix(".pyx")
                                         for path in top.rglob("*.pyx")}))
    if status:
        sys.exit(f"the unchanged tree does not build:\n{output[-3000:]}")


def close_tests(tree: Path, module: str) -> list[str]:
    names = [f"test_{word[1:]}" if word[0] == "/" else f"rules/test_{word}"
             for word in CLOSE.get(module.rsplit(".", 1)[0], "").split()]
    return sorted(str(path.relative_to(tree)) for name in names for path in tree.glob(f"tests/{name}.py"))


def pytest(tree: Path, files: list[str], left_out: list[str], *more: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", "-k", SKIPPED, "--tb=no", *files, *more]
    command += [f"--deselect={name}" for name in left_out]
    return run(command, tree, LIMIT, ARKNOVA_DIFF_STATES=STATES)


def tests(tree: Path, module: str, left_out: list[str]) -> tuple[int, str]:
    """The close tests, then all others, until the first failure."""
    close = close_tests(tree, module)
    status, output = pytest(tree, close, left_out, "-x") if close else (0, "")
    if status == 0:
        status, output = pytest(tree, TESTS, left_out, "-x", *(f"--ignore={path}" for path in close))
    return status, output


def verdict(status: int, output: str) -> tuple[str, str]:
    """Whether the mutant was caught, and by which test."""
    if status == 0:
        return "survived", ""
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", output, re.M)
    if failed:
        return "caught", failed[1]
    started = re.findall(r"^(tests/\S+::\S+.*)$", output, re.M)
    last = started[-1].split(" ")[0] if started else "import"
    return "caught", f"{last} ({'hang' if status == 124 else 'crash'})"


def source_of(tree: Path, module: str) -> Path:
    """The file of a module: a C header, a module of the Python package or a Cython source."""
    if module.endswith(".h"):
        return tree / "pyx" / module
    return tree / ("arknova_fast" if module.endswith(".py") else "pyx/arknova_fast") / module


def functions_above(tree: Path, header: Path, line: int) -> set[str]:
    """The function of a header that has this line, and all functions of headers that call it, themselves or not."""
    bodies: dict[str, str] = {}
    changed = name = ""
    for path in sorted(tree.glob("pyx/include/*.h")):
        for number, text in enumerate(path.read_text().splitlines()):
            if started := FUNCTION.match(text):
                name = started[1]
            if not text.startswith("#"):
                bodies[name] = bodies.get(name, "") + text + "\n"
            changed = name if path == header and number == line else changed
    found: set[str] = set()
    more = {changed}
    while more - found:
        found |= more
        calls = re.compile(rf"\b({'|'.join(found)})\b")
        more = {name for name, body in bodies.items() if calls.search(body)}
    return found


def callers(tree: Path, header: Path, line: int) -> list[str]:
    """The modules whose C code calls what a changed line of a header is part of."""
    calls = re.compile(rf"\b({'|'.join(functions_above(tree, header, line))})\b")
    root = tree / "build" / "cython" / "pyx" / "arknova_fast"
    return sorted(str(path.relative_to(root).with_suffix(""))
                  for path in root.rglob("*.c") if calls.search(path.read_text()))


def modules_of(tree: Path, mutant: Mutant) -> list[str]:
    """The modules to compile for a mutant; none for a Python source."""
    name, kind = mutant.module.rsplit(".", 1)
    if kind == "h":
        header = source_of(tree, mutant.module)
        return callers(tree, header, place_of(header.read_text().splitlines(), mutant))
    if kind != "pxd":
        return [name] if kind == "pyx" else []
    dotted = "arknova_fast." + name.replace("/", ".")
    users, found = {dotted}, set()
    sources = {path: path.read_text() for path in (tree / "pyx").rglob("*.p[yx][xd]")}
    more: set[Path] | None = None
    while more is None or more:  # a .pxd that cimports a changed one passes its inline functions on
        cimports = re.compile(rf"^\s*from ({'|'.join(map(re.escape, users))}) cimport", re.M)
        more = {path for path, text in sources.items() if path not in found and cimports.search(text)}
        found |= more
        users |= {".".join(path.relative_to(tree / "pyx").with_suffix("").parts) for path in more
                  if path.suffix == ".pxd"}
    files = {path.with_suffix("") for path in found if path.suffix == ".pyx"} | {tree / "pyx" / "arknova_fast" / name}
    files = {path for path in files if path.with_suffix(".pyx").exists()}
    return sorted(str(path.relative_to(tree / "pyx" / "arknova_fast")) for path in files)


def place_of(lines: list[str], mutant: Mutant) -> int:
    """The index of the mutant's line."""
    places = [i for i, line in enumerate(lines) if line.strip() == mutant.line]
    if len(places) < mutant.nth:
        raise LookupError(f"{mutant.name}: line not found: {mutant.line}")
    return places[mutant.nth - 1]


def changed_source(text: str, mutant: Mutant) -> str:
    """The file with the mutant's line in place of the original one."""
    lines = text.splitlines(keepends=True)
    at = place_of(lines, mutant)
    indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
    lines[at] = f"{indent}{mutant.changed}\n"
    return "".join(lines)


def stale(mutants: list[Mutant]) -> list[Mutant]:
    """Mutants whose line is not in the source any more."""
    found = []
    for one in mutants:
        try:
            changed_source(source_of(ROOT, one.module).read_text(), one)
        except (LookupError, FileNotFoundError):
            found.append(one)
    return found


def try_mutant(tree: Path, mutant: Mutant, left_out: list[str]) -> dict:
    """Build and test one mutant; the tree is as before afterwards."""
    source = source_of(tree, mutant.module)
    text = changed_source(source.read_text(), mutant)
    original, started = source.read_text(), time.monotonic()
    modules = modules_of(tree, mutant)
    binaries = [path for module in modules
                for path in (tree / "arknova_fast" / module).parent.glob(Path(module).name + ".*.so")]
    kept = {path: path.read_bytes() for path in binaries}
    try:
        source.write_text(text)
        status, output = build(tree, modules) if modules else (0, "")
        result, by = ("no build", output[-300:]) if status else verdict(*tests(tree, mutant.module, left_out))
    finally:
        source.write_text(original)
        for path, data in kept.items():
            path.unlink(missing_ok=True)  # a mapped library must not be written over
            path.write_bytes(data)
            path.chmod(0o755)
    return {"mutant": mutant.name, "module": mutant.module, "line": mutant.line, "changed": mutant.changed,
            "result": result, "by": by, "seconds": round(time.monotonic() - started)}


def read_results(path: Path) -> dict[str, dict]:
    rows = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    return {row["line"] + row["changed"]: row for row in rows}


def table(rows: list[dict]) -> str:
    """The results as a table in Markdown."""
    head = ["| mutant | line | becomes | result | first test that fails |", "|---|---|---|---|---|"]
    for row in rows:
        line, changed, by = (row[key].replace("|", "\\|") for key in ("line", "changed", "by"))
        head.append(f"| {row['mutant']} | `{line}` | `{changed}` | {row['result']} | {by and f'`{by}`'} |")
    return "\n".join(head)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--list", action="store_true", help="list the mutants and check that their lines exist")
    parser.add_argument("--only", default="", help="only modules whose name contains this")
    parser.add_argument("--number", type=int, default=0, help="only the mutants with numbers up to this")
    parser.add_argument("--work", type=Path, help="folder of the private copy, kept for the next run")
    parser.add_argument("--results", type=Path, default=ROOT / "build" / "mutation.jsonl")
    parser.add_argument("--table", action="store_true", help="print the table of the results so far")
    parser.add_argument("--baseline", type=Path, help="JSON list of tests that fail without any mutant")
    parser.add_argument("--part", default="1/1", help="K/N: every N-th mutant, for runs side by side")
    options = parser.parse_args()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: sys.exit(130))  # the tree is put back on the way out
    chosen = [one for one in MUTANTS if options.only in one.module and one.number <= (options.number or one.number)]
    part, parts = map(int, options.part.split("/"))
    chosen = chosen[part - 1 :: parts]
    if not options.list and (missing := stale(chosen)):
        sys.exit(f"rewrite these, their lines are not in the source any more: {', '.join(one.name for one in missing)}")
    if options.list:
        missing = stale(chosen)
        for one in chosen:
            print(f"{one.name:28} {one.line}{'   << no such line' if one in missing else ''}\n{'':28} {one.changed}")
        print(f"{len(chosen)} mutants")
        return 4 if missing else 0
    done = read_results(options.results)
    rows = [done[one.line + one.changed] for one in chosen if one.line + one.changed in done]
    if not options.table:
        rows += work_through([one for one in chosen if one.line + one.changed not in done], options)
    print(table(sorted(rows, key=lambda row: row["module"])))
    survivors = [row for row in rows if row["result"] != "caught"]
    print(f"\n{len(rows)} mutants, {len(rows) - len(survivors)} caught, {len(survivors)} not caught")
    return 4 if survivors else 0


def work_through(todo: list[Mutant], options: argparse.Namespace) -> list[dict]:
    if not todo:
        return []
    tree = options.work or Path(tempfile.mkdtemp(prefix="arknova-mutants-"))
    prepare(tree)
    if options.baseline:
        left_out = json.loads(options.baseline.read_text())
    else:
        left_out = re.findall(r"^(?:FAILED|ERROR) (\S+)", pytest(tree, TESTS, [])[1], re.M)
    if left_out:
        print(f"these fail without any mutant and are left out: {', '.join(left_out)}", file=sys.stderr)
    options.results.parent.mkdir(parents=True, exist_ok=True)
    rows = []
    for one in todo:
        rows.append(try_mutant(tree, one, left_out))
        with options.results.open("a") as file:
            file.write(json.dumps(rows[-1]) + "\n")
        row = rows[-1]
        print(f"{row['result']:9} {one.name:28} {row['seconds']:4} s  {row['by'][:100]}", file=sys.stderr)
    if not options.work:
        shutil.rmtree(tree)
    return rows


if __name__ == "__main__":
    sys.exit(main())
