"""The reference itself, on positions with answers worked out by hand or printed in the rulebooks."""
from collections import Counter

import pytest

from reference import (
    animals,
    association,
    breaks,
    choices,
    enclosures,
    facts,
    geometry,
    icons,
    income,
    interactive,
    placement,
    scoring,
    sponsors,
    tracks,
)
from reference.model import NEUTRAL, Building, Player, Position, Project


def b(kind, *cells, occupied=False):
    return Building(kind, frozenset(cells), occupied)


def two(**kw):
    return Position([Player(0, **kw), Player(1, appeal=1)], universities={"two_science"})


# --- geometry and placement -----------------------------------------------------------------------------------------


def test_grid_is_58_cells_with_the_border_of_the_facts():
    assert len(geometry.CELLS) == 58
    assert {c for c in geometry.CELLS if c[0] in (0, 8) or c[1] <= 1 or c[1] >= 11} == geometry.BORDER


@pytest.mark.parametrize("kind", facts.SHAPES)
def test_number_of_rotations_is_the_printed_one(kind):
    shifted = set()
    for cells in geometry.footprints(kind):
        x, y = min(cells)
        shifted.add(frozenset((a - x, c - y) for a, c in cells))
    assert len(shifted) == facts.SHAPES[kind]["distinct_rotations"]


def test_distance_counts_steps():
    assert [geometry.distance((4, 5), c) for c in ((4, 5), (4, 7), (5, 6), (5, 8), (6, 5), (4, 11), (8, 5))] == [
        0, 1, 1, 2, 2, 3, 4]


def test_first_building_covers_a_border_space_r11_12():
    places = placement.placements(Player(0, map="0"), "enclosure_2")
    assert places
    assert all(cells & geometry.BORDER for cells in places)


def test_kiosks_keep_three_steps_r11_15():
    player = Player(0, map="0", buildings=[b("kiosk", (4, 5)), b("enclosure_3", (4, 7), (4, 9), (5, 8))])
    kiosks = {cell for cells in placement.placements(player, "kiosk") for cell in cells}
    assert kiosks
    assert all(geometry.distance(cell, (4, 5)) >= 3 for cell in kiosks)
    assert placement.placements(player, "pavilion") > placement.placements(player, "kiosk")


def test_side_entrance_need_not_touch_r17_15():
    player = Player(0, map="0", buildings=[b("kiosk", (4, 5))])
    places = placement.placements(player, "side_entrance")
    assert places
    assert all(len(cells & geometry.BORDER) == 2 for cells in places)
    player.buildings.append(b("side_entrance", *next(iter(places))))
    assert not placement.placements(player, "side_entrance")


def test_build2_spaces_and_card_219():
    player = Player(0, map="3")
    assert frozenset({(0, 1)}) not in placement.placements(player, "kiosk")  # Build II on map 3
    player.upgraded.add("build")
    assert frozenset({(0, 1)}) in placement.placements(player, "kiosk")
    assert frozenset({(0, 11)}) not in placement.placements(player, "kiosk")  # water
    player.zoo.append(219)
    assert frozenset({(0, 11)}) in placement.placements(player, "kiosk")


def test_aquarium_needs_two_water_spaces_and_card_219_ignores_them():
    player = Player(0, map="0", buildings=[b("kiosk", (4, 5))])
    with_water = placement.placements(player, "aquarium")
    assert all(len(geometry.neighbours(c) & geometry.terrain("0", "water")) >= 2 for c in with_water)
    player.zoo.append(219)
    assert with_water < placement.placements(player, "aquarium")


def test_building_example_with_7_money():
    """Rulebook: strength 5, sizes 2 and 3, 7 money: the first can be paid, the second only after the bonus of 5."""
    player = Player(0, map="0", money=7, upgraded={"build"}, buildings=[b("kiosk", (0, 7))])
    assert {"enclosure_2", "enclosure_3"} <= placement.build_kinds(player, 5, True, 7)
    player.buildings.append(b("enclosure_2", (1, 6), (1, 8)))
    assert "enclosure_3" not in placement.build_kinds(player, 3, True, 3, {"enclosure_2"})
    assert "enclosure_3" in placement.build_kinds(player, 3, True, 8, {"enclosure_2"})
    assert "enclosure_2" not in placement.build_kinds(player, 3, True, 8, {"enclosure_2"})  # R11.5


# --- enclosures and animals -----------------------------------------------------------------------------------------


