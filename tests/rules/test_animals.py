"""The Animals action (R12, D5): how many animals, from where, at what price, in what order."""
import pytest
from helpers import act, asked, effect, gains, legal, me, only_legal, p, position, table, take
from rules.ability_play import about_to_play as playing
from rules.map_play import ANIMALS_SECOND, PROJECTS, can_act, on, open_effects, resolve

# Animals without conditions: size 1 are 410 Marten (7 money), 465 Tamarin (10), 518 Bird-of-paradise (15); size 2
# are 404 Caracal (9) and 419 Badger (5).
ONES = [on("enclosure_1", "0,5"), on("enclosure_1", "0,7"), on("enclosure_1", "0,9"), on("enclosure_1", "1,6")]
TWO = on("enclosure_2", "7,6", "8,5")


def first_house(game):
    """The first housing offered, again and again."""
    while asked(game) == "house":
        take(game, legal(game)[0])
    return game


def play(game, *cards: str):
    """Plays animals one after the other; what they offer is declined, or the first thing is taken."""
    for card in cards:
        take(game, f"play {card}")
        seat = game.current_player()
        while asked(game) not in ("animals", "main", "over") and game.current_player() == seat:
            options = legal(game)
            take(game, "pass" if "pass" in options else options[0])
    return game


# --- number and source ------------------------------------------------------------------------------------------------


@pytest.mark.covers("R12.1", "R5.4")
@pytest.mark.parametrize(("strength", "animals"), [(2, 1), (3, 1), (4, 1), (5, 2), (6, 2), (9, 2)])
def test_side_one_plays_one_animal_two_from_strength_five_on(strength, animals):
    game = playing("A410", "A465", "A518", strength=strength, buildings=ONES)
    for n, card in enumerate(["A465", "A518"][:animals], 1):
        play(game, card)
        assert (asked(game) == "animals") == (n < animals)
    assert game.current_player() == 1
    assert len(me(game).zoo) == animals


@pytest.mark.covers("R12.1")
def test_side_one_plays_no_animal_with_strength_one():
    for x_tokens in (0, 1):
        game = position(p(hand=["A410"], money=60, x_tokens=x_tokens, buildings=["enclosure_1"]))  # Animals in slot 1
        assert legal(game, "act animals") == (["act animals +1x"] if x_tokens else [])


@pytest.mark.covers("R12.1", "D5.2")
def test_side_one_plays_animals_of_the_hand_only():
    game = playing("A410", buildings=ONES, reputation=9, table={"display": ["A465", "A404", *PROJECTS[:4]]})
    only_legal(game, "play A410")


@pytest.mark.covers("R12.2", "D5.5")
@pytest.mark.parametrize(("strength", "animals"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 2), (8, 2)])
def test_side_two_plays_one_animal_two_from_strength_three_on(strength, animals):
    game = playing("A410", "A465", "A518", strength=strength, side=2, buildings=ONES, table={"display": PROJECTS})
    if strength >= 5:
        take(game, "pass")  # the reputation of R12.3
    for n, card in enumerate(["A465", "A518"][:animals], 1):
        play(game, card)
        assert (asked(game) == "animals") == (n < animals)
    assert game.current_player() == 1


@pytest.mark.covers("R12.2", "D5.2", "R9.8")
def test_side_two_plays_from_hand_or_from_the_display_within_range_for_the_slot_number():
    display = {"display": ["A465", "A404", "A419", *PROJECTS[:3]]}
    game = playing("A410", side=2, buildings=[*ONES, TWO], reputation=2, table=display)  # slots 1 and 2
    only_legal(game, "play A404", "play A410", "play A465")
    take(first_house(take(game, "play A404")))
    assert me(game).money == 60 - 9 - 2  # Caracal in slot 2
    assert "A404" in me(game).zoo
    game = playing("A410", side=2, buildings=[*ONES, TWO], reputation=2, money=10, table=display)
    only_legal(game, "play A410")  # 465 costs 10 + 1, 404 costs 9 + 2


