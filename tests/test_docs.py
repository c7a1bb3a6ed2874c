"""What the README and the docs show is true: sessions print what they say, commands and options exist."""
import doctest
import re

import click
import pytest
from command_lines import PAGES, ROOT, code_lines, commands_in, examples_of, leaves, parse

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