def test_caiman_example_has_two_ways_r13_9():
    """Rulebook: the caiman (479: size 4, 1 water, 2 spaces) fits the enclosure of 5 and the reptile house."""
    player = Player(0, map="0", buildings=[
        b("enclosure_5", (1, 2), (1, 4), (2, 1), (2, 3), (2, 5)),
        b("reptile_house", (7, 4), (6, 3), (6, 5), (8, 3), (8, 5))])
    water = geometry.terrain("0", "water")
    expected = {x.cells if x.standard else x.kind for x in player.buildings if geometry.neighbours(x.cells) & water}
    assert expected
    assert enclosures.housings(player, 479) == expected
    player.special_used["reptile_house"] = 4
    assert "reptile_house" not in enclosures.housings(player, 479)


def test_one_map_space_counts_once_r13_4():
    """A size 5 enclosure that touches a single water space with several sides does not meet a demand of two."""
    player = Player(0, map="0")
    water = geometry.terrain("0", "water")
    for cells in geometry.footprints("enclosure_5"):
        n = len(geometry.neighbours(cells) & water)
        assert enclosures.terrain_met(player, cells, 407) == (n >= 2)


def test_outdoor_example_map_2():
    """Rulebook: a 1-space enclosure next to the outdoor area takes animals of size 1, 2 and 3."""
    player = Player(0, map="2", buildings=[b("enclosure_1", (4, 7))])
    assert [enclosures.effective_size(player, player.buildings[0])] == [3]
    assert enclosures.housings(player, 490)  # size 3
    assert not enclosures.housings(player, 402)  # size 4
    player.buildings = [b("enclosure_1", (4, 11))]
    assert not enclosures.housings(player, 404)  # size 2


def test_flock_example():
    """A size 2 herbivore does not host size 3, whatever its enclosure; a host serves any number."""
    player = Player(0, zoo=[429], buildings=[b("enclosure_5", (4, 5), (4, 3), (4, 7), (3, 4), (3, 6), occupied=True)])
    assert enclosures.housings(player, 439) == {"flock"}
    assert enclosures.housings(player, 438) == set()
    player.zoo = [442]
    assert enclosures.housings(player, 438) == {"flock"}


def test_release_example_tortoise():
    """Rulebook: the tortoise (size 3, 2 spaces) leaves; two tokens come off the reptile house, 6 appeal lost."""
    tortoise = next(c for c, a in facts.ANIMALS.items() if a["special"] and a["size"] == 3 and "africa" in a["icons"]
                    and a["special"]["kind"] == "reptile_house")
    assert facts.ANIMALS[tortoise]["appeal"] == 6
    player = Player(0, zoo=[tortoise], special_used=Counter(reptile_house=3), buildings=[
        b("reptile_house", (4, 5), (3, 4), (3, 6), (5, 4), (5, 6)),
        b("enclosure_3", (0, 5), (0, 7), (1, 6), occupied=True)])
    assert enclosures.release(player, tortoise) == ("special", ("reptile_house", 2))
    player.special_used["reptile_house"] = 1
    assert enclosures.release(player, tortoise) == ("standard", [player.buildings[1]])
    assert association.releasable(player, 116, 1) == {tortoise}  # Serengeti, middle slot
    assert association.slot_condition(player, 116, 1)
    assert not association.slot_condition(player, 116, 0)
    assert not association.slot_condition(player, 116, 2)


def test_emptied_prefers_all_requirements_then_size_then_none_c7():
    def three(x, y):
        return b("enclosure_3", (x, y), (x, y + 2), (x + 1, y + 1), occupied=True)

    leopard = 403  # size 3, 1 rock
    rock = geometry.terrain("0", "rock")
    places = [c for c in geometry.footprints("enclosure_3") if not c & rock]
    dry = next(c for c in sorted(places, key=sorted) if not geometry.neighbours(c) & rock)
    rocky = next(c for c in sorted(places, key=sorted) if geometry.neighbours(c) & rock and not c & dry)
    player = Player(0, map="0", buildings=[Building("enclosure_3", dry, True)])
    assert enclosures.emptied(player, leopard) == player.buildings
    player.buildings.append(Building("enclosure_3", rocky, True))
    assert enclosures.emptied(player, leopard) == [player.buildings[1]]
    player.buildings = [b("enclosure_2", (4, 5), (4, 7), occupied=True)]
    assert enclosures.emptied(player, leopard) == []


