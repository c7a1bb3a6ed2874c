"""What is known while a position is read: the problems found, which card lies where, which words are accepted."""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from arknova_fast.errors import nearest_word, shown


def word_of(value: object) -> str:
    """A value that is to be looked up, as a word; anything but texts and short numbers is none."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**9:
        return str(value)
    return value if isinstance(value, str) else ""


def accepted(word: object, known: Iterable[str]) -> str:
    """The end of a sentence that names the accepted words, the nearest one first."""
    words = list(known)
    near = nearest_word(word_of(word), words)
    if near is not None:
        return f" (did you mean {near!r}?)"
    return f" (accepted: {', '.join(words)})" if 0 < len(words) <= 16 else ""


def final_key(card: int) -> str:
    return f"F{card + 1:03d}"


class Reader:
    """What is known while a position is read: the ruleset's facts, the problems found, who claimed which card."""

    def __init__(self, facts):
        self.facts = facts
        self.problems: list[str] = []
        self.claims: dict[int, str] = {}
        self.final_claims: dict[int, str] = {}
        self.players = 0
        self.turn = 0

    def fault(self, path: str, text: str) -> None:
        self.problems.append(f"{path}: {text}" if path else text)

    def claim(self, card: int, path: str) -> bool:
        """Takes a card for one place; a card stands in one place only."""
        if card in self.claims:
            self.fault(path, f"{self.facts.keys[card]} is already at {self.claims[card]}")
            return False
        self.claims[card] = path
        return True

    def claim_final(self, card: int, path: str) -> bool:
        if card in self.final_claims:
            self.fault(path, f"{final_key(card)} is already at {self.final_claims[card]}")
            return False
        self.final_claims[card] = path
        return True

    def mapping(self, path: str, value: object, known: Iterable[str]) -> dict[str, Any]:
        """The value as a dict with known keys only; others are reported and left out."""
        if not isinstance(value, dict):
            self.fault(path, f"must be an object with named fields, not {shown(value)}")
            return {}
        known = list(known)
        good = {}
        for key, item in value.items():
            if key in known:
                good[key] = item
            else:
                self.fault(path, f"unknown key {shown(key)}{accepted(key, known)}")
        return good

    def items(self, path: str, value: object, most: int = 10**6) -> list[tuple[str, Any]]:
        """The value as a list of (path, item)."""
        if not isinstance(value, list | tuple):
            self.fault(path, f"must be a list, not {shown(value)}")
            return []
        if len(value) > most:
            self.fault(path, f"has {len(value)} entries, at most {most} are possible")
        return [(f"{path}[{i}]", item) for i, item in enumerate(value[:most])]
