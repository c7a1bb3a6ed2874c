"""What certainly holds after one answer, for answers whose direct result the rules fix.

``after(moment, answer)`` gives (name, function of position and player, value) for everything that later automatic
steps of the same answer cannot change again.
"""
from __future__ import annotations

from collections.abc import Callable

from . import association, choices, enclosures, facts
from .adapter import Answer
from .expected import harbor
from .model import Player, Position

Check = tuple[str, Callable[[Position, Player], object], object]


def to_front(order: list[str], action: str) -> list[str]:
    """R5.8, R5.9: the card goes to slot 1, those left of it move one to the right."""
    return [action, *(other for other in order if other != action)]


def to_slot(order: list[str], action: str, slot: int) -> list[str]:
    """R20.22, R20.23."""
    return to_front(order, action) if slot == 1 else [*(other for other in order if other != action), action]


def occupied(cells) -> Callable:
    return lambda position, player: next(b.occupied for b in player.buildings if b.cells == frozenset(cells))


def n_occupied(player: Player) -> int:
    return sum(b.occupied for b in player.buildings)


def leaving(moment, card: int) -> list[Check]:
    """R13.17-R13.19, R16.8, R16.9: the one enclosure or the tokens that are freed, if no choice is left."""
    player = moment.player
    how, what = "standard", enclosures.emptied(player, card)
    if moment.kind == "RELEASE":
        how, what = enclosures.release(player, card)
    if how == "special":
        kind, spaces = what
        left = player.special_used[kind] - spaces
        return [("special spaces", lambda _, p: (p.special_used[kind], n_occupied(p)), (left, n_occupied(player)))]
    candidates = what or []
    freed = len(candidates) == 1  # with several the player is asked next
    checks: list[Check] = [("occupied", lambda _, p: n_occupied(p), n_occupied(player) - freed)]
    return checks + [("freed", occupied(b.cells), False) for b in candidates if freed]


def turn_with_token(moment, answer: Answer) -> list[Check]:
    """R18.1, R18.2, R18.5, R19.16: one X-token, the card in slot 1 without tokens, 2 money for venom left."""
    player, action = moment.player, answer.a
    if player.multiplier[action] or moment.position.n == 1:
        return []
    due = choices.VENOM_PAYMENT if choices.owes_venom(player, action) else 0
    if harbor(moment):
        due = 0  # D2.6: the turn is not over while a card may be sold, and venom is paid at its end
    return [
        ("x_tokens", lambda _, p: p.x_tokens, player.x_tokens + 1),
        ("order", lambda _, p: p.actions, to_front(player.actions, action)),
        ("venom", lambda _, p: p.venom, player.venom - {action}),
        ("constriction", lambda _, p: p.constriction, player.constriction - {action}),
        ("money", lambda _, p: p.money, max(0, player.money - due)),
    ]


def housed(moment, answer: Answer) -> list[Check]:
    """R13.2, R13.10, R13.13, R13.25."""
    player, card = moment.player, moment.card
    checks: list[Check] = [("in the zoo", lambda _, p: card in p.zoo, True)]
    if answer.verb == "HOUSE":
        cells = next(b.cells for b in player.buildings if answer.a in b.cells)
        total = n_occupied(player) + 1
        return [*checks, ("occupied", occupied(cells), True), ("one", lambda _, p: n_occupied(p), total)]
    checks.append(("no enclosure", lambda _, p: n_occupied(p), n_occupied(player)))
    if answer.verb == "HOUSE_SPECIAL":
        kind, spaces = facts.ANIMALS[card]["special"]["kind"], facts.ANIMALS[card]["special"]["spaces"]
        checks.append(("spaces", lambda _, p: p.special_used[kind], player.special_used[kind] + spaces))
    return checks


def donated(moment) -> list[Check]:
    """R15.22-R15.25."""
    position, player = moment.position, moment.player
    spaces = len(facts.BOARDS["association_board"]["donation"]["cost_sequence_by_players"][str(position.n)]) - 1
    return [
        ("money", lambda _, p: p.money, player.money - association.donation_cost(position)),
        ("conservation", lambda _, p: p.conservation, min(41, player.conservation + 1)),
        ("donations", lambda after, _: after.donations, min(spaces, position.donations + 1)),
    ]


def after(moment, answer: Answer) -> list[Check]:
    player, a = moment.player, answer.a
    match answer.verb:
        case "X_TOKEN" if moment.kind == "MAIN":
            return turn_with_token(moment, answer)
        case "TO_SLOT":
            return [("order", lambda _, p: p.actions, to_slot(player.actions, answer.b, a))]
        case "HOUSE" | "HOUSE_SPECIAL" | "SHARE":
            return housed(moment, answer)
        case "EMPTY":
            cells = next(b.cells for b in player.buildings if a in b.cells)
            return [("emptied", occupied(cells), False), ("one", lambda _, p: n_occupied(p), n_occupied(player) - 1)]
        case "MOVE_IN":
            kind, spaces = facts.ANIMALS[a]["special"]["kind"], facts.ANIMALS[a]["special"]["spaces"]
            used = player.special_used[kind] + spaces
            return [*leaving(moment, a), ("spaces", lambda _, p: p.special_used[kind], used)]
        case "RELEASE":
            lost = max(0, player.appeal - facts.ANIMALS[a]["appeal"])  # R16.4, R16.14
            appeal = [("appeal", lambda _, p: p.appeal, lost)] if player.reputation < 13 else []
            return [*leaving(moment, a), ("left the zoo", lambda _, p: a in p.zoo, False), *appeal]
        case "PLACE":
            return [("built", lambda _, p: any(b.kind == a and b.cells == answer.b for b in p.buildings), True)]
        case "UPGRADE":
            return [("upgraded", lambda _, p: p.upgraded, player.upgraded | {a})]
        case "PARTNER":
            return [("partner zoo", lambda after, p: (a in p.partner_zoos, a in after.partner_zoos), (True, False))]
        case "UNIVERSITY":
            return [("university", lambda after, p: (a in p.universities, a in after.universities), (True, False))]
        case "LEFT_TOKEN":
            return [("left edge", lambda _, p: p.left_tokens, player.left_tokens - {a})]
        case "DONATE":
            return donated(moment)
        case "HARBOR_SALE":
            return [("sold", lambda _, p: (p.money, a in p.hand, p.harbor_sold), (player.money + 3, False, True))]
        case "PAY":
            return [("paid", lambda _, p: p.money, max(0, player.money - 5))]
    return []
