"""Games decision by decision: the same as in a batch, and chance outcomes that can be forced."""
from concurrent.futures import ThreadPoolExecutor

import pytest
from helpers import effect, p, position, take

from arknova_fast import Game, IllegalActionError, Ruleset, ScriptError, UsageError
from arknova_fast.api import batch_plan
from arknova_fast.io.steps import deck_keys, plan_steps, take_step
from arknova_fast.search.batch import BatchPlan
from arknova_fast.search.stepper import Seats, begin_game, forced_step, past_limit, record_hash, step

RULES = Ruleset.default()
PLANS = {
    "two players": {"players": 2, "seed": 5},
    "solo": {"players": 1, "seed": 3, "solo_difficulty": "hard"},
    "four on all maps, peaceful": {"players": 4, "seed": 8, "maps": "all", "peaceful": True},
    "map draft, discard pile face down": {"players": 3, "seed": 2, "map_mode": "draft", "face_down_discard": True},
    "the greedy policy": {"players": 2, "seed": 5, "policies": "greedy,random"},
    "left unfinished at the limit": {"players": 2, "seed": 1, "turn_limit": 20},
}


def without_stream(game: Game) -> dict:
    return {name: value for name, value in game.to_dict().items() if name != "rng"}


@pytest.mark.parametrize("name", PLANS)
def test_asking_the_policies_one_by_one_gives_the_games_of_the_batch(name):
    plan = batch_plan(**PLANS[name])
    limit = PLANS[name].get("turn_limit", 500)
    rows = plan.play(0, 6)
    for number in range(6):
        game, seats = begin_game(plan, number)
        decisions = 0
        while not game.is_terminal and not past_limit(game, limit):
            game.apply(seats.choose(game))
            decisions += 1
        row = rows[number * plan.players]
        assert (record_hash(game, limit), decisions) == (int(row["state_hash"]), int(row["decisions"]))


def test_what_an_experiment_binds_is_bound_step_by_step_too():
    sponsor = RULES.card_index("S201")
    plan = BatchPlan(RULES, 2, [], "random", ["random"] * 2, 3, first_card=[sponsor, None], keep_first=[True, False],
                     first_upgrade=[None, 2])
    rows = plan.play(0, 5)
    for number in range(5):
        game, seats = begin_game(plan, number)
        seats = seats.clone()
        while not game.is_terminal and not past_limit(game, 500):
            game.apply(seats.choose(game))
        assert record_hash(game, 500) == int(rows["state_hash"][2 * number])


def test_a_game_of_a_plan_starts_as_game_new_does():
    plan = batch_plan(3, "all", "random", 9)
    game, seats = begin_game(plan, 7)
    assert game == Game.new(3, 9, 7, "all")
    assert game.origin == (9, 7) and seats.policies == ("random",) * 3


@pytest.mark.parametrize("name", PLANS)
def test_recorded_outcomes_force_the_same_game_on_another_stream(name):
    plan = batch_plan(**PLANS[name])
    kinds = set()
    for number in (0, 1, 26):
        game, seats = begin_game(plan, number)
        other = Game.from_dict(without_stream(game))
        while not game.is_terminal and not past_limit(game, PLANS[name].get("turn_limit", 500)):
            code = seats.choose(game)
            outcomes = step(game, code)
            kinds |= {kind for kind, _ in outcomes}
            forced_step(other, code, outcomes)
        assert without_stream(other) == without_stream(game)
        assert other != game  # the streams differ
    assert name != "two players" or kinds == {"pick", "shuffle"}


def robbed() -> Game:
    """Player 1 may give a random one of two cards to player 0."""
    seats = p(hand=["A401"]), p(hand=["A405", "A406"], money=20, appeal=9)
    return position(*seats, decision=effect(op="pilfering", n=1))


@pytest.mark.parametrize("card", ["A405", "A406"])
def test_a_stolen_card_is_a_pick_that_can_be_forced(card):
    game = robbed()
    forced_step(game, "give card", [("pick", card)])
    assert game.observe(0).as_dict()["seats"][0]["hand"] == ["A401", card]
    told = step(robbed(), "give card")
    assert [kind for kind, _ in told] == ["pick"] and told[0][1] in ("A405", "A406")


