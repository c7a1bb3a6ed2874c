"""Loading, checking and patching the data: typed errors, overlays, hashes, and the geometry of shapes."""
import copy
import json
import pickle
import re
from pathlib import Path

import pytest

from arknova_fast.cards import apply_overlay, content_hash, geometry, load_data, load_overlay_file, vocabulary
from arknova_fast.cards.loader import FILES, parse_file, validate
from arknova_fast.core.tables import Ruleset
from arknova_fast.errors import ArkNovaError, CardDataError

DATA = load_data()
SHAPE_FACTS = json.loads((Path(__file__).parent / "facts" / "shapes.json").read_text(encoding="utf-8"))["buildings"]


def changed(path: str, value) -> dict:
    """A copy of the data with one value set; the value DELETE removes the key."""
    data = copy.deepcopy(DATA)
    *way, last = path.split("/")
    place = data
    for step in way:
        place = place[int(step) if isinstance(place, list) else step]
    if value is DELETE:
        del place[last]
    else:
        place[int(last) if isinstance(place, list) else last] = value
    return data


DELETE = object()
# (path, broken value, file, card, field, part of the message)
BROKEN = [
    ("animals/401/cost", -1, "animals", "401", "cost", "whole number from 0 to 255"),
    ("animals/401/cost", 256, "animals", "401", "cost", "got 256"),
    ("animals/401/cost", "17", "animals", "401", "cost", "got '17'"),
    ("animals/401/cost", 17.0, "animals", "401", "cost", "whole number"),
    ("animals/401/cost", True, "animals", "401", "cost", "whole number"),
    ("animals/401/cost", DELETE, "animals", "401", "cost", "missing"),
    ("animals/401/cots", 3, "animals", "401", "cots", "did you mean 'cost'"),
    ("animals/401/name", "", "animals", "401", "name", "expected a text"),
    ("animals/401/enabled", 1, "animals", "401", "enabled", "true or false"),
    ("animals/401/size", 6, "animals", "401", "size", "from 1 to 5"),
    ("animals/401/size", None, "animals", "401", "size", "petting zoo"),
    ("animals/519/size", 2, "animals", "519", "size", "petting zoo"),
    ("animals/401/rock", 3, "animals", "401", "rock", "from 0 to 2"),
    ("animals/401/icons", ["predatr"], "animals", "401", "icons.0", "did you mean 'predator'"),
    ("animals/401/icons", ["bear", "sea_animal"], "animals", "401", "icons.1", "expected one of"),
    ("animals/401/icons", "bear", "animals", "401", "icons", "expected a list"),
    ("animals/401/expansion", "marine", "animals", "401", "expansion", "expected one of"),
    ("animals/402/requires/icons/predator", 21, "animals", "402", "requires.icons.predator", "from 1 to 20"),
    ("animals/402/requires/icons/lion", 1, "animals", "402", "requires.icons.lion", "expected one of"),
    ("animals/402/requires/reputation", 1, "animals", "402", "requires.reputation", "unknown field"),
    ("animals/487/special/kind", "kiosk", "animals", "487", "special.kind", "petting_zoo, reptile_house"),
    ("animals/401/effects/0/op", "spring", "animals", "401", "effects.0.op", "did you mean 'sprint'"),
    ("animals/401/effects/0/op", DELETE, "animals", "401", "effects.0.op", "missing"),
    ("animals/401/effects/0/n", 0, "animals", "401", "effects.0.n", "from 1 to 20"),
    ("animals/401/effects/0/n", DELETE, "animals", "401", "effects.0.n", "missing"),
    ("animals/401/effects/0/icon", "bear", "animals", "401", "effects.0.icon", "unknown field"),
    ("animals/401/effects/0/when", "income", "animals", "401", "effects.0.when", "expected one of play"),
    ("animals/401/effects/0", "sprint 3", "animals", "401", "effects.0", "expected a table"),
    ("animals/411/effects/0/n", 2, "animals", "411", "effects.0", "either a number n or an icon"),
    ("animals/408/effects/0/card", "map", "animals", "408", "effects.0.card", "animals, association"),
    ("animals/425/effects/0/n", 16, "animals", "", "effects", "8 cards at most"),
    ("animals/402", DELETE, "animals", "402", "", "missing"),
    ("animals/529", {}, "animals", "529", "", "unknown record"),
    ("sponsors/201/level", 21, "sponsors", "201", "level", "from 0 to 20"),
    ("sponsors/201/requires/partner_zoo", True, "sponsors", "201", "requires.partner_zoo", "'partner_zoos'"),
    ("sponsors/202/effects/0/of", "sience", "sponsors", "202", "effects.0.of", "did you mean 'science'"),
    ("sponsors/202/effects/0/zoo", "any", "sponsors", "202", "effects.0.gain", "appeal and money only"),
    ("sponsors/203/effects/0/tiers", [[2, 5], [1, 2]], "sponsors", "203", "effects.0.tiers", "ascend"),
    ("sponsors/203/effects/0/tiers", [[1, 2]] * 5, "sponsors", "203", "effects.0.tiers", "1 to 4 entries"),
    ("sponsors/203/effects/2/gain", {"money": 1}, "sponsors", "203", "effects.2.gain", "appeal and conservation"),
    ("sponsors/205/effects/0/gain", {"cp": 1}, "sponsors", "205", "effects.0.gain.cp", "expected one of"),
    ("sponsors/205/effects/0/gain", {}, "sponsors", "205", "effects.0.gain", "expected 1 entry"),
    ("sponsors/205/effects/0/optional", True, "sponsors", "205", "effects.0.optional", "may be declined"),
    ("sponsors/206/effects/0/count/kind", "supports", "sponsors", "206", "effects.0.count.kind", "did you mean"),
    ("sponsors/206/effects/0/count/icon", "bear", "sponsors", "206", "effects.0.count.icon", "unknown field"),
    ("sponsors/207/effects/0/count/set", "kinds", "sponsors", "207", "effects.0.count.set", "continents"),
    ("sponsors/215/effects/0", {"op": "immune"}, "sponsors", "215", "effects.1", "needs card_tokens"),
    ("sponsors/241/effects/1/gain", {"appeal": 1}, "sponsors", "241", "effects.1.gain", "money only"),
    ("sponsors/244/building", "pinguin_pool", "sponsors", "244", "building", "did you mean 'penguin_pool'"),
    ("sponsors/257/effects/0/count/building", "kiosk", "sponsors", "257", "effects.0.count.building", "unique"),
    ("projects/101/kind", "icon", "projects", "101", "kind", "did you mean 'icons'"),
    ("projects/101/kind", DELETE, "projects", "101", "kind", "missing"),
    ("projects/103/set", "continents", "projects", "103", "set", "unknown field"),
    ("projects/103/slots/0/need", 0, "projects", "103", "slots.0.need", "from 1 to 30"),
    ("projects/113/slots/0/sizes", [5, 4], "projects", "113", "slots.0.sizes", "[least, largest]"),
    ("projects/113/slots", [], "projects", "113", "slots", "list of 3 entries"),
    ("final_scoring/001/effects/0/op", "pack", "final_scoring", "001", "effects.0.op", "gain_table"),
    ("final_scoring/001/effects/0/resource", "appeal", "final_scoring", "001", "effects.0.gain", "conservation only"),
    ("final_scoring/001", DELETE, "final_scoring", "001", "", "missing"),
    ("maps/A/rock/0", [0, 0], "maps", "A", "rock.0", "no cell of the map"),
    ("maps/A/water", [[1, 0]], "maps", "A", "water", "rock and water"),
    ("maps/A/build2", [[1, 0]], "maps", "A", "build2", "building cells"),
    ("maps/A/left", [], "maps", "A", "left", "7 entries"),
    ("maps/A/left/0/type", "snab", "maps", "A", "left.0.type", "did you mean 'snap'"),
    ("maps/A/bonuses/0/cell", [1, 0], "maps", "A", "bonuses", "different building cells"),
    ("maps/A/start/1/cells", [[0, 7], [0, 9], [0, 11]], "maps", "A", "start.1.cells", "no enclosure_3"),
    ("maps/A/start/1/cells/0", [0, 7], "maps", "A", "start.1.cells", "no enclosure_3"),
    ("maps/1/ability/cells", [], "maps", "1", "ability.cells", "do not fit"),
    ("maps/1/ability/kind", "tower", "maps", "1", "ability.kind", "observation_tower"),
    ("shapes/kiosk", DELETE, "shapes", "kiosk", "", "needs this kind"),
    ("shapes/enclosure_3/cells", [[0, 0], [0, 2]], "shapes", "enclosure_3", "cells", "2 cells"),
    ("shapes/enclosure_3/cells", [[0, 0], [0, 2], [0, 6]], "shapes", "enclosure_3", "cells", "connected"),
    ("shapes/enclosure_3/cells", [[0, 0], [0, 1], [1, 1]], "shapes", "enclosure_3", "cells", "dx + dy even"),
    ("shapes/petting_zoo/limit", None, "shapes", "petting_zoo", "limit", "at most one"),
    ("shapes/aquarium/card", "244", "sponsors", "245", "building", "no unique building 'aquarium' of this card"),
    ("shapes/kiosk/card", "244", "shapes", "kiosk", "card", "only unique buildings"),
    ("shapes/aquarium/build", 1, "shapes", "aquarium", "build", "sponsor only"),
    ("boards/appeal_track/income", [5], "boards", "appeal_track", "income", "114 entries"),
    ("boards/appeal_track/max", 128, "boards", "appeal_track", "max", "from 1 to 127"),
    ("boards/reputation_track/start", 10, "boards", "reputation_track", "max_without_cards_2", "start <="),
    ("boards/conservation_track/tile_at", [8, 5], "boards", "conservation_track", "tile_at", "ascend"),
    ("boards/setup/keep_cards", 9, "boards", "setup", "keep_cards", "more than deal_cards"),
    ("boards/setup/deal_cards", 11, "boards", "setup", "deal_cards", "from 0 to 10"),
    ("boards/setup/start_appeal/3", [0, 1], "boards", "setup", "start_appeal.3", "3 entries"),
    ("boards/actions/cards/draw/0/4", 11, "boards", "actions", "cards.draw.0.4", "from 0 to 10"),
    ("boards/actions/animals/max_animals/0", [1, 0, 1, 1, 2], "boards", "actions", "animals.max_animals.0",
     "fewer animals"),
    ("boards/association/max_partner_zoos", [3, 2], "boards", "association", "max_partner_zoos", "side II"),
    ("boards/bonus_tiles/0/id", "money_10", "boards", "bonus_tiles", "id", "same id"),
    ("boards/solo/turns", [7], "boards", "solo", "turns", "6 entries"),
    ("boards/weather", {}, "boards", "weather", "", "unknown record"),
    ("rulings/own_appeal/choice", "frist", "rulings", "own_appeal", "", "did you mean 'first'"),
    ("rulings/own_appeal/default", "last", "rulings", "own_appeal", "", "one of the choices"),
    ("animal", {}, "animal", "", "", "did you mean 'animals'"),
    ("animals", DELETE, "animals", "", "", "missing"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "file", "card", "field", "message"), BROKEN)
