"""The reports of ``arknova match`` and ``arknova tournament``."""
from __future__ import annotations

from typing import Any

from arknova_fast.errors import counted
from arknova_fast.report.charts import bar_chart, dot_plot, matrix_plot
from arknova_fast.report.document import DASH, Column, Document, Figure, Section, Table
from arknova_fast.report.pages.parts import few_deals, games_text, interval_of, settings_of, value_of, with_interval

OUTCOME_NAMES = ("0", "1/2", "1", "1 1/2", "2")
SHARE_COLUMNS = [
    Column("games", "int"), Column("win share", "percent", 2), Column("share 95 %", "percent_interval", 2),
    Column("margin", "signed", 2, "score minus the mean score of the other players"),
    Column("margin 95 %", "interval", 2),
]  # fmt: skip


def share_cells(entry: dict[str, Any]) -> list[Any]:
    share, margin = entry["share"], entry["margin"]
    return [share["n"] if share else 0, value_of(share), interval_of(share), value_of(margin), interval_of(margin)]


def match_document(result: dict[str, Any]) -> Document:
    """The report of a result of ``arknova match``."""
    settings, games = result["settings"], result["games"]
    title = f"Match: {settings['a']} against {settings['b']}, {settings['players']} players"
    headline = [("seed", f"{result['seed']}"),
                ("games", f"{games_text(games['played'], games['unfinished'])} of {counted(games['deals'], 'deal')}"),
                *few_deals(games["deals"])]
    sections = []
    if "share" in result:
        equal = f"equal players get {100 * result['expected']:.1f} %"
        headline += [(f"win share of {settings['a']}", f"{with_interval(result['share'], 'percent', 2)}, {equal}"),
                     ("score margin", with_interval(result["margin"], "signed", 2))]
        headline += elo_lines(result) + sprt_lines(result)
        sections.append(match_section(result))
    if result["interrupted"]:
        headline.append(("interrupted", "the figures are those of the games played so far"))
    return Document(title, headline, sections, settings_of(result), result["command"])


def elo_lines(result: dict[str, Any]) -> list[tuple[str, str]]:
    elo = result.get("elo")
    if elo is None:
        return []
    value, *ends = (DASH if end is None else f"{end:+.1f}" for end in (elo["value"], *elo["interval_95"]))
    return [("Elo difference", f"{value} ({ends[0]} to {ends[1]})")]


def sprt_lines(result: dict[str, Any]) -> list[tuple[str, str]]:
    sprt = result["sprt"]
    if sprt is None:
        return []
    low, high = sprt["bounds"]
    verdict = {"H0": f"Elo {sprt['elo0']:g} accepted", "H1": f"Elo {sprt['elo1']:g} accepted", None: "not decided"}
    return [("sequential test", f"{verdict[sprt['accepted']]}: log-likelihood ratio {sprt['ratio']:.2f}, bounds "
             f"{low:.2f} and {high:.2f}, {counted(sprt['looks'], 'look')}")]


def match_section(result: dict[str, Any]) -> Section:
    name = result["settings"]["a"]
    rows = [["all", *share_cells(result)]]
    rows += [[f"{entry['seat']}", *share_cells(entry)] for entry in result["seats"]]
    items: list[Table | Figure] = [Table("match", f"{name} by seat", [Column("seat"), *SHARE_COLUMNS], rows)]
    if "pentanomial" in result:
        pairs = result["pentanomial"]
        total = sum(pairs["counts"])
        cells = [[points, count, count / total if total else None]
                 for points, count in zip(OUTCOME_NAMES, pairs["counts"], strict=True)]
        note = f"{pairs['incomplete']:,} pairs with an unfinished game left out." if pairs["incomplete"] else ""
        items.append(Table("pairs", f"Pairs of games by points of {name} (pentanomial)",
                           [Column("points"), Column("pairs", "int"), Column("share", "percent", 2)], cells, note))
        items.append(Figure("pairs", "Pairs of games by points",
                            bar_chart([(row[0], row[2] or 0) for row in cells], "share of the pairs")))
    return Section("Result", ["Seat 0 starts. Every deal was played with each seat for the first policy; intervals "
                              "come from the spread between deals, so the luck of a seat cancels."], items)


