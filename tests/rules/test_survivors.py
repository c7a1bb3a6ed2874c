"""Rules that no other test showed: found by seeding mistakes into the kernel (tests/mutation)."""
from __future__ import annotations

import pytest
from helpers import act, asked, doing, effect, gains, legal, me, p, position, table, take
from rules.map_play import on
from rules.sponsor_play import playing, put, settle

from arknova_fast.core.tables import Ruleset
from arknova_fast.game import Game


@pytest.mark.covers("S214", "R17.19", "R5.11")
def test_214_collects_the_icons_of_all_animals_of_an_action():
    """One Africa icon, then two on A426: three times Clever after the action."""
    game = position(
        p(zoo=["S214"], hand=["A401", "A426"], money=200, upgraded=["animals"], buildings=["enclosure_5"] * 2),
        decision=doing("animals", 5))
    for card in ("A401", "A426"):
        while f"play {card}" not in legal(game):
            take(game, next(iter(set(legal(game)) & {"pass", "gain"})))
        take(game, f"play {card}")
        take(game, legal(game, "house")[0])
        while asked(game) not in ("animals", "clever"):
            take(game, legal(game)[0])
    offers = 0
    while asked(game) == "clever":
        offers += 1
        take(game, "pass")
    assert offers == 3


@pytest.mark.covers("D6.6", "S215")
def test_a_token_is_no_icon_of_a_sixth_continent():
    """P102 asks for different continents; there are five of them."""
    def supports(zoos: list[str]) -> list[str]:
        game = position(p(zoo=["A404", "S215"], partner_zoos=zoos), base_projects=["P102", "P103", "P104"],
                        decision=doing("association", 5))
        return legal(take(game, "task project"), "support P102")

    assert me(position(p(zoo=["A404"]))).icons[:5] == [1, 0, 0, 0, 0]
    with_a_token = supports(["americas", "asia", "australia"])
    assert any(text.endswith("using 215") for text in with_a_token)
    without = supports(["americas", "asia", "australia", "europe"])
    assert without
    assert not any("using" in text for text in without)


@pytest.mark.covers("S222")
def test_others_are_paid_for_each_unit_whatever_a_unit_brings():
    """The base game pays its owner one conservation a unit; a ruleset may say two, the others still get 2 money."""
    ruleset = Ruleset.default().patch({"sponsors": {"222": {"effects": {"0": {"gain": {"conservation": 2}}}}}})
    for rules, conservation in ((None, 2), (ruleset, 4)):
        game = position(p(universities=["two_science"]), ruleset=rules)
        before = me(game, 1).money
        game = position(p(universities=["two_science"]), decision=effect("S222"), ruleset=rules)
        assert me(game).conservation == conservation
        assert me(game, 1).money == before + 4


@pytest.mark.covers("D8.1", "R22.4", "S208")
def test_a_counted_gain_is_ordered_with_what_changes_the_count():
    """208 pays for research icons, a university may bring two: the player says which comes first."""
    def appeal(first: str) -> int:
        game = position(p(appeal=10), decision=effect("S208", {"op": "university"}))
        assert asked(game) == "open"
        take(game, first)
        while asked(game) != "main":
            take(game, "university two_science" if asked(game) == "university" else legal(game)[0])
        return me(game).appeal

    assert sorted(map(appeal, ("resolve 1", "resolve 2"))) == [10, 12]


@pytest.mark.covers("R30.1")
def test_a_script_names_the_cards_of_a_new_deck_from_the_top_on():
    """docs/positions.md: the first card of the script is the first one drawn."""
    game = position(rest="discard", script=["A405", "A403"], display=["S201", "S202", "S203", "S204", "S205", "S206"],
                    decision=effect(op="sprint", n=1))
    assert me(game).hand == ["A405"]


@pytest.mark.covers("D9.9", "R19.1")
def test_a_second_multiplier_token_lies_beside_the_first():
    game = position(p(multiplier={"build": 1}), decision=effect(op="multiplier_any"))
    take(game, "token build")
    assert me(game).multiplier == [0, 0, 2, 0, 0]


# --- sponsors ---------------------------------------------------------------------------------------------------------


@pytest.mark.covers("S227", "D12.12")
@pytest.mark.parametrize(("size", "allowed", "forbidden"), [("small", "A404", "A401"), ("large", "A401", "A404")])
def test_the_class_chosen_with_227_is_the_one_that_may_be_played_from_then_on(size, allowed, forbidden):
    """A404 is small, A401 is large; the Animals card moves to slot 2 while 227 is played."""
    game = playing("S227", reputation=6, hand=["A401", "A404"], money=60, buildings=["enclosure_5", "enclosure_5"])
    take(settle(game, "play S227"), f"class {size}")
    while game.current_player() == 0:
        take(game, legal(game, "pass")[0])
    while game.current_player() == 1:
        take(game, legal(game, "x-token")[0] if asked(game) == "main" else legal(game)[0])
    plays = legal(act(game, "animals"), "play ")
    assert f"play {allowed}" in plays
    assert f"play {forbidden}" not in plays


