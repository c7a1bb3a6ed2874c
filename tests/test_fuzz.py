"""Random play from hand-made positions: invariants, round trips, exact legality, effects that commute.

``ARKNOVA_FUZZ`` multiplies the number of examples (default 1). ``tests/sanitize.sh`` runs this file on a build with
assertions and sanitizers.
"""
from __future__ import annotations

import copy
import json
import os
import pickle
import random
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import CONTINENTS, positions

from arknova_fast.cards import vocabulary as voc
from arknova_fast.core.state import state_dtype
from arknova_fast.core.tables import Ruleset
from arknova_fast.errors import ArkNovaError, IllegalActionError
from arknova_fast.game import Game

FACTOR = int(os.environ.get("ARKNOVA_FUZZ", "1"))
RULES = Ruleset.default()
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]


def examples(n: int):
    return settings(max_examples=n * FACTOR, deadline=None, suppress_health_check=SLOW, derandomize=FACTOR == 1)


def wander(game: Game, chance: random.Random, steps: int):
    """Up to that many random decisions; yields the game at each of them."""
    for _ in range(steps):
        if game.is_terminal:
            return
        yield game
        game.apply(chance.choice(game.legal_actions()))
    yield game


# --- invariants ---------------------------------------------------------------------------------------------------


@given(positions(), st.integers(0, 2**32), st.integers(1, 250))
@examples(60)
def test_random_play_from_any_position_keeps_every_invariant(position, seed, steps):
    game = Game.from_dict(position)
    for state in wander(game, random.Random(seed), steps):
        assert state.check() == []
        listed = state.legal_actions()
        assert bool(listed) != state.is_terminal
        assert listed == sorted(set(listed))


@given(positions(), st.integers(0, 2**32))
@examples(12)
def test_every_position_plays_to_the_end(position, seed):
    game = Game.from_dict(position)
    game.play("random", seed=seed)
    assert game.check() == []
    assert game.is_terminal or game.view()["turn"] > 500
    if game.is_terminal:
        assert game.legal_actions() == []
        assert game.winners() or game.players == 1


# --- round trips --------------------------------------------------------------------------------------------------


def round_trips(game: Game) -> dict[str, Game]:
    return {
        "clone": game.clone(),
        "copy": copy.copy(game),
        "deepcopy": copy.deepcopy(game),
        "bytes": Game.from_bytes(game.to_bytes()),
        "box": Game.from_box(game.ruleset, game.to_box()),
        "dict": Game.from_dict(game.to_dict()),
        "json": Game.from_dict(json.loads(json.dumps(game.to_dict()))),
        "text": Game.from_text(game.to_text()),
        "pickle": pickle.loads(pickle.dumps(game)),
    }


@given(positions(), st.integers(0, 2**32), st.integers(0, 120))
@examples(60)
def test_copies_of_every_kind_are_the_same_game(position, seed, steps):
    chance = random.Random(seed)
    game = Game.from_dict(position)
    for _ in wander(game, chance, steps):
        pass
    listed = game.legal_actions()
    copies = round_trips(game)
    for way, other in copies.items():
        assert other == game, way
        assert other.hash == game.hash, way
        assert other.legal_actions() == listed, way
    # They also play on alike, chance included, and independently of each other.
    for _ in range(20):
        if game.is_terminal:
            break
        action = chance.choice(game.legal_actions())
        game.apply(action)
        for way, other in copies.items():
            other.apply(action)
            assert other == game, way


# --- legality -----------------------------------------------------------------------------------------------------


@given(positions(), st.integers(0, 2**32), st.integers(0, 150))
@examples(50)
def test_what_is_not_listed_is_refused_and_changes_nothing(position, seed, steps):
    chance = random.Random(seed)
    game = Game.from_dict(position)
    for _ in wander(game, chance, steps):
        pass
    listed = set(game.legal_actions())
    mask = game.legal_mask()
    assert mask.sum() == len(listed)
    assert {game.action_from_dense(int(i)) for i in mask.nonzero()[0]} == listed
    before = game.to_bytes()
    verbs = {action >> 26 for action in listed}
    for place in chance.sample(range(RULES.n_dense_actions), 40):
        code = game.action_from_dense(place)
        assert game.dense_index(code) == place
        if code not in listed:
            refused(game, code)
    # Near misses: the verbs that are asked for, with other arguments.
    for verb in verbs:
        for _ in range(6):
            code = verb << 26 | chance.randrange(256) << 10 | chance.randrange(8)
            if code not in listed:
                refused(game, code)
    assert game.to_bytes() == before
    assert set(game.legal_actions()) == listed


