"""Reports of run directories: every figure equals a recount of the stored rows."""
from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from commands import arknova

from arknova_fast.analysis.gameshape import TENTHS, figures_of
from arknova_fast.io.rundir import load
from arknova_fast.report.sources import document_of

GAMES = 400


def make_run(folder: Path, players: int, rows: str) -> Path:
    done = arknova("run", "-n", GAMES, "--players", players, "--map", "all" if players > 1 else "random", "--seed", 3,
                   "--rows", rows, "-o", folder, "-q")
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return make_run(tmp_path_factory.mktemp("runs") / "two", 2, "turns")


def table(document, name):
    return next(table for table in document.tables() if table.name == name)


def test_shape_maps_and_cards_equal_a_recount_of_the_rows(folder):
    found = figures_of(load(folder))
    rows = load(folder).tables("games").to_pandas()
    games = rows[rows.seat == 0]
    assert found.shape.lead_changes.mean == pytest.approx(games.lead_changes.mean())
    assert found.shape.decisions.mean == pytest.approx(games.decisions.mean())
    assert found.shape.branching.mean / TENTHS == pytest.approx((games.options / games.choices).mean(), abs=0.05)
    leads = rows.groupby("game").score.agg(lambda scores: scores.max() - scores.min())
    assert found.shape.margin.mean == pytest.approx(leads.mean())
    assert found.shape.length.mean == pytest.approx(rows.groupby("game").turns.sum().mean())
    codes = list(load(folder).ruleset.data["maps"])
    for index, code in enumerate(codes):
        here = rows[rows["map"].astype(str) == code]
        assert found.maps.of_map(index).sums[2] == len(here)
        assert found.maps.of_map(index).sums[0] == pytest.approx(12 * here.win_share.sum())
    dealt = np.array([[row[0] & 1] for row in rows.dealt])  # card 0 is A401
    assert found.cards.group(0, "dealt").sums[0] == dealt.sum()


def test_final_scoring_cards_equal_a_recount_of_the_rows(folder):
    """Two are dealt to each player; the row of F001 is counted again from bit 0."""
    rows = load(folder).tables("games").to_pandas()
    rows = rows[rows.groupby("game").finished.transform("all")]
    cards = table(document_of(str(folder)), "finals").rows
    dealt = rows[(rows.finals & 1) == 1]
    first = next(row for row in cards if row[0] == "F001")
    assert (len(cards), sum(row[2] for row in cards)) == (11, 2 * len(rows))
    assert first[2] == len(dealt)
    assert first[3] == pytest.approx(dealt.win_share.mean())
    others = rows.groupby("game").score.transform("sum") - rows.score
    margin = (rows.score - others)[dealt.index].mean() - (rows.score - others)[(rows.finals & 1) == 0].mean()
    assert first[5] == pytest.approx(margin)


def test_the_report_has_all_sections_and_the_command(folder, tmp_path):
    document = document_of(str(folder))
    titles = [section.title for section in document.sections]
    assert titles == ["Scores and length", "Wins by seat", "Shape of the games", "Map strength", "Map against map",
                      "Power against price", "Observed games", "By break of play", "Final scoring cards"]
    assert {"score", "turns", "ends", "breaks", "lead_changes", "margin", "choices", "branching", "strength", "matrix",
            "price_animal", "price_sponsor"} <= {figure.name for figure in document.figures()}
    again = arknova(*document.command.split()[1:], "--json")
    assert again.returncode == 0, again.stderr
    assert json.loads(again.stdout)["score"] == json.loads((folder / "summary.json").read_text())["score"]


def test_without_rows_of_turns_branching_is_unknown(tmp_path):
    document = document_of(str(make_run(tmp_path / "run", 2, "games")))
    shape = next(section for section in document.sections if section.title == "Shape of the games")
    assert any("branching is unknown" in text for text in shape.paragraphs)
    assert "branching" not in {figure.name for figure in document.figures()}
    assert all(row[0] != "options per choice" for row in table(document, "shape").rows)


def test_results_leave_out_what_became_of_the_cards(folder, tmp_path):
    """Everything else is what the same games with all rows give."""
    document, whole = document_of(str(make_run(tmp_path / "run", 2, "results"))), document_of(str(folder))
    assert [section.title for section in document.sections] == [
        "Scores and length", "Wins by seat", "Shape of the games", "Map strength", "Map against map"]
    shape = next(section for section in document.sections if section.title == "Shape of the games")
    assert any("keeps results only" in text and "--rows games" in text for text in shape.paragraphs)
    for name in ("figures", "seats", "ends", "matrix"):
        assert table(document, name).rows == table(whole, name).rows
    known = {row[0]: row for row in table(whole, "shape").rows}
    assert [row[0] for row in table(document, "shape").rows] == [
        label for label in known if label not in ("lead changes", "options per choice")]
    assert all(row == known[row[0]] for row in table(document, "shape").rows)


def test_the_command_names_the_first_game_of_a_shard(tmp_path):
    done = arknova("run", "-n", 40, "--seed", 5, "--shard", "2/2", "--part-games", 4, "-o", tmp_path / "part")
    assert done.returncode == 0, done.stderr
    command = document_of(str(tmp_path / "part")).command
    assert "--games 20 --start 20" in command
    again = arknova(*command.split()[1:], "--json")
    assert json.loads(again.stdout)["score"] == json.loads((tmp_path / "part" / "summary.json").read_text())["score"]


def test_the_command_names_the_rules_file_as_long_as_it_holds_the_changes(tmp_path):
    rules, folder = tmp_path / "rich.toml", tmp_path / "run"
    rules.write_text("setup.money = 60\n")
    done = arknova("run", "-n", 20, "--seed", 5, "--rules", rules, "-o", folder)
    assert done.returncode == 0, done.stderr
    assert document_of(str(folder)).command.endswith(f" --rules {rules}")
    rules.write_text("setup.money = 50\n")
    assert f" --rules {rules}  # with the changes that run.json has" in document_of(str(folder)).command
    (folder / "progress.json").unlink()
    assert " --rules CHANGES.toml  # with the changes that run.json has" in document_of(str(folder)).command


def test_a_run_without_rows_says_what_is_missing(tmp_path):
    document = document_of(str(make_run(tmp_path / "none", 2, "none")))
    shape = next(section for section in document.sections if section.title == "Shape of the games")
    assert "keeps no rows of games" in shape.paragraphs[0]
    assert "lead_changes" not in {figure.name for figure in document.figures()}


def test_a_solo_run_has_a_report_too(tmp_path):
    document = document_of(str(make_run(tmp_path / "solo", 1, "games")))
    assert table(document, "solo").rows[0][0] == GAMES
    assert "seats" not in {item.name for item in document.tables()}
    assert "margin" not in {figure.name for figure in document.figures()}  # nobody is second


def test_a_folder_that_is_no_run_is_refused(tmp_path):
    done = arknova("report", tmp_path)
    assert done.returncode == 3 and "is no run directory" in done.stderr and done.stdout == ""
