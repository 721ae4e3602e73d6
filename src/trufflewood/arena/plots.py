"""The balance of a game as plots: seats, points, length, and what was done by whoever won."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from trufflewood.arena import svg
from trufflewood.arena.balance import Balance, DeedTable

MARGIN: Final = 16
PANEL: Final = 300  # how wide each of the three upper plots is
BETWEEN: Final = 40
TOP: Final = 100
TALL: Final = 170
ROW: Final = 24
COUNTS: Final = 230  # how wide the bars are
ALL: Final = 2 * MARGIN + 3 * PANEL + 2 * BETWEEN
BINS: Final = 20

Say = Callable[..., str]  # a key of [balance] and its arguments, in the reader's language


def plots(found: Balance, title: str, say: Say) -> str:
    """The picture of a balance, with its words in the reader's language."""
    first, second, third = (MARGIN + n * (PANEL + BETWEEN) for n in range(3))
    parts = [
        svg.text(MARGIN, 52, say("legend"), fill=svg.SOFT, size=12),
        svg.text(first, TOP - 18, say("plot-seats"), weight=600),
        *_seats(found, first, say),
        svg.text(second, TOP - 18, say("plot-points"), weight=600),
        *_bars(found.scores, second),
        svg.text(third, TOP - 18, say("plot-length"), weight=600),
        *_bars(found.lengths, third),
    ]
    names = max((svg.wide(one.name) for table in found.deeds for one in table.things), default=0.0)
    y = TOP + TALL + 30.0
    for table in found.deeds:
        if table.things:
            parts += _deed(found, table, y, names, say)
            y += 90 + ROW * len(table.things)
    return svg.sheet(ALL, y, title, parts)


def _seats(found: Balance, left: float, say: Say) -> list[str]:
    """How often each seat wins, with its interval, against a fair share."""
    names = max(svg.wide(say("place", n=line.seat + 1)) for line in found.by_seat)
    step = min(40.0, (TALL - 30) / len(found.by_seat))
    across = _scale(left + names + 14, left + PANEL)
    parts = _rate_axis(across, found.fair_share, TOP, TOP + step * len(found.by_seat))
    for line in found.by_seat:
        y = TOP + (line.seat + 0.5) * step
        parts.append(svg.text(left + names, y + 5, say("place", n=line.seat + 1), "end"))
        parts += _rate(across, y, line.win_rate, line.interval, found.fair_share)
    return parts


def _bars(counts: Mapping[int, int], left: float) -> list[str]:
    """How often each number came up, in at most so many bins of equal width."""
    least, most = min(counts), max(counts)
    size = -(-(most - least + 1) // BINS)
    bins = [0] * (-(-(most - least + 1) // size))
    for value, count in counts.items():
        bins[(value - least) // size] += count
    wide = PANEL / len(bins)
    floor = TOP + TALL - 30.0
    parts = [svg.line(left, floor, left + PANEL, floor, svg.SOFT)]
    for number, count in enumerate(bins):
        high = (TALL - 50) * count / max(bins)
        if count:
            parts.append(svg.box(left + number * wide + 1, floor - high, wide - 2, high, svg.MOSS, 2))
            middle = left + (number + 0.5) * wide
            parts.append(svg.text(middle, floor - high - 5, str(count), "middle", svg.SOFT, 10))
    every = -(-len(bins) // 5)  # the label of each bin would not fit
    for number in range(0, len(bins), every):
        x = left + (number + 0.5) * wide
        parts.append(svg.text(x, floor + 18, str(least + number * size), "middle", svg.SOFT, 12))
    return parts


def _deed(found: Balance, table: DeedTable, y: float, names: float, say: Say) -> list[str]:
    """A row for each thing: how often a game, and how often whoever did it won."""
    counts = MARGIN + names + 14
    rates = counts + COUNTS + 70
    end = y + 46 + ROW * len(table.things)
    across = _scale(rates, ALL - MARGIN - 20)
    parts = [
        svg.text(MARGIN, y, table.title, size=16, weight=600),
        svg.text(counts, y + 26, say("per-game"), fill=svg.SOFT, size=12),
        svg.text(rates, y + 26, say("by-winners"), fill=svg.SOFT, size=12),
        *_rate_axis(across, found.fair_share, y + 36, end - 8),
    ]
    most = max(one.per_game for one in table.things)
    for number, one in enumerate(table.things):
        middle = y + 36 + (number + 0.5) * ROW
        long = COUNTS * one.per_game / most
        parts += [
            svg.text(counts - 10, middle + 5, one.name, "end"),
            svg.box(counts, middle - 8, long, 16, svg.MOSS, 3),
            svg.text(counts + long + 8, middle + 5, f"{one.per_game:.2f}", fill=svg.SOFT, size=12),
            *_rate(across, middle, one.win_rate, one.interval, found.fair_share),
        ]
    return parts


def _scale(start: float, end: float) -> Callable[[float], float]:
    return lambda share: start + (end - start) * share


def _rate_axis(across: Callable[[float], float], fair: float, top: float, bottom: float) -> list[str]:
    """Lines at each quarter, and a dashed one at a fair share."""
    parts = [svg.line(across(n / 4), top, across(n / 4), bottom, svg.FAINT) for n in range(5)]
    parts += [svg.text(across(n / 2), bottom + 14, f"{n / 2:.0%}", "middle", svg.SOFT, 11) for n in range(3)]
    return [*parts, svg.line(across(fair), top, across(fair), bottom, svg.INK, 1, dashed=True)]


def _rate(
    across: Callable[[float], float], y: float, rate: float, interval: Sequence[float], fair: float
) -> list[str]:
    """Green above a fair share and red below it, where the interval is sure of it."""
    low, high = interval
    fill = svg.MOSS if low > fair else svg.CLAY if high < fair else svg.INK
    return svg.whisker(y, across(low), across(rate), across(high), fill)
