# cython: language_level=3
"""The position editor: states from dicts and lines of text and back, and scripted chance.

The format stands in ``docs/positions.md``; the Python half, which reads and checks it, is ``arknova_fast.positions``.
"""
from types import SimpleNamespace

from libc.stdint cimport uint8_t
from libc.string cimport memset
from arknova_fast.blob cimport require_valid
from arknova_fast.core.action cimport make_action
from arknova_fast.core.derived cimport derive_player
from arknova_fast.core.invariants cimport check_state
from arknova_fast.core.rng cimport STREAM_CHANCE, below, seed_stream
from arknova_fast.core.state cimport GameState, Player, StateBox, copy_state
from arknova_fast.core.tables cimport Ruleset, Tables
from arknova_fast.core.types cimport *
from arknova_fast.effects.pending cimport add_item, pop, push, top
from arknova_fast.effects.program cimport enqueue_rows
from arknova_fast.rules.engine cimport legal_actions, run

from arknova_fast.core.invariants import invariant_names
from arknova_fast.errors import ScriptError, StateDataError
from arknova_fast.positions import (
    Reader, dict_from_text, read_position, text_from_dict, write_position)
from arknova_fast.positions.names import final_key, read_card
from arknova_fast.positions.player import ACTIONS, FIELDS
from arknova_fast.positions.piles import BLOCKED, load_pile, load_row, load_tiles
from arknova_fast.positions.stack import BREAK_INCOME, BREAK_START, TURN_END, TURN_NEXT

__all__ = [
    "dict_from_text", "facts_of", "from_text", "set_base_projects", "set_deck_top", "set_display",
    "set_final_pile", "set_script", "set_tiles", "state_from_dict", "state_to_dict", "text_from_dict", "to_text",
]

cdef enum:
    MAX_KEPT_FACTS = 8
    ACTION_LIMIT = 2 * MAX_ACTIONS

cdef dict _facts = {}


# --- the ruleset as the Python half needs it ------------------------------------------------------------------------


def facts_of(Ruleset ruleset not None):
    """What a ruleset says about names, limits, cards and places, as plain Python values."""
    facts = _facts.get(ruleset.content_hash)
    if facts is None:
        while len(_facts) >= MAX_KEPT_FACTS:
            del _facts[next(iter(_facts))]
        facts = SimpleNamespace()
        card_facts(ruleset, facts)
        board_facts(ruleset, facts)
        map_facts(ruleset, facts)
        _facts[ruleset.content_hash] = facts
    return facts


cdef int card_facts(Ruleset ruleset, facts) except -1:
    cdef const Tables* R = ruleset.t
    cdef int card, i
    facts.keys = [ruleset.card_key(card) for card in range(R.n_cards)]
    facts.card_index = {key[1:]: card for card, key in enumerate(facts.keys)}
    facts.card_index.update({key: card for card, key in enumerate(facts.keys)})
    facts.types = [R.card[card].type for card in range(R.n_cards)]
    facts.enabled = [bool(R.card[card].enabled) for card in range(R.n_cards)]
    facts.perm = [R.card[card].perm for card in range(R.n_cards)]
    facts.token_slot = [R.card[card].token_slot for card in range(R.n_cards)]
    facts.token_n = [0] * R.n_cards
    for card in range(R.n_cards):
        for i in range(R.card[card].effect_start, R.card[card].effect_start + R.card[card].n_effects):
            if R.effect[i].op == OP_CARD_TOKENS:
                facts.token_n[card] = R.effect[i].n
    facts.n_finals = R.n_finals
    facts.final_enabled = [bool(R.final_card[i].enabled) for i in range(R.n_finals)]
    facts.base_first = R.base_first
    return 0


