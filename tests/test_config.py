"""Defaults from a file and from the environment, and the command that tells where each comes from."""
from __future__ import annotations

import json
from pathlib import Path

import click
import pytest

from arknova_fast.cli import COMMANDS, cli, run_command
from arknova_fast.cli.config import NOT_CONFIGURED, options_of, subcommands


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty current directory without a configuration anywhere."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    for name in ("ARKNOVA_CONFIG", "ARKNOVA_RUN_PLAYERS"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def answer(capfd, *args: str, code: int = 0) -> dict:
    assert run_command([*args, "--json"]) == code
    return json.loads(capfd.readouterr().out)


def refused(capfd, *args: str, code: int = 2) -> str:
    assert run_command(list(args)) == code
    out, err = capfd.readouterr()
    assert out == ""
    assert len(err.strip().splitlines()) == 1
    return err


def test_the_command_line_wins_then_the_environment_then_the_file(folder, monkeypatch, capfd):
    (folder / "arknova.toml").write_text("[run]\ngames = '7'\nplayers = 3\nseed = 5\n")
    found = answer(capfd, "run")
    assert (found["games"]["played"], found["settings"]["players"], found["seed"]) == (7, 3, 5)
    monkeypatch.setenv("ARKNOVA_RUN_PLAYERS", "4")
    assert answer(capfd, "run")["settings"]["players"] == 4
    assert answer(capfd, "run", "-p", "1")["settings"]["players"] == 1


def test_flags_and_lists_and_numbers(folder, capfd):
    (folder / "arknova.toml").write_text("[run]\ngames = 6\nseed = 1\npeaceful = true\nmap = ['3', 'A']\n")
    settings = answer(capfd, "run")["settings"]
    assert (settings["peaceful"], settings["map"]) == (True, "3,A")


def test_a_flag_from_the_environment(folder, monkeypatch, capfd):
    monkeypatch.setenv("ARKNOVA_RUN_PEACEFUL", "1")
    assert answer(capfd, "run", "-n", "5", "--seed", "1")["settings"]["peaceful"] is True


def test_commands_of_a_group_have_tables_of_their_own(folder, capfd):
    rules = folder / "cheap.toml"
    rules.write_text("animals.401.cost = 3\n")
    (folder / "arknova.toml").write_text(f"[show.card]\nrules = {str(rules)!r}\n")
    assert answer(capfd, "show", "card", "401")["record"]["cost"] == 3


@pytest.mark.parametrize("place", ["variable", "here", "home"])
def test_the_file_is_found(folder, place, monkeypatch, capfd):
    text = "[run]\ngames = 9\nseed = 1\n"
    if place == "variable":
        (folder / "mine.toml").write_text(text)
        monkeypatch.setenv("ARKNOVA_CONFIG", str(folder / "mine.toml"))
        (folder / "arknova.toml").write_text("[run]\ngames = 2\n")
    elif place == "here":
        (folder / "arknova.toml").write_text(text)
    else:
        path = Path(click.get_app_dir("arknova"))
        path.mkdir(parents=True)
        (path / "arknova.toml").write_text(text)
    assert answer(capfd, "run")["games"]["played"] == 9


WRONG = [
    ("[run]\ngmaes = 5\n", "unknown option 'gmaes'", "games"),
    ("[rnu]\ngames = 5\n", "unknown command 'rnu'", "run"),
    ("[config]\njson = true\n", "unknown command 'config'", ""),
    ("[show.crad]\njson = true\n", "'crad'", "card"),
    ("[run]\nplayers = 9\n", "run.players", "1 to 4"),
    ("[run]\ngames = -5\n", "run.games", "'-5'"),
    ("[run]\npeaceful = 'yes'\n", "run.peaceful", "true or false"),
    ("[run]\nmap-mode = 'pik2'\n", "run.map-mode", "pick2"),
    ("[run]\nseed = {a = 1}\n", "run.seed", "no value of an option"),
    ("[run]\nseed = 2020-01-01\n", "run.seed", "no value of an option"),
    ("run = 5\n", "expected a table", "5"),
    ("[run\n", "TOML", ""),
    ("\xff", "TOML", ""),
]