@pytest.mark.covers("R12.3", "D5.1", "R12.14")
def test_the_reputation_of_side_two_comes_first_and_widens_the_range():
    # Example of the rulebook: reputation 3 becomes 4, which reaches slot 3. Badger (419, 5 money) from slot 3, then
    # Porcupine (445, 8 money) from the hand: 5 + 3 + 8 = 16 money.
    def start():
        return playing("A445", strength=5, side=2, reputation=3, money=16, buildings=[TWO, ONES[0]],
                       table={"display": ["P113", "P114", "A419", *PROJECTS[2:5]]})

    game = start()
    only_legal(game, "gain", "pass")
    assert gains(game, "gain") == {"reputation": 1}
    only_legal(game, "play A419", "play A445")
    play(game, "A419", "A445")
    assert (me(game).money, sorted(me(game).zoo)) == (0, ["A419", "A445"])
    only_legal(take(start(), "pass"), "play A445")


@pytest.mark.covers("R12.3")
def test_the_bonuses_of_that_reputation_come_before_the_first_animal():
    # Reputation 5 upgrades an action card.
    game = playing("A410", strength=5, side=2, reputation=4, buildings=ONES)
    take(game, "gain")
    assert asked(game) == "upgrade"
    take(game, "upgrade build")
    assert asked(game) == "animals"


@pytest.mark.covers("R12.3", "D5.1")
@pytest.mark.parametrize(("strength", "side"), [(4, 2), (5, 1), (9, 1)])
def test_there_is_no_reputation_below_strength_five_or_on_side_one(strength, side):
    assert "gain" not in legal(playing("A410", strength=strength, side=side, buildings=ONES))


@pytest.mark.covers("R12.4", "D5.1", "R5.6")
def test_the_reputation_is_optional_unless_nothing_could_be_played_without_it():
    game = playing("A410", strength=5, side=2, buildings=ONES)
    assert me(take(game, "pass")).reputation == 1
    # Reputation 3 reaches slots 1 and 2, the only animal lies in slot 3.
    game = playing(strength=5, side=2, reputation=3, buildings=ONES,
                   table={"display": ["P113", "P114", "A465", *PROJECTS[2:5]]})
    only_legal(game, "gain")
    only_legal(take(game, "gain"), "play A465")


@pytest.mark.covers("R12.5", "D5.2", "D5.5")
def test_fewer_animals_may_be_played_but_at_least_one():
    game = playing("A410", "A465", strength=5, buildings=ONES)
    only_legal(game, "play A410", "play A465")
    play(game, "A465")
    only_legal(game, "pass", "play A410")
    take(game, "pass")
    assert me(game).zoo == ["A465"]


# --- one after the other ----------------------------------------------------------------------------------------------


@pytest.mark.covers("R12.6", "R22.6")
def test_everything_of_the_first_animal_is_done_before_the_second_is_chosen():
    game = playing("A445", "A410", strength=5, buildings=ONES)  # Porcupine: digging 2
    first_house(take(game, "play A445"))
    assert not legal(game, "play")
    take(game, "pass")
    only_legal(game, "pass", "play A410")


@pytest.mark.covers("R12.7", "R12.9")
def test_the_eagle_owl_of_the_rulebook_finds_the_lynx_that_is_played_next():
    # Eagle-owl (512): 10 - 3 = 7 money with the partner zoo of Europe. Lynx (418): 11 - 3 = 8, two Europe icons (the
    # partner zoo and the owl), 2 appeal and 1 for each Europe icon, its own included: 3.
    game = playing("A512", strength=5, money=15, appeal=0, partner_zoos=["europe"], buildings=[TWO, "enclosure_3"],
                   table={"deck": ["A418", "S201", "S202", "S203"]})
    take(game, "play A512", "house @7,6", "take A418", "take S202")
    only_legal(game, "pass", "play A418")
    first_house(take(game, "play A418"))
    assert (me(game).money, me(game).appeal) == (0, 4 + 2 + 3)
    assert me(game).hand == ["S202"]


