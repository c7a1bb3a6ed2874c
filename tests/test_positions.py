"""The position editor: defaults, round trips, every kind of mistake, the text form, scripted chance."""
import json
import random

import pytest
from helpers import act, asked, doing, effect, gains, legal, me, only_legal, p, position, table, take
from hypothesis import HealthCheck, given, settings
from strategies import games, positions

from arknova_fast.core.state import StateBox
from arknova_fast.core.tables import Ruleset
from arknova_fast.editor import (
    dict_from_text,
    facts_of,
    from_text,
    set_base_projects,
    set_deck_top,
    set_display,
    set_final_pile,
    set_script,
    set_tiles,
    state_from_dict,
    state_to_dict,
    text_from_dict,
    to_text,
)
from arknova_fast.errors import NotationError, ScriptError, StateDataError
from arknova_fast.game import Game

R = Ruleset.default()
FACTS = facts_of(R)
RELAXED = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def same_again(game: Game) -> None:
    """Dict (through JSON) and text lead back to the same bytes."""
    box = game.to_box()
    data = json.loads(json.dumps(state_to_dict(R, box)))
    assert state_from_dict(R, data) == box
    text = to_text(R, box)
    assert "\n" not in text
    assert from_text(R, text) == box
    assert dict_from_text(text_from_dict(data)).keys() == data.keys()


# --- round trips ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("mode", ["fixed", "pick2", "draft"])
def test_states_of_random_games_round_trip(players, mode):
    chance = random.Random(players)
    for seed in range(4):
        game = Game.new(players=players, seed=seed, map_mode=mode, peaceful=seed == 3, face_down_discard=seed == 2)
        for step in range(1500):
            if step < 6 or chance.random() < 0.03 or game.is_terminal:
                same_again(game)
            if game.is_terminal:
                break
            game.apply_unchecked(chance.choice(game.legal_actions()))


@given(games())
@RELAXED
def test_any_state_round_trips(game):
    same_again(game)


@given(positions())
@RELAXED
def test_short_forms_are_positions_that_round_trip_and_play_on(data):
    game = Game.from_dict(data)
    assert asked(game) == "main"
    assert game.current_player() == data["turn"]
    assert not game.check()
    same_again(game)
    game.play(seed=1)
    assert game.is_terminal


@given(positions())
@RELAXED
def test_a_short_form_means_what_it_says(data):
    game = Game.from_dict(data)
    for seat, player in enumerate(data["players"]):
        have = me(game, seat)
        for key in ("money", "appeal", "conservation", "reputation", "x_tokens", "workers"):
            assert getattr(have, key) == player[key]
        assert sorted(have.hand) == sorted(player["hand"])
        assert sorted(have.zoo) == sorted(player["zoo"])
        assert have.supported == 7 - len(player["left_tokens"])
        assert bool(have.occupied) == any(building.endswith("*") for building in player["buildings"])
    view = table(game)
    top = [R.card_key(view.deck[view.n_deck - 1 - i]) for i in range(len(data["deck"]))]
    assert top == data["deck"]


def test_the_dump_of_a_short_form_is_short():
    assert Game.from_dict({}).to_dict() == {"players": [{}, {}]}
    short = {"turn": 1, "deck": ["S201", "A401"], "players": [{"money": 3, "hand": ["P113"]}, {"zoo": ["A405"]}]}
    assert Game.from_dict(short).to_dict() == short


def test_a_dump_of_a_broken_state_is_refused():
    box = Game.from_dict({}).to_box()
    box.view()["player"]["money"][0] = -1
    with pytest.raises(StateDataError, match="MONEY"):
        state_to_dict(R, box)
    with pytest.raises(StateDataError):
        state_to_dict(R, StateBox())


# --- defaults ---------------------------------------------------------------------------------------------------------


