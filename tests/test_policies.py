"""Policies of one's own: compiled by numba, plain Python functions, and both out of files."""
import pickle
import sys

import numpy as np
import pytest
from listed import one_draw

from arknova_fast import Game, action_to_string, simulate
from arknova_fast.core.rng import stream_words
from arknova_fast.core.types import FrameKind, Verb
from arknova_fast.errors import StateDataError, UsageError
from arknova_fast.policies import (
    load_policy,
    numba_choice,
    numba_policy,
    numba_rating,
    python_policy,
    split_policies,
)
from arknova_fast.search.features import FEATURE_DTYPE, FEATURES


@numba_policy
def first_action(tables, state, actions, n, rng, data):
    return 0


@numba_policy
def outside(tables, state, actions, n, rng, data):
    return n


def test_a_numba_policy_draws_from_the_stream_of_its_seat():
    """The same games stepped from Python, with the words of the streams taken beforehand."""
    rows = simulate(3, players=3, policies=one_draw, seed=5)
    for number in range(3):
        game = Game.new(3, seed=5, game=number)
        words = [iter(stream_words(5, number, 1 + seat, 3000)) for seat in range(3)]
        while not game.is_terminal:
            actions = game.legal_actions()
            k = int(next(words[game.current_player()])) * len(actions) >> 64 if len(actions) > 1 else 0
            game.apply(actions[k])
        assert game.hash == rows["state_hash"][3 * number]


def test_a_policy_that_draws_nothing_does_not_move_the_deal_of_the_others():
    """Streams of policies and chance are separate, so map and deal of a game stay the same."""
    with_first = simulate(10, policies=[first_action, "random"], seed=5)
    plain = simulate(10, policies="random", seed=5)
    np.testing.assert_array_equal(with_first["map"], plain["map"])
    assert (with_first["state_hash"] != plain["state_hash"]).any()


def test_an_answer_outside_the_list_ends_the_batch_with_the_game_and_seat():
    with pytest.raises(UsageError, match="game 7: the policy of seat 1"):
        simulate(3, start=7, policies=["random", outside], seed=5, jobs=1)


def test_a_policy_that_is_neither_a_name_nor_compiled_is_refused():
    with pytest.raises(UsageError, match="unknown policy"):
        simulate(1, policies=["random", "rendom"], seed=5)


# --- compiled ratings and choices -----------------------------------------------------------------------------------

SHORT = {"seed": 6, "turn_limit": 40}  # games of policies that play badly are long


@numba_choice
def last_choice(state, seat, actions):
    return len(actions) - 1


@numba_policy
def last_action(tables, state, actions, n, rng, data):
    return n - 1


@numba_rating
def latest(f):
    """Higher codes come later in the list."""
    return f.verb * 2.0**26 + f.a * 1024.0 + f.b


def test_the_three_compiled_forms_make_the_same_choices():
    bare = simulate(20, policies=last_action, **SHORT)
    np.testing.assert_array_equal(simulate(20, policies=last_choice, **SHORT), bare)
    np.testing.assert_array_equal(simulate(20, policies=latest, **SHORT), bare)


def test_the_first_of_equal_ratings_is_taken():
    flat = numba_rating(lambda f: 0.0)
    np.testing.assert_array_equal(simulate(5, policies=flat, **SHORT), simulate(5, policies=first_action, **SHORT))


def test_a_rating_that_is_no_number_never_wins():
    only_first = numba_rating(lambda f: 0.0 if f.verb == 0 else np.nan)
    game = Game.new(seed=1)
    with pytest.raises(UsageError, match="rated every legal action NaN"):
        game.choose(only_first)  # keeping a hand has another verb


def test_a_choice_sees_the_fields_of_the_state():
    act = int(Verb.ACT)

    @numba_choice
    def builds_when_rich(state, seat, actions):
        for i in range(len(actions)):
            if actions[i] >> 26 == act and actions[i] >> 10 & 0xFFFF == 2 and state.player[seat].money >= 25:
                return i
        return len(actions) - 1

    game = Game.new(seed=1, maps=["1", "4"])
    game.apply("keep 1,2,3,4")
    game.apply("keep 1,2,3,4")
    assert action_to_string(game, game.choose(builds_when_rich)).startswith("act build")


def test_features_are_the_numbers_of_the_position():
    """A rating that returns one feature tells it: two ratings that differ make different choices."""
    assert FEATURE_DTYPE.names == tuple(name for name, _, _ in FEATURES)
    main = int(FrameKind.FRAME_MAIN)
    act = int(Verb.ACT)

    @numba_rating
    def strongest(f):
        return float(f.strength) if f.frame == main and f.verb == act else -1.0

    game = Game.new(seed=3, maps=["1", "4"])
    game.apply("keep 1,2,3,4")
    game.apply("keep 1,2,3,4")
    order = game.view()["player"][0]["order"]
    chosen = game.choose(strongest)
    legal = {code >> 10 & 0xFFFF for code in game.legal_actions() if code >> 26 == act}
    assert chosen >> 10 & 0xFFFF == next(card for card in order[::-1] if int(card) in legal)


