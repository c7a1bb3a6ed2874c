# cython: language_level=3
"""Policies: C functions that pick one of the legal actions."""
import difflib

from arknova_fast.search.greedy cimport choose_greedy
from arknova_fast.search.uniform cimport choose_random
from arknova_fast.search.weights cimport WeightTable, weights_of
from arknova_fast.errors import UsageError, cut, shown
from arknova_fast.search.weights import parse_weights, weights_text

POLICIES = {
    "random": "uniform over the atomic legal actions of each choice",
    "greedy": "rates every legal action by a heuristic with weights and takes the best",
}


# Weights by their text: a policy holds a bare pointer to them, so they stay as long as the module.
cdef dict tables = {}


def checked_policy(str text):
    """The same built-in policy in its shortest form: weights from files written out, defaults left out.

    Raises
    ------
    UsageError
        If there is no such policy, or it has no such weight.
    """
    name, colon, options = text.partition(":")
    if name not in POLICIES:
        near = difflib.get_close_matches(name[:80], POLICIES, 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise UsageError(f"unknown policy {shown(text)}, known are {', '.join(POLICIES)} and FILE.py:NAME{hint}")
    if not colon:
        return name
    if name != "greedy":
        raise UsageError(f"policy {name} has no weights, so nothing can follow in {shown(text)}")
    options = weights_text(parse_weights(options))
    return f"{name}:{options}" if options else name


cdef Policy greedy_of(str options) except *:
    cdef Policy policy
    cdef WeightTable table = weights_of(options)
    table = tables.setdefault(table.text, table)
    policy.choose = choose_greedy
    policy.data = &table.w
    return policy


cdef Policy policy_of(object spec, Ruleset ruleset) except *:
    cdef Policy policy
    policy.data = NULL
    if isinstance(getattr(spec, "address", None), int):
        if hasattr(spec, "meet"):
            spec.meet(ruleset)
        policy.choose = <choose_t> <size_t> spec.address
        policy.data = <const void*> <size_t> getattr(spec, "data", 0)
        return policy
    text = checked_policy(str(spec))
    if text == "random":
        policy.choose = choose_random
        return policy
    return greedy_of(text.partition(":")[2])


class WrongAnswer(UsageError):
    """A policy answered something that is no legal action."""


def wrong_answer(policy, str where):
    """The error for a policy whose answer was no legal action; ``where`` names game and seat."""
    failure = policy.take_failure() if hasattr(policy, "take_failure") else None
    if failure is None:
        return UsageError(f"{where} answered with an index outside the list of legal actions")
    if isinstance(failure, WrongAnswer):
        return UsageError(f"{where} {failure}")
    if isinstance(failure, KeyboardInterrupt):
        return failure
    import traceback

    # The first frames are the compiled call, then comes the function of the policy: its file is the one to look into.
    frames = list(traceback.extract_tb(failure.__traceback__))
    own = next((frame.filename for frame in frames if not frame.filename.endswith(".pyx")), frames[0].filename)
    line = next(frame.lineno for frame in reversed(frames) if frame.filename == own)
    text = ": " + cut(" ".join(str(failure).split())) if str(failure) else ""
    error = UsageError(f"{where} raised {type(failure).__name__}{text} (line {line} of {own})")
    error.__cause__ = failure
    return error
