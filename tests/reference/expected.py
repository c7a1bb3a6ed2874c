"""What may be answered at each kind of decision, by the reference.

``EXPECTED[kind](moment)`` returns ``(must, may)``: answers that have to be listed, and answers that may be listed in
addition because they hang on something the reference does not follow (money below the reserve for venom that the
action brings back, optional forms of the same answer).
"""
from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

from . import animals, association, choices, enclosures, facts, interactive, placement, sponsors
from .adapter import TOKEN_CARDS, Answer, Context
from .geometry import bonus_cells, institute_connected
from .model import Player, Position
from .tracks import cards_in_range

OP_HYPNOSIS, OP_ACTION, OP_DETERMINATION, OP_HYPNOSIS_ACTION = 18, 51, 52, 53
KIOSK_OR_PAVILION, SPECIAL_ENCLOSURE = 252, 253


@dataclass
class Moment:
    """A pending decision: the position, the running action, who is asked about which card."""

    position: Position
    context: Context
    kind: str
    player: Player
    card: int | None
    frame: dict
    in_break: bool = False
    kinds: list[str] = field(default_factory=list)  # building kinds by their number
    actions: list[str] = field(default_factory=list)
    moved: set[int] = field(default_factory=set)  # animals already moved into the building of this decision

    @cached_property
    def reserve(self) -> int:
        """A6: 2 money stay reserved while venom is owed at the end of this turn."""
        player, context = self.player, self.context
        if self.in_break or player.seat != self.position.turn or context.venom_removed or not player.venom:
            return 0
        removes = context.active and not context.hypnosis and context.card in player.venom
        return 0 if removes else choices.VENOM_PAYMENT

    @property
    def money(self) -> int:
        return max(0, self.player.money - self.reserve)

    def upgraded(self, action: str) -> bool:
        """R7.6 and R20.7: what conditions see; the side of the foreign card in a hypnotised action."""
        if self.context.active and self.context.hypnosis and self.context.card == action:
            return self.context.side
        return action in self.player.upgraded


def places(moment: Moment, kind: str) -> set[Answer]:
    """R11.14, R20.27: Build II spaces by the own Build card, in a hypnotised Build action by the foreign one."""
    found = placement.placements(moment.player, kind, moment.upgraded("build"))
    return {Answer("PLACE", kind, cells) for cells in found}


def answers(verb: str, values) -> set[Answer]:
    return {Answer(verb, value) for value in values}


def twice(moment: Moment, choose) -> tuple[set, set]:
    """``choose(money)`` with the reserve kept, and what only the whole money pays for.

    With less than the reserve everything hangs on what it earns (A6).
    """
    must = choose(moment.money) if moment.player.money >= moment.reserve else set()
    return must, choose(moment.player.money) - must if moment.reserve else set()


def main(moment: Moment):
    found = choices.main_choices(moment.position)
    return (
        {Answer("ACT", *pair) for pair in found.must} | answers("X_TOKEN", found.token),
        {Answer("ACT", *pair) for pair in found.may},
    )


def extra(moment: Moment):
    """D2.3, D13.4: the named card, or any with the X-token action (R20.19, R20.20); Hypnosis with slots 1-3."""
    player, op, arg = moment.player, moment.frame["a"], moment.frame["b"]
    must, may = set(), set()
    owner = moment.position.players[arg] if op == OP_HYPNOSIS_ACTION else player
    allowed = {OP_ACTION: {moment.actions[arg]}, OP_HYPNOSIS_ACTION: set(owner.actions[:3])}.get(op, set(facts.ACTIONS))
    for action in sorted(allowed):
        sheds = op != OP_HYPNOSIS_ACTION and action in player.venom  # A7
        reserve = 0 if sheds else moment.reserve
        for x in range(player.x_tokens + 1):
            power = choices.strength(owner, action, x)
            side = action in owner.upgraded
            if power < 1:
                continue
            sure = power * (1 + side) if action == "sponsors" else 0
            money = max(0, player.money - reserve)
            if player.money + sure >= reserve and executable(moment, action, power, side, money):
                must.add(Answer("ACT", action, x))
            else:
                may.add(Answer("ACT", action, x))
        if op != OP_ACTION and player.x_tokens < 5:
            (must if player.money >= reserve else may).add(Answer("X_TOKEN", action))
    if op != OP_DETERMINATION:
        must.add(Answer("PASS"))  # "may"; Determination is mandatory (C10)
    return must, {a for a in may if a.verb == "X_TOKEN" or loosely(moment, owner, a)}


