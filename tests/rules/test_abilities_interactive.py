"""Venom, Constriction, Hypnosis and Pilfering: who is hit, in which order, and what follows (R20.1-R20.18, D14.1)."""
import pytest
from helpers import asked, effect, gains, legal, me, only_legal, p, position, settle, take
from rules.ability_play import about_to_play, cells_of, play
from rules.printed import ORDER

REACH = ["build", "cards", "sponsors", "animals", "association"]  # slots 1-3 of a victim: build, cards, sponsors


def order(game, seat: int) -> list[str]:
    return [ORDER[i] for i in me(game, seat).order]


def hypnosis(victim: dict, **fields):
    """Seat 0 has finished an action and may use a card of seat 1."""
    action = effect(op="hypnosis_action", n=3, arg=1)
    return position(p(**fields), {"appeal": 20, "actions": REACH, **victim}, decision=action)


def stealing(n: int, own: dict, *rivals: dict, **shared):
    return position(own, *rivals, n=max(2, 1 + len(rivals)), decision=effect(op="pilfering", n=n), **shared)


def hit_by(ability: str, own: dict, *rivals: dict) -> set[int]:
    """The seats an ability of seat 0 strikes or could strike."""
    seats = range(1, len(rivals) + 1)
    if ability in ("venom", "constriction"):
        game = position(own, *rivals, n=len(rivals) + 1, decision=effect(op=ability, n=1))
        return {seat for seat in seats if me(game, seat).venom or me(game, seat).constriction}
    if ability == "pilfering":
        hands = ["S201", "S202", "S203"]
        game = stealing(1, own, *({**rival, "hand": [card]} for rival, card in zip(rivals, hands, strict=False)))
        if asked(game) == "victim":
            return {int(text.split()[1]) for text in legal(game)}
        return {game.current_player()} - {0}
    game = position(own, *rivals, n=len(rivals) + 1, decision=effect({"op": "hypnosis", "n": 3}))
    if asked(game) == "victim":
        return {int(text.split()[1]) for text in legal(game)}
    return {item["arg"] for item in game.to_dict().get("deferred", [])}


FOUR = ["venom", "constriction", "hypnosis", "pilfering"]


# --- who is hit -------------------------------------------------------------------------------------------------------


@pytest.mark.covers("R20.1")
@pytest.mark.parametrize("ability", FOUR)
def test_players_with_less_than_five_appeal_are_not_affected(ability):
    assert hit_by(ability, p(appeal=3), p(appeal=4)) == set()
    assert hit_by(ability, p(appeal=3), p(appeal=5)) == {1}


@pytest.mark.covers("R20.1", "R20.13", "pilfering", "constriction")
def test_five_appeal_are_needed_even_when_conservation_counts():
    assert hit_by("constriction", p(appeal=0), p(appeal=4, conservation=9)) == set()
    weak = stealing(2, p(appeal=30), p(appeal=4, conservation=9, hand=["S201"], money=9))
    assert asked(weak) == "main"


@pytest.mark.covers("R20.6", "hypnosis", "pilfering", "venom", "constriction")
@pytest.mark.parametrize("ability", FOUR)
def test_nobody_is_hit_by_the_player_who_leads_alone(ability):
    assert hit_by(ability, p(appeal=21), p(appeal=20), p(appeal=6)) == set()


@pytest.mark.covers("R20.5", "D11.13", "D11.14")
@pytest.mark.parametrize("ability", ["hypnosis", "pilfering"])
def test_ties_for_the_most_appeal_are_for_the_acting_player_to_decide(ability):
    assert hit_by(ability, p(appeal=10), p(appeal=20), p(appeal=19), p(appeal=20)) == {1, 3}
    assert hit_by(ability, p(appeal=20), p(appeal=20), p(appeal=6)) == {1}  # an opponent tied with oneself
    game = position(p(appeal=10), p(appeal=20, hand=["S201"]), p(appeal=20), n=3, decision=effect(op="pilfering", n=1))
    only_legal(game, "target 1", "target 2")  # not optional
    take(game, "target 1")
    assert game.current_player() == 1


