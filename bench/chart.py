"""The picture of `make load`: p99 against commands a second, a panel for each game and number of sockets."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any, Final

WIDE, HIGH = 300, 210  # of a panel's plot
LEFT, TOP, FOOT = 64, 172, 56
ASIDE, BELOW = 62, 84  # between panels
LEGEND: Final = 92  # its height on the page
MOST: Final = 2000.0  # milliseconds; what waits longer is drawn here
LEAST: Final = 1.0
LEAST_WIDE: Final = 820  # of the page, for its words
STYLE: Final = """
:root { color-scheme: light dark; }
svg { background: #fff; font: 13px system-ui, sans-serif; }
text { fill: #222; } .soft { fill: #5a5a5a; }
.title { font-size: 18px; font-weight: 600; } .panel { font-weight: 600; }
.frame { fill: none; stroke: #9a9a9a; } .grid { stroke: #e6e6e6; }
.tail { stroke: #333; stroke-dasharray: 2 4; stroke-width: 1.5; }
.line { fill: none; stroke-width: 2.5; stroke-linejoin: round; } .real { stroke-dasharray: 7 5; }
.before { stroke: #c2540a; } .after { stroke: #1267b8; }
circle.before { fill: #c2540a; } circle.after { fill: #1267b8; }
circle.real { fill: #fff; stroke-width: 2; stroke-dasharray: none; }
@media (prefers-color-scheme: dark) {
svg { background: #16181b; } text { fill: #eee; } .soft { fill: #b4b4b4; } .frame { stroke: #6a6a6a; }
.grid { stroke: #303338; } .tail { stroke: #ddd; }
.before { stroke: #ff9c54; } .after { stroke: #6cb6ff; }
circle.before { fill: #ff9c54; } circle.after { fill: #6cb6ff; }
circle.real { fill: #16181b; }
}
"""
TITLE: Final = "How long one command in a hundred waits, by commands a second"
Row = Mapping[str, Any]


def draw(rows: Sequence[Row], titles: Mapping[str, str], sockets: Sequence[int], tail: float) -> str:
    """An SVG that can be read on light and on dark."""
    wide = max(LEAST_WIDE, LEFT + len(sockets) * (WIDE + ASIDE))
    high = TOP + len(titles) * (HIGH + BELOW) + FOOT - BELOW
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"',
        f' role="img" aria-label="{TITLE}"><style>{STYLE}</style>',
        f'<text class="title" x="{LEFT}" y="34">{TITLE}</text>',
        f'<text class="soft" x="{LEFT}" y="58">p99 in milliseconds (upward) against commands a second, both '
        f"scales logarithmic; dotted: {tail:.0f} ms.</text>",
        f'<text class="soft" x="{LEFT}" y="76">A command counts from the instant it was due until the last '
        "of its table’s four sockets has been told.</text>",
        *_legend(rows),
    ]
    for line, (game, title) in enumerate(titles.items()):
        here = [row for row in rows if row["game"] == game and row["commands"]]
        if not here:
            continue
        rates = [float(row["rate"]) for row in here]
        least, most = min(rates) / 1.25, max(rates) * 1.25
        for column, count in enumerate(sockets):
            x, y = LEFT + column * (WIDE + ASIDE), TOP + line * (HIGH + BELOW)
            shown = [row for row in here if row["sockets"] == count]
            name = f"{title}, {count:,} sockets"
            parts += _panel(x, y, name, shown, least, most, tail)
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def _legend(rows: Sequence[Row]) -> Iterator[str]:
    x = LEFT
    for version, disk in _lines(rows):
        text = f"{version}, store on {'a memory disk' if disk == 'memory' else 'the real disk'}"
        yield f'<path class="line {version} {disk}" d="M{x} {LEGEND + 8}h30"/>'
        yield f'<circle class="{version} {disk}" cx="{x + 15}" cy="{LEGEND + 8}" r="4"/>'
        yield f'<text x="{x + 38}" y="{LEGEND + 12}">{text}</text>'
        x += 264


def _lines(rows: Sequence[Row]) -> list[tuple[str, str]]:
    found = {(row["version"], row["disk"]) for row in rows}
    return [
        (version, disk)
        for version in ("before", "after")
        for disk in ("memory", "real")
        if (version, disk) in found
    ]


def _panel(
    x: int, y: int, name: str, rows: Sequence[Row], least: float, most: float, tail: float
) -> Iterator[str]:
    def across(rate: float) -> float:
        return x + WIDE * math.log(rate / least) / math.log(most / least)

    def down(wait: float) -> float:
        share = math.log(min(MOST, max(LEAST, wait)) / LEAST) / math.log(MOST / LEAST)
        return y + HIGH * (1 - share)

    yield f'<text class="panel" x="{x}" y="{y - 28}">{escape(name)}</text>'
    yield f'<text class="soft" x="{x}" y="{y - 10}">within {tail:.0f} ms: {_held(rows)}</text>'
    for wait in (1, 10, 100, 1000):
        yield f'<path class="grid" d="M{x} {down(wait):.1f}h{WIDE}"/>'
        yield f'<text class="soft" x="{x - 8}" y="{down(wait) + 4:.1f}" text-anchor="end">{wait:,}</text>'
    for rate in _round_rates(least, most):
        yield f'<path class="grid" d="M{across(rate):.1f} {y}v{HIGH}"/>'
        place = f'x="{across(rate):.1f}" y="{y + HIGH + 18}"'
        yield f'<text class="soft" {place} text-anchor="middle">{rate:,.0f}</text>'
    yield f'<path class="tail" d="M{x} {down(tail):.1f}h{WIDE}"/>'
    yield f'<text class="soft" x="{x - 8}" y="{down(tail) + 4:.1f}" text-anchor="end">{tail:.0f}</text>'
    yield f'<rect class="frame" x="{x}" y="{y}" width="{WIDE}" height="{HIGH}"/>'
    for version, disk in _lines(rows):
        mine = [row for row in rows if (row["version"], row["disk"]) == (version, disk)]
        longest = {row["rate"]: row["p99"] for row in sorted(mine, key=lambda row: int(row["commands"]))}
        dots = [(across(rate), down(wait)) for rate, wait in sorted(longest.items())]
        path = "L".join(f"{left:.1f} {top:.1f}" for left, top in dots)
        yield f'<path class="line {version} {disk}" d="M{path}"/>'
        for left, top in dots:
            yield f'<circle class="{version} {disk}" cx="{left:.1f}" cy="{top:.1f}" r="4"/>'


def _held(rows: Sequence[Row]) -> str:
    """The highest rates that hold, in words; with the store in memory where that was measured."""
    lines = dict(reversed(_lines(rows)))
    best = {(row["version"], row["disk"]): row["rate"] for row in rows if row["highest"]}
    words = [f"{version} {best.get((version, lines[version]), 0):,.0f}" for version in reversed(lines)]
    return ", ".join(words) + " a second"


def _round_rates(least: float, most: float) -> list[float]:
    found = [base * 10**power for power in range(6) for base in (1, 2, 5)]
    return [rate for rate in found if least <= rate <= most]
