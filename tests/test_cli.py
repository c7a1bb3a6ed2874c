"""The command line, run as a user runs it."""
import json
import os
import re
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from commands import ENVIRONMENT, busy
from commands import process as arknova

from arknova_fast.core.tables import Ruleset
from arknova_fast.io.aggregates import Aggregates, Histogram
from arknova_fast.report.coverage import ids_in_line, rule_ids
from arknova_fast.report.hexmap import draw
from arknova_fast.report.summary import Summary, wilson, win_figures
from arknova_fast.search.batch import RECORD_DTYPE, BatchPlan


def answer(*args: str, code: int = 0) -> dict:
    done = arknova(*args, "--json")
    assert done.returncode == code, done.stderr
    return json.loads(done.stdout)


# --- run ----------------------------------------------------------------------------------------------------------


def without_times(result: dict) -> dict:
    return {name: value for name, value in result.items() if name != "timing"}


def test_run_prints_the_seed_the_ruleset_and_what_random_means():
    done = arknova("run", "-n", "50", "--seed", "7")
    assert done.returncode == 0
    assert done.stderr == ""  # no progress when standard error is no terminal
    assert re.search(r"^seed +7$", done.stdout, re.M)
    assert Ruleset.default().content_hash[:16] in done.stdout
    assert "uniform over the atomic legal actions of each choice" in done.stdout


def test_run_without_seed_draws_a_fresh_one_and_echoes_it():
    first, second = answer("run", "-n", "5"), answer("run", "-n", "5")
    assert first["seed"] != second["seed"]
    again = answer("run", "-n", "5", "--seed", str(first["seed"]))
    assert without_times(again) == without_times(first)


def test_run_json_has_its_schema_and_adds_up():
    result = answer("run", "-n", "400", "--seed", "1", "--players", "3", "--map", "all")
    assert result["schema"] == "arknova-fast/run-summary/1"
    assert result["settings"]["players"] == 3
    games = result["games"]
    assert games["requested"] == games["played"] == 400
    assert games["finished"] + games["unfinished"] == 400
    assert not games["interrupted"]
    assert sum(result["end_triggers"].values()) == 400
    assert sum(seat["wins"] for seat in result["seats"]) == pytest.approx(games["finished"])
    assert sum(entry["zoos"] for entry in result["maps"]) == 3 * games["finished"]
    assert {entry["map"] for entry in result["maps"]} == set("A012345678")
    for seat in result["seats"]:
        low, high = seat["interval_95"]
        assert 0 <= low <= seat["share"] <= high <= 1
    assert result["score"]["n"] == 3 * games["finished"]
    assert list(result["score"]["quantiles"]) == ["5", "25", "50", "75", "95"]
    assert result["timing"]["games_per_second"] > 0


def test_run_does_not_depend_on_the_number_of_threads():
    results = [answer("run", "-n", "1500", "--seed", "3", "-j", jobs) for jobs in ("1", "2", "5")]
    assert without_times(results[0]) == without_times(results[1]) == without_times(results[2])


def test_run_equals_the_records_of_the_driver():
    ruleset = Ruleset.default()
    summary = Summary(ruleset, 2)
    records = BatchPlan(ruleset, 2, [], "random", ["random"] * 2, 9).play(0, 300)
    summary.add(records)
    result = answer("run", "-n", "300", "--seed", "9")
    assert result["score"] == json.loads(json.dumps(summary.figures()["score"]))
    assert result["score"]["mean"] == pytest.approx(float(records["score"].mean()))
    assert result["score"]["sd"] == pytest.approx(float(records["score"].std(ddof=1)))


def test_solo_run_reports_the_share_of_wins():
    result = answer("run", "-n", "100", "--players", "1", "--solo-difficulty", "hardest", "--seed", "1")
    assert result["solo"]["goal"] == 100
    assert result["solo"]["n"] == 100
    assert result["end_triggers"]["solo_rounds"] == 100
    assert "seats" not in result
    assert result["settings"]["solo_difficulty"] == "hardest"


@pytest.mark.parametrize("count", ["1_000", "1k", "1000", "0.001m"])
def test_counts_can_be_written_in_several_ways(count):
    assert answer("run", "-n", count, "--seed", "1", "-q")["games"]["played"] == 1000


