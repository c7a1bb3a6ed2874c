from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arknova_fast.search.batch import BatchPlan

TURN_DTYPE: np.dtype[np.void]
DECISION_DTYPE: np.dtype[np.void]

def play_rows(
    plan: BatchPlan, start: int, count: int, decisions: bool = False
) -> tuple[NDArray[np.void], NDArray[np.void] | None, NDArray[np.uint64], NDArray[np.uint32]]: ...
def add_cards(
    records: NDArray[np.uint8],
    tracks: NDArray[np.uint8],
    zones: Sequence[str],
    by_zone: NDArray[np.int64],
    by_break: NDArray[np.int64],
    track_dtype: np.dtype[np.void],
) -> None: ...
