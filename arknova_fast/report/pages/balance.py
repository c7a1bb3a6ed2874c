"""The reports of ``arknova balance seats``, ``actions`` and ``rules``."""
from __future__ import annotations

from typing import Any

from arknova_fast.errors import counted
from arknova_fast.report.charts import dot_plot
from arknova_fast.report.document import Column, Document, Figure, Section, Table
from arknova_fast.report.pages.match import SHARE_COLUMNS, share_cells
from arknova_fast.report.pages.parts import (
    FLAG,
    few_deals,
    games_text,
    interval_of,
    settings_of,
    value_of,
    with_interval,
)

TEST_COLUMNS = [Column("q", "number", 3, "p value adjusted for all rows (Benjamini-Hochberg)"),
                Column("flag", "flag", help="q below 5 %: of all flags at most about one in twenty is chance")]
CUT_SHORT = ("interrupted", "the figures are those of the games played so far")


def test_cells(entry: dict[str, Any]) -> list[Any]:
    return [entry["p_adjusted"], FLAG if entry["flagged"] else ""]


def dot_of(name: str, entry: dict[str, Any] | None) -> list[tuple[str, float, tuple[float, float]]]:
    """A row of a dot plot, none without a figure."""
    return [] if entry is None else [(name, entry["value"], (entry["interval_95"][0], entry["interval_95"][1]))]


# --- seats --------------------------------------------------------------------------------------------------------


def seats_document(result: dict[str, Any]) -> Document:
    """The report of a result of ``arknova balance seats``."""
    parts = result["by_players"]
    headline = [("policy", result["settings"]["policy"]), ("seed", f"{result['seed']}")]
    for part in parts:
        first = part["seats"][0]["share"]
        games = games_text(part["played"], part["unfinished"], "game")
        headline.append((f"seat 0 of {part['players']}", f"wins {with_interval(first, 'percent', 2)}, an equal share "
                         f"is {100 * part['expected']:.1f} %; {games}"))
    headline += few_deals(min((part["deals"] for part in parts), default=0))
    if result["interrupted"]:
        headline.append(CUT_SHORT)
    columns = [Column("players"), Column("seat"), Column("appeal", "int", help="at the start, by the rules"),
               *SHARE_COLUMNS[1:], Column("score", "number", 1), *TEST_COLUMNS]
    rows = [[f"{part['players']}", f"{seat['seat']}", seat["start_appeal"], *share_cells(seat)[1:],
             value_of(seat["score"]), *test_cells(seat)] for part in parts for seat in part["seats"]]
    dots = [dot for part in parts for seat in part["seats"]
            for dot in dot_of(f"{part['players']} players, seat {seat['seat']}", seat["margin"])]
    items: list[Table | Figure] = [Table("seats", "By seat", columns, rows)]
    if dots:
        items.append(Figure("seats", "Score margin by seat", dot_plot(dots, "score margin"), "95 % intervals."))
    section = Section("Seats", [
        "Seat 0 starts. Win share and score margin of each seat, the same policy everywhere. The starting appeal of "
        "the seats differs by the rules and is part of the score and of the margin. The test compares the win share "
        "with an equal one."],
        items)  # fmt: skip
    return Document("Seats", headline, [section], settings_of(result), result["command"])


# --- actions ------------------------------------------------------------------------------------------------------


def actions_document(result: dict[str, Any]) -> Document:
    """The report of a result of ``arknova balance actions``."""
    settings, games = result["settings"], result["games"]
    unfinished = sum(result["unfinished"].values()) if "unfinished" in result else 0
    headline = [("policy", settings["policy"]), ("seed", f"{result['seed']}"),
                ("games", f"{games_text(games['played'], unfinished)} of {counted(games['deals'], 'deal')}"),
                *few_deals(games["deals"])]
    if result["interrupted"]:
        headline.append(CUT_SHORT)
    sections = [bound_section(result), observed_section(result)] if "bound" in result else []
    return Document(f"First upgrade: {settings['players']} players", headline, sections, settings_of(result),
                    result["command"])


