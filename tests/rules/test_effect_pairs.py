"""Pairs of open effects whose order matters: both orders can be played (R22.4, decisions section 19)."""
import pytest
from helpers import act, asked, gains, legal, me, only_legal, p, position, settle, take
from rules.map_play import open_effects, resolve
from rules.project_play import association, left, opened, rep, supporting


@pytest.mark.covers("R22.4", "D8.1", "D8.3")
@pytest.mark.parametrize(("first", "choices"), [
    ("reputation", ["take deck", "take slot 1", "take slot 2"]),
    ("take", ["take deck", "take slot 1"]),
])  # fmt: skip
def test_pair_1_reputation_before_or_after_a_card_within_range(first, choices):
    game = resolve(opened(rep(2), "take"), first)
    only_legal(game, *choices)


@pytest.mark.covers("R22.4", "R10.9", "D8.4")
@pytest.mark.parametrize(("first", "reputation"), [("upgrade", 11), ("reputation", 9)])
def test_pair_2_reputation_before_or_after_an_upgrade_of_cards(first, reputation):
    game = resolve(opened(rep(2), "upgrade", reputation=9, upgraded=["build"]), first)
    if first == "upgrade":
        only_legal(game, "upgrade animals", "upgrade association", "upgrade cards", "upgrade sponsors")
        take(game, "upgrade cards")
    assert me(game).reputation == reputation


@pytest.mark.covers("R22.4", "R10.9", "R15.19", "D6.10")
@pytest.mark.parametrize(("code", "fields", "token", "choose"), [
    ("8", {"partner_zoos": ["americas"]}, 4, "partner asia"),
    ("4", {"partner_zoos": ["americas"], "universities": ["science_reputation"]}, 4, "university two_science"),
    ("0", {"partner_zoos": ["americas"], "workers": 3}, 5, None),  # the third worker: 2 conservation
])  # fmt: skip
def test_pair_2_a_bonus_that_brings_an_upgrade_may_come_before_reputation(code, fields, token, choose):
    # Breeding program, middle slot: 1 conservation and 2 reputation; reputation 9 is the limit without Cards II.
    game = supporting("P123", map=code, zoo=["A507"], reputation=9, **fields)
    take(game, "support P123 middle", f"left-token {token}")
    while me(game).upgraded == 0:
        if asked(game) == "open":
            wanted = ("partner zoo", "university", "worker", "upgrade", "conservation 2")
            found = open_effects(game)
            take(game, f"resolve {1 + next(i for i, text in enumerate(found) if any(w in text for w in wanted))}")
        elif asked(game) in ("upgrade", "cons_choice"):
            take(game, "upgrade cards")
        else:
            take(game, choose)
    settle(game)
    assert me(game).reputation == 11


@pytest.mark.covers("R22.4", "R14.12", "R7.6")
@pytest.mark.parametrize("first", ["upgrade", "partner zoo"])
def test_pair_3_an_upgrade_before_or_after_a_third_partner_zoo(first):
    game = resolve(opened("upgrade", "partner_zoo", partner_zoos=["asia", "africa"]), first)
    if first == "upgrade":
        assert asked(take(game, "upgrade association")) == "partner_zoo"
    else:
        assert asked(game) == "upgrade"  # no third partner zoo without Association II
        assert asked(take(game, "upgrade association")) == "main"


@pytest.mark.covers("R22.4", "R11.14", "D8.5")
@pytest.mark.parametrize("first", ["upgrade", "build"])
def test_pair_3_an_upgrade_before_or_after_a_free_building(first):
    # (6,5) of map 0 is a Build II space.
    game = opened("upgrade", {"op": "free_building", "arg": "pavilion"}, buildings=["kiosk@6,7"])
    resolve(game, first)
    if first == "upgrade":
        take(game, "upgrade build")
    assert ("place pavilion @6,5 r0" in legal(game)) is (first == "upgrade")


@pytest.mark.covers("R22.4", "D7.5")
def test_pair_4_money_is_there_before_an_optional_payment():
    game = opened({"op": "money", "n": 3}, "sponsor_for_money", money=0, hand=["S223"])
    while asked(game) == "open":
        resolve(game, "money")
    only_legal(game, "pass", "play S223")  # level 3


