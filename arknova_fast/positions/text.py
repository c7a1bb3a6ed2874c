"""Positions as one line of text, our FEN.

The word ``ark1``, then ``key=value`` fields separated by spaces: first the shared ones, then, each part led by ``|``,
those of one player. Values are JSON without spaces, in which words need no quotes, and buildings are written
``enclosure_3@3.4r1*`` (anchor, rotation, a star when occupied)::

    ark1 turn=1 break_left=4 | money=30 hand=[A401,S203] buildings=[kiosk@0.7,enclosure_2@3.4*] | map=A appeal=7

What is left out has its default, as in the dict form.
"""
from __future__ import annotations

import json
import re

from arknova_fast.errors import NotationError, cut, shown
from arknova_fast.positions.buildings import short_form

VERSION = "ark1"
WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_@.*-]*")
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|-?[0-9]+|[A-Za-z_][A-Za-z0-9_@.*-]*|[\[\]{},:]')
MAX_DEPTH = 16  # lists and dicts inside each other; no field needs more than five
MAX_DIGITS = 20  # of the greatest number of a field, a seed
CONSTANTS = {"true": True, "false": False, "null": None}


def value_text(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, int):
        if abs(value) >= 10**MAX_DIGITS:
            raise NotationError(f"a position holds no number of more than {MAX_DIGITS} digits")
        return str(value)
    if isinstance(value, str):
        return value if WORD.fullmatch(value) and value not in CONSTANTS else json.dumps(value)
    if isinstance(value, list | tuple):
        return f"[{','.join(map(value_text, value))}]"
    if isinstance(value, dict):
        return "{" + ",".join(f"{value_text(key)}:{value_text(item)}" for key, item in value.items()) + "}"
    raise NotationError(f"a position holds no {type(value).__name__}: {shown(value)}")


def fields_text(data: dict) -> list[str]:
    fields = []
    for key, value in data.items():
        if key == "buildings":
            value = [short_form(item) if isinstance(item, dict) and "at" in item else item for item in value]
        elif key == "map" and isinstance(value, str) and re.fullmatch("[0-9]", value):
            value = int(value)  # needs no quotes, and is read as a code all the same
        fields.append(f"{key}={value_text(value)}")
    return fields


def text_from_dict(position: dict) -> str:
    """The line of a position given as a dict.

    Examples
    --------
    >>> text_from_dict({"turn": 1, "players": [{"money": 3}, {"hand": ["A401"]}]})
    'ark1 turn=1 | money=3 | hand=[A401]'
    """
    shared = {key: value for key, value in position.items() if key != "players"}
    players = position.get("players", [{}, {}])
    players = [{}] * players if isinstance(players, int) else players
    parts = [" " + " ".join(fields_text(player)) if player else "" for player in players]
    return " ".join([VERSION, *fields_text(shared)]) + "".join(f" |{part}" for part in parts)


class Parser:
    """Reads one value of a line."""

    def __init__(self, text: str, key: str):
        self.key, self.tokens, self.depth, at = cut(key), [], 0, 0
        while at < len(text):
            match = TOKEN.match(text, at)
            if match is None:
                raise NotationError(f"{self.key}: cannot read {text[at : at + 20]!r}")
            self.tokens.append(match.group())
            at = match.end()
        self.at = 0

    def next(self) -> str:
        if self.at >= len(self.tokens):
            raise NotationError(f"{self.key}: the value ends too early")
        self.at += 1
        return self.tokens[self.at - 1]

    def value(self):
        token = self.next()
        if token == "[":
            return self.sequence("]", self.value)
        if token == "{":
            return dict(self.sequence("}", self.pair))
        if token in ("]", "}", ",", ":"):
            raise NotationError(f"{self.key}: {shown(token)} stands where a value is expected")
        if token[0] == '"':
            return self.quoted(token)
        if token[0] == "-" or token[0].isdigit():
            if len(token.lstrip("-")) > MAX_DIGITS:
                raise NotationError(f"{self.key}: {cut(token)} has more than {MAX_DIGITS} digits")
            return int(token)
        return CONSTANTS.get(token, token)

    def quoted(self, token: str) -> str:
        try:
            return json.loads(token)
        except ValueError:
            raise NotationError(f"{self.key}: {shown(token)} is no JSON text") from None

    def pair(self):
        key = self.next()
        if self.next() != ":":
            raise NotationError(f"{self.key}: a ':' is missing after {shown(key)}")
        return self.quoted(key) if key[0] == '"' else key, self.value()

    def sequence(self, end: str, read) -> list:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise NotationError(f"{self.key}: more than {MAX_DEPTH} lists or objects stand inside each other")
        found = self.entries(end, read)
        self.depth -= 1
        return found

    def entries(self, end: str, read) -> list:
        found: list = []
        if self.at < len(self.tokens) and self.tokens[self.at] == end:
            self.at += 1
            return found
        while True:
            found.append(read())
            token = self.next()
            if token == end:
                return found
            if token != ",":
                raise NotationError(f"{self.key}: {shown(token)} stands where ',' or {end!r} is expected")

    def whole(self):
        value = self.value()
        if self.at < len(self.tokens):
            raise NotationError(f"{self.key}: {shown(self.tokens[self.at])} follows the value")
        return value


def split_fields(part: str) -> dict:
    data: dict = {}
    for field in part.split():
        key, sign, text = field.partition("=")
        if not sign or not key:
            raise NotationError(f"cannot read {shown(field)}, a field is written key=value")
        if key in data:
            raise NotationError(f"{cut(key)} is given twice")
        data[key] = Parser(text, key).whole()
    return data


def dict_from_text(text: str) -> dict:
    """The dict of a position written as one line.

    Raises
    ------
    NotationError
        If the line cannot be read; names and ranges are checked later, when the position is built.

    Examples
    --------
    >>> dict_from_text("ark1 turn=1 | money=3 | hand=[A401,203]")
    {'turn': 1, 'players': [{'money': 3}, {'hand': ['A401', 203]}]}
    """
    if not isinstance(text, str):
        raise NotationError(f"a position is read from a text, not from {type(text).__name__}")
    if not text.strip():
        raise NotationError(f"the position is empty; a position starts with {VERSION!r}")
    head, *parts = text.strip().split("|")
    version, _, rest = head.strip().partition(" ")
    if version != VERSION:
        raise NotationError(f"a position starts with {VERSION!r}, not with {shown(version)}")
    position = split_fields(rest)
    if "players" in position and parts:
        raise NotationError("players is given twice: as a field and after '|'")
    if parts:
        position["players"] = [split_fields(part) for part in parts]
    return position
