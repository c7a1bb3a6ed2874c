"""The stubs of the compiled modules say what the modules do, in full: they are the source of the API reference."""
from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import re
from pathlib import Path

import pytest

import arknova_fast
from arknova_fast import api

ROOT = Path(__file__).resolve().parents[1]
STUBS = ["game", "hidden", "editor", "core.invariants", "core.state", "core.tables", "search.batch"]
# What the reference shows of modules written in Python.
NAMED = {
    "api": ["simulate", "iter_chunks"],
    "runs": ["simulate_into"],
    "challenge": ["SoloChallenge", "SoloChallenge.play", "SoloChallenge.next_game", "SoloChallenge.succeeded"],
    "notation": ["action_to_string", "action_to_dict", "string_to_action", "dict_to_action"],
    "policies.machine": ["numba_policy", "signature"],
    "seating": ["parse_maps", "parse_policies"],
    "wording": ["describe", "describe_decision"],
}


def path_of(module: str) -> Path:
    found = ROOT.joinpath("arknova_fast", *module.split("."))
    return found.with_suffix(".pyi") if module in STUBS else found.with_suffix(".py")


def definitions(body: list[ast.stmt], owner: str = ""):
    """Public functions, methods and classes with their dotted names."""
    for node in body:
        if not isinstance(node, ast.FunctionDef | ast.ClassDef) or node.name.startswith("_"):
            continue
        yield owner + node.name, node
        if isinstance(node, ast.ClassDef):
            yield from definitions(node.body, f"{owner}{node.name}.")


def definitions_of(module: str):
    return definitions(ast.parse(path_of(module).read_text(encoding="utf-8")).body)


def compiled(module: str, name: str):
    found = importlib.import_module(f"arknova_fast.{module}")
    for part in name.split("."):
        found = getattr(found, part)
    return found


def parameters(node: ast.FunctionDef) -> list[str]:
    every = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    return [arg.arg for arg in every if arg.arg not in ("self", "cls")]


def documented(text: str) -> set[str]:
    """The names under "Parameters" of a NumPy-style docstring."""
    section = re.search(r"^Parameters\n-+\n(.*?)(?=^\w+\n-+$|\Z)", text, re.M | re.S)
    heads = re.findall(r"^(\w[\w, ]*?)(?: : .*)?$", section.group(1), re.M) if section else []
    return {name.strip() for head in heads for name in head.split(",")}


IN_STUBS = [pytest.param(module, name, node, id=f"{module}.{name}")
            for module in STUBS for name, node in definitions_of(module)]
SHOWN = IN_STUBS + [
    pytest.param(module, name, node, id=f"{module}.{name}") for module in NAMED
    for name, node in definitions_of(module) if name in NAMED[module]
]


@pytest.mark.parametrize(("module", "name", "node"), SHOWN)
def test_every_public_function_is_described_with_its_parameters(module, name, node):
    text = ast.get_docstring(node) or ""
    assert re.match(r"\S.*[.?]$", text.splitlines()[0] if text else ""), "needs a summary line"
    if isinstance(node, ast.FunctionDef):
        assert set(parameters(node)) <= documented(text)


@pytest.mark.parametrize(("module", "name", "node"), IN_STUBS)
def test_the_summary_is_that_of_the_compiled_function(module, name, node):
    text = inspect.getdoc(compiled(module, name)) or ""
    lines = [line for line in text.splitlines() if line and not re.match(rf"({name}|{name.split('.')[-1]})\(", line)]
    if lines and isinstance(node, ast.FunctionDef) and not node.decorator_list:
        stub = " ".join((ast.get_docstring(node) or "").split("\n\n")[0].split())
        assert stub == " ".join(lines[0].split())


@pytest.mark.parametrize("module", STUBS)
def test_stub_and_module_have_the_same_public_names(module):
    stub: dict[str, set[str]] = {}
    for name, _ in definitions_of(module):
        owner, _, own = name.rpartition(".")
        stub.setdefault(owner, set()).add(own)
    for owner, names in stub.items():
        here = compiled(module, owner) if owner else importlib.import_module(f"arknova_fast.{module}")
        for name in names:
            assert hasattr(here, name), name
        if owner and not issubclass(here, int | tuple):
            assert {name for name in vars(here) if not name.startswith("_")} <= names


@pytest.mark.parametrize("module", STUBS)
def test_the_examples_of_a_stub_run(module):
    finder = doctest.DocTestParser()
    for name, node in definitions_of(module):
        text = ast.get_docstring(node) or ""
        names = dict(vars(importlib.import_module(f"arknova_fast.{module}")))
        test = finder.get_doctest(text, names, f"{module}.{name}", str(path_of(module)), node.lineno)
        assert doctest.DocTestRunner().run(test).failed == 0


def test_the_reference_names_everything_public():
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    shown = {name.rpartition(".")[2] for name in re.findall(r"^::: (\S+)", page, re.M)}
    shown |= set(re.findall(r"`(\w+)`", page))
    public = ({*arknova_fast.__all__, *api.__all__} - {"__version__"})
    assert public - shown == set()
