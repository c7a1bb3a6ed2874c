"""Policies of your own, compiled by numba and called by the playout loop through a pointer.

The loop stays free of Python: a policy costs what its machine code costs. It sees the whole state, hidden
cards included; a fair player must look only at what its seat may know.
"""
from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any


@lru_cache(maxsize=1)
def signature() -> Any:
    """The numba signature of a policy: ``int32(tables, state, actions, n, rng, data)``.

    ``tables``, ``data`` are opaque pointers; ``state`` points to the bytes of the state (``state_dtype()`` names
    them), ``actions`` to ``n`` action codes in ascending order (verb in bits 26-31, a in 10-25, b in 0-9), ``rng`` to
    the four words of the seat's own SFC64 stream.
    """
    from numba import types

    pointer = types.CPointer
    return types.int32(types.voidptr, pointer(types.uint8), pointer(types.uint32), types.int32, pointer(types.uint64),
                       types.voidptr)  # fmt: skip


def numba_policy(choose: Callable[..., int]) -> Any:
    """Compile ``choose(tables, state, actions, n, rng, data)``, which returns an index below ``n``.

    The result can stand wherever a policy name can in ``simulate`` and ``BatchPlan``. An index outside the list ends
    the batch with a ``UsageError``.

    Parameters
    ----------
    choose : callable
        A function that numba can compile with ``signature()``.

    Examples
    --------
    >>> from arknova_fast import simulate
    >>> @numba_policy
    ... def last_action(tables, state, actions, n, rng, data):
    ...     return n - 1
    >>> int(simulate(3, policies=[last_action, "random"], seed=1)["turns"].min()) > 0
    True
    """
    from numba import cfunc

    return cfunc(signature())(choose)
