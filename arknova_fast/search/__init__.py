"""Search: policies, playout driver and batch stepping (compiled)."""
from contextlib import suppress

with suppress(ModuleNotFoundError):  # a modular build has none
    import arknova_fast._kernel  # noqa: F401
