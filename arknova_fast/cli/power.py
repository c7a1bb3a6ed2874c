"""``arknova power``: how many games buy which precision."""
from __future__ import annotations

from typing import Any

import click

from arknova_fast.cli.balance.options import Real, players_option
from arknova_fast.cli.balance.output import check_delivery, csv_option, deliver
from arknova_fast.cli.common import Count, json_option
from arknova_fast.errors import UsageError

DEFAULT_GAMES = (100, 400, 1_000, 4_000, 10_000, 40_000, 100_000, 1_000_000)
ABOVE_ZERO = Real("number above 0", 0, 1e9)


@click.command()
@click.option("-n", "--games", "games", type=Count(), multiple=True, help="Numbers of games to tell the precision of; "
              "may be given several times.")
@click.option("--half-width", type=ABOVE_ZERO, help="Tell the games after which the interval reaches so far to either "
              "side: 0.01 is one point of win share.")
@click.option("--difference", type=ABOVE_ZERO, help="Tell the games that a test needs to find such a difference.")
@click.option("--sd", type=ABOVE_ZERO, help="Standard deviation of one game for --half-width and --difference; by "
              "default that of the win share.")
@players_option
@click.option("--arms", type=click.IntRange(1, 2), default=1, show_default=True,
              help="1: a mean against a fixed value; 2: a difference of two arms, each of so many games.")
@click.option("--level", type=Real("confidence level", 0, 1), default="0.95", show_default=True)
@click.option("--power", "power_", type=Real("power", 0, 1), default="0.8", show_default=True,
              help="Chance to find a difference that is there.")
@json_option
@csv_option
def power(games: tuple[int, ...], half_width: float | None, difference: float | None, sd: float | None, players: int,
          arms: int, level: float, power_: float, as_json: bool, as_csv: bool) -> None:
    """Say how many games buy which precision.

    Games count as independent with a standard deviation at the upper end of what is seen; pairing by deal usually
    makes the real intervals narrower. docs/methods.md has the formulas.

    \b
    Examples:
      arknova power
      arknova power -n 20k --players 4
      arknova power --half-width 0.01
      arknova power --difference 2 --sd 30 --arms 2
    """
    from arknova_fast.report.pages.power import power_document

    check_delivery(as_json, as_csv, None)
    if sd is not None and half_width is None and difference is None:
        raise UsageError("--sd goes with --half-width or --difference")
    result: dict[str, Any] = {"schema": "arknova-fast/power/1",
                              "settings": {"players": players, "arms": arms, "level": level, "power": power_}}
    if half_width is not None or difference is not None:
        if games:
            raise UsageError("-n does not go with --half-width and --difference, which ask for the number of games")
        result["needed"] = needed(half_width, difference, sd, players, arms, level, power_)
    else:
        result["bought"] = bought(games or DEFAULT_GAMES, players, arms, level, power_)
    deliver(result, power_document, "power", as_json, as_csv, None)


def needed(half_width: float | None, difference: float | None, sd: float | None, players: int, arms: int, level: float,
           power: float) -> list[dict[str, Any]]:
    """The games of each arm that a wish needs."""
    from arknova_fast.analysis.power import games_for_difference, games_for_half_width, share_sd

    spread = share_sd(players) if sd is None else sd
    rows: list[dict[str, Any]] = []
    if half_width is not None:
        rows.append({"wish": "half-width", "value": half_width, "sd": spread,
                     "games": games_for_half_width(half_width, spread * arms**0.5, level)})
    if difference is not None:
        rows.append({"wish": "difference", "value": difference, "sd": spread,
                     "games": games_for_difference(difference, spread * arms**0.5, level, power)})
    return rows


def bought(counts: tuple[int, ...], players: int, arms: int, level: float, power: float) -> list[dict[str, Any]]:
    """What numbers of games buy for each quantity."""
    from arknova_fast.analysis.power import detectable, half_width, planned

    return [
        {"quantity": name, "games": count, "half_width": half_width(count, sd * arms**0.5, level),
         "detectable": detectable(count, sd * arms**0.5, level, power)}
        for name, sd in planned(players).items() for count in counts
    ]  # fmt: skip
