"""docs/data.md: its tables are those of the schema, its examples run."""
from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from arknova_fast.cli import run_command
from arknova_fast.io.schema import TABLES, markdown

PAGE = Path(__file__).resolve().parents[2] / "docs" / "data.md"


@pytest.mark.parametrize("table", TABLES)
def test_the_columns_on_the_page_are_those_of_the_schema(table):
    section = PAGE.read_text().split(f"### {table}\n", 1)[1].split("\n### ")[0]
    assert markdown(table) in section, f"put schema.markdown({table!r}) into docs/data.md"


def test_the_examples_run(tmp_path, monkeypatch, capfd):
    """Every block of shell, SQL and Python in order, in an empty folder; R and TOML are not run."""
    import duckdb

    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ARKNOVA_CONFIG", raising=False)
    kinds = []
    for kind, block in re.findall(r"```(\w+)\n(.*?)```", PAGE.read_text(), re.S):
        kinds.append(kind)
        if kind == "sh":
            for line in block.strip().splitlines():
                assert run_command(shlex.split(line, comments=True)[1:]) == 0, line
        elif kind == "sql":
            assert len(duckdb.sql(block).fetchall()) >= 5
        elif kind == "python":
            exec(compile(block, str(PAGE), "exec"), {})
    assert kinds.count("python") == 6
    assert kinds.count("sql") == 2
    assert "Traceback" not in capfd.readouterr().err


def test_reading_a_run_needs_no_code_of_ours(tmp_path):
    """Polars reads the files in a process that does not import the package."""
    assert run_command(["run", "-n", "20", "--seed", "1", "-q", "-o", str(tmp_path / "run")]) == 0
    code = ("import polars, sys; print(polars.read_parquet(sys.argv[1] + '/games/*.parquet').height); "
            "assert 'arknova_fast' not in sys.modules")
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path / "run")], capture_output=True, text=True)
    assert done.stdout.strip() == "40", done.stderr
