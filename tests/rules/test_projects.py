"""Conservation projects and donations (R15, D6.4-D6.7, D6.10, D6.11)."""
import pytest
from helpers import asked, effect, gains, legal, me, only_legal, p, position, settle, table, take
from rules.map_play import open_effects, resolve
from rules.printed import MAPS
from rules.project_play import association, can_support, icons, left, offered, supporting

ALL_HIRED = {"workers": 4, "workers_idle": 0}
AFRICA_5 = ["A401", "A402", "A403", "A404", "A405"]  # five predators of Africa, one Africa icon each
MASK = 0b1111111


def above(game) -> list[str]:
    """The projects above the board, leftmost first."""
    found = table(game)
    return [game.ruleset.card_key(card) for card in found.above_card[: found.n_above]]


def slots(game, project: str) -> list[int]:
    """The tokens on a project: 0 none, 1 + seat."""
    found = table(game)
    rows = [*zip(found.base_card, found.base_slot, strict=True), *zip(found.above_card, found.above_slot, strict=True)]
    return next(row for card, row in rows if card != 255 and game.ruleset.card_key(card) == project)


# --- which project, from where ----------------------------------------------------------------------------------------


@pytest.mark.covers("R15.1")
def test_the_project_task_supports_exactly_one_project():
    game = association(10, 2, zoo=AFRICA_5, **ALL_HIRED, table={"base_projects": ["P103", "P110"]})
    settle(game, "task project", "support P103 right", left("money_12"))
    settle(game, "upgrade build")
    assert "task university" in legal(game)
    assert "task project" not in legal(game)


@pytest.mark.covers("R15.2", "D6.4")
@pytest.mark.parametrize(("side", "sources"), [(1, ["P103", "P131", "P130"]), (2, ["P103", "P131", "P130", "P129"])])
def test_projects_come_from_board_and_hand_and_with_side_two_from_the_display(side, sources):
    # Two Africa icons; two large, two small animals, two rock icons: the right slot of each.
    zoo = ["A401", "A417", "A404", "S255", "A413", "A410"]
    shared = {"base_projects": ["P103"], "projects": ["P131"], "display": ["P129", "A501", "A502", "A503"]}
    game = take(association(5, side, zoo=zoo, hand=["P130", "A406"], table=shared), "task project")
    assert sorted(offered(game)) == sorted(f"{source} right" for source in sources)


@pytest.mark.covers("R15.2", "D6.4")
@pytest.mark.parametrize(("reputation", "slot", "money", "possible"), [
    (1, 1, 1, True), (1, 1, 0, False), (1, 2, 20, False), (2, 2, 2, True), (2, 2, 1, False), (9, 4, 4, True),
    (9, 5, 20, False),
])  # fmt: skip
def test_a_project_of_the_display_must_be_in_range_and_costs_its_slot_number(reputation, slot, money, possible):
    display = [*["A501", "A502", "A503", "A504", "A505"][: slot - 1], "P131"]
    game = association(5, 2, zoo=["A401", "A417"], reputation=reputation, money=money, table={"display": display})
    assert ("task project" in legal(game)) is possible
    if possible:
        settle(game, "task project", "support P131 right", left("x_tokens"))
        assert me(game).money == money - slot
        assert (above(game), table(game).display[slot - 1]) == (["P131"], None)  # not refilled in the turn


@pytest.mark.covers("R15.3")
def test_a_project_card_can_only_be_played_when_it_is_supported_at_once():
    for zoo, possible in ((["A401"], False), (["A401", "A417"], True)):  # P131 asks for two large animals
        assert ("task project" in legal(association(5, zoo=zoo, hand=["P131"]))) is possible
    game = take(association(5, zoo=["A401", "A417"], hand=["P131"]), "task project", "support P131 right")
    assert asked(game) == "left_token"
    assert (me(game).hand, slots(game, "P131")) == ([], [0, 0, 1])


@pytest.mark.covers("R15.4")
def test_a_new_project_goes_leftmost_above_the_board_and_shifts_the_others():
    shared = {"projects": ["P129", {"card": "P130", "slots": [None, 1, None]}]}
    game = take(association(5, zoo=["A401", "A417"], hand=["P131"], table=shared), "task project", "support P131 right")
    assert above(game) == ["P131", "P129", "P130"]
    assert [slots(game, card) for card in above(game)] == [[0, 0, 1], [0, 0, 0], [0, 2, 0]]


