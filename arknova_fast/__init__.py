"""A fast, exact simulator of the board game Ark Nova (base game).

The public names are imported on first use, so that ``import arknova_fast`` costs next to nothing.
"""
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

__all__ = [
    "ArkNovaError",
    "CardDataError",
    "Decision",
    "Game",
    "GameLogError",
    "IllegalActionError",
    "LogMismatchError",
    "NotationError",
    "Observation",
    "Ruleset",
    "RunDataError",
    "ScriptError",
    "SoloChallenge",
    "StateDataError",
    "UsageError",
    "__version__",
    "action_to_dict",
    "action_to_string",
    "describe",
    "describe_decision",
    "determinize",
    "dict_to_action",
    "iter_chunks",
    "observe",
    "parse_maps",
    "simulate",
    "string_to_action",
]

_ERRORS = {
    "ArkNovaError",
    "CardDataError",
    "GameLogError",
    "IllegalActionError",
    "LogMismatchError",
    "NotationError",
    "RunDataError",
    "ScriptError",
    "StateDataError",
    "UsageError",
}

if TYPE_CHECKING:
    from arknova_fast.api import (
        Decision,
        Game,
        Observation,
        Ruleset,
        SoloChallenge,
        action_to_dict,
        action_to_string,
        describe,
        describe_decision,
        determinize,
        dict_to_action,
        iter_chunks,
        observe,
        parse_maps,
        simulate,
        string_to_action,
    )
    from arknova_fast.errors import (
        ArkNovaError,
        CardDataError,
        GameLogError,
        IllegalActionError,
        LogMismatchError,
        NotationError,
        RunDataError,
        ScriptError,
        StateDataError,
        UsageError,
    )


def not_compiled(module: str | None) -> str:
    """What to say when a compiled module is missing."""
    return (f"{module} is not compiled here: Python found the sources in {__path__[0]} instead of the installed "
            "package. Start Python in another folder, or build in place with 'python -m pip install -e .'")


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'arknova_fast' has no attribute {name!r}")
    from importlib import import_module

    try:
        module = import_module("arknova_fast.errors" if name in _ERRORS else "arknova_fast.api")
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("arknova_fast."):
            raise
        raise ImportError(not_compiled(error.name)) from error
    value = getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))
