"""The four by four cells of a zone as sixteen bits, and what a component is worth on them. Compiled.

Sixteen bits are few enough for tables: the groups of a component need not be walked again.
"""

from __future__ import annotations

from typing import Final

from trufflewood.games.snack_match.components import SIZE
from trufflewood.games.snack_match.scoring import LEAST
from trufflewood.kit.bits import count
from trufflewood.kit.game import buffer
from trufflewood.kit.native import i64, vec

WINDOWS: Final = 65536
IMAGES: Final = 8  # a window may be turned and mirrored
NOT_FIRST: Final = 0xEEEE  # all columns but the first, and all but the last
NOT_LAST: Final = 0x7777
BIT_OF_CELL: Final = vec[i64](  # of a cell counted from the corner of the window
    [
        2 ** (SIZE * (cell // 8) + cell % 8) if cell // 8 < SIZE and cell % 8 < SIZE else 0
        for cell in range(64)
    ]
)


def corner(cells: i64) -> i64:
    """The number of the cell where the smallest rectangle around these cells begins."""
    found: i64 = 0
    while cells & 255 == 0:
        cells = cells >> 8
        found += 8
    columns: i64 = cells | cells >> 8 | cells >> 16 | cells >> 24
    while columns & 1 == 0:
        columns = columns >> 1
        found += 1
    return found


def window(cells: i64, first: i64) -> i64:
    """The cells of a sheet as bits of the window that begins at cell `first`."""
    near: i64 = cells >> first
    return near & 0xF | near >> 4 & 0xF0 | near >> 8 & 0xF00 | near >> 12 & 0xF000


def _image(row: int, column: int, number: int) -> tuple[int, int]:
    if number & 4:
        row, column = column, row
    if number & 2:
        row = SIZE - 1 - row
    return (row, SIZE - 1 - column) if number & 1 else (row, column)


def _image_of_row(number: int, row: int, bits: int) -> int:
    places = [_image(row, column, number) for column in range(SIZE) if bits >> column & 1]
    return sum(2 ** (SIZE * r + c) for r, c in places)


_ROWS: Final = vec[i64](  # the image of every possible row: by image, row, and what is in it
    [
        _image_of_row(number, row, bits)
        for number in range(IMAGES)
        for row in range(SIZE)
        for bits in range(16)
    ]
)


def image(mask: i64, number: i64) -> i64:
    """A window turned or mirrored, in one of eight ways; the first leaves it as it is."""
    at: i64 = 64 * number
    return (
        _ROWS[at + (mask & 15)]
        | _ROWS[at + 16 + (mask >> 4 & 15)]
        | _ROWS[at + 32 + (mask >> 8 & 15)]
        | _ROWS[at + 48 + (mask >> 12)]
    )


def is_first_image(mask: i64) -> bool:
    """True for one of all windows that look alike when turned."""
    least: i64 = mask
    number: i64
    for number in range(1, IMAGES):
        turned: i64 = image(mask, number)
        if turned < least:
            least = turned
    return least == mask


def _group_at(mask: i64) -> i64:
    group: i64 = 0
    grown: i64 = mask & -mask
    while grown != group:
        group = grown
        beside: i64 = (group & NOT_LAST) << 1 | (group & NOT_FIRST) >> 1 | group << 4 | group >> 4
        grown = (group | beside) & mask
    return group


def _all_windows(pairs: bool) -> vec[i64]:
    """The points of a component on every window (§4.3), or its groups of two."""
    found = buffer(WINDOWS)
    mask: i64
    for mask in range(1, WINDOWS):
        group: i64 = _group_at(mask)
        size: i64 = count(group)
        own: i64 = 0
        if pairs:
            own = 1 if size == 2 else 0
        elif size >= LEAST:
            own = size - 2
        found[mask] = found[mask & ~group] + own
    return found


POINTS: Final = _all_windows(False)
PAIRS: Final = _all_windows(True)