@pytest.mark.covers("R12.17", "R12.9")
def test_the_icons_of_a_card_count_from_the_moment_it_lies_in_the_zoo():
    # Stoat (420) needs a Europe icon: the Badger (419) brings it, the Stoat itself does not.
    assert not can_act("A420", money=60, buildings=ONES)
    game = playing("A419", "A420", strength=5, buildings=[TWO, ONES[0]])
    only_legal(game, "play A419")
    play(game, "A419")
    only_legal(game, "pass", "play A420")
    assert me(game).zoo == ["A419"]
    assert "A419" not in me(game).hand


@pytest.mark.covers("R12.18", "R20.2", "R22.4")
@pytest.mark.parametrize(("first", "venom"), [("appeal", 0), ("venom", 1)])
def test_the_effects_of_an_animal_are_executed_in_any_order(first, venom):
    # Platypus (449): 4 appeal and Venom 1 against players with more appeal. 4 against 5, or 8 against 5.
    game = playing("A449", appeal=4, others=(p(appeal=5),), buildings=[on("enclosure_2", "2,9", "3,8")])
    first_house(take(game, "play A449"))
    words = next(text for text in open_effects(game) if ("appeal" in text) == (first == "appeal"))
    resolve(game, words)
    assert me(game).appeal == 8
    assert bin(me(game, 1).venom).count("1") == venom


@pytest.mark.covers("R12.19", "R5.10")
def test_effects_after_finishing_wait_until_the_card_has_moved_and_both_animals_are_played():
    # Fennec Fox (405) and Tamarin (465): Clever each; the Animals card comes from slot 5.
    order = ["association", "build", "cards", "sponsors", "animals"]
    game = position(p(hand=["A405", "A465"], money=60, buildings=ONES, actions=order))
    take(game, "act animals", "play A405")
    first_house(game)
    assert asked(game) == "animals"  # not yet
    take(game, "play A465")
    first_house(game)
    assert asked(game) == "deferred"  # two of them
    assert me(game).order == [0, 1, 2, 3, 4]  # animals, association, build, cards, sponsors
    take(game, "resolve 1", "move sponsors to 1", "pass")
    assert me(game).order == [4, 0, 1, 2, 3]


@pytest.mark.covers("R12.20")
def test_printed_appeal_conservation_and_reputation_are_mandatory():
    # Sumatran Tiger (407): 8 appeal, 2 conservation, 1 reputation. Four conservation: the threshold of 5 follows.
    game = playing("A407", zoo=[], universities=["two_science"], conservation=2, thresholds=[2],
                   buildings=[on("enclosure_4", "0,5", "0,7", "1,4", "1,6")])
    take(game, "play A407")
    assert gains(game, legal(game)[0]) == {"appeal": 8, "conservation": 2, "reputation": 1}
    assert game.current_player() == 1  # nothing was asked


@pytest.mark.covers("R12.21", "R22.9")
def test_abilities_with_may_can_be_declined_and_others_cannot():
    game = first_house(take(playing("A473", "S201", buildings=ONES), "play A473"))  # Sunbathing 2: "up to"
    only_legal(game, "pass", "sell S201")
    game = playing("A404", buildings=[TWO], table={"deck": ["A418", "A419"]})  # Hunter 2
    only_legal(first_house(take(game, "play A404")), "take A418", "take A419")
    game = playing("A491", buildings=[on("enclosure_2", "4,7", "4,9")])  # Frilled Lizard: Sprint 1
    first_house(take(game, "play A491"))
    assert (len(me(game).hand), game.current_player()) == (1, 1)


