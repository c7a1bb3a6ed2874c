"""Commands as a user types them, run within this process: much faster than a new one for each."""
from __future__ import annotations

import io
import json
import os
import subprocess
import sys
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
