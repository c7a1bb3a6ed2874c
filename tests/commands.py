"""Commands run as a user runs them, in any folder."""
from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import arknova_fast

PACKAGE = str(Path(arknova_fast.__file__).resolve().parents[1])
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("_ARKNOVA")}
ENVIRONMENT |= {"PYTHONPATH": PACKAGE, "PYTHONSAFEPATH": ""}


def arknova(*args: object, **options) -> subprocess.CompletedProcess:
    """Run a command line; options as of ``subprocess.run`` (``input``, ``cwd``)."""
    command = [sys.executable, "-m", "arknova_fast", *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, env=ENVIRONMENT, **options)


def answer(*args: object, code: int = 0, **options) -> dict:
    """The JSON object of a command."""
    done = arknova(*args, "--json", **options)
    assert done.returncode == code, done.stderr
    return json.loads(done.stdout)
