"""Timing of effects: at once, in the order the player likes, completed one by one (R22, D8, decisions section 19)."""
import pytest
from helpers import asked, doing, gains, legal, me, only_legal, p, position, settle, table, take
from rules.ability_play import about_to_play, play
from rules.map_play import open_effects, resolve
from rules.project_play import opened, rep

ALL_UPGRADED = ["animals", "association", "build", "cards", "sponsors"]


# --- at once, or after finishing --------------------------------------------------------------------------------------


@pytest.mark.covers("R22.1", "R22.2")
def test_bonuses_are_executed_at_once_and_can_be_used_in_the_same_action():
    # Build II, strength 2, 2 money: a kiosk on (7,2) of map 0 brings 5 money for a pavilion.
    game = position(p(money=2, buildings=["kiosk@7,8", "pavilion@7,4", "pavilion@7,6"], upgraded=["build"]),
                    decision=doing("build", 2, 2))  # fmt: skip
    take(game, "build kiosk")
    assert gains(game, "place kiosk @7,2 r0") == {"money": 5 - 2}
    assert "build pavilion" in legal(game)


@pytest.mark.covers("R22.1", "D10.1")
def test_after_finishing_effects_wait_until_the_action_card_has_moved():
    # (5,6) of map 0 shows Clever: two more buildings could be built before it.
    game = position(p(money=20, buildings=["pavilion@4,7"]), decision=doing("build", 3, 2))
    take(game, "build kiosk", "place kiosk @5,6 r0")
    assert asked(game) == "build"
    take(game, "pass")
    assert (asked(game), me(game).order[0]) == ("clever", 2)  # Build lies in slot 1


@pytest.mark.covers("R22.3")
def test_x_tokens_gained_in_an_action_do_not_raise_its_strength():
    # (3,8) of map 0 shows an X-token: 1 of strength 2 is left, no size 2 can be built.
    game = position(p(money=20, buildings=["pavilion@3,6"]), decision=doing("build", 2, 2))
    take(game, "build kiosk")
    assert gains(game, "place kiosk @3,8 r0") == {"money": -2, "x_tokens": 1}
    only_legal(game, "pass", "build pavilion", "build enclosure_1")


@pytest.mark.covers("R22.6")
def test_effects_of_a_card_are_resolved_before_the_next_card_is_played():
    # Caracal (404): Hunter 2 shows a Raccoon, which can then be the second animal.
    game = about_to_play("A404", strength=5, side=1, money=60, table={"deck": ["A415", "S201"]},
                         buildings=["enclosure_2", "enclosure_1"])  # fmt: skip
    play(game, "A404")
    settle(game)
    assert asked(game) == "hunter"
    take(game, "take A415")
    only_legal(game, "pass", "play A415")


@pytest.mark.covers("R22.7")
def test_effects_on_other_players_are_applied_at_once():
    # Sponsor 222 with one research icon in the zoo: 1 conservation, and 2 money for every other player.
    game = position(p(hand=["S222"], zoo=["S225"]), p(money=3), p(money=0), n=3, decision=doing("sponsors", 7, 2))
    settle(game, "play S222")
    assert (me(game).conservation, me(game, 1).money, me(game, 2).money) == (1, 5, 2)


@pytest.mark.covers("R22.8", "D9.4", "D14.2")
def test_the_discards_at_conservation_ten_are_independent_and_hidden():
    def seen_by_seat_1(card):
        finals = [{"finals": ["F001", "F002"]}, {"finals": ["F003", "F004"]}]
        game = opened({"op": "conservation", "n": 1}, conservation=9, others=(p(**finals[1]),), **finals[0])
        assert (asked(game), game.current_player()) == ("final_discard", 0)
        only_legal(game, "discard F001", "discard F002")
        take(game, f"discard {card}")
        assert game.current_player() == 1
        only_legal(game, "discard F003", "discard F004")
        return game

    first, second = seen_by_seat_1("F001"), seen_by_seat_1("F002")
    # For seat 1 either card may be the one that seat 0 still holds, whichever was discarded.
    held = [{me(game.determinize(1, seed)).finals for seed in range(60)} for game in (first, second)]
    assert {1 << 0, 1 << 1} <= held[0] & held[1]
    assert asked(take(first, "discard F003")) == "main"
    assert first.current_player() == 0


@pytest.mark.covers("R22.9", "D8.2")
@pytest.mark.parametrize("one", ["clever", {"op": "boost", "arg": "build"}, "sponsor_for_money",
                                 {"op": "free_building", "arg": "kiosk"}, {"op": "sunbathing", "n": 2},
                                 {"op": "pouch", "n": 1}, {"op": "digging", "n": 1}])  # fmt: skip
def test_optional_effects_can_be_declined(one):
    game = opened(one, hand=["S223", "A401"], buildings=["pavilion@4,7"])
    assert "pass" in legal(game)
    before = me(game)
    take(game, "pass")
    after = me(game)
    assert (after.hand, after.money, after.appeal, after.kiosk, after.order) == (
        before.hand, before.money, before.appeal, before.kiosk, before.order)  # fmt: skip


@pytest.mark.covers("R22.9", "D8.2")
@pytest.mark.parametrize("one", ["take", "upgrade", "cons_choice", "partner_zoo", "university", "multiplier_any",
                                 {"op": "snapping", "n": 1}, {"op": "cons_tile", "arg": 0}])  # fmt: skip
def test_other_effects_cannot_be_declined(one):
    game = opened(one)
    assert asked(game) != "main"
    assert "pass" not in legal(game)


