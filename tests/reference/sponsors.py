"""Which sponsors may be played (R17)."""
from __future__ import annotations

from . import facts
from .geometry import special_cells
from .icons import icons
from .model import Cell, Player, Position
from .placement import placements
from .tracks import cards_in_range


def level(player: Player, card: int) -> int:
    """R29.14: with all three H spaces of map 8 covered every level is 1 lower."""
    h_cells = special_cells(player.map, "h_cell")
    lower = bool(h_cells) and set(h_cells) <= player.covered
    return facts.SPONSORS[card]["level"] - lower


def conditions_met(player: Player, card: int, upgraded: bool) -> bool:
    """R17.3, R17.9, R17.16, R17.21: checked before the card's own icons count."""
    requires, counted = facts.SPONSORS[card]["requires"], icons(player)
    return (
        all(counted[icon] >= needed for icon, needed in requires["icons"].items())
        and (upgraded or not requires.get("sponsors_upgraded"))
        and player.appeal <= requires.get("max_appeal", player.appeal)
        and player.reputation >= requires.get("reputation", 0)
        and len(player.partner_zoos) >= requires.get("partner_zoo", 0)
    )


def building_places(player: Player, card: int) -> set[frozenset[Cell]] | None:
    """Legal places of the unique building of a sponsor, None when it has none (R17.13)."""
    building = facts.SPONSORS[card]["building"]
    return placements(player, building["key"]) if building else None


def playable(player: Player, card: int, upgraded: bool) -> bool:
    """Conditions met, and the unique building, if any, can be placed (R17.12)."""
    places = building_places(player, card)
    return conditions_met(player, card, upgraded) and (places is None or bool(places))


def sponsor_choices(
    position: Position, player: Player, room: int, side: bool, money: int, condition: bool | None = None
) -> set[int]:
    """Sponsors with level at most ``room``, from hand and on side II from the display (R17.1, R17.2, R9.8).

    ``condition`` is what a card asking for Sponsors II sees (R7.6), by default the side.
    """
    if condition is None:
        condition = side
    found = {card for card in player.hand if facts.is_sponsor(card)}
    if side:
        found |= {
            card for card, slot in cards_in_range(position, player).items() if facts.is_sponsor(card) and slot <= money
        }
    return {card for card in found if level(player, card) <= room and playable(player, card, condition)}


def room_at_start(strength: int, upgraded: bool) -> int:
    """R17.1, R17.2: levels up to X, on side II X + 1 in total."""
    return strength + upgraded


def for_money(player: Player, money: int, upgraded: bool) -> set[int]:
    """R17.18: hand sponsors that can be bought for their level in money; ``upgraded`` as for Sponsors II (R7.6)."""
    return {
        card for card in player.hand
        if facts.is_sponsor(card) and level(player, card) <= money and playable(player, card, upgraded)
    }