def test_broken_data_is_refused(path, value, file, card, field, message):
    with pytest.raises(CardDataError) as caught:
        validate(changed(path, value))
    error = caught.value
    assert (error.file, error.field) == (file, field)
    assert card == "" or error.card == card
    assert message in str(error)
    assert isinstance(error, ArkNovaError)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


@pytest.mark.parametrize(("text", "field", "message"), [
    ("{", "", "is not JSON"),
    ("[]", "", "expected the fields"),
    ('{"schema": "x", "version": 1}', "", "schema, version and cards"),
    ('{"schema": "arknova-fast/maps", "version": 1, "cards": {}}', "schema", "arknova-fast/animals"),
    ('{"schema": "arknova-fast/animals", "version": 2, "cards": {}}', "version", "expected 1, got 2"),
])  # fmt: skip
def test_broken_file_head_is_refused(text, field, message):
    with pytest.raises(CardDataError, match=re.escape(message)) as caught:
        parse_file("animals", text)
    assert (caught.value.file, caught.value.field) == ("animals.json", field)


def disable(section, keys):
    return {section: {key: {"enabled": False} for key in keys}}


TOKENS = {"effects": [{"op": "card_tokens", "n": 1}]}
SPEND = {"effects": [{"op": "card_tokens", "n": 1}, {"op": "spend_icon"}]}
OVERFLOW = [
    ({"sponsors": {"201": TOKENS, "202": TOKENS}}, "at most 4 cards can hold tokens"),
    ({"sponsors": {"201": SPEND}}, "at most 2 cards can have spend_icon"),
    ({"animals": {"402": {"effects": [{"op": "dominance", "project": "101"}]}}}, "all dominance effects"),
    ({"sponsors": {"201": {"effects": [{"op": "task_value", "n": 3}]}}}, "all task_value effects"),
    (disable("projects", range(101, 110)), "4 base projects are needed"),
    (disable("final_scoring", range(1, 5)), "8 cards are needed"),
    (disable("animals", range(401, 529)) | disable("sponsors", range(201, 256)), "38 cards are needed"),
    ({"animals": {str(n): {"special": {"kind": "reptile_house", "spaces": 1}} for n in range(401, 440)}}, "at most 32"),
    ({"animals": {str(n): {"effects": [{"op": "pack"}] * 8} for n in range(401, 480)}}, "fewer than 640"),
    ({"maps": {"A": {"ability": {"kind": "harbor"}}}}, "0 cells do not fit"),
]  # fmt: skip