@pytest.mark.covers("R12.21", "R22.10")
def test_an_animal_may_be_played_although_its_ability_does_nothing():
    game = play(playing("A473", buildings=ONES), "A473")  # Sunbathing without a hand
    assert (me(game).zoo, me(game).appeal) == (["A473"], 3)
    assert can_act("A514", money=22, zoo=["A424", "A450"], buildings=["enclosure_5", "large_bird_aviary"])  # Peacocking


# --- conditions -------------------------------------------------------------------------------------------------------


@pytest.mark.covers("R12.8")
def test_all_conditions_have_to_be_met():
    # Giant Panda (433): herbivore, bear and a partner zoo of Asia; 27 - 3 = 24 money.
    def fits(*zoo, zoos=("asia",)):
        return can_act("A433", money=27, zoo=list(zoo), partner_zoos=list(zoos), buildings=["enclosure_3"])

    assert fits("A445", "A414")  # Porcupine and Coati
    assert fits("A434")  # Red Panda: bear and herbivore
    assert not fits("A445")
    assert not fits("A414")
    assert not fits("A434", zoos=())


@pytest.mark.covers("R12.9")
@pytest.mark.parametrize(("zoo", "fits"), [
    (["A404", "A405", "A410"], True), (["A401", "A404"], True), (["A404", "A405"], False), (["A401"], False)])
def test_a_condition_of_several_icons_needs_them_before_the_animal_is_played(zoo, fits):
    # Lion (402): three predator icons; the Cheetah (401) has two, the Lion's own one does not help.
    assert can_act("A402", money=16, zoo=zoo, buildings=["enclosure_4"]) == fits


@pytest.mark.covers("R12.10")
def test_a_partner_zoo_condition_needs_one_of_the_continents_of_the_animal():
    # Leopard (403), Africa: 20 money and rock.
    for zoos, fits in [(["africa"], True), (["asia", "europe", "americas"], False), ([], False)]:
        assert can_act("A403", money=20, zoo=["A404"], partner_zoos=zoos, buildings=["enclosure_3+rock1"]) == fits


@pytest.mark.covers("R12.11", "R7.6")
def test_animals_two_is_a_condition_of_the_performing_card_seen_at_once():
    # Fur Seal (421): 17 money, size 5 with rock and water.
    buildings = ["enclosure_5+rock1+water1", on("enclosure_1", "7,0"), on("enclosure_2", "8,1", "8,3")]
    assert can_act("A421", money=17, upgraded=["animals"], buildings=buildings)
    assert not can_act("A421", money=17, upgraded=["build", "cards"], buildings=buildings)
    # Malayan Tapir (435) brings reputation 5 and with it an upgrade during the action of side I, whose source and
    # number stay: two animals from the hand, not from the display (R7.5).
    for card, fits in [("animals", True), ("cards", False)]:
        game = playing("A435", "A421", strength=5, reputation=4, buildings=buildings,
                       table={"display": ["A410", *PROJECTS[:5]]})
        only_legal(game, "play A435")
        take(game, "play A435", "house @8,1")
        while asked(game) != "animals":
            take(game, f"upgrade {card}" if asked(game) == "upgrade" else "pass")  # digging is declined
        assert legal(game, "play") == (["play A421"] if fits else [])


@pytest.mark.covers("R12.8", "D5.4")
def test_the_class_not_chosen_with_sponsor_227_can_not_be_played():
    # Small (1-2 or petting zoo) chosen: no large animal (4-5), but those of size 3.
    buildings = ["enclosure_1", "enclosure_3", "enclosure_5", "petting_zoo"]
    for waza, cards in [("small", ["A410", "A408", "A519"]), ("large", ["A408", "A417"])]:
        found = legal(playing("A410", "A408", "A417", "A519", zoo=["S227"], waza=waza, buildings=buildings), "play")
        assert found == sorted(f"play {card}" for card in cards)


# --- price ------------------------------------------------------------------------------------------------------------


