"""Reading the arguments that many functions share: numbers, maps and policies of the seats."""
from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any

import numpy as np

from arknova_fast.errors import UsageError, counted, nearest, nearest_word, shown

DIFFICULTIES = ("normal", "hard", "hardest")
MAP_MODES = ("fixed", "pick2", "draft")


def check_int(value: Any, what: str, low: int, high: int) -> int:
    """The value as an int within a range.

    Raises
    ------
    UsageError
        If it is no whole number or outside the range.
    """
    try:
        number = index(value)
    except TypeError:
        raise UsageError(f"{what} must be a whole number from {low} to {high}, not {shown(value)}") from None
    if isinstance(value, bool) or not low <= number <= high:
        raise UsageError(f"{what} must be {low} to {high}, not {shown(value)}")
    return number


def check_flag(value: Any, what: str) -> bool:
    """The value as a bool; numbers other than 0 and 1, texts and the like are refused instead of counting as true.

    Raises
    ------
    UsageError
        If it is neither true nor false.
    """
    if not isinstance(value, (bool, np.bool_)):
        raise UsageError(f"{what} must be True or False, not {shown(value)}")
    return bool(value)


def check_ruleset(value: Any) -> Any:
    """The ruleset given, or the base game for None.

    Raises
    ------
    UsageError
        If it is something else.
    """
    from arknova_fast.core.tables import Ruleset

    if value is None:
        return Ruleset.default()
    if not isinstance(value, Ruleset):
        raise UsageError(f"ruleset must be a Ruleset such as Ruleset.load(file), not {shown(value)}")
    return value


def named_option(names: tuple[str, ...], value: Any, what: str) -> int:
    """The place of a named setting among its names.

    Raises
    ------
    UsageError
        If it has another name.
    """
    if value not in names:
        raise UsageError(f"unknown {what} {shown(value)}, known are {', '.join(names)}{nearest(shown(value), names)}")
    return names.index(value)


def check_difficulty(index: int, players: int) -> int:
    """The index of a solo difficulty; others than normal (0) belong to solo games (R27.4).

    Raises
    ------
    UsageError
        If another one is given for more players.
    """
    if index and players != 1:
        raise UsageError(f"solo_difficulty belongs to games with players=1, not {players}; leave it out")
    return index


def as_list(value: Any, what: str) -> list[str]:
    """A text with commas, or a sequence, as a list of words."""
    if isinstance(value, str):
        return [word.strip() for word in value.split(",")]
    if isinstance(value, int) and not isinstance(value, bool):
        return [str(value)]
    if not isinstance(value, Sequence):
        raise UsageError(f"{what} must be a text or a list of texts, not {type(value).__name__}")
    return [str(word).strip() for word in value]


def named_map(maps: dict[str, dict], word: str) -> str:
    """The hint at the end of an error: the map whose name a word is or is near to.

    Examples
    --------
    >>> named_map({"3": {"name": "Silver Lake"}, "4": {"name": "Commercial Harbor"}}, "silver lak")
    '; Silver Lake is map 3'
    >>> named_map({"3": {"name": "Silver Lake"}}, "9")
    ''
    """
    names = {record["name"]: code for code, record in maps.items()}
    name = nearest_word(word, names)
    return "" if name is None else f"; {name} is map {names[name]}"


def map_code(ruleset: Any, word: str) -> int:
    """The index of a map code; letters in either case."""
    codes = list(ruleset.data["maps"])
    folded = {code.casefold(): i for i, code in enumerate(codes)}
    if word.casefold() not in folded:
        raise UsageError(
            f"unknown map {shown(word)}, known are {', '.join(codes)}, random and all"
            + (nearest(word, [*codes, "random", "all"]) or named_map(ruleset.data["maps"], word))
        )
    return folded[word.casefold()]


def parse_maps(ruleset: Any, maps: Any, players: int) -> tuple[list[int], str]:
    """Read which maps the seats get.

    Parameters
    ----------
    ruleset : Ruleset
    maps : str or sequence of str
        One code: that map for every seat. As many codes as players (a list, or a text with commas): one per seat.
        ``"random"``: random advanced maps, all different. ``"all"``: a cycle over all maps in which each is equally
        often in every seat.
    players : int

    Returns
    -------
    (list of int, str)
        Map indices and the map plan of ``BatchPlan``: ``"per_seat"``, ``"cycle"`` or ``"random"``.

    Raises
    ------
    UsageError
        If a code is unknown or the number of codes does not fit.

    Examples
    --------
    >>> from arknova_fast import Ruleset
    >>> parse_maps(Ruleset.default(), "A,3", 2)
    ([0, 4], 'per_seat')
    """
    words = as_list(maps, "maps")
    if [word.casefold() for word in words] == ["random"]:
        return [], "random"
    if [word.casefold() for word in words] == ["all"]:
        return list(range(len(ruleset.data["maps"]))), "cycle"
    if len(words) not in (1, players):
        raise UsageError(
            f"{counted(len(words), 'map')} for {counted(players, 'player')}: give one code for every seat, "
            f"{counted(players, 'code')} (one per seat), 'random' or 'all'"
        )
    for word in words:
        if word.casefold() in ("random", "all"):
            raise UsageError(
                f"{word!r} cannot stand beside other maps: give one code, {counted(players, 'code')} (one per seat), "
                "'random' or 'all'"
            )
    found = [map_code(ruleset, word) for word in words]
    return found * players if len(found) == 1 else found, "per_seat"


def parse_policies(policies: Any, players: int) -> list[Any]:
    """One policy per seat, from one for all seats or a list with one per seat.

    A policy is the text of a built-in one (``"random"``, ``"greedy"``, ``"greedy:appeal=1.2,money=0.3"``,
    ``"greedy:@weights.toml"``), ``"FILE.py:NAME"``, a function compiled by ``arknova_fast.policies``, or a plain
    function ``choose(game, actions)``. In a text with commas, ``name=value`` and ``@file`` belong to the policy before.

    Parameters
    ----------
    policies : str, function or sequence of them
    players : int

    Raises
    ------
    UsageError
        If the number of policies does not fit, or one is unknown.

    Examples
    --------
    >>> parse_policies("random", 3)
    ['random', 'random', 'random']
    >>> parse_policies("greedy:appeal=1.2,money=0.3,random", 2)
    ['greedy:appeal=1.2,money=0.3', 'random']
    """
    from arknova_fast.policies import as_policy, split_policies

    if isinstance(policies, str):
        words: list[Any] = list(split_policies(policies))
    elif callable(policies) or hasattr(policies, "address"):
        words = [policies]
    elif isinstance(policies, Sequence):
        words = list(policies)
    else:
        raise UsageError(f"policies must be a text, a function or a list of them, not {type(policies).__name__}")
    if len(words) not in (1, players):
        raise UsageError(
            f"{len(words)} policies for {counted(players, 'player')}: give one for every seat or {players}"
        )
    found = [as_policy(word) for word in words]
    return found * players if len(found) == 1 else found