def test_defaults_of_a_player():
    game = position()
    first, second = me(game), me(game, 1)
    assert (first.money, first.appeal, second.appeal, first.reputation) == (25, 0, 1, 1)
    assert first.order == [0, 1, 2, 3, 4]
    assert (first.workers, first.workers_idle, first.left_tokens, first.supported) == (1, 3, 127, 0)
    assert (first.hand, first.zoo, first.finals, first.built) == ([], [], 0, 0)


def test_defaults_of_the_table():
    view = table(position())
    assert view.display == ["A401", "A402", "A403", "A404", "A405", "A406"]
    assert R.card_key(view.deck[view.n_deck - 1]) == "A407"
    assert view.n_deck == 212 - 6
    assert [R.card_key(card) for card in view.base_card[: view.n_base]] == ["P101", "P102", "P103"]
    assert view.base_slot[:3] == [[255, 0, 0], [0, 255, 0], [0, 0, 255]]
    assert (view.partner_board, view.university_board, view.break_left, view.tile) == (31, 7, 9, [0, 1, 2, 3])
    assert view.n_final == 11


def test_start_buildings_of_map_a_are_there_by_default():
    assert me(position(p(map="A"))).built.bit_count() == 4
    assert me(position(p(map="A", buildings=[]))).built == 0


def test_a_seed_shuffles_what_is_left_to_default():
    one, two, other = (table(position(seed=seed)) for seed in (1, 1, 2))
    assert one.display == two.display != other.display
    assert one.deck == two.deck
    assert sorted(one.base_card) != [] and one.final_pile != table(position()).final_pile


def test_named_cards_leave_the_default_piles():
    view = table(position(p(hand=["A401"], zoo=["A402"]), discard=["A403"], projects=["P113"], deck=["A410"]))
    assert view.display == ["A404", "A405", "A406", "A407", "A408", "A409"]
    assert R.card_key(view.deck[view.n_deck - 1]) == "A410"
    assert view.n_deck == 212 - 4 - 6


def test_rest_on_the_discard_pile_leaves_an_empty_deck():
    view = table(position(rest="discard"))
    assert (view.n_deck, len(view.discard)) == (0, 206)


def test_conservation_implies_thresholds_and_the_discard_at_ten():
    game = position(p(conservation=6), p(conservation=11))
    assert (me(game).thresholds, me(game, 1).thresholds, table(game).cons10_done) == (3, 7, 1)
    assert me(position(p(conservation=6, thresholds=[2]))).thresholds == 1


def test_tokens_of_sponsors_are_full_by_default():
    slot = FACTS.token_slot[FACTS.card_index["S215"]]
    full = FACTS.token_n[FACTS.card_index["S215"]]
    assert me(position(p(zoo=["S215"]))).card_tokens[slot] == full > 0
    assert me(position(p(zoo=["S215"], card_tokens={"S215": 1}))).card_tokens[slot] == 1
    assert me(position(p(zoo=["S215"], card_tokens={}))).card_tokens[slot] == 0


def test_animals_bring_their_icons():
    game = position(p(zoo=["A401"], partner_zoos=["asia"], universities=["two_science"]))
    card = R.card_data(FACTS.card_index["A401"])
    assert sum(me(game).icons) >= 3 + len(card["icons"])
    assert me(game).icons[13] == 2


def test_solo_starts_with_its_tokens():
    view = table(position(n=1))
    assert (view.solo_round, view.solo_left) == (1, 7)
    assert me(position(n=1)).appeal == 20
    assert table(position(n=1, solo={"round": 3})).solo_left == 5


@pytest.mark.parametrize("building", [
    "enclosure_3@3,4", {"kind": "enclosure_3", "at": [3, 4]},
    {"kind": "enclosure_3", "cells": [[3, 4], [3, 6], [4, 5]]},
    {"kind": "enclosure_3", "at": [3, 4], "rotation": 0, "occupied": False}, "enclosure_3@3,6r4", "enclosure_3@4.5r2",
])  # fmt: skip
def test_ways_to_write_a_building(building):
    assert me(position(p(buildings=[building]))).built == me(position(p(buildings=["enclosure_3@3,4"]))).built


