"""The bonus tiles of the conservation track, each executed at once (R23.9, D9.2, D9.3, D9.7-D9.12)."""
import pytest
from helpers import asked, doing, effect, gains, legal, me, only_legal, p, position, settle, table, take
from rules.printed import BOARDS, ORDER
from rules.project_play import CONTINENTS, UNIVERSITIES, names

TILES = [tile["id"] for tile in BOARDS["bonus_tiles"]["tiles"]]


def reaching(tile: str, at: int = 5, **fields):
    """Seat 0 has reached space 5 or 8 and takes this tile."""
    other = next(one for one in TILES if one != tile)
    rest = [one for one in TILES if one not in (tile, other)][:2]
    tiles = {"5": [other, tile], "8": rest} if at == 5 else {"5": rest, "8": [other, tile]}
    shared = {name: fields.pop(name) for name in ("deck", "display", "partner_board", "university_board")
              if name in fields}  # fmt: skip
    game = position(p(conservation=at - 1, **fields), n=3, tiles=tiles, **shared,
                    decision=effect(op="conservation", n=1))  # fmt: skip
    return take(game, "take tile 2" if at == 5 else "take tile 4")


@pytest.mark.covers("R23.9", "R2.2", "R2.4")
@pytest.mark.parametrize("tile", TILES)
@pytest.mark.parametrize("at", [5, 8])
def test_every_tile_can_lie_at_both_spaces_and_is_gone_when_taken(tile, at):
    game = reaching(tile, at, hand=["S223"], buildings=["kiosk@4,7"])
    gone = [False, at == 5, False, at == 8]
    assert [one == 255 for one in table(game).tile] == gone
    questions = {"cards_3": "take", "enclosure_3": "free_building", "multiplier": "multiplier",
                 "university": "university", "partner_zoo": "partner_zoo",
                 "sponsor_for_money": "sponsor_for_money"}  # fmt: skip
    assert asked(game) == questions.get(tile, "main")


@pytest.mark.covers("R23.9")
@pytest.mark.parametrize(("tile", "money", "reputation", "x_tokens"), [
    ("money_10", 10, 0, 0), ("reputation_2", 0, 2, 0), ("x_tokens_3", 0, 0, 3),
])  # fmt: skip
def test_tiles_without_a_choice_are_gained(tile, money, reputation, x_tokens):
    found = me(reaching(tile, money=0))
    assert (found.money, found.reputation, found.x_tokens) == (money, 1 + reputation, x_tokens)


@pytest.mark.covers("D9.7", "D8.3", "R9.4", "R9.10")
def test_three_cards_come_one_after_the_other_from_deck_or_range_without_a_refill():
    game = reaching("cards_3", reputation=2, deck=["A401", "A402", "A403"],
                    display=["A411", "A412", "A413", "A414", "A415", "A416"])  # fmt: skip
    only_legal(game, "take deck", "take slot 1", "take slot 2")  # reputation 2 reaches slots 1-2
    take(game, "take slot 1")
    only_legal(game, "take deck", "take slot 2")  # the gap stays
    take(game, "take deck")
    only_legal(game, "take deck", "take slot 2")
    take(game, "take slot 2")
    assert me(game).hand == ["A401", "A411", "A412"]
    assert table(game).display == [None, None, "A413", "A414", "A415", "A416"]
    assert asked(game) == "main"


@pytest.mark.covers("D9.8", "D8.5")
def test_the_enclosure_tile_places_a_free_standard_enclosure_of_three_or_nothing():
    game = reaching("enclosure_3", money=0, buildings=["kiosk@4,7"])
    assert "pass" in legal(game)
    assert {text.split()[1] for text in legal(game, "place ")} == {"enclosure_3"}
    assert gains(game, legal(game, "place ")[0]).get("money", 0) >= 0  # it costs nothing
    assert [game.ruleset.kind_name(game.ruleset.placement(i)[0]) for i in me(game).multi[:1]] == ["enclosure_3"]
    assert me(game).occupied == 0
    game = reaching("enclosure_3", money=0, buildings=["kiosk@4,7"])
    assert asked(take(game, "pass")) == "main"
    assert me(game).n_multi == 0


