"""Income of a break (R24)."""
from __future__ import annotations

from collections import Counter

from . import facts
from .geometry import around, special_cells, touch
from .icons import icons, sponsors
from .model import Building, Player
from .tracks import appeal_income

SIDE_ENTRANCE = 257


def pays_kiosk(building: Building) -> bool:
    """R24.12, R24.13: unique buildings, special and occupied standard enclosures, pavilions."""
    return building.occupied if building.standard else building.kind != "kiosk"


def kiosk_income(player: Player) -> int:
    """R24.12-R24.14: each kiosk and each building next to it, once."""
    return sum(
        touch(kiosk.cells, other.cells) and pays_kiosk(other)
        for kiosk in player.buildings if kiosk.kind == "kiosk"
        for other in player.buildings
    )


def side_entrance_income(player: Player) -> int:
    """Card 257: 2 money for each adjacent building other than empty standard enclosures; kiosks count."""
    if SIDE_ENTRANCE not in player.zoo:
        return 0
    entrance = next(b for b in player.buildings if b.kind == "side_entrance")
    return 2 * sum(
        touch(entrance.cells, other.cells) and (other.occupied or not other.standard)
        for other in player.buildings if other is not entrance
    )


def map_income(player: Player) -> int:
    """R29.8 restaurant, R29.12 ice cream parlors."""
    money = sum(cell in player.covered for spot in special_cells(player.map, "restaurant") for cell in around(spot))
    for special in facts.MAPS[player.map]["special"]:
        if special["kind"] == "kiosk_bonus_cells" and all(tuple(c) in player.covered for c in special["cells"]):
            money += player.count("kiosk")
    return money


def sponsor_income(player: Player) -> Counter:
    """Purple effects of the sponsors played (R17.10), summed: money, x_token, conservation, card_in_range."""
    total, counted = Counter(), icons(player)
    for card in sponsors(player):
        for effect in facts.SPONSORS[card]["effects"]:
            if effect["timing"] != "income":
                continue
            if effect["op"] == "gain":
                total += Counter(effect["rewards"])
            elif effect["op"] == "gain_table":  # R17.17: the highest number reached
                reached = [rewards for n, rewards in effect["tiers"] if counted[effect["count"]["icon"]] >= n]
                total += Counter(reached[-1] if reached else {})
            else:
                assert card == SIDE_ENTRANCE
                total["money"] += side_entrance_income(player)
    return +total


def left_edge_income(player: Player) -> list[dict]:
    """R15.18, R24.15: purple left-edge bonuses already uncovered."""
    return [
        entry["bonus"] for entry in facts.MAPS[player.map]["left_bonuses"]
        if entry["kind"] == "income" and entry["slot"] not in player.left_tokens
    ]


def fixed_money(player: Player) -> int:
    """All money that needs no decision, on the position before the income."""
    return (
        appeal_income(player.appeal) + kiosk_income(player) + map_income(player) + sponsor_income(player)["money"]
        + sum(bonus["n"] for bonus in left_edge_income(player) if bonus["type"] == "money")
    )