def test_a_building_without_place_finds_one_with_the_terrain():
    for word, low, high in (("enclosure_2+water2", 2, 9), ("enclosure_2+water0", 0, 0), ("enclosure_4+rock1*", 1, 9)):
        game = position(p(buildings=["pavilion", word]))
        kind = 0 if "water" in word else 1
        mask = (FACTS.water, FACTS.rock)[kind][FACTS.default_map]
        near = FACTS.place_near[me(game).multi[0]]
        assert low <= (near & mask).bit_count() <= high
        assert bool(me(game).occupied) == word.endswith("*")


# --- mistakes: (position, words of the message) -----------------------------------------------------------------------


def one(**fields) -> dict:
    return {"players": [fields, {}]}


BROKEN = [
    ({"playrs": 2}, "unknown key 'playrs' (did you mean 'players'?)"),
    ([], "must be an object"),
    ({"players": 5}, "players: must be a list of 1 to 4 players"),
    ({"players": []}, "players: must be a list of 1 to 4 players"),
    ({"players": [{}, 3]}, "players[1]: must be an object"),
    ({"turn": 2}, "turn: must be a seat, 0 to 1"),
    ({"turn": "0"}, "turn: must be a seat"),
    ({"phase": "ply"}, "phase: unknown phase 'ply' (did you mean 'play'?)"),
    ({"phase": "break"}, "phase: a set-up, break or final scoring needs 'frames'"),
    ({"seed": -1}, "seed: -1 is out of range"),
    ({"rng": [1, 2]}, "rng: must hold four words"),
    (one(mony=3), "players[0]: unknown key 'mony' (did you mean 'money'?)"),
    (one(money=-1), "players[0].money: -1 is out of range"),
    (one(money="10"), "players[0].money: must be a whole number"),
    (one(money=True), "players[0].money: must be a whole number"),
    (one(appeal=114), "players[0].appeal: 114 is out of range, 0 to 113"),
    (one(conservation=42), "players[0].conservation: 42 is out of range"),
    (one(reputation=16), "players[0].reputation: 16 is out of range"),
    (one(reputation=10), "more than 9 needs the cards action upgraded"),
    (one(x_tokens=6), "players[0].x_tokens: 6 is out of range, 0 to 5"),
    (one(map="9"), "players[0].map: unknown map '9'"),
    (one(hand=["A999"]), "players[0].hand[0]: unknown card 'A999'"),
    (one(hand="A401"), "players[0].hand: must be a list"),
    (one(hand=["A401", 401]), "players[0].hand[1]: A401 is already at players[0].hand[0]"),
    ({"players": [{"hand": ["A401"]}, {"zoo": ["A401"]}]}, "players[1].zoo[0]: A401 is already at players[0].hand[0]"),
    (one(zoo=["P113"]), "P113 is no animal or sponsor"),
    (one(finals=["F012"]), "players[0].finals[0]: unknown final scoring card 'F012'"),
    ({"players": [{"finals": ["F001"]}, {"finals": [1]}]}, "F001 is already at players[0].finals[0]"),
    (one(finals=["F\u0661"]), "players[0].finals[0]: unknown final scoring card"),
    (one(finals=["\u00b2"]), "players[0].finals[0]: unknown final scoring card"),
    (one(map=10**5000), "players[0].map: unknown map this int"),
    (one(money=10**5000), "players[0].money: this int is out of range"),
    (one(actions=["animals", "build", "cards", "association"]), "must name each of"),
    (one(actions=["animals", "animals", "cards", "association", "build"]), "exactly once"),
    (one(actions=["animal", "build", "cards", "association", "sponsors"]), "did you mean 'animals'?"),
    (one(upgraded=["cards", "cards"]), "players[0].upgraded[1]: 'cards' is named twice"),
    (one(venom=["built"]), "players[0].venom[0]: unknown action card 'built' (did you mean 'build'?)"),
    (one(constriction=["build", "build"]), "players[0].constriction[1]: 'build' is named twice"),
    (one(multiplier={"card": 1}), "players[0].multiplier: unknown key 'card' (did you mean 'cards'?)"),
    (one(multiplier={"cards": -1}), "players[0].multiplier.cards: -1 is out of range"),
    (one(workers=5), "players[0].workers: 5 is out of range"),
    (one(workers=3, workers_on={"project": 3}), "a player has 4"),
    (one(workers=1, workers_idle=1), "make 2, a player has 4"),
    (one(workers_on={"project": 2}), "players[0].workers_on.project: 2 workers are impossible"),
    (one(partner_zoos=["afrika"]), "did you mean 'africa'?"),
    (one(partner_zoos=["africa", "americas", "asia", "australia", "europe"]), "a zoo map holds 4 partner zoos"),
    (one(universities=["science"]), "players[0].universities[0]: unknown university"),
    (one(left_tokens=[7]), "players[0].left_tokens[0]: 7 is not one of 0, 1"),
    (one(left_tokens=[0.0]), "players[0].left_tokens[0]: 0.0 is not one of 0, 1"),
    (one(left_tokens=[1, 1]), "players[0].left_tokens[1]: 1 is named twice"),
    (one(left_tokens=[1], supported=3), "3 projects do not go with 1 tokens left of 7"),
    (one(thresholds=[3]), "players[0].thresholds[0]: 3 is not one of 2, 5, 8"),
    (one(thresholds=[5], conservation=4), "space 5 is taken with conservation 4"),
    (one(card_tokens={"S216": 1}), "players[0].card_tokens: unknown key 'S216'"),
    (one(card_tokens={"S215": 1}), "S215 holds at most 0 tokens here"),
    (one(waza="huge"), "players[0].waza: unknown size class 'huge'"),
    (one(harbor_used=1), "players[0].harbor_used: must be true or false"),
    (one(special_used={"petting_zoo": 1}), "1 spaces are used, there are 0"),
    (one(buildings=["petting_zoo"], special_used={"petting_zoo": 4}), "4 spaces are used, there are 3"),
    (one(buildings=[{"at": [0, 5]}]), "players[0].buildings[0]: needs a 'kind'"),
    (one(buildings=["enclosure_6@0,5"]), "players[0].buildings[0].kind: unknown building 'enclosure_6'"),
    (one(buildings=["kiosk at 0,5"]), "cannot read the building"),
    (one(buildings=["kiosk@\u0663,4"]), "cannot read the building"),
    (one(buildings=["kiosk@" + "3" * 5000 + ",4"]), "cannot read the building"),
    (one(buildings=["kiosk@0,4"]), "covers (0,4), which is off the map"),
    (one(buildings=["enclosure_3@8,11"]), "which is off the map"),
    (one(buildings=["kiosk@0,1"]), "players[0].buildings[0]: covers (0,1), which is water"),
    (one(buildings=["kiosk@0,11"]), "players[0].buildings[0]: covers (0,11), which is rock"),
    (one(buildings=["enclosure_2@3,4", "kiosk@3,6"]), "covers (3,6), which players[0].buildings[0] covers too"),
    (one(buildings=["kiosk@3,4", "kiosk@3,8"]), "is nearer than 3 to the kiosk players[0].buildings[0]"),
    (one(buildings=["petting_zoo", "petting_zoo"]), "is one petting_zoo too many, a zoo holds 1"),
    (one(buildings=["kiosk@3,4*"]), "kiosk is no standard enclosure and cannot be occupied"),
    (one(buildings=[{"kind": "kiosk", "at": [3, 4], "cells": [[3, 4]]}]), "is placed twice, by at and by cells"),
    (one(buildings=[{"kind": "enclosure_2", "cells": [[3, 4], [4, 7]]}]), "is no place for the shape of enclosure_2"),
    (one(buildings=[{"kind": "enclosure_2", "at": [3, 4], "rotation": 6}]), "rotation: must be 0 to 5"),
    (one(buildings=[{"kind": "enclosure_2", "at": "3,4"}]), "must be a cell [x, y]"),
    (one(buildings=[{"kind": "kiosk", "at": [3, 4], "occupied": 1}]), "occupied: must be true or false"),
    (one(buildings=["enclosure_5+water9"]), "no free place for enclosure_5, water 9 is left on map 0"),
    (one(map_offer=["1"]), "players[0].map_offer: must be a list of two maps"),
    ({"deck": ["F001"]}, "deck[0]: unknown card 'F001'"),
    ({"deck": ["A401"], "display": ["A401"]}, "deck[0]: A401 is already at display[0]"),
    ({"display": [{}]}, "display[0]: unknown card"),
    ({"display": ["A401"] * 7}, "display: has 7 entries, at most 6"),
    ({"base_projects": ["P113"]}, "base_projects[0]: P113 is no base project"),
    ({"base_projects": [{"slots": []}]}, "base_projects[0]: needs a 'card'"),
    ({"base_projects": [{"card": "P101", "slots": [None]}]}, "must hold three entries"),
    ({"base_projects": [{"card": "P101", "slots": [2, None, None]}]}, "must be a seat, 0 to 1"),
    ({"projects": ["A401"]}, "projects[0]: A401 is no conservation project"),
    ({"projects": ["P113", "P114", "P115"]}, "projects: has 3 entries, at most 2"),
    ({"tiles": {"6": []}}, "tiles: unknown key '6'"),
    ({"tiles": {"5": ["money"]}}, "tiles.5[0]: unknown bonus tile 'money'"),
    ({"tiles": {"5": ["money_10", "money_10"]}}, "tiles.5[1]: 'money_10' is named twice"),
    ({"pouched": [["A401", "A402"]]}, "pouched[0][1]: A402 is in no zoo"),
    ({"pouched": ["A401"]}, "pouched[0]: must be a pair"),
    ({"rest": "hand"}, "rest: must be \"deck\" or \"discard\""),
    ({"break_left": 10}, "break_left: 10 is beyond the start of the break token, 9"),
    ({"donations": 6}, "donations: 6 is out of range, there are 5 spaces"),
    ({"partner_board": ["antarctica"]}, "partner_board[0]: unknown continent"),
    ({"end": {}}, "end: needs a 'cause', one of none, turn"),
    ({"end": {"cause": "boredom"}}, "end.cause: unknown cause 'boredom'"),
    ({"solo": {"round": 1}}, "solo: is for one player, there are 2"),
    ({"players": 1, "solo": {"round": 7}}, "solo.round: 7 is out of range, 1 to 6"),
    ({"players": 1, "solo": {"round": 6, "left": 3}}, "solo.left: 3 is out of range, 0 to 2"),
    ({"script": ["A999"]}, "script[0]: unknown card"),
    ({"script": ["A401"], "script_at": 2}, "script_at: 2 is out of range"),
    ({"frames": [{"kind": "man"}]}, "frames[0].kind: unknown frame 'man' (did you mean 'main'?)"),
    ({"frames": [{"player": 0}]}, "frames[0]: needs a 'kind'"),
    ({"frames": []}, "nobody is asked anything"),
    ({"frames": [{"kind": "turn", "step": 1}, {"kind": "boost", "a": 9}]}, "frame 1 has arguments out of range"),
    ({"frames": [{"kind": "turn", "step": 1}, {"kind": "build"}]}, "belongs to an action, but none is being performed"),
    ({"open": [{"n": 1}]}, "open[0]: needs an 'op'"),
    ({"open": [{"op": "sprnt"}]}, "did you mean 'sprint'?"),
    ({"deferred": [{"op": "boost", "arg": 9}]}, "deferred effect 0 is malformed"),
    ({"action": {"card": "buid"}}, "action.card: unknown action card"),
    ({"counters": {"ops_run": ["x"]}}, "counters.ops_run[0]: unknown effect"),
    ({"decision": {"acton": "build"}}, "decision: unknown key 'acton'"),
    ({"decision": {"action": {"strength": 3}}}, "decision.action: needs a 'card'"),
    ({"decision": {"action": "animals"}}, "animals with strength 1 can do nothing in this position"),
    ({"decision": {"action": {"card": "build", "side": 3}}}, "decision.action.side: 3 is out of range, 1 to 2"),
    ({"decision": {"action": "build", "final": True}}, "action and final cannot start together"),
    ({"decision": {"effect": {"n": 1}}}, "needs an 'op', or a 'card'"),
    ({"decision": {"effect": {"op": "boost", "arg": "bild"}}}, "unknown argument 'bild' (did you mean 'build'?)"),
    ({"decision": {"break": "soon"}}, "decision.break: unknown kind of break 'soon'"),
    ({"decision": {"final": True}, "frames": []}, "decision: cannot stand beside 'frames'"),
    ({"decision": {"final": True}, "phase": "over"}, "starts from phase \"play\" only"),
    ({"removed": ["A401"]}, "CARD_ZONES"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "words"), BROKEN, ids=[words[:60] for _, words in BROKEN])
