"""From a game of the project to the dataclasses of ``model``; nothing else here depends on the project's formats.

``Context`` has what the running action has used up so far, ``Answer`` a legal action taken apart.
"""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache

from . import facts
from .model import NEUTRAL, Building, Cell, Player, Position, Project

CONTINENTS = ("africa", "americas", "asia", "australia", "europe")
SPECIAL = ("petting_zoo", "reptile_house", "large_bird_aviary")
TASKS = ("reputation", "partner_zoo", "university", "project")
TOKEN_CARDS = (215, 218, 253)
SIZE_CLASSES = (None, "small_animal", "large_animal")
NO_CARD = 255


@dataclass
class Context:
    """The running action: whose card, its side, what is left; see ``Position`` for the rest."""

    active: bool = False
    card: str = ""
    side: bool = False
    strength: int = 0
    left: int = 0
    count: int = 0
    only_small: bool = False
    extra_used: bool = False
    donated: bool = False
    tasks: set[str] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)
    projects: set[int] = field(default_factory=set)
    hypnosis: bool = False
    x_token: bool = False
    venom_removed: bool = False


@dataclass(frozen=True)
class Answer:
    verb: str
    a: object = None
    b: object = None


def bits(mask: int) -> list[int]:
    return [i for i in range(int(mask).bit_length()) if int(mask) >> i & 1]


def card_set(words) -> list[int]:
    return [64 * w + i for w, word in enumerate(words) for i in bits(word)]


