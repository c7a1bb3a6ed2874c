"""Plots as small inline SVG: no script, no font file, colours from the page (light, dark and on paper).

All plots are 400 units wide, so that their text is readable at the width of a phone and not huge beside a table.
Classes (``mark``, ``band``, ``grid``, ``up``, ``down`` ...) are coloured by the style sheet of the page.
"""
from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

WIDTH = 400
NAMES = 152  # left of it stand the names of rows
LONGEST = 20  # characters of a name that fit there


def ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers inside a range.

    Examples
    --------
    >>> ticks(0, 97)
    [0, 20, 40, 60, 80]
    """
    if not high > low:
        return [low]
    raw = (high - low) / about
    power = 10 ** math.floor(math.log10(raw))
    step = next(m * power for m in (1, 2, 5, 10) if m * power >= raw * 0.999)
    first = math.ceil(low / step - 1e-9)
    return [round(k * step, 10) for k in range(first, math.floor(high / step + 1e-9) + 1)]


def short(value: float) -> str:
    """A tick label without needless digits."""
    if abs(value) >= 10_000:
        return f"{value / 1000:g}k"
    return f"{value:g}".replace("-", "−")


class Scale:
    """Maps values to units along one axis."""

    def __init__(self, low: float, high: float, start: float, end: float):
        if not high > low:
            low, high = low - 0.5, high + 0.5
        self.low, self.high, self.start, self.end = low, high, start, end

    def __call__(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def padded(values: Sequence[float], share: float = 0.05) -> tuple[float, float]:
    low, high = min(values), max(values)
    pad = (high - low) * share or 0.5
    return low - pad, high + pad


def svg(height: float, label: str, parts: Sequence[str]) -> str:
    return (f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{escape(label, quote=True)}">'
            + "".join(parts) + "</svg>")


def text(x: float, y: float, words: str, anchor: str = "start", kind: str = "tick") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{kind}">{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str = "grid") -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def x_axis(scale: Scale, top: float, bottom: float, title: str, percent: bool = False) -> list[str]:
    parts = []
    for tick in ticks(scale.low, scale.high):
        parts.append(line(scale(tick), top, scale(tick), bottom))
        parts.append(text(scale(tick), bottom + 13, f"{100 * tick:g} %" if percent else short(tick), "middle"))
    parts.append(text((scale.start + scale.end) / 2, bottom + 28, title, "middle", "axis"))
    return parts


def y_axis(scale: Scale, left: float, right: float, title: str, percent: bool = False) -> list[str]:
    parts = [text(2, 10, title, "start", "axis")]
    for tick in ticks(scale.low, scale.high):
        parts.append(line(left, scale(tick), right, scale(tick)))
        parts.append(text(left - 4, scale(tick) + 3.5, f"{100 * tick:g} %" if percent else short(tick), "end"))
    return parts


def cut_name(name: str) -> str:
    return name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"


def dot_plot(rows: Sequence[tuple[str, float, tuple[float, float] | None]], axis: str, zero: float | None = 0.0,
             percent: bool = False) -> str:
    """One line per name: a dot for the estimate, a bar for its interval, a reference line at ``zero``."""
    pitch, left = 18, NAMES
    bottom = 8 + pitch * len(rows)
    ends = [value for _, estimate, interval in rows for value in (estimate, *(interval or ()))]
    scale = Scale(*padded([*ends, *(() if zero is None else (zero,))]), left, WIDTH - 10)
    parts = x_axis(scale, 4, bottom, axis, percent)
    if zero is not None:
        parts.append(line(scale(zero), 4, scale(zero), bottom, "zero"))
    for i, (name, estimate, interval) in enumerate(rows):
        y = 8 + pitch * (i + 0.5)
        parts.append(text(left - 8, y + 4, cut_name(name), "end", "name"))
        if interval:
            parts.append(line(scale(interval[0]), y, scale(interval[1]), y, "bar"))
        shown = f"{100 * estimate:.1f} %" if percent else f"{estimate:.2f}"
        parts.append(f'<circle cx="{scale(estimate):.1f}" cy="{y:.1f}" r="4" class="mark">'
                     f"<title>{escape(name)}: {shown}</title></circle>")
    return svg(bottom + 34, f"{axis} of {len(rows)} rows with intervals", parts)


def matrix_plot(names: Sequence[str], shares: Sequence[Sequence[float | None]], label: str, even: float) -> str:
    """A square of win shares of the row against the column in whole percent, coloured by the distance from ``even``."""
    left, top = 44, 22
    cell = (WIDTH - left - 4) / max(len(names), 1)
    far = max((abs(share - even) for row in shares for share in row if share is not None), default=0) or 1
    parts = []
    for j, name in enumerate(names):
        parts.append(text(left + cell * (j + 0.5), top - 6, name, "middle", "name"))
    for i, name in enumerate(names):
        y = top + cell * i
        parts.append(text(left - 8, y + cell / 2 + 4, name, "end", "name"))
        for j, other in enumerate(names):
            share = shares[i][j]
            x = left + cell * j
            if share is None:
                parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{cell - 1:.1f}" height="{cell - 1:.1f}" '
                             'class="none"/>')
                continue
            kind = "up" if share >= even else "down"
            parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{cell - 1:.1f}" height="{cell - 1:.1f}" class="{kind}" '
                         f'fill-opacity="{0.85 * abs(share - even) / far:.3f}"><title>{escape(name)} against '
                         f"{escape(other)}: {100 * share:.1f} %</title></rect>")
            parts.append(text(x + cell / 2, y + cell / 2 + 4, f"{100 * share:.0f}", "middle", "cell"))
    return svg(top + cell * len(names) + 2, label, parts)


def scatter(points: Sequence[tuple[float, float, str, str, bool]], x_title: str, y_title: str,
            lines: Sequence[tuple[float, float, float, float]] = (), label: str = "") -> str:
    """Points ``(x, y, class, name, name it?)`` and straight lines ``(x1, y1, x2, y2)``."""
    left, top, right, bottom = 40, 18, WIDTH - 10, 290
    xs = Scale(*padded([p[0] for p in points]), left, right)
    ys = Scale(*padded([p[1] for p in points] + [y for seg in lines for y in (seg[1], seg[3])]), bottom, top)
    parts = x_axis(xs, top, bottom, x_title) + y_axis(ys, left, right, y_title)
    if ys.low < 0 < ys.high:
        parts.append(line(left, ys(0), right, ys(0), "zero"))
    parts += [line(xs(x1), ys(y1), xs(x2), ys(y2), "fit") for x1, y1, x2, y2 in lines]
    for x, y, kind, name, _ in points:
        parts.append(f'<circle cx="{xs(x):.1f}" cy="{ys(y):.1f}" r="3.2" class="{kind}">'
                     f"<title>{escape(name)}: {x:g}, {y:.2f}</title></circle>")
    taken: list[tuple[float, float, float]] = []
    for x, y, _, name, named in points:
        if named:
            parts += named_point(xs(x), ys(y), name, right, taken)
    return svg(bottom + 34, label or f"{y_title} against {x_title}", parts)


def named_point(x: float, y: float, name: str, right: float, taken: list[tuple[float, float, float]]) -> list[str]:
    """The label of a point, left out where it would lie on another label."""
    width = 5.6 * len(name)
    start = x + 5 if x + 5 + width < right else x - 5 - width
    if any(abs(y - other) < 10 and start < end and begin < start + width for begin, end, other in taken):
        return []
    taken.append((start, start + width, y))
    return [text(start, y + 3.5, name, "start", "note")]


def binned(values: Sequence[int], counts: Sequence[int], bins: int = 40) -> list[tuple[float, float, int]]:
    """Counts of integers as at most about ``bins`` bars ``(from, to, count)`` of equal whole width."""
    low, high = min(values), max(values)
    width = max(1, -(-(high - low + 1) // bins))
    bars: dict[int, int] = {}
    for value, count in zip(values, counts, strict=True):
        slot = (value - low) // width
        bars[slot] = bars.get(slot, 0) + count
    return [(low + k * width - 0.5, low + (k + 1) * width - 0.5, bars.get(k, 0)) for k in range(max(bars) + 1)]


def histogram(values: Sequence[int], counts: Sequence[int], x_title: str, label: str = "", unit: int = 1) -> str:
    """Shares of integer values as bars; the axis shows them divided by ``unit``."""
    left, top, right, bottom = 44, 18, WIDTH - 10, 190
    bars, total = binned(values, counts), sum(counts)
    xs = Scale(bars[0][0], bars[-1][1], left, right)
    ys = Scale(0, max(count for *_, count in bars) / total * 1.05, bottom, top)
    parts = y_axis(ys, left, right, "share", percent=True)
    for begin, end, count in bars:
        y = ys(count / total)
        parts.append(f'<rect x="{xs(begin):.1f}" y="{y:.1f}" width="{max(xs(end) - xs(begin) - 0.6, 0.4):.1f}" '
                     f'height="{bottom - y:.1f}" class="fill"><title>{short(math.ceil(begin))} to '
                     f"{short(math.floor(end))}: {100 * count / total:.2f} %</title></rect>")
    shown = Scale(xs.low / unit, xs.high / unit, left, right)
    parts += [part for part in x_axis(shown, bottom, bottom, x_title) if not part.startswith("<line")]
    parts.append(line(left, bottom, right, bottom, "base"))
    return svg(bottom + 34, label or f"distribution of {x_title}", parts)


def bar_chart(rows: Sequence[tuple[str, float]], axis: str, percent: bool = True) -> str:
    """One horizontal bar per name."""
    pitch, left = 20, NAMES
    bottom = 6 + pitch * len(rows)
    scale = Scale(0, max([value for _, value in rows] + [1e-9]) * 1.2, left, WIDTH - 10)
    parts = []
    for i, (name, value) in enumerate(rows):
        y = 6 + pitch * i
        shown = f"{100 * value:.1f} %" if percent else f"{value:g}"
        parts.append(text(left - 8, y + 13, cut_name(name), "end", "name"))
        parts.append(f'<rect x="{left}" y="{y + 3}" width="{scale(value) - left:.1f}" height="{pitch - 6}" '
                     'class="fill"/>')
        parts.append(text(scale(value) + 4, y + 13, shown))
    parts.append(text((left + WIDTH) / 2, bottom + 14, axis, "middle", "axis"))
    return svg(bottom + 20, axis, parts)
