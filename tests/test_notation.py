"""Actions as text and as dicts."""
import random

import pytest

from arknova_fast import Game, Ruleset
from arknova_fast.core.types import Verb
from arknova_fast.errors import NotationError
from arknova_fast.notation import (
    ACTIONS,
    GRAMMAR,
    action_to_dict,
    action_to_string,
    dict_to_action,
    string_to_action,
)
from arknova_fast.wording import QUESTIONS, describe, describe_decision

RULES = Ruleset.default()


def make(verb, a=0, b=0):
    return int(Verb[verb]) << 26 | a << 10 | b


def round_trip(where, code):
    text = action_to_string(where, code)
    assert string_to_action(where, text) == code, text
    assert string_to_action(where, f"  {text.upper()} ") == code, text
    values = action_to_dict(where, code)
    assert dict_to_action(where, values) == code, values
    return text


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_legal_action_round_trips(players):
    for number in range(4):
        rng = random.Random(number)
        game = Game.new(players, seed=11, game=number, maps="all", map_mode=("fixed", "draft", "pick2")[number % 3])
        while not game.is_terminal:
            legal = game.legal_actions()
            sample = legal if len(legal) < 9 else rng.sample(legal, 8)
            texts = {round_trip(game, code) for code in sample}
            assert len(texts) == len(sample)
            for code in sample:
                round_trip(game.ruleset, code)
                assert describe(game, code)
            game.apply(rng.choice(legal))


def test_every_placement_has_its_own_text():
    pids = [pid for kind in range(32) for pid in RULES.placements(kind)]
    texts = {round_trip(RULES, make("PLACE", pid)) for pid in pids[::7]}
    assert len(texts) == len(pids[::7])
    assert len({action_to_string(RULES, make("PLACE", pid)) for pid in pids}) == len(pids)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (make("PASS"), "pass"),
        (make("ACT", 2, 2), "act build +2x"),
        (make("ACT", 2), "act build"),
        (make("X_TOKEN", 3), "x-token cards"),
        (make("DECK"), "take deck"),
        (make("DISPLAY", 3), "take slot 3"),
        (make("PLAY_ANIMAL", 0), "play A401"),
        (make("PLAY_SPONSOR", 128), "play S201"),
        (make("HOUSE", RULES.cell_index(3, 4)), "house @3,4"),
        (make("HOUSE_SPECIAL"), "house special"),
        (make("SHARE"), "house share"),
        (make("SUPPORT", RULES.card_index("P113"), 0), "support P113 left"),
        (make("SUPPORT", RULES.card_index("P103"), 2 + 4), "support P103 right using 215"),
        (make("SUPPORT", RULES.card_index("P103"), 1 + 12), "support P103 middle using 215,218"),
        (make("KEEP_HAND", 0b1110010), "keep 2,5,6,7"),
        (make("HARBOR_SALE", 128), "sell-harbor S201"),
        (make("TO_SLOT", 5, 4), "move sponsors to 5"),
        (make("DISCARD_FINAL", 0), "discard F001"),
        (make("DISCARD", 0), "discard A401"),
        (make("KEEP_FINAL", 10), "keep F011"),
        (make("TAKE_CARD", 200), "take P121"),
        (make("CHOOSE_MAP", 0), "map A"),
        (make("DO_TASK", 1), "task partner_zoo"),
        (make("TARGET", 0), "target 0"),
        (make("LEFT_TOKEN", 0), "left-token 1"),
        (make("RESOLVE", 0), "resolve 1"),
        (make("CHOOSE_CLASS", 1), "class small"),
    ],
)
def test_the_texts_of_actions(code, text):
    assert action_to_string(RULES, code) == text
    assert string_to_action(RULES, text) == code
    assert dict_to_action(RULES, action_to_dict(RULES, code)) == code


def test_the_grammar_covers_every_verb():
    assert len(GRAMMAR) == len(ACTIONS) == len(Verb) - ("N_VERBS" in Verb.__members__)
    assert len(set(ACTIONS)) == len(ACTIONS)


def test_starting_hands_are_named_by_card_with_a_game():
    game = Game.new(seed=1)
    code = game.legal_actions()[0]
    text = action_to_string(game, code)
    assert text.startswith("keep ") and text.count(",") == 3 and text[5] in "ASP"
    assert action_to_string(RULES, code) == "keep 1,2,3,4"
    assert string_to_action(game, "keep 4,3,2,1") == code
    with pytest.raises(NotationError, match="only be named together with a game"):
        string_to_action(RULES, text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("plai A401", "did you mean"),
        ("", "did you mean"),
        ("play A999", "unknown card 'A999'; did you mean"),
        ("play P101", "cannot read"),
        ("play", "expected one card, got nothing"),
        ("play A401 A402", "expected one card"),
        ("act biuld", "did you mean 'build'"),
        ("act build 2x", "written like"),
        ("act build +x", "must be a number"),
        ("act build +-1x", "must be a number"),
        ("house @9,9", "unknown cell '@9,9'"),
        ("place enclosure_3 @4,4 r9", "there is no placement"),
        ("place enclosre_3 @4,7 r1", "did you mean 'enclosure_3'"),
        ("support P103", "written like"),
        ("support P103 midle", "did you mean 'middle'"),
        ("support P103 left using 299", "icon tokens"),
        ("take slot 7", "from 1 to 6"),
        ("take slot ٣", "from 1 to 6"),
        ("resolve 0", "from 1 to 32"),
        ("pass pass", "nothing is expected"),
        ("keep 0,1", "from 1 to 12"),
        ("keep 1,1,2,3", "place 1 is named twice"),
        ("keep ²,3,4,5", "only be named together with a game"),
        ("act build +6x", "from 0 to 5"),
        ("move build to 3", "slot 1 or 5"),
        ("support P103 left using 215,215", "named twice"),
        ("map 9", "unknown map"),
        ("move build 1", "written like"),
    ],
)
def test_malformed_texts_are_refused(text, message):
    with pytest.raises(NotationError, match=message):
        string_to_action(RULES, text)


