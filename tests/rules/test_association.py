"""The Association action: tasks, workers, partner zoos, universities (R14, D6.1-D6.3, D6.12, D10.3)."""
import pytest
from helpers import act, asked, doing, effect, gains, legal, me, only_legal, p, position, settle, table, take
from rules.map_play import open_effects, resolve
from rules.printed import MAPS
from rules.project_play import CONTINENTS, UNIVERSITIES, association, icons, names

ASSOCIATION_FIRST = ["association", "animals", "build", "cards", "sponsors"]
ALL_HIRED = {"workers": 4, "workers_idle": 0}
READY = {"zoo": ["A401", "A402"], "table": {"base_projects": ["P103"]}}  # P103 right: 2 Africa icons


# --- workers ----------------------------------------------------------------------------------------------------------


@pytest.mark.covers("R14.1")
def test_the_association_action_needs_an_active_worker():
    assert "act association" in legal(position(p()))
    game = position(p(workers=0, workers_on={"partner_zoo": 1}, x_tokens=3))
    assert legal(game, "act association") == []
    assert "x-token association" in legal(game)


@pytest.mark.covers("R14.5")
def test_the_first_use_of_a_task_takes_one_worker_the_second_two():
    game = take(association(2, workers=3), "task reputation")
    assert (me(game).workers, me(game).workers_on) == (2, [1, 0, 0, 0])
    game = take(association(2, workers=2, workers_on={"reputation": 1}), "task reputation")
    assert (me(game).workers, me(game).workers_on) == (0, [3, 0, 0, 0])
    game = association(3, workers=1, workers_on={"reputation": 1})  # one worker is too few for the second use
    only_legal(game, "task partner_zoo")


@pytest.mark.covers("R14.5")
def test_a_task_with_three_own_workers_is_closed_until_the_break():
    fields = {"workers": 1, "workers_on": {"reputation": 3}, "workers_idle": 0}
    only_legal(association(3, **fields), "task partner_zoo")
    game = position(p(**fields, actions=["animals", "association", "build", "cards", "sponsors"]), p(),
                    decision={"break": "now"}, break_left=0, break_causer=1)  # fmt: skip
    assert "act association" in legal(game)  # slot 2: the reputation task only


@pytest.mark.covers("R14.6")
def test_workers_of_others_never_matter():
    rival = p(workers=0, workers_on={"reputation": 3}, workers_idle=1)
    game = association(2, others=(rival,), n=2)
    only_legal(game, "task reputation")
    take(game, "task reputation")
    assert (me(game).workers, me(game).workers_on[0]) == (0, 1)


@pytest.mark.covers("R14.7")
def test_workers_stay_on_the_board_until_the_break():
    game = take(association(2, n=2), "task reputation")
    act(game, "cards")  # the other player: break token 9 to 7
    assert (me(game).workers, me(game).workers_on[0]) == (0, 1)
    game = position(p(workers=0, workers_on={"reputation": 1}), p(), decision={"break": "now"})
    assert (me(game).workers, me(game).workers_on[0]) == (1, 0)


@pytest.mark.covers("R14.24")
def test_a_gained_worker_comes_from_the_column_and_is_active_at_once():
    game = position(p(workers=0, workers_on={"project": 1}), decision=effect(op="worker"))
    assert (me(game).workers, me(game).workers_idle) == (1, 2)
    assert "act association" in legal(game)


@pytest.mark.covers("R14.25")
def test_without_a_worker_left_a_gained_worker_has_no_effect():
    start = position(p(**ALL_HIRED), n=3)
    game = position(p(**ALL_HIRED), n=3, decision=effect(op="worker"))
    assert me(game) == me(start)


@pytest.mark.covers("R14.26")
@pytest.mark.parametrize("code", MAPS)
def test_some_maps_give_conservation_for_the_third_worker(code):
    bonuses = [slot["bonus"] for slot in MAPS[code]["worker_slots"]]
    expected = [bonus["n"] if bonus else 0 for bonus in bonuses]
    assert expected[:2] == [0, 0]
    for hired, conservation in enumerate(expected):
        game = position(p(map=code, workers=1 + hired), n=3, decision=effect(op="worker"))
        assert me(game).conservation == conservation


# --- tasks and strength -----------------------------------------------------------------------------------------------


@pytest.mark.covers("R14.2", "D6.1")
@pytest.mark.parametrize(("strength", "tasks"), [
    (2, ["reputation"]),
    (3, ["reputation", "partner_zoo"]),
    (4, ["reputation", "partner_zoo", "university"]),
    (5, ["reputation", "partner_zoo", "university", "project"]),
    (6, ["reputation", "partner_zoo", "university", "project"]),
])  # fmt: skip
@pytest.mark.parametrize("side", [1, 2])
def test_tasks_need_the_values_two_three_four_and_five(strength, tasks, side):
    only_legal(association(strength, side, **READY), *(f"task {task}" for task in tasks))


