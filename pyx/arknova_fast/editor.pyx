# cython: language_level=3
"""The position editor: states from dicts and lines of text and back, and scripted chance.

The format stands in ``docs/positions.md``; ``arknova_fast.positions`` reads and checks it.
"""
from arknova_fast.blob cimport require_valid
from arknova_fast.core.derived cimport derive_player
from arknova_fast.core.invariants cimport check_state
from arknova_fast.core.rng cimport STREAM_CHANCE, below, seed_stream
from arknova_fast.core.state cimport GameState, StateBox
from arknova_fast.core.tables cimport Ruleset
from arknova_fast.core.types cimport *
from arknova_fast.effects.pending cimport top
from arknova_fast.positions.starts cimport start_decision
from arknova_fast.rules.engine cimport run

from arknova_fast.core.invariants import invariant_names
from arknova_fast.errors import ScriptError, StateDataError
from arknova_fast.positions import dict_from_text, read_position, text_from_dict, write_position
from arknova_fast.positions.chance import (
    set_base_projects, set_deck_top, set_display, set_final_pile, set_script, set_tiles)
from arknova_fast.positions.facts import facts_of
from arknova_fast.positions.player import FIELDS

__all__ = [
    "dict_from_text", "facts_of", "from_text", "set_base_projects", "set_deck_top", "set_display",
    "set_final_pile", "set_script", "set_tiles", "state_from_dict", "state_to_dict", "text_from_dict", "to_text",
]

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
