"""The four by four cells of a zone as sixteen bits, and what a component is worth on them. Compiled.

Sixteen bits are few enough for tables: the groups of a component need not be walked again.
"""

from __future__ import annotations

from typing import Final

from trufflewood.games.snack_match.components import SIZE
from trufflewood.games.snack_match.scoring import groups_of, judged
from trufflewood.kit.native import i64, vec

WINDOWS: Final = 65536
IMAGES: Final = 8  # a window may be turned and mirrored
BIT_OF_CELL: Final = vec[i64](  # of a cell counted from the corner of the window
    [
        2 ** (SIZE * (cell // 8) + cell % 8) if cell // 8 < SIZE and cell % 8 < SIZE else 0
        for cell in range(64)
    ]
)


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


def _spread(mask: int) -> int:
    """The window as cells of a sheet, in its first corner."""
    return sum((mask >> SIZE * row & 15) << 8 * row for row in range(SIZE))


POINTS: Final = vec[i64]([judged(_spread(mask)) >> 5 for mask in range(WINDOWS)])  # of a component (§4.3)
PAIRS: Final = vec[i64]([groups_of(_spread(mask), 2, 2) for mask in range(WINDOWS)])
