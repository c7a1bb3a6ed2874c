"""arknova play: scripted sessions, undo, resuming, and that hidden cards stay hidden."""
import io
import os
import pty
import random
import re
import signal
import subprocess
import sys

import pytest
from commands import ENVIRONMENT, answer, arknova, wait_until_it_reads

from arknova_fast import Game, Ruleset
from arknova_fast.arguments import names_of
from arknova_fast.cli.playscreen import HELP
from arknova_fast.cli.playsession import Leave, Session
from arknova_fast.io.gamelog import Recorder
from arknova_fast.io.readlog import read_log, replay_log
from arknova_fast.report.hints import known_cards
from arknova_fast.search.stepper import Seats

RULES = Ruleset.default()
NAMES = names_of(RULES).card_names


def numbers(seed: int, count: int, most: int = 9) -> str:
    """Random answers; those that are too large are complained about and asked again."""
    rng = random.Random(seed)
    return "".join(f"{rng.randint(1, most)}\n" for _ in range(count))


class Lines:
    """A console that keeps what is printed; ``look`` is called with each line."""

    is_terminal, no_color = False, True

    def __init__(self, look=None):
        self.lines, self.look = [], look

    def print(self, line="", **_):
        self.lines.append(str(line))
        if self.look:
            self.look(str(line))


def session(game: Game, policies: list, look=None) -> Session:
    seats = Seats(game.ruleset, policies, *(game.origin or (0, 0)))
    recorder = Recorder(game, [policy or "person" for policy in policies], {"turn_limit": 500})
    return Session(game, seats, recorder, 500, Lines(look), lambda path: path or "log")


