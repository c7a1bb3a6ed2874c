"""The break in its six steps (R24, D15)."""
import pytest
from helpers import act, asked, doing, effect, gains, legal, me, only_legal, p, position, settle, table, take
from rules.map_play import open_effects, resolve, zoo_map
from rules.printed import BOARDS
from rules.project_play import CONTINENTS
from rules.sponsor_play import places

INCOME = BOARDS["appeal_track"]["break_income_by_appeal"]
HAND = ["A401", "A402", "A403", "A404", "A405", "A406", "A407"]
BREAK, PLAY = 2, 1  # phases


def pause(*players: dict, n: int = 2, **shared):
    """The break begins; seat 0 has just finished its turn and has caused it."""
    return position(*players, n=n, decision={"break": "now"}, **shared)


def income(*buildings, **fields) -> int:
    """Money of seat 0 from the income, without the 5 money for appeal 0."""
    game = position(p(money=0, appeal=0, buildings=list(buildings), **fields), decision={"income": True})
    settle(game)
    assert asked(game) == "main"
    return me(game).money - 5


# --- the break token --------------------------------------------------------------------------------------------------


@pytest.mark.covers("R24.1", "R24.3")
def test_whoever_moves_the_break_token_onto_its_last_space_gains_an_x_token_at_once():
    game = position(p(), break_left=3, decision=doing("cards", 5))  # 3 to 1: not there yet
    assert (me(game).x_tokens, table(game).break_left, table(game).break_pending) == (0, 1, 0)
    game = position(p(), p(), break_left=2, decision=doing("cards", 5))
    assert asked(game) == "cards"  # nothing is drawn yet
    assert [me(game, seat).x_tokens for seat in (0, 1)] == [1, 0]
    assert (table(game).break_left, table(game).break_pending, table(game).break_causer) == (0, 1, 0)


@pytest.mark.covers("R24.2")
@pytest.mark.parametrize("steps", [1, 2, 4])
def test_steps_beyond_the_last_space_are_ignored(steps):
    game = position(p(money=0), break_left=steps, decision=doing("sponsors", 4))
    take(game, "break")
    assert (table(game).breaks, table(game).break_left) == (1, 9)  # back at the start, nothing carried over
    assert me(game).x_tokens == 1


@pytest.mark.covers("R24.3")
def test_further_advances_in_the_same_turn_give_no_second_x_token():
    game = position(p(multiplier={"sponsors": 1}), break_left=3, decision=doing("sponsors", 3))
    take(game, "break", "act sponsors", "break")
    assert (me(game).x_tokens, table(game).breaks) == (1, 1)


@pytest.mark.covers("R24.4")
def test_the_break_is_held_after_the_turn_is_completely_finished():
    # Cougar (413): Jumping 3 reaches the last space; the second animal and Boost of the badger (419) still come.
    game = position(p(hand=["A413", "A419"], money=60, buildings=["enclosure_5+rock1", "enclosure_2"]), break_left=3,
                    decision=doing("animals", 5))  # fmt: skip
    take(game, "play A413")
    settle(game, *legal(game, "house")[:1])
    assert (table(game).break_pending, table(game).breaks, asked(game)) == (1, 0, "animals")
    take(game, "play A419")
    settle(game, *(legal(game, "house")[:1] if asked(game) == "house" else []))
    assert (table(game).breaks, asked(game)) == (0, "boost")
    take(game, "pass")
    assert table(game).breaks == 1


# --- steps 1 to 4 -----------------------------------------------------------------------------------------------------


@pytest.mark.covers("R24.5", "D15.1")
@pytest.mark.parametrize(("universities", "limit"), [([], 3), (["hand_limit_reputation"], 5)])
@pytest.mark.parametrize("held", range(2, 8))
def test_surplus_hand_cards_are_discarded(universities, limit, held):
    game = pause(p(hand=HAND[:held], universities=universities))
    for k in range(held - limit):
        assert (asked(game), game.current_player()) == ("discard", 0)
        assert len(legal(game)) == held - k  # any card
        take(game, legal(game)[-1])
    assert asked(game) == "main"
    assert me(game).hand == HAND[: min(held, limit)]
    assert set(HAND[min(held, limit) : held]) <= set(table(game).discard)


