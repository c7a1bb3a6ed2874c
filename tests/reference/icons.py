"""Counting icons and cards of a zoo anew (R21)."""
from __future__ import annotations

from collections import Counter

from . import facts
from .model import Player

UNIVERSITY_SCIENCE = {u["id"]: u["icons"]["science"] for u in facts.BOARDS["association_board"]["universities"]}


def icons_of_card(card: int) -> Counter:
    """R21.1, R21.2: icons in the corner, and rock and water of animals; sponsors list theirs among their icons."""
    if facts.is_animal(card):
        animal = facts.ANIMALS[card]
        return Counter(animal["icons"]) + Counter(rock=animal["rock"], water=animal["water"])
    return Counter(facts.SPONSORS[card]["icons"])


def icons(player: Player) -> Counter:
    """R15.13, R21.1: animals, sponsors, partner zoos and universities; double icons count twice (R21.6)."""
    total = Counter()
    for card in player.zoo:
        total += icons_of_card(card)
    total += Counter(player.partner_zoos)  # R14.14
    for university in player.universities:  # R14.16
        total["science"] += UNIVERSITY_SCIENCE[university]
    return +total


def kinds(player: Player, names) -> int:
    """R21.12: how many different of these icons there are."""
    counted = icons(player)
    return sum(counted[name] > 0 for name in names)


def animals(player: Player) -> list[int]:
    return [card for card in player.zoo if facts.is_animal(card)]


def sponsors(player: Player) -> list[int]:
    return [card for card in player.zoo if facts.is_sponsor(card)]


def small_animals(player: Player) -> int:
    return sum(facts.is_small(card) for card in animals(player))


def large_animals(player: Player) -> int:
    return sum(facts.is_large(card) for card in animals(player))