@pytest.mark.covers("R20.3")
@pytest.mark.parametrize("ability", ["venom", "constriction"])
def test_the_owner_of_sponsor_225_gets_no_tokens(ability):
    assert hit_by(ability, p(appeal=3), p(appeal=20, conservation=5, zoo=["S225"]), p(appeal=10)) == {2}


@pytest.mark.covers("R20.3", "R20.49")
@pytest.mark.parametrize("ability", ["hypnosis", "pilfering"])
def test_hypnosis_and_pilfering_pass_on_as_if_the_immune_player_were_absent(ability):
    immune = p(appeal=30, zoo=["S225"])
    assert hit_by(ability, p(appeal=10), immune, p(appeal=20), p(appeal=15)) == {2}
    assert hit_by(ability, p(appeal=25), immune, p(appeal=20)) == set()  # now the acting player leads


@pytest.mark.covers("R20.49", "R20.12", "pilfering")
@pytest.mark.parametrize("leader", [p(appeal=4, conservation=9), p(appeal=8, conservation=9, zoo=["S225"])])
def test_a_protected_leader_in_conservation_is_passed_over(leader):
    def victims(conservation):
        return stealing(2, p(appeal=30, conservation=3), leader, p(appeal=6, conservation=conservation, hand=["S201"]))

    assert (asked(victims(3)), victims(3).current_player()) == ("pilfer", 2)  # at least level with the acting player
    assert asked(victims(2)) == "main"


@pytest.mark.covers("R20.2", "D11.15")
@pytest.mark.parametrize(("card", "own", "fields"), [
    ("A449", 4, {}),  # venom, 4 appeal
    ("A474", 1, {"zoo": ["A473", "A477"]}),  # constriction, 7 appeal
    ("A485", 5, {"partner_zoos": ["europe"]}),  # hypnosis, 2 appeal
    ("A456", 1, {"partner_zoos": ["africa"]}),  # pilfering, 6 appeal
])  # fmt: skip
def test_the_own_appeal_of_the_animal_comes_before_or_after_the_ability(card, own, fields):
    """The rival is one ahead, and behind once the printed appeal has been added."""
    rival = p(appeal=max(6, own + 1), hand=["S201"], money=9)
    game = about_to_play(card, others=(rival,), appeal=own, buildings=["enclosure_2+water1"], **fields)
    play(game, card)
    assert (asked(game), len(legal(game, "resolve"))) == ("open", 2)
    struck = []
    for i in (1, 2):
        tried = take(game.clone(), f"resolve {i}")
        found = me(tried, 1)
        struck.append(bool(found.venom or found.constriction or asked(tried) in ("pilfer", "extra")))
    assert sorted(struck) == [False, True]


@pytest.mark.covers("R20.18", "D11.14", "D11.15")
def test_only_hypnosis_of_the_four_can_be_declined():
    assert "pass" in legal(hypnosis({}))
    victim = p(appeal=20, hand=["S201"], money=9)
    assert legal(stealing(1, p(appeal=0), victim)) == ["give card", "pay"]
    for ability in ("venom", "constriction"):
        game = position(p(appeal=0), victim, decision=effect(op=ability))
        assert asked(game) == "main"  # no choice at all


# --- hypnosis ---------------------------------------------------------------------------------------------------------


@pytest.mark.covers("R20.4", "hypnosis", "D13.5")
def test_hypnosis_offers_the_cards_in_slots_one_to_three_of_the_victim():
    game = hypnosis({}, money=10, x_tokens=1)
    only_legal(game, "pass", "act build", "act build +1x", "act cards", "act cards +1x", "act sponsors",
               "act sponsors +1x", "x-token build", "x-token cards", "x-token sponsors")  # fmt: skip
    declined = take(game, "pass")
    assert (order(declined, 1), declined.current_player()) == (REACH, 1)


@pytest.mark.covers("R20.4", "hypnosis", "R20.2")
def test_the_victim_is_found_at_once_and_the_action_comes_after_finishing():
    game = about_to_play("A485", others=(p(appeal=7, actions=REACH),), appeal=6, partner_zoos=["europe"],
                         buildings=["enclosure_1"])  # fmt: skip
    play(game, "A485")
    first = next(i for i in (1, 2) if asked(take(game.clone(), f"resolve {i}")) == "extra")
    take(game, f"resolve {first}")  # 7 > 6; the printed 2 appeal follow
    assert (me(game).appeal, asked(game), order(game, 0)[0]) == (8, "extra", "animals")
    assert gains(game, "act sponsors", "break")["money"] == 3


