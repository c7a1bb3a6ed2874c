"""What policies are called: texts of the command line and of results, and the policies behind them."""
from __future__ import annotations

from typing import Any

from arknova_fast.errors import StateDataError, UsageError
from arknova_fast.policies.files import load_policy
from arknova_fast.policies.plain import python_policy


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
