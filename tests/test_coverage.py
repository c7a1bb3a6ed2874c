"""Coverage of the rules: no id without implementation and test, and what the report reads is there."""
import ast
import json

import pytest
from rules.printed import ANIMALS, MAPS, PROJECTS

from arknova_fast.cards.vocabulary import EFFECT_OPS
from arknova_fast.errors import CardDataError, StateDataError
from arknova_fast.report import coverage

IDS = coverage.rule_ids()


@pytest.fixture(scope="module")
def root():
    try:
        return coverage.source_tree()
    except StateDataError:
        pytest.skip("no source tree")


@pytest.fixture(scope="module")
def report(root):
    return coverage.coverage_report(IDS)


def test_every_id_has_an_implementation_and_a_test(report):
    assert [line for line in coverage.coverage_lines(report) if line.startswith("gap:")] == []
    assert (report["covered"], report["total"]) == (len(IDS), 895)


def test_markers_name_known_ids_only(report):
    assert report["unknown_in_tests"] == []


def test_all_markers_can_be_read_without_running_the_tests(root):
    hidden = []
    for path in (root / "tests").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.covers":
                hidden += [f"{path.name}:{node.lineno}" for value in node.args if not isinstance(value, ast.Constant)]
    assert hidden == []


def test_the_ranges_of_the_card_and_map_tests_are_what_they_run_over():
    assert coverage.expand("A401-A528") == list(ANIMALS)
    assert coverage.expand("P101-P132") == list(PROJECTS)
    assert coverage.expand("map A-8") == [f"map {code}" for code in MAPS]
    kinds = {"icons": ("P103-P112", "P128", "P129"), "research": ("P132",), "different_icons": ("P101", "P102"),
             "small_animals": ("P130",), "large_animals": ("P131",), "release": ("P113-P122",),
             "breeding": ("P123-P127",)}  # fmt: skip
    for kind, texts in kinds.items():
        assert [key for text in texts for key in coverage.expand(text)] == [
            key for key, card in PROJECTS.items() if card["kind"] == kind]


def test_ranges_stand_for_all_their_ids():
    assert coverage.expand("R30.1-R30.3") == ["R30.1", "R30.2", "R30.3"]
    assert coverage.expand("map 0-2") == ["map 0", "map 1", "map 2"]
    assert coverage.expand("boost") == ["boost"]


@pytest.mark.parametrize(("place", "there"), [
    ("pyx/arknova_fast/rules/turn.pyx: step_turn", True),
    ("pyx/arknova_fast/rules/turn.pyx: gain_reputation", False),  # not there
    ("pyx/arknova_fast/rules/turn.pyx: refill_display", False),  # used there, defined elsewhere
    ("pyx/arknova_fast/rules/turns.pyx: step_turn", False),
    ("pyx/arknova_fast/rules/turn.pyx", False),
    ("pyx/arknova_fast/core/state.pxd: appeal", True),
    ("pyx/arknova_fast/core/types.pxd: MAX_PLAYERS", True),
    ("arknova_fast/cards/vocabulary.py: ICON_SETS", True),
    ("arknova_fast/data/boards.json: reputation_track.range", True),
    ("arknova_fast/data/boards.json: reputation_track.ranges", False),
    ("arknova_fast/data/maps.json: A.start", True),
    ("tests/test_coverage.py::test_markers_name_known_ids_only", True),
    ("tests/test_coverage.py::test_nothing", False),
])
def test_places_of_the_map_are_looked_up(root, place, there):
    assert coverage.place_exists(root, place) == there


def report_with(monkeypatch, implementation=None, tests=None):
    extra = {"implementation": implementation or {}, "tests": {}}
    monkeypatch.setattr(coverage, "extra_map", lambda _: extra)
    if tests is not None:
        monkeypatch.setattr(coverage, "collect_tests", lambda _: tests)
    return coverage.coverage_report({"R5.1": IDS["R5.1"]})


def test_a_place_that_is_gone_is_a_gap(root, monkeypatch):
    gone, there = (f"pyx/arknova_fast/rules/turn.pyx: {name}" for name in ("gone", "list_main"))
    report = report_with(monkeypatch, {"R5.1": [there, gone]})
    assert report["gaps"] == [{"id": "R5.1", "title": IDS["R5.1"]["title"], "missing": [], "stale": [gone]}]
    assert report["ids"][0]["implementation"][0] == there
    assert f"that does not exist: {gone}" in coverage.coverage_lines(report)[-2]
    assert report_with(monkeypatch, {"R5.1": [there]})["gaps"] == []


def test_an_unknown_id_in_a_marker_is_a_gap(root, monkeypatch):
    place = ["pyx/arknova_fast/rules/turn.pyx: list_main"]
    report = report_with(monkeypatch, {"R5.1": place}, {"R5.1": ["t.py::a"], "R99.1": ["t.py::b"]})
    assert report["unknown_in_tests"] == ["R99.1"]
    assert [gap["id"] for gap in report["gaps"]] == ["R99.1"]
    assert "t.py::b" in coverage.coverage_lines(report)[-2]


def test_an_unknown_id_in_the_map_is_an_error(tmp_path):
    (tmp_path / "tests").mkdir()
    (tmp_path / coverage.MAP_FILE).write_text(json.dumps({"implementation": {"R99.1": []}}))
    with pytest.raises(CardDataError, match=r"R99\.1"):
        coverage.extra_map(tmp_path)


def test_the_docstring_of_a_module_is_no_implementation(root):
    named = coverage.collect_sources(root)
    assert not [place for places in named.values() for place in places if place.endswith((".pyx:2", ".pxd:2"))]


def test_a_card_counts_as_implemented_only_if_the_kernel_runs_its_ops(root, monkeypatch):
    assert all(coverage.op_places(root)[op] for op in EFFECT_OPS)
    places = dict(coverage.op_places(root), sprint=[])
    monkeypatch.setattr(coverage, "op_places", lambda _: places)
    found = {key for key, _ in coverage.data_places(root)}
    assert "A401" not in found and "A402" in found and "sprint" not in found
