"""Whom Venom, Constriction, Hypnosis and Pilfering hit (R19, R20, animal-abilities C9)."""
from __future__ import annotations

from .model import Player, Position

QUARANTINE_LAB = 225
NEEDED_APPEAL = 5  # R20.1


def protected(player: Player) -> bool:
    """R20.1, R20.3, R20.49."""
    return player.appeal < NEEDED_APPEAL or QUARANTINE_LAB in player.zoo


def others(position: Position, actor: Player) -> list[Player]:
    return [player for player in position.players if player is not actor]


def venom(position: Position, actor: Player, n: int) -> dict[int, set[str]]:
    """R19.12, R19.14: seat -> cards that newly get a venom token, lowest slots first."""
    return {
        p.seat: set(p.actions[:n]) - p.venom
        for p in others(position, actor) if not protected(p) and p.appeal > actor.appeal
    }


def constriction(position: Position, actor: Player) -> dict[int, set[str]]:
    """R19.13: a token for each track on which the other player is ahead, slot 5 first."""
    found = {}
    for p in others(position, actor):
        ahead = (p.appeal > actor.appeal) + (p.conservation > actor.conservation)
        if not protected(p) and ahead:
            found[p.seat] = set(p.actions[5 - ahead:]) - p.constriction
    return found


def leaders(position: Position, actor: Player, track: str) -> set[int]:
    """Seats that may be chosen for Hypnosis and Pilfering on "appeal" or "conservation" (R20.4-R20.6, R20.12, R20.13).

    Empty when the acting player alone has the most.
    """
    candidates = [p for p in others(position, actor) if not protected(p)]
    if track == "conservation":
        candidates = [p for p in candidates if p.conservation >= 1]
    most = max((getattr(p, track) for p in candidates), default=-1)
    if getattr(actor, track) > most:
        return set()
    return {p.seat for p in candidates if getattr(p, track) == most}


def pilfering_responses(victim: Player) -> set[str]:
    """R20.14, R20.15: "card" and "money"; both only with a card and 5 money."""
    answers = ({"card"} if victim.hand else set()) | ({"money"} if victim.money >= 5 else set())
    return answers or {"money"}
