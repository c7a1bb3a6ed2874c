"""The report of a run directory."""
from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from arknova_fast.analysis.cards import add_prices, card_entries, final_entries
from arknova_fast.analysis.gameshape import TENTHS, GameShape, RunFigures, figures_of
from arknova_fast.analysis.maps import map_figures
from arknova_fast.cards.overlay import load_overlay_file
from arknova_fast.errors import ArkNovaError, UsageError
from arknova_fast.io.writer import past_sessions
from arknova_fast.report.charts import bar_chart, dot_plot, histogram
from arknova_fast.report.document import Column, Document, Figure, Section, Table
from arknova_fast.report.pages.cards import break_section, final_section, observed_section, price_section
from arknova_fast.report.pages.maps import matrix_section, strength_section
from arknova_fast.report.pages.parts import games_text, policies_of, settings_of
from arknova_fast.report.summary import QUANTILES, run_summary

if TYPE_CHECKING:
    from arknova_fast.io.aggregates import Histogram
    from arknova_fast.io.rundir import Run

END_LABELS = {"turn": "end of a turn", "break": "break", "solo_rounds": "sixth solo round",
              "unfinished": "turn limit (unfinished)"}
FIELD_LABELS = {"supported": "projects supported"}
FIELDS = ("score", "appeal", "conservation", "reputation", "money", "turns", "supported", "animals", "sponsors",
          "breaks")
MAPS_TEXT = (
    "The maps as this run dealt them: every game is a deal of its own, so the cards add to the noise; arknova balance "
    "maps plays the same deals with the maps swapped. Strength is fitted with the effect of the seat taken out."
)
SHAPES = {"lead_changes": "lead changes", "choices": "choices", "decisions": "decisions", "length": "turns",
          "margin": "winner's lead"}


def run_document(run: Run) -> Document:
    """The report of a run; what needs rows of games is left out where the run keeps none."""
    summary = run_summary(run)
    found = figures_of(run) if run.per_seat else None
    histograms = run.aggregates.histograms
    sections = [score_section(summary, histograms), win_section(summary)]
    sections.append(shape_section(summary, histograms, found.shape if found else None, run.info.rows))
    if found is not None and found.maps is not None:
        sections += [*map_sections(run, found), *card_sections(run, found)]
    elif len(summary["maps"]) > 1:
        sections.append(map_section(summary))
    title = f"Run: {run.players} player{'s' if run.players > 1 else ''}, policy {policies_of(summary)}"
    return Document(title, headline(run, summary), sections, settings_of(summary) | more_settings(run), command_of(run))


def headline(run: Run, summary: dict[str, Any]) -> list[tuple[str, str]]:
    games = summary["games"]
    found = [("games", games_text(games["played"], games["unfinished"])),
             ("policy", policies_of(summary)), ("map", summary["settings"]["map"]), ("seed", f"{summary['seed']}")]
    if summary["score"]["mean"] is not None:
        found.append(("mean score", f"{summary['score']['mean']:.1f}"))
        found.append(("turns per player", f"{summary['turns']['mean']:.1f}"))
    if "solo" in summary and summary["solo"]["share"] is not None:
        found.append(("solo games won", f"{100 * summary['solo']['share']:.1f} %"))
    if not run.complete:
        found.append(("not complete", f"{run.games:,} of {run.info.games:,} games so far"))
    return found


def more_settings(run: Run) -> dict[str, Any]:
    info = run.info
    return {"generator": info.rng, "first game": info.start, "rows": info.rows, "overlay": info.overlay or "none"}


def command_of(run: Run) -> str:
    """The command that plays the run again."""
    info, settings = run.info, run.settings
    words = ["arknova", "run", "--games", str(info.games)]
    words += ["--start", str(info.start)] if info.start else []
    words += ["--players", str(run.players), "--map", settings["map"],
              "--policy", ",".join(dict.fromkeys(settings["policies"])
                                   if len(set(settings["policies"])) == 1 else settings["policies"]),
              "--seed", str(info.seed), "--turn-limit", str(settings["turn_limit"])]
    if settings["map_mode"] != "fixed":
        words += ["--map-mode", settings["map_mode"]]
    if settings["solo_difficulty"]:
        words += ["--solo-difficulty", settings["solo_difficulty"]]
    words += ["--peaceful"] if settings["peaceful"] else []
    if not info.overlay:
        return shlex.join(words)
    named = rules_file(run)
    line = shlex.join([*words, "--rules", named or "CHANGES.toml"])
    if named and same_changes(named, info.overlay):
        return line
    return f"{line}  # with the changes that run.json has under overlay in that file"