@pytest.mark.covers("S253", "D12.19")
def test_253_without_tokens_leaves_no_order_to_choose():
    """A440 has a herbivore icon and Digging; with the card empty Digging is the only effect left."""
    def question(**more) -> str:
        game = position(p(zoo=["S253"], hand=["A440", "S201"], money=60, buildings=["enclosure_2+rock1"], **more),
                        decision=doing("animals", 2))
        take(game, "play A440")
        return asked(take(game, legal(game, "house")[0]))

    assert question() == "open"
    assert question(card_tokens={"S253": 0}) == "dig"


@pytest.mark.covers("S212", "R20.37")
def test_cards_under_212_are_out_of_the_game_and_may_be_many():
    """No animal lies above them that could be released: where they lie is not kept, so there is no limit."""
    cards = [f"A{number}" for number in range(401, 413)]
    game = position(p(zoo=["S212"], hand=cards), decision=effect({"op": "pouch", "n": 12, "card": "S212"}))
    for _ in cards:
        take(game, legal(game, "tuck")[0])
    assert table(game).aside == cards
    assert table(game).n_pouched == 0
    assert me(game).appeal == 2 * len(cards)


# --- zoo maps ---------------------------------------------------------------------------------------------------------


@pytest.mark.covers("R11.26", "R11.27", "S219")
def test_a_full_map_pays_once_although_rock_is_still_built_over():
    def free_pavilion(covered: int, **more):
        return position(p(buildings=["enclosure_1"] * covered, **more),
                        decision=effect(op="free_building", arg="pavilion"))

    last = free_pavilion(38)
    assert len(legal(last, "place")) == 1  # 39 spaces of map 0 are neither rock nor water
    assert gains(last, legal(last, "place")[0])["appeal"] == 1 + 7
    full = free_pavilion(39, zoo=["S219"])
    assert gains(full, legal(full, "place")[0])["appeal"] == 1


@pytest.mark.covers("R29.2", "S219")
def test_an_enclosure_over_the_tower_is_not_next_to_it():
    """With 219 the tower itself may be built over; A465 gives 4 appeal."""
    def appeal(*cells: str) -> int:
        game = position(p(map="1", zoo=["S219"], hand=["A465"], money=30, buildings=[on("enclosure_2", *cells)]),
                        decision=doing("animals", 2))
        take(game, "play A465")
        return gains(game, legal(game, "house")[0])["appeal"]

    assert appeal("1,2", "1,4") == 4 + 2
    assert appeal("1,4", "1,6") == 4


@pytest.mark.covers("R29.4", "S219")
def test_an_enclosure_over_the_outdoor_space_is_not_next_to_it():
    """A428 needs 3 spaces; a 2-space enclosure beside (5,8) counts as 4, one over it as 2."""
    def houses(*cells: str) -> list[str]:
        fields = {"map": "2", "zoo": ["S219"], "hand": ["A428"], "money": 30}
        buildings = [on("enclosure_2", *cells), on("enclosure_3", "8,7", "8,9", "7,8")]
        game = position(p(**fields, buildings=buildings), decision=doing("animals", 2))
        return legal(take(game, "play A428"), "house")

    assert len(houses("5,6", "4,5")) == 2
    assert len(houses("5,6", "5,8")) == 1


@pytest.mark.covers("R29.13", "S246")
def test_a_building_on_two_h_spaces_searches_twice():
    """The Cable Car covers (4,11) and (6,9)."""
    game = playing("S246", map="8", buildings=["pavilion@5,8"], shared={"deck": ["A401", "S201", "A402", "S202"]})
    put(take(game, "play S246"), "4,11", "5,10", "6,9", "7,8")
    settle(game)
    assert me(game).hand == ["S201", "S202"]
    assert table(game).discard == ["A401", "A402"]


@pytest.mark.covers("R3.15")
def test_start_buildings_give_no_bonus_whatever_lies_under_them():
    """Map A has no bonus there; a ruleset may print one."""
    bonuses = [{"cell": [0, 7], "type": "reputation", "n": 1}, {"cell": [0, 9], "type": "card_in_range", "n": 1}]
    game = Game.new(seed=1, maps="A", ruleset=Ruleset.default().patch({"maps": {"A": {"bonuses": bonuses}}}))
    assert table(game).n_open == 0
    while asked(game) != "main":
        take(game, legal(game)[0])
    assert (me(game).reputation, len(me(game).hand)) == (1, 4)
    for bonus, owned in ({"type": "money", "n": 5}, (25, 0)), ({"type": "x_token", "n": 1}, (25, 0)):
        change = {"bonuses": [{"cell": [0, 7], **bonus}]}
        game = Game.new(seed=1, maps="A", ruleset=Ruleset.default().patch({"maps": {"A": change}}))
        assert (me(game).money, me(game).x_tokens) == owned


