"""Broken run directories get a typed error in one sentence, from Python and from every command; never a traceback."""
from __future__ import annotations

import json
import shutil
import subprocess

import pytest
from bad_input import runs as broken
from commands import process
from runs import one_sentence, play

from arknova_fast.cli import run_command
from arknova_fast.errors import ArkNovaError, RunDataError
from arknova_fast.io import formats
from arknova_fast.io.rundir import load
from arknova_fast.report.summary import run_summary


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    path = tmp_path_factory.mktemp("good") / "run"
    play(path, games=40, chunk=16)
    return path


@pytest.fixture
def copied(good, tmp_path):
    return shutil.copytree(good, tmp_path / "run")


def sentence(error: BaseException, path) -> None:
    text = str(error)
    assert text.strip()
    assert "\n" not in text
    assert len(text) < 1500
    assert path.name in text  # it says where


def fails(capfd, *args) -> str:
    """The command ends with exit code 3 and one line."""
    assert run_command([str(arg) for arg in args]) == 3
    out, err = capfd.readouterr()
    assert out == ""
    assert len(err.strip().splitlines()) == 1, err
    assert "Traceback" not in err
    return err


def test_the_corpus_is_large():
    assert len(broken.INFO) + len(broken.PLAN) + len(broken.PARTS) >= 90


@pytest.mark.parametrize("name", broken.INFO)
def test_a_directory_that_cannot_be_opened(copied, name, tmp_path, capfd):
    broken.INFO[name](copied)
    with pytest.raises(RunDataError) as caught:
        load(copied)
    sentence(caught.value, copied)
    fails(capfd, "export", copied, "-o", tmp_path / "x.csv")
    fails(capfd, "merge", copied, "-o", tmp_path / "whole")
    fails(capfd, "run", "--resume", "-o", copied)


@pytest.mark.parametrize("name", broken.PLAN)
def test_a_directory_whose_games_cannot_be_played(copied, name, capfd):
    broken.PLAN[name](copied)
    with pytest.raises(RunDataError) as caught:
        load(copied).plan()
    sentence(caught.value, copied)
    fails(capfd, "run", "--resume", "-o", copied)


@pytest.mark.parametrize("name", broken.PARTS)
def test_a_directory_whose_parts_are_broken(copied, name, tmp_path, capfd):
    broken.PARTS[name](copied)
    with pytest.raises(RunDataError) as caught:
        run = load(copied)
        for part in run.parts():
            run.rows(part)
    sentence(caught.value, copied)
    assert "part-" in str(caught.value)
    fails(capfd, "merge", copied, "-o", tmp_path / "whole")
    assert not (tmp_path / "whole").exists()
    fails(capfd, "export", copied, "-o", tmp_path / "x.parquet")
    assert not (tmp_path / "x.parquet").exists()


@pytest.mark.parametrize("name", ["part missing", "folder missing"])
def test_an_export_of_a_broken_run_is_one_line_in_a_process_too(copied, name, tmp_path):
    """What a library says when its objects are thrown away is seen on standard error alone."""
    broken.PARTS[name](copied)
    one_sentence(process("export", copied, "-o", tmp_path / "x.parquet"), 3, "is missing")


def test_a_run_whose_aggregates_are_gone_does_not_begin_anew(copied, tmp_path, capfd):
    before = {path: path.read_bytes() for path in copied.rglob("*") if path.name != "aggregates.npz"
              if path.is_file() and path.name != ".lock"}
    (copied / "aggregates.npz").unlink()
    for args in (["run", "--resume", "-o", copied], ["report", copied], ["export", copied, "-o", tmp_path / "x.csv"]):
        assert "'aggregates.npz' is missing" in fails(capfd, *args).replace(f"{copied}/", "")
    (copied / "progress.json").unlink()
    del before[copied / "progress.json"]
    assert "is missing" in fails(capfd, "run", "--resume", "-o", copied)
    assert {path: path.read_bytes() for path in before} == before


