"""A match as a picture: who takes how much from whom, and the ladder of ratings."""

from __future__ import annotations

from typing import Final

from trufflewood.arena import svg
from trufflewood.arena.report import Report

CELL: Final = 60
LADDER: Final = 400  # how wide the ladder is
GAP: Final = 48
MARGIN: Final = 16


def draw(report: Report, title: str, matrix_title: str, ladder_title: str) -> str:
    """The picture of a match, with its words in the reader's language."""
    names = max(svg.wide(line.name) for line in report.bots)
    side = CELL * len(report.bots)
    top = 92 + 0.75 * names  # the names over the columns stand aslant
    left = MARGIN + names + 14
    slant = 0.75 * names - CELL / 2  # by which the last of them leans out
    ladder = max(left + side + GAP + max(0.0, slant), MARGIN + svg.wide(matrix_title) + GAP)
    parts = [
        svg.text(MARGIN, 58, matrix_title, fill=svg.SOFT),
        svg.text(ladder, 58, ladder_title, fill=svg.SOFT),
        *_matrix(report, left, top),
        *_ladder(report, ladder, top, side),
    ]
    return svg.sheet(ladder + LADDER + MARGIN, top + side + 48, title, parts)


def _matrix(report: Report, left: float, top: float) -> list[str]:
    parts: list[str] = []
    for row, line in enumerate(report.bots):
        y = top + row * CELL
        middle = left + (row + 0.5) * CELL
        parts.append(svg.text(middle, top - 10, line.name, turned=-45))
        parts.append(svg.text(left - 10, y + CELL / 2 + 5, line.name, "end"))
        for column, share in enumerate(report.matrix[row]):
            x = left + column * CELL
            fill = svg.FAINT if share is None else svg.shade(share)
            parts.append(svg.box(x + 1, y + 1, CELL - 2, CELL - 2, fill, 6))
            if share is not None:
                parts.append(svg.text(x + CELL / 2, y + CELL / 2 + 5, f"{share:.0%}", "middle"))
    return parts


def _ladder(report: Report, left: float, top: float, height: float) -> list[str]:
    """Ratings from low to high, each with its interval, in the rows of the matrix."""
    intervals = [line.elo_interval if report.met else (line.elo, line.elo) for line in report.bots]
    least, most = min(low for low, _ in intervals), max(high for _, high in intervals)
    step = next((one for one in (50, 100, 200, 500) if (most - least) / one <= 6), 1000)
    first, last = int(least // step) * step, -int(-most // step) * step
    last = max(last, first + step)

    def across(elo: float) -> float:
        return left + 20 + (LADDER - 40) * (elo - first) / (last - first)

    parts: list[str] = []
    for mark in range(first, last + 1, step):
        parts.append(svg.line(across(mark), top, across(mark), top + height, svg.FAINT))
        parts.append(svg.text(across(mark), top + height + 20, str(mark), "middle", svg.SOFT, 12))
    for number, line in enumerate(report.bots):
        y = top + (number + 0.5) * CELL + 6
        low, high = intervals[number]
        parts += svg.whisker(y, across(low), across(line.elo), across(high))
        name = f"{line.name} {line.elo:.0f}"
        # a name must not lean out of the picture
        half = svg.wide(name) / 2
        x = min(max(across(line.elo), left + half), left + LADDER - half)
        parts.append(svg.text(x, y - 12, name, "middle"))
    return parts