def test_petting_zoo_holds_three():
    player = Player(0, buildings=[b("petting_zoo", (4, 5), (4, 7), (5, 4))], special_used=Counter(petting_zoo=2))
    assert enclosures.housings(player, 519) == {"petting_zoo"}
    player.special_used["petting_zoo"] = 3
    assert enclosures.housings(player, 519) == set()


def test_cost_with_partner_zoo_discount_slot_and_minimum():
    player = Player(0, partner_zoos=["africa"])
    assert animals.cost(player, 401) == 14
    player = Player(0, partner_zoos=["europe"], zoo=[230])
    assert animals.cost(player, 510) == max(0, 9 - 3 - 4)
    assert animals.cost(player, 510, slot=3) == 5
    double = next(c for c, a in facts.ANIMALS.items() if a["icons"].count("americas") == 2)
    player = Player(0, partner_zoos=["americas"])
    assert animals.cost(player, double) == facts.ANIMALS[double]["cost"] - 6  # R12.13


def test_institute_and_large_program_ignore_single_icons():
    """Rulebook on map 6 and card 263: the lion needs 2 predators instead of 3; with both, 1."""
    zoo = [403, 404, 405]
    lion, pieces = 402, [b("kiosk", (0, 11))]
    assert animals.missing_conditions(Player(0, map="6", zoo=zoo[:2]), lion, False) == 1
    player = Player(0, map="6", zoo=zoo[:2], buildings=pieces)
    assert animals.allowances(player, lion) == 1
    assert animals.allowances(Player(0, map="6", zoo=[263], buildings=pieces), lion) == 2
    assert animals.allowances(Player(0, map="6", zoo=[263]), lion) == 1
    assert animals.allowances(Player(0, map="6", zoo=[263]), 404) == 0


def test_waza_special_assignment_forbids_the_other_class():
    player = Player(0, zoo=[227], size_class="small_animal")
    assert [animals.forbidden(player, c) for c in (402, 403, 404, 519)] == [True, False, False, False]
    player.size_class = "large_animal"
    assert [animals.forbidden(player, c) for c in (402, 403, 404, 519)] == [False, False, True, True]


# --- icons, tracks, income ------------------------------------------------------------------------------------------


def test_icons_count_requirement_terrain_partner_zoos_and_universities():
    player = Player(0, zoo=[401, 407, 245, 223], partner_zoos=["africa"], universities=["two_science"])
    assert icons.icons(player) == Counter(predator=3, africa=2, asia=1, water=4, science=4)


def test_appeal_income_example():
    assert [tracks.appeal_income(a) for a in (0, 7, 113)] == [5, 11, 37]
    assert [tracks.appeal_income(a) for a in range(114)] == facts.BOARDS["appeal_track"]["break_income_by_appeal"]


def test_white_numbers_are_the_printed_ones():
    spaces = facts.BOARDS["conservation_track"]["spaces"]
    assert [s["white_number"] for s in spaces] == [tracks.white_number(c) for c in range(42)]


def test_display_range_example():
    assert [tracks.display_range(r) for r in (1, 2, 4, 7, 10, 13, 15)] == [1, 2, 3, 4, 5, 6, 6]
    spaces = facts.BOARDS["reputation_track"]["spaces"][1:]
    assert [s["display_slots_in_range"] for s in spaces] == [tracks.display_range(r) for r in range(1, 16)]


def test_reputation_limits():
    assert tracks.after_reputation(Player(0, reputation=8), 2) == (9, 0)
    assert tracks.after_reputation(Player(0, reputation=14, upgraded={"cards"}), 3) == (15, 2)
    assert tracks.after_reputation(Player(0, reputation=15, upgraded={"cards"}), 1) == (15, 1)


def test_end_example_64_and_20():
    assert tracks.ends_game(Player(0, appeal=64, conservation=20))
    assert not tracks.ends_game(Player(0, appeal=63, conservation=20))
    for appeal in range(114):
        for conservation in range(42):
            met = tracks.ends_game(Player(0, appeal=appeal, conservation=conservation))
            assert met == (tracks.score(appeal, conservation) >= 100)


def test_thresholds_passed():
    assert tracks.conservation_thresholds(1, 5) == [2, 5]
    assert tracks.conservation_thresholds(5, 7) == []


def test_kiosk_income_example_two_kiosks_with_two_each():
    player = Player(0, buildings=[
        b("kiosk", (4, 1)), b("pavilion", (4, 3)), b("enclosure_1", (5, 2), occupied=True), b("enclosure_1", (3, 2)),
        b("kiosk", (4, 7)), b("petting_zoo", (4, 9), (5, 8), (5, 10)), b("meerkat_den", (4, 5), (3, 6), (5, 6))])
    assert income.kiosk_income(player) == 4


