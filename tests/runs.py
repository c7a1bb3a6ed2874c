"""Small run directories for tests, and what is in one."""
from __future__ import annotations

import hashlib
import subprocess
from pathlib import Path
from typing import Any

from arknova_fast.core.tables import Ruleset
from arknova_fast.io.info import RunInfo, plan_of, state_hash
from arknova_fast.io.opening import opened
from arknova_fast.io.rundir import Run, load
from arknova_fast.io.writer import RunWriter, player

SETTINGS: dict[str, Any] = {
    "players": 2, "map": "random", "map_mode": "fixed", "policies": ["random", "random"], "peaceful": False,
    "solo_difficulty": None, "turn_limit": 500,
}  # fmt: skip
VOLATILE = ("progress.json", ".lock")


def info(games: int = 60, seed: int = 1, settings: dict | None = None, **fields: Any) -> RunInfo:
    """The ``run.json`` of a small run: 60 games in parts of 16."""
    ruleset = Ruleset.default()
    settings = SETTINGS | (settings or {})
    start = fields.get("start", 0)
    base: dict[str, Any] = {
        "ruleset": ruleset.content_hash, "overlay": {}, "seed": seed, "settings": settings, "start": start,
        "games": games, "shard": None, "rows": "games", "format": "parquet", "part_games": 16,
        "probe": {"game": start, "state_hash": state_hash(plan_of(ruleset, settings, seed), start)},
        "package_version": "0.1.0",
    }  # fmt: skip
    return RunInfo(**(base | fields))


def play(path: Path, chunk: int = 7, stop: int | None = None, checkpoint: float = 60.0, **fields: Any) -> Run:
    """Play a small run, or go on with it, up to game ``stop``."""
    with opened(path, info(**fields), resume=True) as run:
        writer = RunWriter(run, checkpoint)
        try:
            one = player(run.plan(), run.info.rows)
            size = run.info.part_games
            while writer.left and (stop is None or writer.at < stop):
                count = min(chunk, writer.left, size - writer.at % size, (stop or 2**64) - writer.at)
                writer.add(one(writer.at, count))
            writer.finish()
        finally:
            writer.close()
    return load(path)


def tree(path: Path) -> dict[str, str]:
    """Every file that a run determines -> hash of its bytes."""
    return {str(file.relative_to(path)): hashlib.sha256(file.read_bytes()).hexdigest()
            for file in sorted(path.rglob("*")) if file.is_file() and file.name not in VOLATILE}


def one_sentence(done: subprocess.CompletedProcess, code: int, *words: str) -> None:
    """It failed with this code and one line on standard error that has these words."""
    assert done.returncode == code, done.stderr + done.stdout
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert "Traceback" not in done.stderr
    for word in words:
        assert word in done.stderr