@pytest.mark.parametrize(("overlay", "message"), OVERFLOW)
def test_capacities_are_checked(overlay, message):
    with pytest.raises(CardDataError, match=message):
        apply_overlay(DATA, overlay)


# --- overlays -------------------------------------------------------------------------------------------------------


def test_overlay_leaves_the_data_alone():
    before = copy.deepcopy(DATA)
    patched = apply_overlay(DATA, {
        "animals": {"A401": {"cost": 15, "effects": {"0": {"n": 2}}, "requires": {"icons": {"bear": 1}}}},
        "setup": {"money": 30}, "maps": {"3": {"left": {"6": {"n": 5}}}}, "rulings": {"own_appeal": "first"},
    })  # fmt: skip
    assert before == DATA
    assert patched["animals"]["401"]["cost"] == 15
    assert patched["animals"]["401"]["effects"][0]["n"] == 2
    assert patched["animals"]["401"]["requires"]["icons"] == {"bear": 1}
    assert patched["boards"]["setup"]["money"] == 30
    assert patched["maps"]["3"]["left"][6]["n"] == 5
    assert patched["rulings"]["own_appeal"]["choice"] == "first"
    assert patched["animals"]["402"] is DATA["animals"]["402"]


@pytest.mark.parametrize("key", [401, "401", "A401", "a401"])
def test_names_of_animals(key):
    assert apply_overlay(DATA, {"animals": {key: {"cost": 1}}})["animals"]["401"]["cost"] == 1


