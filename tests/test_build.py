"""The kernel as one unit: every rule module is in it, under its own name."""
import sys
from importlib import import_module
from pathlib import Path

PYX = Path(__file__).parents[1] / "pyx"
sys.path.insert(0, str(PYX))

import unity  # noqa: E402


def test_every_module_of_effects_and_rules_is_part_of_the_kernel():
    written = {f"{path.parent.name}.{path.stem}" for folder in ("effects", "rules")
               for path in (PYX / "arknova_fast" / folder).glob("*.pyx")}  # fmt: skip
    assert written == {name for name in unity.MODULES if name.startswith(("effects.", "rules."))}


def test_functions_are_found_under_the_module_of_their_source():
    for name in unity.MODULES:
        assert import_module(f"arknova_fast.{name}").__pyx_capi__


def test_names_of_foreign_functions_and_types_are_seen():
    text = '''cdef extern from "x.h" nogil:
    ctypedef struct shape:
        uint64_t cell[4]
    # a comment (with brackets)
    void find "ark_find"(const uint64_t* cells,
                         int n)
    int popcount(uint64_t x)

cdef enum:
    FIRST = 1
    LAST

cdef struct Pair:
    int a

cdef inline int twice(int n) noexcept nogil:
    return 2 * n

cdef int moved(int n) noexcept nogil
'''
    assert unity.own_names(text) == {"shape", "find", "popcount", "FIRST", "LAST", "Pair", "twice"}
    assert unity.PROTOTYPE.findall(text) == ["cdef int moved(int n) noexcept nogil\n"]