@pytest.mark.covers("R14.2")
def test_strength_one_is_too_little_for_any_task():
    game = position(p(actions=ASSOCIATION_FIRST, x_tokens=2))
    assert legal(game, "act association") == ["act association +1x", "act association +2x"]


@pytest.mark.covers("R14.3", "D6.1")
def test_side_one_performs_exactly_one_task():
    game = take(association(9, 1, **ALL_HIRED), "task reputation")
    assert game.current_player() == 1


@pytest.mark.covers("R14.4", "D6.1")
def test_side_two_performs_different_tasks_up_to_the_strength():
    game = take(association(9, 2, **ALL_HIRED, **READY), "task reputation")
    only_legal(game, "pass", "task partner_zoo", "task university", "task project", "donate")  # 7 left; not again
    take(game, "task partner_zoo", "partner europe")
    only_legal(game, "pass", "task university", "donate")  # 4 left: no project (5)
    settle(game, "task university", "university two_science")
    only_legal(game, "pass", "donate")


@pytest.mark.covers("R14.4", "D6.12")
def test_side_two_may_stop_although_more_would_be_possible():
    game = association(9, 2, **ALL_HIRED)
    assert "pass" not in legal(game)  # at least one task
    take(game, "task reputation")
    assert "task university" in legal(game)
    assert take(game, "pass").current_player() == 1


@pytest.mark.covers("R14.8", "R22.2")
@pytest.mark.parametrize(("owned", "after"), [
    (["asia", "europe"], ["pass", "task reputation"]),  # the third partner zoo brings a worker
    (["asia", "europe", "africa"], None),  # the fourth brings 2 conservation on map 0: no worker is left
])  # fmt: skip
def test_a_worker_gained_by_a_task_can_be_used_in_the_same_action(owned, after):
    fields = {"workers": 1, "money": 0, "partner_zoos": owned, "conservation": 2}
    game = settle(association(5, 2, **fields), "task partner_zoo", "partner americas")
    if after is None:
        assert game.current_player() == 1
        return
    only_legal(game, *after)
    assert gains(game, "task reputation") == {"reputation": 2, "workers": -1}


@pytest.mark.covers("R14.9")
def test_the_reputation_task_gives_two_reputation():
    assert gains(association(2), "task reputation") == {"reputation": 2, "workers": -1}


# --- partner zoos -----------------------------------------------------------------------------------------------------


@pytest.mark.covers("R14.10", "R14.14", "D6.2")
def test_the_partner_zoo_task_takes_one_of_a_continent_not_yet_owned():
    game = take(association(3, partner_zoos=["asia"]), "task partner_zoo")
    only_legal(game, "partner africa", "partner americas", "partner australia", "partner europe")
    settle(game, "partner africa")
    assert names(me(game).partner_zoos, CONTINENTS) == ["africa", "asia"]
    assert names(table(game).partner_board, CONTINENTS) == ["americas", "asia", "australia", "europe"]
    assert icons(game, "africa") == 1
    assert asked(game) == "upgrade"  # it lies on the second space, the lowest free one


@pytest.mark.covers("R14.10", "D6.2")
def test_a_partner_zoo_that_is_not_on_the_board_cannot_be_taken():
    game = association(3, partner_zoos=["asia"], table={"partner_board": ["asia", "europe"]})
    only_legal(take(game, "task partner_zoo"), "partner europe")


@pytest.mark.covers("R14.11")
def test_a_player_owns_at_most_four_partner_zoos():
    four = ["africa", "americas", "asia", "australia"]
    only_legal(association(3, 2, partner_zoos=four, upgraded=["association"]), "task reputation")
    game = take(association(3, 2, partner_zoos=four[:3], upgraded=["association"]), "task partner_zoo")
    only_legal(game, "partner australia", "partner europe")


@pytest.mark.covers("R14.12")
@pytest.mark.parametrize("owned", [["africa", "asia"], ["africa", "asia", "europe"]])
def test_the_third_and_fourth_partner_zoo_need_association_two(owned):
    only_legal(association(3, 1, partner_zoos=owned), "task reputation")
    only_legal(association(3, 2, partner_zoos=owned), "task reputation", "task partner_zoo")
    only_legal(association(3, 1, partner_zoos=owned[:1]), "task reputation", "task partner_zoo")


