"""The tests run on the installed package.

``python -m pytest`` puts the checkout first on ``sys.path``, where ``arknova_fast/`` has no compiled modules
unless it was built in place or installed with ``-e``: then the checkout is taken off the path again, here and
(``PYTHONSAFEPATH``) in every command that a test starts.
"""
import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

ROOT = Path(__file__).resolve().parent

if not any((ROOT / "arknova_fast" / "core" / f"types{suffix}").exists() for suffix in EXTENSION_SUFFIXES):
    sys.path[:] = [entry for entry in sys.path if Path(entry or ".").resolve() != ROOT]
    os.environ["PYTHONSAFEPATH"] = "1"
