"""The box of Truffle Scuffle: forest, truffles, hogs, and what may be chosen before the deal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from trufflewood.kit import deck as decks
from trufflewood.kit import options
from trufflewood.kit.errors import BadDeck
from trufflewood.kit.options import DeckChoice

ROOM: Final = Path(__file__).parent

COLOURS: Final = ("white", "red", "yellow", "green", "blue")
HOGS: Final = 4  # of each player (§1.3)
PRICE: Final = 4  # truffles of one colour for a hog (§4.1)
STALL: Final = 60  # turns without a truffle (§5.4)

ROWS: Final = (4, 5, 6, 7, 6, 5, 4)  # tiles in each row, from the top (§1.1)
TILES: Final = 37
FOREST: Final = 36
VILLAGE: Final = 18

NAMES: Final = tuple(
    f"{'abcdefg'[row]}{place + 1}" for row, width in enumerate(ROWS) for place in range(width)
)
TILE: Final = {name: tile for tile, name in enumerate(NAMES)}


def _neighbours() -> tuple[tuple[int, ...], ...]:
    """The neighbours of each tile, ascending: those beside it, and two in the rows above and below."""
    spot = [(row, place) for row, width in enumerate(ROWS) for place in range(width)]
    found = []
    for row, place in spot:
        near = [(row, place - 1), (row, place + 1)]
        for other in (row - 1, row + 1):
            if 0 <= other < len(ROWS):
                shift = 0 if ROWS[other] > ROWS[row] else -1
                near += [(other, place + shift), (other, place + shift + 1)]
        found.append(tuple(sorted(spot.index(one) for one in near if one in spot)))
    return tuple(found)


NEIGHBOURS: Final = _neighbours()
STEPS: Final = tuple(
    (tile, near) for tile in range(TILES) for near in NEIGHBOURS[tile] if near != VILLAGE
)  # every step a hog can make, ascending (§3.3)

MOST_ON_A_TILE: Final = 3


class Options(options.Options, frozen=True, kw_only=True):
    deck: DeckChoice = "reconstructed"  # §7.5
    hogs: Literal["all", "one"] = "all"  # that move each turn (§7.1)
    purchases: Literal["one", "several"] = "one"  # a turn (§7.2)
    claim: Literal["move", "automatic"] = "move"  # §7.3
    stall: Annotated[int, msgspec.Meta(ge=1, le=1000)] = STALL  # §7.4


def tiles(choice: DeckChoice) -> list[tuple[int, ...]]:
    """The colours that each of the 36 forest tiles shows; raises BadDeck with the line at fault."""
    found: list[tuple[int, ...]] = []
    for entry in decks.entries(ROOM, choice):
        if entry.section != "tiles":
            raise BadDeck("tiles-section", ROOM, line=entry.line, section=entry.section)
        shown = () if entry.key == "empty" else tuple(entry.key.split())
        for colour in shown:
            if colour not in COLOURS:
                raise BadDeck("tiles-colour", ROOM, line=entry.line, colour=colour, known=list(COLOURS))
        if len(shown) > MOST_ON_A_TILE or (not shown and entry.key != "empty"):
            raise BadDeck("tiles-many", ROOM, line=entry.line, tile=entry.key, most=MOST_ON_A_TILE)
        found += [tuple(sorted(map(COLOURS.index, shown)))] * entry.copies
    if len(found) != FOREST:
        raise BadDeck("tiles-count", ROOM, n=len(found), wanted=FOREST)
    if not any(found):
        raise BadDeck("tiles-bare", ROOM)
    return found


def differences(choice: DeckChoice) -> list[str]:
    """The colours of which a tile file has not the nine truffles of the box (§1.2)."""
    shown = tiles(choice)
    return [name for colour, name in enumerate(COLOURS) if sum(tile.count(colour) for tile in shown) != 9]
