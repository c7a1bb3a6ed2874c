"""Upgrading action cards (R7, D8.4)."""
import pytest
from helpers import act, asked, doing, effect, gains, legal, me, only_legal, p, position, settle, take
from rules.printed import ORDER

from arknova_fast import Game

UPGRADES = [f"upgrade {card}" for card in ORDER]
AFRICA = ["A401", "A402"]  # one Africa icon each


def upgraded(game: Game) -> list[str]:
    return [card for i, card in enumerate(ORDER) if me(game).upgraded >> i & 1]


@pytest.mark.covers("R7.1", "D8.4")
@pytest.mark.parametrize("card", ORDER)
def test_an_upgrade_flips_one_card_of_the_players_choice(card):
    game = position(decision=effect(op="upgrade"))
    only_legal(game, *UPGRADES)
    take(game, f"upgrade {card}")
    assert upgraded(game) == [card]
    assert me(game, 1).upgraded == 0


@pytest.mark.covers("R7.1")
def test_an_upgraded_card_stays_upgraded_through_breaks_to_the_end():
    game = position(p(upgraded=["build", "sponsors"], finals=["F001"]), p(finals=["F002"]))
    game.play(seed=7)
    assert game.is_terminal and {"build", "sponsors"} <= set(upgraded(game))


@pytest.mark.covers("R7.2")
@pytest.mark.parametrize("card", ORDER)
def test_the_flipped_card_stays_in_its_slot_and_keeps_its_tokens(card):
    tokens = {"multiplier": {card: 2}, "venom": [card], "constriction": [card]}
    game = position(p(**tokens, actions=["cards", "build", "animals", "sponsors", "association"]),
                    decision=effect(op="upgrade"))  # fmt: skip
    before = me(game)
    take(game, f"upgrade {card}")
    after = me(game)
    for name in ("order", "multiplier", "venom", "constriction"):
        assert getattr(after, name) == getattr(before, name)
    assert after.venom == after.constriction == 1 << ORDER.index(card)


@pytest.mark.covers("R7.3", "R23.8")
@pytest.mark.parametrize(("start", "gained", "reached"), [(0, 1, False), (0, 2, True), (1, 3, True), (2, 1, False)])
def test_conservation_2_is_a_source_of_an_upgrade_or_a_worker_instead(start, gained, reached):
    game = position(p(conservation=start), decision=effect(op="conservation", n=gained))
    if not reached:
        assert asked(game) == "main"
        return
    only_legal(game, *UPGRADES, "take worker")
    assert gains(game.clone(), "take worker") == {"workers": 1}
    assert upgraded(take(game, "upgrade cards")) == ["cards"] and me(game).workers == 1


@pytest.mark.covers("R7.3")
@pytest.mark.parametrize(("start", "gained", "reached"), [(3, 1, False), (3, 2, True), (4, 3, True), (5, 2, False)])
def test_reputation_5_is_a_source_of_an_upgrade(start, gained, reached):
    game = position(p(reputation=start), decision=effect(op="reputation", n=gained))
    assert legal(game, "upgrade") == (UPGRADES if reached else [])


@pytest.mark.covers("R7.3", "R14.19")
@pytest.mark.parametrize("owned", [0, 1, 2])
def test_the_second_partner_zoo_is_a_source_of_an_upgrade(owned):
    fields = {"partner_zoos": ["africa", "asia"][:owned], "upgraded": ["association"]}
    game = take(position(p(**fields), decision=doing("association", 3)), "task partner_zoo", "partner europe")
    assert bool(legal(game, "upgrade")) is (owned == 1)


@pytest.mark.covers("R7.3", "R14.19")
@pytest.mark.parametrize("owned", [0, 1, 2])
def test_the_second_university_is_a_source_of_an_upgrade(owned):
    # two_science gives no reputation that could bring another upgrade
    fields = {"universities": ["hand_limit_reputation", "science_reputation"][:owned], "conservation": 2}
    game = take(position(p(**fields), decision=doing("association", 4)), "task university", "university two_science")
    assert bool(legal(settle(game), "upgrade")) is (owned == 1)


