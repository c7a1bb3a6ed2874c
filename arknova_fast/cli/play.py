"""``arknova play``: a game against policies in the terminal."""
from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from arknova_fast.cli import INTERRUPTED, close_quietly
from arknova_fast.cli.common import (
    SEED,
    Whole,
    check_log_file,
    console,
    fresh_seed,
    json_option,
    print_json,
    ruleset_of,
)
from arknova_fast.cli.gameoptions import game_options, plan_of
from arknova_fast.errors import UsageError, shown, visible

if TYPE_CHECKING:
    from arknova_fast.cli.playsession import Session
    from arknova_fast.game import Game
    from arknova_fast.io.gamelog import Recorder

SCHEMA = "arknova-fast/play/1"
PERSON = "person"
# What a signal that ends the game is called; Windows has no hang-up.
STOPS = {int(getattr(signal, name)): word for name, word in (
    ("SIGINT", "interrupted"), ("SIGTERM", "terminated"), ("SIGHUP", "hung up")) if hasattr(signal, name)}


def seats_of(text: str, players: int) -> list[int]:
    """The seats of the persons."""
    words = [word.strip() for word in text.split(",")]
    if not all(word.isascii() and word.isdigit() and len(word) < 3 for word in words):
        raise UsageError(f"--seat {shown(text)}: expected seats from 0 to {players - 1}, several with commas")
    seats = sorted(int(word) for word in words)
    if len(set(seats)) < len(seats):
        raise UsageError(f"--seat {shown(text)}: a seat is named twice, give each once")
    if seats[-1] >= players:
        raise UsageError(f"--seat {shown(text)}: a game of {players} has the seats 0 to {players - 1}")
    return seats


def policies_of(text: str, players: int, persons: list[int]) -> list[Any]:
    """A policy for each seat, None for persons; names go to the other seats, one for all or one each."""
    from arknova_fast.seating import parse_policies

    others = [seat for seat in range(players) if seat not in persons]
    given = dict(zip(others, parse_policies(text, len(others)) if others else [], strict=True))
    return [given.get(seat) for seat in range(players)]


def new_game(options: dict[str, Any], policies: list[Any], seed: int, number: int) -> tuple[Game, Any, Recorder]:
    from arknova_fast.io.gamelog import Recorder, plan_options
    from arknova_fast.search.stepper import Seats, begin_game

    ruleset = ruleset_of(options["rules_file"])
    plan = plan_of(ruleset, "random", seed, options)
    game, _ = begin_game(plan, number)
    seats = Seats(ruleset, policies, seed, number)
    names = [PERSON if policy is None else str(policy) for policy in policies]
    return game, seats, Recorder(game, names, plan_options(plan))


def resumed_game(path: str) -> tuple[Game, Any, Recorder]:
    """The game of a log as it stands, its policies at the place of their streams where they were."""
    from arknova_fast.io.gamelog import Recorder
    from arknova_fast.io.readlog import first_position, log_steps, read_log
    from arknova_fast.policies import as_policy
    from arknova_fast.search.stepper import Seats

    log = read_log(path)
    header = log.header
    if log.result["result"].get("finished"):
        raise UsageError(f"the game of {path!r} is over; arknova replay {path} tells it")
    if header["seed"] is None or header["game"] is None:
        raise UsageError(f"{path!r} stores no seed for the policies, so it cannot be gone on with")
    game = first_position(log)
    policies = [None if policy == PERSON else as_policy(policy) for policy in header["policies"]]
    if None not in policies:
        raise UsageError(f"nobody plays in {path!r} but policies; arknova replay {path} tells it")
    seats = Seats(game.ruleset, policies, header["seed"], header["game"])
    recorder = Recorder(game, header["policies"], header["options"], header)
    steps = log_steps(log, game=game)
    for entry in log.steps:
        if policies[entry["player"]] is not None:
            seats.choose(game)  # only to bring its stream to the same place
        recorder.note(next(steps))
    next(steps, None)  # checks the result line
    return game, seats, recorder


def free_name(seed: int | None) -> str:
    """A file name that is not taken yet."""
    names = (f"arknova-{seed}{f'-{i}' if i else ''}.jsonl" for i in range(10_000))
    return next(name for name in names if not os.path.exists(name))


@click.command(short_help="Play against policies in the terminal.")
@click.option("--seat", "seat_text", default="0", show_default=True, metavar="SEATS",
              help="Seats of persons at this terminal; several with commas. Seat 0 starts.")
@click.option("--policy", default="random", show_default=True, metavar="NAMES",
              help="Policy of the other seats; several with commas, in the order of the seats.")
@click.option("--seed", type=SEED, help="Seed of the deal; without it a fresh one is drawn and shown.")
@click.option("--game", "number", type=Whole("game", 0, 2**64 - 2, "0 to 2**64 - 2"), default="0", show_default=True,
              help="Number of the deal of that seed.")
