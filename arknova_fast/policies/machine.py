"""Policies in machine code: made from a function by numba, called through a pointer, without Python."""
from __future__ import annotations

import math
import threading
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from arknova_fast.errors import UsageError
from arknova_fast.policies.compiling import compiled


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


class Raised:
    """Which threads a compiled policy raised in: machine code cannot hand its exception to the loop that called it.

    ``note`` and ``mine`` are called from machine code, ``note`` after an exception and ``mine`` only after a ``note``.
    ``flag`` is not 0 from the first exception to the last ``take``.
    """

    def __init__(self) -> None:
        from ctypes import CFUNCTYPE, c_int32, c_int64

        self.threads: set[int] = set()
        self.flag = c_int64(0)
        self.note = CFUNCTYPE(c_int32)(self.noted)
        self.mine = CFUNCTYPE(c_int32)(lambda: threading.get_ident() in self.threads)

    def noted(self) -> int:
        self.threads.add(threading.get_ident())
        self.flag.value = 1
        return 0

    def take(self) -> bool:
        """Whether it raised in this thread, once."""
        found = threading.get_ident() in self.threads
        self.threads.discard(threading.get_ident())
        if not self.threads:
            self.flag.value = 0
        return found


class CompiledPolicy:
    """A policy in machine code, ``function``; ``parts`` are what it calls, kept as long as it is.

    ``otherwise`` is what a wrong answer means when no exception was the reason.
    """

    def __init__(self, name: str, function: Any, raised: Raised, otherwise: str, data: int = 0, parts: tuple = ()):
        self.name, self.address, self.data = name, function.address, data
        self.raised, self.otherwise, self.parts = raised, otherwise, (function, *parts)

    def __repr__(self) -> str:
        return f"<compiled policy {self.name}>"

    def take_failure(self) -> UsageError:
        """What the last wrong answer in this thread was."""
        from arknova_fast.callback import WrongAnswer

        return WrongAnswer(f"raised an exception in {self.name}; compiled code cannot tell which, call the function "
                           "without its decorator to see it" if self.raised.take() else self.otherwise)  # fmt: skip


OUTSIDE = "answered with an index outside the list of legal actions"


def numba_policy(choose: Callable[..., int]) -> CompiledPolicy:
    """Compile ``choose(tables, state, actions, n, rng, data)``, which returns an index below ``n``.

    The bare form, with pointers; ``numba_choice`` and ``numba_rating`` are more comfortable. The result can stand
    wherever a policy name can in ``simulate`` and ``BatchPlan``. It sees the whole state, hidden cards included; a fair
    player must look only at what its seat may know. It must not write to anything but ``rng``: the pointers lead to the
    game itself. An index outside the list or an exception ends the batch with a ``UsageError``.

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
    from numba import cfunc, types

    chosen = compiled(choose, "tables, state, actions, n, rng, data", signature().args, None, (types.Integer,))
    raised = Raised()
    note = raised.note

    @cfunc(signature())
    def policy(tables, state, actions, n, rng, data):
        k = -1
        try:
            k = types.int64(chosen(tables, state, actions, n, rng, data))
        except Exception:
            note()
        return k if 0 <= k < n else -1

    return CompiledPolicy(choose.__name__, policy, raised, OUTSIDE)


def numba_choice(choose: Callable[..., int]) -> CompiledPolicy:
    """Compile ``choose(state, seat, actions)``, which returns an index into ``actions``.

    ``state`` is a record with the fields of ``arknova_fast.core.state.state_dtype()``, such as
    ``state.player[seat].money`` or ``state.display[0]``; ``actions`` an array of action codes in ascending order (verb
    ``code >> 26``, first argument ``code >> 10 & 0xFFFF``, second ``code & 0x3FF``). It sees the whole state, hidden
    cards included; a fair player must look only at what its seat may know. The state is a copy: what it writes there
    is lost.

    Examples
    --------
    >>> from arknova_fast import simulate
    >>> @numba_choice
    ... def last_when_rich(state, seat, actions):
    ...     return len(actions) - 1 if state.player[seat].money > 20 else 0
    >>> len(simulate(2, policies=last_when_rich, seed=1, turn_limit=50))
    4
    """
    from numba import carray, cfunc, from_dtype, types

    from arknova_fast.core.state import state_dtype

    dtype = state_dtype()
    codes = types.Array(types.uint32, 1, "C", readonly=True)
    chosen = compiled(choose, "state, seat, actions", (from_dtype(dtype), types.uint8, codes), dtype, (types.Integer,))
    raised = Raised()
    note = raised.note

    # The same call as signature(), with the state as a bare pointer.
    @cfunc(types.int32(types.voidptr, types.voidptr, types.CPointer(types.uint32), types.int32, types.voidptr,
                       types.voidptr))  # fmt: skip
    def policy(tables, state, actions, n, rng, data):
        k = -1
        record = carray(state, 1, dtype).copy()[0]
        try:
            k = types.int64(chosen(record, record.frame[record.n_frames - 1].player, carray(actions, n)))
        except Exception:
            note()
        return k if 0 <= k < n else -1

    return CompiledPolicy(choose.__name__, policy, raised, OUTSIDE)


def numba_rating(rate: Callable[..., float]) -> CompiledPolicy:
    """Compile ``rate(f)``, called for every legal action; the first action with the highest rating is taken.

    ``f`` is a record of named numbers of the position and of one action, ``arknova_fast.search.features.FEATURES``:
    ``f.money``, ``f.slot[2]``, ``f.verb``, ``f.card_appeal`` ... They tell only what the seat may know. An action rated
    NaN is never taken.

    Examples
    --------
    >>> from arknova_fast import simulate
    >>> from arknova_fast.core.types import Verb
    >>> PLAY, PLACE = int(Verb.PLAY_ANIMAL), int(Verb.PLACE)
    >>> @numba_rating
    ... def eager(f):
    ...     if f.verb == PLAY:
    ...         return 10 + f.card_appeal
    ...     return f.bonuses if f.verb == PLACE else 0.1 * f.strength
    >>> len(simulate(2, policies=[eager, "random"], seed=1))
    4
    """
    from ctypes import CFUNCTYPE, addressof, c_int32, c_int64, c_void_p

    from numba import carray, cfunc, from_dtype, types

    from arknova_fast.search.features import FEATURE_DTYPE, rated_address

    rated = compiled(rate, "f", (from_dtype(FEATURE_DTYPE),), FEATURE_DTYPE,
                     (types.Integer, types.Float, types.Boolean))  # fmt: skip
    raised = Raised()
    note, mine = raised.note, raised.mine

    @cfunc(types.float64(types.voidptr))
    def rating(features):
        try:
            return float(rated(carray(features, 1, FEATURE_DTYPE)[0]))
        except Exception:
            note()
        return math.nan

    best = CFUNCTYPE(c_int32, c_void_p, c_void_p, c_void_p, c_int32, c_void_p, c_int64)(rated_address())
    function = rating.address

    # ``data`` leads to the flag: an exception in the rating of one action must not leave the choice to the others.
    @cfunc(types.int32(types.voidptr, types.voidptr, types.voidptr, types.int32, types.voidptr,
                       types.CPointer(types.int64)))  # fmt: skip
    def policy(tables, state, actions, n, rng, data):
        k = best(tables, state, actions, n, rng, function)
        return -1 if data[0] != 0 and mine() != 0 else k

    return CompiledPolicy(rate.__name__, policy, raised, "rated every legal action NaN, so none is the best",
                          addressof(raised.flag), (rating, best))  # fmt: skip