def test_a_broken_position_is_named(data, words):
    with pytest.raises(StateDataError) as caught:
        state_from_dict(R, data)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_values_are_quoted_in_part_only():
    for data in (one(map="x" * 50_000), one(hand=["x" * 50_000]), {"x" * 50_000: 1}, one(buildings=["x" * 50_000]),
                 {"rng": "x" * 50_000}, {"rest": "x" * 50_000}, [[0] * 50_000]):
        with pytest.raises(StateDataError) as caught:
            state_from_dict(R, data)
        assert len(str(caught.value)) < 400


def test_all_problems_come_at_once():
    data = {"players": [{"money": -1, "hand": ["A401", "A401"]}, {"appeal": 200}], "turn": 9, "foo": 1}
    with pytest.raises(StateDataError) as caught:
        state_from_dict(R, data)
    for words in ("players[0].money", "players[0].hand[1]", "players[1].appeal", "turn", "'foo'"):
        assert words in str(caught.value)


def test_disabled_cards_are_refused():
    small = R.patch({"animals": {"401": {"enabled": False}}})
    with pytest.raises(StateDataError, match="A401 is not in this ruleset"):
        state_from_dict(small, one(hand=["A401"]))
    assert table(position(ruleset=small)).display[0] == "A402"


def test_sponsor_219_and_build_two_spaces_are_allowed():
    assert me(position(p(zoo=["S219"], buildings=["kiosk@0,1"]))).built
    assert me(position(p(buildings=["kiosk@6,5"]))).built  # Build II space of map 0, card not upgraded


