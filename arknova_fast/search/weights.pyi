"""The weights of the policy ``greedy``."""
from typing import NamedTuple

class Weight(NamedTuple):
    name: str
    default: float
    low: float
    high: float
    text: str

GREEDY_WEIGHTS: tuple[Weight, ...]

def checked(name: str, value: object) -> float: ...
def read_weights(path: str) -> dict[str, float]: ...
def parse_weights(options: str) -> dict[str, float]: ...
def weights_text(weights: dict[str, float]) -> str: ...
