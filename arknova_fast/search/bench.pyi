"""Measuring loops in compiled code: recorded positions, and games with every step checked."""
import numpy as np

from arknova_fast.core.state import StateBox
from arknova_fast.core.tables import Ruleset
from arknova_fast.search.batch import BatchPlan

LOOPS: tuple[str, ...]
BY: tuple[str, ...]

class Positions:
    """Recorded decisions of one kind, made by ``record``."""

    ruleset: Ruleset
    @property
    def seen(self) -> int: ...
    @property
    def choices(self) -> int: ...
    @property
    def options(self) -> int: ...
    def __len__(self) -> int: ...
    def box(self, i: int) -> StateBox:
        """Position number ``i`` as a ``StateBox``."""
    def action(self, i: int) -> int:
        """The action that was taken in position number ``i``."""
    def time(self, loop: str, repeats: int, inner: int = 1) -> tuple[list[float], int]:
        """Run a loop over all positions several times; nanoseconds of each pass and the check value."""
    def verify(self, loop: str) -> int:
        """The check value of a loop made the careful way."""
    def asked(self) -> int:
        """Questions answered in one pass of the loop ``"phase"``."""

def picked_places(ruleset: Ruleset, box: StateBox, player: int) -> list[int]:
    """All placements of the kinds of the Build action, picked one by one from the bit set."""

def form_anchors(
    ruleset: Ruleset, open_: int, quiet: int, portable: bool = False, cells: int = 5
) -> tuple[np.ndarray, int]:
    """The anchors of every form of the ruleset, and the kinds that have one."""

def record(plan: BatchPlan, games: int, room: int, by: str = "kind") -> dict[int, Positions]:
    """Play games and keep an even sample of their decisions."""

def checked_games(plan: BatchPlan, start: int, count: int) -> tuple[np.ndarray, int, int]:
    """The games of ``plan.play(start, count)``, with the state and the list judged at every decision."""
