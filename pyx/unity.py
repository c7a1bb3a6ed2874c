"""The kernel as one translation unit: written at build time from the modules that stay the readable source.

Cython reaches a function of another module through a pointer, so nothing is inlined across modules. In one unit the
compiler sees direct calls of static functions. Every ``.pyx`` below keeps its ``.pxd``; types, enumerations and inline
functions stay there, the other functions move into ``arknova_fast._kernel``, which answers for the module names at
run time, so a cimport elsewhere finds them under the name of their source.
"""
import re
from pathlib import Path

NAME = "_kernel"
MODULES = (
    "effects.tape", "effects.pending", "effects.gains", "effects.counters", "effects.icons", "effects.program",
    "effects.zones",
    "rules.housing", "rules.placement", "rules.actioncards", "rules.sponsors", "rules.animals", "rules.projects",
    "rules.association", "rules.build", "rules.cards", "rules.harbor", "rules.bespoke", "rules.interactive",
    "rules.looking", "rules.thresholds", "rules.resolve", "rules.breaks", "rules.scoring", "rules.setup",
    "rules.turn", "rules.engine", "search.uniform", "search.playout", "search.track",
)  # fmt: skip
HEADERS = ("rules.frames",)  # a .pxd without code of its own

CIMPORT = re.compile(r"^(?:from (?P<module>[\w.]+) cimport (?:\((?P<several>[^)]*)\)|(?P<names>[^(\n]+))|cimport .+)\n",
                     re.M)
PROTOTYPE = re.compile(r"^cdef (?!inline |enum|struct|extern|class)[^:=]+?\([^)]*\)[^:\n]*\n", re.M)
INLINE = re.compile(r"^cdef inline [^(\n]*?(\w+)\(", re.M)
STRUCT = re.compile(r"^(?:cdef struct|cpdef enum) (\w+):", re.M)
ALIAS = re.compile(r"^ctypedef .*?(?:\(\*(\w+)\)|(\w+)$)", re.M)
EXTERN = re.compile(r"^cdef extern from [^\n]*:\n((?:(?:    [^\n]*)?\n)+)", re.M)
FOREIGN = re.compile(r'^    (?:ctypedef struct (\w+)|ctypedef [^\n(]*?(\w+)$|[^\n("#]*?(\w+)(?: "[^"]*")?\()', re.M)
MEMBER = re.compile(r"^    (\w+) *(?:=|$)", re.M)
ENUM = re.compile(r"^(?:cdef|cpdef) enum[^\n]*:\n((?:(?:    [^\n]*)?\n)+)", re.M)

MODULE_BODY = '''

def _answer_for(names):
    """Make this module known under the names of its sources, where Cython looks for their functions."""
    import sys
    from types import ModuleType
    for name in names:
        module = ModuleType(name, "Part of the compiled kernel.")
        module.__pyx_capi__ = globals()["__pyx_capi__"]
        sys.modules[name] = module


_answer_for(%r)
'''


def own_names(text: str) -> set[str]:
    """What a ``.pxd`` defines besides the functions that move: inline and foreign functions, types, constants."""
    found = {*INLINE.findall(text), *STRUCT.findall(text), *(a or b for a, b in ALIAS.findall(text))}
    for block in EXTERN.findall(text):
        found.update(name for names in FOREIGN.findall(block) for name in names if name)
    for members in ENUM.findall(text):
        found.update(MEMBER.findall(members))
    return found


def cimports(text: str, into: dict[str, set[str]]) -> None:
    """Collects `from module cimport names`."""
    for found in CIMPORT.finditer(text):
        if found["module"] is None:
            raise ValueError(f"unity build: write 'from ... cimport ...' instead of {found[0].strip()!r}")
        names = (found["several"] or found["names"]).split("#")[0]
        into.setdefault(found["module"], set()).update(name.strip() for name in names.split(",") if name.strip())


def sources(root: Path) -> list[Path]:
    """The files the kernel is made from."""
    return [root.joinpath("arknova_fast", *name.split(".")).with_suffix(suffix)
            for name in HEADERS + MODULES for suffix in (".pxd", ".pyx") if name in MODULES or suffix == ".pxd"]


def write(root: Path, folder: Path) -> Path:
    """Writes ``_kernel.pyx`` and ``_kernel.pxd`` below folder when they changed; returns the ``.pyx``."""
    needed: dict[str, set[str]] = {}
    prototypes, bodies = [], []
    for path in sources(root):
        text = path.read_text()
        cimports(text, needed)
        dotted = ".".join(path.relative_to(root).with_suffix("").parts)
        if path.suffix == ".pxd":
            needed.setdefault(dotted, set()).update(own_names(text))
            prototypes += PROTOTYPE.findall(text)
        else:
            body = CIMPORT.sub("", text).split('"""', 2)[2]
            bodies.append(f"# {dotted}\n{body.strip()}\n")
    inside = {f"arknova_fast.{name}" for name in MODULES + HEADERS}
    lines = ["# cython: language_level=3\n"]
    for module, names in needed.items():
        if module in inside:
            names = own_names(root.joinpath(*module.split(".")).with_suffix(".pxd").read_text())
        if names:
            lines.append(f"from {module} cimport {'*' if '*' in names else ', '.join(sorted(names))}\n")
    body = "# cython: language_level=3\n" + "\n\n".join(bodies)
    body += MODULE_BODY % (tuple(f"arknova_fast.{name}" for name in MODULES),)
    package = folder / "arknova_fast"
    package.mkdir(parents=True, exist_ok=True)
    for name, text in (("__init__.pxd", ""), (f"{NAME}.pxd", "".join(lines + prototypes)), (f"{NAME}.pyx", body)):
        if not (package / name).exists() or (package / name).read_text() != text:
            (package / name).write_text(text)
    return package / f"{NAME}.pyx"
