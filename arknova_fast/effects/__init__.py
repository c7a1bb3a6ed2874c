"""Effects: opcodes and pending decisions (compiled)."""
from arknova_fast import kernel as _  # noqa: F401
