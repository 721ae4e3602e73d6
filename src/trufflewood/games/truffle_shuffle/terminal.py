"""Truffle Shuffle drawn with characters."""

from __future__ import annotations

from textwrap import wrap
from typing import Final

from trufflewood.games.truffle_shuffle.components import BACKS, FACES, KIND_OF, KINDS, NUMBERS, PLACES, ROWS
from trufflewood.games.truffle_shuffle.state import COVERED_BY, FACE_UP
from trufflewood.games.truffle_shuffle.view import GONE, Place, View
from trufflewood.kit import seen
from trufflewood.kit.words import Words

WIDTH: Final = 11  # of a card, in characters
COLUMNS: Final = 100


def draw(view: seen.View, words: Words) -> str:
    """The pyramid, then each player's side, then one's own hand."""
    assert isinstance(view, View)
    bonus = " ".join(map(str, view.bonus_left)) or words.name("terminal", "none")
    lines = [words.say("terminal", "round", {"n": view.round + 1, "deck": view.deck, "bonus": bonus}), ""]
    first = 0
    for width in ROWS:
        cells = [_cell(view, place, words) for place in range(first, first + width)]
        if any(cells):
            lines.append(
                " " * ((ROWS[-1] - width) * WIDTH // 2) + "".join(cell.ljust(WIDTH) for cell in cells)
            )
        first += width
    if any(view.pyramid):
        lines += [*words.name("terminal", "legend").splitlines(), ""]
    for seat, place in enumerate(view.places):
        lines += _side(view, seat, place, words)
    if view.order:
        lines.append(words.say("terminal", "laying", {"order": view.order, "cards": list(view.laid)}))
    if view.to_take and view.phase == "take-more":
        lines.append(words.say("terminal", "to-take", {"n": view.to_take}))
    if view.seat is not None:
        if view.phase == "discard":
            chosen = list(view.discarded[view.round])
            lines.append(words.say("terminal", "chosen", {"cards": chosen}))
        lines.append(words.say("terminal", "hand", {"cards": list(view.hand)}))
    return "\n".join(part for line in lines for part in _wrapped(line.rstrip()))


def _wrapped(line: str) -> list[str]:
    """A long list of cards goes on in the next line, a little to the right."""
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    return wrap(line, COLUMNS, subsequent_indent=indent) if len(line) > COLUMNS else [line]


def _cell(view: View, place: int, words: Words) -> str:
    shown = view.pyramid[place]
    if shown == GONE:
        return ""
    lying = sum(2**other for other in range(len(PLACES)) if view.pyramid[other] != GONE)
    free = "•" if not lying & int(COVERED_BY[place]) else ""
    card = short(shown, words) if FACE_UP[place] else words.name("letters", shown) + "?"
    return f"{PLACES[place]} {card}{free}"


def short(card: str, words: Words) -> str:
    """A card in a few characters: the letter of its back, then its face."""
    kind = KINDS[KIND_OF[card]]
    face = FACES[kind.face]
    letter = words.name("letters", BACKS[kind.back])
    return letter + (face if kind.face < NUMBERS else words.name("letters", face))


def _side(view: View, seat: int, place: Place, words: Words) -> list[str]:
    name = words.say("terminal", "you" if seat == view.seat else "player", {"n": seat + 1})
    mark = "> " if seat in view.waiting else "  "
    counts = zip(BACKS, place.backs, strict=True)
    backs = "  ".join(f"{words.name('letters', back)}×{n}" for back, n in counts if n)
    args = {"name": name, "coins": place.coins, "backs": backs or words.name("terminal", "none")}
    lines = [mark + words.say("terminal", "place", args)]
    if place.skip:
        lines.append("  " + words.say("terminal", "skip", {"card": place.skip}))
    if seat == view.seat:
        return lines
    sure = [card for round, cards in enumerate(place.seen) if _in_hand(place, round) for card in cards]
    maybe = [card for round, cards in enumerate(place.seen) if not _in_hand(place, round) for card in cards]
    for key, cards in (("seen", sure), ("maybe", maybe)):
        if cards:
            lines.append("  " + words.say("terminal", key, {"cards": cards}))
    return lines


def _in_hand(place: Place, round: int) -> bool:
    """True if cards seen in a round cannot have been discarded in secret since."""
    return not any(sum(backs) for backs in place.discarded[round:])
