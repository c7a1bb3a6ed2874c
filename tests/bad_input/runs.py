"""Run directories broken in every way: name -> what is done to a good one."""
from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

Damage = Callable[[Path], None]
# Games 0 to 39 in parts of 16, rows of decisions.
PART = "part-000000000016.parquet"
FIRST = "part-000000000000.parquet"


def changed_json(change: Callable[[dict], Any], name: str = "run.json") -> Damage:
    def damage(path: Path) -> None:
        body = json.loads((path / name).read_text())
        change(body)
        (path / name).write_text(json.dumps(body))
    return damage


def field(name: str, value: Any) -> Damage:
    def change(body: dict) -> None:
        way = name.split(".")
        for key in way[:-1]:
            body = body[key]
        body[way[-1]] = value
    return changed_json(change)


def without(name: str) -> Damage:
    def change(body: dict) -> None:
        way = name.split(".")
        for key in way[:-1]:
            body = body[key]
        del body[way[-1]]
    return changed_json(change)


def content(name: str, data: bytes) -> Damage:
    return lambda path: (path / name).write_bytes(data) and None


def cut(name: str, share: float) -> Damage:
    def damage(path: Path) -> None:
        data = (path / name).read_bytes()
        (path / name).write_bytes(data[: int(len(data) * share)])
    return damage


def missing(name: str) -> Damage:
    def damage(path: Path) -> None:
        entry = path / name
        shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
    return damage


def table(change: Callable[[pa.Table], pa.Table], name: str = f"games/{PART}", metadata: bool = True) -> Damage:
    """A part that is a good Parquet file of this run with other contents."""
    def damage(path: Path) -> None:
        found = pq.read_table(path / name)
        kept = found.schema.metadata if metadata else None
        pq.write_table(change(found).replace_schema_metadata(kept), path / name)
    return damage


def column(name: str, values: Callable[[pa.ChunkedArray], Any], part: str = f"games/{PART}") -> Damage:
    def change(found: pa.Table) -> pa.Table:
        return found.set_column(found.schema.get_field_index(name), name, values(found[name]))
    return table(change, part)


def tensors(change: Callable[[dict], Any]) -> Damage:
    def damage(path: Path) -> None:
        with np.load(path / "aggregates.npz") as file:
            arrays = {name: file[name] for name in file.files}
        change(arrays)
        np.savez(path / "aggregates.npz", **arrays)
    return damage


def finished(*ranges: tuple[int, int], kind: Any = np.uint64) -> Damage:
    return tensors(lambda arrays: arrays.update(finished=np.array(ranges, kind)))


def swapped(path: Path) -> None:
    one, two = path / "games" / FIRST, path / "games" / PART
    data = one.read_bytes()
    one.write_bytes(two.read_bytes())
    two.write_bytes(data)


def other_metadata(path: Path) -> None:
    part = path / "games" / PART
    found = pq.read_table(part)
    metadata = found.schema.metadata
    body = json.loads(metadata[b"arknova_fast"])
    body["seed"] = 99
    pq.write_table(found.replace_schema_metadata({b"arknova_fast": json.dumps(body).encode()}), part)


def a_file_for_a_folder(path: Path) -> None:
    shutil.rmtree(path / "games")
    (path / "games").write_text("no folder")


def a_folder_for_a_file(path: Path) -> None:
    (path / "games" / PART).unlink()
    (path / "games" / PART).mkdir()


def doubled(found: pa.Table) -> pa.Table:
    return pa.concat_tables([found, found])