@pytest.mark.covers("R15.5")
@pytest.mark.parametrize(("n", "limit"), [(1, 2), (2, 2), (3, 3), (4, 4)])
def test_the_rightmost_project_is_discarded_beyond_the_limit(n, limit):
    lying = ["P127", "P128", "P129", "P130"][:limit]
    for n_lying, gone in ((limit - 1, None), (limit, lying[-1])):
        game = association(5, n=n, zoo=["A401", "A417"], hand=["P131"], table={"projects": lying[:n_lying]})
        take(game, "task project", "support P131 right")
        assert above(game) == ["P131", *(card for card in lying[:n_lying] if card != gone)]
        assert table(game).discard == ([gone] if gone else [])


@pytest.mark.covers("R15.5", "P131")
def test_the_example_of_a_project_pushing_out_the_rightmost_one():
    # Three players, three projects lie above the board, the rightmost is the Reptile Breeding Program. Three large
    # animals: middle slot, 3 conservation, and 3 X-tokens of the left edge.
    shared = {"projects": ["P129", "P130", "P125"]}
    game = association(5, zoo=["A401", "A417", "A402"], hand=["P131"], conservation=2, table=shared)
    take(game, "task project", "support P131 middle", left("x_tokens"))
    assert (above(game), table(game).discard) == (["P131", "P129", "P130"], ["P125"])
    assert slots(game, "P131") == [0, 1, 0]
    assert (me(game).conservation, me(game).x_tokens) == (5, 3)


@pytest.mark.covers("R15.6", "R15.7")
def test_tokens_of_a_discarded_project_return_to_the_supply_and_still_count():
    shared = {"projects": ["P127", "P128", {"card": "P129", "slots": [0, 1, None]}]}
    fields = {"left_tokens": [0, 1, 2, 3, 5, 6]}
    game = association(5, zoo=["A401", "A417"], hand=["P131"], others=(p(**fields),), table=shared, **fields)
    take(game, "task project", "support P131 right", left("x_tokens"))
    assert "P129" in table(game).discard
    assert (me(game).supported, me(game).left_tokens) == (2, MASK - (1 << 4) - (1 << 6))
    assert (me(game, 1).supported, me(game, 1).left_tokens) == (1, MASK - (1 << 4))  # nothing back on the left edge


@pytest.mark.covers("R15.8")
def test_base_projects_stay_even_when_all_their_slots_are_used():
    shared = {"base_projects": [{"card": "P103", "slots": [1, 2, None]}, "P110"]}
    game = take(association(5, zoo=AFRICA_5, hand=["P131"], table=shared), "task project", "support P103 right")
    found = table(game)
    assert found.n_base == 2
    assert [game.ruleset.card_key(card) for card in found.base_card[:2]] == ["P103", "P110"]
    assert (slots(game, "P103"), found.n_above) == ([2, 3, 1], 0)


# --- slots ------------------------------------------------------------------------------------------------------------


@pytest.mark.covers("R15.9", "D6.5")
@pytest.mark.parametrize(("taken", "free"), [
    ([None, None, None], ["left", "middle", "right"]),
    ([1, None, None], ["middle", "right"]),
    ([None, "blocked", 2], ["left"]),
    ([1, 2, "blocked"], []),
])  # fmt: skip
def test_a_slot_with_any_token_cannot_be_used(taken, free):
    shared = {"base_projects": [{"card": "P103", "slots": taken}]}
    game = association(5, zoo=AFRICA_5, table=shared)
    if not free:
        assert "task project" not in legal(game)
    else:
        only_legal(take(game, "task project"), *(f"support P103 {slot}" for slot in free))


@pytest.mark.covers("R15.10")
def test_each_project_is_supported_only_once_by_a_player():
    fields = {"left_tokens": [0, 1, 2, 3, 4, 5]}
    assert can_support("P103", zoo=AFRICA_5, table={"base_projects": [{"card": "P103", "slots": [None, None, 0]}]},
                       **fields) == []  # fmt: skip
    assert can_support("P103", zoo=AFRICA_5, table={"base_projects": [{"card": "P103", "slots": [None, None, 1]}]},
                       **fields) == ["left", "middle"]  # fmt: skip


