"""``arknova show policy``."""
from __future__ import annotations

from typing import Any

import click

from arknova_fast.cli.common import json_option, print_json


@click.command()
@click.argument("name", required=False)
@json_option
def policy(name: str | None, as_json: bool) -> None:
    """List the policies, or show one with its weights: random, greedy, or greedy:appeal=1.2 with changes.

    \b
    Examples:
      arknova show policy
      arknova show policy greedy
      arknova show policy greedy:appeal=1.2
    """
    from arknova_fast.policies import built_in
    from arknova_fast.search.policy import POLICIES

    if name is None:
        if as_json:
            print_json({"schema": "arknova-fast/policies/1", "policies": POLICIES})
        else:
            click.echo("\n".join(f"{key:<10} {text}" for key, text in POLICIES.items()))
            click.echo("FILE.py:NAME a policy of your own, see docs/policies.md")
        return
    key, _, options = built_in(name).partition(":")
    weights = policy_weights(options) if key == "greedy" else []
    if as_json:
        print_json({"schema": "arknova-fast/policies/1", "policies": {key: POLICIES[key]}, "weights": weights})
        return
    click.echo(f"{key:<10} {POLICIES[key]}")
    for row in weights:
        mark = " *" if row["value"] != row["default"] else ""
        click.echo(f"  {row['name']:<20} {row['value']:<8g} {row['low']:g} to {row['high']:<5g} {row['text']}{mark}")


def policy_weights(options: str) -> list[dict[str, Any]]:
    """The weights of greedy as rows; those of the options differ from the default."""
    from arknova_fast.search.weights import GREEDY_WEIGHTS, parse_weights

    chosen = parse_weights(options) if options else {}
    return [{"name": w.name, "value": chosen.get(w.name, w.default), "default": w.default, "low": w.low,
             "high": w.high, "text": w.text} for w in GREEDY_WEIGHTS]