def rules_file(run: Run) -> str | None:
    """The file from which the changes of the ruleset were taken, if the run remembers its name."""
    names = (session.get("rules") for session in past_sessions(run.path) if isinstance(session, dict))
    return next((name for name in names if isinstance(name, str)), None)


def same_changes(path: str, overlay: dict[str, Any]) -> bool:
    """Whether the file still holds the changes of the run."""
    try:
        return load_overlay_file(path) == overlay
    except ArkNovaError:
        return False


def plot(name: str, title: str, counts: Histogram, axis: str, caption: str = "", unit: int = 1) -> list[Figure]:
    """A histogram, or nothing without values."""
    if not counts.pairs:
        return []
    values, numbers = zip(*counts.pairs, strict=True)
    return [Figure(name, title, histogram(values, numbers, axis, f"{title}: {counts.n} values", unit), caption)]


def score_section(summary: dict[str, Any], histograms: dict[str, Histogram]) -> Section:
    columns = [Column(""), Column("mean", "number", 2), Column("sd", "number", 2),
               *(Column(f"{q} %", "int", help="quantile") for q in QUANTILES), Column("min", "int"),
               Column("max", "int")]
    rows = [[FIELD_LABELS.get(name, name), summary[name]["mean"], summary[name]["sd"],
             *(summary[name]["quantiles"][str(q)] for q in QUANTILES), summary[name]["min"], summary[name]["max"]]
            for name in FIELDS]
    figures = plot("score", "Scores", histograms["score"], "score")
    figures += plot("turns", "Length", histograms["turns"], "turns of a player")
    return Section("Scores and length", ["Score is appeal plus the white number at the conservation marker (victory "
                                         "points + 100), over all players of finished games."],
                   [*figures, Table("figures", "Per player", columns, rows, note="Breaks are counted per game.")])


def win_section(summary: dict[str, Any]) -> Section:
    interval = Column("95 %", "percent_interval", 2)
    if "solo" in summary:
        solo = summary["solo"]
        return Section("Wins", [], [Table("solo", f"Solo games won (score of at least {solo['goal']})",
                                          [Column("games", "int"), Column("won", "int"), Column("share", "percent", 2),
                                           interval], [[solo["n"], solo["wins"], solo["share"], solo["interval_95"]]])])
    columns = [Column("seat", "int"), Column("won alone", "int"), Column("shared", "int"),
               Column("win share", "percent", 2), interval]
    rows = [[seat["seat"], seat["won_alone"], seat["shared"], seat["share"], seat["interval_95"]]
            for seat in summary["seats"]]
    dots = [(f"seat {row[0]}", row[3], tuple(row[4])) for row in rows if row[3] is not None]
    figures = [Figure("seats", "Win share by seat", dot_plot(dots, "win share", 1 / len(rows), percent=True))] \
        if dots else []
    return Section("Wins by seat", ["Seat 0 starts. A victory shared by k players counts 1/k for each. Wilson "
                                    "intervals."],
                   [*figures, Table("seats", "Win share by seat", columns, rows)])


def map_sections(run: Run, found: RunFigures) -> list[Section]:
    """Strength and matrix of the maps, where several maps met."""
    assert found.maps is not None
    present = found.maps.present()
    if len(present) < 2:
        return []
    codes = [run.ruleset.map_code(index) for index in present]
    try:
        result = map_figures(found.maps, present, codes)
    except UsageError:  # maps that never met have no common scale
        return [map_section(run_summary(run))]
    for entry in result["maps"]:
        entry["name"] = run.ruleset.data["maps"][entry["map"]]["name"]
    result["settings"] = {"players": run.players}
    return [strength_section(result, MAPS_TEXT), matrix_section(result)]


