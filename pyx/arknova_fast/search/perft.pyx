# cython: language_level=3
"""Perft: how many sequences of decisions lead on from a position, to find bugs that no single rule test looks for.

A decision is atomic (action card and X-tokens; target; place; ...), forced ones with a single legal action are
counted too. Chance is fixed by the generator of the state: after the same actions every state is the same. The
last decision of a sequence is counted from its list, not carried out.
"""
import difflib

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int16_t, uint32_t, uint64_t
from libc.string cimport memset
from arknova_fast.core.types cimport ACTION_BUFFER, N_FRAMES, NO_KIND, PHASE_OVER, UNIQUE_0, action_t
from arknova_fast.core.action cimport action_a
from arknova_fast.core.state cimport GameState, StateBox, copy_state
from arknova_fast.core.tables cimport Ruleset, Tables
from arknova_fast.rules.engine cimport apply_action, legal_actions
from arknova_fast.rules.placement cimport list_placements, list_unique, place_building
from arknova_fast.search.faults cimport decision_kind

from arknova_fast.cards.compile import kind_names
from arknova_fast.core.types import FrameKind
from arknova_fast.errors import ScriptError, UsageError

DEEPEST = MAX_DEPTH

cdef enum:
    MAX_DEPTH = 32           # 6 KiB of stack a level
    HEARTBEAT = 0x3FFF       # lists between two looks at Ctrl-C, some milliseconds

cdef struct Walk:
    const Tables* R
    uint64_t nodes[32]       # nodes[d]: sequences of d + 1 decisions
    uint64_t kind[64]        # decisions asked before the last level, by FrameKind
    int most                 # decisions in the longest sequences
    uint32_t lists           # lists made
    # placement perft: a building kind, or -1 - card for the unique building of a sponsor
    int16_t building[32]
    int player


cdef int look_up(Walk* W) except -1 nogil:
    """Let Ctrl-C through now and then."""
    W.lists += 1
    if W.lists & HEARTBEAT == 0:
        with gil:
            PyErr_CheckSignals()
    return 0


cdef int walk(Walk* W, GameState* S, int depth) except -1 nogil:
    cdef action_t actions[ACTION_BUFFER]
    cdef GameState after
    cdef int i, n
    if S.phase == PHASE_OVER:
        return 0
    n = legal_actions(W.R, S, actions)
    W.kind[decision_kind(S)] += 1
    W.nodes[depth] += n
    look_up(W)
    if depth + 1 == W.most:
        return 0
    for i in range(n):
        copy_state(&after, S)
        apply_action(W.R, &after, actions[i])
        if after.script_error:
            with gil:
                raise ScriptError(f"decision {depth + 1} of a sequence meets a scripted outcome that is impossible "
                                  "there; count with a script that fits every sequence, or without one")
        walk(W, &after, depth + 1)
    return 0


cdef int list_buildings(Walk* W, const GameState* S, int building, action_t* actions) noexcept nogil:
    cdef int kind
    if building >= 0:
        return list_placements(W.R, S, W.player, building, actions, 0)
    kind = W.R.card[-1 - building].unique
    if (S.player[W.player].kinds >> kind) & 1:
        return 0
    return list_unique(W.R, S, W.player, -1 - building, actions, 0)


cdef int walk_places(Walk* W, const GameState* S, int depth) except -1 nogil:
    cdef action_t actions[ACTION_BUFFER]
    cdef GameState after
    cdef int i, n = list_buildings(W, S, W.building[depth], actions)
    W.nodes[depth] += n
    look_up(W)
    if depth + 1 == W.most:
        return 0
    for i in range(n):
        copy_state(&after, S)
        place_building(W.R, &after, W.player, action_a(actions[i]))
        # What the building gives is dropped, or a long sequence would fill the set of open effects.
        after.n_open = 0
        memset(after.open, 0, sizeof(after.open))
        walk_places(W, &after, depth + 1)
    return 0


cdef int checked_depth(depth) except -1:
    if type(depth) is not int or not 1 <= depth <= MAX_DEPTH:
        raise UsageError(f"the depth must be a whole number from 1 to {MAX_DEPTH}, not {depth!r}")
    return depth


cdef int start(Walk* W, ruleset, int most) except -1:
    memset(W, 0, sizeof(Walk))
    W.R = (<Ruleset?> ruleset).t
    W.most = most
    return 0


cdef list counts(const Walk* W):
    return [W.nodes[i] for i in range(W.most)]


