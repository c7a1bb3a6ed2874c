"""A game between people at the terminal and policies: what is asked, undo, commands."""
from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arknova_fast.cli.playscreen import LISTED, Screen
from arknova_fast.errors import ArkNovaError, IllegalActionError, NotationError, shown

if TYPE_CHECKING:
    from arknova_fast.game import Game
    from arknova_fast.io.gamelog import Recorder
    from arknova_fast.io.steps import Step

# Answers in a row that are no action: so many get a suggestion, after so many the input cannot be meant for a game.
SUGGESTED, UNREADABLE = 20, 1000


def at_terminal() -> bool:
    """Whether a person types the answers; a closed standard input is None in Python."""
    return sys.stdin is not None and sys.stdin.isatty()


class Leave(Exception):
    """The person quits, or the input ends."""

    def __init__(self, reason: str):
        super().__init__(reason)
        self.reason = reason


@dataclass
class Mark:
    """Where undo leads back to."""

    game: Game
    seats: Any
    entries: int


class Session(Screen):
    """A game in play, told on a screen.

    Parameters
    ----------
    game : Game
    seats : Seats
        Policies; None where a person decides.
    recorder : Recorder
    turn_limit : int
    out : rich console
    save : callable
        ``save(path or None)`` writes the log and returns its path.
    """

    def __init__(self, game: Game, seats: Any, recorder: Recorder, turn_limit: int, out: Any,
                 save: Callable[[str | None], str]):
        super().__init__(out)
        self.game, self.seats, self.recorder, self.turn_limit, self.save = game, seats, recorder, turn_limit, save
        self.marks: list[Mark] = []
        self.news: list[tuple[int | None, str]] = []  # (seat that must not read it or None, line)
        self.told = 0
        self.person: int | None = None
        self.turn = -1
        self.asking, self.stopped = False, ""  # for Ctrl-C and other signals: its name once one came
        self.unread = 0

    def persons(self) -> list[int]:
        return [seat for seat, policy in enumerate(self.seats.policies) if policy is None]

    # --- the game -----------------------------------------------------------------------------------------------

    def play(self) -> None:
        """Up to the end of the game, the turn limit, or ``Leave``."""
        from arknova_fast.search.stepper import past_limit

        while not self.game.is_terminal and not past_limit(self.game, self.turn_limit):
            if self.stopped:
                raise KeyboardInterrupt
            seat = self.game.current_player()
            actions = self.game.legal_actions()
            if self.seats.policies[seat] is not None:
                self.take(self.seats.choose(self.game))
            elif len(actions) == 1:
                self.forced(seat, actions[0])
            else:
                self.decide(seat, actions)

    def take(self, code: int) -> None:
        from arknova_fast.io.steps import take_step

        step = take_step(self.game, code, len(self.recorder.entries))
        self.recorder.note(step)
        self.note_news(step)

    def note_news(self, step: Step) -> None:
        """What the persons learn of a step that is not their own, and of breaks and the end."""
        from arknova_fast.report.hints import public_words
        from arknova_fast.report.replay import events_of

        for seat in self.persons():
            if seat != step.player:
                words = public_words(step.before, step.after, step.code, seat)
                self.news.append((seat, f"  player {step.player}: {words}"))
        self.news += [(None, f"  -- {event} --") for event in events_of(step)]

    def forced(self, seat: int, code: int) -> None:
        from arknova_fast.wording import describe

        self.news.append((seat, f"  you have one choice only: {describe(self.game, code)}"))
        self.take(code)

    def tell_news(self, seat: int) -> None:
        for reader, line in self.news[self.told:]:
            if reader in (None, seat):
                self.say(line)
        self.told = len(self.news)

    # --- a decision of a person ---------------------------------------------------------------------------------

    def decide(self, seat: int, actions: list[int]) -> None:
        self.hand_over(seat)
        self.tell_news(seat)
        turn = int(self.game.view()["turn"])
        if turn != self.turn or self.person != seat:
            self.board(self.game, seat)
        else:
            self.tracks(self.game, seat)
        self.turn, self.person = turn, seat
        lines = self.hints(seat, actions)
        listed = self.ask(seat, lines)
        while True:
            answer = self.read()
            if answer == "m" and listed < len(lines):
                listed = self.listed(lines, listed)
            elif answer == "u":
                if self.undo(seat):
                    return
            elif not self.command(seat, answer):
                code = self.chosen(answer, actions)
                if code is not None:
                    self.marks.append(Mark(self.game.clone(), self.seats.clone(), len(self.recorder.entries)))
                    self.take(code)
                    return

    def hints(self, seat: int, actions: list[int]) -> list[str]:
        from arknova_fast.report.hints import hint

        trial = self.game.determinize(seat, 0)
        return [f"{i:>4}  {hint(self.game, trial, code)}" for i, code in enumerate(actions, 1)]

    def ask(self, seat: int, lines: list[str]) -> int:
        """The question and the first actions; returns how many are listed."""
        from arknova_fast.wording import describe_decision

        self.say()
        question = describe_decision(self.game).removeprefix(f"player {seat} has to ")
        self.say(f"Player {seat}, {question}:", "bold")
        if self.game.decision().kind == "START_HAND" and len(lines) > LISTED:
            self.say(f"  type their places in your hand, such as keep 1,3,5,7, or one of {len(lines)} numbers (m lists "
                     "them)")
            return 0
        return self.listed(lines, 0)

    def read(self) -> str:
        if at_terminal():
            self.out.print("> ", end="")
        self.asking = True
        try:
            if self.stopped:
                raise KeyboardInterrupt
            line = sys.stdin.readline() if sys.stdin is not None else ""
        except OSError:  # the terminal is gone
            line = ""
        finally:
            self.asking = False
        if not line:
            raise Leave("the input ended")
        # Control characters and bytes that are no text would garble the terminal when they are quoted.
        return "".join(c if c.isprintable() and c != "\ufffd" else " " for c in line).strip()

    def chosen(self, answer: str, actions: list[int]) -> int | None:
        """The action that an answer means; None after a complaint."""
        if answer.isascii() and answer.isdigit() and len(answer) < 6:
            if 1 <= int(answer) <= len(actions):
                return actions[int(answer) - 1]
            self.say(f"{answer} is no action, they are numbered 1 to {len(actions)}")
            return None
        if not answer:
            return None
        try:
            code = self.code_of(answer)
            if code not in actions:
                raise IllegalActionError(f"{shown(answer)} is not legal now")
        except (NotationError, IllegalActionError) as error:
            self.unread += 1
            self.say(f"{error} (? for help)")
            if self.unread == UNREADABLE:
                raise Leave(f"{UNREADABLE:,} answers in a row were no action") from None
            return None
        self.unread = 0
        return code

    def code_of(self, answer: str) -> int:
        """The code of a text; only the first wrong ones in a row are worth the search for what was meant."""
        from arknova_fast.notation import ACTIONS

        first = answer.split()[0].casefold()
        if self.unread >= SUGGESTED and first not in {words.split()[0] for words, _ in ACTIONS.values()}:
            raise NotationError(f"cannot read the action {shown(answer)}")
        return self.game.code_of(answer)

    def undo(self, seat: int) -> bool:
        """Back to the previous decision of that person; True when there was one."""
        at = next((i for i in reversed(range(len(self.marks))) if self.marks[i].game.current_player() == seat), None)
        if at is None:
            self.say("there is nothing to undo")
            return False
        mark = self.marks[at]
        del self.marks[at:]
        del self.recorder.entries[mark.entries:]
        self.game, self.seats, self.turn = mark.game, mark.seats, -1
        self.news, self.told = [(None, "  undone: back at your previous decision")], 0
        return True

    def hand_over(self, seat: int) -> None:
        """With several persons at one terminal the next one takes over before anything of a hand is shown."""
        if len(self.persons()) < 2 or self.person in (None, seat) or not at_terminal():
            return
        self.out.clear()
        self.out.print(f"Player {seat} decides. Press Enter when the others look away. ", end="")
        self.read()

    # --- commands -----------------------------------------------------------------------------------------------

    def command(self, seat: int, answer: str) -> bool:
        """Carry out a command that leaves the game as it is; False when the answer is none."""
        word, _, rest = answer.partition(" ")
        if self.look(self.game, seat, answer):
            return True
        if answer == "q":
            self.quit()
        elif word == "s":
            self.save_now(rest.strip())
        else:
            return answer == "m"
        return True

    def quit(self) -> None:
        """Saves and leaves; when the log cannot be written the game goes on."""
        try:
            self.save(None)
        except ArkNovaError as error:
            self.say(f"{error}; s FILE saves elsewhere")
            return
        raise Leave("you quit")

    def save_now(self, path: str) -> None:
        if not path:
            self.say("name the file: s FILE")
            return
        try:
            self.say(f"saved to {self.save(path)}; the file holds the hidden cards of all players")
        except ArkNovaError as error:
            self.say(str(error))