@pytest.mark.parametrize("options", [["--map-mode", "pick2"], ["--map-mode", "draft"], ["--peaceful"],
                                     ["--map", "3"], ["--map", "a,8"], ["--turn-limit", "300"]])
def test_run_options_play(options):
    assert answer("run", "-n", "40", "--seed", "1", *options)["games"]["played"] == 40


def test_run_counts_unfinished_games_apart():
    result = answer("run", "-n", "20", "--seed", "1", "--turn-limit", "5")
    assert result["games"]["unfinished"] == 20
    assert result["games"]["unfinished_share"] == 1
    assert result["score"]["n"] == 0
    assert result["score"]["mean"] is None
    shown = arknova("run", "-n", "20", "--seed", "1", "--turn-limit", "5")
    assert shown.returncode == 0
    assert "100.00 %" in shown.stdout


def test_run_writes_the_same_summary_to_a_file(tmp_path):
    path = tmp_path / "summary.json"
    result = answer("run", "-n", "20", "--seed", "1", "--output", str(path))
    assert json.loads(path.read_text()) == result
    assert [entry.name for entry in tmp_path.iterdir()] == ["summary.json"]


def test_a_rules_file_changes_the_game_and_the_hash(tmp_path):
    path = tmp_path / "rich.toml"
    path.write_text("setup.money = 60\n")
    plain = answer("run", "-n", "50", "--seed", "1")
    rich = answer("run", "-n", "50", "--seed", "1", "--rules", str(path))
    assert plain["ruleset"] != rich["ruleset"]
    assert plain["score"] != rich["score"]


def test_verbose_progress_goes_to_standard_error():
    done = arknova("run", "-n", "20k", "--seed", "1", "-v", "--json")
    assert json.loads(done.stdout)["games"]["played"] == 20000
    assert done.stderr == "" or "games/s" in done.stderr


def test_first_game_and_games_per_file_are_counts_too(tmp_path):
    folder = tmp_path / "run"
    result = answer("run", "-n", "8", "--seed", "1", "--start", "1k", "--part-games", "4k", "-o", folder)
    assert result["games"]["played"] == 8
    stored = json.loads((folder / "run.json").read_text())
    assert (stored["start"], stored["part_games"]) == (1000, 4000)


@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
@pytest.mark.parametrize("command", [["run", "--players", "2"], ["verify", "--players", "2"]])
def test_ctrl_c_prints_what_was_played_and_exits_with_130(command):
    process = busy(*command, "-n", "100m", "--seed", "1", "--json")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    result = json.loads(out)
    assert "Traceback" not in err
    played = result["games"]["played"] if command[0] == "run" else result["games"]
    assert 0 < played < 10**8
    if command[0] == "run":
        assert result["games"]["interrupted"]
        again = answer("run", "--players", "2", "-n", str(played), "--seed", "1")
        assert again["score"] == result["score"]


# --- bad input ----------------------------------------------------------------------------------------------------

