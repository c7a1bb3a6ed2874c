"""Hypothesis strategies: short-form positions that are valid, and games at random decisions."""
from __future__ import annotations

import random

from hypothesis import strategies as st

from arknova_fast.core.tables import Ruleset
from arknova_fast.editor import facts_of
from arknova_fast.game import Game

FACTS = facts_of(Ruleset.default())
ANIMALS_AND_SPONSORS = [key for key in FACTS.keys if key[0] in "AS"]
DECK_CARDS = [key for card, key in enumerate(FACTS.keys) if FACTS.types[card] != 3]
FINALS = [f"F{number:03d}" for number in range(1, 12)]
ACTIONS = ["animals", "association", "build", "cards", "sponsors"]
CONTINENTS = ["africa", "americas", "asia", "australia", "europe"]
AUTO_KINDS = ["kiosk", "pavilion", "enclosure_1", "enclosure_2", "enclosure_3*", "enclosure_2*", "enclosure_1*"]


def some(words, most: int) -> st.SearchStrategy[list]:
    return st.lists(st.sampled_from(words), max_size=most, unique=True)


@st.composite
def players(draw, cards: list[str], finals: list[str]) -> dict:
    """One player; the cards are taken out of the lists."""
    data: dict = {"map": draw(st.sampled_from(FACTS.maps))}
    for key, most, known in (("zoo", 8, "AS"), ("hand", 6, "ASP")):
        data[key] = draw(some([card for card in cards if card[0] in known], most))
        cards[:] = [card for card in cards if card not in data[key]]
    data["finals"] = draw(some(finals, 2))
    finals[:] = [card for card in finals if card not in data["finals"]]
    data["money"] = draw(st.integers(0, 200))
    data["appeal"] = draw(st.integers(0, 113))
    data["conservation"] = draw(st.integers(0, 41))
    data["upgraded"] = draw(some(ACTIONS, 5))
    data["reputation"] = draw(st.integers(0, 15 if "cards" in data["upgraded"] else 9))
    data["x_tokens"] = draw(st.integers(0, 5))
    data["actions"] = draw(st.permutations(ACTIONS))
    data["venom"], data["constriction"] = draw(some(ACTIONS, 5)), draw(some(ACTIONS, 5))
    data["multiplier"] = draw(st.dictionaries(st.sampled_from(ACTIONS), st.integers(1, 3), max_size=3))
    data["workers"] = draw(st.integers(1, 2))
    data["workers_on"] = draw(st.sampled_from([{}, {"reputation": 1}, {"university": 1, "project": 1}]))
    data["partner_zoos"] = draw(some(CONTINENTS, 4))
    data["universities"] = draw(some(FACTS.universities, 3))
    data["left_tokens"] = draw(some(list(range(7)), 7))
    data["buildings"] = draw(st.lists(st.sampled_from(AUTO_KINDS), max_size=6).filter(lambda b: b.count("kiosk") < 3))
    return data


@st.composite
def positions(draw) -> dict:
    """A short-form position for 1 to 4 players, standing at a main choice."""
    cards, finals = list(DECK_CARDS), list(FINALS)
    n = draw(st.integers(1, 4))
    data: dict = {"players": [draw(players(cards, finals)) for _ in range(n)], "turn": draw(st.integers(0, n - 1))}
    if draw(st.booleans()):
        data["seed"] = draw(st.integers(0, 2**64 - 1))
    data["deck"] = draw(some(cards, 5))
    data["discard"] = draw(some([card for card in cards if card not in data["deck"]], 5))
    data["break_left"] = draw(st.integers(0, FACTS.break_start[n]))
    data["donations"] = draw(st.integers(0, 3))
    data["peaceful"] = draw(st.booleans())
    data["rest"] = draw(st.sampled_from(["deck", "discard"]))
    return data


@st.composite
def games(draw, most: int = 600) -> Game:
    """A game after a number of random decisions, maybe at its end."""
    seed = draw(st.integers(0, 2**32))
    game = Game.new(players=draw(st.integers(1, 4)), seed=seed, peaceful=draw(st.booleans()),
                    map_mode=draw(st.sampled_from(["fixed", "pick2", "draft"])))
    chance = random.Random(seed)
    for _ in range(draw(st.integers(0, most))):
        if game.is_terminal:
            break
        game.apply_unchecked(chance.choice(game.legal_actions()))
    return game