@pytest.mark.covers("D9.9")
def test_the_multiplier_tile_goes_on_any_own_action_card():
    game = reaching("multiplier", upgraded=["build"])
    only_legal(game, *(f"token {card}" for card in ORDER))
    assert me(take(game, "token sponsors")).multiplier == [0, 0, 0, 0, 1]


@pytest.mark.covers("D9.10")
def test_the_university_tile_takes_a_university_not_owned_from_the_board():
    game = reaching("university", universities=["two_science"])
    only_legal(game, "university hand_limit_reputation", "university science_reputation")
    take(game, "university science_reputation")
    assert names(me(game).universities, UNIVERSITIES) == ["two_science", "science_reputation"]
    settle(game)
    assert asked(game) == "upgrade"  # the second space
    settle(game, "upgrade build")
    assert me(game).reputation == 3
    # None that could be taken: lost.
    assert asked(reaching("university", universities=UNIVERSITIES)) == "main"
    assert asked(reaching("university", university_board=[])) == "main"


@pytest.mark.covers("D9.11", "R14.13")
def test_the_partner_zoo_tile_takes_a_partner_zoo_within_the_limits():
    game = reaching("partner_zoo", partner_zoos=["asia"])
    only_legal(game, *(f"partner {name}" for name in CONTINENTS if name != "asia"))
    take(game, "partner europe")
    assert names(me(game).partner_zoos, CONTINENTS) == ["asia", "europe"]
    assert asked(game) == "upgrade"  # the second space
    assert asked(reaching("partner_zoo", partner_zoos=["asia", "africa"])) == "main"
    game = reaching("partner_zoo", partner_zoos=["asia", "africa"], upgraded=["association"])
    assert asked(game) == "partner_zoo"


@pytest.mark.covers("D9.12", "D7.5", "R17.18")
@pytest.mark.parametrize(("money", "offered"), [
    (6, ["S209", "S223", "S226"]), (5, ["S209", "S223"]), (3, ["S223"]), (2, []),
])  # fmt: skip
def test_the_sponsor_tile_plays_a_hand_sponsor_for_its_level_in_money(money, offered):
    # Levels: 209 five, 223 three, 226 six; 204 (level 4) needs four research icons.
    game = reaching("sponsor_for_money", money=money, hand=["S209", "S223", "S226", "S204", "A401"])
    if not offered:
        assert asked(game) == "main"
        return
    only_legal(game, "pass", *(f"play {card}" for card in offered))
    order = me(game).order
    assert gains(game, f"play {offered[-1]}")["money"] == -{"S209": 5, "S223": 3, "S226": 6}[offered[-1]]
    assert (me(game).zoo, me(game).order) == ([offered[-1]], order)  # the Sponsors card stays where it is


@pytest.mark.covers("D9.12")
def test_the_sponsor_tile_may_be_declined():
    game = reaching("sponsor_for_money", money=10, hand=["S223"])
    assert asked(take(game, "pass")) == "main"
    assert (me(game).hand, me(game).zoo, me(game).money) == (["S223"], [], 10)


@pytest.mark.covers("D9.9", "R23.9")
def test_a_tile_taken_in_an_action_is_executed_within_it():
    # A donation reaches 5; the university taken at once brings the icons for the research project of the same action.
    game = position(p(conservation=4, money=2, workers=4, workers_idle=0), n=3, projects=["P132"],
                    tiles={"5": ["university", "money_10"]}, decision=doing("association", 10, 2))  # fmt: skip
    assert "task project" not in legal(game)
    take(game, "task reputation")
    assert "task project" not in legal(game)
    take(game, "donate", "take tile 1", "university two_science")
    assert "task project" in legal(game)