class Adapter:
    def __init__(self, ruleset):
        from arknova_fast.core.types import ActionCard, FrameKind, Kind, Verb

        self.ruleset = ruleset
        self.cards = {}
        for index in range(NO_CARD):
            try:
                self.cards[index] = int(ruleset.card_key(index).lstrip("ASP"))
            except (IndexError, ValueError):
                break
        self.actions = [None] * 5
        for action in ActionCard:
            self.actions[int(action)] = action.name.lower()
        self.verbs = {int(verb): verb.name for verb in Verb if verb.name != "N_VERBS"}
        self.frames = {int(kind): kind.name for kind in FrameKind}
        self.unique = int(Kind.UNIQUE_0)
        self.universities = [u["id"] for u in facts.BOARDS["association_board"]["universities"]]
        self.first_base = next(index for index, card in self.cards.items() if card == 101)
        self.placement = cache(self._placement)

    # --- the position -----------------------------------------------------------------------------------------------

    def _placement(self, pid: int) -> tuple[str, frozenset[Cell]]:
        kind, cells, _ = self.ruleset.placement(pid)
        return self.kind(kind), frozenset(tuple(cell) for cell in cells)

    def kind(self, kind: int) -> str:
        return self.ruleset.kind_name(kind)

    def cells(self, mask) -> list[Cell]:
        return [tuple(self.ruleset.cell_xy(i)) for i in bits(mask)]

    def card(self, index: int) -> int | None:
        return None if index == NO_CARD else self.cards[int(index)]

    def action_cards(self, mask) -> set[str]:
        return {self.actions[i] for i in bits(mask)}

    def buildings(self, raw) -> list[Building]:
        occupied = set(self.cells(raw["occupied"]))
        found = [
            Building(kind, frozenset([cell]), kind == "enclosure_1" and cell in occupied)
            for kind, name in (("kiosk", "kiosk"), ("pavilion", "pavilion"), ("enclosure_1", "enclosure1"))
            for cell in self.cells(raw[name])
        ]
        for pid in raw["multi"][: raw["n_multi"]]:
            kind, cells = self.placement(int(pid))
            found.append(Building(kind, cells, cells <= occupied))
        return found

    def player(self, seat: int, raw) -> Player:
        return Player(
            seat=seat,
            map=self.ruleset.map_code(int(raw["map"])),
            money=int(raw["money"]), appeal=int(raw["appeal"]), conservation=int(raw["conservation"]),
            reputation=int(raw["reputation"]), x_tokens=int(raw["x_tokens"]),
            hand=[self.card(c) for c in card_set(raw["hand"])],
            zoo=[self.card(c) for c in card_set(raw["zoo"])],
            actions=[self.actions[int(c)] for c in raw["order"]],
            upgraded=self.action_cards(raw["upgraded"]), venom=self.action_cards(raw["venom"]),
            constriction=self.action_cards(raw["constriction"]),
            multiplier=Counter({self.actions[i]: int(n) for i, n in enumerate(raw["multiplier"])}),
            buildings=self.buildings(raw),
            special_used=Counter({kind: int(n) for kind, n in zip(SPECIAL, raw["special_used"], strict=True)}),
            workers=int(raw["workers"]), workers_left=int(raw["workers_idle"]),
            workers_on=Counter({task: int(n) for task, n in zip(TASKS, raw["workers_on"], strict=True)}),
            partner_zoos=[CONTINENTS[i] for i in bits(raw["partner_zoos"])],
            universities=[self.universities[i] for i in bits(raw["universities"])],
            left_tokens=set(bits(raw["left_tokens"])),
            finals=[i + 1 for i in bits(raw["finals"])],
            card_tokens=Counter({card: int(n) for card, n in zip(TOKEN_CARDS, raw["card_tokens"], strict=False)}),
            size_class=SIZE_CLASSES[int(raw["waza_class"])],
            harbor_sold=bool(raw["harbor_used"]),
        )

    def projects(self, cards, slots, n) -> list[Project]:
        owners = {0: None, NO_CARD: NEUTRAL}
        return [
            Project(self.card(cards[i]), [owners.get(int(s), int(s) - 1) for s in slots[i]]) for i in range(int(n))
        ]

    def position(self, game) -> Position:
        raw = game.view()
        n = int(raw["n_players"])
        start = facts.BOARDS["setup"]["by_players"][str(n)]["break_token_start"]
        return Position(
            players=[self.player(seat, raw["player"][seat]) for seat in range(n)],
            turn=int(raw["turn_owner"]),
            solo=n == 1,
            display=[self.card(c) for c in raw["display"]],
            base_projects=self.projects(raw["base_card"], raw["base_slot"], raw["n_base"]),
            projects=self.projects(raw["above_card"], raw["above_slot"], raw["n_above"]),
            partner_zoos={CONTINENTS[i] for i in bits(raw["partner_board"])},
            universities={self.universities[i] for i in bits(raw["university_board"])},
            donations=int(raw["donations"]),
            break_pos=0 if start is None else start - int(raw["break_left"]),
        )

    def context(self, game) -> Context:
        raw = game.view()
        act = raw["act"]
        return Context(
            active=bool(act["active"]), card=self.actions[int(act["card"])] if act["active"] else "",
            side=bool(act["side"]), strength=int(act["strength"]), left=int(act["left"]), count=int(act["count"]),
            only_small=bool(act["only_small"]), extra_used=bool(act["extra_used"]), donated=bool(act["donated"]),
            tasks={TASKS[i] for i in bits(act["tasks"])}, kinds={self.kind(i) for i in bits(act["kinds"])},
            projects={self.card(c) for c in act["projects"][: act["n_projects"]]},
            hypnosis=bool(act["hypnosis"]), x_token=bool(act["is_x_token"]), venom_removed=bool(raw["venom_removed"]),
        )

    def kernel_counters(self, game, seat: int) -> dict:
        """What the kernel keeps, under the names of ``derived.derived``."""
        from arknova_fast.core.types import Icon

        raw = game.view()["player"][seat]
        named = {int(icon): icon.name.lower().replace("petting_zoo_animal", "petting_zoo") for icon in Icon}
        return {
            "icons": {named[i]: int(n) for i, n in enumerate(raw["icons"]) if i in named and named[i] != "sea_animal"},
            "small": int(raw["n_small"]), "large": int(raw["n_large"]), "sponsors": int(raw["n_sponsors"]),
            "covered": set(self.cells(raw["built"])), "supports": int(raw["supported"]),
            "fit": [int(n) for n in raw["fit"]],
            "score": int(game.scores()[seat]),
            "discounts": (int(raw["discount_small"]), int(raw["discount_large"])),
        }

    # --- actions ----------------------------------------------------------------------------------------------------

    def answer(self, code: int) -> Answer:
        verb, a, b = self.verbs[code >> 26], code >> 10 & 0xFFFF, code & 0x3FF
        if verb == "ACT":
            return Answer(verb, self.actions[a], b)
        if verb in ("X_TOKEN", "UPGRADE", "TOKEN_ON"):
            return Answer(verb, self.actions[a])
        if verb in ("BUILD_KIND", "BUILD_AGAIN"):
            return Answer(verb, self.kind(a))
        if verb == "PLACE":
            return Answer(verb, *self.placement(a))
        if verb in ("PLAY_ANIMAL", "RELEASE", "PLAY_SPONSOR", "TAKE_CARD", "DISCARD", "SELL", "TUCK", "MOVE_IN",
                    "HARBOR_SALE"):
            return Answer(verb, self.card(a))
        if verb == "SUPPORT":
            return Answer(verb, (self.card(a), b & 3), frozenset(TOKEN_CARDS[i] for i in bits(b >> 2)))
        if verb in ("HOUSE", "EMPTY", "BONUS_CELL"):
            return Answer(verb, tuple(self.ruleset.cell_xy(a)))
        if verb == "DO_TASK":
            return Answer(verb, TASKS[a])
        if verb == "PARTNER":
            return Answer(verb, CONTINENTS[a])
        if verb == "UNIVERSITY":
            return Answer(verb, self.universities[a])
        if verb == "TO_SLOT":
            return Answer(verb, a, self.actions[b])
        if verb in ("DISCARD_FINAL", "KEEP_FINAL"):
            return Answer(verb, a + 1)
        if verb in ("DISPLAY", "LEFT_TOKEN", "TAKE_TILE", "TARGET", "CHOOSE_CLASS", "RESOLVE"):
            return Answer(verb, a)
        return Answer(verb)

    def answers(self, game) -> list[Answer]:
        return [self.answer(int(code)) for code in game.legal_actions()]

    def moment(self, game):
        """The pending decision for ``expected``."""
        from .expected import Moment

        decision, position, raw = game.decision(), self.position(game), game.view()
        return Moment(
            position=position, context=self.context(game), kind=decision.kind,
            player=position.players[decision.player],
            card=int(decision.card.lstrip("ASP")) if decision.card else None,
            frame=self.top_frame(game), in_break=int(raw["phase"]) != 1, moved=self.moved(game, decision.kind),
            kinds=[self.kind(i) for i in range(25)], actions=self.actions,
        )

    def moved(self, game, kind: str) -> set[int]:
        """Animals that a MOVE_IN decision has dealt with: a bit set over the animals of that building in card order."""
        if kind != "MOVE_IN":
            return set()
        frame = self.top_frame(game)
        able = [
            card for card, animal in facts.ANIMALS.items()
            if (animal["special"] or {}).get("kind") == self.kind(frame["a"])
        ]
        return {able[i] for i in bits(frame["step"] | frame["b"] << 8 | frame["d"] << 16)}

    def top_frame(self, game) -> dict:
        raw = game.view()
        frame = raw["frame"][int(raw["n_frames"]) - 1]
        return {name: int(frame[name]) for name in frame.dtype.names}
