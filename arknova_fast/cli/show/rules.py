"""``arknova show ruleset`` and ``arknova show rules``."""
from __future__ import annotations

from typing import Any

import click

from arknova_fast.cli import CHECK
from arknova_fast.cli.common import console, json_option, print_json, rules_option, ruleset_of, unknown
from arknova_fast.errors import UsageError, nearest, shown


def changes(old: Any, new: Any, path: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """What differs between two data trees, leaf by leaf."""
    if old == new:
        return []
    if isinstance(old, dict) and isinstance(new, dict):
        return [change for key in dict.fromkeys([*old, *new])
                for change in changes(old.get(key), new.get(key), (*path, key))]
    return [{"path": ".".join(path), "from": old, "to": new}]


@click.command()
@click.argument("name", metavar="[SWITCH]", required=False)
@rules_option
@json_option
def ruleset(name: str | None, rules_file: str | None, as_json: bool) -> None:
    """Show the hash and the switches of the ruleset, and what a rules file changed.

    \b
    Examples:
      arknova show ruleset
      arknova show ruleset determination
      arknova show ruleset --rules cheap.toml
    """
    from arknova_fast.core.tables import Ruleset

    chosen = ruleset_of(rules_file)
    rulings = chosen.data["rulings"]
    if name is not None and name not in rulings:
        raise UsageError(unknown("switch", name, rulings))
    changed = changes(Ruleset.default().data, chosen.data)
    switches = [
        {"name": key, "ruling": entry["ruling"], "value": entry["choice"] or entry["default"],
         "default": entry["default"], "choices": list(entry["choices"]), "note": entry.get("note", "")}
        for key, entry in rulings.items() if name in (None, key)
    ]
    if as_json:
        print_json({"schema": "arknova-fast/ruleset/1", "hash": chosen.content_hash, "rules_file": rules_file,
                    "switches": switches, "changes": changed})
        return
    print_ruleset(chosen.content_hash, switches, changed)


def print_ruleset(content_hash: str, switches: list[dict], changed: list[dict]) -> None:
    out = console()
    out.print(f"ruleset {content_hash}", markup=False, soft_wrap=True)
    for entry in switches:
        accepted = sorted(entry["choices"], key=lambda choice: choice != entry["default"])
        mark = "" if entry["value"] == entry["default"] else " (changed)"
        out.print()
        out.print(f"{entry['name']} = {entry['value']}{mark}", markup=False, style="bold")
        out.print(f"  {entry['ruling']}, accepted: {', '.join(accepted)}", markup=False)
        out.print(f"  {entry['note']}", markup=False, soft_wrap=True)
    out.print()
    if not changed:
        out.print("nothing differs from the base game", markup=False)
    for change in changed:
        out.print(f"{change['path']}: {change['from']!r} -> {change['to']!r}", markup=False, soft_wrap=True)


@click.command()
@click.argument("names", metavar="[ID]...", nargs=-1)
@click.option("--coverage", is_flag=True, help="Where each id is implemented, and the tests that cover it.")
@json_option
def rules(names: tuple[str, ...], coverage: bool, as_json: bool) -> int | None:
    """List the rule ids (R11.15), decision ids (D4.2), cards, abilities and maps, or show the ones named.

    With --coverage also where each is implemented and which tests cover it; this needs the source tree. Exit code 4
    when there are gaps.

    \b
    Examples:
      arknova show rules R11.15 A401
      arknova show rules --coverage
    """
    from arknova_fast.report import coverage as covered

    ids = covered.rule_ids()
    for name in names:
        if name not in ids:
            raise UsageError(f"unknown rule {shown(name)}, accepted are ids such as R11.15, D4.2, A401, S243, P101, "
                             f"F001, map 3 and names of abilities{nearest(name, ids)}")
    chosen = {key: entry for key, entry in ids.items() if not names or key in names}
    if not coverage:
        if as_json:
            print_json({"schema": covered.IDS_SCHEMA, "version": covered.IDS_VERSION, "ids": chosen})
        else:
            click.echo("\n".join(f"{key:<20} {entry['title']}" for key, entry in chosen.items()))
        return None
    report = covered.coverage_report(chosen)
    if as_json:
        print_json(report)
    else:
        click.echo("\n".join(covered.coverage_lines(report)))
    return CHECK if report["gaps"] else None
