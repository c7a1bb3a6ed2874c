"""``arknova show card``."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from arknova_fast.cli.common import json_option, print_json, rules_option, ruleset_of
from arknova_fast.errors import UsageError, nearest, shown

if TYPE_CHECKING:
    from arknova_fast.core.tables import Ruleset

CARD_SECTIONS = ("animals", "sponsors", "projects", "final_scoring")
KIND_NAMES = {"animals": "animal", "sponsors": "sponsor", "projects": "conservation project",
              "final_scoring": "final scoring card"}


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
    hint = "" if text.isdigit() else nearest(text, [*titles, *all_keys(ruleset)])  # no number is a misspelled one
    raise UsageError(f"unknown card {shown(text)}, accepted are numbers (401-528, 201-264, 101-132, 001-011), keys "
                     f"such as A401 and names{hint}")


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


@click.command()
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
