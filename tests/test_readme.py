"""The examples of the README and the docs are true."""
import doctest
import re
from pathlib import Path

import pytest

from arknova_fast import Ruleset, simulate
from arknova_fast.search.weights import GREEDY_WEIGHTS

ROOT = Path(__file__).resolve().parents[1]


def test_the_readme_session_prints_what_it_says():
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted > 10 and result.failed == 0


def test_the_examples_of_the_page_on_policies_print_what_it_says():
    result = doctest.testfile(str(ROOT / "docs" / "policies.md"), module_relative=False)
    assert result.attempted > 10 and result.failed == 0


@pytest.mark.parametrize("name", ["eager", "thrifty", "curious"])
def test_the_example_policies_play(name):
    file = ROOT / "docs" / "examples" / "my_policies.py"
    records = simulate(3, policies=[f"{file}:{name}", "random"], seed=1, turn_limit=30)
    assert len(records) == 6
    assert f"my_policies.py:{name}" in file.read_text()


def test_the_page_on_policies_has_every_weight_with_its_default_range_and_meaning():
    text = (ROOT / "docs" / "policies.md").read_text()
    for w in GREEDY_WEIGHTS:
        assert f"| `{w.name}` | {w.default:g} | {w.low:g} to {w.high:g} | {w.text} |" in text


def test_ci_calls_the_two_lines_of_the_readme():
    readme, script = (ROOT / "README.md").read_text(), (ROOT / ".ci" / "run").read_text()
    install, test = re.findall(r"^    (python -m pip .*)$", readme, re.M)
    assert install.startswith("python -m pip install . && arknova run")
    assert test in script
    assert install.split(" && ")[0] in script.splitlines()


@pytest.mark.parametrize("name", sorted(Ruleset.default().data["rulings"]))
def test_every_ruling_is_documented_with_its_values(name):
    text = (ROOT / "docs" / "rulings.md").read_text()
    row = next(line for line in text.splitlines() if line.startswith(f"| `{name}` |"))
    default = Ruleset.default()
    values = re.findall(r"`(\w+)`", row.split("|")[3])
    assert values[0] == default.data["rulings"][name]["default"]
    assert set(values) == set(default.data["rulings"][name]["choices"])
    for value in values[1:]:
        assert default.patch({"rulings": {name: value}}) != default