@pytest.mark.covers("R14.13", "D9.11")
@pytest.mark.parametrize(("owned", "upgraded", "takes"), [
    (["africa"], [], True),
    (["africa", "asia"], [], False),
    (["africa", "asia"], ["association"], True),
    (["africa", "asia", "europe"], [], False),
    (["africa", "asia", "europe", "americas"], ["association"], False),
])  # fmt: skip
def test_partner_zoos_from_bonuses_obey_the_same_limit(owned, upgraded, takes):
    game = position(p(partner_zoos=owned, upgraded=upgraded), decision=effect(op="partner_zoo"))
    assert asked(game) == ("partner_zoo" if takes else "main")


@pytest.mark.covers("R14.14")
def test_a_partner_zoo_lowers_the_cost_of_animals_of_its_continent():
    # 401 costs 17 and shows Africa once: 14.
    for owned, money, playable in ((["africa"], 14, True), (["africa"], 13, False), (["asia"], 16, False)):
        hand = p(hand=["A401"], partner_zoos=owned, money=money, buildings=["enclosure_5"],
                 actions=["association", "animals", "build", "cards", "sponsors"])  # fmt: skip
        assert ("act animals" in legal(position(hand))) is playable


@pytest.mark.covers("R14.14", "R15.13")
def test_the_icon_of_a_partner_zoo_counts_for_projects():
    fields = {"zoo": ["A401"], "table": {"base_projects": ["P103"]}}
    assert "task project" not in legal(association(5, **fields))  # 1 Africa icon, 2 are needed
    assert "task project" in legal(association(5, partner_zoos=["africa"], **fields))


# --- universities -----------------------------------------------------------------------------------------------------


@pytest.mark.covers("R14.15", "D6.3")
def test_the_university_task_takes_a_kind_not_yet_owned():
    game = take(association(4, universities=["two_science"]), "task university")
    only_legal(game, "university hand_limit_reputation", "university science_reputation")
    take(game, "university hand_limit_reputation")
    assert names(me(game).universities, UNIVERSITIES) == ["hand_limit_reputation", "two_science"]
    assert names(table(game).university_board, UNIVERSITIES) == ["two_science", "science_reputation"]


@pytest.mark.covers("R14.16")
@pytest.mark.parametrize(("kind", "science", "reputation"), [
    ("hand_limit_reputation", 0, 1),
    ("two_science", 2, 0),
    ("science_reputation", 1, 2),
])  # fmt: skip
def test_universities_give_research_icons_and_reputation(kind, science, reputation):
    game = take(association(4), "task university", f"university {kind}")
    assert (icons(game, "science"), me(game).reputation) == (science, 1 + reputation)


@pytest.mark.covers("R14.16", "R24.5")
@pytest.mark.parametrize(("owned", "limit"), [([], 3), (["two_science"], 3), (["hand_limit_reputation"], 5)])
def test_one_university_raises_the_hand_limit_to_five(owned, limit):
    hand = ["A401", "A402", "A403", "A404", "A405", "A406"]
    game = position(p(hand=hand, universities=owned), decision={"break": "now"})
    while asked(game) == "discard":
        take(game, legal(game)[0])
    assert len(me(game).hand) == limit


@pytest.mark.covers("R14.17", "R14.21")
def test_each_university_can_be_owned_once():
    only_legal(association(4, universities=UNIVERSITIES), "task reputation", "task partner_zoo")
    game = take(association(4, universities=UNIVERSITIES[:2]), "task university")
    only_legal(game, "university science_reputation")


# --- bonuses of the spaces --------------------------------------------------------------------------------------------


def space_bonus(game) -> tuple:
    """What a space gave: the decision it led to, a worker, or conservation (at 2 the choice of space 2 follows)."""
    if asked(game) == "upgrade":
        return "upgrade", 1
    if me(game).workers > 1:
        return "worker", 1
    return ("conservation", me(game).conservation) if me(game).conservation else None


@pytest.mark.covers("R14.18", "R14.19", "D10.3")
@pytest.mark.parametrize("code", MAPS)
@pytest.mark.parametrize("owned", [0, 1, 2, 3])
def test_the_bonus_of_the_covered_partner_zoo_space_is_gained(code, owned):
    printed = MAPS[code]["partner_zoo_slots"][owned]["bonus"]
    if owned in (1, 2):
        assert printed == {"type": ["upgrade", "worker"][owned - 1], "n": 1}
    fields = {"map": code, "partner_zoos": CONTINENTS[:owned], "upgraded": ["association"]}
    game = take(position(p(**fields), n=3, decision=effect(op="partner_zoo")), "partner europe")
    assert space_bonus(game) == (printed and (printed["type"], printed["n"]))
    if printed and printed["type"] == "upgrade":
        only_legal(game, "upgrade animals", "upgrade build", "upgrade cards", "upgrade sponsors")