def refused(game: Game, code: int) -> None:
    with pytest.raises(IllegalActionError) as caught:
        game.apply(code)
    assert "\n" not in str(caught.value)


@given(positions(), st.integers(0, 2**32), st.integers(0, 100))
@examples(40)
def test_what_is_listed_can_be_applied(position, seed, steps):
    game = Game.from_dict(position)
    for _ in wander(game, random.Random(seed), steps):
        pass
    listed = game.legal_actions()
    for action in listed if len(listed) < 60 else random.Random(seed).sample(listed, 60):
        other = game.clone()
        other.apply(action)
        assert other.check() == []
        assert other.is_terminal or other.legal_actions()


# --- effects that commute -----------------------------------------------------------------------------------------

# What tells in which order things were done and nothing else.
BOOKKEEPING = ("ops_run", "deepest_frames", "deepest_open", "abilities_run")
# Deferred effects always ask for their order; 'move_in' needs a building that was just placed.
ORDERED = {"none", "program", "clever", "boost", "action", "determination", "hypnosis_action", "flock", "permanent",
           "card_tokens", "checklist", "compare_right", "cons_tile", "move_in", "cons_discard"}
NUMBERED = {"conservation": 3, "reputation": 3, "worker": 1, "appeal": 5, "money": 9, "x_token": 2, "jumping": 2,
            "venom": 2, "hypnosis": 3, "pilfering": 2, "sprint": 2, "hunter": 2, "perception": 2, "scavenging": 2,
            "snapping": 1, "take": 1, "pouch": 1, "sunbathing": 1, "digging": 1}
ARGUMENTS = {"multiplier": list(voc.ACTION_CARDS), "iconic_animal": CONTINENTS, "hunter_icons": ["predator", "bird"],
             "free_building": ["kiosk", "pavilion"]}
# Chance that no pile decides; two such draws in another order come from the same distribution, not to the same cards.
DICE = {"pilfering", "scavenging"}
MOST_ENDS = 300


def counted_sponsors() -> list:
    """Sponsors whose only effect when played is a counted gain, and those with a counted income."""
    found: list = []
    for card in range(128, 192):
        data = RULES.card_data(card)
        for trigger in ("play", "income"):
            effects = [one for one in data["effects"] if one.get("when", "play") == trigger]
            if len(effects) == 1 and effects[0]["op"] in ("gain_per", "gain_table", "gain_if"):
                found.append({"card": RULES.card_key(card), "trigger": trigger})
    return found


COUNTED = counted_sponsors()
OPEN_OPS = [*sorted(set(voc.OPS) - ORDERED), "program"]


def effect_of(op: str, chance: random.Random) -> dict:
    """An effect that joins the open set; ``program`` stands for the counted gains of sponsors."""
    if op == "program":
        return chance.choice(COUNTED)
    made: dict = {"op": op}
    if op in NUMBERED:
        made["n"] = chance.randint(1, NUMBERED[op])
    if op in ARGUMENTS:
        made["arg"] = chance.choice(ARGUMENTS[op])
    return made


def small_game(number: int) -> Game:
    """A main choice of a random game with few hand cards, so that all ends of two effects can be listed.

    The counters stand where a small step matters: the players close together, just before the next bonus.
    """
    chance = random.Random(number)
    game = Game.new(players=2 + number % 3, seed=77, game=number, maps="all")
    while game.view()["turn"] < 10 + 4 * (number % 12) or game.decision().kind != "MAIN":
        game.apply(chance.choice(game.legal_actions()))
    position = game.to_dict()
    for player in position["players"]:
        player["hand"] = player.get("hand", [])[:2]
        player["appeal"] = 20 + chance.randrange(4)
        player["conservation"] = chance.choice([1, 4, 7])
        player["reputation"] = chance.choice([3, 4, 6, 8])
        player.pop("thresholds", None)
    position.pop("cons10_done", None)
    return Game.from_dict(position)


