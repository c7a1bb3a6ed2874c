"""The power calculator against statsmodels and simulation."""
from __future__ import annotations

import math
import re
from pathlib import Path

import numpy as np
import pytest

from arknova_fast.analysis.power import (
    MARGIN_SD,
    SCORE_SD,
    detectable,
    games_for_difference,
    games_for_half_width,
    half_width,
    plan_figures,
    plan_line,
    share_sd,
)
from arknova_fast.errors import UsageError


def test_the_classic_poll_needs_9604_games_for_one_point() -> None:
    assert games_for_half_width(0.01, 0.5) == 9604
    assert half_width(9604, 0.5) == pytest.approx(0.01, rel=1e-3)


def test_games_for_a_difference_are_those_of_statsmodels() -> None:
    from statsmodels.stats.power import NormalIndPower

    for effect, power in ((0.1, 0.8), (0.03, 0.95)):
        expected = NormalIndPower(ddof=0).solve_power(effect, alpha=0.05, power=power, ratio=0)
        assert games_for_difference(effect * 30, 30, power=power) == math.ceil(expected)
        assert detectable(round(expected), 30, power=power) == pytest.approx(effect * 30, rel=1e-3)


def test_the_stated_power_is_reached_in_simulation() -> None:
    games = 400
    gap = detectable(games, 5.0)
    means = np.random.default_rng(1).normal(gap, 5 / math.sqrt(games), 20000)
    found = np.abs(means) > 1.959964 * 5 / math.sqrt(games)
    assert found.mean() == pytest.approx(0.8, abs=0.01)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_spread_of_a_share_is_that_of_one_winner_among_equals(players: int) -> None:
    p = 1 / players
    assert share_sd(players) == pytest.approx(math.sqrt(p * (1 - p)))


def test_a_comparison_of_two_arms_has_the_error_of_both() -> None:
    one, two = (plan_figures(1000, 2, arms=arms)["quantities"][0] for arms in (1, 2))
    assert one["quantity"] == "win share" and one["half_width"] == pytest.approx(0.031, abs=1e-4)
    assert two["half_width"] == pytest.approx(one["half_width"] * math.sqrt(2))


def test_impossible_wishes_are_refused() -> None:
    for call in (lambda: games_for_half_width(0, 1), lambda: games_for_difference(-1, 1),
                 lambda: half_width(10, 1, 1.5), lambda: detectable(10, 1, 0.95, 0)):
        with pytest.raises(UsageError):
            call()


def test_the_tables_of_the_methods_page_are_computed() -> None:
    text = (Path(__file__).resolve().parents[2] / "docs" / "methods.md").read_text()
    cell = r"([\d.]+)(?: points)? \|"
    rows = re.findall(rf"^\| ([\d,]+) \| {cell} {cell} {cell} {cell}$", text, re.M)
    assert len(rows) == 6
    for games, *cells in rows:
        share, margin = plan_figures(int(games.replace(",", "")), 2)["quantities"]
        exact = (100 * share["half_width"], 100 * share["detectable"], margin["half_width"], margin["detectable"])
        for cell, value in zip(cells, exact, strict=True):
            assert f"{value:.{len(cell.partition('.')[2])}f}" == cell
    assert "| score margin | 42 |" in text and MARGIN_SD == 42
    assert "| mean score of the players | 13 |" in text and SCORE_SD == 13


def test_one_game_promises_no_share_beyond_what_a_share_can_be() -> None:
    line = plan_line(1, 2)
    assert line.startswith("1 game buys at least: score margin") and "points" not in line
    assert "win share to within 3.10 points (4.43 is found" in plan_line(1000, 2)
