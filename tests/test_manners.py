"""Manners that every command has: JSON, pipes, terminals, help, suggestions, Ctrl-C.

``CHEAP`` has a quick invocation of each command; a command without one fails the first test.
"""
from __future__ import annotations

import atexit
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from functools import cache
from unittest.mock import patch

import click
import pytest
from command_lines import ROOT, leaves
from commands import ENVIRONMENT as PLAIN
from commands import arknova

from arknova_fast import cli
from arknova_fast.cli import common
from arknova_fast.cli.common import interruptible

KEPT_OUT = ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "TTY_COMPATIBLE", "TTY_INTERACTIVE")
ENVIRONMENT = {name: value for name, value in PLAIN.items() if name not in KEPT_OUT}
COLOURS = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}

CHEAP = {
    "run": ["-n", "5", "--seed", "1"],
    "verify": ["-n", "5", "--players", "1,2", "--seed", "1"],
    "merge": ["{run}", "-o", "whole"],
    "export": ["{run}", "-o", "games.csv"],
    "config show": [],
    "replay": ["--seed", "7"],
    "play": ["--seed", "1"],
    "match": ["random", "random", "-n", "4", "--seed", "1"],
    "tournament": ["random", "greedy", "-n", "4", "--seed", "1"],
    "balance seats": ["-n", "4", "--players", "2", "--policy", "random", "--seed", "1"],
    "balance actions": ["-n", "4", "--policy", "random", "--seed", "1"],
    "balance maps": ["-n", "4", "--maps", "3,A", "--policy", "random", "--seed", "1"],
    "balance cards": ["-n", "4", "--cards", "A401", "--deals", "4", "--policy", "random", "--seed", "1"],
    "balance rules": ["--rules", str(ROOT / "tests" / "dear.toml"), "-n", "4", "--policy", "random", "--seed", "1"],
    "tune": ["--generations", "1", "--population", "2", "--deals", "1", "--test-deals", "2", "--seed", "1"],
    "power": [],
    "report": ["{run}"],
    "show card": ["A401"],
    "show map": ["3"],
    "show position": ["ark1 | map=A"],
    "show policy": [],
    "show ruleset": [],
    "show schema": [],
    "show rules": ["R11.15"],
    "bench": ["--quick", "--players", "2", "--seconds", "0.01", "-j", "1"],
    "perft": ["ark1 | map=A", "--depth", "2"],
    "info": [],
    "completion": ["bash"],
}
# Commands that speak with a person on standard error, or say there what precision so many games buy.
TALKING = ("play", "match", "tournament", "balance seats", "balance actions", "balance maps", "balance cards",
           "balance rules")
# Commands that can take long, and what makes them take a while.
LONG = {
    "run": ["-n", "2k", "--seed", "1"],
    "verify": ["-n", "300", "--players", "1", "--seed", "1"],
    **{name: CHEAP[name] for name in CHEAP if name in ("match", "tournament", "tune") or name.startswith("balance ")},
    "bench": ["--quick", "--players", "2", "--seconds", "0.01", "-j", "1"],
    "perft": ["--suite", str(ROOT / "tests" / "perft" / "suite.json")],
}
ALL = dict(leaves())
COMMANDS = {" ".join(path): command for path, command in ALL.items() if not isinstance(command, click.Group)}
GROUPS = {" ".join(path): command for path, command in ALL.items() if isinstance(command, click.Group)}


def line_of(*args: str) -> list[str]:
    return [sys.executable, "-m", "arknova_fast", *args]


@cache
def run_directory() -> str:
    """A small run directory, made once."""
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = os.path.join(folder, "run")
    done = arknova("run", "-n", "4", "--seed", "1", "-o", path, "-q")
    assert done.returncode == 0, done.stderr
    return path


def cheap(name: str) -> list[str]:
    return [*name.split(), *(run_directory() if word == "{run}" else word for word in CHEAP[name])]


def test_every_command_has_a_cheap_invocation():
    assert set(CHEAP) == set(COMMANDS), "give each command a quick invocation in CHEAP"


