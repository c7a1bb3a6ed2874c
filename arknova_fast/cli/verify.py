"""``arknova verify``: random games with every invariant checked at every decision."""
from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Any

import click

from arknova_fast.cli import CHECK, INTERRUPTED
from arknova_fast.cli.common import (
    Count,
    Name,
    Whole,
    console,
    fresh_seed,
    interruptible,
    jobs_option,
    json_option,
    print_json,
    quiet_option,
    rules_option,
    ruleset_of,
    seed_option,
    verbose_option,
)
from arknova_fast.cli.status import status
from arknova_fast.errors import counted, shown
from arknova_fast.parallel import available_jobs, in_chunks

if TYPE_CHECKING:
    from rich.console import Console

    from arknova_fast.cli.status import Status
    from arknova_fast.core.tables import Ruleset

CHUNK = 50
TITLES = {
    "animals": "Animals: times they entered a zoo",
    "sponsors": "Sponsors: times they entered a zoo",
    "projects": "Conservation projects: times they were supported",
    "final_scoring": "Final scoring cards: times they were held at the end",
    "abilities": "Animal abilities",
    "ops": "Effect opcodes",
    "decisions": "Decision kinds: times they were asked",
    "verbs": "Action verbs: actions taken",
    "maps": "Zoo maps: zoos",
    "map_abilities": "Map abilities",
}


class PlayerCounts(click.ParamType):
    """Player counts with commas: 2 or 1,2,3,4."""

    name = "players"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> list[int]:
        if isinstance(value, list):
            return value
        if not re.fullmatch(r"[1-4](,[1-4])*", value.replace(" ", "")):
            self.fail(f"{shown(value)} names no player counts, expected numbers from 1 to 4 with commas, such as "
                      "1,2,3,4", param, ctx)
        return sorted(set(map(int, value.split(","))))


def tally_games(ruleset: Ruleset, players: int, seed: int, start: int, count: int, every: str,
                jobs: int, shown: Status) -> tuple[Any, bool]:
    """The tally of some games, and whether Ctrl-C cut them short."""
    from arknova_fast.search.verify import Tally

    def play(first: int, number: int) -> Tally:
        part = Tally(ruleset, players, seed, every)
        part.play(first, number)
        return part

    whole = Tally(ruleset, players, seed, every)
    done = 0
    with interruptible() as stopped:
        for number, part in in_chunks(play, start, count, CHUNK, jobs, stopped):
            whole.merge(part)
            done += number
            shown.tell(f"{counted(players, 'player')}: {done:,} of {count:,} games")
        return whole, stopped()


@click.command()
@click.option("-n", "--games", "count", type=Count(), show_default="2000, with --deep 1m",
              help="Games of each player count, such as 20k.")
@click.option("-p", "--players", type=PlayerCounts(), default="1,2,3,4", show_default=True,
              help="Player counts, with commas.")
@seed_option
@jobs_option
@rules_option
@click.option("--every", type=Name("check interval", ("decision", "turn", "sample")),
              show_default="decision, with --deep sample",
              help="When the invariants are checked; sample: at each 64th decision and at the end.")
@click.option("--deep", is_flag=True, help="A million games of each player count with sampled checks, and the "
              "comparisons: threads, chunks, shards, games alone, saved games, re-dealt hidden cards. Some ten minutes "
              "on two cores.")
@click.option("--start", type=Whole("game number", 0, 10**15), default="0", show_default=True,
              help="Number of the first game, to repeat a violation.")
@json_option
@quiet_option
@verbose_option
def verify(count: int | None, players: list[int], seed: int | None, jobs: int | None, rules_file: str | None,
           every: str | None, deep: bool, start: int, as_json: bool, quiet: bool, verbose: bool) -> int | None:
    """Play random games and check every invariant.

    All maps take turns in all seats; shares of the games let players pick or draft maps, are peaceful, keep the
    discard pile face down; solo difficulties alternate. At every decision the state is checked and the list of legal
    actions judged; at each 64th decision every legal action is also tried on a copy.

    Exit code 4 when a check fails, or when something was never exercised in 2000 games or more of each player count.
    A violation names seed, players and game; `arknova verify -n 1 --players P --seed S --start GAME` repeats it.

    \b
    Examples:
      arknova verify -n 20k --players 1,2,3,4
      arknova verify -n 1 --players 3 --seed 5 --start 17
      arknova verify --deep
    """
    import arknova_fast
    from arknova_fast.report.memory import resident_bytes
    from arknova_fast.report.verification import SCHEMA, verify_report
    from arknova_fast.search.verify import behaviour_hash

    count = count or (1_000_000 if deep else 2000)
    every = every or ("sample" if deep else "decision")
    ruleset = ruleset_of(rules_file)
    seed = fresh_seed() if seed is None else seed
    began, interrupted, tallies = time.perf_counter(), False, {}
    checks = compare(ruleset, players, seed) if deep else []
    memory: list[dict[str, int]] = []
    with status(quiet, verbose) as shown:
        jobs = jobs or available_jobs()
        for number in players:
            before = resident_bytes()
            tally, interrupted = tally_games(ruleset, number, seed, start, count, every, jobs, shown)
            tallies[number] = tally.as_dict()
            memory.append({"players": number, "start": before, "end": resident_bytes()})
            if interrupted:
                break
    seconds = time.perf_counter() - began
    report = verify_report(ruleset, tallies)
    result = {
        "schema": SCHEMA, "package_version": arknova_fast.__version__, "ruleset": ruleset.content_hash, "seed": seed,
        "every": every, "requested": {"games": count, "players": players, "start": start}, "interrupted": interrupted,
        "behaviour": None if interrupted else behaviour_hash(ruleset), **report, "comparisons": checks,
        "memory": memory, "seconds": seconds,
    }  # fmt: skip
    if as_json:
        print_json(result)
    else:
        print_report(result, console())
    if interrupted:
        return INTERRUPTED
    failed = any(check["failed"] for check in checks)
    return CHECK if failed or result["violations"] or (result["never"] and result["conclusive"]) else None


