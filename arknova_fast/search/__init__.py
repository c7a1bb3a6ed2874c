"""Search: policies, playout driver and batch stepping (compiled)."""
from arknova_fast import kernel as _  # noqa: F401
