"""Perft: how many sequences of decisions lead on from a position."""
from collections.abc import Sequence

from arknova_fast.game import Game

DEEPEST: int

def perft(game: Game, depth: int) -> list[int]:
    """Number of sequences of 1, 2 ... ``depth`` decisions from a position."""

def perft_split(game: Game, depth: int) -> dict[int, int]:
    """Number of sequences of exactly ``depth`` decisions by first action."""

def perft_kinds(game: Game, depth: int) -> dict[str, int]:
    """Decisions asked in the sequences that ``perft`` counts, by kind."""

def places(game: Game, building: str, player: int = 0) -> list[int]:
    """The placement ids that ``perft_places`` counts for one building, ascending."""

def perft_places(game: Game, buildings: Sequence[str], player: int = 0) -> list[int]:
    """Number of ways to place the first 1, 2 ... of the buildings on the map of a player."""