@pytest.mark.covers("R24.5", "R24.21", "D15.1")
def test_all_players_discard_before_the_next_step_and_without_seeing_the_others():
    hands = [HAND[:4], ["A411", "A412", "A413", "A414"]]
    game = pause(p(hand=hands[0], workers=0, workers_on={"project": 1}), p(hand=hands[1]))
    take(game, "discard A402")
    assert (asked(game), game.current_player()) == ("discard", 1)
    only_legal(game, *(f"discard {card}" for card in hands[1]))
    assert me(game).workers == 0  # step 3 has not come
    assert "A402" not in [*game.determinize(1, 1).to_dict().get("discard", [])]  # not open for seat 1 yet
    take(game, "discard A414")
    assert {"A402", "A414"} <= set(table(game).discard)
    assert me(game).workers == 1


@pytest.mark.covers("R24.6")
def test_tokens_on_action_cards_return():
    tokens = {"venom": ["cards"], "constriction": ["build"], "multiplier": {"sponsors": 2}}
    game = pause(p(**tokens, money=0, appeal=0), p(**tokens))
    for seat in (0, 1):
        found = me(game, seat)
        assert (found.venom, found.constriction, found.multiplier) == (0, 0, [0] * 5)
    assert me(game).money == 5  # no effect: nothing paid, only income


@pytest.mark.covers("R24.7")
def test_all_workers_return_active():
    game = pause(p(workers=0, workers_on={"reputation": 3, "project": 1}, workers_idle=0),
                 p(workers=1, workers_on={"university": 1}, workers_idle=2))  # fmt: skip
    assert [(me(game, s).workers, me(game, s).workers_on, me(game, s).workers_idle) for s in (0, 1)] == [
        (4, [0] * 4, 0), (2, [0] * 4, 2)]  # fmt: skip


@pytest.mark.covers("R24.8")
def test_partner_zoos_and_universities_are_refilled_to_one_of_each():
    game = pause(p(partner_zoos=["africa"]), p(universities=["two_science"]), partner_board=["asia"],
                 university_board=[])  # fmt: skip
    assert (table(game).partner_board, table(game).university_board) == (0b11111, 0b111)


@pytest.mark.covers("R24.8", "R1.16")
@pytest.mark.parametrize(("owners", "back"), [(3, True), (4, False)])
def test_a_kind_owned_by_all_four_players_is_not_refilled(owners, back):
    fields = {"partner_zoos": ["africa"], "universities": ["two_science"]}
    game = pause(*(p(**fields) if seat < owners else p() for seat in range(4)), n=4, partner_board=[],
                 university_board=[])  # fmt: skip
    assert bool(table(game).partner_board >> CONTINENTS.index("africa") & 1) is back
    assert bool(table(game).university_board >> 1 & 1) is back
    assert table(game).partner_board | 1 == 0b11111


@pytest.mark.covers("R24.9")
def test_display_slots_one_and_two_are_discarded_and_the_rest_moves_down():
    game = pause(display=["A401", "A402", "A403", "A404", "A405", "A406"], deck=["A411", "A412", "A413"])
    assert table(game).display == ["A403", "A404", "A405", "A406", "A411", "A412"]
    assert table(game).discard == ["A401", "A402"]


# --- step 5: income ---------------------------------------------------------------------------------------------------


@pytest.mark.covers("R24.10", "R24.11")
def test_every_player_gets_the_money_printed_for_the_own_appeal():
    # 7 appeal give 11 money, 36 give 22, 113 give 37, 0 give 5.
    game = pause(*(p(appeal=appeal, money=0) for appeal in (7, 36, 113, 0)), n=4)
    assert [me(game, seat).money for seat in range(4)] == [11, 22, 37, 5]


@pytest.mark.covers("R24.11")
def test_appeal_income_for_every_space_of_the_track():
    assert (len(INCOME), INCOME[0], INCOME[5:7], INCOME[108:]) == (114, 5, [10, 10], [37] * 6)
    for first in range(0, 114, 3):
        game = pause(*(p(appeal=first + seat, money=0) for seat in range(3)), n=3)
        assert [me(game, seat).money for seat in range(3)] == INCOME[first : first + 3]


# Map 0: the kiosk on (4,7) touches (4,5), (4,9), (3,6), (3,8), (5,6) and the rock (5,8).
KIOSK = "kiosk@4,7"