def perft(game, depth):
    """Count the sequences of decisions from a position.

    Parameters
    ----------
    game : Game
        It is not changed.
    depth : int
        Most decisions in a sequence, 1 to 32.

    Returns
    -------
    list of int
        Number of sequences of 1, 2 ... ``depth`` decisions. A finished game has no continuation.

    Raises
    ------
    UsageError
        If the depth is out of range.
    ScriptError
        If some sequence meets a scripted outcome that is impossible.

    Examples
    --------
    >>> from arknova_fast import Game
    >>> perft(Game.new(seed=1), 2)
    [70, 4900]
    """
    cdef Walk W
    cdef StateBox box = game.to_box()
    start(&W, game.ruleset, checked_depth(depth))
    with nogil:
        walk(&W, &box.s, 0)
    return counts(&W)


def perft_split(game, depth):
    """The last number of ``perft`` by first action: where two engines, or two versions, part.

    Returns
    -------
    dict
        Action code to number of sequences of exactly ``depth`` decisions that start with it.

    Examples
    --------
    >>> from arknova_fast import Game
    >>> sum(perft_split(Game.new(seed=1), 2).values())
    4900
    """
    cdef Walk W
    cdef StateBox box
    cdef int most = checked_depth(depth)
    found = {}
    for action in game.legal_actions():
        if most == 1:
            found[action] = 1
            continue
        branch = game.clone()
        branch.apply(action)
        box = branch.to_box()
        start(&W, game.ruleset, most - 1)
        with nogil:
            walk(&W, &box.s, 0)
        found[action] = W.nodes[most - 2]
    return found


def perft_kinds(game, depth):
    """How often each kind of decision is asked in the sequences that ``perft`` counts.

    Returns
    -------
    dict
        Name of the kind to number of decisions, for kinds that occur.

    Examples
    --------
    >>> from arknova_fast import Game
    >>> perft_kinds(Game.new(seed=1), 2)
    {'START_HAND': 71}
    """
    cdef Walk W
    cdef StateBox box = game.to_box()
    cdef int kind
    start(&W, game.ruleset, checked_depth(depth))
    with nogil:
        walk(&W, &box.s, 0)
    return {FrameKind(kind).name.removeprefix("FRAME_"): W.kind[kind] for kind in range(<int> N_FRAMES) if W.kind[kind]}


cdef int building_code(Ruleset ruleset, name) except -32768:
    """A kind of building, or -1 - card for a unique one, whose demands are printed on its sponsor."""
    cdef int kind, card
    names = kind_names(ruleset.data)
    if name not in names:
        near = difflib.get_close_matches(str(name), names, 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise UsageError(f"unknown building {name!r}, known are {', '.join(names)}{hint}")
    kind = names.index(name)
    if kind < UNIQUE_0:
        return kind
    for card in range(ruleset.t.n_cards):
        if ruleset.t.card[card].unique == kind and ruleset.t.card[card].unique != NO_KIND:
            return -1 - card
    raise UsageError(f"no sponsor of this ruleset has the building {name!r}")


cdef int own_player(const GameState* S, player) except -1:
    if type(player) is not int or not 0 <= player < S.n_players:
        raise UsageError(f"the player must be 0 to {S.n_players - 1}, not {player!r}")
    return player


def places(game, building, player=0):
    """The placements that ``perft_places`` counts for one building.

    Parameters
    ----------
    game : Game
    building : str
        A kind of building.
    player : int

    Returns
    -------
    list of int
        Placement ids, ascending; ``Ruleset.placement`` gives their cells.

    Examples
    --------
    >>> from arknova_fast import Game
    >>> len(places(Game.from_dict({"players": 1}), "kiosk"))
    14
    """
    cdef Walk W
    cdef StateBox box = game.to_box()
    cdef action_t actions[ACTION_BUFFER]
    cdef int n
    start(&W, game.ruleset, 1)
    W.player = own_player(&box.s, player)
    n = list_buildings(&W, &box.s, building_code(game.ruleset, building), actions)
    return [action_a(actions[i]) for i in range(n)]


def perft_places(game, buildings, player=0):
    """Count the ways to put buildings on a zoo map one after the other, whatever they cost.

    Parameters
    ----------
    game : Game
        A position; map, buildings, standing rules and the side of the Build card are those of ``player``.
    buildings : sequence of str
        Kinds in the order of building, for example ``["kiosk", "enclosure_3", "okapi_stable"]``; 1 to 32.
    player : int

    Returns
    -------
    list of int
        Number of ways to place the first 1, 2 ... of them; different orders count as different.

    Examples
    --------
    >>> from arknova_fast import Game
    >>> perft_places(Game.from_dict({"players": 1}), ["kiosk", "pavilion"])
    [14, 44]
    """
    cdef Walk W
    cdef StateBox box = game.to_box()
    cdef int i
    start(&W, game.ruleset, checked_depth(len(buildings)))
    W.player = own_player(&box.s, player)
    for i in range(W.most):
        W.building[i] = building_code(game.ruleset, buildings[i])
    box.s.n_open = 0
    memset(box.s.open, 0, sizeof(box.s.open))
    box.s.open_player = player
    with nogil:
        walk_places(&W, &box.s, 0)
    return counts(&W)
