from typing import Any

import numpy as np
from numpy.typing import NDArray

from arknova_fast.core.tables import Ruleset

RECORD_DTYPE: np.dtype[np.void]

class BatchPlan:
    def __init__(
        self,
        ruleset: Ruleset,
        players: int,
        maps: list[int],
        map_plan: str,
        policies: list[str],
        seed: int,
        peaceful: bool = False,
        map_mode: int = 0,
        solo_difficulty: int = 0,
        turn_limit: int = 500,
        face_down_discard: bool = False,
    ) -> None: ...
    @property
    def ruleset(self) -> Ruleset: ...
    @property
    def players(self) -> int: ...
    @property
    def arguments(self) -> tuple[Any, ...]: ...
    def play(self, start: int, count: int) -> NDArray[np.void]: ...

def play_chunk(plan: BatchPlan, start: int, count: int) -> NDArray[np.void]: ...
