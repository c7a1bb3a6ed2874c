"""The facts files as plain dictionaries keyed by card number, map code or building kind."""
from __future__ import annotations

import json
from functools import cache
from pathlib import Path

FACTS = Path(__file__).resolve().parents[1] / "facts"

CONTINENTS = ("africa", "americas", "asia", "australia", "europe")  # R21.9
CATEGORIES = ("bird", "herbivore", "predator", "primate", "reptile", "bear", "petting_zoo")  # R21.7, R21.8
ACTIONS = ("animals", "association", "build", "cards", "sponsors")


@cache
def load(name: str):
    return json.loads((FACTS / f"{name}.json").read_text(encoding="utf-8"))


ANIMALS = {card["id"]: card for card in load("animals")}
SPONSORS = {card["id"]: card for card in load("sponsors")["cards"]}
PROJECTS = {card["id"]: card for card in load("projects")["cards"]}
FINALS = {card["id"]: card for card in load("final_scoring")["cards"]}
MAPS = {zoo["id"]: zoo for zoo in load("maps")["maps"]}
SHAPES = {shape["id"]: shape for shape in load("shapes")["buildings"]}
BOARDS = load("boards")


def is_animal(card: int) -> bool:
    return card in ANIMALS


def is_sponsor(card: int) -> bool:
    return card in SPONSORS


def is_project(card: int) -> bool:
    return card in PROJECTS


def is_small(card: int) -> bool:
    """R21.10: small animals have size 1-2 or are petting zoo animals."""
    animal = ANIMALS[card]
    return animal["size"] in (1, 2) or "petting_zoo" in animal["icons"]


def is_large(card: int) -> bool:
    """R21.10: large animals have size 4-5."""
    return ANIMALS[card]["size"] in (4, 5)


def ability(card: int, name: str) -> dict | None:
    """The ability of that name on an animal card, or None."""
    return next((entry for entry in ANIMALS[card]["abilities"] if entry["name"] == name), None)


def max_strength_index(strength: int) -> int:
    """R5.4: strength above 5 uses the column for 5 in the tables of Cards and Animals."""
    return min(strength, 5) - 1
