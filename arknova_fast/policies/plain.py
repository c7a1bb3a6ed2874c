"""Plain Python functions as policies."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arknova_fast.errors import UsageError, shown


def checked_signature(choose: Any, name: str, parameters: str) -> None:
    """Refuses what cannot be called as ``choose(parameters)``."""
    import inspect

    if not callable(choose):
        raise UsageError(f"a policy must be a function choose({parameters}), not {shown(choose)}")
    try:
        found = inspect.signature(choose)
    except (TypeError, ValueError):  # some built-in functions tell nothing
        return
    try:
        found.bind(*parameters.split(", "))
    except TypeError:
        raise UsageError(f"policy {name}: the function must take ({parameters}), not {found}") from None


def python_policy(choose: Callable[..., Any], name: str = "", *, omniscient: bool = False) -> Any:
    """A plain function ``choose(game, actions)`` as a policy.

    Parameters
    ----------
    choose : callable
        Gets a ``Game`` and the list of legal actions (ints, ascending); returns an index into the list, one of its
        actions, or the text of one. What it does to the game is lost.
    name : str
        How messages name it; default: the name of the function.
    omniscient : bool
        The game is the true one. By default everything the seat cannot know is dealt anew (``Game.determinize``, with
        a number of the seat's own stream), so that a function cannot look at hidden cards.

    Examples
    --------
    >>> from arknova_fast import simulate
    >>> def last(game, actions):
    ...     return len(actions) - 1
    >>> len(simulate(1, policies=[python_policy(last), "random"], seed=1))
    2
    """
    from arknova_fast.callback import PythonPolicy

    name = name or getattr(choose, "__name__", type(choose).__name__)
    checked_signature(choose, name, "game, actions")
    return PythonPolicy(choose, name, omniscient)
