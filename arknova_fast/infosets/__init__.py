"""Hidden information: what a seat cannot know, masked states, re-dealt ones (compiled)."""
from arknova_fast import kernel as _  # noqa: F401
