"""A sheet of paper and what is drawn on it, as SVG: no library, no script, no font to fetch."""

from __future__ import annotations

from html import escape
from typing import Final

INK: Final = "#2b2a26"
PAPER: Final = "#fbf8f1"
SOFT: Final = "#736d5f"  # 4.5 to 1 on paper, for small print
FAINT: Final = "#e4dcc9"
MOSS: Final = "#8aab69"
CLAY: Final = "#d68f6e"
LETTER: Final = 7.9  # wide, on average, at the usual size of 14


def sheet(width: float, height: float, title: str, parts: list[str]) -> str:
    """A whole picture, with its title for whoever cannot see it."""
    size = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}"'
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{escape(title)}"'
        f' font-family="system-ui, sans-serif" font-size="14" fill="{INK}">',
        f'<rect width="100%" height="100%" fill="{PAPER}"/>',
        text(16, 28, title, size=17, weight=600),
    ]
    return "\n".join([*head, *parts, "</svg>"]) + "\n"


def text(
    x: float,
    y: float,
    words: str,
    anchor: str = "start",
    fill: str = INK,
    size: int = 14,
    weight: int = 400,
    turned: int = 0,
) -> str:
    turn = f' transform="rotate({turned} {x:.1f} {y:.1f})"' if turned else ""
    look = f'text-anchor="{anchor}" fill="{fill}" font-size="{size}" font-weight="{weight}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {look}{turn}>{escape(words)}</text>'


def box(x: float, y: float, width: float, height: float, fill: str, round_by: float = 4) -> str:
    where = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f'<rect {where} rx="{round_by}" fill="{fill}"/>'


def line(
    x1: float, y1: float, x2: float, y2: float, stroke: str = SOFT, width: float = 1, dashed: bool = False
) -> str:
    dash = ' stroke-dasharray="3 4"' if dashed else ""
    ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {ends} stroke="{stroke}" stroke-width="{width}"{dash}/>'


def dot(x: float, y: float, fill: str = INK) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{fill}"/>'


def whisker(y: float, low: float, middle: float, high: float, fill: str = INK) -> list[str]:
    """A figure with its interval, from left to right."""
    return [line(low, y, high, y, SOFT, 3), dot(middle, y, fill)]


def wide(words: str) -> float:
    """About how wide some words are: enough to leave room for them."""
    return LETTER * len(words)


def shade(share: float) -> str:
    """From clay (takes nothing) over paper to moss (takes all)."""
    low, even, high = (214, 143, 110), (244, 238, 222), (138, 171, 105)
    ends, part = ((low, even), share * 2) if share < 0.5 else ((even, high), share * 2 - 1)
    mixed = [round(a + (b - a) * part) for a, b in zip(*ends, strict=True)]
    return "#" + "".join(f"{value:02x}" for value in mixed)
