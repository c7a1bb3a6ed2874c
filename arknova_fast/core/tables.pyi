"""The compiled ruleset: everything the data files say, as one block of C tables."""
from os import PathLike
from typing import Any

class Ruleset:
    """An immutable compiled ruleset: all cards, maps and tables of a game.

    Made by ``default``, ``load``, ``from_data`` or ``patch``. Equal content means equal hash and equal objects.

    Examples
    --------
    >>> from arknova_fast.core.tables import Ruleset
    >>> rich = Ruleset.default().patch({"setup": {"money": 30}})
    >>> rich == Ruleset.default()
    False
    """

    @property
    def data(self) -> dict[str, Any]:
        """The data it was made of: sections (``animals``, ``maps`` ...) of records; not to be changed."""
    @property
    def content_hash(self) -> str:
        """Hash over the data, hexadecimal; it stands in every result."""
    @staticmethod
    def default() -> Ruleset:
        """The base game, compiled once."""
    @staticmethod
    def load(path: str | PathLike[str]) -> Ruleset:
        """The base game with the changes of a TOML overlay file.

        Parameters
        ----------
        path : str or path

        Raises
        ------
        CardDataError
            If the file cannot be read, names something unknown or holds a value that does not fit.
        """
    @staticmethod
    def from_data(data: dict[str, Any]) -> Ruleset:
        """The ruleset of complete data in the form of ``arknova_fast.cards.load_data``; checked in full.

        Parameters
        ----------
        data : dict

        Raises
        ------
        CardDataError
            If a record is missing, unknown or malformed.
        """
    def patch(self, overlay: dict[Any, Any]) -> Ruleset:
        """This ruleset with the changes of an overlay, see ``arknova_fast.cards.overlay``.

        Parameters
        ----------
        overlay : dict
            Section, key, fields: only what changes.

        Raises
        ------
        CardDataError
            For unknown names, with the nearest known one, and for values that do not fit.

        Examples
        --------
        >>> cheap = Ruleset.default().patch({"animals": {401: {"cost": 12}}})
        >>> cheap.card_data(cheap.card_index("A401"))["cost"]
        12
        """
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Ruleset: ...
    def __deepcopy__(self, memo: Any) -> Ruleset: ...
    def card_index(self, key: int | str) -> int:
        """The index of a card, named by its printed number or with its letter (401, "401", "A401").

        Parameters
        ----------
        key : int or str

        Raises
        ------
        KeyError
            If there is no such animal, sponsor or project.
        """
    def card_key(self, index: int) -> str:
        """The community's key of a card, for example ``A401``.

        Parameters
        ----------
        index : int

        Raises
        ------
        IndexError
            If there is no such card.
        """
    def section_of(self, index: int) -> str:
        """The section of the data that holds a card.

        Parameters
        ----------
        index : int
        """
    def card_data(self, index: int) -> dict[str, Any]:
        """The record of a card in the data.

        Parameters
        ----------
        index : int

        Raises
        ------
        IndexError
            If there is no such card.
        """
    def card_name(self, index: int) -> str:
        """The printed name of a card.

        Parameters
        ----------
        index : int

        Raises
        ------
        IndexError
            If there is no such card.
        """
    def map_index(self, code: int | str) -> int:
        """The index of a map code, for example ``"A"`` or ``"3"``.

        Parameters
        ----------
        code : int or str

        Raises
        ------
        KeyError
            If there is no such map.
        """
    def map_code(self, index: int) -> str:
        """The code of a map.

        Parameters
        ----------
        index : int

        Raises
        ------
        IndexError
            If there is no such map.
        """
    def kind_name(self, kind: int) -> str:
        """The name of a kind of building, for example ``"kiosk"``.

        Parameters
        ----------
        kind : int

        Raises
        ------
        IndexError
            If there is no such kind.
        """
    def kind_index(self, name: str) -> int:
        """The number of a kind of building.

        Parameters
        ----------
        name : str

        Raises
        ------
        KeyError
            If there is no such kind.
        """
    def placement(self, pid: int) -> tuple[int, list[tuple[int, int]], int]:
        """``(kind, cells, rotation)`` of a placement; cells are ``(x, y)`` in ascending order.

        Parameters
        ----------
        pid : int

        Raises
        ------
        IndexError
            If there is no such placement.
        """
    def placements(self, kind: int) -> range:
        """The placement ids of a kind.

        Parameters
        ----------
        kind : int

        Raises
        ------
        IndexError
            If there is no such kind.
        """
    def cell_index(self, x: int, y: int) -> int:
        """The number of a cell, 0 to 57.

        Parameters
        ----------
        x, y : int
            Column and doubled row, as in the map files.

        Raises
        ------
        KeyError
            If there is no such cell.
        """
    def cell_xy(self, i: int) -> tuple[int, int]:
        """Column and doubled row of a cell.

        Parameters
        ----------
        i : int

        Raises
        ------
        IndexError
            If there is no such cell.
        """
    @property
    def n_dense_actions(self) -> int:
        """Number of entries of the dense action index."""
    @property
    def table_size(self) -> int:
        """Bytes of the compiled tables."""
    def table_bytes(self) -> bytes:
        """A copy of the whole block, laid out as ``core/tables.pxd`` declares it with C alignment."""
