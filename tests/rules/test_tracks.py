"""Appeal, conservation and reputation tracks, their thresholds, bonuses of the zoo map (R23, D9.1-D9.6, D10)."""
import pytest
from helpers import asked, doing, effect, gains, me, only_legal, p, position, settle, table, take
from rules.map_play import allowed, open_effects, resolve, zoo_map
from rules.printed import BOARDS, MAPS
from rules.project_play import association, left, supporting

from arknova_fast.errors import StateDataError

SPACES = BOARDS["conservation_track"]["spaces"]
HIRED = {"workers": 4, "workers_idle": 0}
FOUR_UPGRADED = ["animals", "association", "build", "cards"]


def gaining(n: int, conservation: int, *others: dict, shared: dict | None = None, **fields):
    """Seat 0 has just gained n conservation."""
    return position(p(conservation=conservation, **fields), *others, decision=effect(op="conservation", n=n),
                    **(shared or {}))  # fmt: skip


# --- the tracks -------------------------------------------------------------------------------------------------------


@pytest.mark.covers("R23.1")
@pytest.mark.parametrize(("track", "last"), [("appeal", 113), ("conservation", 41)])
def test_the_tracks_have_ends(track, last):
    assert getattr(me(position(p(**{track: last}))), track) == last
    for beyond in (last + 1, -1):
        with pytest.raises(StateDataError):
            position(p(**{track: beyond}))


@pytest.mark.covers("R23.2")
@pytest.mark.parametrize(("op", "start", "n", "end"), [
    ("appeal", 111, 2, 113), ("appeal", 111, 5, 113), ("appeal", 113, 1, 113),
    ("conservation", 39, 2, 41), ("conservation", 39, 4, 41), ("conservation", 41, 1, 41),
])  # fmt: skip
def test_gains_beyond_the_end_of_a_track_are_lost(op, start, n, end):
    game = position(p(**{op: start}), decision=effect(op=op, n=n))
    assert getattr(me(game), op) == end
    other = "appeal" if op == "conservation" else "conservation"
    assert getattr(me(game), other) == 0


def score(appeal: int, conservation: int) -> int:
    return int(position(p(appeal=appeal, conservation=conservation)).scores()[0])


@pytest.mark.covers("R23.4", "R23.5")
@pytest.mark.parametrize("space", SPACES, ids=lambda space: str(space["space"]))
def test_the_score_is_appeal_plus_the_white_number_of_the_conservation_space(space):
    c = space["space"]
    # -14 at space 0, 2 more for each space up to 10, then 3 more for each up to 99 at space 41
    white = -14 + 2 * min(c, 10) + 3 * max(c - 10, 0)
    assert white == space["white_number"]
    assert (score(0, c), score(7, c), score(113, c)) == (white, 7 + white, 113 + white)


@pytest.mark.covers("R23.3", "R23.6", "R25.1")
@pytest.mark.parametrize("space", SPACES[1:], ids=lambda space: str(space["space"]))
def test_the_lowest_appeal_of_a_scoring_area_makes_a_score_of_one_hundred(space):
    c, low, high = space["space"], space["area_appeal_low"], space["area_appeal_high"]
    assert high - low + 1 == (2 if c <= 10 else 3)
    assert high == (SPACES[c - 1]["area_appeal_low"] or 114) - 1  # the areas lie side by side
    assert score(low, c) == 100
    assert score(low - 1, c) == 99
    assert score(high, c) == 99 + (high - low + 1)


@pytest.mark.covers("R23.7")
def test_no_effect_of_a_game_lowers_conservation():
    # A release lowers appeal only, and the reward is added.
    game = supporting("P116", zoo=["A471"], conservation=12, appeal=30)
    seen = [me(game).conservation]
    for text in ("support P116 middle", "release A471", left("money_12")):
        take(game, text)
        seen.append(me(game).conservation)
    assert seen == [12, 12, 12, 16]


# --- conservation 2 ---------------------------------------------------------------------------------------------------


@pytest.mark.covers("R23.8", "D9.1")
@pytest.mark.parametrize(("start", "n"), [(1, 1), (0, 2), (0, 4), (1, 3)])
def test_reaching_or_passing_two_gives_an_upgrade_or_a_worker(start, n):
    game = gaining(n, start, upgraded=["build"])
    assert asked(game) == "cons_choice"
    only_legal(game, "upgrade animals", "upgrade association", "upgrade cards", "upgrade sponsors", "take worker")
    assert gains(game, "take worker") == {"workers": 1}
    game = take(gaining(n, start), "upgrade sponsors")
    assert (me(game).upgraded, me(game).workers) == (1 << 4, 1)


