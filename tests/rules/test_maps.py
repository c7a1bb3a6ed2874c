"""The ten zoo maps: spaces, placement bonuses, left edge, spaces for partner zoos, universities and workers."""
import pytest
from helpers import asked, doing, effect, gains, legal, me, only_legal, p, position, take
from rules.ability_play import about_to_play as playing
from rules.map_play import PROJECTS, bits, building, spots, write, zoo_map
from rules.printed import MAPS
from rules.sponsor_play import around, income, pavilions

ONCE = {"money", "x_token", "reputation", "conservation", "worker"}
COUNTER = {"money": "money", "x_token": "x_tokens", "reputation": "reputation", "conservation": "conservation",
           "worker": "workers"}
CONTINENTS = ["africa", "americas", "asia", "australia", "europe"]
H_SPACES = {(1, 10), (4, 11), (6, 9)}  # map 8


def maps() -> list:
    return [pytest.param(code, id=f"map {code}") for code in MAPS]


def per_map(rows) -> list:
    """Cases of ``(code, ...)`` with readable ids."""
    return [pytest.param(*row, id="-".join(map(str, row))) for row in rows]


# --- spaces -----------------------------------------------------------------------------------------------------------


@pytest.mark.covers("map A-8", "R11.10", "R11.14")
@pytest.mark.parametrize("code", maps())
def test_the_building_spaces_of_a_map_are_the_printed_ones(code):
    zoo = zoo_map(code)
    seen = {1: set(), 2: set()}
    for colour in range(3):  # no two spaces of one colour touch
        free = {(x, y) for x, y in zoo.plain if (x - (y - x - 1) // 2) % 3 == colour}
        for side in seen:
            game = building(1, side, map=code, money=2, buildings=pavilions(*map(write, zoo.plain - free)))
            seen[side] |= spots(take(game, "build pavilion"), "pavilion")
    assert seen[2] == set(map(write, zoo.plain))
    assert seen[1] == set(map(write, zoo.plain - zoo.build2))
    assert (len(zoo.plain), len(zoo.build2)) == tuple(MAPS[code]["counts"][name] for name in ("plain", "build2"))


@pytest.mark.covers("map A-8", "R13.3")
@pytest.mark.parametrize("code", maps())
def test_rock_and_water_of_a_map_are_the_printed_ones(code):
    # Wall Lizard (486) needs a rock, Slow Worm (488) a water space next to a 1-space enclosure, Tamarin (465) neither.
    zoo = zoo_map(code)
    for cell in zoo.plain:
        game = playing("A465", "A486", "A488", map=code, harbor_used=True, buildings=[f"enclosure_1@{write(cell)}"])
        near = around({cell})
        expected = ["play A465"] + ["play A486"] * bool(near & zoo.rock) + ["play A488"] * bool(near & zoo.water)
        assert legal(game) == expected, cell


@pytest.mark.covers("map A-8", "R3.14", "R3.15", "R29.1")
@pytest.mark.parametrize("code", maps())
def test_only_map_a_starts_with_buildings(code):
    game = position(p(map=code))
    built = {tuple(cell) for entry in MAPS[code]["start_buildings"] for cell in entry["cells"]}
    assert bits(game, me(game).built) == built
    assert (me(game).money, me(game).occupied, me(game).reputation) == (25, 0, 1)
    if code == "A":
        assert built == {(0, 7), (0, 9), (0, 11), (1, 10)}
        assert bits(game, me(game).kiosk) == {(0, 7)}
        assert legal(playing("A408", map="A", buildings=None), "play") == ["play A408"]  # Sloth Bear, size 3
        assert income(map="A", buildings=None) == {}  # the kiosk touches only an empty enclosure


# --- placement bonuses ------------------------------------------------------------------------------------------------


def covering(code: str, cell: tuple[int, int], **fields):
    """An enclosure is about to be built on a space; it touches the only other building."""
    zoo = zoo_map(code)
    beside = min(around({cell}) & zoo.plain, key=lambda other: (other in zoo.bonus or other in H_SPACES, other))
    fields = {"map": code, "money": 20, "hand": ["S210", "A410"], **fields}
    game = building(1, 2, buildings=pavilions(write(beside)), table={"display": PROJECTS}, **fields)
    return take(game, "build enclosure_1")


@pytest.mark.covers("map A-8", "R11.23")
@pytest.mark.parametrize(("code", "x", "y"), per_map(
    [(code, *cell) for code in MAPS for cell in sorted(zoo_map(code).bonus)]))
def test_a_placement_bonus_of_a_map_gives_what_is_printed(code, x, y):
    what, n = zoo_map(code).bonus[x, y]
    game = covering(code, (x, y))
    change = gains(game, f"place enclosure_1 @{x},{y} r0")
    expected = {"money": -2}
    if what in ONCE:
        expected[COUNTER[what]] = expected.get(COUNTER[what], 0) + n
    assert change == {name: number for name, number in expected.items() if number}
    {
        "card_in_range": lambda: only_legal(game, "take deck", "take slot 1"),
        "clever": lambda: only_legal(game, "pass", *(f"move {card} to 1" for card in (
            "animals", "association", "build", "cards", "sponsors"))),
        "sponsor_from_hand_for_money": lambda: only_legal(game, "pass", "play S210"),
        "kiosk": lambda: check_free_kiosk(game, (x, y)),
        "partner_zoo": lambda: only_legal(game, *(f"partner {continent}" for continent in CONTINENTS)),
        "university": lambda: only_legal(
            game, *(f"university {u}" for u in ("hand_limit_reputation", "two_science", "science_reputation"))),
        "multiplier": lambda: only_legal(game, *(f"token {card}" for card in (
            "animals", "association", "build", "cards", "sponsors"))),
    }.get(what, lambda: None)()
    if what in ONCE:
        assert (asked(game), game.current_player()) == ("main", 1)


def check_free_kiosk(game, cell):
    built = bits(game, me(game).built)
    free = (around(built) & zoo_map("7").plain)  # the Build card is upgraded
    only_legal(game, "pass", *(f"place kiosk @{write(other)} r0" for other in free))
    assert gains(game, legal(game)[1]).get("money", 0) >= 0


@pytest.mark.covers("map A-8", "R11.23")
@pytest.mark.parametrize("code", maps())
def test_the_other_spaces_of_a_map_give_nothing(code):
    zoo = zoo_map(code)
    assert len(zoo.bonus) == MAPS[code]["counts"]["placement_bonuses"]
    for cell in zoo.plain - set(zoo.bonus) - (H_SPACES if code == "8" else set()):
        game = covering(code, cell, hand=[])
        assert gains(game, f"place enclosure_1 @{write(cell)} r0") == {"money": -2}, cell
        assert (asked(game), game.current_player()) == ("main", 1)


@pytest.mark.covers("D10.1", "R22.9")
def test_a_sponsor_of_a_placement_bonus_costs_its_level_in_money():
    # Map 7, (3,6): sponsor 210 has level 4.
    game = take(covering("7", (3, 6), money=6), "place enclosure_1 @3,6 r0")
    assert gains(game, "play S210")["money"] == -4
    game = take(covering("7", (3, 6), money=5), "place enclosure_1 @3,6 r0")
    assert "play S210" not in legal(game)


# --- left edge --------------------------------------------------------------------------------------------------------


def left_edge(code: str) -> list[tuple[str, str, int]]:
    return [(entry["kind"], entry["bonus"]["type"], entry["bonus"]["n"]) for entry in MAPS[code]["left_bonuses"]]


def uncovering(code: str, slot: int, **fields):
    """A project gives 2 conservation, and the token of this place of the left edge is about to be taken."""
    fields = {"map": code, "zoo": ["A501", "A502"], "conservation": 10, "money": 20,
              "buildings": ["pavilion@4,7"], "hand": ["S210", "A410"], **fields}
    game = position(p(**fields), n=3, base_projects=["P106", "P107", "P108"], display=PROJECTS, cons10_done=True,
                    decision=doing("association", 5))  # P106 Asia: two icons in the right slot
    return take(game, "task project", "support P106 right")


def check_choice(game, what: str, n: int):
    """The choice of a bonus of the left edge."""
    texts = legal(game)
    if what == "snap":
        assert texts == [f"take slot {i}" for i in range(1, 7)]
    elif what in ("enclosure_2", "special_enclosure"):
        names = {"enclosure_2"} if what == "enclosure_2" else {"reptile_house", "large_bird_aviary"}
        assert texts[0] == "pass"
        assert {text.split()[1] for text in texts[1:]} == names
    elif what == "sponsor_from_hand_for_money":
        assert texts == ["pass", "play S210"]
    elif what == "clever":
        for _ in range(n):
            while asked(game) in ("open", "deferred"):
                take(game, "resolve 1")
            assert "move cards to 1" in legal(game) and "pass" in legal(game)
            take(game, "pass")
        assert asked(game) != "clever"
    elif what == "pouch":
        assert sorted(texts) == ["pass", "tuck A410", "tuck S210"]
        assert gains(game, "tuck A410", "tuck S210") == {"appeal": 2 * n}
    elif what == "determination":
        assert {"act cards", "act sponsors", "x-token animals"} <= set(texts) and "pass" not in texts
    elif what == "university":
        assert {text.split()[0] for text in texts} == {"university"} and len(texts) == 3
    else:
        assert (what, texts) == ("partner_zoo", [f"partner {continent}" for continent in CONTINENTS])


LEFT = per_map([(code, slot) for code in MAPS for slot in range(7)])


@pytest.mark.covers("map A-8", "D10.2")
@pytest.mark.parametrize(("code", "slot"), LEFT)
def test_uncovering_a_place_of_the_left_edge_gives_its_bonus(code, slot):
    _, what, n = left_edge(code)[slot]
    game = uncovering(code, slot)
    before = me(game)
    take(game, f"left-token {slot + 1}")
    while asked(game) == "open":
        take(game, "resolve 1")
    after = me(game)
    expected = {name: 0 for name in COUNTER.values()} | {"conservation": 2}
    if what in ONCE:
        expected[COUNTER[what]] += n
        assert (asked(game), game.current_player()) == ("main", 1)
    assert {name: getattr(after, name) - getattr(before, name) for name in expected} == expected
    assert after.left_tokens == 127 - (1 << slot)
    if what not in ONCE:
        check_choice(game, what, n)


@pytest.mark.covers("map A-8", "D10.2", "R24.13")
@pytest.mark.parametrize(("code", "slot"), LEFT)
def test_the_purple_places_of_the_left_edge_give_their_bonus_in_every_break(code, slot):
    kind, what, n = left_edge(code)[slot]
    game = position(
        p(map=code, money=20, appeal=1, conservation=2, thresholds=[2], hand=["S210", "A410"], buildings=["pavilion"],
          left_tokens=[place for place in range(7) if place != slot]), display=PROJECTS, decision={"income": True})
    while asked(game) == "open":
        texts = legal(game)
        take(game, texts[0])
    after = me(game)
    found = {"money": after.money - 20 - 6, "conservation": after.conservation - 2, "x_tokens": after.x_tokens,
             "reputation": after.reputation - 1, "workers": after.workers - 1}  # 1 appeal earns 6 money
    if kind == "once" or what in ONCE:
        assert found == {name: n if kind == "income" and COUNTER[what] == name else 0 for name in found}
        assert asked(game) == "main"
    else:
        check_choice(game, what, n)


# --- spaces for partner zoos, universities and workers ----------------------------------------------------------------


@pytest.mark.covers("map A-8", "D10.3")
@pytest.mark.parametrize(("code", "nth"), per_map([(code, nth) for code in MAPS for nth in (1, 2, 3, 4)]))
def test_the_spaces_for_partner_zoos_are_filled_from_the_bottom_and_give_their_bonus(code, nth):
    slot = MAPS[code]["partner_zoo_slots"][nth - 1]
    fields = {"map": code, "partner_zoos": CONTINENTS[: nth - 1], "conservation": 2, "thresholds": [2]}
    assert slot["slot"] == nth and slot["needs_association_2"] == (nth > 2)
    if nth > 2:
        assert "task partner_zoo" not in legal(position(p(**fields), decision=doing("association", 5)))
    game = position(p(upgraded=["association"], **fields), decision=doing("association", 3))
    take(game, "task partner_zoo")
    check_space(game, f"partner {CONTINENTS[nth - 1]}", slot["bonus"])


@pytest.mark.covers("map A-8", "D10.3")
@pytest.mark.parametrize(("code", "nth"), per_map([(code, nth) for code in MAPS for nth in (1, 2, 3)]))
def test_the_spaces_for_universities_are_filled_from_the_bottom_and_give_their_bonus(code, nth):
    slot = MAPS[code]["university_slots"][nth - 1]
    owned = ["hand_limit_reputation", "science_reputation"][: nth - 1]
    game = position(p(map=code, universities=owned, conservation=2, thresholds=[2]), decision=doing("association", 4))
    take(game, "task university")
    check_space(game, "university two_science", slot["bonus"])  # this one brings no reputation


def check_space(game, text: str, bonus: dict | None):
    change = gains(game, text)
    if bonus is None:
        assert change == {} and asked(game) != "upgrade"
    elif bonus["type"] == "upgrade":
        assert change == {} and asked(game) == "upgrade"
    else:
        assert change == {COUNTER[bonus["type"]]: bonus["n"]}


@pytest.mark.covers("map A-8", "R3.9")
@pytest.mark.parametrize(("code", "nth"), per_map([(code, nth) for code in MAPS for nth in (1, 2, 3)]))
def test_hired_workers_uncover_the_bonus_of_their_space(code, nth):
    bonus = MAPS[code]["worker_slots"][nth - 1]["bonus"]
    fields = {"map": code, "workers": nth, "conservation": 2, "thresholds": [2]}
    before = position(p(**fields))
    after = position(p(**fields), decision=effect(op="worker"))
    assert me(after).workers - me(before).workers == 1
    assert me(after).conservation - me(before).conservation == (bonus["n"] if bonus else 0)


@pytest.mark.covers("map A-8", "R23.8")
@pytest.mark.parametrize("code", maps())
def test_map_a_alone_has_its_worker_on_the_map_instead_of_the_left_edge(code):
    # C17: reputation 2 lies on the left edge of map A, and a worker under its space (7,2).
    place = left_edge(code)[4]
    assert place == (("once", "reputation", 2) if code == "A" else ("once", "worker", 1))
    assert ("worker" in {what for what, _ in zoo_map(code).bonus.values()}) == (code == "A")
    game = uncovering(code, 4)
    assert gains(game, "left-token 5") == {"conservation": 2, **({"reputation": 2} if code == "A" else {"workers": 1})}