@pytest.mark.parametrize(
    "code",
    [-1, 2**32, make("PLAY_ANIMAL", 200), make("PASS", 1), 63 << 26, make("KEEP_HAND", 5000), make("PLACE", 60000),
     make("HOUSE", 60), make("ACT", 7), make("SUPPORT", 200, 3)],
)  # fmt: skip
def test_numbers_that_are_no_action_are_refused(code):
    with pytest.raises(NotationError):
        action_to_string(RULES, code)


@pytest.mark.parametrize(
    "values",
    [{}, None, {"action": "fly"}, {"action": "act"}, {"action": "act", "card": 5}, {"action": "place", "kind": "kiosk"},
     {"action": "place", "kind": "kiosk", "cell": 3}, {"action": "house", "cell": [1, 2, 3]},
     {"action": "keep_hand", "places": ["x"]}, {"action": "support", "card": "P101", "slot": 1},
     {"action": "act", "card": "build", "x_tokens": 6}, {"action": "act", "card": "build", "x_tokens": "2"},
     {"action": "act", "card": "build", "x_tokens": True}, {"action": "house", "cell": [0, "5"]},
     {"action": "house", "cell": [0, 5.0]}, {"action": "place", "kind": "kiosk", "cell": [0, 5], "rotation": "0"},
     {"action": "display", "slot": "1"}, {"action": "keep_hand", "places": [1, 1]},
     {"action": "keep_hand", "places": ["1", "2"]}, {"action": "keep_hand", "places": "12"},
     {"action": "to_slot", "card": "build", "slot": 3}, {"action": "to_slot", "card": "build", "slot": "1"},
     {"action": "support", "card": "P103", "slot": "left", "using": ["215", "215"]},
     {"action": "play_animal", "card": 10**5000}, {"action": 10**5000}],
)  # fmt: skip
def test_malformed_dicts_are_refused(values):
    with pytest.raises(NotationError):
        dict_to_action(RULES, values)


def test_codes_of_texts_and_dicts_lie_in_the_dense_index():
    game = Game.new(seed=1)
    assert game.dense_index(string_to_action(RULES, "act build +5x")) < RULES.n_dense_actions
    with pytest.raises(NotationError):
        action_to_string(RULES, make("ACT", 2, 6))
    with pytest.raises(NotationError):
        action_to_string(RULES, make("TO_SLOT", 3, 2))
    more = RULES.patch({"setup": {"max_x_tokens": 8}})
    assert dict_to_action(more, {"action": "act", "card": "build", "x_tokens": 8}) == make("ACT", 2, 8)


@pytest.mark.parametrize("head", ["", "act ", "act build ", "place ", "play ", "take slot ", "pass ", "keep ", "move "])
def test_long_texts_are_quoted_in_part_only(head):
    for where in (RULES, Game.new(seed=1)):
        with pytest.raises(NotationError) as caught:
            string_to_action(where, head + "a" * 50_000)
        assert len(str(caught.value)) < 400


def test_a_building_lies_at_its_first_cell_here_and_at_its_anchor_in_positions():
    values = action_to_dict(RULES, string_to_action(RULES, "place adventure_playground @2,11 r1"))
    pid = string_to_action(RULES, "place adventure_playground @2,11 r1") >> 10 & 0xFFFF
    assert values["cell"] == [2, 11]
    assert sorted(map(tuple, RULES.placement(pid)[1])) == [(2, 11), (3, 10)]
    game = Game.from_dict({"players": [{"buildings": [{"kind": "adventure_playground", "cells": [[2, 11], [3, 10]]}],
                                        "zoo": ["S219"]}, {}]})
    assert "adventure_playground@3.10r1" in game.to_text()


def test_with_a_game_the_suggestion_is_a_legal_action():
    game = Game.new(seed=1)
    game.apply("keep 1,2,3,4")
    game.apply("keep 1,2,3,4")
    with pytest.raises(NotationError, match="did you mean 'act cards"):
        string_to_action(game, "akt cards")


def test_sentences_name_effects_and_cards():
    seen = set()
    for number in range(30):
        rng = random.Random(number)
        game = Game.new(2 + number % 3, seed=21, game=number)
        while not game.is_terminal:
            kind = game.decision().kind
            assert kind in QUESTIONS, kind
            assert "{" not in describe_decision(game)
            action = rng.choice(game.legal_actions())
            sentence = describe(game, action)
            assert "{" not in sentence
            if kind in ("OPEN", "DEFERRED"):
                assert sentence.startswith("resolve: ") and len(sentence) > 12
            seen.add(kind)
            game.apply(action)
    assert {"OPEN", "START_HAND", "MAIN", "BUILD_PLACE"} <= seen