@pytest.mark.parametrize("key", [1, "1", "001", "F001", "f1"])
def test_names_of_final_scoring_cards(key):
    assert apply_overlay(DATA, {"final_scoring": {key: {"cap": 3}}})["final_scoring"]["001"]["cap"] == 3


def test_names_of_other_cards():
    patched = apply_overlay(DATA, {"sponsors": {"S201": {"level": 1}}, "projects": {"P101": {"play_reputation": 1}}})
    assert patched["sponsors"]["201"]["level"] == 1
    assert patched["projects"]["101"]["play_reputation"] == 1


def test_lists_are_replaced_or_changed_by_position():
    def effects(change):
        return apply_overlay(DATA, {"animals": {"429": {"effects": change}}})["animals"]["429"]["effects"]

    assert effects([]) == []
    assert [e["op"] for e in effects({"0": {"op": "pack"}})] == ["pack", "flock_animal"]
    assert [e["op"] for e in effects({2: {"op": "pack"}})] == ["boost", "flock_animal", "pack"]
    assert effects({0: {"card": "build"}})[0] == {"op": "boost", "when": "play", "card": "build"}
    draw = apply_overlay(DATA, {"actions": {"cards": {"draw": {"1": {"4": 5}}}}})["boards"]["actions"]["cards"]["draw"]
    assert draw == [[1, 1, 2, 2, 3], [1, 2, 2, 3, 5]]
    tiles = apply_overlay(DATA, {"bonus_tiles": {"2": {"n": 12}}})["boards"]["bonus_tiles"]
    assert (tiles[2]["n"], len(tiles)) == (12, 9)


