"""Association tasks, projects, partner zoos, universities, donations (R14, R15)."""
from __future__ import annotations

from . import facts
from .icons import animals, icons, kinds, large_animals, small_animals
from .model import Player, Position, Project
from .tracks import cards_in_range

TASKS = {"reputation": 2, "partner_zoo": 3, "university": 4, "project": 5}  # R14.2
VETERINARIAN, MIGRATION_RECORDING = 203, 224
TOKEN_CARDS = (215, 218)  # spend a token as an icon


def task_value(player: Player, task: str) -> int:
    """R14.2; card 203 lowers the project task to 4."""
    return 4 if task == "project" and VETERINARIAN in player.zoo else TASKS[task]


def workers_needed(player: Player, task: str) -> int | None:
    """R14.5: one own worker for the first use, two for the second, then closed."""
    return {0: 1, 1: 2}.get(player.workers_on[task])


def takeable_partner_zoos(position: Position, player: Player, upgraded: bool) -> set[str]:
    """R14.10-R14.12: not owned, on the board, at most 4, the third and fourth with Association II."""
    if len(player.partner_zoos) >= (4 if upgraded else 2):
        return set()
    return position.partner_zoos - set(player.partner_zoos)


def takeable_universities(position: Position, player: Player) -> set[str]:
    """R14.15, R14.17."""
    return position.universities - set(player.universities)


def spendable_tokens(player: Player, base: bool) -> int:
    """Cards 215 and 218: one token of each card, for projects below the board only."""
    return sum(player.card_tokens[card] > 0 for card in TOKEN_CARDS if card in player.zoo) if base else 0


def measure(player: Player, project: int) -> int:
    """What an icon or animal project counts (R15.12, R15.13)."""
    card = facts.PROJECTS[project]
    if card["kind"] == "different_icons":
        return kinds(player, facts.CATEGORIES if card["set"] == "animal_categories" else facts.CONTINENTS)
    if card["kind"] == "small_animals":
        return small_animals(player)
    if card["kind"] == "large_animals":
        return large_animals(player)
    return icons(player)[card["icon"]]  # kinds "icons" and "research"


def breeding_pair(player: Player, icon: str) -> bool:
    """R15.14: one animal with the icon and with the continent of an owned partner zoo."""
    return any(
        icon in facts.ANIMALS[card]["icons"] and set(player.partner_zoos) & set(facts.ANIMALS[card]["icons"])
        for card in animals(player)
    )


def releasable(player: Player, project: int, slot: int) -> set[int]:
    """R16.1-R16.3, R16.16: animals with the icon and exactly the size class of the slot."""
    card = facts.PROJECTS[project]
    sizes = card["slots"][slot]["needs"]["sizes"]
    return {
        animal for animal in animals(player)
        if card["icon"] in facts.ANIMALS[animal]["icons"] and facts.ANIMALS[animal]["size"] in sizes
    }


def slot_condition(player: Player, project: int, slot: int, tokens: int = 0) -> bool:
    """The condition of a slot (R15.12, R15.14, R16.1), with ``tokens`` extra icons."""
    card = facts.PROJECTS[project]
    if card["kind"] == "release":
        return bool(releasable(player, project, slot))
    if card["kind"] == "breeding":
        return breeding_pair(player, card["icon"])
    return measure(player, project) + tokens >= card["slots"][slot]["needs"]


def open_slots(player: Player, project: Project, base: bool) -> set[int]:
    """Slots of a project in play that can be supported (R15.9-R15.11, R2.11)."""
    card = facts.PROJECTS[project.card]
    if player.seat in project.slots and not (card["kind"] == "release" and MIGRATION_RECORDING in player.zoo):
        return set()  # R15.10
    tokens = spendable_tokens(player, base)
    return {
        slot for slot, owner in enumerate(project.slots)
        if owner is None and slot_condition(player, project.card, slot, tokens)
    }


def project_choices(position: Position, player: Player, upgraded: bool, money: int) -> set[tuple[int, int]]:
    """Every (project card, slot) that can be supported now (R15.2, R15.3, R15.16)."""
    if not player.left_tokens:
        return set()
    found = {(p.card, slot) for p in position.base_projects for slot in open_slots(player, p, base=True)}
    found |= {(p.card, slot) for p in position.projects for slot in open_slots(player, p, base=False)}
    new = {card for card in player.hand if facts.is_project(card)}
    if upgraded:  # R9.8: pay the slot number
        new |= {c for c, slot in cards_in_range(position, player).items() if facts.is_project(c) and slot <= money}
    found |= {(card, slot) for card in new for slot in open_slots(player, Project(card), base=False)}
    return found


def tasks(
    position: Position, player: Player, room: int, side: bool, money: int, done=(), condition: bool | None = None
) -> set[str]:
    """R14.1-R14.5, R14.21: tasks that can be done now with ``room`` strength left.

    ``condition`` is what the third partner zoo sees (R7.6), by default the side.
    """
    condition = side if condition is None else condition
    found = set()
    for task in TASKS:
        needed = workers_needed(player, task)
        if task in done or task_value(player, task) > room or needed is None or needed > player.workers:
            continue
        if (
            task == "reputation"
            or (task == "partner_zoo" and takeable_partner_zoos(position, player, condition))
            or (task == "university" and takeable_universities(position, player))
            or (task == "project" and project_choices(position, player, side, money))
        ):
            found.add(task)
    return found


def donation_cost(position: Position) -> int:
    """R15.24: the smallest open amount; the last one repeats."""
    sequence = facts.BOARDS["association_board"]["donation"]["cost_sequence_by_players"][str(position.n)]
    return sequence[min(position.donations, len(sequence) - 1)]


def projects_above(position: Position) -> int:
    """R15.5: how many projects stay above the board."""
    return {1: 2, 2: 2, 3: 3, 4: 4}[position.n]