@pytest.mark.covers("R23.8", "D9.1")
def test_below_two_nothing_is_chosen():
    assert asked(gaining(1, 0)) == "main"


@pytest.mark.covers("D9.1")
def test_the_worker_is_offered_only_while_one_is_left_and_upgrades_only_for_side_one():
    only_legal(gaining(2, 0, upgraded=FOUR_UPGRADED, **HIRED), "upgrade sponsors")
    only_legal(gaining(2, 0, upgraded=[*FOUR_UPGRADED, "sponsors"]), "take worker")


@pytest.mark.covers("R23.11")
@pytest.mark.parametrize("start", [2, 5, 8])
def test_each_player_gets_each_threshold_once(start):
    assert asked(gaining(1, start)) == "main"
    rival = p(conservation=start)  # it was somebody else who reached it before
    assert asked(gaining(1, start - 1, rival, finals=[])) in ("cons_choice", "cons_tile")


# --- conservation 5 and 8 ---------------------------------------------------------------------------------------------


TILES = {"tiles": {"5": ["money_10", "x_tokens_3"], "8": ["reputation_2", "cards_3"]}}


@pytest.mark.covers("R23.9", "D9.2", "D9.3")
@pytest.mark.parametrize(("start", "n", "tiles"), [
    (4, 1, (1, 2)), (3, 3, (1, 2)), (7, 1, (3, 4)), (6, 3, (3, 4)),
])  # fmt: skip
def test_reaching_or_passing_five_and_eight_gives_five_money_or_a_tile(start, n, tiles):
    game = gaining(n, start, shared=TILES)
    only_legal(game, "take money", *(f"take tile {i}" for i in tiles))
    assert gains(game, "take money") == {"money": 5}
    assert 255 not in table(game).tile


@pytest.mark.covers("R23.9", "D9.2", "D9.3")
def test_a_taken_tile_is_executed_at_once_and_leaves_the_game():
    game = gaining(1, 4, p(conservation=4), shared=TILES)
    assert gains(game, "take tile 2") == {"x_tokens": 3}
    assert [tile == 255 for tile in table(game).tile] == [False, True, False, False]
    game = position(p(), p(conservation=4), turn=1, decision=effect(op="conservation", n=1),
                    tiles={"5": ["money_10", None], "8": ["reputation_2", "cards_3"]})  # fmt: skip
    only_legal(game, "take money", "take tile 1")


@pytest.mark.covers("R23.10")
def test_the_five_money_stay_when_both_tiles_are_gone():
    game = gaining(1, 4, shared={"tiles": {"5": [None, None], "8": ["reputation_2", "cards_3"]}})
    only_legal(game, "take money")
    assert gains(game, "take money") == {"money": 5}
    game = gaining(1, 7, shared={"tiles": {"5": ["money_10", "x_tokens_3"], "8": [None, None]}})
    only_legal(game, "take money")


@pytest.mark.covers("R23.14")
def test_a_gain_that_passes_several_thresholds_triggers_all_in_any_order():
    game = gaining(8, 0, shared=TILES)
    assert len(open_effects(game)) == 3
    resolve(game, "conservation 8")
    assert gains(game, "take money") == {"money": 5}
    assert len(open_effects(game)) == 2
    resolve(game, "conservation 2")
    take(game, "take worker")
    only_legal(game, "take money", "take tile 1", "take tile 2")
    assert asked(take(game, "take money")) == "main"


@pytest.mark.covers("R23.9", "R23.14")
def test_thresholds_are_gained_from_any_source_of_conservation():
    game = supporting("P103", zoo=["A401", "A402", "A403", "A404"], conservation=2)  # middle: 3 conservation
    settle(game, "support P103 middle", left("money_12"))
    assert asked(game) == "cons_tile"
    game = association(5, 2, workers=4, workers_idle=0, conservation=4, money=10)
    take(game, "task reputation", "donate")
    assert asked(game) == "cons_tile"


# --- conservation 10 --------------------------------------------------------------------------------------------------


FINALS = [["F001", "F002"], ["F003", "F004"], ["F005", "F006", "F007"]]