def compare(ruleset: Ruleset, players: list[int], seed: int) -> list[dict[str, Any]]:
    """The comparisons of a deep run as plain numbers."""
    from dataclasses import asdict

    from arknova_fast.report.deep import deep_checks

    return [asdict(check) for check in deep_checks(ruleset, players, seed)]


def print_report(result: dict[str, Any], out: Console) -> None:
    """The report for people: what was played, what was exercised how often, what failed."""
    from arknova_fast.report.tables import make_table, put

    deepest, longest = result["deepest"], result["longest_list"]
    for line in (
        f"seed        {result['seed']}",
        f"ruleset     {result['ruleset'][:16]}",
        f"behaviour   {result['behaviour'] or '-'}",
        f"games       {result['games']:,} complete, {result['unfinished']:,} of them stopped by the turn limit, "
        f"in {result['seconds']:.1f} s",
        f"decisions   {result['decisions']:,}, {result['choices']:,} with two or more legal actions; "
        f"{result['tried']:,} actions tried on copies",
        f"deepest     frame stack {deepest['frames']}, open effects {deepest['open']}, "
        f"deferred effects {deepest['deferred']}",
        f"longest     {longest['actions']} legal actions in one list ({longest['decision']})",
    ):
        out.print(line, markup=False)
    out.print()
    table = make_table("Games", "players", "games", "decisions", "end of a turn", "break", "solo rounds", "unfinished",
                       "violations")
    for row in result["by_players"]:
        table.add_row(str(row["players"]), f"{row['games']:,}", f"{row['decisions']:,}",
                      *(f"{n:,}" for n in row["end_triggers"].values()), f"{row['violations']:,}")
    put(out, table)
    print_lengths(result, out)
    for section, title in TITLES.items():
        print_items(title, [item for item in result["items"] if item["section"] == section], out)
    print_verdict(result, out)


def print_lengths(result: dict[str, Any], out: Console) -> None:
    """How long the games were, how many ended by themselves, what memory the process held before and after."""
    from arknova_fast.report.summary import number, percent
    from arknova_fast.report.tables import make_table, put

    table = make_table("Turns of the start player, games that ended by themselves, memory in MB", "players", "ended",
                       "mean", "sd", "min", "5 %", "50 %", "95 %", "max", "memory at start", "at end")
    for row, memory in zip(result["by_players"], result["memory"], strict=True):
        turns = row["turns"]
        table.add_row(str(row["players"]), percent(row["natural_share"], 4), number(turns["mean"]), number(turns["sd"]),
                      str(turns["min"]), *(str(turns["quantiles"][q]) for q in ("5", "50", "95")), str(turns["max"]),
                      *(f"{memory[when] / 2**20:.1f}" for when in ("start", "end")))
    put(out, table)


def print_items(title: str, items: list[dict], out: Console) -> None:
    from arknova_fast.report.tables import make_table, put

    if items[0]["section"] in ("abilities", "ops", "map_abilities", "maps"):
        table = make_table(title, "id", "name", "counted", "times", left=3, wrap=True)
        for item in items:
            table.add_row(item["id"], item["name"], item["how"], f"{item['count']:,}" if item["expected"] else "-")
        put(out, table)
        return
    out.print(title, style="bold", markup=False)
    width = max(len(item["id"]) for item in items)
    cells = [f"{item['id']:<{width}} {item['count']:>9,}" for item in items]
    columns = max(1, 108 // (width + 13))
    for at in range(0, len(cells), columns):
        out.print("  " + "   ".join(cells[at : at + columns]), markup=False)
    out.print()


def print_verdict(result: dict[str, Any], out: Console) -> None:
    for breach in result["breaches"]:
        names = f" ({', '.join(breach['invariants'])})" if breach["invariants"] else ""
        out.print(f"violation: seed {breach['seed']}, {counted(breach['players'], 'player')}, game {breach['game']}, "
                  f"decision {breach['decision']} ({breach['kind']}, last action {breach['verb']} {breach['action']}): "
                  f"{breach['what']}{names}", markup=False)
    if result["never"]:
        word = "never exercised" if result["conclusive"] else "not seen yet (few games)"
        out.print(f"{word}: {', '.join(result['never'])}", markup=False)
    else:
        out.print("never exercised: nothing", markup=False)
    for check in result["comparisons"]:
        where = f", first: {check['first']}" if check["failed"] else ""
        out.print(f"{check['name']}: {check['compared']:,} compared, {check['failed']:,} differ{where}", markup=False)
    if result["interrupted"]:
        out.print("interrupted: not every game that was asked for was played", markup=False)
    out.print(f"violations: {result['violations']:,}", markup=False)