def said(game: Game, policies: list, answers: str, monkeypatch) -> list[str]:
    """What a session prints for some answers, up to the end of the input."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(answers))
    one = session(game, policies)
    with pytest.raises(Leave):
        one.play()
    return one.out.lines


# --- whole games ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [
    ["--players", 1, "--map", "A"], ["--players", 2, "--seat", "1", "--turn-limit", 12],
], ids=["solo to the end", "two players to the limit"])  # fmt: skip
def test_a_whole_scripted_game_is_saved_as_a_log_that_replays(options, tmp_path):
    path = tmp_path / "game.jsonl"
    done = arknova("play", "--seed", 3, *options, "--log", path, input=numbers(1, 3000))
    assert done.returncode == 0 and done.stderr == ""
    assert f"saved to {path}; arknova replay {path}" in done.stdout.splitlines()[-1]
    log = read_log(path)
    assert log.result["result"]["end_cause"] == ("solo" if options[1] == 1 else "limit")
    replay_log(path)
    replay_log(path, force=True)
    head = "The game is over." if options[1] == 1 else "The turn limit is reached; the game is unfinished."
    assert head in done.stdout.splitlines()


def test_the_policies_get_the_deal_and_the_streams_of_the_batch():
    """A person who takes what the policy would have taken plays the game of the batch."""
    game = Game.new(players=2, seed=4, game=2)
    one = session(game, [None, "random"])
    person = Seats(RULES, ["random", "random"], 4, 2)
    while not game.is_terminal:
        seat = game.current_player()
        one.take(one.seats.choose(game) if seat else person.choose(game))
    assert game == Game.new(players=2, seed=4, game=2).play()


@pytest.mark.parametrize("options", [
    ["--players", 4, "--seat", "1,3", "--map-mode", "draft", "--policy", "greedy,random"],
    ["--players", 3, "--seat", "0", "--map-mode", "pick2", "--peaceful"],
    ["--players", 1, "--solo-difficulty", "hardest", "--map", "5"],
    ["--players", 2, "--seat", "0,1", "--map", "8,4"],
], ids=["draft against two policies", "pick of two, peaceful", "hardest solo", "two persons"])  # fmt: skip
def test_sessions_of_every_set_up_run_and_replay(options, tmp_path):
    rng, path = random.Random(3), tmp_path / "game.jsonl"
    looks = [f"{rng.choice('hdozbmu?')}\n" if rng.random() < 0.2 else "" for _ in range(80)]
    script = "".join(f"{look}{rng.randint(1, 12)}\n" for look in looks)
    for seed in range(2):
        done = arknova("play", "--seed", seed, *options, "--log", path, input=script)
        assert (done.returncode, done.stderr) == (0, "")
        replay_log(path, force=True)
        assert arknova("play", "--resume", path, input="1\nu\nq\n").returncode == 0
        replay_log(path)


def test_a_closed_pipe_is_quiet_and_the_game_is_kept(tmp_path):
    path = tmp_path / "game.jsonl"
    with subprocess.Popen([sys.executable, "-u", "-m", "arknova_fast", "play", "--seed", "7", "--log", str(path)],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          env=ENVIRONMENT) as child:
        assert child.stdin is not None and child.stdout is not None and child.stderr is not None
        child.stdout.readline()
        child.stdout.close()
        child.stdin.write("1\n" * 50)
        child.stdin.close()
        assert child.stderr.read() == ""
    assert child.returncode == 0
    replay_log(path)


def test_a_finished_two_player_game_ends_with_the_scores(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO(numbers(2, 20_000)))
    game = Game.new(players=2, seed=6)
    one = session(game, [None, "random"])
    one.play()
    assert one.game.is_terminal and len(one.recorder.entries) > 200


# --- answers --------------------------------------------------------------------------------------------------------


def test_actions_can_be_typed_as_numbers_or_as_text(tmp_path):
    logs = []
    for i, answers in enumerate(("1\n1\n", "keep 1,2,3,4\nact association\n", "KEEP 1,2,3,4\n 1 \n")):
        path = tmp_path / f"{i}.jsonl"
        arknova("play", "--seed", 7, "--map", 3, "--log", path, input=answers)
        logs.append(read_log(path).steps)
    assert logs[0] == logs[1] == logs[2] and logs[0][2]["action"] == "act association"


@pytest.mark.parametrize("wrong, complaint", [
    ("0", "0 is no action, they are numbered 1 to 9"), ("10", "10 is no action"),
    ("99999999", "cannot read the action"),
    ("dance", "cannot read the action 'dance'"), ("act build +5x", "not legal now"), ("-1", "cannot read"),
    ("u", "there is nothing to undo"), ("s", "name the file: s FILE"), ("place kiosk @1,1", "(? for help)"),
    ("s no/such/folder/x", "cannot write"), ("keep A401", "not in the hand"),
])  # fmt: skip
def test_a_wrong_answer_is_complained_about_and_changes_nothing(wrong, complaint, monkeypatch):
    from arknova_fast.io.gamelog import write_log

    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{wrong}\n"))
    game = Game.new(players=2, seed=7, maps="3")
    for _ in range(2):
        game.apply(game.legal_actions()[0])
    before = game.to_bytes()
    one = session(game, [None, "random"])
    one.save = lambda path: write_log(path, one.recorder.log(game)) or path
    with pytest.raises(Leave):
        one.play()
    assert any(complaint in line for line in one.out.lines[-2:]), one.out.lines[-2:]
    assert game.to_bytes() == before


def test_looking_shows_hand_display_others_zoo_and_help(monkeypatch):
    lines = said(Game.new(players=2, seed=7, maps="3"), [None, "random"], "1\nh\nd\no\nz\nb\n?\n\n", monkeypatch)
    text = "\n".join(lines)
    for start in ("Your hand (4)", "Display (deck ", "Player 1 on map 3", "Zoo of player 0 on map 3"):
        assert start in text
    assert HELP in text and text.count("Turn 1, break in 9") == 2


def test_long_lists_are_shown_in_parts(monkeypatch):
    game = Game.new(players=2, seed=7, maps="3")
    lines = said(game, [None, "random"], "m\nm\n", monkeypatch)
    shown = [int(line.split()[0]) for line in lines if re.match(r" *[0-9]+  keep", line)]
    assert shown == list(range(1, 71)) and "      ... 30 more: m" in lines
    assert "such as keep 1,3,5,7, or one of 70 numbers" in "".join(lines)


def test_hints_tell_strength_cost_and_gains(monkeypatch):
    game = Game.from_dict({"players": [
        {"map": "3", "money": 30, "hand": ["A401"], "buildings": ["enclosure_5@4,7"], "x_tokens": 2,
         "actions": ["build", "cards", "association", "sponsors", "animals"]}, {}]})
    lines = said(game, [None, "random"], "act animals\nplay A401\n", monkeypatch)
    text = "\n".join(lines)
    assert "use the animals card  [strength 5: at most 1 animal]" not in text  # strength 5 allows two on side I
    assert "use the animals card  [strength 5: at most 2 animals]" in text
    build = "use the build card, spending 2 X-tokens  [strength 3: one building of at most 3 spaces | X-tokens -2]"
    assert build in text


# --- undo -----------------------------------------------------------------------------------------------------------


def test_undo_goes_back_to_the_previous_decision_and_chance_does_the_same_again(tmp_path):
    plain, undone = tmp_path / "plain.jsonl", tmp_path / "undone.jsonl"
    arknova("play", "--seed", 7, "--log", plain, input="1\nact cards\ndraw\n1\n2\n")
    detours = "5\nu\n1\nact build\nu\nact cards\nu\nact cards\ndraw\n1\nu\n1\n2\n"
    arknova("play", "--seed", 7, "--log", undone, input=detours)
    assert read_log(plain).steps == read_log(undone).steps and len(read_log(plain).steps) > 5
    assert read_log(plain).result == read_log(undone).result


def test_undo_takes_back_the_turns_of_the_others_too(monkeypatch):
    game = Game.new(players=3, seed=2)
    one = session(game, [None, "random", "random"])
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\nx-token build\nu\n"))
    with pytest.raises(Leave):
        one.play()
    assert int(one.game.view()["turn"]) == 1 and one.game.current_player() == 0
    assert [entry["turn"] for entry in one.recorder.entries] == [0, 0, 0]
    assert "undone: back at your previous decision" in "\n".join(one.out.lines)


def test_undo_of_a_person_does_not_stop_at_anothers_decision(monkeypatch):
    game = Game.new(players=2, seed=2)
    one = session(game, [None, None])
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n1\nx-token build\nx-token cards\nu\n"))
    with pytest.raises(Leave):
        one.play()
    assert one.game.current_player() == 0 and int(one.game.view()["turn"]) == 1


# --- hidden information ---------------------------------------------------------------------------------------------


def test_no_card_is_named_before_the_person_could_know_it(monkeypatch):
    """Keys and names of cards that no observation of the person's seat ever held never reach the screen."""
    named = 0
    for seed in range(3):
        game = Game.new(players=3, seed=seed, maps="random")
        ever: set[str] = set()

        def look(line, ever=ever):
            nonlocal named
            # A project that is printed on a card may be named with the card.
            keys = set(re.findall(r"(?<!dominance )\b[ASP][0-9]{3}\b", line))
            assert keys <= ever, (line, keys - ever)
            known = " ".join(NAMES[key] for key in ever if key in NAMES)
            hidden = [NAMES[key] for key in NAMES if key[0] == "A" and key not in ever and NAMES[key] not in known]
            assert not [name for name in hidden if name in line], line
            named += len(keys)

        one = session(game, ["random", None, "random"], look)
        original = one.take

        def take(code, one=one, original=original, ever=ever):
            original(code)
            ever |= known_cards(one.game, 1)

        one.take = take
        ever |= known_cards(game, 1)
        rng = random.Random(seed)
        looks = [rng.choice("hdobu") + "\n" if rng.random() < 0.2 else "" for _ in range(250)]
        script = "".join(f"{one_look}{rng.randint(1, 6)}\n" for one_look in looks)
        monkeypatch.setattr(sys, "stdin", io.StringIO(script))
        with pytest.raises(Leave):
            one.play()
        assert len(one.recorder.entries) > 200
    assert named > 5_000


