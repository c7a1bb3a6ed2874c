"""The built-in policies."""
from typing import Any

POLICIES: dict[str, str]

def checked_policy(text: str) -> str: ...
def wrong_answer(policy: Any, where: str) -> Exception: ...