@numba_choice
def divides_choice(state, seat, actions):
    return 1 // (seat - seat)


@numba_policy
def divides_policy(tables, state, actions, n, rng, data):
    return 1 // (n - n)


@numba_rating
def divides_rating(f):
    """Most actions get a rating, so the best of these must not win."""
    return 1.0 if f.a % 7 else 1 // (f.seat - f.seat)


@pytest.mark.parametrize("policy", [divides_choice, divides_policy, divides_rating])
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_compiled_policy_that_raises_ends_the_batch_with_the_game_and_seat(policy, jobs, capfd):
    for _ in range(2):
        with pytest.raises(UsageError, match=r"^game \d+: the policy of seat 1 raised an exception in divides_"):
            simulate(3, start=7, policies=["random", policy], seed=5, jobs=jobs, turn_limit=30)
    assert capfd.readouterr().err == ""
    assert policy.raised.flag.value == 0 or jobs > 1


def test_a_choice_that_writes_to_the_state_changes_a_copy():
    @numba_choice
    def cheats(state, seat, actions):
        state.player[seat].money = 999
        return len(actions) - 1

    np.testing.assert_array_equal(simulate(5, policies=cheats, **SHORT), simulate(5, policies=last_choice, **SHORT))


def no_such_feature(f):
    return f.card_apeal


def far_from_any_feature(f):
    return f.qqq


def no_such_field(state, seat, actions):
    return state.player[seat].mony


def no_such_name(state, seat, actions):
    return undefined_name  # noqa: F821


def writes_actions(state, seat, actions):
    actions[0] = 3
    return 0


def answers_text(state, seat, actions):
    return "x"


def answers_at_times(state, seat, actions):
    if seat == 1:
        return 1


def takes_one(actions):
    return 0


@pytest.mark.parametrize(
    ("make", "function", "line", "message"),
    [(numba_rating, no_such_feature, 1, "there is no field 'card_apeal'; nearest are card_appeal"),
     (numba_rating, far_from_any_feature, 1, "no field 'qqq'; known are seat, players, .*bonuses$"),
     (numba_choice, no_such_field, 1, "there is no field 'mony'; nearest are money"),
     (numba_choice, no_such_name, None, "numba cannot compile it: NameError: name 'undefined_name' is not defined$"),
     (numba_choice, writes_actions, 1, r"numba cannot compile it: .*setitem\(readonly array"),
     (numba_choice, answers_text, 0, "it must return an index, a whole number, on every path, not .*str"),
     (numba_choice, answers_at_times, 0, "it must return an index, a whole number, on every path"),
     (numba_choice, takes_one, None, r"the function must take \(state, seat, actions\), not \(actions\)$")],
)  # fmt: skip
def test_what_numba_cannot_compile_is_refused_in_one_line_with_function_and_line(make, function, line, message):
    """``line`` counts from the one with ``def``."""
    at = "" if line is None else rf" \(line {function.__code__.co_firstlineno + line} of test_policies.py\)"
    with pytest.raises(UsageError, match=rf"^policy {function.__name__}{at}.*{message}") as refused:
        make(function)
    assert "\n" not in str(refused.value) and "\x1b" not in str(refused.value)


# --- plain functions ------------------------------------------------------------------------------------------------


def last(game, actions):
    return len(actions) - 1


def last_code(game, actions):
    return actions[-1]


@pytest.mark.parametrize("choose", [last, last_code, python_policy(last, omniscient=True)])
def test_a_plain_function_plays_the_games_of_the_compiled_one(choose):
    ours = simulate(6, players=3, policies=choose, **SHORT)
    np.testing.assert_array_equal(ours, simulate(6, players=3, policies=last_action, **SHORT))


def test_a_text_answer_is_an_action():
    def texts(game, actions):
        return action_to_string(game, actions[-1])

    np.testing.assert_array_equal(simulate(2, policies=texts, **SHORT), simulate(2, policies=last_action, **SHORT))


def test_games_of_plain_functions_do_not_depend_on_jobs():
    one = simulate(8, policies=[last, "random"], jobs=1, **SHORT)
    np.testing.assert_array_equal(one, simulate(8, policies=[last, "random"], jobs=3, chunk=2, **SHORT))


def test_a_plain_function_sees_only_what_its_seat_may_know():
    """By default the hidden cards are dealt anew; with omniscient=True they are the true ones."""
    game = Game.new(seed=4, maps=["1", "4"])
    game.apply("keep 1,2,3,4")
    true_hand = game.to_dict()["players"][0]["hand"]
    seen = []

    def spy(game, actions):
        seen.append(game.to_dict()["players"])
        return 0

    for seed in range(5):
        game.choose(spy, seed=seed)
    assert all(players[1]["hand"] == game.to_dict()["players"][1]["hand"] for players in seen)
    assert any(players[0]["hand"] != true_hand for players in seen)
    seen.clear()
    game.choose(python_policy(spy, omniscient=True))
    assert seen[0][0]["hand"] == true_hand