@pytest.mark.covers("R29.6", "R5.12", "map 4")
@pytest.mark.parametrize("last", ["sell-harbor A410", "pass"])
def test_the_last_moment_for_the_harbor_ends_the_turn(last):
    """Once in a turn: after the sale nothing is left to decide."""
    game = position(p(map="4", hand=["A410", "A465"], buildings=["pavilion@0,11"]), decision={"end_turn": True})
    assert legal(game) == ["pass", "sell-harbor A410", "sell-harbor A465"]
    take(game, last)
    assert (asked(game), game.current_player()) == ("main", 1)


@pytest.mark.covers("R29.6", "R12.5", "map 4")
def test_between_two_animals_the_harbor_takes_any_card():
    """One animal has to be played (R12.5), so the only one cannot be sold before; a second need not be."""
    zoo = {"map": "4", "money": 60, "buildings": ["pavilion@0,11", "enclosure_2", "enclosure_2"]}
    game = position(p(**zoo, hand=["A439", "S201"]), decision=doing("animals", 5))
    assert legal(game, "sell-harbor") == ["sell-harbor S201"]
    game = position(p(**zoo, hand=["A439", "A450"]), decision=doing("animals", 5))
    take(game, "play A439")
    settle(take(game, legal(game, "house")[0]))
    assert asked(game) == "animals"
    assert legal(game, "sell-harbor") == ["sell-harbor A450"]


@pytest.mark.covers("R29.6", "R5.6", "R14.5", "map 4")
def test_the_harbor_takes_the_only_project_while_other_tasks_are_left():
    """P116 releases an animal of Africa; no base project can be supported with one predator of Africa."""
    zoo = {"map": "4", "zoo": ["A404"], "hand": ["P116"], "buildings": ["pavilion@0,11", "enclosure_2*"], "workers": 4,
           "workers_idle": 0}
    others = {"base_projects": ["P105", "P107", "P108"]}
    game = position(p(**zoo), decision=doing("association", 5), **others)
    assert "task project" in legal(game)
    take(game, "sell-harbor P116")
    assert "task project" not in legal(game)
    assert "task reputation" in legal(game)
    # One worker is left, every other task needs two (R14.5): the action can do nothing else (R5.6).
    done = {"workers_on": {"partner_zoo": 1, "university": 1, "reputation": 1}, "workers": 1}
    game = position(p(**{**zoo, **done}), decision=doing("association", 5), **others)
    assert legal(game) == ["task project"]


@pytest.mark.covers("R12.3", "R9.9", "R10.4")
@pytest.mark.parametrize(("upgraded", "possible"), [(["animals", "cards"], True), (["animals"], False)])
def test_reputation_ten_first_reaches_slot_five_only_with_cards_2(upgraded, possible):
    """Reputation 9 reaches slot 4, 10 slot 5; the action gains one before the animal in slot 5 is played."""
    game = position(
        p(reputation=9, upgraded=upgraded, money=60, hand=[], buildings=["enclosure_1"],
          actions=["build", "cards", "association", "sponsors", "animals"]),
        display=["S201", "S202", "S203", "S204", "A405", "S205"])
    assert bool(legal(game, "act animals")) == possible


@pytest.mark.covers("R12.11", "R20.7", "hypnosis", "A432")
@pytest.mark.parametrize(("own", "theirs", "cards"), [([], ["animals"], {"A432", "A439"}), (["animals"], [], {"A439"})])
def test_animals_ii_asks_for_the_side_of_the_hypnotised_card(own, theirs, cards):
    """A432 is only for Animals II; the Animals card performed is the one of the victim, in slot 2."""
    game = position(
        p(hand=["A432", "A439"], money=60, upgraded=own, buildings=["enclosure_5"]),
        {"appeal": 20, "upgraded": theirs, "actions": ["build", "animals", "cards", "sponsors", "association"]},
        decision=effect(op="hypnosis_action", n=3, arg=1))
    take(game, "act animals")
    assert {text.split()[1] for text in legal(game, "play")} & {"A432", "A439"} == cards


# --- tokens, stealing, secrets ----------------------------------------------------------------------------------------