# --- decisions --------------------------------------------------------------------------------------------------------


def test_an_action_starts_with_any_strength():
    game = position(p(money=60), decision=doing("build", 7, side=2))
    assert asked(game) == "build"
    assert me(game).upgraded == 4
    assert game.to_dict()["action"]["strength"] == 7
    same_again(game)


def test_effects_come_before_the_main_choice():
    game = position(p(hand=["A401", "A402"]), decision=effect(op="sunbathing", n=1))
    only_legal(game, "pass", "sell A401", "sell A402")
    assert gains(game, "sell A402") == {"money": 4}
    assert (asked(game), game.current_player()) == ("main", 0)


def test_effects_of_a_card_by_its_key():
    key = next(key for key in FACTS.keys if key[0] == "A" and
               any(e["op"] == "sprint" for e in R.card_data(FACTS.card_index[key])["effects"]))
    n = R.card_data(FACTS.card_index[key])["effects"][0]["n"]
    assert len(me(position(p(zoo=[key]), decision=effect(key))).hand) == n


def test_deferred_effects_end_the_turn():
    game = position(decision=effect(op="clever"))
    assert asked(game) == "clever"
    take(game, "move sponsors to 1")
    assert (asked(game), game.current_player(), me(game).order[0]) == ("main", 1, 4)


