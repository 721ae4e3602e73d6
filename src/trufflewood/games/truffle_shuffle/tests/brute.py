"""Orders filled by brute force, written from §4 to §6 of RULES.md without looking at `scoring.py`.

Every set of cards is tried as truffles; every colour, number and modifier that a card could get is tried on it.
Cards are names: "green 3", "pink any-number", "rainbow 1".
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations, product

from trufflewood.games.truffle_shuffle.components import KIND_OF

COLOURS = ("green", "purple", "orange", "pink")
NUMBERS = (1, 2, 3, 4, 5)
Spend = tuple[str, tuple[str, ...], tuple[str, ...]]  # order, truffles, modifiers

#  what the truffles must show in the end: numbers (any order; None: any) and how their colours must be
WANTED: dict[str, tuple[list[tuple[int | None, ...]], str]] = {
    "one-of-each-colour": ([(None,) * 4], "different"),
    "four-of-one-colour": ([(None,) * 4], "same"),
    "small-straight": ([(1, 2, 3, 4), (2, 3, 4, 5)], "any"),
    "small-straight-flush": ([(1, 2, 3, 4), (2, 3, 4, 5)], "same"),
    "large-straight": ([(1, 2, 3, 4, 5)], "any"),
    "large-straight-flush": ([(1, 2, 3, 4, 5)], "same"),
    "one-1": ([(1,)], "any"),
    "two-2s": ([(2, 2)], "any"),
    "two-2s-flush": ([(2, 2)], "same"),
    "three-3s": ([(3,) * 3], "any"),
    "three-3s-flush": ([(3,) * 3], "same"),
    "four-4s": ([(4,) * 4], "any"),
    "four-4s-flush": ([(4,) * 4], "same"),
    "five-5s": ([(5,) * 5], "any"),
    "five-5s-flush": ([(5,) * 5], "same"),
}


def spends(hand: list[str]) -> set[Spend]:
    """Every way to fill any order from a hand."""
    ordered = sorted(hand, key=KIND_OF.__getitem__)
    return {spend for order in WANTED for spend in _fill(order, ordered)}


def _fill(order: str, hand: list[str]) -> Iterator[Spend]:
    numbers, colours = WANTED[order]
    for places in combinations(range(len(hand)), len(numbers[0])):
        truffles = tuple(hand[place] for place in places)
        needs_number = fewest_number_changes(
            tuple(sorted(card.split()[1] for card in truffles)), tuple(numbers)
        )
        needs_colour = fewest_colour_changes(tuple(sorted(card.split()[0] for card in truffles)), colours)
        if needs_number is None:
            continue
        rest = [card for place, card in enumerate(hand) if place not in places]
        for number_changes in combinations(_named(rest, "number-change"), needs_number):
            for colour_changes in combinations(_named(rest, "colour-change"), needs_colour):
                yield order, truffles, number_changes + colour_changes


def _named(cards: list[str], face: str) -> list[str]:
    return [card for card in cards if card.endswith(face)]


@cache
def fewest_colour_changes(backs: tuple[str, ...], wanted: str) -> int:
    """Paint the truffles in every way that the order accepts, and count the cards that were changed."""
    if wanted == "any":
        return 0
    fits = permutations(COLOURS) if wanted == "different" else ((colour,) * len(backs) for colour in COLOURS)
    return min(
        sum(back not in ("rainbow", colour) for back, colour in zip(backs, painted, strict=True))
        for painted in fits
    )


@cache
def fewest_number_changes(faces: tuple[str, ...], wanted: tuple[tuple[int | None, ...], ...]) -> int | None:
    """Number the truffles in every way that the order accepts; None if no Number Changes can do it."""
    if wanted[0][0] is None:
        return 0
    if any(face in ("take-2", "skip", "number-change", "colour-change") for face in faces):
        return None
    best: int | None = None
    for numbers in {placed for window in wanted for placed in permutations(window)}:
        for changed in product((False, True), repeat=len(faces)):
            if (best is None or sum(changed) < best) and _stands(faces, numbers, changed):
                best = sum(changed)
    return best


def _stands(faces: tuple[str, ...], numbers: tuple[int | None, ...], changed: tuple[bool, ...]) -> bool:
    """True if every card comes to its number, with a Number Change exactly where `changed` says so."""
    ends = [number for number in numbers if number is not None]
    # what a card shows at first: its print, the choice of an Any Number, nothing for a Duplicate
    chosen = [
        (int(face),) if face.isdigit() else (0,) if face == "duplicate" else NUMBERS if change else (end,)
        for face, end, change in zip(faces, ends, changed, strict=True)
    ]
    return any(_copies(list(firsts), ends, changed) for firsts in product(*chosen))


def _copies(firsts: list[int], ends: list[int], changed: tuple[bool, ...]) -> bool:
    shown: set[int] = set()
    waiting: list[int] = []
    for place, first in enumerate(firsts):
        if not first:
            waiting.append(place)
        elif not changed[place] and first != ends[place]:
            return False
        else:
            shown |= {first, ends[place]}
    # a Duplicate copies a number that was shown; when it has, others may copy it in turn
    while ready := [place for place in waiting if shown and (changed[place] or ends[place] in shown)]:
        shown |= {ends[place] for place in ready}
        waiting = [place for place in waiting if place not in ready]
    return not waiting
