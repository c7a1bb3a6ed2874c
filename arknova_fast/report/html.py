"""A report as one HTML file that needs nothing else: style, script and plots are inside it, nothing is fetched."""
from __future__ import annotations

from html import escape
from importlib import resources
from itertools import groupby
from typing import Any

from arknova_fast.report.document import Column, Document, Figure, Section, flat_settings

LONG = 20  # rows from which on a table scrolls in a box of its own and has a filter


def page(document: Document) -> str:
    """The whole file."""
    return "\n".join([
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        # An empty icon: without it a browser that is given the file by a server asks for one.
        '<link rel="icon" href="data:,">',
        f"<title>{escape(document.title)}</title>",
        f"<style>\n{part('page.css')}</style>\n</head>\n<body>\n<h1>{escape(document.title)}</h1>",
        headline(document),
        navigation(document),
        *(section_html(section, i) for i, section in enumerate(document.sections)),
        settings_html(document),
        f"<script>\n{part('page.js')}</script>\n</body>\n</html>\n",
    ])  # fmt: skip


def part(name: str) -> str:
    return resources.files("arknova_fast.report").joinpath(name).read_text(encoding="utf-8")


def headline(document: Document) -> str:
    cards = "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in document.headline)
    return f'<dl class="headline">{cards}</dl>'


def navigation(document: Document) -> str:
    links = [f'<a href="#s{i}">{escape(section.title)}</a>' for i, section in enumerate(document.sections)]
    return f'<nav>{" ".join([*links, SETTINGS_LINK])}</nav>'


SETTINGS_LINK = '<a href="#settings">Settings</a>'


def section_html(section: Section, number: int) -> str:
    parts = [f'<section id="s{number}">\n<h2>{escape(section.title)}</h2>']
    parts += [f"<p>{escape(text)}</p>" for text in section.paragraphs]
    for is_figure, items in groupby(section.items, lambda item: isinstance(item, Figure)):
        if is_figure:
            parts.append(f'<div class="plots">{"".join(map(figure_html, items))}</div>')
        else:
            parts += map(table_html, items)
    return "\n".join([*parts, "</section>"])


def figure_html(figure: Any) -> str:
    caption = f"<figcaption>{escape(figure.caption)}</figcaption>" if figure.caption else ""
    return f"<figure><h3>{escape(figure.title)}</h3>{figure.svg}{caption}</figure>"


def table_html(table: Any) -> str:
    heads = "".join(
        f'<th scope="col"{classes(column)}><button type="button"'
        f'{title(column.help)}>{escape(column.title)}</button></th>'
        for column in table.columns
    )
    rows = "\n".join(f"<tr>{''.join(map(cell_html, table.columns, row))}</tr>" for row in table.rows)
    long = len(table.rows) > LONG
    name = f"table-{table.name}"
    box = (f'<input type="search" data-table="{name}" placeholder="filter" aria-label="filter {escape(table.title)}">'
           if long else "")
    note = f'<p class="note">{escape(table.note)}</p>' if table.note else ""
    return (f'<h3>{escape(table.title)}</h3>\n{box}<div class="scroll{" tall" if long else ""}" tabindex="0">'
            f'<table class="sortable" id="{name}"><thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody></table>'
            f"</div>{note}")


def classes(column: Column) -> str:
    """Words are left-aligned; those that a terminal has no room for are left out on a phone too."""
    if not column.is_text:
        return ""
    return ' class="text"' if column.narrow else ' class="text aside"'


def title(text: str) -> str:
    return f' title="{escape(text, quote=True)}"' if text else ""


def cell_html(column: Column, value: Any) -> str:
    shown = escape(column.format(value))
    if column.is_text:
        return f"<td{classes(column)}>{shown}</td>"
    return f'<td data-v="{sort_value(value)}">{shown}</td>'


def sort_value(value: Any) -> str:
    """What a column is sorted by: the number, the lower end of an interval, nothing for missing values."""
    if isinstance(value, (tuple, list)):
        value = value[0]
    return "" if value is None else f"{value:.10g}"


def settings_html(document: Document) -> str:
    rows = "\n".join(
        f'<tr><td class="text">{escape(name)}</td><td class="text">{escape(value)}</td></tr>'
        for name, value in flat_settings(document.settings)
    )
    command = f"<p>The same result again:</p>\n<pre>{escape(document.command)}</pre>" if document.command else ""
    return (f'<section id="settings">\n<h2>Settings</h2>\n{command}\n<div class="scroll"><table class="settings">'
            f"<tbody>\n{rows}\n</tbody></table></div>\n</section>")
