"""``arknova match``, ``tournament``, ``balance seats|actions|rules`` and ``power``, run as commands."""
from __future__ import annotations

import csv
import io
import json
import shlex
import signal
import sys
from pathlib import Path

import pytest
from commands import busy

from arknova_fast.cli import run_command

SMALL = {
    "match": ["match", "random", "random", "-n", "40"],
    "tournament": ["tournament", "random", "greedy", "-n", "20"],
    "seats": ["balance", "seats", "-n", "30", "--policy", "random"],
    "actions": ["balance", "actions", "-n", "10", "--policy", "random"],
    "rules": ["balance", "rules", "-n", "30", "--policy", "random", "--rules", "RULES"],
}


@pytest.fixture
def overlay(tmp_path: Path) -> str:
    path = tmp_path / "rich.toml"
    path.write_text("setup.money = 40\n")
    return str(path)


@pytest.fixture
def call(capsys, overlay):
    """Run a command line; ``RULES`` stands for the overlay file. Returns exit code, output and messages."""

    def run(*words: object) -> tuple[int, str, str]:
        code = run_command([overlay if word == "RULES" else str(word) for word in words])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


@pytest.fixture
def answer(call):
    def run(*words: object, code: int = 0) -> dict:
        found, out, said = call(*words, "--json")
        assert found == code, said
        return json.loads(out)

    return run


def numbers(result: dict) -> dict:
    return {name: value for name, value in result.items() if name not in ("timing", "command")}


@pytest.mark.parametrize("name", SMALL)
def test_a_result_has_its_schema_and_echoes_a_fresh_seed(answer, name: str) -> None:
    first, second = answer(*SMALL[name]), answer(*SMALL[name])
    assert first["schema"] == f"arknova-fast/{'' if name in ('match', 'tournament') else 'balance-'}{name}/1"
    assert first["seed"] != second["seed"] and f"--seed {first['seed']}" in first["command"]


@pytest.mark.parametrize("name", SMALL)
def test_the_command_in_the_result_makes_it_again_with_other_threads(answer, name: str) -> None:
    result = answer(*SMALL[name], "-j", "2")
    again = answer(*shlex.split(result["command"])[1:], "-j", "3")
    assert numbers(again) == numbers(result)


