"""``arknova report``: one offline HTML file of a run or a result; also Markdown and CSV."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from arknova_fast.cli.common import console, json_option, print_json
from arknova_fast.errors import UsageError, shown

if TYPE_CHECKING:
    from arknova_fast.report.document import Document

SCHEMA = "arknova-fast/report/1"
SUFFIXES = (".html", ".md")


@click.command()
@click.argument("source")
@click.option("-o", "--output", "outputs", multiple=True, metavar="FILE", help="FILE.html for one page that needs no "
              "network, FILE.md for Markdown; may be given more than once.")
@click.option("--csv", "csv_folder", metavar="DIR", help="Write every table as a CSV file into a folder.")
@json_option
def report(source: str, outputs: tuple[str, ...], csv_folder: str | None, as_json: bool) -> None:
    """Make a report of SOURCE: a run directory, a folder written with --out, or a JSON result.

    Without -o, --csv and --json the tables are printed. A run directory made with --rows games (the
    default) also shows cards and lead changes, with --rows turns branching too.

    \b
    Examples:
      arknova run -n 20k --policy greedy --seed 1 --rows games -o run/ && arknova report run/ -o run.html
      arknova balance maps -n 20k --json > maps.json && arknova report maps.json -o maps.html -o maps.md
      arknova report cards/ --csv tables/
    """
    from arknova_fast.report.files import write_tables
    from arknova_fast.report.html import page
    from arknova_fast.report.markdown import markdown
    from arknova_fast.report.sources import document_of
    from arknova_fast.report.terminal import print_document
    from arknova_fast.textfile import write_text

    for path in outputs:
        if not path.lower().endswith(SUFFIXES):
            raise UsageError(f"-o {shown(path)} says no form; end the name with .html or .md, or use --csv DIR")
    if csv_folder == "":
        raise UsageError("--csv is empty, name a folder or leave the option out")
    document = document_of(source)
    for path in outputs:
        write_text(path, page(document) if path.lower().endswith(".html") else markdown(document))
    if csv_folder:
        from arknova_fast.cli.balance.output import make_folder

        make_folder(csv_folder)
        write_tables(csv_folder, document)
    if as_json:
        print_json(plain(document))
    elif not outputs and not csv_folder:
        print_document(document, console())


def plain(document: Document) -> dict[str, Any]:
    """The report as the object that ``--json`` prints: the raw values of every table."""
    return {
        "schema": SCHEMA, "title": document.title, "headline": dict(document.headline),
        "tables": {table.name: {"title": table.title, "columns": [column.title for column in table.columns],
                                "rows": [list(row) for row in table.rows]} for table in document.tables()},
        "settings": document.settings, "command": document.command,
    }  # fmt: skip
