"""``arknova show``: cards, maps, positions, policies, the ruleset and the coverage of the rules."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from arknova_fast.cli import CHECK
from arknova_fast.cli.common import (
    Name,
    Whole,
    console,
    json_option,
    print_drawing,
    print_json,
    rules_option,
    ruleset_of,
    unknown,
    write_text,
)
from arknova_fast.errors import UsageError, nearest, shown
from arknova_fast.io.schema import TABLES

if TYPE_CHECKING:
    from arknova_fast.core.tables import Ruleset
    from arknova_fast.report.zoo import Zoo

CARD_SECTIONS = ("animals", "sponsors", "projects", "final_scoring")
KIND_NAMES = {"animals": "animal", "sponsors": "sponsor", "projects": "conservation project",
              "final_scoring": "final scoring card"}


@click.group(no_args_is_help=True)
def show() -> None:
    """Show a card, map, position, policy, the ruleset or the rules.

    \b
    Examples:
      arknova show card Cheetah
      arknova show map 3
      arknova show ruleset
    """


def find_card(ruleset: Ruleset, text: str) -> tuple[str, str, dict]:
    """Section, key and record of a card named by number, key or name."""
    from arknova_fast.cards.overlay import card_key

    names: dict[str, tuple[str, str]] = {}
    for section in CARD_SECTIONS:
        cards = ruleset.data[section]
        key = card_key(section, text)
        if key in cards:
            return section, key, cards[key]
        names |= {card["name"].lower(): (section, key) for key, card in cards.items()}
    if text.lower() in names:
        section, key = names[text.lower()]
        return section, key, ruleset.data[section][key]
    titles = [ruleset.data[section][key]["name"] for section, key in names.values()]
    raise UsageError(f"unknown card {shown(text)}, accepted are numbers (401-528, 201-264, 101-132, 001-011), keys "
                     f"such as A401 and names{nearest(text, [*titles, *all_keys(ruleset)])}")


def all_keys(ruleset: Ruleset) -> list[str]:
    from arknova_fast.cards.vocabulary import PREFIXES

    keys = [(PREFIXES[section], key) for section in CARD_SECTIONS for key in ruleset.data[section]]
    return [key for _, key in keys] + [letter + key for letter, key in keys]


def field_lines(record: dict[str, Any], indent: str = "") -> list[str]:
    """A record as aligned lines; values that say nothing (none, empty, 0) are left out."""
    import json

    lines = []
    for name, value in record.items():
        if isinstance(value, dict):
            value = {field: entry for field, entry in value.items() if entry not in (None, False, 0, [], {})}
        if name in ("name", "enabled", "expansion") or value in (None, False, 0, [], {}):
            continue
        if name in ("effects", "solo_effects", "slots"):
            lines.append(f"{indent}{name}")
            lines += [f"{indent}  {compact(entry)}" for entry in value]
        elif name == "icons":
            lines.append(f"{indent}{name:<14} {', '.join(value)}")
        else:
            text = value if isinstance(value, str) else compact(value) if isinstance(value, dict) else json.dumps(value)
            lines.append(f"{indent}{name:<14} {text}")
    return lines


def compact(entry: dict[str, Any]) -> str:
    """``op name=value ...`` of an effect, or the fields of a slot."""
    import json

    head = [str(entry["op"])] if "op" in entry else []
    rest = [f"{name}={value if isinstance(value, str) else json.dumps(value, separators=(',', ':'))}"
            for name, value in entry.items() if name != "op" and value is not None]
    return " ".join(head + rest)


@show.command(short_help="Show a card by number, key or name.")
@click.argument("card", metavar="CARD")
@rules_option
@json_option
def card(card: str, rules_file: str | None, as_json: bool) -> None:
    """Show a card by number (401), key (A401) or name (Cheetah).

    \b
    Examples:
      arknova show card 401
      arknova show card "Red Panda" --json
    """
    from arknova_fast.cards.vocabulary import PREFIXES

    section, key, record = find_card(ruleset_of(rules_file), card)
    name = f"{PREFIXES[section]}{key}"
    if as_json:
        print_json({"schema": "arknova-fast/card/1", "key": name, "section": section, "record": record})
        return
    disabled = "" if record["enabled"] else ", taken out by the ruleset"
    lines = [f"{name} {record['name']} ({KIND_NAMES[section]}, {record['expansion']} game{disabled})"]
    click.echo("\n".join(lines + field_lines(record, "  ")))


svg_option = click.option("--svg", "svg_file", metavar="FILE", help="Also write the drawing as an SVG file.")


@show.command("map")
@click.argument("code", metavar="MAP")
@svg_option
@rules_option
@json_option
def show_map(code: str, svg_file: str | None, rules_file: str | None, as_json: bool) -> None:
    """Draw a zoo map: A, 0, or 1 to 8.

    \b
    Examples:
      arknova show map 3
      arknova show map 3 --svg silver-lake.svg
    """
    ruleset = ruleset_of(rules_file)
    maps = ruleset.data["maps"]
    key = code.upper() if code.upper() in maps else code
    if key not in maps:
        raise UsageError(unknown("map", code, maps))
    if svg_file is not None:
        from arknova_fast.drawing import map_svg

        write_text(svg_file, map_svg(ruleset, key))
    if as_json:
        print_json({"schema": "arknova-fast/map/1", "code": key, "record": maps[key]})
        return
    from arknova_fast.report import hexmap

    print_drawing(hexmap.title(key, maps[key]), hexmap.map_canvas(maps[key]), hexmap.printed(maps[key]))


@show.command("position", short_help="Draw the zoos of a position.")
@click.argument("position", metavar="POSITION")
@click.option("--player", type=Whole("seat", 0, 3), help="Draw the zoo of this seat only.")
@svg_option
@rules_option
@json_option
def show_position(position: str, player: int | None, svg_file: str | None, rules_file: str | None,
                  as_json: bool) -> None:
    """Draw the zoos of a position: buildings, occupied or empty, animal spaces used.

    POSITION is a line of text, a JSON object, a file that holds one of them, or - for standard input; docs/positions.md
    describes both forms.

    \b
    Examples:
      arknova show position "ark1 | map=3 buildings=[enclosure_3@4.7*] | map=A"
      arknova show position game.json --player 1 --svg zoo.svg
    """
    from arknova_fast.cli.positions import position_of
    from arknova_fast.report.zoo import zoo_canvas, zoo_notes, zoo_of, zoo_title

    game = position_of(position, ruleset_of(rules_file))
    if svg_file is not None:
        from arknova_fast.drawing import zoo_svg

        if player is None and game.players > 1:
            raise UsageError("an SVG file holds one zoo; choose it with --player")
        write_text(svg_file, zoo_svg(game, player or 0))
    seats = range(game.players) if player is None else [player]
    zoos = [zoo_of(game.ruleset, game.view(), seat) for seat in seats]
    if as_json:
        print_json({"schema": "arknova-fast/position/1", "position": game.to_dict(),
                    "zoos": [zoo_object(zoo) for zoo in zoos]})
        return
    for zoo in zoos:
        print_drawing(zoo_title(zoo), zoo_canvas(zoo), zoo_notes(zoo))


def zoo_object(zoo: Zoo) -> dict[str, Any]:
    return {"player": zoo.seat, "map": zoo.code, "buildings": [one._asdict() for one in zoo.buildings]}


@show.command(short_help="List the policies, or show one with its weights.")
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


def changes(old: Any, new: Any, path: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """What differs between two data trees, leaf by leaf."""
    if old == new:
        return []
    if isinstance(old, dict) and isinstance(new, dict):
        return [change for key in dict.fromkeys([*old, *new])
                for change in changes(old.get(key), new.get(key), (*path, key))]
    return [{"path": ".".join(path), "from": old, "to": new}]


@show.command(short_help="Show hash, switches and changes of the ruleset.")
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


@show.command(short_help="List the columns of the tables of a run.")
@click.option("--table", type=Name("table", TABLES), help="Only this table.")
@json_option
def schema(table: str | None, as_json: bool) -> None:
    """List the documented columns of the tables that a run directory keeps, and of `arknova export --table cards`.

    \b
    Examples:
      arknova show schema
      arknova show schema --table games --json
    """
    from arknova_fast.io.schema import RUN_SCHEMA, VERSION, describe

    names = [table] if table else list(TABLES)
    if as_json:
        print_json({"schema": "arknova-fast/table-schema/1", "run": RUN_SCHEMA, "version": VERSION,
                    "tables": {name: describe(name) for name in names}})
        return
    from arknova_fast.report.tables import make_table, put

    out = console()
    for name in names:
        shown = make_table(name, "column", "type", "since", "meaning", left=4, wrap=True)
        for column in TABLES[name]:
            kind = f"{column.type} or none" if column.nullable else column.type
            shown.add_row(column.name, kind, str(column.since), column.text)
        put(out, shown)


@show.command(short_help="List the rules and their coverage.")
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