@pytest.mark.parametrize("name", COMMANDS)
def test_json_is_one_object_with_a_schema_and_nothing_else_is_said(name, tmp_path):
    done = arknova(*cheap(name), "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stderr == "" or name in TALKING
    found = json.loads(done.stdout)
    version = f"/{found['version']}" if found["schema"] == "arknova-fast/rule-ids" else ""  # the file has them apart
    assert re.fullmatch(r"arknova-fast/[a-z0-9-]+/\d+", found["schema"] + version)


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in LONG])
def test_without_a_terminal_there_are_no_escape_codes(name, tmp_path):
    with patch.dict(os.environ, ENVIRONMENT | COLOURS, clear=True):
        done = arknova(*cheap(name), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() or name in TALKING
    if name != "completion":  # the script of a shell may hold what it likes
        assert "\x1b" not in done.stdout + done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="uses a POSIX pipe")
@pytest.mark.parametrize("name", [*COMMANDS, "--help", "run --help"])
def test_a_closed_pipe_is_quiet(name, tmp_path):
    reader, writer = os.pipe()
    os.close(reader)
    line = line_of(*(cheap(name) if name in CHEAP else name.split()))
    done = subprocess.run(line, stdin=subprocess.DEVNULL, stdout=writer, stderr=subprocess.PIPE, text=True,
                          env=ENVIRONMENT, timeout=120, cwd=tmp_path)
    os.close(writer)
    assert done.returncode == 0, done.stderr
    assert done.stderr == "" or name in TALKING


@pytest.mark.parametrize("name", COMMANDS)
def test_progress_has_the_same_two_options_everywhere(name):
    found = {option for param in COMMANDS[name].params if isinstance(param, click.Option) for option in param.opts}
    if name in LONG:
        assert found >= {"-q", "--quiet", "-v", "--verbose"}
    else:
        assert not found & {"-v", "--verbose"}, "name in LONG what takes long"


@pytest.mark.parametrize("name", LONG)
def test_verbose_tells_progress_as_lines(name):
    with patch.dict(os.environ, ENVIRONMENT | COLOURS, clear=True):
        done = arknova(*name.split(), *LONG[name], "-v")
    assert done.returncode == 0
    assert done.stdout.strip()
    assert len(done.stderr.splitlines()) >= 1
    assert "\x1b" not in done.stdout + done.stderr
    assert "\r" not in done.stderr


@pytest.mark.parametrize(("terminal", "quiet", "verbose", "said"), [
    (True, False, False, "\rone\rtwo\r   \r"), (True, False, True, "\rone\rtwo\r   \r"), (True, True, True, ""),
    (False, False, False, ""), (False, False, True, "one\ntwo\n"), (False, True, True, ""),
])
def test_a_status_is_rewritten_on_a_terminal_or_told_in_lines(monkeypatch, terminal, quiet, verbose, said):
    from arknova_fast.cli import status as progress

    stream = io.StringIO()
    stream.isatty = lambda: terminal
    now = iter([0.0, 0.1, 2.0])  # the second message comes too early
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(progress.time, "perf_counter", lambda: next(now))
    with progress.status(quiet, verbose) as status:
        for text in ("one", "lost", "two"):
            status.tell(text)
    assert stream.getvalue() == said


# --- terminals ----------------------------------------------------------------------------------------------------


def on_terminal(*args: str, env: dict[str, str] | None = None) -> str:
    """What a command writes when standard output and error are a terminal."""
    import pty

    main, other = pty.openpty()
    child = subprocess.Popen(line_of(*args), stdin=other, stdout=other, stderr=other,
                             env=ENVIRONMENT | {"TERM": "xterm-256color"} | (env or {}))
    os.close(other)
    said = b""
    while True:
        try:
            part = os.read(main, 65536)
        except OSError:  # Linux: the other end is closed
            break
        if not part:
            break
        said += part
    os.close(main)
    assert child.wait(60) == 0, said.decode()
    return said.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_terminal_gets_bold_titles_and_no_color_takes_every_escape_code_away():
    assert "\x1b[1m" in on_terminal("show", "ruleset")
    plain = on_terminal("show", "ruleset", env={"NO_COLOR": "1"})
    assert "determination" in plain
    assert "\x1b" not in plain


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("name", LONG)
def test_a_terminal_sees_progress_and_no_color_leaves_it_without_colours(name):
    said = on_terminal(*name.split(), *LONG[name], env={"NO_COLOR": "1"})
    assert re.search(r"\r(?!\n)", said)
    assert not re.search(r"\x1b\[[0-9;]*m", said)  # what moves the cursor is no colour
    if name != "bench":  # takes seconds, and shows its progress as verify does
        quiet = on_terminal(*cheap(name), "-q", env={"NO_COLOR": "1"})
        assert "\x1b" not in quiet and not re.search(r"\r(?!\n)", quiet)