def loosely(moment: Moment, owner: Player, answer: Answer) -> bool:
    """The answer is executable with all the money, or hangs on a bonus of the reputation track."""
    power, side = choices.strength(owner, answer.a, answer.b), answer.a in owner.upgraded
    return (bool(moment.reserve) and executable(moment, answer.a, power, side, moment.player.money)) or (
        answer.a == "animals" and side and power >= 5
    )


def executable(moment: Moment, action: str, power: int, side: bool, money: int) -> bool:
    """R5.7 for an extra action whose card may belong to another player."""
    position, player = moment.position, moment.player
    if action in ("cards", "sponsors"):
        return True
    if action == "build":  # R20.7, R20.27: Build II spaces by the side of the card used, own or foreign
        return bool(placement.build_kinds(player, power, side, money, build_upgraded=side))
    if action == "association":
        return bool(association.tasks(position, player, power, side, money))
    if not animals.number_allowed(power, side):
        return False
    first = choices.reputation_first(player, power, side)
    return any(
        animals.animal_choices(position, player, side, money, reputation)
        for reputation in {None, first}
    )


def repeat(moment: Moment):
    """R19.2, R19.4, R19.8, R19.26: the same card, its base strength, X-tokens chosen anew."""
    player, action = moment.player, moment.context.card
    must, may = {Answer("PASS")}, set()
    if moment.context.x_token:
        return must | (answers("X_TOKEN", [action]) if player.x_tokens < 5 else set()), may
    for x in range(player.x_tokens + 1):
        power = choices.strength(player, action, x)
        if power >= 1 and executable(moment, action, power, moment.context.side, moment.money):
            must.add(Answer("ACT", action, x))
        else:
            may.add(Answer("ACT", action, x))
    return must, {a for a in may if choices.strength(player, action, a.b) >= 1 and loosely(moment, player, a)}


def build(moment: Moment):
    context, player, upgraded = moment.context, moment.player, moment.upgraded("build")

    def choose(money):
        found = set()
        if context.side or not context.count:  # R11.1, R11.3
            used = context.kinds if context.side else ()
            found |= answers("BUILD_KIND", placement.build_kinds(
                player, context.left, context.side, money, used, upgraded))
        if 217 in player.zoo and context.count and not context.extra_used:
            found |= answers("BUILD_AGAIN", placement.engineer_kinds(player, money, context.kinds, upgraded))
        return found

    must, may = twice(moment, choose)
    return must | ({Answer("PASS")} if context.count else set()), may


def build_place(moment: Moment):
    return places(moment, moment.kinds[moment.frame["a"]]), set()


def free_building(moment: Moment):
    """D8.5: optional; the kinds that the effect names."""
    code = moment.frame["a"]
    kinds = {
        KIOSK_OR_PAVILION: ("kiosk", "pavilion"), SPECIAL_ENCLOSURE: ("reptile_house", "large_bird_aviary"),
    }.get(code) or (moment.kinds[code],)
    return {a for kind in kinds for a in places(moment, kind)} | {Answer("PASS")}, set()


def sponsor_action(moment: Moment):
    context, player = moment.context, moment.player
    room = sponsors.room_at_start(context.strength, context.side) if not context.count else context.left

    def choose(money):
        return answers("PLAY_SPONSOR", sponsors.sponsor_choices(
            moment.position, player, room, context.side, money, moment.upgraded("sponsors")))

    must, may = twice(moment, choose)
    must |= {Answer("PASS")} if context.count else {Answer("ADVANCE_BREAK")}  # R17.6, R17.8
    return must, may


def sponsor_place(moment: Moment):
    kind = facts.SPONSORS[moment.card]["building"]["key"]
    return places(moment, kind), set()


def sponsor_for_money(moment: Moment):
    def choose(money):
        return answers("PLAY_SPONSOR", sponsors.for_money(moment.player, money, moment.upgraded("sponsors")))

    must, may = twice(moment, choose)
    return must | {Answer("PASS")}, may


def animal_action(moment: Moment):
    context, player, step = moment.context, moment.player, moment.frame["step"]

    def choose(money, reputation=None):
        return answers("PLAY_ANIMAL", animals.animal_choices(
            moment.position, player, context.side, money, reputation, moment.upgraded("animals")))

    if step == 0:  # R12.3, R12.4: declining needs an animal that can be played without it (R5.6)
        return {Answer("GAIN")} | ({Answer("PASS")} if choose(moment.money) else set()), {Answer("PASS")}
    if step == 3:  # 228: a small animal of the display, whatever the range
        display = {slot for slot, card in enumerate(moment.position.display, 1)
                   if card and facts.is_animal(card) and facts.is_small(card)}
        return answers("DISPLAY", display), set()
    if step == 2:  # 228: one more small animal from hand
        small = [card for card in player.hand if facts.is_animal(card) and facts.is_small(card)]
        condition = moment.upgraded("animals")
        must, may = twice(moment, lambda money: answers(
            "PLAY_ANIMAL", [c for c in small if animals.playable(player, c, condition, money)]))
        return must | {Answer("PASS")}, may
    must, may = twice(moment, choose)
    return must | ({Answer("PASS")} if context.count else set()), may


