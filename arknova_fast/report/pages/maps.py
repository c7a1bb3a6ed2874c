"""The report of ``arknova balance maps``."""
from __future__ import annotations

import math
from typing import Any

from arknova_fast.report.charts import dot_plot, matrix_plot
from arknova_fast.report.document import Column, Document, Figure, Section, Table
from arknova_fast.report.pages.parts import (
    few_deals,
    games_text,
    interval_of,
    policies_of,
    settings_of,
    value_of,
    with_interval,
)

DESIGN_TEXT = (
    "Every map meets every other on the same deals from every seat. Strength is fitted with the effect of the seat "
    "taken out (Bradley and Terry, for more players Plackett and Luce)."
)
TIER_TEXT = (
    "A border between two tiers stands only where every map above it is stronger than every map below it in a test for "
    "all pairs together (Holm, 5 %)."
)


def maps_document(result: dict[str, Any]) -> Document:
    """The report of a result of ``arknova balance maps``."""
    players = result["settings"]["players"]
    policy = policies_of(result)
    return Document(f"Maps: {players} players, policy {policy}", headline(result),
                    [strength_section(result), matrix_section(result), seat_section(result)], settings_of(result),
                    result["command"])


def headline(result: dict[str, Any]) -> list[tuple[str, str]]:
    games, best, worst = result["games"], result["maps"][0], result["maps"][-1]
    seatings = result["settings"]["players"]
    found = [
        ("games", games_text(games["played"], games["unfinished"])),
        ("design", f"{games['lineups']} line-ups x {games['deals']:,} deals x {seatings} seatings"),
        ("policy", policies_of(result)), ("seed", f"{result['seed']}"),
    ]  # fmt: skip
    if best["elo"] is None:
        found.append(("strengths", unrated_text(result)))
    elif len(result["tiers"]) > 1 or best["elo"]["interval_95"][0] > worst["elo"]["interval_95"][1]:
        found += [("strongest map", f"{title_of(best)}, wins {with_interval(best['win_share'], 'percent', 1)}"),
                  ("weakest map", f"{title_of(worst)}, wins {with_interval(worst['win_share'], 'percent', 1)}"),
                  ("tiers", " > ".join(" ".join(tier) for tier in result["tiers"]))]
    else:
        found.append(("strengths", "all differences can be chance, play more games"))
    found += few_deals(min((entry["win_share"]["deals"] for entry in result["maps"] if entry["win_share"]), default=0))
    if result["interrupted"]:
        found.append(("interrupted", "the figures are those of the games played so far"))
    return found


def unrated_text(result: dict[str, Any]) -> str:
    """Why there are no strengths."""
    games, limit = result["games"], result["settings"]["turn_limit"]
    if games["unfinished"] == games["played"]:
        return f"none: all games were stopped by the turn limit of {limit}"
    return f"none: the turn limit of {limit} left too few games to connect all maps"


def expected_share(strength: float, players: int) -> float:
    """The win share of a map of that strength among maps of mean strength."""
    return 1 / (1 + (players - 1) * math.exp(-strength))


def title_of(entry: dict[str, Any]) -> str:
    name = entry["name"]
    return name if name.split()[-1] == entry["map"] else f"{entry['map']} {name}"


def strength_section(result: dict[str, Any], text: str = DESIGN_TEXT) -> Section:
    """Strengths, margins and tiers; ``text`` says how the games were dealt."""
    players = result["settings"]["players"]
    columns = [
        Column("map"), Column("name"), Column("tier", "int"),
        Column("win share", "percent", 2, "in all games of the map; a victory shared by k players counts 1/k"),
        Column("95 %", "percent_interval", 2),
        Column("margin", "signed", 2, "score minus the mean score of the other players"),
        Column("margin 95 %", "interval", 2, narrow=False),
        Column("Elo", "signed", 0, "strength with the seat effect taken out, 0 is the mean of the maps"),
        Column("Elo 95 %", "interval", 0),
        Column("games", "int", narrow=False),
    ]  # fmt: skip
    rows = [[entry["map"], entry["name"], entry["tier"], value_of(entry["win_share"]), interval_of(entry["win_share"]),
             value_of(entry["margin"]), interval_of(entry["margin"]), entry["elo"] and entry["elo"]["elo"],
             interval_of(entry["elo"]),
             entry["games"]] for entry in result["maps"]]
    dots = []
    for entry in result["maps"]:
        if entry["strength"] is None:
            continue
        low, high = (expected_share(end, players) for end in entry["strength"]["interval_95"])
        dots.append((title_of(entry), expected_share(entry["strength"]["value"], players), (low, high)))
    margins = [(title_of(entry), entry["margin"]["value"], tuple(entry["margin"]["interval_95"]))
               for entry in result["maps"] if entry["margin"]]
    figures = []
    if dots:
        figures.append(Figure("strength", "Strength", dot_plot(dots, "win share among average maps", 1 / players,
                              percent=True), "Expected win share against maps of mean strength, with 95 % intervals."))
    if margins:
        figures.append(Figure("margin", "Score margin", dot_plot(margins, "score margin"),
                              "Score minus the mean score of the other players, with 95 % intervals."))
    return Section("Map strength", [text, TIER_TEXT], [*figures, Table("maps", "Maps by strength", columns, rows)])


def matrix_section(result: dict[str, Any]) -> Section:
    players = result["settings"]["players"]
    codes = [entry["map"] for entry in result["maps"]]
    found = {(cell["map"], cell["against"]): cell for cell in result["matrix"]}
    shares = [[value_of(found[a, b]["win_share"]) if (a, b) in found else None for b in codes] for a in codes]
    columns = [Column("map"), Column("against"), Column("win share", "percent", 2),
               Column("95 %", "percent_interval", 2), Column("margin", "signed", 2),
               Column("margin 95 %", "interval", 2), Column("games", "int")]
    rows = [[cell["map"], cell["against"], value_of(cell["win_share"]), interval_of(cell["win_share"]),
             value_of(cell["margin"]), interval_of(cell["margin"]), cell["games"]] for cell in result["matrix"]]
    grid = Table("grid", "Win share of the row against the column in percent",
                 [Column("map"), *(Column(code, "number", 1) for code in codes)],
                 [[code, *(None if share is None else 100 * share for share in row)]
                  for code, row in zip(codes, shares, strict=True)])
    text = ("Win share of the map of the row against the map of the column." if players == 2 else
            "Win share of the map of the row in the games that the map of the column is in too, whoever won; "
            f"{100 / players:.0f} % is even.")
    plot = matrix_plot(codes, shares, "win share of the row against the column", 1 / players)
    return Section("Map against map", [text], [
        Figure("matrix", "Win shares in percent", plot, "Green: the row wins more than its share, orange: less."), grid,
        Table("matrix", "Every pair", columns, rows, terminal=False)])  # fmt: skip


def seat_section(result: dict[str, Any]) -> Section:
    columns = [Column("seat", "int"), Column("win share", "percent", 2), Column("95 %", "percent_interval", 2),
               Column("margin", "signed", 2), Column("margin 95 %", "interval", 2),
               Column("effect", "signed", 3, "natural logarithm of the odds, with the maps taken out"),
               Column("effect 95 %", "interval", 3)]
    rows = [[seat["seat"], value_of(seat["win_share"]), interval_of(seat["win_share"]), value_of(seat["margin"]),
             interval_of(seat["margin"]), value_of(seat["effect"]), interval_of(seat["effect"])]
            for seat in result["seats"]]
    return Section("Wins by seat", ["Seat 0 starts. Each map sat equally often in each seat."],
                   [Table("seats", "Win share by seat", columns, rows)])