cdef int board_facts(Ruleset ruleset, facts) except -1:
    cdef const Tables* R = ruleset.t
    cdef int n, p
    boards = ruleset.data["boards"]
    facts.max_appeal, facts.max_conservation, facts.max_reputation = (
        R.max_appeal, R.max_conservation, R.max_reputation)
    facts.reputation_cap, facts.reputation_start, facts.start_money = (
        R.reputation_cap, R.reputation_start, R.start_money)
    facts.max_x_tokens, facts.n_workers, facts.solo_rounds = R.max_x_tokens, R.n_workers, R.solo_rounds
    facts.thresholds = [R.cons_choice_at, R.cons_tile_at[0], R.cons_tile_at[1]]
    facts.tile_spaces = facts.thresholds[1:]
    facts.cons_discard_at = R.cons_discard_at
    facts.support_without_token = bool(R.switches & SW_SUPPORT_WITHOUT_TOKEN)
    facts.tiles = [tile["id"] for tile in boards["bonus_tiles"]]
    facts.universities = [university["id"] for university in boards["association"]["universities"]]
    facts.kiosk_distance = boards["buildings"]["kiosk_distance"]
    facts.break_start = [R.break_start[n] for n in range(5)]
    facts.start_appeal = [[R.start_appeal[n][p] for p in range(4)] for n in range(5)]
    facts.start_appeal[1][0] = R.solo_appeal[0]
    facts.n_base = [R.n_base[n] for n in range(5)]
    facts.n_above = [R.n_above[n] for n in range(5)]
    facts.n_donations = [R.n_donation[n != 2] for n in range(5)]
    facts.solo_turns = [R.solo_turns[n] for n in range(R.solo_rounds)]
    return 0


cdef int map_facts(Ruleset ruleset, facts) except -1:
    cdef const Tables* R = ruleset.t
    cdef int i, j
    facts.maps = [ruleset.map_code(i) for i in range(R.n_maps)]
    facts.default_map = facts.maps.index("0") if "0" in facts.maps else 0
    facts.water = [R.map[i].water for i in range(R.n_maps)]
    facts.rock = [R.map[i].rock for i in range(R.n_maps)]
    facts.plain = [R.map[i].plain for i in range(R.n_maps)]
    facts.start_buildings = [[R.map[i].start_building[j] for j in range(R.map[i].n_start)] for i in range(R.n_maps)]
    facts.kinds = []
    while len(facts.kinds) < N_KINDS and R.place_start[len(facts.kinds)] < R.n_places:
        facts.kinds.append(ruleset.kind_name(len(facts.kinds)))
    facts.kind_limit = [R.kind_limit[i] for i in range(len(facts.kinds))]
    facts.kind_capacity = [R.kind_capacity[i] for i in range(len(facts.kinds))]
    shapes = ruleset.data["shapes"]
    facts.shapes = [tuple(map(tuple, shapes[kind]["cells"])) for kind in facts.kinds]
    facts.place_kind = [R.place[i].kind for i in range(R.n_places)]
    facts.place_cells = [R.place[i].cells for i in range(R.n_places)]
    facts.place_near = [R.place[i].near for i in range(R.n_places)]
    facts.place_rotation = [R.place[i].rotation for i in range(R.n_places)]
    facts.place_index = {(R.place[i].kind, R.place[i].cells): i for i in range(R.n_places)}
    return 0


# --- dict -> state --------------------------------------------------------------------------------------------------


cdef list shuffled(GameState* S, list items):
    """The items in random order, drawn like the deck of a new game (the last item is its top)."""
    cdef int i, j
    for i in range(len(items) - 1, 0, -1):
        j = <int> below(S.rng, i + 1)
        items[i], items[j] = items[j], items[i]
    return items


cdef int fill_items(view, list rows) except -1:
    for i, row in enumerate(rows):
        for name, value in row.items():
            view[i][name] = value
    return 0


cdef int fill_player(view, dict raw) except -1:
    for field in FIELDS:
        view[field.raw] = raw[field.raw]
    for name in ("kiosk", "pavilion", "enclosure1", "occupied", "multi", "n_multi"):
        view[name] = raw[name]
    return 0


cdef int fill_state(StateBox box, reader, dict raw) except -1:
    """Primary fields from the raw ones; derived fields are worked out afterwards."""
    view = box.view()
    view["n_players"], view["turn_owner"] = reader.players, reader.turn
    for name, value in raw.items():
        if name == "players":
            for p, player in enumerate(value):
                fill_player(view["player"][p], player)
        elif name in ("open", "deferred", "frame"):
            fill_items(view[name], value)
        elif name == "act":
            for key, item in value.items():
                view["act"][key] = item
        elif name == "rng":
            if value is not None:
                view["rng"] = value
        elif name != "map_pool":
            view[name] = value
    box.s.n_open, box.s.n_deferred, box.s.n_frames = len(raw["open"]), len(raw["deferred"]), len(raw["frame"])
    return 0