def test_what_is_shown_is_the_same_for_games_the_person_cannot_tell_apart(monkeypatch):
    """Hands, decks and final scoring cards of others are dealt anew: nothing on the screen changes."""
    rng = random.Random(5)
    compared = 0
    for seed in range(12):
        game = Game.new(players=2 + seed % 3, seed=seed, maps="random")
        for _ in range(rng.randint(0, 300)):
            if not game.is_terminal:
                game.apply(rng.choice(game.legal_actions()))
        seat = game.current_player()
        if seat < 0 or len(game.legal_actions()) == 1:
            continue
        policies = [None if p == seat else "random" for p in range(game.players)]
        texts = {"\n".join(said(one, policies, "h\nd\no\nz\nm\nb\nact build +5x\ndance\n", monkeypatch))
                 for one in (game.clone(), *(game.determinize(seat, k) for k in range(1, 4)))}
        assert len(texts) == 1
        compared += 1
    assert compared >= 5


def test_secret_choices_of_others_are_not_named(monkeypatch):
    lines = said(Game.new(players=2, seed=7), ["random", None], "1\n", monkeypatch)
    news = [line for line in lines if line.startswith("  player 0:")]
    assert news[0] == "  player 0: keep some starting cards"


def test_the_log_is_written_only_at_the_end(tmp_path):
    path = tmp_path / "game.jsonl"
    with subprocess.Popen([sys.executable, "-u", "-m", "arknova_fast", "play", "--seed", "7", "--log", str(path)],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT) as child:
        assert child.stdin is not None and child.stdout is not None
        child.stdin.write("1\nh\n")
        child.stdin.flush()
        for line in child.stdout:
            if line.startswith("Your hand (4)"):
                break
        assert not path.exists()
        child.stdin.write("q\n")
        child.stdin.flush()
        assert child.stdout.read().splitlines()[-1].startswith(f"you quit: saved to {path}")
    assert child.returncode == 0 and path.exists()


