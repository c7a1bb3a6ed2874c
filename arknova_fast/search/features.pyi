"""Named numbers of a position and of one action."""
import numpy as np

FEATURES: tuple[tuple[str, int, str], ...]
FEATURE_DTYPE: np.dtype[np.void]

def rated_address() -> int: ...
