"""Maps and zoos drawn with characters and as SVG."""
import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from commands import answer, arknova
from helpers import p, position

from arknova_fast import Game, Ruleset, UsageError
from arknova_fast.cards.geometry import CELL_INDEX, CELLS, STEPS
from arknova_fast.drawing import map_svg, map_text, zoo_svg, zoo_text
from arknova_fast.report.hexcanvas import Canvas
from arknova_fast.report.hexmap import BONUS_NAMES, SHORT, draw
from arknova_fast.report.hexsvg import SIDE_STEPS, corner, outline
from arknova_fast.report.zoo import Building, building_lines, zoo_canvas, zoo_of

RULES = Ruleset.default()
MAPS = list(RULES.data["maps"])
IMAGES = Path(__file__).resolve().parents[1] / "docs" / "img"
SVG = "{http://www.w3.org/2000/svg}"


def classes(svg: str) -> list[str]:
    """The classes of the areas, in the order of the file."""
    tree = ET.fromstring(svg)
    return [part.get("class", "") for part in tree if part.tag in (f"{SVG}polygon", f"{SVG}path")]


# --- maps -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", MAPS)
def test_every_space_of_a_map_stands_in_the_drawing_with_its_terrain(code):
    record = RULES.data["maps"][code]
    lines = draw(record)
    for x, y in CELLS:
        row = lines[2 * y + 3].ljust(60)[6 * x + 1:6 * x + 7]
        assert f"{x},{y}" in row
        top = lines[2 * y + 1].ljust(60)[6 * x + 2:6 * x + 6]
        assert ("^" in top) == ([x, y] in record["rock"]) and ("~" in top) == ([x, y] in record["water"])
        assert ("II" in top) == ([x, y] in record["build2"])


@pytest.mark.parametrize("code", MAPS)
def test_the_svg_of_a_map_is_well_formed_and_has_every_space_once(code):
    record = RULES.data["maps"][code]
    svg = map_svg(RULES, code)
    found = classes(svg)
    assert sum(name.startswith("cell ") for name in found) == len(CELLS)
    assert sum(name == "cell rock" for name in found) == len(record["rock"])
    assert sum(name == "cell water" for name in found) == len(record["water"])
    assert sum(name.startswith("outline") for name in found) == len(record["start"])
    assert record["name"] in svg and "prefers-color-scheme: dark" in svg
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")  # nothing is loaded from elsewhere


def test_every_bonus_has_a_word_that_fits_into_a_hex():
    assert SHORT.keys() == BONUS_NAMES.keys()
    assert all(len(text.format(n=9)) <= 6 for name, text in SHORT.items() if name != "conservation")


def test_what_is_printed_around_a_map_is_listed():
    text = map_text(RULES, "3")
    assert text.startswith("Map 3: Silver Lake")
    assert "all covered   7 appeal" in text
    assert map_text(RULES, "a") == map_text(RULES, "A")
    with pytest.raises(UsageError, match="unknown map 'Z'"):
        map_svg(RULES, "Z")


# --- zoos -----------------------------------------------------------------------------------------------------------


def built(*buildings: str, **more) -> Game:
    return position(p(map="0", buildings=list(buildings), **more))


def test_a_building_has_one_outline():
    lines = zoo_canvas(zoo_of(RULES, built("enclosure_2@4,5*").view(), 0)).lines()
    # Two hexes, one above the other: the side between them is filled, the outer sides are there.
    assert lines[10][26:30] == "____" and lines[14][26:30] == "####" and lines[18][26:30] == "____"
    assert lines[12][24:32] == "/encl.2\\" and lines[13][24:32] == "\\ full /"
    assert lines[16][24:32] == "/######\\"
    empty = zoo_canvas(zoo_of(RULES, built("enclosure_2@4,5").view(), 0)).lines()
    assert empty[13][24:32] == "\\empty /" and "#" not in "".join(empty)


def test_neighbours_of_one_kind_stay_apart():
    lines = zoo_canvas(zoo_of(RULES, built("enclosure_1@4,5", "enclosure_1@4,7").view(), 0)).lines()
    assert lines[14][26:30] == "____"


def test_the_list_tells_kinds_states_and_animal_spaces():
    game = built("kiosk@0,5", "kiosk@8,3", "enclosure_3@3,8*", "petting_zoo", "reptile_house", zoo=["A521"],
                 special_used={"petting_zoo": 1, "reptile_house": 4})
    zoo = zoo_of(RULES, game.view(), 0)
    assert [(one.kind, one.state) for one in zoo.buildings] == [
        ("kiosk", ""), ("kiosk", ""), ("enclosure_3", "occupied"), ("petting_zoo", "1 of 3 used"),
        ("reptile_house", "4 of 5 used")]
    assert building_lines(zoo)[:2] == ["  2 x kiosk @0,5 @8,3", "  enclosure 3 (occupied) @3,8"]
    assert "1/3" in zoo_text(game, 0) and "1 / 3" in zoo_svg(game, 0)