# --- leaving and coming back ----------------------------------------------------------------------------------------


def test_a_resumed_game_goes_on_as_if_never_left(tmp_path):
    answers = ["1\n", "act cards\n", "draw\n", "1\n", "2\n", "3\n", "1\n", "4\n", "2\n", "1\n"]
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    arknova("play", "--seed", 9, "--players", 3, "--seat", "1", "--log", whole, input="".join(answers))
    arknova("play", "--seed", 9, "--players", 3, "--seat", "1", "--log", parts, input="".join(answers[:3]))
    assert arknova("play", "--resume", parts, input="q\n").returncode == 0
    done = arknova("play", "--resume", parts, input="".join(answers[3:]))
    assert done.returncode == 0 and "go on with arknova play --resume" in done.stdout
    assert read_log(whole).steps == read_log(parts).steps
    assert read_log(whole).result == read_log(parts).result


def test_resuming_into_another_file_keeps_the_first(tmp_path):
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    arknova("play", "--seed", 9, "--log", one, input="1\n")
    before = one.read_bytes()
    arknova("play", "--resume", one, "--log", two, input="1\n1\n")
    assert one.read_bytes() == before and len(read_log(two).steps) > len(read_log(one).steps)


def test_saving_on_the_way_gives_a_log_to_resume(tmp_path):
    done = arknova("play", "--seed", 9, "--log", tmp_path / "end.jsonl", input=f"1\ns {tmp_path / 'way.jsonl'}\n1\n")
    assert "the file holds the hidden cards of all players" in done.stdout
    assert len(replay_log(tmp_path / "way.jsonl").legal_actions()) > 1
    assert len(read_log(tmp_path / "way.jsonl").steps) < len(read_log(tmp_path / "end.jsonl").steps)


def test_without_a_name_the_log_gets_a_free_one(tmp_path):
    for _ in range(2):
        assert arknova("play", "--seed", 9, input="1\n", cwd=tmp_path).returncode == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["arknova-9-1.jsonl", "arknova-9.jsonl"]


@pytest.mark.parametrize("number, word", [
    (signal.SIGINT, "interrupted"), (signal.SIGTERM, "terminated"), (signal.SIGHUP, "hung up")])
def test_a_signal_that_ends_the_game_saves_it(number, word, tmp_path):
    path = tmp_path / "game.jsonl"
    with subprocess.Popen([sys.executable, "-u", "-m", "arknova_fast", "play", "--seed", "7", "--log", str(path)],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT) as child:
        assert child.stdin is not None and child.stdout is not None
        child.stdin.write("1\n")
        child.stdin.flush()
        for line in child.stdout:
            if line.lstrip().startswith("9  take an X-token"):
                break
        wait_until_it_reads(child.pid)
        child.send_signal(number)
        rest = child.stdout.read()
    assert child.returncode == 130 and rest.splitlines()[-1].startswith(f"{word}: saved to {path}")
    replay_log(path)


def test_a_game_is_saved_when_its_terminal_is_closed(tmp_path):
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(tmp_path)
        os.execve(sys.executable, [sys.executable, "-m", "arknova_fast", "play", "--seed", "7", "--log", "game.jsonl"],
                  ENVIRONMENT)
    said = b""
    while b"keep 1,3,5,7" not in said:
        said += os.read(terminal, 4096)
    wait_until_it_reads(child)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 130
    replay_log(tmp_path / "game.jsonl")