@pytest.mark.covers("R24.12", "R24.13")
@pytest.mark.parametrize(("building", "money"), [
    ("pavilion@4,5", 1),
    ("enclosure_1@4,5*", 1),
    ("enclosure_1@4,5", 0),
    ({"kind": "enclosure_2", "cells": [[4, 5], [4, 3]], "occupied": True}, 1),
    ({"kind": "enclosure_2", "cells": [[4, 5], [4, 3]]}, 0),
    ({"kind": "side_entrance", "cells": [[3, 8], [2, 9]]}, 1),
    ({"kind": "reptile_house", "cells": [[2, 9], [2, 11], [3, 10], [4, 9], [4, 11]]}, 1),  # also empty
    ("pavilion@7,6", 0),  # not adjacent
    ("kiosk@7,4", 0),
])  # fmt: skip
def test_a_kiosk_pays_one_money_for_each_adjacent_building_that_counts(building, money):
    assert income(KIOSK, building) == money


@pytest.mark.covers("R24.12")
def test_empty_special_enclosures_of_every_kind_pay():
    for kind in ("petting_zoo", "reptile_house", "large_bird_aviary"):
        game = position(p(buildings=[KIOSK]), decision=effect(op="free_building", arg=kind))
        cells = "4,5 4,9 3,6 3,8 5,6".split()
        for text in legal(game, "place "):
            one = game.clone()
            take(one, text)
            found = one.ruleset.placement(me(one).multi[0])[1]
            if any(f"{x},{y}" in cells for x, y in found):
                building = {"kind": kind, "cells": [list(cell) for cell in found]}
                assert income(KIOSK, building, upgraded=["build"]) == 1
                break
        else:
            raise AssertionError(kind)


@pytest.mark.covers("R24.12", "R24.10")
def test_the_example_of_kiosk_income_with_two_kiosks_of_two_money_each():
    # Each of two kiosks touches two buildings that count; empty enclosures beside them do not.
    first = ["kiosk@4,7", "pavilion@4,5", "enclosure_1@3,6*", "enclosure_1@3,8"]
    second = ["kiosk@7,4", "pavilion@7,6", {"kind": "enclosure_2", "cells": [[8, 3], [8, 1]], "occupied": True},
              {"kind": "enclosure_2", "cells": [[8, 5], [8, 7]]}]  # fmt: skip
    assert income(*first) == 2
    assert income(*second) == 2
    assert income(*first, *second) == 4


@pytest.mark.covers("R24.14")
def test_a_building_between_kiosks_pays_for_each_and_a_long_contact_pays_once():
    # A building along two sides of the kiosk: (4,5) and (3,6).
    touching = {"kind": "enclosure_2", "cells": [[4, 5], [3, 6]], "occupied": True}
    assert income(KIOSK, touching) == 1
    # Kiosks on (4,7) and (4,1): one enclosure from (4,3) to (4,5) touches both.
    assert income("kiosk@4,7", "kiosk@4,1", {"kind": "enclosure_2", "cells": [[4, 3], [4, 5]], "occupied": True}) == 2


@pytest.mark.covers("R24.15")
@pytest.mark.parametrize(("fields", "money"), [
    ({}, 0),
    ({"zoo": ["S220"]}, 3),  # sponsor with 3 money as income
    ({"left_tokens": [0, 1, 3, 4, 5, 6]}, 5),  # the uncovered "5 money" of the left edge
    ({"left_tokens": [0, 1, 2, 3, 4, 6]}, 0),  # "12 money" is yellow
    ({"map": "5", "buildings": ["pavilion@3,4", "pavilion@3,6", "pavilion@3,2"]}, 2),  # two spaces at the restaurant
])  # fmt: skip
def test_income_icons_of_sponsors_left_edge_and_map(fields, money):
    assert income(*fields.pop("buildings", []), **fields) == money