def house(moment: Moment):
    found = set()
    for housing in enclosures.housings(moment.player, moment.card):
        if housing == "flock":
            found.add(Answer("SHARE"))
        elif isinstance(housing, str):
            found.add(Answer("HOUSE_SPECIAL"))
        else:
            found.add(Answer("HOUSE", min(housing)))
    return found, set()


def empty(moment: Moment):
    return answers("EMPTY", [min(b.cells) for b in enclosures.emptied(moment.player, moment.card)]), set()


def move_in(moment: Moment):
    movable = enclosures.movable(moment.player, moment.kinds[moment.frame["a"]])
    return answers("MOVE_IN", movable - moment.moved) | {Answer("PASS")}, set()


def take(moment: Moment):
    slots = cards_in_range(moment.position, moment.player).values()
    return answers("DISPLAY", slots) | {Answer("DECK")}, {Answer("PASS")}


def any_display(moment: Moment):
    return answers("DISPLAY", [slot for slot, card in enumerate(moment.position.display, 1) if card]), set()


def cards_action(moment: Moment):
    """D3.1; D3.3 on side II."""
    modes = {Answer("DRAW_MODE"), Answer("SNAP_MODE")}
    if moment.frame["step"] == 1:
        snap = moment.context.strength >= (3 if moment.context.side else 5) and any(moment.position.display)
        return modes if snap else {Answer("DRAW_MODE")}, set()
    return take(moment)[0], set()


def discard(moment: Moment):
    return set(), answers("DISCARD", moment.player.hand)  # subset choices are asked in a fixed order (decisions, 21)


def upgrade(moment: Moment):
    return answers("UPGRADE", set(facts.ACTIONS) - moment.player.upgraded), set()


def cons_choice(moment: Moment):
    worker = {Answer("TAKE_WORKER")}
    must = upgrade(moment)[0] | (worker if moment.player.workers_left else set())
    return must, worker


def partner_zoo(moment: Moment):
    found = association.takeable_partner_zoos(moment.position, moment.player, moment.upgraded("association"))
    return answers("PARTNER", found), set()


def university(moment: Moment):
    return answers("UNIVERSITY", association.takeable_universities(moment.position, moment.player)), set()


def association_action(moment: Moment):
    context, player, position = moment.context, moment.player, moment.position
    room = context.left if context.count else context.strength

    def choose(money):
        found = set()
        if context.side or not context.count:  # R14.3, R14.4
            found |= answers("DO_TASK", association.tasks(
                position, player, room, context.side, money, context.tasks, moment.upgraded("association")))
        if context.side and context.count and not context.donated and association.donation_cost(position) <= money:
            found.add(Answer("DONATE"))  # R15.22
        return found

    must, may = twice(moment, choose)
    return must | ({Answer("PASS")} if context.count else set()), may


def project(moment: Moment):
    """Every (project, slot), each with the tokens of 215 and 218 it needs; more tokens than needed may be offered."""
    position, player = moment.position, moment.player

    def choose(money):
        pairs = association.project_choices(position, player, moment.context.side, money)
        used = moment.context.projects
        return {(c, s) for c, s in pairs if not (c in used and 224 in player.zoo)}  # 224: once for each action

    below = {p.card for p in position.base_projects}
    tokens = [card for card in TOKEN_CARDS[:2] if card in player.zoo and player.card_tokens[card]]
    subsets = [frozenset(c for i, c in enumerate(tokens) if mask >> i & 1) for mask in range(1 << len(tokens))]

    def spread(pairs):
        must, may = set(), set()
        for card, slot in pairs:
            fitting = [s for s in subsets if (card in below or not s)
                       and association.slot_condition(player, card, slot, len(s))]
            fewest = min(len(s) for s in fitting)
            for s in fitting:
                (must if len(s) == fewest else may).add(Answer("SUPPORT", (card, slot), s))
        return must, may

    must, may = spread(choose(moment.money))
    if moment.reserve:
        loose = spread(choose(player.money))
        may |= loose[0] | loose[1]
    return must, may - must


def left_token(moment: Moment):
    return answers("LEFT_TOKEN", moment.player.left_tokens), set()