@pytest.mark.covers("R20.7", "hypnosis")
@pytest.mark.parametrize(("own", "theirs", "money"), [([], ["sponsors"], 6), (["sponsors"], [], 3)])
def test_hypnosis_uses_side_and_slot_of_the_victims_card(own, theirs, money):
    game = hypnosis({"upgraded": theirs}, upgraded=own, money=0)
    assert gains(game, "act sponsors", "break") == {"money": money}  # slot 3; side II pays double


@pytest.mark.covers("R20.8", "hypnosis")
def test_hypnosis_spends_own_x_tokens_and_leaves_foreign_multipliers():
    game = hypnosis({"multiplier": {"sponsors": 1}, "x_tokens": 4}, money=0, x_tokens=2)
    assert "act sponsors +3x" not in legal(game)
    assert gains(game, "act sponsors +2x", "break") == {"money": 5, "x_tokens": -2}
    assert game.current_player() == 1  # no second execution
    assert (me(game, 1).multiplier[ORDER.index("sponsors")], me(game, 1).x_tokens) == (1, 4)


@pytest.mark.covers("R20.9", "hypnosis")
def test_constriction_and_venom_on_the_hypnotised_card_apply_and_come_off():
    game = hypnosis({"constriction": ["sponsors"], "venom": ["sponsors", "cards"]}, money=0)
    assert gains(game, "act sponsors", "break") == {"money": 1}  # 3 - 2
    assert (me(game, 1).constriction, me(game, 1).venom) == (0, 1 << ORDER.index("cards"))


@pytest.mark.covers("R20.9", "R5.3")
def test_a_constricted_card_in_slot_two_needs_an_own_x_token():
    victim = {"constriction": ["cards"]}
    assert legal(hypnosis(victim), "act cards") == []
    assert legal(hypnosis(victim, x_tokens=1), "act cards") == ["act cards +1x"]


@pytest.mark.covers("R20.10", "hypnosis")
def test_the_hypnotised_card_goes_to_slot_one_of_its_owner():
    game = take(hypnosis({}), "act cards")
    while game.current_player() == 0:
        take(game, legal(game)[0])
    assert order(game, 1) == ["cards", "build", "sponsors", "animals", "association"]
    assert order(game, 0) == ORDER


@pytest.mark.covers("hypnosis", "R20.4")
def test_all_gains_of_a_hypnotised_action_are_those_of_the_acting_player():
    game = hypnosis({"money": 7}, money=0)
    take(game, "act sponsors", "break")
    assert (me(game, 0).money, me(game, 1).money) == (3, 7)
    drawn = take(hypnosis({}), "act cards")
    while drawn.current_player() == 0:
        take(drawn, legal(drawn)[0])
    assert (len(me(drawn, 0).hand), len(me(drawn, 1).hand)) == (1, 0)  # strength 2 on side I


@pytest.mark.covers("hypnosis", "D13.5", "R20.33")
def test_hypnosis_is_skipped_when_none_of_the_three_cards_allows_anything():
    victim = {"actions": ["build", "animals", "association", "cards", "sponsors"]}
    idle = {"money": 0, "workers": 0, "workers_on": {"reputation": 1}}
    only_legal(hypnosis(victim, **idle), "pass", "x-token build", "x-token animals", "x-token association")
    game = hypnosis(victim, x_tokens=5, **idle)
    assert (asked(game), game.current_player()) == ("main", 1)


@pytest.mark.covers("hypnosis", "R19.18", "venom")
@pytest.mark.parametrize(("money", "possible"), [(3, False), (4, True)])
def test_own_venom_is_still_owed_when_a_foreign_card_of_that_type_is_used(money, possible):
    game = hypnosis({}, money=money, venom=["build"], buildings=["pavilion@3,6"])
    assert ("act build" in legal(game)) == possible  # a kiosk costs 2, venom 2


