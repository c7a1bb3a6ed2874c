"""The legal main choices of a turn (D2.1, D2.2, R5, R18, R19)."""
from __future__ import annotations

from dataclasses import dataclass, field

from . import facts
from .animals import animal_choices, number_allowed
from .association import tasks
from .model import Player, Position
from .placement import build_kinds
from .sponsors import room_at_start, sponsor_choices
from .tracks import reputation_limit

VENOM_PAYMENT = 2  # R19.16, R19.17


@dataclass
class Choices:
    """``must`` is legal for certain; ``may`` in addition depends on gains that this reference does not follow."""

    must: set[tuple[str, int]] = field(default_factory=set)  # (action card, X-tokens spent)
    may: set[tuple[str, int]] = field(default_factory=set)
    token: set[str] = field(default_factory=set)  # cards for the X-token action


def strength(player: Player, action: str, x: int) -> int:
    """R5.2, R19.21."""
    return player.slot(action) + x - 2 * (action in player.constriction)


def owes_venom(player: Player, action: str) -> bool:
    """R19.15, R19.16: some card keeps a token and the used one has none to remove."""
    return bool(player.venom) and action not in player.venom


def reputation_first(player: Player, power: int, upgraded: bool) -> int | None:
    """R12.3: the reputation with which the display range is judged when 1 reputation is taken first."""
    if not upgraded or power < 5 or player.reputation >= reputation_limit(player):
        return None
    return player.reputation + 1


def executable(position: Position, player: Player, action: str, power: int, money: int) -> bool:
    """R5.6, R5.7: at least one execution exists at that strength with that much money to spend."""
    upgraded = action in player.upgraded
    if action == "cards":
        return True  # R8.1, R8.2: advance and draw
    if action == "sponsors":
        return True  # R17.6: the break option
    if action == "build":
        return bool(build_kinds(player, power, upgraded, money))
    if action == "association":
        return bool(tasks(position, player, power, upgraded, money))
    if not number_allowed(power, upgraded):
        return False
    if animal_choices(position, player, upgraded, money):
        return True
    first = reputation_first(player, power, upgraded)
    return first is not None and bool(animal_choices(position, player, upgraded, money, first))


def sure_gain(player: Player, action: str, power: int) -> int:
    """A6: money that the action can earn for certain: the break option of Sponsors (R17.6)."""
    return power * (2 if action in player.upgraded else 1) if action == "sponsors" else 0


def main_choices(position: Position) -> Choices:
    """What the active player may choose at the start of the turn."""
    player, found = position.active, Choices()
    for action in facts.ACTIONS:
        reserve = VENOM_PAYMENT if owes_venom(player, action) else 0
        for x in range(player.x_tokens + 1):  # R6.1
            power = strength(player, action, x)
            if power < 1:  # R5.3, R19.23
                continue
            if player.money + sure_gain(player, action, power) >= reserve and executable(
                position, player, action, power, max(0, player.money - reserve)
            ):
                found.must.add((action, x))
            elif depends(position, player, action, power, reserve):
                found.may.add((action, x))
        if player.x_tokens < 5 and player.money >= reserve:  # R18.4, R19.18
            found.token.add(action)
    if not found.must and not found.token:  # R19.19
        found.may |= {
            (action, x) for action in facts.ACTIONS for x in range(player.x_tokens + 1)
            if strength(player, action, x) >= 1
            and executable(position, player, action, strength(player, action, x), player.money)
        }
        found.token = set(facts.ACTIONS) if player.x_tokens < 5 else set()
    return found


def depends(position: Position, player: Player, action: str, power: int, reserve: int) -> bool:
    """Executions that hang on gains within the action.

    A6: money below the reserve for venom that the same action brings back. R12.3: a bonus of the reputation track
    taken before the first animal, or a card drawn with it.
    """
    if reserve and action in ("build", "animals", "association", "sponsors") and executable(
        position, player, action, power, player.money
    ):
        return True
    first = reputation_first(player, power, action in player.upgraded) if action == "animals" else None
    return first is not None and facts.BOARDS["reputation_track"]["spaces"][first]["bonus"] is not None


def sponsors_playable(position: Position, player: Player, power: int) -> set[int]:
    """First sponsor of a Sponsors action (R17.1, R17.2)."""
    upgraded = "sponsors" in player.upgraded
    return sponsor_choices(position, player, room_at_start(power, upgraded), upgraded, player.money)