def test_breaks_incomes_and_ends_can_be_started():
    game = position(p(appeal=10), p(appeal=0), decision={"income": True})
    assert (me(game).money, me(game, 1).money, table(game).breaks) == (25 + 12, 25 + 5, 1)
    game = position(p(hand=["A401", "A402", "A403", "A404"]), decision={"break": "now"})
    assert asked(game) == "discard"
    assert table(position(decision={"break": True})).break_pending == 1
    game = position(p(finals=["F001"]), p(finals=["F002"]), decision={"final": True})
    assert (asked(game), table(game).phase) == ("final_discard", 3)
    assert position(decision={"end_turn": True}).current_player() == 1
    assert table(position(break_left=1, decision={"break": "pending"})).break_left == 0


# --- text form --------------------------------------------------------------------------------------------------------


def test_text_form_of_a_short_position():
    text = "ark1 turn=1 deck=[S201,A401] | map=A money=30 hand=[A402] buildings=[kiosk@4.9,enclosure_2@3.8*] | appeal=7"
    game = Game.from_text(text)
    assert game.to_text() == text
    assert (me(game).money, me(game, 1).appeal, game.current_player()) == (30, 7, 1)


@pytest.mark.parametrize(("text", "words"), [
    ("", "starts with 'ark1'"), ("ark2 turn=0", "starts with 'ark1', not with 'ark2'"), ("ark1 turn", "key=value"),
    ("ark1 turn=0 turn=1", "turn is given twice"), ("ark1 deck=[A401", "ends too early"),
    ("ark1 deck=[A401]]", "follows"),
    ("ark1 deck=]", "where a value is expected"), ("ark1 deck=[A401;A402]", "cannot read"), ("ark1 end={a}", "':'"),
    ("ark1 deck=[A401:A402]", "is expected"), ("ark1 players=2 | money=3", "players is given twice"),
    ("ark1 =3", "cannot"),
])  # fmt: skip
def test_a_broken_line_is_named(text, words):
    with pytest.raises(NotationError) as caught:
        from_text(R, text)
    assert words in str(caught.value)