@pytest.mark.covers("R23.12", "D9.4", "D14.2")
def test_the_first_player_at_ten_makes_everybody_put_a_final_scoring_card_under_the_pile():
    game = gaining(2, 9, *(p(finals=cards) for cards in FINALS[1:]), finals=FINALS[0])
    before = table(game).n_final
    for seat, cards in enumerate(FINALS):
        assert (asked(game), game.current_player()) == ("final_discard", seat)
        only_legal(game, *(f"discard {card}" for card in cards))
        take(game, f"discard {cards[0]}")
    assert (asked(game), game.current_player()) == ("main", 0)
    assert [me(game, seat).finals.bit_count() for seat in range(3)] == [1, 1, 2]
    found = table(game)
    assert found.n_final == before + 3
    assert sorted(found.final_pile[:3]) == [0, 2, 4]  # F001, F003, F005 at the bottom


@pytest.mark.covers("R23.12", "D9.4")
def test_the_discard_at_ten_happens_once_in_a_game():
    game = gaining(1, 9, p(conservation=10, finals=["F003"]), finals=["F001"])
    assert asked(game) == "main"
    game = gaining(1, 8, p(finals=["F003", "F004"]), finals=["F001", "F002"])
    assert asked(game) == "main"  # nine only


@pytest.mark.covers("R23.13")
@pytest.mark.parametrize("conservation", [9, 10])
def test_without_ten_the_discard_comes_before_final_scoring(conservation):
    held = (["F001", "F002"], ["F003", "F004"]) if conservation == 9 else (["F001"], ["F003"])
    game = position(p(conservation=conservation, finals=held[0]), p(finals=held[1]), decision={"final": True})
    assert (asked(game) == "final_discard") is (conservation == 9)
    assert game.is_terminal is (conservation == 10)


@pytest.mark.covers("R23.15")
def test_final_scoring_gains_trigger_no_threshold():
    # 007 scores 4 at reputation 15: conservation 1 to 5 passes 2 and reaches 5.
    game = position(p(conservation=1, finals=["F007"], reputation=15, upgraded=["cards"], money=0), cons10_done=True,
                    decision={"final": True})  # fmt: skip
    assert game.is_terminal
    assert (me(game).conservation, me(game).money, me(game).workers, me(game).upgraded) == (5, 0, 1, 1 << 3)


# --- reputation -------------------------------------------------------------------------------------------------------


@pytest.mark.covers("D9.5", "R10.2", "R10.3")
@pytest.mark.parametrize(("start", "n"), [(4, 1), (3, 3)])
def test_reaching_or_passing_reputation_five_gives_an_upgrade(start, n):
    game = position(p(reputation=start, upgraded=["build"]), decision=effect(op="reputation", n=n))
    assert asked(game) == "upgrade"
    only_legal(game, "upgrade animals", "upgrade association", "upgrade cards", "upgrade sponsors")


@pytest.mark.covers("D9.6", "R10.2", "R10.3")
@pytest.mark.parametrize(("start", "slots"), [(9, 5), (12, 6)])
def test_reputation_ten_and_thirteen_give_a_card_with_the_new_range(start, slots):
    game = position(p(reputation=start, upgraded=["cards"]), decision=effect(op="reputation", n=1))
    assert asked(game) == "take"
    only_legal(game, "take deck", *(f"take slot {i}" for i in range(1, slots + 1)))
    taken = table(game).display[slots - 1]
    take(game, f"take slot {slots}")
    assert me(game).hand == [taken]


# --- bonuses of the zoo map -------------------------------------------------------------------------------------------


ASKS = {  # what a bonus of the left edge asks for
    "snap": "snap", "enclosure_2": "free_building", "sponsor_from_hand_for_money": "sponsor_for_money",
    "clever": "clever", "pouch": "pouch", "determination": "extra", "university": "university",
    "partner_zoo": "partner_zoo", "special_enclosure": "free_building",
}  # fmt: skip


