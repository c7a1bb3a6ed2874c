"""``arknova replay``: play a game again and tell it turn by turn."""
from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from arknova_fast.cli import CHECK
from arknova_fast.cli.common import (
    SEED,
    Whole,
    check_log_file,
    console,
    json_option,
    print_drawing,
    print_json,
    ruleset_of,
)
from arknova_fast.cli.gameoptions import game_options, plan_of
from arknova_fast.errors import LogMismatchError, UsageError, counted, visible

if TYPE_CHECKING:
    from arknova_fast.game import Game
    from arknova_fast.io.steps import Step
    from arknova_fast.report.replay import Turn

SCHEMA = "arknova-fast/replay/1"
GAME = Whole("game", 0, 2**64 - 2, "0 to 2**64 - 2")


@dataclass
class Source:
    """A game that can be played again.

    Attributes
    ----------
    about : dict
        ``source``, ``seed``, ``game``, ``policies``, ``options``.
    game : Game
        It stands at the first decision.
    steps : iterator of Step
        Plays ``game`` on.
    wanted : callable or None
        Gives the stored hash of the last state; read only for a check, since a run may keep no rows.
    again : callable
        A second, independent check; returns what it compared.
    header : dict, optional
        Of the log the game comes from.
    """

    about: dict[str, Any]
    game: Game
    steps: Iterator[Step]
    wanted: Callable[[], int] | None
    again: Callable[[], int]
    header: dict[str, Any] | None = None


def source_of_plan(plan: Any, number: int, kind: str, wanted: Callable[[], int] | None = None) -> Source:
    from arknova_fast.io.gamelog import plan_options
    from arknova_fast.io.steps import policy_steps
    from arknova_fast.search.stepper import begin_game

    game, seats = begin_game(plan, number)
    options = plan_options(plan)
    about = {"source": kind, "seed": plan.arguments[5], "game": number, "policies": list(map(str, seats.policies)),
             "options": options}
    return Source(about, game, policy_steps(game, seats, options["turn_limit"]), wanted,
                  lambda: int(plan.play(number, 1)["state_hash"][0]))


def source_of_log(path: str, ruleset: Any) -> Source:
    from arknova_fast.io.readlog import first_position, log_steps, read_log, replay_log

    log = read_log(path)
    game = first_position(log, ruleset)
    about = {"source": path, **{name: log.header[name] for name in ("seed", "game", "policies", "options")}}

    def stored() -> int:
        return int(log.result["state_hash"], 16)

    def forced() -> int:
        replay_log(path, ruleset, force=True)
        return stored()

    return Source(about, game, log_steps(log, game=game), stored, forced, log.header)


def source_of_run(path: str, number: int) -> Source:
    """Game ``number`` of a run directory, with the state hash that its row stores."""
    from arknova_fast.io import rundir

    run = rundir.load(path)
    run.part_of(number)  # refuses games that the run has not finished
    return source_of_plan(run.plan(), number, path, lambda: int(run.record(number)["state_hash"][0]))


def source_of(source: str | None, seed: int | None, number: int | None, policy: str, options: dict[str, Any]) -> Source:
    if source is None:
        if seed is None:
            raise UsageError("what is to be replayed? give a game log, a run directory with --game, or --seed and "
                             "--game with the options of the run")
        return source_of_plan(plan_of(ruleset_of(options["rules_file"]), policy, seed, options), number or 0, "options")
    if seed is not None:
        raise UsageError("--seed goes with the options of a run, not with a file; leave it out")
    if os.path.isdir(source):
        if number is None:
            from arknova_fast.io.rundir import load

            load(source)  # another directory is told to be none
            raise UsageError("a run directory holds many games; choose one with --game")
        return source_of_run(source, number)
    if number is not None:
        raise UsageError("a game log holds one game; leave --game out")
    return source_of_log(source, ruleset_of(options["rules_file"]) if options["rules_file"] else None)


@click.command(short_help="Play a game again and tell it turn by turn.")
@click.argument("source", required=False, metavar="[LOG|RUN]")
@click.option("--game", "number", type=GAME, help="Number of the game, with --seed (default 0) or a run directory.")
@click.option("--seed", type=SEED, help="Seed of the run, together with the set-up options of the run.")
@click.option("--policy", default="random", show_default=True, metavar="NAMES",
              help="One policy for all seats, or one per seat with commas, as for run.")
@game_options
@click.option("--turn", "only", type=Whole("turn", 0, 65535), help="Show one turn with all its decisions, and the zoo "
              "of its player at its end; 0 is the set-up.")
@click.option("--full", is_flag=True, help="Show every decision, with the cards drawn.")
@click.option("--draw", is_flag=True, help="Draw the zoos at the end.")
@click.option("--check", is_flag=True, help="Compare the hash of the last state with the stored one, of a seed with "
              "that of a compiled playout; of a log also force its outcomes. Exit code 4 when something differs.")
@click.option("--log", "log_file", metavar="FILE", help="Write the game as a game log.")
@json_option
def replay(source: str | None, number: int | None, seed: int | None, policy: str, only: int | None, full: bool,
           draw: bool, check: bool, log_file: str | None, as_json: bool, **options: Any) -> int | None:
    """Play a game again and tell it turn by turn.

    A line shows the turn, the seat, its tracks and hand size at the end of the turn with their changes, and what was
    done. Lines without a turn are other players whose tracks changed.

    \b
    Examples:
      arknova replay --seed 7 --game 3
      arknova replay --seed 7 --game 3 --turn 12
      arknova replay --seed 7 --game 3 --log game.jsonl
      arknova replay game.jsonl --check
      arknova replay runs/night --game 123456 --check
    """
    check_log_file(log_file)
    found = source_of(source, seed, number, policy, options)
    if found.about["source"] != "options":
        refuse_set_up(options, policy)
    try:
        return tell(found, only, full, draw, check, log_file, as_json)
    except LogMismatchError as error:
        click.echo(f"arknova replay: {error}", err=True)
        return CHECK


