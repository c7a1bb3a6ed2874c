from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arknova_fast.core.tables import Ruleset

RECORD_DTYPE: np.dtype[np.void]
TRACK_DTYPE: np.dtype[np.void]

class BatchPlan:
    def __init__(
        self,
        ruleset: Ruleset,
        players: int,
        maps: list[int],
        map_plan: str,
        policies: list[Any],
        seed: int,
        peaceful: bool = False,
        map_mode: int = 0,
        solo_difficulty: int = 0,
        turn_limit: int = 500,
        face_down_discard: bool = False,
        first_card: Sequence[int | None] = (),
        keep_first: Sequence[bool] = (),
        first_upgrade: Sequence[int | None] = (),
    ) -> None: ...
    @property
    def ruleset(self) -> Ruleset: ...
    @property
    def players(self) -> int: ...
    @property
    def arguments(self) -> tuple[Any, ...]: ...
    def play(self, start: int, count: int) -> NDArray[np.void]: ...
    def play_tracked(self, start: int, count: int) -> tuple[NDArray[np.void], NDArray[np.void]]: ...

def play_chunk(plan: BatchPlan, start: int, count: int) -> NDArray[np.void]: ...
