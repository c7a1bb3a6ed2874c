"""Cutting a range of games into shards."""
from __future__ import annotations


def shard_range(start: int, games: int, index: int, of: int, part_games: int) -> tuple[int, int]:
    """The games of one shard.

    Shards of several parts are cut where parts end, so that their parts are those of the whole run.

    Parameters
    ----------
    start, games : int
        The whole range.
    index, of : int
        Shard ``index`` of ``of``, from 1.
    part_games : int
        Games per part.

    Returns
    -------
    (int, int)
        Its first game and the number of its games; 0 when there are fewer games than shards.

    Examples
    --------
    >>> [shard_range(0, 1000, k, 3, 100) for k in (1, 2, 3)]
    [(0, 300), (300, 400), (700, 300)]
    >>> [shard_range(0, 10, k, 3, 100) for k in (1, 2, 3)]
    [(0, 3), (3, 3), (6, 4)]
    """

    def cut(k: int) -> int:
        at = start + games * k // of
        if games < of * part_games or k in (0, of):
            return at
        return (at + part_games // 2) // part_games * part_games

    first, end = cut(index - 1), cut(index)
    return first, end - first