@game_options
@click.option("--log", "log_file", metavar="FILE", help="Game log, written at the end and when you quit; the default "
              "is arknova-SEED.jsonl in this folder.")
@click.option("--resume", metavar="LOG", help="Go on with the game of a log; it is saved there again unless --log "
              "names another file.")
@json_option
def play(seat_text: str, policy: str, seed: int | None, number: int, log_file: str | None, resume: str | None,
         as_json: bool, **options: Any) -> int | None:
    """Play against policies in the terminal.

    Each decision shows the board as your seat sees it and the legal actions with a number, what each does and what
    changes at once. Hidden cards stay hidden; the game log, which holds everything, is written at the end or when you
    quit. Answers may come from a pipe: at the end of the input the game is saved.

    \b
    Examples:
      arknova play
      arknova play --players 3 --seat 1 --map 3 --seed 7
      arknova play --resume arknova-7.jsonl
    """
    from arknova_fast.cli.playsession import Session
    from arknova_fast.io.gamelog import write_log

    if resume is not None:
        refuse_set_up(options)
        if not resume:
            raise UsageError("--resume '': the name of the log is empty, give the file of a saved game")
        game, seats, recorder = resumed_game(resume)
        target = log_file or resume
    else:
        seed = fresh_seed() if seed is None else seed
        persons = seats_of(seat_text, options["players"])
        game, seats, recorder = new_game(options, policies_of(policy, options["players"], persons), seed, number)
        target = log_file or free_name(seed)
    check_log_file(target)
    out = console(stderr=as_json)
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")  # bytes that are no text are a wrong answer, not a failure

    def save(path: str | None) -> str:
        if path:
            check_log_file(path)
        write_log(path or target, recorder.log(session.game))
        return path or target

    session = Session(game, seats, recorder, recorder.header["options"]["turn_limit"], out, save)
    return converse(session, as_json)


def refuse_set_up(options: dict[str, Any]) -> None:
    ctx = click.get_current_context()
    for name in (*options, "seat_text", "policy", "seed", "number"):
        if ctx.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
            flag = next(param.opts[-1] for param in ctx.command.params if param.name == name)
            raise UsageError(f"{flag} does not go with --resume; the log holds the set-up")


def converse(session: Session, as_json: bool) -> int | None:
    """Play to the end or until the person leaves; the log is saved in any case."""
    from arknova_fast.cli.playsession import Leave

    header = session.recorder.header
    others = ", ".join(f"seat {seat} {visible(name)}" for seat, name in enumerate(header["policies"]))
    session.say(f"seed {header['seed']}, game {header['game']}: {others}; ? for help", "bold")
    reason = ""
    with held_interrupts(session):
        try:
            session.play()
            tell_end(session)
        except Leave as leave:
            reason = session.stopped or leave.reason  # a hang-up ends the input as well
        except KeyboardInterrupt:
            reason = session.stopped or "interrupted"
        except OSError:  # nobody reads on, or the terminal is gone; the game is kept all the same
            session.save(None)
            if not session.stopped:
                raise
            close_quietly()
            return INTERRUPTED
        path = session.save(None)
    more = f"go on with arknova play --resume {path}" if reason else f"arknova replay {path} tells it turn by turn"
    try:
        session.say(f"{reason}{': ' if reason else ''}saved to {path}; {more}")
    except OSError:
        if not session.stopped:
            raise
        close_quietly()  # after a hang-up nobody reads it
    if as_json:
        log = session.recorder.log(session.game)
        print_json({"schema": SCHEMA, "log": path, "seed": header["seed"], "game": header["game"],
                    "policies": header["policies"], **log.result})
    return INTERRUPTED if reason in STOPS.values() else None


@contextmanager
def held_interrupts(session: Session) -> Iterator[None]:
    """Signals that end the game do so at a question only, never between an action and its line in the log."""
    def note(number: int, frame: object) -> None:
        session.stopped = STOPS[number]
        if session.asking:
            raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():  # no signals arrive here
        yield
        return
    # nohup and the like ignore a signal on purpose.
    caught = [number for number in STOPS if number == signal.SIGINT or signal.getsignal(number) != signal.SIG_IGN]
    old = {number: signal.signal(number, note) for number in caught}
    try:
        yield
    finally:
        for number, handler in old.items():
            signal.signal(number, handler)


def tell_end(session: Session) -> None:
    from arknova_fast.report.replay import final_table

    for _, line in session.news[session.told:]:
        session.say(line)
    session.say()
    over = session.game.is_terminal
    session.say("The game is over." if over else "The turn limit is reached; the game is unfinished.", "bold")
    for line in final_table(session.game):
        session.say(line)
