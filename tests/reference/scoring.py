"""Final scoring (R26)."""
from __future__ import annotations

from collections import Counter

from . import facts
from .geometry import bonus_cells, border_building, empty_groups, isolated, map_covered, terrain
from .icons import icons, kinds, large_animals, small_animals, sponsors
from .model import Player, Position
from .tracks import MAX_APPEAL, MAX_CONSERVATION, score

SETS = {
    "animal_categories": facts.CATEGORIES,
    "continents": facts.CONTINENTS,
    "continents_and_animal_categories": (*facts.CONTINENTS, *facts.CATEGORIES),
}


def spaces(player: Player, kind: str):
    if kind == "placement_bonus":
        return bonus_cells(player.map)
    return border_building(player.map) if kind == "border_building" else terrain(player.map, kind)


def counter(player: Player, count: dict) -> int:
    """The counters of ``sponsors.json``."""
    kind = count["kind"]
    if kind == "icon":
        return icons(player)[count["icon"]]
    if kind == "icon_pairs":
        return min(icons(player)[icon] for icon in count["icons"])
    if kind == "icon_kinds":
        return kinds(player, SETS[count["set"]])
    if kind == "universities":
        return len(player.universities)
    if kind == "buildings":
        return player.count(count["building"])
    if kind == "occupied_enclosures":
        return sum(b.kind == count["building"] and b.occupied for b in player.buildings)
    if kind == "small_animals":
        return small_animals(player)
    if kind == "large_animals":
        return large_animals(player)
    if kind == "projects_supported":
        return player.supports
    if kind == "x_tokens":
        return player.x_tokens
    if kind == "reputation":
        return player.reputation
    if kind == "isolated_spaces":
        return len(isolated(player, spaces(player, count["space"])))
    if kind == "empty_groups":
        return sum(size // count["group_size"] for size in empty_groups(player))
    if kind == "empty_building_spaces":
        return len(terrain(player.map, "plain") - player.covered)
    if kind == "sponsors":
        return len(sponsors(player))
    raise KeyError(kind)


def condition(player: Player, wanted: dict) -> bool:
    """The conditions of ``sponsors.json`` and ``final_scoring.json``."""
    if "count" in wanted:
        return counter(player, wanted["count"]) >= wanted["at_least"]
    if wanted["kind"] == "map_covered":
        return map_covered(player)
    if wanted["kind"] == "all_border_spaces_covered":
        return border_building(player.map) <= player.covered
    if wanted["kind"] == "all_spaces_connected":
        return not isolated(player, terrain(player.map, wanted["space"]))
    raise KeyError(wanted["kind"])


def sponsor_scoring(player: Player) -> Counter:
    """R26.4: brown effects of the sponsors played; appeal and conservation."""
    total = Counter()
    for card in sponsors(player):
        for effect in facts.SPONSORS[card]["effects"]:
            if effect["timing"] != "endgame":
                continue
            rewards = Counter(effect.get("rewards", {}))
            if effect["op"] == "gain_per":
                units = counter(player, effect["count"]) // effect["every"]
                units = min(units, effect.get("max_units", units))
                rewards = Counter({name: n * units for name, n in rewards.items()})
            elif effect["op"] == "gain_table":
                reached = [tier for n, tier in effect["tiers"] if counter(player, effect["count"]) >= n]
                rewards = Counter(reached[-1] if reached else {})
            elif effect["op"] == "gain_if":
                rewards = rewards if condition(player, effect["condition"]) else Counter()
            else:
                raise KeyError(effect["op"])
            total += rewards
    return +total


def final_card(position: Position, player: Player, card: int) -> int:
    """R26.2: conservation of one final scoring card, at most 4."""
    facts_of = facts.FINALS[card]
    if facts_of["kind"] == "checklist":
        points = sum(item["conservation"] for item in facts_of["items"] if condition(player, item["condition"]))
    elif facts_of["kind"] == "compare_right_neighbour":  # R26.11: the player before in turn order
        mine, theirs = icons(player), icons(position.players[(player.seat - 1) % position.n])
        points = sum(mine[icon] > theirs[icon] for icon in facts.CATEGORIES)
    else:
        value = counter(player, facts_of["measure"])
        points = max((gain for needed, gain in facts_of["thresholds"] if value >= needed), default=0)
    return min(4, points)


def final_tracks(position: Position, player: Player) -> tuple[int, int]:
    """Appeal and conservation after all additions (R23.2: gains beyond the ends are lost)."""
    gained = sponsor_scoring(player)
    gained["conservation"] += sum(final_card(position, player, card) for card in player.finals)
    return (
        min(MAX_APPEAL, player.appeal + gained["appeal"]),
        min(MAX_CONSERVATION, player.conservation + gained["conservation"]),
    )


def final_scores(position: Position) -> list[int]:
    """R26.6."""
    return [score(*final_tracks(position, player)) for player in position.players]


def winners(position: Position) -> set[int]:
    """R26.8-R26.10: the highest score, then more supported projects, then shared."""
    keys = [(s, p.supports) for s, p in zip(final_scores(position), position.players, strict=True)]
    return {seat for seat, key in enumerate(keys) if key == max(keys)}
