"""Results as tables for people, printed with rich."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from arknova_fast.errors import counted
from arknova_fast.report.summary import QUANTILES, interval_text, number, percent

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Column, Table

ANY_WIDTH = 100_000


def make_table(title: str, *columns: str, left: int = 1, wrap: bool = False) -> Table:
    """A table whose first ``left`` columns are text, the others numbers; to be printed with ``put``."""
    from rich import box
    from rich.table import Table

    table = Table(title=title, box=box.SIMPLE, pad_edge=False)
    for i, name in enumerate(columns):
        table.add_column(name, justify="left" if i < left else "right", no_wrap=not wrap or i >= left, overflow="fold")
    return table


def put(out: Console, table: Table) -> None:
    """Print a table below its title; nothing in it is ever cut.

    A terminal that is too narrow gets the columns in several blocks, each with the first columns again; anything else
    gets lines as long as the table needs. Tables whose text wraps fit by themselves.
    """
    # Rich would break the title at the width of the table.
    title, table.title = table.title, None
    out.print(title, style="bold", markup=False)
    needed = 0 if any(not column.no_wrap for column in table.columns) else natural_width(out, table)
    if needed <= out.width:
        out.print(table)
    elif out.is_terminal:
        for block in column_blocks(out, table):
            out.print(part_of(table, block))
    else:
        width, out.width = out.width, needed
        out.print(table)
        out.width = width


def natural_width(out: Console, table: Table) -> int:
    """The columns of the terminal that a table takes when nothing wraps."""
    return out.measure(table, options=out.options.update(width=ANY_WIDTH)).maximum


def column_blocks(out: Console, table: Table) -> list[list[Column]]:
    """The columns in as many blocks as the width asks for, each behind the columns that name the rows."""
    names = next((i for i, column in enumerate(table.columns) if column.justify != "left"), len(table.columns))
    if not 0 < names < len(table.columns) or natural_width(out, part_of(table, table.columns[:names])) > out.width // 2:
        names = 1
    head, blocks = list(table.columns[:names]), []
    block = list(head)
    for column in table.columns[names:]:
        if len(block) > names and natural_width(out, part_of(table, [*block, column])) > out.width:
            blocks.append(block)
            block = list(head)
        block.append(column)
    return [*blocks, block]


def part_of(table: Table, columns: Sequence[Column]) -> Table:
    """The table of some columns of another."""
    from rich.table import Table

    part = Table(box=table.box, pad_edge=table.pad_edge)
    for column in columns:
        part.add_column(column.header, justify=column.justify, no_wrap=False, overflow="fold")
    for cells in zip(*(column.cells for column in columns), strict=True):
        part.add_row(*cells)
    return part


def head_lines(result: dict[str, Any]) -> list[str]:
    games, settings, timing = result["games"], result["settings"], result["timing"]
    lines = [
        f"games     {games['played']:,} of {games['requested']:,}, {counted(settings['players'], 'player')}, "
        f"map {settings['map'] if settings['map_mode'] == 'fixed' else settings['map_mode']}",
        f"seed      {result['seed']}",
        f"ruleset   {result['ruleset'][:16]}",
    ]
    if games["interrupted"]:
        lines.append("interrupted: the figures are those of the games played so far")
    lines += [f"policy    {name}: {text}" for name, text in result["policies"].items()]
    variants = [name for name in ("peaceful",) if settings[name]]
    if settings["solo_difficulty"]:
        variants.append(f"solo, {settings['solo_difficulty']}")
    if variants:
        lines.append(f"variant   {', '.join(variants)}")
    lines += [
        f"choices   {number(result['choices_per_game'])} a game with two or more legal actions, "
        f"{number(result['decisions_per_game'])} decisions in all",
        f"speed     {number(timing['games_per_second'], 0)} games/s, {number(timing['seconds'], 2)} s, "
        f"{counted(timing['jobs'], 'thread')}",
    ]
    return lines


def win_table(result: dict[str, Any]) -> Table:
    if "solo" in result:
        solo = result["solo"]
        table = make_table(f"Solo games won (score of at least {solo['goal']})", "games", "won", "share",
                           "95 % interval (Wilson)", left=0)
        table.add_row(f"{solo['n']:,}", f"{solo['wins']:,}", percent(solo["share"]), interval_text(solo["interval_95"]))
        return table
    table = make_table("Wins by seat (seat 0 starts; a victory shared by k players counts 1/k for each)", "seat",
                       "won alone", "shared", "share", "95 % interval (Wilson)")
    for seat in result["seats"]:
        table.add_row(str(seat["seat"]), f"{seat['won_alone']:,}", f"{seat['shared']:,}", percent(seat["share"]),
                      interval_text(seat["interval_95"]))
    return table


def figure_table(result: dict[str, Any]) -> Table:
    table = make_table("Per player, finished games (score = appeal + white number, victory points + 100)", "", "mean",
                       "sd", *(f"{q} %" for q in QUANTILES), "min", "max")
    for name in ("score", "appeal", "conservation", "reputation", "money", "turns", "supported", "animals", "sponsors",
                 "breaks"):
        figures = result[name]
        label = {"supported": "projects supported", "breaks": "breaks (per game)"}.get(name, name)
        table.add_row(label, number(figures["mean"], 2), number(figures["sd"], 2),
                      *(number(figures["quantiles"][str(q)], 0) for q in QUANTILES),
                      number(figures["min"], 0), number(figures["max"], 0))
    return table


def end_table(result: dict[str, Any]) -> Table:
    labels = {"turn": "end of a turn", "break": "break", "solo_rounds": "sixth solo round",
              "unfinished": "unfinished (turn limit)"}
    table = make_table("How the games ended", "end", "games", "share")
    played = result["games"]["played"]
    for name, count in result["end_triggers"].items():
        if count or name == "unfinished":
            table.add_row(labels[name], f"{count:,}", percent(count / played if played else None))
    return table


def map_table(result: dict[str, Any]) -> Table:
    wins = result["settings"]["players"] > 1
    table = make_table("By map", "map", "name", "zoos", *(("win share", "95 % interval") if wins else ()), "score mean",
                       "sd", "median", left=2)
    for entry in result["maps"]:
        shares = (percent(entry["wins"]["share"]), interval_text(entry["wins"]["interval_95"])) if wins else ()
        score = entry["score"]
        table.add_row(entry["map"], entry["name"], f"{entry['zoos']:,}", *shares, number(score["mean"], 2),
                      number(score["sd"], 2), number(score["quantiles"]["50"], 0))
    return table


def run_tables(result: dict[str, Any], out: Console) -> None:
    """Print the summary of a run, as ``arknova run`` does without ``--json``."""
    for line in head_lines(result):
        out.print(line, markup=False)
    out.print()
    put(out, win_table(result))
    put(out, figure_table(result))
    put(out, end_table(result))
    if len(result["maps"]) > 1:
        put(out, map_table(result))