def test_restaurant_and_parlors():
    player = Player(0, map="5", buildings=[b("enclosure_3", (3, 4), (3, 6), (2, 5)), b("kiosk", (4, 7))])
    assert income.map_income(player) == 3
    player = Player(0, map="7", buildings=[
        b("kiosk", (1, 2)), b("kiosk", (5, 4)), b("pavilion", (5, 10)), b("kiosk", (0, 9))])
    assert income.map_income(player) == 3
    player.buildings.pop(2)
    assert income.map_income(player) == 0


def test_sponsor_income_and_left_edge():
    player = Player(0, zoo=[220, 235, 201, 209, 206, 429, 438], map="0", left_tokens={0, 1, 4, 5, 6})
    # 235: two herbivore icons give the reward for 1
    assert income.sponsor_income(player) == Counter(money=6, card_in_range=1, x_token=1, conservation=1)
    assert [x["type"] for x in income.left_edge_income(player)] == ["money", "conservation"]
    assert income.fixed_money(player) == 5 + 6 + 5


def test_side_entrance_income():
    player = Player(0, zoo=[257], buildings=[
        b("side_entrance", (4, 1), (5, 0)), b("kiosk", (4, 3)), b("enclosure_1", (5, 2)),
        b("enclosure_1", (3, 2), occupied=True)])
    assert income.side_entrance_income(player) == 4


# --- association ----------------------------------------------------------------------------------------------------


def test_workers_one_then_two_then_closed():
    player = Player(0, workers=1)
    position = Position([player, Player(1)])
    assert association.tasks(position, player, 4, False, 0) == {"reputation", "partner_zoo"}
    player.workers_on["reputation"] = 1
    assert association.tasks(position, player, 4, False, 0) == {"partner_zoo"}
    player.workers = 2
    assert association.tasks(position, player, 2, False, 0) == {"reputation"}
    player.workers_on["reputation"] = 3
    assert association.tasks(position, player, 2, False, 0) == set()


def test_third_partner_zoo_needs_association_2():
    player = Player(0, partner_zoos=["asia", "africa"])
    position = Position([player, Player(1)], partner_zoos={"asia", "europe"})
    assert association.takeable_partner_zoos(position, player, False) == set()
    assert association.takeable_partner_zoos(position, player, True) == {"europe"}
    player.partner_zoos = list(facts.CONTINENTS[:4])
    assert association.takeable_partner_zoos(position, player, True) == set()


def test_example_of_215_and_218_together():
    """Glossary: three Africa icons and a token of 215 reach 4; with 218 as well 5."""
    player = Player(0, zoo=[403, 404, 405, 215], card_tokens=Counter({215: 2}))
    project = Project(103)
    assert association.open_slots(player, project, base=True) == {1, 2}
    assert association.open_slots(player, project, base=False) == {2}
    player.zoo.append(218)
    player.card_tokens[218] = 1
    assert association.open_slots(player, project, base=True) == {0, 1, 2}


def test_blocked_own_and_foreign_slots():
    player = Player(0, zoo=[403, 404])
    assert association.open_slots(player, Project(103, [NEUTRAL, None, None]), True) == {2}
    assert association.open_slots(player, Project(103, [None, None, 1]), True) == set()
    assert association.open_slots(player, Project(103, [None, 0, None]), True) == set()


def test_release_may_be_repeated_with_224_only():
    player = Player(0, zoo=[404])
    assert association.open_slots(player, Project(116, [0, None, None]), False) == set()
    player.zoo.append(224)
    assert association.open_slots(player, Project(116, [0, None, None]), False) == {2}


def test_breeding_needs_animal_and_partner_zoo_of_one_continent():
    player = Player(0, zoo=[404], partner_zoos=["asia"])
    assert association.open_slots(player, Project(124), False) == set()
    player.partner_zoos.append("africa")
    assert association.open_slots(player, Project(124), False) == {0, 1, 2}


def test_no_left_token_no_support_c37():
    player = Player(0, zoo=[403, 404], left_tokens=set())
    position = Position([player, Player(1)], base_projects=[Project(103)])
    assert association.project_choices(position, player, False, 0) == set()


def test_donation_costs():
    for n, sequence in ((2, [2, 5, 7, 10, 12, 12]), (3, [2, 5, 5, 7, 7, 10, 10, 12, 12])):
        players = [Player(i) for i in range(n)]
        assert [association.donation_cost(Position(players, donations=k)) for k in range(len(sequence))] == sequence


