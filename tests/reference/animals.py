"""Conditions, allowances and cost of animals, and which can be played (R12)."""
from __future__ import annotations

from . import facts
from .enclosures import housings
from .geometry import institute_connected
from .icons import icons
from .model import Player, Position
from .tracks import cards_in_range

WAZA_SPECIAL, SMALL_EXPERT, LARGE_EXPERT, LARGE_PROGRAM = 227, 229, 230, 263


def missing_conditions(player: Player, card: int, upgraded: bool) -> int:
    """R12.8-R12.11: how many condition icons of the card are not met, icon by icon (R29.11)."""
    requires, counted = facts.ANIMALS[card]["requires"], icons(player)
    missing = sum(max(0, needed - counted[icon]) for icon, needed in requires.get("icons", {}).items())
    missing += max(0, requires.get("science", 0) - counted["science"])
    if requires.get("partner_zoo") and not set(player.partner_zoos) & set(facts.ANIMALS[card]["icons"]):
        missing += 1  # R12.10
    if requires.get("animals_upgraded") and not upgraded:
        missing += 1  # R12.11
    return missing


def allowances(player: Player, card: int) -> int:
    """R29.9, R29.10: the institute allows one for every animal, card 263 one more for large animals."""
    institute = facts.MAPS[player.map]["ability_id"] == "institute" and institute_connected(player)
    return int(institute) + int(LARGE_PROGRAM in player.zoo and facts.is_large(card))


def forbidden(player: Player, card: int) -> bool:
    """Card 227: the size class that was not chosen can never be played again."""
    if WAZA_SPECIAL not in player.zoo or player.size_class is None:
        return False
    return facts.is_large(card) if player.size_class == "small_animal" else facts.is_small(card)


def cost(player: Player, card: int, slot: int = 0) -> int:
    """R12.12-R12.14: the printed cost and the slot number, then the discounts, at least 0."""
    animal = facts.ANIMALS[card]
    discount = 3 * sum(icon in player.partner_zoos for icon in animal["icons"])  # R12.13: double icons twice
    if SMALL_EXPERT in player.zoo and facts.is_small(card):
        discount += 3
    if LARGE_EXPERT in player.zoo and facts.is_large(card):
        discount += 4
    return max(0, animal["cost"] + slot - discount)


def playable(player: Player, card: int, upgraded: bool, money: int, slot: int = 0) -> bool:
    """Conditions (R12.8), cost (R12.12) and housing (R12.16) can all be met."""
    return (
        not forbidden(player, card)
        and missing_conditions(player, card, upgraded) <= allowances(player, card)
        and cost(player, card, slot) <= money
        and bool(housings(player, card))
    )


def animal_choices(
    position: Position, player: Player, side: bool, money: int, reputation: int | None = None,
    condition: bool | None = None,
) -> set[int]:
    """Animal cards that can be played now (R12.1, R12.2).

    ``side`` of the running action gives the sources; ``condition`` is what a card asking for Animals II sees, which
    differs when the card was upgraded during the action (R7.5, R7.6).
    """
    if condition is None:
        condition = side
    found = {card for card in player.hand if facts.is_animal(card) and playable(player, card, condition, money)}
    if side:
        found |= {
            card for card, slot in cards_in_range(position, player, reputation).items()
            if facts.is_animal(card) and playable(player, card, condition, money, slot)
        }
    return found


def number_allowed(strength: int, upgraded: bool) -> int:
    """R12.1, R12.2."""
    side = facts.BOARDS["action_cards"]["animals"]["II" if upgraded else "I"]
    return side["max_animals"][facts.max_strength_index(strength)]
