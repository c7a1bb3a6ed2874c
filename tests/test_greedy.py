"""The policy greedy: what it may know, that it is a pure function, that it plays sensibly, and its weights."""
import numpy as np
import pytest
from helpers import doing, p, position

from arknova_fast import Game, Ruleset, action_to_string, simulate
from arknova_fast.errors import CardDataError, StateDataError, UsageError
from arknova_fast.search.policy import POLICIES, checked_policy
from arknova_fast.search.weights import GREEDY_WEIGHTS, parse_weights, weights_text
from arknova_fast.seating import parse_policies

TURN_LIMIT_REACHED = 4
ENOUGH = 3000  # decisions looked at in the tests that go through games


def decisions(players, seed, policy="greedy"):
    """The decisions with two or more options of games played by a policy, as (game, seat)."""
    for number in range(50):
        game = Game.new(players=players, seed=seed, game=number, maps="all")
        while not game.is_terminal:
            actions = game.legal_actions()
            if len(actions) > 1:
                yield game, game.current_player()
                game.apply_unchecked(game.choose(policy))
            else:
                game.apply_unchecked(actions[0])


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_games_end_by_themselves_on_every_map_with_every_number_of_players(players):
    records = simulate(60, players=players, maps="all", policies="greedy", seed=11)
    assert (records["end_cause"] != TURN_LIMIT_REACHED).all()
    assert records["turns"].mean() <= 45
    assert len(set(records["map"])) == 10


def test_the_winner_of_two_scores_at_least_105_on_average():
    records = simulate(200, maps="all", policies="greedy", seed=12)
    assert records["score"][records["rank"] == 0].mean() >= 105


def test_it_beats_random_in_pairs_of_games_with_the_seats_swapped():
    first = simulate(40, maps="all", policies=["greedy", "random"], seed=13)
    second = simulate(40, maps="all", policies=["random", "greedy"], seed=13)
    # A beginner among experts may win once in two hundred games, not twice in eighty.
    lost = (first["rank"][0::2] > 0).sum() + (second["rank"][1::2] > 0).sum()
    assert lost <= 1


def test_the_same_seed_gives_the_same_games_for_any_number_of_jobs():
    one = simulate(60, players=3, maps="all", policies="greedy", seed=14, jobs=1)
    other = simulate(60, players=3, maps="all", policies="greedy", seed=14, jobs=2, chunk=7)
    np.testing.assert_array_equal(one, other)


def test_a_game_played_step_by_step_is_the_game_of_the_compiled_loop():
    games = simulate(3, maps="all", policies="greedy", seed=15)
    for number in range(3):
        game = Game.new(seed=15, game=number, maps="all")
        while not game.is_terminal:
            actions = game.legal_actions()
            game.apply(game.choose("greedy") if len(actions) > 1 else actions[0])
        assert game.hash == games["state_hash"][2 * number]


@pytest.mark.parametrize("players", [2, 4])
def test_hidden_cards_do_not_change_the_choice(players):
    """Deck, other hands and their final scoring cards are dealt anew; the seat must choose the same."""
    for looked_at, (game, seat) in enumerate(decisions(players, 16)):
        if looked_at == ENOUGH // 2:
            return
        other = game.determinize(seat, 1000 + looked_at)
        assert other.legal_actions() == game.legal_actions()
        assert other.choose("greedy") == game.choose("greedy"), (game.decision(), game.to_text())


def test_choosing_leaves_the_game_and_its_chance_as_they_are():
    for looked_at, (game, _) in enumerate(decisions(2, 17)):
        if looked_at == 200:
            return
        before = game.to_bytes()
        game.choose("greedy:noise=5", seed=looked_at)
        assert game.to_bytes() == before


def test_a_policy_that_draws_random_numbers_does_not_move_the_deal():
    """Both seats are dealt the same cards, whoever plays them and whatever was drawn before."""
    for policy in ("greedy", "greedy:noise=3", "random"):
        game = Game.new(seed=18, maps=["1", "4"])
        dealt = [sorted(player["hand"]) for player in game.to_dict()["players"]]
        game.apply(game.choose(policy))
        kept = game.to_dict()["players"]
        assert set(kept[0]["hand"]) < set(dealt[0])
        assert sorted(kept[1]["hand"]) == dealt[1]


def test_noise_depends_on_the_seed_and_other_weights_on_nothing_random():
    plain = simulate(20, policies="greedy", seed=19)
    noisy = simulate(20, policies="greedy:noise=5", seed=19)
    np.testing.assert_array_equal(noisy, simulate(20, policies="greedy:noise=5", seed=19))
    assert (plain["state_hash"] != noisy["state_hash"]).all()


# --- sensible choices in positions made for them --------------------------------------------------------------------


def choice(game):
    return action_to_string(game, game.choose("greedy"))


def test_it_builds_an_enclosure_of_the_size_its_animal_needs():
    # The caracal (404) needs two spaces, the cougar (413) three.
    assert choice(position(p(hand=["A404"], money=30), decision=doing("build", 5))) == "build enclosure_2"
    assert choice(position(p(hand=["A413"], money=30), decision=doing("build", 5))) == "build enclosure_3"


def test_it_houses_an_animal_in_the_smallest_enclosure_that_fits():
    game = position(p(hand=["A404"], money=30, buildings=["enclosure_5", "enclosure_2"]), decision=doing("animals", 2))
    game.apply("play A404")
    assert len(game.legal_actions()) == 2
    game.apply(game.choose("greedy"))
    buildings = game.to_dict()["players"][0]["buildings"]
    assert [building["kind"] for building in buildings if building.get("occupied")] == ["enclosure_2"]