# --- sponsors -------------------------------------------------------------------------------------------------------


def test_sponsor_conditions():
    player = Player(0, hand=[201, 205, 207, 215, 227, 222])
    assert sponsors.conditions_met(player, 222, False)
    player.appeal = 26
    assert not sponsors.conditions_met(player, 222, False)
    assert not sponsors.conditions_met(player, 201, False)
    assert sponsors.conditions_met(player, 201, True)
    player.partner_zoos = ["asia", "africa"]
    assert sponsors.conditions_met(player, 215, False)
    player.reputation = 6
    assert sponsors.conditions_met(player, 227, False)


def test_levels_on_both_sides_and_map_8():
    player = Player(0, map="8", hand=[223, 210], reputation=1, money=0)
    position = Position([player, Player(1)], display=[220, None, None, None, None, None])
    assert sponsors.sponsor_choices(position, player, sponsors.room_at_start(3, False), False, 0) == {223}
    assert sponsors.sponsor_choices(position, player, sponsors.room_at_start(3, True), True, 0) == {223, 210}
    assert sponsors.sponsor_choices(position, player, sponsors.room_at_start(3, True), True, 1) == {223, 210, 220}
    player.buildings = [b("kiosk", (1, 10)), b("kiosk", (4, 11)), b("pavilion", (6, 9))]
    assert sponsors.level(player, 210) == 3


# --- scoring --------------------------------------------------------------------------------------------------------


def test_final_scoring_examples():
    assert tracks.victory_points(72, 16) == tracks.score(72, 16) - 100 == -4
    assert tracks.victory_points(79, 18) == tracks.score(79, 18) - 100 == 9
    assert tracks.victory_points(0, 0) == tracks.score(0, 0) - 100 == -114


def test_final_card_009_example():
    """Glossary: 4 predators, 2 birds, 2 bears, a herbivore and a reptile against 4 reptiles, 3 primates, 2 petting."""
    def cards(icon, n):
        found, total = [], 0
        for card, animal in facts.ANIMALS.items():
            own = [i for i in animal["icons"] if i in facts.CATEGORIES]
            if set(own) == {icon} and total + len(own) <= n:
                found.append(card)
                total += len(own)
        assert total == n
        return found

    bear = [c for c, a in facts.ANIMALS.items() if a["icons"].count("bear") == a["icons"].count("predator") == 1][:2]
    mine = cards("predator", 2) + cards("bird", 2) + cards("herbivore", 1) + cards("reptile", 1)
    theirs = [c for c in cards("reptile", 5) if c not in mine][:4] + cards("primate", 3) + cards("petting_zoo", 2)
    position = Position([Player(0, zoo=theirs), Player(1, zoo=mine + bear, finals=[9])])
    assert scoring.final_card(position, position.players[1], 9) == 4
    position.players[1].zoo = mine
    assert scoring.final_card(position, position.players[1], 9) == 3


@pytest.mark.parametrize(("card", "values"), [
    (1, {0: 0, 1: 1, 2: 2, 3: 2, 4: 3, 5: 4}), (2, {2: 0, 3: 1, 6: 2, 8: 3, 10: 4}),
])
def test_animal_size_cards(card, values):
    group = [c for c in facts.ANIMALS if (facts.is_large if card == 1 else facts.is_small)(c)]
    for n, points in values.items():
        player = Player(0, zoo=group[:n])
        assert scoring.final_card(Position([player, Player(1)]), player, card) == points


def test_final_cards_from_tracks_and_supports():
    player = Player(0, reputation=12, left_tokens={0, 1}, zoo=[223, 203, 241, 245], universities=["two_science"])
    position = Position([player, Player(1)])
    points = {c: scoring.final_card(position, player, c) for c in (3, 5, 6, 7, 8, 10, 11)}
    assert points == {3: 3, 5: 3, 6: 4, 7: 3, 8: 1, 10: 0, 11: 1}


def test_final_card_4_and_full_maps():
    plain = [b("pavilion", cell) for cell in geometry.terrain("0", "plain")]
    player = Player(0, map="0", buildings=plain, zoo=[257, 217, 221, 241])
    assert scoring.final_card(Position([player, Player(1)]), player, 4) == 4
    assert scoring.sponsor_scoring(player) == Counter(appeal=10, conservation=2)
    player.buildings = plain[1:]
    assert scoring.final_card(Position([player, Player(1)]), player, 4) < 4