USAGE = [
    (["rnu"], "rnu", "run"),
    (["run", "--sede", "1"], "--sede", "--seed"),
    (["run", "extra"], "extra", ""),
    *[(["run", "-n", count], count, "1 to 1000000000000")
      for count in ("-5", "0", "x", "\u0663", "\u0663k",
                    "1.5", "2kk", "1000000000001", "9999g", "", "1e6", "0.0001k", "nan")],
    *[(["run", "--players", players], players, "1 to 4") for players in ("0", "5", "two", "-1", "2.0", "1,2")],
    *[(["run", "--map", code], code.split(",")[0], "random") for code in ("9", "B", "radnom", "3,9", "all,3")],
    (["run", "--map", "1,2,3"], "3 maps", "2 players"),
    (["run", "--map", "3", "--map-mode", "pick2"], "3", "pick2"),
    (["run", "--map-mode", "pik2"], "pik2", "pick2"),
    (["run", "--policy", "randm"], "randm", "random"),
    (["run", "--policy", "random,random,random"], "3 policies", "2 players"),
    *[(["run", "--seed", seed], seed[:70], "2**64 - 1")
      for seed in ("-1", "x", "\u0663", "9" * 5000, "18446744073709551616", "1.5")],
    *[(["run", "-j", jobs], jobs, "1 to 1024") for jobs in ("0", "-2", "many", "100000")],
    *[(["run", "--turn-limit", limit], limit, "1 to 10000") for limit in ("0", "-1", "no", "99999")],
    (["run", "-o", ""], "-o", "empty"),
    (["run", "--rules", ""], "--rules", "empty"),
    (["export", "x", "-o", ""], "-o", "empty"),
    (["merge", "x", "-o", ""], "-o", "empty"),
    *[(["run", "--start", start], start, "from 0 to") for start in ("", "-1", "1.5", "x")],
    *[(["run", "--part-games", size], size, "from 1 to 16777216") for size in ("", "0", "17m")],
    (["config", "show", "balance", "saets"], "saets", "seats"),
    (["config", "show", "run", "seats"], "seats", "run"),
    (["run", "--players", "1", "--solo-difficulty", "easy"], "easy", "normal, hard, hardest"),
    (["run", "--solo-difficulty", "hard"], "hard", "--players 1"),
    *[(["verify", "--players", players], players, "1 to 4") for players in ("0", "1,5", "1;2", "", "all")],
    (["verify", "--every", "turns"], "turns", "decision, turn"),
    (["verify", "--start", "-1"], "-1", ""),
    (["show", "card", "999"], "999", "401-528"),
    (["show", "card", "Chetah"], "Chetah", "Cheetah"),
    (["show", "card", "A001"], "A001", "A401"),
    (["show", "map", "9"], "9", "A, 0, 1"),
    (["show", "policy", "ransom"], "ransom", "random"),
    (["show", "ruleset", "determinaton"], "determinaton", "determination"),
    (["show", "rules", "R99.1"], "R99.1", "R11.15"),
    (["show", "maps"], "maps", "map"),
    (["completion", "fihs"], "fihs", "fish"),
]  # fmt: skip


@pytest.mark.parametrize(("args", "value", "hint"), USAGE, ids=[" ".join(args) for args, _, _ in USAGE])
def test_wrong_usage_is_one_sentence_naming_the_value(args, value, hint):
    done = arknova(*args)
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1
    assert value in done.stderr
    assert hint in done.stderr
    assert "Traceback" not in done.stderr


RULES = {
    "no TOML": ("animals.401.cost = = 3", "TOML"),
    "not text": (b"\xff\xfe\x00", "TOML"),
    "unknown section": ("anmals.401.cost = 3", "animals"),
    "unknown card": ("animals.999.cost = 3", "999"),
    "unknown field": ("animals.401.cots = 3", "cost"),
    "wrong type": ("animals.401.cost = 'x'", "'x'"),
    "out of range": ("animals.401.cost = -3", "-3"),
    "unknown ruling": ("rulings.determinaton = 'optional'", "determination"),
    "unknown choice": ("rulings.determination = 'maybe'", "maybe"),
    "too few cards": ("setup.deal_cards = 250", "deal_cards"),
}


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("command", [["run", "-n", "1"], ["show", "ruleset"]], ids=["run", "show"])
def test_a_bad_rules_file_is_one_sentence_and_exit_code_3(command, name, tmp_path):
    text, hint = RULES[name]
    path = tmp_path / "bad.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    done = arknova(*command, "--rules", str(path))
    assert done.returncode == 3, done.stderr
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1
    assert "bad.toml" in done.stderr
    assert hint in done.stderr
    assert "Traceback" not in done.stderr


def test_a_missing_rules_file_is_named():
    done = arknova("run", "-n", "1", "--rules", "/no/such/file.toml")
    assert done.returncode == 3
    assert "/no/such/file.toml" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("path", ["/no/such/folder/out.json", "/"])
def test_an_unwritable_output_is_found_before_playing(path):
    began = time.perf_counter()
    done = arknova("run", "-n", "1g", "--output", path)
    assert done.returncode == 3
    assert path in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert time.perf_counter() - began < 60


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_device_is_one_sentence():
    with open("/dev/full", "w") as full:
        done = subprocess.run([sys.executable, "-m", "arknova_fast", "show", "rules"], stdout=full,
                              stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
    assert done.returncode == 3
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="uses a POSIX pipe")
@pytest.mark.parametrize("args", [["show", "map", "3"], ["show", "rules"], ["run", "-n", "10"], ["--help"]])
def test_a_closed_pipe_is_quiet(args):
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([sys.executable, "-m", "arknova_fast", *args], stdout=writer, stderr=subprocess.PIPE,
                          text=True, env=ENVIRONMENT)
    os.close(writer)
    assert done.stderr == ""
    assert done.returncode == 0