@pytest.mark.covers("R22.4", "R20.2", "D11.15")
@pytest.mark.parametrize(("ability", "fields", "hit"), [
    ({"op": "venom", "n": 1}, {}, lambda game: me(game, 1).venom != 0),
    ({"op": "constriction"}, {}, lambda game: me(game, 1).constriction != 0),
    ({"op": "pilfering", "n": 1}, {"hand": ["A401"]}, lambda game: asked(game) == "pilfer"),
])  # fmt: skip
@pytest.mark.parametrize("first", ["appeal", "ability"])
def test_pair_5_own_appeal_before_or_after_an_interactive_ability(ability, fields, hit, first):
    game = opened({"op": "appeal", "n": 4}, ability, appeal=10, others=(p(appeal=12, **fields),))
    assert asked(game) == "open"
    resolve(game, "appeal" if first == "appeal" else ability["op"])
    settle(game)
    assert hit(game) is (first == "ability")


@pytest.mark.covers("R22.4", "D9.4", "D11.12", "resistance")
@pytest.mark.parametrize(("first", "cards"), [("discard", 2), ("resistance", 3)])
def test_pair_6_the_discard_at_ten_before_or_after_resistance(first, cards):
    game = opened({"op": "conservation", "n": 1}, "resistance", conservation=9, finals=["F001", "F002"])
    resolve(game, "everybody discards" if first == "discard" else "resistance")
    if first == "resistance":
        take(game, legal(game, "keep")[0])
    assert (asked(game), len(legal(game))) == ("final_discard", cards)


@pytest.mark.covers("R22.4", "D9.2")
@pytest.mark.parametrize("first", ["conservation 5", "snap"])
def test_pair_6_a_tile_before_or_after_another_effect(first):
    game = opened({"op": "conservation", "n": 1}, {"op": "snapping", "n": 1}, conservation=4)
    assert len(open_effects(game)) == 2
    assert asked(resolve(game, first)) == ("cons_tile" if first == "conservation 5" else "snap")


@pytest.mark.covers("R22.4", "D11.6", "D11.9")
@pytest.mark.parametrize(("op", "verb"), [("sunbathing", "sell"), ("pouch", "tuck")])
@pytest.mark.parametrize("first", ["sprint", "other"])
def test_pair_7_draws_before_or_after_selling_and_pouching(op, verb, first):
    game = opened({"op": "sprint", "n": 1}, {"op": op, "n": 2}, hand=["A401"], table={"deck": ["A402"]})
    assert len(open_effects(game)) == 2
    resolve(game, "sprint" if first == "sprint" else op)
    drawn = [f"{verb} A402"] if first == "sprint" else []
    only_legal(game, "pass", f"{verb} A401", *drawn)


@pytest.mark.covers("R22.4", "D8.5")
def test_pair_8_free_buildings_in_either_order():
    game = opened({"op": "free_building", "arg": "kiosk"}, {"op": "free_building", "arg": "enclosure_2"},
                  buildings=["pavilion@4,7"])  # fmt: skip
    assert len(open_effects(game)) == 2
    resolve(game, "enclosure 2")
    assert legal(game, "place enclosure_2") != []
    assert legal(game, "place kiosk") == []


@pytest.mark.covers("R22.4", "D4.4")
def test_pair_8_a_free_building_before_or_after_moving_in():
    # A new aviary with a free kiosk beside it: animals move in before or after it is placed.
    for word, question in (("move", "move_in"), ("kiosk", "free_building")):
        game = opened({"op": "move_in", "arg": "large_bird_aviary"}, {"op": "free_building", "arg": "kiosk"},
                      zoo=["A495"], buildings=["large_bird_aviary"])  # fmt: skip
        assert len(open_effects(game)) == 2
        assert asked(resolve(game, word)) == question


@pytest.mark.covers("R22.4", "R14.8")
def test_pair_9_workers_are_there_before_the_next_task():
    # One worker; the token of the "worker" space is used for a project: the worker serves the next task.
    game = association(10, 2, money=0, zoo=["A401", "A402"], conservation=2, table={"base_projects": ["P103"]})
    settle(game, "task project", "support P103 right", left("worker"))
    assert me(game).workers == 1
    only_legal(game, "pass", "task reputation", "task partner_zoo", "task university")


@pytest.mark.covers("R22.4", "R1.17")
def test_pair_10_x_tokens_gained_at_the_limit_are_lost():
    game = position(p(x_tokens=4, multiplier={"cards": 1}), break_left=2)
    act(game, "cards", 1)  # 3 left; the break gives 1
    assert me(game).x_tokens == 4
    game = act(position(p(x_tokens=5, multiplier={"cards": 1}), break_left=2), "cards")
    assert me(game).x_tokens == 5  # before the second execution could spend one
    assert "act cards +5x" in legal(game)


