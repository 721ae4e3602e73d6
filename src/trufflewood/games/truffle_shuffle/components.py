"""The box of Truffle Shuffle: cards, orders and the pyramid, as tables one can check against the rulebook.

A card is known everywhere by its kind, a row of KINDS: two cards of one kind cannot be told apart.
Table order is the order of KINDS; the modifiers come last, which the search for orders relies on.
"""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Final, Literal, NamedTuple

from trufflewood.kit import deck as deck_file
from trufflewood.kit import options
from trufflewood.kit.errors import BadDeck
from trufflewood.kit.options import DeckChoice

ROOM: Final = Path(__file__).parent

COLOURS: Final = ("green", "purple", "orange", "pink")
BACKS: Final = (*COLOURS, "rainbow")  # what a face-down card shows (§1.4)
FACES: Final = (
    "1", "2", "3", "4", "5", "any-number", "duplicate", "take-2", "skip", "number-change", "colour-change",
)  # fmt: skip
NUMBERS: Final = 5  # the first faces are the numbers 1 to 5

ANY_NUMBER: Final = 5
DUPLICATE: Final = 6
TAKE_2: Final = 7
SKIP: Final = 8
NUMBER_CHANGE: Final = 9
COLOUR_CHANGE: Final = 10
RAINBOW: Final = 4  # among BACKS


class Kind(NamedTuple):
    key: str  # "green 3"
    back: int
    face: int


def _kinds() -> tuple[Kind, ...]:
    numbers = [(back, face) for back in range(len(BACKS)) for face in range(NUMBERS)]
    specials = [(back, face) for face in range(NUMBERS, len(FACES)) for back in range(len(COLOURS))]
    return tuple(Kind(f"{BACKS[back]} {FACES[face]}", back, face) for back, face in numbers + specials)


KINDS: Final = _kinds()
KIND_OF: Final = {kind.key: number for number, kind in enumerate(KINDS)}


class Order(NamedTuple):
    key: str
    price: int
    truffles: int
    numbers: str  # "any", "straight", or the number that all truffles have
    colours: str  # "any", "same", "different"
    rule: str


# fmt: off
ORDERS: Final = (
    #     key                      price  truffles  numbers     colours      rule
    Order("one-of-each-colour",    3,     4,        "any",      "different", "§5.1"),
    Order("four-of-one-colour",    3,     4,        "any",      "same",      "§5.2"),
    Order("small-straight",        4,     4,        "straight", "any",       "§5.3"),
    Order("small-straight-flush",  6,     4,        "straight", "same",      "§5.4"),
    Order("large-straight",        6,     5,        "straight", "any",       "§5.5"),
    Order("large-straight-flush",  9,     5,        "straight", "same",      "§5.6"),
    Order("one-1",                 1,     1,        "1",        "any",       "§5.7"),
    Order("two-2s",                2,     2,        "2",        "any",       "§5.8"),
    Order("two-2s-flush",          4,     2,        "2",        "same",      "§5.9"),
    Order("three-3s",              3,     3,        "3",        "any",       "§5.10"),
    Order("three-3s-flush",        6,     3,        "3",        "same",      "§5.11"),
    Order("four-4s",               4,     4,        "4",        "any",       "§5.12"),
    Order("four-4s-flush",         8,     4,        "4",        "same",      "§5.13"),
    Order("five-5s",               5,     5,        "5",        "any",       "§5.14"),
    Order("five-5s-flush",         10,    5,        "5",        "same",      "§5.15"),
)
# fmt: on
ORDER_OF: Final = {order.key: number for number, order in enumerate(ORDERS)}

BONUS_TRUFFLES: Final = 4  # an order of at least so many truffles earns a bonus coin (§4.6)
BONUS: Final = {2: (2, 1, 1), 3: (2, 2, 1, 1), 4: (2, 2, 1, 1, 1)}
SIXTH_BONUS: Final = 1  # on the set-up page of the Spanish rulebook, for four players

ROUNDS: Final = 3
ROWS: Final = (4, 5, 6, 7, 8, 9)  # the first row lies face up, the next face down, and so on (§2.2)
PLACES: Final = tuple(
    f"{letter}{n}" for letter, row in zip("abcdef", ROWS, strict=True) for n in range(1, row + 1)
)
PYRAMID: Final = len(PLACES)
CARDS: Final = ROUNDS * PYRAMID


class Options(options.Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the players settle before the deal."""

    deck: DeckChoice = "reconstructed"
    four_player_bonus: Literal[5, 6] = 5  # coins below the pyramid with four players (§8.1)
    discards: Literal["hidden", "open"] = "hidden"  # at the end of a round (§8.2)


def bonus_coins(chosen: Options) -> tuple[int, ...]:
    """The bonus coins of every round, in the order in which they are won.

    >>> bonus_coins(Options(seats=4, four_player_bonus=6))
    (2, 2, 1, 1, 1, 1)
    """
    coins = BONUS[chosen.seats]
    return (*coins, SIXTH_BONUS) if chosen.seats == 4 and chosen.four_player_bonus == 6 else coins


def copies_in(deck: DeckChoice) -> list[int]:
    """How many cards of each kind are in the box; raises BadDeck with the line at fault."""
    copies = [0] * len(KINDS)
    for entry in deck_file.entries(ROOM, deck):
        if entry.section not in BACKS:
            raise BadDeck("deck-section", ROOM, line=entry.line, section=entry.section, known=list(BACKS))
        name = f"{entry.section} {entry.key}"
        if name not in KIND_OF:
            known = [FACES[kind.face] for kind in KINDS if BACKS[kind.back] == entry.section]
            near = difflib.get_close_matches(entry.key, known, 1)
            key = "deck-card-near" if near else "deck-card"
            raise BadDeck(
                key, ROOM, line=entry.line, section=entry.section, card=entry.key, near=near, known=known
            )
        copies[KIND_OF[name]] = entry.copies
    if sum(copies) != CARDS:
        raise BadDeck("deck-total", ROOM, total=sum(copies), wanted=CARDS)
    return copies