# --- show, info, completion, help ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["401", "A401", "a401", "Cheetah", "cheetah"])
def test_a_card_is_found_by_number_key_and_name(name):
    assert answer("show", "card", name)["key"] == "A401"


def test_every_card_can_be_shown():
    ruleset = Ruleset.default()
    from arknova_fast.cli.show.cards import all_keys, field_lines, find_card

    keys = [key for key in all_keys(ruleset) if not key[0].isdigit()]
    assert len(keys) == 235
    for key in keys:
        section, number, record = find_card(ruleset, key)
        assert ruleset.data[section][number] is record
        assert field_lines(record)


def test_a_card_is_printed_with_its_effects():
    text = arknova("show", "card", "401").stdout
    assert text.startswith("A401 Cheetah (animal")
    assert "sprint when=play n=3" in text


@pytest.mark.parametrize("code", "A012345678")
def test_the_drawing_of_a_map_shows_every_cell_once(code):
    zoo = Ruleset.default().data["maps"][code]
    lines = draw(zoo)
    assert len({len(line) for line in lines if len(line) > 55}) <= 2
    found = re.findall(r"(\d),(\d\d?)b?", "\n".join(lines))
    assert len(found) == len(set(found)) == 58
    # A hex keeps its place: the comma of cell (x, y) stands in line 2 y + 3, between the sides of column 6 x.
    for x, y in found:
        line = lines[2 * int(y) + 3]
        assert f"{x},{y}" in line[6 * int(x) + 1 : 6 * int(x) + 7]


def test_the_map_shows_terrain_bonuses_and_the_left_edge():
    text = arknova("show", "map", "8").stdout
    for part in ("Hollywood Hills", "^^^^^^", "~~~~~~", "II", "X+1", "clever", "left edge",
                 "sponsors are 1 level cheaper"):
        assert part in text
    assert answer("show", "map", "8")["record"]["name"] == "Hollywood Hills"


def test_show_ruleset_names_switches_and_changes(tmp_path):
    path = tmp_path / "my.toml"
    path.write_text("rulings.determination = 'optional'\nanimals.A401.cost = 3\n")
    result = answer("show", "ruleset", "--rules", str(path))
    assert {"path": "animals.401.cost", "from": 17, "to": 3} in result["changes"]
    switch = next(entry for entry in result["switches"] if entry["name"] == "determination")
    assert (switch["ruling"], switch["value"], switch["default"]) == ("C10", "optional", "mandatory")
    assert answer("show", "ruleset")["changes"] == []
    assert "nothing differs" in arknova("show", "ruleset").stdout


def test_show_policy_says_what_random_is():
    assert "uniform over the atomic legal actions" in answer("show", "policy")["policies"]["random"]


def test_the_rule_ids_are_complete():
    kinds: dict[str, int] = {}
    for entry in rule_ids().values():
        kinds[entry["kind"]] = kinds.get(entry["kind"], 0) + 1
        assert entry["title"].strip()
    assert kinds == {"rule": 505, "decision": 115, "animal": 128, "sponsor": 64, "project": 32,
                     "final scoring card": 11, "ability": 30, "map": 10}
    assert answer("show", "rules", "R11.15")["ids"]["R11.15"]["title"] == "Kiosks keep three steps apart"


def test_coverage_finds_ids_in_sources_and_markers_in_tests():
    import ast

    from arknova_fast.report import coverage

    assert ids_in_line("Rank 0 wins (R26.8-R26.10, D2.6); map 4 and A401") == {
        "R26.8", "R26.9", "R26.10", "D2.6", "map 4", "A401"}
    source = (
        "import pytest\n"
        "pytestmark = pytest.mark.covers('map 3')\n"
        "@pytest.mark.covers('R1.1', 'F001-F003')\n"
        "def test_a(): pass\n"
        "class TestB:\n"
        "    @pytest.mark.parametrize('x', [pytest.param(1, marks=pytest.mark.covers('S243'))])\n"
        "    def test_c(self, x): pass\n"
        "def helper(): pass\n"
    )
    found = list(coverage.tests_in(ast.parse(source).body, "t.py", []))
    assert [key for key, test in found if test == "t.py::test_a"] == ["map 3", "R1.1", "F001", "F002", "F003"]
    assert [key for key, test in found if test == "t.py::TestB::test_c"] == ["map 3", "S243"]
    assert len(found) == 7


