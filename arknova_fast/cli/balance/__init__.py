"""``arknova balance``: what seats, action cards, rules, maps and cards are worth.

Each subcommand is one line here and a module of its own, imported when it runs.
"""
from __future__ import annotations

import click

from arknova_fast.cli import LazyGroup

# name -> (module, attribute, line in the list of commands)
COMMANDS = {
    "seats": ("arknova_fast.cli.balance.seats", "seats", "The edge of each seat by number of players."),
    "actions": ("arknova_fast.cli.balance.actions", "actions", "Which action card to upgrade first."),
    "maps": ("arknova_fast.cli.balance.maps", "maps", "All maps against all maps."),
    "cards": ("arknova_fast.cli.balance.cards", "cards", "What every card is worth."),
    "rules": ("arknova_fast.cli.balance.rules", "rules", "What a change of the rules does to the games."),
}


@click.group(cls=LazyGroup, table=COMMANDS, no_args_is_help=True)
def balance() -> None:
    """Measure balance with paired games: the same deals, seats and maps swapped.

    Every figure has a 95 % interval; docs/methods.md explains each of them.

    \b
    Examples:
      arknova balance maps --policy greedy --seed 1
      arknova balance rules --rules cheap.toml -n 5k --seed 1
    """