def bound_section(result: dict[str, Any]) -> Section:
    columns = [Column("first upgrade"), Column("win share", "points", 2, "against free choice, percentage points"),
               Column("95 % points", "interval", 2), Column("margin", "signed", 2, "against free choice"),
               Column("margin 95 %", "interval", 2),
               Column("obeyed", "percent", 1, "those of the bound players; the others upgraded nothing"),
               *TEST_COLUMNS]  # fmt: skip
    entries = sorted(result["bound"], key=lambda entry: -(value_of(entry["margin_difference"]) or 0))
    rows = [[entry["action"], value_of(entry["share_difference"]), points_interval(entry["share_difference"]),
             value_of(entry["margin_difference"]), interval_of(entry["margin_difference"]), value_of(entry["obeyed"]),
             *test_cells(entry)] for entry in entries]
    dots = [dot for entry in entries for dot in dot_of(entry["action"], entry["margin_difference"])]
    items: list[Table | Figure] = [Table("bound", "Bound to a first upgrade, against free choice", columns, rows)]
    if dots:
        items.append(Figure("bound", "Effect on the score margin", dot_plot(dots, "score margin against free choice"),
                            "95 % intervals."))
    return Section("Experiment", ["One player is bound to upgrade this action card first, on the same deals in every "
                                  "seat; the difference is caused by the bond, for this policy."], items)


def points_interval(entry: dict[str, Any] | None) -> list[float] | None:
    return None if entry is None else [100 * end for end in entry["interval_95"]]


def observed_section(result: dict[str, Any]) -> Section:
    columns = [Column("first upgrade"), Column("chosen", "percent", 1), *SHARE_COLUMNS]
    rows = [[entry["action"], value_of(entry["chosen"]), *share_cells(entry)] for entry in result["observed"]]
    return Section("Free choice", ["The free games by what the player upgraded first. Who can upgrade early or picks a "
                                   "card for a reason differs in other ways too: these are no effects."],
                   [Table("observed", "Free choice, by first upgrade", columns, rows)])


# --- rules --------------------------------------------------------------------------------------------------------


def rules_document(result: dict[str, Any]) -> Document:
    """The report of a result of ``arknova balance rules``."""
    settings, games = result["settings"], result["games"]
    headline = [("rules", settings["rules"]), ("against", settings["against"] or "the base game"),
                ("policy", settings["policy"]), ("seed", f"{result['seed']}"),
                ("games", f"{games_text(games['played'], games['unfinished'])} of {counted(games['deals'], 'deal')}"),
                *few_deals(games["deals"])]
    if result["equal_rulesets"]:
        headline.append(("note", "both rulesets have the same content"))
    if settings["target_se"]:
        state = "reached" if result["reached"] else "not reached"
        headline.append(("target", f"standard error {settings['target_se']:g} of {settings['target']}: {state} after "
                         f"{counted(result['looks'], 'look')}"))
    if result["interrupted"]:
        headline.append(CUT_SHORT)
    sections = [rules_section(result)] if result["metrics"] else []
    return Document(f"Rules: {settings['players']} players", headline, sections, settings_of(result),
                    result["command"])


def rules_section(result: dict[str, Any]) -> Section:
    columns = [Column("figure"), Column("rules", "number", 3), Column("against", "number", 3),
               Column("difference", "signed", 3), Column("95 %", "interval", 3), Column("se", "number", 3),
               *TEST_COLUMNS]
    rows = [[entry["text"], value_of(entry["rules"]), value_of(entry["against"]), value_of(entry["difference"]),
             interval_of(entry["difference"]), entry["difference"]["se"] if entry["difference"] else None,
             *test_cells(entry)] for entry in result["metrics"]]
    return Section("Differences", ["The same deals under both rulesets; the difference is paired by deal. Shares are "
                                   "between 0 and 1. Unfinished games count only in their own row."],
                   [Table("rules", "Under both rulesets", columns, rows)])