def test_the_svg_of_a_zoo_covers_every_space_once():
    for number in range(5):
        game = Game.new(players=2, seed=11, game=number, maps="all").play()
        for seat in range(2):
            zoo = zoo_of(RULES, game.view(), seat)
            found = classes(zoo_svg(game, seat))
            covered = sum(len(one.cells) for one in zoo.buildings)
            assert covered == int(game.view()["player"][seat]["built"]).bit_count()
            assert sum(name.startswith("cell ") for name in found) == len(CELLS) - covered
            assert sum(name.startswith("outline") for name in found) == len(zoo.buildings)


def test_occupied_spaces_of_the_drawing_are_those_of_the_state():
    game = Game.new(players=2, seed=11, maps="1").play()
    player = game.view()["player"][0]
    cells = {CELL_INDEX[cell] for one in zoo_of(RULES, game.view(), 0).buildings if one.occupied for cell in one.cells}
    assert sum(1 << i for i in cells) == int(player["occupied"])


def test_an_outline_is_closed_and_has_no_inner_sides():
    assert outline([(4, 5)], "x").count("L") == 5
    assert outline([(4, 5), (4, 7)], "x").count("L") == 9
    ring = [(4 + dx, 5 + dy) for dx, dy in STEPS]
    path = outline(ring, "x")
    assert path.count("M") == 2 and path.count("L") == 17 + 5  # outside 18 sides, inside 6


def test_sides_lie_between_neighbours():
    for i, (dx, dy) in enumerate(SIDE_STEPS):
        ends = {corner((4, 5), i), corner((4, 5), i + 1)}
        assert ends == {corner((4 + dx, 5 + dy), i + 3), corner((4 + dx, 5 + dy), i + 4)}


def test_seats_and_maps_that_are_not_there_are_refused():
    game = Game.new(players=2, seed=1)
    with pytest.raises(UsageError, match="no seat 2, the seats go from 0 to 1"):
        zoo_text(game, 2)
    secret = Game.new(players=2, seed=1, map_mode="pick2")
    secret.apply(secret.legal_actions()[0])
    with pytest.raises(UsageError, match="map of seat 0 is not known"):
        zoo_of(RULES, secret.observe(1).view(), 0)


def test_a_canvas_in_colours_has_the_same_characters():
    canvas = zoo_canvas(zoo_of(RULES, built("enclosure_5@4,7*", "kiosk@0,5").view(), 0))
    assert [line.rstrip() for line in canvas.rich().plain.splitlines()] == canvas.lines()
    assert isinstance(canvas, Canvas) and canvas.rich().spans


def test_a_building_says_its_state():
    assert Building("enclosure_3", ((0, 1),), False).state == "empty"
    assert Building("kiosk", ((0, 1),)).state == ""


# --- commands -------------------------------------------------------------------------------------------------------


def test_the_images_of_the_docs_are_current():
    text = (IMAGES / "zoo.txt").read_text()
    assert (IMAGES / "map-3.svg").read_text() == map_svg(RULES, "3")
    assert (IMAGES / "zoo.svg").read_text() == zoo_svg(Game.from_text(text.strip()), 0)


def test_show_map_writes_an_svg_and_still_draws(tmp_path):
    done = arknova("show", "map", "3", "--svg", tmp_path / "map.svg")
    assert done.returncode == 0 and done.stdout == map_text(RULES, "3")
    assert (tmp_path / "map.svg").read_text() == map_svg(RULES, "3")
    failed = arknova("show", "map", "3", "--svg", tmp_path / "no" / "map.svg")
    assert failed.returncode == 3 and failed.stderr.startswith("arknova: cannot write") and not failed.stdout


def test_show_position_takes_text_json_files_and_standard_input(tmp_path):
    game = built("enclosure_3@3,8*")
    file, js = tmp_path / "position.txt", tmp_path / "position.json"
    file.write_text(game.to_text() + "\n")
    js.write_text(json.dumps(game.to_dict()))
    outputs = {arknova("show", "position", argument, "--player", "0").stdout
               for argument in (game.to_text(), file, js, js.read_text())}
    outputs.add(arknova("show", "position", "-", "--player", "0", input=game.to_text()).stdout)
    assert outputs == {zoo_text(game, 0)}
    both = arknova("show", "position", game.to_text()).stdout
    assert both == zoo_text(game, 0) + zoo_text(game, 1)


def test_show_position_as_json_lists_the_buildings():
    found = answer("show", "position", built("enclosure_3@3,8*").to_text())
    assert found["schema"] == "arknova-fast/position/1"
    one = found["zoos"][0]["buildings"][0]
    assert (found["zoos"][0]["map"], one["kind"], one["occupied"]) == ("0", "enclosure_3", True)
    assert Game.from_dict(found["position"]) == built("enclosure_3@3,8*")


@pytest.mark.parametrize("arguments, code, message", [
    (["ark1 | map=3 | map=9"], 3, "did you mean|accepted"), (["no-such-file"], 3, "starts with 'ark1'"),
    (["{"], 3, "no JSON"), (["ark1 | map=3", "--player", "3"], 2, "there is no seat 3"),
    (["ark1 | map=3 | map=A", "--svg", "x.svg"], 2, "choose it with --player"),
])  # fmt: skip
def test_what_cannot_be_drawn_is_refused_in_one_sentence(arguments, code, message, tmp_path):
    done = arknova("show", "position", *arguments, cwd=tmp_path)
    assert done.returncode == code and re.search(message, done.stderr) and done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())