@pytest.mark.parametrize(("text", "words", "hint"), WRONG, ids=[text.strip() for text, _, _ in WRONG])
def test_what_is_wrong_in_the_file_is_one_sentence(folder, text, words, hint, capfd):
    (folder / "arknova.toml").write_bytes(text.encode("latin-1"))
    for command in (["run", "-n", "5"], ["config", "show"]):
        err = refused(capfd, *command, code=3 if words == "TOML" else 2)
        assert "arknova.toml" in err
        assert words in err
        assert hint in err


def test_help_works_with_a_broken_file(folder, capfd):
    (folder / "arknova.toml").write_text("[run\n")
    assert run_command(["run", "--help"]) == 0
    assert run_command(["--help"]) == 0


def test_a_file_that_is_not_there_is_named(folder, monkeypatch, capfd):
    monkeypatch.setenv("ARKNOVA_CONFIG", "/no/such/file.toml")
    assert "/no/such/file.toml" in refused(capfd, "run", code=3)


@pytest.mark.parametrize(("variable", "hint"), [
    ("ARKNOVA_RUN_GAME", "did you mean ARKNOVA_RUN_GAMES?"),
    ("ARKNOVA_RUN_FOO", "no option of arknova run, unset it\n"),
    ("ARKNOVA_BALANCE_SEATS_GAMSE", "did you mean ARKNOVA_BALANCE_SEATS_GAMES?"),
    ("ARKNOVA_SHOW_CARD", "no option of arknova show"),
])  # fmt: skip
def test_a_variable_of_no_option_is_refused_whatever_the_command(folder, monkeypatch, capfd, variable, hint):
    monkeypatch.setenv(variable, "3")
    for command in (["run", "-n", "2"], ["info"], ["config", "show"]):
        assert hint in refused(capfd, *command)
    assert run_command(["run", "--help"]) == 0


def test_variables_of_others_are_left_alone(folder, monkeypatch, capfd):
    for name in ("ARKNOVA_HOME", "ARKNOVA_NATIVE", "ARKNOVA_RUN", "ARKNOVA_MY_RUN_GAMES"):
        monkeypatch.setenv(name, "3")
    assert run_command(["run", "-n", "2", "-q"]) == 0


def test_a_wrong_variable_is_one_sentence(folder, monkeypatch, capfd):
    monkeypatch.setenv("ARKNOVA_RUN_PLAYERS", "9")
    assert "1 to 4" in refused(capfd, "run")


def test_config_show_tells_where_each_value_comes_from(folder, monkeypatch, capfd):
    (folder / "arknova.toml").write_text("[run]\ngames = 7\nplayers = 3\n")
    monkeypatch.setenv("ARKNOVA_RUN_PLAYERS", "4")
    found = answer(capfd, "config", "show", "run")
    assert (found["schema"], found["file"]) == ("arknova-fast/config/1", "arknova.toml")
    rows = {row["option"]: row for row in found["options"]}
    assert (rows["games"]["value"], rows["games"]["source"], rows["games"]["place"]) == ("7", "file", "arknova.toml")
    assert (rows["players"]["value"], rows["players"]["source"]) == ("4", "environment")
    assert rows["players"]["place"] == "ARKNOVA_RUN_PLAYERS"
    assert (rows["turn-limit"]["value"], rows["turn-limit"]["source"]) == ("500", "default")
    assert (rows["seed"]["value"], rows["seed"]["variable"]) == (None, "ARKNOVA_RUN_SEED")
    assert run_command(["config", "show", "run"]) == 0
    text = capfd.readouterr().out
    assert "environment (ARKNOVA_RUN_PLAYERS)" in text
    assert "'run'" in refused(capfd, "config", "show", "rnu")


def test_every_option_of_every_command_is_listed(folder, capfd):
    rows = answer(capfd, "config", "show")["options"]
    listed = {(row["command"], row["option"]) for row in rows}
    assert len({row["variable"] for row in rows}) == len(rows)

    def check(path: tuple[str, ...], command: click.Command) -> None:
        for name in options_of(command):
            assert (" ".join(path), name) in listed
        for name, inner in subcommands(command).items():
            check((*path, name), inner)

    for name in COMMANDS:
        if name not in NOT_CONFIGURED:
            check((name,), cli.get_command(click.Context(cli), name))
