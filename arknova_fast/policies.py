"""Policies of your own: functions compiled by numba, called through a pointer, and plain Python functions.

Compiled policies keep the playout loop free of Python: a policy costs what its machine code costs. A plain function is
called with the GIL held, some hundred times slower. ``docs/policies.md`` has an example of each.
"""
from __future__ import annotations

import math
import re
import sys
import threading
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from textwrap import shorten
from types import ModuleType
from typing import Any

from arknova_fast.errors import StateDataError, UsageError, cut, nearest, shown


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


def place_of(choose: Any, line: int | None = None) -> str:
    """Where a function stands, for messages."""
    code = choose.__code__
    return f"{choose.__name__} (line {line or code.co_firstlineno} of {Path(code.co_filename).name})"


def field_error(choose: Any, field: str, dtype: Any) -> UsageError:
    """The error for a field of a record that does not exist."""
    import dis
    from difflib import get_close_matches

    line = None
    for step in dis.get_instructions(choose):
        if step.argval == field and step.positions:
            line = step.positions.lineno
    names = list(dict.fromkeys(fields_of(dtype)))
    near = get_close_matches(field, names, 3)
    hint = f"nearest are {', '.join(near)}" if near else f"known are {', '.join(names)}"
    return UsageError(f"policy {place_of(choose, line)}: there is no field {shown(field)}; {hint}")


def fields_of(dtype: Any) -> list[str]:
    """The names of all fields of a record, those of the records inside it too."""
    found = []
    for name in dtype.names or ():
        inner = dtype[name].base
        found += [name, *fields_of(inner)]
    return found


def numba_sentence(error: Exception) -> tuple[str, int | None]:
    """The first sentence of a message of numba that says something, and the line it means."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    lines = [line.strip() for line in plain.splitlines()]
    skipped = ("Failed in nopython", "During:", "File ", "-", "<source")
    useful = [line for line in lines if line and not line.startswith(skipped)] or [type(error).__name__]
    told = " ".join(useful[:2]) if useful[0].endswith("signature:") else useful[0]
    told = re.sub(r"Function\(<built-in function (\w+)>\)", r"\1", told).replace(".. Raised from None", "")
    place = re.search(r'File "[^"]*", line (\d+)', plain) or re.search(r"During: .* \((\d+)\)", plain)
    return shorten(re.sub(r"Record\(\[.*\)", "record", told), 160, placeholder=" ..."), int(place[1]) if place else None


def compiled(choose: Any, parameters: str, arguments: tuple, dtype: Any, number: tuple) -> Any:
    """``choose`` compiled by numba for these types of its arguments, returning one of the types ``number``.

    Raises
    ------
    UsageError
        If its parameters differ, numba cannot compile it, or it returns something else; with function and line.
    """
    from numba import njit

    checked_signature(choose, getattr(choose, "__name__", "?"), parameters)
    try:
        made = njit(choose)
        made.compile(arguments)
        made.disable_compile()
    except KeyError as error:
        raise field_error(choose, str(error.args[0]), dtype) from error
    except Exception as error:  # not all errors of numba share a base
        told, line = numba_sentence(error)
        raise UsageError(f"policy {place_of(choose, line)}: numba cannot compile it: {told}") from error
    result = made.nopython_signatures[0].return_type
    if not isinstance(result, number):
        wanted = "an index, a whole number," if len(number) == 1 else "a number"
        raise UsageError(f"policy {place_of(choose)}: it must return {wanted} on every path, not {cut(str(result))}")
    return made


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


def built_in(text: str) -> str:
    """The text of a built-in policy in its shortest form.

    Raises
    ------
    StateDataError
        If its file of weights cannot be read.
    UsageError
        If there is no such policy, or its weights are wrong.
    """
    from arknova_fast.search.policy import checked_policy

    try:
        return checked_policy(text)
    except UsageError as error:
        if isinstance(error.__context__, OSError):
            raise StateDataError(str(error)) from None
        raise


def as_policy(given: Any) -> Any:
    """A policy as ``BatchPlan`` takes it: the text of a built-in one in its shortest form, or an object."""
    if isinstance(getattr(given, "address", None), int):
        return given
    if isinstance(given, str):
        given = given.strip()
        return load_policy(given) if ".py:" in given else built_in(given)
    if callable(given):
        return python_policy(given)
    return built_in(str(given))


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
