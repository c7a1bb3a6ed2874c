"""Effects: opcodes and pending decisions (compiled)."""
from contextlib import suppress

with suppress(ModuleNotFoundError):  # a modular build has none
    import arknova_fast._kernel  # noqa: F401
