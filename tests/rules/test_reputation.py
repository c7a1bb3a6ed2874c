"""The reputation track (R10)."""
import random

import pytest
from helpers import asked, doing, effect, gains, legal, me, only_legal, p, position, settle, take
from rules.printed import ORDER

from arknova_fast import Game

DISPLAY = ["A410", "A411", "A412", "A413", "A414", "A415"]
UPGRADES = [f"upgrade {card}" for card in ORDER]
BOTH = {"upgraded": ["cards"]}  # Cards II


def gain(start: int, n: int, **fields) -> Game:
    return position(p(reputation=start, **fields), display=DISPLAY, decision=effect(op="reputation", n=n))


def answered(game: Game) -> Game:
    """The reputation bonuses taken: the deck card, and whatever comes first."""
    while asked(settle(game)) != "main":
        take(game, legal(game)[0])
    return game


@pytest.mark.covers("R10.1")
@pytest.mark.parametrize(("start", "n"), [(1, 1), (1, 3), (5, 2), (5, 1)])
def test_each_reputation_advances_the_counter_one_space(start, n):
    game = gain(start, n)
    assert asked(game) == "main"  # no space with a bonus between
    assert me(game).reputation == start + n
    assert me(game, 1).reputation == 1


@pytest.mark.covers("R10.3", "D9.5")
def test_space_5_gives_an_upgrade():
    only_legal(gain(4, 1), *UPGRADES)


@pytest.mark.covers("R10.3")
def test_space_8_gives_a_worker():
    game = gain(7, 1)
    assert (me(game).workers, me(game).workers_idle) == (2, 2)


@pytest.mark.covers("R10.3", "D9.6", "R9.3")
@pytest.mark.parametrize(("space", "last"), [(10, 5), (13, 6)])
def test_spaces_10_and_13_give_a_card_of_the_deck_or_within_the_new_range(space, last):
    game = gain(space - 1, 1, **BOTH)
    assert asked(game) == "take"
    only_legal(game, "take deck", *(f"take slot {slot}" for slot in range(1, last + 1)))
    take(game, f"take slot {last}")
    assert me(game).hand == [DISPLAY[last - 1]] and asked(game) == "main"


@pytest.mark.covers("R10.3")
@pytest.mark.parametrize("space", [11, 14])
def test_spaces_11_and_14_give_one_conservation(space):
    game = gain(space - 1, 1, **BOTH)
    assert (me(game).reputation, me(game).conservation) == (space, 1)


@pytest.mark.covers("R10.3")
@pytest.mark.parametrize("space", [12, 15])
def test_spaces_12_and_15_give_one_x_token(space):
    game = gain(space - 1, 1, **BOTH)
    assert (me(game).reputation, me(game).x_tokens) == (space, 1)


@pytest.mark.covers("R10.3")
@pytest.mark.parametrize("space", [2, 3, 4, 6, 7, 9])
def test_the_other_spaces_give_nothing(space):
    before, game = position(p(reputation=space - 1)), gain(space - 1, 1)
    for name in ("money", "appeal", "conservation", "x_tokens", "workers", "hand", "upgraded"):
        assert getattr(me(game), name) == getattr(me(before), name)
    assert asked(game) == "main"


@pytest.mark.covers("R10.2")
@pytest.mark.parametrize(("start", "n", "upgrade", "worker"), [
    (4, 1, True, False), (3, 4, True, False), (3, 5, True, True), (7, 2, False, True), (5, 2, False, False),
    (8, 1, False, False),
])  # fmt: skip
def test_reaching_or_passing_a_bonus_space_gives_the_bonus_at_once_and_once(start, n, upgrade, worker):
    game, seen = gain(start, n), 0
    while asked(game) != "main":
        seen += asked(game) == "upgrade"
        take(game, legal(game)[0])
    assert (seen, me(game).workers) == (int(upgrade), 1 + worker)


@pytest.mark.covers("R10.2", "R10.3", "R14.24")
def test_a_walk_over_the_whole_track_gives_each_bonus_once():
    game = answered(gain(1, 14, conservation=2, **BOTH))
    player = me(game)
    assert (player.reputation, player.upgraded.bit_count()) == (15, 2)
    assert (player.workers, len(player.hand), player.x_tokens, player.appeal) == (2, 2, 2, 0)
    assert player.conservation == 2 + 2  # spaces 11 and 14


