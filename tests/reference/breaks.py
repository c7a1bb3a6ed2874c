"""The deterministic parts of a break (R24)."""
from __future__ import annotations

from collections import Counter
from dataclasses import replace

from . import facts
from .model import Player, Position

HAND_LIMIT_UNIVERSITY = "hand_limit_reputation"


def hand_limit(player: Player) -> int:
    """R24.5."""
    return 5 if HAND_LIMIT_UNIVERSITY in player.universities else 3


def surplus(player: Player) -> int:
    """R24.5: how many cards have to be discarded."""
    return max(0, len(player.hand) - hand_limit(player))


def cleaned(player: Player) -> Player:
    """R24.6, R24.7: tokens off the action cards, workers back to the notepad."""
    return replace(
        player, venom=set(), constriction=set(), multiplier=Counter(),
        workers=player.workers + sum(player.workers_on.values()), workers_on=Counter(),
    )


def board_after(position: Position) -> tuple[set[str], set[str]]:
    """R24.8: partner zoos and universities on the board; a kind that every player owns need not be there."""
    universities = {u["id"] for u in facts.BOARDS["association_board"]["universities"]}
    return set(facts.CONTINENTS), universities


def owned_by_all(position: Position, kind: str) -> bool:
    """R24.8: such a kind may be missing on the board."""
    return all(kind in p.partner_zoos or kind in p.universities for p in position.players)


def display_after(display: list[int | None], drawn: list[int]) -> list[int | None]:
    """R24.9, R9.5: slots 1 and 2 are discarded, the rest moves down, new cards fill up from the deck."""
    kept = [card for card in display[2:] if card]
    return (kept + drawn + [None] * 6)[:6]


def refilled(display: list[int | None], drawn: list[int]) -> list[int | None]:
    """R9.5: without discards."""
    return ([card for card in display if card] + drawn + [None] * 6)[:6]


def start_space(players: int) -> int | None:
    """R2.1, R24.19: steps from the start space to the last space."""
    return facts.BOARDS["setup"]["by_players"][str(players)]["break_token_start"]


def advance(position: Position, steps: int) -> tuple[int, bool]:
    """R24.1-R24.3: new position of the token, and whether it reached the last space with this move."""
    last = start_space(position.n)
    if last is None:
        return position.break_pos, False  # R27.6
    after = min(last, position.break_pos + steps)
    return after, after == last and position.break_pos < last