@pytest.mark.covers("R12.12")
@pytest.mark.parametrize(("cost", "fields"), [
    (13, {"partner_zoos": ["americas"]}),  # 16 - 3
    (13, {"partner_zoos": ["americas", "asia", "europe"]}),  # other continents do not help
    (12, {"zoo": ["A410", "A465", "S230"]}),  # 16 - 4 for a large animal
    (9, {"partner_zoos": ["americas"], "zoo": ["S230"]}),
    (16, {"zoo": ["A465", "S229"]}),  # no small animal
])
def test_partner_zoos_and_cards_lower_the_price(cost, fields):
    # Jaguar (412): 16 money, size 4, one Americas icon.
    assert not can_act("A412", money=cost - 1, buildings=["enclosure_4"], **fields)
    assert can_act("A412", money=cost, buildings=["enclosure_4"], **fields)
    game = take(playing("A412", money=cost + 5, buildings=["enclosure_4"], **fields), "play A412")
    assert me(first_house(game)).money == 5


@pytest.mark.covers("R12.13")
def test_two_icons_of_a_continent_double_the_discount():
    # African Bush Elephant (426): 36 money, two Africa icons.
    for zoos, cost in [(["africa"], 30), (["asia"], 36)]:
        fields = {"upgraded": ["animals"], "partner_zoos": zoos, "buildings": ["enclosure_5"]}
        assert can_act("A426", money=cost, **fields)
        assert not can_act("A426", money=cost - 1, **fields)


@pytest.mark.covers("R12.14", "R1.19")
def test_the_slot_number_is_added_before_discounts_and_the_price_is_at_least_zero():
    # Slow Worm (488) in slot 2 with sponsor 229 and the partner zoo of Europe: 4 + 2 - 3 - 3 = 0. In the hand 4 - 6: 0.
    fields = {"zoo": ["S229"], "partner_zoos": ["europe"], "buildings": [on("enclosure_1", "2,9")]}
    game = playing(side=2, money=0, reputation=2, table={"display": ["P113", "A488", *PROJECTS[1:5]]}, **fields)
    only_legal(game, "play A488")
    assert me(first_house(take(game, "play A488"))).money == 0
    game = playing("A488", money=0, **fields)
    assert me(first_house(take(game, "play A488"))).money == 0


@pytest.mark.covers("R12.15")
def test_money_that_the_animal_brings_cannot_pay_for_it():
    # Sponsor 236 gives 3 money for the primate icon of the Tamarin (465, 10 money).
    assert not can_act("A465", money=9, zoo=["S236"], buildings=ONES)
    game = play(playing("A465", money=10, zoo=["S236"], buildings=ONES), "A465")
    assert me(game).money == 10 - 10 + 3


@pytest.mark.covers("R12.16")
def test_an_animal_needs_housing():
    assert can_act("A410", money=7, buildings=["enclosure_1"])
    assert not can_act("A410", money=7, buildings=["enclosure_1*", "kiosk"])
    assert not can_act("A410", money=7)


@pytest.mark.covers("R12.16", "R12.12", "D5.3")
def test_the_price_is_paid_and_the_housing_chosen_for_each_animal():
    game = playing("A465", "A518", strength=5, money=25, buildings=[ONES[0], TWO])  # 10 and 15 money
    take(game, "play A465")
    assert me(game).money == 15
    only_legal(game, "house @0,5", "house @7,6")
    take(game, "house @7,6", "play A518")
    assert me(game).money == 0
    only_legal(game, "house @0,5")
    game = take(playing("A465", "A518", strength=5, money=24, buildings=[ONES[0], TWO]), "play A465", "house @7,6")
    only_legal(game, "pass")


# --- ignored conditions and extra animals -----------------------------------------------------------------------------


