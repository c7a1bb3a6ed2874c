"""The columns only grow, and every column is documented."""
from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import arknova
from runs import one_sentence

from arknova_fast.io import parts
from arknova_fast.io.schema import PART_GAMES, ROWS, STORED, TABLES, VERSION

# Version -> table -> [name, type, may be missing] of every column. To add columns: raise VERSION, add an entry here.
COLUMNS = json.loads((Path(__file__).parent / "columns.json").read_text())


def test_the_present_version_is_written_down():
    present = {table: [[c.name, c.type, c.nullable] for c in columns] for table, columns in TABLES.items()}
    assert COLUMNS[str(VERSION)] == present, "raise schema.VERSION and add the new columns to tests/io/columns.json"
    assert list(COLUMNS) == [str(version) for version in range(1, VERSION + 1)]


@pytest.mark.parametrize("version", COLUMNS)
def test_columns_only_grow(version):
    """Every column that a version had is still there, with its type, and none that had values may lack them now."""
    for table, columns in COLUMNS[version].items():
        now = {column.name: column for column in TABLES[table]}
        for name, kind, nullable in columns:
            assert now[name].type == kind, f"{table}.{name} has another type than in version {version}"
            assert nullable or not now[name].nullable


def test_since_tells_the_version_that_brought_a_column():
    for table, columns in TABLES.items():
        for column in columns:
            first = next(version for version in COLUMNS
                         if column.name in [name for name, *_ in COLUMNS[version].get(table, [])])
            assert column.since == int(first)


@pytest.mark.parametrize("table", TABLES)
def test_every_column_has_a_meaning_and_an_arrow_type(table):
    schema = parts.arrow_schema(table)
    assert schema.names == [column.name for column in TABLES[table]]
    assert len(set(schema.names)) == len(schema)
    assert all(len(column.text) >= 5 for column in TABLES[table])


def test_levels_of_rows_grow():
    assert [len(tables) for tables in ROWS.values()] == [0, 1, 1, 2, 3]
    assert set(ROWS["results"]) | set(ROWS["decisions"]) == set(STORED)
    assert set(PART_GAMES) == set(ROWS)


def test_results_are_the_columns_of_games_that_need_no_following():
    names = [column.name for column in TABLES["results"]]
    assert [column for column in TABLES["games"] if column.name in names] == list(TABLES["results"])
    assert {column.name for column in TABLES["games"]} - set(names) == {
        "first_upgrade", "lead_changes", "options", "dealt", "kept", "seen", "played", "in_hand", "played_in", "finals"}


def test_show_schema_lists_the_columns():
    done = arknova("show", "schema", "--json")
    result = json.loads(done.stdout)
    assert (result["schema"], result["version"]) == ("arknova-fast/table-schema/1", VERSION)
    assert [column["name"] for column in result["tables"]["games"]] == [column.name for column in TABLES["games"]]
    text = arknova("show", "schema", "--table", "turns").stdout
    assert "x_tokens_used" in text
    assert "state_hash" not in text
    one_sentence(arknova("show", "schema", "--table", "trams"), 2, "trams", "turns")