@pytest.mark.covers("R15.10", "S224")
@pytest.mark.parametrize(("project", "zoo", "sponsor", "again"), [
    ("P116", AFRICA_5, [], False),
    ("P116", AFRICA_5, ["S224"], True),  # release projects only
    ("P131", ["A401", "A417", "A402"], ["S224"], False),
])  # fmt: skip
def test_only_sponsor_224_allows_another_support_of_a_release_project(project, zoo, sponsor, again):
    shared = {"projects": [{"card": project, "slots": [None, None, 0]}]}
    found = can_support(project, zoo=[*zoo, *sponsor], left_tokens=[0, 1, 2, 3, 4, 5], table=shared)
    assert (found != []) is again


@pytest.mark.covers("R15.11", "D6.5")
def test_a_lower_slot_may_be_chosen():
    assert can_support("P103", zoo=AFRICA_5) == ["left", "middle", "right"]
    game = supporting("P103", zoo=AFRICA_5)
    take(game, "support P103 right", left("money_12"))
    assert me(game).conservation == 2  # right 2, left 5


@pytest.mark.covers("R15.12", "P110")
def test_double_icons_count_twice_for_projects():
    assert can_support("P110", zoo=["A402"]) == []  # one predator icon
    assert can_support("P110", zoo=["A401"]) == ["right"]  # 401 shows two


@pytest.mark.covers("R15.13")
@pytest.mark.parametrize(("project", "fields", "open_slots"), [
    ("P129", {"zoo": ["A403", "A413"]}, ["right"]),  # the rock requirement of two animals
    ("P129", {"zoo": ["A403", "S255"]}, ["right"]),  # ... of an animal and of a sponsor
    ("P129", {"zoo": ["A403", "A404"]}, []),
    ("P132", {"universities": ["two_science"]}, ["right"]),
    ("P132", {"universities": ["science_reputation"], "zoo": ["S223", "S225"]}, ["middle", "right"]),  # 1 + 2 + 1
    ("P132", {"zoo": ["A407", "A434"]}, []),  # two animals with the condition of 2 research icons
    ("P103", {"partner_zoos": ["africa"], "zoo": ["A401"]}, ["right"]),
    ("P103", {"zoo": ["A429"]}, []),  # condition: 3 Africa icons, own icon: 1
])  # fmt: skip
def test_icons_of_cards_tiles_and_requirements_count_but_conditions_do_not(project, fields, open_slots):
    assert can_support(project, **fields) == open_slots


@pytest.mark.covers("R15.13", "R21.3")
def test_icons_printed_on_project_cards_do_not_count():
    # P116 (Africa) lies above the board with the player's token, P103 asks for two Africa icons.
    shared = {"base_projects": ["P103"], "projects": [{"card": "P116", "slots": [None, None, 0]}]}
    assert can_support("P103", zoo=["A405"], left_tokens=[0, 1, 2, 3, 4, 5], table=shared) == []
    assert icons(association(5, zoo=["A405"], left_tokens=[0, 1, 2, 3, 4, 5], table=shared), "africa") == 1


@pytest.mark.covers("R15.14")
@pytest.mark.parametrize(("zoo", "zoos", "possible"), [
    (["A404"], ["africa"], True),  # predator of Africa
    (["A404"], ["asia"], False),
    (["A404", "A445"], ["europe"], False),  # the animal of Europe is a herbivore
    (["A404", "A488"], ["europe"], False),  # the predator is of Africa, the animal of Europe a reptile
    (["S239"], ["africa"], False),  # a predator icon on a sponsor
    ([], ["africa"], False),
])  # fmt: skip
def test_breeding_programs_need_an_animal_and_a_partner_zoo_of_its_continent(zoo, zoos, possible):
    found = can_support("P124", zoo=zoo, partner_zoos=zoos)
    assert found == (["left", "middle", "right"] if possible else [])


@pytest.mark.covers("R15.14", "P124")
def test_the_example_of_the_breeding_programs():
    # The first supporter takes the best slot; the second chooses between 2 conservation, and 1 with 2 reputation.
    shared = {"projects": [{"card": "P124", "slots": [1, None, None]}]}
    for slot, expected in (("middle", {"conservation": 1, "reputation": 2}), ("right", {"conservation": 2})):
        game = supporting("P124", zoo=["A404"], partner_zoos=["africa"], table=shared)
        assert offered(game, "P124") == ["middle", "right"]
        take(game, f"support P124 {slot}")
        assert gains(game, left("money_12")) == {"money": 12, **expected}


# --- the token and its bonus ------------------------------------------------------------------------------------------