@pytest.mark.covers("R22.10", "R7.7")
@pytest.mark.parametrize(("one", "fields", "shared"), [
    ("upgrade", {"upgraded": ALL_UPGRADED}, {}),
    ("cons_choice", {"upgraded": ALL_UPGRADED, "workers": 4, "workers_idle": 0}, {}),
    ("partner_zoo", {}, {"partner_board": []}),
    ("university", {}, {"university_board": []}),
    ("sponsor_for_money", {"hand": ["A401"]}, {}),
    ({"op": "free_building", "arg": "petting_zoo"}, {"buildings": ["petting_zoo"]}, {}),
    ({"op": "snapping", "n": 1}, {}, {"display": [None] * 6, "rest": "discard"}),
])  # fmt: skip
def test_an_effect_that_cannot_be_carried_out_is_skipped_without_compensation(one, fields, shared):
    game = opened(one, table=shared, **fields)
    before = position(p(**fields), **shared)
    assert asked(game) == "main"
    for name in ("money", "appeal", "conservation", "reputation", "x_tokens", "workers", "upgraded", "multi"):
        assert getattr(me(game), name) == getattr(me(before), name)


@pytest.mark.covers("R22.11", "D10.2")
def test_after_finishing_effects_of_the_income_are_executed_at_once():
    # Left edge of map 6: Clever twice as income.
    game = position(p(map="6", left_tokens=[0, 1, 2, 4, 5, 6]), n=2, decision={"break": "now"})
    game = settle_until(game, "clever")
    assert game.view()["phase"] == 2  # still in the break
    take(game, "move cards to 1")
    game = settle_until(game, "clever")
    take(game, "move sponsors to 1")
    assert me(game).order == [4, 3, 0, 1, 2]


def settle_until(game, kind: str):
    while asked(game) == "open":
        take(game, "resolve 1")
    assert asked(game) == kind
    return game


# --- one after the other ----------------------------------------------------------------------------------------------


@pytest.mark.covers("R22.5", "D9.7")
def test_a_started_effect_is_completed_before_the_next_one():
    # Three cards of a tile beside an open snap: nothing comes between the three.
    game = opened({"op": "take", "n": 3}, {"op": "snapping", "n": 1})
    resolve(game, "take 3 card")
    for _ in range(3):
        assert asked(game) == "take"
        take(game, "take deck")
    assert asked(game) == "snap"


@pytest.mark.covers("R22.5", "D8.1")
def test_triggered_effects_join_the_open_ones():
    # The partner zoo triggers sponsor 212 (pouch 1 for 2 appeal), the upgrade of its space joins too.
    game = opened("partner_zoo", {"op": "snapping", "n": 1}, {"op": "take", "n": 1}, partner_zoos=["africa"],
                  zoo=["S212"], hand=["A401"])  # fmt: skip
    while asked(game) == "open":
        resolve(game, "partner zoo")
    take(game, "partner australia")
    found = open_effects(game)
    assert len(found) >= 3
    assert any("pouch" in text for text in found)
    assert any("snap" in text for text in found)


@pytest.mark.covers("R22.4", "D8.1")
def test_any_open_effect_may_come_next():
    game = opened("take", {"op": "snapping", "n": 1}, {"op": "sprint", "n": 1})
    only_legal(game, "resolve 1", "resolve 2", "resolve 3")
    assert {text.split()[0] for text in open_effects(game)} == {"take", "snap", "sprint:"}


# --- information ------------------------------------------------------------------------------------------------------


@pytest.mark.covers("R22.4", "D8.1")
@pytest.mark.parametrize(("card", "conservation", "question", "fields"), [
    ("A440", 1, "dig", {}),  # Digging 2 before the choice of an upgrade or a worker
    ("A440", 9, "dig", {"finals": ["F001", "F002"]}),  # ... before the discard of a final scoring card
    ("A431", 1, "resistance", {"finals": ["F001", "F002"]}),  # Resistance before the upgrade
])  # fmt: skip
def test_an_effect_that_shows_cards_may_come_before_a_choice(card, conservation, question, fields):
    game = about_to_play(card, "A401", strength=2, side=2, conservation=conservation,
                         buildings=["enclosure_5+rock1+water1"], **fields)  # fmt: skip
    play(game, card)
    while asked(game) == "open":
        resolve(game, "digging" if question == "dig" else "resistance")
    assert asked(game) == question


# --- pairs that commute -----------------------------------------------------------------------------------------------


@pytest.mark.covers("D8.1")
@pytest.mark.parametrize("pair", [
    (rep(1), {"op": "money", "n": 5}),
    (rep(1), {"op": "snapping", "n": 1}),  # snapping ignores the range
    (rep(1), {"op": "conservation", "n": 1}),
    ({"op": "appeal", "n": 3}, {"op": "conservation", "n": 1}),
    ({"op": "appeal", "n": 3}, {"op": "sunbathing", "n": 1}),
    ({"op": "appeal", "n": 3}, {"op": "hunter", "n": 2}),
    ({"op": "appeal", "n": 3}, "pack"),
    ("worker", {"op": "appeal", "n": 3}),
    ({"op": "x_token", "n": 1}, {"op": "jumping", "n": 2}),
    ({"op": "multiplier", "arg": "build"}, {"op": "appeal", "n": 1}),
    ({"op": "appeal", "n": 1}, {"op": "sprint", "n": 2}),
    ({"op": "conservation", "n": 1}, {"op": "sprint", "n": 2}),
])  # fmt: skip
@pytest.mark.parametrize("swap", [False, True])
def test_commuting_effects_are_not_asked_for_their_order(pair, swap):
    game = opened(*(reversed(pair) if swap else pair), hand=["A401"])
    while asked(game) != "main":
        assert asked(game) != "open"
        take(game, legal(game)[0])
    assert table(game).n_open == 0