@pytest.mark.covers("R24.16", "D15.3", "R9.6")
def test_interacting_income_starts_with_the_causer_and_the_display_is_refilled_in_between():
    game = position(p(zoo=["S201"]), p(left_tokens=[1, 2, 3, 4, 5, 6]), p(left_tokens=[1, 2, 3, 4, 5, 6]), n=3, turn=1,
                    break_left=0, break_causer=1, display=["A401", "A402", "A403", "A404", "A405", "A406"],
                    deck=["A411", "A412", "A413", "A414", "A415"], decision={"break": "now"})  # fmt: skip
    # Slots 1 and 2 went, 411 and 412 came. Left edge "snap": seat 1, then seat 2; the laboratory of seat 0 comes last.
    seen = []
    while asked(game) != "main":
        seen.append((game.current_player(), asked(game), table(game).display))
        take(game, legal(game, "take slot 1")[0])
    assert seen == [
        (1, "snap", ["A403", "A404", "A405", "A406", "A411", "A412"]),
        (2, "snap", ["A404", "A405", "A406", "A411", "A412", "A413"]),
        (0, "take", ["A405", "A406", "A411", "A412", "A413", "A414"]),
    ]


@pytest.mark.covers("R24.17", "D15.2")
def test_a_player_orders_the_own_income_items_freely():
    fields = {"left_tokens": [0, 2, 3, 4, 5, 6], "buildings": [KIOSK], "zoo": ["S201"]}
    game = pause(p(**fields))
    words = open_effects(game)
    assert any("free enclosure 2" in text for text in words)
    assert any("income by kiosks" in text for text in words)
    for i, _ in enumerate(words, 1):
        assert asked(take(pause(p(**fields)), f"resolve {i}")) in ("open", "take", "free_building")


@pytest.mark.covers("R24.17", "R24.13")
@pytest.mark.parametrize("first", ["free enclosure", "kiosks"])
def test_a_new_enclosure_is_empty_and_pays_nothing_whatever_the_order(first):
    game = position(p(money=0, appeal=0, left_tokens=[0, 2, 3, 4, 5, 6], buildings=[KIOSK]), decision={"income": True})
    resolve(game, first)
    settle(game, "place enclosure_2 @4,9 r0")  # beside the kiosk, no placement bonus
    assert (asked(game), me(game).n_multi, me(game).money) == ("main", 1, 5)


@pytest.mark.covers("R24.17", "R24.12")
@pytest.mark.parametrize(("first", "money"), [("build a free", 2), ("map ability", 1)])
def test_a_new_enclosure_pays_at_the_restaurant_only_when_it_comes_before_that_income(first, money):
    # Map 5: the restaurant (4,5) touches (3,4), (3,6), (4,7), (5,4), (5,6); a pavilion covers one of them.
    game = position(p(map="5", money=0, appeal=0, left_tokens=[0, 2, 3, 4, 5, 6], buildings=["pavilion@3,6"]),
                    decision={"income": True})  # fmt: skip
    resolve(game, first)
    settle(game, new_at_restaurant(game))
    assert (asked(game), me(game).n_multi) == ("main", 1)
    assert me(game).money == 5 + money


def new_at_restaurant(game) -> str:
    """A place for the free enclosure that covers exactly one more space at the restaurant and no bonus."""
    while asked(game) == "open":
        resolve(game, "build a free")
    ring, bonus = {(3, 4), (4, 7), (5, 4), (5, 6)}, zoo_map("5").bonus
    for cells, text in places(game, "enclosure_2").items():
        if len(cells & ring) == 1 and not cells & set(bonus):
            return text
    raise AssertionError


@pytest.mark.covers("R24.18", "D15.3")
def test_income_gains_are_mandatory_and_free_buildings_may_be_declined():
    game = pause(p(left_tokens=[0, 2, 3, 4, 5, 6], buildings=["pavilion@4,7"]))
    if asked(game) == "open":
        resolve(game, "free enclosure")
    assert asked(game) == "free_building"
    assert "pass" in legal(game)
    before = me(game).n_multi
    settle(take(game, "pass"))
    assert (asked(game), me(game).n_multi) == ("main", before)
    game = pause(p(left_tokens=[1, 2, 3, 4, 5, 6]))  # snap
    while asked(game) == "open":
        resolve(game, "snap")
    assert asked(game) == "snap"
    assert "pass" not in legal(game)


