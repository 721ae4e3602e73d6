"""Whole ways to fill orders from a hand, for people and for the tests. Compiled."""

from __future__ import annotations

from trufflewood.games.truffle_shuffle.scoring.orders import (
    FIRST_COLOUR_CHANGE,
    FIRST_NUMBER_CHANGE,
    FLUSH,
    TRUFFLES,
    Filler,
    changes_needed,
)
from trufflewood.games.truffle_shuffle.state import KINDS, ORDERS
from trufflewood.kit.native import i64, vec


def spends(hand: list[int]) -> list[int]:
    """Every way to fill an order from a hand, counted by kind; each spend in one number."""
    filler = Filler(vec[i64](hand), 0)
    _enumerate_orders(filler)
    return [int(filler.found[n]) for n in range(filler.found_count)]


def _enumerate_orders(filler: Filler) -> None:
    """Every order; a flush is found on the way, being one of the plain order before it."""
    order: i64
    for order in range(ORDERS):
        if FLUSH[order] == 0 and TRUFFLES[order] <= filler.length:
            filler.begin(order)
            filler.with_flush = order + 1 < ORDERS and FLUSH[order + 1] == 1
            filler.enumerate()


def count_spends(hands: list[list[int]], times: i64) -> int:
    """Enumerate every spend of every hand, so many times; return how many there are. `bench` times this."""
    counts = vec[i64]([n for hand in hands for n in hand])
    total: i64 = 0
    number: i64
    while times > 0:
        for number in range(len(hands)):
            filler = Filler(counts, number * KINDS)
            _enumerate_orders(filler)
            total += filler.found_count
        times -= 1
    return int(total)


def ways(hand: list[int], order: i64) -> int:
    """How many ways there are to fill one order."""
    filler = Filler(vec[i64](hand), 0)
    filler.keep = False
    filler.begin(order)
    filler.enumerate()
    return int(filler.found_count)


def thriftiest(hand: list[int], order: i64) -> list[int]:
    """Truffles that fill an order with the fewest modifiers, plain cards first; [] if none can."""
    filler = Filler(vec[i64](hand), 0)
    numbers: i64 = filler.numbers_left
    colours: i64 = filler.colours_left
    used: i64
    numbers_used: i64
    for used in range(numbers + colours + 1):
        for numbers_used in range(used + 1):
            if numbers_used <= numbers and used - numbers_used <= colours:
                filler.begin(order)
                filler.numbers_left = numbers_used
                filler.colours_left = used - numbers_used
                if filler.possible():
                    return truffles_of(filler.truffles)
    return []


def ways_of_hand(hand: list[int]) -> list[list[int]]:
    """For each order the cards of one way to fill it, truffles, then modifiers; [] where there is none."""
    filler = Filler(vec[i64](hand), 0)
    found: list[list[int]] = []
    order: i64
    for order in range(ORDERS):
        filler.begin(order)
        found.append(_whole_way(hand, order) if filler.possible() else [])
    return found


def _whole_way(hand: list[int], order: i64) -> list[int]:
    """The thriftiest truffles for an order, and the modifiers that they need, by colour."""
    truffles = thriftiest(hand, order)
    changes: i64 = changes_needed(order, vec[i64](truffles))
    left = hand[:]
    for kind in truffles:
        left[kind] -= 1
    numbers = [k for k in range(FIRST_NUMBER_CHANGE, FIRST_COLOUR_CHANGE) for _ in range(left[k])]
    colours = [k for k in range(FIRST_COLOUR_CHANGE, KINDS) for _ in range(left[k])]
    return truffles + numbers[: changes >> 3] + colours[: changes & 7]


def truffles_of(spend: int) -> list[int]:
    """The kinds of the truffles of a spend, in table order."""
    digits = [spend >> 6 * n & 63 for n in range(4, -1, -1)]
    return [digit - 1 for digit in digits if digit]
