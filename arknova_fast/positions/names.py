"""Reading and writing single values of a position: whole numbers, names, lists of names, cards.

A codec has ``load(reader, path, value)``, which returns the raw value of the state or ``None`` after reporting what is
wrong, and ``dump(facts, raw)``, its inverse.
"""
from __future__ import annotations

from collections.abc import Iterable

from arknova_fast.errors import shown
from arknova_fast.positions.reader import Reader, accepted, final_key, word_of

NO_CARD = 255
WORDS = 4


def read_card(reader: Reader, path: str, value: object) -> int | None:
    """The index of a card given as 401, "401" or "A401"."""
    keys = reader.facts.card_index
    card = keys.get(word_of(value).upper())
    if card is None:
        reader.fault(path, f"unknown card {shown(value)}{accepted(word_of(value).upper(), reader.facts.keys)}")
        return None
    if not reader.facts.enabled[card]:
        reader.fault(path, f"card {reader.facts.keys[card]} is not in this ruleset")
        return None
    return card


def read_final(reader: Reader, path: str, value: object) -> int | None:
    """The index of a final scoring card given as 1, "001" or "F001"."""
    text = word_of(value).upper().removeprefix("F")
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
    if not 1 <= number <= reader.facts.n_finals:
        known = [final_key(i) for i in range(reader.facts.n_finals)]
        reader.fault(path, f"unknown final scoring card {shown(value)}{accepted(value, known)}")
        return None
    if not reader.facts.final_enabled[number - 1]:
        reader.fault(path, f"final scoring card {final_key(number - 1)} is not in this ruleset")
        return None
    return number - 1


def words_of(cards: Iterable[int]) -> list[int]:
    """The four words of a card set."""
    mask = sum({1 << card for card in cards})
    return [mask >> (64 * w) & (2**64 - 1) for w in range(WORDS)]


def cards_of(words: Iterable[int]) -> list[int]:
    """The cards of a card set in ascending order."""
    mask = sum(int(word) << (64 * w) for w, word in enumerate(words))
    return [card for card in range(64 * WORDS) if mask >> card & 1]


class Int:
    """A whole number between two limits; the upper one may be the name of a fact."""

    def __init__(self, low: int, high: int | str):
        self.low, self.high = low, high

    def load(self, reader: Reader, path: str, value: object) -> int | None:
        high = getattr(reader.facts, self.high) if isinstance(self.high, str) else self.high
        if isinstance(value, bool) or not isinstance(value, int):
            reader.fault(path, f"must be a whole number, not {shown(value)}")
            return None
        if not self.low <= value <= high:
            reader.fault(path, f"{shown(value)} is out of range, {self.low} to {high} are possible")
            return None
        return value

    def dump(self, facts, raw) -> int:
        return int(raw)


class Seat(Int):
    """The number of a player, 0 for the first."""

    def __init__(self):
        super().__init__(0, 3)

    def load(self, reader: Reader, path: str, value: object) -> int | None:
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < reader.players:
            reader.fault(path, f"must be a seat, 0 to {reader.players - 1}, not {shown(value)}")
            return None
        return value


class Flag:
    def load(self, reader: Reader, path: str, value: object) -> int | None:
        if not isinstance(value, bool):
            reader.fault(path, f"must be true or false, not {shown(value)}")
            return None
        return int(value)

    def dump(self, facts, raw) -> bool:
        return bool(raw)


class Words:
    """A list of words: itself, or the name of the fact that holds it."""

    def __init__(self, options: str | list[str], what: str = "name"):
        self.options, self.what = options, what

    def known(self, facts) -> list[str]:
        return getattr(facts, self.options) if isinstance(self.options, str) else self.options

    def number(self, reader: Reader, path: str, value: object) -> int | None:
        """The place of a word in the list."""
        known = self.known(reader.facts)
        word = word_of(value)
        if word not in known:
            reader.fault(path, f"unknown {self.what} {shown(value)}{accepted(value, known)}")
            return None
        return known.index(word)


class Name(Words):
    """One word of a list."""

    def load(self, reader: Reader, path: str, value: object) -> int | None:
        return self.number(reader, path, value)

    def dump(self, facts, raw) -> str:
        return self.known(facts)[int(raw)]