@pytest.mark.covers("R20.27", "hypnosis")
def test_a_hypnotised_upgraded_build_allows_special_enclosures_and_build_two_spaces():
    def kinds(side):
        return set(legal(take(hypnosis({"upgraded": side}, money=60, x_tokens=4), "act build +4x"), "build"))

    assert {"build reptile_house", "build large_bird_aviary"} <= kinds(["build"])
    assert not {"build reptile_house", "build large_bird_aviary"} & kinds([])

    def covered(own, theirs):
        game = hypnosis({"upgraded": theirs}, money=60, buildings=["pavilion@7,6"], upgraded=own)
        take(game, "act build", "build kiosk")
        return {cell for text in legal(game, "place") for cell in cells_of(game, text)}

    assert (7, 4) in covered([], ["build"])
    assert (7, 4) not in covered([], [])


@pytest.mark.covers("R20.11", "hypnosis", "R11.14")
def test_a_unique_building_covers_build_two_spaces_only_with_the_own_upgraded_build_card():
    def covered(own, theirs):
        # 255: a playground of two spaces next to rock.
        game = hypnosis({"upgraded": theirs}, hand=["S255"], upgraded=own, buildings=["pavilion@7,6", "pavilion@5,6"])
        take(game, "act sponsors", "play S255")
        settle(game)
        return {cell for text in legal(game, "place") for cell in cells_of(game, text)}

    build_two = {(6, 5), (7, 4)}
    assert covered(["build"], []) & build_two
    assert not covered([], ["build", "sponsors"]) & build_two


@pytest.mark.covers("hypnosis", "R12.11", "R20.7")
def test_an_animal_that_needs_animals_two_looks_at_the_hypnotised_card():
    order_ = ["build", "cards", "animals", "sponsors", "association"]
    # 421 needs Animals II; 404 needs nothing.
    own = {"hand": ["A421", "A404"], "money": 60, "buildings": ["enclosure_5+rock1+water1"]}
    upgraded = take(hypnosis({"actions": order_, "upgraded": ["animals"]}, **own), "act animals")
    assert {"play A404", "play A421"} <= set(legal(upgraded))
    plain = take(hypnosis({"actions": order_}, upgraded=["animals"], **own), "act animals")
    only_legal(plain, "play A404")


@pytest.mark.covers("hypnosis", "R14.12", "R20.7")
@pytest.mark.parametrize(("own", "theirs", "possible"), [(["association"], [], False), ([], ["association"], True)])
def test_the_third_partner_zoo_looks_at_the_hypnotised_association_card(own, theirs, possible):
    order_ = ["build", "cards", "association", "animals", "sponsors"]
    game = hypnosis({"actions": order_, "upgraded": theirs}, upgraded=own, partner_zoos=["asia", "africa"])
    take(game, "act association")
    assert ("task partner_zoo" in legal(game)) == possible


@pytest.mark.covers("R20.11", "R20.21", "determination")
def test_further_actions_after_a_hypnotised_one_use_the_own_cards():
    order_ = ["build", "cards", "animals", "sponsors", "association"]
    game = hypnosis({"actions": order_, "upgraded": ["animals", "sponsors"]}, hand=["A505"], money=60,
                    buildings=["enclosure_4+water1"])  # fmt: skip
    take(settle(play(take(game, "act animals"), "A505")), "pass")  # no second animal
    assert asked(game) == "extra"
    assert gains(game, "act sponsors", "break")["money"] == 5  # own slot 5, own side I
    assert order(game, 1)[0] == "animals"


# --- pilfering --------------------------------------------------------------------------------------------------------


@pytest.mark.covers("R20.14", "pilfering", "D14.1")
def test_the_victim_decides_between_a_random_hand_card_and_five_money():
    game = stealing(1, p(appeal=0, money=10), p(appeal=20, money=5, hand=["S201", "S202", "A440"]), script=["S202"])
    assert game.current_player() == 1
    only_legal(game, "give card", "pay")
    paid = take(game.clone(), "pay")
    assert (me(paid).money, me(paid, 1).money, me(paid).hand) == (15, 0, [])
    take(game, "give card")
    assert (me(game).hand, me(game, 1).hand, me(game).money) == (["S202"], ["A440", "S201"], 10)
    assert game.current_player() == 0  # the turn goes on


