"""Perft: stored positions with the number of sequences of decisions by depth, and of placements of buildings.

Sequences of decisions are golden numbers (``python tests/perft/make.py`` counts them again); placements are counted a
second time here, in plain Python from the facts of shapes, maps and sponsors.
"""
import doctest
import json
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from arknova_fast import Game, ScriptError, StateDataError, UsageError
from arknova_fast.cli.perft import check_row, load_suite
from arknova_fast.core.types import FrameKind
from arknova_fast.search.perft import perft, perft_kinds, perft_places, perft_split

HERE = Path(__file__).parent
FACTS = HERE.parent / "facts"
ROWS = load_suite(str(HERE / "suite.json"))
DECISIONS = [row for row in ROWS if "place" not in row]
PLACEMENTS = [row for row in ROWS if "place" in row]


def by_name(rows):
    return pytest.mark.parametrize("row", rows, ids=[row["name"] for row in rows])


@by_name(ROWS)
def test_counts(row):
    assert check_row(row)["nodes"] == row["nodes"], "if that is meant: python tests/perft/make.py, and read the diff"


@pytest.mark.deep
@by_name([row for row in ROWS if row["deep"]])
def test_deep_counts(row):
    assert check_row(row, deep=True)["nodes"] == row["nodes"] + row["deep"]


# --- the suite is worth its name ----------------------------------------------------------------------------------


def test_names_and_positions_are_different():
    assert len({row["name"] for row in ROWS}) == len(ROWS)
    assert len({(row["position"], str(row.get("place"))) for row in ROWS}) == len(ROWS) >= 30


def test_all_player_counts_and_maps_occur():
    games = [Game.from_text(row["position"]) for row in DECISIONS]
    assert {game.players for game in games} == {1, 2, 3, 4}
    codes = {game.ruleset.map_code(int(zoo)) for game in games for zoo in game.view()["player"]["map"][: game.players]}
    assert codes == set("A012345678")


def test_all_kinds_of_decisions_are_asked_within_the_shallow_depths():
    asked = set()
    for row in DECISIONS:
        asked |= perft_kinds(Game.from_text(row["position"]), len(row["nodes"])).keys()
    known = {kind.name.removeprefix("FRAME_") for kind in FrameKind if kind >= FrameKind.FRAME_MAP_PICK}
    assert known - {"N_FRAMES"} - asked == set()


# --- decisions counted through the Python API ---------------------------------------------------------------------


def slow_perft(game, depth: int) -> list[int]:
    """The same numbers one checked action at a time."""
    nodes, level = [], [game]
    for _ in range(depth):
        following = []
        for position in level:
            for action in position.legal_actions():
                after = position.clone()
                after.apply(action)
                following.append(after)
        nodes.append(len(following))
        level = following
    return nodes


@by_name(DECISIONS)
def test_the_kernel_counts_as_the_python_api_does(row):
    game = Game.from_text(row["position"])
    depth = max((d for d, n in enumerate(row["nodes"], 1) if n <= 3000), default=1)
    before = game.hash
    assert perft(game, depth) == slow_perft(game, depth)
    split = perft_split(game, depth)
    assert list(split) == game.legal_actions()
    assert sum(split.values()) == row["nodes"][depth - 1]
    assert game.hash == before


# --- placements counted in plain Python ---------------------------------------------------------------------------

SHAPES = {shape["id"]: shape for shape in json.loads((FACTS / "shapes.json").read_text("utf-8"))["buildings"]}
ZOOS = {zoo["id"]: zoo for zoo in json.loads((FACTS / "maps.json").read_text("utf-8"))["maps"]}
SIDES = ((0, -2), (0, 2), (-1, -1), (-1, 1), (1, -1), (1, 1))
GRID = {(x, y) for x in range(9) for y in range(13) if (x + y) % 2}
EDGE = {(x, y) for x, y in GRID if sum((x + dx, y + dy) in GRID for dx, dy in SIDES) < 6}


def near(cells) -> set:
    return {(x + dx, y + dy) for x, y in cells for dx, dy in SIDES} & GRID - set(cells)


