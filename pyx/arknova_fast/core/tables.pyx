# cython: language_level=3
"""The compiled ruleset: rows of ``arknova_fast.cards.compile`` copied into one block of C tables."""
from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdlib cimport calloc, free

from arknova_fast.core.fill_boards cimport fill_boards, fill_index, fill_sieves
from arknova_fast.core.fill_cards cimport fill_cards
from arknova_fast.core.fill_maps cimport fill_buildings_and_maps

from arknova_fast.cards import compile as rows_of
from arknova_fast.cards import geometry, vocabulary
from arknova_fast.cards.loader import content_hash, load_data, validate
from arknova_fast.cards.overlay import apply_overlay, card_key, load_overlay_file
from arknova_fast.errors import CardDataError

cdef Ruleset _default = None


cdef Ruleset compiled(dict data):
    """The ruleset of checked data."""
    cdef Ruleset ruleset = Ruleset.__new__(Ruleset)
    ruleset.data = data
    ruleset.content_hash = content_hash(data)
    ruleset.t.content_hash = int(ruleset.content_hash[:16], 16)
    kinds = rows_of.kind_names(data)
    fill_cards(ruleset.t, data, kinds)
    fill_buildings_and_maps(ruleset.t, data, kinds)
    fill_boards(ruleset.t, data)
    fill_sieves(ruleset.t)
    fill_index(ruleset.t)
    return ruleset


cdef class Ruleset:
    """An immutable compiled ruleset: all cards, maps and tables of a game.

    Made by ``default``, ``load``, ``from_data`` or ``patch``. Equal content means equal hash and equal objects.

    Examples
    --------
    >>> from arknova_fast.core.tables import Ruleset
    >>> rich = Ruleset.default().patch({"setup": {"money": 30}})
    >>> rich == Ruleset.default()
    False
    """

    def __cinit__(self):
        self.t = <Tables*> calloc(1, sizeof(Tables))
        if self.t == NULL:
            raise MemoryError

    def __init__(self):
        raise TypeError("use Ruleset.default(), Ruleset.load(path) or Ruleset.from_data(data)")

    def __dealloc__(self):
        free(self.t)

    @staticmethod
    def default() -> Ruleset:
        """The base game, compiled once."""
        global _default
        if _default is None:
            _default = compiled(load_data())
        return _default

    @staticmethod
    def load(path) -> Ruleset:
        """The base game with the changes of a TOML overlay file."""
        overlay = load_overlay_file(path)
        try:
            return Ruleset.default().patch(overlay)
        except CardDataError as error:
            section = f"{path}: {error.file}"
            raise CardDataError(section, error.card, error.field, error.message) from None

    @staticmethod
    def from_data(data) -> Ruleset:
        """The ruleset of complete data in the form of ``arknova_fast.cards.load_data``; checked in full."""
        return compiled(validate(data))

    def patch(self, overlay) -> Ruleset:
        """This ruleset with the changes of an overlay, see ``arknova_fast.cards.overlay``."""
        return compiled(apply_overlay(self.data, overlay))

    def __eq__(self, other):
        if not isinstance(other, Ruleset):
            return NotImplemented
        return self.content_hash == (<Ruleset> other).content_hash

    def __hash__(self):
        return hash(self.content_hash)

    def __reduce__(self):
        if self == Ruleset.default():
            return Ruleset.default, ()
        return Ruleset.from_data, (self.data,)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __repr__(self):
        return f"<Ruleset {self.content_hash[:12]}>"

    def card_index(self, key) -> int:
        """The index of a card, named by its printed number or with its letter (401, "401", "A401")."""
        for section in ("animals", "sponsors", "projects"):
            number = card_key(section, key)
            if number in self.data[section]:
                return vocabulary.index_of(int(number))
        raise KeyError(key)

    def card_key(self, int index) -> str:
        """The community's key of a card, for example ``A401``."""
        if not 0 <= index < self.t.n_cards:
            raise IndexError(index)
        return f"{vocabulary.PREFIXES[self.section_of(index)]}{self.t.card[index].id}"

    def section_of(self, int index) -> str:
        """The section of the data that holds a card."""
        return ("animals", "sponsors", "projects", "projects")[self.t.card[index].type]

    def card_data(self, int index) -> dict:
        """The record of a card in the data."""
        if not 0 <= index < self.t.n_cards:
            raise IndexError(index)
        return self.data[self.section_of(index)][str(self.t.card[index].id)]

    def card_name(self, int index) -> str:
        return self.card_data(index)["name"]

    def map_index(self, code) -> int:
        codes = list(self.data["maps"])
        if str(code) not in codes:
            raise KeyError(code)
        return codes.index(str(code))

    def map_code(self, int index) -> str:
        if not 0 <= index < self.t.n_maps:
            raise IndexError(index)
        return list(self.data["maps"])[index]

    def kind_name(self, int kind) -> str:
        if not 0 <= kind < len(self.data["shapes"]):
            raise IndexError(kind)
        return rows_of.kind_names(self.data)[kind]

    def kind_index(self, name) -> int:
        kinds = rows_of.kind_names(self.data)
        if name not in kinds:
            raise KeyError(name)
        return kinds.index(name)

    def placement(self, int pid) -> tuple:
        """``(kind, cells, rotation)`` of a placement; cells are ``(x, y)`` in ascending order."""
        if not 0 <= pid < self.t.n_places:
            raise IndexError(pid)
        p = self.t.place[pid]
        return p.kind, geometry.cells_of(p.cells), p.rotation

    def placements(self, int kind) -> range:
        """The placement ids of a kind."""
        if not 0 <= kind < 32:
            raise IndexError(kind)
        return range(self.t.place_start[kind], self.t.place_start[kind + 1])

    def cell_index(self, x, y) -> int:
        if (x, y) not in geometry.CELL_INDEX:
            raise KeyError((x, y))
        return geometry.CELL_INDEX[x, y]

    def cell_xy(self, int i) -> tuple:
        if not 0 <= i < geometry.N_CELLS:
            raise IndexError(i)
        return geometry.CELLS[i]

    @property
    def n_dense_actions(self) -> int:
        """Number of entries of the dense action index."""
        cdef int last = len(vocabulary.VERBS) - 1
        return self.t.verb_offset[last] + self.t.verb_na[last] * self.t.verb_nb[last]

    @property
    def table_size(self) -> int:
        """Bytes of the compiled tables."""
        return sizeof(Tables)

    def table_bytes(self) -> bytes:
        """A copy of the whole block, laid out as ``core/tables.pxd`` declares it with C alignment."""
        return PyBytes_FromStringAndSize(<const char*> self.t, sizeof(Tables))