@pytest.mark.covers("R7.5", "R19.1")
def test_an_upgrade_by_the_first_execution_holds_for_the_second():
    """Association I: the second partner zoo upgrades a card; the further execution is side II with several tasks."""
    game = position(p(multiplier={"association": 1}, partner_zoos=["asia"], workers=4, workers_idle=0, money=0,
                      actions=["animals", "build", "cards", "sponsors", "association"]))
    take(act(game, "association"), "task partner_zoo", "partner africa", "upgrade association")
    take(game, "act association", "task reputation")
    assert (asked(game), game.current_player()) == ("association", 0)
    assert legal(game) == ["pass", "task partner_zoo"]


@pytest.mark.covers("boost", "R20.23", "R7.2")
def test_boost_to_slot_five_moves_cards_and_no_upgrades():
    """The order of the cards stays one of five different cards whatever is upgraded."""
    game = position(p(upgraded=["association", "build", "cards"],
                      actions=["build", "animals", "cards", "sponsors", "association"]), decision=effect("A502"))
    assert me(take(game, "move build to 5")).order == [0, 3, 4, 1, 2]
    assert me(game).upgraded == 1 << 1 | 1 << 2 | 1 << 3


@pytest.mark.covers("R20.7", "R7.5", "hypnosis")
@pytest.mark.parametrize(("hypnotised", "animals"), [(False, 2), (True, 1)])
def test_an_own_upgrade_is_none_of_the_hypnotised_card(hypnotised, animals):
    """471 brings conservation 2 and so an upgrade. Under the ruling running_action an own card is used on its new side
    at once (strength 3: two animals); the hypnotised one is another player's and stays on side I (one animal)."""
    rules = Ruleset.default().patch({"rulings": {"upgrade_timing": "running_action"}})
    order = ["build", "cards", "animals", "sponsors", "association"]
    game = position(
        p(hand=["A471", "A439"], money=60, conservation=1, actions=order, buildings=["enclosure_3", "enclosure_2"]),
        {"appeal": 20, "actions": order}, ruleset=rules,
        decision=effect(op="hypnosis_action", n=3, arg=1) if hypnotised else None)
    take(game, "act animals")
    while asked(game) != "main":
        wanted = [text for text in legal(game) if text.startswith(("play ", "upgrade animals", "house "))]
        take(game, (wanted or legal(game, "pass") or legal(game))[-1])
    assert len(me(game).zoo) == animals
    assert me(game).upgraded == 1


@pytest.mark.covers("R20.14")
def test_pilfering_takes_five_money_and_no_more():
    for money, paid in ((4, 4), (5, 5), (6, 5), (7, 5)):
        game = position(p(appeal=5), p(appeal=20, hand=[], money=money), decision=effect(op="pilfering", n=1))
        assert me(game, 1).money == money - paid


@pytest.mark.covers("R20.14", "D14.1")
def test_after_a_theft_a_third_player_does_not_know_which_card_was_taken():
    game = position(p(appeal=5), p(appeal=20, hand=["A401", "A402"], money=0), p(seen=["A401", "A402"]), n=3,
                    decision=effect(op="pilfering", n=1))
    assert len(me(game, 0).hand) == 1
    assert me(game, 2).seen == []


@pytest.mark.covers("D11.10")
def test_after_assertion_the_others_do_not_know_the_pile_any_more():
    game = position(p(), p(base_seen=True, seen=["P104", "P105"]), base_projects=["P101", "P102", "P103"],
                    decision=effect(op="assertion"))
    take(game, "take P104")
    assert (me(game, 1).base_seen, me(game, 1).seen) == (0, [])


@pytest.mark.covers("R24.21", "D15.1")
def test_who_discards_in_a_break_knows_the_cards_before_the_others_do():
    game = position(p(hand=["A401", "A402", "A403", "A404"]), p(hand=["A405", "A406", "A407", "A408"]),
                    decision={"break": "now"})
    first = game.current_player()
    card = me(game, first).hand[0]
    take(game, f"discard {card}")
    assert game.current_player() != first
    assert card in me(game, first).seen
    assert card not in me(game, 1 - first).seen
    assert table(game).discard == []


@pytest.mark.covers("R1.10", "R30.8")
def test_who_knows_a_card_of_a_hand_knows_one_there_in_every_deal():
    """Seat 0 cannot know which of the three cards seat 2 has seen, only that it is one of them."""
    game = position(p(), p(hand=["A401", "A402", "A403"]), p(seen=["A401"]), n=3)
    known = set()
    for seed in range(12):
        deal = game.determinize(0, seed=seed)
        assert len(me(deal, 2).seen) == 1
        assert set(me(deal, 2).seen) < set(me(deal, 1).hand)
        known |= set(me(deal, 2).seen)
    assert len(known) > 1
