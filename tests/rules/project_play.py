"""Words shared by the tests of the Association action, projects, tracks and breaks."""
from __future__ import annotations

from helpers import doing, effect, legal, me, p, position, take
from rules.printed import PROJECTS

from arknova_fast.game import Game

CONTINENTS = ["africa", "americas", "asia", "australia", "europe"]
UNIVERSITIES = ["hand_limit_reputation", "two_science", "science_reputation"]
LEFT_0 = ["snap", "enclosure_2", "money_5", "conservation", "worker", "money_12", "x_tokens"]  # left edge of map 0


def association(strength: int = 5, side: int = 1, *, others: tuple = (), n: int = 3, table: dict | None = None,
                **fields) -> Game:
    """The Association action of seat 0. Three players: no slot of a base project is blocked (R2.9)."""
    return position(p(**fields), *others, n=n, decision=doing("association", strength, side), **(table or {}))


def supporting(project: str, strength: int = 5, side: int = 1, **fields) -> Game:
    """Seat 0 chooses what to support; the project is a base project below the board or lies above the board."""
    place = "base_projects" if PROJECTS[project]["base"] else "projects"
    table = {place: [project], **fields.pop("table", {})}
    return take(association(strength, side, table=table, **fields), "task project")


def offered(game: Game, project: str = "") -> list[str]:
    """The supports of a project that can be chosen, by slot (and tokens used)."""
    return [text.removeprefix("support ").removeprefix(project).strip() for text in legal(game, f"support {project}")]


def can_support(project: str, **fields) -> list[str]:
    """The slots of a project that the player could choose; none when nothing can be supported."""
    place = "base_projects" if PROJECTS[project]["base"] else "projects"
    table = {place: [project], **fields.pop("table", {})}
    game = association(9, 1, table=table, **fields)
    if "task project" not in legal(game):
        return []
    return offered(take(game, "task project"), project)


def left(name: str) -> str:
    """The action that takes the token of map 0 from this bonus."""
    return f"left-token {LEFT_0.index(name) + 1}"


def opened(*effects, others: tuple = (), n: int = 2, table: dict | None = None, **fields) -> Game:
    """These effects of seat 0 are open together, ``"take"`` or ``{"op": "reputation", "n": 2}``."""
    rows = [{"op": one} if isinstance(one, str) and one.islower() else one for one in effects]
    return position(p(**fields), *others, n=n, decision=effect(*rows), **(table or {}))


def rep(n: int) -> dict:
    return {"op": "reputation", "n": n}


def icons(game: Game, name: str, seat: int = 0) -> int:
    """How many icons of a kind a zoo has."""
    order = "africa americas asia australia europe bear bird herbivore petting_zoo_animal predator primate reptile"
    return me(game, seat).icons[[*order.split(), "sea_animal", "science", "rock", "water"].index(name)]


def names(mask: int, words: list[str]) -> list[str]:
    """The words of the bits that are set."""
    return [word for i, word in enumerate(words) if mask >> i & 1]
