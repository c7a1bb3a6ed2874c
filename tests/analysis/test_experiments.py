"""The ready-made experiments on games whose outcome is known beforehand."""
from __future__ import annotations

import numpy as np
import pytest

from arknova_fast import Ruleset
from arknova_fast.analysis.contest import match_arm, match_figures, pentanomial_of
from arknova_fast.analysis.first_upgrade import ACTIONS, FREE, NONE, upgrade_arms, upgrade_figures
from arknova_fast.analysis.overlays import difference_figures, ruleset_arms
from arknova_fast.analysis.paired import UNIT, Arm, Totals, play_arms
from arknova_fast.analysis.seats import seat_arm, seat_figures
from arknova_fast.analysis.setting import Setting
from arknova_fast.analysis.tournament import Tournament
from arknova_fast.policies import numba_policy

RULES = Ruleset.default()


@numba_policy
def uniform(tables, state, actions, n, rng, data):
    """Uniform like ``random``, from other random numbers and two of them for each choice."""
    for _ in range(2):
        word = rng[0]
        word ^= word << 13
        word ^= word >> 7
        word ^= word << 17
        rng[0] = word
    return (word >> 20) % n


@numba_policy
def last_action(tables, state, actions, n, rng, data):
    return n - 1


@numba_policy
def often_last(tables, state, actions, n, rng, data):
    """Uniform, but every fourth choice is the last action (which loses to uniform choices)."""
    word = rng[0]
    word ^= word << 13
    word ^= word >> 7
    word ^= word << 17
    rng[0] = word
    if (word >> 40) % 4 == 0:
        return n - 1
    return (word >> 20) % n


def played(arms: list[Arm], deals: int) -> Totals:
    return play_arms(arms, deals, jobs=2)


# --- match --------------------------------------------------------------------------------------------------------


def test_a_policy_against_itself_gets_one_point_of_every_pair() -> None:
    totals = played([match_arm(Setting(RULES, 2, 1), "random", "random")], 50)
    assert pentanomial_of(totals) == [0, 0, 50, 0, 0]


def test_intervals_of_mirror_matches_cover_one_half() -> None:
    """The same policy under two names, with random numbers of its own: 95 of 100 intervals, give or take."""
    covered = 0
    for seed in range(100):
        totals = played([match_arm(Setting(RULES, 2, seed), uniform, "random")], 20)
        low, high = match_figures(totals, 2)["pentanomial"]["share"]["interval_95"]
        covered += low <= 0.5 <= high
    assert covered >= 88


@pytest.mark.parametrize("players", [3, 4])
def test_mirror_matches_of_more_players_get_an_equal_share(players: int) -> None:
    totals = played([match_arm(Setting(RULES, players, 5), uniform, "random")], 150)
    figures = match_figures(totals, players)
    low, high = totals.mean("points", scale=UNIT, share=True).interval(0.999)
    assert low <= 1 / players <= high
    assert figures["expected"] == 1 / players and "pentanomial" not in figures


def test_the_share_of_a_match_is_that_of_its_pairs_and_of_its_seats() -> None:
    totals = played([match_arm(Setting(RULES, 2, 2), uniform, "random")], 60)
    figures = match_figures(totals, 2)
    assert figures["pentanomial"]["share"]["value"] == pytest.approx(figures["share"]["value"])
    assert figures["pentanomial"]["share"]["se"] == pytest.approx(figures["share"]["se"])
    assert np.mean([seat["share"]["value"] for seat in figures["seats"]]) == pytest.approx(figures["share"]["value"])


def test_sides_changed_give_the_opposite_result() -> None:
    setting = Setting(RULES, 2, 3)
    there, back = (played([match_arm(setting, a, b)], 40) for a, b in ((uniform, "random"), ("random", uniform)))
    assert pentanomial_of(there) == pentanomial_of(back)[::-1]
    assert there.total("margin") == -back.total("margin")


def test_pairs_with_an_unfinished_game_are_left_out_and_counted() -> None:
    totals = played([match_arm(Setting(RULES, 2, 1, turn_limit=150), uniform, "random")], 60)
    unfinished = totals.total("unfinished")
    assert 0 < unfinished < 120
    pairs = sum(pentanomial_of(totals))
    assert 60 - unfinished <= pairs < 60
    assert totals.count("points") == 120 - unfinished
    assert match_figures(totals, 2)["pentanomial"]["incomplete"] == 60 - pairs


# --- seats --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_seat_shares_add_up_to_one_and_margins_to_nothing(players: int) -> None:
    setting = Setting(RULES, players, 4)
    figures = seat_figures(played([seat_arm(setting, "random")], 50), setting)
    assert sum(seat["share"]["value"] for seat in figures["seats"]) == pytest.approx(1)
    assert sum(seat["margin"]["value"] for seat in figures["seats"]) == pytest.approx(0)
    assert [seat["start_appeal"] for seat in figures["seats"]] == list(range(players))


def test_a_head_start_shows_in_the_margin() -> None:
    """Sixty appeal for the first seat is more than half of what a random player reaches."""
    ruleset = RULES.patch({"setup": {"start_appeal": {"2": [60, 0]}}})
    setting = Setting(ruleset, 2, 1)
    first = seat_figures(played([seat_arm(setting, "random")], 60), setting)["seats"][0]
    assert first["flagged"] and first["share"]["interval_95"][0] > 0.5 and first["margin"]["interval_95"][0] > 0


def test_maps_that_belong_to_seats_are_moved_through_all_seats() -> None:
    setting = Setting(RULES, 3, 1, "1,2,3")
    arm = seat_arm(setting, "random")
    maps = [plan.play(0, 1)["map"].tolist() for plan in arm.plans]
    assert sorted(maps) == sorted(maps[0][turn:] + maps[0][:turn] for turn in range(3))
    assert len(seat_arm(Setting(RULES, 3, 1, "2"), "random").plans) == 1