@pytest.mark.covers("R20.14", "pilfering")
def test_the_card_taken_by_pilfering_is_random():
    hand = [f"S{i}" for i in range(201, 213)]
    games = [stealing(1, p(appeal=0), p(appeal=20, hand=hand), seed=seed) for seed in range(12)]
    assert len({me(take(game, "give card")).hand[0] for game in games}) > 3


@pytest.mark.covers("R20.15", "pilfering", "D14.1")
@pytest.mark.parametrize(("hand", "money", "stolen", "paid"), [
    ([], 9, [], 5), (["S201"], 4, ["S201"], 0), ([], 4, [], 4), ([], 0, [], 0),
])  # fmt: skip
def test_pilfering_is_forced_when_cards_or_money_are_missing(hand, money, stolen, paid):
    game = stealing(1, p(appeal=0, money=10), p(appeal=20, money=money, hand=hand))
    assert game.current_player() == 0 and asked(game) == "main"  # nothing to decide
    assert (me(game).hand, me(game).money, me(game, 1).money) == (stolen, 10 + paid, money - paid)


@pytest.mark.covers("R20.12", "R20.16", "pilfering", "D11.13")
def test_pilfering_two_strikes_the_leader_of_each_track():
    rivals = [p(appeal=20, money=9, hand=["S201"]), p(appeal=6, conservation=3, money=9, hand=["S202"])]
    game = stealing(2, p(appeal=0, money=0), *rivals)
    assert game.current_player() == 1
    assert take(game, "pay").current_player() == 2
    take(game, "give card")
    assert (me(game).money, me(game).hand, asked(game)) == (5, ["S202"], "main")
    one = stealing(1, p(appeal=0, money=0), *rivals)
    assert asked(take(one, "pay")) == "main"  # pilfering 1 looks at appeal only


@pytest.mark.covers("R20.16", "pilfering", "D14.1")
def test_two_thefts_from_one_player_are_decided_one_after_the_other():
    both = p(appeal=20, conservation=3, money=9, hand=["S201", "S202"])
    game = stealing(2, p(appeal=0, money=0), both)
    take(game, "pay")
    # 4 money are left: the second theft must be a card.
    assert asked(game) == "main" and len(me(game).hand) == 1 and me(game).money == 5
    again = take(stealing(2, p(appeal=0, money=0), both), "give card")
    only_legal(again, "give card", "pay")


@pytest.mark.covers("R20.13", "pilfering")
def test_the_most_conservation_needs_at_least_one():
    game = stealing(2, p(appeal=30), p(appeal=20, money=9, hand=["S201"]))
    assert asked(game) == "main"  # leader in appeal is the acting player, nobody has conservation
    assert asked(stealing(2, p(appeal=30), p(appeal=20, conservation=1, money=9, hand=["S201"]))) == "pilfer"


@pytest.mark.covers("R20.17", "pilfering")
def test_final_scoring_cards_are_never_stolen():
    game = stealing(1, p(appeal=0, money=0), p(appeal=20, money=3, finals=["F001", "F002"]))
    assert (me(game).money, me(game, 1).money, me(game, 1).finals, me(game).finals) == (3, 0, 0b11, 0)


@pytest.mark.covers("pilfering", "R20.5", "R20.6", "R20.15")
def test_the_worked_example_of_pilfering():
    rival = p(appeal=12, conservation=3, money=3, hand=["S201", "S202"])
    game = stealing(2, p(appeal=12, conservation=4, money=0), rival)
    assert (asked(game), me(game, 1).money) == ("main", 3)
    assert len(me(game).hand) == len(me(game, 1).hand) == 1


@pytest.mark.covers("R20.18", "R20.12", "pilfering")
@pytest.mark.parametrize("card", ["A456", "A463"])
def test_the_cards_with_pilfering_one_look_at_appeal_only(card):
    rival = p(appeal=20, conservation=9, money=20, hand=["S201"])
    game = position(p(appeal=0, zoo=[card]), rival, decision=effect(card))
    assert asked(take(game, "pay")) == "main"
    two = position(p(appeal=0, zoo=["A458"]), rival, decision=effect("A458"))
    assert asked(take(two, "pay")) == "pilfer"