# --- help and suggestions ------------------------------------------------------------------------------------------

HEAVY = ("numpy", "rich", "scipy", "numba", "pyarrow", "statsmodels", "matplotlib", "arknova_fast.core.tables")


def test_help_imports_nothing_heavy():
    lines = [[*name.split(), "--help"] for name in ["", *GROUPS, *COMMANDS]]
    probe = (f"import sys\nfrom arknova_fast.cli import run_command\nfor line in {lines!r}:\n"
             f"    run_command(list(line))\n"
             f"    print('after', *line, *(name for name in {HEAVY!r} if name in sys.modules))")
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, env=ENVIRONMENT)
    found = re.findall(r"^after (.*)$", done.stdout, re.M)
    assert found == [" ".join(line) for line in lines]
    for line in lines:
        assert f"Usage: arknova {' '.join(line[:-1])}".strip() in done.stdout


def processor_seconds(line: list[str]) -> float:
    """Least processor time of a process in five starts."""
    import resource

    least = float("inf")
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(line, check=True, stdout=subprocess.DEVNULL, env=ENVIRONMENT)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        least = min(least, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return least


@pytest.mark.skipif(sys.platform == "win32", reason="measures with getrusage")
@pytest.mark.parametrize("name", ["", "run", "verify"])
def test_help_takes_less_than_a_tenth_of_a_second_beside_python_itself(name):
    bare = processor_seconds([sys.executable, "-c", "pass"])
    assert processor_seconds(line_of(*name.split(), "--help")) - bare < 0.1


@pytest.mark.parametrize("name", COMMANDS)
def test_a_misspelled_option_gets_the_nearest(name, capsys):
    assert cli.run_command([*cheap(name), "--jsno"]) == 2
    said = capsys.readouterr()
    assert "'--json'" in said.err
    assert (said.out, len(said.err.splitlines())) == ("", 1)


@pytest.mark.parametrize("name", ["", *GROUPS])
def test_a_misspelled_command_gets_the_nearest(name, capsys):
    known = list(cli.COMMANDS) if not name else list(GROUPS[name].list_commands(click.Context(GROUPS[name])))
    for right in known:
        wrong = right[:-1] + "x" + right[-1]
        assert cli.run_command([*name.split(), wrong]) == 2
        said = capsys.readouterr()
        assert repr(right) in said.err and "id you mean" in said.err
        assert (said.out, len(said.err.splitlines())) == ("", 1)


# --- Ctrl-C ---------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="sends a POSIX signal")
@pytest.mark.parametrize("start", ["-m arknova_fast", "console script"])
def test_ctrl_c_while_modules_are_imported_is_one_line(start, tmp_path):
    (tmp_path / "click.py").write_text("import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(60)\n")
    script = "import sys; from arknova_fast.__main__ import main; sys.exit(main())"
    line = line_of("info") if start == "-m arknova_fast" else [sys.executable, "-c", script, "info"]
    # A shell that starts a test run in the background may ignore SIGINT, and children inherit that.
    done = subprocess.run(line, capture_output=True, text=True, timeout=60,
                          env=ENVIRONMENT | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ENVIRONMENT['PYTHONPATH']}"},
                          preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler))
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "arknova: interrupted\n")


@pytest.mark.skipif(sys.platform == "win32", reason="sends a POSIX signal")
def test_ctrl_c_inside_a_command_raises_and_outside_it_does_what_it_did_before():
    def noted(number, frame):
        raise AssertionError("not restored")

    old = signal.signal(signal.SIGINT, noted)
    try:
        with pytest.raises(KeyboardInterrupt), cli.keyboard_interrupts():
            signal.raise_signal(signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) is noted
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        with cli.keyboard_interrupts():
            signal.raise_signal(signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, old)


@pytest.mark.skipif(sys.platform == "win32", reason="sends a POSIX signal")
def test_ctrl_c_while_python_ends_changes_nothing_any_more():
    """Python hands the signal back to the system before it takes its modules apart."""
    script = """
import os, signal
from arknova_fast.__main__ import main
class Late:
    kill, pid = os.kill, os.getpid()
    def __del__(self):
        type(self).kill(self.pid, 2)
late = Late()
signal.signal(signal.SIGINT, signal.default_int_handler)
main()
"""
    done = subprocess.run([sys.executable, "-c", script, "info"], capture_output=True, text=True, env=ENVIRONMENT)
    assert (done.returncode, done.stderr) == (0, "") and done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="sends a POSIX signal")
