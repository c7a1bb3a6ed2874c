"""``arknova show map`` and ``arknova show position``."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from arknova_fast.cli.common import (
    Whole,
    json_option,
    print_drawing,
    print_json,
    rules_option,
    ruleset_of,
    write_text,
)
from arknova_fast.errors import UsageError

if TYPE_CHECKING:
    from arknova_fast.report.zoo import Zoo

svg_option = click.option("--svg", "svg_file", metavar="FILE", help="Also write the drawing as an SVG file.")


@click.command("map")
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
    from arknova_fast.drawing import record_of

    ruleset = ruleset_of(rules_file)
    key, record = record_of(ruleset, code)
    if svg_file is not None:
        from arknova_fast.drawing import map_svg

        write_text(svg_file, map_svg(ruleset, key))
    if as_json:
        print_json({"schema": "arknova-fast/map/1", "code": key, "record": record})
        return
    from arknova_fast.report import hexmap

    print_drawing(hexmap.title(key, record), hexmap.map_canvas(record), hexmap.printed(record))


@click.command("position")
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