# --- first upgrade ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def upgrades() -> Totals:
    return played(upgrade_arms(Setting(RULES, 2, 6), "random"), 60)


def test_bound_players_obey_and_free_ones_choose_all_cards(upgrades: Totals) -> None:
    for action in ACTIONS:
        others = sum(upgrades.total(f"first_{name}", action) for name in ACTIONS if name != action)
        assert others == 0
        assert upgrades.total(f"first_{action}", action) + upgrades.total(f"first_{NONE}", action) == 120
        assert upgrades.total(f"first_{action}", FREE) > 0


def test_only_the_player_in_question_is_bound() -> None:
    for arm in upgrade_arms(Setting(RULES, 3, 6), "random")[1:]:
        for seat, plan in enumerate(arm.plans):
            first = plan.play_tracked(0, 30)[1]["first_upgrade"].reshape(-1, 3)
            assert len(np.unique(first[:, seat])) <= 2
            assert all(len(np.unique(first[:, other])) > 2 for other in range(3) if other != seat)


def test_the_split_of_the_free_games_adds_up(upgrades: Totals) -> None:
    parts = [upgrades.total(f"points_{name}", FREE) for name in (*ACTIONS, NONE)]
    assert sum(parts) == upgrades.total("points", FREE) == 60 * UNIT
    figures = upgrade_figures(upgrades, 2)
    assert sum(entry["chosen"]["value"] for entry in figures["observed"]) == pytest.approx(1)


def test_the_effect_of_a_bond_is_the_share_of_the_bound_player_over_an_equal_one(upgrades: Totals) -> None:
    for entry in upgrade_figures(upgrades, 2)["bound"]:
        share = upgrades.mean("points", entry["action"], UNIT)
        assert share is not None
        assert entry["share_difference"]["value"] == pytest.approx(share.value - 0.5)
        assert entry["share_difference"]["se"] == pytest.approx(share.se)


# --- rules --------------------------------------------------------------------------------------------------------


def differences(overlay: dict, deals: int, players: int = 2) -> dict[str, dict]:
    settings = (Setting(ruleset, players, 7) for ruleset in (RULES.patch(overlay), RULES))
    return {row["metric"]: row for row in difference_figures(played(ruleset_arms(*settings, "random"), deals), players)}


@pytest.mark.parametrize("overlay", [{"setup": {"money": 25}}, {"animals": {"401": {"name": "Another name"}}}])
def test_an_overlay_that_changes_nothing_makes_exactly_no_difference(overlay: dict) -> None:
    for row in differences(overlay, 40).values():
        assert row["difference"]["value"] == 0 and row["difference"]["se"] == 0 and not row["flagged"]


def test_more_money_at_the_start_leaves_more_at_the_end() -> None:
    """Random players end with hundreds of money: what they get more is not all spent."""
    money = differences({"setup": {"money": 65}}, 400)["money"]
    assert money["difference"]["interval_95"][0] > 0 and money["flagged"]


def test_a_lower_goal_makes_shorter_games() -> None:
    rows = differences({"end": {"score": 60}}, 60)
    assert rows["turns"]["difference"]["interval_95"][1] < 0
    assert rows["winner_score"]["difference"]["interval_95"][1] < 0


def test_win_shares_of_the_seats_add_up_under_both_rulesets() -> None:
    rows = differences({"setup": {"money": 35}}, 30, players=3)
    for side in ("rules", "against"):
        assert sum(rows[f"win_{seat}"][side]["value"] for seat in range(3)) == pytest.approx(1)


# --- tournament ---------------------------------------------------------------------------------------------------

ENTRANTS = {"random": "random", "often last": often_last, "last": last_action}


def tournament(deals: int, players: int = 2, start: int = 0, **options: int) -> Tournament:
    contest = Tournament(Setting(RULES, players, 9), list(ENTRANTS.values()), list(ENTRANTS))
    contest.play(deals, start, **options)
    return contest


def test_every_group_sits_in_every_order_of_turns() -> None:
    assert tournament(1, 2).lineups.tolist() == [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]
    assert tournament(1, 3).lineups.tolist() == [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]]


def test_a_tournament_does_not_depend_on_threads_chunks_or_parts() -> None:
    whole, other = tournament(40, jobs=1), tournament(40, jobs=3, chunk=7)
    parts = tournament(25)
    parts.play(15, 25)
    for contest in (other, parts):
        assert (contest.moments.products == whole.moments.products).all()
        assert contest.strengths().value.tolist() == whole.strengths().value.tolist()


def test_the_better_policy_gets_the_higher_rating_and_a_tier_of_its_own() -> None:
    from arknova_fast.analysis.ratings import holm_tiers

    contest = tournament(60)
    assert holm_tiers(contest.strengths(), contest.names) == [["random"], ["often last"], ["last"]]


def test_shares_of_a_pair_add_up_and_agree_with_a_match_on_the_same_deals() -> None:
    contest = tournament(40)
    a, b = contest.against(0, 1), contest.against(1, 0)
    assert a is not None and b is not None and a.value + b.value == pytest.approx(1)
    match = played([match_arm(Setting(RULES, 2, 9), "random", often_last)], 40).mean("points", scale=UNIT, share=True)
    assert match is not None and a.value == pytest.approx(match.value) and a.se == pytest.approx(match.se)


def test_shares_of_a_whole_table_add_up_to_one() -> None:
    contest = tournament(20, 3)
    means = [contest.totals.mean("points", i, UNIT) for i in range(3)]
    assert sum(mean.value for mean in means if mean) == pytest.approx(1)
