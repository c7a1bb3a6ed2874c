"""Timed games and yardsticks."""
from typing import Any

import numpy as np

from arknova_fast.search.batch import BatchPlan

CALIBRATIONS: tuple[str, ...]

def profile(plan: BatchPlan, start: int, count: int) -> dict[int, dict[str, float]]:
    """Where the time goes in games as they are, by ``FrameKind``."""

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
