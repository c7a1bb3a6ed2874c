"""The arguments of actions: names of cards, cells, placements ... as text and as dict values, both ways.

Each kind of argument has ``show(context, a, b)`` from the fields of a code to named values, ``code(context, values)``
back, ``text(values)`` and ``read(context, words)``; ``form`` is its place in the grammar.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from arknova_fast.arguments import (
    ACTION_CARDS,
    Context,
    cell_text,
    each_once,
    given_name,
    names_in,
    number,
    pick,
    single,
    whole,
)
from arknova_fast.errors import NotationError, nearest, shown

if TYPE_CHECKING:
    from collections.abc import Callable

SIDES = ("left", "middle", "right")
HAND = 12  # cards a starting hand can be chosen from


class Nothing:
    form = ""

    def show(self, ctx: Context, a: int, b: int) -> dict:
        if a or b:
            raise NotationError(f"this action has no arguments, the code has {a} and {b}")
        return {}

    def code(self, ctx: Context, values: dict) -> tuple[int, int]:
        return 0, 0

    def text(self, values: dict) -> str:
        return ""

    def read(self, ctx: Context, words: list[str]) -> dict:
        if words:
            raise NotationError(f"nothing is expected after it, got {shown(' '.join(words))}")
        return {}


class Name(Nothing):
    """One name out of a table; ``table(context)`` gives name -> number."""

    def __init__(self, field: str, what: str, table: Callable[[Context], dict[str, int]]):
        self.field, self.what, self.table = field, what, table
        self.form = f"<{what}>"

    def show(self, ctx, a, b):
        for name, value in self.table(ctx).items():
            if value == a and b == 0:
                return {self.field: name}
        raise NotationError(f"there is no {self.what} number {a}")

    def code(self, ctx, values):
        return self.table(ctx)[pick(given_name(values[self.field], self.what), self.table(ctx), self.what)], 0

    def text(self, values):
        return str(values[self.field])

    def read(self, ctx, words):
        return {self.field: pick(single(words, self.what), self.table(ctx), self.what)}


class Card(Name):
    """A card of some sections, by key; the number alone is understood too."""

    def __init__(self, prefixes: str = "ASP"):
        super().__init__("card", "card", lambda ctx: ctx.names.cards)
        self.prefixes = prefixes

    def key(self, ctx, word):
        word = word.upper()
        key = next((f"{p}{word}" for p in "ASP" if f"{p}{word}" in ctx.names.cards), word)
        key = pick(key, ctx.names.cards, "card")
        if key[0] not in self.prefixes:
            raise NotationError(f"{key} is no card of this kind")
        return key

    def show(self, ctx, a, b):
        if a not in ctx.names.card_of or b or ctx.names.card_of[a][0] not in self.prefixes:
            raise NotationError(f"there is no such card number {a}")
        return {"card": ctx.names.card_of[a]}

    def code(self, ctx, values):
        return ctx.names.cards[self.key(ctx, given_name(values["card"], "card"))], 0

    def read(self, ctx, words):
        return {"card": self.key(ctx, single(words, "card"))}


class Number(Nothing):
    """A place in a row, counted from ``low``."""

    def __init__(self, field: str, low: int, count: int, offset: int):
        self.field, self.low, self.high, self.offset = field, low, low + count - 1, offset
        self.form = f"<{self.low}-{self.high}>"

    def show(self, ctx, a, b):
        if b or not self.low <= a + self.offset <= self.high:
            raise NotationError(f"there is no {self.field} number {a}")
        return {self.field: a + self.offset}

    def code(self, ctx, values):
        return whole(values[self.field], self.low, self.high, self.field) - self.offset, 0

    def text(self, values):
        return str(values[self.field])

    def read(self, ctx, words):
        return {self.field: number(single(words, self.field), self.low, self.high, self.field)}


class Strength(Nothing):
    form = "<action card> [+<n>x]"

    def show(self, ctx, a, b):
        if a > 4:
            raise NotationError(f"there is no action card number {a}")
        whole(b, 0, ctx.names.most_tokens, "the number of X-tokens")
        return {"card": ACTION_CARDS[a], "x_tokens": b}

    def code(self, ctx, values):
        x = whole(values.get("x_tokens", 0), 0, ctx.names.most_tokens, "x_tokens")
        return ACTION_CARDS.index(pick(given_name(values["card"], "action card"), ACTION_CARDS, "action card")), x

    def text(self, values):
        return values["card"] + (f" +{values['x_tokens']}x" if values["x_tokens"] else "")

    def read(self, ctx, words):
        x = 0
        if len(words) > 1:
            tail = words.pop().casefold()
            if not (tail.startswith("+") and tail.endswith("x")):
                raise NotationError(f"X-tokens are written like '+2x', not {shown(tail)}")
            x = number(tail[1:-1], 0, ctx.names.most_tokens, "the number of X-tokens")
        return {"card": pick(single(words, "action card"), ACTION_CARDS, "action card"), "x_tokens": x}


class Place(Nothing):
    form = "<kind> @<x>,<y> r<rotation>"

    def show(self, ctx, a, b):
        if a not in ctx.names.place_of or b:
            raise NotationError(f"there is no placement number {a}")
        kind, cell, rotation = ctx.names.place_of[a].split()
        return {"kind": kind, "cell": [int(v) for v in cell[1:].split(",")], "rotation": int(rotation[1:])}

    def code(self, ctx, values):
        kind, rotation = given_name(values["kind"], "building kind"), whole(values.get("rotation", 0), 0, 5, "rotation")
        text = f"{kind} {cell_text(values['cell'])} r{rotation}"
        if text not in ctx.names.places:
            raise NotationError(f"there is no placement {shown(text)}")
        return ctx.names.places[text], 0

    def text(self, values):
        x, y = values["cell"]
        return f"{values['kind']} @{x},{y} r{values['rotation']}"

    def read(self, ctx, words):
        if len(words) == 2:
            words.append("r0")
        text = " ".join(words).casefold()
        if text not in ctx.names.places:
            if words:
                pick(words[0], [kind for kind in ctx.names.kinds if kind], "building kind")
            raise NotationError(f"there is no placement {shown(text)}{nearest(text, ctx.names.places, 0.0)}")
        return self.show(ctx, ctx.names.places[text], 0)


class Cell(Nothing):
    form = "@<x>,<y>"

    def show(self, ctx, a, b):
        if a not in ctx.names.cell_of or b:
            raise NotationError(f"there is no cell number {a}")
        return {"cell": [int(v) for v in ctx.names.cell_of[a][1:].split(",")]}

    def code(self, ctx, values):
        return ctx.names.cells[pick(cell_text(values["cell"]), ctx.names.cells, "cell")], 0

    def text(self, values):
        x, y = values["cell"]
        return f"@{x},{y}"

    def read(self, ctx, words):
        return self.show(ctx, ctx.names.cells[pick(single(words, "cell"), ctx.names.cells, "cell")], 0)


class Support(Card):
    form = "<project> left|middle|right [using <sponsors>]"

    def __init__(self):
        super().__init__("P")
        self.form = Support.form

    def show(self, ctx, a, b):
        card = super().show(ctx, a, 0)
        if b & 3 == 3 or b >> 2 >= 1 << len(ctx.names.tokens):
            raise NotationError(f"there is no project slot number {b}")
        used = [f"S{key}" for i, key in enumerate(ctx.names.tokens) if b >> 2 + i & 1]
        return {**card, "slot": SIDES[b & 3], "using": used}

    def code(self, ctx, values):
        card, _ = super().code(ctx, values)
        slot = SIDES.index(pick(given_name(values["slot"], "project slot"), SIDES, "project slot"))
        mask = 0
        words = [word.upper().removeprefix("S") for word in names_in(values.get("using", ()), "using")]
        for key in each_once([pick(word, ctx.names.tokens, "sponsor with icon tokens") for word in words], "sponsor"):
            mask |= 1 << ctx.names.tokens.index(key)
        return card, slot + 4 * mask

    def text(self, values):
        used = ",".join(key.removeprefix("S") for key in values["using"])
        return f"{values['card']} {values['slot']}" + (f" using {used}" if used else "")

    def read(self, ctx, words):
        used: list[str] = []
        if len(words) == 4 and words[2].casefold() == "using":
            used = words[3].split(",")
        elif len(words) != 2:
            raise NotationError("a support is written like 'support P103 right' or 'support P103 right using 215'")
        values = {"card": words[0], "slot": words[1], "using": used}
        return self.show(ctx, *self.code(ctx, values))


class Move(Nothing):
    form = "<action card> to <1|5>"

    def show(self, ctx, a, b):
        if a not in (1, 5) or b > 4:
            raise NotationError(f"a card is moved to slot 1 or 5, not to {a}")
        return {"card": ACTION_CARDS[b], "slot": a}

    def code(self, ctx, values):
        card = ACTION_CARDS.index(pick(given_name(values["card"], "action card"), ACTION_CARDS, "action card"))
        if whole(values["slot"], 1, 5, "the slot") not in (1, 5):
            raise NotationError(f"a card is moved to slot 1 or 5, not to {values['slot']}")
        return values["slot"], card

    def text(self, values):
        return f"{values['card']} to {values['slot']}"

    def read(self, ctx, words):
        if len(words) != 3 or words[1].casefold() != "to":
            raise NotationError("a move is written like 'move build to 1'")
        values = {"card": pick(words[0], ACTION_CARDS, "action card"), "slot": number(words[2], 1, 5, "the slot")}
        return values


class Keep(Nothing):
    """A starting hand: places in the dealt hand (ascending by key), or the cards themselves with a game."""

    form = "<place or card>,<place or card>,..."

    def show(self, ctx, a, b):
        if a >> HAND or b:
            raise NotationError(f"there is no hand number {a}")
        places = [i for i in range(HAND) if a >> i & 1]
        hand = ctx.hand()
        if hand is not None and ctx.game.decision().kind == "START_HAND" and places and places[-1] < len(hand):
            return {"cards": [hand[i] for i in places]}
        return {"places": [i + 1 for i in places]}

    def code(self, ctx, values):
        if "places" in values:
            if not isinstance(values["places"], list | tuple):
                raise NotationError(f"places must be a list, not {shown(values['places'])}")
            places = [whole(place, 1, HAND, "a place") for place in values["places"]]
            return sum(1 << place - 1 for place in each_once(places, "place")), 0
        hand = ctx.hand()
        if hand is None:
            raise NotationError("cards to keep can only be named together with a game, give their places")
        keys = each_once([Card().key(ctx, word) for word in names_in(values["cards"], "cards")], "card")
        missing = sorted(set(keys) - set(hand))
        if missing:
            raise NotationError(f"{', '.join(missing)} is not in the hand ({', '.join(hand)})")
        return sum(1 << hand.index(key) for key in keys), 0

    def text(self, values):
        return ",".join(map(str, values.get("places", values.get("cards"))))

    def read(self, ctx, words):
        parts = [part for part in "".join(words).split(",") if part]
        if len(parts) > HAND:
            raise NotationError(f"{len(parts)} cards are named, a hand holds at most {HAND}")
        if all(part.isascii() and part.isdigit() and len(part) < 3 for part in parts):
            return {"places": [int(part) for part in parts]}
        return {"cards": parts}