@pytest.mark.parametrize("name", SMALL)
def test_tables_and_csv_and_files_show_the_result(call, name: str, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    code, out, said = call(*SMALL[name], "--seed", "1", "--out", folder)
    assert code == 0 and "95 %" in out and "…" not in out
    assert "games" in said and "buy at least" in said
    result = json.loads((folder / "result.json").read_text())
    assert result["seed"] == 1
    assert result["command"] in (folder / "report.html").read_text().replace("&#x27;", "'")
    code, again, _ = call("report", folder)
    assert code == 0 and again == out
    code, out, _ = call(*SMALL[name], "--seed", "1", "--csv", "-q")
    rows = list(csv.reader(io.StringIO(out)))
    assert code == 0 and len(rows) > 2 and len({len(row) for row in rows}) == 1


def test_seats_count_from_zero_in_every_form_and_few_deals_are_named(call) -> None:
    command = ("balance", "seats", "-p", "2", "-n", "4", "--seed", "1", "-q")
    rows = list(csv.DictReader(io.StringIO(call(*command, "--csv")[1])))
    assert [row["seat"] for row in rows] == ["0", "1"]
    assert all(float(row["share_95_low"]) <= 0.5 <= float(row["share_95_high"]) and row["flag"] == "" for row in rows)
    out = call(*command)[1]
    assert "caution" in out and "4 deals only" in out
    assert "caution" not in call("balance", "seats", "-p", "2", "-n", "30", "--policy", "random", "-q")[1]
    out = call("match", "random", "random", "-n", "4", "-q")[1]
    assert [line.split()[0] for line in out.splitlines() if line.startswith((" all ", " 0 ", " 1 "))][:3] == [
        "all", "0", "1"]


def test_cards_of_few_deals_have_no_most_valuable_one(call) -> None:
    out = call("balance", "cards", "--only", "forced", "--cards", "A401,S201,P113", "--deals", "3", "--policy",
               "random", "--seed", "5", "-q")[1]
    assert "all differences can be chance" in out and "3 deals only" in out and "most valuable" not in out


def test_maps_whose_games_were_all_stopped_have_dashes(call) -> None:
    code, out, _ = call("balance", "maps", "--maps", "0,3,A", "-n", "12", "--turn-limit", "5", "--seed", "1", "-q")
    assert code == 0 and "12 (12 unfinished, left out)" in out
    assert "all games were stopped by the turn limit of 5" in out and "strongest" not in out


@pytest.mark.parametrize("words", [["match", "random", "random", "--rules", ""], ["balance", "cards", "--cards", ""],
                                   ["tournament", "random", "greedy", "--rules", ""]])
def test_empty_names_are_refused(call, words: list[str]) -> None:
    code, out, said = call(*words)
    assert code == 2 and out == "" and len(said.strip().splitlines()) == 1


def test_quiet_says_nothing_beside_the_result(call) -> None:
    assert call(*SMALL["match"], "-q")[2] == ""


@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
@pytest.mark.parametrize("words", [["match", "random", "greedy"], ["balance", "seats"]])
def test_ctrl_c_tells_what_was_played_and_exits_with_130(words: list[str]) -> None:
    process = busy(*words, "-n", "100m", "--seed", "1", "--json")
    process.send_signal(signal.SIGINT)
    out, said = process.communicate(timeout=60)
    assert process.returncode == 130, said
    assert json.loads(out)["interrupted"]


# --- match --------------------------------------------------------------------------------------------------------


def test_a_mirror_match_is_exactly_even(answer) -> None:
    result = answer("match", "random", "random", "-n", "41", "--seed", "5")
    assert result["games"]["deals"] == 21 and result["games"]["played"] == 42
    assert result["share"]["value"] == 0.5 and result["elo"]["value"] == 0
    assert result["pentanomial"]["counts"] == [0, 0, 21, 0, 0]


def test_greedy_beats_random_and_the_sequential_test_finds_it_early(answer) -> None:
    result = answer("match", "greedy", "random", "--sprt", "0,100", "--max-games", "2k", "--seed", "1")
    assert result["sprt"]["accepted"] == "H1" and result["games"]["played"] == 200
    assert result["sprt"]["ratio"] >= result["sprt"]["bounds"][1]
    assert result["share"]["interval_95"][0] > 0.9


def test_a_sequential_test_without_a_decision_exits_with_5(answer) -> None:
    """Between equal policies a narrow question has no answer within a few games."""
    result = answer("match", "greedy", "greedy:appeal=1.0001", "--sprt", "-0.001,0.001", "--max-games", "8", code=5)
    assert result["sprt"]["accepted"] is None and result["games"]["deals"] == 4


def test_a_match_of_three_players_compares_with_a_third(answer) -> None:
    result = answer("match", "greedy", "random", "-n", "12", "-p", "3", "--seed", "2")
    assert result["expected"] == pytest.approx(1 / 3) and len(result["seats"]) == 3
    assert "pentanomial" not in result and result["share"]["value"] > 0.9


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["random", "randm"], "did you mean 'random'"),
        (["random"], "Missing argument 'B'"),
        (["random", "random", "--sprt", "0"], "no pair of Elo differences"),
        (["random", "random", "--sprt", "5,0"], "the smaller one first"),
        (["random", "random", "--sprt", "0,5", "-n", "10"], "give --max-games"),
        (["random", "random", "--sprt", "0,5", "-p", "3"], "two players"),
        (["random", "random", "--max-games", "10"], "goes with --sprt"),
        (["random", "random", "--alpha", "0.7"], "no error rate"),
        (["random", "random", "-p", "1"], "2 to 4"),
        (["random", "random", "--json", "--csv"], "--json and --csv"),
        (["random", "random", "--map", "X"], "unknown map"),
    ],
)
def test_wrong_matches_are_refused_in_one_line(call, words: list[str], part: str) -> None:
    code, out, said = call("match", *words)
    assert code == 2 and out == "" and part in said and len(said.strip().splitlines()) == 1


# --- tournament ---------------------------------------------------------------------------------------------------