def footprints(kind: str) -> list[frozenset]:
    """All turns and shifts of a shape; ``facts`` says how to turn by 60 degrees."""
    turned, found = [tuple(cell) for cell in SHAPES[kind]["cells"]], set()
    for _ in range(6):
        found |= {frozenset((x + dx, y + dy) for dx, dy in turned) for x, y in GRID}
        turned = [((dx - dy) // 2, (3 * dx + dy) // 2) for dx, dy in turned]
    return [cells for cells in found if cells <= GRID]


def slow_places(zoo: dict, kinds: list[str], anywhere: bool, build2: bool) -> list[int]:
    """Ways to place buildings one after the other on a map with its start buildings (R11.10-R11.16, R17.13)."""
    ground = {name: {(c["x"], c["y"]) for c in zoo["cells"] if c["terrain"] == name} for name in ("rock", "water")}
    closed = set() if anywhere else ground["rock"] | ground["water"]
    if not build2:
        closed |= {(c["x"], c["y"]) for c in zoo["cells"] if c["build2"]}
    start = [(b["type"], frozenset(map(tuple, b["cells"]))) for b in zoo["start_buildings"]]
    nodes = [0] * len(kinds)

    def places(kind: str, built: list) -> list[frozenset]:
        shape, covered = SHAPES[kind], {cell for _, cells in built for cell in cells}
        kiosks = {cell for other, cells in built if other == "kiosk" for cell in cells}
        too_near = kiosks | near(kiosks) | near(kiosks | near(kiosks)) if kind == "kiosk" else set()
        once = shape["card"] is not None or shape.get("max_per_zoo") == 1
        if once and any(other == kind for other, _ in built):
            return []
        return [
            cells for cells in footprints(kind)
            if not cells & (covered | closed | too_near)
            and (not shape["must_touch_building"] or (near(cells) & covered if covered else cells & EDGE))
            and len(cells & EDGE) >= shape["border_cells_min"]
            and (anywhere or all(len(near(cells) & ground[name]) >= n for name, n in shape["next_to"].items()))
        ]  # fmt: skip

    def walk(depth: int, built: list) -> None:
        for cells in places(kinds[depth], built):
            nodes[depth] += 1
            if depth + 1 < len(kinds):
                walk(depth + 1, [*built, (kinds[depth], cells)])

    walk(0, start)
    return nodes


def slow_counts(row: dict, most: int) -> list[int]:
    depth = max((d for d, n in enumerate(row["nodes"], 1) if n <= most), default=1)
    # Work is the number of positions one level up; the last level is a list each.
    depth = min(depth, len(row["place"]))
    zoo = ZOOS[re.search(r"map=(\w+)", row["position"]).group(1)]
    return slow_places(zoo, row["place"][:depth], "S219" in row["position"], "upgraded=[build]" in row["position"])


@by_name(PLACEMENTS)
def test_placements_equal_a_count_in_plain_python(row):
    expected = slow_counts(row, 3000)
    assert row["nodes"][: len(expected)] == expected


@pytest.mark.deep
@by_name(PLACEMENTS)
def test_more_placements_equal_a_count_in_plain_python(row):
    expected = slow_counts(row, 100_000)
    assert row["nodes"][: len(expected)] == expected


@pytest.mark.parametrize("code", ZOOS)
def test_single_placements_of_every_building_on_every_map(code):
    for build2 in (False, True):
        game = Game.from_text(f"ark1 | map={code}" + " upgraded=[build]" * build2)
        for kind in SHAPES:
            assert perft_places(game, [kind]) == slow_places(ZOOS[code], [kind], False, build2), (kind, build2)


# --- bad input, long counts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", [0, -1, 33, 1.0, "2", True, None, 2**40])
def test_bad_depths_are_named(depth):
    for count in (perft, perft_split, perft_kinds):
        with pytest.raises(UsageError, match="depth must be a whole number from 1 to 32"):
            count(Game.new(seed=1), depth)


def test_bad_placements_are_named():
    game = Game.from_text("ark1 | map=1")
    with pytest.raises(UsageError, match=r"unknown building 'pavilon'.*did you mean 'pavilion'"):
        perft_places(game, ["kiosk", "pavilon"])
    with pytest.raises(UsageError, match="depth"):
        perft_places(game, [])
    with pytest.raises(UsageError, match="player must be 0 to 0"):
        perft_places(game, ["kiosk"], 1)


def test_a_finished_game_has_no_continuation():
    over = Game.new(seed=1).play()
    assert perft(over, 3) == [0, 0, 0]
    assert perft_split(over, 3) == {} == perft_kinds(over, 1)


def test_an_impossible_script_is_reported():
    game = Game.from_text("ark1 script=[A405] decision={effect:{op:pilfering,n:1}} | | hand=[A403,A404] appeal=9")
    assert perft(game, 1) == [2]
    with pytest.raises(ScriptError, match="decision 1 of a sequence meets a scripted outcome"):
        perft(game, 2)


@pytest.mark.skipif(sys.platform == "win32", reason="sends a POSIX signal")
def test_a_long_count_can_be_interrupted():
    game = Game.new(seed=1).play(turn_limit=3)
    began = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        threading.Timer(0.5, signal.raise_signal, [signal.SIGINT]).start()  # in here, however late it is
        perft(game, 25)
    assert time.perf_counter() - began < 60


def test_the_examples_run():
    import arknova_fast.search.perft as module

    page = HERE.parents[1] / "docs" / "verification.md"
    for result in (doctest.testmod(module), doctest.testfile(str(page), module_relative=False)):
        assert result.attempted and not result.failed


def arknova(*args: str, stdin: str = "") -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, "-m", "arknova_fast", "perft", *args], capture_output=True, text=True,
                          input=stdin)  # fmt: skip


