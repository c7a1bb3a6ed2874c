"""Policies of Python files: ``FILE.py:NAME``."""
from __future__ import annotations

import sys
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from arknova_fast.errors import StateDataError, UsageError, cut, nearest, shown
from arknova_fast.policies.plain import python_policy


class FilePolicy:
    """A policy of a Python file; pickles as its text, so the file has to exist wherever it is used."""

    def __init__(self, text: str, policy: Any):
        self.text = text
        self.policy = policy
        self.address = policy.address
        self.data = getattr(policy, "data", 0)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<policy {self.text}>"

    def __reduce__(self) -> tuple:
        return load_policy, (self.text,)

    def meet(self, ruleset: Any) -> None:
        if hasattr(self.policy, "meet"):
            self.policy.meet(ruleset)

    def take_failure(self) -> BaseException | None:
        return self.policy.take_failure() if hasattr(self.policy, "take_failure") else None


@lru_cache(maxsize=64)
def module_of(path: Path, changed: int) -> ModuleType:
    """The module a file makes; ``changed`` is its time of change, so that an edited file is read again."""
    from importlib.util import module_from_spec, spec_from_file_location

    name = f"arknova_policy_{path.stem}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise UsageError(f"{shown(str(path))} is no Python file, policies come from FILE.py:NAME")
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def load_policy(text: str) -> FilePolicy:
    """The policy ``FILE.py:NAME``: a compiled policy of this module, or a function ``choose(game, actions)``.

    Raises
    ------
    StateDataError
        If the file cannot be read.
    UsageError
        If it fails when it runs, or has no such policy.
    """
    file, _, name = text.rpartition(":")
    path = Path(file)
    try:
        module = module_of(path.resolve(), path.stat().st_mtime_ns)
    except OSError as error:
        raise StateDataError(f"policy {shown(text)}: cannot read {shown(file)}: {error.strerror}") from None
    except UsageError:
        raise
    except (Exception, SystemExit) as error:
        told = cut(" ".join(str(error).split()))
        raise UsageError(f"policy {shown(text)}: the file raised {type(error).__name__}: {told}") from error
    found = getattr(module, name, None)
    if found is None:
        known = [key for key, value in vars(module).items() if callable(value) and not key.startswith("_")]
        raise UsageError(f"policy {shown(text)}: {file} has no {shown(name)}{nearest(name, known)}")
    if not isinstance(getattr(found, "address", None), int):
        if not callable(found):
            raise UsageError(f"policy {shown(text)}: {name} is no function, but {shown(found)}")
        found = python_policy(found, text)
    return FilePolicy(text, found)