def test_a_tournament_ranks_and_crosses(answer) -> None:
    result = answer("tournament", "random", "greedy", "greedy:appeal=2", "-n", "40", "--seed", "3")
    names = [entry["name"] for entry in result["entrants"]]
    assert names[-1] == "random" and result["entrants"][0]["tier"] == 0
    assert result["games"]["played"] == 3 * 40
    shares = [[cell and cell["value"] for cell in entry["against"]] for entry in result["entrants"]]
    for i in range(3):
        assert shares[i][i] is None
        for j in range(i):
            assert shares[i][j] + shares[j][i] == pytest.approx(1)


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["random"], "at least 2 policies"),
        (["random", "greedy", "-p", "3"], "at least 3 policies"),
        (["random", "random"], "named twice"),
        ([], "Missing argument"),
    ],
)
def test_wrong_tournaments_are_refused(call, words: list[str], part: str) -> None:
    code, _, said = call("tournament", *words)
    assert code == 2 and part in said


# --- balance ------------------------------------------------------------------------------------------------------


def test_balance_lists_its_commands_and_names_the_nearest(call) -> None:
    code, out, _ = call("balance", "--help")
    assert code == 0 and all(name in out for name in ("seats", "actions", "rules"))
    code, _, said = call("balance", "seets")
    assert code == 2 and "did you mean 'seats'" in said


def test_seats_are_told_for_each_number_of_players(answer) -> None:
    result = answer("balance", "seats", "-n", "30", "-p", "2,4", "--policy", "random", "--seed", "1")
    assert [part["players"] for part in result["by_players"]] == [2, 4]
    assert [len(part["seats"]) for part in result["by_players"]] == [2, 4]


@pytest.mark.parametrize("text", ["1", "2,2", "two", "2,5", ""])
def test_wrong_numbers_of_players_are_refused(call, text: str) -> None:
    code, _, said = call("balance", "seats", "-p", text)
    assert code == 2 and "such as 2,4" in said


def test_a_target_that_is_not_reached_exits_with_5(answer) -> None:
    result = answer("balance", "rules", "--rules", "RULES", "--target-se", "0.001", "--max-games", "40", "--policy",
                    "random", "--seed", "1", code=5)
    assert not result["reached"] and result["games"]["deals"] == 40


def test_a_target_that_is_reached_ends_the_run(answer) -> None:
    result = answer("balance", "rules", "--rules", "RULES", "--target-se", "1", "--target", "money", "--max-games",
                    "1000", "--policy", "random", "--turn-limit", "2", "--seed", "1", code=5)
    assert result["games"]["unfinished"] == 2000 and result["metrics"][0]["difference"] is None
    result = answer("balance", "rules", "--rules", "RULES", "--target-se", "5", "--target", "lead", "--max-games",
                    "9k", "--policy", "random", "--seed", "1")
    assert result["reached"] and result["games"]["deals"] == 1000 and result["looks"] == 1


def test_equal_rulesets_are_named(answer, tmp_path: Path) -> None:
    same = tmp_path / "same.toml"
    same.write_text("setup.money = 25\n")
    result = answer("balance", "rules", "--rules", same, "-n", "10", "--policy", "random")
    assert result["equal_rulesets"]
    assert {row["difference"]["value"] for row in result["metrics"]} == {0}


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ([], "--rules FILE"),
        (["--rules", "RULES", "--target", "scor"], "did you mean 'score'"),
        (["--rules", "RULES", "--max-games", "10"], "goes with --target-se"),
        (["--rules", "RULES", "--target-se", "0.1", "-n", "10"], "give --max-games"),
        (["--rules", "RULES", "--target-se", "-1"], "no standard error"),
    ],
)
def test_wrong_wishes_for_rules_are_refused(call, words: list[str], part: str) -> None:
    code, _, said = call("balance", "rules", *words)
    assert code == 2 and part in said


def test_a_missing_overlay_is_bad_data(call) -> None:
    assert call("balance", "rules", "--rules", "no_such_file.toml")[0] == 3


# --- power --------------------------------------------------------------------------------------------------------


def test_power_tells_games_and_precision(answer) -> None:
    needed = answer("power", "--half-width", "0.01", "--difference", "0.01")["needed"]
    assert [row["games"] for row in needed] == [9604, 19623]
    bought = answer("power", "-n", "9604", "-n", "100k")["bought"]
    assert bought[0]["half_width"] == pytest.approx(0.01, rel=1e-4)
    assert {row["quantity"] for row in bought} == {"win share", "score margin", "mean score"}


@pytest.mark.parametrize("words", [["--sd", "3"], ["-n", "5", "--half-width", "1"], ["--level", "1"],
                                   ["--half-width", "0"], ["--arms", "3"], ["-n", "0"]])
def test_wrong_questions_of_power_are_refused(call, words: list[str]) -> None:
    assert call("power", *words)[0] == 2
