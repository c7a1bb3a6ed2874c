"""Batches of games: what they depend on, and their records."""
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arknova_fast.core.tables import Ruleset

RECORD_DTYPE: np.dtype[np.void]
TRACK_DTYPE: np.dtype[np.void]

class BatchPlan:
    """Everything a range of games depends on besides its indices.

    ``arknova_fast.api.batch_plan`` makes one from the arguments of ``simulate``.

    Parameters
    ----------
    ruleset : Ruleset
    players : int
        1 to 4.
    maps : list of int
        Map indices: one per seat, or the pool of a cycle.
    map_plan : {"per_seat", "cycle", "random"}
    policies : list of str
        One name per seat.
    seed : int
        0 to 2**64 - 1.
    peaceful : bool
    map_mode : int
        0 maps as given, 1 pick of two, 2 draft in reverse turn order.
    solo_difficulty : int
        0, 1, 2 for 20, 10, 0 starting appeal.
    turn_limit : int
        Turns of one player after which a game counts as unfinished, 0 for none.
    face_down_discard : bool
        Optional variant: the discard pile is kept face down.
    first_card, keep_first, first_upgrade : sequence, optional
        Experiments, one entry per seat: the index of the card it is dealt first (it changes places in the shuffled
        deck with the card that would be) or None; whether its opening hand keeps the card dealt first; the action
        card (0 to 4) that it upgrades first, or None. Everything else is as without them.

    Raises
    ------
    UsageError
        If an argument is unknown or out of range.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        players: int,
        maps: list[int],
        map_plan: str,
        policies: list[Any],
        seed: int,
        peaceful: bool = False,
        map_mode: int = 0,
        solo_difficulty: int = 0,
        turn_limit: int = 500,
        face_down_discard: bool = False,
        first_card: Sequence[int | None] = (),
        keep_first: Sequence[bool] = (),
        first_upgrade: Sequence[int | None] = (),
    ) -> None: ...
    @property
    def ruleset(self) -> Ruleset:
        """The ruleset of the games."""
    @property
    def players(self) -> int:
        """Number of players of each game."""
    @property
    def arguments(self) -> tuple[Any, ...]:
        """The arguments it was made with, enough to make it again in another process."""
    def play(self, start: int, count: int) -> NDArray[np.void]:
        """Play games start .. start + count - 1 without the GIL.

        Parameters
        ----------
        start, count : int

        Returns
        -------
        numpy.ndarray
            Structured array of RECORD_DTYPE, shape (count * players,), game by game, seat by seat.

        Raises
        ------
        UsageError
            If a number is out of range, or a policy answered with an index outside the list of legal actions.
        """
    def play_tracked(self, start: int, count: int) -> tuple[NDArray[np.void], NDArray[np.void]]:
        """The same games as ``play``, and what became of every player's cards.

        Parameters
        ----------
        start, count : int

        Returns
        -------
        records : numpy.ndarray
            As ``play``.
        tracks : numpy.ndarray
            Structured array of TRACK_DTYPE with the same shape. Card sets are little-endian bit sets by card index.

        Raises
        ------
        UsageError
            As ``play``.
        """

def play_chunk(plan: BatchPlan, start: int, count: int) -> NDArray[np.void]:
    """``plan.play(start, count)`` as a function that executors can send to other processes.

    Parameters
    ----------
    plan : BatchPlan
    start, count : int
    """