@pytest.mark.covers("R15.15", "D6.7")
def test_any_token_of_the_left_edge_can_be_used():
    game = take(supporting("P103", zoo=AFRICA_5, left_tokens=[0, 3, 5]), "support P103 right")
    only_legal(game, "left-token 1", "left-token 4", "left-token 6")
    take(game, "left-token 6")
    assert (me(game).left_tokens, me(game).supported) == (0b1001, 5)
    assert slots(game, "P103") == [0, 0, 1]


@pytest.mark.covers("R15.16")
def test_without_a_token_on_the_left_edge_no_project_can_be_supported():
    assert can_support("P103", zoo=AFRICA_5, left_tokens=[6]) == ["left", "middle", "right"]
    assert can_support("P103", zoo=AFRICA_5, left_tokens=[]) == []


@pytest.mark.covers("R15.17")
@pytest.mark.parametrize(("name", "gained"), [
    ("money_5", {"money": 5}), ("money_12", {"money": 12}), ("x_tokens", {"x_tokens": 3}), ("worker", {"workers": 1}),
    ("conservation", {"conservation": 3}),
])  # fmt: skip
def test_uncovering_a_space_of_the_left_edge_gives_its_bonus_at_once(name, gained):
    # The slot itself gives 2 conservation.
    game = take(supporting("P103", zoo=AFRICA_5, conservation=2), "support P103 right")
    assert gains(game, left(name)) == {"conservation": 2, **gained}


@pytest.mark.covers("R15.18", "R24.15")
@pytest.mark.parametrize("code", MAPS)
def test_purple_bonuses_of_the_left_edge_are_gained_again_in_every_break_and_yellow_ones_not(code):
    printed = [bonus["bonus"] for bonus in MAPS[code]["left_bonuses"] if bonus["kind"] == "income"]
    money = sum(bonus["n"] for bonus in printed if bonus["type"] == "money")
    conservation = sum(bonus["n"] for bonus in printed if bonus["type"] == "conservation")
    assert money == 5
    assert conservation == (code in "0A")
    # Nothing in hand, no legal place for a building (nothing in hand to sell or to pouch): money, conservation, snap.
    game = position(p(map=code, left_tokens=[], money=0, appeal=0), decision={"break": "now"})
    before = me(game)
    for _ in range(30):
        if asked(game) == "main":
            break
        assert game.current_player() == 0
        take(game, next((text for text in ("pass", "resolve 1") if text in legal(game)), legal(game)[0]))
    after = me(game)
    assert before.money + after.money > 0
    assert (after.money, after.conservation, after.x_tokens) == (5 + money, conservation, 0)
    assert (after.workers, len(after.hand)) == (1, 1)  # the snap; no worker


@pytest.mark.covers("R15.19", "D6.10")
def test_the_slot_reward_and_the_left_edge_bonus_come_in_either_order():
    # Left edge of map 0: snap; slot: conservation 5 and so a tile with 3 cards of the display or deck.
    def start():
        shared = {"tiles": {"5": ["cards_3", "money_10"]}}
        game = supporting("P103", zoo=AFRICA_5, conservation=3, table=shared)
        return take(game, "support P103 right", left("snap"))

    game = start()
    assert len(open_effects(game)) == 2
    assert asked(resolve(game, "snap")) == "snap"
    assert asked(resolve(start(), "conservation 5")) == "cons_tile"


@pytest.mark.covers("R15.20", "R15.21")
def test_the_bonus_of_a_project_card_is_for_the_player_who_brings_it_into_play():
    fields = {"conservation": 10}  # no threshold is reached
    game = association(5, zoo=["A404"], hand=["P116"], **fields)
    take(game, "task project", "support P116 right", "release A404")
    assert gains(game, left("money_5")) == {"conservation": 3, "money": 5, "reputation": 1}
    game = take(supporting("P116", zoo=["A404"], **fields), "support P116 right", "release A404")
    assert gains(game, left("money_5")) == {"conservation": 3, "money": 5}
    # A project without a printed bonus gives none.
    game = association(5, zoo=["A401", "A417"], hand=["P131"], **fields)
    take(game, "task project", "support P131 right")
    assert gains(game, left("money_5")) == {"conservation": 2, "money": 5}


@pytest.mark.covers("R15.28")
def test_a_base_project_from_the_hand_is_played_above_the_board():
    game = take(association(5, zoo=AFRICA_5, hand=["P103"], table={"base_projects": ["P110"]}),
                "task project", "support P103 left")  # fmt: skip
    assert (above(game), table(game).n_base, slots(game, "P103")) == (["P103"], 1, [1, 0, 0])


