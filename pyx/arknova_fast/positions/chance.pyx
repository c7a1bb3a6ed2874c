# cython: language_level=3
"""Scripted chance: what is drawn, dealt and laid out next in a running game."""
from libc.string cimport memset
from arknova_fast.core.state cimport StateBox
from arknova_fast.core.tables cimport Ruleset
from arknova_fast.core.types cimport *

from arknova_fast.errors import ScriptError
from arknova_fast.positions import Reader
from arknova_fast.positions.facts import facts_of
from arknova_fast.positions.names import final_key, read_card
from arknova_fast.positions.piles import BLOCKED, load_pile, load_row, load_tiles


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