def test_zero_and_none_take_things_away():
    patched = apply_overlay(DATA, {
        "animals": {"402": {"requires": {"icons": {"predator": 0}}}},
        "shapes": {"pavilion": {"bonus": "none"}}, "sponsors": {"258": {"requires": {"max_appeal": "none"}}},
    })  # fmt: skip
    assert patched["animals"]["402"]["requires"]["icons"] == {}
    assert patched["shapes"]["pavilion"]["bonus"] is None
    assert patched["sponsors"]["258"]["requires"]["max_appeal"] is None


def test_boards_may_be_named_with_or_without_their_section():
    short = apply_overlay(DATA, {"setup": {"money": 30}, "display": {"slot_cost": {"0": 0}}})
    assert short == apply_overlay(DATA, {"boards": {"setup": {"money": 30}, "display": {"slot_cost": {0: 0}}}})


@pytest.mark.parametrize(("overlay", "message"), [
    ({"animal": {}}, "did you mean 'animals'"),
    ({"setupp": {}}, "did you mean 'setup'"),
    ({"animals": {"A201": {"cost": 1}}}, "unknown record"),
    ({"animals": {"S401": {"cost": 1}}}, "unknown record"),
    ({"animals": {"4011": {"cost": 1}}}, "did you mean"),
    ({"animals": {"401": {"cots": 1}}}, "did you mean 'cost'"),
    ({"animals": {"401": {"requires": {"icon": {}}}}}, "did you mean 'icons'"),
    ({"animals": {"401": 15}}, "expected a table of fields"),
    ({"animals": []}, "expected a table of records"),
    ({"animals": {"401": {"effects": {"3": {"op": "pack"}}}}}, "position from 0 to 1"),
    ({"animals": {"401": {"effects": {"x": {"op": "pack"}}}}}, "position from 0 to 1"),
    ({"rulings": {"determinaton": "optional"}}, "did you mean 'determination'"),
    ({"rulings": {"determination": "optionel"}}, "did you mean 'optional'"),
    ({"maps": {"9": {}}}, "unknown record"),
    ({"setup": {"money": "many"}}, "whole number"),
    ([], "expected a table of sections"),
])  # fmt: skip
def test_wrong_overlays_are_refused(overlay, message):
    with pytest.raises(CardDataError, match=message):
        apply_overlay(DATA, overlay)


def test_toml_overlay(tmp_path):
    path = tmp_path / "my.toml"
    text = 'animals.401.cost = 15\nanimals.A402.enabled = false\nrulings.income_order = "fixed"\n'
    path.write_text(text + "[setup]\nmoney = 30\n")
    overlay = load_overlay_file(path)
    assert overlay == {
        "animals": {"401": {"cost": 15}, "A402": {"enabled": False}}, "rulings": {"income_order": "fixed"},
        "setup": {"money": 30},
    }  # fmt: skip
    assert Ruleset.load(path) == Ruleset.default().patch(overlay) != Ruleset.default()
    path.write_text("animals.401.cots = 15")
    with pytest.raises(CardDataError, match=r"my\.toml: animals, record 401, cots"):
        Ruleset.load(path)


