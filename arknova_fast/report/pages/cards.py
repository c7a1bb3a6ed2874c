"""The report of ``arknova balance cards``."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arknova_fast.analysis.stats import FEW_UNITS
from arknova_fast.errors import counted
from arknova_fast.report.charts import dot_plot, scatter
from arknova_fast.report.document import Column, Document, Figure, Section, Table
from arknova_fast.report.pages.parts import (
    EDGE,
    few_deals,
    flag_of,
    games_text,
    policies_of,
    q_of,
    settings_of,
    shrunk_of,
    value_of,
)

KIND_CLASS = {"animal": "first", "sponsor": "second", "project": "third"}
PRICE_NAMES = {"animal": ("cost", "cost (money)"), "sponsor": ("level", "level")}
NAMED = 10  # points of a scatter that carry their name
HEAD = [Column("card"), Column("name"), Column("kind", narrow=False)]
FORCED_TEXT = (
    "The experiment: in every deal the card is dealt first to a player and kept, everything else of the deal stays the "
    "same. The value is the score margin over the mean of all cards in the same deal (with --cards: over a random "
    "card), so it is caused by the card. It is the value of starting with the card in hand, for this policy."
)
OBSERVED_TEXT = (
    "The observed games: nothing is forced. Offered (dealt among the eight opening cards against not) is fair, because "
    "the deal is random. The others are not: long or rich games draw and play more cards, and a policy keeps what it "
    "likes. Compare cards of similar price only."
)


def cards_document(result: dict[str, Any]) -> Document:
    """The report of a result of ``arknova balance cards``."""
    entries = result["cards"]
    forced = [entry for entry in entries if entry["forced"] and entry["forced"]["margin"]]
    observed = [entry for entry in entries if "groups" in entry]
    sections = []
    if forced:
        sections.append(forced_section(forced))
    if any(entry["residual"] for entry in entries):
        sections.append(price_section(entries, result["price"]))
    if observed:
        sections += [observed_section(observed), break_section(observed)]
    if result["finals"]:
        sections.append(final_section(result["finals"]))
    players, policy = result["settings"]["players"], policies_of(result)
    return Document(f"Cards: {players} players, policy {policy}", headline(result, forced), sections,
                    settings_of(result), result["command"])


def headline(result: dict[str, Any], forced: list[dict[str, Any]]) -> list[tuple[str, str]]:
    found = [("cards", f"{len(result['cards'])}"), ("policy", policies_of(result)),
             ("seed", f"{result['seed']}")]
    if result["observation"]:
        seen = result["observation"]
        found.append(("observed games", games_text(seen["games"] + seen["unfinished"], seen["unfinished"])))
    if forced:
        made = result["experiment"]
        games = games_text(made["games"], made["unfinished"], "game")
        found.append(("experiment", f"{counted(made['deals'], 'deal')}, {games}"))
        best, worst = (pick(forced, key=rank) for pick in (max, min))
        telling = made["deals"] >= FEW_UNITS and any(entry["forced"]["margin"]["flagged"] for entry in forced)
        if telling and worth(best) > worth(worst):
            found += [("most valuable", f"{best['card']} {best['name']} {worth(best):+.2f}"),
                      ("least valuable", f"{worst['card']} {worst['name']} {worth(worst):+.2f}")]
        else:
            found.append(("values", "all differences can be chance, play more deals"))
        found += few_deals(made["deals"])
    if result["interrupted"]:
        found.append(("interrupted", "the figures are those of the games played so far"))
    return found


def worth(entry: dict[str, Any]) -> float:
    """The value of a card: the shrunk margin of the experiment."""
    margin = entry["forced"]["margin"]
    return margin["shrunk"]["value"] if "shrunk" in margin else margin["value"]


def rank(entry: dict[str, Any]) -> tuple[float, float]:
    """What cards are ordered by; as measured where everything is shrunk to one value."""
    return worth(entry), entry["forced"]["margin"]["value"]


def head(entry: dict[str, Any]) -> list[str]:
    return [entry["card"], entry["name"], entry["kind"]]


def price(entry: dict[str, Any]) -> int | None:
    names = PRICE_NAMES.get(entry["kind"])
    return entry["price"][names[0]] if names else None


# --- the experiment -----------------------------------------------------------------------------------------------

FORCED_COLUMNS = [
    *HEAD,
    Column("price", "int", help="animals: cost in money; sponsors: level"),
    Column("margin", "signed", 2, "score margin over the comparison, as measured"),
    Column("margin 95 %", "interval", 2),
    Column("shrunk", "signed", 2, "pulled toward the mean of all cards by its share of noise (empirical Bayes)"),
    Column("wins +/-", "points", 2, "win share over the comparison, in percentage points"),
    Column("q", "number", 3, "p value of the margin adjusted for all cards (Benjamini-Hochberg)"),
    Column("flag", "flag", help="q below 5 %: of all flags at most about one in twenty is chance"),
]


def forced_row(entry: dict[str, Any]) -> list[Any]:
    margin, share = entry["forced"]["margin"], entry["forced"]["win_share"]
    return [*head(entry), price(entry), margin["value"], margin["interval_95"], shrunk_of(margin), value_of(share),
            q_of(margin), flag_of(margin)]


def forced_section(entries: list[dict[str, Any]]) -> Section:
    ranked = sorted(entries, key=rank, reverse=True)
    rows = [forced_row(entry) for entry in ranked]
    items: list[Table | Figure] = []
    if len(ranked) > 2 * EDGE:
        items.append(Table("strongest", "Most valuable in the opening hand", FORCED_COLUMNS, rows[:EDGE]))
        items.append(Table("weakest", "Least valuable in the opening hand", FORCED_COLUMNS, rows[: -EDGE - 1 : -1]))
        shown = ranked[:EDGE] + ranked[-EDGE:]
    else:
        shown = ranked
    items.append(Figure("forced", "Value in the opening hand", dot_plot([dot(entry) for entry in shown],
                        "score margin (shrunk)"), "Dots with 95 % intervals; at most twelve cards of either end."))
    items.append(Table("forced", "Value of every card, by experiment", FORCED_COLUMNS, rows,
                       terminal=len(ranked) <= 2 * EDGE))
    return Section("Value by experiment", [FORCED_TEXT], items)


def dot(entry: dict[str, Any]) -> tuple[str, float, tuple[float, float]]:
    margin = entry["forced"]["margin"]
    figure = margin.get("shrunk", margin)
    low, high = figure["interval_95"]
    return f"{entry['card']} {entry['name']}", figure["value"], (low, high)


# --- price --------------------------------------------------------------------------------------------------------


def price_section(entries: list[dict[str, Any]], lines: dict[str, Any]) -> Section:
    source = {"forced": "the margin of the experiment",
              "drawn": "the improvement when drawn of the observed games"}[lines["source"]]
    priced = sorted((entry for entry in entries if entry["residual"]), key=lambda entry: -entry["residual"]["value"])
    columns = [*HEAD, Column("price", "int"), Column("conditions", "int", narrow=False), Column("value", "signed", 2),
               Column("residual", "signed", 2, "value beyond what the price lets expect"),
               Column("residual 95 %", "interval", 2), Column("q", "number", 3), Column("reading", "flag")]
    rows = [residual_row(entry, lines["source"]) for entry in priced]
    items: list[Table | Figure] = [price_figure(priced, kind, lines) for kind in PRICE_NAMES if lines[kind]]
    items.append(coefficient_table(lines))
    if len(rows) > 2 * EDGE:
        items.append(Table("undercosted", "More than the price lets expect", columns, rows[:EDGE]))
        items.append(Table("overcosted", "Less than the price lets expect", columns, rows[: -EDGE - 1 : -1]))
    items.append(Table("price", "Value against price, every card", columns, rows, terminal=len(rows) <= 2 * EDGE))
    return Section("Power against price", [
        f"The value is {source}. It is regressed on the price of a card by robust regression, animals and sponsors "
        "apart; the residual is what a card gives beyond its price. Sponsors cost no money but their level is the "
        "strength that playing them takes."], items)  # fmt: skip


def residual_row(entry: dict[str, Any], source: str) -> list[Any]:
    residual = entry["residual"]
    reading = ("under-costed" if residual["value"] > 0 else "over-costed") if residual["flagged"] else ""
    return [*head(entry), price(entry), entry["price"]["conditions"], measured(entry, source), residual["value"],
            residual["interval_95"], q_of(residual), reading]


def measured(entry: dict[str, Any], source: str) -> float:
    return (entry["forced"] if source == "forced" else entry["contrasts"]["drawn"])["margin"]["value"]


def price_figure(priced: list[dict[str, Any]], kind: str, lines: dict[str, Any]) -> Figure:
    field, axis = PRICE_NAMES[kind]
    mine = [entry for entry in priced if entry["kind"] == kind]
    odd = sorted(mine, key=lambda entry: -abs(entry["residual"]["value"]))[:NAMED]
    points = [(float(entry["price"][field]), measured(entry, lines["source"]), KIND_CLASS[kind], entry["name"],
               entry in odd) for entry in mine]
    terms = lines[kind]["terms"]
    # The line of a card with the average of the other terms.
    rest = terms["constant"]["value"] + sum(
        terms[name]["value"] * sum(entry["price"][name] for entry in mine) / len(mine)
        for name in terms if name not in ("constant", field))
    slope = terms[field]["value"] if field in terms else 0.0
    ends = [min(p[0] for p in points), max(p[0] for p in points)]
    fit = (ends[0], rest + slope * ends[0], ends[1], rest + slope * ends[1])
    return Figure(f"price_{kind}", f"{kind.capitalize()}s: value against {field}",
                  scatter(points, axis, "score margin", [fit]),
                  f"The line is that of a {kind} with average other terms; the {len(odd)} farthest from their price "
                  "are named.")


def coefficient_table(lines: dict[str, Any]) -> Table:
    columns = [Column("kind"), Column("term"), Column("margin per unit", "signed", 3), Column("95 %", "interval", 3),
               Column("cards", "int")]
    rows = [[kind, name, term["value"], term["interval_95"], lines[kind]["cards"]]
            for kind in PRICE_NAMES if lines[kind] for name, term in lines[kind]["terms"].items()]
    return Table("terms", "The lines", columns, rows)


# --- observed games -----------------------------------------------------------------------------------------------


def observed_section(entries: list[dict[str, Any]]) -> Section:
    columns = [
        *HEAD,
        Column("dealt", "int", help="zoos that were dealt it among the opening cards"),
        Column("offered +/-", "points", 1, "win share when dealt minus when not, in percentage points"),
        Column("offered margin", "signed", 2),
        Column("q offered", "number", 3),
        Column("kept %", "percent", 0, "share of the zoos dealt it that kept it"),
        Column("win kept", "percent"),
        Column("win drawn later", "percent"),
        Column("in hand", "percent", help="win share with it in the opening hand or drawn later"),
        Column("never seen", "percent", help="win share of the zoos that never had it"),
        Column("drawn +/-", "points", 1, "improvement when drawn: win share in hand minus never seen"),
        Column("shrunk +/-", "points", 1),
        Column("drawn margin", "signed", 2),
        Column("q drawn", "number", 3),
        Column("flag", "flag"),
        Column("played", "int", help="zoos that played it"),
        Column("win played", "percent"),
        Column("margin played", "signed", 2),
    ]
    rows = sorted((observed_row(entry) for entry in entries), key=lambda row: -(row[12] or 0.0))
    items: list[Table | Figure] = []
    keep = [0, 1, 2, 4, 10, 11, 12, 13, 15, 16, 18]
    if len(rows) > 2 * EDGE:
        short = [columns[i] for i in keep]
        items.append(Table("drawn_best", "Improvement when drawn: highest", short,
                           [[row[i] for i in keep] for row in rows[:EDGE]]))
        items.append(Table("drawn_worst", "Improvement when drawn: lowest", short,
                           [[row[i] for i in keep] for row in rows[: -EDGE - 1 : -1]]))
    items.append(Table("observed", "Every card in the observed games", columns, rows, terminal=len(rows) <= 2 * EDGE,
                       note="A dash: fewer than 30 zoos."))
    return Section("Observed games", [OBSERVED_TEXT], items)


def observed_row(entry: dict[str, Any]) -> list[Any]:
    group: Callable[[str], dict[str, Any]] = entry["groups"].__getitem__
    offered, drawn = entry["contrasts"]["offered"], entry["contrasts"]["drawn"]
    dealt = group("dealt")["zoos"]
    wins = [value_of(group(name)["win_share"]) for name in ("kept", "drawn", "in_hand", "unseen")]
    return [
        *head(entry), dealt, value_of(offered["win_share"]), value_of(offered["margin"]), q_of(offered["margin"]),
        group("kept")["zoos"] / dealt if dealt else None, *wins, value_of(drawn["win_share"]),
        shrunk_of(drawn["win_share"]), value_of(drawn["margin"]), q_of(drawn["win_share"]),
        flag_of(drawn["win_share"]), group("played")["zoos"], value_of(group("played")["win_share"]),
        value_of(group("played")["margin"]),
    ]  # fmt: skip


def break_section(entries: list[dict[str, Any]]) -> Section:
    names = [name for name in entries[0]["groups"] if name.startswith("break_")]
    columns = [*HEAD]
    for i, _ in enumerate(names):
        last = i == len(names) - 1
        columns += [Column(f"n {i}{'+' if last else ''}", "int"),
                    Column(f"win {i}{'+' if last else ''}", "percent", 1,
                           f"win share of the zoos that played it after {i} {'or more ' if last else ''}breaks")]
    rows = []
    for entry in entries:
        cells: list[Any] = []
        for name in names:
            cells += [entry["groups"][name]["zoos"], value_of(entry["groups"][name]["win_share"])]
        rows.append([*head(entry), *cells])
    return Section("By break of play", [
        "How often a card was played after so many breaks, and the win share of those who did. Early plays of dear "
        "cards are rare and happen in good games: read along a row with care."],
        [Table("breaks", "Win share by break of play", columns, rows, terminal=False)])  # fmt: skip


def final_section(entries: list[dict[str, Any]]) -> Section:
    """Final scoring cards, which are dealt at random."""
    columns = [Column("card"), Column("name"), Column("dealt", "int", help="zoos that were dealt it at set-up"),
               Column("win share", "percent", 2), Column("offered +/-", "points", 2, "win share when dealt minus when "
                                                         "not, in percentage points"),
               Column("margin", "signed", 2, "score margin when dealt minus when not"),
               Column("margin 95 %", "interval", 2), Column("q", "number", 3), Column("flag", "flag")]
    rows = []
    for entry in sorted(entries, key=lambda entry: -entry["offered"]["margin"]["value"]):
        margin = entry["offered"]["margin"]
        rows.append([entry["card"], entry["name"], entry["zoos"], value_of(entry["dealt"]),
                     value_of(entry["offered"]["win_share"]), margin["value"], margin["interval_95"], q_of(margin),
                     flag_of(margin)])
    return Section("Final scoring cards", ["Two are dealt to each player at random, so the difference is what being "
                                           "dealt the card is worth to this policy."],
                   [Table("finals", "Value of being dealt a final scoring card", columns, rows)])
