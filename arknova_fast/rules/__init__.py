"""Rules: set-up, turn, actions, breaks and scoring (compiled)."""
from arknova_fast import kernel as _  # noqa: F401