def ends(game: Game, most: int = MOST_ENDS) -> list[Game] | None:
    """The games at the main choice that can follow; ``None`` when they are too many."""
    done, todo = [], [game]
    while todo:
        state = todo.pop()
        if state.is_terminal or state.decision().kind == "MAIN":
            done.append(state)
            continue
        for action in state.legal_actions():
            if action >> 26 == 47:  # the harbour sale of map 4 may be made at every decision: no part of the effects
                continue
            other = state.clone()
            other.apply(action)
            todo.append(other)
        if len(done) + len(todo) > most:
            return None
    return done


def trace(game: Game) -> bytes:
    """The state without what only tells the order."""
    state = game.view().copy()
    for name in BOOKKEEPING:
        state[name] = 0
    return state.tobytes()


def one_after_the_other(start: Game, first: dict, second: dict) -> list[Game] | None:
    """All ends of two effects when the second begins after the first is over."""
    found: list[Game] = []
    middle = ends(with_effects(start, first))
    for state in middle or []:
        if state.view()["n_deferred"]:  # these wait for the end of the turn, after the second effect
            return None
        late = ends(with_effects(state, second))
        if late is None or len(found) + len(late) > MOST_ENDS:
            return None
        found += late
    return None if middle is None else found


def with_effects(game: Game, *open_effects: dict) -> Game:
    return Game.from_dict({**game.to_dict(), "decision": {"effect": list(open_effects)}})


def compare_orders(start: Game, one: dict, other: dict) -> bool:
    """Whether the pair ran without asking and both orders could be compared; they must lead to the same ends."""
    try:
        both = with_effects(start, one, other)
    except ArkNovaError as error:
        assert "no legal action" in str(error)
        return False
    if both.decision().kind == "OPEN":
        return False
    forward, backward = one_after_the_other(start, one, other), one_after_the_other(start, other, one)
    together = ends(both)
    if forward is None or backward is None or together is None:
        return False
    states = [{trace(game): game for game in found} for found in (forward, backward, together)]
    where = f"{one} and {other} at {start.to_text()}:\n"
    assert states[0].keys() == states[1].keys(), where + difference(states[0], states[1])
    # With both open at once what the first triggers may come after the second: more ends, never fewer.
    assert states[0].keys() <= states[2].keys(), where + difference(states[0], states[2])
    return True


def test_effects_that_run_without_asking_commute():
    """Design, section 6: an order is asked for only where it matters."""
    chance = random.Random(FACTOR)
    pairs = [pair for pair in combinations_with_replacement(OPEN_OPS, 2) if not set(pair) <= DICE]
    games = [small_game(number) for number in range(24)]
    compared = set()
    for one, other in pairs if FACTOR > 1 else chance.sample(pairs, 350):
        for _ in range(FACTOR):
            if compare_orders(chance.choice(games), effect_of(one, chance), effect_of(other, chance)):
                compared.add((one, other))
    assert len(compared) > 150


def difference(left: dict, right: dict) -> str:
    """The first end of one order that the other does not reach, next to the most similar one it reaches."""
    lost = [left[key] for key in left.keys() - right.keys()] or [right[key] for key in right.keys() - left.keys()]
    near = list(right.values() if left.keys() - right.keys() else left.values())
    if not lost or not near:
        return "one order has no end"
    return min((fields_apart(lost[0], game) for game in near), key=len)


def fields_apart(one: Game, other: Game) -> str:
    a, b, found = one.view(), other.view(), []
    for name in state_dtype().names:
        if name == "player":
            for seat, field in product(range(one.players), a["player"].dtype.names):
                if a["player"][seat][field].tobytes() != b["player"][seat][field].tobytes():
                    found.append(f"player {seat} {field}: {a['player'][seat][field]} / {b['player'][seat][field]}")
        elif name not in BOOKKEEPING and a[name].tobytes() != b[name].tobytes():
            found.append(f"{name}: {a[name]} / {b[name]}")
    return "; ".join(found)
