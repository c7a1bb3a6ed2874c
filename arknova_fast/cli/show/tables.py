"""``arknova show schema``."""
from __future__ import annotations

import click

from arknova_fast.cli.common import Name, console, json_option, print_json
from arknova_fast.io.schema import TABLES


@click.command()
@click.option("--table", type=Name("table", TABLES), help="Only this table.")
@json_option
def schema(table: str | None, as_json: bool) -> None:
    """List the documented columns of the tables that a run directory keeps, and of `arknova export --table cards`.

    \b
    Examples:
      arknova show schema
      arknova show schema --table games --json
    """
    from arknova_fast.io.schema import RUN_SCHEMA, VERSION, describe

    names = [table] if table else list(TABLES)
    if as_json:
        print_json({"schema": "arknova-fast/table-schema/1", "run": RUN_SCHEMA, "version": VERSION,
                    "tables": {name: describe(name) for name in names}})
        return
    from arknova_fast.report.tables import make_table, put

    out = console()
    for name in names:
        shown = make_table(name, "column", "type", "since", "meaning", left=4, wrap=True)
        for column in TABLES[name]:
            kind = f"{column.type} or none" if column.nullable else column.type
            shown.add_row(column.name, kind, str(column.since), column.text)
        put(out, shown)