def refuse_set_up(options: dict[str, Any], policy: str) -> None:
    """Logs and runs know their set-up; options that would be ignored are refused."""
    ctx = click.get_current_context()
    for name in (*options, "policy"):
        if name != "rules_file" and ctx.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
            flag = next(param.opts[-1] for param in ctx.command.params if param.name == name)
            raise UsageError(f"{flag} goes with --seed; the set-up of a log or run is stored in it")


def tell(found: Source, only: int | None, full: bool, draw: bool, check: bool, log_file: str | None,
         as_json: bool) -> int | None:
    from arknova_fast.io.gamelog import Recorder, hexadecimal, result_of, write_log
    from arknova_fast.report.replay import turn_object, turns_of
    from arknova_fast.search.stepper import record_hash

    limit = found.about["options"]["turn_limit"]
    recorder = Recorder(found.game, found.about["policies"], found.about["options"], found.header)
    printer = Printer(found, only, full, as_json)
    steps = noted(found.steps, recorder)
    turns = []
    for turn, end in turns_of(steps):
        printer.turn(turn, end)
        if as_json and only in (None, turn.number):
            turns.append(turn_object(turn))
    if only is not None and only > printer.last:
        raise UsageError(f"there is no turn {only}, the game has the turns 0 to {printer.last}")
    state_hash = record_hash(found.game, limit)
    checked = check_of(found, state_hash) if check else None
    if log_file:
        write_log(log_file, recorder.log(found.game))
    if as_json:
        head = recorder.header
        print_json({"schema": SCHEMA, "package_version": head["package_version"], "ruleset": head["ruleset"],
                    **found.about, "players": found.game.players, "turns": turns,
                    **result_of(found.game, len(recorder.entries), limit),
                    "check": checked if checked is None else {**checked, "state_hash": hexadecimal(state_hash)}})
    else:
        printer.end(recorder, draw, checked, state_hash)
    return CHECK if checked is not None and not checked["equal"] else None


def noted(steps: Iterator[Step], recorder: Any) -> Iterator[Step]:
    for step in steps:
        recorder.note(step)
        yield step


def check_of(found: Source, state_hash: int) -> dict[str, Any]:
    """Whether the hash is the stored one and that of the second check."""
    from arknova_fast.io.gamelog import hexadecimal

    again = found.again()
    wanted = again if found.wanted is None else found.wanted()
    return {"equal": state_hash == wanted == again, "wanted": hexadecimal(wanted)}


class Printer:
    """Prints the game as it goes."""

    def __init__(self, found: Source, only: int | None, full: bool, quiet: bool):
        from arknova_fast.report.replay import head_line

        self.found, self.only, self.full, self.quiet = found, only, full, quiet
        self.last = 0
        self.out = console()
        if not quiet:
            about = found.about
            seeds = "" if about["seed"] is None else f", seed {about['seed']}, game {about['game']}"
            self.say(f"{counted(found.game.players, 'player')} ({', '.join(about['policies'])}){seeds}, "
                     f"ruleset {found.game.ruleset.content_hash[:16]}")
            self.say(head_line())

    def say(self, line: str, style: str = "") -> None:
        self.out.print(visible(line), markup=False, soft_wrap=True, style=style)

    def turn(self, turn: Turn, end: Game) -> None:
        from arknova_fast.report.replay import turn_lines
        from arknova_fast.report.zoo import zoo_canvas, zoo_notes, zoo_of, zoo_title

        self.last = turn.number
        if self.quiet or self.only not in (None, turn.number):
            return
        for line in turn_lines(turn, self.full or self.only is not None):
            event = line.lstrip().startswith("--")
            self.say(line, "bold" if event else "")
        if self.only is not None and turn.player is not None:
            zoo = zoo_of(end.ruleset, end.view(), turn.player)
            self.say("")
            print_drawing(zoo_title(zoo), zoo_canvas(zoo), zoo_notes(zoo))

    def end(self, recorder: Any, draw: bool, checked: dict[str, Any] | None, state_hash: int) -> None:
        from arknova_fast.io.gamelog import end_cause
        from arknova_fast.report.replay import final_table
        from arknova_fast.report.zoo import zoo_canvas, zoo_notes, zoo_of, zoo_title

        game = self.found.game
        if self.only is None:
            cause = end_cause(game, self.found.about["options"]["turn_limit"])
            self.say("")
            if not game.is_terminal:
                self.say("left unfinished at the turn limit" if cause == "limit" else "the log ends here, unfinished")
            for line in final_table(game):
                self.say(line)
        for seat in range(game.players) if draw else ():
            zoo = zoo_of(game.ruleset, game.view(), seat)
            self.say("")
            print_drawing(zoo_title(zoo), zoo_canvas(zoo), zoo_notes(zoo))
        if checked is not None:
            other = "stored one" if self.found.wanted is not None else "one of a compiled playout"
            word = f"equals the {other}" if checked["equal"] else f"differs from the {other}, {checked['wanted']}"
            self.say(f"check: the state hash {state_hash:016x} {word}", "bold")
