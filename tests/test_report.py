"""Reports: all forms say the same, the page needs nothing but itself, and it works in a browser."""
from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
from html import escape, unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from commands import arknova

from arknova_fast.cli.progress import fitting_columns
from arknova_fast.errors import StateDataError
from arknova_fast.report import charts
from arknova_fast.report.document import Column, Document, Figure, Section, Table, format_value
from arknova_fast.report.html import page
from arknova_fast.report.markdown import csv_text, markdown
from arknova_fast.report.sources import document_of
from arknova_fast.report.terminal import print_table

ROWS = [["A|b", 3, 0.5, None], ["<c>", -20, 0.25, [0.1, 0.2]], ["d", 100, 0.75, [0.3, 0.4]]]
COLUMNS = [Column("name"), Column("count", "int"), Column("share", "percent"), Column("95 %", "percent_interval")]
TABLE = Table("things", "Things & more", COLUMNS, ROWS, "A note.")
LONG = Table("long", "Many", [Column("name"), Column("n", "int")], [[f"row {i}", i] for i in range(60)])
PLOT = Figure("plot", "A plot", charts.dot_plot([("x", 1.0, (0.5, 1.5)), ("y", -1.0, None)], "value"), "Caption.")
DOCUMENT = Document("A <title>", [("games", "1,000")], [Section("Part one", ["Text & text."], [PLOT, TABLE, LONG])],
                    {"players": 2, "nested": {"a": [1, 2]}}, "arknova run --seed 1")


# --- forms --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "value", "digits", "text"), [
    ("int", 12345, 0, "12,345"), ("number", 2.375, 2, "2.38"), ("signed", 1.0, 1, "+1.0"),
    ("points", -0.012, 1, "-1.2"), ("percent", 0.5, 0, "50 %"), ("interval", [1, 2], 0, "1 to 2"),
    ("percent_interval", [0.1, 0.2], 0, "10 to 20 %"),
    ("text", None, 0, "–"), ("interval", None, 0, "–"), ("flag", "yes", 0, "yes"),
])  # fmt: skip
def test_values_are_written_by_the_kind_of_their_column(kind, value, digits, text):
    assert format_value(kind, value, digits) == text


def test_csv_has_raw_values_and_two_columns_for_an_interval():
    rows = list(csv.reader(io.StringIO(csv_text(TABLE))))
    assert rows == [["name", "count", "share", "95_low", "95_high"], ["A|b", "3", "0.5", "", ""],
                    ["<c>", "-20", "0.25", "0.1", "0.2"], ["d", "100", "0.75", "0.3", "0.4"]]


def test_markdown_tables_have_one_width_and_escaped_bars():
    lines = [line for line in markdown(DOCUMENT).splitlines() if line.startswith("|")]
    things = lines[:5]
    assert things[0] == "| name | count | share | 95 % |" and things[1] == "| :-- | --: | --: | --: |"
    assert things[2] == "| A\\|b | 3 | 50.0 % | – |"
    assert "    arknova run --seed 1" in markdown(DOCUMENT)
    assert "| nested.a | 1, 2 |" in markdown(DOCUMENT)


