"""Card sets written out: the list of all cards, and long tables with one row per card."""
from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

import numpy as np

from arknova_fast.io.schema import NEVER, ZONES

if TYPE_CHECKING:
    import pyarrow as pa

    from arknova_fast.core.tables import Ruleset


def card_lines(ruleset: Ruleset) -> str:
    """All cards as CSV: index (bit of the card sets), key, name, section."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("index", "key", "name", "section"))
    for index in range(n_cards()):
        writer.writerow((index, ruleset.card_key(index), ruleset.card_name(index), ruleset.section_of(index)))
    return out.getvalue()


def n_cards() -> int:
    from arknova_fast.cards.vocabulary import N_CARDS

    return N_CARDS


def expand(sets: Any) -> np.ndarray:
    """Card sets as a matrix of booleans.

    Parameters
    ----------
    sets : pyarrow column of fixed_size_binary(32), or array of uint8, shape (rows, 32)

    Returns
    -------
    numpy.ndarray
        Booleans, shape (rows, 256): row, card index.

    Examples
    --------
    >>> import numpy as np
    >>> cards = expand(np.array([[5] + [0] * 31], np.uint8))
    >>> np.flatnonzero(cards[0]).tolist()
    [0, 2]
    """
    if not isinstance(sets, np.ndarray):
        from arknova_fast.io.parts import block_of

        sets = block_of(sets)
    return np.unpackbits(sets, axis=1, bitorder="little").view(bool)


def long_table(games: pa.Table, ruleset: Ruleset) -> pa.Table:
    """The cards of a table of games, one row per game, seat, card and zone.

    Parameters
    ----------
    games : pyarrow.Table
        With the columns ``game``, ``seat``, the card sets and ``played_in``.
    ruleset : Ruleset

    Returns
    -------
    pyarrow.Table
        The columns of ``schema.CARDS``, sorted by game, seat, zone and card index.
    """
    import pyarrow as pa

    from arknova_fast.io.parts import arrow_schema, block_of

    held = np.stack([expand(games[zone]) for zone in ZONES], axis=1)
    row, zone, card = np.nonzero(held)
    played_in = block_of(games["played_in"])[row, card]
    keys = pa.array([ruleset.card_key(index) for index in range(n_cards())], pa.string())
    columns = [
        pa.array(games["game"].to_numpy()[row]),
        pa.array(games["seat"].to_numpy()[row]),
        pa.DictionaryArray.from_arrays(pa.array(card.astype(np.int16)), keys),
        pa.DictionaryArray.from_arrays(pa.array(zone.astype(np.int8)), pa.array(ZONES, pa.string())),
        pa.array(played_in, mask=(zone != ZONES.index("played")) | (played_in == NEVER)),
    ]
    return pa.Table.from_arrays(columns, schema=arrow_schema("cards"))
