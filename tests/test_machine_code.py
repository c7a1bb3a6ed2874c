"""What the compiler made of the kernel: no Python object and no allocation in a playout, vectors in the scan."""
import platform
import re
import shutil
import subprocess

import pytest

from arknova_fast.core import derived, state
from arknova_fast.core.buildinfo import build_info

_kernel = pytest.importorskip("arknova_fast._kernel", reason="built module by module (ARKNOVA_UNITY=0)")
pytestmark = pytest.mark.skipif(
    platform.system() != "Linux" or platform.machine() != "x86_64" or shutil.which("objdump") is None
    or build_info()["debug"] or build_info()["sanitized"],
    reason="reads optimised x86-64 code with objdump")

# The C library's copying, and the address of a variable of the thread (the tape of random outcomes).
HARMLESS = {"memcpy", "memmove", "memset", "memcmp", "__tls_get_addr"}


def functions(module):
    """The compiled functions of a module's own source by name, each with its lines of assembly."""
    text = subprocess.run(["objdump", "-d", "--no-show-raw-insn", module.__file__],
                          capture_output=True, text=True, check=True).stdout
    found = {}
    for part in text.split("\n\n"):
        head, _, body = part.partition("\n")
        if name := re.search(r"<(\S+)>:", head):
            found[name[1].removeprefix("__pyx_f_12arknova_fast_")] = body
    return found


def foreign_calls(body):
    """Names of the functions of other libraries that the code calls or ends in."""
    return set(re.findall(r"\b(?:call|jmp)\s+\w+ <([^>+]+)@plt>", body))


@pytest.fixture(scope="module")
def kernel():
    return functions(_kernel)


def test_the_kernel_calls_neither_python_nor_an_allocator(kernel):
    ours = {name: body for name, body in kernel.items() if name.startswith("7_kernel_")}
    assert len(ours) > 200
    assert {name for body in ours.values() for name in foreign_calls(body)} <= HARMLESS


@pytest.mark.parametrize(("module", "name"), [
    (derived, "4core_7derived_refit"), (derived, "4core_7derived_fit_more"), (state, "4core_5state_hash_state")])
def test_what_the_kernel_reaches_in_other_modules_does_not_either(module, name):
    assert foreign_calls(functions(module)[name]) <= HARMLESS


def test_the_check_sees_a_call_of_python():
    """The wrappers that Python calls are full of them."""
    calls = set().union(*map(foreign_calls, functions(state).values()))
    assert any(name.startswith("Py") for name in calls)


@pytest.mark.parametrize("scan", ["ark_kinds_avx2", "ark_anchors_avx2"])
def test_the_placement_scan_works_on_four_forms_at_once(kernel, scan):
    """Shifts of four bitboards by different distances, and no element taken out inside."""
    assert re.search(r"vpsrlvq .*%ymm", kernel[scan])
    assert not re.search(r"vpextrq", kernel[scan])
