"""Build of the Cython modules; everything else stands in pyproject.toml.

Every .pyx below pyx/arknova_fast becomes the module of the same dotted name; generated C goes to build/.
Switches (environment): ARKNOVA_DEBUG=1 bounds checks, assertions, -O1 -g; ARKNOVA_SANITIZE=address,undefined;
ARKNOVA_NATIVE=1 -march=native; ARKNOVA_ANNOTATE=1 HTML beside the C; ARKNOVA_LINETRACE=1; ARKNOVA_JOBS=n;
ARKNOVA_ONLY=core,effects.ops builds only the modules below these names; ARKNOVA_UNITY=0 compiles every module of
the kernel for itself instead of as one unit (pyx/unity.py): slower games, but a change is built in seconds.
"""
import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

sys.path.insert(0, "pyx")
import unity

SWITCHES = ("DEBUG", "SANITIZE", "NATIVE", "ANNOTATE", "LINETRACE")
VALUES = {name: os.environ.get(f"ARKNOVA_{name}", "") for name in SWITCHES}
ON = {name: value not in ("", "0") for name, value in VALUES.items()}
JOBS = int(os.environ.get("ARKNOVA_JOBS") or os.cpu_count() or 1)
UNITY = os.environ.get("ARKNOVA_UNITY", "1") != "0"
FLAVOUR = "-".join(name.lower() for name in SWITCHES[:1] + SWITCHES[3:] if ON[name])  # what changes the C code
BUILD_DIR = Path("build", "cython" + (FLAVOUR and "-" + FLAVOUR))
STAMP = Path("build", "flavour")
UNITY_DIR = Path("build", "unity")
KERNEL = f"arknova_fast.{unity.NAME}"

FLAGS = ["-O1", "-g", "-fno-omit-frame-pointer"] if ON["DEBUG"] else ["-O3"]
# Without fused operations floating point gives the same numbers on every processor.
FLAGS += ["-ffp-contract=off"]
FLAGS += ["-Wno-unused-function", "-Wno-unreachable-code"]
FLAGS += ["-march=native"] if ON["NATIVE"] else []
SANITIZERS = [f"-fsanitize={VALUES['SANITIZE']}"] if ON["SANITIZE"] else []
MACROS = [("ARK_DEBUG", "1")] if ON["DEBUG"] else []
MACROS += [("CYTHON_TRACE_NOGIL", "1")] if ON["LINETRACE"] else []
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": ON["DEBUG"],
    "wraparound": ON["DEBUG"],
    "initializedcheck": ON["DEBUG"],
    "cdivision": not ON["DEBUG"],
    "linetrace": ON["LINETRACE"],
    "embedsignature": True,
}


def extension(dotted: str) -> Extension:
    """The extension module of that dotted name, e.g. arknova_fast.core.rng."""
    root = UNITY_DIR if dotted == KERNEL else Path("pyx")
    return Extension(
        dotted,
        [str(root.joinpath(*dotted.split(".")).with_suffix(".pyx"))],
        include_dirs=["pyx/include"],
        depends=[str(STAMP), *sorted(map(str, Path("pyx/include").glob("*.h")))],
        define_macros=MACROS,
        # No sum of the kernel overflows (the sanitizers look for it), and loops over lists become vectors.
        extra_compile_args=FLAGS + SANITIZERS + (["-fno-wrapv"] if dotted == KERNEL else []),
        extra_link_args=SANITIZERS,
    )


class BuildExt(build_ext):
    """Runs Cython only when something is built, and the C compiler on all cores."""

    def finalize_options(self):
        super().finalize_options()
        self.parallel = self.parallel or JOBS

    def run(self):
        self.remove_stale()
        super().run()

    def remove_stale(self):
        """Modules of the other layout would be imported beside the new ones, or packed into a wheel."""
        joined = any(ext.name == KERNEL for ext in self.extensions)
        for name in STALE if joined or not UNITY else []:
            Path(self.get_ext_fullpath(name)).unlink(missing_ok=True)

    def build_extensions(self):
        from Cython.Build import cythonize

        STAMP.parent.mkdir(exist_ok=True)
        if not STAMP.exists() or STAMP.read_text() != repr(VALUES):  # other switches: compile everything again
            STAMP.write_text(repr(VALUES))
        if any(ext.name == KERNEL for ext in self.extensions):
            unity.write(Path("pyx"), UNITY_DIR)
        self.remove_stale()
        made = cythonize(
            self.extensions,
            include_path=["pyx", str(UNITY_DIR)],
            build_dir=str(BUILD_DIR),
            compiler_directives=DIRECTIVES,
            annotate=ON["ANNOTATE"],
            nthreads=JOBS if JOBS > 1 else 0,
        )
        sources = {ext.name: ext.sources for ext in made}
        for ext in self.extensions:
            ext.sources = sources[ext.name]
        super().build_extensions()

    def get_source_files(self):
        """What belongs into a source distribution: nothing that was generated."""
        return [name for name in super().get_source_files() if not name.startswith("build")]


ALL = [".".join(path.with_suffix("").parts[1:]) for path in sorted(Path("pyx").rglob("*.pyx"))]
JOINED = {f"arknova_fast.{name}" for name in unity.MODULES}
STALE = sorted(JOINED) if UNITY else [KERNEL]

if __name__ == "__main__":
    names = ALL
    if only := os.environ.get("ARKNOVA_ONLY"):
        wanted = tuple(f"arknova_fast.{name}." for name in only.split(","))
        names = [name for name in names if f"{name}.".startswith(wanted)]
    if UNITY:
        names = [name for name in names if name not in JOINED] + [KERNEL] * (not JOINED.isdisjoint(names))
    setup(ext_modules=[extension(name) for name in names], cmdclass={"build_ext": BuildExt})