@pytest.mark.covers("R14.18", "R14.19", "D10.3")
@pytest.mark.parametrize("code", MAPS)
@pytest.mark.parametrize("owned", [0, 1, 2])
def test_the_bonus_of_the_covered_university_space_is_gained(code, owned):
    printed = MAPS[code]["university_slots"][owned]["bonus"]
    if owned == 1:
        assert printed == {"type": "upgrade", "n": 1}
    others = ["hand_limit_reputation", "science_reputation"][:owned]
    fields = {"map": code, "universities": others}
    game = take(position(p(**fields), n=3, decision=effect(op="university")), "university two_science")
    assert space_bonus(game) == (printed and (printed["type"], printed["n"]))


@pytest.mark.covers("R14.20", "D6.3", "R10.9")
@pytest.mark.parametrize(("first", "reputation"), [("upgrade", 11), ("reputation", 9)])
def test_the_space_bonus_and_the_gains_of_the_tile_come_in_any_order(first, reputation):
    # The second space upgrades Cards; only then can 2 reputation lead from 9 to 11.
    game = association(4, reputation=9, universities=["two_science"])
    take(game, "task university", "university science_reputation")
    assert len(open_effects(game)) == 2
    resolve(game, first)
    if first == "upgrade":
        take(game, "upgrade cards")
    assert me(game).reputation == reputation


@pytest.mark.covers("R14.20", "D6.2")
def test_the_icon_trigger_and_the_space_bonus_of_a_partner_zoo_come_in_any_order():
    # Sponsor 213: a free pavilion for each Asia icon. Space Build II needs the upgrade of the second space first.
    game = association(3, partner_zoos=["africa"], zoo=["S213"], buildings=["kiosk@6,7"])
    take(game, "task partner_zoo", "partner asia")
    assert len(open_effects(game)) == 2
    resolve(game, "upgrade")
    take(game, "upgrade build")
    assert "place pavilion @6,5 r0" in legal(game)  # (6, 5) is a Build II space of map 0
    game = association(3, partner_zoos=["africa"], zoo=["S213"], buildings=["kiosk@6,7"])
    take(game, "task partner_zoo", "partner asia")
    resolve(game, "pavilion")
    assert "place pavilion @6,5 r0" not in legal(game)


# --- what is impossible, what comes from elsewhere --------------------------------------------------------------------


@pytest.mark.covers("R14.21")
def test_a_task_is_impossible_without_a_takeable_tile():
    boards = {"partner_board": ["asia"], "university_board": ["two_science"]}
    owned = {"partner_zoos": ["asia"], "universities": ["two_science"]}
    only_legal(association(4, table=boards, **owned), "task reputation")
    only_legal(association(4, table={"partner_board": [], "university_board": []}), "task reputation")
    only_legal(association(4, table=boards), "task reputation", "task partner_zoo", "task university")


@pytest.mark.covers("R14.22", "R24.8")
def test_taken_tiles_are_not_replaced_before_the_break():
    rival = p(actions=["animals", "build", "cards", "association", "sponsors"])
    game = take(association(4, n=2, others=(rival,)), "task university", "university two_science", "act association")
    only_legal(take(game, "task university"), "university hand_limit_reputation", "university science_reputation")
    game = position(p(partner_zoos=["africa"], universities=["two_science"]), p(), turn=1,
                    partner_board=["asia"], university_board=[], decision=doing("association", 4))  # fmt: skip
    only_legal(game, "task reputation", "task partner_zoo")
    game = position(p(partner_zoos=["africa"], universities=["two_science"]), p(),
                    partner_board=["asia"], university_board=[], decision={"break": "now"})  # fmt: skip
    assert (table(game).partner_board, table(game).university_board) == (0b11111, 0b111)


@pytest.mark.covers("R14.23", "D9.10", "D9.11")
@pytest.mark.parametrize("op", ["partner_zoo", "university"])
def test_a_bonus_tile_of_the_board_needs_no_worker_and_no_action(op):
    game = position(p(workers=0, workers_on={"project": 1}), decision=effect(op=op))
    assert asked(game) == op
    take(game, legal(game)[0])
    assert (me(game).workers, me(game).workers_on) == (0, [0, 0, 0, 1])
    assert asked(game) == "main"  # still the own turn, no action card was used
    assert (me(game).partner_zoos, me(game).universities) == ((1, 0) if op == "partner_zoo" else (0, 1))
