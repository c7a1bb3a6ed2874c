"""Listing and applying on recorded positions; each loop copies the state first, ``copy`` is that part alone."""
import pytest

from arknova_fast.core.types import FrameKind, Verb

KINDS = [kind for kind in FrameKind if kind >= FrameKind.FRAME_MAP_PICK and kind.name != "N_FRAMES"]
VERBS = [verb for verb in Verb if verb.name != "N_VERBS"]


@pytest.mark.benchmark(max_time=0.2)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name.removeprefix("FRAME_").lower())
@pytest.mark.parametrize("name", ["copy", "list", "apply"])
def test_kind(kind, name, by_kind, loop):
    loop(by_kind.get(kind), name, f"decision {kind.name.removeprefix('FRAME_').lower()}")


@pytest.mark.benchmark(max_time=0.2)
@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.name.lower())
@pytest.mark.parametrize("name", ["copy", "apply"])
def test_verb(verb, name, by_verb, loop):
    loop(by_verb.get(verb), name, f"action {verb.name.lower()}")