def release(moment: Moment):
    return answers("RELEASE", association.releasable(moment.player, moment.card, moment.frame["a"])), set()


def victim(moment: Moment):
    track = "conservation" if moment.frame["b"] != OP_HYPNOSIS and moment.frame["step"] else "appeal"
    return answers("TARGET", interactive.leaders(moment.position, moment.player, track)), set()


def pilfer(moment: Moment):
    verbs = {"card": "GIVE_CARD", "money": "PAY"}
    return {Answer(verbs[r]) for r in interactive.pilfering_responses(moment.player)}, set()


def clever(moment: Moment):
    """D13.2; moving the card that lies in slot 1 changes nothing."""
    order = moment.player.actions
    must = {Answer("TO_SLOT", 1, action) for action in order[1:]} | {Answer("PASS")}
    return must, {Answer("TO_SLOT", 1, order[0])}


def boost(moment: Moment):
    action = moment.actions[moment.frame["a"]]
    both = {Answer("TO_SLOT", slot, action) for slot in (1, 5)}
    idle = {Answer("TO_SLOT", moment.player.slot(action), action)}
    return both - idle | {Answer("PASS")}, both & idle


def dig(moment: Moment):
    must = any_display(moment)[0] | answers("DISCARD", moment.player.hand) | {Answer("PASS")}
    return must, set()


def hand_subset(verb):
    def choose(moment: Moment):
        return {Answer("PASS")}, answers(verb, moment.player.hand)
    return choose


def archaeologist(moment: Moment):
    player = moment.player
    return answers("BONUS_CELL", set(bonus_cells(player.map)) - player.covered), set()


EXPECTED = {
    "MAIN": main, "EXTRA": extra, "REPEAT": repeat, "BUILD": build, "BUILD_PLACE": build_place,
    "FREE_BUILDING": free_building, "SPONSORS": sponsor_action, "SPONSOR_PLACE": sponsor_place,
    "SPONSOR_FOR_MONEY": sponsor_for_money, "ANIMALS": animal_action, "HOUSE": house, "EMPTY": empty,
    "MOVE_IN": move_in, "TAKE": take, "SNAP": any_display, "CARDS": cards_action, "DISCARD": discard,
    "UPGRADE": upgrade, "CONS_CHOICE": cons_choice, "PARTNER_ZOO": partner_zoo, "UNIVERSITY": university,
    "ASSOCIATION": association_action, "PROJECT": project, "LEFT_TOKEN": left_token, "RELEASE": release,
    "VICTIM": victim, "PILFER": pilfer, "CLEVER": clever, "BOOST": boost, "DIG": dig, "SELL": hand_subset("SELL"),
    "POUCH": hand_subset("TUCK"), "ARCHAEOLOGIST": archaeologist,
    "FINAL_DISCARD": lambda m: (answers("DISCARD_FINAL", m.player.finals), set()),
    "MULTIPLIER": lambda m: (answers("TOKEN_ON", facts.ACTIONS), set()),
    "END_OF_TURN": lambda m: ({Answer("PASS")}, set()),
}


def harbor(moment: Moment) -> set[Answer]:
    """R29.6, R29.7, D2.6: one hand card for 3 money, once in each own turn, once the harbor is connected."""
    player = moment.player
    if (
        facts.MAPS[player.map]["ability_id"] != "harbor" or player.harbor_sold or moment.in_break
        or player.seat != moment.position.turn or not institute_connected(player)
    ):
        return set()
    return answers("HARBOR_SALE", [card for card in player.hand if not strands(moment, card)])


def strands(moment: Moment, card: int) -> bool:
    """The sale would leave a decision that cannot be declined without any answer (decisions.md 0, legality filter)."""
    if moment.kind not in ("ANIMALS", "PROJECT"):
        return False  # elsewhere an answer without hand cards is left
    player = moment.player
    hand = [other for other in player.hand if other != card]
    position = replace(moment.position, players=[*moment.position.players])
    position.players[player.seat] = replace(player, hand=hand, money=player.money + 3, harbor_sold=True)
    after = replace(moment, position=position, player=position.players[player.seat])
    if moment.kind == "ANIMALS" and moment.frame["step"] == 0:  # an animal has to follow, with or without the gain
        return not executable(after, "animals", moment.context.strength, moment.context.side, after.money)
    found = expect(after)
    return not found[0] | found[1]


def expect(moment: Moment) -> tuple[set, set] | None:
    """(must, may) without harbor sales; None for kinds that depend on hidden cards or on the order of effects."""
    choose = EXPECTED.get(moment.kind)
    return None if choose is None else choose(moment)

