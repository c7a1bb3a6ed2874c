"""The columns of the tables: names, types, meaning. They only grow; every change raises ``VERSION``.

This module imports nothing heavy, so that ``arknova show schema`` answers at once.
"""
from __future__ import annotations

from typing import Any, NamedTuple

RUN_SCHEMA = "arknova-fast/run/1"
VERSION = 1
RNG = "sfc64/seedsequence/1"  # generator and seeding: numpy.random.SFC64(SeedSequence(seed, spawn_key=(game, stream)))

ACTION_CARDS = ("animals", "association", "build", "cards", "sponsors")  # as core/types.pxd numbers them
END_CAUSES = ("none", "turn", "break", "solo_rounds", "turn_limit")
ZONES = ("dealt", "kept", "seen", "played", "in_hand")
SET_BYTES = 32
NEVER = 255


class Column(NamedTuple):
    """One column.

    Types are ``bool``, ``uint8`` ... ``float64``, ``word`` (a text out of few, a dictionary in Arrow), ``text``,
    ``cards`` (a card set, bit i of the little-endian bits is card i of ``cards.csv``) and ``per_card`` (one byte per
    card).
    """

    name: str
    type: str
    text: str
    nullable: bool = False
    since: int = 1


GAMES = (
    Column("game", "uint64", "number of the game; with the seed it decides everything about it"),
    Column("seat", "uint8", "place in the turn order, 0 starts"),
    Column("map", "word", "code of the zoo map"),
    Column("policy", "word", "who played this seat"),
    Column("score", "int16", "victory points + 100 (appeal plus the white number at the conservation marker)"),
    Column("victory_points", "int16", "final score as printed in the rules, negative ones included"),
    Column("rank", "uint8", "1 for the winner; tied players share a rank"),
    Column("winners", "uint8", "number of players who share the victory"),
    Column("win_share", "float64", "1 / winners for a winner, 0 for the others; none in unfinished games", True),
    Column("finished", "bool", "false when the turn limit stopped the game"),
    Column("end_cause", "word", "when the end was triggered: turn, break, solo_rounds, or turn_limit (unfinished)"),
    Column("end_seat", "uint8", "who triggered the end; none in unfinished games", True),
    Column("turns", "uint16", "turns of this player"),
    Column("breaks", "uint8", "breaks in the game"),
    Column("money", "int16", "money at the end"),
    Column("appeal", "uint8", "appeal at the end, final scoring included"),
    Column("conservation", "uint8", "conservation points at the end, final scoring included"),
    Column("reputation", "uint8", "reputation at the end"),
    Column("x_tokens", "uint8", "X-tokens at the end"),
    Column("supported_projects", "uint8", "conservation projects supported"),
    Column("animals", "uint8", "animals played into the zoo, released ones included"),
    Column("released_animals", "uint8", "animals released into the wild"),
    Column("sponsors", "uint8", "sponsor cards played"),
    Column("partner_zoos", "uint8", "partner zoos"),
    Column("universities", "uint8", "universities"),
    Column("upgraded_actions", "uint8", "action cards on side II"),
    Column("upgraded", "uint8", "which: bit 0 animals, 1 association, 2 build, 3 cards, 4 sponsors"),
    Column("first_upgrade", "word", "the action card upgraded first", True),
    Column("workers", "uint8", "association workers hired"),
    Column("covered_hexes", "uint8", "hexes of the map covered by buildings"),
    Column("lead_changes", "uint8", "turns of the game after which another player leads alone than before"),
    Column("decisions", "uint32", "decisions of the game, all players"),
    Column("choices", "uint32", "decisions with two or more options"),
    Column("options", "uint32", "sum of the options of all choices; missing where only games are kept", True),
    Column("state_hash", "uint64", "hash of the final state, to check replays against"),
    Column("dealt", "cards", "cards dealt as opening hand"),
    Column("kept", "cards", "cards kept of them"),
    Column("seen", "cards", "cards that ever were in hand"),
    Column("played", "cards", "cards ever played: into the zoo (released animals included), or projects from the hand"),
    Column("in_hand", "cards", "cards in hand at the end"),
    Column("played_in", "per_card", "breaks before each card was played, 255 for never"),
    Column("finals", "uint16", "final scoring cards dealt at set-up: bit i is the i-th card, F001 is bit 0"),
)
TURNS = (
    Column("game", "uint64", "number of the game"),
    Column("turn", "uint16", "turns started in the game, from 1"),
    Column("seat", "uint8", "whose turn it was"),
    Column("action", "word", "the action card that was used"),
    Column("x_token_action", "bool", "the card was used to gain an X-token instead of its action"),
    Column("strength", "uint8", "strength of the action with the X-tokens spent; 0 for the X-token action"),
    Column("x_tokens_used", "uint8", "X-tokens spent on the strength"),
    Column("money", "int16", "of this player after the turn, as the next ones; a break that the turn set off is over"),
    Column("appeal", "uint8", "appeal"),
    Column("conservation", "uint8", "conservation points"),
    Column("reputation", "uint8", "reputation"),
    Column("x_tokens", "uint8", "X-tokens"),
    Column("breaks", "uint8", "breaks in the game so far"),
)
DECISIONS = (
    Column("game", "uint64", "number of the game"),
    Column("number", "uint32", "number of the decision in its game, from 0; forced ones count"),
    Column("seat", "uint8", "who decided"),
    Column("decision", "word", "kind of the decision (see docs/design.md)"),
    Column("n_options", "uint16", "number of legal actions"),
    Column("chosen", "uint16", "which of them was taken, in the order of the list"),
    Column("action", "uint32", "code of that action; `arknova export --text` writes it out"),
)
CARDS = (
    Column("game", "uint64", "number of the game"),
    Column("seat", "uint8", "place in the turn order"),
    Column("card", "word", "key of the card, such as A401"),
    Column("zone", "word", "dealt, kept, seen, played or in_hand; a card has one row for each that holds"),
    Column("played_in", "uint8", "breaks before it was played; none in other zones", True),
)
# Columns of games that only a playout which looks at every step can fill.
FOLLOWED = ("first_upgrade", "lead_changes", "options", *ZONES, "played_in", "finals")
RESULTS = tuple(column for column in GAMES if column.name not in FOLLOWED)
TABLES: dict[str, tuple[Column, ...]] = {"results": RESULTS, "games": GAMES, "turns": TURNS, "decisions": DECISIONS,
                                         "cards": CARDS}
ROWS = {"none": (), "results": ("results",), "games": ("games",), "turns": ("games", "turns"),
        "decisions": ("games", "turns", "decisions")}
PER_SEAT = ("results", "games")  # tables with one row per player and game
STORED = (*PER_SEAT, "turns", "decisions")  # the others are made from these
FORMATS = ("parquet", "csv", "jsonl", "npz")
# Games per part. Turns and decisions make hundreds of rows of one game.
PART_GAMES = {"none": 32768, "results": 32768, "games": 32768, "turns": 8192, "decisions": 2048}


def markdown(table: str) -> str:
    """The columns of a table as docs/data.md lists them."""
    rows = [f"| `{c.name}` | {c.type}{' or none' if c.nullable else ''} | {c.text} |" for c in TABLES[table]]
    return "\n".join(["| column | type | meaning |", "|---|---|---|", *rows])


def describe(table: str) -> list[dict[str, Any]]:
    """The columns of a table as plain dicts."""
    return [column._asdict() for column in TABLES[table]]