@pytest.mark.covers("R22.4", "R20.45")
@pytest.mark.parametrize(("first", "appeal"), [("partner zoo", 2), ("appeal per africa", 1)])
def test_pair_11_icons_entering_before_or_after_they_are_counted(first, appeal):
    game = opened({"op": "iconic_animal", "arg": "africa"}, "partner_zoo", zoo=["A405"], appeal=0)
    resolve(game, first)
    settle(game, "partner africa")
    assert me(game).appeal == appeal


@pytest.mark.covers("R22.4", "R5.11", "D13.1")
@pytest.mark.parametrize("first", ["clever", "extra"])
def test_pair_12_clever_before_or_after_an_extra_action(first):
    game = opened("clever", {"op": "action", "arg": "sponsors"}, money=0)
    assert (asked(game), len(open_effects(game))) == ("deferred", 2)
    resolve(game, first)
    if first == "clever":
        take(game, "move sponsors to 1")
        assert gains(game, "act sponsors", "break")["money"] == 1
    else:
        assert gains(game, "act sponsors", "break")["money"] == 5


@pytest.mark.covers("R22.4", "R24.17", "D15.2")
@pytest.mark.parametrize(("first", "money"), [("pouch", 11), ("income by appeal", 10)])
def test_pair_13_pouching_before_or_after_the_income_for_appeal(first, money):
    # Left edge of map 7: Pouch 2 as income. Appeal 6 gives 10 money, one pouched card makes it 8: 11 money.
    game = position(p(map="7", left_tokens=[0, 1, 2, 4, 5, 6], hand=["A401"], money=0, appeal=6),
                    decision={"income": True})  # fmt: skip
    resolve(game, first)
    settle(game, "tuck A401")
    assert (asked(game), me(game).money, me(game).appeal) == ("main", money, 8)


@pytest.mark.covers("R22.4", "R24.17", "D15.2")
@pytest.mark.parametrize(("first", "slots"), [("conservation 5", 2), ("take 1 card", 1)])
def test_pair_13_a_card_as_income_before_or_after_reputation_of_a_threshold(first, slots):
    game = position(p(left_tokens=[0, 1, 2, 4, 5, 6], conservation=4, zoo=["S201"]), decision={"income": True},
                    tiles={"5": ["reputation_2", "money_10"]})  # fmt: skip
    resolve(game, first)
    if first == "conservation 5":
        take(game, "take tile 1")
        while asked(game) == "open":
            resolve(game, "reputation" if any("reputation" in text for text in open_effects(game)) else "take 1")
    only_legal(game, "pass", "take deck", *(f"take slot {i}" for i in range(1, slots + 1)))  # 201 says "may"


@pytest.mark.covers("R22.4", "R24.17", "D15.2")
@pytest.mark.parametrize(("fields", "words"), [
    ({"left_tokens": [0, 1, 2, 4, 5, 6], "conservation": 4}, ("conservation 5", "income by appeal")),
    ({"left_tokens": [0, 2, 3, 4, 5, 6], "buildings": ["kiosk@4,7"]}, ("enclosure 2", "income by kiosks")),
])  # fmt: skip
def test_pair_13_income_items_that_interact_are_offered_together(fields, words):
    for word in words:
        game = position(p(**fields), decision={"income": True})
        before = len(open_effects(game))
        resolve(game, word)
        assert asked(game) in ("cons_tile", "free_building") or len(open_effects(game)) == before - 1


@pytest.mark.covers("R22.4", "R15.19", "R15.20")
@pytest.mark.parametrize("first", ["upgrade", "partner zoo"])
def test_pair_14_reward_left_edge_bonus_and_card_bonus(first):
    # The card bonus of 116 (1 reputation) reaches 5: an upgrade, beside the partner zoo of the left edge of map 8.
    game = association(5, map="8", zoo=["A404"], hand=["P116"], reputation=4, conservation=10,
                       partner_zoos=["asia", "europe"])  # fmt: skip
    take(game, "task project", "support P116 right", "release A404", "left-token 4")
    assert len(open_effects(game)) == 2
    resolve(game, first)
    if first == "upgrade":
        assert asked(take(game, "upgrade association")) == "partner_zoo"  # the third
    else:
        assert asked(game) == "upgrade"
