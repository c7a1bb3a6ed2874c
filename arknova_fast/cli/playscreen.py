"""What a person who plays at the terminal is shown."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arknova_fast.game import Game

LISTED = 40  # actions shown at once
HELP = """\
  NUMBER   take that action; its text (act build +1x) does too
  m        more actions, when not all are listed
  b        the board again          z        draw your zoo
  h        your hand                d        display, projects, association board
  o        the other players        u        undo: back to your previous decision
  s FILE   save the game as a log   q        save and quit
  ?        this help"""


class Screen:
    """Prints lines, lists and views of a game.

    Parameters
    ----------
    out : rich console
    """

    def __init__(self, out: Any):
        self.out = out

    def say(self, line: str = "", style: str = "") -> None:
        self.out.print(line, markup=False, soft_wrap=True, style=style)

    def listed(self, lines: list[str], first: int) -> int:
        for line in lines[first:first + LISTED]:
            self.say(line)
        if len(lines) > first + LISTED:
            self.say(f"      ... {len(lines) - first - LISTED} more: m")
        return first + LISTED

    def look(self, game: Game, seat: int, word: str) -> bool:
        """Show what a letter stands for; False when it stands for nothing."""
        from arknova_fast.report import board

        views: dict[str, Callable[[Any, Any], list[str]]] = {
            "h": board.hand_lines, "d": board.display_lines, "o": board.other_lines}
        if word == "?":
            self.say(HELP)
        elif word in views:
            for line in views[word](game.ruleset, game.observe(seat).as_dict()):
                self.say(line)
        elif word == "b":
            self.board(game, seat)
        elif word == "z":
            self.zoo(game, seat)
        else:
            return False
        return True

    def board(self, game: Game, seat: int) -> None:
        from arknova_fast.report.board import board_lines

        self.say()
        for i, line in enumerate(board_lines(game.ruleset, game.observe(seat))):
            self.say(line, "bold" if i == 0 else "")

    def tracks(self, game: Game, seat: int) -> None:
        from arknova_fast.report.board import score_list, track_table

        seen = game.observe(seat).as_dict()
        for line in track_table(seen, score_list(game.ruleset, seen)):
            self.say(line)

    def zoo(self, game: Game, seat: int) -> None:
        from arknova_fast.cli.common import print_drawing
        from arknova_fast.errors import UsageError
        from arknova_fast.report.zoo import zoo_canvas, zoo_notes, zoo_of, zoo_title

        try:
            zoo = zoo_of(game.ruleset, game.observe(seat).view(), seat)
        except UsageError as error:
            self.say(str(error))
            return
        print_drawing(zoo_title(zoo), zoo_canvas(zoo), zoo_notes(zoo), self.out)
