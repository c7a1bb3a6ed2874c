"""The tests run on the installed package.

``python -m pytest`` puts the checkout first on ``sys.path``, where ``arknova_fast/`` has no compiled modules
unless it was built in place or installed with ``-e``: then the checkout is taken off the path again, here and
(``PYTHONSAFEPATH``) in every command that a test starts.

A shell in the background or ``nohup`` starts a test run with signals ignored, and every command that a test sends
such a signal would ignore it too. A handler that does nothing keeps the run as it was, and is not inherited.
"""
import os
import signal
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

ROOT = Path(__file__).resolve().parent

if not any((ROOT / "arknova_fast" / "core" / f"types{suffix}").exists() for suffix in EXTENSION_SUFFIXES):
    sys.path[:] = [entry for entry in sys.path if Path(entry or ".").resolve() != ROOT]
    os.environ["PYTHONSAFEPATH"] = "1"

for name in ("SIGINT", "SIGTERM", "SIGHUP"):
    number = getattr(signal, name, None)  # Windows has no SIGHUP
    if number is not None and signal.getsignal(number) == signal.SIG_IGN:
        signal.signal(number, lambda number, frame: None)
