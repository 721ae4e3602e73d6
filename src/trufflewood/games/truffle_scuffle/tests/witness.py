"""Truffle Scuffle for the laws: its variants, its pieces, and that nothing is hidden."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random

from trufflewood.games.truffle_scuffle.state import State, herd
from trufflewood.kit import game

VARIANTS = [
    {"seats": 2},
    {"seats": 2, "hogs": "one"},
    {"seats": 2, "purchases": "several", "stall": 20},
    {"seats": 2, "claim": "automatic", "start": 1},
    {"seats": 2, "deck": {"tiles": {"white white": 4, "red yellow blue": 6, "empty": 20, "green": 6}}},
]


def census(state: game.State) -> Hashable:
    """The truffles of each colour: in the forest, held, or given up for hogs (four for each)."""
    assert isinstance(state, State)
    assert 0 <= herd(state, 0) <= 4 and 0 <= herd(state, 1) <= 4
    lying = [sum(int(truffles) >> 4 * colour & 15 for truffles in state.ground) for colour in range(5)]
    counted = [int(state.piles[2]) >> 8 * colour & 255 for colour in range(5)]
    assert lying == counted, "the forest's pile is not what lies in the forest"
    held = [sum(int(state.piles[seat]) >> 8 * colour & 255 for seat in range(2)) for colour in range(5)]
    box = [int(state.box.truffles) >> 8 * colour & 255 for colour in range(5)]
    gone = [box[colour] - lying[colour] - held[colour] for colour in range(5)]
    bought = sum(max(0, int(herd(state, seat)) - 1) for seat in range(2))
    assert all(n >= 0 and n % 4 == 0 for n in gone) and sum(gone) == 4 * bought
    return tuple(box)


def shuffle_hidden(state: game.State, seat: int | None, random: Random) -> None:
    return None