def test_empty_groups_example_of_260():
    """Glossary: groups of 13, 6, 3 and 2 give 3; groups are rounded down on their own."""
    assert sum(n // 6 for n in (13, 6, 3, 2)) == 3
    plain = geometry.terrain("0", "plain")
    player = Player(0, map="0", zoo=[260])
    assert sum(geometry.empty_groups(player)) == len(plain)
    assert scoring.sponsor_scoring(player)["conservation"] == sum(n // 6 for n in geometry.empty_groups(player))


def test_tie_break_by_supports():
    position = Position([Player(0, left_tokens={0}), Player(1), Player(2, appeal=0, left_tokens={1})])
    assert scoring.winners(position) == {0, 2}


# --- interaction, break, main choice --------------------------------------------------------------------------------


def test_constriction_example():
    """You 20/3; A 25/5 two tokens, B 19/4 one token on slot 5, C 4/9 none."""
    me, a, bb, c = (Player(i, appeal=x, conservation=y) for i, (x, y) in enumerate(((20, 3), (25, 5), (19, 4), (4, 9))))
    found = interactive.constriction(Position([me, a, bb, c]), me)
    assert found == {1: set(a.actions[3:]), 2: {bb.actions[4]}}


def test_venom_lowest_slots_and_immunity():
    me, a, bb, c = (Player(i, appeal=x) for i, x in enumerate((5, 6, 9, 5)))
    bb.zoo = [225]
    a.venom = {a.actions[0]}
    assert interactive.venom(Position([me, a, bb, c]), me, 2) == {1: {a.actions[1]}}


def test_pilfering_example():
    """You 12/4, rival 12/3: appeal tied, the rival may be chosen; conservation is led by you alone."""
    me, rival = Player(0, appeal=12, conservation=4), Player(1, appeal=12, conservation=3, money=3, hand=[401, 402])
    position = Position([me, rival])
    assert interactive.leaders(position, me, "appeal") == {1}
    assert interactive.leaders(position, me, "conservation") == set()
    assert interactive.pilfering_responses(rival) == {"card"}
    assert interactive.pilfering_responses(Player(1, money=3)) == {"money"}
    assert interactive.pilfering_responses(Player(1, money=5, hand=[401])) == {"card", "money"}


def test_break_parts():
    player = Player(0, hand=[401] * 6, workers=1, workers_on=Counter(reputation=1, project=2), venom={"build"})
    assert breaks.surplus(player) == 3
    player.universities = ["hand_limit_reputation"]
    assert breaks.surplus(player) == 1
    after = breaks.cleaned(player)
    assert (after.workers, after.venom, sum(after.workers_on.values())) == (4, set(), 0)
    assert breaks.display_after([1, None, 3, 4, 5, 6], [7, 8]) == [3, 4, 5, 6, 7, 8]
    assert [breaks.start_space(n) for n in (1, 2, 3, 4)] == [None, 9, 12, 15]
    position = Position([Player(0), Player(1)], break_pos=8)
    assert breaks.advance(position, 3) == (9, True)
    position.break_pos = 9
    assert breaks.advance(position, 3) == (9, False)


def test_animals_in_slot_1_need_side_2_or_tokens():
    position = two(map="0", money=20, hand=[404], buildings=[b("enclosure_2", (4, 5), (4, 7))])
    position.active.actions = ["animals", "build", "cards", "association", "sponsors"]
    found = choices.main_choices(position)
    assert ("animals", 0) not in found.must
    position.active.x_tokens = 1
    assert ("animals", 1) in choices.main_choices(position).must
    position.active.upgraded = {"animals"}
    assert ("animals", 0) in choices.main_choices(position).must


def test_constriction_below_1_r19_23():
    position = two(x_tokens=1)
    position.active.actions = ["cards", "build", "animals", "association", "sponsors"]
    position.active.constriction = {"cards", "build"}
    found = choices.main_choices(position)
    assert {a for a in found.must if a[0] in ("cards", "build")} == {("build", 1)}
    assert "cards" in found.token


def test_venom_with_less_than_2_money_a6():
    position = two(money=1)
    position.active.actions = ["cards", "sponsors", "animals", "association", "build"]
    position.active.venom = {"cards"}
    found = choices.main_choices(position)
    assert found.must == {("cards", 0), ("sponsors", 0)}
    assert found.token == {"cards"}


def test_no_token_action_with_five_tokens():
    assert choices.main_choices(two(x_tokens=5)).token == set()
