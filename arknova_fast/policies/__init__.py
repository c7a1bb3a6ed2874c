"""Policies of your own: functions compiled by numba, called through a pointer, and plain Python functions.

Compiled policies keep the playout loop free of Python: a policy costs what its machine code costs. A plain function is
called with the GIL held, some hundred times slower. ``docs/policies.md`` has an example of each.

``plain`` are Python functions, ``compiling`` and ``machine`` compiled ones, ``files`` those of ``FILE.py:NAME``, and
``texts`` reads and writes what policies are called.
"""
from arknova_fast.policies.files import FilePolicy, load_policy
from arknova_fast.policies.machine import CompiledPolicy, numba_choice, numba_policy, numba_rating, signature
from arknova_fast.policies.plain import python_policy
from arknova_fast.policies.texts import as_policy, built_in, describe_policy, policy_text, split_policies

__all__ = [
    "CompiledPolicy",
    "FilePolicy",
    "as_policy",
    "built_in",
    "describe_policy",
    "load_policy",
    "numba_choice",
    "numba_policy",
    "numba_rating",
    "policy_text",
    "python_policy",
    "signature",
    "split_policies",
]
