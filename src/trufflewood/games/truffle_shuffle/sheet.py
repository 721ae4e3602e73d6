"""A real hand of Truffle Shuffle: every order it can fill, dearest first, and how. As JSON or text.

{"hand": ["rainbow 1", "green 2", "purple duplicate"]}
rainbow 1, green 2, 2 x pink number-change
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from trufflewood.games.truffle_shuffle.components import (
    ANY_NUMBER,
    BONUS_TRUFFLES,
    COLOURS,
    DUPLICATE,
    KINDS,
    NUMBERS,
    ORDERS,
    RAINBOW,
    ROOM,
    Order,
)
from trufflewood.games.truffle_shuffle.notation import read_card
from trufflewood.games.truffle_shuffle.scoring import (
    FIRST_COLOUR_CHANGE,
    FIRST_NUMBER_CHANGE,
    thriftiest,
    ways,
)
from trufflewood.kit.errors import BadLayout
from trufflewood.kit.outcome import Args, Line
from trufflewood.kit.package import Sheet
from trufflewood.kit.words import words

MOST_CARDS: Final = 30


def score(layout: Any, best: Sequence[str] = ()) -> Sheet:
    """The orders of one hand, each filled with as few modifiers as it needs."""
    if best:
        raise BadLayout("no-best", ROOM)
    names = _from_text(layout) if isinstance(layout, str) else _from_data(layout)
    hand = [0] * len(KINDS)
    for name in names:
        hand[_card(name)] += 1
    if not names:
        raise BadLayout("hand-empty", ROOM)
    if len(names) > MOST_CARDS:
        raise BadLayout("hand-long", ROOM, n=len(names), most=MOST_CARDS)
    lines: list[Line] = []
    notes: list[Line] = []
    for number, order in sorted(enumerate(ORDERS), key=lambda item: -item[1].price):
        truffles = thriftiest(hand, number)
        if truffles:
            lines += explain(order, truffles, hand, ways(hand, number))
            if order.truffles >= BONUS_TRUFFLES and not notes:
                notes = [Line("§4.6", 0, "bonus-note")]
    return Sheet([lines], notes if lines else [Line("§4.2", 0, "nothing")], summed=False)


def _from_text(text: str) -> list[str]:
    names: list[str] = []
    for part in filter(None, (one.strip() for one in re.split(r"[,;\n]", text.lower()))):
        times = re.fullmatch(r"(\d{1,2})\s*[x×]\s*(.+)", part)
        names += [times[2]] * int(times[1]) if times else [part]
    return names


def _from_data(layout: Any) -> list[str]:
    hand = layout.get("hand") if isinstance(layout, dict) else layout
    if isinstance(hand, str):
        return _from_text(hand)
    if not isinstance(hand, list) or not all(isinstance(name, str) for name in hand):
        raise BadLayout("hand-missing", ROOM)
    return [" ".join(name.lower().split()) for name in hand]


def _card(name: str) -> int:
    """A card by its name in either language, colour first or last."""
    plain = words(ROOM, "es").untranslate(name.replace("color-change", "colour-change"))
    first, _, last = plain.partition(" ")
    return read_card(f"{last} {first}" if last in COLOURS else plain, BadLayout)


# ---- how an order is filled, step by step


def explain(order: Order, truffles: list[int], hand: list[int], n: int) -> list[Line]:
    """The order with its cards, and a line for each thing that happens to a truffle."""
    numbers, colours = _numbers(order, truffles), _colours(order, truffles)
    left = hand[:]
    for kind in truffles:
        left[kind] -= 1
    spare = {
        first: [kind for kind in range(first, first + len(COLOURS)) for _ in range(left[kind])]
        for first in (FIRST_NUMBER_CHANGE, FIRST_COLOUR_CHANGE)
    }
    steps: list[Line] = []
    used: list[int] = []
    in_order = sorted(range(len(truffles)), key=lambda place: numbers[place])
    for place in in_order:
        card = KINDS[truffles[place]]
        number, colour = numbers[place], colours[place]
        before = len(steps)
        shows = card.face + 1
        if card.face == ANY_NUMBER and number:
            shows = number
            steps.append(Line("§6.3", 0, "as-number", {"card": card.key, "n": number}))
        if card.face == DUPLICATE and number:
            other = _copied(truffles, numbers, number)
            copied = KINDS[truffles[other]]
            unchanged = copied.face < NUMBERS and numbers[other] != number
            shows = copied.face + 1 if unchanged else numbers[other]
            steps.append(Line("§6.4", 0, "copies", {"card": card.key, "n": shows, "other": copied.key}))
        if number and shows != number:
            used.append(spare[FIRST_NUMBER_CHANGE].pop(0))
            changed: Args = {"modifier": KINDS[used[-1]].key, "card": card.key, "n": number}
            steps.append(Line("§6.6", 0, "changes-number", changed))
        if card.back == RAINBOW and colour is not None:
            steps.append(Line("§6.2", 0, "as-colour", {"card": card.key, "colour": COLOURS[colour]}))
        elif colour is not None and colour != card.back:
            used.append(spare[FIRST_COLOUR_CHANGE].pop(0))
            turned: Args = {"modifier": KINDS[used[-1]].key, "card": card.key, "colour": COLOURS[colour]}
            steps.append(Line("§6.5", 0, "changes-colour", turned))
        if len(steps) == before:
            steps.append(Line(order.rule, 0, "as-it-is", {"card": card.key}))
    cards = [KINDS[truffles[place]].key for place in in_order]
    head: Args = {"order": order.key, "cards": cards, "n": n}
    if used:
        head["modifiers"] = [KINDS[kind].key for kind in used]
    plain = all(step.key == "as-it-is" for step in steps)
    return [Line(order.rule, order.price, "fills-with" if used else "fills", head), *([] if plain else steps)]


def _numbers(order: Order, truffles: list[int]) -> list[int]:
    """The number that each truffle has in the end; 0 where numbers do not matter."""
    if order.numbers == "any":
        return [0] * len(truffles)
    if order.numbers != "straight":
        return [int(order.numbers)] * len(truffles)
    faces = [KINDS[kind].face for kind in truffles]
    starts = range(1, NUMBERS - order.truffles + 2)
    window = max(
        (range(start, start + order.truffles) for start in starts),
        key=lambda numbers: len({face + 1 for face in faces} & set(numbers)),
    )
    found = [0] * len(truffles)
    missing: list[int] = []
    for number in window:
        if number - 1 in faces:
            found[faces.index(number - 1)] = number
        else:
            missing.append(number)
    # as the rulebook's example does: Duplicates first, then numbers that are there twice
    rest = [place for place, number in enumerate(found) if not number]
    for place in sorted(rest, key=lambda place: (faces[place] == ANY_NUMBER, faces[place] != DUPLICATE)):
        found[place] = missing.pop(0)
    return found


def _copied(truffles: list[int], numbers: list[int], number: int) -> int:
    """The place of the truffle that a Duplicate copies: its number printed, or in the end, or any."""
    others = [place for place, kind in enumerate(truffles) if KINDS[kind].face != DUPLICATE]
    printed = [place for place in others if KINDS[truffles[place]].face + 1 == number]
    same = [place for place in others if numbers[place] == number]
    return (printed or same or others)[0]


def _colours(order: Order, truffles: list[int]) -> list[int | None]:
    """The colour that each truffle has in the end; None where colours do not matter."""
    backs = [KINDS[kind].back for kind in truffles]
    if order.colours == "any":
        return [None] * len(truffles)
    if order.colours == "same":
        colour = max(range(len(COLOURS)), key=backs.count)
        return [colour] * len(truffles)
    missing = [colour for colour in range(len(COLOURS)) if colour not in backs]
    found: list[int | None] = []
    for place, back in enumerate(backs):
        kept = back != RAINBOW and back not in backs[:place]
        found.append(back if kept else missing.pop(0))
    return found
