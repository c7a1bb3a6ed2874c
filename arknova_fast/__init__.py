"""A fast, exact simulator of the board game Ark Nova (base game).

The public names are imported on first use, so that ``import arknova_fast`` costs next to nothing.
"""
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

__all__ = [
    "ArkNovaError",
    "CardDataError",
    "Game",
    "IllegalActionError",
    "NotationError",
    "Ruleset",
    "ScriptError",
    "StateDataError",
    "UsageError",
    "__version__",
    "simulate",
]

_API = {"Game", "Ruleset", "simulate"}

if TYPE_CHECKING:
    from arknova_fast.api import Game, Ruleset, simulate
    from arknova_fast.errors import (
        ArkNovaError,
        CardDataError,
        IllegalActionError,
        NotationError,
        ScriptError,
        StateDataError,
        UsageError,
    )


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'arknova_fast' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module("arknova_fast.api" if name in _API else "arknova_fast.errors"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))
