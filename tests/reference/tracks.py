"""Appeal, conservation and reputation tracks."""
from __future__ import annotations

from . import facts
from .model import Player, Position

MAX_APPEAL = facts.BOARDS["appeal_track"]["max"]
MAX_CONSERVATION = facts.BOARDS["conservation_track"]["max"]
MAX_REPUTATION = facts.BOARDS["reputation_track"]["max"]


def appeal_income(appeal: int) -> int:
    """R24.11, read from the printed bands."""
    return next(
        band["money"]
        for band in facts.BOARDS["appeal_track"]["break_income_bands"]
        if band["appeal_from"] <= appeal <= band["appeal_to"]
    )


def white_number(conservation: int) -> int:
    """R23.5: -14 at 0, +2 for each space up to 10, +3 for each space beyond."""
    return -14 + 2 * min(conservation, 10) + 3 * max(0, conservation - 10)


def score(appeal: int, conservation: int) -> int:
    """R23.4, R26.6."""
    return appeal + white_number(conservation)


def victory_points(appeal: int, conservation: int) -> int:
    """R26.7: appeal minus the lowest appeal of the scoring area (114 at conservation 0, C2)."""
    return appeal - facts.BOARDS["conservation_track"]["spaces"][conservation]["target_number"]


def display_range(reputation: int) -> int:
    """R9.3: the highest display slot in range."""
    for limit, slots in ((1, 1), (3, 2), (6, 3), (9, 4), (12, 5)):
        if reputation <= limit:
            return slots
    return 6


def cards_in_range(position: Position, player: Player, reputation: int | None = None) -> dict[int, int]:
    """Display card -> slot number for the cards in range (R9.2, R9.7)."""
    reach = display_range(player.reputation if reputation is None else reputation)
    return {card: slot for slot, card in enumerate(position.display, 1) if card and slot <= reach}


def reputation_limit(player: Player) -> int:
    """R10.4: the spaces 10-15 need Cards II."""
    return MAX_REPUTATION if "cards" in player.upgraded else facts.BOARDS["reputation_track"]["cap_without_cards_II"]


def after_reputation(player: Player, gain: int) -> tuple[int, int]:
    """Reputation and appeal after a gain without bonuses of the track (R10.1, R10.5-R10.7)."""
    moved = min(gain, max(0, reputation_limit(player) - player.reputation))
    reputation = player.reputation + moved
    extra = gain - moved if reputation == MAX_REPUTATION else 0
    return reputation, min(MAX_APPEAL, player.appeal + extra)


def conservation_thresholds(before: int, after: int) -> list[int]:
    """R23.8, R23.9, R23.12, R23.14: spaces 2, 5, 8 and 10 that a gain reaches or passes."""
    return [space for space in (2, 5, 8, 10) if before < space <= after]


def ends_game(player: Player) -> bool:
    """R25.1: the counters share a scoring area or have passed each other."""
    low = facts.BOARDS["conservation_track"]["spaces"][player.conservation]["area_appeal_low"]
    return low is not None and player.appeal >= low
