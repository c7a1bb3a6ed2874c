"""Malformed inputs made by seeded damage to valid ones.

``damaged_*`` are broken for certain. ``noisy_*`` may by chance still be valid: then they have to give a whole game.
"""
from __future__ import annotations

import copy
import json
import random
import struct
import zlib
from typing import Any

from arknova_fast.game import Game

HEADER = struct.Struct("<8sIIQII")
# Values that fit nowhere.
NONSENSE: list = [None, -1, 2**70, 1.5, "", "nonsense", [], [[]], {}, {"a": 1}, [None], True, "A401", -(2**63), "\x00",
                  [0] * 30]


def played(seed: int, steps: int) -> Game:
    chance = random.Random(seed)
    mode = ("fixed", "fixed", "draft")[seed % 3]
    game = Game.new(players=1 + seed % 4, seed=seed, maps="all", game=seed, map_mode=mode)
    for _ in range(steps):
        if game.is_terminal:
            break
        game.apply(chance.choice(game.legal_actions()))
    return game


def games(number: int, seed: int) -> list[Game]:
    chance = random.Random(seed)
    return [played(chance.randrange(1000), chance.randrange(500)) for _ in range(number)]


def places(value: Any, way: tuple = ()) -> list[tuple]:
    """The paths of all values inside dicts and lists."""
    found: list[tuple] = []
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in inside:
        found += [(*way, key), *places(entry, (*way, key))]
    return found


def put(value: Any, way: tuple, new: Any) -> None:
    for key in way[:-1]:
        value = value[key]
    value[way[-1]] = new


def noisy_positions(number: int, seed: int = 1) -> list[dict]:
    """Exact dumps of random games with one to three values replaced by nonsense or by values from elsewhere."""
    chance = random.Random(seed)
    dumps = [game.to_dict() for game in games(30, seed)]
    made = []
    for _ in range(number):
        position = copy.deepcopy(chance.choice(dumps))
        for _ in range(chance.randint(1, 3)):
            way = chance.choice(places(position))
            if chance.random() < 0.5:
                new = chance.choice(NONSENSE)
            else:
                other = chance.choice(dumps)
                new = other
                for key in chance.choice(places(other)):
                    new = new[key]
            try:
                put(position, way, copy.deepcopy(new))
            except (TypeError, KeyError, IndexError):
                continue  # the way led through something replaced before
        made.append(position)
    return made


def damaged_positions(number: int, seed: int = 2) -> list[dict]:
    """Dumps with an unknown key, a card in two places, or a number out of its range."""
    chance = random.Random(seed)
    dumps = [game.to_dict() for game in games(20, seed)]
    made = []
    for i in range(number):
        position = copy.deepcopy(chance.choice(dumps))
        player = chance.choice(position["players"])
        if i % 4 == 0:
            player["".join(chance.choices("abcdefgh_", k=6)) + "zz"] = 1
        elif i % 4 == 1:
            card = chance.choice(position["deck"])
            chance.choice([position.setdefault("discard", []), player.setdefault("hand", [])]).append(card)
        elif i % 4 == 2:
            field, low, high = chance.choice([("money", 0, 32767), ("appeal", 0, 113), ("conservation", 0, 41),
                                              ("reputation", 0, 15), ("x_tokens", 0, 5), ("workers", 0, 4)])
            player[field] = chance.choice([low - chance.randint(1, 10**6), high + chance.randint(1, 10**6)])
        else:
            player[chance.choice(["money", "hand", "zoo", "actions", "left_tokens", "map"])] = chance.choice(
                [None, 1.5, {"a": 1}, "nonsense", [[]], [None]])
        made.append(position)
    return made


def noisy_texts(number: int, seed: int = 3) -> list[str]:
    """Position texts with characters lost, doubled, swapped or replaced."""
    chance = random.Random(seed)
    texts = [game.to_text() for game in games(20, seed)]
    made = []
    for _ in range(number):
        text = list(chance.choice(texts))
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(text))
            what = chance.randrange(4)
            if what == 0:
                del text[at]
            elif what == 1:
                text.insert(at, chance.choice('[]{}",:=| *@.0159x-\\'))
            elif what == 2:
                text[at] = chance.choice('[]{}",:=| *@.0159x-\\')
            else:
                del text[at : at + chance.randrange(60)]
            text = text or ["x"]
        made.append("".join(text))
    return made


def blob(body: bytes, head: bytes) -> bytes:
    """A state with a header that fits, so that only the contents can be refused."""
    magic, version, _, content, _, zero = HEADER.unpack(head)
    return HEADER.pack(magic, version, len(body), content, zlib.crc32(body), zero) + body


def damaged_blobs(number: int, seed: int = 4) -> list[bytes]:
    """Blobs cut short, prolonged, or with a bit changed under an old checksum."""
    chance = random.Random(seed)
    data = [game.to_bytes() for game in games(20, seed)]
    made: list[bytes] = []
    for i in range(number):
        one = bytearray(chance.choice(data))
        if i % 4 == 0:
            one = one[: chance.randrange(len(one))]
        elif i % 4 == 1:
            one += bytes(chance.randint(1, 64))
        else:
            one[chance.randrange(len(one))] ^= 1 << chance.randrange(8)
        made.append(bytes(one))
    return made


def hostile_blobs(number: int, seed: int = 5) -> list[bytes]:
    """Blobs whose state was changed and whose checksum fits again."""
    chance = random.Random(seed)
    data = [game.to_bytes() for game in games(40, seed)]
    made = []
    for i in range(number):
        one = chance.choice(data)
        head, body = one[: HEADER.size], bytearray(one[HEADER.size :])
        if i % 20 == 0:
            body = bytearray(chance.randbytes(len(body)))
        elif i % 5 == 0:  # a part of another state
            other = chance.choice(data)[HEADER.size :]
            at, length = chance.randrange(len(body)), chance.randint(1, 200)
            body[at : at + length] = other[at : at + length]
        else:
            # Mostly the small counts, positions and frames at the end, where mistakes lead furthest.
            for _ in range(chance.randint(1, 3)):
                at = chance.randrange(0 if chance.random() < 0.4 else len(body) * 3 // 5, len(body))
                body[at] = chance.choice([0, 1, 2, 5, 127, 128, 254, 255, chance.randrange(256), body[at] ^ 1])
        made.append(blob(bytes(body), head))
    return made


def noisy_action_texts(number: int, seed: int = 6) -> list[str]:
    """Texts of legal actions with letters changed."""
    from arknova_fast.notation import action_to_string

    chance = random.Random(seed)
    texts = [action_to_string(game, code) for game in games(25, seed) for code in game.legal_actions()[:30]]
    made = []
    for _ in range(number):
        text = list(chance.choice(texts))
        for _ in range(chance.randint(1, 2)):
            at = chance.randrange(len(text))
            text[at : at + chance.randrange(3)] = chance.choice(["", "x", "@", ",", " ", "9", "-", "+", "é"])
            text = text or ["?"]
        made.append("".join(text))
    return made


def noisy_overlays(number: int, seed: int = 7) -> list[dict]:
    """One value of the data replaced by nonsense."""
    from arknova_fast.cards import load_data

    chance = random.Random(seed)
    data = json.loads(json.dumps(load_data()))
    made = []
    for _ in range(number):
        way = chance.choice(places(data[section := chance.choice(list(data))]))
        change: Any = chance.choice(NONSENSE)
        for key in reversed(way):
            change = {str(key): change}
        made.append({section: change})
    return made