def test_only_text_and_plain_values_are_taken():
    with pytest.raises(NotationError):
        dict_from_text(b"ark1")
    with pytest.raises(NotationError):
        text_from_dict({"turn": 1.5})


# --- scripted chance --------------------------------------------------------------------------------------------------


def test_a_script_names_the_scavenged_cards():
    where = effect(op="scavenging", n=2)
    game = position(discard=["A401", "A402", "A403", "A404"], script=["A404", "A402"], decision=where)
    only_legal(game, "take A402", "take A404")


def test_a_script_names_the_stolen_card():
    game = position(p(), p(appeal=20, hand=["A401", "A402", "A403"]), script=["A402"],
                    decision=effect(op="pilfering", n=1))
    take(game, "give card")
    assert me(game).hand == ["A402"]


def test_a_script_names_the_top_of_a_reshuffled_deck():
    game = position(rest="discard", script=["S205", "A450"], decision=effect(op="sprint", n=2))
    assert sorted(me(game).hand) == ["A450", "S205"]


def test_an_impossible_script_is_refused_and_nothing_done():
    game = position(p(), p(appeal=20, hand=["A401", "A402"]), script=["A403"], decision=effect(op="pilfering", n=1))
    before = game.clone()
    with pytest.raises(ScriptError, match="A403"):
        take(game, "give card")
    assert game == before


def test_an_impossible_script_on_the_way_to_the_first_decision_is_refused():
    line = "ark1 script=[A401] discard=[A410,A411,A412] decision={effect:{op:scavenging,n:2}} | hand=[A402] |"
    with pytest.raises(ScriptError, match=r"the scripted outcome 0 \(A401\) is impossible at its place"):
        Game.from_text(line)
    assert Game.from_text(line.replace("[A401]", "[A412]")).view()["script_at"] == 1