# --- tournament ---------------------------------------------------------------------------------------------------


def tournament_document(result: dict[str, Any]) -> Document:
    """The report of a result of ``arknova tournament``."""
    games = result["games"]
    headline = [("seed", f"{result['seed']}"),
                ("games", f"{games_text(games['played'], games['unfinished'])} of {counted(games['deals'], 'deal')}"),
                *few_deals(games["deals"])]
    if result["interrupted"]:
        headline.append(("interrupted", "the figures are those of the games played so far"))
    sections = [ratings_section(result), cross_section(result)] if result["entrants"] else []
    if not sections:
        headline.append(("ratings", "none: every line-up needs finished games, of two deals or more"))
    players = result["settings"]["players"]
    return Document(f"Tournament of {len(result['settings']['policies'])} policies, {players} players", headline,
                    sections, settings_of(result), result["command"])


def ratings_section(result: dict[str, Any]) -> Section:
    columns = [Column("policy"), Column("tier", "int", help="a border only where all pairs across it differ (Holm)"),
               Column("rating", "signed", 1, "Elo scale, 0 is the mean"), Column("se", "number", 1),
               Column("rating 95 %", "interval", 1),
               Column("over next", "signed", 1, "by how much it is above the next one; known better than the ratings"),
               Column("over next 95 %", "interval", 1)]
    rows = [[entry["name"], entry["tier"] + 1, *rating_cells(entry["rating"]), *over_cells(entry["over_next"])]
            for entry in result["entrants"]]
    totals = [[entry["name"], *share_cells(entry)] for entry in result["entrants"]]
    dots = [(entry["name"], entry["rating"]["elo"], tuple(entry["rating"]["interval_95"]))
            for entry in result["entrants"]]
    seats = [[f"{entry['seat']}", entry["elo"], entry["se"]] for entry in result["seats"]]
    errors = {"robust": "errors are robust to what the games of a deal have in common.",
              "model": "an entrant won or lost almost nothing, so the errors are those of the model."}
    return Section("Ratings", ["Bradley-Terry strengths (Plackett-Luce for more players) with the effect of the seat "
                               f"taken out, seat 0 starts; {errors[result['errors']]}"], [
        Table("ratings", "Ratings", columns, rows),
        Figure("ratings", "Ratings", dot_plot(dots, "rating (Elo)"), "Dots with 95 % intervals."),
        Table("results", "All games", [Column("policy"), *SHARE_COLUMNS], totals),
        Table("seats", "Effect of the seat", [Column("seat"), Column("rating", "signed", 1), Column("se", "number", 1)],
              seats),
    ])  # fmt: skip


def rating_cells(rating: dict[str, Any]) -> list[Any]:
    return [rating["elo"], rating["se"], rating["interval_95"]]


def over_cells(gap: dict[str, Any] | None) -> list[Any]:
    return [None, None] if gap is None else [gap["elo"], gap["interval_95"]]


def cross_section(result: dict[str, Any]) -> Section:
    names = [entry["name"] for entry in result["entrants"]]
    columns = [Column("policy"), *(Column(f"against {name}", "percent", 1) for name in names)]
    shares = [[value_of(share) for share in entry["against"]] for entry in result["entrants"]]
    rows = [[name, *row] for name, row in zip(names, shares, strict=True)]
    pairs = [[name, other, share["n"] if share else 0, value_of(share), interval_of(share)]
             for entry, name in zip(result["entrants"], names, strict=True)
             for share, other in zip(entry["against"], names, strict=True) if other != name]
    items: list[Table | Figure] = [
        Table("cross", "Win share of the row in its games with the column", columns, rows),
        Table("pairs", "Every pair", [Column("policy"), Column("against"), *SHARE_COLUMNS[:3]], pairs, terminal=False),
    ]  # fmt: skip
    if result["settings"]["players"] == 2:
        plot = matrix_plot([name[:6] for name in names], shares, "cross table", 0.5)
        items.insert(1, Figure("cross", "Win shares", plot))
    return Section("Cross table", [], items)