@pytest.mark.parametrize("content", [
    b"animals.401.cost = ", b"\xff\xfe", None, b"x = " + b"[" * 5000 + b"]" * 5000, b"x = " + b"9" * 5000,
])
def test_unreadable_overlay_files(tmp_path, content):
    path = tmp_path / "my.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(CardDataError, match="cannot be read"):
        load_overlay_file(path)


def test_overlays_of_great_depth_or_length_are_refused():
    deep: dict = {}
    for _ in range(5000):
        deep = {"a": deep}
    for overlay in ({"animals": {"401": deep}}, {"animals": {"401": {"cost": 16**5000}}}, {"animals": {"9" * 5000: {}}},
                    {"x" * 50_000: {}}, {"animals": {"x" * 50_000: {}}}, {"animals": {"401": {"x" * 50_000: 1}}},
                    {"animals": {"401": {"effects": {"\u0660": {"n": 1}}}}}):
        with pytest.raises(CardDataError) as caught:
            Ruleset.default().patch(overlay)
        assert len(str(caught.value)) < 400


# --- hash and ruleset ------------------------------------------------------------------------------------------------


def test_hash_follows_the_content_only():
    base = content_hash(DATA)
    assert re.fullmatch(r"[0-9a-f]{64}", base)
    assert base == content_hash(load_data()) == content_hash(validate(copy.deepcopy(DATA)))
    assert base == content_hash({section: DATA[section] for section in reversed(FILES)})
    noted = apply_overlay(DATA, {"animals": {"401": {"note": "fast"}}})
    assert content_hash(noted) == base
    assert content_hash(apply_overlay(DATA, {"animals": {"401": {"cost": 17}}})) == base
    assert content_hash(apply_overlay(DATA, {"rulings": {"own_appeal": "free_order"}})) == base
    changes = [
        {"animals": {"401": {"cost": 16}}}, {"animals": {"401": {"enabled": False}}}, {"setup": {"money": 26}},
        {"rulings": {"own_appeal": "first"}}, {"maps": {"1": {"left": {"5": {"n": 13}}}}}, {"end": {"score": 90}},
    ]  # fmt: skip
    assert len({content_hash(apply_overlay(DATA, change)) for change in changes} | {base}) == len(changes) + 1


def test_load_data_is_fresh():
    data = load_data()
    data["animals"]["401"]["requires"]["icons"]["bear"] = 9
    data["animals"]["401"]["effects"].clear()
    assert load_data() == DATA


def test_ruleset_is_an_immutable_value():
    base = Ruleset.default()
    assert base is Ruleset.default()
    rich = base.patch({"setup": {"money": 30}})
    assert rich != base and hash(rich) != hash(base)
    assert rich.patch({"setup": {"money": 25}}) == base
    assert base.data["boards"]["setup"]["money"] == 25
    assert pickle.loads(pickle.dumps(base)) is base
    assert pickle.loads(pickle.dumps(rich)) == rich == copy.deepcopy(rich)
    assert Ruleset.from_data(load_data()) == base
    assert len({base, rich, Ruleset.from_data(load_data())}) == 2
    assert base.table_bytes() == Ruleset.from_data(load_data()).table_bytes()
    assert base.table_bytes()[8:] != rich.table_bytes()[8:]
    with pytest.raises(TypeError):
        Ruleset()


def test_disabled_cards_and_switches_reach_the_tables():
    plain = Ruleset.default()
    changed_ = plain.patch({"animals": {"401": {"enabled": False}}, "rulings": {"determination": "optional"}})
    assert plain.table_bytes() != changed_.table_bytes()
    assert int.from_bytes(changed_.table_bytes()[8:12], "little") == vocabulary.SWITCHES["DETERMINATION_OPTIONAL"]