@pytest.mark.covers("D10.2", "R15.17")
@pytest.mark.parametrize(("code", "place"), [(code, place) for code in MAPS for place in range(7)])
def test_each_bonus_of_the_left_edge_of_every_map(code, place):
    printed = MAPS[code]["left_bonuses"][place]["bonus"]
    kind, n = printed["type"], printed["n"]
    building = None if code == "A" else [first_building(code)]
    fields = {"hand": ["S223"], "money": 20, "conservation": 12, **({"buildings": building} if building else {})}
    game = supporting("P103", map=code, zoo=["A401", "A402"], **fields)
    take(game, "support P103 right")
    before = me(game)
    take(game, f"left-token {place + 1}")
    after = me(game)
    conservation = 2 + (n if kind == "conservation" else 0)  # the slot gives 2
    assert after.conservation - before.conservation == conservation
    if kind in ASKS:
        assert asked(game) == ASKS[kind]
        return
    assert game.current_player() == 1  # nothing is asked
    counters = {"money": "money", "x_token": "x_tokens", "worker": "workers", "reputation": "reputation"}
    for bonus, counter in counters.items():
        assert getattr(after, counter) - getattr(before, counter) == (n if kind == bonus else 0)


def first_building(code: str) -> str:
    """A pavilion on a space without a bonus, beside which there is room for a reptile house."""
    zoo = zoo_map(code)
    for x, y in sorted(zoo.plain - set(zoo.bonus) - zoo.build2):
        if allowed(code, "reptile_house", {(x, y)}, build2=False):
            return f"pavilion@{x},{y}"
    raise AssertionError(code)


def covering(code: str, kind: str, **fields):
    """A building is about to cover a placement bonus of this kind: the text of the placement, and the game."""
    cells = {(cell["x"], cell["y"]): cell for cell in MAPS[code]["cells"]}
    for (x, y), cell in cells.items():
        if not cell["bonus"] or cell["bonus"]["type"] != kind or cell["build2"]:
            continue
        for dx, dy in ((0, -2), (0, 2), (-1, -1), (-1, 1), (1, -1), (1, 1)):
            near = cells.get((x + dx, y + dy))
            if near and near["terrain"] == "plain" and not near["bonus"] and not near["build2"]:
                game = position(p(map=code, buildings=[f"pavilion@{x + dx},{y + dy}"], money=20, **fields),
                                decision=doing("build", 1, 1))  # fmt: skip
                new = "pavilion" if kind == "kiosk" else "kiosk"
                return take(game, f"build {new}"), f"place {new} @{x},{y} r0", cell["bonus"]["n"]
    raise AssertionError((code, kind))


@pytest.mark.covers("D10.1")
@pytest.mark.parametrize(("code", "kind", "question"), [
    ("0", "card_in_range", "take"), ("0", "clever", "clever"), ("1", "clever", "clever"),
    ("2", "partner_zoo", "partner_zoo"), ("2", "sponsor_from_hand_for_money", "sponsor_for_money"),
    ("4", "multiplier", "multiplier"), ("6", "university", "university"), ("7", "kiosk", "free_building"),
])  # fmt: skip
def test_a_placement_bonus_with_a_choice_asks_for_it(code, kind, question):
    game, text, _ = covering(code, kind, hand=["S223"])
    assert asked(take(game, text)) == question


@pytest.mark.covers("D10.1")
@pytest.mark.parametrize(("code", "kind", "counter"), [
    ("0", "money", "money"), ("0", "x_token", "x_tokens"), ("0", "reputation", "reputation"),
    ("A", "worker", "workers"),
])  # fmt: skip
def test_other_placement_bonuses_are_gained_automatically(code, kind, counter):
    game, text, n = covering(code, kind)
    found = gains(game, text)
    assert found == ({"money": n - 2} if kind == "money" else {"money": -2, counter: n})
    assert game.current_player() == 1


@pytest.mark.covers("D10.4", "S221")
def test_the_archaeologist_chooses_an_uncovered_placement_bonus_for_each_bonus_of_the_border():
    # Map 0: (8,7) is a border space with 5 money, (7,2) shows 5 money too and is not covered.
    fields = {"money": 20, "zoo": ["S221"]}
    game = position(p(buildings=["pavilion@8,5"], **fields), decision=doing("build", 1, 1))
    take(game, "build pavilion", "place pavilion @8,7 r0")
    assert asked(game) == "archaeologist"
    uncovered = {f"bonus @{cell['x']},{cell['y']}" for cell in MAPS["0"]["cells"] if cell["bonus"]} - {"bonus @8,7"}
    only_legal(game, *uncovered)
    assert gains(game, "bonus @7,2") == {"money": 5}
    # (7,2) itself is no border space.
    game = position(p(buildings=["pavilion@7,4"], **fields), decision=doing("build", 1, 1))
    assert take(game, "build pavilion", "place pavilion @7,2 r0").current_player() == 1
