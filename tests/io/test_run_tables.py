"""The tables of a run: what they say, in every format, in every data tool."""
from __future__ import annotations

import io
import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from commands import arknova, process
from runs import one_sentence, play, tree

from arknova_fast.core.tables import Ruleset
from arknova_fast.errors import RunDataError
from arknova_fast.game import Game
from arknova_fast.io import formats, parts, schema
from arknova_fast.io.cards import expand, long_table
from arknova_fast.io.export import export
from arknova_fast.io.rundir import load
from arknova_fast.report.summary import run_summary
from arknova_fast.search.batch import RECORD_DTYPE, TRACK_DTYPE
from arknova_fast.search.rows import play_rows

RULES = Ruleset.default()
WORDS = parts.Words(tuple(RULES.data["maps"]), ("random", "greedy"))


def hand_made() -> parts.Rows:
    """Game 7: seat 0 on map 3 wins with 7 victory points, seat 1 on map A has -14. Game 8 was stopped."""
    records, tracks = np.zeros(4, RECORD_DTYPE), np.zeros(4, TRACK_DTYPE)
    records["game"], records["seat"] = [7, 7, 8, 8], [0, 1, 0, 1]
    records["map"] = [list(RULES.data["maps"]).index(code) for code in ("3", "A", "3", "A")]
    records["score"], records["rank"], records["winners"] = [107, 86, 90, 90], [0, 1, 0, 0], [1, 1, 2, 2]
    records["end_cause"], records["end_player"], records["n_players"] = [1, 1, 4, 4], [1, 1, 0, 0], 2
    records["upgraded"], records["state_hash"] = [0b10010, 0, 0, 1], 2**64 - 1
    tracks["first_upgrade"] = [4, 255, 255, 0]
    tracks["played_in"] = 255
    tracks["finals"] = [0b101, 0b10010, 0, 0]
    for card, breaks in (("A401", 0), ("S264", 3)):
        index = RULES.card_index(card)
        tracks["played"][0, index // 8] |= 1 << index % 8
        tracks["played_in"][0, index] = breaks
    return parts.Rows(records, tracks)


def test_the_columns_say_what_the_records_mean():
    rows = parts.to_arrow("games", hand_made(), WORDS).to_pylist()
    first, second, stopped = rows[0], rows[1], rows[3]
    expected = {"game": 7, "seat": 0, "map": "3", "policy": "random", "score": 107, "victory_points": 7, "rank": 1,
                "winners": 1, "win_share": 1.0, "finished": True, "end_cause": "turn", "end_seat": 1,
                "upgraded_actions": 2, "upgraded": 18, "first_upgrade": "sponsors", "finals": 5,
                "state_hash": 2**64 - 1}
    assert {name: first[name] for name in expected} == expected
    assert (second["map"], second["policy"], second["victory_points"]) == ("A", "greedy", -14)
    assert (second["rank"], second["win_share"], second["first_upgrade"]) == (2, 0.0, None)
    assert (stopped["finished"], stopped["end_cause"], stopped["end_seat"], stopped["win_share"]) == (
        False, "turn_limit", None, None)
    assert stopped["first_upgrade"] == "animals"


def test_card_sets_become_long_tables():
    rows = long_table(parts.to_arrow("games", hand_made(), WORDS), RULES).to_pylist()
    assert rows == [
        {"game": 7, "seat": 0, "card": "A401", "zone": "played", "played_in": 0},
        {"game": 7, "seat": 0, "card": "S264", "zone": "played", "played_in": 3},
    ]


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """One small run with all rows in each format."""
    folder = tmp_path_factory.mktemp("runs")
    return {fmt: play(folder / fmt, rows="decisions", format=fmt, games=20, part_games=8) for fmt in schema.FORMATS}


@pytest.mark.parametrize("fmt", schema.FORMATS)
def test_every_format_gives_back_the_records_and_tracks(runs, fmt):
    run = runs[fmt]
    records, tracks = run.plan().play_tracked(0, 20)
    turns, decisions, _, tracks["options"][::2] = play_rows(run.plan(), 0, 20, True)
    tracks["options"][1::2] = tracks["options"][::2]
    found = parts.joined([run.rows(part) for part in run.parts()])
    assert found.records.tobytes() == records.tobytes()
    assert found.tracks.tobytes() == tracks.tobytes()
    assert found.turns.tobytes() == turns.tobytes()
    assert found.decisions.tobytes() == decisions.tobytes()


def test_the_options_of_a_game_are_those_of_its_choices(runs):
    games, decisions = (runs["parquet"].tables(name).to_pandas() for name in ("games", "decisions"))
    choices = decisions[decisions.n_options > 1].groupby("game").n_options
    first = games[games.seat == 0].set_index("game")
    assert first.options.tolist() == choices.sum().tolist()
    assert first.choices.tolist() == choices.count().tolist()


@pytest.mark.parametrize("fmt", schema.FORMATS)
def test_where_only_games_are_kept_the_options_are_missing(tmp_path, fmt):
    run = play(tmp_path / "run", rows="games", format=fmt, games=3)
    assert run.tables("games")["options"].null_count == 6


@pytest.mark.parametrize("fmt", schema.FORMATS)
def test_results_are_the_games_without_their_cards(tmp_path, runs, fmt):
    """The same games in both, so the columns that both have are equal; the records are those of plain playouts."""
    run = play(tmp_path / "run", rows="results", format=fmt, games=20, part_games=8)
    assert [path.name for path in sorted(run.path.iterdir()) if path.is_dir()] == ["results"]
    games = runs[fmt].tables("games")
    assert run.tables("results").equals(games.select([column.name for column in schema.RESULTS]))
    assert runs[fmt].tables("results").equals(run.tables("results"))
    found = parts.joined([run.rows(part) for part in run.parts()])
    assert found.records.tobytes() == run.plan().play(0, 20).tobytes()
    assert found.tracks is None
    assert run.record(13).tobytes() == runs[fmt].record(13).tobytes()


def test_results_have_the_aggregates_of_games_without_the_cards(tmp_path):
    few, all_ = (play(tmp_path / rows, rows=rows, games=40) for rows in ("results", "games"))
    arrays, more = few.aggregates.arrays(), all_.aggregates.arrays()
    assert set(more) - set(arrays) == {"by_zone", "by_break"}
    assert all(np.array_equal(array, more[name]) for name, array in arrays.items())
    assert run_summary(few) == run_summary(all_)


def test_results_refuse_what_they_do_not_hold(tmp_path):
    path, out = tmp_path / "run", tmp_path / "x.csv"
    run = play(path, rows="results", games=20)
    for table in ("games", "cards"):
        one_sentence(arknova("export", path, "--table", table, "-o", out), 3, "keeps no rows of games", "--rows games")
    one_sentence(arknova("export", path, "--table", "turns", "-o", out), 3, "rows of turns", "--rows turns")
    with pytest.raises(RunDataError, match="made with --rows results"):
        run.tables("games")
    assert not out.exists()
    done = arknova("export", path, "-o", out, "--json")
    assert (json.loads(done.stdout)["table"], json.loads(done.stdout)["rows"]) == ("results", 40)
    play(tmp_path / "games", games=20)
    assert arknova("export", tmp_path / "games", "--table", "results", "-o", tmp_path / "y.csv").returncode == 0
    assert (tmp_path / "y.csv").read_bytes() == out.read_bytes()


@pytest.mark.parametrize("fmt", schema.FORMATS)
def test_every_format_gives_the_same_tables(runs, fmt):
    for table in schema.STORED:
        assert runs[fmt].tables(table).equals(runs["parquet"].tables(table))


@pytest.mark.parametrize("fmt", schema.FORMATS)
def test_a_single_game_is_found_with_its_hash(runs, fmt):
    record = runs[fmt].record(13)
    assert record["game"].tolist() == [13, 13]
    game = Game.new(2, seed=1, game=13).play()
    assert int(record["state_hash"][0]) == game.hash
    assert record["score"].tolist() == game.scores().tolist()


def test_decisions_replay_the_game(runs):
    run = runs["parquet"]
    decisions = [row for row in run.tables("decisions").to_pylist() if row["game"] == 5]
    turns = [row for row in run.tables("turns").to_pylist() if row["game"] == 5]
    game, seen = Game.new(2, seed=1, game=5), 0
    for number, row in enumerate(decisions):
        legal = game.legal_actions()
        kind = game.decision().kind.lower()
        assert (row["number"], row["seat"], row["decision"], row["n_options"]) == (
            number, game.current_player(), kind, len(legal))
        assert legal[row["chosen"]] == row["action"]
        text = run_text(game, row["action"])
        if kind == "main" and text.split()[0] in ("act", "x-token"):
            check_turn(game, text, turns[seen], seen)
            seen += 1
        game.apply(row["action"])
    assert game.is_terminal
    assert game.hash == int(run.record(5)["state_hash"][0])
    assert seen == len(turns)
    assert turns[-1]["appeal"] == int(game.view()["player"]["appeal"][turns[-1]["seat"]])


def run_text(game: Game, action: int) -> str:
    from arknova_fast.notation import action_to_string

    return action_to_string(game, action)


def check_turn(game: Game, text: str, turn: dict, number: int) -> None:
    """A row of turns against the position before the main choice: slot, less 2 for a constriction token, plus X."""
    word, card, *more = text.split()
    player = game.view()["player"][game.current_player()]
    place = schema.ACTION_CARDS.index(card)
    slot = player["order"].tolist().index(place) + 1
    used = int(more[0].strip("+x")) if more else 0
    assert (turn["turn"], turn["seat"], turn["action"]) == (number + 1, game.current_player(), card)
    assert turn["x_token_action"] == (word == "x-token")
    assert turn["x_tokens_used"] == used
    if word == "act":
        assert turn["strength"] == slot - 2 * (int(player["constriction"]) >> place & 1) + used
    else:
        assert turn["strength"] == 0


def test_a_turn_ends_where_the_next_begins(runs):
    """Money and tracks of a row are those that the player has when the next turn begins."""
    turns = [row for row in runs["parquet"].tables("turns").to_pylist() if row["game"] == 3]
    decisions = [row for row in runs["parquet"].tables("decisions").to_pylist() if row["game"] == 3]
    game, at = Game.new(2, seed=1, game=3), 0
    for row in decisions:
        if int(game.view()["turn"]) == turns[at]["turn"] + 1:
            player = game.view()["player"][turns[at]["seat"]]
            for name in ("money", "appeal", "conservation", "reputation", "x_tokens"):
                assert turns[at][name] == int(player[name])
            assert turns[at]["breaks"] == int(game.view()["breaks"])
            at += 1
        game.apply(row["action"])
    assert at == len(turns) - 1


def test_cards_played_before_the_main_choice_make_no_turn(tmp_path):
    """On map 4 cards may be sold first: still one row a turn."""
    run = play(tmp_path / "run", games=30, settings={"map": "4"}, rows="turns")
    turns, games = run.tables("turns"), run.tables("games")
    assert len(turns) == sum(games["turns"].to_pylist())


def test_bit_sets_follow_from_the_hands(runs):
    """Of eight cards dealt four are kept (R4.8); what is played or in hand at the end was seen; kept were dealt."""
    games = runs["parquet"].tables("games")
    sets = {zone: expand(games[zone]) for zone in schema.ZONES}
    assert (sets["dealt"].sum(axis=1) == 8).all()
    assert (sets["kept"].sum(axis=1) == 4).all()
    assert not (sets["kept"] & ~sets["dealt"]).any()
    assert not (sets["in_hand"] & ~sets["seen"]).any()


# --- other tools ------------------------------------------------------------------------------------------------------


def test_parquet_opens_in_polars_duckdb_and_pandas(runs):
    import duckdb
    import pandas
    import polars

    run = runs["parquet"]
    files = str(run.path / "games" / "*.parquet")
    records = run.plan().play(0, 20)
    mean = float(records["score"].mean())
    frame = polars.read_parquet(files)
    assert frame.shape == (40, len(schema.GAMES))
    assert frame["score"].mean() == pytest.approx(mean)
    assert set(frame["map"].cast(polars.String)) <= set("A012345678")
    answer = duckdb.sql(f"SELECT avg(score), count(*), sum(win_share) FROM '{files}'").fetchall()[0]
    assert answer == (pytest.approx(mean), 40, 20)
    table = pandas.read_parquet(run.path / "games" / "part-000000000008.parquet")
    assert table["game"].tolist() == np.repeat(np.arange(8, 16), 2).tolist()
    assert table["policy"].tolist() == ["random"] * 16


def test_csv_and_json_lines_open_in_duckdb_and_pandas(runs):
    import duckdb
    import pandas

    scores = runs["parquet"].tables("games")["score"].to_pylist()
    for fmt in ("csv", "jsonl"):
        files = str(runs[fmt].path / "games" / f"*.{fmt}")
        reader = "read_json_auto" if fmt == "jsonl" else "read_csv_auto"
        rows = duckdb.sql(f"SELECT score FROM {reader}('{files}') ORDER BY game, seat").fetchall()
        assert [row[0] for row in rows] == scores
    table = pandas.read_csv(runs["csv"].path / "games" / "part-000000000000.csv")
    assert table["score"].tolist() == scores[:16]
    with np.load(runs["npz"].path / "games" / "part-000000000000.npz", allow_pickle=False) as arrays:
        assert arrays["score"].tolist() == scores[:16]
        assert arrays["dealt"].shape == (16, 32)


def test_the_metadata_of_a_file_names_seed_ruleset_and_settings(runs):
    found = pq.read_metadata(runs["parquet"].path / "games" / "part-000000000000.parquet").metadata
    body = json.loads(found[b"arknova_fast"])
    assert (body["seed"], body["ruleset"], body["settings"]["players"]) == (1, RULES.content_hash, 2)
    assert body["rng"] == schema.RNG


def test_the_list_of_cards_names_every_bit(runs):
    lines = (runs["parquet"].path / "cards.csv").read_text().splitlines()
    assert lines[0] == "index,key,name,section"
    assert lines[1 + RULES.card_index("A401")] == "0,A401,Cheetah,animals"
    assert len(lines) == 225


# --- export -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fmt", schema.FORMATS)
@pytest.mark.parametrize("table", ["games", "turns", "decisions", "cards"])
def test_export_writes_every_table_in_every_format(runs, table, fmt, tmp_path):
    path = tmp_path / f"out.{fmt}"
    rows = export(runs["parquet"], table, fmt, str(path))
    back = formats.decode(path.read_bytes(), fmt, parts.arrow_schema(table))
    games = runs["parquet"].tables("games")
    whole = long_table(games, RULES) if table == "cards" else runs["parquet"].tables(table)
    assert rows == len(whole) == len(back)
    assert back.equals(formats.canonical(whole, parts.arrow_schema(table)))
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


def test_the_command_tells_what_it_wrote(runs, tmp_path):
    path = tmp_path / "games.csv"
    done = arknova("export", runs["npz"].path, "-o", path, "--json")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert (result["schema"], result["rows"], result["format"]) == ("arknova-fast/export/1", 40, "csv")
    assert len(path.read_text().splitlines()) == 41


def test_exported_decisions_can_be_read_by_people(runs):
    done = process("export", runs["csv"].path, "--table", "decisions", "--text", "--to", "jsonl", "-o", "-")
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(rows) == len(runs["csv"].tables("decisions"))
    game = Game.new(2, seed=1)
    assert rows[0]["text"] == run_text(game, rows[0]["action"])
    assert rows[0]["text"].startswith("keep ")


def test_export_refuses_what_is_not_kept(tmp_path):
    play(tmp_path / "run", rows="none", games=20)
    out = tmp_path / "x.csv"
    one_sentence(arknova("export", tmp_path / "run", "-o", out), 3, "keeps no rows of games", "--rows games")
    one_sentence(arknova("export", tmp_path / "run", "-o", tmp_path / "x"), 2, "--to")
    one_sentence(arknova("export", tmp_path / "nothing", "-o", out), 3, "no run directory")
    play(tmp_path / "games", games=20)
    one_sentence(arknova("export", tmp_path / "games", "--text", "-o", out), 2, "decisions")
    one_sentence(arknova("export", tmp_path / "games", "-o", "/no/such/folder/x.csv"), 3, "/no/such/folder/x.csv")
    assert not out.exists()


# --- determinism ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fmt", schema.FORMATS)
def test_chunks_do_not_change_a_byte(tmp_path, fmt):
    trees = []
    for chunk in (1, 5, 16):
        play(tmp_path / str(chunk), chunk, games=40, rows="decisions", format=fmt)
        trees.append(tree(tmp_path / str(chunk)))
    assert trees[0] == trees[1] == trees[2]
    assert len(trees[0]) == 3 * 3 + 4  # three parts of three tables, and run.json, aggregates, cards, checksums


def test_threads_do_not_change_a_byte(tmp_path):
    for jobs in (1, 2, 3):
        done = arknova("run", "-n", "700", "--seed", "3", "-j", jobs, "--part-games", "200", "-o",
                       tmp_path / str(jobs), "--rows", "turns")
        assert done.returncode == 0, done.stderr
    assert tree(tmp_path / "1") == tree(tmp_path / "2") == tree(tmp_path / "3")
    assert "summary.json" in tree(tmp_path / "1")


def test_growing_buffers_give_the_same_rows():
    """A game with more decisions than the buffers hold is played again with larger ones."""
    from arknova_fast.api import batch_plan

    plan = batch_plan(4, seed=1)
    whole = play_rows(plan, 0, 6, True)
    single = [play_rows(plan, game, 1, True) for game in range(6)]
    assert len(whole[1]) > 6000  # more than the first buffers hold
    for i in range(3):
        assert np.array_equal(whole[i], np.concatenate([one[i] for one in single]))
    assert np.array_equal(whole[2], plan.play(0, 6)["state_hash"][::4])


def test_a_run_reads_back_as_one_table_with_dictionaries(runs):
    table = load(runs["csv"].path).tables("games")
    assert table.schema.equals(parts.arrow_schema("games"))
    assert pa.types.is_dictionary(table.schema.field("map").type)
    data = formats.encode(table, "parquet")
    assert formats.canonical(pq.read_table(io.BytesIO(data)), table.schema).equals(
        formats.canonical(table, table.schema))
