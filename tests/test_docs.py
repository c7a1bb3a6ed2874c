"""What the README and the docs show is true: sessions print what they say, commands and options exist."""
import doctest
import random
import re
import shutil
import subprocess
import sys
import tomllib

import click
import pytest
from command_lines import PAGES, ROOT, code_lines, commands_in, examples_of, leaves, parse

from arknova_fast import Game, Ruleset, notation, simulate, wording
from arknova_fast.cards.loader import FILES
from arknova_fast.cards.schema import BOARDS
from arknova_fast.report.coverage import rule_ids

NAMES = [str(page.relative_to(ROOT)) for page in PAGES]
SHOWN = [(name, args) for name, page in zip(NAMES, PAGES, strict=True)
         for args in commands_in(code_lines(page.read_text(encoding="utf-8")))]
# Words that stand for something the reader puts in.
PLACEHOLDER = re.compile("[A-Z]+")


def test_commands_are_found_in_every_kind_of_block():
    text = (
        "arknova in prose is no command\n\n    arknova run -n 1 && arknova info\n\n```bash\n"
        "$ arknova show map 3 | head -1\narknova run \\\n"
        "    -n 5 > out.json  # a comment with --flags\n```\n~~~\nNO_COLOR=1 arknova info\n~~~\n"
    )
    assert list(commands_in(code_lines(text))) == [
        ["run", "-n", "1"], ["info"], ["show", "map", "3"], ["run", "-n", "5"], ["info"]]


@pytest.mark.parametrize("args", [["rnu"], ["run", "--sede", "1"], ["show", "mpa", "3"], ["run", "-n", "x"],
                                  ["show", "map"], ["run", "extra"]])
def test_wrong_commands_are_noticed(args):
    with pytest.raises(click.UsageError):
        parse(args)


def test_the_docs_show_commands():
    assert len(SHOWN) > 20
    assert {name for name, _ in SHOWN} >= {"README.md", "docs/guide.md", "docs/verification.md"}


@pytest.mark.parametrize(("page", "args"), SHOWN, ids=[f"{name}: {' '.join(args)}"[:90] for name, args in SHOWN])
def test_every_command_shown_exists_with_its_options(page, args):
    try:
        parse(args)
    except click.BadParameter as error:
        if not any(PLACEHOLDER.fullmatch(word) and repr(word) in error.message for word in args):
            raise


COMMANDS = dict(leaves())


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_the_help_of_every_command_has_examples_that_parse(path):
    shown = examples_of(COMMANDS[path])
    assert shown, "the docstring needs a paragraph 'Examples:' after a line with \\b"
    for args in shown:
        parse(args)
    assert any(tuple(args[: len(path)]) == path for args in shown)


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_the_sessions_of_every_page_print_what_they_say(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert result.failed == 0
    assert result.attempted == len(re.findall(r"^ *>>> ", page.read_text(encoding="utf-8"), re.M))


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_links_between_pages_lead_somewhere(page):
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
        if not re.match(r"[a-z]+:", target):
            assert (page.parent / target).exists(), target


def blocks(page, language: str) -> list[str]:
    """The fenced code blocks of a page in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S)


OVERLAYS = [(name, text) for name, page in zip(NAMES, PAGES, strict=True) for text in blocks(page, "toml")
            if {*FILES, *BOARDS} & set(tomllib.loads(text))]


def test_the_docs_show_overlays():
    assert len([name for name, _ in OVERLAYS if name == "docs/add-a-card.md"]) >= 4


@pytest.mark.parametrize(("name", "text"), OVERLAYS, ids=[f"{name}: {text[:30]}" for name, text in OVERLAYS])
def test_every_overlay_shown_loads_and_can_be_played(name, text, tmp_path):
    path = tmp_path / "shown.toml"
    path.write_text(text, encoding="utf-8")
    ruleset = Ruleset.load(path)
    assert ruleset != Ruleset.default()
    assert simulate(30, players=2, maps="all", seed=1, ruleset=ruleset)["end_cause"].max() < 4


CARDS_PAGE = ROOT / "docs" / "add-a-card.md"
git = pytest.mark.skipif(shutil.which("git") is None, reason="git applies the patch")


@git
def test_the_patch_of_a_new_effect_fits_the_sources():
    (patch,) = blocks(CARDS_PAGE, "diff")
    done = subprocess.run(["git", "apply", "--check", "-"], input=patch, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@git
@pytest.mark.deep
def test_the_new_effect_can_be_compiled_and_does_what_it_says(tmp_path):
    copy = tmp_path / "checkout"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns("build", "*.so", ".git", ".venv", "__pycache__"))
    (patch,), example = blocks(CARDS_PAGE, "diff"), blocks(CARDS_PAGE, "python")[-1]
    subprocess.run(["git", "apply", "-"], input=patch, cwd=copy, text=True, check=True)
    subprocess.run([sys.executable, "setup.py", "build_ext", "--inplace"], cwd=copy, check=True, capture_output=True)
    subprocess.run([sys.executable, "-c", example], cwd=copy, check=True, env={"PYTHONPATH": str(copy)})
    # The names of the data files and of the compiled modules are still the same, and random games stay sound.
    subprocess.run([sys.executable, "-m", "arknova_fast", "verify", "-n", "100", "--seed", "1"], cwd=copy, check=True)


# --- the page of decisions ----------------------------------------------------------------------------------------

DECISIONS = (ROOT / "docs" / "decisions.md").read_text(encoding="utf-8")


def test_every_kind_of_decision_is_documented_with_its_question():
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| ([^|]+) \|", DECISIONS, re.M))
    assert rows == {kind: text.replace("{card}", "the card") for kind, text in wording.QUESTIONS.items()}


def test_every_answer_of_random_games_is_documented_at_its_kind():
    listed = {kind: set(re.findall(r"`((?:[^`])+)`", answers.replace(r"\|", "|")))
              for kind, answers in re.findall(r"^\| `([A-Z_]+)` \| [^|]+ \| (.*) \|$", DECISIONS, re.M)}
    pick = random.Random(1)
    for number in range(60):
        game = Game.new(players=1 + number % 4, seed=2, game=number, maps="all")
        while not game.is_terminal:
            kind, actions = game.decision().kind, game.legal_actions()
            forms = {" ".join(filter(None, (words, argument.form))) for words, argument in
                     (notation.ACTIONS[notation.split(code)[0]] for code in actions)}
            assert forms <= listed[kind] | {"sell-harbor <card>"}, kind
            game.apply_unchecked(pick.choice(actions))


def test_every_decision_of_the_rules_is_listed():
    rows = dict(re.findall(r"^\| (D\d+\.\d+) \| (.*) \|$", DECISIONS, re.M))
    assert rows == {key: entry["title"] for key, entry in rule_ids().items() if entry["kind"] == "decision"}