@pytest.mark.parametrize("number", cli.STOPPED_BY)
def test_signals_right_after_the_games_are_still_the_same_request(number, monkeypatch):
    """The result is still to be told: ``timeout`` signals the process and then its group."""
    monkeypatch.setattr(common, "SAME_REQUEST", 60)  # half a second may pass on a busy machine
    before = signal.getsignal(number)
    with cli.keyboard_interrupts():
        with interruptible() as stopped:
            assert not stopped()
            signal.raise_signal(number)
        signal.raise_signal(number)
        assert stopped()
    assert signal.getsignal(number) is before


def test_a_command_nobody_stopped_leaves_the_signals_as_they_were():
    before = [signal.getsignal(number) for number in cli.STOPPED_BY]
    with interruptible() as stopped:
        assert [signal.getsignal(number) for number in cli.STOPPED_BY] != before
    assert not stopped()
    assert [signal.getsignal(number) for number in cli.STOPPED_BY] == before


def test_the_console_script_is_the_module_that_takes_care_of_ctrl_c():
    import tomllib

    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    assert scripts == {"arknova": "arknova_fast.__main__:main"}


# --- messages -------------------------------------------------------------------------------------------------------


def test_exit_codes_are_documented():
    page = (ROOT / "docs" / "guide.md").read_text()
    rows = {int(code) for code in re.findall(r"^\| (\d+) \|", page, re.M)}
    assert rows == {cli.DONE, cli.INTERNAL, cli.USAGE, cli.DATA, cli.CHECK, cli.UNREACHED, cli.INTERRUPTED}
    for code in rows - {cli.DONE}:
        assert f"{code} " in (cli.cli.help or "")


def test_perft_says_what_is_missing(tmp_path):
    done = arknova("perft", "no-such-file")
    assert done.returncode == 3
    assert done.stderr == "arknova: 'no-such-file' is no file and no position; a position starts with 'ark1' or '{'\n"
    done = arknova("perft", "--suite", cwd=tmp_path)
    assert done.returncode == 3
    assert "start in a checkout" in done.stderr and "--suite FILE" in done.stderr


def test_one_is_no_plural():
    assert "1 player," in arknova("run", "-n", "3", "--players", "1", "--seed", "1", "-j", "1").stdout
    assert "1 thread\n" in arknova("run", "-n", "3", "--seed", "1", "-j", "1").stdout
    assert "for 1 player:" in arknova("run", "--players", "1", "--map", "1,2").stderr
    assert arknova("replay", "--players", "1", "--seed", "1").stdout.startswith("1 player (")


def test_a_module_that_is_not_compiled_is_one_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "arknova_fast.game", None)
    done = arknova("show", "position", "ark1")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("arknova: arknova_fast.game is not compiled here")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(("words", "code", "message"), [
    (["run", "--map", "Silver Lake"], 2, "random and all; Silver Lake is map 3\n"),
    (["show", "map", "comercial harbor"], 2, "7, 8; Commercial Harbor is map 4\n"),
    (["show", "map", "99"], 2, "6, 7, 8\n"),
    (["show", "card", "999"], 2, "such as A401 and names\n"),  # no other number was meant
    (["replay", "empty"], 3, "arknova: 'empty' is no run directory (it holds no run.json); name one made by"),
    (["run", "--rules", "nope.toml"], 3, "arknova: nope.toml: cannot be read: No such file or directory\n"),
    (["perft", "-"], 3, "arknova: the position is empty; a position starts with 'ark1'\n"),
], ids=["map by name", "misspelt map", "no map", "no card", "no run", "no rules", "empty input"])  # fmt: skip
def test_what_does_not_exist_is_told_in_one_sentence(tmp_path, words, code, message):
    (tmp_path / "empty").mkdir()
    done = arknova(*words, cwd=tmp_path, input="")
    assert done.returncode == code
    assert done.stderr.count("\n") == 1 and message in done.stderr


def test_resume_tells_when_there_is_nothing_to_resume(tmp_path):
    """The same line starts and goes on with a run, but a misspelt directory should be noticed."""
    words = ("run", "-n", "10", "--seed", "1", "-o", "here", "--resume")
    assert arknova(*words, cwd=tmp_path).stderr == "'here' held no run to go on with: a new one begins.\n"
    assert arknova(*words, cwd=tmp_path).stderr == ""
