"""Policies of your own: functions compiled by numba, called through a pointer, and plain Python functions.

Compiled policies keep the playout loop free of Python: a policy costs what its machine code costs. A plain function is
called with the GIL held, some hundred times slower. ``docs/policies.md`` has an example of each.
"""
from __future__ import annotations

import sys
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from arknova_fast.errors import UsageError, cut, shown


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

    The bare form, with pointers; ``numba_choice`` and ``numba_rating`` are more comfortable. The result can stand
    wherever a policy name can in ``simulate`` and ``BatchPlan``. It sees the whole state, hidden cards included; a fair
    player must look only at what its seat may know. An index outside the list ends the batch with a ``UsageError``.

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


def numba_choice(choose: Callable[..., int]) -> Any:
    """Compile ``choose(state, seat, actions)``, which returns an index into ``actions``.

    ``state`` is a record with the fields of ``arknova_fast.core.state.state_dtype()``, such as
    ``state.player[seat].money`` or ``state.display[0]``; ``actions`` an array of action codes in ascending order (verb
    ``code >> 26``, first argument ``code >> 10 & 0xFFFF``, second ``code & 0x3FF``). It sees the whole state, hidden
    cards included; a fair player must look only at what its seat may know.

    Examples
    --------
    >>> from arknova_fast import simulate
    >>> @numba_choice
    ... def last_when_rich(state, seat, actions):
    ...     return len(actions) - 1 if state.player[seat].money > 20 else 0
    >>> len(simulate(2, policies=last_when_rich, seed=1, turn_limit=50))
    4
    """
    from numba import carray, cfunc, njit, types

    from arknova_fast.core.state import state_dtype

    dtype = state_dtype()
    chosen = njit(choose)

    # The same call as signature(), with the state as a bare pointer.
    @cfunc(types.int32(types.voidptr, types.voidptr, types.CPointer(types.uint32), types.int32, types.voidptr,
                       types.voidptr))  # fmt: skip
    def compiled(tables, state, actions, n, rng, data):
        record = carray(state, 1, dtype)[0]
        return chosen(record, record.frame[record.n_frames - 1].player, carray(actions, n))

    return compiled


class RatedPolicy:
    """The policy that takes the first of the actions a compiled function rates highest."""

    def __init__(self, rate: Any, name: str):
        from arknova_fast.search.features import rated_address

        self.rate = rate
        self.name = name
        self.address = rated_address()
        self.data = rate.address

    def __repr__(self) -> str:
        return f"<policy rated by {self.name}>"


def numba_rating(rate: Callable[..., float]) -> RatedPolicy:
    """Compile ``rate(f)``, called for every legal action; the first action with the highest rating is taken.

    ``f`` is a record of named numbers of the position and of one action, ``arknova_fast.search.features.FEATURES``:
    ``f.money``, ``f.slot[2]``, ``f.verb``, ``f.card_appeal`` ... They tell only what the seat may know.

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
    from numba import carray, cfunc, njit, types

    from arknova_fast.search.features import FEATURE_DTYPE

    rated = njit(rate)

    @cfunc(types.float64(types.voidptr))
    def compiled(features):
        return rated(carray(features, 1, FEATURE_DTYPE)[0])

    return RatedPolicy(compiled, rate.__name__)


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

    if not callable(choose):
        raise UsageError(f"a policy must be a function choose(game, actions), not {shown(choose)}")
    return PythonPolicy(choose, name or getattr(choose, "__name__", type(choose).__name__), omniscient)


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
    UsageError
        If the file cannot be read, fails when it runs, or has no such policy.
    """
    file, _, name = text.rpartition(":")
    path = Path(file)
    try:
        module = module_of(path.resolve(), path.stat().st_mtime_ns)
    except OSError as error:
        raise UsageError(f"policy {shown(text)}: cannot read {shown(file)}: {error.strerror}") from None
    except UsageError:
        raise
    except Exception as error:
        raise UsageError(f"policy {shown(text)}: the file raised {type(error).__name__}: {cut(str(error))}") from error
    found = getattr(module, name, None)
    if found is None:
        from arknova_fast.seating import nearest

        known = [key for key, value in vars(module).items() if callable(value) and not key.startswith("_")]
        raise UsageError(f"policy {shown(text)}: {file} has no {shown(name)}{nearest(name, known)}")
    if not isinstance(getattr(found, "address", None), int):
        if not callable(found):
            raise UsageError(f"policy {shown(text)}: {name} is no function, but {shown(found)}")
        found = python_policy(found, text)
    return FilePolicy(text, found)


def as_policy(given: Any) -> Any:
    """A policy as ``BatchPlan`` takes it: the text of a built-in one in its shortest form, or an object."""
    from arknova_fast.search.policy import checked_policy

    if isinstance(getattr(given, "address", None), int):
        return given
    if isinstance(given, str):
        given = given.strip()
        return load_policy(given) if ".py:" in given else checked_policy(given)
    if callable(given):
        return python_policy(given)
    return checked_policy(str(given))


def split_policies(text: str) -> list[str]:
    """The policies of a text with commas; weights written ``name=value`` or ``@file`` belong to the policy before.

    Examples
    --------
    >>> split_policies("greedy:appeal=1.2,money=0.3,random")
    ['greedy:appeal=1.2,money=0.3', 'random']
    """
    words: list[str] = []
    for word in text.split(","):
        start = word.partition(":")[0].strip()
        if words and ":" in words[-1] and ("=" in start or start.startswith("@")):
            words[-1] += f",{word.strip()}"
        else:
            words.append(word.strip())
    return words


def policy_text(policy: Any) -> str:
    """A policy as results name it."""
    return policy if isinstance(policy, str) else str(policy)


def describe_policy(policy: Any) -> str:
    """One line about a policy."""
    from arknova_fast.search.policy import POLICIES

    name, _, options = policy_text(policy).partition(":")
    if name not in POLICIES:
        return "a policy of your own"
    return POLICIES[name] + (f"; weights changed: {options}" if options else "")
