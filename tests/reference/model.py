"""What a position is, for the reference: plain dataclasses with the words of the game."""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from . import facts

Cell = tuple[int, int]
NEUTRAL = -1  # owner of a blocking token (R2.9)


@dataclass(frozen=True)
class Building:
    kind: str
    cells: frozenset[Cell]
    occupied: bool = False

    @property
    def standard(self) -> bool:
        return self.kind.startswith("enclosure_")

    @property
    def special(self) -> bool:
        return self.kind in ("petting_zoo", "reptile_house", "large_bird_aviary")

    @property
    def unique(self) -> bool:
        return facts.SHAPES[self.kind]["category"] == "unique"


@dataclass
class Player:
    seat: int
    map: str = "0"
    money: int = 25
    appeal: int = 0
    conservation: int = 0
    reputation: int = 1
    x_tokens: int = 0
    hand: list[int] = field(default_factory=list)
    zoo: list[int] = field(default_factory=list)
    actions: list[str] = field(default_factory=lambda: list(facts.ACTIONS))  # by slot, slot 1 first
    upgraded: set[str] = field(default_factory=set)
    venom: set[str] = field(default_factory=set)
    constriction: set[str] = field(default_factory=set)
    multiplier: Counter = field(default_factory=Counter)
    buildings: list[Building] = field(default_factory=list)
    special_used: Counter = field(default_factory=Counter)  # kind -> spaces used
    workers: int = 1  # active on the notepad
    workers_on: Counter = field(default_factory=Counter)  # task -> own workers there
    workers_left: int = 3  # still in the worker column
    partner_zoos: list[str] = field(default_factory=list)
    universities: list[str] = field(default_factory=list)
    left_tokens: set[int] = field(default_factory=lambda: set(range(7)))  # slots of the left edge with a token
    finals: list[int] = field(default_factory=list)
    card_tokens: Counter = field(default_factory=Counter)  # sponsor -> tokens lying on it
    size_class: str | None = None  # of sponsor 227: "small_animal" or "large_animal"
    harbor_sold: bool = False

    def slot(self, action: str) -> int:
        return self.actions.index(action) + 1

    @property
    def covered(self) -> set[Cell]:
        return {cell for building in self.buildings for cell in building.cells}

    def count(self, kind: str) -> int:
        return sum(building.kind == kind for building in self.buildings)

    @property
    def supports(self) -> int:
        """R26.9: supported projects are counted by the empty spaces of the left edge."""
        return 7 - len(self.left_tokens)


@dataclass
class Project:
    card: int
    slots: list[int | None] = field(default_factory=lambda: [None, None, None])  # owner of the token in each slot


@dataclass
class Position:
    players: list[Player]
    turn: int = 0
    solo: bool = False
    display: list[int | None] = field(default_factory=lambda: [None] * 6)
    base_projects: list[Project] = field(default_factory=list)
    projects: list[Project] = field(default_factory=list)
    partner_zoos: set[str] = field(default_factory=lambda: set(facts.CONTINENTS))  # on the association board
    universities: set[str] = field(default_factory=set)
    donations: int = 0  # donation spaces paid so far
    bonus_tiles: dict[int, list[str]] = field(default_factory=dict)  # 5 and 8 -> tiles still there
    break_pos: int = 0  # steps advanced from the start space

    @property
    def n(self) -> int:
        return len(self.players)

    @property
    def active(self) -> Player:
        return self.players[self.turn]
