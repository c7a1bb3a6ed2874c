"""Everything that can be counted anew on a position, by name."""
from __future__ import annotations

from . import enclosures, facts
from .geometry import neighbours, terrain
from .icons import icons, large_animals, small_animals, sponsors
from .model import Player
from .tracks import score

ICONS = (*facts.CONTINENTS, *facts.CATEGORIES, "science", "rock", "water")


def largest_empty(player: Player, rock: int, water: int) -> int:
    """The largest effective size of an empty standard enclosure next to that many rock and water spaces."""
    ground = {"rock": rock, "water": water}
    ignore = enclosures.DIVERSITY_RESEARCHER in player.zoo
    return max((
        enclosures.effective_size(player, b) for b in player.buildings
        if b.standard and not b.occupied
        and (ignore or all(len(neighbours(b.cells) & terrain(player.map, g)) >= n for g, n in ground.items()))
    ), default=0)


def derived(player: Player) -> dict:
    """Counters of a player; the adapter gives the kernel's under the same names."""
    counted = icons(player)
    covered = player.covered
    return {
        "icons": {name: counted[name] for name in ICONS},
        "small": small_animals(player), "large": large_animals(player), "sponsors": len(sponsors(player)),
        "covered": covered, "supports": player.supports,
        "fit": [largest_empty(player, rock, water) for rock in range(3) for water in range(3)],
        "score": score(player.appeal, player.conservation),
        "discounts": (3 * (229 in player.zoo), 4 * (230 in player.zoo)),
    }
