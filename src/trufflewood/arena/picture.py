"""A match as a picture: who takes how much from whom, and the ladder of ratings. SVG, drawn here."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from trufflewood.arena.report import Report

CELL: Final = 64
NAMES: Final = 150
LADDER: Final = 360
TOP: Final = 70
INK: Final = "#2b2a26"
PAPER: Final = "#fbf8f1"
SOFT: Final = "#8a8474"
FONT: Final = 'font-family="system-ui, sans-serif"'


def draw(report: Report, title: str, matrix_title: str, ladder_title: str) -> str:
    """The picture of a match, with its words in the reader's language."""
    count = len(report.bots)
    height = TOP + max(count * CELL, 3 * CELL) + 40
    width = NAMES + count * CELL + 60 + LADDER
    parts = [
        *_sheet(width, height, title),
        f'<text x="16" y="26" font-size="17" font-weight="600">{escape(title)}</text>',
        f'<text x="16" y="{height - 14}" fill="{SOFT}">{escape(matrix_title)}</text>',
        f'<text x="{NAMES + count * CELL + 60}" y="52" fill="{SOFT}">{escape(ladder_title)}</text>',
        *_matrix(report),
        *_ladder(report, NAMES + count * CELL + 60, height - TOP - 40),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _sheet(width: int, height: int, title: str) -> list[str]:
    """An empty sheet of paper, with its title for whoever cannot see it."""
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{escape(title)}"'
        f' {FONT} font-size="14" fill="{INK}">',
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
    ]


def _matrix(report: Report) -> list[str]:
    parts: list[str] = []
    for row, line in enumerate(report.bots):
        y = TOP + row * CELL
        parts.append(
            f'<text x="{NAMES - 10}" y="{y + CELL / 2 + 5}" text-anchor="end">{escape(line.name)}</text>'
        )
        for column, share in enumerate(report.matrix[row]):
            x = NAMES + column * CELL
            fill = "#ece6d8" if share is None else shade(share)
            parts.append(
                f'<rect x="{x + 1}" y="{y + 1}" width="{CELL - 2}" height="{CELL - 2}" rx="6" fill="{fill}"/>'
            )
            if share is not None:
                middle = f'x="{x + CELL / 2}" y="{y + CELL / 2 + 5}" text-anchor="middle"'
                parts.append(f"<text {middle}>{share:.0%}</text>")
    return parts


def shade(share: float) -> str:
    """From clay (takes nothing) over paper to moss (takes all)."""
    low, even, high = (214, 143, 110), (244, 238, 222), (138, 171, 105)
    ends, part = ((low, even), share * 2) if share < 0.5 else ((even, high), share * 2 - 1)
    mixed = [round(a + (b - a) * part) for a, b in zip(*ends, strict=True)]
    return "#" + "".join(f"{value:02x}" for value in mixed)


def _ladder(report: Report, left: float, height: float) -> list[str]:
    """Ratings from low to high, each with its interval."""
    least = min(line.elo_interval[0] for line in report.bots)
    most = max(line.elo_interval[1] for line in report.bots)
    span = max(1.0, most - least)

    def across(elo: float) -> float:
        return left + 10 + (LADDER - 100) * (elo - least) / span

    parts: list[str] = []
    step = height / len(report.bots)
    for number, line in enumerate(report.bots):
        y = TOP + (number + 0.5) * step
        low, high = line.elo_interval
        at = f"{across(line.elo):.1f}"
        ends = f'x1="{across(low):.1f}" x2="{across(high):.1f}" y1="{y:.1f}" y2="{y:.1f}"'
        name = f"{escape(line.name)} {line.elo:.0f}"
        parts += [
            f'<line {ends} stroke="{SOFT}" stroke-width="3"/>',
            f'<circle cx="{at}" cy="{y:.1f}" r="6" fill="{INK}"/>',
            f'<text x="{at}" y="{y - 12:.1f}" text-anchor="middle">{name}</text>',
        ]
    return parts


def bars(title: str, rows: Sequence[tuple[str, float, str]]) -> str:
    """A bar for each row: its name, its size, and what is written behind it."""
    most = max((size for _, size, _ in rows), default=1.0) or 1.0
    height = TOP + 26 * len(rows) + 20
    parts = [
        *_sheet(760, height, title),
        f'<text x="16" y="30" font-size="17" font-weight="600">{escape(title)}</text>',
    ]
    for number, (name, size, note) in enumerate(rows):
        y = TOP - 20 + 26 * number
        wide = 340 * max(0.0, size) / most
        parts += [
            f'<text x="250" y="{y + 15}" text-anchor="end">{escape(name)}</text>',
            f'<rect x="260" y="{y}" width="{wide:.1f}" height="20" rx="4" fill="{shade(0.9)}"/>',
            f'<text x="{268 + wide:.1f}" y="{y + 15}" fill="{SOFT}">{escape(note)}</text>',
        ]
    return "\n".join([*parts, "</svg>"]) + "\n"