# Found when the directory is opened.
INFO: dict[str, Damage] = {
    "run.json empty": content("run.json", b""),
    "run.json no JSON": content("run.json", b"{"),
    "run.json not text": content("run.json", b"\xff\xfe\x00"),
    "run.json a list": content("run.json", b"[1, 2]"),
    "run.json null": content("run.json", b"null"),
    "run.json deep": content("run.json", b"[" * 100_000),
    "run.json cut": cut("run.json", 0.5),
    "run.json missing": missing("run.json"),
    "newer form": field("schema", "arknova-fast/run/2"),
    "newer columns": field("schema_version", 99),
    "another schema": field("schema", "arknova-fast/run-summary/1"),
    "schema no text": field("schema", 1),
    "unknown field": field("colour", "red"),
    "unknown setting": field("settings.colour", "red"),
    **{f"without {name}": without(name) for name in
       ("schema", "schema_version", "ruleset", "seed", "settings", "start", "games", "rows", "format", "part_games",
        "probe", "settings.players", "settings.policies", "probe.game")},
    "players a text": field("settings.players", "2"),
    "players 5": field("settings.players", 5),
    "players true": field("settings.players", True),
    "policies a text": field("settings.policies", "random"),
    "policies too many": field("settings.policies", ["random"] * 3),
    "policies numbers": field("settings.policies", [1, 2]),
    "map mode unknown": field("settings.map_mode", "auction"),
    "seed negative": field("seed", -1),
    "seed huge": field("seed", 2**64),
    "seed a fraction": field("seed", 1.5),
    "games 0": field("games", 0),
    "games huge": field("games", 10**30),
    "start beyond": field("start", 2**64 - 1),
    "format unknown": field("format", "xlsx"),
    "rows unknown": field("rows", "all"),
    "rows a list": field("rows", []),
    "part_games 0": field("part_games", 0),
    "shard a text": field("shard", "1/2"),
    "shard in part": field("shard", {"index": 1}),
    "probe a text": field("probe", "x"),
    "overlay a list": field("overlay", []),
    "solo difficulty for two": field("settings.solo_difficulty", "hard"),
    "settings null": field("settings", None),
    "aggregates empty": content("aggregates.npz", b""),
    "aggregates no NPZ": content("aggregates.npz", b"nonsense" * 99),
    "aggregates cut": cut("aggregates.npz", 0.7),
    "aggregates one array": lambda path: (path / "aggregates.npz").write_bytes(npy(np.zeros(3))) and None,
    "aggregates with objects": tensors(lambda arrays: arrays.update(ends=np.array([None] * 8))),
    "aggregates without ends": tensors(lambda arrays: arrays.pop("ends")),
    "aggregates without ranges": tensors(lambda arrays: arrays.pop("finished")),
    "aggregates of another shape": tensors(lambda arrays: arrays.update(by_zone=arrays["by_zone"][:, :2])),
    "aggregates of another type": tensors(lambda arrays: arrays.update(ends=arrays["ends"].astype(np.float64))),
    "aggregates negative": tensors(lambda arrays: arrays.update(ends=-arrays["ends"])),
    "aggregates of more players": tensors(lambda arrays: arrays.update(seat_games=np.zeros(4, np.int64))),
    "histogram lame": tensors(lambda arrays: arrays.update(score_values=arrays["score_values"][1:])),
    "map out of range": tensors(lambda arrays: arrays.update(map_scores=np.array([[77, 1, 1]]))),
    "finished beyond the games": finished((0, 41)),
    "finished overlapping": finished((0, 20), (10, 30)),
    "finished backwards": finished((20, 10)),
    "finished empty range": finished((5, 5)),
    "finished fewer than counted": finished((0, 39)),
    "finished of another type": finished((0, 40), kind=np.int32),
    "finished flat": tensors(lambda arrays: arrays.update(finished=np.array([0, 40], np.uint64))),
}
# Found when the plan of the games is made.
PLAN: dict[str, Damage] = {
    "ruleset wrong": field("ruleset", "0" * 64),
    "overlay unknown": field("overlay", {"animals": {"999": {"cost": 1}}}),
    "overlay other": field("overlay", {"setup": {"money": 30}}),
    "map unknown": field("settings.map", "Z"),
    "policy unknown": field("settings.policies", ["random", "rnadom"]),
    "probe wrong": field("probe.state_hash", "0" * 16),
    "seed another": field("seed", 2),
    "peaceful another": field("settings.peaceful", True),
}
# Found when the games are read.
PARTS: dict[str, Damage] = {
    "part missing": missing(f"games/{PART}"),
    "folder missing": missing("games"),
    "folder a file": a_file_for_a_folder,
    "part a folder": a_folder_for_a_file,
    "part empty": content(f"games/{PART}", b""),
    "part no Parquet": content(f"games/{PART}", b"PAR1" * 50),
    "part cut at the end": cut(f"games/{PART}", 0.99),
    "part cut in the middle": cut(f"games/{PART}", 0.5),
    "parts swapped": swapped,
    "part of another run": other_metadata,
    "part without metadata": table(lambda found: found, metadata=False),
    "part twice in one": table(doubled),
    "part without its last game": table(lambda found: found.slice(0, len(found) - 2)),
    "part without its last row": table(lambda found: found.slice(0, len(found) - 1)),
    "part without a game": table(lambda found: pa.concat_tables([found.slice(0, 4), found.slice(6)])),
    "part without rows": table(lambda found: found.slice(0, 0)),
    "part backwards": table(lambda found: found.take(list(range(len(found) - 1, -1, -1)))),
    "column missing": table(lambda found: found.drop_columns(["score"])),
    "column of another type": column("score", lambda old: old.cast(pa.float64())),
    "column a text": column("money", lambda old: old.cast(pa.string())),
    "column with gaps": column("money", lambda old: pa.array([None] * len(old), pa.int16())),
    "card sets too short": column("dealt", lambda old: pa.array([b"x" * 31] * len(old), pa.binary(31))),
    "map unknown in a row": column("map", lambda old: pa.array(["Z"] * len(old))),
    "first upgrade unknown": column("first_upgrade", lambda old: pa.array(["sleep"] * len(old))),
    "seats wrong": column("seat", lambda old: pa.array([0] * len(old), pa.uint8())),
    "games of another part": column("game", lambda old: pa.array([g + 16 for g in old.to_pylist()], pa.uint64())),
}


def npy(array: np.ndarray) -> bytes:
    import io

    out = io.BytesIO()
    np.save(out, array)
    return out.getvalue()


def flipped(number: int, seed: int = 6) -> list[tuple[str, int, int]]:
    """Places of single flipped bits: file, share of its length in millionths, bit."""
    chance = random.Random(seed)
    names = ("run.json", "aggregates.npz", f"games/{PART}", f"games/{FIRST}")
    return [(chance.choice(names), chance.randrange(10**6), chance.randrange(8)) for _ in range(number)]


def flip(path: Path, name: str, place: int, bit: int) -> None:
    data = bytearray((path / name).read_bytes())
    data[len(data) * place // 10**6] ^= 1 << bit
    (path / name).write_bytes(data)