def card_sections(run: Run, found: RunFigures) -> list[Section]:
    """The observed figures of all cards, their value against the price, and the final scoring cards."""
    if found.cards is None or found.finals is None or not found.cards.games:
        return []
    entries = card_entries(run.ruleset, found.cards.deck.tolist(), found.cards, None)
    lines = add_prices(entries)
    sections = [price_section(entries, lines)] if any(entry["residual"] for entry in entries) else []
    sections += [observed_section(entries), break_section(entries)]
    finals = final_entries(run.ruleset, found.finals)
    return [*sections, final_section(finals)] if finals else sections


def map_section(summary: dict[str, Any]) -> Section:
    columns = [Column("map"), Column("name"), Column("zoos", "int"), Column("win share", "percent", 2),
               Column("95 %", "percent_interval", 2), Column("mean score", "number", 2), Column("sd", "number", 2)]
    rows = []
    for entry in summary["maps"]:
        wins = entry.get("wins", {"share": None, "interval_95": None})
        rows.append([entry["map"], entry["name"], entry["zoos"], wins["share"], wins["interval_95"],
                     entry["score"]["mean"], entry["score"]["sd"]])
    return Section("Maps", ["The maps that this run dealt, whoever sat against them; arknova balance maps compares "
                            "maps on equal terms."], [Table("maps", "By map", columns, rows)])


def shape_section(summary: dict[str, Any], histograms: dict[str, Histogram], shape: GameShape | None,
                  rows: str) -> Section:
    played = summary["games"]["played"]
    ends = [(END_LABELS[name], count / played) for name, count in summary["end_triggers"].items() if count] \
        if played else []
    figures = [Figure("ends", "How the games ended", bar_chart(ends, "share of the games"))] if ends else []
    figures += plot("breaks", "Breaks", histograms["breaks"], "breaks of a game")
    end_table = Table("ends", "End triggers", [Column("end"), Column("games", "int"), Column("share", "percent", 2)],
                      [[END_LABELS[name], count, count / played if played else None]
                       for name, count in summary["end_triggers"].items()])
    if shape is None:
        return Section("Shape of the games", [
            "This run keeps no rows of games, so lead changes, branching and the winner's lead are unknown; play it "
            "with --rows games to have them."], [*figures, end_table])  # fmt: skip
    figures += plot("lead_changes", "Lead changes", shape.lead_changes, "turns after which another player leads")
    figures += plot("margin", "Winner's lead", shape.margin, "points above the second")
    figures += plot("choices", "Choices", shape.choices, "decisions with two or more options",
                    "Of all players of a game.")
    figures += plot("branching", "Branching", shape.branching, "options per choice",
                    "Mean number of legal actions of a choice, per game.", TENTHS)
    notes = []
    if rows == "results":
        notes = ["This run keeps results only, so lead changes and what became of the cards are unknown; play it with "
                 "--rows games to have them, with --rows turns to have branching too."]
    elif not shape.branching.counts:
        notes = ["This run keeps no rows of turns, so branching is unknown; play it with --rows turns to have it."]
    return Section("Shape of the games", notes, [*figures, end_table, shape_table(shape)])


def shape_table(shape: GameShape) -> Table:
    columns = [Column("per game"), Column("mean", "number", 2), Column("sd", "number", 2),
               *(Column(f"{q} %", "number", 1) for q in QUANTILES)]
    rows = [shape_row(label, getattr(shape, name), 1) for name, label in SHAPES.items()
            if name != "lead_changes" or shape.lead_changes.counts]
    if shape.branching.counts:
        rows.append(shape_row("options per choice", shape.branching, TENTHS))
    return Table("shape", "Shape of the games", columns, rows)


def shape_row(label: str, counts: Histogram, unit: int) -> list[Any]:
    quantiles = [counts.quantile(q) for q in QUANTILES]
    figures = [counts.mean, counts.sd, *quantiles]
    return [label, *(None if value is None else value / unit for value in figures)]