def test_the_command_counts_a_position(tmp_path):
    row = DECISIONS[3]
    result = json.loads(arknova(row["position"], "--depth", "2", "--split", "--json").stdout)
    assert result["schema"] == "arknova-fast/perft/1"
    assert result["nodes"] == row["nodes"][:2]
    assert sum(result["split"].values()) == row["nodes"][1]
    file = tmp_path / "position.txt"
    file.write_text(row["position"] + "\n")
    for done in (arknova(str(file)), arknova("-", stdin=row["position"])):
        assert [int(n.replace(",", "")) for n in re.findall(r"([\d,]+)  depth", done.stdout)] == row["nodes"][:3]
    row = PLACEMENTS[0]
    assert json.loads(arknova(row["position"], "--place", ",".join(row["place"][:2]), "--json").stdout)["nodes"] == \
        row["nodes"][:2]  # fmt: skip


def test_the_command_checks_a_suite(tmp_path):
    rows = [PLACEMENTS[0], DECISIONS[0]]
    suite = tmp_path / "suite.json"
    suite.write_text(json.dumps({"schema": "arknova-fast/perft-suite/1", "rows": rows}))
    done = arknova("--suite", str(suite))
    assert done.returncode == 0, done.stderr
    assert "2 positions" in done.stdout and "0 wrong" in done.stdout
    wrong = [rows[0], rows[1] | {"nodes": [rows[1]["nodes"][0] + 1]}]
    suite.write_text(json.dumps({"schema": "arknova-fast/perft-suite/1", "rows": wrong}))
    done = arknova("--suite", str(suite))
    assert done.returncode == 4
    assert "WRONG" in done.stdout and "1 wrong" in done.stdout


BAD_SUITES = {
    "not JSON": ("[", "no JSON file"),
    "another schema": ('{"schema": "x", "rows": []}', "no suite"),
    "a row that is no object": ("[3]", r"rows\[0\] is no object"),
    "a missing position": ('[{"name": "a", "nodes": [1]}]', r"rows\[0\].position is missing"),
    "an unknown field": ('[{"name": "a", "position": "ark1", "nodes": [1], "node": 1}]', r"rows\[0\].node is unknown"),
    "no counts": ('[{"name": "a", "position": "ark1"}]', "needs 1 to 32 counts"),
    "a negative count": ('[{"name": "a", "position": "ark1", "nodes": [-1]}]', "needs 1 to 32 counts"),
    "a count of a wrong type": ('[{"name": "a", "position": "ark1", "nodes": "1"}]', "nodes must be a list"),
    "a place of a wrong type": ('[{"name": "a", "position": "ark1", "nodes": [1], "place": 3}]', "must be a list"),
}


@pytest.mark.parametrize("name", BAD_SUITES)
def test_bad_suites_are_named(name, tmp_path):
    text, message = BAD_SUITES[name]
    path = tmp_path / "bad.json"
    path.write_text(f'{{"schema": "arknova-fast/perft-suite/1", "rows": {text}}}' if text[1:2] in "{3" else text)
    with pytest.raises(StateDataError, match=message):
        load_suite(str(path))


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        ([], 2, "either a POSITION or --suite"),
        (["ark1 |", "--suite", "x"], 2, "either a POSITION or --suite"),
        (["ark1 |", "--deep"], 2, "--deep belongs to --suite"),
        (["ark1 |", "--depth", "0"], 2, "'0' is no depth"),
        (["ark1 |", "--depth", "33"], 2, "'33' is no depth"),
        (["ark1 |", "--place", "kiosk", "--split"], 2, "takes no --depth or --split"),
        (["ark1 |", "--place", "kisk"], 2, "did you mean 'kiosk'"),
        (["--suite", "x", "--split"], 2, "the suite has its own"),
        (["--suite", "/no/such/file"], 3, "/no/such/file"),
        (["ark7 |"], 3, "ark7"),
        (["ark1 | money=lots"], 3, "money"),
        (["-"], 3, "ark1"),
        (["ark1 |", "--rules", "/no/such/file"], 3, "/no/such/file"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_bad_command_lines_are_one_sentence(args, code, message):
    done = arknova(*args)
    assert done.returncode == code, done.stderr
    assert message in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1 and done.stdout == ""