@pytest.mark.covers("R7.4")
def test_each_of_the_four_sources_comes_once_so_that_four_cards_can_be_upgraded():
    gains_ = [{"op": "conservation", "n": 2}, {"op": "reputation", "n": 1}, {"op": "partner_zoo"}, {"op": "university"}]
    game = position(p(reputation=4, partner_zoos=["africa"], universities=["science_reputation"]),
                    decision=effect(*gains_, *gains_))  # every source reached, and then once more  # fmt: skip
    count = 0
    while asked(game) != "main":
        options = legal(game)
        flip = [text for text in options if text.startswith("upgrade")]
        count += bool(flip)
        take(game, (flip or [text for text in options if text != "pass"])[0])
    assert count == len(upgraded(game)) == 4


@pytest.mark.covers("R7.4")
def test_no_player_of_a_whole_game_ever_upgrades_all_five_cards():
    most = 0
    for number in range(60):
        game = Game.new(2, seed=74, game=number).play()
        most = max(most, *(me(game, seat).upgraded.bit_count() for seat in (0, 1)))
    assert 3 <= most <= 4


@pytest.mark.covers("R7.5")
@pytest.mark.parametrize("first", [[], ["association"]])
def test_an_upgrade_during_an_association_action_does_not_change_its_limits(first):
    # The reputation task brings reputation 5 and so the upgrade. Side I: one task, and that was it. Side II: 3 more.
    order = ["animals", "build", "cards", "sponsors", "association"]
    game = position(p(reputation=3, workers=4, x_tokens=4, actions=order, upgraded=first))
    take(game, "act association", "task reputation")
    if first:
        take(game, "upgrade cards")
        assert "task partner_zoo" in legal(game)
        return
    take(game, "upgrade association")
    assert (asked(game), game.current_player()) == ("main", 1)
    # In the next action side II is used: partner zoo (3) and reputation (2) with strength 5.
    take(game, "x-token animals", "act association +4x", "task partner_zoo", "partner asia")
    only_legal(game, "pass", "task reputation", "donate")


@pytest.mark.covers("R7.5")
def test_an_upgrade_during_a_build_action_does_not_allow_a_second_building():
    # The kiosk on (0, 9) of map 0 brings 2 reputation: space 5, an upgrade.
    for side, goes_on in ((1, False), (2, True)):
        game = position(p(reputation=3), decision=doing("build", 5, side))
        take(game, "build kiosk", "place kiosk @0,9 r0")
        assert asked(game) == "upgrade"
        take(game, "upgrade build" if side == 1 else "upgrade cards")
        assert (game.current_player() == 0 and "build pavilion" in legal(game)) is goes_on


def devil(strength: int, **fields):
    """Animals I: the Tasmanian Devil brings reputation 5 and with it the upgrade of Animals."""
    player = p(hand=["A425", "A505", "A413"], money=100, reputation=4, universities=["science_reputation"],
               buildings=["enclosure_1", "enclosure_5+water1", "enclosure_5"], **fields)  # fmt: skip
    display = ["A404", "A405", "A419", "A473", "A450", "A455"]
    game = position(player, display=display, decision=doing("animals", strength, 1))
    settle(game, "play A425", legal(take(game.clone(), "play A425"), "house")[0])
    while asked(game) != "upgrade":
        take(game, "resolve 1" if asked(game) == "open" else "pass")
    return settle(game, "upgrade animals")


@pytest.mark.covers("R7.5")
def test_an_upgrade_during_an_animals_action_does_not_change_its_table_and_sources():
    game = devil(3)  # side I at 3: one animal (side II: two)
    while asked(game) == "pouch":
        take(game, "pass")
    assert game.current_player() == 1 and me(game).zoo == ["A425"]
    game = devil(5)  # two animals, but from hand only although slots 1-3 are in range
    while asked(game) == "pouch":
        take(game, "pass")
    plays = legal(game, "play")
    assert plays and not {"play A404", "play A405", "play A419"} & set(plays)