def test_a_complete_run_is_resumed_only_if_its_parts_are_whole(copied, good, capfd):
    parts = sorted((copied / "games").glob("part-*"))
    assert len(parts) == 3
    for part in parts:
        data = part.read_bytes()
        for bad in (b"", b"nonsense", data[: len(data) // 2], data[:-1], next(
                other for other in (parts[0].read_bytes(), parts[1].read_bytes()) if other != data)):
            part.write_bytes(bad)
            assert part.name in fails(capfd, "run", "--resume", "-o", copied)
            assert part.name in fails(capfd, "run", "--resume", "-n", 50, "-o", copied)
        part.write_bytes(data)
    assert run_command(["run", "--resume", "-q", "-o", str(copied)]) == 0


def test_a_run_in_text_is_resumed_only_if_its_parts_are_whole(tmp_path, capfd):
    path = tmp_path / "run"
    play(path, games=16, chunk=16, part_games=8, format="csv")
    part = path / "games" / "part-000000000000.csv"
    part.write_bytes(part.read_bytes()[:-200])
    assert part.name in fails(capfd, "run", "--resume", "-o", path)


def flip_in_the_data(part) -> bytes:
    """Change one byte of the pages of a Parquet file, not of its footer; the bytes as they were."""
    data = part.read_bytes()
    place = len(data) // 3
    part.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
    return data


def test_a_flipped_byte_in_the_data_of_any_part_is_found(copied, tmp_path, capfd):
    """Of the last part too, which a longer run begins from."""
    for part in sorted((copied / "games").glob("part-*")):
        data = flip_in_the_data(part)
        for more in ([], ["-n", 50]):
            assert f"{part.name}': its bytes have changed" in fails(capfd, "run", "--resume", "-o", copied, *more)
        assert part.name in fails(capfd, "merge", copied, "-o", tmp_path / "whole")
        part.write_bytes(data)
    assert run_command(["run", "--resume", "-q", "-o", str(copied)]) == 0


def test_the_checksums_are_those_of_the_system(copied):
    said = subprocess.run(["sha256sum", "-c", "checksums.sha256"], cwd=copied, capture_output=True, text=True)
    assert (said.returncode, said.stdout.count(": OK")) == (0, 3)


def test_a_run_without_checksums_goes_on_and_gets_them_for_new_parts(copied, good):
    (copied / "checksums.sha256").unlink()
    play(copied, games=56)
    listed = (copied / "checksums.sha256").read_text().splitlines()
    assert [line.split("  ")[1] for line in listed] == [f"games/part-{game:012d}.parquet" for game in (32, 48)]
    flip_in_the_data(copied / "games" / broken.PART)
    play(copied, games=60)  # as before: not seen here
    shutil.copyfile(good / "checksums.sha256", copied / "checksums.sha256")
    with pytest.raises(RunDataError, match="its bytes have changed"):
        play(copied, games=64)


def test_a_list_of_checksums_that_is_cut_or_nonsense(copied, capfd):
    file = copied / "checksums.sha256"
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines)[:-20])  # a kill while the last line was written
    play(copied, games=40)
    assert file.read_text() == "".join(lines[:2])
    for bad in ("nonsense\n", lines[0][5:], lines[0].replace("  ", " ")):
        file.write_text(bad)
        assert "checksums.sha256', line 1" in fails(capfd, "run", "--resume", "-o", copied)


def test_an_export_never_replaces_what_a_run_needs(copied, capfd):
    part = copied / "games" / broken.PART
    before = part.read_bytes()
    for target in (part, copied / "run.json", copied / "new.parquet"):
        assert run_command(["export", str(copied), "--to", "parquet", "-o", str(target)]) == 2
        out, err = capfd.readouterr()
        assert out == "" and len(err.strip().splitlines()) == 1
    assert part.read_bytes() == before
    assert not (copied / "new.parquet").exists()
    assert run_command(["merge", str(copied), "-o", str(copied / "sub")]) == 2
    assert "inside the run directory" in capfd.readouterr().err
    assert not (copied / "sub").exists()