@pytest.mark.covers("D5.4")
def test_sponsor_263_ignores_one_condition_of_a_large_animal():
    # Lion (402, size 4): two predator icons instead of three. Fur Seal (421, size 5): no Animals II.
    assert can_act("A402", money=16, zoo=["S263", "A401"], buildings=["enclosure_4"])
    assert not can_act("A402", money=16, zoo=["S263", "A404"], buildings=["enclosure_4"])
    assert can_act("A421", money=17, zoo=["S263"], buildings=["enclosure_5+rock1+water1"])
    # Rock and water stay, and animals of size 3 or less are not large: Cotton-top Tamarin (468) needs two science.
    assert not can_act("A421", money=17, zoo=["S263"], buildings=[on("enclosure_5", "0,5", "0,7", "1,4", "1,6", "1,8")])
    assert not can_act("A468", money=15, zoo=["S263"], universities=["science_reputation"], buildings=["enclosure_1"])
    # Proboscis Monkey (451): two primates and Animals II; only one of both is ignored.
    fields = {"money": 32, "buildings": ["enclosure_5+rock1"]}
    assert can_act("A451", zoo=["S263", "A465", "A467"], **fields)
    assert can_act("A451", zoo=["S263", "A465"], upgraded=["animals"], **fields)
    assert not can_act("A451", zoo=["S263", "A465"], **fields)


SMALL_SHOW = {"display": ["A473", "A401", "A420", "P113", "P114", "P115"]}  # 473 and 420 are small


@pytest.mark.covers("D5.6")
def test_sponsor_228_allows_one_more_small_animal_and_then_gives_one_of_the_display():
    game = playing("A410", "A465", "A417", zoo=["S228"], buildings=[*ONES, "enclosure_5"], table=SMALL_SHOW)
    play(game, "A465")
    only_legal(game, "pass", "play A410")  # small ones of the hand only
    play(game, "A410")
    only_legal(game, "take slot 1", "take slot 3")  # whatever the range
    take(game, "take slot 3")
    assert "A420" in me(game).hand
    # The extra animal may be declined, and costs the normal price.
    game = take(play(playing("A410", "A465", zoo=["S228"], money=20, buildings=ONES, table=SMALL_SHOW), "A465"), "pass")
    only_legal(game, "take slot 1", "take slot 3")
    game = play(playing("A410", "A465", zoo=["S228"], money=16, buildings=ONES, table=SMALL_SHOW), "A465")
    assert "play A410" not in legal(game)  # 7 money are needed, 6 are left


@pytest.mark.covers("D5.6")
def test_sponsor_228_gives_nothing_when_a_larger_animal_was_played():
    # Example of the card: a small and then a large animal.
    game = playing("A410", "A465", "A417", strength=5, zoo=["S228"], buildings=[*ONES, "enclosure_5"], table=SMALL_SHOW)
    play(game, "A465", "A417")
    assert game.current_player() == 1
    assert [card for card in table(game).display if card in ("A473", "A420")] == ["A473", "A420"]


@pytest.mark.covers("R5.7", "D5.2")
def test_the_animals_card_is_offered_only_if_an_animal_can_be_played():
    fields = {"hand": ["A410"], "buildings": ["enclosure_1"], "actions": ANIMALS_SECOND}
    assert "act animals" in legal(position(p(money=7, **fields)))
    assert "act animals" not in legal(position(p(money=6, **fields)))
    game = act(position(p(money=7, **fields)), "animals")
    only_legal(game, "play A410")


@pytest.mark.covers("R12.11")
def test_a_hypnotised_animals_card_decides_by_its_own_side():
    # The Adder (485) has been played: its Hypnosis uses the Animals card II of the player with the most appeal.
    buildings = ["enclosure_5+rock1+water1"]
    for upgraded, fits in [(["animals"], True), ([], False)]:
        game = position(p(hand=["A421", "A410"], zoo=["A485"], money=60, buildings=[*buildings, "enclosure_1"]),
                        p(appeal=20, upgraded=upgraded, actions=ANIMALS_SECOND),
                        decision=effect(op="hypnosis_action", n=3, arg=1), display=PROJECTS)
        take(game, "act animals")
        assert legal(game, "play") == (["play A410", "play A421"] if fits else ["play A410"])
