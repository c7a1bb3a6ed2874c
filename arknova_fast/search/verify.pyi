"""The verification driver: random games with every invariant checked at every decision."""
from typing import Any

from arknova_fast.core.tables import Ruleset

WHAT: tuple[str, ...]
EVERY: tuple[str, ...]

class Tally:
    """Checked random games of one player count, and what was exercised in them."""

    ruleset: Ruleset
    players: int
    seed: int
    def __init__(self, ruleset: Ruleset, players: int, seed: int, every: str = "decision") -> None: ...
    def play(self, start: int, count: int) -> None:
        """Verify games start .. start + count - 1 without the GIL and add them up."""
    def merge(self, other: Tally) -> None:
        """Add the counts of another tally."""
    def breaches(self) -> list[dict[str, Any]]:
        """The first violations, each with what is needed to reproduce it."""
    def as_dict(self) -> dict[str, Any]:
        """All counts; lists are indexed by FrameKind, Verb, Op, MapAbility, map and card index."""

def behaviour_hash(ruleset: Ruleset) -> str:
    """A hash over the final states of a fixed batch of games, 16 hexadecimal digits."""