def state_from_dict(Ruleset ruleset not None, position):
    """The state of a position written as a dict.

    Parameters
    ----------
    ruleset : Ruleset
    position : dict
        See ``docs/positions.md``; what is left out has a default.

    Returns
    -------
    StateBox
        A state that stands at a decision (or at the end of the game).

    Raises
    ------
    StateDataError
        One message with everything that is wrong, each with its path in the dict.
    ScriptError
        If a scripted outcome is impossible on the way to the first decision.

    Examples
    --------
    >>> from arknova_fast import Game
    >>> Game.from_dict({"players": [{"money": 3, "actions": ["build", "animals", "cards", "association", "sponsors"]},
    ...                             {}]}).decision().kind
    'MAIN'
    """
    cdef StateBox box = StateBox.__new__(StateBox)
    cdef GameState* S = &box.s
    cdef int p

    def seed_rng(seed):
        seed_stream(S.rng, seed, 0, STREAM_CHANCE)

    def shuffle(items):
        return shuffled(S, items)

    reader, raw, decision = read_position(facts_of(ruleset), position, seed_rng, shuffle)
    if reader.problems:
        raise StateDataError("; ".join(reader.problems))
    fill_state(box, reader, raw)
    for p in range(S.n_players):
        derive_player(ruleset.t, S, p)
        # Before the maps are laid out no cell of theirs is open.
        if not raw["players"][p]["map_laid_out"]:
            S.player[p].touch = 0
    faults = check_state(ruleset.t, S)
    if faults:
        raise StateDataError(f"the position breaks these invariants: {', '.join(invariant_names(faults))}")
    require_valid(ruleset.t, S, "the position")
    if decision is None and S.n_frames and top(S).kind in (FRAME_BUILD, FRAME_ASSOCIATION):
        # These frames keep what can be built or done; an edited dump may have changed it.
        run(ruleset.t, S)
        check_script(ruleset, S, raw["script_error"])
    if decision is not None:
        start_decision(ruleset, S, decision)
        run(ruleset.t, S)
        check_script(ruleset, S, False)
        require_valid(ruleset.t, S, "the position after its decision started")
    return box


cdef int check_script(Ruleset ruleset, GameState* S, bint before) except -1:
    """Refuses a position whose script failed on the way to the first decision; ``before``: it had failed already."""
    if S.script_error and not before:
        card = ruleset.card_key(S.script[S.script_at]) if S.script_at < S.n_script else "?"
        raise ScriptError(f"the scripted outcome {S.script_at} ({card}) is impossible at its place, on the way to the "
                          "first decision of the position")
    return 0


# --- the short form's way into the middle of a turn -----------------------------------------------------------------


cdef int start_decision(Ruleset ruleset, GameState* S, dict decision) except -1:
    """Changes a state at the main choice as ``decision`` asks; the engine has to run afterwards."""
    if decision["break"] == "pending":
        S.break_pending = 1
        S.break_causer = S.turn_owner
        S.break_left = 0
    elif decision["break"]:
        start_break(S, BREAK_INCOME if decision["break"] == "income" else BREAK_START)
    if decision["action"] is not None:
        card, strength, side = decision["action"]
        start_action(ruleset, S, card, strength, side)
    if decision["effects"]:
        start_effects(ruleset, S, decision["effects"])
    if decision["final"]:
        S.end_cause = END_SOLO if S.n_players == 1 else END_TURN
        S.end_player = S.turn_owner
        clear_frames(S)
        push(S, FRAME_FINAL, S.turn_owner)
    if decision["end_turn"]:
        clear_frames(S)
        push(S, FRAME_TURN, S.turn_owner).step = TURN_END
    return 0


cdef void clear_frames(GameState* S) noexcept:
    while S.n_frames:
        pop(S)


