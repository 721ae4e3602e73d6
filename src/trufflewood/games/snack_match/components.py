"""The box of Snack Match: squares, cards, the eight extra cards, and what may be chosen before the deal."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final, Literal, NamedTuple

import msgspec

from trufflewood.kit import deck as decks
from trufflewood.kit import options
from trufflewood.kit.errors import BadDeck, BadOption
from trufflewood.kit.options import DeckChoice

ROOM: Final = Path(__file__).parent

SNACKS: Final = ("sandwich", "donut", "soda", "sausage")
CLOTHS: Final = ("orange", "green", "red", "blue")
KINDS: Final = SNACKS + CLOTHS  # the components, snacks first (§1.2)
SQUARES: Final = tuple(f"{snack}/{cloth}" for snack in SNACKS for cloth in CLOTHS)

CARDS: Final = 72  # §1.1
SIZE: Final = 4  # rows and columns of a full zone (§3.4)
ROUNDS: Final = 4  # §2.1
SOLO_ROUNDS: Final = 8  # §6.1
IN_ZONE: Final = 8  # cards in a finished zone

# fmt: off
COMPONENT_CARDS: Final = (
    # one side    the other
    ("sandwich",  "orange"),
    ("donut",     "green"),
    ("soda",      "red"),
    ("sausage",   "blue"),
)
MODIFICATION_CARDS: Final = (
    # green       red
    ("fewest",    "most"),
    ("corners",   "centre"),
    ("groups",    "isolated"),
    ("lines",     "pairs"),
)
MODIFICATIONS: Final = (
    # name        points  rule
    ("fewest",     3,     "§5.3"),
    ("corners",    1,     "§5.4"),
    ("groups",     1,     "§5.5"),
    ("lines",      2,     "§5.6"),
    ("most",      -3,     "§5.7"),
    ("isolated",  -2,     "§5.8"),
    ("centre",    -2,     "§5.9"),
    ("pairs",     -2,     "§5.10"),
)
SIDES: Final = {  # which sides of the two modification cards show: 0 green, 1 red (§5.2)
    "easy":   (0, 0),
    "medium": (0, 1),
    "hard":   (1, 1),
}
# fmt: on
NAMES: Final = tuple(name for name, _, _ in MODIFICATIONS)

# A zone is noted on 7 by 7 cells with the first card in the middle: it can reach no further (§7.2).
SHEET: Final = 7
CELL_NAMES: Final = tuple(  # eight to a row, the last of which is never used
    f"{'abcdefg'[cell % 8]}{cell // 8 + 1}" if cell % 8 < SHEET else "" for cell in range(8 * SHEET)
)
TURNS: Final = ("right", "left", "down", "up")


class Options(options.Options, frozen=True, kw_only=True):
    deck: DeckChoice = "reconstructed"  # §1.5
    diet: Literal["none", "easy", "medium", "hard"] = "none"  # §5.2
    open: bool = False  # what is placed is seen at once (§2.6)
    solo_points: Literal["own", "both"] = "own"  # the zones where the opponent's points are counted (§6.8)

    def __post_init__(self) -> None:
        if self.start is not None:
            raise BadOption("no-start", ROOM)


class Card(NamedTuple):
    squares: tuple[int, int, int]  # each a place in SQUARES
    copies: int

    @property
    def key(self) -> str:
        """The card as it stands in a deck file: "sandwich/green donut/orange soda/blue"."""
        return " ".join(SQUARES[square] for square in self.squares)


def cards(choice: DeckChoice) -> tuple[Card, ...]:
    """The different cards of a deck; raises BadDeck with the line at fault."""
    return _cards(msgspec.json.encode(choice))


@lru_cache(maxsize=32)
def _cards(encoded: bytes) -> tuple[Card, ...]:
    choice = msgspec.json.decode(encoded, type=DeckChoice)
    found: list[Card] = []
    lines: dict[tuple[int, ...], int] = {}
    for entry in decks.entries(ROOM, choice):
        if entry.section != "cards":
            raise BadDeck("deck-section", ROOM, line=entry.line, section=entry.section)
        squares = _squares(entry.key, entry.line)
        same = min(squares, squares[::-1])
        if same in lines:
            raise BadDeck("deck-twice", ROOM, line=entry.line, card=entry.key, first=lines[same])
        lines[same] = entry.line
        if entry.copies:
            found.append(Card(squares, entry.copies))
    total = sum(card.copies for card in found)
    if total != CARDS:
        raise BadDeck("deck-count", ROOM, n=total, wanted=CARDS)
    return tuple(found)


def _squares(key: str, line: int) -> tuple[int, int, int]:
    names = key.split()
    for name in names:
        if name not in SQUARES:
            raise BadDeck(
                "deck-square", ROOM, line=line, square=name, snacks=list(SNACKS), cloths=list(CLOTHS)
            )
    if len(names) != 3:
        raise BadDeck("deck-three", ROOM, line=line, card=key, n=len(names))
    first, second, third = map(SQUARES.index, names)
    return first, second, third