@pytest.mark.covers("R15.28", "D6.6", "S215", "S218")
def test_icon_tokens_are_for_the_base_projects_below_the_board_only():
    zoo = ["A404", "A410", "S215"]  # one Africa icon, one token for another
    assert can_support("P103", zoo=zoo) == ["right using 215"]
    assert can_support("P103", zoo=zoo, card_tokens={"S215": 0}) == []
    game = association(5, zoo=zoo, hand=["P103"], table={"base_projects": ["P101"]})
    assert "task project" not in legal(game)
    assert can_support("P128", zoo=["A407", "S215", "S218"]) == ["right"]  # two water icons, no token is offered
    assert can_support("P128", zoo=["A422", "S215", "S218"]) == []


@pytest.mark.covers("D6.6", "S215", "S218")
def test_one_token_of_each_card_may_be_used_and_opens_slots():
    # Three Africa icons: right (2) without a token, middle (4) with one, left (5) with one of either card.
    zoo = ["A401", "A402", "A404", "S215", "S218"]
    found = can_support("P103", zoo=zoo)
    assert {"right", "middle using 215", "middle using 218", "left using 215,218"} <= set(found)
    assert not {"middle", "left", "left using 215", "left using 218"} & set(found)
    game = take(supporting("P103", zoo=zoo), "support P103 left using 215,218")
    before, after = sum(me(supporting("P103", zoo=zoo)).card_tokens), sum(me(game).card_tokens)
    assert before - after == 2


# --- donation ---------------------------------------------------------------------------------------------------------


@pytest.mark.covers("R15.22", "D6.11")
def test_a_donation_needs_side_two_and_a_task_before_it():
    game = association(9, 2, money=20, **ALL_HIRED)
    assert "donate" not in legal(game)
    assert "donate" in legal(take(game, "task reputation"))
    assert take(association(9, 1, money=20, **ALL_HIRED), "task reputation").current_player() == 1


@pytest.mark.covers("R15.22", "R15.26", "R15.27", "D6.11")
def test_a_donation_costs_money_but_no_worker_and_no_strength_and_comes_once():
    game = take(association(5, 2, money=20, **ALL_HIRED), "task reputation")
    assert gains(game, "donate") == {"money": -2, "conservation": 1}
    only_legal(game, "pass", "task partner_zoo")  # 3 strength left, no second donation
    take(game, "task partner_zoo", "partner asia")
    assert game.current_player() == 1  # nothing left but a second donation


@pytest.mark.covers("R15.22")
def test_a_donation_is_possible_after_the_last_task_without_workers():
    game = take(association(2, 2, money=2), "task reputation")
    only_legal(game, "pass", "donate")
    assert take(association(2, 2, money=1), "task reputation").current_player() == 1


@pytest.mark.covers("R15.23", "R15.24", "R15.25", "R2.10")
@pytest.mark.parametrize(("n", "amounts"), [
    (2, [2, 5, 7, 10, 12, 12, 12]),
    (3, [2, 5, 5, 7, 7, 10, 10, 12, 12]),
    (4, [2, 5, 5, 7, 7, 10, 10, 12, 12]),
])  # fmt: skip
def test_each_donation_covers_the_smallest_amount_for_everybody_and_twelve_stays(n, amounts):
    donations = 0
    for amount in amounts:
        seat = donations % 2
        fields = [p(money=amount, upgraded=["association"], actions=["animals", "association", "build", "cards",
                                                                     "sponsors"]) for _ in range(2)]  # fmt: skip
        game = position(*fields, n=n, turn=seat, donations=donations)
        take(game, "act association", "task reputation")
        assert gains(game, "donate", seat=seat) == {"money": -amount, "conservation": 1}
        poor = position(*fields[:seat], p(money=amount - 1, upgraded=["association"]), n=n, turn=seat,
                        donations=donations)  # fmt: skip
        take(poor, "act association", "task reputation")
        assert "donate" not in legal(poor)
        donations = table(game).donations
    game = position(p(), decision=effect(op="conservation", n=1))
    assert table(game).donations == 0  # only donations cover spaces


@pytest.mark.covers("R15.23")
def test_the_donation_space_is_covered_from_the_supply_and_not_from_the_left_edge():
    game = take(association(5, 2, money=20, **ALL_HIRED), "task reputation", "donate")
    assert (me(game).left_tokens, me(game).supported, table(game).donations) == (MASK, 0, 1)