class Names(Words):
    """A set of words as a bit mask."""

    def load(self, reader: Reader, path: str, value: object) -> int | None:
        mask = 0
        for at, item in reader.items(path, value):
            i = self.number(reader, at, item)
            if i is not None and mask >> i & 1:
                reader.fault(at, f"{shown(item)} is named twice")
            elif i is not None:
                mask |= 1 << i
        return mask

    def dump(self, facts, raw) -> list[str]:
        return [word for i, word in enumerate(self.known(facts)) if int(raw) >> i & 1]


class Numbers:
    """A set of small numbers as a bit mask, bit i for ``numbers[i]``."""

    def __init__(self, numbers: str | list[int]):
        self.numbers = numbers

    def known(self, facts) -> list[int]:
        return getattr(facts, self.numbers) if isinstance(self.numbers, str) else self.numbers

    def load(self, reader: Reader, path: str, value: object) -> int | None:
        known, mask = self.known(reader.facts), 0
        for at, item in reader.items(path, value):
            if type(item) is not int or item not in known:
                reader.fault(at, f"{shown(item)} is not one of {', '.join(map(str, known))}")
            elif mask >> known.index(item) & 1:
                reader.fault(at, f"{shown(item)} is named twice")
            else:
                mask |= 1 << known.index(item)
        return mask

    def dump(self, facts, raw) -> list[int]:
        return [number for i, number in enumerate(self.known(facts)) if int(raw) >> i & 1]


class Counts(Words):
    """Numbers by word, ``{"cards": 1}``; words left out count 0."""

    def __init__(self, options: str | list[str], each: Int, what: str = "name"):
        super().__init__(options, what)
        self.each = each

    def load(self, reader: Reader, path: str, value: object) -> list[int] | None:
        known = self.known(reader.facts)
        counts = [0] * len(known)
        for word, item in reader.mapping(path, value, known).items():
            counts[known.index(word)] = self.each.load(reader, f"{path}.{word}", item) or 0
        return counts

    def dump(self, facts, raw) -> dict[str, int]:
        return {word: int(n) for word, n in zip(self.known(facts), raw, strict=False) if n}


class Order(Words):
    """Every word exactly once, in some order."""

    def load(self, reader: Reader, path: str, value: object) -> list[int] | None:
        known = self.known(reader.facts)
        found = [self.number(reader, at, item) for at, item in reader.items(path, value)]
        order = [i for i in found if i is not None]
        if len(order) < len(found):
            return None
        if sorted(order) != list(range(len(known))):
            reader.fault(path, f"must name each of {', '.join(known)} exactly once")
            return None
        return order

    def dump(self, facts, raw) -> list[str]:
        return [self.known(facts)[int(i)] for i in raw]


class Cards:
    """A set of cards; in an exclusive place each card is claimed."""

    def __init__(self, exclusive: bool = True, types: tuple[int, ...] = (0, 1, 2, 3), what: str = ""):
        self.exclusive, self.types, self.what = exclusive, types, what

    def read(self, reader: Reader, path: str, value: object, most: int = 256) -> list[int]:
        found = []
        for at, item in reader.items(path, value, most):
            card = read_card(reader, at, item)
            if card is None:
                continue
            if reader.facts.types[card] not in self.types:
                reader.fault(at, f"{reader.facts.keys[card]} is no {self.what}")
            elif not self.exclusive or reader.claim(card, at):
                found.append(card)
        return found

    def load(self, reader: Reader, path: str, value: object) -> list[int] | None:
        return words_of(self.read(reader, path, value))

    def dump(self, facts, raw) -> list[str]:
        return [facts.keys[card] for card in cards_of(raw)]


class CardOrNull:
    """One card or nothing; the card is claimed nowhere."""

    def load(self, reader: Reader, path: str, value: object) -> int | None:
        return NO_CARD if value is None else read_card(reader, path, value)

    def dump(self, facts, raw) -> str | None:
        return None if int(raw) == NO_CARD else facts.keys[int(raw)]


class Finals:
    """A set of final scoring cards as a bit mask; each card is claimed."""

    def load(self, reader: Reader, path: str, value: object) -> int | None:
        mask = 0
        for at, item in reader.items(path, value):
            card = read_final(reader, at, item)
            if card is not None and reader.claim_final(card, at):
                mask |= 1 << card
        return mask

    def dump(self, facts, raw) -> list[str]:
        return [final_key(i) for i in range(facts.n_finals) if int(raw) >> i & 1]
