"""``arknova show``: cards, maps, positions, policies, the ruleset, tables and the coverage of the rules.

Each subcommand is one line here and a function in a module of its own, imported when it runs.
"""
from __future__ import annotations

import click

from arknova_fast.cli import LazyGroup

# name -> (module, attribute, line in the list of commands)
COMMANDS = {
    "card": ("arknova_fast.cli.show.cards", "card", "Show a card by number, key or name."),
    "map": ("arknova_fast.cli.show.drawings", "show_map", "Draw a zoo map: A, 0, or 1 to 8."),
    "policy": ("arknova_fast.cli.show.policies", "policy", "List the policies, or show one with its weights."),
    "position": ("arknova_fast.cli.show.drawings", "show_position", "Draw the zoos of a position."),
    "rules": ("arknova_fast.cli.show.rules", "rules", "List the rules and their coverage."),
    "ruleset": ("arknova_fast.cli.show.rules", "ruleset", "Show hash, switches and changes of the ruleset."),
    "schema": ("arknova_fast.cli.show.tables", "schema", "List the columns of the tables of a run."),
}


@click.group(cls=LazyGroup, table=COMMANDS, no_args_is_help=True)
def show() -> None:
    """Show a card, map, position, policy, the ruleset or the rules.

    \b
    Examples:
      arknova show card Cheetah
      arknova show map 3
      arknova show ruleset
    """
