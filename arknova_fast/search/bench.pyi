"""Measuring loops in compiled code: yardsticks, recorded positions, games with every step checked."""
from typing import Any

import numpy as np

from arknova_fast.core.state import StateBox
from arknova_fast.core.tables import Ruleset
from arknova_fast.search.batch import BatchPlan

LOOPS: tuple[str, ...]
BY: tuple[str, ...]
CALIBRATIONS: tuple[str, ...]

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

def record(plan: BatchPlan, games: int, room: int, by: str = "kind") -> dict[int, Positions]:
    """Play games and keep an even sample of their decisions."""

def profile(plan: BatchPlan, start: int, count: int) -> dict[int, dict[str, float]]:
    """Where the time goes in games as they are, by ``FrameKind``."""

def checked_games(plan: BatchPlan, start: int, count: int) -> tuple[np.ndarray, int, int]:
    """The games of ``plan.play(start, count)``, with the state and the list judged at every decision."""

def stepped_games(plan: BatchPlan, start: int, count: int) -> tuple[np.ndarray, int, int]:
    """Games in which decision number i takes action i modulo the number of options."""

def time_set_up(plan: BatchPlan, start: int, count: int) -> tuple[int, int]:
    """Set up games and run them to their first decision; nanoseconds and the sum of the state hashes."""

def calibrate(part: str, rounds: int) -> tuple[int, int]:
    """Run a calibration loop; nanoseconds and a check value."""

def shape_model(games: int, turns: int = 200) -> dict[str, Any]:
    """Play "games" of the shape model."""

def sizes() -> dict[str, int]:
    """Bytes of a state, of the part of one player in it, of a record and of the ruleset tables."""