cdef int start_break(GameState* S, int step) except -1:
    """The turn is over up to its break, which begins or (income) is past its clean-up."""
    clear_frames(S)
    S.break_pending = 1
    S.break_causer = S.turn_owner
    S.break_left = 0
    push(S, FRAME_TURN, S.turn_owner).step = TURN_NEXT
    push(S, FRAME_BREAK, S.turn_owner).step = <uint8_t> step
    if step == BREAK_INCOME:
        S.phase = PHASE_BREAK
    return 0


cdef int start_effects(Ruleset ruleset, GameState* S, list effects) except -1:
    """Opens effects of the player to move. Deferred ones come at the end of an action, so the main choice goes."""
    cdef int first, last
    for effect in effects:
        if isinstance(effect, tuple):
            card, trigger = effect
            first, last = 0, ruleset.t.card[card].n_effects
            if ruleset.t.card[card].type == ANIMAL and trigger == ON_PLAY:
                if S.n_players == 1 or S.peaceful:
                    if ruleset.t.card[card].solo_start < last:
                        first = ruleset.t.card[card].solo_start
                else:
                    last = ruleset.t.card[card].solo_start
            enqueue_rows(ruleset.t, S, card, trigger, first, last)
        else:
            add_item(S, effect["op"], effect["n"], effect["arg"], effect["card"], effect["optional"],
                     effect["times"], effect["effect"])
    require_valid(ruleset.t, S, "decision.effect")
    if S.n_deferred:
        pop(S)
    return 0


cdef int start_action(Ruleset ruleset, GameState* S, int card, strength, side) except -1:
    """Puts the player to move right behind the main choice of an action with any strength.

    The engine starts only what can do something, so the same choice has to be legal in a copy in which the card
    lies in the slot of that strength.
    """
    cdef GameState copy
    cdef action_t[ACTION_LIMIT] actions
    cdef Player* P = &S.player[S.turn_owner]
    cdef int i, n, slot, extra
    cdef bint found = False
    if side is not None:
        P.upgraded = <uint8_t> (P.upgraded & ~(1 << card) | (side - 1) << card)
    if strength is None:
        strength = next(i + 1 for i in range(5) if P.order[i] == card)
        if (P.constriction >> card) & 1:
            strength -= ruleset.t.constriction_penalty
    copy_state(&copy, S)
    slot = min(max(strength, 1), 5)
    extra = strength - slot
    put_in_slot(&copy.player[S.turn_owner], card, slot)
    copy.player[S.turn_owner].x_tokens = <uint8_t> max(extra, 0)
    copy.player[S.turn_owner].constriction &= <uint8_t> ~(1 << card)
    copy.player[S.turn_owner].venom = 0
    n = legal_actions(ruleset.t, &copy, actions)
    for i in range(n):
        if actions[i] == make_action(ACT, card, extra):
            found = True
    if not found:
        name = ACTIONS[card]
        raise StateDataError(f"decision.action: {name} with strength {strength} can do nothing in this position")
    memset(&S.act, 0, sizeof(S.act))
    S.act.card, S.act.owner, S.act.side = card, S.turn_owner, (P.upgraded >> card) & 1
    S.act.slot_strength, S.act.strength = slot if extra > 0 else strength, strength
    S.act.multipliers, S.act.upgraded, S.act.active = P.multiplier[card], P.upgraded, 1
    pop(S)
    push(S, FRAME_ACTION, S.turn_owner)
    return 0


cdef void put_in_slot(Player* P, int card, int slot) noexcept:
    cdef int i
    for i in range(5):
        if P.order[i] == card:
            P.order[i] = P.order[slot - 1]
            P.order[slot - 1] = <uint8_t> card
            return


# --- state -> dict --------------------------------------------------------------------------------------------------


cdef dict raw_row(view):
    return {name: view[name].tolist() for name in view.dtype.names}