def test_every_ruling_choice_is_its_own_switch():
    for name, ruling in DATA["rulings"].items():
        seen = set()
        for choice in ruling["choices"]:
            table = Ruleset.default().patch({"rulings": {name: choice}}).table_bytes()
            seen.add(int.from_bytes(table[8:12], "little"))
        assert len(seen) == len(ruling["choices"]) and 0 in seen
    bits = [bit for ruling in DATA["rulings"].values() for bit in ruling["choices"].values() if bit]
    assert sorted(bits) == sorted(vocabulary.SWITCHES)


def test_accessors_refuse_what_does_not_exist():
    ruleset = Ruleset.default()
    for call in (lambda: ruleset.card_index(300), lambda: ruleset.card_index("B401"), lambda: ruleset.map_index("9"),
                 lambda: ruleset.kind_index("tower"), lambda: ruleset.cell_index(0, 0)):  # fmt: skip
        with pytest.raises(KeyError):
            call()
    for call in (lambda: ruleset.card_key(224), lambda: ruleset.card_name(-1), lambda: ruleset.map_code(10),
                 lambda: ruleset.kind_name(25), lambda: ruleset.placement(10**5), lambda: ruleset.cell_xy(58),
                 lambda: ruleset.placements(32)):  # fmt: skip
        with pytest.raises(IndexError):
            call()
    assert list(ruleset.placements(31)) == []


# --- geometry -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fact", SHAPE_FACTS, ids=lambda fact: fact["id"])
def test_distinct_rotations(fact):
    shape = tuple(map(tuple, fact["cells"]))
    assert len(geometry.distinct_rotations(shape)) == fact["distinct_rotations"]
    assert geometry.distinct_rotations(shape)[0] == (0, shape)


def test_six_turns_are_none():
    for offset in geometry.STEPS:
        seen = [offset]
        for _ in range(5):
            seen.append(geometry.turn(seen[-1]))
        assert set(seen) == set(geometry.STEPS)
        assert geometry.turn(seen[-1]) == offset


def test_the_drawing_of_the_cells_is_right():
    drawn = {}
    lines = geometry.__doc__.split("\n    y\n")[1].splitlines()
    for line in lines:
        y = int(line.split()[0])
        for number in re.finditer(r"\d+", line[9:]):
            drawn[int(number.group())] = ((number.end() + 9 - 10) // 5, y)
    assert [drawn[i] for i in range(58)] == list(geometry.CELLS)


def test_masks():
    assert geometry.cells_of(geometry.mask_of([(8, 11), (0, 1)])) == [(0, 1), (8, 11)]
    assert geometry.BORDER.bit_count() == sum(x in (0, 8) or y <= 1 or y >= 11 for x, y in geometry.CELLS)
    assert geometry.within(0) == tuple(1 << i for i in range(58))
    assert all(mask == 2**58 - 1 for mask in geometry.within(12))
    assert geometry.near_of(1) == geometry.NEAR[0]
    assert not geometry.connected([]) and not geometry.connected([(0, 1), (0, 5)])


def test_more_effects_at_once_than_fit_are_refused():
    """All sponsors can lie in one zoo, and the open effects of a break have 22 places."""
    income = {"op": "gain_per", "when": "income", "count": {"kind": "icon", "icon": "science"}, "gain": {"money": 1}}
    money = {"op": "gain", "when": "income", "gain": {"money": 1, "x_token": 1}}
    perception = {"op": "perception", "when": "icon", "of": "bear", "n": 4}
    clever = {"op": "clever", "when": "icon", "of": "bear"}
    numbers = range(215, 231)

    def refused(effect, numbers=numbers):
        try:
            Ruleset.default().patch({"sponsors": {f"S{n}": {"effects": [effect]} for n in numbers}})
        except CardDataError as error:
            return error
        return None

    assert "16" in str(refused(perception)) and refused(perception).file == "animals"
    assert "kinds of income" in str(refused(income)) and refused(income).file == "sponsors"
    assert "clever" in str(refused(clever, range(215, 220)))
    assert refused(money) is None  # taken at once
    assert refused(income, [215, 216]) is None
    assert refused(perception, [215, 216]) is None