@pytest.mark.parametrize("outcomes", [
    [("pick", "A401")], [], [("pick", "A405"), ("pick", "A406")], [("shuffle", ["A405"])], [("pick", "A999")],
], ids=["a card of another place", "none", "one too many", "a shuffle", "an unknown card"])  # fmt: skip
def test_impossible_outcomes_are_refused_and_nothing_is_done(outcomes):
    game = robbed()
    before = game.to_bytes()
    with pytest.raises(ScriptError):
        forced_step(game, "give card", outcomes)
    assert game.to_bytes() == before and len(game.legal_actions()) == 2
    game.apply("pay")


def short_deck() -> Game:
    """A deck of one card; everything else that nobody holds lies in the discard pile."""
    game = position(p(actions=["animals", "association", "build", "sponsors", "cards"]), p(), deck=["A401"],
                    rest="discard")
    return take(game, "act cards")


def test_a_new_deck_is_told_in_its_order_and_can_be_forced():
    game = short_deck()
    assert deck_keys(game) == ["A401"]
    told = step(game, "draw")
    assert [kind for kind, _ in told] == ["shuffle"]
    order = told[0][1]
    # Strength 5 on side I draws three cards: the last one of the old deck and two of the new one.
    assert game.observe(0).as_dict()["seats"][0]["hand"] == sorted(["A401", *order[:2]])
    assert deck_keys(game) == order[2:]
    again = short_deck()
    forced_step(again, "draw", [("shuffle", order[::-1])])
    assert deck_keys(again) == order[::-1][2:]
    with pytest.raises(ScriptError):
        forced_step(short_deck(), "draw", [("shuffle", [order[0], *order[:-1]])])


def test_drawn_cards_are_told_across_a_new_deck():
    game = short_deck()
    taken = take_step(game, "draw", 0)
    assert taken.drawn == ["A401", *taken.outcomes[0][1][:2]]


def test_drawn_cards_are_those_that_left_the_deck():
    for step_ in plan_steps(batch_plan(2, seed=4), 0):
        if not step_.outcomes:
            assert deck_keys(step_.before)[: len(step_.drawn)] == step_.drawn
            assert deck_keys(step_.after) == deck_keys(step_.before)[len(step_.drawn):]


def test_an_illegal_action_changes_nothing():
    game = robbed()
    with pytest.raises(IllegalActionError):
        step(game, "act build")
    assert game == robbed()


def test_a_tape_is_seen_by_its_own_thread_and_state_only():
    plan = batch_plan(2, seed=5)
    alone = plan.play(0, 200)["state_hash"].tolist()
    told = [step_.outcomes for step_ in plan_steps(plan, 51)]
    with ThreadPoolExecutor(2) as pool:
        batches = [pool.submit(plan.play, 0, 200) for _ in range(4)]
        games = [pool.submit(lambda: [step_.outcomes for step_ in plan_steps(plan, 51)]) for _ in range(4)]
        assert all(batch.result()["state_hash"].tolist() == alone for batch in batches)
        assert all(game.result() == told for game in games)


def test_seats_ask_only_for_what_they_have():
    game = Game.new(seed=1)
    with pytest.raises(UsageError, match="seat 0 has no policy"):
        Seats(RULES, [None, "random"]).choose(game)
    with pytest.raises(UsageError, match="another ruleset or number"):
        Seats(RULES, ["random"]).choose(game)
    with pytest.raises(UsageError, match="did you mean 'random'"):
        Seats(RULES, ["randon", "random"])
    with pytest.raises(UsageError, match="over"):
        Seats(RULES, ["random"] * 2).choose(game.play())


def test_a_copy_of_the_seats_goes_on_by_itself():
    game, seats = begin_game(batch_plan(2, seed=6), 0)
    copy = seats.clone()
    assert seats.choose(game) == copy.choose(game)
    first, second = [seats.choose(game) for _ in range(5)], [copy.choose(game) for _ in range(5)]
    assert first == second and len(set(first)) > 1


def test_the_limit_marks_the_hash_but_not_the_game():
    game = Game.new(seed=1).play(turn_limit=3)
    assert past_limit(game, 3) and not past_limit(game, 0) and not past_limit(game, 500)
    assert record_hash(game, 3) != game.hash == record_hash(game)
    assert game.check() == []