def test_a_closed_standard_input_is_the_end_of_the_input(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    game = Game.new(players=2, seed=7)
    with pytest.raises(Leave, match="the input ended"):
        session(game, [None, "random"]).play()
    done = subprocess.run(["/bin/sh", "-c", 'exec "$0" -m arknova_fast play --seed 7 --log game.jsonl <&-',
                           sys.executable], text=True, cwd=tmp_path, env=ENVIRONMENT, capture_output=True)
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout.splitlines()[-1].startswith("the input ended: saved to game.jsonl")


def test_bytes_that_are_no_text_are_not_echoed(tmp_path):
    done = subprocess.run([sys.executable, "-m", "arknova_fast", "play", "--seed", "7", "--log", "game.jsonl"],
                          input=b"a\xff\x1b[2Jb\x00\x80c\n", cwd=tmp_path, env=ENVIRONMENT, capture_output=True)
    assert done.returncode == 0 and done.stderr == b""
    assert "cannot read the action 'a  [2Jb  c'" in done.stdout.decode()


def test_an_input_that_is_no_game_is_left_soon(monkeypatch):
    """Only the first wrong answers are worth the search for what was meant; after a thousand the game is saved."""
    lines = said(Game.new(players=2, seed=7), [None, "random"], "foo\n" * 1500, monkeypatch)
    complaints = [line for line in lines if line.startswith("cannot read the action 'foo'")]
    assert len(complaints) == 1000 and sum("did you mean" in line for line in complaints) == 20


def test_json_is_the_result_alone(tmp_path):
    found = answer("play", "--seed", 7, "--log", tmp_path / "game.jsonl", input="1\n1\n")
    assert found["schema"] == "arknova-fast/play/1" and found["policies"] == ["person", "random"]
    assert found["state_hash"] == read_log(tmp_path / "game.jsonl").result["state_hash"]


def test_two_persons_each_see_their_own_hand(monkeypatch):
    game = Game.new(players=2, seed=7)
    hands = [game.observe(seat).as_dict()["seats"][seat]["hand"] for seat in (0, 1)]
    lines = said(game, [None, None], "1\n", monkeypatch)
    split = next(i for i, line in enumerate(lines) if line.startswith("Player 1, "))
    first = "\n".join(lines[: split - 40])
    assert all(key in first for key in hands[0]) and not any(key in first for key in hands[1])
    assert all(key in "\n".join(lines[split - 40:]) for key in hands[1])


@pytest.mark.parametrize("arguments, code, message", [
    (["--seat", "2"], 2, "has the seats 0 to 1"), (["--seat", "x"], 2, "expected seats from 0 to 1"),
    (["--seat", ""], 2, "expected seats"), (["--seat", "0,0"], 2, "a seat is named twice"),
    (["--resume", ""], 2, "the name of the log is empty"), (["--policy", "randon"], 2, "did you mean 'random'"),
    (["--players", "3", "--policy", "random,random,random"], 2, "3 policies for 2"),
    (["--map", "9"], 2, "unknown map '9'"), (["--log", "no/such/folder/x"], 3, "cannot write"),
    (["--resume", "none.jsonl"], 3, "cannot be read"),
    (["--resume", "LOG", "--seed", "1"], 2, "does not go with --resume"),
    (["--resume", "LOG", "--map", "3"], 2, "--map does not go with --resume"),
])  # fmt: skip
def test_what_does_not_fit_together_is_refused_in_one_sentence(arguments, code, message, tmp_path):
    done = arknova("play", *[tmp_path / "game.jsonl" if word == "LOG" else word for word in arguments], input="1\n",
                   cwd=tmp_path)
    assert done.returncode == code and message in done.stderr and done.stderr.count("\n") == 1
    assert not os.listdir(tmp_path)


@pytest.mark.parametrize("text", ["my diary", '{"schema": "arknova-fast/match/1"}\n', "[" * 100_000, "\x00\xff"])
@pytest.mark.parametrize("command", [("play", "--seed", 7), ("replay", "--seed", 7)])
def test_a_file_that_is_no_log_is_left_alone(command, text, tmp_path):
    path = tmp_path / "diary.txt"
    path.write_text(text)
    done = arknova(*command, "--log", path, input="1\n")
    assert done.returncode == 2 and "exists and is no game log" in done.stderr and done.stderr.count("\n") == 1
    assert path.read_text() == text
    inside = arknova("play", "--seed", 7, "--log", tmp_path / "game.jsonl", input=f"s {path}\nq\n")
    assert inside.returncode == 0 and "exists and is no game log" in inside.stdout
    assert path.read_text() == text


def test_a_log_or_an_empty_file_may_be_written_over(tmp_path):
    path = tmp_path / "game.jsonl"
    path.touch()
    for seed in (7, 8):
        assert arknova("play", "--seed", seed, "--log", path, input="q\n").returncode == 0
        assert read_log(path).header["seed"] == seed


def test_a_finished_game_or_one_of_policies_is_not_resumed(tmp_path):
    path = tmp_path / "game.jsonl"
    arknova("replay", "--seed", 1, "--turn-limit", 3, "--log", path)
    refused = arknova("play", "--resume", path)
    assert refused.returncode == 2 and "nobody plays" in refused.stderr
    arknova("replay", "--seed", 1, "--log", path)
    refused = arknova("play", "--resume", path)
    assert refused.returncode == 2 and "is over" in refused.stderr
    path.write_bytes(path.read_bytes()[:-30])
    refused = arknova("play", "--resume", path)
    assert refused.returncode == 3 and "cut off" in refused.stderr