class Outline(HTMLParser):
    """Open tags, addresses and text of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.addresses: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag, attrs):
        if tag not in ("meta", "link", "input", "br"):
            self.open.append(tag)
        self.addresses += [value for name, value in attrs if name in ("src", "href", "action", "data", "poster")]

    def handle_startendtag(self, tag, attrs):
        pass  # <line/>: closed already

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def test_the_page_is_well_formed_and_asks_for_nothing():
    source = page(DOCUMENT)
    outline = Outline()
    outline.feed(source)
    assert outline.open == []
    assert all(address == "data:," or address.startswith("#") for address in outline.addresses)
    assert not re.search(r"https?://|url\(|@import|<img|<iframe", source)
    words = " ".join(outline.text)
    for shown in ("A <title>", "A|b", "<c>", "Things & more", "Text & text.", "50.0 %", "arknova run --seed 1", "1, 2"):
        assert shown in words


def test_cells_are_sorted_by_raw_values():
    assert '<td data-v="-20">-20</td>' in page(DOCUMENT)
    assert '<td data-v="">–</td>' in page(DOCUMENT)  # missing values have no value to sort by
    assert '<td data-v="0.1">10.0 to 20.0 %</td>' in page(DOCUMENT)


# --- plots --------------------------------------------------------------------------------------------------------


def test_ticks_are_round_and_inside():
    assert charts.ticks(-1, 1) == [-1.0, -0.5, 0.0, 0.5, 1.0]
    assert charts.ticks(0.003, 0.0081) == [0.004, 0.006, 0.008]
    assert charts.ticks(5, 5) == [5]


def test_bins_keep_every_count_and_have_one_whole_width():
    bars = charts.binned([3, 4, 90, 203], [5, 1, 2, 7])
    assert sum(count for *_, count in bars) == 15
    widths = {end - begin for begin, end, _ in bars}
    assert len(widths) == 1 and widths.pop() == int(bars[0][1] - bars[0][0])
    assert bars[0][0] == 2.5 and bars[-1][1] >= 203 and len(bars) <= 41
    assert charts.binned([7], [3]) == [(6.5, 7.5, 3)]


def test_marks_stand_where_their_values_are():
    plot = charts.dot_plot([("low", 0.0, None), ("middle", 5.0, (4.0, 6.0)), ("high", 10.0, None)], "value", zero=None)
    low, middle, high = (float(x) for x in re.findall(r'<circle cx="([\d.]+)"', plot))
    assert middle - low == pytest.approx(high - middle, abs=0.11) and low < high
    begin, end = (float(x) for x in re.findall(r'x1="([\d.]+)"[^>]*x2="([\d.]+)"[^>]*class="bar"', plot)[0])
    assert (begin + end) / 2 == pytest.approx(middle, abs=0.11)


def test_matrix_colours_by_the_distance_from_even():
    plot = charts.matrix_plot(["a", "b"], [[None, 0.75], [0.25, None]], "shares", 0.5)
    assert plot.count('class="up"') == 1 and plot.count('class="down"') == 1 and plot.count('class="none"') == 2
    assert "a against b: 75.0 %" in plot
    even = charts.matrix_plot(["a", "b"], [[None, 0.5], [0.5, None]], "shares", 0.5)
    assert even.count('fill-opacity="0.000"') == 2


def test_names_are_escaped_in_plots():
    assert "<b>" not in charts.bar_chart([("<b>&", 0.5)], "share")
    assert "Bennett&#x27;s" in charts.scatter([(1, 2, "first", "Bennett's", True)], "x", "y")


# --- terminals ----------------------------------------------------------------------------------------------------


def printed(table: Table, terminal: bool, width: int) -> list[str]:
    from rich.console import Console

    out = io.StringIO()
    print_table(table, Console(file=out, width=width, force_terminal=terminal, color_system=None, highlight=False))
    return [line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", out.getvalue()).splitlines()]


WIDE = Table("wide", "Wide", [Column("card"), Column("name"), *(Column(f"figure {i}", "int") for i in range(20))],
             [[f"A4{row:02}", "Sumatran Tiger", *range(1000 * row, 1000 * row + 20)] for row in range(10, 13)])


def test_a_table_that_goes_to_no_terminal_is_as_wide_as_it_needs():
    lines = printed(WIDE, False, 110)
    row = next(line for line in lines if "A411" in line)
    assert row.split() == ["A411", "Sumatran", "Tiger", *(f"{11000 + i:,}" for i in range(20))]


@pytest.mark.parametrize("width", [80, 50])
def test_a_narrow_terminal_gets_the_columns_in_blocks_that_name_their_rows(width):
    lines = printed(WIDE, True, width)
    assert max(map(len, lines)) <= width and "…" not in "".join(lines)
    rows = [line.split() for line in lines if "A411" in line]
    assert len(rows) > 1 and all(row[:3] == ["A411", "Sumatran", "Tiger"] for row in rows)
    assert [cell for row in rows for cell in row[3:]] == [f"{11000 + i:,}" for i in range(20)]


def test_a_name_wider_than_the_terminal_is_folded_not_cut():
    name = "greedy:" + "appeal=1.2," * 9
    lines = printed(Table("long", "Long", [Column("policy"), Column("n", "int")], [[name, 123456]]), True, 60)
    assert max(map(len, lines)) <= 60 and "123,456" in "".join(lines)
    assert name in "".join(line.replace("123,456", "").strip() for line in lines)


@pytest.mark.parametrize("width", [20, 40, 60, 80, 98, 120])
@pytest.mark.parametrize("total", [500, 20_000, 10**9])
def test_a_progress_bar_fits_on_one_line(width, total):
    from rich.console import Console
    from rich.progress import Progress, TextColumn, TimeRemainingColumn

    out = io.StringIO()
    texts = [(TextColumn("{task.fields[rate]}"), 17), (TimeRemainingColumn(), 7),
             (TextColumn("{task.fields[unfinished]}"), 19)]
    console = Console(file=out, width=width, force_terminal=True, color_system=None)
    bar = Progress(*fitting_columns(total, texts, width), console=console)
    bar.add_task("games", total=total, completed=total, rate="123,456 games/s", unfinished="unfinished 100.00 %")
    console.print(bar.get_renderable())
    lines = out.getvalue().splitlines()
    assert len(lines) == 1 and "…" not in lines[0] and len(lines[0].rstrip()) < width
    assert (f"{total}/{total}" if width > 21 or total < 10**9 else "100%") in lines[0]


# --- sources ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "said"), [
    ("{", "is no JSON"), ("[1]", "no result of this program"), ('{"schema": "other/1"}', "no result of this program"),
    ('{"schema": "arknova-fast/balance-maps/1"}', "no complete result"),
    ('{"schema": "arknova-fast/balance-cards/9"}', "this version reads"),
])
def test_files_that_are_no_results_are_refused_in_a_sentence(tmp_path, text, said):
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(StateDataError, match=said):
        document_of(str(path))


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(StateDataError, match="cannot read"):
        document_of(str(tmp_path / "none.json"))


def test_any_other_result_becomes_plain_tables(tmp_path):
    path = tmp_path / "x.json"
    path.write_text(json.dumps({"schema": "arknova-fast/some-thing/3", "games": 7, "inner": {"rows": [
        {"name": "a", "value": {"mean": 1.5, "interval": [1, 2]}}, {"name": "b", "value": None}]}}))
    document = document_of(str(path))
    assert document.title == "Some thing" and dict(document.headline)["games"] == "7"
    table = next(table for table in document.tables() if table.name == "inner_rows")
    assert [column.title for column in table.columns] == ["name", "value.mean", "value.interval", "value"]
    assert table.rows[0] == ["a", 1.5, [1, 2], None]


# --- commands -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def results(tmp_path_factory) -> Path:
    """The files of small runs of the two commands."""
    folder = tmp_path_factory.mktemp("results")
    done = arknova("balance", "maps", "--maps", "0,3,A", "-n", "60-per-pair", "--policy", "random", "--seed", 1,
                   "--out", folder / "maps", "--json")
    assert done.returncode == 0, done.stderr
    assert "180 games" in done.stderr  # the plan is said before
    assert json.loads(done.stdout) == json.loads((folder / "maps" / "result.json").read_text())
    done = arknova("balance", "cards", "-n", 600, "--deals", 2, "--policy", "random", "--seed", 1, "-q",
                   "--out", folder / "cards", "--csv")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert done.stdout == (folder / "cards" / "tables" / "forced.csv").read_text()
    assert len(done.stdout.splitlines()) == 213
    return folder


@pytest.mark.parametrize("kind", ["maps", "cards"])
def test_the_folder_of_a_command_has_every_form(results, kind):
    folder = results / kind
    assert {"result.json", "report.html", "report.md", "tables"} == {path.name for path in folder.iterdir()}
    result = json.loads((folder / "result.json").read_text())
    assert result["schema"] == f"arknova-fast/balance-{kind}/1" and result["seed"] == 1
    assert result["command"].startswith(f"arknova balance {kind}")
    document = document_of(str(folder))
    assert page(document) == (folder / "report.html").read_text()
    assert markdown(document) == (folder / "report.md").read_text()
    assert {f"{table.name}.csv" for table in document.tables()} == {path.name for path in (folder / "tables").iterdir()}


def test_the_command_in_a_result_makes_it_again_on_other_threads(results):
    result = json.loads((results / "maps" / "result.json").read_text())
    words = result["command"].split()[1:]
    again = json.loads(arknova(*words, "--json", "-j", 1).stdout)
    assert {**again, "timing": None} == {**result, "timing": None}


def test_cards_are_the_same_on_any_number_of_threads():
    command = ("balance", "cards", "--cards", "A401,S201,P113", "-n", 300, "--deals", 3, "--policy", "random", "--seed",
               5, "-q", "--json")
    first, second = (json.loads(arknova(*command, "-j", jobs).stdout) for jobs in (1, 3))
    assert {**first, "timing": None} == {**second, "timing": None}
    assert [entry["card"] for entry in first["cards"]] == ["A401", "S201", "P113"]
    assert first["experiment"] == {"deals": 3, "games": 24, "unfinished": 0, "compared_with": "random card"}


def test_report_writes_the_forms_asked_for_and_prints_tables_otherwise(results, tmp_path):
    done = arknova("report", results / "maps" / "result.json", "-o", tmp_path / "a.html", "-o", tmp_path / "a.md",
                   "--csv", tmp_path / "tables")
    assert done.returncode == 0 and done.stdout == ""
    assert (tmp_path / "a.html").read_text() == (results / "maps" / "report.html").read_text()
    assert (tmp_path / "tables" / "maps.csv").exists()
    printed = arknova("report", results / "maps").stdout
    assert "Maps by strength" in printed and "Win share by seat" in printed
    plain = json.loads(arknova("report", results / "maps", "--json").stdout)
    assert plain["schema"] == "arknova-fast/report/1" and len(plain["tables"]["maps"]["rows"]) == 3


@pytest.mark.parametrize(("args", "code", "said"), [
    (("report", "x.json", "-o", "x.pdf"), 2, "end the name with .html or .md"),
    (("report", "no/such"), 3, "cannot read"), (("report", ""), 3, "the name of the source is empty"),
    (("report", "x.json", "--csv", ""), 2, "--csv is empty"),
    (("balance", "maps", "--maps", "3"), 2, "give at least 2"),
    (("balance", "maps", "--maps", "3,3"), 2, "names a map twice"),
    (("balance", "maps", "--maps", "3,Z"), 2, "unknown map"),
    (("balance", "maps", "-n", "20k-per-par"), 2, "is no number of games"),
    (("balance", "cards", "--cards", "A999"), 2, "there is no card"),
    (("balance", "cards", "--only", "forcd"), 2, "did you mean 'forced'"),
    (("balance", "cards", "--policy", "greedi", "-n", "5"), 2, "did you mean"),
    (("balance", "cards", "--json", "--csv", "-n", "5"), 2, "--json and --csv both"),
])
def test_wrong_use_is_one_sentence(args, code, said):
    done = arknova(*args)
    assert done.returncode == code and said in done.stderr and "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1 and done.stdout == ""


# --- browser ------------------------------------------------------------------------------------------------------

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PROBE = """<script>
const out = {}, table = document.querySelector("table.sortable");
const column = (table, i) => Array.from(table.tBodies[0].rows, (row) => row.cells[i].textContent);
const heads = table.querySelectorAll("th button");
out.before = column(table, 0);
heads[1].click(); out.down = column(table, 1); out.mark = heads[1].parentElement.getAttribute("aria-sort");
heads[1].click(); out.up = column(table, 1);
heads[0].click(); out.names = column(table, 0);
heads[3].click(); out.missing = column(table, 3);
const field = document.querySelector("input[data-table]");
field.value = "row 5"; field.dispatchEvent(new Event("input"));
out.kept = Array.from(document.getElementById(field.dataset.table).tBodies[0].rows).filter((row) => !row.hidden).length;
out.overflow = document.documentElement.scrollWidth - document.documentElement.clientWidth;
out.width = window.innerWidth;
out.plots = Array.from(document.querySelectorAll("svg"), (svg) => svg.getBoundingClientRect().width);
out.requests = performance.getEntriesByType("resource").length;
parent.document.getElementById("seen").textContent = JSON.stringify(out);
</script>"""


def browse(source: str, probe: str, folder: Path, width: int) -> tuple[dict, str]:
    """What a script at the end of the page sees in a frame of that width, and what the console says."""
    assert CHROMIUM is not None
    # Windows are never narrower than 500, frames are.
    inner = escape(source.replace("</body>", probe + "</body>"), quote=True)
    path = folder / "frame.html"
    path.write_text(f'<!doctype html><meta charset="utf-8"><div id="seen"></div>'
                    f'<iframe style="width: {width}px; height: 900px; border: 0" srcdoc="{inner}"></iframe>')
    done = subprocess.run(
        [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
         "--disable-dev-shm-usage", f"--user-data-dir={folder / 'profile'}", "--enable-logging=stderr",
         "--window-size=1400,1000", "--dump-dom", path.as_uri()],
        capture_output=True, text=True, timeout=120)  # fmt: skip
    found = re.search('<div id="seen">({.*?})</div>', done.stdout, re.S)
    assert found, done.stdout[-500:] + done.stderr[-500:]
    return json.loads(unescape(found[1])), "\n".join(line for line in done.stderr.splitlines() if "CONSOLE" in line)


needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed, so no browser tries the page")


@needs_chromium
@pytest.mark.parametrize("width", [390, 1280])
def test_in_a_browser_tables_sort_and_filter_and_nothing_overflows(tmp_path, width):
    seen, console = browse(page(DOCUMENT), PROBE, tmp_path, width)
    assert console == ""
    assert seen["before"] == ["A|b", "<c>", "d"]
    assert seen["down"] == ["100", "3", "-20"] and seen["mark"] == "descending"
    assert seen["up"] == ["-20", "3", "100"]
    assert sorted(seen["names"]) == sorted(seen["before"]) and seen["names"][0] in ("<c>", "A|b")
    assert seen["missing"] == ["30.0 to 40.0 %", "10.0 to 20.0 %", "–"]  # the missing one last
    assert seen["kept"] == 11  # row 5 and row 50 to row 59
    assert seen["width"] == width and seen["overflow"] == 0 and seen["requests"] == 0
    assert all(0.5 * min(width, 600) < plot <= width for plot in seen["plots"])


@needs_chromium
@pytest.mark.parametrize("kind", ["maps", "cards"])
def test_the_reports_of_the_commands_fit_a_phone(results, tmp_path, kind):
    probe = """<script>
    const seen = {rows: document.querySelectorAll("tbody tr").length, plots: document.querySelectorAll("svg").length,
                  overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth};
    parent.document.getElementById("seen").textContent = JSON.stringify(seen);
    </script>"""
    seen, console = browse((results / kind / "report.html").read_text(), probe, tmp_path, 360)
    assert console == "" and seen["overflow"] == 0
    assert seen["rows"] > 10 and seen["plots"] >= 3