def state_to_dict(Ruleset ruleset not None, StateBox box not None):
    """A state as a dict without what equals the default; ``state_from_dict`` gives the same state, byte for byte.

    Raises
    ------
    StateDataError
        If the state breaks an invariant.
    """
    cdef GameState start
    require_valid(ruleset.t, &box.s, "the state")
    view = box.view()
    raw = {}
    for name in view.dtype.names:
        if name not in ("player", "open", "deferred", "frame", "act"):
            raw[name] = view[name].tolist()
    for name, n in (("open", box.s.n_open), ("deferred", box.s.n_deferred), ("frame", box.s.n_frames)):
        raw[name] = [raw_row(view[name][i]) for i in range(n)]
    raw["act"] = raw_row(view["act"])
    raw["map_pool"] = raw["map_pool_lo"] | raw["map_pool_hi"] << 8
    raw["players"] = []
    for p in range(box.s.n_players):
        player = raw_row(view["player"][p])
        player["map_laid_out"] = bool(player["touch"] or player["built"])
        raw["players"].append(player)
    seed_stream(start.rng, 0, 0, STREAM_CHANCE)
    return write_position(facts_of(ruleset), raw, [start.rng[i] for i in range(4)])


def to_text(Ruleset ruleset not None, StateBox box not None):
    """A state as one line of text, see ``arknova_fast.positions.text``."""
    return text_from_dict(state_to_dict(ruleset, box))


def from_text(Ruleset ruleset not None, text):
    """The state of a line of text.

    Raises
    ------
    NotationError
        If the line cannot be read.
    StateDataError
        If the position is wrong.
    ScriptError
        If a scripted outcome is impossible on the way to the first decision.
    """
    return state_from_dict(ruleset, dict_from_text(text))


# --- scripted chance ------------------------------------------------------------------------------------------------


def cards_from(ruleset, cards, str what):
    """Card indices of a list of names, each once."""
    reader = Reader(facts_of(ruleset))
    found = [read_card(reader, path, item) for path, item in reader.items(what, cards)]
    seen = set()
    for card in found:
        if card is not None and card in seen:
            reader.fault(what, f"{reader.facts.keys[card]} is named twice")
        seen.add(card)
    if reader.problems:
        raise ScriptError("; ".join(reader.problems))
    return found


def set_script(Ruleset ruleset not None, StateBox box not None, cards):
    """Fixes coming random outcomes: stolen cards, cards scavenged, first cards of a reshuffled deck.

    The cards are used in that order, each when an outcome that can be it is drawn; an outcome that cannot be the
    next card of the script raises ``ScriptError`` in ``Game.apply``. An earlier script is dropped.

    Raises
    ------
    ScriptError
        If a name is unknown or the script is too long.
    """
    reader = Reader(facts_of(ruleset))
    found = [read_card(reader, path, item) for path, item in reader.items("script", cards)]
    if len(found) > MAX_SCRIPT:
        reader.fault("script", f"holds at most {MAX_SCRIPT} cards, not {len(found)}")
    if reader.problems:
        raise ScriptError("; ".join(reader.problems))
    memset(box.s.script, 0, sizeof(box.s.script))
    for i, card in enumerate(found):
        box.s.script[i] = card
    box.s.n_script, box.s.script_at, box.s.script_error = len(found), 0, 0


def set_deck_top(Ruleset ruleset not None, StateBox box not None, cards):
    """Moves cards from anywhere in the deck to its top, the first one uppermost.

    Raises
    ------
    ScriptError
        If a card is not in the deck.
    """
    cdef int i
    found = cards_from(ruleset, cards, "deck")
    deck = [box.s.deck[i] for i in range(box.s.n_deck)]
    missing = [ruleset.card_key(card) for card in found if card not in deck]
    if missing:
        raise ScriptError(f"{', '.join(missing)} cannot be drawn next: not in the deck")
    deck = [card for card in deck if card not in found] + found[::-1]
    for i in range(len(deck)):
        box.s.deck[i] = deck[i]