def test_show_rules_coverage_has_rows_and_an_exit_code_for_gaps():
    done = arknova("show", "rules", "--coverage", "--json", "R11.15", "A401")
    if done.returncode == 3:
        pytest.skip("no source tree")
    result = json.loads(done.stdout)
    assert result["schema"] == "arknova-fast/rule-coverage/1"
    assert [row["id"] for row in result["ids"]] == ["R11.15", "A401"]
    assert done.returncode == (4 if result["gaps"] else 0)
    assert any(place.startswith("arknova_fast/data/animals.json:") for place in result["ids"][1]["implementation"])


def test_info_names_versions_sizes_and_cards():
    result = answer("info")
    assert result["schema"] == "arknova-fast/info/1"
    assert result["cards"] == {"animals": 128, "sponsors": 64, "projects": 32, "final_scoring": 11, "total": 235}
    assert result["bytes"]["state"] > 1000
    assert result["maps"] == 10
    assert result["cores"] >= 1
    assert "arknova_fast" in arknova("info").stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(shell):
    done = arknova("completion", shell)
    assert done.returncode == 0
    assert "_ARKNOVA_COMPLETE" in done.stdout


def test_the_options_of_an_inner_command_are_shown_in_both_ways():
    one, two = answer("config", "show", "balance", "seats"), answer("config", "show", "balance seats")
    assert one == two
    assert {row["command"] for row in one["options"]} == {"balance seats"}


def test_version_and_help():
    assert re.fullmatch(r"arknova \d+\.\d+\.\d+\s*", arknova("--version").stdout)
    for args in (["--help"], ["-h"], ["run", "--help"], ["verify", "--help"], ["show", "--help"],
                 ["show", "map", "--help"], ["info", "--help"], ["completion", "--help"]):
        done = arknova(*args)
        assert done.returncode == 0
        assert done.stdout.startswith("Usage: arknova")
    assert re.search(r"uniform\s+over\s+the\s+atomic\s+legal\s+actions", arknova("run", "--help").stdout)


def test_the_list_of_commands_needs_no_heavy_import():
    probe = ("import sys; from arknova_fast.cli import run_command; run_command(['--help']); "
             "heavy = ('numpy', 'rich', 'scipy', 'numba', 'arknova_fast.core.tables'); "
             "print([name for name in heavy if name in sys.modules])")
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, env=ENVIRONMENT)
    assert done.stdout.strip().endswith("[]"), done.stdout + done.stderr


def test_colours_only_on_terminals():
    assert "\x1b" not in arknova("run", "-n", "5", "--seed", "1").stdout


# --- the figures themselves ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("k", "n"), [(0, 1), (1, 1), (5, 10), (0, 1000), (49_000, 100_000), (999_999, 1_000_000)])
def test_the_wilson_interval_is_that_of_scipy(k, n):
    from scipy.stats import binomtest

    expected = binomtest(k, n).proportion_ci(method="wilson")
    assert wilson(k, n) == pytest.approx((expected.low, expected.high), abs=1e-12)
    assert wilson(0, 0) is None


def test_a_histogram_in_parts_has_the_figures_of_the_whole():
    values = np.random.default_rng(1).integers(-50, 200, 5000).astype(np.int16)
    histogram = Histogram()
    for part in np.array_split(values, 7):
        histogram.add(part)
    assert histogram.n == 5000
    assert histogram.mean == pytest.approx(values.mean(dtype=float))
    assert histogram.sd == pytest.approx(values.std(ddof=1, dtype=float))
    for percent in (0, 5, 25, 50, 75, 95, 100):
        assert histogram.quantile(percent) == np.quantile(values, percent / 100, method="inverted_cdf")
    assert Histogram().mean is None
    assert Histogram().quantile(50) is None


def test_a_shared_victory_is_split():
    rows = np.zeros(3, RECORD_DTYPE)
    rows["rank"] = [0, 0, 1]
    rows["winners"] = [1, 2, 1]
    wins = Aggregates(1)
    wins.add_wins(rows)
    figures = win_figures(int(wins.seat_games[0]), wins.seat_wins[0])
    assert (figures["wins"], figures["won_alone"], figures["shared"], figures["n"]) == (1.5, 1, 1, 3)
