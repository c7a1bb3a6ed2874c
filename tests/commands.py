"""Commands as a user types them, run within this process: much faster than a new one for each."""
from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import time
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

import arknova_fast
from arknova_fast.cli import run_command

# For tests that need a real process, in any folder.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("_ARKNOVA")}
ENVIRONMENT |= {"PYTHONPATH": str(Path(arknova_fast.__file__).resolve().parents[1]), "PYTHONSAFEPATH": "1"}


def arknova(*args: object, input: str = "", cwd: str | Path = ".") -> subprocess.CompletedProcess:
    """Run a command line; the result is like that of ``subprocess.run``."""
    out, err = io.StringIO(), io.StringIO()
    words = list(map(str, args))
    with patch.object(sys, "stdin", io.StringIO(input)), redirect_stdout(out), redirect_stderr(err), chdir(cwd):
        code = run_command(words)
    return subprocess.CompletedProcess(words, code, out.getvalue(), err.getvalue())


def answer(*args: object, code: int = 0, **options) -> dict:
    """The JSON object of a command."""
    done = arknova(*args, "--json", **options)
    assert done.returncode == code, done.stderr
    return json.loads(done.stdout)


def command(*args: object) -> list[str]:
    """The command line as words for a process of its own."""
    return [sys.executable, "-m", "arknova_fast", *map(str, args)]


def process(*args: object, **options) -> subprocess.CompletedProcess:
    """The command line in a process of its own."""
    return subprocess.run(command(*args), capture_output=True, text=True, timeout=300, env=ENVIRONMENT, **options)


def status(pid: int) -> list[str]:
    """What the kernel says about a process: its state first, then the fields 4, 5 ... of proc(5)."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def busy(*args: object, seconds: float = 2.0) -> subprocess.Popen:
    """A process of its own that has played for a while: measured by the time it got, however busy the machine is."""
    child = subprocess.Popen(command(*args), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
    if not Path("/proc/self/stat").exists():  # no Linux: the time on the clock
        time.sleep(2 * seconds)
        return child
    until = time.monotonic() + 300
    while child.poll() is None and time.monotonic() < until:
        # User and system time are number 14 and 15 of all fields.
        fields = status(child.pid)
        if int(fields[11]) + int(fields[12]) > seconds * os.sysconf("SC_CLK_TCK"):
            return child
        time.sleep(0.02)
    child.kill()
    raise AssertionError(child.communicate()[1])


def wait_until_it_reads(pid: int) -> None:
    """Wait until a process that has nothing to do but to ask sleeps in its question, however busy the machine is."""
    if not Path("/proc/self/stat").exists():
        time.sleep(1)
        return
    until = time.monotonic() + 60
    while status(pid)[0] != "S":
        assert time.monotonic() < until
        time.sleep(0.01)