def test_it_plays_an_animal_rather_than_taking_an_x_token_in_its_last_turn():
    # Animals lies in slot 2: one animal. The end is triggered, so points at once are all that counts.
    game = position(p(hand=["A404"], money=30, buildings=["enclosure_2"], appeal=60, conservation=9,
                      actions=["build", "animals", "cards", "association", "sponsors"]),
                    p(appeal=90, conservation=14), end={"cause": "turn", "player": 1, "turns_left": 1})
    assert choice(game) == "act animals"


def test_it_supports_a_project_when_it_can():
    # Five predators, among them the slot for five icons; Association lies in slot 5.
    game = position(p(zoo=["A401", "A402", "A404", "A405"], money=5, appeal=30,
                      actions=["build", "animals", "cards", "sponsors", "association"]),
                    p(), base_projects=["P101", "P110", "P102"])
    assert choice(game) == "act association"
    game.apply("act association")
    assert choice(game) == "task project"
    game.apply("task project")
    # The best slot of the predators: five conservation.
    assert choice(game) == "support P110 left"


def test_it_keeps_an_animal_it_can_house_and_pay_when_it_is_dealt_one():
    animals = Ruleset.default().data["animals"]

    def playable(hand):
        cards = [animals[key[1:]] for key in hand if key[0] == "A"]
        return any(not card["requires"]["icons"] and not card["requires"]["partner_zoo"] and card["size"]
                   and card["cost"] + 2 * card["size"] <= 25 for card in cards)

    dealt = kept = 0
    for number in range(150):
        game = Game.new(seed=21, game=number)
        if playable(game.to_dict()["players"][0]["hand"]):
            dealt += 1
            game.apply(game.choose("greedy"))
            kept += playable(game.to_dict()["players"][0]["hand"])
    assert dealt > 100
    # Hypergeometric: four of eight cards at random would keep a single such animal half of the time.
    assert kept > 0.95 * dealt


# --- weights --------------------------------------------------------------------------------------------------------


def test_every_weight_has_a_default_in_its_range_and_a_sentence():
    assert len({weight.name for weight in GREEDY_WEIGHTS}) == len(GREEDY_WEIGHTS)
    for weight in GREEDY_WEIGHTS:
        assert weight.low <= weight.default <= weight.high
        assert len(weight.text) > 10


def test_weights_in_the_text_of_a_policy_change_how_it_plays():
    plain = simulate(20, policies="greedy", seed=20)
    changed = simulate(20, policies="greedy:appeal=0,card=5", seed=20)
    assert (plain["state_hash"] != changed["state_hash"]).any()
    np.testing.assert_array_equal(plain, simulate(20, policies=f"greedy:appeal={default('appeal')!r}", seed=20))


def default(name):
    return next(weight.default for weight in GREEDY_WEIGHTS if weight.name == name)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("greedy:apeal=1", "unknown weight 'apeal'; did you mean 'appeal'"),
        ("greedy:appeal=x", "weight appeal must be a number, not 'x'"),
        ("greedy:appeal=nan", "weight appeal must be a number"),
        ("greedy:appeal=99", "weight appeal must be from 0 to 10, not 99"),
        ("greedy:appeal", "written name=value, not 'appeal'"),
        ("greedy:", "written name=value"),
        ("gredy:appeal=1", "did you mean 'greedy'"),
        ("random:appeal=1", "policy random has no weights"),
    ],
)
def test_wrong_weights_are_refused_with_one_sentence(text, message):
    with pytest.raises(UsageError, match=message.replace("(", r"\(")):
        simulate(1, policies=text)


def test_a_file_of_weights_that_cannot_be_read_is_bad_data():
    with pytest.raises(StateDataError, match="cannot read 'nowhere"):
        simulate(1, policies="greedy:@nowhere.toml")


def test_commas_separate_weights_and_seats():
    assert parse_policies("greedy:appeal=1.25,money=0.35,random", 2) == ["greedy:appeal=1.25,money=0.35", "random"]
    assert parse_policies("random,greedy:money=0.35;appeal=1.25", 2) == ["random", "greedy:appeal=1.25,money=0.35"]
    assert parse_policies("greedy", 3) == ["greedy"] * 3
    with pytest.raises(UsageError, match="2 policies for 3 players"):
        parse_policies("greedy:appeal=1.25,random", 3)


def test_default_weights_are_left_out_of_the_text():
    assert checked_policy(f"greedy:appeal={default('appeal')}") == "greedy"
    assert weights_text(parse_weights("money=0.35,appeal=1.25")) == "appeal=1.25,money=0.35"


def test_a_weights_file_is_read_and_later_settings_win(tmp_path):
    file = tmp_path / "my weights.toml"
    file.write_text("[weights]\nappeal = 1.25\nmoney = 0.35\n")
    assert checked_policy(f"greedy:@{file},money=0.45") == "greedy:appeal=1.25,money=0.45"
    file.write_text("appeal = 1.25\n")
    assert checked_policy(f"greedy:@{file}") == "greedy:appeal=1.25"


@pytest.mark.parametrize(
    ("content", "message"),
    [("appeal = ", "this is no TOML"), ("[weights]\nappeal = 'much'", "must be a number"),
     ("weights = 3", "a table of weights is expected"), ("[weights]\napple = 1", "unknown weight 'apple'")],
)  # fmt: skip
def test_a_broken_weights_file_is_bad_data(tmp_path, content, message):
    file = tmp_path / "broken.toml"
    file.write_text(content)
    with pytest.raises(CardDataError, match=message):
        checked_policy(f"greedy:@{file}")


def test_every_policy_is_described():
    assert set(POLICIES) == {"random", "greedy"}
    assert all(len(text) > 20 for text in POLICIES.values())