def set_display(Ruleset ruleset not None, StateBox box not None, cards):
    """Makes these cards (up to six, null for an empty slot) the display; they come from the display or the deck.

    Cards that leave the display go into the deck where the new ones came from.

    Raises
    ------
    ScriptError
        If a card is neither in the display nor in the deck, or the number of cards would change.
    """
    cdef int i
    if len(cards) > DISPLAY_SLOTS:
        raise ScriptError(f"display: {len(cards)} cards, there are {DISPLAY_SLOTS} slots")
    slots = [i for i, item in enumerate(cards) if item is not None]
    found = cards_from(ruleset, [cards[i] for i in slots], "display")
    old = [box.s.display[i] for i in range(DISPLAY_SLOTS) if box.s.display[i] != NO_CARD]
    deck = [box.s.deck[i] for i in range(box.s.n_deck)]
    missing = [ruleset.card_key(card) for card in found if card not in deck and card not in old]
    if missing:
        raise ScriptError(f"display: {', '.join(missing)} is neither in the display nor in the deck")
    if len(found) != len(old):
        raise ScriptError(f"display: {len(found)} cards named, the display holds {len(old)}")
    leaving = [card for card in old if card not in found]
    for i in range(len(deck)):
        if deck[i] in found:
            box.s.deck[i] = leaving.pop(0)
    for i in range(DISPLAY_SLOTS):
        box.s.display[i] = NO_CARD
    for i, card in zip(slots, found):
        box.s.display[i] = card


def set_tiles(Ruleset ruleset not None, StateBox box not None, tiles):
    """Lays out bonus tiles, ``{"5": [id, id], "8": [id, id]}``; a space left out keeps its tiles.

    Raises
    ------
    ScriptError
        If a tile was taken already, is unknown or is named twice.
    """
    reader = Reader(facts_of(ruleset))
    new = load_tiles(reader, tiles)
    for i in range(N_TILES):
        if new[i] is None:
            new[i] = box.s.tile[i]
        elif (box.s.tile[i] == 255) != (new[i] == 255):
            reader.fault(f"tiles.{reader.facts.tile_spaces[i // 2]}", "a tile that was taken cannot come back, "
                         "one that was not cannot go")
    named = [tile for tile in new if tile != 255]
    if len(set(named)) != len(named):
        reader.fault("tiles", "a tile would lie in two places")
    if reader.problems:
        raise ScriptError("; ".join(reader.problems))
    for i in range(N_TILES):
        box.s.tile[i] = new[i]


def set_base_projects(Ruleset ruleset not None, StateBox box not None, cards):
    """Makes these the base projects below the board; only while none was supported or taken.

    Raises
    ------
    ScriptError
        If it is too late, the number is wrong or a card is no base project.
    """
    cdef int i, j
    reader = Reader(facts_of(ruleset))
    reader.players = box.s.n_players
    found = [card for card, _ in load_row(reader, "base_projects", cards, 16, True)]
    if len(found) != box.s.n_base and not reader.problems:
        reader.fault("base_projects", f"{len(found)} named, {box.s.n_base} lie below the board")
    for i in range(box.s.n_base):
        for j in range(3):
            if box.s.base_slot[i][j] not in (0, BLOCKED):
                reader.fault("base_projects", "a project was supported already")
    pool = [box.s.base_card[i] for i in range(box.s.n_base)]
    pool += [ruleset.t.base_first + i for i in range(16) if (box.s.base_pile >> i) & 1]
    for card in found:
        if card not in pool:
            reader.fault("base_projects", f"{reader.facts.keys[card]} is neither below the board nor in the pile")
    if reader.problems:
        raise ScriptError("; ".join(reader.problems))
    for i in range(box.s.n_base):
        box.s.base_card[i] = found[i]
    box.s.base_pile = sum(1 << (card - ruleset.t.base_first) for card in pool if card not in found)


def set_final_pile(Ruleset ruleset not None, StateBox box not None, cards):
    """Moves final scoring cards (``"F001"`` ...) from anywhere in their pile to its top, the first one uppermost.

    Raises
    ------
    ScriptError
        If a card is not in the pile.
    """
    cdef int i
    reader = Reader(facts_of(ruleset))
    found = load_pile(reader, "final_pile", cards)
    pile = [box.s.final_pile[i] for i in range(box.s.n_final)]
    for card in found:
        if card not in pile:
            reader.fault("final_pile", f"{final_key(card)} is not in the pile")
    if reader.problems:
        raise ScriptError("; ".join(reader.problems))
    pile = [card for card in pile if card not in found] + found[::-1]
    for i in range(len(pile)):
        box.s.final_pile[i] = pile[i]