@pytest.mark.covers("D15.3")
@pytest.mark.parametrize(("fields", "question"), [
    ({"left_tokens": [1, 2, 3, 4, 5, 6]}, "snap"),
    ({"left_tokens": [0, 2, 3, 4, 5, 6], "buildings": ["pavilion@4,7"]}, "free_building"),
    ({"zoo": ["S201"]}, "take"),
    ({"map": "1", "left_tokens": [0, 1, 2, 4, 5, 6], "hand": ["S223"], "money": 9}, "sponsor_for_money"),
    ({"map": "6", "left_tokens": [0, 1, 2, 4, 5, 6]}, "clever"),
    ({"map": "7", "left_tokens": [0, 1, 2, 4, 5, 6], "hand": ["A401"]}, "pouch"),
])  # fmt: skip
def test_income_items_with_a_choice_ask_for_it(fields, question):
    game = pause(p(**fields))
    if asked(game) == "open":
        word = {"free_building": "build a free", "sponsor_for_money": "buy a sponsor"}.get(question, question)
        resolve(game, word)
    assert (asked(game), game.current_player(), table(game).phase) == (question, 0, BREAK)


@pytest.mark.covers("R24.22", "D15.4", "R23.14")
@pytest.mark.parametrize(("conservation", "question"), [(1, "cons_choice"), (4, "cons_tile"), (7, "cons_tile")])
def test_conservation_as_income_triggers_thresholds_at_once(conservation, question):
    fields = {"left_tokens": [0, 1, 2, 4, 5, 6], "conservation": conservation}
    game = pause(p(), p(**fields))  # seat 1: 1 conservation
    while asked(game) == "open":
        resolve(game, "conservation")
    assert (asked(game), game.current_player(), table(game).phase) == (question, 1, BREAK)
    assert me(game, 1).conservation == conservation + 1
    game = pause(p(), p(**{**fields, "conservation": conservation - 1}))
    assert asked(game) == "main"


@pytest.mark.covers("R24.22", "D15.4", "D9.4")
def test_conservation_ten_as_income_asks_everybody_for_a_discard():
    finals = [["F001", "F002"], ["F003", "F004"]]
    game = pause(p(finals=finals[0]), p(finals=finals[1], conservation=9, left_tokens=[0, 1, 2, 4, 5, 6]))
    while asked(game) == "open":
        resolve(game, "everybody")
    seats = []
    while asked(game) == "final_discard":
        seats.append(game.current_player())
        take(game, legal(game)[0])
    assert seats == [0, 1]
    settle(game)
    assert asked(game) == "main"


# --- step 6 and what follows ------------------------------------------------------------------------------------------


@pytest.mark.covers("R24.19")
@pytest.mark.parametrize(("n", "start"), [(2, 9), (3, 12), (4, 15)])
def test_the_break_token_returns_to_its_start_space(n, start):
    game = position(n=n, break_left=1)
    act(game, "cards")
    found = table(game)
    assert (found.breaks, found.break_left, found.break_pending, found.phase) == (1, start, 0, PLAY)


@pytest.mark.covers("R24.20")
@pytest.mark.parametrize(("n", "turn", "after"), [(2, 0, 1), (2, 1, 0), (3, 2, 0), (4, 1, 2)])
def test_after_the_break_the_next_player_takes_a_turn(n, turn, after):
    game = position(n=n, turn=turn, break_left=1)
    act(game, "cards")
    assert (asked(game), game.current_player(), table(game).breaks) == ("main", after, 1)


@pytest.mark.covers("R24.5", "R24.6", "R24.7", "R24.9", "R24.10")
def test_the_steps_come_in_their_order():
    # The display is refilled (step 4) before income (5): the laboratory takes the card that came to slot 1.
    game = pause(p(hand=HAND[:4], zoo=["S201"], workers=0, workers_on={"project": 1}, venom=["cards"]),
                 display=["A411", "A412", "A413", "A414", "A415", "A416"])  # fmt: skip
    found = me(game)
    assert (asked(game), found.workers, found.venom, table(game).display[0]) == ("discard", 0, 8, "A411")
    take(game, "discard A401")
    while asked(game) == "open":
        resolve(game, "take 1")
    found = me(game)
    assert (asked(game), found.workers, found.venom, table(game).display[0]) == ("take", 1, 0, "A413")
    assert gains(game, "take slot 1").get("workers", 0) == 0
    assert me(game).hand == ["A402", "A403", "A404", "A413"]  # no hand limit after step 1