def test_a_function_that_changes_the_game_changes_a_copy():
    def meddles(game, actions):
        game.apply_unchecked(actions[0])
        return len(actions) - 1

    ours = simulate(2, policies=meddles, **SHORT)
    np.testing.assert_array_equal(ours, simulate(2, policies=last_action, **SHORT))


@pytest.mark.parametrize(
    ("answer", "message"),
    [(lambda game, actions: 70, "answered 70, neither an index below 70 nor a legal action"),
     (lambda game, actions: -1, "answered -1"), (lambda game, actions: None, "answered None instead of an index"),
     (lambda game, actions: True, "answered True instead"), (lambda game, actions: 0.5, "answered 0.5 instead"),
     (lambda game, actions: "act fly", "answered 'act fly', which is no action: .*unknown action card 'fly'$"),
     (lambda game, actions: game.apply("act fly"), r"raised NotationError: .* \(line \d+ of .*test_policies.py\)$"),
     (lambda game, actions: int("1\n\n2"), r"raised ValueError: .* \(line \d+ of .*test_policies.py\)$"),
     (lambda game, actions: sys.exit("so\nlong"), r"raised SystemExit: so long \(line \d+ of"),
     (lambda game, actions: 1 // 0, r"raised ZeroDivisionError: .* \(line \d+ of .*test_policies.py\)")],
)  # fmt: skip
def test_a_wrong_answer_ends_the_batch_with_game_and_seat(answer, message):
    with pytest.raises(UsageError, match=r"^game 3: the policy of seat 1 " + message):
        simulate(2, start=3, policies=["random", answer], seed=5, jobs=2)


def test_a_function_with_other_parameters_is_refused():
    with pytest.raises(UsageError, match=r"^policy alone: the function must take \(game, actions\), not \(game\)$"):
        python_policy(lambda game: 0, "alone")


def test_an_interruption_inside_a_function_is_no_error_of_the_policy():
    def interrupted(game, actions):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(1, policies=interrupted, seed=5)


# --- files ----------------------------------------------------------------------------------------------------------

FILE = """
from arknova_fast.policies import numba_policy

@numba_policy
def compiled(tables, state, actions, n, rng, data):
    return n - 1

def plain(game, actions):
    return len(actions) - 1

number = 5
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(FILE)
    return path


def test_policies_come_from_files(file):
    expected = simulate(4, policies=last_action, **SHORT)
    np.testing.assert_array_equal(simulate(4, policies=f"{file}:compiled", **SHORT), expected)
    np.testing.assert_array_equal(simulate(4, policies=f"{file}:plain,{file}:compiled", **SHORT), expected)


def test_an_edited_file_is_read_again(file):
    simulate(1, policies=f"{file}:plain", **SHORT)
    file.write_text("def plain(game, actions):\n    return 0\n# a longer file")
    expected = simulate(1, policies=first_action, **SHORT)
    np.testing.assert_array_equal(simulate(1, policies=f"{file}:plain", **SHORT), expected)


def test_a_policy_of_a_file_pickles_as_its_text(file):
    policy = pickle.loads(pickle.dumps(load_policy(f"{file}:compiled")))
    assert str(policy) == f"{file}:compiled"
    np.testing.assert_array_equal(simulate(2, policies=policy, **SHORT), simulate(2, policies=last_action, **SHORT))


@pytest.mark.parametrize(
    ("name", "message"),
    [("mine.py:plan", "has no 'plan'; did you mean 'plain'"), ("mine.py:number", "number is no function, but 5"),
     ("mine.py:", "has no ''")],
)  # fmt: skip
def test_a_file_without_the_policy_is_refused(file, name, message):
    with pytest.raises(UsageError, match=message):
        load_policy(str(file.parent / name))


def test_a_file_that_is_not_there_is_bad_data(file):
    with pytest.raises(StateDataError, match=r"cannot read .*yours"):
        load_policy(str(file.parent / "yours.py:plain"))


def test_a_file_that_fails_is_refused_with_its_error(file):
    file.write_text("x = 1 / 0")
    with pytest.raises(UsageError, match="the file raised ZeroDivisionError: division by zero"):
        load_policy(f"{file}:x")


def test_a_file_that_exits_is_refused_instead_of_deciding_the_exit_code(file):
    file.write_text("import sys; sys.exit(7)")
    with pytest.raises(UsageError, match=r"the file raised SystemExit: 7$"):
        load_policy(f"{file}:x")


def test_the_one_policy_of_a_file_that_does_not_compile_is_named(file):
    file.write_text(FILE + "\n\n@numba_policy\ndef broken(tables, state, actions, n, rng, data):\n    return m\n")
    with pytest.raises(UsageError, match=r"^policy broken \(line \d+ of mine.py\): numba cannot .* name 'm' is not"):
        load_policy(f"{file}:compiled")


def test_weights_and_seats_are_told_apart():
    assert split_policies("a.py:x,greedy:@w.toml,money=0.3;card=1,random") == [
        "a.py:x", "greedy:@w.toml,money=0.3;card=1", "random"]