@pytest.mark.covers("R7.6", "R12.11")
def test_an_animals_2_condition_sees_the_upgrade_in_the_same_action():
    game = devil(5)
    while asked(game) == "pouch":
        take(game, "pass")
    assert "play A505" in legal(game)  # the Bald Eagle asks for Animals II
    # Without the upgrade it could not have been the first animal.
    player = p(hand=["A505", "A405"], money=100, buildings=["enclosure_5+water1"])
    assert legal(position(player, decision=doing("animals", 5, 1)), "play") == ["play A405"]


@pytest.mark.covers("R7.6", "R10.9")
def test_the_reputation_limit_sees_the_upgrade_at_once():
    game = position(p(reputation=9), decision=effect({"op": "reputation", "n": 2}, {"op": "upgrade"}))
    ends = set()
    for text in legal(game):
        one = take(game.clone(), text)
        settle(one, "upgrade cards")
        while asked(one) == "take":
            take(one, "take deck")
        ends.add(me(settle(one)).reputation)
    assert ends == {9, 11}  # reputation first: lost at 9; upgrade first: two spaces on


@pytest.mark.covers("R7.6", "R14.12", "R14.13")
def test_the_third_partner_zoo_sees_the_upgrade_in_the_same_action():
    # Map 8: place 4 of the left edge gives a partner zoo; the project gives 2 conservation and so the upgrade.
    player = p(map="8", zoo=AFRICA, partner_zoos=["africa", "asia"])
    game = position(player, base_projects=["P103", "P110", "P112"], decision=doing("association", 5))
    take(game, "task project", "support P103 right", "left-token 4")
    results = set()
    for text in legal(game, "resolve"):
        one = take(game.clone(), text)
        while one.current_player() == 0:
            options = legal(one)
            take(one, "upgrade association" if "upgrade association" in options else options[0])
        results.add(me(one).partner_zoos.bit_count())
    assert results == {2, 3}  # the partner zoo first: lost; the upgrade first: a third one


@pytest.mark.covers("R7.6", "R11.14")
def test_build_2_spaces_see_the_upgrade_at_once():
    # Map 0: (7, 4) is marked Build II and lies next to the kiosk on (7, 6).
    game = position(p(buildings=["kiosk@7,6"]), decision=effect({"op": "upgrade"}, {"op": "free_building", "arg": 2}))
    assert asked(game) == "open"
    one = next(g for g in (take(game.clone(), t) for t in legal(game)) if asked(g) == "free_building")
    assert "place enclosure_1 @7,4 r0" not in legal(one) and "place enclosure_1 @7,8 r0" in legal(one)
    one = next(g for g in (take(game.clone(), t) for t in legal(game)) if asked(g) == "upgrade")
    assert "place enclosure_1 @7,4 r0" not in legal(take(one.clone(), "upgrade cards"))
    assert "place enclosure_1 @7,4 r0" in legal(take(one, "upgrade build"))


@pytest.mark.covers("R7.7", "D8.4")
def test_an_upgrade_is_used_at_once_on_a_side_one_card_and_cannot_be_kept():
    game = position(p(upgraded=["animals", "build", "cards"]), decision=effect(op="upgrade"))
    only_legal(game, "upgrade association", "upgrade sponsors")  # no pass


@pytest.mark.covers("R7.7")
def test_without_a_side_one_card_an_upgrade_is_lost():
    game = position(p(upgraded=ORDER), decision=effect(op="upgrade"))
    assert asked(game) == "main"
    game = position(p(upgraded=ORDER, conservation=1), decision=effect(op="conservation", n=1))
    assert legal(game, "upgrade") == []


@pytest.mark.covers("R7.5", "R5.1")
@pytest.mark.parametrize(("side", "money"), [([], 5), (["sponsors"], 10)])
def test_side_two_is_used_in_the_actions_after_the_upgrade(side, money):
    game = position(p(upgraded=side), n=4)
    assert gains(act(game, "sponsors"), "break")["money"] == money  # side II pays twice the strength