def test_the_ending_of_an_export_agrees_with_its_format(copied, tmp_path, capfd):
    assert run_command(["export", str(copied), "-o", str(tmp_path / "x.parquet"), "--to", "csv"]) == 2
    assert "x.parquet" in (err := capfd.readouterr().err) and "csv" in err
    assert not (tmp_path / "x.parquet").exists()
    assert run_command(["export", str(copied), "-o", str(tmp_path / "x.txt"), "--to", "csv"]) == 0
    assert run_command(["export", str(copied), "-o", str(tmp_path / "x.CSV"), "--to", "csv"]) == 0
    assert (tmp_path / "x.txt").read_bytes() == (tmp_path / "x.CSV").read_bytes()


@pytest.mark.parametrize("fmt", ["csv", "jsonl", "npz"])
def test_broken_parts_of_other_formats(tmp_path, fmt):
    path = tmp_path / "run"
    play(path, games=16, chunk=16, format=fmt)
    part = path / "games" / f"part-000000000000.{fmt}"
    data = part.read_bytes()
    swaps = {"csv": (b'"game"', b'"gmae"'), "jsonl": (b'"game"', b'"gmae"'), "npz": (b"game.npy", b"gmae.npy")}
    damaged = [b"", b"nonsense", data[: len(data) // 2], data[:-1] if fmt == "npz" else data[: -len(data) // 3],
               data.replace(*swaps[fmt])]
    for bad in damaged:
        part.write_bytes(bad)
        with pytest.raises(RunDataError) as caught:
            load(path).rows(load(path).parts()[0])
        sentence(caught.value, path)
    part.write_bytes(data)
    assert len(load(path).tables("games")) == 32


def test_card_sets_that_are_no_hexadecimal_numbers(tmp_path):
    path = tmp_path / "run"
    play(path, games=4, chunk=16, format="csv")
    part = path / "games" / "part-000000000000.csv"
    rows = part.read_text().splitlines()
    names = rows[0].replace('"', "").split(",")
    for word in ("xyz", "00"):
        cells = rows[1].split(",")
        cells[names.index("dealt")] = f'"{word}"'
        part.write_text("\n".join([rows[0], ",".join(cells), *rows[2:]]))
        with pytest.raises(RunDataError, match="dealt"):
            load(path).tables("games")


def test_flipped_bits_never_end_in_a_traceback(copied, good):
    """Whatever one flipped bit does: a typed error, or a run that reads on."""
    refused = 0
    for name, place, bit in broken.flipped(150):
        broken.flip(copied, name, place, bit)
        try:
            run = load(copied)
            run_summary(run)
            run.plan()
            for part in run.parts():
                run.rows(part)
        except ArkNovaError as error:
            refused += 1
            sentence(error, copied)
        shutil.copyfile(good / name, copied / name)
    assert refused > 50


def test_questions_that_a_run_cannot_answer(good, tmp_path):
    from arknova_fast.errors import UsageError

    run = load(good)
    with pytest.raises(UsageError, match="has no game 40, it has 0 to 39"):
        run.record(40)
    with pytest.raises(RunDataError, match="keeps no rows of turns"):
        run.tables("turns")
    with pytest.raises(RunDataError, match="no table 'trams'"):
        run.tables("trams")
    for path in (tmp_path / "nothing", tmp_path, good / "run.json"):
        with pytest.raises(RunDataError, match="is no run directory"):
            load(path)
    with pytest.raises(RunDataError, match="is empty"):
        load("")


def test_later_games_of_a_killed_run_do_not_count(copied):
    """The part was renamed, the aggregates were not: its games are read up to where the aggregates count."""
    play(copied.parent / "short", games=40, chunk=8, stop=24)
    short = copied.parent / "short"
    shutil.copyfile(copied / "games" / broken.PART, short / "games" / broken.PART)
    run = load(short)
    assert run.finished == [(0, 24)]
    assert run.tables("games")["game"].to_pylist()[-1] == 23


def test_a_damaged_progress_file_harms_nothing(copied):
    (copied / "progress.json").write_text("{")
    play(copied, games=41)
    assert len(json.loads((copied / "progress.json").read_text())["sessions"]) == 1


def test_decode_names_the_format():
    from arknova_fast.io.parts import arrow_schema

    for fmt in ("parquet", "csv", "jsonl", "npz"):
        with pytest.raises(RunDataError, match=fmt if fmt != "npz" else "NPZ"):
            formats.decode(b"\x00\x01nonsense", fmt, arrow_schema("games"))