def test_chance_can_be_set_in_a_running_game():
    box = Game.new(seed=3, maps="0").to_box()
    state = table(Game.from_box(R, box))
    deck = [R.card_key(state.deck[i]) for i in range(state.n_deck)]
    set_deck_top(R, box, [deck[3], deck[0]])
    shown = [deck[10], *state.display[1:]]
    set_display(R, box, shown)
    set_tiles(R, box, {"5": ["money_10", "x_tokens_3"], "8": ["cards_3", "multiplier"]})
    set_base_projects(R, box, ["P112", "P101", "P107"])
    pile = [f"F{card + 1:03d}" for card in state.final_pile[: state.n_final]]
    set_final_pile(R, box, pile[:2])
    set_script(R, box, ["A401"])
    state = table(Game.from_box(R, box))
    assert [R.card_key(state.deck[state.n_deck - 1 - i]) for i in range(2)] == [deck[3], deck[0]]
    assert state.display == shown
    assert [FACTS.tiles[tile] for tile in state.tile] == ["money_10", "x_tokens_3", "cards_3", "multiplier"]
    assert [R.card_key(card) for card in state.base_card[:3]] == ["P112", "P101", "P107"]
    assert [f"F{card + 1:03d}" for card in state.final_pile[: state.n_final]][::-1][:2] == pile[:2]
    assert (state.n_script, state.script_at) == (1, 0)


@pytest.mark.parametrize(("call", "words"), [
    (lambda box: set_deck_top(R, box, ["A401"]), "not in the deck"),
    (lambda box: set_deck_top(R, box, ["A499", "A499"]), "named twice"),
    (lambda box: set_display(R, box, ["S201"] * 7), "there are 6 slots"),
    (lambda box: set_display(R, box, ["A410"]), "1 cards named, the display holds 6"),
    (lambda box: set_display(R, box, ["A400"]), "unknown card"),
    (lambda box: set_display(R, box, ["A401", "A402", "A403", "A404", "A405", "P101"]), "neither in the display nor"),
    (lambda box: set_tiles(R, box, {"5": ["money_10", "money_10"]}), "named twice"),
    (lambda box: set_tiles(R, box, {"5": [None]}), "one that was not cannot go"),
    (lambda box: set_tiles(R, box, {"5": ["multiplier"]}), "in two places"),
    (lambda box: set_base_projects(R, box, ["P101"]), "1 named, 3 lie below the board"),
    (lambda box: set_base_projects(R, box, ["P113", "P101", "P102"]), "no base project"),
    (lambda box: set_final_pile(R, box, ["F002"]), "F002 is not in the pile"),
    (lambda box: set_script(R, box, ["A401"] * 33), "at most 16"),
    (lambda box: set_script(R, box, ["A1"]), "unknown card"),
])  # fmt: skip
def test_impossible_chance_is_refused(call, words):
    box = Game.from_dict(one(finals=["F002"])).to_box()
    before = box.copy()
    with pytest.raises(ScriptError) as caught:
        call(box)
    assert words in str(caught.value)
    assert box == before


def test_a_project_in_use_fixes_the_base_projects():
    box = position(base_projects=[{"card": "P101", "slots": [1, None, None]}, "P102", "P103"]).to_box()
    with pytest.raises(ScriptError, match="supported already"):
        set_base_projects(R, box, ["P104", "P105", "P106"])


def test_a_game_is_replayed_from_its_position_with_the_same_choices():
    game = Game.new(players=3, seed=5)
    twin = Game.from_dict(json.loads(json.dumps(game.to_dict())))
    chance = random.Random(5)
    while not game.is_terminal:
        action = chance.choice(game.legal_actions())
        game.apply(action)
        twin.apply(action)
    assert game == twin


def test_helpers_do_what_they_say():
    game = act(position(p(actions=["animals", "association", "build", "sponsors", "cards"])), "build")
    assert legal(game, "build ")[0] == "build kiosk"
    assert asked(take(game, "build enclosure_2")) == "build_place"