@pytest.mark.covers("R10.2")
def test_a_bonus_of_the_track_is_usable_in_the_running_action():
    # Association II, one worker: the reputation task leads to space 8, the worker found there does the next task.
    game = position(p(reputation=6), decision=doing("association", 5, 2))
    take(game, "task reputation")
    assert "task partner_zoo" in legal(game)
    game = position(p(reputation=5), decision=doing("association", 5, 2))
    take(game, "task reputation")  # space 7: nobody left
    assert "task partner_zoo" not in legal(game)


@pytest.mark.covers("R10.4", "R10.5")
@pytest.mark.parametrize("n", [1, 2, 6])
def test_without_cards_2_the_counter_stops_at_9_and_the_rest_is_lost_without_compensation(n):
    for start in (8, 9):
        before, game = position(p(reputation=start)), gain(start, n)
        assert asked(game) == "main" and me(game).reputation == 9
        for name in ("money", "appeal", "conservation", "x_tokens", "hand", "workers"):
            assert getattr(me(game), name) == getattr(me(before), name)


@pytest.mark.covers("R10.4")
@pytest.mark.parametrize("card", ORDER)
def test_only_the_cards_action_on_side_two_opens_spaces_10_to_15(card):
    game = gain(9, 1, upgraded=[card])
    assert me(game).reputation == (10 if card == "cards" else 9)


@pytest.mark.covers("R10.6")
@pytest.mark.parametrize("n", [1, 2, 5])
def test_at_space_15_each_further_reputation_gives_1_appeal(n):
    game = gain(15, n, **BOTH)
    assert (me(game).reputation, me(game).appeal) == (15, n)
    assert (me(game).x_tokens, me(game).conservation, asked(game)) == (0, 0, "main")  # no bonus again


@pytest.mark.covers("R10.7")
@pytest.mark.parametrize(("start", "n", "appeal"), [(14, 1, 0), (14, 3, 2), (13, 2, 0), (13, 4, 2)])
def test_only_the_points_left_at_15_become_appeal(start, n, appeal):
    game = answered(gain(start, n, **BOTH))
    assert (me(game).reputation, me(game).appeal, me(game).x_tokens) == (15, appeal, 1)


@pytest.mark.covers("R10.6", "R23.2")
def test_appeal_for_reputation_stops_at_the_end_of_the_appeal_track():
    assert me(gain(15, 3, appeal=112, **BOTH)).appeal == 113


@pytest.mark.covers("R10.8")
@pytest.mark.parametrize("n", [1, 2, 4])
def test_reputation_never_decreases(n):
    game, rng, before = Game.new(n, seed=108), random.Random(n), [1] * n
    while not game.is_terminal:
        game.apply(rng.choice(game.legal_actions()))
        now = [int(player["reputation"]) for player in game.view()["player"][:n]]
        assert all(a <= b for a, b in zip(before, now, strict=True))
        before = now
    assert max(before) > 1


@pytest.mark.covers("R10.8", "R16.6")
def test_releasing_an_animal_keeps_the_reputation_it_gave():
    # The Tasmanian Devil gave 1 reputation when it was played; project 117 releases it.
    game = position(p(zoo=["A425"], reputation=4, appeal=10, buildings=["enclosure_1*"]), base_projects=["P103"],
                    projects=["P117"], decision=doing("association", 5))  # fmt: skip
    change = gains(game, "task project", "support P117 right", "release A425")
    assert "reputation" not in change and me(game).reputation == 4
    assert me(game).zoo == [] and change["appeal"] == -4


@pytest.mark.covers("R10.9", "R22.4")
def test_a_reputation_gain_and_an_upgrade_that_come_together_may_be_taken_in_either_order():
    game = position(p(reputation=9), display=DISPLAY, decision=effect({"op": "reputation", "n": 1}, {"op": "upgrade"}))
    only_legal(game, "resolve 1", "resolve 2")
    ends = []
    for text in ("resolve 1", "resolve 2"):
        one = answered(settle(take(game.clone(), text), "upgrade cards"))
        ends.append((me(one).reputation, len(me(one).hand)))
    assert sorted(ends) == [(9, 0), (10, 1)]  # lost at 9, or on to 10 with its card
