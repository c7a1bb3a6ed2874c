"""Rules: set-up, turn, actions, breaks and scoring (compiled)."""
from contextlib import suppress

with suppress(ModuleNotFoundError):  # a modular build has none
    import arknova_fast._kernel  # noqa: F401
